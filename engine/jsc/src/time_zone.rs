//! The time zone of the process as the engine's dates see it (`process.env.TZ`).

use crate::{Context, symbols::symbols};

/// Marks a string view as one of bytes, in its second word above the length.
const IS_LATIN1: usize = 1 << 32;

impl Context<'_> {
    /// Makes `name` (an IANA name; empty for the system's) the time zone of all threads: of this one when it enters the engine
    /// again ([`Context::enter_again`]), of the others with their next task. False when there is no such zone.
    pub fn set_time_zone(self, name: &str) -> bool {
        let Some(set) = symbols().set_time_zone else { return false };
        if !name.is_ascii() {
            return false;
        }
        // SAFETY: the view is of `name`, which is ASCII and lives during the call; the engine copies it under a lock of its own.
        unsafe { set(name.as_ptr(), name.len() | IS_LATIN1) }
    }
}
