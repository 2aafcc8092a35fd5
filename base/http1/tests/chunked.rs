//! Chunked bodies. The expected codes and messages are those of Node 26.10 for the same bytes.

use brio_http1::{ChunkEvent, ChunkedDecoder, Limits, ParseError};

/// Decodes `bytes` in segments of `piece` bytes. Returns the body and how many bytes were consumed.
fn decode_in_pieces(decoder: &mut ChunkedDecoder, bytes: &[u8], piece: usize) -> Result<(Vec<u8>, usize), ParseError> {
    let mut body = Vec::new();
    let mut used_count = 0;
    for piece in bytes.chunks(piece) {
        let mut rest = piece;
        loop {
            let (used, event) = decoder.decode(rest)?;
            used_count += used;
            match event {
                ChunkEvent::Data(range) => body.extend_from_slice(&rest[range]),
                ChunkEvent::End => return Ok((body, used_count)),
                ChunkEvent::NeedMore => {
                    assert_eq!(used, rest.len());
                    break;
                }
            }
            rest = &rest[used..];
        }
    }
    Ok((body, used_count))
}

fn refused(text: &str, expected: &str) {
    let bytes: Vec<u8> = text.chars().map(|character| character as u8).collect();
    for piece in [1, bytes.len()] {
        let mut decoder = ChunkedDecoder::new(Limits::default());
        match decode_in_pieces(&mut decoder, &bytes, piece) {
            Err(error) => assert_eq!(format!("{} {}", error.code.as_str(), error.reason), expected, "{text:?}"),
            Ok(accepted) => panic!("{text:?} was accepted: {accepted:?}"),
        }
    }
}

fn accepted(text: &str) -> Vec<u8> {
    let bytes: Vec<u8> = text.chars().map(|character| character as u8).collect();
    let mut bodies = (1..=bytes.len()).map(|piece| {
        let mut decoder = ChunkedDecoder::new(Limits::default());
        let (body, used) =
            decode_in_pieces(&mut decoder, &bytes, piece).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
        assert!(decoder.is_complete() && used == bytes.len(), "{text:?} in pieces of {piece}");
        body
    });
    let first = bodies.next().unwrap();
    assert!(bodies.all(|body| body == first));
    first
}

#[test]
fn chunks_are_joined_wherever_the_input_is_split() {
    assert_eq!(accepted("5\r\nhello\r\n0\r\n\r\n"), b"hello");
    assert_eq!(accepted("A\r\n0123456789\r\na\r\nabcdefghij\r\n0\r\n\r\n"), b"0123456789abcdefghij");
    assert_eq!(accepted("0005\r\nhello\r\n00\r\n\r\n"), b"hello");
    assert_eq!(accepted("0\r\n\r\n"), b"");
}

#[test]
fn extensions_are_skipped_rfc9112_7_1_1() {
    for extension in [";a=b", ";a=\"b;\\\"c\"", ";a=\"b\";c", ";a=b;c=d", ";a", ";a=", ";=", ";a=\"\u{e9}\t\""] {
        assert_eq!(accepted(&format!("5{extension}\r\nhello\r\n0{extension}\r\n\r\n")), b"hello", "{extension}");
    }
}

#[test]
fn sizes_are_plain_hexadecimal_rfc9112_7_1() {
    let invalid = "HPE_INVALID_CHUNK_SIZE Invalid character in chunk size";
    for size in
        ["0x5\r\n", "-5\r\n", "+5\r\n", "g\r\n", "\r\n", "5h\r\n", " 5\r\n", "5 \r\n", "5 ;a\r\n", "5 5\r\n", "\n"]
    {
        refused(size, invalid);
    }
    for size in ["10000000000000000\r\n", "fffffffffffffffff\r\n"] {
        refused(size, "HPE_INVALID_CHUNK_SIZE Chunk size overflow");
    }
    let mut decoder = ChunkedDecoder::new(Limits::default());
    let (used, event) = decoder.decode(b"ffffffffffffffff\r\nx").unwrap();
    assert_eq!((used, event), (19, ChunkEvent::Data(18..19)));
}

