//! Classes that a program names by the files that export them, as in `entities: [__dirname + "/**/*.entity{.ts,.js}"]` of
//! TypeORM and MikroORM: the files become part of the bundle, and their classes take the place of the pattern.

use std::path::{Path, PathBuf};

use oxc_ast::ast::*;

use super::file_patterns::{Signs, alternatives, path_fits};
use super::glob_imports;
use super::known_paths::KnownPaths;

/// The properties that are lists of classes or of patterns.
pub(super) const PROPERTIES: &[&str] = &["entities", "migrations", "subscribers"];
/// Extensions of sources, with those that they are compiled to.
const SOURCES: &[(&str, &str)] = &[("ts", "js"), ("tsx", "js"), ("tsx", "jsx"), ("mts", "mjs"), ("cts", "cjs")];
const COMPILED: &[&str] = &["js", "mjs", "cjs", "jsx"];
/// Folders of compiled files, whose sources are in [`SOURCE_FOLDER`].
const COMPILED_FOLDERS: &[&str] = &["dist", "build", "out", "lib"];
const SOURCE_FOLDER: &str = "src";

/// Reads the pattern that an expression is. A relative one is relative to the current folder.
///
/// # Returns
/// The path with its wildcards. None when the expression is no path, or is not known before the program runs.
pub(super) fn pattern_of(expression: &Expression<'_>, paths: &KnownPaths) -> Option<String> {
    let (folder, directory) = (paths.folder(), paths.directory());
    let text = paths.string_of(expression)?;
    if !text.contains('/') || text.contains("://") || text.contains('\n') {
        return None;
    }
    let path = match text.starts_with('/') {
        true if !text.starts_with(folder) && !text.starts_with(directory) => return None,
        true => normal(&text),
        false => normal(&format!("{directory}/{text}")),
    };
    // A program in TypeScript names the files that it will be compiled to, if they are not beside the module.
    let is_source = !text.starts_with(folder)
        && SOURCES.iter().any(|(source, _)| paths.file().extension().is_some_and(|extension| extension == *source));
    let relative = path.strip_prefix(directory).and_then(|rest| rest.strip_prefix('/'));
    match relative.and_then(|relative| relative.split_once('/')) {
        Some((first, rest)) if is_source && COMPILED_FOLDERS.contains(&first) => {
            Some(format!("{directory}/{SOURCE_FOLDER}/{rest}"))
        }
        _ => Some(path),
    }
}

/// Whether a class is a migration of TypeORM, which reads its time from the end of its name: 13 digits.
pub(super) fn is_migration(name: &str) -> bool {
    const DIGITS: usize = 13;
    name.len() > DIGITS && name.bytes().rev().take(DIGITS).all(|byte| byte.is_ascii_digit())
}

/// Whether a source can have such a class. Looks at the text only.
pub(super) fn has_migration(code: &str) -> bool {
    code.match_indices("class ").any(|(start, word)| {
        let behind = &code[start + word.len()..];
        let end =
            behind.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(behind.len());
        is_migration(&behind[..end])
    })
}

/// A path without `.`, `..` and empty segments.
fn normal(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            name => segments.push(name),
        }
    }
    format!("/{}", segments.join("/"))
}

/// The files of a pattern, sorted; sources count as what they are compiled to. `file` itself is not among them.
fn files(pattern: &str, file: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for alternative in alternatives(pattern, Signs::Count) {
        let segments: Vec<&str> = alternative.split('/').filter(|segment| !segment.is_empty()).collect();
        let fixed = segments.iter().take_while(|segment| !segment.contains(['*', '?', '['])).count();
        let folder = format!("/{}", segments[..fixed.min(segments.len().saturating_sub(1))].join("/"));
        let mut all = Vec::new();
        glob_imports::collect(Path::new(&folder), &mut all);
        found.extend(all.into_iter().filter(|path| path != file && is_of(&segments, path)));
    }
    found.sort();
    found.dedup();
    let sources: Vec<PathBuf> = found.iter().filter(|path| !is_compiled(path)).cloned().collect();
    // A compiled file beside its source is the same class twice.
    let is_copy = |path: &Path| {
        let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
        SOURCES
            .iter()
            .filter(|(_, compiled)| extension.as_deref() == Some(*compiled))
            .any(|(source, _)| sources.contains(&path.with_extension(source)))
    };
    found.retain(|path| !is_copy(path));
    found
}

fn is_compiled(path: &Path) -> bool {
    path.extension().is_some_and(|extension| COMPILED.iter().any(|compiled| extension == *compiled))
}

