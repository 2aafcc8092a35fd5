//! Files that a module finds by their places: `require.resolve("./file")`, `import.meta.resolve("./file")`, and in packages
//! `path.join(__dirname, "file")`, also of a folder.
//! In a bundle neither leads to them, so they become outputs: a program is a bundle of its own, which another process or a
//! worker can start; everything else is copied.

use std::path::{Component, Path, PathBuf};

use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

use super::file_patterns::PACKAGES;
use super::glob_imports;
use super::known_paths::{KnownPaths, called_name};
use crate::native_libraries::is_for_other_system;
use crate::options::Loader;
use crate::resolution::{DECLARATIONS, FOLDER, LOADER_QUERY, PROGRAM};

/// A folder with more is not copied.
const FOLDER_BYTES_MAX: u64 = 20_000_000;
const FOLDER_FILES_MAX: usize = 2000;

/// What a specifier may leave out.
const EXTENSIONS: &[&str] = &["", ".js", ".cjs", ".mjs", ".json", ".node", ".ts", ".tsx", "/index.js"];

/// Whether a source can name such a file. Looks at the text only.
pub(super) fn may_have(code: &str, is_own: bool) -> bool {
    code.contains("require.resolve(")
        || code.contains("import.meta.resolve(")
        || (!is_own && (code.contains("__dirname") || code.contains("import.meta.")))
}

/// The file that `require.resolve(specifier)` finds in the module `file`, if it is a relative one.
pub(super) fn resolved(specifier: &str, file: &Path) -> Option<PathBuf> {
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    let path = normal(&file.parent()?.join(specifier));
    let named = |extension: &&str| PathBuf::from(format!("{}{extension}", path.display()));
    EXTENSIONS.iter().filter(|_| is_relative).map(named).find(|path| path.is_file())
}

/// The file or folder that an expression finds from the place of its module, which is of a package: a call of `join` or `resolve`
/// of `node:path`, or a string that begins with a path.
pub(super) fn of_place(expression: &Expression<'_>, paths: &KnownPaths) -> Option<PathBuf> {
    let is_path = match expression {
        Expression::CallExpression(call) => is_joined(call) && call.arguments.len() > 1,
        Expression::BinaryExpression(binary) => binary.operator == BinaryOperator::Addition,
        Expression::TemplateLiteral(template) => !template.expressions.is_empty(),
        _ => false,
    };
    let text = paths.string_of(expression).filter(|text| is_path && text.starts_with('/'))?;
    let path = normal(Path::new(&text));
    let package = package_folder(paths.file())?;
    let is_of_package = path.strip_prefix(&package).is_ok_and(|below| !below.starts_with(PACKAGES));
    (is_of_package && (path.is_file() || is_copied(&path, paths.file()))).then_some(path)
}

/// The folder of addons that a call joins with a name for each system, as in ``join(__dirname, "prebuilds", `${target}.node`)``, and
/// where the parts of its path are.
pub(super) fn addon_folder(expression: &Expression<'_>, paths: &KnownPaths) -> Option<(PathBuf, Span)> {
    let Expression::CallExpression(call) = expression else { return None };
    let (name, parts) = call.arguments.split_last()?;
    let Argument::TemplateLiteral(name) = name else { return None };
    let is_addon = name.quasis.last().is_some_and(|quasi| quasi.value.raw.ends_with(".node"));
    if !is_addon || !is_joined(call) {
        return None;
    }
    let parts_of_path = parts.iter().map(|part| paths.string_of(part.as_expression()?)).collect::<Option<Vec<_>>>()?;
    let folder = normal(Path::new(&parts_of_path.join("/")));
    let span = Span::new(parts.first()?.span().start, parts.last()?.span().end);
    let is_of_package = folder.starts_with(package_folder(paths.file())?);
    (is_of_package && is_copied(&folder, paths.file())).then_some((folder, span))
}

/// The folder of a package that a function of its outermost module returns: `return path.resolve(__dirname)`, as packages of files
/// for browsers have it.
pub(super) fn returned_folder(expression: &Expression<'_>, file: &Path) -> Option<PathBuf> {
    let Expression::CallExpression(call) = expression else { return None };
    let [argument] = call.arguments.as_slice() else { return None };
    let package = package_folder(file)?;
    let is_own = is_joined(call) && argument.as_expression()?.is_specific_id("__dirname");
    (is_own && file.parent() == Some(package.as_path()) && size(&package).is_some()).then_some(package)
}

