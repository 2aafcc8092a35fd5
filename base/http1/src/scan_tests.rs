use super::*;

/// Every byte value at every position of a word, and beyond it, compared with the plain definition.
#[test]
fn the_first_stop_byte_is_found_at_every_position() {
    for length in 1..20 {
        for position in 0..length {
            for byte in 0..=255u8 {
                let mut bytes = vec![b'a'; length];
                bytes[position] = byte;
                let value_stop = byte != b'\t' && (byte < 0x20 || byte == 0x7f);
                let expected = if value_stop { position } else { length };
                assert_eq!(find_value_end(&bytes, 0), expected, "value {byte} at {position} of {length}");
                let expected = if byte.is_ascii_graphic() { length } else { position };
                assert_eq!(find_target_end(&bytes, 0), expected, "target {byte} at {position} of {length}");
                let token = byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
                let expected = if token { length } else { position };
                assert_eq!(find_token_end(&bytes, 0), expected, "token {byte} at {position} of {length}");
            }
        }
    }
}

#[test]
fn a_stop_byte_is_not_hidden_or_invented_by_its_neighbours() {
    for first in 0..=255u8 {
        for second in 0..=255u8 {
            let bytes = [b'a', first, second, b'a', b'a', b'a', b'a', b'a', b'a'];
            let stop = |byte: u8| byte != b'\t' && (byte < 0x20 || byte == 0x7f);
            let expected = bytes.iter().position(|&byte| stop(byte)).unwrap_or(bytes.len());
            assert_eq!(find_value_end(&bytes, 0), expected, "{first} {second}");
        }
    }
}

#[test]
fn names_and_values_are_judged_whole() {
    assert!(is_field_name(b"X-a") && !is_field_name(b"") && !is_field_name(b"a b") && !is_field_name(b"a:"));
    assert!(is_field_value(b"") && is_field_value(b"a\tb \xff") && !is_field_value(b"a\r\nb: c"));
    assert_eq!(trim(b" \t a b\t "), b"a b");
    assert_eq!(trim(b" \t"), b"");
}
