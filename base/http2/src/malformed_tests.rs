//! A malformed message fails its stream (RFC 9113 §8.1.1) and no other.

use crate::session_tests::{exchange, pair};
use crate::{Event, EventKind, Session};

const PROTOCOL_ERROR: i32 = 1;

/// Fields in the form that sessions accept. Returns them and their count.
fn fields(list: &[(&str, &str)]) -> (String, usize) {
    (list.iter().map(|(name, value)| format!("{name}\0{value}\0\x30")).collect(), list.len())
}

const METHOD: (&str, &str) = (":method", "GET");
const SCHEME: (&str, &str) = (":scheme", "http");
const AUTHORITY: (&str, &str) = (":authority", "a");
const PATH: (&str, &str) = (":path", "/");

fn closed_with(events: &[Event], stream: i32) -> Option<i32> {
    events.iter().find(|event| event.kind == EventKind::Close && event.words[0] == stream).map(|event| event.words[1])
}

fn has_headers(events: &[Event], stream: i32) -> bool {
    events.iter().any(|event| event.kind == EventKind::Headers && event.words[0] == stream)
}

/// Sends `list` as a request between two valid ones. Returns whether the server received it.
fn is_request_taken(client: &Session, server: &Session, list: &[(&str, &str)]) -> bool {
    let (text, count) = fields(list);
    let (good, good_count) = fields(&[METHOD, SCHEME, AUTHORITY, PATH]);
    let before = client.request(&good, good_count, false, false);
    let requested = client.request(&text, count, false, false);
    let after = client.request(&good, good_count, false, false);
    let (of_client, of_server) = exchange(client, server);
    assert!(has_headers(&of_server, before) && has_headers(&of_server, after), "{list:?}");
    let is_taken = has_headers(&of_server, requested);
    assert_eq!(closed_with(&of_client, requested), (!is_taken).then_some(PROTOCOL_ERROR), "{list:?}");
    for stream in [before, after] {
        assert_eq!(server.respond(stream, ":status\x00200\x000", 1, false, false), 0);
    }
    let (of_client, _) = exchange(client, server);
    assert!(has_headers(&of_client, before) && has_headers(&of_client, after), "{list:?}");
    is_taken
}

#[test]
fn malformed_requests_fail_alone() {
    let cases: &[&[(&str, &str)]] = &[
        &[METHOD, SCHEME, AUTHORITY],
        &[METHOD, SCHEME, PATH],
        &[METHOD, AUTHORITY, PATH],
        &[SCHEME, AUTHORITY, PATH],
        &[METHOD, METHOD, SCHEME, AUTHORITY, PATH],
        &[METHOD, SCHEME, SCHEME, AUTHORITY, PATH],
        &[METHOD, SCHEME, AUTHORITY, AUTHORITY, PATH],
        &[METHOD, SCHEME, AUTHORITY, PATH, PATH],
        &[METHOD, SCHEME, AUTHORITY, (":path", "/a b")],
        &[METHOD, SCHEME, AUTHORITY, (":path", "")],
        &[METHOD, SCHEME, AUTHORITY, (":path", "a")],
        &[METHOD, SCHEME, AUTHORITY, (":path", "*")],
        &[(":method", "G T"), SCHEME, AUTHORITY, PATH],
        &[METHOD, (":scheme", "ht/tp"), AUTHORITY, PATH],
        &[METHOD, SCHEME, (":authority", "user@a"), PATH],
        &[METHOD, SCHEME, AUTHORITY, PATH, (":status", "200")],
        &[METHOD, SCHEME, AUTHORITY, PATH, (":new", "1")],
        &[METHOD, SCHEME, AUTHORITY, PATH, (":protocol", "websocket")],
        &[METHOD, SCHEME, AUTHORITY, ("a", "b"), PATH],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("connection", "close")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("keep-alive", "1")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("proxy-connection", "1")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("transfer-encoding", "chunked")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("upgrade", "h2c")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("te", "gzip")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("host", "a"), ("host", "b")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("content-length", "1")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("content-length", "-0")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("content-length", "")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("content-length", "9223372036854775808")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("content-length", "0"), ("content-length", "0")],
        &[(":method", "CONNECT"), SCHEME, AUTHORITY, PATH],
        &[(":method", "CONNECT")],
    ];
    let (client, server) = pair();
    for list in cases {
        assert!(!is_request_taken(&client, &server, list), "{list:?}");
    }
}

#[test]
fn odd_requests_that_are_well_formed_are_taken() {
    let cases: &[&[(&str, &str)]] = &[
        &[METHOD, SCHEME, PATH, ("host", "a")],
        &[PATH, AUTHORITY, SCHEME, METHOD],
        &[(":method", "OPTIONS"), SCHEME, AUTHORITY, (":path", "*")],
        &[METHOD, (":scheme", "masque"), AUTHORITY, (":path", "a")],
        &[METHOD, SCHEME, (":authority", "[::1]:80"), PATH],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("te", "Trailers")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("content-length", "0")],
        // Dropped.
        &[METHOD, SCHEME, AUTHORITY, PATH, ("a b", "1")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("a", " outer ")],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("a", "b\u{1}")],
        &[(":method", "CONNECT"), AUTHORITY],
        &[METHOD, SCHEME, AUTHORITY, PATH, ("priority", "u=9")],
    ];
    let (client, server) = pair();
    for list in cases {
        assert!(is_request_taken(&client, &server, list), "{list:?}");
    }
}

