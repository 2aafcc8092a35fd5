//! A tsconfig that extends a file that is missing. As in esbuild and Bun, the build goes on without that file: Rolldown reads
//! a copy in which it is not named.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, shown_path};
use crate::options::Options;
use crate::output::normal;

const CONFIG_FOLDER: &str = "${configDir}";

/// A copy of a tsconfig. Its file is removed with it.
#[derive(Debug)]
pub(crate) struct CompleteConfig {
    path: PathBuf,
    /// The tsconfig itself, as reports show it.
    shown: String,
    missing: Vec<String>,
}

impl CompleteConfig {
    /// Writes the copy. None when nothing that the tsconfig extends is missing: then something else is wrong.
    pub(crate) fn write(options: &Options) -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let file = config_of(options)?;
        let (content, missing) = complete(&file, &std::fs::read_to_string(&file).ok()?)?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("brio-tsconfig-{}-{number}.json", std::process::id()));
        // A new file: the folder is everyone's, and a link could lead elsewhere.
        File::create_new(&path).ok()?.write_all(content.to_string().as_bytes()).ok()?;
        Some(Self { path, shown: shown_path(&file.to_string_lossy(), &options.directory), missing })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn warnings(&self) -> Vec<Diagnostic> {
        let message =
            |name| format!("cannot find \"{name}\", which \"{}\" extends: its options are missing", self.shown);
        self.missing.iter().map(|name| Diagnostic::new(false, message(name))).collect()
    }
}

impl Drop for CompleteConfig {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The tsconfig that the options name, or the nearest one of the first entry.
fn config_of(options: &Options) -> Option<PathBuf> {
    if let Some(path) = &options.tsconfig {
        return Some(normal(&options.directory.join(path)));
    }
    let entry = normal(&options.directory.join(&options.entries.first()?.path));
    entry.ancestors().skip(1).map(|folder| folder.join("tsconfig.json")).find(|file| file.is_file())
}

/// What a tsconfig says, for another folder and without what is missing, and the names of the latter.
fn complete(file: &Path, text: &str) -> Option<(Value, Vec<String>)> {
    let folder = file.parent()?;
    let content: Value = json5::from_str(text).ok()?;
    let names: Vec<&str> = match content.get("extends")? {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    let (found, missing): (Vec<_>, Vec<_>) =
        names.into_iter().map(|name| (name, extended_file(folder, name))).partition(|(_, path)| path.is_some());
    if missing.is_empty() {
        return None;
    }
    let found: Vec<PathBuf> = found.into_iter().filter_map(|(_, path)| path).collect();
    let options = content.get("compilerOptions").and_then(Value::as_object).cloned().unwrap_or_default();
    let copy = json!({ "extends": found, "compilerOptions": with_absolute_paths(folder, options) });
    Some((copy, missing.into_iter().map(|(name, _)| name.to_owned()).collect()))
}

/// The file that a name of `extends` leads to.
fn extended_file(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_path = name.starts_with(['.', '/']);
    let bases: Vec<PathBuf> = match is_path {
        true => vec![normal(&folder.join(name))],
        false => folder.ancestors().map(|folder| folder.join("node_modules").join(name)).collect(),
    };
    bases.iter().flat_map(|base| forms(base, !is_path)).find(|file| file.is_file())
}

fn forms(base: &Path, is_package: bool) -> Vec<PathBuf> {
    let mut forms = vec![base.to_owned(), PathBuf::from(format!("{}.json", base.display()))];
    if is_package {
        forms.push(base.join("tsconfig.json"));
    }
    forms
}

/// Options whose paths do not depend on the folder of the tsconfig.
fn with_absolute_paths(folder: &Path, mut options: Map<String, Value>) -> Map<String, Value> {
    let absolute = |base: &Path, path: &str| {
        let path = path.strip_prefix(CONFIG_FOLDER).map_or(path, |rest| rest.trim_start_matches('/'));
        normal(&base.join(path)).to_string_lossy().into_owned()
    };
    let base = options.get("baseUrl").and_then(Value::as_str).map(|path| absolute(folder, path));
    let base_folder = base.as_ref().map_or(folder.to_owned(), PathBuf::from);
    if let Some(paths) = options.get_mut("paths").and_then(Value::as_object_mut) {
        for path in paths.values_mut().filter_map(Value::as_array_mut).flatten() {
            if let Some(relative) = path.as_str() {
                *path = absolute(&base_folder, relative).into();
            }
        }
    }
    if let Some(base) = base {
        options.insert("baseUrl".to_owned(), base.into());
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_leaves_out_what_is_missing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path();
        std::fs::write(root.join("base.json"), "{}").expect("it can be written");
        let text = r#"{ "extends": ["./base", "no-package/x.json"], // both
            "compilerOptions": { "jsx": "react", "paths": { "@/*": ["./src/*"] } }, }"#;
        let (copy, missing) = complete(&root.join("tsconfig.json"), text).expect("something is missing");
        assert_eq!(missing, ["no-package/x.json"]);
        assert_eq!(copy["extends"], json!([root.join("base.json")]));
        assert_eq!(copy["compilerOptions"]["jsx"], "react");
        assert_eq!(copy["compilerOptions"]["paths"]["@/*"], json!([root.join("src/*")]));
        assert!(complete(&root.join("tsconfig.json"), r#"{ "extends": "./base.json" }"#).is_none());
    }
}
