//! Subresource integrity of tarballs: the strongest hash of the list decides.

use crate::error::{Error, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use brio_libcrypto::digests::Running;
use std::io::BufRead;

/// Algorithms, the strongest first.
const ALGORITHMS: [&str; 4] = ["sha512", "sha384", "sha256", "sha1"];

/// Computes `sha512-…` of the bytes.
pub fn of_bytes(bytes: &[u8]) -> String {
    format!("sha512-{}", STANDARD.encode(hash("sha512", bytes)))
}

/// Computes `sha512-…` of what a reader has.
///
/// # Errors
/// The system's.
pub fn of_reader(reader: &mut dyn BufRead) -> std::io::Result<String> {
    Ok(format!("sha512-{}", STANDARD.encode(hash_all("sha512", reader)?)))
}

/// Checks what a reader has against an integrity, which may list several hashes.
///
/// # Errors
/// `EINTEGRITY` when they differ, or when the list has no hash that is known; those of the reader.
pub fn check(reader: &mut dyn BufRead, integrity: &str, what: &str) -> Result<()> {
    let Some((algorithm, expected)) = strongest(integrity) else {
        return Err(Error::new("EINTEGRITY", format!("{what} has an integrity without a known hash: {integrity}")));
    };
    let found = hash_all(algorithm, reader).map_err(|error| Error::new("EIO", format!("{what}: {error}")))?;
    let found = STANDARD.encode(found);
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
    // Thousands of files have a hash: no formatting of single bytes.
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The hash of the bytes by OpenSSL's name.
pub fn hash(algorithm: &str, bytes: &[u8]) -> Vec<u8> {
    let mut running = start(algorithm);
    running.update(bytes);
    running.finish(0)
}

/// Begins a hash of the SHA family.
pub fn start(algorithm: &str) -> Running {
    Running::start(algorithm).expect("OpenSSL has the SHA family")
}

fn hash_all(algorithm: &str, reader: &mut dyn BufRead) -> std::io::Result<Vec<u8>> {
    let mut running = start(algorithm);
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(running.finish(0));
        }
        running.update(bytes);
        let count = bytes.len();
        reader.consume(count);
    }
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
