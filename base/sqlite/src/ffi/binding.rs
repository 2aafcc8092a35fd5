//! Values for the parameters of statements. Short strings are copied to memory that the statement reuses from run to
//! run, so that SQLite allocates nothing for them.

use super::statement::Statement;
use super::value::Value;
use libsqlite3_sys as raw;
use std::ffi::c_int;

/// How many bytes of strings and blobs a statement stores; SQLite copies larger ones.
const KEPT_BYTES_MAX: usize = 2048;

impl Statement {
    /// Rewinds the statement, to bind this many values. Parameters without one are NULL. Returns the result code.
    #[inline]
    pub fn begin(&self, value_count: usize) -> i32 {
        if self.is_finalized() || self.is_busy() {
            return raw::SQLITE_MISUSE;
        }
        // An error of the last run is not an error of this one.
        self.reset();
        if value_count < self.parameter_count {
            self.forget_values();
        }
        // Parameters that still point there are bound again before the statement runs.
        let mut bound = self.bound.borrow_mut();
        bound.clear();
        let wanted = self.wanted_bytes.replace(0);
        if wanted > bound.capacity() && bound.capacity() < KEPT_BYTES_MAX {
            // Only now, because most statements run once. Until then all values are copies or NULL.
            self.forget_values();
            bound.reserve_exact((wanted * 2).min(KEPT_BYTES_MAX));
        }
        raw::SQLITE_OK
    }

    /// Sets all parameters to NULL. Also when a value was rejected after `begin`: the others may be of two runs.
    pub fn forget_values(&self) {
        if self.is_finalized() || self.is_busy() {
            return;
        }
        // SAFETY: a live statement that is not running.
        unsafe { raw::sqlite3_clear_bindings(self.raw()) };
    }

    /// How many parameters it has.
    pub fn parameter_count(&self) -> usize {
        self.parameter_count
    }

    /// Binds a value to parameter `index`, counted from 1, between `begin` and the first step. Returns the result code.
    #[inline]
    pub fn bind(&self, index: usize, value: Value<'_>) -> i32 {
        if self.is_finalized() || self.is_busy() {
            return raw::SQLITE_MISUSE;
        }
        let (statement, index) = (self.raw(), index as c_int);
        match value {
            // SAFETY: a live statement; SQLite rejects parameters that do not exist. So in all calls below.
            Value::Null => unsafe { raw::sqlite3_bind_null(statement, index) },
            // SAFETY: as above.
            Value::Integer(number) => unsafe { raw::sqlite3_bind_int64(statement, index, number) },
            // SAFETY: as above.
            Value::Real(number) => unsafe { raw::sqlite3_bind_double(statement, index, number) },
            Value::Text(text) => self.with_kept(text, |data, destructor| {
                // SAFETY: as above; the bytes live as long as the destructor requires.
                unsafe {
                    raw::sqlite3_bind_text64(
                        statement,
                        index,
                        data.cast(),
                        text.len() as u64,
                        destructor,
                        raw::SQLITE_UTF8 as u8,
                    )
                }
            }),
            Value::Blob(blob) => self.with_kept(blob, |data, destructor| {
                // SAFETY: as above; the bytes live as long as the destructor requires.
                unsafe { raw::sqlite3_bind_blob64(statement, index, data.cast(), blob.len() as u64, destructor) }
            }),
        }
    }

    /// Calls `bind` with bytes that live as long as they are bound, or with the request to copy them.
    #[inline]
    fn with_kept(&self, bytes: &[u8], bind: impl FnOnce(*const u8, raw::sqlite3_destructor_type) -> i32) -> i32 {
        let mut bound = self.bound.borrow_mut();
        self.wanted_bytes.set(self.wanted_bytes.get() + bytes.len());
        if bound.capacity() - bound.len() < bytes.len() || bound.capacity() == 0 {
            // A null pointer would bind NULL.
            let data = if bytes.is_empty() { std::ptr::NonNull::dangling().as_ptr() } else { bytes.as_ptr() };
            return bind(data, raw::SQLITE_TRANSIENT());
        }
        let start = bound.len();
        // The capacity suffices, so that the memory that earlier parameters point to does not move.
        bound.extend_from_slice(bytes);
        let data = bound.as_ptr().wrapping_add(start);
        bind(data, raw::SQLITE_STATIC())
    }
}
