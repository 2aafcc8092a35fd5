//! Wakes a loop thread from another thread, with at most one system call per sleep.

use mio::Token;
use std::io;
use std::sync::atomic::{AtomicU8, Ordering};

/// The token that is reserved for the reactor. Registering with it fails.
pub const WAKE_TOKEN: Token = Token(usize::MAX);

/// The loop runs and nothing was posted.
const AWAKE: u8 = 0;
/// Something was posted since the loop last checked.
const NOTIFIED: u8 = 1;
/// The loop may be blocked in the poller: only then is a system call needed.
const SLEEPING: u8 = 2;

/// The doorbell of one loop, shared by every [`crate::Remote`] of the loop.
#[derive(Debug)]
pub(crate) struct Doorbell {
    state: AtomicU8,
    waker: mio::Waker,
}

impl Doorbell {
    pub(crate) fn new(registry: &mio::Registry) -> io::Result<Self> {
        Ok(Self { state: AtomicU8::new(AWAKE), waker: mio::Waker::new(registry, WAKE_TOKEN)? })
    }

    /// Makes the loop's current or next poll return with `woken`. Any thread may call it.
    pub(crate) fn ring(&self) {
        // The swap publishes what the caller queued before: the loop's own swap reads this one.
        if self.state.swap(NOTIFIED, Ordering::AcqRel) == SLEEPING {
            // It fails only when the eventfd's counter is full, that is, when the loop is being woken anyway.
            let _ = self.waker.wake();
        }
    }

    /// Marks the loop as about to block. Returns false when it must not, because something was posted.
    pub(crate) fn fall_asleep(&self) -> bool {
        self.state.compare_exchange(AWAKE, SLEEPING, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Marks the loop as running. Returns whether anything was posted since the last call.
    pub(crate) fn wake_up(&self) -> bool {
        self.state.swap(AWAKE, Ordering::AcqRel) == NOTIFIED
    }
}
