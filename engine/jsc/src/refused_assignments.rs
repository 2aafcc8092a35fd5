//! What V8 says of assignments that strict code refuses. The engine has one message for all of them, without the object
//! and the key, and passes neither to the function that throws. Both are arguments of the function that finds out that
//! an assignment is refused: the library calls it through the dynamic linker, so that of the same name here, which the
//! binary exports (`cli/build.rs`), is called instead, and notes them. The functions that make the errors are replaced,
//! too, and ask a function of the program what to say. Engines that have other functions keep their message.
//!
//! An assignment that the compiled code makes itself is not seen here, and costs nothing.

use crate::engine::{definition_message, originals, replace};
use crate::string::{StringImpl, with_implementation};
use crate::{CellKind, Context, Root, Value};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;

/// `bool JSObject::putInlineSlow(JSGlobalObject*, PropertyName, JSValue, PutPropertySlot&)`.
pub(crate) type PutSlowly =
    unsafe extern "C" fn(sys::JSValueRef, sys::JSContextRef, *const StringImpl, u64, *mut c_void) -> bool;
/// `Exception* throwTypeError(JSGlobalObject*, ThrowScope&, ASCIILiteral)`; the length counts the NUL at the end.
pub(crate) type ThrowLiteral = unsafe extern "C" fn(sys::JSContextRef, *mut c_void, *const u8, usize) -> *mut c_void;
/// `Exception* throwTypeError(JSGlobalObject*, ThrowScope&, const WTF::String&)`.
pub(crate) type ThrowText = unsafe extern "C" fn(sys::JSContextRef, *mut c_void, *const *mut c_void) -> *mut c_void;
/// `JSObject* createError(JSGlobalObject*, ErrorTypeWithExtension, const WTF::String&)`.
pub(crate) type CreateError = unsafe extern "C" fn(sys::JSContextRef, u8, *const *mut c_void) -> *mut c_void;

/// The engine's message, with the NUL at its end.
const MESSAGE: &[u8] = b"Attempted to assign to readonly property.\0";
/// The bytecode for an assignment to a constant contains the same message; nothing else makes an error in this way.
const OF_CONSTANTS: &str = "Assignment to constant variable.";

/// The engine's functions that those below replace.
pub(crate) struct Originals {
    pub put: Option<PutSlowly>,
    pub throw_literal: Option<ThrowLiteral>,
    pub throw_text: Option<ThrowText>,
    pub create_error: Option<CreateError>,
}

/// An assignment that the engine makes now.
struct Assignment {
    object: sys::JSValueRef,
    key: *const StringImpl,
}

/// The function that words messages, and its context.
#[derive(Clone, Copy)]
struct Wording {
    context: sys::JSContextRef,
    function: sys::JSValueRef,
}

thread_local! {
    /// The innermost assignment, null for none.
    static CURRENT: Cell<*const Assignment> = const { Cell::new(ptr::null()) };
    static WORDING: Cell<Option<Wording>> = const { Cell::new(None) };
}

/// Lets a function of the program word messages of this thread until it is dropped.
pub struct AssignmentMessages {
    _function: Root,
}

impl AssignmentMessages {
    /// `words(object, key)` returns the message for an assignment, or another value for the engine's.
    pub fn new(cx: Context<'_>, words: Value<'_>) -> Self {
        replace(put_slowly, throw_literal, create_error);
        WORDING.set(Some(Wording { context: cx.raw_global(), function: words.raw() }));
        Self { _function: words.root(cx) }
    }
}

/// Whether the program of this thread is given V8's messages.
pub(crate) fn are_messages_of_v8() -> bool {
    WORDING.get().is_some()
}

impl Drop for AssignmentMessages {
    fn drop(&mut self) {
        WORDING.set(None);
    }
}

/// Replaces the engine's `JSObject::putInlineSlow`, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[cfg_attr(
    not(feature = "static_engine"),
    unsafe(
        export_name = "_ZN3JSC8JSObject13putInlineSlowEPNS_14JSGlobalObjectENS_12PropertyNameENS_7JSValueERNS_15PutPropertySlotE"
    )
)]
unsafe extern "C" fn put_slowly(
    object: sys::JSValueRef,
    global: sys::JSContextRef,
    key: *const StringImpl,
    value: u64,
    slot: *mut c_void,
) -> bool {
    let Some(put) = originals().put else { return false };
    // On this stack, so that the collector finds the object.
    let assignment = Assignment { object, key };
    let outer = CURRENT.replace(&raw const assignment);
    // SAFETY: what the engine passed to its own function.
    let is_done = unsafe { put(object, global, key, value, slot) };
    CURRENT.set(outer);
    is_done
}

