//! What `posix_spawn` does between the start of the child and its program: owners of the system's two structures.

use std::ffi::CStr;
use std::io;
use std::mem::MaybeUninit;

/// Steps of the child before its program, in order.
pub struct FileActions(Box<libc::posix_spawn_file_actions_t>);

impl FileActions {
    pub fn new() -> io::Result<Self> {
        let mut actions = Box::new(MaybeUninit::uninit());
        // SAFETY: the pointer is valid for writes; the system initializes what it points to.
        check(unsafe { libc::posix_spawn_file_actions_init(actions.as_mut_ptr()) })?;
        // SAFETY: initialized by the successful call above.
        Ok(Self(unsafe { actions.assume_init() }))
    }

    pub fn change_directory(&mut self, directory: &CStr) -> io::Result<()> {
        // SAFETY: initialized in `new`; the system copies the path.
        check(unsafe { libc::posix_spawn_file_actions_addchdir_np(&mut *self.0, directory.as_ptr()) })
    }

    pub fn duplicate(&mut self, source: i32, target: i32) -> io::Result<()> {
        // SAFETY: initialized in `new`; the numbers are checked by the system.
        check(unsafe { libc::posix_spawn_file_actions_adddup2(&mut *self.0, source, target) })
    }

    /// Opens `path` for reading and writing as descriptor `target`.
    pub fn open(&mut self, path: &CStr, target: i32) -> io::Result<()> {
        // SAFETY: initialized in `new`; the system copies the path.
        check(unsafe { libc::posix_spawn_file_actions_addopen(&mut *self.0, target, path.as_ptr(), libc::O_RDWR, 0) })
    }

    pub fn as_ptr(&self) -> *const libc::posix_spawn_file_actions_t {
        &*self.0
    }
}

impl Drop for FileActions {
    fn drop(&mut self) {
        // SAFETY: initialized in `new`, destroyed only here.
        unsafe { libc::posix_spawn_file_actions_destroy(&mut *self.0) };
    }
}

/// Signals and session of the child.
pub struct Attributes(Box<libc::posix_spawnattr_t>);

impl Attributes {
    /// All signals at their default and none blocked; a new session if requested.
    pub fn new(is_detached: bool) -> io::Result<Self> {
        let mut attributes = Box::new(MaybeUninit::uninit());
        // SAFETY: the pointer is valid for writes; the system initializes what it points to.
        check(unsafe { libc::posix_spawnattr_init(attributes.as_mut_ptr()) })?;
        // SAFETY: initialized by the successful call above.
        let mut attributes = Self(unsafe { attributes.assume_init() });
        let session = if is_detached { libc::POSIX_SPAWN_SETSID } else { 0 };
        let flags = libc::POSIX_SPAWN_SETSIGDEF as libc::c_short
            | libc::POSIX_SPAWN_SETSIGMASK as libc::c_short
            | session as libc::c_short;
        // SAFETY: initialized above.
        check(unsafe { libc::posix_spawnattr_setflags(&mut *attributes.0, flags) })?;
        let (all, none) = (signals(true), signals(false));
        // SAFETY: both were initialized; the set is copied.
        check(unsafe { libc::posix_spawnattr_setsigdefault(&mut *attributes.0, &all) })?;
        // SAFETY: both were initialized; the set is copied.
        check(unsafe { libc::posix_spawnattr_setsigmask(&mut *attributes.0, &none) })?;
        Ok(attributes)
    }

    pub fn as_ptr(&self) -> *const libc::posix_spawnattr_t {
        &*self.0
    }
}

impl Drop for Attributes {
    fn drop(&mut self) {
        // SAFETY: initialized in `new`, destroyed only here.
        unsafe { libc::posix_spawnattr_destroy(&mut *self.0) };
    }
}

/// The set of all signals or of none.
fn signals(all: bool) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    if all {
        // SAFETY: the pointer is valid for writes.
        unsafe { libc::sigfillset(set.as_mut_ptr()) };
    } else {
        // SAFETY: the pointer is valid for writes.
        unsafe { libc::sigemptyset(set.as_mut_ptr()) };
    }
    // SAFETY: either call initialized it; neither can fail with a valid pointer.
    unsafe { set.assume_init() }
}

fn check(errno: i32) -> io::Result<()> {
    if errno == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(errno)) }
}
