//! Style sheets: imports joined into one, local class names, assets.
//!
//! Does: what Lightning CSS does for one style sheet, and finds the files it imports and names.
//! Does not: decide what the files are called in a build.

mod composed;
mod joined;
mod layers;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use lightningcss::bundler::{Bundler, FileProvider, ResolveResult, SourceProvider};
use lightningcss::css_modules::{Config, CssModuleExport, CssModuleReference};
use lightningcss::dependencies::{Dependency, DependencyOptions};
use lightningcss::printer::PrinterOptions;
use lightningcss::rules::{CssRule, CssRuleList};
use lightningcss::stylesheet::{MinifyOptions, ParserOptions, StyleSheet, ToCssResult};

use joined::{Joined, What};

/// A style sheet with everything that it imports.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The text, with placeholders for the addresses of assets.
    pub css: String,
    /// Class names of a CSS module by the names in the source.
    pub names: Option<BTreeMap<String, String>>,
    pub assets: Vec<Asset>,
    /// The files that it was made from.
    pub files: Vec<PathBuf>,
}

/// A file that a style sheet names by `url()`.
#[derive(Clone, Debug)]
pub struct Asset {
    /// What stands in the text for the address.
    pub placeholder: String,
    pub url: String,
    /// The file, if it is one. It may be missing.
    pub file: PathBuf,
    /// The sheet that names it, and the line and column there, both from 1.
    pub place: (PathBuf, u32, u32),
    /// The mark of the file in the build, once it is part of it.
    pub mark: Option<String>,
    /// The address that has the contents of the file in it, once it is part of the sheet.
    pub inlined: Option<String>,
}

/// What takes the place of what is on the disk.
#[derive(Debug, Default)]
pub struct Given {
    /// Sources in place of those of their files.
    pub sources: BTreeMap<PathBuf, String>,
    /// What the specifiers of a file's imports mean. Without an entry they are looked for.
    pub resolved: BTreeMap<(PathBuf, String), Import>,
}

/// What an import of a style sheet means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Import {
    File(PathBuf),
    /// An import that stays one.
    External(String),
}

/// Reads files and finds what they import: relative paths, and packages in `node_modules`.
struct Files<'g> {
    disk: FileProvider,
    given: &'g Given,
    /// The sheet of the bundle, if its source is not what the file has.
    own: Option<(&'g Path, String)>,
    read: Mutex<Vec<PathBuf>>,
}

impl SourceProvider for Files<'_> {
    type Error = std::io::Error;

    fn read<'a>(&'a self, file: &Path) -> Result<&'a str, Self::Error> {
        if let Ok(mut read) = self.read.lock() {
            read.push(file.to_owned());
        }
        if let Some((_, source)) = self.own.as_ref().filter(|(own, _)| *own == file) {
            return Ok(source);
        }
        if let Some(source) = self.given.sources.get(file) {
            return Ok(source);
        }
        let named = |error: std::io::Error| std::io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        self.disk.read(file).map_err(named)
    }

    fn resolve(&self, specifier: &str, originating_file: &Path) -> Result<ResolveResult, Self::Error> {
        match self.given.resolved.get(&(originating_file.to_owned(), specifier.to_owned())) {
            Some(Import::File(path)) => return Ok(path.clone().into()),
            Some(Import::External(address)) => return Ok(ResolveResult::External(address.clone())),
            None if is_address(specifier) => return Ok(ResolveResult::External(specifier.to_owned())),
            None => {}
        }
        let importer = originating_file.display();
        let found = find(specifier, originating_file).ok_or_else(|| {
            let message = format!("cannot find \"{specifier}\", imported by {importer}");
            std::io::Error::new(std::io::ErrorKind::NotFound, message)
        })?;
        match found.extension().and_then(|extension| extension.to_str()) {
            Some(extension) if CODE.contains(&extension) => {
                let message = format!("cannot import a \".{extension}\" file into a CSS file, imported by {importer}");
                Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, message))
            }
            _ => Ok(found.into()),
        }
    }
}

