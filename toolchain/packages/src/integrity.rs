//! Subresource integrity of tarballs: the strongest hash of the list decides.

use crate::error::{Error, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use brio_libcrypto::digests::Running;

/// Algorithms, the strongest first.
const ALGORITHMS: [&str; 4] = ["sha512", "sha384", "sha256", "sha1"];

/// Computes `sha512-…` of the bytes.
pub fn of_bytes(bytes: &[u8]) -> String {
    format!("sha512-{}", STANDARD.encode(hash("sha512", bytes)))
}

/// Checks the bytes against an integrity, which may list several hashes.
///
/// # Errors
/// `EINTEGRITY` when they differ, or when the list has no hash that is known.
pub fn check(bytes: &[u8], integrity: &str, what: &str) -> Result<()> {
    let Some((algorithm, expected)) = strongest(integrity) else {
        return Err(Error::new("EINTEGRITY", format!("{what} has an integrity without a known hash: {integrity}")));
    };
    let found = STANDARD.encode(hash(algorithm, bytes));
    if expected.contains(&found.as_str()) {
        return Ok(());
    }
    let message = format!(
        "the tarball of {what} is not the expected one: wanted {algorithm}-{}, got {algorithm}-{found}",
        expected.join(" or ")
    );
    Err(Error::new("EINTEGRITY", message)
        .with_hint("the registry or a proxy delivers something else than what was locked; nothing of it was installed"))
}

/// The hash that names the content: the strongest one, in hexadecimal digits behind its algorithm.
pub fn content_name(integrity: &str) -> Option<String> {
    let (algorithm, hashes) = strongest(integrity)?;
    let bytes = STANDARD.decode(hashes.first()?).ok()?;
    Some(format!("{algorithm}-{}", hex(&bytes)))
}

/// Hexadecimal digits to Base64.
pub fn base64_of_hex(hex: &str) -> Option<String> {
    if hex.len() != 40 {
        return None;
    }
    let bytes: Option<Vec<u8>> =
        (0..hex.len() / 2).map(|index| u8::from_str_radix(hex.get(index * 2..index * 2 + 2)?, 16).ok()).collect();
    bytes.map(|bytes| STANDARD.encode(bytes))
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of the bytes by OpenSSL's name.
pub fn hash(algorithm: &str, bytes: &[u8]) -> Vec<u8> {
    let mut running = Running::start(algorithm).expect("OpenSSL has the SHA family");
    running.update(bytes);
    running.finish(0)
}

fn strongest(integrity: &str) -> Option<(&'static str, Vec<&str>)> {
    ALGORITHMS.iter().find_map(|algorithm| {
        let hashes: Vec<&str> = integrity
            .split_whitespace()
            .filter_map(|entry| entry.strip_prefix(algorithm)?.strip_prefix('-'))
            .map(|hash| hash.split('?').next().unwrap_or(hash))
            .collect();
        (!hashes.is_empty()).then_some((*algorithm, hashes))
    })
}

#[cfg(test)]
#[path = "integrity_tests.rs"]
mod tests;
