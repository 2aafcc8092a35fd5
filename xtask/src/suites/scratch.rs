//! Folders that exist for one test.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder under the system's temporary folder that is removed with the value.
pub struct Scratch {
    pub path: PathBuf,
}

impl Scratch {
    /// Makes an empty folder with a name of its own.
    pub fn new() -> Result<Scratch, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("brio-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).map_err(|error| format!("cannot make {}: {error}", path.display()))?;
        // The canonical form, because that is how a runtime names its modules.
        let path = path.canonicalize().map_err(|error| error.to_string())?;
        Ok(Scratch { path })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing depends on it being gone; the system empties the folder some day.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Copies everything in a folder but the `case.toml` of its own.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("cannot copy {}: {error}", from.display());
    for entry in fs::read_dir(from).map_err(explain)? {
        let entry = entry.map_err(explain)?;
        let target = to.join(entry.file_name());
        if entry.file_type().map_err(explain)?.is_dir() {
            fs::create_dir_all(&target).map_err(explain)?;
            copy_folder(&entry.path(), &target)?;
        } else if entry.file_name() != "case.toml" {
            fs::copy(entry.path(), &target).map_err(explain)?;
        }
    }
    Ok(())
}
