//! From the check to the use: the paths that were checked for the call that runs now, on its thread and on the thread of the
//! pool that does its work. A file is opened by its canonical path, and links in it are refused, so that what was checked
//! is what is opened, whatever changed in between. Calls that do not open a file get a descriptor of it or of its folder.
//!
//! A path that is granted by its name alone is not looked at before: as links are refused when it is opened, the name is the
//! canonical path, or the call fails with ELOOP and the path is checked in full ([`settle`]).

use super::is_active;
use crate::errors::OpError;
use brio_permissions::{Follow, Kind};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;
use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

/// What was checked for a call.
#[derive(Debug, Default)]
pub struct Checked {
    paths: Vec<Entry>,
    /// Why a path that was granted by its name may not be used, until the error of the call is made.
    refusal: Option<OpError>,
}

#[derive(Debug)]
struct Entry {
    /// As the implementation of the call names it.
    requested: PathBuf,
    way: Way,
}

#[derive(Debug)]
enum Way {
    Canonical(PathBuf),
    Named(Named),
    /// It leads to what may not be used.
    Refused,
}

/// A path that was granted by its name alone.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// None: the path itself is absolute.
    pub absolute: Option<PathBuf>,
    pub kinds: &'static [Kind],
    pub follow: Follow,
}

thread_local! {
    static CHECKED: RefCell<Checked> = const { RefCell::new(Checked { paths: Vec::new(), refusal: None }) };
}

/// Begins the checks of a call.
pub(super) fn begin() {
    CHECKED.with_borrow_mut(|checked| {
        checked.paths.clear();
        checked.refusal = None;
    });
}

pub(super) fn add(requested: &Path, canonical: PathBuf) {
    push(requested, Way::Canonical(canonical));
}

pub(super) fn add_named(requested: &Path, named: Named) {
    push(requested, Way::Named(named));
}

fn push(requested: &Path, way: Way) {
    CHECKED.with_borrow_mut(|checked| checked.paths.push(Entry { requested: requested.to_path_buf(), way }));
}

/// What was checked for the call that runs now, for the thread that does its work. That thread has no policy, so that no
/// path is left to be settled.
pub(crate) fn take() -> Checked {
    if !is_active() {
        return Checked::default();
    }
    let is_named = |entry: &Entry| matches!(entry.way, Way::Named(_)).then(|| entry.requested.clone());
    let named: Vec<PathBuf> = CHECKED.with_borrow(|checked| checked.paths.iter().filter_map(is_named).collect());
    for path in named {
        // A refusal is recorded, and is the error of the call when it uses the path.
        let _ = settle(&path);
    }
    CHECKED.take()
}

/// Continues a call on this thread.
pub(crate) fn set(checked: Checked) {
    CHECKED.set(checked);
}

/// Why the path of this call may not be used, when a call of the system failed with EACCES because of that.
pub fn take_refusal() -> Option<OpError> {
    if !is_active() {
        return None;
    }
    CHECKED.with_borrow_mut(|checked| checked.refusal.take())
}

/// The canonical path that was checked for `path` in this call; `path` itself when none was.
pub fn checked(path: &Path) -> Cow<'_, Path> {
    if !is_active() {
        return Cow::Borrowed(path);
    }
    let _ = settle(path);
    CHECKED.with_borrow(|checked| match checked.find(path) {
        Some(Way::Canonical(canonical)) => Cow::Owned(canonical.clone()),
        // The system finds nothing by an empty path.
        Some(Way::Named(_) | Way::Refused) => Cow::Owned(PathBuf::new()),
        None => Cow::Borrowed(path),
    })
}

/// Opens a file: as the system does, or, where its path was checked in this call, only by that path and without links.
///
/// # Errors
/// Those of open(2). EACCES when a link has appeared in a path that was checked, or leads to what may not be used.
pub fn open(path: &Path, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    if !is_active() {
        return rustix::fs::open(path, flags, mode);
    }
    match open_checked(path, flags, mode, ResolveFlags::empty()) {
        None => rustix::fs::open(path, flags, mode),
        // A link, or a kernel without openat2 (before 5.6), or a filter that forbids it.
        Some((Err(Errno::LOOP | Errno::NOSYS), true)) => {
            settle(path)?;
            open(path, flags, mode)
        }
        Some((Err(Errno::NOSYS), false)) => rustix::fs::open(&*checked(path), flags | OFlags::NOFOLLOW, mode),
        // Opening a link itself fails so too, as the program wanted.
        Some((Err(Errno::LOOP), false)) if !flags.contains(OFlags::NOFOLLOW) => Err(Errno::ACCESS),
        Some((outcome, _)) => outcome,
    }
}