/// Whether a call joins paths.
fn is_joined(call: &CallExpression<'_>) -> bool {
    matches!(called_name(call), Some("join" | "resolve"))
}

/// The WebAssembly beside a module of a package that a string names: what loads it puts its own folder before the name.
pub(super) fn beside(name: &str, file: &Path) -> Option<PathBuf> {
    let path = file.parent()?.join(name);
    (name.ends_with(".wasm") && !name.contains('/') && path.is_file()).then_some(path)
}

/// The worker that a module of a package names relative to itself, for an import that is not one of a literal:
/// `options.workerSrc ||= "./pdf.worker.mjs"`, as in pdfjs-dist.
pub(super) fn worker_source<'a>(
    assignment: &'a AssignmentExpression<'_>,
    file: &Path,
) -> Option<(PathBuf, &'a StringLiteral<'a>)> {
    let AssignmentTarget::StaticMemberExpression(member) = &assignment.left else { return None };
    let Expression::StringLiteral(name) = &assignment.right else { return None };
    (member.property.name == "workerSrc").then(|| resolved(&name.value, file)).flatten().map(|path| (path, &**name))
}

/// The folder of the package that a file is of.
fn package_folder(file: &Path) -> Option<PathBuf> {
    let parts: Vec<_> = file.components().collect();
    let at = parts.iter().rposition(|part| part.as_os_str() == PACKAGES)?;
    let is_scoped = parts.get(at + 1)?.as_os_str().to_string_lossy().starts_with('@');
    let end = at + if is_scoped { 3 } else { 2 };
    (parts.len() > end).then(|| parts[..end].iter().collect())
}

/// Whether a folder is copied with its files: one beside the module that names it.
fn is_copied(folder: &Path, file: &Path) -> bool {
    folder.is_dir() && !file.starts_with(folder) && size(folder).is_some()
}

/// The size of a folder. None for one that has more than what a package brings for its own use.
fn size(folder: &Path) -> Option<u64> {
    let mut files = Vec::new();
    glob_imports::collect(folder, &mut files);
    files.retain(|file| !is_for_other_system(file));
    let sizes = files.iter().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len());
    let size = sizes.sum();
    (files.len() <= FOLDER_FILES_MAX && size <= FOLDER_BYTES_MAX).then_some(size)
}

/// What is instead of the expression that finds a file: the path of its output.
pub(super) fn output_path(file: &Path) -> String {
    let path = file.to_string_lossy();
    if file.is_dir() {
        return path_of(&path, FOLDER);
    }
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

/// The path of the folder with the declarations of the language that TypeScript has in a folder.
pub(super) fn declarations_path(folder: &Path) -> String {
    path_of(&folder.to_string_lossy(), DECLARATIONS)
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
        let package = folder.path().join("node_modules/@a/b");
        std::fs::create_dir_all(package.join("lib/data")).expect("it can be made");
        std::fs::write(package.join("lib/a.txt"), "").expect("it can be written");
        let allocator = Allocator::default();
        let program = Parser::new(&allocator, source, SourceType::cjs()).parse().program;
        let mut paths = KnownPaths::new(&package.join("lib/b/index.js"), folder.path(), None);
        paths.note_constants(&program);
        let Some(Statement::ExpressionStatement(statement)) = program.body.last() else { return None };
        let path = of_place(&statement.expression, &paths)?;
        Some(path.strip_prefix(&package).expect("it is in the package").to_string_lossy().into_owned())
    }

    #[test]
    fn a_path_from_the_folder_of_the_module_is_a_file_or_a_folder() {
        for source in [
            "path.join(__dirname, '..', 'a.txt')",
            "resolve(__dirname, '../a.txt')",
            "__dirname + '/../a.txt'",
            "(0, node_path_1.join)(__dirname, '..', 'a.txt')",
            "`${__dirname}/../a.txt`",
            "const root = path.join(__dirname, '..'); path.join(root, 'a.txt')",
            "const here = path.dirname(fileURLToPath(import.meta.url)); path.join(here, '../a.txt')",
        ] {
            assert_eq!(found(source).as_deref(), Some("lib/a.txt"), "{source}");
        }
        assert_eq!(found("join(__dirname, '../data')").as_deref(), Some("lib/data"));
        for source in [
            "join(__dirname, '..')",
            "join(__dirname, '../none')",
            "join(folder, 'a.txt')",
            "__dirname + name",
            "join(__dirname, '../../../../..')",
            "const file = join(__dirname, '../a.txt'); file",
        ] {
            assert_eq!(found(source), None, "{source}");
        }
    }
}
