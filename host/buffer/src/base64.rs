//! Base64: encoding with both alphabets, the lenient decoder of `Buffer`, the forgiving decoder of `atob`.

use base64_simd::{AsOut, STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use std::mem::MaybeUninit;

const SKIP: u8 = 0x40;
const SPACE: u8 = 0x41;
const PADDING: u8 = 0x42;

/// The value of each byte: 6 bits of either alphabet, or one of the marks above.
const VALUES: [u8; 256] = {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [SKIP; 256];
    let mut digit = 0;
    while digit < 64 {
        values[alphabet[digit] as usize] = digit as u8;
        digit += 1;
    }
    values[b'-' as usize] = 62;
    values[b'_' as usize] = 63;
    values[b'=' as usize] = PADDING;
    values[b' ' as usize] = SPACE;
    values[b'\t' as usize] = SPACE;
    values[b'\n' as usize] = SPACE;
    values[0x0c] = SPACE;
    values[b'\r' as usize] = SPACE;
    values
};

/// How many characters `encode_into` writes.
pub fn encoded_length(bytes: &[u8]) -> usize {
    STANDARD.encoded_length(bytes.len())
}

/// Writes RFC 4648 §4, with padding: all of `text`.
pub fn encode_into<'a>(bytes: &[u8], text: &'a mut [MaybeUninit<u8>]) -> &'a mut [u8] {
    STANDARD.encode(bytes, text.as_out())
}

/// How many characters `encode_url_into` writes.
pub fn encoded_url_length(bytes: &[u8]) -> usize {
    URL_SAFE_NO_PAD.encoded_length(bytes.len())
}

/// Writes RFC 4648 §5, without padding: all of `text`.
pub fn encode_url_into<'a>(bytes: &[u8], text: &'a mut [MaybeUninit<u8>]) -> &'a mut [u8] {
    URL_SAFE_NO_PAD.encode(bytes, text.as_out())
}

/// Decodes either alphabet, skipping characters outside both, up to "=". Returns the bytes written.
pub fn decode_lenient(text: &[u8], target: &mut [u8]) -> usize {
    // The common case: nothing to skip and room for all. Checked first: a decoder that fails has written already.
    let digits = without_padding(text);
    let length = digits.len() / 4 * 3 + (digits.len() % 4 * 3 / 4);
    if let Some(target) = target.get_mut(..length) {
        let alphabet = [STANDARD_NO_PAD, URL_SAFE_NO_PAD].into_iter().find(|alphabet| alphabet.check(digits).is_ok());
        if let Some(Ok(bytes)) = alphabet.map(|alphabet| alphabet.decode(digits, target.as_out())) {
            return bytes.len();
        }
    }
    let (mut read, mut written) = (0, 0);
    let mut bits: u32 = 0;
    let mut bit_count = 0;
    while read < text.len() {
        if bit_count == 0 {
            let (digits, bytes) = decode_groups(&text[read..], &mut target[written..]);
            (read, written) = (read + digits, written + bytes);
        }
        let Some(&byte) = text.get(read) else { break };
        read += 1;
        let value = VALUES[usize::from(byte)];
        if value == PADDING || written == target.len() {
            break;
        }
        if value >= SKIP {
            continue;
        }
        bits = bits << 6 | u32::from(value);
        bit_count += 6;
        if bit_count >= 8 {
            bit_count -= 8;
            target[written] = (bits >> bit_count) as u8;
            written += 1;
        }
    }
    written
}

/// The text without up to two characters of padding at its end.
fn without_padding(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b"=").unwrap_or(text);
    text.strip_suffix(b"=").unwrap_or(text)
}

/// Decodes groups of four digits up to the first that has another character. Returns the digits read and the bytes written.
fn decode_groups(text: &[u8], target: &mut [u8]) -> (usize, usize) {
    let mut groups = 0;
    for (digits, bytes) in text.as_chunks::<4>().0.iter().zip(target.as_chunks_mut::<3>().0) {
        let [first, second, third, fourth] = digits.map(|digit| VALUES[usize::from(digit)]);
        if (first | second | third | fourth) >= SKIP {
            break;
        }
        *bytes = [first << 2 | second >> 4, second << 4 | third >> 2, third << 6 | fourth];
        groups += 1;
    }
    (groups * 4, groups * 3)
}

/// Why a string is not valid base64 for `atob`.
#[derive(Debug, PartialEq, Eq)]
pub enum ForgivingError {
    /// A character outside the alphabet, or misplaced padding.
    Character,
    /// A number of characters that no byte sequence encodes to.
    Length,
}

/// Infra Standard, "forgiving-base64 decode": white space is skipped, padding may be missing, the alphabet is the standard one.
pub fn decode_forgiving(text: &[u8]) -> Result<Vec<u8>, ForgivingError> {
    // The common case: no white space, complete padding.
    if text.len().is_multiple_of(4)
        && let Ok(bytes) = STANDARD.decode_to_vec(text)
    {
        return Ok(bytes);
    }
    let mut digits: Vec<u8> = text.iter().copied().filter(|&byte| VALUES[usize::from(byte)] != SPACE).collect();
    if digits.len().is_multiple_of(4) {
        let padding = digits.iter().rev().take(2).take_while(|&&byte| byte == b'=').count();
        digits.truncate(digits.len() - padding);
    }
    if digits.iter().any(|&byte| VALUES[usize::from(byte)] >= SKIP || byte == b'-' || byte == b'_') {
        return Err(ForgivingError::Character);
    }
    if digits.len() % 4 == 1 {
        return Err(ForgivingError::Length);
    }
    let mut bytes = vec![0; digits.len() / 4 * 3 + 2];
    let length = decode_lenient(&digits, &mut bytes);
    bytes.truncate(length);
    Ok(bytes)
}

#[cfg(test)]
#[path = "base64_tests.rs"]
mod tests;
