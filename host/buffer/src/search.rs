//! Searching bytes in bytes. With a step of 2 only even offsets match, as in UTF-16.

use memchr::memmem;

/// The first match at or after `offset`.
pub fn index_of(bytes: &[u8], needle: &[u8], offset: usize, step: usize) -> Option<usize> {
    let mut start = offset;
    while start <= bytes.len() {
        let found = start + memmem::find(&bytes[start..], needle)?;
        if found.is_multiple_of(step.max(1)) {
            return Some(found);
        }
        start = found + 1;
    }
    None
}

/// The last match at or before `offset`.
pub fn last_index_of(bytes: &[u8], needle: &[u8], offset: usize, step: usize) -> Option<usize> {
    let mut end = offset.saturating_add(needle.len()).min(bytes.len());
    loop {
        let found = memmem::rfind(&bytes[..end], needle)?;
        if found % step.max(1) == 0 {
            return Some(found);
        }
        end = found + needle.len() - 1;
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
