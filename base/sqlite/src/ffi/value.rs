//! SQLite's values.

use libsqlite3_sys as raw;

/// One value of a row, an argument or a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    Null,
    Integer(i64),
    Real(f64),
    /// Should be UTF-8, but SQLite does not validate it.
    Text(&'a [u8]),
    Blob(&'a [u8]),
}

impl<'a> Value<'a> {
    /// The number of its type (`types`).
    pub fn type_number(&self) -> i32 {
        match self {
            Value::Null => raw::SQLITE_NULL,
            Value::Integer(_) => raw::SQLITE_INTEGER,
            Value::Real(_) => raw::SQLITE_FLOAT,
            Value::Text(_) => raw::SQLITE_TEXT,
            Value::Blob(_) => raw::SQLITE_BLOB,
        }
    }

    /// Reads a value in place.
    ///
    /// # Safety
    /// `value` is live and unchanged for 'a, on the only thread that uses its connection.
    #[inline]
    pub(super) unsafe fn read(value: *mut raw::sqlite3_value) -> Value<'a> {
        // SAFETY: a live value; so in all calls below, each of which requests the type that the value has, so that none
        // converts it.
        match unsafe { raw::sqlite3_value_type(value) } {
            // SAFETY: as above.
            raw::SQLITE_INTEGER => Value::Integer(unsafe { raw::sqlite3_value_int64(value) }),
            // SAFETY: as above.
            raw::SQLITE_FLOAT => Value::Real(unsafe { raw::sqlite3_value_double(value) }),
            raw::SQLITE_TEXT => {
                // SAFETY: as above.
                let data = unsafe { raw::sqlite3_value_text(value) };
                // SAFETY: pointer first, then length, as SQLite requires.
                Value::Text(unsafe { bytes(data, value) })
            }
            raw::SQLITE_BLOB => {
                // SAFETY: as above.
                let data = unsafe { raw::sqlite3_value_blob(value) };
                // SAFETY: as above.
                Value::Blob(unsafe { bytes(data.cast(), value) })
            }
            _ => Value::Null,
        }
    }
}

/// The bytes at `data`, which SQLite has just returned for `value`.
///
/// # Safety
/// As `Value::read`.
#[inline]
unsafe fn bytes<'a>(data: *const u8, value: *mut raw::sqlite3_value) -> &'a [u8] {
    // SAFETY: a live value, as the caller promises.
    let length = unsafe { raw::sqlite3_value_bytes(value) };
    if data.is_null() || length <= 0 {
        return &[];
    }
    // SAFETY: SQLite keeps this many bytes there until the value changes.
    unsafe { std::slice::from_raw_parts(data, length as usize) }
}
