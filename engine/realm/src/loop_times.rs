//! When a loop began and how long it waited, for other threads to read (`worker.performance.eventLoopUtilization`).

use std::sync::atomic::{AtomicU64, Ordering};

/// Milliseconds on the scale of `brio_reactor::monotonic_ms`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoopTimes {
    /// When the loop began; 0 before that.
    pub start_ms: f64,
    /// How long it has waited for events, including the current wait.
    pub idle_ms: f64,
}

/// The same as the loop writes it.
#[derive(Debug, Default)]
pub(crate) struct SharedTimes {
    start_ms: AtomicU64,
    idle_ms: AtomicU64,
    /// When the current wait began; 0 for none.
    waiting_since_ms: AtomicU64,
}

impl SharedTimes {
    /// The loop begins.
    pub fn begin(&self, now_ms: f64) {
        self.start_ms.store(now_ms.to_bits(), Ordering::Relaxed);
    }

    /// The loop begins to wait.
    pub fn begin_wait(&self, now_ms: f64) {
        self.waiting_since_ms.store(now_ms.to_bits(), Ordering::Relaxed);
    }

    /// A wait is over; all waits together took `idle_ms`.
    pub fn end_wait(&self, idle_ms: f64) {
        self.waiting_since_ms.store(0, Ordering::Relaxed);
        self.idle_ms.store(idle_ms.to_bits(), Ordering::Relaxed);
    }

    /// The times as of `now_ms`.
    pub fn read(&self, now_ms: f64) -> LoopTimes {
        let load = |word: &AtomicU64| f64::from_bits(word.load(Ordering::Relaxed));
        let waiting_since_ms = load(&self.waiting_since_ms);
        let waits_ms = if waiting_since_ms > 0.0 { (now_ms - waiting_since_ms).max(0.0) } else { 0.0 };
        LoopTimes { start_ms: load(&self.start_ms), idle_ms: load(&self.idle_ms) + waits_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::{LoopTimes, SharedTimes};

    #[test]
    fn a_wait_that_goes_on_counts() {
        let times = SharedTimes::default();
        assert_eq!(times.read(5.0), LoopTimes::default());
        times.begin(10.0);
        times.begin_wait(12.0);
        assert_eq!(times.read(15.0), LoopTimes { start_ms: 10.0, idle_ms: 3.0 });
        times.end_wait(4.0);
        assert_eq!(times.read(100.0), LoopTimes { start_ms: 10.0, idle_ms: 4.0 });
    }
}
