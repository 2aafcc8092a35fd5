//! The functions of the library that `refused_assignments.rs` replaces by functions of the same name.

use super::{evaluated_errors, redefinitions, reference_errors, thrown_errors};
use crate::refused_assignments::{CreateError, Originals, PutSlowly, ThrowLiteral, ThrowText};
use brio_jsc_sys::lazy_engine::address;
use std::ffi::{CStr, c_void};
use std::sync::OnceLock;

const PUT_SLOWLY: &CStr =
    c"_ZN3JSC8JSObject13putInlineSlowEPNS_14JSGlobalObjectENS_12PropertyNameENS_7JSValueERNS_15PutPropertySlotE";
const THROW_LITERAL: &CStr = c"_ZN3JSC14throwTypeErrorEPNS_14JSGlobalObjectERNS_10ThrowScopeEN3WTF12ASCIILiteralE";
const THROW_TEXT: &CStr = c"_ZN3JSC14throwTypeErrorEPNS_14JSGlobalObjectERNS_10ThrowScopeERKN3WTF6StringE";
const CREATE_ERROR: &CStr = c"_ZN3JSC11createErrorEPNS_14JSGlobalObjectENS_22ErrorTypeWithExtensionERKN3WTF6StringE";

/// The library calls the functions of these names: this makes the linker retain them.
pub(crate) fn replace(put: PutSlowly, throw: ThrowLiteral, create: CreateError) {
    std::hint::black_box((put, throw, create));
    redefinitions::keep();
    reference_errors::keep();
    evaluated_errors::keep();
    thrown_errors::keep();
}

/// The library's functions, looked up on first use.
pub(crate) fn originals() -> &'static Originals {
    static ORIGINALS: OnceLock<Originals> = OnceLock::new();
    ORIGINALS.get_or_init(|| Originals {
        put: address(PUT_SLOWLY).map(|address| {
            // SAFETY: the mangled name spells these parameters; `this` is the first argument, a `PropertyName` one pointer.
            unsafe { std::mem::transmute::<*mut c_void, PutSlowly>(address) }
        }),
        throw_literal: address(THROW_LITERAL).map(|address| {
            // SAFETY: the mangled name spells these parameters; a literal of two words is passed in two registers.
            unsafe { std::mem::transmute::<*mut c_void, ThrowLiteral>(address) }
        }),
        throw_text: address(THROW_TEXT).map(|address| {
            // SAFETY: the mangled name spells these parameters.
            unsafe { std::mem::transmute::<*mut c_void, ThrowText>(address) }
        }),
        create_error: address(CREATE_ERROR).map(|address| {
            // SAFETY: the mangled name spells these parameters; the kind is an enumeration of one byte.
            unsafe { std::mem::transmute::<*mut c_void, CreateError>(address) }
        }),
    })
}
