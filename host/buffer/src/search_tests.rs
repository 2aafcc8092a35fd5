use super::*;

#[test]
fn searches_go_from_the_offset_in_both_directions() {
    assert_eq!(index_of(b"abcabc", b"bc", 0, 1), Some(1));
    assert_eq!(index_of(b"abcabc", b"bc", 2, 1), Some(4));
    assert_eq!(index_of(b"abcabc", b"bc", 5, 1), None);
    assert_eq!(last_index_of(b"abcabc", b"bc", 9, 1), Some(4));
    assert_eq!(last_index_of(b"abcabc", b"bc", 3, 1), Some(1));
    assert_eq!(last_index_of(b"abcabc", b"bc", 0, 1), None);
}

#[test]
fn a_step_of_two_passes_over_odd_places() {
    assert_eq!(index_of(b"xababab", b"ab", 0, 2), None);
    assert_eq!(index_of(b"xabxab", b"ab", 0, 2), Some(4));
    assert_eq!(last_index_of(b"abxab", b"ab", 9, 2), Some(0));
}
