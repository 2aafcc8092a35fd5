//! Two sessions that exchange bytes, without a socket.

use crate::{Event, EventKind, Options, Role, Session};
use libnghttp2_sys as sys;

/// Exchanges bytes until both are silent. Returns the events of each.
pub(crate) fn exchange(client: &Session, server: &Session) -> (Vec<Event>, Vec<Event>) {
    let (mut of_client, mut of_server) = (Vec::new(), Vec::new());
    loop {
        let (to_server, _) = client.send();
        let (to_client, _) = server.send();
        if to_server.is_empty() && to_client.is_empty() {
            of_client.extend(client.take_events().0);
            of_server.extend(server.take_events().0);
            return (of_client, of_server);
        }
        assert!(server.receive(&to_server) >= 0);
        assert!(client.receive(&to_client) >= 0);
        of_client.extend(client.take_events().0);
        of_server.extend(server.take_events().0);
    }
}

pub(crate) fn pair() -> (Session, Session) {
    let (client, server) =
        (Session::new(Role::Client, &Options::default()), Session::new(Role::Server, &Options::default()));
    assert_eq!(client.settings(&[]), 0);
    assert_eq!(server.settings(&[]), 0);
    exchange(&client, &server);
    (client, server)
}

const REQUEST: &str = ":method\0GET\x000:scheme\0http\x000:authority\0a\x000:path\0/\x000";

fn kinds(events: &[Event]) -> Vec<EventKind> {
    events.iter().map(|event| event.kind).collect()
}

#[test]
fn a_request_without_a_body_is_one_header_block_that_ends_the_stream() {
    let (client, server) = pair();
    assert_eq!(client.request(REQUEST, 4, false, false), 1);
    let (bytes, code) = client.send();
    assert_eq!(code, 0);
    assert_eq!(server.receive(&bytes), bytes.len() as i32);
    let (events, text) = server.take_events();
    // END_STREAM | END_HEADERS, four fields, no sensitive one.
    assert_eq!(events, [Event { kind: EventKind::Headers, words: [1, 0, 5, 4, 0] }]);
    assert_eq!(text, b":method\0GET\0:scheme\0http\0:authority\0a\0:path\0/\0");
}

#[test]
fn a_response_carries_its_data_and_closes_the_stream_at_both_ends() {
    let (client, server) = pair();
    client.request(REQUEST, 4, false, false);
    exchange(&client, &server);
    assert_eq!(server.respond(1, ":status\x00200\x000", 1, true, false), 0);
    assert!(server.write(1, b"hello".to_vec()));
    server.shut(1);
    let (of_client, of_server) = exchange(&client, &server);
    assert_eq!(kinds(&of_client), [EventKind::Headers, EventKind::Data, EventKind::End, EventKind::Close]);
    assert_eq!(kinds(&of_server), [EventKind::Written, EventKind::Close]);
    assert_eq!(of_client[3].words, [1, 0, 0, 0, 0]);
}

#[test]
fn data_stop_at_the_window_until_somebody_reads() {
    let (client, server) = pair();
    client.request(REQUEST, 4, false, false);
    exchange(&client, &server);
    server.respond(1, ":status\x00200\x000", 1, true, false);
    server.write(1, vec![7; 100_000]);
    server.shut(1);
    let received = |events: &[Event]| -> i32 {
        events.iter().filter(|event| event.kind == EventKind::Data).map(|event| event.words[2] - event.words[1]).sum()
    };
    let (first, _) = exchange(&client, &server);
    // RFC 9113 §6.9.2: the initial window.
    assert_eq!(received(&first), 65_535);
    client.set_reading(1, true);
    let (rest, _) = exchange(&client, &server);
    assert_eq!(received(&rest), 100_000 - 65_535);
    assert_eq!(kinds(&rest).last(), Some(&EventKind::Close));
}

#[test]
fn trailers_are_asked_for_when_the_data_are_sent() {
    let (client, server) = pair();
    client.request(REQUEST, 4, false, false);
    exchange(&client, &server);
    server.respond(1, ":status\x00200\x000", 1, true, true);
    server.write(1, b"x".to_vec());
    server.shut(1);
    let (_, of_server) = exchange(&client, &server);
    assert_eq!(kinds(&of_server), [EventKind::WantTrailers, EventKind::Written]);
    assert_eq!(server.send_trailers(1, "a\0b\x000", 1), 0);
    let (of_client, _) = exchange(&client, &server);
    assert_eq!(kinds(&of_client), [EventKind::Headers, EventKind::Close]);
}