/// The content of a file that is opened as [`open`] does.
///
/// # Errors
/// As [`open`], and those of read(2).
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::from(open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// As [`open`], with further limits (`RESOLVE_CACHED`). Errors are the system's: ELOOP for a link in a checked path.
///
/// # Errors
/// Those of openat2(2).
pub fn open_resolving(path: &Path, flags: OFlags, resolve: ResolveFlags) -> Result<OwnedFd, Errno> {
    let checked = if is_active() { open_checked(path, flags, Mode::empty(), resolve) } else { None };
    checked.map_or_else(|| openat2(CWD, path, flags, Mode::empty(), resolve), |(outcome, _)| outcome)
}

/// A descriptor of the file at a path that was checked in this call, for calls that accept one; None when none was
/// checked. `NOFOLLOW` in `flags` stands for a link itself.
///
/// # Errors
/// As [`open`].
pub fn locate(path: &Path, flags: OFlags) -> Result<Option<OwnedFd>, Errno> {
    let is_checked = is_active() && CHECKED.with_borrow(|checked| checked.find(path).is_some());
    if !is_checked {
        return Ok(None);
    }
    open(path, OFlags::PATH | OFlags::CLOEXEC | flags, Mode::empty()).map(Some)
}

/// A name in a folder, for calls that make, change or remove the name itself.
#[derive(Debug)]
pub struct Place<'a> {
    folder: Option<OwnedFd>,
    name: Cow<'a, Path>,
}

impl<'a> Place<'a> {
    /// A path as it is.
    pub fn of(path: &'a Path) -> Self {
        Place { folder: None, name: Cow::Borrowed(path) }
    }

    /// The folder, which no link led to when the path was checked; else the current one.
    pub fn folder(&self) -> BorrowedFd<'_> {
        self.folder.as_ref().map_or(CWD, AsFd::as_fd)
    }

    /// The name in it; a path when nothing was checked.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// A path that leads there, for calls that accept no descriptor.
    pub fn path(&self) -> Cow<'_, Path> {
        match &self.folder {
            None => Cow::Borrowed(&self.name),
            Some(folder) => Cow::Owned(path_of(folder).join(&self.name)),
        }
    }
}

/// The place of a path: its folder and its name there where the path was checked in this call, and the path itself elsewhere.
///
/// # Errors
/// As [`open`], for the folder.
pub fn place(path: &Path) -> Result<Place<'_>, Errno> {
    match checked(path) {
        Cow::Borrowed(path) => Ok(Place::of(path)),
        Cow::Owned(canonical) => place_of_canonical(canonical),
    }
}

/// The place of a canonical path.
///
/// # Errors
/// As [`open`], for the folder.
pub fn place_of_canonical(path: PathBuf) -> Result<Place<'static>, Errno> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name().map(OsStr::to_os_string)) else {
        return Ok(Place { folder: None, name: Cow::Owned(path) });
    };
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    match openat2(CWD, parent, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
        Ok(folder) => Ok(Place { folder: Some(folder), name: Cow::Owned(name.into()) }),
        Err(Errno::LOOP) => Err(Errno::ACCESS),
        Err(Errno::NOSYS) => Ok(Place { folder: None, name: Cow::Owned(path) }),
        Err(errno) => Err(errno),
    }
}

/// A path that leads to the file of a descriptor, for calls that accept none.
pub fn path_of(file: &impl AsRawFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// Opens what was checked for `path`, without links, and says whether it was granted by its name alone. None: nothing was
/// checked.
fn open_checked(
    path: &Path,
    flags: OFlags,
    mode: Mode,
    resolve: ResolveFlags,
) -> Option<(Result<OwnedFd, Errno>, bool)> {
    // The mode must be 0 for a file that is not created, and have no other bits.
    let creates = flags.intersects(OFlags::CREATE | OFlags::TMPFILE);
    let mode = if creates { mode & Mode::from_bits_retain(0o7777) } else { Mode::empty() };
    // Unknown flags, which open ignores, are an error of openat2.
    const KNOWN: u32 = 0x007f_ffff;
    let known = flags & OFlags::from_bits_retain(KNOWN);
    let open = |path: &Path| openat2(CWD, path, known, mode, resolve | ResolveFlags::NO_SYMLINKS);
    CHECKED.with_borrow(|checked| {
        Some(match checked.find(path)? {
            Way::Canonical(canonical) => (open(canonical), false),
            Way::Named(named) => (open(named.absolute.as_deref().unwrap_or(path)), true),
            Way::Refused => (Err(Errno::ACCESS), false),
        })
    })
}

/// Checks where a path leads that was granted by its name alone.
///
/// # Errors
/// EACCES when that may not be used; the refusal is recorded.
fn settle(path: &Path) -> Result<(), Errno> {
    let is_named = |entry: &Entry| entry.is_for(path) && matches!(entry.way, Way::Named(_));
    let named = CHECKED.with_borrow_mut(|checked| {
        let at = checked.paths.iter().position(is_named)?;
        Some(checked.paths.swap_remove(at).way)
    });
    let Some(Way::Named(named)) = named else { return Ok(()) };
    super::enforce::check_path(path, named.kinds, named.follow).map_err(|refusal| {
        CHECKED.with_borrow_mut(|checked| checked.refusal = Some(refusal.into_error()));
        push(path, Way::Refused);
        Errno::ACCESS
    })
}

impl Checked {
    fn find(&self, path: &Path) -> Option<&Way> {
        self.paths.iter().find(|entry| entry.is_for(path)).map(|entry| &entry.way)
    }
}

impl Entry {
    fn is_for(&self, path: &Path) -> bool {
        self.requested.as_os_str() == path.as_os_str()
    }
}
