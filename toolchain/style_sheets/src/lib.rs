//! Style sheets: imports joined into one, local class names, assets.
//!
//! Does: what Lightning CSS does for one style sheet, and finds the files it imports and names.
//! Does not: decide what the files are called in a build.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use lightningcss::bundler::{Bundler, FileProvider, ResolveResult, SourceProvider};
use lightningcss::css_modules::{Config, CssModuleExport, CssModuleReference};
use lightningcss::dependencies::{Dependency, DependencyOptions};
use lightningcss::printer::PrinterOptions;
use lightningcss::rules::CssRule;
use lightningcss::stylesheet::{MinifyOptions, ParserOptions, StyleSheet};

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
    /// The file, if it is one.
    pub file: PathBuf,
    /// The mark of the file in the build, once it is part of it.
    pub mark: Option<String>,
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
    read: Mutex<Vec<PathBuf>>,
}

impl SourceProvider for Files<'_> {
    type Error = std::io::Error;

    fn read<'a>(&'a self, file: &Path) -> Result<&'a str, Self::Error> {
        if let Ok(mut read) = self.read.lock() {
            read.push(file.to_owned());
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
        find(specifier, originating_file).map(Into::into).ok_or_else(|| {
            let message = format!("cannot find \"{specifier}\", imported by {}", originating_file.display());
            std::io::Error::new(std::io::ErrorKind::NotFound, message)
        })
    }
}

/// Finds the file that an import in a style sheet means: a relative path, or a package in `node_modules`.
pub fn find(specifier: &str, importer: &Path) -> Option<PathBuf> {
    let folder = importer.parent().unwrap_or(Path::new("/"));
    let relative = folder.join(specifier);
    if relative.is_file() {
        return Some(relative);
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

/// Bundles a style sheet. `given` takes the place of what is on the disk.
///
/// # Errors
/// A file that is missing or that does not parse, with its position.
pub fn bundle(path: &Path, given: &Given, is_local: bool, minify: bool) -> Result<Sheet, String> {
    let files = Files { disk: FileProvider::new(), given, read: Mutex::default() };
    let options = ParserOptions {
        css_modules: is_local.then(Config::default),
        filename: path.to_string_lossy().into_owned(),
        ..ParserOptions::default()
    };
    let mut bundler = Bundler::new(&files, None, options);
    let mut sheet = bundler.bundle(path).map_err(|error| located(&error))?;
    if minify {
        sheet.minify(MinifyOptions::default()).map_err(|error| error.to_string())?;
    }
    let printed = sheet
        .to_css(PrinterOptions {
            minify,
            analyze_dependencies: Some(DependencyOptions { remove_imports: false }),
            ..PrinterOptions::default()
        })
        .map_err(|error| error.to_string())?;
    let mut css = printed.code;
    let assets = printed.dependencies.unwrap_or_default().into_iter().filter_map(|dependency| match dependency {
        Dependency::Url(url) => {
            let folder = Path::new(&url.loc.file_path).parent().unwrap_or(Path::new("/"));
            let name = url.url.split(['?', '#']).next().unwrap_or_default();
            let is_file = !is_address(&url.url) && !url.url.starts_with('/');
            let file = if is_file { folder.join(name) } else { PathBuf::new() };
            Some(Asset { placeholder: url.placeholder, url: url.url, file, mark: None })
        }
        // What is left is external.
        Dependency::Import(import) => {
            css = css.replace(&import.placeholder, &import.url);
            None
        }
    });
    let assets = assets.collect();
    let mut read = files.read.lock().map(|read| read.clone()).unwrap_or_default();
    read.sort();
    Ok(Sheet { css, names: printed.exports.map(|exports| names(&exports)), assets, files: read })
}

/// An error with its place; both numbers count from 1.
fn located<T: std::fmt::Display>(error: &lightningcss::error::Error<T>) -> String {
    match &error.loc {
        Some(loc) => format!("{} at {}:{}:{}", error.kind, loc.filename, loc.line + 1, loc.column),
        None => error.kind.to_string(),
    }
}

/// The class names that each export stands for: its own, those that it composes, and those that they compose.
fn names(exports: &HashMap<String, CssModuleExport>) -> BTreeMap<String, String> {
    let by_class: HashMap<&str, &CssModuleExport> =
        exports.values().map(|export| (export.name.as_str(), export)).collect();
    let all = |export: &CssModuleExport| {
        let mut all = vec![export.name.clone()];
        let mut next = 0;
        while next < all.len() {
            let composed =
                by_class.get(all[next].as_str()).map(|export| export.composes.as_slice()).unwrap_or_default();
            for reference in composed {
                let (CssModuleReference::Local { name }
                | CssModuleReference::Global { name }
                | CssModuleReference::Dependency { name, .. }) = reference;
                if !all.contains(name) {
                    all.push(name.clone());
                }
            }
            next += 1;
        }
        all.join(" ")
    };
    exports.iter().map(|(name, export)| (name.clone(), all(export))).collect()
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
        bundle(&folder.path().join(files[0].0), &Given::default(), is_local, true)
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
    fn what_a_composed_class_composes_is_composed() {
        let source = ".a { composes: g from global; } .b { composes: a } .c { composes: b; composes: d } .d { composes: c; top: 0 }";
        let names = bundled(&[("a.css", source)], true).unwrap().names.expect("a module has names");
        let classes = |name: &str| {
            let mut classes: Vec<&str> =
                names[name].split(' ').map(|class| class.rsplit('_').next().unwrap()).collect();
            classes.sort_unstable();
            classes.join(" ")
        };
        assert_eq!(["a", "b", "c", "d"].map(classes), ["a g", "a b g", "a b c d g", "a b c d g"]);
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
        let sheet = bundle(&path, &given, false, true);
        assert_eq!(sheet.unwrap().css, "@import \"/other.css\";.b{color:#00f}.t{left:0}.a{top:0}");
    }

    #[test]
    fn errors_name_the_file() {
        assert!(bundled(&[("a.css", "\n@import './missing.css';")], false).unwrap_err().ends_with("a.css:2:1"));
    }
}
