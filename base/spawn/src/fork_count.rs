//! Whether this process became a copy of another one: state that must not exist twice, such as that of a generator of
//! random bytes, is made anew then. Programs fork by `bun:ffi` or by native addons.
//!
//! Copies that are made without the C library's `fork` (a `clone` of the program's own) are not noticed.

use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// How many times the C library's `fork` led to this process since the first call.
#[inline]
pub fn fork_count() -> u32 {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(watch);
    COUNT.load(Ordering::Relaxed)
}

#[cold]
fn watch() {
    // SAFETY: the handler only changes an atomic number, which is allowed in a child of a process with several threads.
    let failure = unsafe { libc::pthread_atfork(None, None, Some(count_fork)) };
    assert_eq!(failure, 0, "registering a handler fails only without memory");
}

unsafe extern "C" fn count_fork() {
    COUNT.fetch_add(1, Ordering::Relaxed);
}

#[cfg(test)]
#[path = "fork_count_tests.rs"]
mod tests;
