//! The raw forms of values and contexts, for `brio_napi`: addons hold values in their encoded form, and pass them back.

pub use crate::receivers::sloppy_receiver;
use crate::symbols::{HostFunction, symbols};
use crate::{Context, Value, Weak, host_function, string};
use brio_jsc_sys as sys;
use std::ptr;

/// The encoded form of a value.
#[inline]
pub fn bits(value: Value<'_>) -> u64 {
    value.bits()
}

/// The value of an encoded form.
///
/// # Safety
/// The bits came from [`bits`] or from the engine, and the value, if it is on the heap, is alive.
#[inline]
pub unsafe fn value<'cx>(_cx: Context<'cx>, bits: u64) -> Value<'cx> {
    Value::from_raw(ptr::with_exposed_provenance(bits as usize))
}

/// The engine's pointer to a context.
#[inline]
pub fn context_pointer(cx: Context<'_>) -> sys::JSContextRef {
    cx.raw()
}

/// The engine's pointer to the virtual machine of a context.
#[inline]
pub fn group_pointer(cx: Context<'_>) -> sys::JSGroupRef {
    cx.raw_group()
}

/// The context of an engine's pointer.
///
/// # Safety
/// The pointer is that of a context that lives as long as `'cx`.
#[inline]
pub unsafe fn context<'cx>(pointer: sys::JSContextRef) -> Context<'cx> {
    // SAFETY: the caller's promise.
    unsafe { Context::from_raw(pointer) }
}

/// Passes the characters of a string to one of two functions; None for a value that is not a string.
#[inline]
pub fn with_string<'cx, R>(
    cx: Context<'cx>,
    value: Value<'cx>,
    read_latin1: impl FnOnce(&[u8]) -> R,
    read_utf16: impl FnOnce(&[u16]) -> R,
) -> Option<R> {
    if value.kind(cx) != crate::ValueKind::String {
        return None;
    }
    value.with_characters(cx, read_latin1, read_utf16).ok()
}

/// The object of a weak reference, if it was not collected.
#[inline]
pub fn weak_object<'cx>(_cx: Context<'cx>, weak: &Weak) -> Option<Value<'cx>> {
    weak.object()
}

/// A function that the engine calls as its own (`host_function.rs`) with the global object and the call's frame; `construct`
/// is called instead when it is called as a constructor. None when this engine is not the known one.
///
/// Words of the frame: 3 the function, 4 the number of arguments and one more, 5 `this` or the new target, from 6 on the
/// arguments.
pub fn host_function<'cx>(
    cx: Context<'cx>,
    name: &str,
    call: HostFunction,
    construct: HostFunction,
) -> Option<Value<'cx>> {
    if !host_function::works(cx) {
        return None;
    }
    let create = symbols().create_function?;
    let raw = cx.locked(|| {
        // SAFETY: the virtual machine and the global object of this thread, with the lock held; the functions have the engine's
        // signature and live as long as the process; no signature for the compiler.
        string::with_implementation(name, |name| unsafe {
            create(cx.raw_group(), cx.raw_global(), 0, name, call, 0, 0, construct, ptr::null())
        })
    })?;
    Some(Value::from_raw(raw))
}

/// Throws in a function made by [`host_function`], which then returns the result.
pub fn throw_in_host_function(cx: Context<'_>, error: Value<'_>) -> u64 {
    // Code beyond its limit must not continue by catching what its natives throw.
    if !cx.ends_uncatchably()
        && let Some(throw) = symbols().throw_value
    {
        // SAFETY: the virtual machine and the global object of this thread, whose lock the engine holds around the call.
        unsafe { throw(cx.raw_group(), cx.raw(), error.raw()) };
    }
    // The empty value, as the engine's functions return it beside an exception.
    0
}
