//! Framing and body checks, with responses split at every byte.

use super::{Answer, BodyCheck, Reader};

const RIGHT: Answer = Answer { status: 200, body_is_right: true, keeps_open: true };

/// Feeds the bytes in two parts, split everywhere, and returns the result that all splits agree on.
fn read(text: &str, is_head: bool, check: &BodyCheck) -> Result<Option<Answer>, String> {
    let bytes = text.as_bytes();
    let whole = Reader::new().feed(bytes, is_head, check);
    for cut in 1..bytes.len() {
        let mut reader = Reader::new();
        let outcome = match reader.feed(&bytes[..cut], is_head, check) {
            Ok(None) => reader.feed(&bytes[cut..], is_head, check),
            other => other,
        };
        if whole.is_ok() {
            assert_eq!(outcome, whole, "cut at {cut} of {text:?}");
        }
    }
    whole
}

fn exact(text: &str) -> BodyCheck {
    BodyCheck::Exact(text.as_bytes().to_vec())
}

#[test]
fn a_body_with_a_length_is_compared() {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
    assert_eq!(read(text, false, &exact("hello")), Ok(Some(RIGHT)));
    for wrong in ["hellO", "hell", "hello!", ""] {
        assert_eq!(read(text, false, &exact(wrong)), Ok(Some(Answer { body_is_right: false, ..RIGHT })), "{wrong}");
    }
    assert_eq!(read(text, false, &BodyCheck::Length(5)), Ok(Some(RIGHT)));
    assert_eq!(read(text, false, &BodyCheck::Length(4)), Ok(Some(Answer { body_is_right: false, ..RIGHT })));
    assert_eq!(read(text, false, &BodyCheck::Contains(b"ell".to_vec())), Ok(Some(RIGHT)));
    assert_eq!(
        read(text, false, &BodyCheck::Contains(b"elo".to_vec())),
        Ok(Some(Answer { body_is_right: false, ..RIGHT }))
    );
}

#[test]
fn chunks_extensions_and_trailers_are_framing_not_body() {
    let text =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n, world!!!\r\n0\r\nX: y\r\n\r\n";
    assert_eq!(read(text, false, &exact("hello, world!!!")), Ok(Some(RIGHT)));
}

#[test]
fn statuses_without_a_body_and_head_end_at_the_head() {
    assert_eq!(
        read("HTTP/1.1 204 No Content\r\n\r\n", false, &BodyCheck::Anything),
        Ok(Some(Answer { status: 204, ..RIGHT }))
    );
    assert_eq!(read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", true, &BodyCheck::Anything), Ok(Some(RIGHT)));
}

#[test]
fn an_interim_response_is_skipped() {
    let text = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na";
    assert_eq!(read(text, false, &exact("a")), Ok(Some(RIGHT)));
}

#[test]
fn a_close_ends_a_body_without_a_length_and_only_that() {
    let mut reader = Reader::new();
    assert_eq!(reader.feed(b"HTTP/1.1 200 OK\r\n\r\nab", false, &exact("ab")), Ok(None));
    assert_eq!(reader.end(&exact("ab")), Some(Answer { keeps_open: false, ..RIGHT }));
    let mut cut_short = Reader::new();
    assert_eq!(cut_short.feed(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", false, &exact("abc")), Ok(None));
    assert_eq!(cut_short.end(&exact("abc")), None);
}

#[test]
fn connection_close_is_noticed() {
    let answer = read("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", false, &BodyCheck::Anything);
    assert_eq!(answer, Ok(Some(Answer { keeps_open: false, ..RIGHT })));
    let old = read("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false, &BodyCheck::Anything);
    assert_eq!(old, Ok(Some(Answer { keeps_open: false, ..RIGHT })));
}

#[test]
fn what_is_not_http_is_an_error() {
    for text in [
        "SSH-2.0-x\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ] {
        assert!(read(text, false, &BodyCheck::Anything).is_err(), "{text}");
    }
}
