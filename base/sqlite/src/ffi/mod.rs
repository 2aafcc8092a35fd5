//! Safe wrappers of SQLite's C functions. Each file wraps one kind of its objects.

#![allow(unsafe_code)]

pub(crate) mod backup;
mod binding;
pub(crate) mod connection;
pub(crate) mod functions;
pub(crate) mod guard;
pub(crate) mod hooks;
pub(crate) mod session;
pub(crate) mod statement;
pub(crate) mod value;

use std::ffi::{CStr, CString, c_char};

/// A copy of SQLite's string; None for a null pointer. Invalid UTF-8 becomes U+FFFD.
///
/// # Safety
/// The pointer is null or that of a live string that ends with NUL.
unsafe fn text(pointer: *const c_char) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: as the caller promises.
    Some(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// A string for SQLite, up to its first NUL.
fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).expect("cut before the first NUL")
}
