//! Functions of OpenSSL that the crate `openssl` does not wrap, other than the MACs (`raw_macs`).
#![allow(unsafe_code)]

use foreign_types_shared::ForeignTypeRef;
use openssl::error::ErrorStack;
use openssl::md_ctx::{MdCtx, MdCtxRef};
use openssl::pkey_ctx::PkeyCtxRef;
use openssl::x509::X509Ref;
use std::ffi::{CString, c_char, c_int, c_uint};
use std::ptr;

unsafe extern "C" {
    fn EVP_PKEY_CTX_ctrl_str(
        context: *mut openssl_sys::EVP_PKEY_CTX,
        name: *const c_char,
        value: *const c_char,
    ) -> c_int;
    fn X509_check_ca(certificate: *mut openssl_sys::X509) -> c_int;
}

/// Sets a named parameter of an operation, as `openssl pkeyutl -pkeyopt name:value` does.
pub fn control<T>(context: &PkeyCtxRef<T>, name: &str, value: &str) -> Result<(), ErrorStack> {
    let (Ok(name), Ok(value)) = (CString::new(name), CString::new(value)) else { return Err(ErrorStack::get()) };
    // SAFETY: the context lives as long as the reference; both strings end with NUL and are copied by OpenSSL.
    let outcome = unsafe { EVP_PKEY_CTX_ctrl_str(context.as_ptr(), name.as_ptr(), value.as_ptr()) };
    if outcome > 0 { Ok(()) } else { Err(ErrorStack::get()) }
}

/// A copy of a context in the same state.
pub fn copy_digest(context: &MdCtxRef) -> Result<MdCtx, ErrorStack> {
    let copy = MdCtx::new()?;
    // SAFETY: both contexts are live, and `copy` has no other owner.
    let outcome = unsafe { openssl_sys::EVP_MD_CTX_copy_ex(copy.as_ptr(), context.as_ptr()) };
    if outcome == 1 { Ok(copy) } else { Err(ErrorStack::get()) }
}

/// Whether the certificate may sign others (its basic constraints say so, and its key usage does not forbid it).
pub fn is_authority(certificate: &X509Ref) -> bool {
    // SAFETY: the certificate lives as long as the reference; OpenSSL only fills its own cache in it, under a lock.
    unsafe { X509_check_ca(certificate.as_ptr()) == 1 }
}

/// The name in the certificate that matches `host`; None without one. Fails for an invalid host name.
pub fn check_host(certificate: &X509Ref, host: &str, flags: u32) -> Result<Option<String>, ErrorStack> {
    let mut matched: *mut c_char = ptr::null_mut();
    // SAFETY: `host` is passed with its length; `matched` is a valid out-pointer.
    let outcome = unsafe {
        openssl_sys::X509_check_host(
            certificate.as_ptr(),
            host.as_ptr().cast(),
            host.len(),
            flags as c_uint,
            &mut matched,
        )
    };
    match outcome {
        1 if matched.is_null() => Ok(Some(host.to_string())),
        1 => Ok(Some(take_text(matched))),
        0 => Ok(None),
        _ => Err(ErrorStack::get()),
    }
}

fn take_text(text: *mut c_char) -> String {
    // SAFETY: OpenSSL returned a string that ends with NUL, and passed its ownership.
    let copy = unsafe { std::ffi::CStr::from_ptr(text) }.to_string_lossy().into_owned();
    // SAFETY: it came from OpenSSL's allocator and has no other owner.
    unsafe { openssl_sys::OPENSSL_free(text.cast()) };
    copy
}

/// Whether the certificate is for the mail address.
pub fn check_email(certificate: &X509Ref, email: &str, flags: u32) -> Result<bool, ErrorStack> {
    // SAFETY: `email` is passed with its length; the certificate lives as long as the reference.
    verdict(unsafe {
        openssl_sys::X509_check_email(certificate.as_ptr(), email.as_ptr().cast(), email.len(), flags as c_uint)
    })
}

/// Whether the certificate is for the address of 4 or 16 bytes.
pub fn check_address(certificate: &X509Ref, address: &[u8], flags: u32) -> Result<bool, ErrorStack> {
    // SAFETY: `address` is passed with its length; the certificate lives as long as the reference.
    verdict(unsafe {
        openssl_sys::X509_check_ip(certificate.as_ptr(), address.as_ptr(), address.len(), flags as c_uint)
    })
}

fn verdict(outcome: c_int) -> Result<bool, ErrorStack> {
    match outcome {
        1 => Ok(true),
        0 => Ok(false),
        _ => Err(ErrorStack::get()),
    }
}
