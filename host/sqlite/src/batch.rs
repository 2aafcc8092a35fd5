//! Rows on their way to JavaScript: a word for each value, and the texts and bytes of all of them in one piece each. So a
//! batch costs the engine one string, of which JavaScript takes parts.

use crate::memory::{CELLS_MAX, kinds};
use brio_sqlite::{Row, Value};

/// A batch ends when its texts or bytes are longer.
const TEXT_BYTES_MAX: usize = 64 * 1024;
const BLOB_BYTES_MAX: usize = 1024 * 1024;
/// The largest integer below which all are exact as numbers.
const SAFE_INTEGER_MAX: i64 = (1 << 53) - 1;

/// How integers are read, the low bits of the contract's number.
pub const AS_NUMBERS: u32 = 0;
pub const AS_BIG_INTS: u32 = 1;
/// Values are bound, and functions return them, as Bun does.
pub const AS_BUN: u32 = 4;
pub const READING: u32 = 3;

/// Rows that were read and not handed over.
#[derive(Default)]
pub struct Batch {
    pub cells: Vec<u8>,
    pub kinds: Vec<u8>,
    /// Latin-1.
    pub text: Vec<u8>,
    pub wide_text: Vec<u16>,
    pub blobs: Vec<u8>,
    pub row_count: usize,
    pub column_count: usize,
}

impl Batch {
    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.kinds.clear();
        self.text.clear();
        self.wide_text.clear();
        self.blobs.clear();
        self.row_count = 0;
        self.column_count = 0;
    }

    /// Whether another row of as many values might not fit.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.kinds.len() + self.column_count > CELLS_MAX || self.text.len() > TEXT_BYTES_MAX || self.wide_text.len() > TEXT_BYTES_MAX || self.blobs.len() > BLOB_BYTES_MAX
    }

    /// Adds the row that a statement is at.
    ///
    /// # Errors
    /// An integer that cannot be read as a number.
    #[inline]
    pub fn add(&mut self, row: &Row<'_>, integers: u32) -> Result<(), i64> {
        self.column_count = row.count();
        for index in 0..self.column_count {
            match row.value(index) {
                Value::Null => self.push(kinds::NULL, 0),
                Value::Integer(number) => self.add_integer(number, integers)?,
                Value::Real(number) => self.push(kinds::DOUBLE, number.to_bits()),
                Value::Text(text) => self.add_text(text),
                Value::Blob(bytes) => {
                    let start = self.blobs.len();
                    self.blobs.extend_from_slice(bytes);
                    self.push_range(kinds::BLOB, start, self.blobs.len());
                }
            }
        }
        self.row_count += 1;
        Ok(())
    }

    #[inline]
    fn push(&mut self, kind: u8, word: u64) {
        self.kinds.push(kind);
        self.cells.extend_from_slice(&word.to_ne_bytes());
    }

    #[inline]
    fn push_range(&mut self, kind: u8, start: usize, end: usize) {
        let (start, end) = ((start as u32).to_ne_bytes(), (end as u32).to_ne_bytes());
        self.kinds.push(kind);
        self.cells.extend_from_slice(&[start[0], start[1], start[2], start[3], end[0], end[1], end[2], end[3]]);
    }

    #[inline]
    fn add_integer(&mut self, number: i64, integers: u32) -> Result<(), i64> {
        if integers & READING == AS_BIG_INTS {
            self.push(kinds::BIG_INT, number as u64);
        } else if let Ok(small) = i32::try_from(number) {
            self.push_range(kinds::INT32, small as u32 as usize, 0);
        } else if number.unsigned_abs() > SAFE_INTEGER_MAX as u64 && integers & READING == AS_NUMBERS {
            return Err(number);
        } else {
            self.push(kinds::DOUBLE, (number as f64).to_bits());
        }
        Ok(())
    }

    #[inline]
    fn add_text(&mut self, text: &[u8]) {
        let start = self.text.len();
        if text.is_ascii() {
            self.text.extend_from_slice(text);
            self.push_range(kinds::TEXT, start, self.text.len());
            return;
        }
        let text = String::from_utf8_lossy(text);
        if text.chars().all(|character| u32::from(character) < 256) {
            self.text.extend(text.chars().map(|character| character as u8));
            self.push_range(kinds::TEXT, start, self.text.len());
            return;
        }
        let start = self.wide_text.len();
        self.wide_text.extend(text.encode_utf16());
        self.push_range(kinds::WIDE_TEXT, start, self.wide_text.len());
    }
}
