//! The functions of OpenSSL that the `openssl` crate does not wrap. All unsafe code of this crate is here.

#![allow(unsafe_code)]

use crate::error::TlsError;
use foreign_types::{ForeignType, ForeignTypeRef};
use libc::{c_char, c_int, c_long, c_uchar, c_ulong, c_void};
use openssl::error::ErrorStack;
use openssl::ssl::{SslContextBuilder, SslContextRef, SslOptions, SslRef, SslSession};
use openssl::stack::{Stack, StackRef};
use openssl::x509::store::{X509Store, X509StoreBuilder, X509StoreBuilderRef, X509StoreRef};
use openssl::x509::{X509, X509Crl, X509Name, X509Ref};
use openssl_sys as sys;
use std::ptr;

unsafe extern "C" {
    fn X509_STORE_up_ref(store: *mut sys::X509_STORE) -> c_int;
    fn X509_STORE_add_crl(store: *mut sys::X509_STORE, crl: *mut sys::X509_CRL) -> c_int;
    fn SSL_get_cipher_list(ssl: *const sys::SSL, priority: c_int) -> *const c_char;
    fn SSL_SESSION_get0_ticket(session: *const sys::SSL_SESSION, ticket: *mut *const c_uchar, length: *mut usize);
    fn SSL_SESSION_has_ticket(session: *const sys::SSL_SESSION) -> c_int;
    fn SSL_SESSION_get_ticket_lifetime_hint(session: *const sys::SSL_SESSION) -> c_ulong;
    fn SSL_CTX_get_client_CA_list(context: *const sys::SSL_CTX) -> *mut sys::stack_st_X509_NAME;
    fn SSL_use_psk_identity_hint(ssl: *mut sys::SSL, hint: *const c_char) -> c_int;
    fn SSL_get_options(ssl: *const sys::SSL) -> u64;
    fn SSL_renegotiate(ssl: *mut sys::SSL) -> c_int;
    fn SSL_CTX_set_timeout(context: *mut sys::SSL_CTX, seconds: c_long) -> c_long;
    fn SSL_get_shared_sigalgs(
        ssl: *mut sys::SSL,
        index: c_int,
        signature: *mut c_int,
        hash: *mut c_int,
        both: *mut c_int,
        raw_signature: *mut c_uchar,
        raw_hash: *mut c_uchar,
    ) -> c_int;
}

const SSL_CTRL_SET_MAX_SEND_FRAGMENT: c_int = 52;
const SSL_CTRL_SET_TLSEXT_TICKET_KEYS: c_int = 59;
const SSL_CTRL_CHAIN: c_int = 88;
const SSL_CTRL_CHAIN_CERT: c_int = 89;
const SSL_CTRL_SET_DH_AUTO: c_int = 118;

/// The size of OpenSSL's ticket keys: name (16), MAC key (32), cipher key (32).
pub const TICKET_KEY_BYTES: usize = 80;

/// A second handle of `store`, with the same contents.
pub fn share_store(store: &X509StoreRef) -> X509Store {
    // SAFETY: `store` is a live store; the reference that is taken here belongs to the result.
    let shared = unsafe { X509_STORE_up_ref(store.as_ptr()) };
    assert_eq!(shared, 1, "the count of a live store can be raised");
    // SAFETY: the pointer is live and the result owns the reference taken above.
    unsafe { X509Store::from_ptr(store.as_ptr()) }
}

/// The store of a context that is being built.
pub fn store_of(context: &SslContextBuilder) -> &X509StoreRef {
    // SAFETY: the builder owns a live context, and each context has a store as long as it lives.
    let store = unsafe { sys::SSL_CTX_get_cert_store(context.as_ptr()) };
    // SAFETY: the store lives at least as long as the borrow of the context.
    unsafe { X509StoreRef::from_ptr(store) }
}

/// The certificates that a context sends after its leaf.
pub fn chain_of(context: &SslContextRef) -> Vec<X509> {
    let mut list = ptr::null_mut();
    // SAFETY: the context is live and owns the list, if there is one.
    unsafe { sys::SSL_CTX_get_extra_chain_certs(context.as_ptr(), &mut list) };
    if list.is_null() {
        return Vec::new();
    }
    // SAFETY: the list lives at least as long as the borrow of the context.
    let list: &StackRef<X509> = unsafe { StackRef::from_ptr(list) };
    list.iter().map(|certificate| certificate.to_owned()).collect()
}

