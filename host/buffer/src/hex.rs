//! Hexadecimal encoding and decoding.

use hex_simd::{AsOut, AsciiCase};
use std::mem::MaybeUninit;

/// How many digits `encode` writes.
pub fn encoded_length(bytes: &[u8]) -> usize {
    bytes.len().saturating_mul(2)
}

/// Writes two lower-case digits per byte: all of `text`, which has the length of `encoded_length`.
pub fn encode<'a>(bytes: &[u8], text: &'a mut [MaybeUninit<u8>]) -> &'a mut [u8] {
    hex_simd::encode(bytes, text.as_out(), AsciiCase::Lower)
}

/// Digits that are checked and decoded at a time.
const BLOCK: usize = 4096;

/// Decodes pairs of digits, up to the first invalid pair. Returns the bytes written.
pub fn decode(text: &[u8], target: &mut [u8]) -> usize {
    let digits = text.len().min(target.len().saturating_mul(2)) & !1;
    let mut written = 0;
    for (block, bytes) in text[..digits].chunks(BLOCK).zip(target.chunks_mut(BLOCK / 2)) {
        // Checked first: a decoder that fails has written already.
        if hex_simd::check(block).is_err() || hex_simd::decode(block, bytes.as_out()).is_err() {
            return written + decode_pairs(block, bytes);
        }
        written += block.len() / 2;
    }
    written
}

/// The same with one pair after the other.
fn decode_pairs(text: &[u8], target: &mut [u8]) -> usize {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|value| value as u8);
    let values = text.as_chunks::<2>().0.iter().map_while(|&[high, low]| Some(digit(high)? << 4 | digit(low)?));
    target.iter_mut().zip(values).map(|(byte, value)| *byte = value).count()
}

#[cfg(test)]
#[path = "hex_tests.rs"]
mod tests;
