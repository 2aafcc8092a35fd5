//! Requests that must be rejected or interpreted in exactly one way. The expected codes and messages are those of Node
//! 26.10 (llhttp without leniency) for the same bytes; each group names its rule.

use brio_http1::{Body, Expect, Limits, Method, Progress, RequestHead, RequestParser};

fn parse(bytes: &[u8]) -> Result<(RequestHead, Progress), String> {
    let mut parser = RequestParser::new(Limits::default());
    let progress = parser.parse(bytes).map_err(|error| format!("{} {}", error.code.as_str(), error.reason))?;
    Ok((parser.head().clone(), progress))
}

fn refused(bytes: &str, expected: &str) {
    // The strings hold one character per byte.
    let bytes: Vec<u8> = bytes.chars().map(|character| character as u8).collect();
    match parse(&bytes) {
        Err(error) => assert_eq!(error, expected, "{}", bytes.escape_ascii()),
        Ok(accepted) => panic!("{} was accepted: {accepted:?}", bytes.escape_ascii()),
    }
}

fn accepted(bytes: &str) -> RequestHead {
    match parse(bytes.as_bytes()) {
        Ok((head, Progress::Complete { .. })) => head,
        other => panic!("{}: {other:?}", bytes.escape_default()),
    }
}

const GET: &str = "GET / HTTP/1.1\r\nHost: a\r\n";
const POST: &str = "POST / HTTP/1.1\r\nHost: a\r\n";

#[test]
fn methods_are_exact_rfc9110_9_1() {
    let invalid = "HPE_INVALID_METHOD Invalid method encountered";
    for request in [
        "get / HTTP/1.1\r\n\r\n",
        " GET / HTTP/1.1\r\n",
        "FOO / HTTP/1.1\r\n",
        "GE /",
        "G\0T / ",
        "DESCRIBE / RTSP/1.0\r\n",
    ] {
        refused(request, invalid);
    }
    for request in ["GETX / HTTP/1.1\r\n\r\n", "GET\t/ HTTP/1.1\r\n\r\n"] {
        refused(request, "HPE_INVALID_METHOD Expected space after method");
    }
    refused("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HPE_PAUSED_H2_UPGRADE Pause on PRI/Upgrade");
    assert_eq!(Method::ALL.len(), 35);
    for method in Method::ALL {
        assert_eq!(accepted(&format!("{} * HTTP/1.1\r\n\r\n", method.as_str())).method, *method);
    }
}

#[test]
fn targets_hold_visible_ascii_rfc9112_3_2() {
    refused("GET /a\tb HTTP/1.1\r\n\r\n", "HPE_INVALID_URL Invalid characters in url");
    for byte in ["\x7f", "\u{e9}", "\0", "\x01"] {
        refused(&format!("GET /a{byte}b HTTP/1.1\r\n\r\n"), "HPE_INVALID_URL Invalid char in url path");
        refused(&format!("GET /a?{byte}b HTTP/1.1\r\n\r\n"), "HPE_INVALID_URL Invalid char in url query");
    }
    refused("GET foo HTTP/1.1\r\n\r\n", "HPE_INVALID_URL Invalid characters in url");
    refused("GET http:/a HTTP/1.1\r\n\r\n", "HPE_INVALID_URL Unexpected char in url schema");
    refused("GET h+p://a HTTP/1.1\r\n\r\n", "HPE_INVALID_URL Unexpected char in url schema");
    refused("GET 1ttp://a HTTP/1.1\r\n\r\n", "HPE_INVALID_URL Unexpected start char in url");
    refused("GET ?x HTTP/1.1\r\n\r\n", "HPE_INVALID_URL Unexpected start char in url");
    refused("GET http://a#x HTTP/1.1\r\n\r\n", "HPE_INVALID_URL Unexpected char in url server");
    refused("GET http://a\\b HTTP/1.1\r\n\r\n", "HPE_INVALID_URL Unexpected char in url server");
    refused("GET http://a b HTTP/1.1\r\n\r\n", "HPE_INVALID_CONSTANT Expected HTTP/, RTSP/ or ICE/");
    for target in [
        "*",
        "*x",
        "//x",
        "/a\"<>\\^`{|}b?x=[]#f?g",
        "http://a",
        "http://u@h:80/b",
        "http://[::1]:80/b?c",
        "http://a?x",
    ] {
        let request = format!("GET {target} HTTP/1.1\r\n\r\n");
        assert_eq!(accepted(&request).target.of(request.as_bytes()), target.as_bytes());
    }
    for target in ["a:443", "[::1]:4", "a_b-%~!$&'()*+,;=:443", "/", "http://a/"] {
        let head = accepted(&format!("CONNECT {target} HTTP/1.1\r\n\r\n"));
        assert!(head.upgrade && head.body == Body::None);
    }
}

