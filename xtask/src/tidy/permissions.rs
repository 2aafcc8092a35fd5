//! Each native function of an area that reaches the system declares its permission in `ops/<area>.ops.ts`: what it needs,
//! or `@permission none: REASON`. The form of the lines is the matter of `codegen`.

use super::tree::{SourceFile, Tree};
use crate::codegen::parse::parse;
use crate::codegen::permission::Permission;

/// The areas that reach the system: files, network, processes, or what the program may do with them.
const AREAS: &[&str] = &[
    "fs",
    "net",
    "dgram",
    "dns",
    "http_server",
    "fetch",
    "process",
    "child_process",
    "os",
    "sqlite",
    "worker",
    "modules",
    "stdio",
    "tls",
    "addons",
    "permissions",
];

pub fn check(tree: &Tree) -> Vec<String> {
    AREAS.iter().flat_map(|area| check_area(tree, area)).collect()
}

fn check_area(tree: &Tree, area: &str) -> Vec<String> {
    let path = format!("ops/{area}.ops.ts");
    match tree.files.iter().find(|file| file.path == path) {
        Some(file) => check_file(file),
        None => vec![format!("{path} is not there; correct the areas of xtask/src/tidy/permissions.rs")],
    }
}

fn check_file(file: &SourceFile) -> Vec<String> {
    let path = &file.path;
    let contract = match parse(&file.text) {
        Ok(contract) => contract,
        Err(error) => return vec![format!("{path}:{error}")],
    };
    let problem = |function| match Permission::of(function) {
        Ok(Some(_)) => None,
        Ok(None) => Some(
            "no permission is declared; add `@permission KIND(argument)` or `@permission none: REASON`".to_string(),
        ),
        Err(error) => Some(error),
    };
    let of = |function| problem(function).map(|problem| format!("{path}: {}: {problem}", function.name));
    contract.functions.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{AREAS, check};
    use crate::tidy::tree::Tree;

    const GOOD: &str = "/**\n * Opens.\n * @permission read(path)\n */\nexport declare function open(path: string): void;\n\
         /**\n * Closes.\n * @permission none: it is open\n */\nexport declare function close(fd: u32): void;\n";

    /// The problems of a tree whose areas are all good, but `fs` is `text`.
    fn problems(text: &str) -> Vec<String> {
        let files: Vec<(String, &str)> =
            AREAS.iter().map(|area| (format!("ops/{area}.ops.ts"), if *area == "fs" { text } else { GOOD })).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        check(&Tree::of(&files))
    }

    #[test]
    fn a_permission_or_a_reason_passes() {
        assert_eq!(problems(GOOD), Vec::<String>::new());
    }

    #[test]
    fn a_function_without_a_permission_fails() {
        let prose = "/** Reads. Permission: read. */\nexport declare function read(path: string): void;\n";
        let found = problems(&format!("{GOOD}{prose}"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("ops/fs.ops.ts: read: no permission"), "{found:?}");
    }

    #[test]
    fn a_wrong_line_and_a_wrong_contract_fail() {
        for wrong in ["none", "read(other)", "fly(path)"] {
            let found = problems(&GOOD.replace("read(path)", wrong));
            assert!(found.len() == 1 && found[0].starts_with("ops/fs.ops.ts: open: "), "{found:?}");
        }
        assert_eq!(problems("let x;").len(), 1);
    }

    #[test]
    fn an_area_that_is_not_there_fails() {
        assert_eq!(check(&Tree::of(&[])).len(), AREAS.len());
    }
}
