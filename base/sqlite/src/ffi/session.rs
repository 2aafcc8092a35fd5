//! Sessions record the changes of a database; changesets are the recorded changes.

use super::connection::{Connection, Failure, address};
use super::{c_string, text};
use libsqlite3_sys as raw;
use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::rc::Rc;

/// Records changes from its creation on.
pub struct Session {
    raw: Cell<*mut raw::sqlite3_session>,
    connection: Rc<Connection>,
}

impl Session {
    /// Starts to record changes of the attached database `name`: of one table, or of all.
    ///
    /// # Errors
    /// SQLite's.
    pub fn new(connection: &Rc<Connection>, name: &str, table: Option<&str>) -> Result<Self, Failure> {
        if !connection.is_open() {
            return Err(Failure::of_code(raw::SQLITE_MISUSE));
        }
        let (name, table) = (c_string(name), table.map(c_string));
        let mut session = ptr::null_mut();
        // SAFETY: a live connection, string and out-pointer.
        let code = unsafe { raw::sqlite3session_create(connection.raw(), name.as_ptr(), &mut session) };
        if code != raw::SQLITE_OK {
            return Err(connection.failure(code));
        }
        connection.session_count.update(|count| count + 1);
        let made = Self { raw: Cell::new(session), connection: connection.clone() };
        // SAFETY: a live session; null means all tables.
        let code =
            unsafe { raw::sqlite3session_attach(session, table.as_ref().map_or(ptr::null(), |table| table.as_ptr())) };
        if code == raw::SQLITE_OK { Ok(made) } else { Err(connection.failure(code)) }
    }

    /// The connection that it records.
    pub fn connection(&self) -> &Rc<Connection> {
        &self.connection
    }

    /// Whether it was ended.
    pub fn is_ended(&self) -> bool {
        self.raw.get().is_null()
    }

    /// The recorded changes; a patchset omits the previous values.
    ///
    /// # Errors
    /// SQLite's.
    pub fn changes(&self, is_patch: bool) -> Result<Vec<u8>, Failure> {
        if self.is_ended() {
            return Err(Failure::of_code(raw::SQLITE_MISUSE));
        }
        let (mut length, mut data) = (0, ptr::null_mut());
        let session = self.raw.get();
        let code = match is_patch {
            // SAFETY: a live session and out-pointers.
            true => unsafe { raw::sqlite3session_patchset(session, &mut length, &mut data) },
            // SAFETY: as above.
            false => unsafe { raw::sqlite3session_changeset(session, &mut length, &mut data) },
        };
        if code != raw::SQLITE_OK {
            return Err(self.connection.failure(code));
        }
        let bytes = if data.is_null() || length <= 0 {
            Vec::new()
        } else {
            // SAFETY: SQLite returned a block of that length.
            unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length as usize) }.to_vec()
        };
        // SAFETY: null or owned here, freed once.
        unsafe { raw::sqlite3_free(data) };
        Ok(bytes)
    }

    /// Ends it. The connection must still be open.
    pub fn end(&self) {
        let session = self.raw.replace(ptr::null_mut());
        if !session.is_null() {
            // SAFETY: a live session, and its last use.
            unsafe { raw::sqlite3session_delete(session) };
            self.connection.session_count.update(|count| count - 1);
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.end();
    }
}

struct Answers<'a> {
    wants_table: &'a dyn Fn(&str) -> bool,
    resolve: &'a dyn Fn(i32) -> i32,
}

/// Applies a changeset. `wants_table` can exclude tables; `resolve` receives SQLite's number of a conflict and decides
/// what to do. Returns the result code: SQLITE_ABORT when `resolve` decided so.
pub fn apply_changeset(
    connection: &Connection,
    changeset: &[u8],
    wants_table: &dyn Fn(&str) -> bool,
    resolve: &dyn Fn(i32) -> i32,
) -> i32 {
    if !connection.is_open() {
        return raw::SQLITE_MISUSE;
    }
    let Ok(length) = c_int::try_from(changeset.len()) else { return raw::SQLITE_TOOBIG };
    let answers = Answers { wants_table, resolve };
    let data: *mut c_void = changeset.as_ptr().cast_mut().cast();
    // SAFETY: a live connection; the bytes, which SQLite only reads, and the answers outlive the call.
    unsafe {
        raw::sqlite3changeset_apply(connection.raw(), length, data, Some(filter), Some(conflict), address(&answers))
    }
}

unsafe extern "C" fn filter(data: *mut c_void, table: *const c_char) -> c_int {
    // SAFETY: the answers of `apply_changeset`, which is running.
    let answers = unsafe { &*data.cast::<Answers<'_>>() };
    // SAFETY: SQLite's string is alive during the call.
    let table = unsafe { text(table) }.unwrap_or_default();
    c_int::from(catch_unwind(AssertUnwindSafe(|| (answers.wants_table)(&table))).unwrap_or(false))
}

unsafe extern "C" fn conflict(data: *mut c_void, kind: c_int, _change: *mut raw::sqlite3_changeset_iter) -> c_int {
    // SAFETY: the answers of `apply_changeset`, which is running.
    let answers = unsafe { &*data.cast::<Answers<'_>>() };
    catch_unwind(AssertUnwindSafe(|| (answers.resolve)(kind))).unwrap_or(raw::SQLITE_CHANGESET_ABORT)
}