#[test]
fn an_error_names_the_part_of_the_target() {
    for (target, reason) in [
        ("\0", "Unexpected start char in url"),
        ("http:\0/", "Unexpected char in url schema"),
        ("http://a\0/", "Unexpected char in url server"),
        ("http://a/\0", "Invalid char in url path"),
    ] {
        refused(&format!("GET {target} HTTP/1.1\r\n\r\n"), &format!("HPE_INVALID_URL {reason}"));
    }
}

#[test]
fn the_tunnel_of_connect_has_no_framing() {
    let head = accepted("CONNECT a:1 HTTP/1.1\r\nTransfer-Encoding: identity\r\n\r\n");
    assert!(head.body == Body::None && head.upgrade);
}

#[test]
fn empty_values_end_with_cr_lf_too() {
    refused(&format!("{GET}A:\rb\r\n\r\n"), "HPE_STRICT Expected LF after CR");
    refused(&format!("{GET}A:\nb\r\n\r\n"), "HPE_INVALID_HEADER_TOKEN Invalid header value char");
}

#[test]
fn versions_are_one_dot_zero_or_one_rfc9112_2_3() {
    // Node accepts 0.9 and 2.0 here; a server of HTTP/1 must not (RFC 9110 §15.6.6: 505).
    for version in ["0.9", "1.2", "2.0", "2.1"] {
        refused(&format!("GET / HTTP/{version}\r\n\r\n"), "HPE_INVALID_VERSION Invalid HTTP version");
    }
    let mut parser = RequestParser::new(Limits::default());
    assert_eq!(parser.parse(b"GET / HTTP/3.0\r\n\r\n").unwrap_err().status(), 505);
    refused("GET /\r\n\r\n", "HPE_INVALID_VERSION Invalid HTTP version");
    refused("GET / HTTP/11\r\n\r\n", "HPE_INVALID_VERSION Expected dot");
    refused("GET / HTTP/1,1\r\n\r\n", "HPE_INVALID_VERSION Expected dot");
    refused("GET / HTTP/a.1\r\n\r\n", "HPE_INVALID_VERSION Invalid major version");
    refused("GET / HTTP/1.\r\n\r\n", "HPE_INVALID_VERSION Invalid minor version");
    refused("GET / HTTP/1.11\r\n\r\n", "HPE_INVALID_VERSION Expected CRLF after version");
    refused("GET / HTTP/1.1 \r\n\r\n", "HPE_INVALID_VERSION Expected CRLF after version");
    for protocol in ["http/1.1", "FTP/1.1", "", "ICE/1.0", "RTSP/1.0"] {
        refused(&format!("GET / {protocol}\r\n\r\n"), "HPE_INVALID_CONSTANT Expected HTTP/, RTSP/ or ICE/");
    }
    assert_eq!(accepted("GET / HTTP/1.0\r\n\r\n").minor_version, 0);
}

