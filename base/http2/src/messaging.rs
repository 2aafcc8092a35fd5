//! Which messages are well-formed (RFC 9113 §8, RFC 8441 §4): their fields, their order, and the length of the body.
//!
//! The library has these rules too, but ends the session by them; here only the stream fails (§8.1.1).

use crate::ffi::check;

/// What happens to a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    /// It is dropped; the message continues without it.
    Drop,
    /// The stream fails.
    Malformed,
}

/// The kind of a header block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Block {
    #[default]
    Request,
    Response,
    /// Those of a request.
    RequestTrailers,
    /// Those of a response.
    ResponseTrailers,
}

/// Rules of a session for received fields.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// Values may begin and end with white space.
    pub takes_outer_white_space: bool,
    /// The owner has announced SETTINGS_ENABLE_CONNECT_PROTOCOL.
    pub has_connect_protocol: bool,
    /// The stream was promised: its request cannot be CONNECT.
    pub is_promise: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Method {
    #[default]
    Other,
    Head,
    Connect,
    Options,
}

impl Method {
    fn of(value: &[u8]) -> Self {
        match value {
            b"HEAD" => Self::Head,
            b"CONNECT" => Self::Connect,
            b"OPTIONS" => Self::Options,
            _ => Self::Other,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Path {
    #[default]
    Absent,
    /// Begins with a slash.
    Absolute,
    Asterisk,
    Other,
}

/// The result of the fields of the current block.
#[derive(Clone, Copy, Default)]
struct Seen {
    block: Block,
    method: bool,
    scheme: bool,
    authority: bool,
    host: bool,
    protocol: bool,
    /// Pseudo-fields come first.
    regular: bool,
    is_http: bool,
    path: Path,
    status: Option<u16>,
    content_length: Option<u64>,
}

/// The message that a stream receives.
#[derive(Default)]
pub(crate) struct Message {
    seen: Seen,
    method: Method,
    /// Of the body; none when no field has it.
    content_length: Option<u64>,
    received: u64,
    /// Interim responses have arrived, the final one has not.
    expects_final: bool,
    /// It has failed: the rest of it is ignored.
    pub is_malformed: bool,
}

impl Message {
    /// The response to a request with `method`.
    pub fn answering(method: &[u8]) -> Self {
        Self { method: Method::of(method), ..Self::default() }
    }

    /// Begins a header block. `is_request_side`: requests arrive in this direction. `is_first`: it is the first of its
    /// stream.
    pub fn begin(&mut self, is_request_side: bool, is_first: bool) {
        let block = match (is_request_side, is_first || self.expects_final) {
            (true, true) => Block::Request,
            (true, false) => Block::RequestTrailers,
            (false, true) => Block::Response,
            (false, false) => Block::ResponseTrailers,
        };
        self.seen = Seen { block, ..Seen::default() };
    }

    /// A field of the block.
    pub fn field(&mut self, name: &[u8], value: &[u8], rules: Rules) -> Verdict {
        let is_pseudo = name.first() == Some(&b':');
        if !check::is_name(name) {
            // Names have no capitals (RFC 9113 §8.2.1); other invalid names are common enough to be dropped.
            if is_pseudo || name.iter().any(u8::is_ascii_uppercase) {
                return Verdict::Malformed;
            }
            self.seen.regular = true;
            return Verdict::Drop;
        }
        if !self.is_value(name, value, rules) {
            self.seen.regular = true;
            return if is_pseudo { Verdict::Malformed } else { Verdict::Drop };
        }
        if is_pseudo {
            let is_taken =
                !self.is_trailers() && !self.seen.regular && !value.is_empty() && self.pseudo(name, value, rules);
            return if is_taken { Verdict::Keep } else { Verdict::Malformed };
        }
        self.seen.regular = true;
        self.regular(name, value)
    }

    fn is_trailers(&self) -> bool {
        matches!(self.seen.block, Block::RequestTrailers | Block::ResponseTrailers)
    }

    fn is_request_side(&self) -> bool {
        matches!(self.seen.block, Block::Request | Block::RequestTrailers)
    }

    fn is_value(&self, name: &[u8], value: &[u8], rules: Rules) -> bool {
        match name {
            b":method" => check::is_method(value),
            b":path" => check::is_path(value),
            b":scheme" => is_scheme(value),
            b":authority" | b"host" if self.is_request_side() => value.iter().all(|&byte| is_authority_byte(byte)),
            _ if rules.takes_outer_white_space => check::is_value_within(value),
            _ => check::is_value(value),
        }
    }

    // Returns whether it is allowed here.
    fn pseudo(&mut self, name: &[u8], value: &[u8], rules: Rules) -> bool {
        let seen = &mut self.seen;
        match (seen.block, name) {
            (Block::Request, b":method") => {
                self.method = Method::of(value);
                !(std::mem::replace(&mut seen.method, true) || rules.is_promise && self.method == Method::Connect)
            }
            (Block::Request, b":scheme") => {
                seen.is_http = value.eq_ignore_ascii_case(b"http") || value.eq_ignore_ascii_case(b"https");
                !std::mem::replace(&mut seen.scheme, true)
            }
            (Block::Request, b":authority") => !std::mem::replace(&mut seen.authority, true),
            (Block::Request, b":protocol") => {
                rules.has_connect_protocol && !std::mem::replace(&mut seen.protocol, true)
            }
            (Block::Request, b":path") => {
                let path = match value {
                    [b'/', ..] => Path::Absolute,
                    b"*" => Path::Asterisk,
                    _ => Path::Other,
                };
                std::mem::replace(&mut seen.path, path) == Path::Absent
            }
            (Block::Response, b":status") => {
                let status = status(value);
                // RFC 9113 §8.6: protocols cannot be switched.
                status.is_some_and(|status| status != 101) && std::mem::replace(&mut seen.status, status).is_none()
            }
            _ => false,
        }
    }

    fn regular(&mut self, name: &[u8], value: &[u8]) -> Verdict {
        match name {
            b"host" if self.is_request_side() && (value.is_empty() || std::mem::replace(&mut self.seen.host, true)) => {
                Verdict::Malformed
            }
            b"content-length" => self.length(value),
            // Connection-specific fields (RFC 9113 §8.2.2).
            b"connection" | b"keep-alive" | b"proxy-connection" | b"transfer-encoding" | b"upgrade" => {
                Verdict::Malformed
            }
            b"te" if !value.eq_ignore_ascii_case(b"trailers") => Verdict::Malformed,
            _ => Verdict::Keep,
        }
    }

    fn length(&mut self, value: &[u8]) -> Verdict {
        let seen = &mut self.seen;
        let status = seen.status.unwrap_or(0);
        if seen.block == Block::Response && status == 204 && value != b"0" || status / 100 == 1 {
            return Verdict::Malformed;
        }
        let is_tunnel = seen.block == Block::Response && status / 100 == 2 && self.method == Method::Connect;
        if is_tunnel {
            return Verdict::Drop;
        }
        let length = decimal(value);
        if length.is_none() || std::mem::replace(&mut seen.content_length, length).is_some() {
            return Verdict::Malformed;
        }
        // Some servers send a length for a body that cannot exist.
        if status == 204 { Verdict::Drop } else { Verdict::Keep }
    }

    /// Ends the block. Returns whether the message is well-formed so far. `is_end`: the message ends too.
    pub fn end_block(&mut self, is_end: bool) -> bool {
        let is_complete = match self.seen.block {
            Block::Request => self.end_request(),
            Block::Response => self.end_response(),
            Block::RequestTrailers | Block::ResponseTrailers => is_end && self.end_trailers(),
        };
        is_complete && (!is_end || self.end())
    }

    fn end_request(&mut self) -> bool {
        let seen = &self.seen;
        if self.method == Method::Connect && !seen.protocol {
            self.content_length = None;
            return seen.authority && !seen.scheme && seen.path == Path::Absent;
        }
        self.content_length = seen.content_length;
        let is_path = match seen.path {
            Path::Absent => false,
            Path::Absolute => true,
            Path::Asterisk => !seen.is_http || self.method == Method::Options,
            Path::Other => !seen.is_http,
        };
        let is_protocol = !seen.protocol || self.method == Method::Connect && seen.authority;
        seen.method && seen.scheme && (seen.authority || seen.host) && is_path && is_protocol
    }

    fn end_response(&mut self) -> bool {
        let Some(status) = self.seen.status else { return false };
        self.expects_final = status / 100 == 1;
        let has_no_body = self.method == Method::Head || status == 204 || status == 304;
        self.content_length = match self.method {
            _ if self.expects_final => None,
            _ if has_no_body => Some(0),
            Method::Connect => None,
            _ => self.seen.content_length,
        };
        true
    }

    // A length in trailers counts when it is the only one.
    fn end_trailers(&mut self) -> bool {
        let Some(length) = self.seen.content_length else { return true };
        self.content_length.replace(length).is_none()
    }

    /// A promise is complete: its response follows on the stream.
    pub fn become_answer(&mut self) {
        *self = Self { method: self.method, ..Self::default() };
    }

    /// Counts bytes of the body. Returns whether that many are allowed.
    pub fn data(&mut self, count: usize) -> bool {
        self.received += count as u64;
        !self.expects_final && self.content_length.is_none_or(|length| self.received <= length)
    }

    /// Ends the message. Returns whether it is complete.
    pub fn end(&self) -> bool {
        !self.expects_final && self.content_length.is_none_or(|length| self.received == length)
    }
}

fn status(value: &[u8]) -> Option<u16> {
    if value.len() == 3 { decimal(value).map(|status| status as u16) } else { None }
}

/// A decimal number, digits only, that fits an i64.
fn decimal(value: &[u8]) -> Option<u64> {
    let is_number = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
    let number = std::str::from_utf8(value).ok().filter(|_| is_number)?.parse::<i64>().ok()?;
    u64::try_from(number).ok()
}

/// RFC 3986 §3.1.
fn is_scheme(value: &[u8]) -> bool {
    value.first().is_some_and(u8::is_ascii_alphabetic)
        && value.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
}

/// RFC 3986 §3.2 without user information, which RFC 9113 §8.3.1 forbids.
fn is_authority_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~%!$&'()*+,;=:[]".contains(&byte)
}