#[test]
fn the_protocol_of_a_tunnel_needs_the_setting() {
    let (client, server) = pair();
    let list = [(":method", "CONNECT"), (":protocol", "websocket"), SCHEME, AUTHORITY, PATH];
    assert!(!is_request_taken(&client, &server, &list));
    const ENABLE_CONNECT_PROTOCOL: u16 = 8;
    server.settings(&[(ENABLE_CONNECT_PROTOCOL, 1)]);
    assert!(is_request_taken(&client, &server, &list));
}

#[test]
fn malformed_responses_fail_alone() {
    // Method, fields of the responses, and whether the last is accepted.
    type Case = (&'static str, &'static [&'static [(&'static str, &'static str)]], bool);
    let cases: &[Case] = &[
        ("GET", &[&[("a", "b")]], false),
        ("GET", &[&[(":status", "20")]], false),
        ("GET", &[&[(":status", "2x0")]], false),
        ("GET", &[&[(":status", "101")]], false),
        ("GET", &[&[(":status", "200"), (":status", "200")]], false),
        ("GET", &[&[(":status", "200"), (":path", "/")]], false),
        ("GET", &[&[(":status", "200"), ("connection", "close")]], false),
        ("GET", &[&[(":status", "204"), ("content-length", "1")]], false),
        ("GET", &[&[(":status", "204"), ("content-length", "0")]], true),
        ("GET", &[&[(":status", "200"), ("content-length", "3")]], false),
        ("HEAD", &[&[(":status", "200"), ("content-length", "3")]], true),
        ("GET", &[&[(":status", "304"), ("content-length", "3")]], true),
        ("GET", &[&[(":status", "103")], &[(":status", "200")]], true),
        ("GET", &[&[(":status", "103")], &[("a", "b")]], false),
        ("GET", &[&[(":status", "103"), ("content-length", "0")]], false),
    ];
    let (client, server) = pair();
    for (method, blocks, is_taken) in cases {
        let (request, count) = fields(&[(":method", method), SCHEME, AUTHORITY, PATH]);
        let (good, good_count) = fields(&[METHOD, SCHEME, AUTHORITY, PATH]);
        let stream = client.request(&request, count, false, false);
        let other = client.request(&good, good_count, false, false);
        exchange(&client, &server);
        let (last, interim) = blocks.split_last().expect("there is a response");
        for block in interim {
            let (text, count) = fields(block);
            assert_eq!(server.inform(stream, &text, count), 0);
        }
        let (text, count) = fields(last);
        assert_eq!(server.respond(stream, &text, count, false, false), 0);
        let (of_client, _) = exchange(&client, &server);
        assert_eq!(
            closed_with(&of_client, stream),
            Some(if *is_taken { 0 } else { PROTOCOL_ERROR }),
            "{method} {blocks:?}"
        );
        server.respond(other, ":status\x00200\x000", 1, false, false);
        let (of_client, _) = exchange(&client, &server);
        assert_eq!(closed_with(&of_client, other), Some(0), "{method} {blocks:?}");
    }
}

#[test]
fn bodies_have_the_length_that_was_said() {
    for (said, body, is_taken) in
        [("10", "abc", false), ("2", "abc", false), ("3", "abc", true), ("0", "", true), ("0", "a", false)]
    {
        let (client, server) = pair();
        let (text, count) = fields(&[(":method", "POST"), SCHEME, AUTHORITY, PATH, ("content-length", said)]);
        let stream = client.request(&text, count, true, false);
        client.write(stream, body.into());
        client.shut(stream);
        let (of_client, of_server) = exchange(&client, &server);
        let is_ended = of_server.iter().any(|event| event.kind == EventKind::End && event.words[0] == stream);
        assert_eq!(is_ended, is_taken, "{said} {body}");
        assert_eq!(closed_with(&of_client, stream), (!is_taken).then_some(PROTOCOL_ERROR), "{said} {body}");
        assert!(
            of_client
                .iter()
                .chain(&of_server)
                .all(|event| ![EventKind::GoAway, EventKind::Error].contains(&event.kind))
        );
    }
}

#[test]
fn trailers_have_no_pseudo_fields_and_no_second_length() {
    for (trailers, is_taken) in [(("a", "b"), true), ((":path", "/"), false), (("content-length", "0"), false)] {
        let (client, server) = pair();
        let (text, count) = fields(&[(":method", "POST"), SCHEME, AUTHORITY, PATH, ("content-length", "1")]);
        let stream = client.request(&text, count, true, true);
        client.write(stream, b"x".to_vec());
        client.shut(stream);
        exchange(&client, &server);
        let (text, count) = fields(&[trailers]);
        assert_eq!(client.send_trailers(stream, &text, count), 0);
        let (of_client, of_server) = exchange(&client, &server);
        assert_eq!(has_headers(&of_server, stream), is_taken, "{trailers:?}");
        assert_eq!(closed_with(&of_client, stream), (!is_taken).then_some(PROTOCOL_ERROR), "{trailers:?}");
    }
}

#[test]
fn a_peer_that_does_it_often_loses_the_session() {
    use crate::{Options, Role};
    let server = Session::new(Role::Server, &Options { invalid_frames_max: 3, ..Options::default() });
    let client = Session::new(Role::Client, &Options::default());
    client.settings(&[]);
    server.settings(&[]);
    exchange(&client, &server);
    let (text, count) = fields(&[METHOD, SCHEME, AUTHORITY, PATH, ("connection", "close")]);
    let mut outcomes = Vec::new();
    for _ in 0..5 {
        client.request(&text, count, false, false);
        let (bytes, _) = client.send();
        outcomes.push(server.receive(&bytes) >= 0);
    }
    assert_eq!(outcomes, [true, true, true, true, false]);
    assert!(server.had_too_many_invalid_frames());
}
