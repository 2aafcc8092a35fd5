//! Connections: opening, closing, options, databases as bytes, and compiling statements.

use super::functions::{self, Aggregate, Function, FunctionOptions};
use super::hooks::Hooks;
use super::statement::{Statement, learn_value_bytes};
use super::{c_string, text};
use libsqlite3_sys as raw;
use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::rc::Rc;
use std::sync::Once;

unsafe extern "C" {
    // The bindings lack this function.
    fn sqlite3_close_v2(connection: *mut raw::sqlite3) -> c_int;
}

/// The operations of `sqlite3_file_control` whose argument is the address of an integer.
const WITH_NUMBER: &[i32] = &[
    raw::SQLITE_FCNTL_LOCKSTATE,
    raw::SQLITE_FCNTL_LAST_ERRNO,
    raw::SQLITE_FCNTL_SIZE_HINT,
    raw::SQLITE_FCNTL_CHUNK_SIZE,
    raw::SQLITE_FCNTL_PERSIST_WAL,
    raw::SQLITE_FCNTL_POWERSAFE_OVERWRITE,
    raw::SQLITE_FCNTL_MMAP_SIZE,
    raw::SQLITE_FCNTL_HAS_MOVED,
    raw::SQLITE_FCNTL_LOCK_TIMEOUT,
    raw::SQLITE_FCNTL_DATA_VERSION,
    raw::SQLITE_FCNTL_SIZE_LIMIT,
    raw::SQLITE_FCNTL_RESERVE_BYTES,
    raw::SQLITE_FCNTL_RESET_CACHE,
];

/// An open database. Statements, sessions and backups keep it alive.
pub struct Connection {
    /// Null once it is closed.
    raw: Cell<*mut raw::sqlite3>,
    pub(super) hooks: Hooks,
    /// How many sessions record it.
    pub(super) session_count: Cell<u32>,
}

/// An error of SQLite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Failure {
    /// The extended result code.
    pub code: i32,
    pub message: String,
    /// The byte offset of the error in the SQL; -1 when it is unknown.
    pub offset: i32,
}

/// The result of `prepare`.
pub struct Prepared {
    /// None when the SQL has only white space and comments.
    pub statement: Option<Statement>,
    /// Where the SQL continues after the statement.
    pub end: usize,
}

/// SQLite is compiled without the check at each call whether it was initialized.
pub(super) fn initialize() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: may be called at any time.
        let status = unsafe { raw::sqlite3_initialize() };
        assert!(status == raw::SQLITE_OK, "SQLite could not be initialized");
    });
}

/// SQLite's version.
pub fn version() -> &'static str {
    // SAFETY: has no arguments.
    let version = unsafe { raw::sqlite3_libversion() };
    // SAFETY: a static string.
    unsafe { CStr::from_ptr(version) }.to_str().unwrap_or_default()
}

/// SQLite's English message for a result code.
pub fn error_string(code: i32) -> &'static str {
    // SAFETY: accepts any number.
    let meaning = unsafe { raw::sqlite3_errstr(code) };
    // SAFETY: a static string for every number.
    unsafe { CStr::from_ptr(meaning) }.to_str().unwrap_or_default()
}

impl Failure {
    /// The failure for a result code alone.
    pub fn of_code(code: i32) -> Self {
        Self { code, message: error_string(code).to_string(), offset: -1 }
    }
}

impl Connection {
    /// Opens the database at `location`, a path or a `file:` URI, with flags of `sqlite3_open_v2`.
    ///
    /// # Errors
    /// SQLite's.
    pub fn open(location: &[u8], flags: i32) -> Result<Rc<Self>, Failure> {
        initialize();
        let location = std::ffi::CString::new(location).map_err(|_| Failure::of_code(raw::SQLITE_CANTOPEN))?;
        let mut connection = ptr::null_mut();
        // Without the connection's lock: it never leaves its thread.
        let flags = if flags & raw::SQLITE_OPEN_FULLMUTEX == 0 { flags | raw::SQLITE_OPEN_NOMUTEX } else { flags };
        // SAFETY: a string that ends with NUL and an out-pointer, both live.
        let code = unsafe { raw::sqlite3_open_v2(location.as_ptr(), &mut connection, flags, ptr::null()) };
        // Created also when opening fails, for the message; dropping it closes it.
        let connection =
            Rc::new(Self { raw: Cell::new(connection), hooks: Hooks::default(), session_count: Cell::new(0) });
        if code != raw::SQLITE_OK {
            return Err(connection.failure(code));
        }
        // SAFETY: a live connection.
        unsafe { raw::sqlite3_extended_result_codes(connection.raw(), 1) };
        learn_value_bytes(&connection);
        Ok(connection)
    }

    pub(super) fn raw(&self) -> *mut raw::sqlite3 {
        self.raw.get()
    }

    /// Whether it is not closed.
    pub fn is_open(&self) -> bool {
        !self.raw().is_null()
    }

