//! A guard in front of SQLite's files. Each database that a connection opens, by any statement (`ATTACH`, `VACUUM INTO`), is
//! checked with the path that the system will open, and so is each file that SQLite finds by a name in another one or in a
//! setting: a super-journal, a folder for temporary files. Files are opened without following links, so that what was
//! checked is what is opened.

use libsqlite3_sys as raw;
use std::collections::HashSet;
use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Whether a file may be opened, for writing too if the second argument says so.
pub type MayOpen = fn(&Path, bool) -> bool;

type Open =
    unsafe extern "C" fn(*mut raw::sqlite3_vfs, *const c_char, *mut raw::sqlite3_file, c_int, *mut c_int) -> c_int;
type Delete = unsafe extern "C" fn(*mut raw::sqlite3_vfs, *const c_char, c_int) -> c_int;
/// open(2), as SQLite calls it.
type SystemOpen = unsafe extern "C" fn(*const c_char, c_int, c_int) -> c_int;

struct Guard {
    may_open: MayOpen,
    open: Open,
    delete: Delete,
    /// The databases that were opened. What SQLite stores beside them it may remove.
    databases: Mutex<HashSet<PathBuf>>,
}

static GUARD: OnceLock<Guard> = OnceLock::new();

/// How the names of temporary files begin (`SQLITE_TEMP_FILE_PREFIX`).
const TEMPORARY: &[u8] = b"etilqs_";
/// Where SQLite makes them, unless a variable or a setting names a folder.
const TEMPORARY_FOLDERS: [&str; 3] = ["/var/tmp", "/usr/tmp", "/tmp"];
/// What the names of files beside a database add to its name; for a super-journal, nine digits follow.
const BESIDE: [&str; 3] = ["-journal", "-wal", "-shm"];
const SUPER_JOURNAL: &str = "-mj";

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
    let (Some(open), Some(delete)) = (guarded.xOpen, guarded.xDelete) else { return };
    if GUARD.set(Guard { may_open, open, delete, databases: Mutex::default() }).is_err() {
        return;
    }
    if let Some(set_call) = guarded.xSetSystemCall {
        let function: SystemOpen = open_without_links;
        // SAFETY: SQLite stores functions of all signatures as this type, and calls this one as open(2).
        let stored = unsafe { std::mem::transmute::<SystemOpen, unsafe extern "C" fn()>(function) };
        // SAFETY: the default file system, the name of a call of it, and a function for that.
        unsafe { set_call(default, c"open".as_ptr(), Some(stored)) };
    }
    guarded.xOpen = Some(open_checked);
    guarded.xDelete = Some(delete_checked);
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

impl Guard {
    fn note_database(&self, path: &Path) {
        self.databases.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf());
    }

    /// Whether a file belongs to a database that was opened, by its name.
    fn is_beside_database(&self, path: &Path) -> bool {
        let Some(name) = path.to_str() else { return false };
        let base = BESIDE.iter().find_map(|end| name.strip_suffix(end)).or_else(|| {
            let (base, digits) = name.rsplit_once(SUPER_JOURNAL)?;
            (digits.len() == 9 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(base)
        });
        let databases = self.databases.lock().unwrap_or_else(PoisonError::into_inner);
        base.is_some_and(|base| databases.contains(Path::new(base)))
    }
}

/// A path of SQLite; None for the null pointer.
///
/// # Safety
/// The pointer is null or that of a string that ends with NUL and lives as long as the result is used.
unsafe fn path_of<'a>(name: *const c_char) -> Option<&'a Path> {
    if name.is_null() {
        return None;
    }
    // SAFETY: as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    Some(Path::new(OsStr::from_bytes(name.to_bytes())))
}

