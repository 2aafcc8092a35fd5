//! Checks at the request of another thread, by functions of the static engine.

use brio_jsc_sys::{JSGroupRef, static_engine as sys};

/// Whether other threads can make running code check at once whether it must end. Where they cannot, it checks now and then.
pub(crate) const CAN_REQUEST_CHECKS: bool = true;

/// Sets what running code calls when a check was requested; call it before the first virtual machine.
pub(crate) fn set_requested_check(check: extern "C" fn() -> bool) {
    // SAFETY: called before the first virtual machine, with a function of this program.
    unsafe { sys::brio_set_termination_check(check) };
}

/// # Safety
/// The virtual machine lives until this returns.
pub(crate) unsafe fn request_check(group: JSGroupRef) {
    // SAFETY: a live virtual machine; the engine allows the call on any thread.
    unsafe { sys::brio_request_termination_check(group) };
}
