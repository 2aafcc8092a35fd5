//! Online backups: copies of databases while they are in use.

use super::c_string;
use super::connection::{Connection, Failure};
use libsqlite3_sys as raw;
use std::ptr::NonNull;
use std::rc::Rc;

/// A backup in progress.
pub struct Backup {
    raw: NonNull<raw::sqlite3_backup>,
    source: Rc<Connection>,
    target: Rc<Connection>,
}

impl Backup {
    /// Starts to copy the attached database `source_name` over `target_name` of another connection.
    ///
    /// # Errors
    /// SQLite's.
    pub fn new(
        source: &Rc<Connection>,
        source_name: &str,
        target: Rc<Connection>,
        target_name: &str,
    ) -> Result<Self, Failure> {
        if !source.is_open() || !target.is_open() {
            return Err(Failure::of_code(raw::SQLITE_MISUSE));
        }
        let (source_name, target_name) = (c_string(source_name), c_string(target_name));
        // SAFETY: two live connections and strings.
        let backup =
            unsafe { raw::sqlite3_backup_init(target.raw(), target_name.as_ptr(), source.raw(), source_name.as_ptr()) };
        match NonNull::new(backup) {
            Some(raw) => Ok(Self { raw, source: source.clone(), target }),
            None => Err(target.failure(raw::SQLITE_ERROR)),
        }
    }

    /// Whether it copies from `connection`.
    pub fn copies_from(&self, connection: &Rc<Connection>) -> bool {
        Rc::ptr_eq(&self.source, connection)
    }

    /// Copies this many pages; all of them when negative. Returns SQLITE_OK when there is more to do, SQLITE_DONE at
    /// the end.
    pub fn step(&self, pages: i32) -> i32 {
        if !self.source.is_open() || !self.target.is_open() {
            return raw::SQLITE_MISUSE;
        }
        // SAFETY: a live backup between two live connections.
        unsafe { raw::sqlite3_backup_step(self.raw.as_ptr(), pages) }
    }

    /// How many pages were left after the last step.
    pub fn remaining(&self) -> i32 {
        // SAFETY: a live backup.
        unsafe { raw::sqlite3_backup_remaining(self.raw.as_ptr()) }
    }

    /// How many pages the source had at the last step.
    pub fn page_count(&self) -> i32 {
        // SAFETY: a live backup.
        unsafe { raw::sqlite3_backup_pagecount(self.raw.as_ptr()) }
    }
}

impl Drop for Backup {
    fn drop(&mut self) {
        // SAFETY: a live backup, and its last use; SQLite keeps a connection that was closed during its copy alive until now.
        unsafe { raw::sqlite3_backup_finish(self.raw.as_ptr()) };
    }
}
