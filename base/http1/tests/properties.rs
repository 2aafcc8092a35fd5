//! Properties that hold for any input: splitting changes nothing, random bytes never panic, and another parser
//! interprets accepted input in the same way.

use brio_http1::*;
use proptest::prelude::*;

const LIMITS: Limits =
    Limits { head_bytes_max: 200, field_count_max: 20, chunk_extension_bytes_max: 20, lenience: Lenience::NONE };

/// Valid, invalid, and almost valid lines.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        "Host: a",
        "Content-Length: 5",
        "Content-Length: 5a",
        "Transfer-Encoding: chunked",
        "A:\t b ",
        "B:",
        "Transfer-Encoding: gzip",
        "Connection: close, x",
        "Upgrade: h2c",
        "Connection: upgrade",
        " fold",
        "C : d",
        "Expect: 100-continue",
        "D: \u{1}",
        ": e",
        "F",
        "G: a\rb",
        "H: a\nb",
        "Proxy-Connection: close",
    ]);
    prop_oneof![
        4 => known.prop_map(|text| text.as_bytes().to_vec()),
        1 => "[A-Za-z-]{1,30}: [ -~]{0,120}".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..20),
    ]
}

fn head(starts: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let start = prop::sample::select(starts);
    let ends = prop::sample::select(vec!["\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r"]);
    (start, prop::collection::vec((line(), ends), 0..6)).prop_map(|(start, lines)| {
        let mut bytes = start.as_bytes().to_vec();
        for (line, end) in lines {
            bytes.extend_from_slice(&line);
            bytes.extend_from_slice(end.as_bytes());
        }
        bytes.extend_from_slice(b"\r\nrest");
        bytes
    })
}

const REQUEST_LINES: &[&str] = &[
    "GET / HTTP/1.1\r\n",
    "POST /a?b HTTP/1.1\r\n",
    "POST / HTTP/1.0\r\n",
    "CONNECT a:1 HTTP/1.1\r\n",
    "\r\nGET http://a/ HTTP/1.1\r\n",
    "GETX",
    "GET ht",
    "GET  /  HTTP/1.1\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n",
    "GET / HTTP/1.2\r\n",
    "GET /\r\n",
    "M-SEARCH * HTTP/1.1\n",
];
const STATUS_LINES: &[&str] =
    &["HTTP/1.1 200 OK\r\n", "HTTP/1.0 204\r\n", "\r\nHTTP/1.1 101 x\r\n", "HTTP/1.1 2", "HTTP/1.1 200 O\n"];

/// Everything a caller can see of a parsed request.
type Seen = (Result<Progress, ParseError>, String, Vec<Field>);

fn whole(bytes: &[u8]) -> Seen {
    let mut parser = RequestParser::new(LIMITS);
    let outcome = parser.parse(bytes);
    (outcome, format!("{:?}", parser.head()), parser.fields().to_vec())
}

/// Passes ever longer prefixes, as a connection does, until the result is not "partial".
fn in_prefixes(bytes: &[u8], lengths: impl Iterator<Item = usize>) -> Seen {
    let mut parser = RequestParser::new(LIMITS);
    let mut outcome = Ok(Progress::Partial);
    for length in lengths {
        outcome = parser.parse(&bytes[..length]);
        if outcome != Ok(Progress::Partial) {
            break;
        }
    }
    (outcome, format!("{:?}", parser.head()), parser.fields().to_vec())
}

