use super::*;

#[test]
fn a_difference_in_any_bit_counts() {
    for length in 0..40 {
        let left: Vec<u8> = (0..length).collect();
        assert!(are_equal(&left, &left.clone()));
        for index in 0..left.len() {
            for bit in 0..8 {
                let mut right = left.clone();
                right[index] ^= 1 << bit;
                assert!(!are_equal(&left, &right), "{length} {index} {bit}");
            }
        }
    }
}

#[test]
fn lengths_must_agree() {
    assert!(!are_equal(&[1, 2], &[1]));
    assert!(!are_equal(&[], &[0]));
}
