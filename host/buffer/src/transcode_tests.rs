use super::*;

#[test]
fn texts_arrive_as_the_standard_library_encodes_them() {
    for text in
        ["", "plain", "caf\u{e9}", "\u{20ac} 12", "\u{1f600}x\u{10ffff}", &"za\u{17c}\u{f3}\u{142}\u{107} ".repeat(40)]
    {
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(utf16_bytes(text.as_bytes()), Some(utf16.len()));
        let mut target = vec![0; utf16.len()];
        write_utf16(text.as_bytes(), &mut target);
        assert_eq!(target, utf16);
        assert_eq!(utf8_bytes(&utf16), Some(text.len()));
        let mut target = vec![0; text.len()];
        write_utf8(&utf16, &mut target);
        assert_eq!(target, text.as_bytes());
    }
}

#[test]
fn what_is_no_text_has_no_size() {
    assert_eq!(utf16_bytes(b"\xff"), None);
    assert_eq!(utf16_bytes(b"\xed\xa0\x80"), None);
    assert_eq!(utf8_bytes(b"a"), None);
    assert_eq!(utf8_bytes(b"a\x00\x00\xd8"), None);
    assert_eq!(utf8_bytes(b"\x00\xdc"), None);
}
