//! Plain values: buffers, and descriptors, which are the system's handles.

use std::ffi::{c_char, c_int, c_uint};

/// `uv_buf_t`.
#[repr(C)]
#[derive(Debug)]
pub struct UvBuffer {
    base: *mut c_char,
    length: usize,
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_buf_init(base: *mut c_char, length: c_uint) -> UvBuffer {
    UvBuffer { base, length: length as usize }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_get_osfhandle(descriptor: c_int) -> c_int {
    descriptor
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_open_osfhandle(handle: c_int) -> c_int {
    handle
}
