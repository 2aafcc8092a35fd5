//! The layers of the TypeScript side: which specifiers a builtin may import, and that no other code sees its internals.

use super::specifiers::{file_of, imports, names};
use super::tree::{SourceFile, Tree};

pub fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    for file in tree
        .files
        .iter()
        .filter(|file| file.has_suffix(&[".ts", ".tsx", ".mts", ".js", ".mjs"]) && !file.is_generated())
    {
        for reference in imports(&file.text) {
            if let Some(reason) = judge(tree, file, reference.specifier) {
                problems.push(format!("{}:{}: \"{}\": {reason}", file.path, reference.line, reference.specifier));
            }
        }
        if file.path.starts_with("builtins/") && !file.is_test() {
            let missing = names(&file.text)
                .into_iter()
                .filter(|reference| file_of(reference.specifier).is_some_and(|path| !tree.exists(&path)));
            problems.extend(missing.map(|reference| {
                let specifier = reference.specifier;
                format!("{}:{}: \"{specifier}\" is loaded, but there is no such builtin", file.path, reference.line)
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

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn problems(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[("ops/fs.ops.ts", ""), ("builtins/internal/core/errors.ts", ""), (path, text)]))
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
