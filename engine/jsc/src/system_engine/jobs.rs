//! Promise jobs by the engine's own function, which the library exports.

use crate::symbols::find;
use crate::{Context, Value};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::sync::OnceLock;

/// `void JSGlobalObject::queueMicrotask(JSFunction*, JSValue, JSValue, JSValue, JSValue)`.
type Queue = unsafe extern "C" fn(
    sys::JSContextRef,
    sys::JSValueRef,
    sys::JSValueRef,
    sys::JSValueRef,
    sys::JSValueRef,
    sys::JSValueRef,
);

/// See [`Context::queue_job`].
pub(crate) fn queue<'cx>(cx: Context<'cx>, function: Value<'cx>, argument: Value<'cx>) -> bool {
    static QUEUE: OnceLock<Option<Queue>> = OnceLock::new();
    let queue = QUEUE.get_or_init(|| {
        find(c"_ZN3JSC14JSGlobalObject14queueMicrotaskEPNS_10JSFunctionENS_7JSValueES3_S3_S3_").map(|address| {
            // SAFETY: the mangled name spells these parameters; a `JSValue` is passed as its encoded bits.
            unsafe { std::mem::transmute::<*mut c_void, Queue>(address) }
        })
    });
    let Some(queue) = queue else { return false };
    let none = Value::undefined().raw();
    // SAFETY: the global object of this thread's context, with the lock held, a live function and live values of it.
    cx.locked(|| unsafe { queue(cx.raw_global(), function.raw(), argument.raw(), none, none, none) });
    true
}
