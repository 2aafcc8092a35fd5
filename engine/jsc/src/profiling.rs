//! The engine's sampling profiler: what the code of a thread does, sampled about once per millisecond.

use crate::{Context, Value, string::JsString};
use brio_jsc_sys as sys;

impl<'cx> Context<'cx> {
    /// Begins to take samples of this thread's running code.
    pub fn start_sampling(self) {
        // SAFETY: the live group of this thread; without samples so far the engine makes its profiler.
        unsafe { sys::JSContextGroupEnableSamplingProfiler(self.raw_group()) };
        self.give_lock_away_once();
    }

    /// The profiler detects its thread when the VM's lock is acquired, which functions of the C API do on their return.
    fn give_lock_away_once(self) {
        let name = JsString::new("sample");
        // SAFETY: a live context, and a function with the signature that the engine calls.
        let function = unsafe { sys::JSObjectMakeFunctionWithCallback(self.raw(), name.raw(), nothing) };
        let mut exception = std::ptr::null();
        // SAFETY: a live context and the function made above; it throws nothing.
        unsafe {
            sys::JSObjectCallAsFunction(self.raw(), function, std::ptr::null_mut(), 0, std::ptr::null(), &mut exception)
        };
    }

    /// Ends sampling, and drops the samples that were not read.
    pub fn stop_sampling(self) {
        // SAFETY: as above; nothing happens when no samples are taken.
        unsafe { sys::JSContextGroupDisableSamplingProfiler(self.raw_group()) };
    }

    /// The samples since the last call, as JSON text of the engine's own form; null when none are taken.
    pub fn take_samples(self) -> Value<'cx> {
        // SAFETY: as above; the result is a string of ours, or null.
        let samples = unsafe { sys::JSContextGroupTakeSamplesFromSamplingProfiler(self.raw_group()) };
        if samples.is_null() {
            return Value::null();
        }
        let text = JsString::from_copy(samples);
        // SAFETY: a live context and a live string.
        Value::from_raw(unsafe { sys::JSValueMakeString(self.raw(), text.raw()) })
    }
}

unsafe extern "C" fn nothing(
    _context: sys::JSContextRef,
    _function: sys::JSObjectRef,
    _this: sys::JSObjectRef,
    _count: usize,
    _arguments: *const sys::JSValueRef,
    _exception: *mut sys::JSValueRef,
) -> sys::JSValueRef {
    Value::undefined().raw()
}
