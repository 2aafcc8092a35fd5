//! What the fields of a head mean for the connection: how long the body is, whether the connection stays open, whether
//! the protocol changes.

use crate::error::{Code, ParseError};
use crate::fields::{Field, Lenience, Span};
use crate::scan::trim;

/// How the body of a message is delimited (RFC 9112 §6.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Body {
    /// There is no body.
    #[default]
    None,
    /// This many bytes follow, at least one.
    Length(u64),
    /// Chunks follow: see [`crate::ChunkedDecoder`].
    Chunked,
    /// All bytes until the connection closes. Responses only.
    UntilClose,
}

/// The value of an `Expect` field (RFC 9110 §10.1.1). Only HTTP/1.1 has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expect {
    /// There is none.
    #[default]
    None,
    /// `100-continue`: the client waits for an interim response before it sends the body.
    Continue,
    /// An undefined expectation: respond with 417.
    Other,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TransferEncoding {
    #[default]
    Absent,
    /// The last coding is `chunked`.
    Chunked,
    /// The last coding is something else.
    Other,
}

/// The result of the fields seen so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Framing {
    is_response: bool,
    /// See [`crate::Lenience::length_and_coding`].
    allows_both: bool,
    content_length: Option<u64>,
    transfer_encoding: TransferEncoding,
    connection_close: bool,
    connection_keep_alive: bool,
    connection_upgrade: bool,
    has_upgrade: bool,
    pub(crate) expect: Expect,
    pub(crate) host_count: u8,
    /// The value of the last `Host`.
    pub(crate) host: Span,
}

impl Framing {
    pub(crate) fn of_request(lenience: Lenience) -> Self {
        Self { allows_both: lenience.length_and_coding, ..Self::default() }
    }

    pub(crate) fn of_response(lenience: Lenience) -> Self {
        Self { is_response: true, allows_both: lenience.length_and_coding, ..Self::default() }
    }

    /// A trailer section: fields that would change the framing of a chunked message are rejected.
    pub(crate) fn of_trailers() -> Self {
        Self { transfer_encoding: TransferEncoding::Chunked, ..Self::default() }
    }

    /// Records `field`, which is a range of `bytes`.
    #[inline]
    pub(crate) fn note(&mut self, bytes: &[u8], field: Field) -> Result<(), ParseError> {
        let name = field.name.of(bytes);
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        match name.len() {
            4 if is("host") => {
                self.host_count = self.host_count.saturating_add(1);
                self.host = field.value;
            }
            6 if is("expect") => self.note_expect(field.value.of(bytes)),
            7 if is("upgrade") => self.has_upgrade |= !field.value.is_empty(),
            10 if is("connection") => self.note_connection(field.value.of(bytes)),
            14 if is("content-length") => self.note_content_length(bytes, field)?,
            16 if is("proxy-connection") => self.note_connection(field.value.of(bytes)),
            17 if is("transfer-encoding") => self.note_transfer_encoding(bytes, field)?,
            _ => {}
        }
        Ok(())
    }

    /// Returns the framing of a request's body. `end` is the index after the head.
    pub(crate) fn request_body(&self, end: usize) -> Result<Body, ParseError> {
        match (self.transfer_encoding, self.content_length) {
            (TransferEncoding::Chunked, _) => Ok(Body::Chunked),
            // RFC 9112 §6.3: the length of such a request cannot be known.
            (TransferEncoding::Other, _) => Err(ParseError::unknown_length(end)),
            (TransferEncoding::Absent, None | Some(0)) => Ok(Body::None),
            (TransferEncoding::Absent, Some(length)) => Ok(Body::Length(length)),
        }
    }

    /// Returns the framing of a response's body, if its status and the request's method allow one.
    pub(crate) fn response_body(&self) -> Body {
        match (self.transfer_encoding, self.content_length) {
            (TransferEncoding::Chunked, _) => Body::Chunked,
            (TransferEncoding::Other, _) | (TransferEncoding::Absent, None) => Body::UntilClose,
            (TransferEncoding::Absent, Some(0)) => Body::None,
            (TransferEncoding::Absent, Some(length)) => Body::Length(length),
        }
    }

    /// Whether the connection stays open after the message (RFC 9112 §9.3).
    pub(crate) fn keep_alive(&self, minor_version: u8) -> bool {
        if self.connection_close {
            return false;
        }
        // RFC 9112 §6.1: a 1.0 sender does not support Transfer-Encoding, so its framing is not trustworthy.
        minor_version >= 1 || (self.connection_keep_alive && self.transfer_encoding == TransferEncoding::Absent)
    }

