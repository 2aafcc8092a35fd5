//! The messages of `napi_get_last_error_info`.

use crate::types::{ExtendedErrorInfo, Status};
use std::ffi::{CStr, c_char};
use std::ptr;

const MESSAGES: [&CStr; Status::CannotRunJs as usize] = [
    c"Invalid argument",
    c"An object was expected",
    c"A string was expected",
    c"A string or symbol was expected",
    c"A function was expected",
    c"A number was expected",
    c"A boolean was expected",
    c"An array was expected",
    c"Unknown failure",
    c"An exception is pending",
    c"The async work item was cancelled",
    c"napi_escape_handle already called on scope",
    c"Invalid handle scope usage",
    c"Invalid callback scope usage",
    c"Thread-safe function queue is full",
    c"Thread-safe function handle is closing",
    c"A bigint was expected",
    c"A date was expected",
    c"An arraybuffer was expected",
    c"A detachable arraybuffer was expected",
    c"Main thread would deadlock",
    c"External buffers are not allowed",
    c"Cannot run JavaScript",
];

/// The message of a status; null for success.
pub fn message(status: Status) -> *const c_char {
    (status as usize).checked_sub(1).map_or(ptr::null(), |index| MESSAGES[index].as_ptr())
}

/// The information of a status.
pub fn info(status: Status) -> ExtendedErrorInfo {
    ExtendedErrorInfo { message: message(status), engine_reserved: ptr::null_mut(), engine_error_code: 0, code: status }
}
