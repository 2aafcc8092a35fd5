//! Request heads: the request line (RFC 9112 §3), then the fields.

use crate::error::{Code, ParseError, UNSERVED_VERSION};
use crate::fields::{Field, FieldSection, Lenience, Limits, Span};
use crate::framing::{Body, Expect, Framing};
use crate::method::Method;
use crate::scan::find_target_end;
use crate::target::{TargetPart, check_target, refuse_target_byte};

/// The connection preface of an HTTP/2 client with prior knowledge (RFC 9113 §3.4).
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Whether a head is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Call again with the same bytes and more after them.
    Partial,
    /// The head takes the first `length` bytes, line breaks before it included.
    Complete {
        /// The index after the head, where the body begins.
        length: usize,
    },
}

/// A parsed request head. Ranges refer to the input of [`RequestParser::parse`].
#[derive(Clone, Debug)]
pub struct RequestHead {
    /// The method.
    pub method: Method,
    /// The target as sent: `/path?query`, `*`, an absolute URL, or `host:port` (RFC 9112 §3.2).
    pub target: Span,
    /// 1 for HTTP/1.1, 0 for HTTP/1.0.
    pub minor_version: u8,
    /// How the body is delimited.
    pub body: Body,
    /// Whether the client lets the connection stay open.
    pub keep_alive: bool,
    /// Whether another protocol may follow: `CONNECT`, or an `Upgrade` that `Connection` names. It follows the body, if
    /// there is one. A server that does not want the upgrade responds as usual.
    pub upgrade: bool,
    /// The expectation of an `Expect` field; always [`Expect::None`] in HTTP/1.0.
    pub expect: Expect,
    /// How many `Host` fields there are. RFC 9112 §3.2 requires exactly one in HTTP/1.1, otherwise status 400.
    pub host_count: u8,
    /// The value of the last `Host` field, when there is one.
    pub host: Span,
}

/// Parses the request heads of one connection, one after another.
#[derive(Debug)]
pub struct RequestParser {
    limits: Limits,
    phase: Phase,
    head: RequestHead,
    section: FieldSection,
    framing: Framing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Start,
    Fields,
    Complete,
    /// The last message said that none follows.
    Closed,
}

impl RequestParser {
    /// Makes a parser for a new connection.
    pub fn new(limits: Limits) -> Self {
        let head = RequestHead {
            method: Method::Get,
            target: Span::default(),
            minor_version: 1,
            body: Body::None,
            keep_alive: true,
            upgrade: false,
            expect: Expect::None,
            host_count: 0,
            host: Span::default(),
        };
        let section = FieldSection { follows_start_line: true, ..FieldSection::default() };
        Self { limits, phase: Phase::Start, head, section, framing: Framing::default() }
    }

    /// Parses the head at the start of `bytes`.
    ///
    /// After [`Progress::Partial`] the next call passes the same bytes, with more after them. After
    /// [`Progress::Complete`] the next call starts the next head: its bytes begin where the message ended, body
    /// included. Empty lines before a request line are skipped (RFC 9112 §2.2).
    ///
    /// # Errors
    /// [`ParseError`] when no continuation of `bytes` can be a valid head. The connection is then unusable: respond
    /// with [`ParseError::status`] and close. After an error that [`ParseError::follows_head`], `head` and `fields`
    /// return those of the request.
    #[inline]
    pub fn parse(&mut self, bytes: &[u8]) -> Result<Progress, ParseError> {
        if self.phase == Phase::Complete {
            let last_was_final = !self.head.keep_alive && !self.head.upgrade && !self.limits.lenience.data_after_close;
            self.phase = if last_was_final { Phase::Closed } else { Phase::Start };
        }
        if self.phase != Phase::Fields && !self.parse_request_line(bytes)? {
            return Ok(Progress::Partial);
        }
        let framing = &mut self.framing;
        let note = |bytes: &[u8], field: Field| framing.note(bytes, field);
        let Some(length) = self.section.parse(bytes, &self.limits, note)? else {
            return Ok(Progress::Partial);
        };
        self.finish(length)?;
        Ok(Progress::Complete { length })
    }

    /// Returns the head of the last [`Progress::Complete`].
    pub fn head(&self) -> &RequestHead {
        &self.head
    }

