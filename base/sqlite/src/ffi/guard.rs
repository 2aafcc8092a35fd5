//! A guard in front of SQLite's files: each database that a connection opens, by any statement (`ATTACH`, `VACUUM INTO`),
//! is checked with the path that the system will open.

use libsqlite3_sys as raw;
use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::sync::OnceLock;

/// Whether a database may be opened, for writing too if the second argument says so.
pub type MayOpen = fn(&Path, bool) -> bool;

type Open =
    unsafe extern "C" fn(*mut raw::sqlite3_vfs, *const c_char, *mut raw::sqlite3_file, c_int, *mut c_int) -> c_int;

struct Guard {
    may_open: MayOpen,
    open: Open,
}

static GUARD: OnceLock<Guard> = OnceLock::new();

/// Checks all databases that are opened from now on in this process with `may_open`. The first call counts.
pub fn guard_files(may_open: MayOpen) {
    if GUARD.get().is_some() {
        return;
    }
    super::connection::initialize();
    // SAFETY: finds the default file system of the library; null only when there is none.
    let default = unsafe { raw::sqlite3_vfs_find(ptr::null()) };
    if default.is_null() {
        return;
    }
    // SAFETY: a registered file system lives as long as the library, and its description is plain data.
    let mut guarded = unsafe { ptr::read(default) };
    let Some(open) = guarded.xOpen else { return };
    if GUARD.set(Guard { may_open, open }).is_err() {
        return;
    }
    guarded.xOpen = Some(open_checked);
    guarded.pNext = ptr::null_mut();
    guarded.zName = c"brio".as_ptr();
    let guarded = Box::into_raw(Box::new(guarded));
    // SAFETY: the description is never freed.
    unsafe { raw::sqlite3_vfs_register(guarded, 1) };
    // An address may name a file system (`?vfs=unix`): no other one must be left.
    for name in [c"unix", c"unix-none", c"unix-dotfile", c"unix-excl"] {
        // SAFETY: finds a file system by a string that ends with NUL.
        let other = unsafe { raw::sqlite3_vfs_find(name.as_ptr()) };
        if !other.is_null() {
            // SAFETY: a registered file system; connections that use it keep its description.
            unsafe { raw::sqlite3_vfs_unregister(other) };
        }
    }
}

unsafe extern "C" fn open_checked(
    system: *mut raw::sqlite3_vfs,
    name: *const c_char,
    file: *mut raw::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    let Some(guard) = GUARD.get() else { return raw::SQLITE_CANTOPEN };
    if flags & raw::SQLITE_OPEN_MAIN_DB != 0 && !name.is_null() {
        // SAFETY: SQLite passes the full path, which ends with NUL.
        let path = unsafe { CStr::from_ptr(name) };
        let writes = flags & raw::SQLITE_OPEN_READONLY == 0;
        if !(guard.may_open)(Path::new(OsStr::from_bytes(path.to_bytes())), writes) {
            // SAFETY: the memory of the file, as large as the description says; without methods it is not open.
            unsafe { (*file).pMethods = ptr::null() };
            return raw::SQLITE_PERM;
        }
    }
    // SAFETY: the arguments of this call, for the function that the guard stands in front of.
    unsafe { (guard.open)(system, name, file, flags, out_flags) }
}
