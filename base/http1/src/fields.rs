//! Header fields: one line after another until the empty line (RFC 9112 §5).

use crate::error::{Code, ParseError};
use crate::scan::{find_token_end, find_value_end};

/// A range of the parsed bytes. Four bytes for each end, so that a head stays small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The index of the first byte.
    pub start: u32,
    /// The index after the last byte.
    pub end: u32,
}

/// One header line: a name as sent, and a value without the surrounding white space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Field {
    /// Where the name is.
    pub name: Span,
    /// Where the value is.
    pub value: Span,
}

/// Limits of a head, a trailer section and a chunk's extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The target, the names and the values of one head must stay under this many bytes together
    /// (`maxHeaderSize`). Line ends and colons do not count, as in Node.
    pub head_bytes_max: usize,
    /// The maximum number of fields of one head.
    pub field_count_max: usize,
    /// The maximum bytes of one chunk's extensions.
    pub chunk_extension_bytes_max: usize,
    /// The violations to accept.
    pub lenience: Lenience,
}

/// Violations of the standard that a program accepts. None by default: each of them lets two programs interpret the
/// same bytes in different ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lenience {
    /// Control characters in field values (llhttp's `LENIENT_HEADERS`).
    pub field_values: bool,
    /// A length beside a transfer coding (`LENIENT_CHUNKED_LENGTH`).
    pub length_and_coding: bool,
    /// Bytes after a message that announced to be the last one (`LENIENT_KEEP_ALIVE`, `LENIENT_DATA_AFTER_CLOSE`).
    pub data_after_close: bool,
    /// Lines of a head that end with LF alone (`LENIENT_OPTIONAL_CR_BEFORE_LF`).
    pub bare_lf: bool,
    /// Values that continue in a line that begins with white space (RFC 9112 §5.2), NUL in values, white space before
    /// the first field (`LENIENT_HEADERS`).
    pub folding: bool,
    /// White space after a chunk's size, no line end after its data (`LENIENT_SPACES_AFTER_CHUNK_SIZE`,
    /// `LENIENT_OPTIONAL_CRLF_AFTER_CHUNK`).
    pub chunks: bool,
    /// Unsupported versions (`LENIENT_VERSION`): those under 1.1 count as 1.0, the others as 1.1.
    pub versions: bool,
}

impl Lenience {
    /// No violations: for untrusted peers.
    pub const NONE: Self = Self::from_bits(0);

    /// From one number: 1 values, 2 length and coding, 4 data after close, 8 bare LF, 16 folding, 32 chunks, 64 versions.
    pub const fn from_bits(bits: u16) -> Self {
        Self {
            field_values: bits & 1 != 0,
            length_and_coding: bits & 2 != 0,
            data_after_close: bits & 4 != 0,
            bare_lf: bits & 8 != 0,
            folding: bits & 16 != 0,
            chunks: bits & 32 != 0,
            versions: bits & 64 != 0,
        }
    }

    /// All violations, as `insecureHTTPParser` sets it.
    pub const ALL: Self = Self::from_bits(127);
}

impl Default for Limits {
    /// Node's 16 KiB for each; Node has no limit on the count (it drops what exceeds `maxHeadersCount` later).
    fn default() -> Self {
        Self {
            head_bytes_max: 16 * 1024,
            field_count_max: 8192,
            chunk_extension_bytes_max: 16 * 1024,
            lenience: Lenience::default(),
        }
    }
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        // The limits keep a head far below 4 GiB.
        Self { start: start as u32, end: end as u32 }
    }

    /// Returns the bytes of the buffer that was parsed.
    #[inline]
    pub fn of(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start as usize..self.end as usize]
    }

    /// Returns the number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether there are no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl Field {
    /// Removes the line ends of a folded value, which becomes shorter in place.
    pub fn unfold(&mut self, bytes: &mut [u8]) {
        let (mut end, mut keeps) = (self.value.start as usize, false);
        for index in self.value.start as usize..self.value.end as usize {
            // White space before the first character is not part of the value.
            keeps |= !matches!(bytes[index], b'\r' | b'\n' | b' ' | b'\t');
            if keeps && !matches!(bytes[index], b'\r' | b'\n') {
                bytes[end] = bytes[index];
                end += 1;
            }
        }
        self.value.end = end as u32;
    }
}