/// A copy of the issuers that a server with this context sends to clients.
pub fn client_issuers(context: &SslContextRef) -> Result<Stack<X509Name>, TlsError> {
    let mut names = Stack::new()?;
    // SAFETY: the context is live and owns the list.
    let list = unsafe { SSL_CTX_get_client_CA_list(context.as_ptr()) };
    if list.is_null() {
        return Ok(names);
    }
    // SAFETY: the list lives at least as long as the borrow of the context.
    let list: &StackRef<X509Name> = unsafe { StackRef::from_ptr(list) };
    for name in list {
        names.push(name.to_owned()?)?;
    }
    Ok(names)
}

/// The options of `ssl`.
pub fn options(ssl: &SslRef) -> SslOptions {
    // SAFETY: a live session.
    SslOptions::from_bits_truncate(unsafe { SSL_get_options(ssl.as_ptr()) })
}

/// The ticket of the session of `ssl`.
pub fn session_ticket(ssl: &SslRef) -> Option<Vec<u8>> {
    let session = ssl.session()?;
    let (mut start, mut length) = (ptr::null(), 0);
    // SAFETY: the session is live; the outputs are variables of this frame.
    unsafe { SSL_SESSION_get0_ticket(session.as_ptr(), &mut start, &mut length) };
    if start.is_null() || length == 0 {
        return None;
    }
    // SAFETY: OpenSSL returned the address and the length of bytes that the session owns; `session` is borrowed until
    // the copy is made.
    Some(unsafe { std::slice::from_raw_parts(start, length) }.to_vec())
}

/// The lifetime that the server set for the ticket, in seconds.
pub fn ticket_lifetime(ssl: &SslRef) -> Option<f64> {
    let session = ssl.session()?;
    // SAFETY: the session is live.
    let has_ticket = unsafe { SSL_SESSION_has_ticket(session.as_ptr()) } == 1;
    // SAFETY: as above.
    let seconds = unsafe { SSL_SESSION_get_ticket_lifetime_hint(session.as_ptr()) };
    has_ticket.then_some(seconds as f64)
}

/// The names of the ciphers that `ssl` may use, in lower case.
pub fn ciphers(ssl: &SslRef) -> Vec<String> {
    let mut names = Vec::new();
    for index in 0.. {
        // SAFETY: `ssl` is live.
        let name = unsafe { SSL_get_cipher_list(ssl.as_ptr(), index) };
        if name.is_null() {
            break;
        }
        // SAFETY: OpenSSL returns static C strings.
        let name = unsafe { std::ffi::CStr::from_ptr(name) };
        names.push(name.to_string_lossy().to_lowercase());
    }
    names
}

/// A builder that adds to a store that is in use. Sessions lock the store while they read it.
pub fn reopen_store(store: &X509StoreRef) -> X509StoreBuilder {
    let shared = share_store(store);
    let pointer = shared.as_ptr();
    std::mem::forget(shared);
    // SAFETY: the reference of `shared`, which was forgotten, moves to the builder; both types wrap X509_STORE.
    unsafe { X509StoreBuilder::from_ptr(pointer) }
}

/// Adds a certificate revocation list.
pub fn add_crl(store: &mut X509StoreBuilderRef, crl: &X509Crl) -> Result<(), TlsError> {
    // SAFETY: both are live; the store takes a reference of its own.
    let result = unsafe { X509_STORE_add_crl(store.as_ptr(), crl.as_ptr()) };
    check(result.into())
}

/// Sets for how many seconds a session may be resumed.
pub fn set_session_timeout(context: &mut SslContextBuilder, seconds: u32) {
    // SAFETY: the builder owns a live context.
    unsafe { SSL_CTX_set_timeout(context.as_ptr(), seconds.into()) };
}

/// Lets OpenSSL choose the parameters of finite-field Diffie-Hellman.
pub fn set_dh_auto(context: &mut SslContextBuilder) -> Result<(), TlsError> {
    control(context, SSL_CTRL_SET_DH_AUTO, 1, ptr::null_mut())
}

