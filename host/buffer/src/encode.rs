//! Engine strings to bytes: lengths, UTF-8, UTF-16, low bytes. Writers fill what fits and never split a character.

use encoding_rs::mem;

/// The length in UTF-8 of a Latin-1 string: two bytes for each character above U+007F.
pub fn latin1_utf8_length(latin1: &[u8]) -> usize {
    if latin1.is_ascii() {
        return latin1.len();
    }
    latin1.len() + latin1.iter().map(|&byte| usize::from(byte >> 7)).sum::<usize>()
}

/// The length in UTF-8 of a UTF-16 string; a lone surrogate counts three bytes.
pub fn utf16_utf8_length(units: &[u16]) -> usize {
    // Sums of 16 bits, which the compiler adds eight or more at a time: a chunk adds at most two for each unit.
    let (mut further, mut has_surrogates) = (0, false);
    for chunk in units.chunks(COUNTED_CHUNK) {
        let (mut sum, mut surrogates) = (0u16, 0u16);
        for &unit in chunk {
            sum += u16::from(unit >= 0x80) + u16::from(unit >= 0x800);
            surrogates |= u16::from(unit & 0xf800 == 0xd800);
        }
        further += usize::from(sum);
        has_surrogates |= surrogates != 0;
    }
    let alone = units.len() + further;
    if !has_surrogates {
        return alone;
    }
    // The two halves of a surrogate pair would count three bytes each and encode to four together. No half is in two
    // pairs.
    let is_pair = |pair: &[u16]| pair[0] & 0xfc00 == 0xd800 && pair[1] & 0xfc00 == 0xdc00;
    alone - 2 * units.windows(2).filter(|pair| is_pair(pair)).count()
}

const COUNTED_CHUNK: usize = 4096;

/// Encodes a Latin-1 string as UTF-8.
pub fn latin1_to_utf8(latin1: &[u8]) -> Vec<u8> {
    if latin1.is_ascii() {
        return latin1.to_vec();
    }
    let mut bytes = vec![0; latin1.len() * 2];
    let length = mem::convert_latin1_to_utf8(latin1, &mut bytes);
    bytes.truncate(length);
    bytes
}

/// Encodes UTF-16 as UTF-8; a lone surrogate becomes U+FFFD.
pub fn utf16_to_utf8(units: &[u16]) -> Vec<u8> {
    let mut bytes = vec![0; units.len() * 3];
    let length = mem::convert_utf16_to_utf8(units, &mut bytes);
    bytes.truncate(length);
    bytes
}

/// Writes a Latin-1 string as UTF-8. Returns the bytes written.
pub fn write_latin1_as_utf8(latin1: &[u8], target: &mut [u8]) -> usize {
    if latin1.len() <= target.len() && latin1.is_ascii() {
        target[..latin1.len()].copy_from_slice(latin1);
        return latin1.len();
    }
    write_characters(latin1.iter().map(|&byte| char::from(byte)), target)
}

/// Writes UTF-16 as UTF-8. Returns the bytes written.
pub fn write_utf16_as_utf8(units: &[u16], target: &mut [u8]) -> usize {
    // With space for the worst case the fast path cannot stop early; only the bytes that it reports are written.
    if target.len() >= units.len() * 3 {
        return mem::convert_utf16_to_utf8_partial(units, target).1;
    }
    write_characters(
        char::decode_utf16(units.iter().copied()).map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER)),
        target,
    )
}

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

/// Copies Latin-1 characters as bytes. Returns the bytes written.
pub fn copy_latin1(latin1: &[u8], target: &mut [u8]) -> usize {
    let length = latin1.len().min(target.len());
    target[..length].copy_from_slice(&latin1[..length]);
    length
}

/// Writes the low byte of each unit. Returns the bytes written.
pub fn write_low_bytes(units: &[u16], target: &mut [u8]) -> usize {
    let length = units.len().min(target.len());
    for (byte, unit) in target.iter_mut().zip(units) {
        *byte = *unit as u8;
    }
    length
}

/// Writes complete units, little endian. Returns the bytes written.
pub fn write_units(units: impl Iterator<Item = u16>, target: &mut [u8]) -> usize {
    let mut written = 0;
    for (pair, unit) in target.chunks_exact_mut(2).zip(units) {
        pair.copy_from_slice(&unit.to_le_bytes());
        written += 2;
    }
    written
}

/// Units as bytes for decoders of ASCII alphabets: a unit that does not fit a byte becomes 0xFF, which is in no
/// alphabet.
pub fn narrow(units: &[u16]) -> Vec<u8> {
    units.iter().map(|&unit| u8::try_from(unit).unwrap_or(0xff)).collect()
}

#[cfg(test)]
#[path = "encode_tests.rs"]
mod tests;