#[test]
fn line_ends_are_cr_lf_rfc9112_7_1() {
    refused("5\nhello\r\n", "HPE_CR_EXPECTED Missing expected CR after chunk size");
    refused("5\rX", "HPE_STRICT Expected LF after chunk size");
    refused("5\r\nhello0\r\n\r\n", "HPE_STRICT Expected LF after chunk data");
    refused("5\r\nhello\n0\r\n\r\n", "HPE_CR_EXPECTED Missing expected CR after chunk data");
    refused("5\r\nhello\rX", "HPE_STRICT Expected LF after chunk data");
    refused("5;a\nx", "HPE_CR_EXPECTED Missing expected CR after chunk extension name");
    refused("5;a\rx", "HPE_STRICT Expected LF after chunk size");
    refused("0\n\r\n", "HPE_CR_EXPECTED Missing expected CR after chunk size");
    refused("0\r\n\n", "HPE_INVALID_HEADER_TOKEN Invalid header field char");
    refused("0\r\nX: y\n\r\n", "HPE_CR_EXPECTED Missing expected CR after header value");
}

#[test]
fn malformed_extensions_are_refused() {
    for extension in [";", ";;", "; a"] {
        refused(&format!("5{extension}\r\n"), "HPE_STRICT Invalid character in chunk extensions");
    }
    for extension in [";a b", ";a\t=b", ";\u{e9}"] {
        refused(&format!("5{extension}\r\n"), "HPE_STRICT Invalid character in chunk extensions name");
    }
    for extension in [";a= b", ";a=b=c", ";a=b\t"] {
        refused(&format!("5{extension}\r\n"), "HPE_STRICT Invalid character in chunk extensions value");
    }
    for extension in [";a=\"b", ";a=\"b\0\""] {
        refused(&format!("5{extension}\r\n"), "HPE_STRICT Invalid character in chunk extensions quoted value");
    }
    refused("5;a=\"b\"x\r\n", "HPE_STRICT Invalid character in chunk extensions quote value");
    refused("5;a=\"\\\0\"\r\n", "HPE_STRICT Invalid quoted-pair in chunk extensions quoted value");
    let long = format!("5;{}\r\n", "a".repeat(17_000));
    refused(&long, "HPE_CHUNK_EXTENSIONS_OVERFLOW Chunk extensions overflow");
}

#[test]
fn trailers_are_fields_that_cannot_change_the_framing_rfc9110_6_5_1() {
    let text = "3\r\nabc\r\n0\r\nX: y\r\nZ:w\r\n\r\nGET /";
    for piece in 1..text.len() {
        let mut decoder = ChunkedDecoder::new(Limits::default());
        let (body, used) = decode_in_pieces(&mut decoder, text.as_bytes(), piece).unwrap();
        assert_eq!((body.as_slice(), used), (b"abc".as_slice(), text.len() - 5));
        let (fields, bytes) = decoder.trailers();
        let fields: Vec<_> = fields.iter().map(|field| (field.name.of(bytes), field.value.of(bytes))).collect();
        assert_eq!(fields, [(b"X".as_slice(), b"y".as_slice()), (b"Z", b"w")]);
    }
    refused("0\r\nX : y\r\n\r\n", "HPE_INVALID_HEADER_TOKEN Invalid header token");
    refused("0\r\n x\r\n\r\n", "HPE_INVALID_HEADER_TOKEN Invalid header token");
    refused("0\r\nX: y\r\n z\r\n\r\n", "HPE_INVALID_HEADER_TOKEN Unexpected whitespace after header value");
    refused(
        "0\r\nContent-Length: 5\r\n\r\n",
        "HPE_INVALID_CONTENT_LENGTH Content-Length can't be present with Transfer-Encoding",
    );
    refused(
        "0\r\nTransfer-Encoding: chunked\r\n\r\n",
        "HPE_INVALID_TRANSFER_ENCODING Invalid `Transfer-Encoding` header value",
    );
    refused(&format!("0\r\nX: {}\r\n\r\n", "a".repeat(17_000)), "HPE_HEADER_OVERFLOW Header overflow");
}

#[test]
fn a_decoder_can_be_used_again() {
    let mut decoder = ChunkedDecoder::new(Limits::default());
    decode_in_pieces(&mut decoder, b"1\r\na\r\n0\r\nX: y\r\n\r\n", 100).unwrap();
    decoder.reset();
    assert!(!decoder.is_complete());
    assert_eq!(decode_in_pieces(&mut decoder, b"1\r\nb\r\n0\r\n\r\n", 3).unwrap().0, b"b");
    assert!(decoder.trailers().0.is_empty());
}
