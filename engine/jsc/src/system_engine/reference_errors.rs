//! V8's message for a variable that is not declared, where messages are those of V8 (`refused_assignments.rs`). The
//! engine's has other words, and is made with a function that the library calls through the dynamic linker: that of
//! the same name here, which the binary exports (`cli/build.rs`), is called instead. The linked engine
//! has `jsc_sys/static/unknown_variables.cpp`.

use crate::refused_assignments::are_messages_of_v8;
use crate::string::{StringImpl, with_implementation};
use brio_jsc_sys as sys;
use brio_jsc_sys::lazy_engine::address;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// `JSObject* createReferenceError(JSGlobalObject*, const WTF::String&)`.
type CreateReferenceError = unsafe extern "C" fn(sys::JSContextRef, *const *mut c_void) -> *mut c_void;

/// The beginning of the engine's message; the name follows.
const UNKNOWN_VARIABLE: &str = "Can't find variable: ";

/// Replaces the engine's `createReferenceError`, and calls it.
// SAFETY: the name and the parameters are those of the engine's function, which this one calls.
#[unsafe(export_name = "_ZN3JSC20createReferenceErrorEPNS_14JSGlobalObjectERKN3WTF6StringE")]
unsafe extern "C" fn create_reference_error(global: sys::JSContextRef, text: *const *mut c_void) -> *mut c_void {
    let Some(create) = engine_function() else { return ptr::null_mut() };
    // SAFETY: a string of the engine, which is one pointer.
    let implementation = unsafe { *text }.cast::<StringImpl>();
    // SAFETY: that pointer is null for no string, and the string is live during the call.
    let implementation = unsafe { implementation.as_ref() }.filter(|_| are_messages_of_v8());
    if let Some(name) = implementation.and_then(|text| text.without_prefix(UNKNOWN_VARIABLE)) {
        // SAFETY: the global object of the caller; the engine counts a reference of its own of the text.
        let made = with_implementation(&format!("{name} is not defined"), |text| unsafe { create(global, text) });
        if let Some(made) = made {
            return made;
        }
    }
    // SAFETY: what the engine passed to its own function.
    unsafe { create(global, text) }
}

/// Makes the linker retain the function.
pub(crate) fn keep() {
    std::hint::black_box(create_reference_error as CreateReferenceError);
}

/// The function that the one here replaces.
fn engine_function() -> Option<CreateReferenceError> {
    static FUNCTION: OnceLock<Option<CreateReferenceError>> = OnceLock::new();
    *FUNCTION.get_or_init(|| {
        address(c"_ZN3JSC20createReferenceErrorEPNS_14JSGlobalObjectERKN3WTF6StringE").map(|address| {
            // SAFETY: the mangled name spells these parameters.
            unsafe { std::mem::transmute::<*mut c_void, CreateReferenceError>(address) }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_has_the_function_behind_this_one() {
        let ours = create_reference_error as *const () as usize;
        assert!(engine_function().is_some_and(|engines| engines as usize != ours));
    }
}
