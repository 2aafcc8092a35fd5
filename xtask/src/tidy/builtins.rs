//! The layers of the TypeScript side: which specifiers a builtin may import, and that no other code sees its internals.

use super::tree::{SourceFile, Tree};

pub fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    for file in tree
        .files
        .iter()
        .filter(|file| file.has_suffix(&[".ts", ".tsx", ".mts", ".js", ".mjs"]) && !file.is_generated())
    {
        for (line, specifier) in imports(&file.text) {
            if let Some(reason) = judge(tree, file, specifier) {
                problems.push(format!("{}:{line}: \"{specifier}\": {reason}", file.path));
            }
        }
        if file.path.starts_with("builtins/") && !file.is_test() {
            let missing = names_of_builtins(&file.text).into_iter().filter(|(_, path, _)| !tree.exists(path));
            problems.extend(missing.map(|(line, _, specifier)| {
                format!("{}:{line}: \"{specifier}\" is loaded, but there is no such builtin", file.path)
            }));
        }
    }
    problems
}

fn judge(tree: &Tree, file: &SourceFile, specifier: &str) -> Option<&'static str> {
    let (scheme, name) = specifier.split_once(':').unwrap_or(("", specifier));
    let Some(place) = file.path.strip_prefix("builtins/") else {
        let is_private = matches!(scheme, "internal" | "native");
        // A builtin's own test may use its internals.
        return (is_private && !file.is_test()).then_some("only builtins can import internal: and native:");
    };
    let layer = place.split('/').next().unwrap_or("");
    match scheme {
        "" => Some("builtins import by specifier (internal:, web:, node:, native:), never by path"),
        "node" | "bun" | "deno" | "brio" if layer == "web" => {
            Some("web/ never imports the homes; move what is shared to internal/")
        }
        "native" if !tree.exists(&format!("ops/{name}.ops.ts")) => Some("there is no such file ops/*.ops.ts"),
        "internal" | "web" if !tree.exists(&format!("builtins/{scheme}/{name}.ts")) => Some("there is no such builtin"),
        "native" | "internal" | "web" | "node" | "bun" | "deno" | "brio" => None,
        _ => Some("builtins import nothing but other builtins and native:"),
    }
}

/// The specifiers of static and dynamic imports, with their line numbers. Type-only imports are erased.
fn imports(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut is_type_only = false;
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("//") || trimmed.starts_with('*') || trimmed.starts_with("/*") {
            continue;
        }
        // An import or export list may span several lines; its first line decides.
        if trimmed.starts_with("import ") || trimmed.starts_with("export ") {
            is_type_only = trimmed.starts_with("import type ") || trimmed.starts_with("export type ");
        }
        let is_statement = trimmed.starts_with("import ") || trimmed.starts_with("export ") || trimmed.starts_with('}');
        let static_part = is_statement
            .then(|| trimmed.split_once(" from ").map(|(_, rest)| rest).or_else(|| trimmed.strip_prefix("import ")))
            .flatten();
        let specifier = static_part.and_then(quoted).filter(|_| !is_type_only);
        found.extend(specifier.map(|specifier| (index + 1, specifier)));
        found.extend(trimmed.split("import(").skip(1).filter_map(quoted).map(|specifier| (index + 1, specifier)));
    }
    found
}

/// Every string such as "web:url" outside of imports, which is a builtin that is loaded by name: its line, its file and
/// the string.
fn names_of_builtins(text: &str) -> Vec<(usize, String, &str)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if ["//", "*", "/*", "import ", "export ", "}"].iter().any(|start| trimmed.starts_with(start)) {
            continue;
        }
        for literal in line.split('"').skip(1).step_by(2) {
            let Some((scheme @ ("internal" | "web"), name)) = literal.split_once(':') else { continue };
            let is_name = !name.is_empty()
                && name.chars().all(|character| character.is_ascii_alphanumeric() || "_/".contains(character));
            if is_name {
                found.push((index + 1, format!("builtins/{scheme}/{name}.ts"), literal));
            }
        }
    }
    found
}

/// The string literal at the start of `text`.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text[1..].split_once(quote).map(|(inside, _)| inside)
}

#[cfg(test)]
mod tests {
    use super::{check, imports};
    use crate::tidy::tree::Tree;

    fn problems(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[("ops/fs.ops.ts", ""), ("builtins/internal/errors.ts", ""), (path, text)]))
    }

    #[test]
    fn imports_of_all_shapes_are_found() {
        let text = "import a from \"x:1\";\nimport {\n  b,\n} from 'x:2';\nimport \"x:3\";\nexport * from \"x:4\";\nimport type { C } from \"x:5\";\nconst d = await import(\"x:6\");\n// import e from \"x:7\";\nconst text = \" from \";\nimport defer * as f from \"x:8\";\n";
        assert_eq!(
            imports(text).into_iter().map(|(_, specifier)| specifier).collect::<Vec<_>>(),
            ["x:1", "x:2", "x:3", "x:4", "x:6", "x:8"]
        );
    }

    #[test]
    fn the_allowed_directions_pass() {
        assert_eq!(
            problems(
                "builtins/node/fs.ts",
                "import { read } from \"native:fs\";\nimport { E } from \"internal:core/errors\";\n"
            ),
            Vec::<String>::new()
        );
        assert_eq!(
            problems("examples/a.ts", "import fs from \"node:fs\";\nimport b from \"./b.ts\";\n"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn a_builtin_that_is_loaded_by_name_must_exist() {
        assert_eq!(
            problems(
                "builtins/node/fs.ts",
                "load(\"web:none\"); load(\"internal:core/errors\"); name.startsWith(\"internal:\");"
            )
            .len(),
            1
        );
        assert!(
            problems("builtins/node/fs.ts", "const table = {\n  \"web:fetch\": [\"fetch\"],\n};")[0]
                .contains("fs.ts:2: \"web:fetch\" is loaded")
        );
        assert_eq!(
            problems("builtins/node/fs.ts", "const one = \"internal:core/errors\";\n// \"web:none\"\n"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn each_wrong_import_fails() {
        assert!(problems("builtins/web/url.ts", "import fs from \"node:fs\";")[0].contains("web/ never imports"));
        assert!(problems("builtins/node/fs.ts", "import e from \"./errors.ts\";")[0].contains("never by path"));
        assert!(problems("builtins/node/fs.ts", "import e from \"native:missing\";")[0].contains("ops/"));
        assert!(problems("builtins/node/fs.ts", "import e from \"internal:missing\";")[0].contains("no such builtin"));
        assert!(problems("builtins/node/fs.ts", "import e from \"npm:left-pad\";")[0].contains("nothing but"));
        assert!(problems("examples/a.ts", "import e from \"internal:core/errors\";")[0].contains("only builtins"));
        assert!(problems("examples/a.ts", "await import('native:fs');")[0].contains("only builtins"));
    }
}
