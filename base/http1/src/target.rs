//! Which request targets are well-formed (RFC 9112 §3.2), by llhttp's rules.

use crate::error::{Code, ParseError, UNSERVED_VERSION};

/// The part of a URL that a target ends in. From `Server` on it can be a complete target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TargetPart {
    /// Nothing has arrived yet.
    Start,
    /// `http`, `http:` or `http:/`
    Scheme,
    /// `http://` and characters of a host, or the authority of `CONNECT`.
    Server,
    /// The path, `*`, the query or the fragment, which may contain any visible character.
    Path,
}

/// Checks the visible characters at the start of a target and returns the part that the last one is in.
#[inline]
pub(crate) fn check_target(target: &[u8], connect: bool, start: usize) -> Result<TargetPart, ParseError> {
    match target.first() {
        Some(b'/' | b'*') => Ok(TargetPart::Path),
        Some(_) => check_url(target, connect, start),
        None => Ok(TargetPart::Start),
    }
}

/// Checks `scheme://server…`, or `server…` for `CONNECT`.
fn check_url(target: &[u8], connect: bool, start: usize) -> Result<TargetPart, ParseError> {
    let invalid = |reason, index| Err(ParseError::new(Code::InvalidUrl, reason, start + index));
    let mut server_start = 0;
    if !connect {
        let scheme = target.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        if scheme == 0 {
            return invalid("Unexpected start char in url", 0);
        }
        for (index, expected) in b"://".iter().enumerate() {
            match target.get(scheme + index) {
                Some(byte) if byte == expected => {}
                None => return Ok(TargetPart::Scheme),
                Some(_) => return invalid("Unexpected char in url schema", scheme + index),
            }
        }
        server_start = scheme + 3;
    }
    for (index, &byte) in target.iter().enumerate().skip(server_start) {
        match byte {
            b'/' | b'?' => return Ok(TargetPart::Path),
            _ if byte.is_ascii_alphanumeric() || b"-_.!~*'()%;:&=+$,@[]".contains(&byte) => {}
            _ => return invalid("Unexpected char in url server", index),
        }
    }
    Ok(TargetPart::Server)
}

/// The error of a byte after `target`, which ends in `part`, that is not a visible character.
#[cold]
pub(crate) fn refuse_target_byte(byte: u8, target: &[u8], part: TargetPart, at: usize) -> ParseError {
    let invalid = |reason| ParseError::new(Code::InvalidUrl, reason, at);
    match (byte, part) {
        // A line without a version is HTTP/0.9, which is not supported.
        (b'\r' | b'\n', TargetPart::Server | TargetPart::Path) => {
            ParseError::new(Code::InvalidVersion, UNSERVED_VERSION, at)
        }
        (b' ' | b'\t' | 0x0c | b'\r' | b'\n', _) => {
            ParseError::new(Code::InvalidUrl, "Invalid characters in url", at + 1)
        }
        (_, TargetPart::Start) => invalid("Unexpected start char in url"),
        (_, TargetPart::Scheme) => invalid("Unexpected char in url schema"),
        (_, TargetPart::Server) => invalid("Unexpected char in url server"),
        (_, TargetPart::Path) if target.contains(&b'?') => invalid("Invalid char in url query"),
        (_, TargetPart::Path) => invalid("Invalid char in url path"),
    }
}