    /// Returns the fields of the last head, in the order they were sent.
    pub fn fields(&self) -> &[Field] {
        &self.section.fields
    }

    /// Whether values may be folded ([`Field::unfold`]).
    pub fn may_fold(&self) -> bool {
        self.limits.lenience.folding
    }

    /// Resets everything of the connection but the limits, so that the parser can be reused for another one.
    pub fn reset(&mut self) {
        self.phase = Phase::Start;
    }

    /// Checks that the input may end here. `rest` is what the last parse left, or its input when it was partial.
    ///
    /// # Errors
    /// `HPE_INVALID_EOF_STATE` when a head is incomplete.
    pub fn finish_input(&self, rest: &[u8]) -> Result<(), ParseError> {
        let only_line_breaks = rest.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
        if self.phase == Phase::Fields || !only_line_breaks {
            return Err(ParseError::unexpected_end(rest.len()));
        }
        Ok(())
    }

    /// Returns false when the line is incomplete.
    #[inline]
    fn parse_request_line(&mut self, bytes: &[u8]) -> Result<bool, ParseError> {
        let mut start = 0;
        while let Some(b'\r' | b'\n') = bytes.get(start) {
            start += 1;
        }
        if start >= self.limits.head_bytes_max {
            return Err(ParseError::header_overflow(self.limits.head_bytes_max));
        }
        if start == bytes.len() {
            return Ok(false);
        }
        if self.phase == Phase::Closed {
            let reason = "Data after `Connection: close`";
            return Err(ParseError::new(Code::ClosedConnection, reason, start + 1));
        }
        let Some((method, mut target_start)) = parse_method(bytes, start)? else {
            return Ok(false);
        };
        while bytes.get(target_start) == Some(&b' ') {
            target_start += 1;
        }
        let target_end = find_target_end(bytes, target_start);
        let target = &bytes[target_start..target_end];
        let part = check_target(target, method == Method::Connect, target_start)?;
        // Spaces before the target count too, or the buffer could grow without limit.
        let counted = target_end - start - method.as_str().len();
        if counted > self.limits.head_bytes_max {
            let excess = counted - self.limits.head_bytes_max;
            return Err(ParseError::header_overflow(target_end - excess));
        }
        match bytes.get(target_end) {
            Some(b' ') if part >= TargetPart::Server => {}
            None => return Ok(false),
            Some(byte) => return Err(refuse_target_byte(*byte, target, part, target_end)),
        }
        let Some((minor_version, end)) = parse_version_line(bytes, target_end + 1, &self.limits)? else {
            return Ok(false);
        };
        self.head.method = method;
        self.head.target = Span::new(target_start, target_end);
        self.head.minor_version = minor_version;
        self.section.restart(end, target.len());
        self.framing = Framing::of_request(self.limits.lenience);
        self.phase = Phase::Fields;
        Ok(true)
    }

    fn finish(&mut self, length: usize) -> Result<(), ParseError> {
        let head = &mut self.head;
        let connect = head.method == Method::Connect;
        head.keep_alive = self.framing.keep_alive(head.minor_version);
        head.upgrade = connect || self.framing.upgrade();
        head.expect = if head.minor_version >= 1 { self.framing.expect } else { Expect::None };
        head.host_count = self.framing.host_count;
        head.host = self.framing.host;
        self.phase = Phase::Complete;
        head.body = Body::None;
        // RFC 9110 §9.3.6: the content of CONNECT is the tunnel.
        if !connect {
            head.body = self.framing.request_body(length)?;
        }
        Ok(())
    }
}

/// Returns the method and the index after the space that follows it.
#[inline]
fn parse_method(bytes: &[u8], start: usize) -> Result<Option<(Method, usize)>, ParseError> {
    let rest = &bytes[start..];
    match rest {
        [b'G', b'E', b'T', b' ', ..] => return Ok(Some((Method::Get, start + 4))),
        [b'P', b'O', b'S', b'T', b' ', ..] => return Ok(Some((Method::Post, start + 5))),
        _ => {}
    }
    // No method is longer than 11 bytes.
    let window = &rest[..rest.len().min(12)];
    if let Some(length) = window.iter().position(|&byte| byte == b' ') {
        if let Some(method) = Method::from_bytes(&window[..length]) {
            return Ok(Some((method, start + length + 1)));
        }
    } else if Method::is_prefix(window) {
        return Ok(None);
    }
    refuse_method(rest, start).map(|()| None)
}