/// Sets the keys that tickets are encrypted with.
pub fn set_ticket_keys(context: &mut SslContextBuilder, keys: &[u8; TICKET_KEY_BYTES]) -> Result<(), TlsError> {
    control(context, SSL_CTRL_SET_TLSEXT_TICKET_KEYS, TICKET_KEY_BYTES as c_long, keys.as_ptr().cast_mut().cast())
}

/// Removes the chain of the certificate that was set last.
pub fn clear_chain(context: &mut SslContextBuilder) -> Result<(), TlsError> {
    control(context, SSL_CTRL_CHAIN, 0, ptr::null_mut())
}

/// Adds `certificate` to the chain of the certificate that was set last.
pub fn add_to_chain(context: &mut SslContextBuilder, certificate: &X509Ref) -> Result<(), TlsError> {
    // With the number 1 the context takes a reference of its own.
    control(context, SSL_CTRL_CHAIN_CERT, 1, certificate.as_ptr().cast())
}

/// Limits the plaintext of a record to `bytes` (512 to 16384). False when OpenSSL rejects that.
pub fn set_max_send_fragment(ssl: &SslRef, bytes: u32) -> bool {
    // SAFETY: `ssl` is live and this command has no pointer argument.
    unsafe { sys::SSL_ctrl(ssl.as_ptr(), SSL_CTRL_SET_MAX_SEND_FRAGMENT, bytes.into(), ptr::null_mut()) == 1 }
}

/// Requests a new handshake on an established session of TLS 1.2 or older.
pub fn renegotiate(ssl: &SslRef) -> Result<(), TlsError> {
    // SAFETY: `ssl` is live.
    let result = unsafe { SSL_renegotiate(ssl.as_ptr()) };
    check(result.into())
}

/// Sets the hint that a server sends to clients with pre-shared keys. False when it is too long or contains a NUL.
pub fn set_psk_hint(ssl: &SslRef, hint: &str) -> bool {
    let Ok(hint) = std::ffi::CString::new(hint) else { return false };
    // SAFETY: `ssl` is live; OpenSSL copies the string during the call.
    unsafe { SSL_use_psk_identity_hint(ssl.as_ptr(), hint.as_ptr()) == 1 }
}

/// Offers `session` for resumption.
pub fn set_session(ssl: &mut openssl::ssl::Ssl, session: &SslSession) -> Result<(), TlsError> {
    // SAFETY: the session was deserialized, so no context holds it.
    unsafe { ssl.set_session(session) }.map_err(TlsError::from)
}

/// Sets the function that finds sessions by the id that a client wants to resume.
pub fn set_session_lookup(context: &mut SslContextBuilder, lookup: fn(&mut SslRef, &[u8]) -> Option<SslSession>) {
    // SAFETY: all sessions that `lookup` returns were deserialized, so no context holds them.
    unsafe { context.set_get_session_callback(lookup) };
}

/// The numbers (signature, hash, both in one) of the signature algorithms that both sides support, in order of
/// preference.
pub fn shared_signature_algorithms(ssl: &SslRef) -> Vec<(c_int, c_int, c_int)> {
    let mut found = Vec::new();
    for index in 0.. {
        let (mut signature, mut hash, mut both) = (0, 0, 0);
        let (mut raw_signature, mut raw_hash) = (0, 0);
        // SAFETY: `ssl` is live and all outputs are variables of this frame.
        let count = unsafe {
            SSL_get_shared_sigalgs(
                ssl.as_ptr(),
                index,
                &mut signature,
                &mut hash,
                &mut both,
                &mut raw_signature,
                &mut raw_hash,
            )
        };
        if index >= count {
            break;
        }
        found.push((signature, hash, both));
    }
    found
}

fn control(
    context: &mut SslContextBuilder,
    command: c_int,
    number: c_long,
    pointer: *mut c_void,
) -> Result<(), TlsError> {
    // SAFETY: the builder owns a live context; each caller passes what its command expects, and it is read during the
    // call only.
    check(unsafe { sys::SSL_CTX_ctrl(context.as_ptr(), command, number, pointer) })
}

fn check(result: c_long) -> Result<(), TlsError> {
    if result > 0 { Ok(()) } else { Err(ErrorStack::get().into()) }
}
