//! Imports whose specifier is only known when the program runs, such as `import(`./lang/${name}.js`)`: every file that it
//! can mean becomes part of the bundle.

use std::path::{Path, PathBuf};

use crate::options::Loader;
use crate::resolution::LOADER_QUERY;

/// How the files of a pattern are loaded.
#[derive(Debug)]
pub(crate) struct Call {
    pub(super) is_require: bool,
    /// The loader that an attribute names.
    pub(super) loader: Option<String>,
}

impl Call {
    fn of_file(&self, specifier: &str) -> String {
        // JSON in a `.json` file needs no loader.
        let loader = self.loader.as_deref().filter(|loader| *loader != "json" || !specifier.ends_with(".json"));
        let query =
            loader.filter(|loader| Loader::parse(loader).is_some()).map(|loader| format!("{LOADER_QUERY}{loader}"));
        let loaded = quoted(&format!("{specifier}{}", query.unwrap_or_default()));
        match self.is_require {
            true => format!("{}: () => require({loaded})", quoted(specifier)),
            false => format!("{}: () => import({loaded})", quoted(specifier)),
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// An object with a function for every file that a pattern means, by its specifier. None when no file matches.
pub(super) fn object(importer: &str, pattern: &str, call: &Call) -> Option<String> {
    let folder = Path::new(importer).parent()?;
    let (fixed, _) = pattern.split_once('*')?;
    let start = folder.join(fixed.rsplit_once('/').map_or("", |(folder, _)| folder));
    let mut files = Vec::new();
    collect(&start, &mut files);
    files.sort();
    let prefix = fixed.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let entries: Vec<String> = files
        .iter()
        .filter_map(|file| file.strip_prefix(&start).ok())
        .map(|relative| format!("{prefix}{}", relative.to_string_lossy()))
        .filter(|specifier| matches(pattern, specifier))
        .map(|specifier| call.of_file(&specifier))
        .collect();
    (!entries.is_empty()).then(|| format!("{{ {} }}", entries.join(", ")))
}

/// The call that replaces the import.
pub(super) fn call(name: &str, specifier: &str, is_require: bool) -> String {
    let missing = "Error(`Module not found in bundle: ${specifier}`)";
    match is_require {
        true => format!(
            "((specifier, files) => {{ if (!Object.hasOwn(files, specifier)) throw new {missing}; return files[specifier](); }})({specifier}, {name}())"
        ),
        false => format!(
            "((specifier, files) => Object.hasOwn(files, specifier) ? files[specifier]() : Promise.reject(new {missing}))({specifier}, {name}())"
        ),
    }
}

/// All files below a folder; those of packages and hidden ones are left out.
pub(super) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_left_out = name == "node_modules" || name.to_string_lossy().starts_with('.');
        match entry.file_type() {
            _ if is_left_out => {}
            Ok(kind) if kind.is_dir() => collect(&entry.path(), files),
            Ok(_) => files.push(entry.path()),
            Err(_) => {}
        }
    }
}

/// Whether a specifier fits a pattern. A `*` that is a whole path segment crosses folders, another one does not.
pub(super) fn matches(pattern: &str, specifier: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == specifier };
    let Some(rest) = specifier.strip_prefix(before) else { return false };
    let after = after.trim_start_matches('*');
    let crosses = before.ends_with('/') && (after.is_empty() || after.starts_with('/'));
    (0..=rest.len()).filter(|end| rest.is_char_boundary(*end)).any(|end| {
        let (taken, left) = rest.split_at(end);
        (crosses || !taken.contains('/')) && matches(after, left)
    })
}

#[cfg(test)]
mod tests {
    use super::{Call, matches};

    #[test]
    fn an_attribute_names_the_loader_of_each_file() {
        let call = Call { is_require: false, loader: Some("json".to_owned()) };
        assert_eq!(call.of_file("./a.json"), "\"./a.json\": () => import(\"./a.json\")");
        assert!(call.of_file("./a.js").starts_with("\"./a.js\": () => import(\"./a.js?"));
        let call = Call { is_require: true, loader: Some("unknown".to_owned()) };
        assert_eq!(call.of_file("./a.js"), "\"./a.js\": () => require(\"./a.js\")");
    }

    #[test]
    fn a_star_stays_in_its_folder_unless_it_is_a_whole_segment() {
        assert!(matches("./lang/*.js", "./lang/de.js"));
        assert!(!matches("./lang/*.js", "./lang/a/de.js"));
        assert!(matches("./pages/*/index.js", "./pages/a/b/index.js"));
        assert!(matches("./*-*.js", "./a-b.js"));
        assert!(!matches("./lang/*.js", "./lang/de.ts"));
    }
}
