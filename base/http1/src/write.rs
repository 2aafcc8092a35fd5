//! Writes heads and chunks. The caller has checked that names and values are valid ([`crate::is_field_name`],
//! [`crate::is_field_value`]).

use crate::method::Method;
use crate::status::reason_phrase;

/// The interim response that lets a client send its body (RFC 9110 §15.2.1).
pub const CONTINUE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// The connection fields of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// None: the program's fields have them, or they are the default.
    Unmarked,
    /// `Connection: keep-alive`, with `Keep-Alive: timeout=…` when there is an idle limit in seconds.
    KeepAlive {
        /// How long an idle connection stays open, in seconds.
        timeout_s: Option<u32>,
    },
    /// `Connection: close`.
    Close,
}

/// The framing fields of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outgoing {
    /// None: the program's fields have them, the status has no body, or closing the connection ends it.
    Unmarked,
    /// `Content-Length`.
    Length(u64),
    /// `Transfer-Encoding: chunked`.
    Chunked,
}

/// The fields that a server adds to those of the program.
#[derive(Clone, Copy, Debug)]
pub struct ResponseFields<'a> {
    /// The date, from [`crate::DateCache`].
    pub date: Option<&'a [u8; 29]>,
    /// About the connection.
    pub connection: Connection,
    /// About the body.
    pub body: Outgoing,
}

/// Appends a complete response head: the status line, the program's `fields` in their order, then `Date`, `Connection`,
/// `Keep-Alive` and the body's framing, in Node's order, and the empty line.
///
/// The reason phrase of `status` is used where `reason` is `None`.
pub fn write_response_head<'f>(
    out: &mut Vec<u8>,
    status: u16,
    reason: Option<&[u8]>,
    fields: impl IntoIterator<Item = (&'f [u8], &'f [u8])>,
    added: &ResponseFields<'_>,
) {
    write_status_line(out, status, reason);
    for (name, value) in fields {
        write_field(out, name, value);
    }
    if let Some(date) = added.date {
        write_field(out, b"Date", date);
    }
    match added.connection {
        Connection::Unmarked => {}
        Connection::Close => out.extend_from_slice(b"Connection: close\r\n"),
        Connection::KeepAlive { timeout_s } => {
            out.extend_from_slice(b"Connection: keep-alive\r\n");
            if let Some(timeout_s) = timeout_s {
                out.extend_from_slice(b"Keep-Alive: timeout=");
                write_decimal(out, u64::from(timeout_s));
                out.extend_from_slice(b"\r\n");
            }
        }
    }
    write_framing(out, added.body);
}

/// Appends a complete request head: the request line (HTTP/1.1), the fields in their order, the body's framing and the
/// empty line.
pub fn write_request_head<'f>(
    out: &mut Vec<u8>,
    method: Method,
    target: &[u8],
    fields: impl IntoIterator<Item = (&'f [u8], &'f [u8])>,
    body: Outgoing,
) {
    out.extend_from_slice(method.as_str().as_bytes());
    out.push(b' ');
    out.extend_from_slice(target);
    out.extend_from_slice(b" HTTP/1.1\r\n");
    for (name, value) in fields {
        write_field(out, name, value);
    }
    write_framing(out, body);
}

/// Appends `HTTP/1.1`, the status and the phrase. A 1.1 server sends 1.1 even to a 1.0 client (RFC 9110 §2.5).
pub fn write_status_line(out: &mut Vec<u8>, status: u16, reason: Option<&[u8]>) {
    if status == 200 && reason.is_none() {
        out.extend_from_slice(b"HTTP/1.1 200 OK\r\n");
        return;
    }
    out.extend_from_slice(b"HTTP/1.1 ");
    write_decimal(out, u64::from(status));
    out.push(b' ');
    out.extend_from_slice(reason.unwrap_or_else(|| reason_phrase(status).as_bytes()));
    out.extend_from_slice(b"\r\n");
}

/// Appends one header line.
#[inline]
pub fn write_field(out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    out.reserve(name.len() + value.len() + 4);
    out.extend_from_slice(name);
    out.extend_from_slice(b": ");
    out.extend_from_slice(value);
    out.extend_from_slice(b"\r\n");
}

/// Appends a chunk. Empty data appends nothing, since an empty chunk ends the body.
pub fn write_chunk(out: &mut Vec<u8>, data: &[u8]) {
    if data.is_empty() {
        return;
    }
    out.reserve(data.len() + 20);
    write_chunk_head(out, data.len() as u64);
    out.extend_from_slice(data);
    out.extend_from_slice(b"\r\n");
}

/// Appends the size line of a chunk whose `size` bytes, and the line break after them, the caller sends.
///
/// # Panics
/// When `size` is 0: such a chunk ends the body.
pub fn write_chunk_head(out: &mut Vec<u8>, size: u64) {
    assert!(size > 0, "a chunk of no bytes would end the body");
    let mut digits = [0; 16];
    let mut start = digits.len();
    let mut rest = size;
    while rest > 0 {
        start -= 1;
        digits[start] = b"0123456789abcdef"[(rest % 16) as usize];
        rest /= 16;
    }
    out.extend_from_slice(&digits[start..]);
    out.extend_from_slice(b"\r\n");
}

/// Appends the end of a chunked body with its trailer fields.
pub fn write_last_chunk<'f>(out: &mut Vec<u8>, trailers: impl IntoIterator<Item = (&'f [u8], &'f [u8])>) {
    out.extend_from_slice(b"0\r\n");
    for (name, value) in trailers {
        write_field(out, name, value);
    }
    out.extend_from_slice(b"\r\n");
}

fn write_framing(out: &mut Vec<u8>, body: Outgoing) {
    match body {
        Outgoing::Unmarked => out.extend_from_slice(b"\r\n"),
        Outgoing::Chunked => out.extend_from_slice(b"Transfer-Encoding: chunked\r\n\r\n"),
        Outgoing::Length(length) => {
            out.extend_from_slice(b"Content-Length: ");
            write_decimal(out, length);
            out.extend_from_slice(b"\r\n\r\n");
        }
    }
}

fn write_decimal(out: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    let mut rest = number;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}
