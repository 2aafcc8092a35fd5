//! Ending code that runs: the engine calls a function of ours from within it, which ends the code of a worker that is
//! terminated, and code beyond a limit (`active_limits.rs`).
//!
//! With the static engine the thread that terminates a worker requests that call. With the system's library, and for a worker
//! whose heap is limited, running code makes it now and then.

use crate::engine::{self, CAN_REQUEST_CHECKS};
use crate::vm_reuse;
use crate::{Context, active_limits};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// When running code of a VM that can be terminated first checks whether it must end, when there is a processor for
/// each VM.
const CHECK_SECONDS: f64 = 0.01;
/// Each check that ends nothing doubles the interval, as often as this: a check signals the thread, and the engine
/// discards optimized code that runs.
const DOUBLINGS_MAX: u32 = 4;
/// The number of VMs that check now and then.
static POLLING: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static CHECK: Cell<Option<fn() -> bool>> = const { Cell::new(None) };
    static IS_TERMINABLE: Cell<bool> = const { Cell::new(false) };
    /// Whether running code of this thread checks now and then whether it must end.
    static IS_POLLING: Cell<bool> = const { Cell::new(false) };
    /// How often this thread's VM has checked in vain.
    static VAIN_CHECKS: Cell<u32> = const { Cell::new(0) };
}

/// Asks running code of a VM, from any thread, to check whether it must end. Without effect once that VM has ended.
#[derive(Clone, Default)]
pub struct TerminationRequests(Arc<Mutex<Option<Group>>>);

/// A virtual machine that lives as long as it is in a [`TerminationRequests`].
struct Group(sys::JSGroupRef);

// SAFETY: other threads only pass it to `engine::request_check`, which is for any thread.
unsafe impl Send for Group {}

impl TerminationRequests {
    pub(crate) fn of(group: sys::JSGroupRef) -> Self {
        Self(Arc::new(Mutex::new(Some(Group(group)))))
    }

    /// Requests a check. With an engine where this cannot be done running code checks by itself.
    pub fn request(&self) {
        let group = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Group(group)) = &*group {
            // SAFETY: `end` waits for the lock before the virtual machine ends.
            unsafe { engine::request_check(*group) };
        }
    }

    /// The VM ends, or is left to another worker.
    pub(crate) fn end(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl fmt::Debug for TerminationRequests {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TerminationRequests")
    }
}

/// Prepares the process, before its first VM.
pub(crate) fn prepare() {
    engine::set_requested_check(must_end);
}

/// Makes this thread's VM one that can be terminated, until [`end`]. `is_limited`: its heap is.
pub(crate) fn begin(cx: Context<'_>, is_limited: bool) {
    let is_polling = is_limited || !CAN_REQUEST_CHECKS;
    if is_polling {
        POLLING.fetch_add(1, Ordering::Relaxed);
    }
    IS_POLLING.set(is_polling);
    IS_TERMINABLE.set(true);
    VAIN_CHECKS.set(0);
    // Without a time too: the engine then knows of each entry, and limits can begin within one.
    cx.check_in(if is_polling { check_seconds() } else { f64::INFINITY });
}

/// Ends what [`begin`] began, with the VM.
pub(crate) fn end() {
    if IS_POLLING.replace(false) {
        POLLING.fetch_sub(1, Ordering::Relaxed);
    }
    IS_TERMINABLE.set(false);
}

/// Whether this thread's VM was made to be terminated.
pub(crate) fn is_terminable() -> bool {
    IS_TERMINABLE.get()
}

/// The interval: longer for the VM that has run for longer, and such that all VMs together check no more often than a
/// few would.
fn check_seconds() -> f64 {
    const VMS_AT_FULL_RATE: f64 = 2.0;
    let doubled = f64::from(1 << VAIN_CHECKS.get().min(DOUBLINGS_MAX));
    CHECK_SECONDS * doubled.max(f64::from(POLLING.load(Ordering::Relaxed)) / VMS_AT_FULL_RATE)
}

/// When running code of this thread must check again whether to end; None when nothing can end it.
pub(crate) fn seconds_to_next_check() -> Option<f64> {
    active_limits::seconds_to_next_look().or_else(|| IS_POLLING.get().then(check_seconds))
}

impl Context<'_> {
    /// Makes running code of this thread call `check` when that is requested, or after 10 ms first and every 160 ms at last:
    /// true ends it with an uncatchable exception. For a VM made with `can_be_terminated`.
    pub fn set_termination_check(self, check: Option<fn() -> bool>) {
        CHECK.set(check);
    }

    /// Makes running code of this thread call the check at once instead of after its interval, in a VM that can be
    /// terminated.
    pub fn check_termination_soon(self) {
        if CAN_REQUEST_CHECKS {
            // SAFETY: the live virtual machine of this thread.
            unsafe { engine::request_check(self.raw_group()) };
        } else {
            self.check_in(0.0);
        }
    }

    /// Makes running code call [`should_terminate`] in so many seconds; infinite: not at all.
    pub(crate) fn check_in(self, seconds: f64) {
        check_group_in(self.raw_group(), seconds);
    }
}

/// Makes running code of this thread's VM call [`should_terminate`] at once.
pub(crate) fn check_soon(group: sys::JSGroupRef) {
    check_group_in(group, 0.0);
}

fn check_group_in(group: sys::JSGroupRef, seconds: f64) {
    // SAFETY: a live group of this thread; the callback has the C signature and gets no data.
    unsafe {
        sys::JSContextGroupSetExecutionTimeLimit(group, seconds, Some(should_terminate), std::ptr::null_mut());
    };
}

/// Whether running code of this thread must end, which is noted.
extern "C" fn must_end() -> bool {
    let must_end = CHECK.get().is_some_and(|check| check());
    if must_end {
        vm_reuse::note_terminated();
    }
    must_end
}

unsafe extern "C" fn should_terminate(context: sys::JSContextRef, _data: *mut c_void) -> bool {
    if must_end() {
        return true;
    }
    // SAFETY: the engine passes a live context of this thread.
    let cx = unsafe { Context::from_raw(context) };
    cx.check_heap_limit();
    if active_limits::is_beyond() {
        vm_reuse::note_terminated();
        active_limits::throw_uncatchable(cx);
    }
    VAIN_CHECKS.set(VAIN_CHECKS.get().saturating_add(1));
    // The limit ends with each callback and is set again for the next.
    if let Some(seconds) = seconds_to_next_check() {
        cx.check_in(seconds);
    }
    false
}

#[cfg(test)]
#[path = "termination_tests.rs"]
mod tests;