/// An error may be reported before all bytes of the input have arrived, but it is the same error.
fn assert_same(split: Seen, whole: Seen) {
    if whole.0.is_err() {
        assert_eq!(split.0, whole.0);
    } else {
        assert_eq!(split, whole);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn splitting_a_request_changes_nothing(bytes in head(REQUEST_LINES), at in any::<prop::sample::Index>()) {
        let expected = whole(&bytes);
        assert_same(in_prefixes(&bytes, 0..=bytes.len()), expected.clone());
        let at = at.index(bytes.len());
        assert_same(in_prefixes(&bytes, [at, bytes.len()].into_iter()), expected);
    }

    #[test]
    fn splitting_a_response_changes_nothing(bytes in head(STATUS_LINES)) {
        let mut parser = ResponseParser::new(LIMITS);
        let expected = parser.parse(&bytes, Method::Get);
        let expected_head = format!("{:?}", parser.head());
        let mut parser = ResponseParser::new(LIMITS);
        let prefixes = (0..=bytes.len()).map(|length| parser.parse(&bytes[..length], Method::Get));
        let outcome = prefixes.into_iter().find(|outcome| *outcome != Ok(Progress::Partial));
        assert_eq!(outcome.unwrap_or(Ok(Progress::Partial)), expected);
        if expected.is_ok() {
            assert_eq!(format!("{:?}", parser.head()), expected_head);
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = whole(&bytes);
        let _ = ResponseParser::new(LIMITS).parse(&bytes, Method::Get);
        let _ = decode(&bytes, bytes.len().max(1));
        let _ = is_field_name(&bytes) | is_field_value(&bytes);
    }

    #[test]
    fn splitting_chunks_changes_nothing(text in "([0-9a-f]{1,2}(;[a-z=\"]{0,8})?\r\n[ -~]{0,16}\r?\n){0,3}(0\r\n(X: y\r\n){0,2}\r\n)?[ -~]{0,4}") {
        let expected = decode(text.as_bytes(), text.len().max(1));
        for piece in 1..text.len() {
            prop_assert_eq!(decode(text.as_bytes(), piece), expected.clone());
        }
    }

    /// httparse is more lenient; it must accept what we accept, with the same meaning.
    #[test]
    fn accepted_heads_read_the_same_to_httparse(bytes in head(REQUEST_LINES)) {
        let mut parser = RequestParser::new(LIMITS);
        let Ok(Progress::Complete { length }) = parser.parse(&bytes) else { return Ok(()) };
        let mut fields = [httparse::EMPTY_HEADER; 32];
        let mut request = httparse::Request::new(&mut fields);
        let mut config = httparse::ParserConfig::default();
        config.allow_multiple_spaces_in_request_line_delimiters(true);
        let outcome = config.parse_request(&mut request, &bytes);
        prop_assert_eq!(outcome, Ok(httparse::Status::Complete(length)));
        prop_assert_eq!(request.method, Some(parser.head().method.as_str()));
        prop_assert_eq!(request.path.map(str::as_bytes), Some(parser.head().target.of(&bytes)));
        prop_assert_eq!(request.version, Some(parser.head().minor_version));
        let ours: Vec<_> = parser.fields().iter().map(|field| (field.name.of(&bytes), field.value.of(&bytes))).collect();
        let theirs: Vec<_> = request.headers.iter().map(|field| (field.name.as_bytes(), field.value)).collect();
        prop_assert_eq!(ours, theirs);
    }
}

type Decoded = (Vec<u8>, Option<usize>, Option<(Code, &'static str)>);

/// Returns the data, where the body ended, and the error.
fn decode(bytes: &[u8], piece: usize) -> Decoded {
    let mut decoder = ChunkedDecoder::new(LIMITS);
    let (mut data, mut position) = (Vec::new(), 0);
    for piece in bytes.chunks(piece) {
        let mut rest = piece;
        loop {
            match decoder.decode(rest) {
                Err(error) => return (data, None, Some((error.code, error.reason))),
                Ok((used, event)) => {
                    position += used;
                    match event {
                        ChunkEvent::Data(range) => data.extend_from_slice(&rest[range]),
                        ChunkEvent::End => return (data, Some(position), None),
                        ChunkEvent::NeedMore => break,
                    }
                    rest = &rest[used..];
                }
            }
        }
    }
    (data, None, None)
}
