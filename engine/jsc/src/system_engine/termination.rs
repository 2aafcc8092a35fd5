//! The system's library has no function by which other threads could ask running code whether it must end.

use brio_jsc_sys::JSGroupRef;

/// Whether other threads can make running code check at once whether it must end. Where they cannot, it checks now and then.
pub(crate) const CAN_REQUEST_CHECKS: bool = false;

/// Does nothing: no check can be requested.
pub(crate) fn set_requested_check(_check: extern "C" fn() -> bool) {}

/// Does nothing: running code checks by itself.
///
/// # Safety
/// None is needed; that of the static engine's function is.
pub(crate) unsafe fn request_check(_group: JSGroupRef) {}
