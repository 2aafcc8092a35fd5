//! Comparison in a time that depends on the length alone.

use std::hint::black_box;

/// Whether both have the same bytes. The time does not depend on them: all are read, eight at a time, and the compiler
/// does not see that one difference decides.
pub fn are_equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let ((left_words, left_rest), (right_words, right_rest)) = (left.as_chunks::<8>(), right.as_chunks::<8>());
    let mut difference = 0;
    for (left, right) in left_words.iter().zip(right_words) {
        difference = black_box(difference | (u64::from_ne_bytes(*left) ^ u64::from_ne_bytes(*right)));
    }
    for (left, right) in left_rest.iter().zip(right_rest) {
        difference = black_box(difference | u64::from(left ^ right));
    }
    black_box(difference) == 0
}

#[cfg(test)]
#[path = "constant_time_tests.rs"]
mod tests;
