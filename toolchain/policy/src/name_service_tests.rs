use super::{Names, addresses, question, read_message, refusal, start, write_message};
use std::net::{IpAddr, TcpStream, UdpSocket};
use std::sync::{Arc, Mutex};

/// A query for the A records of `good.example`.
const QUERY: &[u8] = b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x04Good\x07example\x00\x00\x01\x00\x01";

/// The same with one answer: 192.0.2.7, under a pointer to the name.
fn reply() -> Vec<u8> {
    let mut reply = QUERY.to_vec();
    reply[2..4].copy_from_slice(&[0x81, 0x80]);
    reply[7] = 1;
    reply.extend_from_slice(b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04\xc0\x00\x02\x07");
    reply
}

#[derive(Default)]
struct Known(Mutex<Vec<(String, IpAddr)>>);

impl Names for Known {
    fn is_allowed(&self, name: &str) -> bool {
        name == "good.example"
    }

    fn add(&self, name: &str, address: IpAddr) {
        self.0.lock().expect("no thread panics").push((name.to_string(), address));
    }
}

#[test]
fn names_and_addresses_are_read() {
    let (name, end) = question(QUERY).expect("a question");
    assert_eq!((name.as_str(), end), ("good.example", QUERY.len()));
    assert_eq!(addresses(&reply(), end).collect::<Vec<_>>(), [IpAddr::from([192, 0, 2, 7])]);
    // Cut anywhere, nothing is read and nothing panics.
    for length in 0..reply().len() {
        assert_eq!(addresses(&reply()[..length], end).count(), 0);
        assert_eq!(question(&QUERY[..length.min(QUERY.len() - 1)]), None);
    }
}

#[test]
fn only_allowed_names_reach_the_server() {
    let server = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let known = Arc::new(Known::default());
    let names: Arc<dyn Names> = known.clone();
    let address = start(server.local_addr().expect("an address"), names).expect("it starts");
    let answering = std::thread::spawn(move || {
        let mut query = [0; 512];
        let (count, from) = server.recv_from(&mut query).expect("a query");
        server.send_to(&reply(), from).expect("it is sent");
        query[..count].to_vec()
    });
    let mut stream = TcpStream::connect(address).expect("it listens");
    let mut other = QUERY.to_vec();
    other[13..17].copy_from_slice(b"evil");
    write_message(&mut stream, &other).expect("it is sent");
    let refused = read_message(&mut stream).expect("a reply");
    assert_eq!((&refused[..2], refused[2] & 0x80, refused[3] & 0xf), (&b"\x12\x34"[..], 0x80, 3));
    assert_eq!(refused, refusal(&other, other.len()));
    write_message(&mut stream, QUERY).expect("it is sent");
    assert_eq!(read_message(&mut stream).expect("a reply"), reply());
    assert_eq!(answering.join().expect("it ends"), QUERY);
    assert_eq!(
        *known.0.lock().expect("no thread panics"),
        [("good.example".to_string(), IpAddr::from([192, 0, 2, 7]))]
    );
}
