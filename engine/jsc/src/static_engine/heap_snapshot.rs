//! Takes a snapshot with the static engine, which has a function for it.

use crate::Context;
use crate::string::JsString;
use crate::symbols::symbols;
use brio_jsc_sys as sys;
use std::ptr;

/// The snapshot as JSON; `with_details` as for [`Context::heap_snapshot`]. The lock must be held.
pub(crate) fn take(cx: Context<'_>, with_details: bool) -> Option<String> {
    let wrap = symbols().wrap_string?;
    // SAFETY: the live machine of this thread, whose lock is held.
    let mut implementation = unsafe { sys::static_engine::brio_heap_snapshot(cx.raw_group(), with_details) };
    if implementation.is_null() {
        return None;
    }
    let mut string: sys::JSStringRef = ptr::null_mut();
    // SAFETY: `implementation` is the `WTF::String` (one pointer) that is moved from; the out-pointer gets one reference.
    unsafe { wrap(&mut string, &mut implementation) };
    Some(JsString::from_copy(string).characters().to_rust())
}
