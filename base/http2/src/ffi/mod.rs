//! The only unsafe code of this crate: nghttp2's functions, and its callbacks.
//!
//! `Library` is a live nghttp2 session; `OwnedSession` owns one together with the state that its callbacks change.

#![allow(unsafe_code)]

mod callbacks;
mod calls;
pub(crate) mod check;
mod owned;

pub(crate) use calls::Library;
pub(crate) use owned::OwnedSession;

use libnghttp2_sys as sys;

/// nghttp2's message for a code.
pub fn error_text(code: i32) -> &'static str {
    // SAFETY: the function accepts every number and returns a static string.
    let text = unsafe { sys::nghttp2_strerror(code) };
    // SAFETY: the string is static and ends with NUL.
    let text = unsafe { std::ffi::CStr::from_ptr(text.cast()) };
    text.to_str().unwrap_or("Unknown error code")
}

/// Whether nghttp2 cannot continue after the error.
pub(crate) fn is_fatal(code: i32) -> bool {
    // SAFETY: the function compares a number.
    unsafe { sys::nghttp2_is_fatal(code) != 0 }
}

/// The version of nghttp2, as "1.68.1".
pub fn library_version() -> &'static str {
    // SAFETY: the function returns a static struct for every number that is not newer than the library.
    let info = unsafe { sys::nghttp2_version(0) };
    // SAFETY: the struct is static.
    let text = unsafe { (*info).version_str };
    // SAFETY: the string is static and ends with NUL.
    let text = unsafe { std::ffi::CStr::from_ptr(text) };
    text.to_str().unwrap_or_default()
}
