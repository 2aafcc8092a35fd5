//! Files that a module finds by their places: `require.resolve("./file")`, `import.meta.resolve("./file")`, and in packages `path.join(__dirname, "file")`.
//! In a bundle neither leads to them, so they become outputs: a program is a bundle of its own, which another process or a
//! worker can start; everything else is copied.

use std::path::{Component, Path, PathBuf};

use oxc_ast::ast::*;

use crate::options::Loader;
use crate::resolution::{LOADER_QUERY, PROGRAM};

/// What a specifier may leave out.
const EXTENSIONS: &[&str] = &["", ".js", ".cjs", ".mjs", ".json", ".node", ".ts", ".tsx", "/index.js"];

/// Whether a source can name such a file. Looks at the text only.
pub(super) fn may_have(code: &str, is_own: bool) -> bool {
    code.contains("require.resolve(")
        || code.contains("import.meta.resolve(")
        || (!is_own && code.contains("__dirname"))
}

/// The file that `require.resolve(specifier)` finds in the module `file`, if it is a relative one.
pub(super) fn resolved(specifier: &str, file: &Path) -> Option<PathBuf> {
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    let path = normal(&file.parent()?.join(specifier));
    let named = |extension: &&str| PathBuf::from(format!("{}{extension}", path.display()));
    EXTENSIONS.iter().filter(|_| is_relative).map(named).find(|path| path.is_file())
}

/// The file that an expression of `__dirname` means in the module `file`: the call of `join` or `resolve` of `node:path`, or
/// a string that begins with it.
pub(super) fn of_folder(expression: &Expression<'_>, file: &Path) -> Option<PathBuf> {
    let text = match expression {
        Expression::CallExpression(call) => {
            let name = match &call.callee {
                Expression::Identifier(name) => name.name.as_str(),
                Expression::StaticMemberExpression(member) => member.property.name.as_str(),
                _ => return None,
            };
            let (first, others) = call.arguments.split_first()?;
            if !matches!(name, "join" | "resolve") || others.is_empty() || !is_folder(first.as_expression()?) {
                return None;
            }
            others.iter().map(|argument| literal(argument.as_expression()?)).collect::<Option<Vec<_>>>()?.join("/")
        }
        Expression::BinaryExpression(binary) if binary.operator == BinaryOperator::Addition => {
            is_folder(&binary.left).then(|| literal(&binary.right))??.strip_prefix('/')?.to_owned()
        }
        Expression::TemplateLiteral(template) => match (template.expressions.as_slice(), template.quasis.as_slice()) {
            ([folder], [before, behind]) if before.value.raw.is_empty() && is_folder(folder) => {
                behind.value.cooked.as_ref()?.as_str().strip_prefix('/')?.to_owned()
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(normal(&file.parent()?.join(text.trim_start_matches('/')))).filter(|path| path.is_file())
}

/// What is instead of the expression that finds a file: the path of its output.
pub(super) fn output_path(file: &Path) -> String {
    let path = file.to_string_lossy();
    let is_code = matches!(Loader::of_file(&path), Some(Loader::Js | Loader::Jsx | Loader::Ts | Loader::Tsx));
    let is_code = is_code && !path.ends_with(".d.ts");
    let loader = if is_code { PROGRAM } else { "file" };
    path_of(&path, loader)
}

/// Whether a file is a source in TypeScript, and no declarations.
pub(super) fn is_typescript(file: &Path) -> bool {
    let path = file.to_string_lossy();
    matches!(Loader::of_file(&path), Some(Loader::Ts | Loader::Tsx)) && !path.ends_with(".d.ts")
}

/// The address of its output, instead of what `import.meta.resolve` returns.
pub(super) fn output_address(file: &Path) -> String {
    format!("require(\"node:url\").pathToFileURL({}).href", output_path(file))
}

/// The path of the output of a program that is a module of a package.
pub(super) fn program_path(specifier: &str) -> String {
    path_of(specifier, PROGRAM)
}

fn path_of(specifier: &str, loader: &str) -> String {
    let quoted = serde_json::to_string(&format!("{specifier}{LOADER_QUERY}{loader}")).unwrap_or_default();
    format!("require({quoted}).default")
}

/// Whether a source can name a program that pino loads in a thread of its own, as in
/// `pino({ transport: { target: "pino-pretty" } })`. Looks at the text only.
pub(super) fn may_have_transport(code: &str) -> bool {
    code.contains("transport") && code.contains("target")
}

fn is_folder(expression: &Expression<'_>) -> bool {
    expression.is_specific_id("__dirname")
}

fn literal(expression: &Expression<'_>) -> Option<String> {
    match expression {
        Expression::StringLiteral(literal) => Some(literal.value.to_string()),
        _ => None,
    }
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_span::SourceType;

    fn found(source: &str) -> Option<String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join("lib")).expect("it can be made");
        std::fs::write(folder.path().join("lib/a.txt"), "").expect("it can be written");
        let allocator = Allocator::default();
        let expression = Parser::new(&allocator, source, SourceType::cjs()).parse_expression().expect("it parses");
        let path = of_folder(&expression, &folder.path().join("lib/b/index.js"))?;
        Some(path.strip_prefix(folder.path()).expect("it is in the package").to_string_lossy().into_owned())
    }

    #[test]
    fn a_path_from_the_folder_of_the_module_is_a_file() {
        for source in [
            "path.join(__dirname, '..', 'a.txt')",
            "resolve(__dirname, '../a.txt')",
            "__dirname + '/../a.txt'",
            "`${__dirname}/../a.txt`",
        ] {
            assert_eq!(found(source).as_deref(), Some("lib/a.txt"), "{source}");
        }
        for source in
            ["join(__dirname, '..')", "join(__dirname, '../none')", "join(folder, 'a.txt')", "__dirname + name"]
        {
            assert_eq!(found(source), None, "{source}");
        }
    }
}
