//! Collects the whole of a small heap now and then while the loop is busy.
//!
//! Under load the engine collects young objects only, a thousand times between two collections of the whole heap, and empties
//! blocks when it has time, which it has not. So what became garbage after it had survived, code that a better compiler replaced,
//! and half-empty blocks stay: a quarter of what a small server has (`docs/decisions/0003-engine-options.md`).

use crate::Realm;
use brio_jsc::Weak;
use std::cell::{Cell, RefCell};
use std::io;
use std::time::{Duration, Instant};

/// The first look, after the loop's beginning, and the shortest time between two.
const INTERVAL_MS: f64 = 4000.0;
/// So many times as long as a look took is the time to the next: a thousandth of the time.
const INTERVAL_TIMES: f64 = 1000.0;
/// A process with more memory has a heap whose collection the program would notice, or may have.
const RESIDENT_BYTES_MAX: u64 = 128 << 20;
/// A heap with more alive is left to the engine: a collection takes half a millisecond for each megabyte.
const LIVE_BYTES_MAX: f64 = 16e6;

pub(crate) struct WholeCollections {
    next_ms: Cell<f64>,
    /// An object that nobody else has: it is there as long as the engine did not collect anything after our last collection.
    unchanged: RefCell<Option<Weak>>,
}

impl Default for WholeCollections {
    fn default() -> Self {
        Self { next_ms: Cell::new(f64::INFINITY), unchanged: RefCell::default() }
    }
}

impl WholeCollections {
    /// The loop begins.
    pub fn begin(&self, now_ms: f64) {
        self.next_ms.set(now_ms + INTERVAL_MS);
    }
}

impl Realm {
    /// Collects when it is time, and the program has made garbage. Called between tasks.
    pub(crate) fn collect_now_and_then(&self) {
        let next_ms = &self.whole_collections.next_ms;
        if next_ms.get() > self.now_ms() {
            return;
        }
        let is_unchanged = self.whole_collections.unchanged.borrow().as_ref().is_some_and(Weak::is_alive);
        let is_small = || resident_bytes().is_ok_and(|bytes| bytes <= RESIDENT_BYTES_MAX);
        let took = if !is_unchanged && is_small() { self.collect_small_heap() } else { Duration::ZERO };
        next_ms.set(self.now_ms() + INTERVAL_MS.max(took.as_secs_f64() * 1000.0 * INTERVAL_TIMES));
    }

    /// Returns how long it took, whether or not there was anything to do.
    fn collect_small_heap(&self) -> Duration {
        let start = Instant::now();
        self.enter(|cx| {
            if cx.heap_sizes().live_bytes <= LIVE_BYTES_MAX {
                cx.collect_garbage();
            }
            self.whole_collections.unchanged.replace(cx.object().weak(cx));
            Ok(())
        });
        start.elapsed()
    }
}

/// The memory of this process that is resident, in bytes.
///
/// # Errors
/// The system's, where it does not say.
pub fn resident_bytes() -> io::Result<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm")?;
    let resident_pages: u64 = pages.split(' ').nth(1).and_then(|field| field.parse().ok()).unwrap_or(0);
    Ok(resident_pages * rustix::param::page_size() as u64)
}
