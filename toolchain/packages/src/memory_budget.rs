//! Memory that several threads use up to a common limit. Those that get no share of it take a way that needs less.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A limit, and how much of it is in use.
#[derive(Debug)]
pub struct Budget {
    limit: usize,
    used: AtomicUsize,
}

impl Budget {
    /// Makes one of which nothing is in use.
    pub const fn new(limit: usize) -> Self {
        Self { limit, used: AtomicUsize::new(0) }
    }

    /// A share of so many bytes; None when they would exceed the limit. It is returned when it is dropped.
    pub fn take(&'static self, bytes: usize) -> Option<Share> {
        self.reserve(bytes).then(|| Share { budget: self, bytes })
    }

    fn reserve(&self, bytes: usize) -> bool {
        let add = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= self.limit);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok()
    }
}

/// A part of a budget.
#[derive(Debug)]
pub struct Share {
    budget: &'static Budget,
    bytes: usize,
}

impl Share {
    /// Makes it as large as this, if it is smaller. False when that would exceed the limit.
    pub fn grow_to(&mut self, bytes: usize) -> bool {
        let missing = bytes.saturating_sub(self.bytes);
        let is_granted = self.budget.reserve(missing);
        self.bytes += if is_granted { missing } else { 0 };
        is_granted
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.budget.used.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
#[path = "memory_budget_tests.rs"]
mod tests;
