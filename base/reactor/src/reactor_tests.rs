use super::*;
use mio::net::{TcpListener, UnixStream};
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::time::Instant;

const NOW: Option<Duration> = Some(Duration::ZERO);

fn events(reactor: &Reactor, timeout: Option<Duration>) -> Vec<(Token, Readiness)> {
    let mut seen = Vec::new();
    reactor.poll(timeout, &mut |token, readiness| seen.push((token, readiness))).unwrap();
    seen
}

#[test]
fn readiness_comes_with_the_token_and_only_on_an_edge() {
    let reactor = Reactor::new().unwrap();
    let (mut near, mut far) = UnixStream::pair().unwrap();
    reactor.register(&mut near, Interest::READABLE, Token(3)).unwrap();
    assert!(events(&reactor, NOW).is_empty());

    far.write_all(b"ab").unwrap();
    let seen = events(&reactor, None);
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].0, Token(3));
    assert!(seen[0].1.is_readable() && !seen[0].1.is_read_closed() && !seen[0].1.is_error());
    assert!(events(&reactor, NOW).is_empty(), "no second event without a new edge");

    let mut bytes = [0; 8];
    assert_eq!(near.read(&mut bytes).unwrap(), 2);
}

#[test]
fn a_closed_peer_shows_as_read_closed_and_write_closed() {
    let reactor = Reactor::new().unwrap();
    let (mut near, far) = UnixStream::pair().unwrap();
    reactor.register(&mut near, Interest::READABLE | Interest::WRITABLE, Token(1)).unwrap();
    far.shutdown(std::net::Shutdown::Write).unwrap();
    let (_, half) = events(&reactor, None)[0];
    assert!(half.is_readable() && half.is_read_closed() && half.is_writable() && !half.is_write_closed());
    drop(far);
    let (_, closed) = events(&reactor, None)[0];
    assert!(closed.is_read_closed() && closed.is_write_closed());
    assert!(format!("{closed:?}").contains("write_closed"));
}

#[test]
fn reregister_changes_token_and_interest_and_deregister_silences() {
    let reactor = Reactor::new().unwrap();
    let (near, mut far) = UnixStream::pair().unwrap();
    let descriptor = near.as_raw_fd();
    reactor.register_fd(descriptor, Interest::READABLE, Token(1)).unwrap();
    reactor.reregister_fd(descriptor, Interest::WRITABLE, Token(2)).unwrap();
    let seen = events(&reactor, None);
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].0, Token(2));
    assert!(seen[0].1.is_writable());

    reactor.deregister_fd(descriptor).unwrap();
    far.write_all(b"x").unwrap();
    assert!(events(&reactor, NOW).is_empty());
    assert_eq!(reactor.deregister_fd(descriptor).unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[test]
fn a_handler_may_register_deregister_and_poll_again() {
    let reactor = Reactor::new().unwrap();
    let mut listener = TcpListener::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    reactor.register(&mut listener, Interest::READABLE, Token(0)).unwrap();
    let mut client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    client.write_all(b"hello").unwrap();

    let mut accepted = Vec::new();
    let polled = reactor
        .poll(Some(Duration::from_secs(5)), &mut |token, _| {
            assert_eq!(token, Token(0));
            let (mut stream, _) = listener.accept().unwrap();
            reactor.register(&mut stream, Interest::READABLE, Token(1)).unwrap();
            let inner = events(&reactor, Some(Duration::from_secs(5)));
            assert_eq!(inner[0].0, Token(1));
            reactor.deregister(&mut stream).unwrap();
            accepted.push(stream);
        })
        .unwrap();
    assert_eq!(polled, Polled { event_count: 1, woken: false });
    assert_eq!(accepted.len(), 1);
}

#[test]
fn what_cannot_be_registered_is_an_error() {
    let reactor = Reactor::new().unwrap();
    let (mut near, _far) = UnixStream::pair().unwrap();
    let reserved = reactor.register(&mut near, Interest::READABLE, WAKE_TOKEN);
    assert_eq!(reserved.unwrap_err().kind(), io::ErrorKind::InvalidInput);

    let file = std::fs::File::open(std::env::current_exe().unwrap()).unwrap();
    let regular = reactor.register_fd(file.as_raw_fd(), Interest::READABLE, Token(1));
    assert_eq!(regular.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
}

#[test]
fn poll_waits_for_its_time_out() {
    let reactor = Reactor::new().unwrap();
    let start = Instant::now();
    let polled = reactor.poll(Some(Duration::from_millis(20)), &mut |_, _| unreachable!()).unwrap();
    assert_eq!(polled, Polled { event_count: 0, woken: false });
    assert!(start.elapsed() >= Duration::from_millis(20));
}