/// Determines the error of an invalid method. `Ok` means that it may still become the HTTP/2 preface.
#[cold]
fn refuse_method(rest: &[u8], start: usize) -> Result<(), ParseError> {
    if rest.starts_with(HTTP2_PREFACE) {
        let end = start + HTTP2_PREFACE.len();
        return Err(ParseError::new(Code::PausedH2Upgrade, "Pause on PRI/Upgrade", end));
    }
    if HTTP2_PREFACE.starts_with(rest) {
        return Ok(());
    }
    let mut length = 0;
    while length < rest.len() && Method::is_known_start(&rest[..length + 1]) {
        length += 1;
    }
    let whole = Method::from_bytes(&rest[..length]).is_some() && rest.get(length) != Some(&b' ');
    let reason = if whole { "Expected space after method" } else { "Invalid method encountered" };
    Err(ParseError::new(Code::InvalidMethod, reason, start + length))
}

/// Parses `HTTP/1.x` and the line's end. Returns the minor version and the index after the line.
#[inline]
fn parse_version_line(bytes: &[u8], start: usize, limits: &Limits) -> Result<Option<(u8, usize)>, ParseError> {
    let mut start = start;
    while bytes.get(start) == Some(&b' ') {
        start += 1;
    }
    let longest = limits.head_bytes_max.saturating_mul(2).saturating_add(64);
    if start >= longest {
        return Err(ParseError::header_overflow(longest));
    }
    if let Some(line) = bytes[start..].first_chunk::<10>() {
        match line {
            b"HTTP/1.1\r\n" => return Ok(Some((1, start + 10))),
            b"HTTP/1.0\r\n" => return Ok(Some((0, start + 10))),
            _ => {}
        }
    }
    let Some((minor_version, end)) = parse_version(bytes, start, limits.lenience)? else {
        return Ok(None);
    };
    match (bytes.get(end), bytes.get(end + 1)) {
        (None, _) | (Some(b'\r'), None) => Ok(None),
        (Some(b'\r'), Some(b'\n')) => Ok(Some((minor_version, end + 2))),
        (Some(b'\n'), _) if limits.lenience.bare_lf => Ok(Some((minor_version, end + 1))),
        (Some(b'\r'), Some(_)) => Err(ParseError::new(Code::Strict, "Expected CRLF after version", end + 1)),
        (Some(byte), _) => {
            Err(ParseError::new(Code::InvalidVersion, "Expected CRLF after version", end + usize::from(*byte == b'\n')))
        }
    }
}

/// Parses `HTTP/1.x` byte by byte. Returns the minor version and the index after it, or `None` when the bytes end too
/// early.
pub(crate) fn parse_version(bytes: &[u8], start: usize, lenience: Lenience) -> Result<Option<(u8, usize)>, ParseError> {
    for (index, expected) in b"HTTP/".iter().enumerate() {
        match bytes.get(start + index) {
            Some(byte) if byte == expected => {}
            None => return Ok(None),
            Some(_) => {
                let reason = "Expected HTTP/, RTSP/ or ICE/";
                return Err(ParseError::new(Code::InvalidConstant, reason, start + index));
            }
        }
    }
    let at = start + 5;
    let reasons = ["Invalid major version", "Expected dot", "Invalid minor version"];
    for (index, reason) in reasons.into_iter().enumerate() {
        match bytes.get(at + index) {
            Some(b'.') if index == 1 => {}
            Some(b'0'..=b'9') if index != 1 => {}
            None => return Ok(None),
            Some(_) => return Err(ParseError::new(Code::InvalidVersion, reason, at + index)),
        }
    }
    match (bytes[at], bytes[at + 2]) {
        (b'1', minor @ (b'0' | b'1')) => Ok(Some((minor - b'0', at + 3))),
        (major, _) if lenience.versions => Ok(Some((u8::from(major != b'0'), at + 3))),
        _ => Err(ParseError::new(Code::InvalidVersion, UNSERVED_VERSION, at + 3)),
    }
}
