//! One-shot encryption and decryption.

use brio_libcrypto::Failure;
use brio_libcrypto::ciphers::{Running, Start};

/// Encrypts; the authentication tag follows the ciphertext.
pub fn seal(
    name: &str,
    key: &[u8],
    iv: Option<&[u8]>,
    data: &[u8],
    tag_bytes: usize,
    text: &[u8],
) -> Result<Vec<u8>, Failure> {
    let mut cipher = start(name, key, iv, true, tag_bytes)?;
    if !data.is_empty() {
        cipher.add_data(data)?;
    }
    let mut output = cipher.update(text)?;
    output.extend(cipher.finish()?);
    if tag_bytes > 0 {
        output.extend(cipher.tag(tag_bytes)?);
    }
    Ok(output)
}

/// Decrypts the result of `seal`.
pub fn open(
    name: &str,
    key: &[u8],
    iv: Option<&[u8]>,
    data: &[u8],
    tag_bytes: usize,
    text: &[u8],
) -> Result<Vec<u8>, Failure> {
    let Some(text_bytes) = text.len().checked_sub(tag_bytes) else {
        return Err(Failure::coded("ERR_CRYPTO_OPERATION_FAILED", "the ciphertext is shorter than its tag"));
    };
    let mut cipher = start(name, key, iv, false, tag_bytes)?;
    if tag_bytes > 0 {
        cipher.set_tag(&text[text_bytes..])?;
    }
    if !data.is_empty() {
        cipher.add_data(data)?;
    }
    let mut output = cipher.update(&text[..text_bytes])?;
    output.extend(cipher.finish()?);
    Ok(output)
}

fn start(name: &str, key: &[u8], iv: Option<&[u8]>, is_encryption: bool, tag_bytes: usize) -> Result<Running, Failure> {
    let is_authenticated = tag_bytes > 0;
    // OCB and ChaCha20 require their tag's length before the key; GCM accepts any.
    let tag_bytes = (is_authenticated && !name.contains("gcm")).then_some(tag_bytes);
    Running::start(Start { name, key, iv, is_encryption, is_authenticated, tag_bytes })
}
