//! Which file of a package is meant that has one for `import`, `module`, and one for `require`, `main`. As in esbuild and
//! Bun, a package that is both imported and required is the one of `main` for all, so that it is there once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rolldown_common::{ImportKind, ResolvedId};
use serde_json::Value;

use crate::corrections::Corrections;
use crate::options::{Options, Target};
use crate::output::normal;

/// The packages of a pass that have both fields.
#[derive(Debug)]
pub(crate) struct MainFields {
    /// Whether `module` comes before `main`, and nothing else was requested.
    prefers_module: bool,
    corrections: Corrections,
    /// The two files of a package, by the path of its manifest. None for a package that lacks one of them.
    known: Mutex<BTreeMap<PathBuf, Option<Files>>>,
    imported: Mutex<BTreeSet<PathBuf>>,
    required: Mutex<BTreeSet<PathBuf>>,
}

/// The absolute paths of both fields, which may lack extensions.
#[derive(Clone, Debug)]
struct Files {
    main: PathBuf,
    module: PathBuf,
}

impl MainFields {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            prefers_module: options.target == Target::Browser && options.main_fields.is_empty(),
            corrections: options.corrections.clone(),
            known: Mutex::default(),
            imported: Mutex::default(),
            required: Mutex::default(),
        }
    }

    /// The path of `main`, if that is meant and not what was found.
    pub(crate) fn replacement(
        &self,
        specifier: &str,
        importer: Option<&str>,
        kind: ImportKind,
        found: &ResolvedId,
    ) -> Option<PathBuf> {
        if !self.prefers_module {
            return None;
        }
        let manifest = found.package_json.as_ref()?.realpath();
        if !names_folder(specifier, importer, manifest.parent()?) {
            return None;
        }
        let files = self.files(manifest)?;
        if !is_file_of(Path::new(found.id.as_str()), &files.module) {
            return None;
        }
        let users = match kind {
            ImportKind::Require => &self.required,
            ImportKind::Import | ImportKind::DynamicImport => &self.imported,
            _ => return None,
        };
        if let Ok(mut users) = users.lock() {
            users.insert(manifest.to_owned());
        }
        (kind == ImportKind::Require || self.corrections.is_required(manifest)).then_some(files.main)
    }

    /// The manifests of the packages that were imported and required.
    pub(crate) fn of_both(&self) -> BTreeSet<PathBuf> {
        match (self.imported.lock(), self.required.lock()) {
            (Ok(imported), Ok(required)) => imported.intersection(&required).cloned().collect(),
            _ => BTreeSet::new(),
        }
    }

    fn files(&self, manifest: &Path) -> Option<Files> {
        let mut known = self.known.lock().ok()?;
        known.entry(manifest.to_owned()).or_insert_with(|| read(manifest)).clone()
    }
}

/// Both files of a package. None also for one with `exports`, which has precedence, or with one file for browsers.
fn read(manifest: &Path) -> Option<Files> {
    let content: Value = serde_json::from_slice(&std::fs::read(manifest).ok()?).ok()?;
    if content.get("exports").is_some_and(|exports| !exports.is_null())
        || content.get("browser").is_some_and(Value::is_string)
    {
        return None;
    }
    let folder = manifest.parent()?;
    let file = |field| Some(normal(&folder.join(content.get(field)?.as_str()?)));
    Some(Files { main: file("main")?, module: file("module")? })
}

/// Whether a specifier means a folder with a manifest, and not a file in it.
fn names_folder(specifier: &str, importer: Option<&str>, folder: &Path) -> bool {
    let parts = specifier.split('/').count();
    let is_package_name = if specifier.starts_with('@') { parts == 2 } else { parts == 1 };
    if specifier.starts_with('.') {
        let place = importer.and_then(|importer| Path::new(importer).parent());
        return place.is_some_and(|place| normal(&place.join(specifier)) == folder);
    }
    is_package_name || folder.ends_with(specifier)
}

/// Whether a file is the one that a field names, perhaps without its extension or as a folder.
fn is_file_of(file: &Path, named: &Path) -> bool {
    let is_longer = || {
        let (file, named) = (file.to_string_lossy(), named.to_string_lossy());
        file.strip_prefix(named.as_ref()).is_some_and(|rest| rest.starts_with('.') || rest.starts_with("/index."))
    };
    file == named || is_longer()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_named_by_its_folder() {
        let folder = Path::new("/p/node_modules/@a/b");
        assert!(names_folder("@a/b", None, folder));
        assert!(names_folder("../", Some("/p/node_modules/@a/b/lib/x.js"), folder));
        assert!(!names_folder("@a/b/lib/x", None, folder));
        assert!(names_folder("@a/b/sub", None, &folder.join("sub")));
        assert!(!names_folder("./lib", Some("/p/node_modules/@a/b/x.js"), folder));
    }

    #[test]
    fn a_field_may_lack_the_extension() {
        let named = Path::new("/p/lib/module");
        assert!(is_file_of(Path::new("/p/lib/module.js"), named));
        assert!(is_file_of(Path::new("/p/lib/module/index.js"), named));
        assert!(!is_file_of(Path::new("/p/lib/modules.js"), named));
        assert!(!is_file_of(Path::new("/p/lib/main.js"), named));
    }
}