/// Whether a file fits a pattern, by its own name or the one that it is compiled to.
fn is_of(pattern: &[&str], path: &Path) -> bool {
    let text = path.to_string_lossy();
    let Some((stem, extension)) = text.rsplit_once('.') else { return false };
    if stem.ends_with(".d") {
        return false;
    }
    let compiled = SOURCES.iter().filter(|(source, _)| *source == extension).map(|(_, compiled)| *compiled);
    let is_code = COMPILED.contains(&extension) || SOURCES.iter().any(|(source, _)| *source == extension);
    let fits = |name: &str| {
        let segments: Vec<&str> = name.split('/').filter(|segment| !segment.is_empty()).collect();
        path_fits(pattern, &segments)
    };
    is_code && (fits(&text) || compiled.into_iter().any(|extension| fits(&format!("{stem}.{extension}"))))
}

/// A function that returns the classes and schemas that the files of a pattern export, each once. None without files.
pub(super) fn function(name: &str, pattern: &str, importer: &Path) -> Option<String> {
    let files = files(pattern, importer);
    let modules: Vec<String> = files
        .iter()
        .map(|file| format!("require({})", serde_json::to_string(&file.to_string_lossy()).unwrap_or_default()))
        .collect();
    (!files.is_empty()).then(|| {
        format!(
            "\nfunction {name}() {{ return [...new Set([{}].flatMap((file) => [file, ...Object.values(file)].flat()))].filter((one) => typeof one === \"function\" || one?.[\"@instanceof\"] === Symbol.for(\"EntitySchema\")); }}",
            modules.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxc_allocator::Allocator;
    use oxc_parser::Parser;
    use oxc_span::SourceType;

    /// The pattern that the last expression of a module is.
    fn pattern(source: &str) -> Option<String> {
        let allocator = Allocator::default();
        let source = match source.rsplit_once(';') {
            Some((constants, expression)) => format!("{constants}; ({expression})"),
            // A string alone would be a directive.
            None => format!("({source})"),
        };
        let parsed = Parser::new(&allocator, &source, SourceType::ts()).parse();
        let Some(Statement::ExpressionStatement(statement)) = parsed.program.body.last() else { return None };
        let (file, entry) = (Path::new("/app/src/data/source.ts"), Path::new("/app/src/index.ts"));
        let mut paths = KnownPaths::new(file, Path::new("/app"), Some(entry));
        paths.note_constants(&parsed.program);
        pattern_of(&statement.expression, &paths)
    }

    #[test]
    fn patterns_are_read_from_the_ways_in_which_paths_are_made() {
        let expected = Some("/app/src/data/**/*.entity.js");
        for source in [
            "__dirname + '/**/*.entity.js'",
            "`${__dirname}/**/*.entity.js`",
            "join(__dirname, '**', '*.entity.js')",
            "path.resolve(import.meta.dirname, './**/*.entity.js')",
            "(__dirname + '/../data/' + '**/*.entity.js')",
            "'dist/data/**/*.entity.js'",
            "'./src/data/**/*.entity.js'",
            "const folder = dirname(fileURLToPath(import.meta.url)); join(folder, '**/*.entity.js')",
            "export const here = path.dirname(__filename); `${here}/**/*.entity.js`",
            "const root = dirname(process.argv[1]!); join(root, 'data', '**', '*.entity.js')",
            "const root = path.dirname(require.main!.filename); root + '/data/**/*.entity.js'",
            "const here = new URL('.', import.meta.url).pathname; `${here}/**/*.entity.js`",
            "fileURLToPath(new URL('./**/*.entity.js', import.meta.url))",
            "join(process.cwd(), 'dist/data/**/*.entity.js')",
        ] {
            assert_eq!(pattern(source).as_deref(), expected, "{source}");
        }
        for source in [
            "'User'",
            "User",
            "name + '/**/*.js'",
            "'https://example.com/*'",
            "read(__dirname, 'a')",
            "let a = __dirname; a + '/*'",
        ] {
            assert_eq!(pattern(source), None, "{source}");
        }
    }

    #[test]
    fn a_pattern_for_compiled_files_means_their_sources() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for name in
            ["a.entity.ts", "a.entity.js", "b/c/b.entity.ts", "b/b.entity.d.ts", "c.ts", "node_modules/x/d.entity.js"]
        {
            let path = path(name);
            std::fs::create_dir_all(path.parent().expect("it has one")).expect("the folder can be made");
            std::fs::write(path, "").expect("it can be written");
        }
        for end in ["*.entity{.ts,.js}", "*.entity.js", "*.entity.+(ts|js)", "*.entity.[jt]s", "*.entity.@(js|ts)"] {
            let found = files(&format!("{}/**/{end}", folder.path().display()), &path("source.ts"));
            assert_eq!(found, [path("a.entity.ts"), path("b/c/b.entity.ts")], "{end}");
        }
        assert_eq!(
            files(&format!("{}/*.entity.ts", folder.path().display()), &path("a.entity.ts")),
            [] as [PathBuf; 0]
        );
        assert_eq!(files(&path("c.js").to_string_lossy(), &path("source.ts")), [path("c.ts")]);
    }
}