/// The extensions of files that are no style sheets, whatever is in them.
const CODE: &[&str] = &["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "json"];

/// Finds the file that an import in a style sheet means: a relative path, or a package in `node_modules`.
pub fn find(specifier: &str, importer: &Path) -> Option<PathBuf> {
    let folder = importer.parent().unwrap_or(Path::new("/"));
    let relative = folder.join(specifier);
    if relative.is_file() {
        return Some(relative);
    }
    if let Some((path, _)) = specifier.split_once(['?', '#']).filter(|(path, _)| !path.is_empty()) {
        return find(path, importer);
    }
    let resolver = oxc_resolver::Resolver::new(oxc_resolver::ResolveOptions {
        extensions: vec![".css".to_owned()],
        main_fields: vec!["style".to_owned(), "main".to_owned()],
        condition_names: vec!["style".to_owned(), "import".to_owned(), "default".to_owned()],
        prefer_relative: true,
        ..oxc_resolver::ResolveOptions::default()
    });
    resolver.resolve(folder, specifier).map(|found| found.full_path()).ok()
}

/// The specifiers of the imports of a style sheet. None of one that does not parse.
pub fn imports(source: &str) -> Vec<String> {
    let Ok(sheet) = StyleSheet::parse(source, ParserOptions { error_recovery: true, ..ParserOptions::default() })
    else {
        return Vec::new();
    };
    let imports = sheet.rules.0.iter().filter_map(|rule| match rule {
        CssRule::Import(import) => Some(import.url.to_string()),
        _ => None,
    });
    imports.collect()
}

/// Whether a `url()` is an address and not a file.
pub fn is_address(url: &str) -> bool {
    url.contains("://") || url.starts_with("//") || url.starts_with("data:") || url.starts_with('#')
}

/// How a style sheet is bundled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form<'d> {
    /// Whether its class names are local.
    pub is_local: bool,
    pub minify: bool,
    /// The folder that the paths of its files are relative to in comments. None: without comments.
    pub commented: Option<&'d Path>,
}

/// Bundles a style sheet. `given` takes the place of what is on the disk.
///
/// # Errors
/// A file that is missing or that does not parse, with its position.
pub fn bundle(path: &Path, given: &Given, form: Form<'_>) -> Result<Sheet, String> {
    let own = form.is_local.then(|| without_itself(path, given)).flatten();
    let own = own.map(|source| (path, source));
    let files = Files { disk: FileProvider::new(), given, own, read: Mutex::default() };
    let mut sheet = Sheet { css: String::new(), names: None, assets: Vec::new(), files: Vec::new() };
    match form.is_local {
        true => bundle_local(path, &files, form.minify, &mut sheet)?,
        false => {
            let joined = joined::join(path, &files, form.minify)?;
            write_joined(joined, form, &mut sheet)?;
        }
    }
    sheet.files = files.read.lock().map(|read| read.clone()).unwrap_or_default();
    sheet.files.sort();
    sheet.files.dedup();
    Ok(sheet)
}

/// Bundles a sheet whose class names are local.
fn bundle_local(path: &Path, files: &Files<'_>, minify: bool, sheet: &mut Sheet) -> Result<(), String> {
    let options = ParserOptions {
        css_modules: Some(Config::default()),
        filename: path.to_string_lossy().into_owned(),
        ..ParserOptions::default()
    };
    let mut bundler = Bundler::new(files, None, options);
    let bundled = bundler.bundle(path).map_err(|error| located(&error))?;
    composed::check(&bundled, files)?;
    let exports = print(bundled, minify, sheet)?;
    sheet.names = exports.map(|exports| names(&exports, path)).transpose()?;
    Ok(())
}