    /// Whether the sender offers, or has agreed, to change the protocol (RFC 9110 §7.8).
    pub(crate) fn upgrade(&self) -> bool {
        self.has_upgrade && self.connection_upgrade
    }

    fn note_expect(&mut self, value: &[u8]) {
        self.expect = if value.eq_ignore_ascii_case(b"100-continue") { Expect::Continue } else { Expect::Other };
    }

    fn note_connection(&mut self, value: &[u8]) {
        for option in value.split(|&byte| byte == b',').map(trim) {
            self.connection_close |= option.eq_ignore_ascii_case(b"close");
            self.connection_keep_alive |= option.eq_ignore_ascii_case(b"keep-alive");
            self.connection_upgrade |= option.eq_ignore_ascii_case(b"upgrade");
        }
    }

    fn note_content_length(&mut self, bytes: &[u8], field: Field) -> Result<(), ParseError> {
        let start = field.value.start as usize;
        // RFC 9112 §6.3: two lengths, or a length beside a coding, are used to smuggle requests.
        if self.content_length.is_some() {
            let reason = "Duplicate Content-Length";
            return Err(ParseError::new(Code::UnexpectedContentLength, reason, start));
        }
        let invalid = |reason, at| Err(ParseError::new(Code::InvalidContentLength, reason, at));
        if self.transfer_encoding != TransferEncoding::Absent && !self.allows_both {
            // llhttp reports it before it checks the value.
            return invalid("Content-Length can't be present with Transfer-Encoding", field.name.end as usize + 1);
        }
        let digits = field.value.of(bytes);
        if digits.is_empty() {
            return Err(folded_line(bytes, field).unwrap_or(ParseError::new(
                Code::InvalidContentLength,
                "Empty Content-Length",
                start + 2,
            )));
        }
        let mut length = 0u64;
        for (index, byte) in digits.iter().enumerate() {
            if !byte.is_ascii_digit() {
                let spaces = match index {
                    0 => 0,
                    _ => digits[index..].iter().take_while(|byte| **byte == b' ').count(),
                };
                let at = start + index + spaces;
                return invalid("Invalid character in Content-Length", at);
            }
            let next = length.checked_mul(10).and_then(|tens| tens.checked_add(u64::from(byte - b'0')));
            match next {
                Some(next) => length = next,
                None => return invalid("Content-Length overflow", start + index + 1),
            }
        }
        self.content_length = Some(length);
        Ok(())
    }

    fn note_transfer_encoding(&mut self, bytes: &[u8], field: Field) -> Result<(), ParseError> {
        let start = field.value.start as usize;
        let invalid = |reason, at| Err(ParseError::new(Code::InvalidTransferEncoding, reason, at));
        if self.content_length.is_some() && !self.allows_both {
            return invalid("Transfer-Encoding can't be present with Content-Length", field.name.end as usize + 1);
        }
        let value = field.value.of(bytes);
        if value.is_empty() {
            return Err(folded_line(bytes, field).unwrap_or(ParseError::new(
                Code::InvalidTransferEncoding,
                "Empty Transfer-Encoding",
                start + 2,
            )));
        }
        let mut coding_start = start;
        for coding in value.split(|&byte| byte == b',') {
            let at = if coding_start == start { start + 1 } else { coding_start };
            coding_start += coding.len() + 1;
            let coding = trim(coding);
            // RFC 9112 §6.1: in a request nothing may follow `chunked`, nor may it be applied twice.
            if self.transfer_encoding == TransferEncoding::Chunked && !self.is_response {
                return invalid("Invalid `Transfer-Encoding` header value", at);
            }
            // llhttp does not accept a tab after the coding: a proxy in front may interpret the two as one token.
            let chunked = coding.eq_ignore_ascii_case(b"chunked") && !tab_follows(bytes, field);
            self.transfer_encoding = if chunked { TransferEncoding::Chunked } else { TransferEncoding::Other };
        }
        Ok(())
    }
}

/// Whether there is a tab between the value and the line's end.
fn tab_follows(bytes: &[u8], field: Field) -> bool {
    bytes[field.value.end as usize..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).any(|byte| *byte == b'\t')
}

/// The error of an empty value that continues in the next line (RFC 9112 §5.2), when that line has arrived.
#[cold]
fn folded_line(bytes: &[u8], field: Field) -> Option<ParseError> {
    let next = field.value.end as usize + 2;
    let folded = matches!(bytes.get(next), Some(b' ' | b'\t'));
    folded.then(|| ParseError::new(Code::InvalidHeaderToken, "Invalid header value char", next + 1))
}
