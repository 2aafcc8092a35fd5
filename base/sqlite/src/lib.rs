//! A safe wrapper of SQLite: connections, statements, functions, authorizers, sessions and backups. It knows no
//! JavaScript. Everything belongs to one thread; connections are opened without SQLite's own locks.
//!
//! Start reading at [`Connection`], then [`Statement`]. The raw pointers stay in `ffi/`.

mod ffi;

pub use ffi::backup::Backup;
pub use ffi::connection::{Connection, Failure, Prepared, error_string, version};
pub use ffi::functions::{Aggregate, Arguments, Function, FunctionOptions, Output};
pub use ffi::guard::guard_files;
pub use ffi::hooks::{Authorizer, UpdateHook};
pub use ffi::session::{Session, apply_changeset};
pub use ffi::statement::{Origin, Row, Statement};
pub use ffi::value::Value;

/// SQLite's result codes that callers check.
pub mod codes {
    pub use libsqlite3_sys::{
        SQLITE_ABORT, SQLITE_BUSY, SQLITE_DENY, SQLITE_DONE, SQLITE_ERROR, SQLITE_LOCKED, SQLITE_MISUSE, SQLITE_OK,
        SQLITE_RANGE, SQLITE_ROW, SQLITE_TOOBIG,
    };
}

/// The numbers of SQLite's data types.
pub mod types {
    pub use libsqlite3_sys::{SQLITE_BLOB, SQLITE_FLOAT, SQLITE_INTEGER, SQLITE_NULL, SQLITE_TEXT};
}

#[cfg(test)]
mod sqlite_tests;
