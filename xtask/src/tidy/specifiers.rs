//! Which builtins a TypeScript file refers to: by `import` and `export … from`, at once or deferred, by `import()`, and
//! by name in a string that is loaded later.

/// A reference to another module.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The line of the specifier, from 1.
    pub line: usize,
    pub specifier: &'a str,
}

/// The specifiers of static and dynamic imports that are evaluated. Imports of types alone are erased.
pub fn imports(text: &str) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    let mut statement = String::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if is_comment(trimmed) {
            continue;
        }
        let begins = trimmed.starts_with("import ") || trimmed.starts_with("export ");
        if begins {
            statement.clear();
        }
        let continues = !begins && !statement.is_empty();
        if begins || continues {
            statement.push_str(trimmed);
            statement.push(' ');
        }
        let static_part = (begins || trimmed.starts_with('}'))
            .then(|| trimmed.split_once(" from ").map(|(_, rest)| rest).or_else(|| trimmed.strip_prefix("import ")))
            .flatten();
        let specifier = static_part.and_then(quoted).filter(|_| !is_type_only(&statement));
        found.extend(specifier.map(|specifier| Reference { line: index + 1, specifier }));
        found.extend(
            trimmed
                .split("import(")
                .skip(1)
                .filter_map(quoted)
                .map(|specifier| Reference { line: index + 1, specifier }),
        );
        if trimmed.ends_with(';') {
            statement.clear();
        }
    }
    found
}

/// Strings such as "web:url" outside of imports: builtins that are loaded by name. Public names count only where they
/// are loaded, since programs and messages use them too.
pub fn names(text: &str) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if is_comment(trimmed) || ["import ", "export ", "}"].iter().any(|start| trimmed.starts_with(start)) {
            continue;
        }
        let mut before = "";
        for (position, part) in line.split('"').enumerate() {
            if position % 2 == 1 && is_builtin_name(part, before.ends_with("load(")) {
                found.push(Reference { line: index + 1, specifier: part });
            }
            before = part;
        }
    }
    found
}

/// The file of a builtin's specifier: `internal:core/errors` is `builtins/internal/core/errors.ts`.
pub fn file_of(specifier: &str) -> Option<String> {
    let (scheme, name) = specifier.split_once(':')?;
    matches!(scheme, "internal" | "web" | "node" | "bun" | "deno" | "brio")
        .then(|| format!("builtins/{scheme}/{name}.ts"))
}

fn is_builtin_name(literal: &str, is_loaded: bool) -> bool {
    let Some((scheme, name)) = literal.split_once(':') else { return false };
    let is_private = matches!(scheme, "internal" | "web");
    let is_public = matches!(scheme, "node" | "bun" | "deno" | "brio");
    (is_private || (is_public && is_loaded))
        && name.ends_with(|character: char| character.is_ascii_alphanumeric())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || "_/".contains(character))
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//") || line.starts_with('*') || line.starts_with("/*")
}

/// `import type …`, or a list in which each name is a type.
fn is_type_only(statement: &str) -> bool {
    if statement.starts_with("import type ") || statement.starts_with("export type ") {
        return true;
    }
    let Some((head, list)) = statement.split_once('{') else { return false };
    let list = list.split('}').next().unwrap_or("");
    let mut names = list.split(',').map(str::trim).filter(|name| !name.is_empty()).peekable();
    matches!(head.trim(), "import" | "export") && names.peek().is_some() && names.all(|name| name.starts_with("type "))
}

/// The string literal at the start of `text`.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text[1..].split_once(quote).map(|(inside, _)| inside)
}

#[cfg(test)]
mod tests {
    use super::{Reference, imports, names};

    fn specifiers<'a>(references: Vec<Reference<'a>>) -> Vec<&'a str> {
        references.into_iter().map(|reference| reference.specifier).collect()
    }

    #[test]
    fn imports_of_all_shapes_are_found() {
        let text = "import a from \"x:1\";\nimport {\n  b,\n} from 'x:2';\nimport \"x:3\";\nexport * from \"x:4\";\nimport type { C } from \"x:5\";\nconst d = await import(\"x:6\");\n// import e from \"x:7\";\nconst text = \" from \";\nimport defer * as f from \"x:8\";\n";
        assert_eq!(specifiers(imports(text)), ["x:1", "x:2", "x:3", "x:4", "x:6", "x:8"]);
    }

    #[test]
    fn imports_of_types_alone_are_erased() {
        let text = "import { type A } from \"x:1\";\nimport {\n  type A,\n  type B,\n} from \"x:2\";\nimport { type A, b } from \"x:3\";\nexport type {\n  A,\n} from \"x:4\";\n";
        assert_eq!(specifiers(imports(text)), ["x:3"]);
    }

    #[test]
    fn names_of_builtins_are_found_in_strings() {
        let text = "load(\"web:url\"); const table = { \"internal:core/errors\": 1 };\n// \"web:none\"\nthrow \"node:fs\"; load(\"node:fs\"); name.startsWith(\"internal:\");\n";
        assert_eq!(specifiers(names(text)), ["web:url", "internal:core/errors", "node:fs"]);
    }
}
