use super::*;

#[test]
fn printable_characters_are_one_column() {
    assert_eq!(of_plain(b"", false), Some(0));
    assert_eq!(of_plain(b" ~", false), Some(2));
    for length in 1..100 {
        let mut text = vec![b'a'; length];
        assert_eq!(of_plain(&text, false), Some(length));
        text[length - 1] = b'\n';
        assert_eq!(of_plain(&text, true), None);
    }
}

#[test]
fn styles_have_no_width() {
    assert_eq!(of_plain(b"\x1b[31mred\x1b[0m", true), Some(3));
    assert_eq!(of_plain(b"\x1b[1;38;5;196mred\x1b[0m x", true), Some(5));
    assert_eq!(of_plain(b"\x1b[31mred", false), None);
}

#[test]
fn other_sequences_are_left_to_the_caller() {
    for text in
        ["\x1b[m", "\x1b[12345m", "\x1b[1;12345m", "\x1b[2K", "\x1b]8;;x\x07", "\x1b", "\x1b[31", "\x7f", "\u{e9}"]
    {
        assert_eq!(of_plain(text.as_bytes(), true), None, "{text:?}");
    }
}
