use super::{Http2Head, of_http1};

fn fields(head: &Http2Head) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = head.text.split('\0').collect();
    // After each value comes the flag of the field, in front of the next name.
    (0..head.field_count).map(|index| (parts[index * 2].trim_start_matches('0'), parts[index * 2 + 1])).collect()
}

#[test]
fn the_request_line_and_host_become_pseudo_header_fields() {
    let head = of_http1(b"POST /a?b HTTP/1.1\r\nhost: example.org:8443\r\nAccept: */*\r\n\r\n", "https")
        .expect("it is a head");
    assert_eq!(
        fields(&head),
        [
            (":method", "POST"),
            (":scheme", "https"),
            (":authority", "example.org:8443"),
            (":path", "/a?b"),
            ("accept", "*/*")
        ]
    );
}

#[test]
fn fields_about_the_connection_are_left_out() {
    let head = of_http1(
        b"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\nUpgrade: x\r\nTE: gzip\r\nKeep-Alive: 5\r\nx: y\r\n\r\n",
        "https",
    )
    .expect("it is a head");
    assert_eq!(fields(&head)[4..], [("x", "y")]);
}

#[test]
fn trailers_are_what_te_may_say() {
    let head = of_http1(b"GET / HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n", "https").expect("it is a head");
    assert_eq!(fields(&head)[4..], [("te", "trailers")]);
}

#[test]
fn bytes_above_ascii_stay_single_characters() {
    let head = of_http1(b"GET / HTTP/1.1\r\nHost: a\r\nx: \xe4\r\n\r\n", "https").expect("it is a head");
    assert_eq!(fields(&head)[4..], [("x", "\u{e4}")]);
}

#[test]
fn what_is_no_head_is_refused() {
    assert_eq!(of_http1(b"GET", "https"), None);
}