    /// The error of the last call, which returned `code`.
    pub fn failure(&self, code: i32) -> Failure {
        if !self.is_open() {
            return Failure::of_code(code);
        }
        // SAFETY: a live connection.
        unsafe { failure_of(self.raw()) }
    }

    /// Closes it. With statements and backups still in use it `waits` for their end, or fails. Sessions must have
    /// ended.
    ///
    /// # Errors
    /// SQLITE_BUSY.
    pub fn close(&self, waits: bool) -> Result<(), i32> {
        let connection = self.raw();
        if self.session_count.get() > 0 {
            return Err(raw::SQLITE_BUSY);
        }
        let code = match waits {
            // SAFETY: a live connection or null, which is allowed.
            true => unsafe { sqlite3_close_v2(connection) },
            // SAFETY: as above.
            false => unsafe { raw::sqlite3_close(connection) },
        };
        if code != raw::SQLITE_OK {
            return Err(code);
        }
        self.raw.set(ptr::null_mut());
        Ok(())
    }

    /// Runs all statements of `sql`. Returns SQLite's result code.
    pub fn exec(&self, sql: &CStr) -> i32 {
        if !self.is_open() {
            return raw::SQLITE_MISUSE;
        }
        // SAFETY: a live connection and string; no callback, no message of its own.
        unsafe { raw::sqlite3_exec(self.raw(), sql.as_ptr(), None, ptr::null_mut(), ptr::null_mut()) }
    }

    /// Sets an option of `sqlite3_db_config` with an integer value. Returns the result code.
    pub fn configure(&self, option: i32, value: i32) -> i32 {
        if !self.is_open() {
            return raw::SQLITE_MISUSE;
        }
        let mut now: c_int = 0;
        // SAFETY: options with an integer value expect it and an out-pointer; the caller passes only such ones.
        unsafe { raw::sqlite3_db_config(self.raw(), option, value as c_int, &mut now as *mut c_int) }
    }

    /// How long to wait for locks of other connections.
    pub fn set_busy_timeout(&self, timeout_ms: i32) {
        if !self.is_open() {
            return;
        }
        // SAFETY: a live connection.
        unsafe { raw::sqlite3_busy_timeout(self.raw(), timeout_ms) };
    }

    /// The limit of that number; one that is not negative is set first.
    pub fn limit(&self, number: i32, value: i32) -> i32 {
        if !self.is_open() {
            return -1;
        }
        if value >= 0 {
            // SAFETY: a live connection; SQLite rejects unknown numbers.
            unsafe { raw::sqlite3_limit(self.raw(), number, value) };
        }
        // SAFETY: as above.
        unsafe { raw::sqlite3_limit(self.raw(), number, -1) }
    }

    /// Whether a transaction is open.
    pub fn is_in_transaction(&self) -> bool {
        if !self.is_open() {
            return false;
        }
        // SAFETY: a live connection.
        unsafe { raw::sqlite3_get_autocommit(self.raw()) == 0 }
    }

    /// The path of an attached database; None in memory and for an unknown name.
    pub fn location(&self, name: &str) -> Option<String> {
        if !self.is_open() {
            return None;
        }
        let name = c_string(name);
        // SAFETY: a live connection and string.
        let path = unsafe { raw::sqlite3_db_filename(self.raw(), name.as_ptr()) };
        // SAFETY: null or a string that lives as long as the connection.
        unsafe { text(path) }.filter(|path| !path.is_empty())
    }

    /// The database in its file format. None when memory is exhausted or the name is unknown.
    pub fn serialize(&self, name: &str) -> Option<Vec<u8>> {
        if !self.is_open() {
            return None;
        }
        let name = c_string(name);
        let mut length: raw::sqlite3_int64 = 0;
        // SAFETY: a live connection, string and out-pointer.
        let data = unsafe { raw::sqlite3_serialize(self.raw(), name.as_ptr(), &mut length, 0) };
        if data.is_null() {
            return (length == 0).then(Vec::new);
        }
        // SAFETY: SQLite returned a block of that length.
        let bytes = unsafe { std::slice::from_raw_parts(data, length as usize) }.to_vec();
        // SAFETY: the block is owned here, freed once.
        unsafe { raw::sqlite3_free(data.cast()) };
        Some(bytes)
    }

    /// Replaces an attached database by the contents of a file. Returns the result code.
    pub fn deserialize(&self, name: &str, bytes: &[u8], is_read_only: bool) -> i32 {
        if !self.is_open() {
            return raw::SQLITE_MISUSE;
        }
        let name = c_string(name);
        // SAFETY: any size; null when there is no memory.
        let data = unsafe { raw::sqlite3_malloc64(bytes.len() as u64) }.cast::<u8>();
        if data.is_null() {
            return raw::SQLITE_NOMEM;
        }
        // SAFETY: a block of that size, made above.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), data, bytes.len()) };
        let flags = raw::SQLITE_DESERIALIZE_FREEONCLOSE
            | if is_read_only { raw::SQLITE_DESERIALIZE_READONLY } else { raw::SQLITE_DESERIALIZE_RESIZEABLE };
        let length = bytes.len() as i64;
        // SAFETY: a live connection and string; SQLite owns the block from now on, also when it fails.
        unsafe { raw::sqlite3_deserialize(self.raw(), name.as_ptr(), data, length, length, flags) }
    }

