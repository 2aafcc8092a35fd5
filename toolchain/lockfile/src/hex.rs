//! Hexadecimal digits and base64, as lockfiles spell hashes.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes of hexadecimal digits in base64 (RFC 4648 §4). `None`: they are none.
pub fn to_base64(digits: &str) -> Option<String> {
    let bytes: Option<Vec<u8>> =
        (0..digits.len() / 2).map(|index| u8::from_str_radix(digits.get(index * 2..index * 2 + 2)?, 16).ok()).collect();
    let bytes = bytes.filter(|_| digits.len().is_multiple_of(2))?;
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..4 {
            match index <= chunk.len() {
                true => out.push(ALPHABET[(group >> (18 - 6 * index) & 63) as usize] as char),
                false => out.push('='),
            }
        }
    }
    Some(out)
}

/// The bytes of a base64 string in hexadecimal digits. `None`: it is none.
pub fn from_base64(text: &str) -> Option<String> {
    let text = text.trim_end_matches('=');
    let mut out = String::new();
    let (mut group, mut bits) = (0u32, 0);
    for byte in text.bytes() {
        let value = ALPHABET.iter().position(|letter| *letter == byte)?;
        group = group << 6 | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push_str(&format!("{:02x}", group >> bits & 255));
        }
    }
    Some(out)
}
