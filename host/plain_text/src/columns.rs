//! The columns of text in a terminal, where no table of Unicode is needed.

const ESCAPE: u8 = 0x1b;
/// Characters that are compared at a time.
const BLOCK: usize = 32;
/// A parameter with more digits is not part of a sequence to Node and Bun.
const DIGITS_MAX: usize = 4;

/// The count of printable ASCII characters; with `skips_styles` escape sequences that set styles may be between them.
/// None when the text has other characters.
pub fn of_plain(text: &[u8], skips_styles: bool) -> Option<usize> {
    let mut columns = 0;
    let mut rest = text;
    loop {
        let plain = printable(rest);
        columns += plain;
        rest = &rest[plain..];
        if rest.is_empty() {
            return Some(columns);
        }
        if !skips_styles {
            return None;
        }
        rest = after_style(rest)?;
    }
}

/// How many printable characters the text begins with.
fn printable(text: &[u8]) -> usize {
    let (blocks, _) = text.as_chunks::<BLOCK>();
    let plain = blocks.iter().take_while(|block| block.iter().fold(true, |all, &byte| all & is_printable(byte)));
    let start = plain.count() * BLOCK;
    start + text[start..].iter().take_while(|&&byte| is_printable(byte)).count()
}

fn is_printable(byte: u8) -> bool {
    byte.wrapping_sub(b' ') < 0x7f - b' '
}

/// What follows the sequence that the text begins with: parameters of up to four digits, the first one not empty.
fn after_style(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text.strip_prefix(&[ESCAPE, b'['])?;
    let mut is_first = true;
    loop {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > DIGITS_MAX || (is_first && digits == 0) {
            return None;
        }
        is_first = false;
        match rest.get(digits)? {
            b';' => rest = &rest[digits + 1..],
            b'm' => return Some(&rest[digits + 1..]),
            _ => return None,
        }
    }
}

#[cfg(test)]
#[path = "columns_tests.rs"]
mod tests;