/// Writes the parts of a joined sheet: what stays an import, then the rules of each file.
fn write_joined(joined: Joined<'_>, form: Form<'_>, sheet: &mut Sheet) -> Result<(), String> {
    let Joined { sources, parts } = joined;
    let end = if form.minify { "" } else { "\n" };
    for part in &parts {
        if let What::External(address) = &part.what {
            sheet.css += &joined::external_import(address, &part.conditions, form.minify)?;
            sheet.css += end;
        }
    }
    let paths: Vec<String> = sources.iter().map(|source| source.path.to_string_lossy().into_owned()).collect();
    let mut all = Vec::new();
    let mut licences = Vec::new();
    for part in parts {
        let (rules, source) = match part.what {
            What::External(_) => continue,
            What::Layers(names) => (layers::statement(names), None),
            What::Sheet(index) => (sources[index].rules.clone(), Some(index)),
        };
        let rules = joined::conditional(rules, &part.conditions);
        let comments = source.map(|index| sources[index].licences.clone()).unwrap_or_default();
        if form.minify {
            licences.extend(comments);
            all.extend(rules);
            continue;
        }
        if !sheet.css.is_empty() {
            sheet.css += end;
        }
        if let (Some(folder), Some(index)) = (form.commented, source) {
            let path = joined::normal(&sources[index].path);
            let shown = path.strip_prefix(folder).unwrap_or(&path);
            sheet.css += &format!("/* {} */\n", shown.to_string_lossy().replace("*/", "*\\/"));
        }
        if !rules.is_empty() || !comments.is_empty() {
            let own = source.map(|index| paths[index].clone());
            let mut part = StyleSheet::new(own.into_iter().collect(), CssRuleList(rules), ParserOptions::default());
            part.license_comments = comments;
            print(part, false, sheet)?;
        } else if form.commented.is_some() {
            // The comment of a sheet without rules has the blank line that others have behind their rules.
            sheet.css += end;
        }
    }
    if form.minify {
        let mut whole = StyleSheet::new(paths, CssRuleList(all), ParserOptions::default());
        whole.license_comments = licences;
        print(whole, true, sheet)?;
    }
    Ok(())
}

/// The names of a CSS module.
type Exports = HashMap<String, CssModuleExport>;

/// Adds what is printed to a sheet, with the files that it names.
fn print(mut rules: StyleSheet<'_>, minify: bool, sheet: &mut Sheet) -> Result<Option<Exports>, String> {
    if minify {
        rules.minify(MinifyOptions::default()).map_err(|error| error.to_string())?;
    }
    let options = PrinterOptions {
        minify,
        analyze_dependencies: Some(DependencyOptions { remove_imports: false }),
        ..PrinterOptions::default()
    };
    let ToCssResult { mut code, dependencies, exports, .. } =
        rules.to_css(options).map_err(|error| reworded(&error.to_string()))?;
    for dependency in dependencies.unwrap_or_default() {
        match dependency {
            Dependency::Url(url) => {
                let place = (PathBuf::from(&url.loc.file_path), url.loc.start.line, url.loc.start.column);
                let file = file_of(&url.url, &place.0).unwrap_or_default();
                if !sheet.assets.iter().any(|asset| asset.placeholder == url.placeholder) {
                    sheet.assets.push(Asset {
                        placeholder: url.placeholder,
                        url: url.url,
                        file,
                        place,
                        mark: None,
                        inlined: None,
                    });
                }
            }
            // What is left is external.
            Dependency::Import(import) => code = code.replace(&import.placeholder, &import.url),
        }
    }
    sheet.css += &code;
    Ok(exports)
}

/// An error in other words where those of Lightning CSS say the opposite.
fn reworded(error: &str) -> String {
    error.replace("cannot be used with a simple class selector", "can only be used with one class as the selector")
}

/// The file that a `url()` means: beside its sheet, or of a package. None for an address, and for a path from the root of a site.
fn file_of(url: &str, sheet: &Path) -> Option<PathBuf> {
    let name = url.split(['?', '#']).next().unwrap_or_default();
    if is_address(url) || url.starts_with('/') || name.is_empty() {
        return None;
    }
    let beside = sheet.parent().unwrap_or(Path::new("/")).join(name);
    if beside.is_file() || name.starts_with('.') {
        return Some(beside);
    }
    Some(find(name, sheet).unwrap_or(beside))
}

/// A sheet whose classes compose others `from` its own file, without that: Lightning CSS does not come to an end with it. None
/// for any other sheet.
fn without_itself(path: &Path, given: &Given) -> Option<String> {
    let mut source = match given.sources.get(path) {
        Some(source) => source.clone(),
        None => std::fs::read_to_string(path).ok()?,
    };
    let composes: Vec<usize> = source.match_indices("composes").map(|(at, _)| at).collect();
    let mut is_changed = false;
    for at in composes.into_iter().rev() {
        let end = source[at..].find([';', '}']).map_or(source.len(), |end| at + end);
        let Some(from) = source[at..end].rfind("from").map(|from| at + from) else { continue };
        let specifier = source[from + "from".len()..end].trim();
        let quoted = |quote| specifier.strip_prefix(quote)?.strip_suffix(quote);
        let Some(specifier) = quoted('"').or_else(|| quoted('\'')) else { continue };
        let found = find(specifier, path).and_then(|found| found.canonicalize().ok());
        if found.is_some() && found == path.canonicalize().ok() {
            source.replace_range(from..end, " ");
            is_changed = true;
        }
    }
    is_changed.then_some(source)
}

