//! Writing files such that a killed process leaves the old or the new content, never a part.

use crate::error::{Error, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A name that no other process and no other call uses.
pub fn unique_name() -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    format!("{}-{}-{count}", std::process::id(), crate::time::now_ms())
}

/// Replaces the content of a file; makes its folder.
///
/// # Errors
/// The system's.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_with(path, &mut |output| output.write_all(bytes))
}

/// As [`replace`], with what `write` writes.
///
/// # Errors
/// The system's, and those of `write`.
pub fn replace_with(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let temporary: PathBuf = folder.join(format!(".{}.tmp", unique_name()));
    let mut attempt = || -> std::io::Result<()> {
        let file = match File::create_new(&temporary) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                std::fs::create_dir_all(folder)?;
                File::create_new(&temporary)?
            }
            other => other?,
        };
        let mut output = BufWriter::with_capacity(64 * 1024, file);
        write(&mut output)?;
        output.flush()?;
        if let Ok(metadata) = std::fs::metadata(path) {
            std::fs::set_permissions(&temporary, metadata.permissions())?;
        }
        std::fs::rename(&temporary, path)
    };
    attempt().map_err(|error| {
        // The temporary file may not exist.
        let _ = std::fs::remove_file(&temporary);
        Error::of_file(&error, "write", path)
    })
}

/// Removes a file or a folder with all it contains; what is not there is no error.
///
/// # Errors
/// The system's.
pub fn remove(path: &Path) -> Result<()> {
    let outcome = match std::fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => std::fs::remove_dir_all(path),
        Ok(_) => std::fs::remove_file(path),
        Err(error) => Err(error),
    };
    match outcome {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::of_file(&error, "remove", path)),
        _ => Ok(()),
    }
}
