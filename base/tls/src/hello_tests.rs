use super::*;

/// A ClientHello for `name` with ALPN h2 and http/1.1, as one handshake message.
fn message(name: &str) -> Vec<u8> {
    let mut extensions = Vec::new();
    let mut add = |kind: u8, content: &[u8]| {
        extensions.extend([0, kind, 0, content.len() as u8]);
        extensions.extend(content);
    };
    let length = name.len() as u8;
    add(0, &[&[0, length + 3, 0, 0, length], name.as_bytes()].concat());
    add(16, b"\0\x0c\x02h2\x08http/1.1");
    add(43, &[4, 3, 4, 3, 3]);
    add(5, &[1, 0, 0, 0, 0]);
    let body =
        [&[3, 3][..], &[7; 32], &[2, 8, 9], &[0, 2, 0x13, 1], &[1, 0], &[0, extensions.len() as u8], &extensions]
            .concat();
    [&[1, 0, 0, body.len() as u8][..], &body].concat()
}

fn record(content: &[u8]) -> Vec<u8> {
    [&[22, 3, 1, 0, content.len() as u8][..], content].concat()
}

#[test]
fn name_protocols_versions_and_session_are_read() {
    let Parsed::Hello(hello) = parse_client_hello(&record(&message("a.example"))) else { panic!("no hello") };
    assert_eq!(hello.server_name.as_deref(), Some("a.example"));
    assert_eq!(hello.protocols, [b"h2".to_vec(), b"http/1.1".to_vec()]);
    assert_eq!(hello.session_id, [8, 9]);
    assert!(hello.offers_tls13 && hello.wants_ocsp && !hello.has_ticket);
}

#[test]
fn every_prefix_is_incomplete_and_records_may_split_the_message() {
    let message = message("b.example");
    let (first, second) = message.split_at(17);
    let bytes = [record(first), record(second)].concat();
    for end in 0..bytes.len() {
        assert_eq!(parse_client_hello(&bytes[..end]), Parsed::Incomplete, "{end} bytes");
    }
    assert!(
        matches!(parse_client_hello(&bytes), Parsed::Hello(hello) if hello.server_name.as_deref() == Some("b.example"))
    );
}

#[test]
fn what_is_no_hello_is_left_to_openssl() {
    assert_eq!(parse_client_hello(b"GET / HTTP/1.1\r\n"), Parsed::Other);
    assert_eq!(parse_client_hello(&[22, 9, 9]), Parsed::Other);
    assert_eq!(parse_client_hello(&record(&[2, 0, 0, 0])), Parsed::Other);
    let mut broken = message("c.example");
    let length = broken.len();
    broken[length - 6] = 200;
    assert_eq!(parse_client_hello(&record(&broken)), Parsed::Other);
}
