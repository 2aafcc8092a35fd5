//! Engine strings to bytes other than UTF-8 (`brio_text_encoding`): UTF-16, low bytes. Writers fill what fits and never
//! split a character.

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
