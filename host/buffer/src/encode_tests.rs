use super::*;

#[test]
fn lengths_count_two_and_three_byte_characters_and_lone_surrogates() {
    assert_eq!(latin1_utf8_length(b"a\xe9"), 3);
    assert_eq!(utf16_utf8_length(&[0x20ac, 0xd83d, 0xde00, 0xd800]), 3 + 4 + 3);
}

#[test]
fn long_strings_have_the_length_of_what_they_encode_to() {
    let parts: [&[u16]; 5] = [&[0x41], &[0xe9, 0x7ff], &[0x20ac, 0xffff], &[0xd83d, 0xde00], &[0xdc00, 0xd800]];
    for (first, part) in parts.iter().enumerate() {
        // The parts end at other places of the chunks each time.
        let units: Vec<u16> = std::iter::repeat_n(0x41, 4095 + first)
            .chain(parts.concat())
            .chain(std::iter::repeat_n(*part, 5000).flatten().copied())
            .collect();
        assert_eq!(utf16_utf8_length(&units), String::from_utf16_lossy(&units).len(), "{part:x?}");
    }
}

#[test]
fn a_character_that_does_not_fit_is_not_cut() {
    let mut target = [0xaa; 4];
    assert_eq!(write_utf16_as_utf8(&[0x20ac, 0x20ac], &mut target), 3);
    assert_eq!(target, [0xe2, 0x82, 0xac, 0xaa]);
    assert_eq!(write_latin1_as_utf8(b"ab\xe9\xe9", &mut target), 4);
    assert_eq!(target, *b"ab\xc3\xa9");
    let mut odd = [0; 3];
    assert_eq!(write_units([0x41, 0x42].into_iter(), &mut odd), 2);
}

#[test]
fn a_lone_surrogate_becomes_the_replacement_character() {
    assert_eq!(utf16_to_utf8(&[0xd800, 0x78]), b"\xef\xbf\xbdx");
    let mut target = [0; 64];
    assert_eq!(write_utf16_as_utf8(&[0xdc00], &mut target), 3);
    assert_eq!(latin1_to_utf8(b"\xff"), [0xc3, 0xbf]);
}
