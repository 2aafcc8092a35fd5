//! Hexadecimal encoding and decoding.

const DIGITS: &[u8; 16] = b"0123456789abcdef";
const NONE: u8 = 0xff;

/// The value of each byte as a hexadecimal digit; `NONE` for other bytes.
const VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut digit = 0;
    while digit < 16 {
        values[DIGITS[digit] as usize] = digit as u8;
        values[DIGITS[digit].to_ascii_uppercase() as usize] = digit as u8;
        digit += 1;
    }
    values
};

/// Two lower-case digits per byte.
pub fn encode(bytes: &[u8]) -> Vec<u8> {
    let mut text = vec![0; bytes.len() * 2];
    for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[usize::from(byte >> 4)];
        pair[1] = DIGITS[usize::from(byte & 15)];
    }
    text
}

/// Decodes pairs of digits, up to the first invalid pair. Returns the bytes written.
pub fn decode(text: &[u8], target: &mut [u8]) -> usize {
    let mut written = 0;
    for (byte, pair) in target.iter_mut().zip(text.chunks_exact(2)) {
        let (high, low) = (VALUES[usize::from(pair[0])], VALUES[usize::from(pair[1])]);
        if high == NONE || low == NONE {
            break;
        }
        *byte = high << 4 | low;
        written += 1;
    }
    written
}

#[cfg(test)]
#[path = "hex_tests.rs"]
mod tests;
