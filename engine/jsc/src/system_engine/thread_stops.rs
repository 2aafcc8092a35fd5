//! The engine's watchdog ends the process when it fires twice before the first request was handled: between the moment
//! when running code receives the request and the one when it cancels the stop, a second request finds nothing
//! requested and a pending stop, which `VMTraps::requestThreadStopIfNeeded` treats as a broken invariant (2.50). Two
//! timers fire together when the machine is busy.
//!
//! The library calls both functions through the dynamic linker, so those of the same name here, which the binary exports
//! (`cli/build.rs`), are called instead: a second request of the watchdog is dropped while a stop is pending, which the
//! engine notes in a byte of its `VMTraps`. The request itself stays noted, and running code sees it at its next check or when the watchdog fires again. Engines that
//! do not have these functions, or call them directly, are not affected. The static engine is of a version that checks
//! under a lock whether a stop is pending, and does without all this.

use brio_jsc_sys::lazy_engine::address;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// `void VMTraps::requestThreadStopIfNeeded(Event)`.
type RequestStop = unsafe extern "C" fn(*mut c_void, u32);
/// `void VMTraps::cancelThreadStopIfNeeded()`.
type CancelStop = unsafe extern "C" fn(*mut c_void);

/// The engine's functions that those below replace.
struct Stops {
    request: Option<RequestStop>,
    cancel: Option<CancelStop>,
    /// Where a `VMTraps` notes that a stop is pending.
    pending_offset: Option<usize>,
}

/// How much of the engine's function is searched.
const SEARCHED_BYTES: usize = 120;

/// The offset of the byte that a function compares before it ends the process: `mov (%rbx),%ecx`, `movzbl OFFSET(%rbx),%eax`,
/// `test $0xf,%cl`. None in another build of the engine.
fn pending_offset(code: &[u8]) -> Option<usize> {
    code.windows(9).find_map(|bytes| match bytes {
        [0x8b, 0x0b, 0x0f, 0xb6, 0x43, offset, 0xf6, 0xc1, 0x0f] => Some(usize::from(*offset)),
        _ => None,
    })
}

/// `VMTraps::NeedWatchdogCheck`.
const WATCHDOG: u32 = 4;
/// Where the byte is not found: a request that was not cancelled for so long may have had no effect, so the next one is passed
/// on. On a busy machine a thread can be without a processor for seconds.
const UNANSWERED_MAX: Duration = Duration::from_secs(5);

static ON_THEIR_WAY: Mutex<Requests> = Mutex::new(Requests { of: Vec::new() });

/// The requests that were not cancelled, by the `VMTraps` of their VM.
struct Requests {
    of: Vec<(usize, Instant)>,
}

impl Requests {
    /// Notes a request; false when one is pending.
    fn begin(&mut self, traps: usize, now: Instant) -> bool {
        self.of.retain(|(_, since)| now.duration_since(*since) < UNANSWERED_MAX);
        if self.of.iter().any(|(other, _)| *other == traps) {
            return false;
        }
        self.of.push((traps, now));
        true
    }

    fn end(&mut self, traps: usize) {
        self.of.retain(|(other, _)| *other != traps);
    }
}

fn requests() -> MutexGuard<'static, Requests> {
    ON_THEIR_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Replaces the engine's `VMTraps::requestThreadStopIfNeeded`, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[unsafe(export_name = "_ZN3JSC7VMTraps25requestThreadStopIfNeededEj")]
unsafe extern "C" fn request_stop(traps: *mut c_void, event: u32) {
    let Some(request) = stops().request else { return };
    // Held over the call: two timers must not both find that no stop is pending.
    let mut requests = requests();
    if event == WATCHDOG {
        let is_dropped = match stops().pending_offset {
            Some(offset) => {
                // SAFETY: the engine's object has a byte there, and lives during the call.
                let pending = unsafe { &*traps.cast::<u8>().wrapping_add(offset).cast::<AtomicU8>() };
                pending.load(Ordering::SeqCst) != 0
            }
            None => !requests.begin(traps as usize, Instant::now()),
        };
        if is_dropped {
            return;
        }
    }
    // SAFETY: what the engine passed to its own function.
    unsafe { request(traps, event) };
}

/// Replaces the engine's `VMTraps::cancelThreadStopIfNeeded`, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[unsafe(export_name = "_ZN3JSC7VMTraps24cancelThreadStopIfNeededEv")]
unsafe extern "C" fn cancel_stop(traps: *mut c_void) {
    if let Some(cancel) = stops().cancel {
        // SAFETY: what the engine passed to its own function.
        unsafe { cancel(traps) };
    }
    requests().end(traps as usize);
}

/// Makes the linker retain both functions.
pub(crate) fn keep() {
    std::hint::black_box((request_stop as RequestStop, cancel_stop as CancelStop));
}

/// The table of the functions that this program replaces by one of the same name, looked up on first use.
fn stops() -> &'static Stops {
    static STOPS: OnceLock<Stops> = OnceLock::new();
    STOPS.get_or_init(|| Stops {
        pending_offset: address(c"_ZN3JSC7VMTraps25requestThreadStopIfNeededEj").and_then(|address| {
            // SAFETY: the code of the engine around this function is longer, and is not changed.
            pending_offset(unsafe { std::slice::from_raw_parts(address.cast::<u8>(), SEARCHED_BYTES) })
        }),
        request: address(c"_ZN3JSC7VMTraps25requestThreadStopIfNeededEj").map(|address| {
            // SAFETY: the mangled name spells these parameters; `this` is the first argument.
            unsafe { std::mem::transmute::<*mut c_void, RequestStop>(address) }
        }),
        cancel: address(c"_ZN3JSC7VMTraps24cancelThreadStopIfNeededEv").map(|address| {
            // SAFETY: the mangled name spells these parameters; `this` is the first argument.
            unsafe { std::mem::transmute::<*mut c_void, CancelStop>(address) }
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_request_waits_for_the_first_to_be_called_off() {
        let mut requests = Requests { of: Vec::new() };
        let now = Instant::now();
        assert!(requests.begin(1, now));
        assert!(!requests.begin(1, now));
        assert!(requests.begin(2, now), "another VM has requests of its own");
        requests.end(1);
        assert!(requests.begin(1, now));
    }

    #[test]
    fn a_request_that_nobody_called_off_does_not_keep_others_away_for_ever() {
        let mut requests = Requests { of: Vec::new() };
        let now = Instant::now();
        assert!(requests.begin(1, now));
        assert!(!requests.begin(1, now + UNANSWERED_MAX / 2));
        assert!(requests.begin(1, now + UNANSWERED_MAX));
    }

    #[test]
    fn the_engine_has_the_functions_behind_these() {
        assert!(stops().request.is_some_and(|engines| engines as usize != request_stop as *const () as usize));
        assert!(stops().cancel.is_some_and(|engines| engines as usize != cancel_stop as *const () as usize));
        assert!(stops().pending_offset.is_some(), "another build of the engine: find its byte anew");
    }

    #[test]
    fn the_byte_of_a_pending_stop_is_found_in_machine_code() {
        let code = [0x90, 0x8b, 0x0b, 0x0f, 0xb6, 0x43, 0x0b, 0xf6, 0xc1, 0x0f, 0x74];
        assert_eq!(pending_offset(&code), Some(0x0b));
        assert_eq!(pending_offset(&code[2..]), None);
    }
}
