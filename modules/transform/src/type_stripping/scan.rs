//! Finds tokens between syntax nodes, skipping comments.

/// Offset of the first `byte` from `start` up to `end` that is not inside a comment.
pub(crate) fn find_byte(source: &str, start: u32, end: u32, byte: u8) -> Option<u32> {
    let bytes = source.as_bytes();
    let mut offset = start as usize;
    while offset < end as usize {
        let skipped = skip_comment(&source[offset..]);
        if skipped > 0 {
            offset += skipped;
        } else if bytes[offset] == byte {
            return Some(offset as u32);
        } else {
            offset += 1;
        }
    }
    None
}

/// Words (start, end) from `start` up to `end`, outside of comments; stops at a `[`.
pub(super) fn words(source: &str, start: u32, end: u32) -> Vec<(u32, u32)> {
    let bytes = source.as_bytes();
    let mut words = Vec::new();
    let mut offset = start as usize;
    while offset < end as usize {
        let skipped = skip_comment(&source[offset..]);
        if skipped > 0 {
            offset += skipped;
        } else if bytes[offset] == b'[' {
            break;
        } else if bytes[offset].is_ascii_alphabetic() {
            let length = bytes[offset..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            words.push((offset as u32, (offset + length) as u32));
            offset += length;
        } else {
            offset += 1;
        }
    }
    words
}

/// Length of the white space and comments that `text` begins with.
pub(super) fn skip_trivia(text: &str) -> usize {
    let mut offset = 0;
    loop {
        let rest = &text[offset..];
        let skipped = skip_comment(rest) + (rest.len() - rest.trim_start().len());
        if skipped == 0 {
            return offset;
        }
        offset += skipped;
    }
}

/// Length of the comment that `text` begins with, or 0.
fn skip_comment(text: &str) -> usize {
    if text.starts_with("//") {
        text.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(text.len())
    } else if text.starts_with("/*") {
        text.find("*/").map_or(text.len(), |end| end + 2)
    } else {
        0
    }
}
