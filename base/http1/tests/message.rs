//! Complete messages: bodies, trailers, several of them, and the end of the input. The expected codes and messages are
//! those of Node 26.10.

use brio_http1::{Lenience, Limits, MessageEvent, MessageParser, Method, ParseError};
use proptest::prelude::*;

/// Feeds `bytes` in segments of `piece` bytes. One line for each event; data is joined over segments.
fn trace(parser: &mut MessageParser, bytes: &[u8], piece: usize) -> (Vec<String>, Option<ParseError>) {
    let mut lines: Vec<String> = Vec::new();
    for chunk in bytes.chunks(piece.max(1)) {
        let mut start = 0;
        loop {
            let (used, event) = match parser.advance(&chunk[start..]) {
                Ok(advanced) => advanced,
                Err(error) => return (lines, Some(error)),
            };
            match event {
                MessageEvent::NeedMore => break,
                MessageEvent::Head => {
                    lines.push(format!("head {}", String::from_utf8_lossy(parser.head_text()).replace('\n', "|")));
                    if !parser.has_body() {
                        lines.push("end".to_string());
                    }
                }
                MessageEvent::Data { range, is_last } => {
                    let text = String::from_utf8_lossy(&chunk[start..][range]).into_owned();
                    match lines.last_mut() {
                        Some(line) if line.starts_with("data ") => line.push_str(&text),
                        _ => lines.push(format!("data {text}")),
                    }
                    if is_last {
                        lines.push("end".to_string());
                    }
                }
                MessageEvent::End => {
                    lines.push(format!("end{}", String::from_utf8_lossy(&parser.trailer_text()).replace('\n', "|")))
                }
            }
            start += used;
        }
    }
    (lines, None)
}

fn requests(bytes: &str) -> (Vec<String>, Option<ParseError>) {
    trace(&mut MessageParser::of_requests(Limits::default()), bytes.as_bytes(), usize::MAX)
}

fn responses(bytes: &str) -> (Vec<String>, Option<ParseError>) {
    trace(&mut MessageParser::of_responses(Limits::default()), bytes.as_bytes(), usize::MAX)
}

fn code_of(error: Option<ParseError>) -> &'static str {
    error.map_or("none", |error| error.code.as_str())
}

#[test]
fn pipelined_requests_come_one_after_the_other() {
    let (lines, error) = requests(
        "GET /a HTTP/1.1\r\nHost: x\r\n\r\nPOST /b HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcPUT /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nde\r\n1\r\nf\r\n0\r\nT: v\r\n\r\nGET /d HTTP/1.1\r\n\r\n",
    );
    assert_eq!(error, None);
    assert_eq!(
        lines,
        [
            "head /a|Host|x",
            "end",
            "head /b|Content-Length|3",
            "data abc",
            "end",
            "head /c|Transfer-Encoding|chunked",
            "data def",
            "end|T|v",
            "head /d",
            "end"
        ]
    );
}

#[test]
fn a_body_without_length_ends_with_the_connection() {
    let mut parser = MessageParser::of_responses(Limits::default());
    let (lines, error) = trace(&mut parser, b"HTTP/1.1 200 OK\r\nA: b\r\n\r\nall of it", usize::MAX);
    assert_eq!((lines, error), (vec!["head OK|A|b".to_string(), "data all of it".to_string()], None));
    assert_eq!(parser.finish(), Ok(true));
    assert_eq!(parser.finish(), Ok(false));
}

#[test]
fn a_cut_message_is_an_error_at_the_end_of_the_input() {
    for (text, is_whole) in [
        ("HTTP/1.1 200 OK\r\n", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc", false),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", true),
        ("", true),
    ] {
        let mut parser = MessageParser::of_responses(Limits::default());
        assert_eq!(trace(&mut parser, text.as_bytes(), usize::MAX).1, None);
        assert_eq!(parser.finish().is_ok(), is_whole, "{text:?}");
        if !is_whole {
            assert_eq!(code_of(parser.finish().err()), "HPE_INVALID_EOF_STATE");
        }
    }
}

