//! Functions of addons as JavaScript's: one trampoline for calls and one for constructions, which find the addon's
//! callback by the address of the function object.

use crate::addons::{Addons, NativeFunction};
use crate::classes::ClassRole;
use crate::env::Env;
use crate::types::{Callback, CallbackInfo, NapiValue, Outcome, Status};
use brio_jsc::{Context, Value, raw};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::ptr;

/// Words of a call's frame (`brio_jsc::raw::host_function`).
const FUNCTION_WORD: usize = 3;
const ARGUMENT_COUNT_WORD: usize = 4;
const THIS_WORD: usize = 5;
const FIRST_ARGUMENT_WORD: usize = 6;

/// A function object that calls `callback`.
pub fn make<'cx>(
    env: &'cx Env,
    name: &[u8],
    callback: Option<Callback>,
    data: *mut c_void,
    role: ClassRole,
) -> Outcome<Value<'cx>> {
    let callback = callback.ok_or(Status::InvalidArg)?;
    let cx = env.cx();
    let name = String::from_utf8_lossy(name);
    let function = if name.is_ascii() { raw::host_function(cx, &name, call, construct) } else { None };
    let function = match function {
        Some(function) => function,
        None => named(env, &name)?,
    };
    env.addons().add_function(env, function, callback, data, role);
    Ok(function)
}

/// The same with a prototype object, as functions have that may be called with `new`.
pub fn make_constructible<'cx>(
    env: &'cx Env,
    name: &[u8],
    callback: Option<Callback>,
    data: *mut c_void,
    role: ClassRole,
) -> Outcome<Value<'cx>> {
    let function = make(env, name, callback, data, role)?;
    env.help(|helpers| &helpers.define_constructor, &[function])?;
    Ok(function)
}

/// A function with a name beyond ASCII, or on an engine without host functions.
fn named<'cx>(env: &'cx Env, name: &str) -> Outcome<Value<'cx>> {
    let cx = env.cx();
    let function = match raw::host_function(cx, "", call, construct) {
        Some(function) => function,
        None => {
            let context = raw::context_pointer(cx);
            // SAFETY: a live context; a null name makes an anonymous function; the callback has the C signature.
            let object = unsafe { sys::JSObjectMakeFunctionWithCallback(context, ptr::null_mut(), call_from_c_api) };
            // SAFETY: just made.
            unsafe { raw::value(cx, object.expose_provenance() as u64) }
        }
    };
    const CONFIGURABLE: i32 = 4;
    let arguments = [
        function,
        cx.string("name"),
        cx.string(name),
        Value::undefined(),
        Value::undefined(),
        Value::int32(CONFIGURABLE),
    ];
    env.help(|helpers| &helpers.define_property, &arguments)?;
    Ok(function)
}

/// What the frame of a call says.
struct Frame(*const u64);

impl Frame {
    fn word(&self, index: usize) -> u64 {
        // SAFETY: the engine passes the frame of the running call, which has these words.
        unsafe { self.0.wrapping_add(index).read() }
    }

    fn arguments(&self) -> (*const NapiValue, usize) {
        let count = (self.word(ARGUMENT_COUNT_WORD) as u32 as usize).saturating_sub(1);
        (self.0.wrapping_add(FIRST_ARGUMENT_WORD).cast(), count)
    }

    fn native(&self) -> Option<NativeFunction> {
        Addons::current()?.function_at(self.word(FUNCTION_WORD) as usize)
    }
}

unsafe extern "C" fn call(global: sys::JSContextRef, frame: *const u64) -> u64 {
    // SAFETY: the engine passes the live context of the function.
    let cx = unsafe { raw::context(global) };
    let frame = Frame(frame);
    let Some(native) = frame.native() else { return ended(cx) };
    // SAFETY: the receiver of the running call.
    let this = unsafe { raw::value(cx, frame.word(THIS_WORD)) };
    if !accepts(native, this) {
        return raw::throw_in_host_function(cx, illegal_invocation(cx));
    }
    let this = NapiValue::new(this);
    let (arguments, count) = frame.arguments();
    let info = CallbackInfo { this, new_target: NapiValue::NULL, arguments, count, data: native.data };
    match run(native, &info) {
        Ok(value) => raw::bits(value.get(cx).unwrap_or(Value::undefined())),
        Err(error) => raw::throw_in_host_function(cx, error),
    }
}

