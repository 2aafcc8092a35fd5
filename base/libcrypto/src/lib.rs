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
mod implicit_rejection;
pub mod keys;
mod late;
mod late_functions;
pub mod macs;
mod names;
pub mod primes;
mod raw;
mod raw_macs;
pub mod signatures;
pub mod version;

pub use failure::Failure;
