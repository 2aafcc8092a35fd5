//! A signal that wakes a loop without a descriptor of its own, for one that hardly ever arrives.

// A signal handler is registered for which `signal-hook` has no safe function.
#![allow(unsafe_code)]

use crate::mailbox::Remote;
use crate::signals::add_listener;
use signal_hook::low_level;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Sets `flag` and wakes the loop of `remote` when signal `number` arrives, instead of the signal's default action, as long as
/// the process lives.
///
/// # Errors
/// The system's for a signal that cannot be caught.
pub fn wake_at_signal<M: Send + 'static>(number: i32, remote: Remote<M>, flag: &'static AtomicBool) -> io::Result<()> {
    let handler = move || {
        flag.store(true, Ordering::Release);
        remote.wake();
    };
    // SAFETY: the handler stores to atomics and writes to a descriptor that `remote` keeps open; it takes no lock and neither
    // allocates nor frees memory.
    add_listener(number, || unsafe { low_level::register(number, handler) })?;
    Ok(())
}

#[cfg(test)]
#[path = "signal_doorbell_tests.rs"]
mod tests;
