//! The messages of errors that the engine throws, in the words of `evaluated_messages.rs` and `fixed_messages.rs`. The
//! library throws with a function that it calls through the dynamic linker: that of the same name here, which the
//! binary exports (`cli/build.rs`), is called instead. It reads the message of an error without running code of the
//! program, whose own errors pass here, too. The linked engine keeps its messages.

use super::evaluated_messages::thrown_message;
use crate::refused_assignments::are_messages_of_v8;
use crate::string::JsString;
use crate::symbols::symbols;
use crate::{Context, Value};
use brio_jsc_sys as sys;
use brio_jsc_sys::lazy_engine::address;
use std::ffi::{CStr, c_void};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// `Exception* VM::throwException(JSGlobalObject*, JSValue)`.
type Throw = unsafe extern "C" fn(*mut c_void, sys::JSContextRef, sys::JSValueRef) -> *mut c_void;
/// `WTF::String ErrorInstance::sanitizedMessageString(JSGlobalObject*)`: the result is one pointer, which is returned
/// through the first argument.
type ReadMessage = unsafe extern "C" fn(*mut *mut c_void, sys::JSValueRef, sys::JSContextRef) -> *mut c_void;

const THROW: &CStr = c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE";
const READ_MESSAGE: &CStr = c"_ZN3JSC13ErrorInstance22sanitizedMessageStringEPNS_14JSGlobalObjectE";
/// The own property of an error.
const MESSAGE: &str = "message";

/// The type byte of errors, the same for all virtual machines; 0, which no object has, before the first one is thrown.
static ERROR_TYPE: AtomicU8 = AtomicU8::new(0);

/// The engine's functions.
struct Functions {
    throw: Throw,
    read_message: Option<ReadMessage>,
}

/// Replaces the engine's `VM::throwException` for a value, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[unsafe(export_name = "_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE")]
unsafe extern "C" fn throw_exception(
    machine: *mut c_void,
    global: sys::JSContextRef,
    thrown: sys::JSValueRef,
) -> *mut c_void {
    let Some(functions) = engine_functions() else { return ptr::null_mut() };
    if let Some(read) = functions.read_message.filter(|_| are_messages_of_v8()) {
        // SAFETY: the global object of the caller, which is live.
        let cx = unsafe { Context::from_raw(global) };
        reword(cx, Value::from_raw(thrown), read);
    }
    // SAFETY: what the engine passed to its own function.
    unsafe { (functions.throw)(machine, global, thrown) }
}

/// Gives an error of the engine another message where there is one.
fn reword<'cx>(cx: Context<'cx>, thrown: Value<'cx>, read: ReadMessage) {
    if !is_error(cx, thrown) {
        return;
    }
    let Some(message) = own_message(cx, thrown, read) else { return };
    if let Some(text) = thrown_message(message.characters(), message.is_literal()) {
        // An error without memory for another message has the engine's.
        let _ = thrown.set(cx, MESSAGE, cx.string(&text));
    }
}

fn is_error<'cx>(cx: Context<'cx>, thrown: Value<'cx>) -> bool {
    let Some(byte) = thrown.type_byte() else { return false };
    let mut known = ERROR_TYPE.load(Ordering::Relaxed);
    if known == 0 {
        known = cx.type_error("").type_byte().unwrap_or_default();
        ERROR_TYPE.store(known, Ordering::Relaxed);
    }
    byte == known
}

/// The message, when it is a property of the error itself that is no accessor.
fn own_message<'cx>(cx: Context<'cx>, error: Value<'cx>, read: ReadMessage) -> Option<JsString> {
    let wrap = symbols().wrap_string?;
    let mut implementation: *mut c_void = ptr::null_mut();
    // SAFETY: a live error of the virtual machine of 'cx; the out-pointer receives one reference, or null.
    unsafe { read(&mut implementation, error.raw(), cx.raw_global()) };
    if implementation.is_null() {
        return None;
    }
    let mut string: sys::JSStringRef = ptr::null_mut();
    // SAFETY: our reference is moved into a string of the C API, which releases it when it is dropped.
    unsafe { wrap(&mut string, &mut implementation) };
    Some(JsString::from_copy(string))
}

/// Makes the linker retain the function.
pub(crate) fn keep() {
    std::hint::black_box(throw_exception as Throw);
}

/// The function that the one here replaces, and the one that reads messages.
fn engine_functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    let found = FUNCTIONS.get_or_init(|| {
        let throw = address(THROW)?;
        // SAFETY: the mangled name spells these parameters; a `JSValue` is one word.
        let throw = unsafe { std::mem::transmute::<*mut c_void, Throw>(throw) };
        let read_message = address(READ_MESSAGE).map(|address| {
            // SAFETY: the mangled name spells these parameters; a string is returned in memory of the caller.
            unsafe { std::mem::transmute::<*mut c_void, ReadMessage>(address) }
        });
        Some(Functions { throw, read_message })
    });
    found.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_has_the_functions_behind_this_one() {
        let ours = throw_exception as *const () as usize;
        let functions = engine_functions().expect("the engine throws");
        assert_ne!(functions.throw as usize, ours);
        assert!(functions.read_message.is_some());
    }
}