#[test]
fn lines_end_with_cr_lf_only_rfc9112_2_2() {
    refused("GET / HTTP/1.1\nHost: a\n\n", "HPE_INVALID_VERSION Expected CRLF after version");
    refused("GET / HTTP/1.1\rHost: a\r\n\r\n", "HPE_STRICT Expected CRLF after version");
    refused("GET / HTTP/1.1\r\nHost: a\n\r\n", "HPE_CR_EXPECTED Missing expected CR after header value");
    refused(&format!("{GET}\n"), "HPE_INVALID_HEADER_TOKEN Invalid header field char");
    refused(&format!("{GET}\rX"), "HPE_STRICT Expected LF after headers");
    for value in ["a\rb", "a\r\rb"] {
        refused(&format!("{GET}A: {value}\r\n\r\n"), "HPE_LF_EXPECTED Missing expected LF after header value");
    }
    for breaks in ["\r\n\r\n", "\n", "\r", "\r\r\n"] {
        accepted(&format!("{breaks}{GET}\r\n"));
    }
}

#[test]
fn folded_lines_are_refused_rfc9112_5_2() {
    for fold in [" ", "\t"] {
        refused(&format!("{GET}{fold}x\r\n\r\n"), "HPE_INVALID_HEADER_TOKEN Unexpected whitespace after header value");
        refused(&format!("{GET}A:\r\n{fold}b\r\n\r\n"), "HPE_INVALID_HEADER_TOKEN Invalid header value char");
    }
    refused("GET / HTTP/1.1\r\n Host: a\r\n\r\n", "HPE_UNEXPECTED_SPACE Unexpected space after start line");
    refused("GET / HTTP/1.1\r\n\tHost: a\r\n\r\n", "HPE_INVALID_HEADER_TOKEN Invalid header token");
}

#[test]
fn names_are_tokens_up_to_the_colon_rfc9112_5_1() {
    for line in ["A : b", "A\t: b", ": b", "A", "A b: c", "A\0: c", "A(b: c", "A\u{e9}: c", "A\n: c"] {
        refused(&format!("{GET}{line}\r\n\r\n"), "HPE_INVALID_HEADER_TOKEN Invalid header token");
    }
    accepted(&format!("{GET}!#$%&'*+-.^_`|~09: c\r\n\r\n"));
}

#[test]
fn values_have_no_control_characters_rfc9110_5_5() {
    for byte in ["\0", "\x01", "\x08", "\x0b", "\x1f", "\x7f"] {
        refused(&format!("{GET}A: b{byte}c\r\n\r\n"), "HPE_INVALID_HEADER_TOKEN Invalid header value char");
    }
    let request = format!("{GET}A:\t b \t\r\nB:\r\nC: \r\nD: b\tc\r\n\r\n");
    let mut parser = RequestParser::new(Limits::default());
    parser.parse(request.as_bytes()).unwrap();
    let values: Vec<&[u8]> = parser.fields().iter().map(|field| field.value.of(request.as_bytes())).collect();
    assert_eq!(values, [b"a".as_slice(), b"b", b"", b"", b"b\tc"]);
}

#[test]
fn content_length_is_one_number_rfc9112_6_3() {
    let invalid = "HPE_INVALID_CONTENT_LENGTH Invalid character in Content-Length";
    for value in ["+5", "-5", "5,5", "5, 5", "0x5", "5a", "5 5", "5.0"] {
        refused(&format!("{POST}Content-Length: {value}\r\n\r\n"), invalid);
    }
    refused(&format!("{POST}Content-Length: \r\n\r\n"), "HPE_INVALID_CONTENT_LENGTH Empty Content-Length");
    for value in ["18446744073709551616", "99999999999999999999999"] {
        refused(
            &format!("{POST}Content-Length: {value}\r\n\r\n"),
            "HPE_INVALID_CONTENT_LENGTH Content-Length overflow",
        );
    }
    for (first, second) in [(5, 5), (5, 6), (0, 5)] {
        let request = format!("{POST}Content-Length: {first}\r\nContent-Length: {second}\r\n\r\n");
        refused(&request, "HPE_UNEXPECTED_CONTENT_LENGTH Duplicate Content-Length");
    }
    for (value, length) in
        [("5", 5), ("5 ", 5), (" 5", 5), ("005", 5), ("\t5\t", 5), ("18446744073709551615", u64::MAX)]
    {
        let head = accepted(&format!("{POST}content-length: {value}\r\n\r\n"));
        assert_eq!(head.body, Body::Length(length), "{value:?}");
    }
    assert_eq!(accepted(&format!("{POST}Content-Length: 0\r\n\r\n")).body, Body::None);
}

