//! What `node:crypto` and Web Cryptography take from the system's OpenSSL: keys as DER, signatures, ciphers, key
//! derivation, Diffie-Hellman, certificates. No JavaScript, no state between calls but parsed keys (`keys`).
//!
//! Keys go in and out as DER (PKCS#8 and SPKI): whoever holds a key holds bytes, so keys have no lifetime here and can
//! go to any thread. Start reading at `keys`.

pub mod certificates;
pub mod ciphers;
pub mod curves;
pub mod derivation;
pub mod diffie_hellman;
pub mod digests;
pub mod failure;
pub mod generation;
pub mod keys;
pub mod primes;
mod raw;
pub mod signatures;

pub use failure::Failure;

/// The version of OpenSSL's library, such as "3.0.19".
pub fn version() -> String {
    // "OpenSSL 3.0.19 27 Jan 2026"
    openssl::version::version().split(' ').nth(1).unwrap_or_default().to_string()
}
