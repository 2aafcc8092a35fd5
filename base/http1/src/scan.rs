//! Character classes, and finding the first byte outside of one. Safe code, eight bytes at a time.

const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);

/// Which bytes are `tchar` (RFC 9110 §5.6.2): letters, digits and 15 marks.
static TOKEN: [bool; 256] = token_table();

const fn token_table() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    let marks = b"!#$%&'*+-.^_`|~";
    let mut index = 0;
    while index < marks.len() {
        table[marks[index] as usize] = true;
        index += 1;
    }
    table
}

/// Whether `byte` may be in a header name, a method or a chunk extension's name.
#[inline]
pub(crate) fn is_token(byte: u8) -> bool {
    TOKEN[byte as usize]
}

/// Whether `name` is a header name: a token (RFC 9110 §5.1).
pub fn is_field_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|&byte| is_token(byte))
}

/// Whether `value` may be written as a header value: no control characters but the tab (RFC 9110 §5.5). The writer of a
/// head must check its fields with this, or a value could end the head.
pub fn is_field_value(value: &[u8]) -> bool {
    find_value_end(value, 0) == value.len()
}

/// Returns the index of the first byte from `start` on that is not a token byte, or the length.
#[inline]
pub(crate) fn find_token_end(bytes: &[u8], start: usize) -> usize {
    let rest = &bytes[start..];
    start + rest.iter().position(|&byte| !is_token(byte)).unwrap_or(rest.len())
}

/// Returns the index of the first control character but the tab from `start` on, or the length.
#[inline]
pub(crate) fn find_value_end(bytes: &[u8], start: usize) -> usize {
    let mut index = start;
    loop {
        index =
            find_marked(bytes, index, |word| below(word, 0x20) | equal(word, 0x7f), |byte| byte < 0x20 || byte == 0x7f);
        if bytes.get(index) != Some(&b'\t') {
            return index;
        }
        index += 1;
    }
}

/// Returns the index of the first byte from `start` on that is not visible ASCII, or the length.
#[inline]
pub(crate) fn find_target_end(bytes: &[u8], start: usize) -> usize {
    find_marked(
        bytes,
        start,
        |word| below(word, 0x21) | equal(word, 0x7f) | (word & HIGH),
        |byte| !byte.is_ascii_graphic(),
    )
}

/// `mark_word` sets the high bit of each byte it looks for; bits above the lowest set one may be wrong,
/// since a subtraction borrows from the next higher byte.
#[inline]
fn find_marked(bytes: &[u8], start: usize, mark_word: impl Fn(u64) -> u64, mark_byte: impl Fn(u8) -> bool) -> usize {
    let mut index = start;
    let (words, rest) = bytes[start..].as_chunks::<8>();
    for word in words {
        let marks = mark_word(u64::from_le_bytes(*word));
        if marks != 0 {
            return index + marks.trailing_zeros() as usize / 8;
        }
        index += 8;
    }
    index + rest.iter().position(|&byte| mark_byte(byte)).unwrap_or(rest.len())
}

/// Marks bytes under `limit` (at most 0x80). Bytes of 0x80 and more are never marked.
#[inline]
fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(LOW * limit as u64) & !word & HIGH
}

#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    below(word ^ (LOW * byte as u64), 1)
}

/// Trims spaces and tabs (OWS, RFC 9110 §5.6.3).
pub(crate) fn trim(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    while let [b' ' | b'\t', tail @ ..] = rest {
        rest = tail;
    }
    while let [head @ .., b' ' | b'\t'] = rest {
        rest = head;
    }
    rest
}

#[cfg(test)]
#[path = "scan_tests.rs"]
mod tests;
