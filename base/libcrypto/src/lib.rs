//! The parts of the system's OpenSSL that `node:crypto` and Web Cryptography use: keys as DER, signatures, ciphers, key
//! derivation, Diffie-Hellman, certificates. No JavaScript, and no state between calls except caches (`keys`).
//!
//! Keys are passed as DER (PKCS#8 and SPKI): a key is bytes, without a lifetime, and can be used on any thread. Start
//! reading at `keys`.

pub mod certificates;
pub mod ciphers;
pub mod curves;
mod der;
pub mod derivation;
pub mod diffie_hellman;
pub mod digests;
pub mod failure;
pub mod generation;
mod implicit_rejection;
pub mod keys;
mod lazy_functions;
mod lazy_linking;
pub mod macs;
mod names;
mod pbkdf2_rounds;
pub mod primes;
mod raw;
mod raw_macs;
pub mod signatures;
mod usual_keys;
pub mod version;

pub use failure::Failure;
