//! Statements: running them, reading their rows, and their metadata. Binding values to their parameters is in
//! `binding.rs`.

use super::connection::{Connection, Failure, failure_of};
use super::text;
use super::value::Value;
use libsqlite3_sys as raw;
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_int};
use std::marker::PhantomData;
use std::ptr;
use std::rc::Rc;
use std::sync::OnceLock;

/// A compiled statement. After `finalize` it returns SQLITE_MISUSE and empty values.
pub struct Statement {
    raw: Cell<*mut raw::sqlite3_stmt>,
    connection: Rc<Connection>,
    /// It is running, or its row is being read: no other code may use it.
    is_busy: Cell<bool>,
    /// It was stepped since the last reset.
    is_active: Cell<bool>,
    pub(super) parameter_count: usize,
    /// The memory that short strings and blobs of parameters point to.
    pub(super) bound: RefCell<Vec<u8>>,
    /// How many bytes the last run needed there.
    pub(super) wanted_bytes: Cell<usize>,
}

/// The origin of a column.
#[derive(Debug, Default, PartialEq)]
pub struct Origin {
    pub column: Option<String>,
    pub database: Option<String>,
    pub table: Option<String>,
    /// Its declared type.
    pub declared: Option<String>,
}

/// The current row of a statement. While it lives, the statement can be neither run nor finalized.
pub struct Row<'a> {
    statement: &'a Statement,
    _not_send: PhantomData<*const ()>,
}

impl Statement {
    pub(super) fn new(statement: *mut raw::sqlite3_stmt, connection: Rc<Connection>) -> Self {
        // SAFETY: a live statement, just compiled.
        let parameter_count = unsafe { raw::sqlite3_bind_parameter_count(statement) } as usize;
        Self {
            raw: Cell::new(statement),
            connection,
            is_busy: Cell::new(false),
            is_active: Cell::new(false),
            parameter_count,
            bound: RefCell::default(),
            wanted_bytes: Cell::new(0),
        }
    }

    #[inline]
    pub(super) fn raw(&self) -> *mut raw::sqlite3_stmt {
        self.raw.get()
    }

    /// The connection that it belongs to.
    #[inline]
    pub fn connection(&self) -> &Rc<Connection> {
        &self.connection
    }

    /// Whether it was finalized.
    #[inline]
    pub fn is_finalized(&self) -> bool {
        self.raw().is_null()
    }

    /// Whether it is running now, which only its own callbacks can see.
    #[inline]
    pub fn is_busy(&self) -> bool {
        self.is_busy.get()
    }

    /// Runs it to its next row or its end. Returns SQLITE_ROW, SQLITE_DONE or an error code.
    #[inline]
    pub fn step(&self) -> i32 {
        if self.is_finalized() || self.is_busy.replace(true) {
            return raw::SQLITE_MISUSE;
        }
        self.is_active.set(true);
        // SAFETY: a live statement; the flag keeps callbacks from finalizing it or running it again meanwhile.
        let code = unsafe { raw::sqlite3_step(self.raw()) };
        self.is_busy.set(false);
        code
    }

    /// Rewinds it, if it is active. Returns the result code, which repeats the error of the last step.
    #[inline]
    pub fn reset(&self) -> i32 {
        if !self.is_active.get() || self.is_finalized() {
            return raw::SQLITE_OK;
        }
        if self.is_busy.replace(true) {
            return raw::SQLITE_MISUSE;
        }
        self.is_active.set(false);
        // SAFETY: a live statement that is not running.
        let code = unsafe { raw::sqlite3_reset(self.raw()) };
        self.is_busy.set(false);
        code
    }

    /// Finalizes it. False while it is running.
    pub fn finalize(&self) -> bool {
        if self.is_busy.get() {
            return false;
        }
        let statement = self.raw.replace(ptr::null_mut());
        // SAFETY: a live statement or null, and its last use.
        unsafe { raw::sqlite3_finalize(statement) };
        true
    }

