//! The names and messages of errors, as libuv has them.

use super::system_errors::ERRORS;
use std::ffi::{CStr, c_char, c_int};
use std::ptr;

fn find(error: c_int) -> Option<&'static (c_int, &'static CStr, &'static CStr)> {
    ERRORS.iter().find(|(number, ..)| *number == error)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_strerror(error: c_int) -> *const c_char {
    find(error).map_or(c"Unknown system error".as_ptr(), |(_, _, message)| message.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_err_name(error: c_int) -> *const c_char {
    find(error).map_or(c"Unknown system error".as_ptr(), |(_, name, _)| name.as_ptr())
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
    copy(find(error).map_or(c"Unknown system error", |(_, _, message)| message), buffer, size)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_err_name_r(error: c_int, buffer: *mut c_char, size: usize) -> *mut c_char {
    copy(find(error).map_or(c"Unknown system error", |(_, name, _)| name), buffer, size)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_translate_sys_error(error: c_int) -> c_int {
    if error <= 0 { error } else { -error }
}
