use super::*;

#[test]
fn both_cases_are_read_and_lower_case_is_written() {
    let mut target = [0; 3];
    assert_eq!(decode(b"00fFA1", &mut target), 3);
    assert_eq!(target, [0, 0xff, 0xa1]);
    assert_eq!(encode(&target), b"00ffa1");
}

#[test]
fn reading_stops_at_the_first_pair_that_is_none() {
    let mut target = [0; 4];
    assert_eq!(decode(b"12g4", &mut target), 1);
    assert_eq!(decode(b"1", &mut target), 0);
    assert_eq!(decode(b"\xff1", &mut target), 0);
    assert_eq!(decode(b"0102030405", &mut target), 4);
}
