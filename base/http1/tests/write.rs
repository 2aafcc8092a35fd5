//! Written heads and chunks, compared with the formats of RFC 9110 and RFC 9112 and with Node's order.

use brio_http1::*;

#[test]
fn a_response_head_has_nodes_order() {
    let mut out = Vec::new();
    let date = imf_fixdate(784_111_777);
    let body = Outgoing::Length(1234567890);
    let added = ResponseFields { date: Some(&date), connection: Connection::KeepAlive { timeout_s: Some(5) }, body };
    let fields: [(&[u8], &[u8]); 1] = [(b"Content-Type", b"text/plain")];
    write_response_head(&mut out, 200, None, fields, &added);
    let expected = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\
        Connection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 1234567890\r\n\r\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn statuses_phrases_and_framings() {
    let write = |status, reason: Option<&[u8]>, connection, body| {
        let mut out = Vec::new();
        let added = ResponseFields { date: None, connection, body };
        write_response_head(&mut out, status, reason, [], &added);
        String::from_utf8(out).unwrap()
    };
    assert_eq!(
        write(404, None, Connection::Close, Outgoing::Length(0)),
        "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    );
    assert_eq!(write(299, None, Connection::Unmarked, Outgoing::Unmarked), "HTTP/1.1 299 unknown\r\n\r\n");
    assert_eq!(
        write(200, Some(b"Fine"), Connection::Unmarked, Outgoing::Chunked),
        "HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    assert_eq!(reason_phrase(418), "I'm a Teapot");
    assert!(STATUS_CODES.is_sorted());
    assert_eq!(STATUS_CODES.len(), 63);
}

#[test]
fn a_written_request_is_parsed_back() {
    let mut out = Vec::new();
    let fields: [(&[u8], &[u8]); 2] = [(b"Host", b"a"), (b"X", b"")];
    write_request_head(&mut out, Method::Put, b"/x?y", fields, Outgoing::Length(u64::MAX));
    assert!(out.starts_with(b"PUT /x?y HTTP/1.1\r\nHost: a\r\nX: \r\n"));
    let mut parser = RequestParser::new(Limits::default());
    assert_eq!(parser.parse(&out), Ok(Progress::Complete { length: out.len() }));
    assert_eq!(parser.head().body, Body::Length(u64::MAX));
}

#[test]
fn written_chunks_are_decoded_back() {
    let mut out = Vec::new();
    write_chunk(&mut out, b"");
    write_chunk(&mut out, b"hello");
    write_chunk(&mut out, &[b'x'; 0x1af]);
    let trailers: [(&[u8], &[u8]); 1] = [(b"X", b"y")];
    write_last_chunk(&mut out, trailers);
    assert!(out.starts_with(b"5\r\nhello\r\n1af\r\nxxx") && out.ends_with(b"x\r\n0\r\nX: y\r\n\r\n"));
    let mut decoder = ChunkedDecoder::new(Limits::default());
    let (mut index, mut body_bytes) = (0, 0);
    loop {
        let (used, event) = decoder.decode(&out[index..]).unwrap();
        index += used;
        match event {
            ChunkEvent::Data(range) => body_bytes += range.len(),
            ChunkEvent::End => break,
            ChunkEvent::NeedMore => panic!("the body has an end"),
        }
    }
    assert_eq!((index, body_bytes), (out.len(), 5 + 0x1af));
}

/// The seconds and strings come from `new Date(second * 1000).toUTCString()`.
#[test]
fn dates_are_imf_fixdates() {
    for (second, text) in [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
        (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
        (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (u64::MAX, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ] {
        assert_eq!(std::str::from_utf8(&imf_fixdate(second)).unwrap(), text);
    }
    let mut cache = DateCache::new();
    assert_eq!(cache.text(951_782_400), &imf_fixdate(951_782_400));
    assert_eq!(cache.text(0), &imf_fixdate(0));
}

#[test]
#[should_panic(expected = "would end the body")]
fn an_empty_chunk_head_is_a_bug() {
    write_chunk_head(&mut Vec::new(), 0);
}
