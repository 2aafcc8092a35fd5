//! Ending code that runs: the engine calls a function of ours from within it, which ends the code of a worker that is
//! terminated, and code beyond a limit (`active_limits.rs`).

use crate::vm_reuse;
use crate::{Context, active_limits};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};

/// When running code of a VM that can be terminated first checks whether it must end, when there is a processor for
/// each VM.
const CHECK_SECONDS: f64 = 0.01;
/// Each check that ends nothing doubles the interval, as often as this: a check signals the thread, and the engine
/// discards optimized code that runs.
const DOUBLINGS_MAX: u32 = 4;
/// The number of VMs that can be terminated now.
static TERMINABLE: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static CHECK: Cell<Option<fn() -> bool>> = const { Cell::new(None) };
    static IS_TERMINABLE: Cell<bool> = const { Cell::new(false) };
    /// How often this thread's VM has checked in vain.
    static VAIN_CHECKS: Cell<u32> = const { Cell::new(0) };
}

/// Makes this thread's VM one that can be terminated, until [`end`].
pub(crate) fn begin(cx: Context<'_>) {
    TERMINABLE.fetch_add(1, Ordering::Relaxed);
    IS_TERMINABLE.set(true);
    VAIN_CHECKS.set(0);
    cx.check_in(check_seconds());
}

/// Ends what [`begin`] began, with the VM.
pub(crate) fn end() {
    TERMINABLE.fetch_sub(1, Ordering::Relaxed);
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
    CHECK_SECONDS * doubled.max(f64::from(TERMINABLE.load(Ordering::Relaxed)) / VMS_AT_FULL_RATE)
}

/// When running code of this thread must check again whether to end; None when nothing can end it.
pub(crate) fn seconds_to_next_check() -> Option<f64> {
    active_limits::seconds_to_next_look().or_else(|| is_terminable().then(check_seconds))
}

impl Context<'_> {
    /// Makes running code of this thread call `check`, after 10 ms first and every 160 ms at last: true ends it with an
    /// uncatchable exception. For a VM made with `can_be_terminated`.
    pub fn set_termination_check(self, check: Option<fn() -> bool>) {
        CHECK.set(check);
    }

    /// Makes running code of this thread call the check at once instead of after its interval, in a VM that can be
    /// terminated.
    pub fn check_termination_soon(self) {
        self.check_in(0.0);
    }

    /// Makes running code call [`should_terminate`] in so many seconds; infinite: not at all.
    pub(crate) fn check_in(self, seconds: f64) {
        // SAFETY: a live group; the callback has the C signature and gets no data.
        unsafe {
            sys::JSContextGroupSetExecutionTimeLimit(
                self.raw_group(),
                seconds,
                Some(should_terminate),
                std::ptr::null_mut(),
            )
        };
    }
}

unsafe extern "C" fn should_terminate(context: sys::JSContextRef, _data: *mut c_void) -> bool {
    if CHECK.get().is_some_and(|check| check()) {
        vm_reuse::note_terminated();
        return true;
    }
    // SAFETY: the engine passes a live context of this thread.
    let cx = unsafe { Context::from_raw(context) };
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
