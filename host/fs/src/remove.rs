//! Removing names, directories and trees.

use crate::path::{decode, errno_of, failed};
use brio_realm::op::OpError;
use brio_realm::permission::{Place, place};
use rustix::fs::{AtFlags, FileType};
use rustix::io::Errno;
use std::thread::sleep;
use std::time::Duration;

pub fn unlink(path: &str) -> Result<(), OpError> {
    let path = decode(path);
    place(&path).and_then(|place| unlink_at(&place)).map_err(|errno| failed(errno, "unlink", &path))
}

pub fn remove_dir(path: &str) -> Result<(), OpError> {
    let path = decode(path);
    place(&path)
        .and_then(|place| rustix::fs::unlinkat(place.folder(), place.name(), AtFlags::REMOVEDIR))
        .map_err(|errno| failed(errno, "rmdir", &path))
}

pub fn remove(path: &str, recursive: bool, force: bool, max_retries: u32, retry_delay_ms: u32) -> Result<(), OpError> {
    let path = decode(path);
    let found = place(&path).and_then(|place| {
        let status = rustix::fs::statat(place.folder(), place.name(), AtFlags::SYMLINK_NOFOLLOW)?;
        Ok((place, FileType::from_raw_mode(status.st_mode)))
    });
    let (place, kind) = match found {
        Ok(found) => found,
        Err(Errno::NOENT) if force => return Ok(()),
        Err(errno) => return Err(failed(errno, "lstat", &path)),
    };
    let is_directory = kind == FileType::Directory;
    if is_directory && !recursive {
        return Err(failed(Errno::ISDIR, "rm", &path));
    }
    for tried_count in 0.. {
        let outcome = if is_directory { remove_tree(&place) } else { unlink_at(&place) };
        match outcome {
            Ok(()) | Err(Errno::NOENT) => return Ok(()),
            Err(errno) if is_passing(errno) && tried_count < max_retries => {
                sleep(Duration::from_millis(u64::from(retry_delay_ms) * u64::from(tried_count + 1)));
            }
            Err(errno) => return Err(failed(errno, if is_directory { "rm" } else { "unlink" }, &path)),
        }
    }
    Ok(())
}

/// Removes a directory with its contents. The standard library's walk does not follow a link that another process
/// creates meanwhile.
fn remove_tree(place: &Place<'_>) -> Result<(), Errno> {
    std::fs::remove_dir_all(place.path()).map_err(|error| errno_of(&error))
}

fn unlink_at(place: &Place<'_>) -> Result<(), Errno> {
    rustix::fs::unlinkat(place.folder(), place.name(), AtFlags::empty())
}

/// Whether the error may be temporary.
fn is_passing(errno: Errno) -> bool {
    matches!(errno, Errno::BUSY | Errno::MFILE | Errno::NFILE | Errno::NOTEMPTY | Errno::PERM)
}