    /// Loads an extension library.
    ///
    /// # Errors
    /// SQLite's message.
    pub fn load_extension(&self, path: &str, entry_point: Option<&str>) -> Result<(), String> {
        if !self.is_open() {
            return Err("database is not open".to_string());
        }
        let (path, entry_point) = (c_string(path), entry_point.map(c_string));
        let entry = entry_point.as_ref().map_or(ptr::null(), |entry| entry.as_ptr());
        let mut message = ptr::null_mut();
        // SAFETY: a live connection, strings and out-pointer. What the library does is its user's choice.
        let code = unsafe { raw::sqlite3_load_extension(self.raw(), path.as_ptr(), entry, &mut message) };
        // SAFETY: null or SQLite's message.
        let said = unsafe { text(message) };
        // SAFETY: null or owned here, freed once.
        unsafe { raw::sqlite3_free(message.cast()) };
        if code == raw::SQLITE_OK { Ok(()) } else { Err(said.unwrap_or_else(|| self.failure(code).message)) }
    }

    /// `sqlite3_file_control` for operations that read or write an integer; SQLITE_NOTFOUND for the others.
    pub fn file_control(&self, name: &str, operation: i32, value: &mut i64) -> i32 {
        if !self.is_open() {
            return raw::SQLITE_MISUSE;
        }
        if !WITH_NUMBER.contains(&operation) {
            return raw::SQLITE_NOTFOUND;
        }
        let name = c_string(name);
        // SAFETY: a live connection and string; the operations on an integer read or write no more than eight bytes.
        unsafe { raw::sqlite3_file_control(self.raw(), name.as_ptr(), operation, ptr::from_mut(value).cast()) }
    }

    /// Compiles the first statement of `sql`. `flags` are those of `sqlite3_prepare_v3`.
    ///
    /// # Errors
    /// SQLite's.
    pub fn prepare(self: &Rc<Self>, sql: &[u8], flags: u32) -> Result<Prepared, Failure> {
        if !self.is_open() {
            return Err(Failure::of_code(raw::SQLITE_MISUSE));
        }
        let Ok(length) = c_int::try_from(sql.len()) else { return Err(Failure::of_code(raw::SQLITE_TOOBIG)) };
        let (mut statement, mut tail) = (ptr::null_mut(), ptr::null());
        // SAFETY: a live connection, a string of that length and out-pointers.
        let code = unsafe {
            raw::sqlite3_prepare_v3(self.raw(), sql.as_ptr().cast(), length, flags, &mut statement, &mut tail)
        };
        if code != raw::SQLITE_OK {
            return Err(self.failure(code));
        }
        let end = if tail.is_null() {
            sql.len()
        } else {
            (tail as usize).saturating_sub(sql.as_ptr() as usize).min(sql.len())
        };
        Ok(Prepared { statement: (!statement.is_null()).then(|| Statement::new(statement, self.clone())), end })
    }

    /// Registers an SQL function. Returns the result code.
    pub fn create_function(&self, name: &str, options: FunctionOptions, function: Box<dyn Function>) -> i32 {
        if !self.is_open() {
            return raw::SQLITE_MISUSE;
        }
        functions::create_function(self.raw(), &c_string(name), options, function)
    }

    /// Registers an aggregate SQL function. Returns the result code.
    pub fn create_aggregate(
        &self,
        name: &str,
        options: FunctionOptions,
        has_inverse: bool,
        aggregate: Box<dyn Aggregate>,
    ) -> i32 {
        if !self.is_open() {
            return raw::SQLITE_MISUSE;
        }
        functions::create_aggregate(self.raw(), &c_string(name), options, has_inverse, aggregate)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // SAFETY: a live connection or null; statements keep this value alive, so that none is left.
        unsafe { sqlite3_close_v2(self.raw()) };
    }
}

/// The error of the last call.
///
/// # Safety
/// A live connection of this thread.
pub(super) unsafe fn failure_of(connection: *mut raw::sqlite3) -> Failure {
    // SAFETY: as the caller promises; so below.
    let code = unsafe { raw::sqlite3_extended_errcode(connection) };
    // SAFETY: as above.
    let message = unsafe { raw::sqlite3_errmsg(connection) };
    // SAFETY: as above.
    let offset = unsafe { raw::sqlite3_error_offset(connection) };
    // SAFETY: SQLite's message, alive until the next call.
    let message = unsafe { text(message) }.unwrap_or_default();
    Failure { code, message, offset }
}

/// The address of a value that SQLite stores.
pub(super) fn address<T>(value: &T) -> *mut c_void {
    ptr::from_ref(value).cast_mut().cast()
}
