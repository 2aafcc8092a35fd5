//! Full collections of a small heap, now and then while the loop is busy.
//!
//! Under load the engine collects young objects only, a thousand times between two full collections, and releases
//! blocks when it is idle, which it is not. So garbage that survived young collections, code that a better compiler
//! replaced, and half-empty blocks stay: a quarter of the memory of a small server
//! (`docs/decisions/0003-engine-options.md`).

use crate::Realm;
use brio_jsc::Weak;
use std::cell::{Cell, RefCell};
use std::io;
use std::time::Instant;

/// From the start of the loop to the first collection, and between two of them.
const INTERVAL_MS: f64 = 4000.0;
/// The time to the next collection is at least this multiple of the time that one took.
const INTERVAL_TIMES: f64 = 500.0;
/// A heap whose collection takes longer is left to the engine for a while.
const TOOK_MS_MAX: f64 = 10.0;
const LONG_INTERVAL_MS: f64 = 60_000.0;
/// As `INTERVAL_TIMES`, for collections that the program requests without waiting for them.
const REQUESTED_INTERVAL_TIMES: f64 = 20.0;
/// A heap that may be large is not collected either: a collection takes half a millisecond for each live megabyte.
const PRIVATE_BYTES_MAX: u64 = 64 << 20;

pub(crate) struct FullCollections {
    next_ms: Cell<f64>,
    /// The program has requested one.
    is_requested: Cell<bool>,
    /// When a requested one may run.
    next_requested_ms: Cell<f64>,
    /// An object that only this struct references: it exists as long as the engine did not collect after our last
    /// collection.
    unchanged: RefCell<Option<Weak>>,
}

impl Default for FullCollections {
    fn default() -> Self {
        Self {
            next_ms: Cell::new(f64::INFINITY),
            is_requested: Cell::new(false),
            next_requested_ms: Cell::new(0.0),
            unchanged: RefCell::default(),
        }
    }
}

impl FullCollections {
    /// The loop begins.
    pub fn begin(&self, now_ms: f64) {
        if !self.is_requested.get() {
            self.next_ms.set(now_ms + INTERVAL_MS);
        }
    }

    fn request(&self) {
        self.is_requested.set(true);
        self.next_ms.set(self.next_ms.get().min(self.next_requested_ms.get()));
    }
}

impl Realm {
    /// Collects between two of the next tasks; at once when the last collection was long enough ago. Many requests lead
    /// to one collection.
    pub fn request_collection(&self) {
        self.full_collections.request();
    }

    /// Collects when a collection is due and the program has produced garbage. Called between tasks.
    pub(crate) fn collect_when_due(&self) {
        let next_ms = &self.full_collections.next_ms;
        if next_ms.get() > self.now_ms() || self.is_stopping() {
            return;
        }
        let is_unchanged = self.full_collections.unchanged.borrow().as_ref().is_some_and(Weak::is_alive);
        let is_small = || {
            memory().is_ok_and(|memory| memory.resident_bytes.saturating_sub(memory.shared_bytes) <= PRIVATE_BYTES_MAX)
        };
        let is_requested = self.full_collections.is_requested.take();
        let collects = is_requested || (!is_unchanged && is_small());
        let took_ms = if collects { self.collect_full_heap() } else { 0.0 };
        self.full_collections.next_requested_ms.set(self.now_ms() + took_ms * REQUESTED_INTERVAL_TIMES);
        let wait_ms = if took_ms > TOOK_MS_MAX { LONG_INTERVAL_MS } else { INTERVAL_MS.max(took_ms * INTERVAL_TIMES) };
        next_ms.set(self.now_ms() + wait_ms);
    }

    /// Returns how many milliseconds it took.
    fn collect_full_heap(&self) -> f64 {
        let start = Instant::now();
        self.enter(|cx| {
            cx.collect_garbage();
            self.full_collections.unchanged.replace(cx.object().weak(cx));
            Ok(())
        });
        start.elapsed().as_secs_f64() * 1000.0
    }
}

struct Memory {
    resident_bytes: u64,
    /// Memory that may be shared with other processes: files and shared memory.
    shared_bytes: u64,
}

fn memory() -> io::Result<Memory> {
    let text = std::fs::read_to_string("/proc/self/statm")?;
    let page_bytes = rustix::param::page_size() as u64;
    let mut sizes = text.split(' ').skip(1).map(|pages| pages.parse().unwrap_or(0) * page_bytes);
    Ok(Memory { resident_bytes: sizes.next().unwrap_or(0), shared_bytes: sizes.next().unwrap_or(0) })
}

/// The memory of this process that is resident, in bytes.
///
/// # Errors
/// The system's, when it does not provide it.
pub fn resident_bytes() -> io::Result<u64> {
    memory().map(|memory| memory.resident_bytes)
}
