//! Native functions: every function the engine can call goes through one trampoline, so that a Rust panic becomes a
//! JavaScript error and never crosses a C++ frame.

use crate::{Context, Value, string::JsString};
use brio_jsc_sys as sys;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A native function. The type itself is the function: no closure, no allocation per call.
pub trait NativeFunction {
    /// The name that stacks and `function.name` show.
    const NAME: &'static str;
    /// Runs the function. `Err` is thrown in JavaScript.
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>>;
}

/// The arguments of a native call; a missing one reads as undefined.
#[derive(Clone, Copy)]
pub struct Arguments<'a, 'cx> {
    values: &'a [Value<'cx>],
}

impl<'a, 'cx> Arguments<'a, 'cx> {
    #[inline]
    pub(crate) fn new(values: &'a [Value<'cx>]) -> Self {
        Self { values }
    }

    /// The argument at `index`, or undefined.
    #[inline]
    pub fn get(&self, index: usize) -> Value<'cx> {
        self.values.get(index).copied().unwrap_or(Value::undefined())
    }

    /// The arguments from `index` on.
    pub fn rest(&self, index: usize) -> &'a [Value<'cx>] {
        self.values.get(index..).unwrap_or(&[])
    }

    /// How many arguments were given.
    #[inline]
    pub fn count(&self) -> usize {
        self.values.len()
    }
}

impl<'cx> Context<'cx> {
    /// Makes the function object of a native function.
    pub fn function<F: NativeFunction>(self) -> Value<'cx> {
        if let Some(function) = self.host_function_if_known::<F>() {
            return function;
        }
        let name = JsString::new(F::NAME);
        // SAFETY: the context is live ('cx); the trampoline has the C signature that the engine calls.
        Value::from_raw(unsafe { sys::JSObjectMakeFunctionWithCallback(self.raw(), name.raw(), trampoline::<F>) })
    }
}

unsafe extern "C" fn trampoline<F: NativeFunction>(
    context: sys::JSContextRef,
    _function: sys::JSObjectRef,
    _this: sys::JSObjectRef,
    count: usize,
    arguments: *const sys::JSValueRef,
    exception: *mut sys::JSValueRef,
) -> sys::JSValueRef {
    // SAFETY: the engine passes a live context that outlives this call.
    let cx = unsafe { Context::from_raw(context) };
    let values: &[Value<'_>] = if count == 0 {
        &[]
    } else {
        // SAFETY: the engine guarantees `count` live values; `Value` is a transparent encoded value.
        unsafe { std::slice::from_raw_parts(arguments.cast(), count) }
    };
    let thrown = match outcome_of::<F>(cx, Arguments { values }) {
        Ok(value) => return value.raw(),
        Err(thrown) => thrown,
    };
    // Code beyond its limit must not continue by catching what its natives throw.
    if cx.ends_uncatchably() {
        return Value::undefined().raw();
    }
    // SAFETY: the engine's out-pointer for this call.
    unsafe { *exception = thrown.raw() };
    Value::undefined().raw()
}

/// What the function returns or throws; a panic becomes an error.
#[inline]
pub(crate) fn outcome_of<'cx, F: NativeFunction>(
    cx: Context<'cx>,
    arguments: Arguments<'_, 'cx>,
) -> Result<Value<'cx>, Value<'cx>> {
    catch_unwind(AssertUnwindSafe(|| F::call(cx, arguments))).unwrap_or_else(|panic| {
        Err(cx.error(&format!("panic in native function {}: {} (this is a bug in Brio)", F::NAME, panic_text(&*panic))))
    })
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    if let Some(text) = panic.downcast_ref::<&str>() {
        return text;
    }
    panic.downcast_ref::<String>().map_or("unknown reason", String::as_str)
}
