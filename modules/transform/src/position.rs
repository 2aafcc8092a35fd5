//! Byte offsets to lines and columns. Lines end where ECMAScript ends them: LF, CR LF, CR, U+2028, U+2029.

/// Byte offsets at which each line of a source starts.
pub(crate) struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    pub(crate) fn new(source: &str) -> Self {
        let mut starts = vec![0];
        let mut offset = 0;
        while let Some(end) = next_line_start(source.as_bytes(), offset) {
            starts.push(end as u32);
            offset = end;
        }
        Self { starts }
    }

    /// Line and column of a byte offset, both counted from 1, columns in UTF-16 code units.
    pub(crate) fn line_and_column(&self, source: &str, offset: u32) -> (u32, u32) {
        let line_index = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = source.get(self.starts[line_index] as usize..offset as usize).unwrap_or("");
        (line_index as u32 + 1, utf16_length(before) + 1)
    }
}

/// Offset after the next line terminator at or after `offset`.
fn next_line_start(bytes: &[u8], offset: usize) -> Option<usize> {
    let mut index = offset;
    loop {
        match *bytes.get(index)? {
            b'\n' => return Some(index + 1),
            b'\r' if bytes.get(index + 1) != Some(&b'\n') => return Some(index + 1),
            0xE2 if bytes.get(index + 1) == Some(&0x80) && matches!(bytes.get(index + 2), Some(0xA8 | 0xA9)) => {
                return Some(index + 3);
            }
            _ => index += 1,
        }
    }
}

pub(crate) fn line_break_count(text: &str) -> usize {
    let mut count = 0;
    let mut offset = 0;
    while let Some(end) = next_line_start(text.as_bytes(), offset) {
        count += 1;
        offset = end;
    }
    count
}

pub(crate) fn has_line_break(text: &str) -> bool {
    next_line_start(text.as_bytes(), 0).is_some()
}

pub(crate) fn is_line_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

pub(crate) fn utf16_length(text: &str) -> u32 {
    if text.is_ascii() {
        return text.len() as u32;
    }
    text.chars().map(|character| character.len_utf16() as u32).sum()
}
