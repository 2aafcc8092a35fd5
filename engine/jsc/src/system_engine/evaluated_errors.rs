//! The messages of errors that contain the source of an expression, in the words of `evaluated_messages.rs`. The engine
//! makes these errors with a function that the library calls through the dynamic linker: that of the same name here,
//! which the binary exports (`cli/build.rs`), is called instead. The linked engine keeps its messages, and so do errors
//! that the library makes without calling that function through the linker.

use super::evaluated_messages::reworded;
use crate::refused_assignments::are_messages_of_v8;
use crate::{Context, Value};
use brio_jsc_sys as sys;
use brio_jsc_sys::lazy_engine::address;
use std::ffi::{CStr, c_void};
use std::ptr;
use std::sync::OnceLock;

/// `JSObject* createError(JSGlobalObject*, JSValue, const WTF::String&, ErrorInstance::SourceAppender)`.
type CreateEvaluatedError =
    unsafe extern "C" fn(sys::JSContextRef, u64, *const *mut c_void, *const c_void) -> sys::JSObjectRef;

const NAME: &CStr = c"_ZN3JSC11createErrorEPNS_14JSGlobalObjectENS_7JSValueERKN3WTF6StringEPFS4_S6_NS3_10StringViewENS_11RuntimeTypeENS_13ErrorInstance28SourceTextWhereErrorOccurredEE";
/// The own property of the new error.
const MESSAGE: &str = "message";

/// Replaces the engine's `createError` for a value and a function that adds the source, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[unsafe(export_name = "_ZN3JSC11createErrorEPNS_14JSGlobalObjectENS_7JSValueERKN3WTF6StringEPFS4_S6_NS3_10StringViewENS_11RuntimeTypeENS_13ErrorInstance28SourceTextWhereErrorOccurredEE")]
unsafe extern "C" fn create_evaluated_error(
    global: sys::JSContextRef,
    value: u64,
    text: *const *mut c_void,
    appender: *const c_void,
) -> sys::JSObjectRef {
    let Some(create) = engine_function() else { return ptr::null_mut() };
    // SAFETY: what the engine passed to its own function.
    let error = unsafe { create(global, value, text, appender) };
    if !error.is_null() {
        reword(global, error);
    }
    error
}

/// Gives the new error, which the program has not seen, another message where there is one.
#[cold]
fn reword(global: sys::JSContextRef, error: sys::JSObjectRef) {
    // SAFETY: the global object of the caller, which is live.
    let cx = unsafe { Context::from_raw(global) };
    let error = Value::from_raw(error.cast_const());
    let message = error.get(cx, MESSAGE).and_then(|message| message.to_string(cx));
    if let Some(text) = message.ok().and_then(|message| reworded(&message, are_messages_of_v8())) {
        // An error without memory for another message has the engine's.
        let _ = error.set(cx, MESSAGE, cx.string(&text));
    }
}

/// Makes the linker retain the function.
pub(crate) fn keep() {
    std::hint::black_box(create_evaluated_error as CreateEvaluatedError);
}

/// The function that the one here replaces.
fn engine_function() -> Option<CreateEvaluatedError> {
    static FUNCTION: OnceLock<Option<CreateEvaluatedError>> = OnceLock::new();
    *FUNCTION.get_or_init(|| {
        address(NAME).map(|address| {
            // SAFETY: the mangled name spells these parameters; a `JSValue` is one word.
            unsafe { std::mem::transmute::<*mut c_void, CreateEvaluatedError>(address) }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_has_the_function_behind_this_one() {
        let ours = create_evaluated_error as *const () as usize;
        assert!(engine_function().is_some_and(|engines| engines as usize != ours));
    }
}
