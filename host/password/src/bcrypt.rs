//! bcrypt as crypt strings (`$2b$…`). A password over 72 bytes, which bcrypt would cut, goes through SHA-512 first, as
//! Bun documents.

use crate::PasswordVerdict as Verdict;
use ::bcrypt::{HashParts, Version};
use sha2::{Digest, Sha512};
use std::borrow::Cow;
use subtle::ConstantTimeEq;

const PASSWORD_BYTES_MAX: usize = 72;
const SALT_BYTES: usize = 16;
const COSTS: std::ops::RangeInclusive<u32> = 4..=31;

/// The hash of a password with a fresh salt; `cost` is the logarithm of the rounds.
pub fn hash(password: &[u8], cost: u32) -> Result<String, String> {
    let mut salt = [0; SALT_BYTES];
    getrandom::fill(&mut salt).map_err(|error| error.to_string())?;
    let parts = ::bcrypt::hash_with_salt(shortened(password), cost, salt).map_err(|error| error.to_string())?;
    Ok(parts.format_for_version(Version::TwoB))
}

/// Compares a password with a crypt string of any of bcrypt's versions.
pub fn verify(password: &[u8], text: &str) -> Verdict {
    if !text.starts_with("$2") {
        // A hash of another kind is well-formed, but is not the bcrypt hash of any password.
        return if text.starts_with("$argon2") { Verdict::Different } else { Verdict::InvalidEncoding };
    }
    let Ok(parts) = text.parse::<HashParts>() else { return Verdict::InvalidEncoding };
    if !COSTS.contains(&parts.get_cost()) {
        return Verdict::InvalidEncoding;
    }
    let Ok(again) = ::bcrypt::hash_with_salt(shortened(password), parts.get_cost(), parts.get_salt_raw()) else {
        return Verdict::InvalidEncoding;
    };
    let (again, expected) = (again.format_for_version(Version::TwoB), parts.format_for_version(Version::TwoB));
    if bool::from(again.as_bytes().ct_eq(expected.as_bytes())) { Verdict::Equal } else { Verdict::Different }
}

fn shortened(password: &[u8]) -> Cow<'_, [u8]> {
    if password.len() > PASSWORD_BYTES_MAX {
        Cow::Owned(Sha512::digest(password).to_vec())
    } else {
        Cow::Borrowed(password)
    }
}