unsafe extern "C" fn open_checked(
    system: *mut raw::sqlite3_vfs,
    name: *const c_char,
    file: *mut raw::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    let Some(guard) = GUARD.get() else { return raw::SQLITE_CANTOPEN };
    // SAFETY: SQLite passes the full path, which ends with NUL, or null for a temporary file.
    if let Some(path) = unsafe { path_of(name) } {
        let writes = flags & raw::SQLITE_OPEN_READONLY == 0;
        let is_database = flags & raw::SQLITE_OPEN_MAIN_DB != 0;
        // Its name is in a journal, which the program can have written.
        let is_named = flags & raw::SQLITE_OPEN_SUPER_JOURNAL != 0 && !guard.is_beside_database(path);
        if (is_database || is_named) && !(guard.may_open)(path, writes) {
            // SAFETY: the memory of the file, as large as the description says; without methods it is not open.
            unsafe { (*file).pMethods = ptr::null() };
            return raw::SQLITE_PERM;
        }
        if is_database {
            guard.note_database(path);
        }
    }
    // SAFETY: the arguments of this call, for the function that the guard stands in front of.
    unsafe { (guard.open)(system, name, file, flags, out_flags) }
}

unsafe extern "C" fn delete_checked(system: *mut raw::sqlite3_vfs, name: *const c_char, syncs: c_int) -> c_int {
    let Some(guard) = GUARD.get() else { return raw::SQLITE_IOERR_DELETE };
    // SAFETY: SQLite passes a path that ends with NUL.
    let Some(path) = (unsafe { path_of(name) }) else { return raw::SQLITE_IOERR_DELETE };
    if !guard.is_beside_database(path) && !is_temporary(path) && !(guard.may_open)(path, true) {
        return raw::SQLITE_IOERR_DELETE;
    }
    // SAFETY: the arguments of this call, for the function that the guard stands in front of.
    unsafe { (guard.delete)(system, name, syncs) }
}

/// Whether a path is that of a temporary file in one of the system's folders.
fn is_temporary(path: &Path) -> bool {
    let is_named = path.file_name().is_some_and(|name| name.as_bytes().starts_with(TEMPORARY));
    is_named && TEMPORARY_FOLDERS.iter().any(|folder| path.parent() == Some(Path::new(folder)))
}

unsafe extern "C" fn open_without_links(name: *const c_char, flags: c_int, mode: c_int) -> c_int {
    // SAFETY: SQLite passes a path that ends with NUL.
    let path = unsafe { path_of(name) }.unwrap_or(Path::new(""));
    let is_made_up = path.file_name().is_some_and(|name| name.as_bytes().starts_with(TEMPORARY));
    if is_made_up && flags & libc::O_EXCL != 0 && !is_temporary(path) {
        // A setting named the folder.
        let may_open = GUARD.get().is_some_and(|guard| (guard.may_open)(path, true));
        if !may_open {
            return fail(libc::EACCES);
        }
    }
    // SAFETY: a structure of integers, for which zeros are valid.
    let mut how: libc::open_how = unsafe { std::mem::zeroed() };
    how.flags = flags as u64;
    how.mode = if flags & libc::O_CREAT != 0 { (mode & 0o7777) as u64 } else { 0 };
    how.resolve = libc::RESOLVE_NO_SYMLINKS;
    let size = size_of::<libc::open_how>();
    // SAFETY: a path that ends with NUL, and a description of this size.
    let opened = unsafe { libc::syscall(libc::SYS_openat2, libc::AT_FDCWD, name, &raw const how, size) };
    if opened >= 0 {
        return opened as c_int;
    }
    let error = std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO);
    // A kernel before 5.6 has no such call, and a filter may forbid it. The system's temporary folder may be a link.
    match error == libc::ENOSYS || error == libc::ELOOP && is_temporary(path) {
        // SAFETY: a path that ends with NUL.
        true => unsafe { libc::open(name, flags | libc::O_NOFOLLOW, mode) },
        false => fail(error),
    }
}

/// Fails a call of the system.
fn fail(error: c_int) -> c_int {
    // SAFETY: the address of this thread's number of the last error.
    let last = unsafe { libc::__errno_location() };
    // SAFETY: it is valid for this thread.
    unsafe { *last = error };
    -1
}
