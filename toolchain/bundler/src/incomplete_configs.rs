//! A tsconfig that extends a file that is missing, or refers to a project that is. As in esbuild and Bun, the build goes on
//! without it: Rolldown reads a copy in which it is not named.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Map, Value, json};

use crate::diagnostic::{Diagnostic, shown_path};
use crate::options::Options;
use crate::output::normal;

const CONFIG_FOLDER: &str = "${configDir}";

/// A copy of a tsconfig, whose file is removed with it; or a tsconfig that is complete itself.
#[derive(Debug)]
pub(crate) struct CompleteConfig {
    path: PathBuf,
    is_copy: bool,
    /// The tsconfig itself, as reports show it.
    shown: String,
    missing: Vec<String>,
}

impl CompleteConfig {
    /// Writes the copy. None when nothing is missing: then something else is wrong.
    ///
    /// The nearest tsconfig is complete where one further up is not, which counts for what the nearest one excludes.
    pub(crate) fn write(options: &Options) -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let files = configs_of(options);
        let completed = |file: &PathBuf| complete(file, &std::fs::read_to_string(file).ok()?);
        let (file, others) = files.split_first()?;
        let shown = shown_path(&file.to_string_lossy(), &options.directory);
        let Some((content, missing)) = completed(file) else {
            let is_other = others.iter().any(|other| completed(other).is_some());
            return is_other.then(|| Self { path: file.clone(), is_copy: false, shown, missing: Vec::new() });
        };
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("brio-tsconfig-{}-{number}.json", std::process::id()));
        // A new file: the folder is everyone's, and a link could lead elsewhere.
        File::create_new(&path).ok()?.write_all(content.to_string().as_bytes()).ok()?;
        Some(Self { path, is_copy: true, shown, missing })
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
        if self.is_copy {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The tsconfig that the options name, or those of the first entry's folders, the nearest one first.
fn configs_of(options: &Options) -> Vec<PathBuf> {
    if let Some(path) = &options.tsconfig {
        return vec![normal(&options.directory.join(path))];
    }
    let Some(entry) = options.entries.first() else { return Vec::new() };
    let entry = normal(&options.directory.join(&entry.path));
    entry.ancestors().skip(1).map(|folder| folder.join("tsconfig.json")).filter(|file| file.is_file()).collect()
}

/// What a tsconfig says, for another folder and without what is missing, and what it extends of the latter.
fn complete(file: &Path, text: &str) -> Option<(Value, Vec<String>)> {
    let folder = file.parent()?;
    let content: Value = json5::from_str(text).ok()?;
    let names: Vec<&str> = match content.get("extends") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        name => name.and_then(Value::as_str).into_iter().collect(),
    };
    let (extended, missing): (Vec<_>, Vec<_>) =
        names.into_iter().map(|name| (name, extended_file(folder, name))).partition(|(_, path)| path.is_some());
    let references: Vec<&Value> = content.get("references").and_then(Value::as_array).into_iter().flatten().collect();
    let projects: Vec<PathBuf> = references.iter().filter_map(|reference| referenced_file(folder, reference)).collect();
    if missing.is_empty() && projects.len() == references.len() {
        return None;
    }
    let extended: Vec<PathBuf> = extended.into_iter().filter_map(|(_, path)| path).collect();
    let options = content.get("compilerOptions").and_then(Value::as_object).cloned().unwrap_or_default();
    let copy = json!({
        "extends": extended,
        "compilerOptions": with_absolute_paths(folder, options),
        "references": projects.iter().map(|path| json!({ "path": path })).collect::<Vec<_>>(),
    });
    Some((copy, missing.into_iter().map(|(name, _)| name.to_owned()).collect()))
}

/// The tsconfig of a project that another one refers to.
fn referenced_file(folder: &Path, reference: &Value) -> Option<PathBuf> {
    let path = normal(&folder.join(reference.get("path")?.as_str()?));
    [path.join("tsconfig.json"), path].into_iter().find(|file| file.is_file())
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
        let text = r#"{ "references": [{ "path": "./base.json" }, { "path": "./missing" }] }"#;
        let (copy, missing) = complete(&root.join("tsconfig.json"), text).expect("something is missing");
        assert!(missing.is_empty());
        assert_eq!(copy["references"], json!([{ "path": root.join("base.json") }]));
    }
}
