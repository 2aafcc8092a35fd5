//! Response heads. The expected codes and messages are those of Node 26.10 for the same bytes.

use brio_http1::{Body, Limits, Method, Progress, ResponseHead, ResponseParser};

fn parse(bytes: &[u8], method: Method) -> Result<ResponseHead, String> {
    let mut parser = ResponseParser::new(Limits::default());
    match parser.parse(bytes, method) {
        Ok(Progress::Complete { length }) => {
            assert_eq!(length, bytes.len());
            Ok(parser.head().clone())
        }
        Ok(Progress::Partial) => Err("partial".to_owned()),
        Err(error) => Err(format!("{} {}", error.code.as_str(), error.reason)),
    }
}

fn get(text: &str) -> ResponseHead {
    parse(text.as_bytes(), Method::Get).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn refused(text: &str, expected: &str) {
    assert_eq!(parse(text.as_bytes(), Method::Get).unwrap_err(), expected, "{text:?}");
}

const OK: &str = "HTTP/1.1 200 OK\r\n";

#[test]
fn the_body_is_delimited_by_rfc9112_6_3() {
    let body = |fields: &str| get(&format!("{OK}{fields}\r\n")).body;
    assert_eq!(body(""), Body::UntilClose);
    assert_eq!(body("Content-Length: 3\r\n"), Body::Length(3));
    assert_eq!(body("Content-Length: 0\r\n"), Body::None);
    assert_eq!(body("Transfer-Encoding: chunked\r\n"), Body::Chunked);
    assert_eq!(body("Transfer-Encoding: gzip, chunked\r\n"), Body::Chunked);
    assert_eq!(body("Transfer-Encoding: gzip\r\n"), Body::UntilClose);
    assert_eq!(body("Transfer-Encoding: chunked, gzip\r\n"), Body::UntilClose);
    for status in [100, 101, 103, 204, 304] {
        let head = get(&format!("HTTP/1.1 {status} x\r\nContent-Length: 3\r\n\r\n"));
        assert!(head.body == Body::None && head.keep_alive, "{status}");
        assert_eq!(head.is_interim(), matches!(status, 100 | 103));
    }
    let head = parse(format!("{OK}Content-Length: 3\r\n\r\n").as_bytes(), Method::Head).unwrap();
    assert_eq!(head.body, Body::None);
    let tunnel = parse(format!("{OK}Content-Length: 3\r\n\r\n").as_bytes(), Method::Connect).unwrap();
    assert!(tunnel.body == Body::None && tunnel.upgrade);
    let refusal = parse(b"HTTP/1.1 407 No\r\nContent-Length: 3\r\n\r\n", Method::Connect).unwrap();
    assert!(refusal.body == Body::Length(3) && !refusal.upgrade);
}

#[test]
fn conflicting_framing_is_refused() {
    refused(
        &format!("{OK}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n"),
        "HPE_INVALID_CONTENT_LENGTH Content-Length can't be present with Transfer-Encoding",
    );
    refused(
        &format!("{OK}Content-Length: 3\r\nTransfer-Encoding: gzip\r\n\r\n"),
        "HPE_INVALID_TRANSFER_ENCODING Transfer-Encoding can't be present with Content-Length",
    );
    refused(
        &format!("{OK}Content-Length: 3\r\nContent-Length: 3\r\n\r\n"),
        "HPE_UNEXPECTED_CONTENT_LENGTH Duplicate Content-Length",
    );
}

#[test]
fn the_connection_stays_when_both_can_tell_the_end() {
    let keep_alive = |text: &str| get(text).keep_alive;
    assert!(!keep_alive(&format!("{OK}\r\n")));
    assert!(keep_alive(&format!("{OK}Content-Length: 1\r\n\r\n")));
    assert!(!keep_alive(&format!("{OK}Content-Length: 1\r\nConnection: close\r\n\r\n")));
    assert!(!keep_alive("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"));
    assert!(keep_alive("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"));
    assert!(!keep_alive("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n\r\n"));
}

#[test]
fn an_upgrade_is_agreed_with_101_only() {
    let upgrade =
        |status: u16| get(&format!("HTTP/1.1 {status} x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")).upgrade;
    assert!(upgrade(101));
    assert!(!upgrade(200) && !upgrade(426));
    assert!(!get("HTTP/1.1 101 x\r\n\r\n").upgrade);
}

#[test]
fn the_status_line_is_read_as_llhttp_reads_it() {
    for (line, status, reason) in [
        ("HTTP/1.1 200", 200, ""),
        ("HTTP/1.1 200 ", 200, ""),
        ("HTTP/1.1 099 OK", 99, "OK"),
        ("HTTP/1.1 999 a b", 999, "a b"),
        ("HTTP/1.1 200  OK", 200, " OK"),
        ("\r\nHTTP/1.1 200 O\u{1}", 200, "O\u{1}"),
    ] {
        let text = format!("{line}\r\n\r\n");
        let head = get(&text);
        assert_eq!((head.status, head.reason.of(text.as_bytes())), (status, reason.as_bytes()), "{line:?}");
    }
    refused("HTTP/1.1 20\r\n\r\n", "HPE_INVALID_STATUS Invalid status code");
    refused("HTTP/1.1 2x0 OK\r\n\r\n", "HPE_INVALID_STATUS Invalid status code");
    refused("HTTP/1.1  200 OK\r\n\r\n", "HPE_INVALID_STATUS Invalid status code");
    refused("HTTP/1.1 2000 OK\r\n\r\n", "HPE_INVALID_STATUS Invalid response status");
    refused("HTTP/1.1 200\n\n", "HPE_INVALID_STATUS Invalid response status");
    refused("HTTP/1.1 200 OK\n\r\n", "HPE_CR_EXPECTED Missing expected CR after response line");
    refused("HTTP/1.1 200 OK\rX", "HPE_STRICT Expected LF after CR");
    refused("HTTP/1.2 200 OK\r\n\r\n", "HPE_INVALID_VERSION Invalid HTTP version");
    for line in ["HTTPS/1.1 200 OK", "http/1.1 200 OK", "ICY 200 OK", "GET / HTTP/1.1"] {
        refused(&format!("{line}\r\n\r\n"), "HPE_INVALID_CONSTANT Expected HTTP/, RTSP/ or ICE/");
    }
    refused(&format!("{OK}A : b\r\n\r\n"), "HPE_INVALID_HEADER_TOKEN Invalid header token");
    refused(&format!("{OK} A: b\r\n\r\n"), "HPE_UNEXPECTED_SPACE Unexpected space after start line");
}

#[test]
fn an_interim_head_is_followed_by_the_final_one() {
    let interim = b"HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n".as_slice();
    let both = [interim, b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"].concat();
    let mut parser = ResponseParser::new(Limits::default());
    let Ok(Progress::Complete { length }) = parser.parse(&both, Method::Get) else { panic!() };
    assert!(length == interim.len() && parser.head().is_interim() && parser.fields().len() == 1);
    parser.parse(&both[length..], Method::Get).unwrap();
    assert!(parser.head().status == 200 && parser.head().keep_alive);
}
