//! The words of memory that the loop and its JavaScript share, so that neither calls the other to read them.

use brio_jsc::{Context, TypedArrayKind, Value};
use std::cell::Cell;

/// Index of each word. The contract of `native:realm` has the same numbers, which `host/realm` compares.
#[derive(Clone, Copy, Debug)]
#[repr(usize)]
pub enum Word {
    /// When the next timer is due, in the loop's milliseconds; infinite when there is none.
    NextTimer = 0,
    /// How many timers keep the loop alive.
    ReferencedTimers = 1,
    /// How many immediates are queued.
    Immediates = 2,
    /// How many of them keep the loop alive.
    ReferencedImmediates = 3,
    /// Not 0 when ticks or unhandled rejections are queued.
    Ticks = 4,
    /// The loop's clock in milliseconds, written once per turn.
    Now = 5,
    /// How many other objects of JavaScript keep the loop alive.
    References = 6,
    /// Milliseconds that the loop spent waiting for events.
    Idle = 7,
    /// How many turns the loop began.
    Turns = 8,
    /// How many events it handled.
    Events = 9,
    /// How many of them were ready when it checked, without waiting.
    EventsWaiting = 10,
    /// When the loop began, on its clock; 0 before that.
    LoopStart = 11,
    /// When the engine was started, when the realm was made, and when the hooks were installed.
    EngineStart = 12,
    RealmReady = 13,
    HooksReady = 14,
    /// When the loop ended.
    LoopExit = 15,
    /// When the first realm of the process began to be made.
    NodeStart = 16,
}

const WORD_COUNT: usize = 17;

pub(crate) struct LoopState {
    memory: &'static [Cell<u8>],
}

impl LoopState {
    /// Makes the words. They live as long as the process: a realm's 136 bytes are not worth a race at its end.
    pub fn new() -> Self {
        let words: &'static mut [u64; WORD_COUNT] = Box::leak(Box::new([0; WORD_COUNT]));
        let memory: Vec<Cell<u8>> = words.iter().flat_map(|word| word.to_ne_bytes()).map(Cell::new).collect();
        let state = Self { memory: Box::leak(memory.into_boxed_slice()) };
        state.set(Word::NextTimer, f64::INFINITY);
        state
    }

    pub fn get(&self, word: Word) -> f64 {
        let start = word as usize * 8;
        let mut bytes = [0; 8];
        for (byte, cell) in bytes.iter_mut().zip(&self.memory[start..start + 8]) {
            *byte = cell.get();
        }
        f64::from_ne_bytes(bytes)
    }

    pub fn set(&self, word: Word, value: f64) {
        let start = word as usize * 8;
        for (byte, cell) in value.to_ne_bytes().into_iter().zip(&self.memory[start..start + 8]) {
            cell.set(byte);
        }
    }

    pub fn add(&self, word: Word, value: f64) {
        self.set(word, self.get(word) + value);
    }

    /// The words as JavaScript sees them: a Float64Array.
    pub fn view<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        cx.shared_view(TypedArrayKind::Float64, self.memory)
    }
}