unsafe extern "C" fn construct(global: sys::JSContextRef, frame: *const u64) -> u64 {
    // SAFETY: the engine passes the live context of the function.
    let cx = unsafe { raw::context(global) };
    let frame = Frame(frame);
    let Some(native) = frame.native() else { return ended(cx) };
    // SAFETY: in a construction the word of the receiver holds the new target.
    let new_target = unsafe { raw::value(cx, frame.word(THIS_WORD)) };
    let Some(helpers) = Addons::current().and_then(Addons::helpers) else { return ended(cx) };
    let this = match helpers.construct_this.get(cx).call(cx, &[new_target]) {
        Ok(this) => this,
        Err(error) => return raw::throw_in_host_function(cx, error),
    };
    let (arguments, count) = frame.arguments();
    let info = CallbackInfo {
        this: NapiValue::new(this),
        new_target: NapiValue::new(new_target),
        arguments,
        count,
        data: native.data,
    };
    let result = match Addons::current() {
        Some(addons) => addons.construct(cx, this, native.role, || run(native, &info)),
        None => return ended(cx),
    };
    match result {
        Ok(value) => raw::bits(value.get(cx).filter(|value| value.is_object(cx)).unwrap_or(this)),
        Err(error) => raw::throw_in_host_function(cx, error),
    }
}

/// The same for functions of the C API.
unsafe extern "C" fn call_from_c_api(
    context: sys::JSContextRef,
    function: sys::JSObjectRef,
    this: sys::JSObjectRef,
    count: usize,
    arguments: *const sys::JSValueRef,
    exception: *mut sys::JSValueRef,
) -> sys::JSValueRef {
    // SAFETY: the engine passes a live context.
    let cx = unsafe { raw::context(context) };
    let native = Addons::current().and_then(|addons| addons.function_at(function.expose_provenance()));
    let result = cx.locked(|| {
        let native = native.ok_or_else(|| cx.error("the realm of this native function has ended"))?;
        // SAFETY: the receiver of the running call.
        let this = unsafe { raw::value(cx, this.expose_provenance() as u64) };
        if !accepts(native, this) {
            return Err(illegal_invocation(cx));
        }
        let this = NapiValue::new(this);
        let info =
            CallbackInfo { this, new_target: NapiValue::NULL, arguments: arguments.cast(), count, data: native.data };
        run(native, &info)
    });
    let value = match result {
        Ok(value) => value.get(cx).unwrap_or(Value::undefined()),
        Err(error) => {
            // SAFETY: the engine's out-pointer for this call.
            unsafe { *exception = ptr::with_exposed_provenance(raw::bits(error) as usize) };
            Value::undefined()
        }
    };
    ptr::with_exposed_provenance(raw::bits(value) as usize)
}

/// Whether a function may be called on a receiver: a method of a class only on objects that its constructor made.
#[inline]
fn accepts(native: NativeFunction, receiver: Value<'_>) -> bool {
    native.role == ClassRole::None || Addons::current().is_some_and(|addons| addons.accepts(native.role, receiver))
}

/// The error for another receiver, as V8 words it.
#[cold]
fn illegal_invocation<'cx>(cx: Context<'cx>) -> Value<'cx> {
    cx.type_error("Illegal invocation")
}

/// The receiver of a call. Native functions are sloppy functions: without one they get the global object.
#[inline]
pub fn receiver<'cx>(cx: Context<'cx>, info: &CallbackInfo) -> Value<'cx> {
    raw::sloppy_receiver(cx, info.this.get(cx).unwrap_or(Value::undefined()))
}

fn run<'cx>(native: NativeFunction, info: &CallbackInfo) -> Result<NapiValue, Value<'cx>> {
    let Some(env) = native.env.get() else { return Ok(NapiValue::NULL) };
    // SAFETY: the addon passed the function, which takes its environment and the information of a call.
    let value = env.call_addon(|| unsafe { (native.callback)(native.env, info) });
    match env.take_pending() {
        None => Ok(value),
        Some(error) => Err(error),
    }
}

#[cold]
fn ended(cx: Context<'_>) -> u64 {
    raw::throw_in_host_function(cx, cx.error("the realm of this native function has ended"))
}