    /// Its current row. None while it is running or another row is in use.
    #[inline]
    pub fn row(&self) -> Option<Row<'_>> {
        if self.is_finalized() || self.is_busy.replace(true) {
            return None;
        }
        Some(Row { statement: self, _not_send: PhantomData })
    }

    /// The number of columns.
    pub fn column_count(&self) -> usize {
        // SAFETY: a live statement or null, which has none.
        unsafe { raw::sqlite3_column_count(self.raw()) as usize }
    }

    /// The names of its columns.
    pub fn column_names(&self) -> Vec<String> {
        (0..self.column_count())
            .map(|index| self.column_text(index, raw::sqlite3_column_name).unwrap_or_default())
            .collect()
    }

    /// The origins of its columns.
    pub fn origins(&self) -> Vec<Origin> {
        (0..self.column_count())
            .map(|index| Origin {
                column: self.column_text(index, raw::sqlite3_column_origin_name),
                database: self.column_text(index, raw::sqlite3_column_database_name),
                table: self.column_text(index, raw::sqlite3_column_table_name),
                declared: self.column_text(index, raw::sqlite3_column_decltype),
            })
            .collect()
    }

    fn column_text(
        &self,
        index: usize,
        read: unsafe extern "C" fn(*mut raw::sqlite3_stmt, c_int) -> *const c_char,
    ) -> Option<String> {
        // SAFETY: a live statement (a finalized one has no columns) and the number of a column.
        let name = unsafe { read(self.raw(), index as c_int) };
        // SAFETY: null or a string that lives until the next call.
        unsafe { text(name) }
    }

    /// The names of its parameters with their first character; empty for those without.
    pub fn parameter_names(&self) -> Vec<String> {
        if self.is_finalized() {
            return Vec::new();
        }
        (1..=self.parameter_count as c_int)
            .map(|index| {
                // SAFETY: a live statement and the number of a parameter.
                let name = unsafe { raw::sqlite3_bind_parameter_name(self.raw(), index) };
                // SAFETY: null or a string of the statement.
                unsafe { text(name) }.unwrap_or_default()
            })
            .collect()
    }

    /// Whether running it cannot change the database.
    pub fn is_read_only(&self) -> bool {
        // SAFETY: a live statement or null.
        unsafe { raw::sqlite3_stmt_readonly(self.raw()) != 0 }
    }

    /// Its connection handle, which outlives its closing as long as the statement does; null when the statement was
    /// finalized.
    #[inline]
    fn handle(&self) -> *mut raw::sqlite3 {
        if self.is_finalized() {
            return ptr::null_mut();
        }
        // SAFETY: a live statement.
        unsafe { raw::sqlite3_db_handle(self.raw()) }
    }

    /// The error of its last call, which returned `code`.
    pub fn failure(&self, code: i32) -> Failure {
        if self.is_finalized() {
            return Failure::of_code(code);
        }
        // SAFETY: the live connection of a live statement.
        unsafe { failure_of(self.handle()) }
    }

    /// How many rows the last statement of its connection changed; 0 when this one was finalized.
    #[inline]
    pub fn changes(&self) -> i64 {
        // SAFETY: the live connection of a live statement.
        if self.is_finalized() { 0 } else { unsafe { raw::sqlite3_changes64(self.handle()) } }
    }

    /// How many rows all statements changed, those of triggers included.
    #[inline]
    pub fn total_changes(&self) -> i64 {
        // SAFETY: as in `changes`.
        if self.is_finalized() { 0 } else { unsafe { raw::sqlite3_total_changes64(self.handle()) } }
    }

    /// The id of the row that was inserted last.
    #[inline]
    pub fn last_insert_rowid(&self) -> i64 {
        // SAFETY: as in `changes`.
        if self.is_finalized() { 0 } else { unsafe { raw::sqlite3_last_insert_rowid(self.handle()) } }
    }

    /// Its SQL as given.
    pub fn sql(&self) -> Option<String> {
        // SAFETY: a live statement or null.
        let sql = unsafe { raw::sqlite3_sql(self.raw()) };
        // SAFETY: null or a string of the statement.
        unsafe { text(sql) }
    }

    /// Its SQL with the values of its parameters; None when that is too long.
    pub fn expanded_sql(&self) -> Option<String> {
        // SAFETY: a live statement or null.
        let sql = unsafe { raw::sqlite3_expanded_sql(self.raw()) };
        // SAFETY: null or a string that is owned here.
        let copy = unsafe { text(sql) };
        // SAFETY: null or owned here, freed once.
        unsafe { raw::sqlite3_free(sql.cast()) };
        copy
    }

    /// A counter of `sqlite3_stmt_status`.
    #[inline]
    pub fn counter(&self, number: i32, resets: bool) -> i32 {
        if self.is_finalized() {
            return 0;
        }
        // SAFETY: a live statement.
        unsafe { raw::sqlite3_stmt_status(self.raw(), number, c_int::from(resets)) }
    }

    /// How often it was recompiled because the schema changed: its columns may differ then.
    #[inline]
    pub fn times_compiled_again(&self) -> i32 {
        self.counter(raw::SQLITE_STMTSTATUS_REPREPARE, false)
    }
}

