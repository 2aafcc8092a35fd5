//! V8's messages for properties that cannot be defined, where messages are those of V8 (`refused_assignments.rs`). The
//! engine's do not have the key. It is an argument of `JSObject::defineOwnProperty`, which the engine's classes call
//! through the dynamic linker: the function of the same name here, which the binary exports (`cli/build.rs`), is called
//! instead, and notes it. No code of the program runs within that function, so the key is the right one.
//!
//! Classes with a function of their own (elements of arrays, typed arrays, the global object) keep the engine's message.

use crate::string::StringImpl;
use brio_jsc_sys as sys;
use brio_jsc_sys::lazy_engine::address;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// `bool JSObject::defineOwnProperty(JSObject*, JSGlobalObject*, PropertyName, const PropertyDescriptor&, bool)`.
type DefineOwnProperty =
    unsafe extern "C" fn(sys::JSValueRef, sys::JSContextRef, *const StringImpl, *const c_void, bool) -> bool;

/// How all messages of the engine for an existing property begin, and that for a new one.
const EXISTING: &[u8] = b"Attempting to change ";
const NEW: &[u8] = b"Attempting to define property on object that is not extensible.\0";

thread_local! {
    /// The key of the property that is being defined; null for none.
    static KEY: Cell<*const StringImpl> = const { Cell::new(ptr::null()) };
}

/// Replaces the engine's `JSObject::defineOwnProperty`, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[unsafe(export_name = "_ZN3JSC8JSObject17defineOwnPropertyEPS0_PNS_14JSGlobalObjectENS_12PropertyNameERKNS_18PropertyDescriptorEb")]
unsafe extern "C" fn define_own_property(
    object: sys::JSValueRef,
    global: sys::JSContextRef,
    key: *const StringImpl,
    descriptor: *const c_void,
    throws: bool,
) -> bool {
    let Some(define) = engine_function() else { return false };
    let outer = KEY.replace(key);
    // SAFETY: what the engine passed to its own function.
    let is_done = unsafe { define(object, global, key, descriptor, throws) };
    KEY.set(outer);
    is_done
}

/// V8's message for the engine's, a literal with the NUL at its end; None for one that is about something else.
#[cold]
pub(crate) fn definition_message(literal: &[u8]) -> Option<String> {
    let is_new = literal == NEW;
    if !is_new && !literal.starts_with(EXISTING) {
        return None;
    }
    // SAFETY: null, or the key of the caller, which is live while the engine's function runs.
    let key = unsafe { KEY.get().as_ref() }?;
    let name = if key.is_symbol() { format!("Symbol({})", key.to_rust()) } else { key.to_rust() };
    Some(if is_new {
        format!("Cannot define property {name}, object is not extensible")
    } else {
        format!("Cannot redefine property: {name}")
    })
}

/// Makes the linker retain the function.
pub(crate) fn keep() {
    std::hint::black_box(define_own_property as DefineOwnProperty);
}

/// The function that the one here replaces.
fn engine_function() -> Option<DefineOwnProperty> {
    static FUNCTION: OnceLock<Option<DefineOwnProperty>> = OnceLock::new();
    *FUNCTION.get_or_init(|| {
        address(
            c"_ZN3JSC8JSObject17defineOwnPropertyEPS0_PNS_14JSGlobalObjectENS_12PropertyNameERKNS_18PropertyDescriptorEb",
        )
        .map(|address| {
            // SAFETY: the mangled name spells these parameters; a `PropertyName` is one pointer.
            unsafe { std::mem::transmute::<*mut c_void, DefineOwnProperty>(address) }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_has_the_function_behind_this_one() {
        let ours = define_own_property as *const () as usize;
        assert!(engine_function().is_some_and(|engines| engines as usize != ours));
    }

    #[test]
    fn other_messages_and_unknown_keys_stay() {
        assert_eq!(definition_message(b"Attempted to assign to readonly property.\0"), None);
        assert_eq!(definition_message(NEW), None);
    }
}
