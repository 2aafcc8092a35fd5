//! The result memory, shared with JavaScript (`internal:node/sqlite/memory` has the same numbers).
//!
//! A head of eight words (status and counts), then a word for each value of the batch, then a byte for the kind of each.

use std::cell::{Cell, OnceCell};

/// How many values a batch has at most: more than a row can have.
pub const CELLS_MAX: usize = 4096;
const HEAD_WORDS: usize = 8;
const SIZE_WORDS: usize = HEAD_WORDS + CELLS_MAX + CELLS_MAX / size_of::<u64>();

/// The 32-bit integers of the head.
#[derive(Clone, Copy)]
#[repr(usize)]
pub enum Int {
    /// How a run ended ([`Status`]).
    Status = 0,
    /// How many rows the batch has.
    Rows = 1,
    /// Extra parts of the batch: 1 strings beyond Latin-1, 2 bytes.
    Extras = 2,
    /// How many values a row has.
    Columns = 3,
    /// How often the statement was recompiled.
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

/// The 64-bit integer of the head: the last row id, or an integer that is too large to read.
const EXACT_WORD: usize = 7;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// At the end; the statement can be run again.
    Done = 0,
    /// There may be more rows.
    More = 1,
    /// `failure()` returns the reason.
    Failed = 2,
    /// The value of parameter `detail` has a type that SQLite does not support.
    Unbindable = 3,
    /// A big integer does not fit 64 bits.
    TooLargeToBind = 4,
    /// An integer of the row exceeds the exact range of numbers.
    TooLargeToRead = 5,
    /// The statement is already running.
    Running = 6,
    /// The statement was ended.
    Finalized = 7,
}

/// The kinds of values in a batch.
pub mod kinds {
    pub const NULL: u8 = 0;
    pub const INT32: u8 = 1;
    pub const DOUBLE: u8 = 2;
    /// Start and end in the batch's Latin-1 string.
    pub const TEXT: u8 = 3;
    /// Start and end in the batch's UTF-16 string.
    pub const WIDE_TEXT: u8 = 4;
    pub const BIG_INT: u8 = 5;
    /// Start and end in the batch's bytes.
    pub const BLOB: u8 = 6;
}

/// The memory, allocated on first use and never freed.
#[derive(Default)]
pub struct Memory(OnceCell<&'static [Cell<u64>]>);

impl Memory {
    /// All of it.
    #[inline]
    pub fn words(&self) -> &'static [Cell<u64>] {
        self.0.get_or_init(|| Box::leak(vec![Cell::new(0); SIZE_WORDS].into_boxed_slice()))
    }

    /// Writes an integer of the head: one half of a word.
    #[inline]
    pub fn set_int(&self, index: Int, value: i32) {
        let word = &self.words()[index as usize / 2];
        let mut halves = halves(word.get());
        halves[index as usize % 2] = value as u32;
        word.set(joined(halves));
    }

    /// Writes a double of the head.
    #[inline]
    pub fn set_double(&self, index: Double, value: f64) {
        self.words()[index as usize].set(value.to_bits());
    }

    /// Writes the 64-bit integer of the head.
    #[inline]
    pub fn set_exact(&self, value: i64) {
        self.words()[EXACT_WORD].set(value as u64);
    }

    /// Writes the status, and returns it as the contract does.
    #[inline]
    pub fn end(&self, status: Status) -> i32 {
        self.set_int(Int::Status, status as i32);
        status as i32
    }

    /// The values of a batch: a word for each.
    #[inline]
    pub fn cells(&self) -> &'static [Cell<u64>; CELLS_MAX] {
        let cells = &self.words()[HEAD_WORDS..HEAD_WORDS + CELLS_MAX];
        cells.try_into().expect("a slice of that length")
    }

    /// Writes the kinds of a batch's values.
    pub fn set_kinds(&self, kinds: &[u8]) {
        for (word, kinds) in self.words()[HEAD_WORDS + CELLS_MAX..].iter().zip(kinds.chunks(size_of::<u64>())) {
            let mut bytes = [0; size_of::<u64>()];
            bytes[..kinds.len()].copy_from_slice(kinds);
            word.set(u64::from_ne_bytes(bytes));
        }
    }
}

/// The two 32-bit halves of a word, in memory order.
fn halves(word: u64) -> [u32; 2] {
    let bytes = word.to_ne_bytes();
    [
        u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        u32::from_ne_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]),
    ]
}

/// A word of two halves in memory order.
#[inline]
pub fn joined([first, second]: [u32; 2]) -> u64 {
    let (first, second) = (first.to_ne_bytes(), second.to_ne_bytes());
    u64::from_ne_bytes([first[0], first[1], first[2], first[3], second[0], second[1], second[2], second[3]])
}
