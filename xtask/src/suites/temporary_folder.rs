//! Temporary folders for tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A temporary folder that is removed when the value is dropped.
pub struct TemporaryFolder {
    pub path: PathBuf,
}

impl TemporaryFolder {
    /// Creates an empty folder with a unique name.
    pub fn new() -> Result<TemporaryFolder, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("brio-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).map_err(|error| format!("cannot make {}: {error}", path.display()))?;
        // The canonical form, because runtimes name modules by it.
        let path = path.canonicalize().map_err(|error| error.to_string())?;
        Ok(TemporaryFolder { path })
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Nothing depends on the removal; the system cleans its temporary folder anyway.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Copies everything in a folder except its `case.toml`.
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
