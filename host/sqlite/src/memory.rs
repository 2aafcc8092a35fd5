//! The result memory, shared with JavaScript (`internal:node/sqlite/memory`).
//!
//! A head of eight words (status and counts), then a word for each value of the batch, then a byte for the kind of each.

use crate::generated::sqlite_ops::sqlite_memory;
pub use crate::generated::sqlite_ops::{SqliteHead as Int, SqliteStatus as Status, sqlite_value_kind as kinds};
use std::cell::{Cell, OnceCell};

/// How many values a batch has at most: more than a row can have.
pub const CELLS_MAX: usize = sqlite_memory::CELLS_MAX as usize;
const HEAD_WORDS: usize = sqlite_memory::HEAD_WORDS as usize;
const SIZE_WORDS: usize = HEAD_WORDS + CELLS_MAX + CELLS_MAX / size_of::<u64>();

/// The doubles of the head.
#[derive(Clone, Copy)]
#[repr(usize)]
pub enum Double {
    Changes = sqlite_memory::CHANGES_WORD as usize,
    LastInsertRowid = sqlite_memory::LAST_INSERT_ROWID_WORD as usize,
}

/// The 64-bit integer of the head: the last row id, or an integer that is too large to read.
const EXACT_WORD: usize = sqlite_memory::EXACT_WORD as usize;

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
