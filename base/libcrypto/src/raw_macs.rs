//! The MACs of OpenSSL 3 (`EVP_MAC`), which the crate `openssl` does not wrap.
#![allow(unsafe_code)]

use openssl::error::ErrorStack;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr::{self, NonNull};

/// `OSSL_PARAM`.
#[repr(C)]
struct Parameter {
    key: *const c_char,
    data_type: c_uint,
    data: *mut c_void,
    data_size: usize,
    return_size: usize,
}

const UNSIGNED_INTEGER: c_uint = 2;
const UTF8_STRING: c_uint = 4;
const OCTET_STRING: c_uint = 5;
const UNMODIFIED: usize = usize::MAX;

unsafe extern "C" {
    fn EVP_MAC_fetch(library: *mut c_void, algorithm: *const c_char, properties: *const c_char) -> *mut c_void;
    fn EVP_MAC_free(mac: *mut c_void);
    fn EVP_MAC_CTX_new(mac: *mut c_void) -> *mut c_void;
    fn EVP_MAC_CTX_free(context: *mut c_void);
    fn EVP_MAC_CTX_get_mac_size(context: *mut c_void) -> usize;
    fn EVP_MAC_init(context: *mut c_void, key: *const u8, key_bytes: usize, parameters: *const Parameter) -> c_int;
    fn EVP_MAC_update(context: *mut c_void, data: *const u8, bytes: usize) -> c_int;
    fn EVP_MAC_final(context: *mut c_void, out: *mut u8, out_bytes: *mut usize, out_size: usize) -> c_int;
}

/// The value of a setting.
pub enum Value<'a> {
    Text(CString),
    Bytes(&'a [u8]),
    Size(usize),
}

/// A MAC in progress.
pub struct MacContext {
    mac: NonNull<c_void>,
    context: NonNull<c_void>,
}

impl MacContext {
    /// The MAC of that name, without a key; None for an unknown name.
    pub fn find(algorithm: &CStr) -> Option<Self> {
        // SAFETY: null means the default library and properties; the name ends with NUL.
        let mac = NonNull::new(unsafe { EVP_MAC_fetch(ptr::null_mut(), algorithm.as_ptr(), ptr::null()) });
        let Some(mac) = mac else {
            // The error that it left in the queue must not appear in a later error.
            let _ = ErrorStack::get();
            return None;
        };
        // SAFETY: fetched above.
        let context = NonNull::new(unsafe { EVP_MAC_CTX_new(mac.as_ptr()) })
            .expect("a context can be made while there is memory");
        Some(Self { mac, context })
    }

    /// Initializes with a key and named settings.
    pub fn start(&mut self, key: &[u8], settings: &[(&CStr, Value<'_>)]) -> Result<(), ErrorStack> {
        let mut parameters: Vec<Parameter> = settings.iter().map(|(name, value)| parameter(name, value)).collect();
        parameters.push(Parameter {
            key: ptr::null(),
            data_type: 0,
            data: ptr::null_mut(),
            data_size: 0,
            return_size: 0,
        });
        // SAFETY: a live context; key and parameters live through the call, the list ends with a null key, and OpenSSL copies them.
        let outcome = unsafe { EVP_MAC_init(self.context.as_ptr(), key.as_ptr(), key.len(), parameters.as_ptr()) };
        if outcome == 1 { Ok(()) } else { Err(ErrorStack::get()) }
    }

    /// Adds a chunk.
    pub fn update(&mut self, bytes: &[u8]) -> Result<(), ErrorStack> {
        // SAFETY: a live context and a slice with its length.
        let outcome = unsafe { EVP_MAC_update(self.context.as_ptr(), bytes.as_ptr(), bytes.len()) };
        if outcome == 1 { Ok(()) } else { Err(ErrorStack::get()) }
    }

    /// The result.
    pub fn finish(self) -> Result<Vec<u8>, ErrorStack> {
        // SAFETY: a live context.
        let mut length = unsafe { EVP_MAC_CTX_get_mac_size(self.context.as_ptr()) };
        let mut out = vec![0; length];
        // SAFETY: a live context; the buffer has the size that is passed.
        let outcome = unsafe { EVP_MAC_final(self.context.as_ptr(), out.as_mut_ptr(), &mut length, out.len()) };
        if outcome != 1 {
            return Err(ErrorStack::get());
        }
        out.truncate(length);
        Ok(out)
    }
}

impl Drop for MacContext {
    fn drop(&mut self) {
        // SAFETY: made in `find`, freed once.
        unsafe { EVP_MAC_CTX_free(self.context.as_ptr()) };
        // SAFETY: fetched in `find`, freed once, after its context.
        unsafe { EVP_MAC_free(self.mac.as_ptr()) };
    }
}

// OpenSSL only reads what the parameters of an initialisation point to.
fn parameter(name: &CStr, value: &Value<'_>) -> Parameter {
    let (data_type, data, data_size) = match value {
        Value::Text(text) => (UTF8_STRING, text.as_ptr().cast::<c_void>(), text.as_bytes().len()),
        Value::Bytes(bytes) => (OCTET_STRING, bytes.as_ptr().cast::<c_void>(), bytes.len()),
        Value::Size(size) => (UNSIGNED_INTEGER, ptr::from_ref(size).cast::<c_void>(), size_of::<usize>()),
    };
    Parameter { key: name.as_ptr(), data_type, data: data.cast_mut(), data_size, return_size: UNMODIFIED }
}