impl Row<'_> {
    /// The number of values; none when the statement has no current row.
    #[inline]
    pub fn count(&self) -> usize {
        // SAFETY: a live statement.
        unsafe { raw::sqlite3_data_count(self.statement.raw()) as usize }
    }

    /// The value of a column; Null beyond the last.
    pub fn value(&self, index: usize) -> Value<'_> {
        // SAFETY: the value lives until the statement is stepped, which this row prevents.
        unsafe { Value::read(self.raw_value(index)) }
    }

    /// All values in their order.
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        let count = self.count();
        let (first, step) = match VALUE_BYTES.get().copied().flatten() {
            Some(bytes) => (self.raw_value(0), bytes),
            None => (ptr::null_mut(), 0),
        };
        (0..count).map(move |index| {
            let value = if step == 0 { self.raw_value(index) } else { first.wrapping_byte_add(index * step) };
            // SAFETY: as in `value`; the values of a row are contiguous, with the distance that `learn_value_bytes`
            // found.
            unsafe { Value::read(value) }
        })
    }

    fn raw_value(&self, index: usize) -> *mut raw::sqlite3_value {
        // SAFETY: a live statement; SQLite returns a null value for a column that does not exist.
        unsafe { raw::sqlite3_column_value(self.statement.raw(), index as c_int) }
    }
}

/// The size of SQLite's values in memory: calling SQLite for each value of a row costs as much as reading it.
static VALUE_BYTES: OnceLock<Option<usize>> = OnceLock::new();

/// Determines the distance between the values of a row, with the first connection of the process. Three of them must
/// have the same distance.
pub(super) fn learn_value_bytes(connection: &Rc<Connection>) {
    VALUE_BYTES.get_or_init(|| {
        let sample = connection.prepare(b"SELECT 1, 2, 3", 0).ok()?.statement?;
        if sample.step() != raw::SQLITE_ROW {
            return None;
        }
        let row = sample.row()?;
        let [first, second, third] = [0, 1, 2].map(|index| row.raw_value(index) as usize);
        let distance = second.checked_sub(first)?;
        (distance > 0 && third.checked_sub(second) == Some(distance)).then_some(distance)
    });
}

impl Drop for Row<'_> {
    fn drop(&mut self) {
        self.statement.is_busy.set(false);
    }
}

impl Drop for Statement {
    fn drop(&mut self) {
        // SAFETY: a live statement or null, and its last use: it cannot be running without an owner.
        unsafe { raw::sqlite3_finalize(self.raw()) };
    }
}
