//! Parsing and writing asymmetric keys. The canonical forms are PKCS#8 (private) and SubjectPublicKeyInfo (public) in
//! DER; parsed keys are cached, since parsing costs more than many operations.

use crate::Failure;
use crate::names::until_nul;
use crate::usual_keys;
use openssl::dsa::Dsa;
use openssl::ec::EcKey;
use openssl::error::ErrorStack;
use openssl::pkey::{PKey, Private, Public};
use openssl::rsa::Rsa;
use openssl::symm::Cipher;
use openssl::x509::X509;
use std::cell::{Cell, OnceCell, RefCell};

const KEPT_KEYS: usize = 8;

/// The start of every PEM (RFC 7468 §2).
const PEM_START: &[u8] = b"-----BEGIN ";

struct Kept<T> {
    der: Vec<u8>,
    key: PKey<T>,
}

thread_local! {
    static PRIVATE: RefCell<Vec<Kept<Private>>> = const { RefCell::new(Vec::new()) };
    static PUBLIC: RefCell<Vec<Kept<Public>>> = const { RefCell::new(Vec::new()) };
    static NOTHING_TO_DECODE: OnceCell<ErrorStack> = const { OnceCell::new() };
}

/// The parsed private key of a PKCS#8 that `read_private` or `generate` returned.
pub fn private(der: &[u8]) -> Result<PKey<Private>, ErrorStack> {
    PRIVATE.with_borrow_mut(|kept| find_or_parse(kept, der, parse_private))
}

/// The parsed public key of a SubjectPublicKeyInfo.
pub fn public(der: &[u8]) -> Result<PKey<Public>, ErrorStack> {
    PUBLIC.with_borrow_mut(|kept| find_or_parse(kept, der, parse_public))
}

fn parse_private(pkcs8: &[u8]) -> Result<PKey<Private>, ErrorStack> {
    usual_keys::private(pkcs8).map_or_else(|| PKey::private_key_from_pkcs8(pkcs8), Ok)
}

fn parse_public(spki: &[u8]) -> Result<PKey<Public>, ErrorStack> {
    usual_keys::public(spki).map_or_else(|| PKey::public_key_from_der(spki), Ok)
}

fn find_or_parse<T>(
    kept: &mut Vec<Kept<T>>,
    der: &[u8],
    parse: impl FnOnce(&[u8]) -> Result<PKey<T>, ErrorStack>,
) -> Result<PKey<T>, ErrorStack> {
    if let Some(position) = kept.iter().position(|entry| entry.der == der) {
        // The most recently used one is last in the list.
        let entry = kept.remove(position);
        let key = entry.key.clone();
        kept.push(entry);
        return Ok(key);
    }
    let key = parse(der)?;
    if kept.len() == KEPT_KEYS {
        kept.remove(0);
    }
    kept.push(Kept { der: der.to_vec(), key: key.clone() });
    Ok(key)
}

/// Reads a private key as PEM, or as DER of the kind "pkcs1", "pkcs8" or "sec1". The result is PKCS#8.
/// An encrypted key without `passphrase` fails with ERR_MISSING_PASSPHRASE, or for PEM with OpenSSL's interruption.
pub fn read_private(bytes: &[u8], is_pem: bool, kind: &str, passphrase: Option<&[u8]>) -> Result<Vec<u8>, Failure> {
    if !is_pem && kind == "pkcs8" && usual_keys::is_octet_private(bytes) {
        return Ok(bytes.to_vec());
    }
    let was_asked = Cell::new(false);
    let give = |buffer: &mut [u8]| {
        was_asked.set(true);
        let Some(passphrase) = passphrase.filter(|text| text.len() <= buffer.len()) else {
            return Err(ErrorStack::get());
        };
        buffer[..passphrase.len()].copy_from_slice(passphrase);
        Ok(passphrase.len())
    };
    let key = if is_pem && !bytes.windows(PEM_START.len()).any(|window| window == PEM_START) {
        Err(nothing_to_decode())
    } else if is_pem {
        PKey::private_key_from_pem_callback(bytes, give)
    } else {
        match kind {
            "pkcs1" => Rsa::private_key_from_der(bytes).and_then(PKey::from_rsa),
            "sec1" => EcKey::private_key_from_der(bytes).and_then(PKey::from_ec_key),
            _ if is_encrypted(bytes) => PKey::private_key_from_pkcs8_callback(bytes, give),
            _ => parse_private(bytes),
        }
    };
    // A key that is encrypted with an empty passphrase opens without one, but none was given.
    if was_asked.get() && passphrase.is_none() {
        return Err(if is_pem {
            Failure::coded(
                "ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED",
                "error:07880109:common libcrypto routines::interrupted or cancelled",
            )
        } else {
            Failure::coded("ERR_MISSING_PASSPHRASE", "Passphrase required for encrypted key")
        });
    }
    match key {
        Ok(key) => Ok(key.private_key_to_pkcs8()?),
        Err(stack) => Err(stack.into()),
    }
}

