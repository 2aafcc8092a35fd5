use super::*;

fn encoded(bytes: &[u8]) -> Vec<u8> {
    let length = encoded_length(bytes);
    encode(bytes, &mut Vec::with_capacity(length).spare_capacity_mut()[..length]).to_vec()
}

#[test]
fn both_cases_are_read_and_lower_case_is_written() {
    let mut target = [0; 3];
    assert_eq!(decode(b"00fFA1", &mut target), 3);
    assert_eq!(target, [0, 0xff, 0xa1]);
    assert_eq!(encoded(&target), b"00ffa1");
}

#[test]
fn reading_stops_at_the_first_pair_that_is_none() {
    let mut target = [0; 4];
    assert_eq!(decode(b"12g4", &mut target), 1);
    assert_eq!(decode(b"1", &mut target), 0);
    assert_eq!(decode(b"\xff1", &mut target), 0);
    assert_eq!(decode(b"0102030405", &mut target), 4);
}

#[test]
fn long_strings_are_decoded_like_short_ones() {
    let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
    let text = encoded(&bytes);
    assert!(text.starts_with(b"000102030405060708090a0b0c0d0e0f10"));
    let mut target = vec![0; 1000];
    assert_eq!(decode(&text.to_ascii_uppercase(), &mut target), 1000);
    assert_eq!(target, bytes);
    // Every byte that is not a digit ends the decoding where it is.
    for byte in (0..=255_u8).filter(|byte| !byte.is_ascii_hexdigit()) {
        let mut invalid = text.clone();
        invalid[77] = byte;
        assert_eq!(decode(&invalid, &mut target), 38);
    }
}

#[test]
fn an_invalid_pair_ends_long_strings_where_it_is() {
    let bytes = vec![0xab; 10_000];
    let mut text = encoded(&bytes);
    let mut target = vec![0; 10_000];
    assert_eq!(decode(&text, &mut target), 10_000);
    assert_eq!(target, bytes);
    for (place, written) in [(19_999, 9_999), (8_193, 4_096), (8_191, 4_095), (1, 0)] {
        text[place] = b'-';
        target.fill(0xee);
        assert_eq!(decode(&text, &mut target), written);
        assert!(target[..written].iter().all(|&byte| byte == 0xab));
        assert!(target[written..].iter().all(|&byte| byte == 0xee));
    }
}
