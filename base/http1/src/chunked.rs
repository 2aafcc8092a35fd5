//! The chunked transfer coding (RFC 9112 §7.1), decoded in place.

use crate::error::{Code, ParseError};
use crate::fields::{Field, FieldSection, Limits};
use crate::framing::Framing;
use crate::scan::is_token;
use std::ops::Range;

/// The result of [`ChunkedDecoder::decode`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkEvent {
    /// All bytes are consumed; the body continues.
    NeedMore,
    /// The body's next bytes: this range of the input.
    Data(Range<usize>),
    /// The body is complete, trailers included.
    End,
}

/// Decodes one chunked body. Each byte is examined once, wherever the input is split.
#[derive(Clone, Debug)]
pub struct ChunkedDecoder {
    limits: Limits,
    state: State,
    /// The size of the chunk while it is parsed, then how much of its data is missing.
    remaining: u64,
    extension_bytes: usize,
    trailers: FieldSection,
    /// A copy of the trailer section: it is rare, short, and may arrive in segments.
    trailer_bytes: Vec<u8>,
}

/// Most trailer sections are shorter, usually just the empty line.
const TRAILER_PIECE_BYTES: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    SizeStart,
    Size,
    /// White space after the size, which only a lenient decoder skips.
    SizeSpace,
    SizeLf,
    ExtensionStart,
    ExtensionName,
    ExtensionValueStart,
    ExtensionValue,
    Quoted,
    QuotedPair,
    QuotedEnd,
    Data,
    DataCr,
    DataLf,
    Trailers,
    End,
}

impl ChunkedDecoder {
    /// Makes a decoder for one body.
    pub fn new(limits: Limits) -> Self {
        let (trailers, trailer_bytes) = (FieldSection::default(), Vec::new());
        let state = State::SizeStart;
        Self { limits, state, remaining: 0, extension_bytes: 0, trailers, trailer_bytes }
    }

    /// Prepares the decoder for another body.
    pub fn reset(&mut self) {
        self.state = State::SizeStart;
        self.trailers.restart(0, 0);
        self.trailer_bytes.clear();
    }

