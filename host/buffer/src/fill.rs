//! Filling with a pattern.

/// Repeats `pattern` over `target`. False, without a change, for an empty pattern.
pub fn repeat(target: &mut [u8], pattern: &[u8]) -> bool {
    if pattern.is_empty() {
        return false;
    }
    let mut done = pattern.len().min(target.len());
    target[..done].copy_from_slice(&pattern[..done]);
    while done < target.len() {
        // The written part is a multiple of the pattern: it doubles each time.
        let count = done.min(target.len() - done);
        target.copy_within(..count, done);
        done += count;
    }
    true
}

#[cfg(test)]
#[path = "fill_tests.rs"]
mod tests;