/// An error with its place; both numbers count from 1.
fn located<T: std::fmt::Display>(error: &lightningcss::error::Error<T>) -> String {
    match &error.loc {
        Some(loc) => format!("{} at {}:{}:{}", error.kind, loc.filename, loc.line + 1, loc.column),
        None => error.kind.to_string(),
    }
}

/// The class names that each export stands for: its own and all that it composes.
///
/// # Errors
/// A class that composes one that the sheet does not have.
fn names(exports: &HashMap<String, CssModuleExport>, sheet: &Path) -> Result<BTreeMap<String, String>, String> {
    let composing = Composing {
        exports: exports.iter().map(|(name, export)| (export.name.as_str(), (name.as_str(), export))).collect(),
        file: sheet.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
    };
    let all = exports.iter().map(|(name, export)| {
        let mut classes = Vec::new();
        composing.add(name, export, &mut classes)?;
        Ok((name.clone(), classes.join(" ")))
    });
    all.collect()
}

/// Finds what classes compose.
struct Composing<'e> {
    /// By the names in the output, with those in the source.
    exports: HashMap<&'e str, (&'e str, &'e CssModuleExport)>,
    file: String,
}

impl<'e> Composing<'e> {
    /// Adds the class of an export, and those that it composes.
    fn add(&self, name: &str, export: &'e CssModuleExport, classes: &mut Vec<&'e str>) -> Result<(), String> {
        if classes.contains(&export.name.as_str()) {
            return Ok(());
        }
        classes.push(&export.name);
        for composed in &export.composes {
            match composed {
                CssModuleReference::Local { name: local } => match self.exports.get(local.as_str()) {
                    Some((name, of_sheet)) => self.add(name, of_sheet, classes)?,
                    // It is of another sheet in the bundle.
                    None if !local.starts_with(prefix_of(&export.name, name)) => push_new(classes, local),
                    None => {
                        let missing = &local[prefix_of(&export.name, name).len()..];
                        return Err(format!(
                            "the class \"{missing}\", which \"{name}\" composes, is not in \"{}\"",
                            self.file
                        ));
                    }
                },
                CssModuleReference::Global { name } | CssModuleReference::Dependency { name, .. } => {
                    push_new(classes, name);
                }
            }
        }
        Ok(())
    }
}

fn push_new<'c>(classes: &mut Vec<&'c str>, class: &'c str) {
    if !classes.contains(&class) {
        classes.push(class);
    }
}

/// What the names of a sheet's classes begin with in the output.
fn prefix_of<'n>(output_name: &'n str, name: &str) -> &'n str {
    output_name.strip_suffix(name).unwrap_or(output_name)
}

