//! Bytes of UTF-8 to bytes of UTF-16, little endian, and back, without a string in between.

use brio_text_encoding::{Characters, decode_utf8, utf16_length, utf16_utf8_length, valid_text, write_utf16_as_utf8};

/// How many bytes a text of UTF-8 has in UTF-16. None for bytes that are not UTF-8.
pub fn utf16_bytes(utf8: &[u8]) -> Option<usize> {
    valid_text(utf8).map(|text| utf16_length(text) * 2)
}

/// Writes UTF-8 as UTF-16, as many complete units as fit.
pub fn write_utf16(utf8: &[u8], target: &mut [u8]) {
    let pairs = target.as_chunks_mut::<2>().0.iter_mut();
    match decode_utf8(utf8) {
        Characters::Latin1(latin1) => pairs.zip(latin1).for_each(|(pair, byte)| *pair = [byte, 0]),
        Characters::Utf16(units) => pairs.zip(units).for_each(|(pair, unit)| *pair = unit.to_le_bytes()),
    }
}

/// How many bytes a text of UTF-16 has in UTF-8. None for an odd number of bytes, and for lone surrogates.
pub fn utf8_bytes(utf16: &[u8]) -> Option<usize> {
    let is_complete = utf16.len().is_multiple_of(2);
    let units = is_complete.then(|| units_of(utf16))?;
    brio_text_encoding::is_valid_utf16(&units).then(|| utf16_utf8_length(&units))
}

/// Writes UTF-16 as UTF-8, as many complete characters as fit.
pub fn write_utf8(utf16: &[u8], target: &mut [u8]) {
    write_utf16_as_utf8(&units_of(utf16), target);
}

/// A copy in aligned memory.
fn units_of(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks::<2>().0.iter().map(|&pair| u16::from_le_bytes(pair)).collect()
}

#[cfg(test)]
#[path = "transcode_tests.rs"]
mod tests;
