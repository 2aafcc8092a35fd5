//! Response heads: the status line (RFC 9112 §4), then the fields.

use crate::error::{Code, ParseError};
use crate::fields::{Field, FieldSection, Limits, Span};
use crate::framing::{Body, Framing};
use crate::method::Method;
use crate::request::{Progress, parse_version};

/// A parsed response head. Ranges refer to the input of [`ResponseParser::parse`].
#[derive(Clone, Debug, Default)]
pub struct ResponseHead {
    /// The status code, three digits of any value.
    pub status: u16,
    /// The reason phrase, which may be empty and contain any byte but line breaks.
    pub reason: Span,
    /// 1 for HTTP/1.1, 0 for HTTP/1.0.
    pub minor_version: u8,
    /// How the body is delimited.
    pub body: Body,
    /// Whether the connection can carry another request after the body.
    pub keep_alive: bool,
    /// Whether another protocol follows: an agreed `Upgrade` with status 101, or a `CONNECT` that succeeded.
    pub upgrade: bool,
}

impl ResponseHead {
    /// Whether another head follows for the same request (RFC 9110 §15.2). Status 101 is the last one.
    pub fn is_interim(&self) -> bool {
        (100..200).contains(&self.status) && self.status != 101
    }
}

/// Parses the response heads of one connection, one after another.
#[derive(Debug)]
pub struct ResponseParser {
    limits: Limits,
    in_fields: bool,
    head: ResponseHead,
    section: FieldSection,
    framing: Framing,
}

impl ResponseParser {
    /// Makes a parser for a new connection.
    pub fn new(limits: Limits) -> Self {
        let section = FieldSection { follows_start_line: true, ..FieldSection::default() };
        let (head, framing) = (ResponseHead::default(), Framing::default());
        Self { limits, in_fields: false, head, section, framing }
    }

    /// Parses the head at the start of `bytes`, the response to a request with `method`.
    ///
    /// Call it as [`crate::RequestParser::parse`]. After an interim head call it again for the next one.
    ///
    /// # Errors
    /// [`ParseError`] when no continuation of `bytes` can be a valid head.
    pub fn parse(&mut self, bytes: &[u8], method: Method) -> Result<Progress, ParseError> {
        if !self.in_fields && !self.parse_status_line(bytes)? {
            return Ok(Progress::Partial);
        }
        let framing = &mut self.framing;
        let note = |bytes: &[u8], field: Field| framing.note(bytes, field);
        let Some(length) = self.section.parse(bytes, &self.limits, note)? else {
            return Ok(Progress::Partial);
        };
        self.in_fields = false;
        self.finish(method);
        Ok(Progress::Complete { length })
    }

    /// Returns the head of the last [`Progress::Complete`].
    pub fn head(&self) -> &ResponseHead {
        &self.head
    }

    /// Returns the fields of the last head, in the order they were sent.
    pub fn fields(&self) -> &[Field] {
        &self.section.fields
    }

    /// Drops an incomplete head, so that the parser can be reused for another connection.
    pub fn reset(&mut self) {
        self.in_fields = false;
    }

    /// Returns false when the line is incomplete.
    fn parse_status_line(&mut self, bytes: &[u8]) -> Result<bool, ParseError> {
        let start = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        if start >= self.limits.head_bytes_max {
            return Err(ParseError::header_overflow(self.limits.head_bytes_max));
        }
        let Some((minor_version, end)) = parse_version(bytes, start, self.limits.lenience)? else {
            return Ok(false);
        };
        match bytes.get(end) {
            Some(b' ') => {}
            None => return Ok(false),
            Some(_) => {
                let reason = "Expected space after version";
                return Err(ParseError::new(Code::InvalidVersion, reason, end));
            }
        }
        let Some(status) = parse_status(bytes, end + 1)? else {
            return Ok(false);
        };
        let Some((reason, end)) = parse_reason(bytes, end + 4, &self.limits)? else {
            return Ok(false);
        };
        let (body, keep_alive, upgrade) = (Body::None, false, false);
        self.head = ResponseHead { status, reason, minor_version, body, keep_alive, upgrade };
        self.section.restart(end, reason.len());
        self.framing = Framing::of_response(self.limits.lenience);
        self.in_fields = true;
        Ok(true)
    }

    /// Applies RFC 9112 §6.3 in its order.
    fn finish(&mut self, method: Method) {
        let head = &mut self.head;
        let tunnel = method == Method::Connect && (200..300).contains(&head.status);
        let bodiless = method == Method::Head || matches!(head.status, 100..200 | 204 | 304);
        head.body = if tunnel || bodiless { Body::None } else { self.framing.response_body() };
        head.upgrade = tunnel || (head.status == 101 && self.framing.upgrade());
        head.keep_alive = head.body != Body::UntilClose && self.framing.keep_alive(head.minor_version);
    }
}

fn parse_status(bytes: &[u8], start: usize) -> Result<Option<u16>, ParseError> {
    let mut status = 0;
    for index in start..start + 3 {
        match bytes.get(index) {
            Some(digit @ b'0'..=b'9') => status = status * 10 + u16::from(digit - b'0'),
            None => return Ok(None),
            Some(_) => {
                return Err(ParseError::new(Code::InvalidStatus, "Invalid status code", index));
            }
        }
    }
    Ok(Some(status))
}

/// Parses the phrase, which may be missing with its space, and the line's end. Returns the index after it.
fn parse_reason(bytes: &[u8], start: usize, limits: &Limits) -> Result<Option<(Span, usize)>, ParseError> {
    let text_start = match bytes.get(start) {
        Some(b' ') => start + 1,
        Some(b'\r') => start,
        Some(b'\n') if limits.lenience.bare_lf => start,
        None => return Ok(None),
        Some(_) => {
            return Err(ParseError::new(Code::InvalidStatus, "Invalid response status", start));
        }
    };
    let text = &bytes[text_start..];
    let length = text.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(text.len());
    let end = text_start + length;
    if length >= limits.head_bytes_max {
        return Err(ParseError::header_overflow(text_start + limits.head_bytes_max));
    }
    match (bytes.get(end), bytes.get(end + 1)) {
        (None, _) | (Some(b'\r'), None) => Ok(None),
        (Some(b'\r'), Some(b'\n')) => Ok(Some((Span::new(text_start, end), end + 2))),
        (Some(b'\n'), _) if limits.lenience.bare_lf => Ok(Some((Span::new(text_start, end), end + 1))),
        (Some(b'\r'), Some(_)) => Err(ParseError::new(Code::Strict, "Expected LF after CR", end + 1)),
        _ => {
            let reason = "Missing expected CR after response line";
            Err(ParseError::new(Code::CrExpected, reason, end + 1))
        }
    }
}
