use super::{SocksHandshake, SocksRequest};
use crate::error::ClientError;
use crate::transport::Transport;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

/// A handshake, and the proxy's side of its connection.
fn start(host: &str, credentials: Option<(&str, &str)>) -> (SocksHandshake, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    client.set_nonblocking(true).unwrap();
    let (proxy, _) = listener.accept().unwrap();
    let credentials = credentials.map(|(name, password)| (name.to_string(), password.to_string()));
    let request = SocksRequest { host: host.to_string(), port: 443, credentials };
    (SocksHandshake::new(Transport::plain(client.into()), request).unwrap(), proxy)
}

/// The proxy receives `expected` and replies.
fn converse(
    handshake: &mut SocksHandshake,
    proxy: &mut TcpStream,
    expected: &[u8],
    answer: &[u8],
) -> Result<bool, ClientError> {
    assert_eq!(handshake.advance(), Ok(false));
    let mut got = vec![0; expected.len()];
    proxy.read_exact(&mut got).unwrap();
    assert_eq!(got, expected);
    proxy.write_all(answer).unwrap();
    // The reply crosses the loopback device at once, except for scheduling delays.
    std::thread::sleep(std::time::Duration::from_millis(5));
    handshake.advance()
}

#[test]
fn a_name_goes_to_the_proxy_as_it_is() {
    let (mut handshake, mut proxy) = start("a.test", None);
    assert_eq!(converse(&mut handshake, &mut proxy, &[5, 1, 0], &[5, 0]), Ok(false));
    let asked = [&[5, 1, 0, 3, 6][..], b"a.test", &[1, 187]].concat();
    assert_eq!(converse(&mut handshake, &mut proxy, &asked, &[5, 0, 0, 1, 127, 0, 0, 1, 0, 80]), Ok(true));
}

#[test]
fn credentials_are_sent_when_they_are_wanted() {
    let (mut handshake, mut proxy) = start("127.0.0.1", Some(("me", "pw")));
    assert_eq!(converse(&mut handshake, &mut proxy, &[5, 2, 0, 2], &[5, 2]), Ok(false));
    assert_eq!(converse(&mut handshake, &mut proxy, b"\x01\x02me\x02pw", &[1, 0]), Ok(false));
    assert_eq!(
        converse(&mut handshake, &mut proxy, &[5, 1, 0, 1, 127, 0, 0, 1, 1, 187], &[5, 0, 0, 3, 1, b'x', 0, 80]),
        Ok(true)
    );
}

#[test]
fn a_refusal_says_why() {
    let (mut handshake, mut proxy) = start("::1", None);
    assert_eq!(converse(&mut handshake, &mut proxy, &[5, 1, 0], &[5, 0]), Ok(false));
    let address = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    let asked = [&[5, 1, 0, 4][..], &address, &[1, 187]].concat();
    let outcome = converse(&mut handshake, &mut proxy, &asked, &[5, 5, 0, 1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(outcome, Err(ClientError::protocol("UND_ERR_SOCKS5", "SOCKS: connection refused")));
}

#[test]
fn what_is_no_proxy_is_refused() {
    let (mut handshake, mut proxy) = start("a.test", None);
    assert!(converse(&mut handshake, &mut proxy, &[5, 1, 0], b"HTTP/1.1 400").is_err());
    let (mut handshake, mut proxy) = start("a.test", None);
    assert!(converse(&mut handshake, &mut proxy, &[5, 1, 0], &[5, 0xff]).is_err());
}
