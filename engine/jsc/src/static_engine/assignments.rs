//! The functions of the static engine that `refused_assignments.rs` replaces: the linker redirects their calls.

use crate::refused_assignments::{CreateError, Originals, PutSlowly, ThrowLiteral, ThrowText, are_messages_of_v8};
use brio_jsc_sys::static_engine as sys;
use std::ffi::c_void;

/// Lets these functions be called in place of the engine's.
pub(crate) fn replace(put: PutSlowly, throw: ThrowLiteral, create: CreateError) {
    // SAFETY: functions with the parameters of the engine's, which live as long as the process.
    unsafe { sys::brio_replace_assignments(put as *const c_void, throw as *const c_void, create as *const c_void) };
    // SAFETY: a function without parameters that returns a boolean, which lives as long as the process.
    unsafe { sys::brio_word_unknown_variables(word_unknown_variable as *const c_void) };
}

/// Whether the message for a variable that is not declared is V8's.
extern "C" fn word_unknown_variable() -> bool {
    are_messages_of_v8()
}

/// None: the linked engine keeps its messages for properties that cannot be defined.
pub(crate) fn definition_message(_literal: &[u8]) -> Option<String> {
    None
}

/// The engine's functions.
pub(crate) fn originals() -> &'static Originals {
    static ORIGINALS: std::sync::OnceLock<Originals> = std::sync::OnceLock::new();
    ORIGINALS.get_or_init(|| {
        // SAFETY: each returns its function, of the parameters that its type has, or null where the linker redirected nothing.
        unsafe {
            Originals {
                put: std::mem::transmute::<*const c_void, Option<PutSlowly>>(sys::brio_original_put()),
                throw_literal: std::mem::transmute::<*const c_void, Option<ThrowLiteral>>(
                    sys::brio_original_throw_literal(),
                ),
                throw_text: std::mem::transmute::<*const c_void, Option<ThrowText>>(sys::brio_throw_text()),
                create_error: std::mem::transmute::<*const c_void, Option<CreateError>>(
                    sys::brio_original_create_error(),
                ),
            }
        }
    })
}
