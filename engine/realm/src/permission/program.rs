//! The files that are part of the program: the loader reads them without the permission to read (`P::Load` in Deno's model),
//! and messages quote them. Which files these are is decided in `internal:loader/import_guard`.

use super::policy::may_have_written;
use super::{Permission, Subject, decide, is_active};
use crate::started;
use brio_permissions::{Follow, State, canonical, is_plain};
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Files that may be loaded, by all threads.
static PARTS: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
/// The first of them: the main module.
static FIRST: OnceLock<PathBuf> = OnceLock::new();
/// Files that were loaded, whose source messages may quote.
static LOADED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// Makes a file part of the program. Also before any thread has a policy: the first may be that of a worker.
pub fn add_to_program(path: &Path) {
    let _ = FIRST.get_or_init(|| path.to_path_buf());
    add(&PARTS, path);
}

/// The file that was made part of the program first.
pub fn first_of_program() -> Option<&'static Path> {
    FIRST.get().map(PathBuf::as_path)
}

pub(super) fn is_of_program(path: &Path) -> bool {
    contains(&PARTS, path)
}

/// Opens a file for the loader, as the check of this call found it; a part of the program only without links.
///
/// # Errors
/// As [`super::open`].
pub fn open_module(path: &Path) -> io::Result<File> {
    const FLAGS: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC);
    if !is_active() {
        return File::open(path);
    }
    let opened = match is_of_program(path) && is_plain(path) {
        false => super::open(path, FLAGS, Mode::empty()),
        true => match openat2(CWD, path, FLAGS, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
            Err(Errno::LOOP) => Err(Errno::ACCESS),
            Err(Errno::NOSYS) => rustix::fs::open(path, FLAGS | OFlags::NOFOLLOW, Mode::empty()),
            outcome => outcome,
        },
    };
    Ok(File::from(opened?))
}

/// Lets messages quote a file, because it is loaded.
pub fn note_loaded(path: &Path) {
    if is_active() {
        add(&LOADED, path);
    }
}

/// The content of a file for a message: one that was loaded, or that may be read. None for others, and where links lead there.
pub fn read_for_message(path: &Path) -> Option<Vec<u8>> {
    if !is_active() {
        return std::fs::read(path).ok();
    }
    let is_known = contains(&LOADED, path) || decide(&Permission::Read(Subject::Path(path))) == State::Granted;
    if !is_known {
        return None;
    }
    read_without_links(path)
}

/// The content of a file of the runtime's own choice, such as a package.json; None where links lead there under a policy.
pub fn read_without_links(path: &Path) -> Option<Vec<u8>> {
    if !is_active() {
        return std::fs::read(path).ok();
    }
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
        Err(Errno::NOSYS) => rustix::fs::open(path, flags | OFlags::NOFOLLOW, Mode::empty()),
        outcome => outcome,
    };
    let mut bytes = Vec::new();
    File::from(file.ok()?).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The content of a configuration such as a tsconfig.json, which needs no permission where it is found beside or above a
/// module. `before`: the configurations that led to it. One that the program may have written names only what may be read.
///
/// # Errors
/// Those of reading it. EACCES when it may not be read, and where links lead there.
pub fn read_setting(path: &Path, before: &[PathBuf]) -> io::Result<Vec<u8>> {
    if !is_active() {
        return std::fs::read(path);
    }
    let is_granted = |permission: &Permission<'_>| decide(permission) == State::Granted;
    let found = canonical(path, Follow::Last)?.path;
    let refused = || io::Error::from(Errno::ACCESS);
    if is_granted(&Permission::Read(Subject::Path(&found))) {
        return read_without_links(&found).ok_or_else(refused);
    }
    if !before.iter().all(|file| is_unchanged(file)) {
        return Err(refused());
    }
    read_without_links(path).ok_or_else(refused)
}

/// Whether a file, or its absence, is not the program's own work: it has not changed since the process started, or no file may
/// be written. (Programs cannot set a file's time of change.)
pub fn is_unchanged(path: &Path) -> bool {
    if !is_active() || !may_have_written() {
        return true;
    }
    match std::fs::symlink_metadata(path) {
        Ok(found) => (found.ctime() as f64 * 1e3 + found.ctime_nsec() as f64 / 1e6) < started().unix_ms,
        Err(error) => matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
    }
}

fn add(set: &Mutex<Option<HashSet<PathBuf>>>, path: &Path) {
    let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
    set.get_or_insert_default().insert(path.to_path_buf());
}

fn contains(set: &Mutex<Option<HashSet<PathBuf>>>, path: &Path) -> bool {
    let set = set.lock().unwrap_or_else(PoisonError::into_inner);
    set.as_ref().is_some_and(|set| set.contains(path))
}