/// A field section in progress. Complete lines are not parsed again when more bytes arrive.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldSection {
    pub(crate) fields: Vec<Field>,
    /// Where the first incomplete line starts.
    pub(crate) position: usize,
    /// The bytes counted so far for [`Limits::head_bytes_max`].
    pub(crate) counted_bytes: usize,
    /// Whether a start line precedes the first field (in a trailer section none does).
    pub(crate) follows_start_line: bool,
}

/// How far a line is parsed.
enum Line {
    Field(Field),
    /// The empty line ended at this index.
    End(usize),
    Partial,
}

impl FieldSection {
    pub(crate) fn restart(&mut self, position: usize, counted_bytes: usize) {
        self.fields.clear();
        self.position = position;
        self.counted_bytes = counted_bytes;
    }

    /// Parses lines from `position` on and calls `note` with each new field. Returns the index after the empty line, or
    /// `None` when it has not arrived yet.
    pub(crate) fn parse(
        &mut self,
        bytes: &[u8],
        limits: &Limits,
        mut note: impl FnMut(&[u8], Field) -> Result<(), ParseError>,
    ) -> Result<Option<usize>, ParseError> {
        loop {
            if limits.lenience.folding && self.fields.is_empty() && self.follows_start_line {
                let spaces = bytes[self.position..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                self.position += spaces;
                self.counted_bytes += spaces;
            }
            match self.parse_line(bytes, limits)? {
                Line::Field(field) => {
                    if self.fields.len() >= limits.field_count_max {
                        return Err(ParseError::header_overflow(self.position));
                    }
                    if limits.lenience.folding && field.value.of(bytes).contains(&b'\n') {
                        let (mut copy, mut unfolded) = (bytes[..self.position].to_vec(), field);
                        unfolded.unfold(&mut copy);
                        note(&copy, unfolded)?;
                    } else {
                        note(bytes, field)?;
                    }
                    self.fields.push(field);
                }
                Line::End(end) => return Ok(Some(end)),
                Line::Partial => return Ok(None),
            }
        }
    }

    #[inline]
    fn parse_line(&mut self, bytes: &[u8], limits: &Limits) -> Result<Line, ParseError> {
        let start = self.position;
        let name_end = find_token_end(bytes, start);
        let counted = self.counted_bytes + (name_end - start);
        if counted >= limits.head_bytes_max {
            return Err(ParseError::header_overflow(name_end - (counted - limits.head_bytes_max)));
        }
        match bytes.get(name_end) {
            Some(b':') if name_end > start => {}
            None => return Ok(Line::Partial),
            Some(_) if name_end > start => {
                return Err(ParseError::new(Code::InvalidHeaderToken, "Invalid header token", name_end));
            }
            Some(b'\n') if limits.lenience.bare_lf => return Ok(Line::End(name_end + 1)),
            Some(_) => return self.parse_other_line(bytes),
        }

        let mut value_start = name_end + 1;
        // The first space after the colon is not counted. Further ones are, since they fill the buffer.
        let counted_from = value_start + usize::from(bytes.get(value_start) == Some(&b' '));
        while let Some(b' ' | b'\t') = bytes.get(value_start) {
            value_start += 1;
        }
        let mut stop = find_value_end(bytes, value_start);
        if limits.lenience.field_values {
            match find_lenient_end(bytes, stop, limits.lenience) {
                Some(end) => stop = end,
                None => return Ok(Line::Partial),
            }
        }
        let counted = counted + (stop - counted_from.min(stop));
        if counted >= limits.head_bytes_max {
            return Err(ParseError::header_overflow(stop - (counted - limits.head_bytes_max)));
        }
        let mut end = stop + 2;
        match (bytes.get(stop), bytes.get(stop + 1)) {
            (None, _) | (Some(b'\r'), None) => return Ok(Line::Partial),
            (Some(b'\r'), Some(b'\n')) => {}
            (Some(b'\n'), _) if limits.lenience.bare_lf => end = stop + 1,
            (Some(byte), _) => return Err(refuse_value_byte(*byte, stop, stop == value_start)),
        }
        let mut value_end = stop;
        while value_end > value_start && matches!(bytes[value_end - 1], b' ' | b'\t' | b'\r' | b'\n') {
            value_end -= 1;
        }
        self.position = end;
        self.counted_bytes = counted;
        Ok(Line::Field(Field { name: Span::new(start, name_end), value: Span::new(value_start, value_end) }))
    }

    /// A line that does not begin with a name: the empty line, or an error.
    #[cold]
    fn refuse_line(&self, byte: u8, at: usize) -> ParseError {
        let first = self.fields.is_empty();
        match byte {
            // Line folding (RFC 9112 §5.2) is obsolete: a proxy may interpret the line as a field of its own.
            b' ' if first && self.follows_start_line => {
                ParseError::new(Code::UnexpectedSpace, "Unexpected space after start line", at + 1)
            }
            b' ' | b'\t' if !first => {
                let empty = self.fields.last().is_some_and(|field| field.value.is_empty());
                let (reason, at) = if empty {
                    ("Invalid header value char", at + 1)
                } else {
                    ("Unexpected whitespace after header value", at)
                };
                ParseError::new(Code::InvalidHeaderToken, reason, at)
            }
            b'\n' => ParseError::new(Code::InvalidHeaderToken, "Invalid header field char", at + 1),
            _ => ParseError::new(Code::InvalidHeaderToken, "Invalid header token", at),
        }
    }

    fn parse_other_line(&self, bytes: &[u8]) -> Result<Line, ParseError> {
        let start = self.position;
        match (bytes[start], bytes.get(start + 1)) {
            (b'\r', Some(b'\n')) => Ok(Line::End(start + 2)),
            (b'\r', None) => Ok(Line::Partial),
            (b'\r', Some(_)) => Err(ParseError::new(Code::Strict, "Expected LF after headers", start + 1)),
            (byte, _) => Err(self.refuse_line(byte, start)),
        }
    }
}

/// The end of a value for a lenient parser, from the first control character on. None when it may continue in bytes
/// that have not arrived yet.
#[cold]
fn find_lenient_end(bytes: &[u8], start: usize, lenience: Lenience) -> Option<usize> {
    let mut stop = start;
    loop {
        let line_end = match bytes.get(stop) {
            Some(b'\r') if bytes.get(stop + 1) == Some(&b'\n') => 2,
            Some(b'\n') if lenience.bare_lf => 1,
            None | Some(b'\r' | b'\n') => return Some(stop),
            Some(0) if !lenience.folding => return Some(stop),
            Some(_) => {
                stop = find_value_end(bytes, stop + 1);
                continue;
            }
        };
        if !lenience.folding {
            return Some(stop);
        }
        match bytes.get(stop + line_end)? {
            b' ' | b'\t' => stop = find_value_end(bytes, stop + line_end),
            _ => return Some(stop),
        }
    }
}

#[cold]
fn refuse_value_byte(byte: u8, at: usize, value_is_empty: bool) -> ParseError {
    match byte {
        b'\r' if value_is_empty => ParseError::new(Code::Strict, "Expected LF after CR", at + 1),
        b'\n' if value_is_empty => ParseError::new(Code::InvalidHeaderToken, "Invalid header value char", at),
        b'\r' => ParseError::new(Code::LfExpected, "Missing expected LF after header value", at + 1),
        b'\n' => ParseError::new(Code::CrExpected, "Missing expected CR after header value", at),
        _ => ParseError::new(Code::InvalidHeaderToken, "Invalid header value char", at),
    }
}
