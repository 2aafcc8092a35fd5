use super::*;

#[test]
fn each_byte_is_that_of_the_pattern_at_its_place() {
    for size in 1..20 {
        let pattern: Vec<u8> = (1..=size).collect();
        for length in 0..100 {
            let mut target = vec![0; length];
            assert!(repeat(&mut target, &pattern));
            let expected: Vec<u8> = pattern.iter().copied().cycle().take(length).collect();
            assert_eq!(target, expected, "{size} {length}");
        }
    }
}

#[test]
fn an_empty_pattern_changes_nothing() {
    let mut target = [1, 2, 3];
    assert!(!repeat(&mut target, &[]));
    assert_eq!(target, [1, 2, 3]);
}
