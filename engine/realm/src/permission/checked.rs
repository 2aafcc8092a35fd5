//! From the check to the use: the canonical paths that were checked for the call that runs now, on its thread and on the
//! thread of the pool that does its work. A file is opened by that path, and links in it are refused, so that what was
//! checked is what is opened, whatever changed in between.

use super::is_active;
use rustix::fd::OwnedFd;
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;
use std::borrow::Cow;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// Paths as they were passed, each with its canonical form.
pub type Checked = Vec<(PathBuf, PathBuf)>;

thread_local! {
    static CHECKED: RefCell<Checked> = const { RefCell::new(Vec::new()) };
}

/// Begins the checks of a call.
pub(super) fn begin() {
    CHECKED.with_borrow_mut(Vec::clear);
}

pub(super) fn add(requested: &Path, canonical: PathBuf) {
    CHECKED.with_borrow_mut(|list| list.push((requested.to_path_buf(), canonical)));
}

/// What was checked for the call that runs now, for the thread that does its work.
pub(crate) fn take() -> Checked {
    CHECKED.take()
}

/// Continues a call on this thread.
pub(crate) fn set(checked: Checked) {
    CHECKED.set(checked);
}

/// The canonical path that was checked for `path` in this call; `path` itself when none was.
pub fn checked(path: &Path) -> Cow<'_, Path> {
    if !is_active() {
        return Cow::Borrowed(path);
    }
    CHECKED.with_borrow(|list| {
        let found = list.iter().find(|(requested, _)| requested == path);
        found.map_or(Cow::Borrowed(path), |(_, canonical)| Cow::Owned(canonical.clone()))
    })
}

/// Opens a file: as the system does, or, where its path was checked in this call, only by that path and without links.
///
/// # Errors
/// Those of open(2). EACCES when a link has appeared in a path that was checked.
pub fn open(path: &Path, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    let found = checked(path);
    if let Cow::Borrowed(path) = found {
        return rustix::fs::open(path, flags, mode);
    }
    // The mode must be 0 for a file that is not created, and have no other bits.
    let creates = flags.intersects(OFlags::CREATE | OFlags::TMPFILE);
    let mode = if creates { mode & Mode::from_bits_retain(0o7777) } else { Mode::empty() };
    // Unknown flags, which open ignores, are an error of openat2.
    const KNOWN: u32 = 0x007f_ffff;
    let known = flags & OFlags::from_bits_retain(KNOWN);
    match openat2(CWD, &*found, known, mode, ResolveFlags::NO_SYMLINKS) {
        // Opening a link itself fails so too, as the program wanted.
        Err(Errno::LOOP) if !flags.contains(OFlags::NOFOLLOW) => Err(Errno::ACCESS),
        // A kernel without openat2 (before 5.6), or a filter that forbids it.
        Err(Errno::NOSYS) => rustix::fs::open(&*found, flags | OFlags::NOFOLLOW, mode),
        outcome => outcome,
    }
}