/// Replaces the engine's `throwTypeError` for a literal, and calls it or the one for a text.
// SAFETY: the name and the parameters are those of the engine's function.
#[cfg_attr(
    not(feature = "static_engine"),
    unsafe(export_name = "_ZN3JSC14throwTypeErrorEPNS_14JSGlobalObjectERNS_10ThrowScopeEN3WTF12ASCIILiteralE")
)]
unsafe extern "C" fn throw_literal(
    global: sys::JSContextRef,
    scope: *mut c_void,
    text: *const u8,
    length: usize,
) -> *mut c_void {
    // SAFETY: a literal of this length.
    let literal = unsafe { std::slice::from_raw_parts(text, length) };
    let said = if literal == MESSAGE { message() } else { definition_message(literal) };
    let thrown = said.filter(|_| are_messages_of_v8()).zip(originals().throw_text).and_then(|(message, throw)| {
        // SAFETY: the global object and the scope of the caller; the engine counts a reference of its own of the text.
        with_implementation(&message, |text| unsafe { throw(global, scope, text) })
    });
    if let Some(thrown) = thrown {
        return thrown;
    }
    let Some(throw) = originals().throw_literal else { return ptr::null_mut() };
    // SAFETY: what the engine passed to its own function.
    unsafe { throw(global, scope, text, length) }
}

/// Replaces the engine's `createError` for a kind of error and a text, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[cfg_attr(
    not(feature = "static_engine"),
    unsafe(export_name = "_ZN3JSC11createErrorEPNS_14JSGlobalObjectENS_22ErrorTypeWithExtensionERKN3WTF6StringE")
)]
unsafe extern "C" fn create_error(global: sys::JSContextRef, kind: u8, text: *const *mut c_void) -> *mut c_void {
    let Some(create) = originals().create_error else { return ptr::null_mut() };
    // SAFETY: a string of the engine, which is one pointer.
    let implementation = unsafe { *text }.cast::<StringImpl>();
    // SAFETY: that pointer is null for no string, and the string is live during the call.
    let implementation = unsafe { implementation.as_ref() };
    if WORDING.get().is_some() && implementation.is_some_and(|text| text.is(&MESSAGE[..MESSAGE.len() - 1])) {
        // SAFETY: the global object and the kind of the caller; the engine counts a reference of its own of the text.
        let made = with_implementation(OF_CONSTANTS, |text| unsafe { create(global, kind, text) });
        if let Some(made) = made {
            return made;
        }
    }
    // SAFETY: what the engine passed to its own function.
    unsafe { create(global, kind, text) }
}

/// What the program says of the assignment that the engine refuses now. None for an assignment that was not noted, to a
/// symbol, or to a global variable of the program.
#[cold]
fn message() -> Option<String> {
    let wording = WORDING.get()?;
    let outer = CURRENT.replace(ptr::null());
    // SAFETY: null, or on the stack of `put_slowly`, which is running.
    let assignment = unsafe { outer.as_ref() };
    let said = assignment.and_then(|assignment| {
        let is_global = ptr::eq(wording.context.cast::<u8>(), assignment.object.cast());
        // SAFETY: the key of the caller, which is live.
        let key = unsafe { assignment.key.as_ref() }.filter(|key| !is_global && !key.is_symbol())?;
        // SAFETY: the context of the function, which is live until `AssignmentMessages` is dropped.
        let cx = unsafe { Context::from_raw(wording.context) };
        let said =
            Value::from_raw(wording.function).call(cx, &[Value::from_raw(assignment.object), key.value(cx)]).ok()?;
        if said.known_kind() == Some(CellKind::String) { said.to_string(cx).ok() } else { None }
    });
    CURRENT.set(outer);
    said
}

#[cfg(all(test, not(feature = "static_engine")))]
mod tests {
    use super::*;

    #[test]
    fn the_engine_has_the_functions_behind_these() {
        let of_engine = originals();
        assert!(of_engine.put.is_some_and(|engines| engines as usize != put_slowly as *const () as usize));
        assert!(of_engine.throw_literal.is_some_and(|engines| engines as usize != throw_literal as *const () as usize));
        assert!(of_engine.create_error.is_some_and(|engines| engines as usize != create_error as *const () as usize));
        assert!(of_engine.throw_text.is_some());
    }
}