#[test]
fn the_answer_to_head_has_no_body() {
    let mut parser = MessageParser::of_responses(Limits::default());
    parser.expect(Some(Method::Head));
    let (lines, error) = trace(&mut parser, b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", usize::MAX);
    assert_eq!((lines.len(), error), (2, None));
    parser.expect(Some(Method::Get));
    let (lines, error) = trace(&mut parser, b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", usize::MAX);
    assert_eq!((lines.len(), error), (3, None));
}

#[test]
fn nothing_may_follow_the_last_message() {
    let last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    let (lines, error) = responses(&format!("{last}\r\n{last}"));
    let error = error.expect("refused");
    assert_eq!(
        (lines.len(), error.code.as_str(), error.reason),
        (2, "HPE_CLOSED_CONNECTION", "Data after `Connection: close`")
    );
    assert_eq!(error.offset, 3);
    let (_, error) = requests("GET / HTTP/1.1\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n");
    assert_eq!(code_of(error), "HPE_CLOSED_CONNECTION");
}

#[test]
fn smuggled_requests_are_refused() {
    for (fields, code) in [
        ("Content-Length: 4\r\nTransfer-Encoding: chunked", "HPE_INVALID_TRANSFER_ENCODING"),
        ("Transfer-Encoding: chunked\r\nContent-Length: 4", "HPE_INVALID_CONTENT_LENGTH"),
        ("Content-Length: 4\r\nContent-Length: 5", "HPE_UNEXPECTED_CONTENT_LENGTH"),
        ("Content-Length: +4", "HPE_INVALID_CONTENT_LENGTH"),
        ("Content-Length: 4, 4", "HPE_INVALID_CONTENT_LENGTH"),
        ("Transfer-Encoding: chunked, identity", "HPE_INVALID_TRANSFER_ENCODING"),
        ("Transfer-Encoding: xchunked", "HPE_INVALID_TRANSFER_ENCODING"),
        ("Transfer-Encoding : chunked", "HPE_INVALID_HEADER_TOKEN"),
        ("Transfer-Encoding\u{b}: chunked", "HPE_INVALID_HEADER_TOKEN"),
        ("X: y\nTransfer-Encoding: chunked", "HPE_CR_EXPECTED"),
        ("X: y\r\n Transfer-Encoding: chunked", "HPE_INVALID_HEADER_TOKEN"),
    ] {
        let (lines, error) = requests(&format!("POST / HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n0\r\n\r\n"));
        assert_eq!((code_of(error), lines.len()), (code, 0), "{fields:?}");
    }
    for (body, code) in [
        ("1\nx\r\n0\r\n\r\n", "HPE_CR_EXPECTED"),
        ("1\r\nxy0\r\n\r\n", "HPE_STRICT"),
        ("1 \r\nx\r\n0\r\n\r\n", "HPE_INVALID_CHUNK_SIZE"),
        ("0x1\r\nx\r\n0\r\n\r\n", "HPE_INVALID_CHUNK_SIZE"),
        ("-1\r\nx\r\n0\r\n\r\n", "HPE_INVALID_CHUNK_SIZE"),
        ("10000000000000000\r\nx", "HPE_INVALID_CHUNK_SIZE"),
    ] {
        let (_, error) = requests(&format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n{body}"));
        assert_eq!(code_of(error), code, "{body:?}");
    }
}

#[test]
fn an_error_stays() {
    let mut parser = MessageParser::of_requests(Limits::default());
    let first = parser.advance(b"GARBAGE").unwrap_err();
    assert_eq!(parser.advance(b"GET / HTTP/1.1\r\n\r\n").unwrap_err(), first);
    // Node reports it only once.
    assert_eq!(parser.finish(), Ok(false));
}

#[test]
fn lenience_allows_what_it_names_and_nothing_else() {
    let with = |lenience: Lenience, bytes: &str| {
        let limits = Limits { lenience, ..Limits::default() };
        code_of(trace(&mut MessageParser::of_requests(limits), bytes.as_bytes(), usize::MAX).1)
    };
    let control = "GET / HTTP/1.1\r\nA: \u{1}b\r\n\r\n";
    let both = "POST / HTTP/1.1\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    let after = "GET / HTTP/1.1\r\nConnection: close\r\n\r\nGET / HTTP/1.1\r\n\r\n";
    let bare = "GET / HTTP/1.1\r\nA: b\nC: d\n\n";
    let bare_line = "GET / HTTP/1.1\nA: b\r\n\r\n";
    let folded = "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n";
    let nul = "GET / HTTP/1.1\r\nA: b\0\r\n\r\n";
    let space_first = "GET / HTTP/1.1\r\n A: b\r\n\r\n";
    let chunk_space = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nok\r\n0\r\n\r\n";
    let chunk_end = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok0\r\n\r\n";
    let version = "GET / HTTP/1.2\r\n\r\n";
    for text in [control, both, after, bare, bare_line, folded, nul, space_first, chunk_space, chunk_end, version] {
        assert_ne!(with(Lenience::default(), text), "none", "{text:?}");
        assert_eq!(with(Lenience::ALL, text), "none", "{text:?}");
    }
    assert_eq!(with(Lenience::ALL, "GET / HTTP/1.1\r\nA : b\r\n\r\n"), "HPE_INVALID_HEADER_TOKEN");
    assert_eq!(with(Lenience { field_values: true, ..Lenience::default() }, nul), "HPE_INVALID_HEADER_TOKEN");
    assert_eq!(with(Lenience { field_values: true, ..Lenience::default() }, folded), "HPE_INVALID_HEADER_TOKEN");
    assert_eq!(with(Lenience { field_values: true, ..Lenience::default() }, both), "HPE_INVALID_TRANSFER_ENCODING");
}

#[test]
fn folded_values_lose_their_line_ends_wherever_the_input_is_split() {
    let limits = Limits { lenience: Lenience::ALL, ..Limits::default() };
    let text = "GET / HTTP/1.1\r\nA: b\r\n c\r\n\td\r\nB:\r\n e \r\nC: f\r\n \r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n";
    for split in 0..text.len() {
        let mut parser = MessageParser::of_requests(limits);
        let mut head = None;
        let mut is_ended = false;
        for part in [&text.as_bytes()[..split], &text.as_bytes()[split..]] {
            let mut rest = part;
            while !rest.is_empty() {
                let (used, event) = parser.advance(rest).unwrap();
                rest = &rest[used..];
                match event {
                    MessageEvent::Head => head = Some(parser.head_text().to_vec()),
                    MessageEvent::End => is_ended = true,
                    _ => {}
                }
            }
        }
        let expected = "/\nA\nb c\td\nB\ne\nC\nf\nTransfer-Encoding\nchunked";
        assert_eq!(head.as_deref().map(String::from_utf8_lossy).as_deref(), Some(expected), "{split}");
        assert!(is_ended, "{split}");
    }
}

fn stream() -> impl Strategy<Value = Vec<u8>> {
    let part = prop::sample::select(vec![
        "GET /a HTTP/1.1\r\nHost: b\r\n\r\n",
        "\r\nPOST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;a=\"b\"\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 103 Early\r\nLink: a\r\n\r\n",
        "HTTP/1.1 204\r\n\r\n",
        "HTTP/1.0 200 OK\r\n\r\nto the end",
        "x",
        "\r\n",
    ]);
    prop::collection::vec(part, 1..6).prop_map(|parts| parts.concat().into_bytes())
}

proptest! {
    #[test]
    fn splitting_a_stream_changes_nothing(bytes in stream(), piece in 1usize..40) {
        for make in [MessageParser::of_requests, MessageParser::of_responses] {
            let (lines, error) = trace(&mut make(Limits::default()), &bytes, usize::MAX);
            let (split_lines, split_error) = trace(&mut make(Limits::default()), &bytes, piece);
            prop_assert_eq!(split_lines, lines);
            prop_assert_eq!(split_error.map(|error| (error.code, error.reason)), error.map(|error| (error.code, error.reason)));
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), piece in 1usize..50) {
        for make in [MessageParser::of_requests, MessageParser::of_responses] {
            let mut parser = make(Limits::default());
            let _ = trace(&mut parser, &bytes, piece);
            let _ = parser.finish();
        }
    }
}
