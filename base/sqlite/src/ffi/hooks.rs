//! Callbacks of SQLite while it works: authorizing statements, and reporting changed rows. The closures live as long as
//! the connection, so that one that runs can remove itself.

use super::connection::{Connection, address};
use super::text;
use libsqlite3_sys as raw;
use std::cell::OnceCell;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// Authorizes an action of a statement, by SQLite's number of the action and its subjects: SQLITE_OK, SQLITE_DENY or
/// SQLITE_IGNORE.
pub type Authorizer = Box<dyn Fn(i32, [Option<String>; 4]) -> i32>;

/// Called for each row that is inserted, updated or deleted: SQLite's number of the action, database, table and row.
pub type UpdateHook = Box<dyn Fn(i32, &str, &str, i64)>;

#[derive(Default)]
pub(crate) struct Hooks {
    authorizer: OnceCell<Box<Authorizer>>,
    update: OnceCell<Box<UpdateHook>>,
}

impl Connection {
    /// Sets or replaces the authorizer of all statements.
    pub fn authorize_with(&self, authorizer: Authorizer) {
        if !self.is_open() {
            return;
        }
        let judge: &Authorizer = self.hooks.authorizer.get_or_init(|| Box::new(authorizer));
        // SAFETY: a live connection; the closure is never dropped before it.
        unsafe { raw::sqlite3_set_authorizer(self.raw(), Some(authorize), address(judge)) };
    }

    /// Removes the authorizer.
    pub fn stop_authorizing(&self) {
        if !self.is_open() {
            return;
        }
        // SAFETY: a live connection.
        unsafe { raw::sqlite3_set_authorizer(self.raw(), None, ptr::null_mut()) };
    }

    /// Sets or replaces the update hook.
    pub fn tell_updates(&self, hook: UpdateHook) {
        if !self.is_open() {
            return;
        }
        let told: &UpdateHook = self.hooks.update.get_or_init(|| Box::new(hook));
        // SAFETY: a live connection; the closure is never dropped before it.
        unsafe { raw::sqlite3_update_hook(self.raw(), Some(updated), address(told)) };
    }

    /// Removes the update hook.
    pub fn stop_telling_updates(&self) {
        if !self.is_open() {
            return;
        }
        // SAFETY: a live connection.
        unsafe { raw::sqlite3_update_hook(self.raw(), None, ptr::null_mut()) };
    }
}

unsafe extern "C" fn authorize(
    data: *mut c_void,
    action: c_int,
    first: *const c_char,
    second: *const c_char,
    third: *const c_char,
    fourth: *const c_char,
) -> c_int {
    // SAFETY: the closure of `authorize_with`, which lives as long as the connection.
    let judge = unsafe { &*data.cast::<Authorizer>() };
    // SAFETY: SQLite's strings are null or alive during the call.
    let subjects = [first, second, third, fourth].map(|subject| unsafe { text(subject) });
    catch_unwind(AssertUnwindSafe(|| judge(action, subjects))).unwrap_or(raw::SQLITE_DENY)
}

unsafe extern "C" fn updated(
    data: *mut c_void,
    action: c_int,
    database: *const c_char,
    table: *const c_char,
    row: raw::sqlite3_int64,
) {
    // SAFETY: the closure of `tell_updates`, which lives as long as the connection.
    let hook = unsafe { &*data.cast::<UpdateHook>() };
    // SAFETY: SQLite's strings are alive during the call.
    let [database, table] = [database, table].map(|name| unsafe { text(name) }.unwrap_or_default());
    let _ = catch_unwind(AssertUnwindSafe(|| hook(action, &database, &table, row)));
}
