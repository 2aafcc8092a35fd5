//! Keys from passwords and from other keys: PBKDF2 (RFC 8018), scrypt (RFC 7914), HKDF (RFC 5869), Argon2 (RFC 9106).

use crate::{Failure, digests, pbkdf2_rounds};
pub use argon2::Algorithm as Argon2Variant;
use argon2::{Argon2, AssociatedData, ParamsBuilder, Version};
use hmac::digest::KeyInit;
use hmac::{Mac, SimpleHmac};
use openssl::hash::MessageDigest;
use openssl::md_ctx::MdCtx;
use openssl::pkey::PKey;
use pbkdf2::pbkdf2_hmac;
use sha1::Sha1;
use sha2::{Sha256, Sha384, Sha512};

/// From this length on OpenSSL computes an HMAC: its loops are faster, but its libraries must be loaded first.
const LONG_BYTES_MIN: usize = 16 * 1024;

/// PBKDF2 with HMAC: `bytes` bytes from `iterations` rounds (at least one) of the hash function `digest`.
///
/// # Errors
/// `ERR_CRYPTO_INVALID_DIGEST` for an unknown function, OpenSSL's own.
pub fn pbkdf2(password: &[u8], salt: &[u8], iterations: u32, bytes: u32, digest: &str) -> Result<Vec<u8>, Failure> {
    let mut key = vec![0; bytes as usize];
    // OpenSSL 3.0 copies its contexts for each round, which is nearly half of the time.
    match digest {
        "sha1" => pbkdf2_hmac::<Sha1>(password, salt, iterations, &mut key),
        "sha256" => pbkdf2_rounds::sha256(password, salt, iterations, &mut key),
        "sha384" => pbkdf2_hmac::<Sha384>(password, salt, iterations, &mut key),
        "sha512" => pbkdf2_rounds::sha512(password, salt, iterations, &mut key),
        _ => {
            let invalid = || Failure::coded("ERR_CRYPTO_INVALID_DIGEST", format!("Invalid digest: {digest}"));
            let function = MessageDigest::from_nid(digests::required(digest)?.type_()).ok_or_else(invalid)?;
            if !key.is_empty() {
                openssl::pkcs5::pbkdf2_hmac(password, salt, iterations as usize, function, &mut key)?;
            }
        }
    }
    Ok(key)
}

/// The cost parameters of scrypt.
#[derive(Clone, Copy, Debug)]
pub struct ScryptCost {
    pub cost: u64,
    pub block_size: u64,
    pub lanes: u64,
    pub memory_bytes_max: u64,
}

/// scrypt.
pub fn scrypt(password: &[u8], salt: &[u8], cost: ScryptCost, bytes: u32) -> Result<Vec<u8>, Failure> {
    let mut key = vec![0; bytes as usize];
    openssl::pkcs5::scrypt(password, salt, cost.cost, cost.block_size, cost.lanes, cost.memory_bytes_max, &mut key)?;
    Ok(key)
}

/// HKDF, extract and expand.
pub fn hkdf(digest: &str, key: &[u8], salt: &[u8], info: &[u8], bytes: u32) -> Result<Vec<u8>, Failure> {
    let length = digests::required(digest)?.size();
    let zeros = vec![0; length];
    let pseudorandom = hmac(digest, if salt.is_empty() { &zeros } else { salt }, &[key])?;
    let mut output = Vec::with_capacity(bytes as usize + length);
    let mut block = Vec::new();
    let mut counter = 0u8;
    while output.len() < bytes as usize {
        counter =
            counter.checked_add(1).ok_or_else(|| Failure::coded("ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length"))?;
        block = hmac(digest, &pseudorandom, &[&block, info, &[counter]])?;
        output.extend_from_slice(&block);
    }
    output.truncate(bytes as usize);
    Ok(output)
}

/// HMAC (RFC 2104) over several slices.
///
/// # Errors
/// `ERR_CRYPTO_INVALID_DIGEST` for an unknown function, OpenSSL's own.
pub fn hmac(digest: &str, key: &[u8], pieces: &[&[u8]]) -> Result<Vec<u8>, Failure> {
    if pieces.iter().map(|piece| piece.len()).sum::<usize>() < LONG_BYTES_MIN {
        match digest {
            "sha1" => return Ok(mac::<SimpleHmac<Sha1>>(key, pieces)),
            "sha256" => return Ok(mac::<SimpleHmac<Sha256>>(key, pieces)),
            "sha384" => return Ok(mac::<SimpleHmac<Sha384>>(key, pieces)),
            "sha512" => return Ok(mac::<SimpleHmac<Sha512>>(key, pieces)),
            _ => {}
        }
    }
    let function = digests::required(digest)?;
    let key = PKey::hmac(key)?;
    let mut context = MdCtx::new()?;
    context.digest_sign_init(Some(&function), &key)?;
    for piece in pieces {
        context.digest_sign_update(piece)?;
    }
    let mut output = Vec::new();
    context.digest_sign_final_to_vec(&mut output)?;
    Ok(output)
}

fn mac<Kind: Mac + KeyInit>(key: &[u8], pieces: &[&[u8]]) -> Vec<u8> {
    let mut running = <Kind as KeyInit>::new_from_slice(key).expect("HMAC takes keys of any length");
    for piece in pieces {
        running.update(piece);
    }
    running.finalize().into_bytes().to_vec()
}

/// The parameters of Argon2 besides the message and the nonce.
#[derive(Clone, Copy, Debug)]
pub struct Argon2Settings<'a> {
    pub variant: Argon2Variant,
    pub lanes: u32,
    pub memory_kib: u32,
    pub passes: u32,
    pub secret: &'a [u8],
    pub associated_data: &'a [u8],
}

/// Argon2, version 1.3.
pub fn argon2(message: &[u8], nonce: &[u8], settings: Argon2Settings<'_>, bytes: u32) -> Result<Vec<u8>, Failure> {
    let failed =
        |error: argon2::Error| Failure::coded("ERR_CRYPTO_OPERATION_FAILED", format!("Argon2 failed: {error}"));
    let mut parameters = ParamsBuilder::new();
    parameters.m_cost(settings.memory_kib).t_cost(settings.passes).p_cost(settings.lanes).output_len(bytes as usize);
    if !settings.associated_data.is_empty() {
        parameters.data(AssociatedData::new(settings.associated_data).map_err(failed)?);
    }
    let parameters = parameters.build().map_err(failed)?;
    let hasher =
        Argon2::new_with_secret(settings.secret, settings.variant, Version::V0x13, parameters).map_err(failed)?;
    let mut output = vec![0; bytes as usize];
    hasher.hash_password_into(message, nonce, &mut output).map_err(failed)?;
    Ok(output)
}
