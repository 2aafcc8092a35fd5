use super::*;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

fn pair() -> (Connection, UnixStream) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    ours.set_nonblocking(true).unwrap();
    (Connection::new(Transport::plain(ours.into()), Limits::default()), theirs)
}

/// All events of the connection for what `theirs` sent so far.
fn events(connection: &mut Connection) -> (Vec<Event>, Vec<u8>, Option<ClientError>) {
    let (mut events, mut body) = (Vec::new(), Vec::new());
    loop {
        match connection.next_event(&mut body) {
            Ok(Event::Wait) => match connection.fill().unwrap() {
                Filled::Blocked => return (events, body, None),
                Filled::End if connection.is_complete() => return (events, body, None),
                _ => {}
            },
            Ok(event) => events.push(event),
            Err(error) => return (events, body, Some(error)),
        }
    }
}

fn exchange(response: &[u8], closes: bool) -> (Connection, Vec<Event>, Vec<u8>, Option<ClientError>) {
    let (mut connection, mut theirs) = pair();
    connection.begin(Method::Get, b"GET / HTTP/1.1\r\n\r\n");
    connection.end_request(false);
    assert_eq!(connection.flush().unwrap(), Flushed::All);
    // Unread bytes would turn the close into a reset.
    assert!(theirs.read(&mut [0; 256]).unwrap() > 0);
    theirs.write_all(response).unwrap();
    if closes {
        drop(theirs);
    } else {
        std::mem::forget(theirs);
    }
    let (events, body, error) = events(&mut connection);
    (connection, events, body, error)
}

const HEAD: Event = Event::Head { is_interim: false };

#[test]
fn a_body_of_known_length_ends_with_its_last_byte() {
    let (connection, events, body, error) = exchange(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false);
    assert_eq!((events, body.as_slice(), error), (vec![HEAD, Event::Body(5)], &b"hello"[..], None));
    assert!(connection.is_reusable());
}

#[test]
fn a_chunked_body_ends_with_the_last_chunk() {
    let (connection, events, body, error) =
        exchange(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", false);
    assert_eq!(
        (events, body.as_slice(), error),
        (vec![HEAD, Event::Body(3), Event::Body(2), Event::End], &b"abcde"[..], None)
    );
    assert!(connection.is_reusable());
}

#[test]
fn a_body_without_length_ends_with_the_connection() {
    let (connection, events, body, error) = exchange(b"HTTP/1.1 200 OK\r\n\r\nabc", true);
    assert_eq!((events, body.as_slice(), error), (vec![HEAD, Event::Body(3), Event::End], &b"abc"[..], None));
    assert!(!connection.is_reusable());
}

#[test]
fn interim_heads_come_before_the_head() {
    let (connection, events, _, error) =
        exchange(b"HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", false);
    assert_eq!((events, error), (vec![Event::Head { is_interim: true }, HEAD], None));
    assert_eq!(connection.head().0.status, 204);
    assert!(connection.is_reusable());
}

#[test]
fn a_body_that_is_cut_short_is_an_error() {
    let (connection, events, body, error) = exchange(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", true);
    assert_eq!(
        (events, body.as_slice(), error),
        (vec![HEAD, Event::Body(3)], &b"hel"[..], Some(ClientError::closed()))
    );
    assert!(!connection.is_reusable());
}

#[test]
fn what_is_no_response_is_refused_with_its_code() {
    let (_, events, _, error) = exchange(b"hello\r\n\r\n", false);
    assert_eq!(events, []);
    let Some(ClientError::Protocol { code, message }) = error else { panic!("{error:?}") };
    assert_eq!(code, "HPE_INVALID_CONSTANT");
    assert_eq!(message, "Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)");
}

#[test]
fn bytes_behind_the_response_make_the_connection_useless() {
    let (connection, _, _, error) = exchange(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxy", false);
    assert_eq!(error, None);
    assert!(!connection.is_reusable());
}

#[test]
fn a_request_body_goes_out_in_chunks() {
    let (mut connection, mut theirs) = pair();
    connection.begin(Method::Post, b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    connection.push_body(b"abc", true);
    connection.push_body(b"", true);
    connection.end_request(true);
    assert_eq!(connection.flush().unwrap(), Flushed::All);
    let mut sent = [0; 256];
    let count = theirs.read(&mut sent).unwrap();
    assert_eq!(&sent[..count], b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
}