    /// Decodes up to the next range of data. Returns how many bytes were consumed, including the data, and what they
    /// were. Call again with the bytes after them until [`ChunkEvent::NeedMore`] or [`ChunkEvent::End`].
    ///
    /// # Errors
    /// [`ParseError`] when the bytes are not a valid chunked body, or a limit is exceeded.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<(usize, ChunkEvent), ParseError> {
        let mut index = 0;
        while index < bytes.len() {
            match self.state {
                State::Data => {
                    let available = (bytes.len() - index) as u64;
                    let length = self.remaining.min(available);
                    self.remaining -= length;
                    if self.remaining == 0 {
                        self.state = State::DataCr;
                    }
                    // It is at most `available`, which came from a usize.
                    let end = index + length as usize;
                    return Ok((end, ChunkEvent::Data(index..end)));
                }
                State::Trailers => return self.decode_trailers(bytes, index),
                State::End => return Ok((index, ChunkEvent::End)),
                _ => self.step(bytes[index], index)?,
            }
            index += 1;
        }
        let event = if self.state == State::End { ChunkEvent::End } else { ChunkEvent::NeedMore };
        Ok((index, event))
    }

    /// Whether the body is complete. When the input ends before that, the body was truncated.
    pub fn is_complete(&self) -> bool {
        self.state == State::End
    }

    /// Returns the trailer fields (complete after [`ChunkEvent::End`]) and the bytes that their ranges refer to.
    pub fn trailers(&self) -> (&[Field], &[u8]) {
        (&self.trailers.fields, &self.trailer_bytes)
    }

    fn step(&mut self, byte: u8, at: usize) -> Result<(), ParseError> {
        self.state = match self.state {
            State::SizeStart | State::Size => return self.step_size(byte, at),
            State::SizeSpace => match byte {
                b' ' | b'\t' => State::SizeSpace,
                b'\r' => State::SizeLf,
                b';' => State::ExtensionStart,
                _ => return refuse("Invalid character in chunk size", at),
            },
            State::SizeLf if byte == b'\n' && self.remaining == 0 => State::Trailers,
            State::SizeLf if byte == b'\n' => State::Data,
            State::SizeLf => return refuse("Expected LF after chunk size", at),
            State::DataCr if byte == b'\r' => State::DataLf,
            State::DataCr if byte == b'\n' => {
                return refuse_bare_lf("Missing expected CR after chunk data", at + 1);
            }
            State::DataCr if self.limits.lenience.chunks => {
                self.state = State::SizeStart;
                return self.step_size(byte, at);
            }
            State::DataLf if byte == b'\n' => State::SizeStart,
            State::DataCr | State::DataLf => return refuse("Expected LF after chunk data", at),
            _ => return self.step_extension(byte, at),
        };
        Ok(())
    }

    fn step_size(&mut self, byte: u8, at: usize) -> Result<(), ParseError> {
        let invalid = |reason, at| Err(ParseError::new(Code::InvalidChunkSize, reason, at));
        let Some(digit) = char::from(byte).to_digit(16) else {
            self.state = match byte {
                _ if self.state == State::SizeStart => {
                    return invalid("Invalid character in chunk size", at);
                }
                b'\r' => State::SizeLf,
                b';' => State::ExtensionStart,
                b'\n' => return refuse_bare_lf("Missing expected CR after chunk size", at + 1),
                b' ' | b'\t' if self.limits.lenience.chunks => State::SizeSpace,
                b' ' | b'\t' => return invalid("Invalid character in chunk size", at + 1),
                _ => return invalid("Invalid character in chunk size", at),
            };
            return Ok(());
        };
        if self.state == State::SizeStart {
            self.state = State::Size;
            self.remaining = 0;
            self.extension_bytes = 0;
        }
        match self.remaining.checked_mul(16) {
            Some(shifted) => self.remaining = shifted + u64::from(digit),
            None => return invalid("Chunk size overflow", at + 1),
        }
        Ok(())
    }

    /// Extensions are ignored, but must be well-formed and short: they could hide a smuggled request.
    fn step_extension(&mut self, byte: u8, at: usize) -> Result<(), ParseError> {
        self.extension_bytes += 1;
        if self.extension_bytes > self.limits.chunk_extension_bytes_max {
            let reason = "Chunk extensions overflow";
            return Err(ParseError::new(Code::ChunkExtensionsOverflow, reason, at));
        }
        let quotable = byte == b'\t' || (byte >= b' ' && byte != 0x7f);
        self.state = match (self.state, byte) {
            (State::ExtensionStart, b'\r' | b' ' | b';') => {
                return refuse("Invalid character in chunk extensions", at + 1);
            }
            (State::Quoted, b'"') => State::QuotedEnd,
            (State::Quoted, b'\\') => State::QuotedPair,
            (State::Quoted | State::QuotedPair, _) if quotable => State::Quoted,
            (State::Quoted, _) => {
                return refuse("Invalid character in chunk extensions quoted value", at + 1);
            }
            (State::QuotedPair, _) => {
                return refuse("Invalid quoted-pair in chunk extensions quoted value", at);
            }
            (_, b'\r') => State::SizeLf,
            (_, b';') => State::ExtensionStart,
            (State::ExtensionStart | State::ExtensionName, b'=') => State::ExtensionValueStart,
            (State::ExtensionStart | State::ExtensionName, _) if is_token(byte) => State::ExtensionName,
            (State::ExtensionStart | State::ExtensionName, b'\n') => {
                return refuse_bare_lf("Missing expected CR after chunk extension name", at);
            }
            (State::ExtensionStart | State::ExtensionName, _) => {
                return refuse("Invalid character in chunk extensions name", at + 1);
            }
            (_, b'\n') => {
                return refuse_bare_lf("Missing expected CR after chunk extension value", at);
            }
            (State::ExtensionValueStart, b'"') => State::Quoted,
            (State::QuotedEnd, _) => {
                return refuse("Invalid character in chunk extensions quote value", at);
            }
            _ if is_token(byte) => State::ExtensionValue,
            _ => return refuse("Invalid character in chunk extensions value", at + 1),
        };
        Ok(())
    }

    fn decode_trailers(&mut self, bytes: &[u8], start: usize) -> Result<(usize, ChunkEvent), ParseError> {
        let mut index = start;
        while index < bytes.len() {
            // In segments, so that a lot of data after the body, such as pipelined requests, is not copied.
            let end = bytes.len().min(index + TRAILER_PIECE_BYTES);
            let known = self.trailer_bytes.len();
            self.trailer_bytes.extend_from_slice(&bytes[index..end]);
            let mut framing = Framing::of_trailers();
            let section = &self.trailer_bytes;
            let note = |bytes: &[u8], field: Field| framing.note(bytes, field);
            let complete = self.trailers.parse(section, &self.limits, note).map_err(|error| {
                let offset = (error.offset + index).saturating_sub(known);
                ParseError { offset, ..error }
            })?;
            if let Some(length) = complete {
                self.trailer_bytes.truncate(length);
                self.state = State::End;
                return Ok((index + length - known, ChunkEvent::End));
            }
            index = end;
        }
        Ok((index, ChunkEvent::NeedMore))
    }
}

#[cold]
fn refuse(reason: &'static str, at: usize) -> Result<(), ParseError> {
    Err(ParseError::new(Code::Strict, reason, at))
}

#[cold]
fn refuse_bare_lf(reason: &'static str, at: usize) -> Result<(), ParseError> {
    Err(ParseError::new(Code::CrExpected, reason, at))
}
