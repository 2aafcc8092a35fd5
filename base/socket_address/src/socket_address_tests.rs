use super::*;
use rustix::fd::AsFd;

#[test]
fn numeric_addresses_are_read_with_their_zone() {
    assert_eq!(parse("127.0.0.1", 80), Ok("127.0.0.1:80".parse().unwrap()));
    assert_eq!(parse("::1", 0), Ok("[::1]:0".parse().unwrap()));
    let SocketAddr::V6(with_zone) = parse("fe80::1%7", 1).unwrap() else { panic!("an IPv6 address") };
    assert_eq!(with_zone.scope_id(), 7);
    let SocketAddr::V6(by_name) = parse("fe80::1%lo", 1).unwrap() else { panic!("an IPv6 address") };
    assert_ne!(by_name.scope_id(), 0);
    let SocketAddr::V6(unknown) = parse("fe80::1%no-such", 1).unwrap() else { panic!("an IPv6 address") };
    assert_eq!(unknown.scope_id(), 0);
}

#[test]
fn names_are_refused() {
    assert_eq!(parse("localhost", 80), Err(Errno::INVAL));
    assert_eq!(parse("1.2.3", 80), Err(Errno::INVAL));
}

#[test]
fn a_path_that_is_too_long_is_no_address() {
    assert_eq!(unix_address(&"x".repeat(200)).map(|_| ()), Err(Errno::INVAL));
    assert_eq!(unix_address("\0hidden").unwrap().abstract_name(), Some(&b"hidden"[..]));
}

#[test]
fn ends_of_a_socket_are_described() {
    let socket = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let end = describe(socket.as_fd(), rustix::net::getsockname(&socket).unwrap()).unwrap();
    assert_eq!((end.address.as_str(), end.family), ("127.0.0.1", "IPv4"));
    assert_eq!(end.port, socket.local_addr().unwrap().port());
    let (near, _far) = std::os::unix::net::UnixStream::pair().unwrap();
    assert_eq!(describe(near.as_fd(), rustix::net::getsockname(&near).unwrap()), None);
}
