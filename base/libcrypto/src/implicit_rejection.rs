//! RSA decryption with the padding of PKCS#1 v1.5 for OpenSSL before 3.2, with implicit rejection: an invalid padding
//! yields bytes that look random and are constant for a ciphertext, so that errors do not reveal whether the padding
//! was valid (Bleichenbacher's attack). The derivation is that of draft-irtf-cfrg-rsa-guidance §7.2 and of OpenSSL 3.2.

use crate::Failure;
use crate::derivation::hmac;
use openssl::pkey::Private;
use openssl::rsa::{Padding, Rsa};

const PADDING_BYTES_MIN: usize = 8;
const CANDIDATES: usize = 128;

/// The plaintext of a ciphertext, or substitute bytes when the padding is invalid. Fails only for public properties: a
/// ciphertext of a wrong length, or one that is not below the modulus.
pub fn decrypt(key: &Rsa<Private>, ciphertext: &[u8]) -> Result<Vec<u8>, Failure> {
    let size = key.size() as usize;
    let mut block = vec![0; size];
    key.private_decrypt(ciphertext, &mut block, Padding::NONE)?;
    let derivation_key = derive_key(key, ciphertext, size)?;
    let lengths = expand(&derivation_key, b"length", CANDIDATES * 2)?;
    let stand_in = expand(&derivation_key, b"message", size)?;
    Ok(select(&block, &stand_in, &lengths))
}

fn derive_key(key: &Rsa<Private>, ciphertext: &[u8], size: usize) -> Result<Vec<u8>, Failure> {
    let exponent = key.d().to_vec_padded(size as i32)?;
    let hashed = openssl::sha::sha256(&exponent);
    let mut padded = vec![0; size - ciphertext.len()];
    padded.extend_from_slice(ciphertext);
    hmac("sha256", &hashed, &[&padded])
}

/// Bytes from HMAC-SHA256 over a counter, a label and the length in bits.
fn expand(key: &[u8], label: &[u8], bytes: usize) -> Result<Vec<u8>, Failure> {
    let mut output = Vec::with_capacity(bytes + 32);
    let bits = ((bytes * 8) as u16).to_be_bytes();
    let mut counter = 0u16;
    while output.len() < bytes {
        output.extend(hmac("sha256", key, &[&counter.to_be_bytes(), label, &bits])?);
        counter += 1;
    }
    output.truncate(bytes);
    Ok(output)
}

/// All ones when `left < right`, else zero, without branching. Both are below 2³¹.
fn mask_less(left: u32, right: u32) -> u32 {
    ((left.wrapping_sub(right)) >> 31).wrapping_neg()
}

fn mask_zero(value: u32) -> u32 {
    mask_less(value, 1)
}

fn choose(mask: u32, left: u32, right: u32) -> u32 {
    (mask & left) | (!mask & right)
}

/// EM = 00 02 padding 00 message (RFC 8017 §7.2.2). Which of the two is returned, and where it begins, is determined in
/// a time that depends only on the size of the key; the caller gets the length of the result anyway.
fn select(block: &[u8], stand_in: &[u8], lengths: &[u8]) -> Vec<u8> {
    let size = block.len() as u32;
    let longest = size - 2 - PADDING_BYTES_MIN as u32;
    let mut length_mask = longest;
    for shift in [1, 2, 4, 8] {
        length_mask |= length_mask >> shift;
    }
    let mut stand_in_length = 0;
    for pair in lengths.chunks_exact(2) {
        let candidate = u32::from(u16::from_be_bytes([pair[0], pair[1]])) & length_mask;
        stand_in_length = choose(mask_less(candidate, longest), candidate, stand_in_length);
    }
    let mut is_right = mask_zero(u32::from(block[0])) & mask_zero(u32::from(block[1]) ^ 2);
    let (mut found, mut zero_index) = (0u32, 0u32);
    for (index, byte) in block.iter().enumerate().skip(2) {
        let is_zero = mask_zero(u32::from(*byte));
        zero_index = choose(!found & is_zero, index as u32, zero_index);
        found |= is_zero;
    }
    is_right &= found & !mask_less(zero_index, 2 + PADDING_BYTES_MIN as u32);
    let start = choose(is_right, zero_index + 1, size - stand_in_length);
    let mixed: Vec<u8> = block
        .iter()
        .zip(stand_in)
        .map(|(real, other)| choose(is_right, u32::from(*real), u32::from(*other)) as u8)
        .collect();
    mixed[start as usize..].to_vec()
}

#[cfg(test)]
#[path = "implicit_rejection_tests.rs"]
mod tests;
