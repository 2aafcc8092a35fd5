//! The names and messages of errors, as libuv has them.

use super::system_errors::ERRORS;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;
use std::sync::{Mutex, PoisonError};

fn find(error: c_int) -> Option<&'static (c_int, &'static CStr, &'static CStr)> {
    ERRORS.iter().find(|(number, ..)| *number == error)
}

/// The message and name of a number that is not an error of libuv. Addons have the address for as long as they like, so
/// that each number has one string, which is never freed.
fn unknown(error: c_int) -> &'static CStr {
    static UNKNOWN: Mutex<Option<HashMap<c_int, &'static CStr>>> = Mutex::new(None);
    let mut strings = UNKNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    strings.get_or_insert_default().entry(error).or_insert_with(|| {
        let string = CString::new(format!("Unknown system error {error}")).unwrap_or_default();
        Box::leak(string.into_boxed_c_str())
    })
}

fn message(error: c_int) -> &'static CStr {
    find(error).map_or_else(|| unknown(error), |(_, _, message)| message)
}

fn name(error: c_int) -> &'static CStr {
    find(error).map_or_else(|| unknown(error), |(_, name, _)| name)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_strerror(error: c_int) -> *const c_char {
    message(error).as_ptr()
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_err_name(error: c_int) -> *const c_char {
    name(error).as_ptr()
}

/// Copies a message into a buffer of the addon, as much as fits with the final NUL.
fn copy(message: &CStr, buffer: *mut c_char, size: usize) -> *mut c_char {
    if !buffer.is_null() && size > 0 {
        let count = message.count_bytes().min(size - 1);
        // SAFETY: the addon passed a buffer of `size` bytes; the message has `count` bytes.
        unsafe { ptr::copy_nonoverlapping(message.as_ptr(), buffer, count) };
        // SAFETY: as above.
        unsafe { buffer.wrapping_add(count).write(0) };
    }
    buffer
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_strerror_r(error: c_int, buffer: *mut c_char, size: usize) -> *mut c_char {
    copy(message(error), buffer, size)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_err_name_r(error: c_int, buffer: *mut c_char, size: usize) -> *mut c_char {
    copy(name(error), buffer, size)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_translate_sys_error(error: c_int) -> c_int {
    if error <= 0 { error } else { -error }
}
