//! Batches of rows in transit to JavaScript: a word for each value, and all strings and all bytes joined. So a batch
//! costs the engine one string, of which JavaScript takes substrings.

use crate::generated::sqlite_ops::sqlite_integers::{AS_BIG_INTS, AS_NUMBERS, READING};
use crate::memory::{CELLS_MAX, joined, kinds};
use brio_sqlite::{Row, Value};
use std::cell::Cell;

/// A batch ends when its strings or bytes are longer.
const TEXT_BYTES_MAX: usize = 64 * 1024;
const BLOB_BYTES_MAX: usize = 1024 * 1024;
/// The largest integer up to which all are exact as numbers.
const SAFE_INTEGER_MAX: i64 = (1 << 53) - 1;

/// Rows that were read and not handed over yet.
#[derive(Default)]
pub struct Batch {
    /// The kinds of the values so far; the values themselves are in the shared memory.
    pub kinds: Vec<u8>,
    /// Latin-1.
    pub text: Vec<u8>,
    pub wide_text: Vec<u16>,
    pub blobs: Vec<u8>,
    pub row_count: usize,
    pub column_count: usize,
}

impl Batch {
    /// Clears the batch.
    pub fn clear(&mut self) {
        self.kinds.clear();
        self.text.clear();
        self.wide_text.clear();
        self.blobs.clear();
        self.row_count = 0;
        self.column_count = 0;
    }

    /// Whether another row of this many values might not fit.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.kinds.len() + self.column_count > CELLS_MAX
            || self.text.len() > TEXT_BYTES_MAX
            || self.wide_text.len() > TEXT_BYTES_MAX
            || self.blobs.len() > BLOB_BYTES_MAX
    }

    /// Adds the statement's current row; its values are written to `cells`.
    ///
    /// # Errors
    /// An integer that a number cannot represent exactly.
    #[inline]
    pub fn add(&mut self, row: &Row<'_>, integers: u32, cells: &[Cell<u64>; CELLS_MAX]) -> Result<(), i64> {
        let start = self.kinds.len();
        for value in row.values() {
            let (kind, word) = match value {
                Value::Null => (kinds::NULL, 0),
                Value::Integer(number) => integer(number, integers)?,
                Value::Real(number) => (kinds::DOUBLE, number.to_bits()),
                Value::Text(text) => self.add_text(text),
                Value::Blob(bytes) => {
                    let start = self.blobs.len();
                    self.blobs.extend_from_slice(bytes);
                    (kinds::BLOB, range(start, self.blobs.len()))
                }
            };
            cells[self.kinds.len() % CELLS_MAX].set(word);
            self.kinds.push(kind);
        }
        self.column_count = self.kinds.len() - start;
        self.row_count += 1;
        Ok(())
    }

    #[inline]
    fn add_text(&mut self, text: &[u8]) -> (u8, u64) {
        let start = self.text.len();
        if text.is_ascii() {
            self.text.extend_from_slice(text);
            return (kinds::TEXT, range(start, self.text.len()));
        }
        self.add_other_text(text)
    }

    fn add_other_text(&mut self, text: &[u8]) -> (u8, u64) {
        let text = String::from_utf8_lossy(text);
        if text.chars().all(|character| u32::from(character) < 256) {
            let start = self.text.len();
            self.text.extend(text.chars().map(|character| character as u8));
            return (kinds::TEXT, range(start, self.text.len()));
        }
        let start = self.wide_text.len();
        self.wide_text.extend(text.encode_utf16());
        (kinds::WIDE_TEXT, range(start, self.wide_text.len()))
    }
}

#[inline]
fn range(start: usize, end: usize) -> u64 {
    joined([start as u32, end as u32])
}

/// The kind and the word of an integer.
#[inline]
fn integer(number: i64, integers: u32) -> Result<(u8, u64), i64> {
    if integers & READING == AS_BIG_INTS {
        return Ok((kinds::BIG_INT, number as u64));
    }
    if let Ok(small) = i32::try_from(number) {
        return Ok((kinds::INT32, joined([small as u32, 0])));
    }
    if number.unsigned_abs() > SAFE_INTEGER_MAX as u64 && integers & READING == AS_NUMBERS {
        return Err(number);
    }
    Ok((kinds::DOUBLE, (number as f64).to_bits()))
}