#[test]
fn a_field_that_must_not_be_indexed_is_told_as_sensitive() {
    let (client, server) = pair();
    client.request(&format!("{REQUEST}secret\x00s\x001"), 5, false, false);
    let (bytes, _) = client.send();
    server.receive(&bytes);
    let (events, text) = server.take_events();
    assert_eq!(events[0].words, [1, 0, 5, 5, 1]);
    assert!(text.ends_with(b"secret\0s\0secret\0"));
}

#[test]
fn a_value_with_nul_never_reaches_the_peer_as_two_fields() {
    let (client, server) = pair();
    client.request(&format!("{REQUEST}a\0b\0c\x000"), 5, false, false);
    let (bytes, _) = client.send();
    server.receive(&bytes);
    let (events, _) = server.take_events();
    assert!(events.iter().all(|event| event.kind != EventKind::Headers));
}

#[test]
fn more_header_fields_than_allowed_reset_the_stream() {
    let server = Session::new(Role::Server, &Options { header_pairs_max: 4, ..Options::default() });
    let client = Session::new(Role::Client, &Options::default());
    client.settings(&[]);
    server.settings(&[]);
    client.request(&format!("{REQUEST}a\0b\x000"), 5, false, false);
    let (of_client, _) = exchange(&client, &server);
    let close = of_client.iter().find(|event| event.kind == EventKind::Close).expect("the stream is closed");
    const ENHANCE_YOUR_CALM: i32 = 11;
    assert_eq!(close.words[..3], [1, ENHANCE_YOUR_CALM, 1]);
}

#[test]
fn bytes_that_are_no_http2_fail() {
    let server = Session::new(Role::Server, &Options::default());
    // NGHTTP2_ERR_BAD_CLIENT_MAGIC
    assert_eq!(server.receive(b"GET / HTTP/1.1\r\n\r\n"), -903);
}

#[test]
fn the_reset_of_a_stream_is_told_with_its_code() {
    let (client, server) = pair();
    client.request(REQUEST, 4, true, false);
    exchange(&client, &server);
    const CANCEL: u32 = 8;
    client.reset(1, CANCEL);
    let (of_client, of_server) = exchange(&client, &server);
    assert_eq!(of_client, [Event { kind: EventKind::Close, words: [1, 8, 0, 0, 0] }]);
    assert_eq!(of_server, [Event { kind: EventKind::Close, words: [1, 8, 1, 0, 0] }]);
}

#[test]
fn what_is_forgotten_is_told_no_more() {
    let (client, server) = pair();
    client.request(REQUEST, 4, true, false);
    exchange(&client, &server);
    server.forget(1);
    client.write(1, b"late".to_vec());
    let (_, of_server) = exchange(&client, &server);
    assert!(kinds(&of_server).is_empty());
}

#[test]
fn a_peer_that_breaks_the_rules_of_the_connection_is_an_error() {
    let server = Session::new(Role::Server, &Options::default());
    server.settings(&[]);
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    // A header block with an invalid table index (RFC 7541 §6.1).
    let headers = [0, 0, 1, 1, 5, 0, 0, 0, 1, 0xff];
    let bytes = [preface.as_slice(), &settings, &headers].concat();
    server.receive(&bytes);
    server.send();
    let (events, _) = server.take_events();
    let errors: Vec<_> = events.iter().filter(|event| event.kind == EventKind::Error).collect();
    assert_eq!(errors.len(), 1);
}

#[test]
fn the_limit_of_a_header_list_is_that_of_the_beginning_of_its_stream() {
    let (client, server) = pair();
    client.request(REQUEST, 4, false, false);
    exchange(&client, &server);
    client.settings(&[(sys::NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE as u16, 1)]);
    exchange(&client, &server);
    server.respond(1, ":status\x00200\x000", 1, false, false);
    let (of_client, _) = exchange(&client, &server);
    assert!(of_client.iter().any(|event| event.kind == EventKind::Headers));
    client.request(REQUEST, 4, false, false);
    exchange(&client, &server);
    server.respond(3, ":status\x00200\x000", 1, false, false);
    let (of_client, _) = exchange(&client, &server);
    assert!(of_client.iter().all(|event| event.kind != EventKind::Headers));
}
