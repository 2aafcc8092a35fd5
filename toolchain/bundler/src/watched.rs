//! What a build depends on, also one that fails: a change of it is a reason to build again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::syntax::Searched;

/// Collects it while a build runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched(Arc<Mutex<Places>>);

/// What a build depends on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The files that were read.
    pub(crate) files: BTreeSet<PathBuf>,
    /// Files that were looked for and are not there, also without their extensions.
    pub(crate) missing: BTreeSet<PathBuf>,
    /// Searches whose results new files can change.
    pub(crate) searches: Vec<Searched>,
}

impl Watched {
    /// Adds what a part of a build depends on.
    pub(crate) fn add(&self, places: Places) {
        if let Ok(mut all) = self.0.lock() {
            all.files.extend(places.files);
            all.missing.extend(places.missing);
            all.searches.extend(places.searches);
        }
    }

    /// Takes what was collected.
    pub(crate) fn take(&self) -> Places {
        self.0.lock().map(|mut all| std::mem::take(&mut *all)).unwrap_or_default()
    }
}

impl Places {
    /// The folders whose entries matter.
    pub(crate) fn folders(&self) -> BTreeSet<PathBuf> {
        let of_files = self.files.iter().filter_map(|file| file.parent()).map(Path::to_owned);
        let of_missing = self.missing.iter().filter_map(|file| existing_folder(file));
        let of_searches = self.searches.iter().flat_map(Searched::folders);
        let of_searches = of_searches.filter_map(|folder| existing_folder(&folder));
        of_files.chain(of_missing).chain(of_searches).collect()
    }

    /// Whether a path is a folder in which a search may find files.
    fn is_searched(&self, path: &Path) -> bool {
        let is_of = |folder: &PathBuf| folder.starts_with(path) || Some(folder.as_path()) == path.parent();
        path.is_dir() && self.searches.iter().flat_map(Searched::folders).any(|folder| is_of(&folder))
    }

    /// Whether a change of a path can change the build.
    pub(crate) fn has(&self, path: &Path) -> bool {
        self.files.contains(path) || self.missing.iter().any(|file| may_be(path, file))
    }

    /// Whether a search would find other files now that these paths have changed, or can find some later.
    pub(crate) fn is_outdated(&self, paths: &[PathBuf]) -> bool {
        self.searches.iter().any(Searched::has_changed) || paths.iter().any(|path| self.is_searched(path))
    }
}

/// The folder where a missing file would be, or where the first missing one of its folders would be.
fn existing_folder(file: &Path) -> Option<PathBuf> {
    file.ancestors().find(|folder| folder.is_dir()).map(Path::to_owned)
}

/// Whether a path is a file that was missing, one of its folders, or what a specifier without an extension means.
fn may_be(path: &Path, missing: &Path) -> bool {
    let text = path.to_string_lossy();
    let is_longer =
        || text.strip_prefix(missing.to_string_lossy().as_ref()).is_some_and(|rest| rest.starts_with(['.', '/']));
    missing.starts_with(path) || is_longer()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_file_may_appear_with_an_extension_or_in_a_new_folder() {
        let missing = Path::new("/p/lib/util");
        for path in ["/p/lib/util", "/p/lib/util.ts", "/p/lib/util/index.ts", "/p/lib"] {
            assert!(may_be(Path::new(path), missing), "{path}");
        }
        for path in ["/p/lib/utils.ts", "/p/li", "/p/lib/other"] {
            assert!(!may_be(Path::new(path), missing), "{path}");
        }
    }
}
