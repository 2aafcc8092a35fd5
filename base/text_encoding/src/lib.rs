//! Text between UTF-8 and the forms of engine strings: Latin-1, and UTF-16 with lone surrogates.
//!
//! Valid text goes through simdutf, by vector instructions; text with errors goes through `encoding_rs`, which replaces
//! them as the Encoding Standard asks.

mod simd;

use encoding_rs::mem;
use std::mem::MaybeUninit;

/// The characters of an engine string.
#[derive(Debug, PartialEq, Eq)]
pub enum Characters {
    /// One byte for each character, U+0000 to U+00FF.
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
}

/// Decodes UTF-8; each maximal invalid part becomes U+FFFD (Encoding Standard §8.1.1). The result is Latin-1 where that
/// has all of the characters.
pub fn decode_utf8(bytes: &[u8]) -> Characters {
    if bytes.is_ascii() {
        return Characters::Latin1(bytes.to_vec());
    }
    if let Some(latin1) = simd::utf8_to_latin1(bytes) {
        return Characters::Latin1(latin1);
    }
    if let Some(units) = simd::utf8_to_utf16(bytes) {
        return Characters::Utf16(units);
    }
    // The converter requires space for one unit more than it can use.
    let mut units = vec![0; bytes.len() + 1];
    let length = mem::convert_utf8_to_utf16(bytes, &mut units);
    units.truncate(length);
    Characters::Utf16(units)
}

/// The text of the bytes. None where they are not UTF-8.
pub fn valid_text(bytes: &[u8]) -> Option<&str> {
    simd::valid_text(bytes)
}

/// How many UTF-16 units a text has.
pub fn utf16_length(text: &str) -> usize {
    simdutf::utf16_length_from_utf8(text.as_bytes())
}

/// Writes a text as UTF-16 units, whose number is that of [`utf16_length`]. Returns all of the target, whose rest is
/// U+FFFD: another thread may write the memory of the text meanwhile.
pub fn write_utf16<'a>(text: &str, target: &'a mut [MaybeUninit<u16>]) -> &'a mut [u16] {
    simd::write_utf16(text, target)
}

/// Writes what `value` computes from each item, `COUNT` bytes or units. Returns all of the target.
///
/// # Panics
/// When the target has another length than that of all results.
pub fn write_computed<'a, S, T: Copy, const COUNT: usize>(
    items: &[S],
    target: &'a mut [MaybeUninit<T>],
    value: impl Fn(&S) -> [T; COUNT],
) -> &'a mut [T] {
    simd::write_computed(items, target, value)
}

/// Whether a text has only characters of Latin-1.
pub fn is_latin1(text: &str) -> bool {
    /// U+0100 and those behind it begin with this byte or a higher one.
    const FIRST_BEYOND: u8 = 0xc4;
    // Without a branch within a part, so that the compiler compares many bytes at once.
    text.as_bytes().chunks(256).all(|part| part.iter().fold(0, |most, &byte| byte.max(most)) < FIRST_BEYOND)
}

/// Writes a text whose characters are all of Latin-1, as many as [`utf16_length`] says. Returns all of the target, whose
/// rest is "?": another thread may write the memory of the text meanwhile.
pub fn write_latin1<'a>(text: &str, target: &'a mut [MaybeUninit<u8>]) -> &'a mut [u8] {
    simd::write_latin1(text, target)
}

/// The length in UTF-8 of a Latin-1 string: two bytes for each character above U+007F.
pub fn latin1_utf8_length(latin1: &[u8]) -> usize {
    simdutf::utf8_length_from_latin1(latin1)
}

/// The length in UTF-8 of a UTF-16 string; a lone surrogate counts three bytes.
pub fn utf16_utf8_length(units: &[u16]) -> usize {
    if simdutf::validate_utf16(units) {
        return simdutf::utf8_length_from_utf16(units);
    }
    let characters = char::decode_utf16(units.iter().copied());
    characters.map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER).len_utf8()).sum()
}

/// Whether UTF-16 has no lone surrogates.
pub fn is_valid_utf16(units: &[u16]) -> bool {
    simdutf::validate_utf16(units)
}

/// Encodes a Latin-1 string as UTF-8.
pub fn latin1_to_utf8(latin1: &[u8]) -> Vec<u8> {
    if latin1.is_ascii() { latin1.to_vec() } else { simd::latin1_to_utf8(latin1) }
}

/// Encodes UTF-16 as UTF-8; a lone surrogate becomes U+FFFD.
pub fn utf16_to_utf8(units: &[u16]) -> Vec<u8> {
    if let Some(bytes) = simd::utf16_to_utf8(units) {
        return bytes;
    }
    let mut bytes = vec![0; units.len() * 3];
    let length = mem::convert_utf16_to_utf8(units, &mut bytes);
    bytes.truncate(length);
    bytes
}

/// The same as a Rust string.
pub fn utf16_to_string(units: &[u16]) -> String {
    simd::utf16_to_string(units).unwrap_or_else(|| String::from_utf16_lossy(units))
}

/// A Latin-1 string as a Rust string.
pub fn latin1_to_string(latin1: &[u8]) -> String {
    simd::latin1_to_string(latin1)
}

/// Writes a Latin-1 string as UTF-8: as many complete characters as fit. Returns the bytes written.
pub fn write_latin1_as_utf8(latin1: &[u8], target: &mut [u8]) -> usize {
    if latin1.len() <= target.len() && latin1.is_ascii() {
        target[..latin1.len()].copy_from_slice(latin1);
        return latin1.len();
    }
    if latin1_utf8_length(latin1) <= target.len() {
        return simd::write_latin1_as_utf8(latin1, target);
    }
    let (read, written) = mem::convert_latin1_to_utf8_partial(latin1, target);
    written + write_characters(latin1[read..].iter().map(|&byte| char::from(byte)), &mut target[written..])
}

/// Writes UTF-16 as UTF-8: as many complete characters as fit; a lone surrogate becomes U+FFFD. Returns the bytes
/// written.
pub fn write_utf16_as_utf8(units: &[u16], target: &mut [u8]) -> usize {
    if let Some(written) = simd::write_utf16_as_utf8(units, target) {
        return written;
    }
    let (read, written) = mem::convert_utf16_to_utf8_partial(units, target);
    let rest = char::decode_utf16(units[read..].iter().copied());
    let characters = rest.map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER));
    written + write_characters(characters, &mut target[written..])
}

/// What the converters leave at the end of a target that is too small.
fn write_characters(characters: impl Iterator<Item = char>, target: &mut [u8]) -> usize {
    let mut written = 0;
    for character in characters {
        let length = character.len_utf8();
        if target.len() - written < length {
            break;
        }
        character.encode_utf8(&mut target[written..]);
        written += length;
    }
    written
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
