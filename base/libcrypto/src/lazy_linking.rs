//! OpenSSL is loaded on its first call: its 19,000 relocations would cost a program that does not use it a millisecond
//! at every start (`brio_lazy_linking`). `lazy_functions.rs` lists the functions.
#![allow(unsafe_code)]

use brio_lazy_linking::Library;
use std::ffi::c_char;
use std::sync::atomic::AtomicUsize;

/// libssl depends on libcrypto and loads it. The number is that of OpenSSL 3's ABI.
static LIBRARY: Library = Library::new(c"libssl.so.3", "OpenSSL 3");

/// Finds a function on its first call.
///
/// # Safety
/// `name` is a string that ends with NUL, `slot` the slot of that function.
// SAFETY: no other symbol has this name; only the code of `lazy_functions!` calls it, with both.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn brio_openssl_find(name: *const c_char, slot: *const AtomicUsize) -> usize {
    // SAFETY: what the caller guarantees.
    unsafe { LIBRARY.find(name, slot) }
}
