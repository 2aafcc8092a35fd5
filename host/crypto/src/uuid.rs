//! Random UUIDs as strings (RFC 9562 §5.4).

/// Bytes of one UUID.
pub const BYTES: usize = 16;
/// UUIDs that are made at a time.
pub const COUNT: usize = 32;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Sets version and variant in random bytes, 16 for each UUID, and prints all of them, 36 characters each.
pub fn print(bytes: &mut [u8; BYTES * COUNT]) -> String {
    let mut text = String::with_capacity(36 * COUNT);
    for uuid in bytes.as_chunks_mut::<BYTES>().0 {
        uuid[6] = uuid[6] & 0x0f | 0x40;
        uuid[8] = uuid[8] & 0x3f | 0x80;
        for (index, byte) in uuid.iter().enumerate() {
            if matches!(index, 4 | 6 | 8 | 10) {
                text.push('-');
            }
            text.push(char::from(DIGITS[usize::from(byte >> 4)]));
            text.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
    text
}

#[cfg(test)]
#[path = "uuid_tests.rs"]
mod tests;
