//! Argon2 (RFC 9106) as PHC strings.

use crate::PasswordVerdict as Verdict;
use ::argon2::password_hash::{PasswordHash, PasswordHashString, Salt, SaltString};
use ::argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use subtle::ConstantTimeEq;

const SALT_BYTES: usize = 32;
const OUTPUT_BYTES: usize = 32;
const LANES: u32 = 1;

/// The hash of a password with a fresh salt.
pub fn hash(password: &[u8], algorithm: Algorithm, memory_kib: u32, passes: u32) -> Result<String, String> {
    let mut salt = [0; SALT_BYTES];
    getrandom::fill(&mut salt).map_err(|error| error.to_string())?;
    let salt = SaltString::encode_b64(&salt).map_err(|error| error.to_string())?;
    let params = Params::new(memory_kib, passes, LANES, Some(OUTPUT_BYTES)).map_err(|error| error.to_string())?;
    let hashed = Argon2::new(algorithm, Version::V0x13, params)
        .hash_password(password, &salt)
        .map_err(|error| error.to_string())?;
    Ok(PasswordHashString::from(hashed).to_string())
}

/// Compares a password with a PHC string; the string says which variant and costs.
pub fn verify(password: &[u8], text: &str) -> Verdict {
    let Ok(parsed) = PasswordHash::new(text) else { return Verdict::InvalidEncoding };
    let Ok(algorithm) = Algorithm::try_from(parsed.algorithm) else { return Verdict::InvalidEncoding };
    let Ok(version) = parsed.version.unwrap_or(Version::V0x13.into()).try_into() else {
        return Verdict::InvalidEncoding;
    };
    let Ok(params) = Params::try_from(&parsed) else { return Verdict::WeakParameters };
    let (Some(salt), Some(expected)) = (parsed.salt, parsed.hash) else { return Verdict::InvalidEncoding };
    let mut salt_bytes = [0; Salt::MAX_LENGTH];
    let Ok(salt) = salt.decode_b64(&mut salt_bytes) else { return Verdict::InvalidEncoding };
    let mut output = vec![0; expected.len()];
    if Argon2::new(algorithm, version, params).hash_password_into(password, salt, &mut output).is_err() {
        return Verdict::WeakParameters;
    }
    if bool::from(output.ct_eq(expected.as_bytes())) { Verdict::Equal } else { Verdict::Different }
}