/// OpenSSL's error for input without a key. OpenSSL tries every decoder of every provider before it fails, and programs
/// do this often: jsonwebtoken tries to parse each secret as a key first.
fn nothing_to_decode() -> ErrorStack {
    let ask = || PKey::private_key_from_pem(b"").err().unwrap_or_else(ErrorStack::get);
    NOTHING_TO_DECODE.with(|error| error.get_or_init(ask).clone())
}

/// PKCS#8 begins with a version, its encrypted form with an algorithm (RFC 5958 §2, §3).
fn is_encrypted(der: &[u8]) -> bool {
    let Some(&first) = der.get(1) else { return false };
    let header = if first < 0x80 { 2 } else { 2 + usize::from(first & 0x7f) };
    der.get(header) == Some(&0x30)
}

/// Reads a public key as DER of the kind "spki", "pkcs1" or "certificate". The result is a SubjectPublicKeyInfo.
pub fn read_public(der: &[u8], kind: &str) -> Result<Vec<u8>, Failure> {
    if kind == "spki" && usual_keys::is_octet_public(der) {
        return Ok(der.to_vec());
    }
    let key = match kind {
        "pkcs1" => PKey::from_rsa(Rsa::public_key_from_der_pkcs1(der)?)?,
        "certificate" => X509::from_der(der)?.public_key()?,
        _ => parse_public(der)?,
    };
    Ok(key.public_key_to_der()?)
}

/// The public key of a private key.
pub fn public_of(private_der: &[u8]) -> Result<Vec<u8>, Failure> {
    match usual_keys::octet_public_of(private_der) {
        Some(public_der) => Ok(public_der),
        None => Ok(private(private_der)?.public_key_to_der()?),
    }
}

fn cipher_named(name: &str) -> Result<Cipher, Failure> {
    let unknown = || Failure::coded("ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
    let fetched = openssl::cipher::Cipher::fetch(None, until_nul(name), None).map_err(|_| unknown())?;
    Cipher::from_nid(fetched.nid()).ok_or_else(unknown)
}

/// The key as EncryptedPrivateKeyInfo in DER.
pub fn encrypt_pkcs8(private_der: &[u8], cipher: &str, passphrase: &[u8]) -> Result<Vec<u8>, Failure> {
    let cipher = cipher_named(cipher)?;
    Ok(private(private_der)?.private_key_to_pkcs8_passphrase(cipher, passphrase)?)
}

/// The key as PEM with the header `DEK-Info` (RFC 1421), the only encryption of PKCS#1 and SEC1.
pub fn encrypt_traditional(private_der: &[u8], cipher: &str, passphrase: &[u8]) -> Result<Vec<u8>, Failure> {
    let cipher = cipher_named(cipher)?;
    let key = private(private_der)?;
    if let Ok(rsa) = key.rsa() {
        return Ok(rsa.private_key_to_pem_passphrase(cipher, passphrase)?);
    }
    if let Ok(dsa) = key.dsa() {
        let dsa: Dsa<Private> = dsa;
        return Ok(dsa.private_key_to_pem_passphrase(cipher, passphrase)?);
    }
    Ok(key.ec_key()?.private_key_to_pem_passphrase(cipher, passphrase)?)
}

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
