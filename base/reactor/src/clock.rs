//! The monotonic clock, read directly or once per loop turn.

use rustix::time::{ClockId, clock_gettime};
use std::cell::Cell;

/// Reads the monotonic clock in nanoseconds. The zero point is the system's, the same for every
/// thread and process until the next boot, so values of different threads compare.
pub fn monotonic_ns() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    // The clock starts near zero at boot: both fields are never negative.
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// Reads the monotonic clock in milliseconds, with its fraction.
pub fn monotonic_ms() -> f64 {
    monotonic_ns() as f64 / 1e6
}

/// The time that all callbacks of one loop turn share (libuv's `uv_now`).
///
/// Timers compare with it, so that two timers set in one turn with the same delay fall due together.
#[derive(Debug)]
pub struct LoopClock {
    now_ms: Cell<f64>,
}

impl LoopClock {
    /// Makes a clock that shows the current time.
    pub fn new() -> Self {
        Self { now_ms: Cell::new(monotonic_ms()) }
    }

    /// Returns the time of this turn in milliseconds, on the scale of [`monotonic_ms`].
    #[inline]
    pub fn now_ms(&self) -> f64 {
        self.now_ms.get()
    }

    /// Sets the turn's time to the current time and returns it. Call it at the start of a turn and after polling.
    pub fn update(&self) -> f64 {
        let now = monotonic_ms();
        self.now_ms.set(now);
        now
    }
}

impl Default for LoopClock {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
#[path = "clock_tests.rs"]
mod tests;