#[test]
fn length_and_encoding_exclude_each_other_rfc9112_6_1() {
    for coding in ["chunked", "gzip"] {
        refused(
            &format!("{POST}Content-Length: 5\r\nTransfer-Encoding: {coding}\r\n\r\n"),
            "HPE_INVALID_TRANSFER_ENCODING Transfer-Encoding can't be present with Content-Length",
        );
        refused(
            &format!("{POST}Transfer-Encoding: {coding}\r\nContent-Length: 5\r\n\r\n"),
            "HPE_INVALID_CONTENT_LENGTH Content-Length can't be present with Transfer-Encoding",
        );
    }
}

#[test]
fn chunked_is_the_last_coding_rfc9112_6_1() {
    let unknown = "HPE_INVALID_TRANSFER_ENCODING Request has invalid `Transfer-Encoding`";
    for value in [
        "gzip",
        "xchunked",
        "chunkedx",
        "chunked x",
        "\"chunked\"",
        "identity",
        "chunked;q=1",
        "gzip;chunked",
        "x chunked",
        "chun ked",
        "chunked\tx",
    ] {
        refused(&format!("{POST}Transfer-Encoding: {value}\r\n\r\n"), unknown);
    }
    let repeated = "HPE_INVALID_TRANSFER_ENCODING Invalid `Transfer-Encoding` header value";
    for value in [
        "chunked, gzip",
        "chunked, chunked",
        "chunked,",
        "chunked\r\nTransfer-Encoding: chunked",
        "chunked\r\nTransfer-Encoding: gzip",
    ] {
        refused(&format!("{POST}Transfer-Encoding: {value}\r\n\r\n"), repeated);
    }
    refused(&format!("{POST}Transfer-Encoding: \r\n\r\n"), "HPE_INVALID_TRANSFER_ENCODING Empty Transfer-Encoding");
    for value in [
        "chunked",
        "Chunked",
        "CHUNKED ",
        "gzip, chunked",
        ",chunked",
        "\tchunked",
        "gzip\r\nTransfer-Encoding: chunked",
    ] {
        assert_eq!(accepted(&format!("{POST}Transfer-Encoding: {value}\r\n\r\n")).body, Body::Chunked, "{value:?}");
    }
    // RFC 9112 §6.1: the connection of a 1.0 client that sends Transfer-Encoding must be closed.
    let head = accepted("POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n");
    assert!(head.body == Body::Chunked && !head.keep_alive);
}

#[test]
fn connection_options_are_a_list_rfc9110_7_6_1() {
    let keep_alive = |version: &str, value: &str| {
        accepted(&format!("GET / HTTP/{version}\r\nConnection: {value}\r\n\r\n")).keep_alive
    };
    for value in
        ["close", "Close", "close, keep-alive", "keep-alive, close", "upgrade, close", "a\r\nConnection: close"]
    {
        assert!(!keep_alive("1.1", value), "{value:?}");
    }
    for value in ["keep-alive", "upgrade", "closex", "xclose", "close x"] {
        assert!(keep_alive("1.1", value), "{value:?}");
    }
    assert!(keep_alive("1.0", "keep-alive") && keep_alive("1.0", "x, Keep-Alive"));
    assert!(!keep_alive("1.0", "close") && !keep_alive("1.0", "x") && !keep_alive("1.0", ""));
    assert!(!accepted("GET / HTTP/1.1\r\nProxy-Connection: close\r\n\r\n").keep_alive);
}

