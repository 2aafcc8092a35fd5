//! One installation of a project at a time reads and changes its manifests, its lockfile and `node_modules`: others wait. Scripts of the project itself run
//! without it, since they may install something.

use rustix::fd::OwnedFd;
use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use rustix::io::Errno;
use std::path::Path;

/// Locks a project until the value is dropped, after other installations of it. None where the file system has no locks.
pub fn take(project: &Path, is_quiet: bool) -> Option<OwnedFd> {
    let folder = open(project, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()?;
    match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => return Some(folder),
        Err(Errno::WOULDBLOCK) => {}
        Err(_) => return None,
    }
    if !is_quiet {
        eprintln!("waiting for another installation in {}", project.display());
    }
    flock(&folder, FlockOperation::LockExclusive).ok()?;
    Some(folder)
}
