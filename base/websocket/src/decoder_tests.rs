use super::*;
use crate::{Compressor, Opcode, accept_key, negotiate, write_close, write_frame};

const MASK: Option<[u8; 4]> = Some([1, 2, 3, 4]);

fn decode_all(decoder: &mut Decoder, bytes: &[u8], step: usize) -> Result<Vec<(Incoming, Vec<u8>)>, Violation> {
    let mut found = Vec::new();
    for piece in bytes.chunks(step) {
        let mut used = 0;
        while used < piece.len() {
            let (count, incoming) = decoder.decode(&piece[used..])?;
            used += count;
            if let Some(incoming) = incoming {
                found.push((incoming, decoder.payload().to_vec()));
            }
        }
    }
    Ok(found)
}

fn frame(opcode: Opcode, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    write_frame(&mut out, opcode, payload, false, MASK);
    out
}

fn violation(bytes: &[u8]) -> u16 {
    decode_all(&mut Decoder::new(Role::Server, 1000), bytes, 1000).unwrap_err().code
}

#[test]
fn the_key_of_the_standard_has_its_answer() {
    assert_eq!(accept_key(b"dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

#[test]
fn messages_of_all_lengths_arrive_however_they_are_cut() {
    for length in [0, 1, 125, 126, 127, 65_535, 65_536, 70_000] {
        let payload: Vec<u8> = (0..length).map(|index| index as u8).collect();
        let bytes = [frame(Opcode::Binary, &payload), frame(Opcode::Text, "é".as_bytes())].concat();
        for step in [1, 3, 7, 1000, bytes.len()] {
            let mut decoder = Decoder::new(Role::Server, 1 << 20);
            let found = decode_all(&mut decoder, &bytes, step).unwrap();
            assert_eq!(
                found,
                [(Incoming::Binary, payload.clone()), (Incoming::Text, "é".as_bytes().to_vec())],
                "{length} bytes in steps of {step}"
            );
        }
    }
}

#[test]
fn the_example_of_the_standard_is_decoded() {
    // RFC 6455 §5.7: "Hel" and "lo" in two frames, unmasked.
    let bytes = [0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f];
    let found = decode_all(&mut Decoder::new(Role::Client, 100), &bytes, 2).unwrap();
    assert_eq!(found, [(Incoming::Text, b"Hello".to_vec())]);
}

#[test]
fn a_ping_may_come_between_the_frames_of_a_message() {
    let bytes = [&[0x01, 0x01, b'a'][..], &[0x89, 0x01, b'?'], &[0x80, 0x01, b'b']].concat();
    let found = decode_all(&mut Decoder::new(Role::Client, 100), &bytes, 100).unwrap();
    assert_eq!(found, [(Incoming::Ping, b"?".to_vec()), (Incoming::Text, b"ab".to_vec())]);
}

#[test]
fn a_close_has_a_code_and_a_reason_or_neither() {
    let mut bytes = Vec::new();
    write_close(&mut bytes, Some(4000), "over", MASK);
    write_close(&mut bytes, None, "", MASK);
    let found = decode_all(&mut Decoder::new(Role::Server, 100), &bytes, 100).unwrap();
    assert_eq!(found, [(Incoming::Close(Some(4000)), b"over".to_vec()), (Incoming::Close(None), Vec::new())]);
}

#[test]
fn a_long_reason_is_cut_between_characters() {
    let mut bytes = Vec::new();
    write_close(&mut bytes, Some(1000), &"é".repeat(100), None);
    let found = decode_all(&mut Decoder::new(Role::Client, 100), &bytes, 100).unwrap();
    assert_eq!(found, [(Incoming::Close(Some(1000)), "é".repeat(61).into_bytes())]);
}

#[test]
fn broken_rules_have_their_codes() {
    assert_eq!(violation(&[0x81, 0x01, b'a']), 1002, "no mask");
    assert_eq!(violation(&[0x83, 0x80, 0, 0, 0, 0]), 1002, "opcode 3");
    assert_eq!(violation(&[0xc1, 0x80, 0, 0, 0, 0]), 1002, "compressed, without agreement");
    assert_eq!(violation(&[0x91, 0x80, 0, 0, 0, 0]), 1002, "reserved bit");
    assert_eq!(violation(&[0x09, 0x80, 0, 0, 0, 0]), 1002, "ping in parts");
    assert_eq!(violation(&[0x89, 0xfe, 0, 126, 0, 0, 0, 0]), 1002, "long ping");
    assert_eq!(violation(&[0x80, 0x80, 0, 0, 0, 0]), 1002, "continuation of nothing");
    assert_eq!(violation(&[0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0]), 1002, "text in a text");
    assert_eq!(violation(&frame(Opcode::Close, &[3])), 1002, "half a code");
    assert_eq!(violation(&frame(Opcode::Close, &1005u16.to_be_bytes())), 1002, "code 1005");
    assert_eq!(violation(&frame(Opcode::Text, &[0xff])), 1007, "no UTF-8");
    assert_eq!(violation(&frame(Opcode::Binary, &[0; 1001])), 1009, "too long");
}

#[test]
fn compressed_messages_arrive() {
    for forgets in [true, false] {
        let mut compressor = Compressor::new(None, forgets).unwrap();
        let mut decoder = Decoder::new(Role::Server, 1 << 20);
        decoder.accept_compressed(forgets);
        for message in ["hello hello hello", "", "hello hello hello", &"x".repeat(100_000)] {
            let mut bytes = Vec::new();
            write_frame(&mut bytes, Opcode::Text, &compressor.compress(message.as_bytes()).unwrap(), true, MASK);
            assert_eq!(
                decode_all(&mut decoder, &bytes, 1000).unwrap(),
                [(Incoming::Text, message.as_bytes().to_vec())]
            );
        }
    }
}

#[test]
fn a_compressed_message_cannot_grow_beyond_the_limit() {
    let mut bytes = Vec::new();
    let compressed = Compressor::new(None, true).unwrap().compress(&vec![0; 1 << 20]).unwrap();
    write_frame(&mut bytes, Opcode::Binary, &compressed, true, MASK);
    let mut decoder = Decoder::new(Role::Server, 100_000);
    decoder.accept_compressed(true);
    assert_eq!(decode_all(&mut decoder, &bytes, 100_000).unwrap_err().code, 1009);
}

#[test]
fn extensions_are_agreed_on() {
    let (offer, text) = negotiate("permessage-deflate; client_max_window_bits").unwrap();
    assert_eq!(
        (offer.server_no_context_takeover, text.as_str()),
        (true, "permessage-deflate; server_no_context_takeover; client_no_context_takeover")
    );
    assert!(negotiate("x-unknown, permessage-deflate; nonsense=1").is_none());
    assert_eq!(negotiate("permessage-deflate; server_max_window_bits=10").unwrap().0.server_window_bits, Some(10));
}
