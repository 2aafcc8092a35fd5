//! Hexadecimal encoding and decoding.

const NONE: u8 = 0xff;

/// The value of each byte as a hexadecimal digit; `NONE` for other bytes.
const VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let digits = b"0123456789abcdef";
    let mut digit = 0;
    while digit < 16 {
        values[digits[digit] as usize] = digit as u8;
        values[digits[digit].to_ascii_uppercase() as usize] = digit as u8;
        digit += 1;
    }
    values
};

/// How many digits `encode` writes.
pub fn encoded_length(bytes: &[u8]) -> usize {
    bytes.len().saturating_mul(2)
}

/// Writes two lower-case digits per byte.
pub fn encode(bytes: &[u8], text: &mut [u8]) {
    for (pair, byte) in text.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
}

/// The digit of a value below 16: arithmetic, not a table, so that the compiler uses vector instructions.
fn digit(value: u8) -> u8 {
    const AFTER_NINE: u8 = b'a' - b'0' - 10;
    value + b'0' + if value > 9 { AFTER_NINE } else { 0 }
}

/// Digits that are decoded at a time while all are valid.
const BLOCK: usize = 32;

/// The value of each digit of a block in its place; false when one is not a digit. Arithmetic as in `digit`.
fn block_values(text: &[u8; BLOCK], values: &mut [u8; BLOCK]) -> bool {
    let mut is_invalid = 0;
    for (value, byte) in values.iter_mut().zip(text) {
        let number = byte.wrapping_sub(b'0');
        let letter = (byte | 0x20).wrapping_sub(b'a');
        let is_number = u8::from(number < 10);
        let is_letter = u8::from(letter < 6);
        *value = (number & is_number.wrapping_neg()) | (letter.wrapping_add(10) & is_letter.wrapping_neg());
        is_invalid |= (is_number | is_letter) ^ 1;
    }
    is_invalid == 0
}

/// Decodes complete blocks of valid digits. Returns the bytes written.
fn decode_blocks(text: &[u8], target: &mut [u8]) -> usize {
    let mut values = [0; BLOCK];
    let mut written = 0;
    for (bytes, block) in target.chunks_exact_mut(BLOCK / 2).zip(text.as_chunks::<BLOCK>().0) {
        if !block_values(block, &mut values) {
            break;
        }
        for (byte, pair) in bytes.iter_mut().zip(values.as_chunks::<2>().0) {
            *byte = pair[0] << 4 | pair[1];
        }
        written += BLOCK / 2;
    }
    written
}

/// Decodes pairs of digits, up to the first invalid pair. Returns the bytes written.
pub fn decode(text: &[u8], target: &mut [u8]) -> usize {
    let mut written = decode_blocks(text, target);
    for (byte, pair) in target[written..].iter_mut().zip(text[written * 2..].chunks_exact(2)) {
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