#[test]
fn upgrade_needs_both_fields_rfc9110_7_8() {
    let upgrade = |fields: &str| accepted(&format!("GET / HTTP/1.1\r\n{fields}\r\n\r\n")).upgrade;
    assert!(upgrade("Connection: upgrade\r\nUpgrade: websocket"));
    assert!(upgrade("Upgrade: websocket\r\nConnection: keep-alive, Upgrade"));
    assert!(!upgrade("Upgrade: websocket") && !upgrade("Connection: upgrade"));
    assert!(!upgrade("Connection: upgrade\r\nUpgrade:"));
}

#[test]
fn expect_is_known_to_http_1_1_only_rfc9110_10_1_1() {
    let expect =
        |version: &str, value: &str| accepted(&format!("POST / HTTP/{version}\r\nExpect: {value}\r\n\r\n")).expect;
    assert_eq!(expect("1.1", "100-Continue"), Expect::Continue);
    assert_eq!(expect("1.1", "tea"), Expect::Other);
    assert_eq!(expect("1.0", "100-continue"), Expect::None);
}

#[test]
fn hosts_are_counted_rfc9112_3_2() {
    assert_eq!(accepted("GET / HTTP/1.1\r\n\r\n").host_count, 0);
    assert_eq!(accepted("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n").host_count, 2);
}

#[test]
fn heads_are_limited_and_the_answer_is_431() {
    // Node counts the target, the names and the values: 1 + 5 + 1 and the value's length.
    let with_value = |length: usize| format!("{GET}A: {}\r\n\r\n", "a".repeat(length));
    accepted(&with_value(16384 - 8));
    let error = "HPE_HEADER_OVERFLOW Header overflow";
    refused(&with_value(16384 - 7), error);
    refused(&format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(20_000)), error);
    refused(&format!("{GET}{}", "a".repeat(20_000)), error);
    refused(&format!("{GET}A: {}", " ".repeat(20_000)), error);
    refused(&format!("GET {}", " ".repeat(20_000)), error);
    refused(&format!("GET / {}", " ".repeat(40_000)), error);
    refused(&"\r\n".repeat(9_000), error);
    accepted(&format!("{GET}{}\r\n", "A: b\r\n".repeat(5_000)));
    refused(&format!("{GET}{}\r\n", "A:\r\n".repeat(8_192)), error);
    let mut parser = RequestParser::new(Limits::default());
    assert_eq!(parser.parse(with_value(20_000).as_bytes()).unwrap_err().status(), 431);
}

#[test]
fn nothing_may_follow_a_closing_message() {
    let mut parser = RequestParser::new(Limits::default());
    let head = format!("{GET}Connection: close\r\n\r\n");
    parser.parse(head.as_bytes()).unwrap();
    assert_eq!(parser.parse(b"\r\n\r\n"), Ok(Progress::Partial));
    let error = parser.parse(b"\r\nGET / HTTP/1.1\r\n\r\n").unwrap_err();
    assert_eq!((error.code.as_str(), error.reason), ("HPE_CLOSED_CONNECTION", "Data after `Connection: close`"));
    parser.reset();
    assert!(parser.parse(head.as_bytes()).is_ok());
}

#[test]
fn the_input_may_end_between_messages_only() {
    let mut parser = RequestParser::new(Limits::default());
    assert!(parser.finish_input(b"").is_ok() && parser.finish_input(b"\r\n").is_ok());
    assert_eq!(parser.parse(b"GE"), Ok(Progress::Partial));
    assert_eq!(parser.finish_input(b"GE").unwrap_err().code.as_str(), "HPE_INVALID_EOF_STATE");
    assert_eq!(parser.parse(b"GET / HTTP/1.1\r\n"), Ok(Progress::Partial));
    assert!(parser.finish_input(b"GET / HTTP/1.1\r\n").is_err());
    assert!(matches!(parser.parse(b"GET / HTTP/1.1\r\n\r\n"), Ok(Progress::Complete { length: 18 })));
    assert!(parser.finish_input(b"").is_ok());
}
