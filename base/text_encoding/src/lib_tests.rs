use super::*;

const TEXTS: &[&str] = &[
    "",
    "a",
    "plain text",
    "é",
    "héllo wörld ÿ",
    "Привет",
    "dash — and ‘quotes’",
    "😀 text 🎉",
    "\u{0}\u{7f}\u{80}\u{ff}\u{100}\u{7ff}\u{800}\u{ffff}",
];

fn units_of(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// Around the lengths of vector registers.
fn of_many_lengths(text: &str) -> impl Iterator<Item = String> {
    (0..70).map(move |count| format!("{}{text}", "x".repeat(count)))
}

#[test]
fn utf8_becomes_latin1_where_that_has_all_characters() {
    assert_eq!(decode_utf8("aé".as_bytes()), Characters::Latin1(vec![0x61, 0xe9]));
    for text in TEXTS.iter().flat_map(|text| of_many_lengths(text)) {
        let expected = text.chars().map(|character| u8::try_from(character).ok()).collect::<Option<Vec<u8>>>();
        let expected = expected.map_or_else(|| Characters::Utf16(units_of(&text)), Characters::Latin1);
        assert_eq!(decode_utf8(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn invalid_utf8_is_replaced_as_rust_does_it() {
    for bytes in
        [&b"\xff"[..], b"a\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf0\x9f\x98 text", b"\xc0\x80", "é\u{100}".as_bytes()]
    {
        for count in 0..70 {
            let bytes = [vec![b'x'; count].as_slice(), bytes].concat();
            let text = String::from_utf8_lossy(&bytes);
            let decoded = match decode_utf8(&bytes) {
                Characters::Latin1(latin1) => latin1_to_string(&latin1),
                Characters::Utf16(units) => utf16_to_string(&units),
            };
            assert_eq!(decoded, text, "{bytes:x?}");
        }
    }
}

#[test]
fn strings_are_encoded_and_measured() {
    for text in TEXTS.iter().flat_map(|text| of_many_lengths(text)) {
        let units = units_of(&text);
        assert_eq!((utf16_to_utf8(&units), utf16_utf8_length(&units)), (text.clone().into_bytes(), text.len()));
        assert_eq!(utf16_to_string(&units), text);
        let Some(latin1) = text.chars().map(|character| u8::try_from(character).ok()).collect::<Option<Vec<u8>>>()
        else {
            continue;
        };
        assert_eq!((latin1_to_utf8(&latin1), latin1_utf8_length(&latin1)), (text.clone().into_bytes(), text.len()));
        assert_eq!(latin1_to_string(&latin1), text);
    }
}

#[test]
fn lone_surrogates_are_replaced() {
    for (units, text) in
        [(&[0xd800][..], "\u{fffd}"), (&[0x61, 0xdc00, 0x62], "a\u{fffd}b"), (&[0xd83d, 0xde00, 0xd83d], "😀\u{fffd}")]
    {
        assert_eq!((utf16_to_utf8(units), utf16_utf8_length(units)), (text.as_bytes().to_vec(), text.len()));
        assert_eq!(utf16_to_string(units), text);
        let mut target = [0; 20];
        assert_eq!(write_utf16_as_utf8(units, &mut target), text.len());
        assert_eq!(&target[..text.len()], text.as_bytes());
    }
}

/// The longest part that ends between two characters and fits.
fn fitting(text: &str, room: usize) -> &str {
    let end = (0..=room.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

#[test]
fn what_fits_is_written_and_nothing_behind_it() {
    for text in TEXTS.iter().flat_map(|text| of_many_lengths(text)) {
        let units = units_of(&text);
        let latin1 = text.chars().map(|character| u8::try_from(character).ok()).collect::<Option<Vec<u8>>>();
        for room in text.len().saturating_sub(6)..=text.len() + 1 {
            let expected = fitting(&text, room).as_bytes();
            let mut target = vec![0xaa; room];
            assert_eq!(write_utf16_as_utf8(&units, &mut target), expected.len(), "{text} in {room}");
            assert_eq!(&target[..expected.len()], expected, "{text} in {room}");
            let Some(latin1) = &latin1 else { continue };
            let mut target = vec![0xaa; room];
            assert_eq!(write_latin1_as_utf8(latin1, &mut target), expected.len(), "{text} in {room}");
            assert_eq!(&target[..expected.len()], expected, "{text} in {room}");
        }
    }
}

/// Memory of which all is written.
fn written<T: Copy>(length: usize, write: impl for<'a> FnOnce(&'a mut [MaybeUninit<T>]) -> &'a mut [T]) -> Vec<T> {
    write(&mut Vec::with_capacity(length).spare_capacity_mut()[..length]).to_vec()
}

#[test]
fn texts_are_written_into_memory_of_their_size() {
    for text in ["", "a", "caf\u{e9}", "\u{ff}\u{80}", "\u{100}", "\u{1f600} and \u{20ac}"] {
        for count in [1, 2, 7, 40, 300] {
            let text = text.repeat(count);
            assert_eq!(valid_text(text.as_bytes()), Some(text.as_str()));
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(utf16_length(&text), units.len());
            assert_eq!(written(units.len(), |target| write_utf16(&text, target)), units);
            let latin1: Option<Vec<u8>> = text.chars().map(|character| u8::try_from(character).ok()).collect();
            assert_eq!(is_latin1(&text), latin1.is_some(), "{text}");
            if let Some(latin1) = latin1 {
                assert_eq!(written(latin1.len(), |target| write_latin1(&text, target)), latin1);
            }
        }
    }
    assert_eq!(valid_text(b"\xc3"), None);
}

/// What is written when another thread has changed the text after its length was computed.
#[test]
fn a_target_of_another_length_is_filled_and_not_exceeded() {
    let long = "\u{20ac}".repeat(2000);
    assert_eq!(written(5, |target| write_utf16(&long, target)), [0x20ac; 5]);
    assert_eq!(written(3, |target| write_utf16("ab", target)), [0x61, 0x62, 0xfffd]);
    assert_eq!(written(2, |target| write_latin1("a", target)), *b"a?");
    assert_eq!(written(3, |target| write_latin1(&"\u{e9}".repeat(2000), target)), [0xe9; 3]);
}

#[test]
fn computed_items_follow_each_other() {
    let doubled = |byte: &u8| [*byte, byte * 2];
    assert_eq!(written(6, |target| write_computed(&[1_u8, 2, 3], target, doubled)), [1, 2, 2, 4, 3, 6]);
}
