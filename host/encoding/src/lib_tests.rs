use super::*;

fn decode(label: &str, chunks: &[&[u8]], is_fatal: bool) -> Option<String> {
    let mut stream = open(label, is_fatal, false).unwrap();
    let mut text = String::new();
    for (index, chunk) in chunks.iter().enumerate() {
        text.push_str(&String::from_utf16(&stream.decode(chunk, index + 1 == chunks.len())?).unwrap());
    }
    Some(text)
}

#[test]
fn labels_are_trimmed_and_replacement_is_refused() {
    assert_eq!(find(" LATIN1\n").unwrap().name(), "windows-1252");
    assert!(find("replacement").is_none());
    assert!(find("no such").is_none());
}

#[test]
fn a_character_may_be_cut_between_chunks() {
    assert_eq!(decode("shift_jis", &[&[0x82], &[0xa0]], false).unwrap(), "あ");
    assert_eq!(decode("utf-16le", &[&[0xff, 0xfe, 0x41], &[0x00]], false).unwrap(), "A");
}

#[test]
fn malformed_input_is_replaced_or_fatal() {
    assert_eq!(decode("utf-8", &[&[0xff, 0x41]], false).unwrap(), "\u{fffd}A");
    assert_eq!(decode("utf-8", &[&[0xff, 0x41]], true), None);
    assert_eq!(decode("utf-8", &[&[0xe2, 0x82]], true), None);
}

#[test]
fn bytes_that_are_latin1_are_decoded_to_the_same_characters() {
    let all: Vec<u8> = (0..=255).collect();
    for label in ["windows-1252", "shift_jis", "iso-8859-2", "utf-16le", "iso-2022-jp", "gb18030"] {
        let charset = find(label).unwrap();
        for byte in &all {
            let bytes = [b'a', *byte];
            if is_latin1(charset, &bytes) {
                let units = open(label, true, true).unwrap_or_else(|_| panic!("{label}")).decode(&bytes, true).unwrap();
                assert_eq!(units, [u16::from(b'a'), u16::from(*byte)], "{label} {byte}");
            }
        }
    }
    assert!(is_latin1(WINDOWS_1252, &[0x7f, 0xa0, 0xff]));
    assert!(!is_latin1(WINDOWS_1252, &[b'a', 0x80]));
    assert!(!is_latin1(find("utf-16le").unwrap(), b"ab"));
}
