//! Validity of field names and values.
#![allow(unsafe_code)]

use libnghttp2_sys as sys;

/// Whether it is a valid field name, including pseudo-fields: no capitals.
pub(crate) fn is_name(bytes: &[u8]) -> bool {
    // SAFETY: the slice is valid during the call, which reads that many bytes; so for all of the following.
    unsafe { sys::nghttp2_check_header_name(bytes.as_ptr(), bytes.len()) != 0 }
}

/// Whether it is a valid value (RFC 9113 §8.2.1).
pub(crate) fn is_value(bytes: &[u8]) -> bool {
    // SAFETY: as above.
    unsafe { sys::nghttp2_check_header_value_rfc9113(bytes.as_ptr(), bytes.len()) != 0 }
}

/// Whether it is a valid value that may begin and end with white space.
pub(crate) fn is_value_within(bytes: &[u8]) -> bool {
    // SAFETY: as above.
    unsafe { sys::nghttp2_check_header_value(bytes.as_ptr(), bytes.len()) != 0 }
}

/// Whether it is a valid method (RFC 9110 §9.1).
pub(crate) fn is_method(bytes: &[u8]) -> bool {
    // SAFETY: as above.
    unsafe { sys::nghttp2_check_method(bytes.as_ptr(), bytes.len()) != 0 }
}

/// Whether it is a valid path: no spaces, no control characters.
pub(crate) fn is_path(bytes: &[u8]) -> bool {
    // SAFETY: as above.
    unsafe { sys::nghttp2_check_path(bytes.as_ptr(), bytes.len()) != 0 }
}
