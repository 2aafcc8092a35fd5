//! Finds the file of a program as `execvp` does, in the PATH that the child will have.

use rustix::fs::{Access, access};
use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The search path of an environment without PATH.
const DEFAULT_PATH: &str = "/usr/bin:/bin";

/// The file to execute. A name with a slash is used as it is.
pub fn find(file: &Path, environment: &[String], directory: Option<&Path>) -> io::Result<PathBuf> {
    let bytes = file.as_os_str().as_bytes();
    if bytes.is_empty() {
        return Err(io::Error::from_raw_os_error(libc::ENOENT));
    }
    if bytes.contains(&b'/') {
        return Ok(file.to_path_buf());
    }
    let search = environment.iter().find_map(|entry| entry.strip_prefix("PATH=")).unwrap_or(DEFAULT_PATH);
    let mut errno = libc::ENOENT;
    for folder in search.split(':') {
        let candidate = if folder.is_empty() { Path::new(".").join(file) } else { Path::new(folder).join(file) };
        // A relative folder is relative to the child's working directory.
        let seen = directory.map_or_else(|| candidate.clone(), |directory| directory.join(&candidate));
        if !seen.is_file() {
            continue;
        }
        if access(&seen, Access::EXEC_OK).is_ok() {
            return Ok(candidate);
        }
        errno = libc::EACCES;
    }
    Err(io::Error::from_raw_os_error(errno))
}

/// The path as the system expects it.
pub fn c_path(path: &Path) -> io::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| io::ErrorKind::InvalidInput.into())
}
