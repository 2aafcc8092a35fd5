//! The memory that results come in, shared with JavaScript (`internal:sqlite/memory` has the same numbers).
//!
//! A head of eight words (status and counts), then a word for each value of the batch, then a byte for the kind of each.

use std::cell::{Cell, OnceCell};

/// How many values a batch has at most: more than a row can have.
pub const CELLS_MAX: usize = 4096;
const HEAD_WORDS: usize = 8;
const WORD_BYTES: usize = 8;
const CELLS_START: usize = HEAD_WORDS * WORD_BYTES;
const KINDS_START: usize = CELLS_START + CELLS_MAX * WORD_BYTES;
const SIZE_BYTES: usize = KINDS_START + CELLS_MAX;

/// The 32-bit integers of the head.
#[derive(Clone, Copy)]
#[repr(usize)]
pub enum Int {
    /// How a run ended ([`Status`]).
    Status = 0,
    /// How many rows the batch has.
    Rows = 1,
    /// What the batch has besides: 1 text beyond Latin-1, 2 bytes.
    Extras = 2,
    /// How many values a row has.
    Columns = 3,
    /// How often the statement was compiled again.
    CompiledAgain = 4,
    /// A number that explains the status.
    Detail = 5,
}

/// The doubles of the head.
#[derive(Clone, Copy)]
#[repr(usize)]
pub enum Double {
    Changes = 4,
    LastInsertRowid = 6,
}

/// The 64-bit integer of the head: the last row's number, or one that is too large to read.
const EXACT_WORD: usize = 7;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// At the end; the statement can be run again.
    Done = 0,
    /// There may be more rows.
    More = 1,
    /// `failure()` tells why.
    Failed = 2,
    /// The value of parameter `detail` has a type that SQLite does not know.
    Unbindable = 3,
    /// A big integer does not fit 64 bits.
    TooLargeToBind = 4,
    /// An integer of the row is beyond those that numbers are exact for.
    TooLargeToRead = 5,
    /// The statement is running already.
    Running = 6,
    /// The statement was ended.
    Finalized = 7,
}

/// The kinds of values in a batch.
pub mod kinds {
    pub const NULL: u8 = 0;
    pub const INT32: u8 = 1;
    pub const DOUBLE: u8 = 2;
    /// Start and end in the batch's text.
    pub const TEXT: u8 = 3;
    /// Start and end in the batch's text beyond Latin-1.
    pub const WIDE_TEXT: u8 = 4;
    pub const BIG_INT: u8 = 5;
    /// Start and end in the batch's bytes.
    pub const BLOB: u8 = 6;
}

/// The memory, made on first use and never freed.
#[derive(Default)]
pub struct Memory(OnceCell<&'static [Cell<u8>]>);

impl Memory {
    /// All of it.
    #[inline]
    pub fn bytes(&self) -> &'static [Cell<u8>] {
        self.0.get_or_init(|| Box::leak(vec![Cell::new(0); SIZE_BYTES].into_boxed_slice()))
    }

    #[inline]
    fn put<const N: usize>(&self, start: usize, bytes: [u8; N]) {
        for (cell, byte) in self.bytes()[start..start + N].iter().zip(bytes) {
            cell.set(byte);
        }
    }

    /// Writes an integer of the head.
    #[inline]
    pub fn set_int(&self, index: Int, value: i32) {
        self.put(index as usize * 4, value.to_ne_bytes());
    }

    /// Writes a double of the head.
    #[inline]
    pub fn set_double(&self, index: Double, value: f64) {
        self.put(index as usize * WORD_BYTES, value.to_ne_bytes());
    }

    /// Writes the 64-bit integer of the head.
    #[inline]
    pub fn set_exact(&self, value: i64) {
        self.put(EXACT_WORD * WORD_BYTES, value.to_ne_bytes());
    }

    /// Writes the status, and returns it as the contract does.
    #[inline]
    pub fn end(&self, status: Status) -> i32 {
        self.set_int(Int::Status, status as i32);
        status as i32
    }

    /// Writes the values of a batch, eight bytes each, and their kinds.
    pub fn set_cells(&self, cells: &[u8], kinds: &[u8]) {
        copy(&self.bytes()[CELLS_START..KINDS_START], cells);
        copy(&self.bytes()[KINDS_START..], kinds);
    }
}

fn copy(target: &[Cell<u8>], source: &[u8]) {
    for (cell, byte) in target.iter().zip(source) {
        cell.set(*byte);
    }
}