/// The JavaScript module of a CSS module: its names by default, and each that is an identifier by name.
pub fn module_source(names: &BTreeMap<String, String>) -> String {
    let quote = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let mut source = String::new();
    let mut entries = Vec::new();
    for (index, (name, classes)) in names.iter().enumerate() {
        source += &format!("var name_{index} = {};\n", quote(classes));
        source += &format!("export {{ name_{index} as {} }};\n", quote(name));
        entries.push(format!("{}: name_{index}", quote(name)));
    }
    source += &format!("export default {{ {} }};\n", entries.join(", "));
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(files: &[(&str, &str)], is_local: bool) -> Result<Sheet, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("it can be written");
        }
        bundle(&folder.path().join(files[0].0), &Given::default(), Form { is_local, minify: true, commented: None })
    }

    #[test]
    fn imports_come_first() {
        let sheet =
            bundled(&[("a.css", "@import './b.css'; .a { color: red }"), ("b.css", ".b { color: blue }")], false);
        assert_eq!(sheet.unwrap().css, ".b{color:#00f}.a{color:red}");
    }

    #[test]
    fn local_names_are_unique_and_composed() {
        let sheet = bundled(&[("a.css", ".a { color: red } .b { composes: a; top: 0 }")], true).unwrap();
        let names = sheet.names.expect("a module has names");
        assert!(names["a"].ends_with("_a") && sheet.css.contains(&names["a"]));
        assert!(names["b"].ends_with(&names["a"]));
    }

    #[test]
    fn what_a_composed_class_composes_counts_too() {
        let text = ".a { composes: b; top: 0 } .b { composes: c; top: 1px } .c { top: 2px }";
        let names = bundled(&[("a.css", text)], true).unwrap().names.expect("a module has names");
        assert_eq!(names["a"], format!("{} {}", names["c"].replace("_c", "_a"), names["b"]));
        assert_eq!(names["b"].split(' ').count(), 2);
        let problem = bundled(&[("a.css", ".a { composes: none; top: 0 }")], true).unwrap_err();
        assert!(problem.starts_with("the class \"none\", which \"a\" composes, is not in \"a.css\" at "), "{problem}");
        assert!(problem.ends_with("a.css:1:15"), "{problem}");
        let other = [("a.css", "\n.a { composes: none from './b.css'; top: 0 }"), ("b.css", ".b { top: 0 }")];
        let problem = bundled(&other, true).unwrap_err();
        assert!(problem.starts_with("the class \"none\", which \"a\" composes, is not in \"b.css\" at "), "{problem}");
        assert!(problem.ends_with("a.css:2:15"), "{problem}");
    }

    #[test]
    fn only_classes_compose() {
        for selector in ["#a", ".a.b", ".a .b", ".a:hover", "a"] {
            let problem =
                bundled(&[("a.css", &format!("{selector} {{ composes: c }} .c {{ top: 0 }}"))], true).unwrap_err();
            assert!(problem.contains("can only be used with one class as the selector"), "{problem}");
        }
    }

    #[test]
    fn a_sheet_may_compose_from_itself() {
        let text = ".a { composes: b from './a.css'; top: 0 } .b { composes: a from \"./a.css\"; top: 1px }";
        let names = bundled(&[("a.css", text)], true).unwrap().names.expect("a module has names");
        assert_eq!(names["a"].split(' ').count(), 2);
        assert_eq!(names["a"].split(' ').rev().collect::<Vec<_>>().join(" "), names["b"]);
    }

    #[test]
    fn classes_of_other_sheets_are_composed() {
        let sheet = bundled(
            &[
                ("a.css", ".d { composes: a } .a { composes: b from './b.css'; top: 0 }"),
                ("b.css", ".b { composes: c; top: 1px } .c { top: 0 }"),
            ],
            true,
        );
        let names = sheet.unwrap().names.expect("a module has names");
        assert_eq!(
            names["a"].split(' ').map(|class| &class[class.len() - 2..]).collect::<Vec<_>>(),
            ["_a", "_b", "_c"]
        );
    }

    #[test]
    fn assets_are_found_relative_to_their_sheet() {
        let sheet = bundled(
            &[("a.css", ".a { background: url(b.png?x) } .c { background: url(https://a.test/c.png) }")],
            false,
        );
        let assets = sheet.unwrap().assets;
        assert!(assets.iter().any(|asset| asset.file.ends_with("b.png") && asset.url == "b.png?x"));
        assert!(assets.iter().any(|asset| asset.file == Path::new("")));
    }

    #[test]
    fn a_given_source_takes_the_place_of_the_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("b.css"), ".b { color: blue }").expect("it can be written");
        let (path, virtual_path) = (folder.path().join("a.css"), PathBuf::from("theme:dark"));
        let source = "@import 'other'; @import './b.css'; @import 'theme'; .a { top: 0 }";
        assert_eq!(imports(source), ["other", "./b.css", "theme"]);
        let mut given = Given::default();
        given.sources.insert(path.clone(), source.to_owned());
        given.sources.insert(virtual_path.clone(), ".t { left: 0 }".to_owned());
        given.resolved.insert((path.clone(), "theme".to_owned()), Import::File(virtual_path));
        given.resolved.insert((path.clone(), "other".to_owned()), Import::External("/other.css".to_owned()));
        let sheet = bundle(&path, &given, Form { minify: true, ..Form::default() });
        assert_eq!(sheet.unwrap().css, "@import \"/other.css\";.b{color:#00f}.t{left:0}.a{top:0}");
    }

    #[test]
    fn errors_name_the_file() {
        assert!(bundled(&[("a.css", "\n@import './missing.css';")], false).unwrap_err().ends_with("a.css:2:1"));
    }
}
