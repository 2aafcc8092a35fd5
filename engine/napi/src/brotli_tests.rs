use super::*;

fn codec(format: Format) -> Codec {
    Codec::brotli(format, &[], None).expect("the default parameters are valid")
}

#[test]
fn what_was_compressed_is_decompressed() {
    let text = b"one two three one two three one two three".repeat(20);
    let mut compressed = [0; 200];
    let length = run(codec(Format::BrotliEncode), &text, &mut compressed).expect("there is enough space");
    assert!(length < text.len() / 4);
    let mut decompressed = vec![0; text.len()];
    assert_eq!(run(codec(Format::BrotliDecode), &compressed[..length], &mut decompressed), Some(text.len()));
    assert_eq!(decompressed, text);
    // One byte is missing at each end.
    assert_eq!(run(codec(Format::BrotliDecode), &compressed[..length], &mut decompressed[1..]), None);
    assert_eq!(run(codec(Format::BrotliDecode), &compressed[..length - 1], &mut decompressed), None);
}
