//! Complete messages of one connection, one after another: heads, bodies and trailers, in either direction.
//!
//! The caller reads a stream and passes the bytes as they arrive. Only an incomplete head is buffered here.

use crate::chunked::{ChunkEvent, ChunkedDecoder};
use crate::error::{Code, ParseError};
use crate::fields::{Field, Limits, Span};
use crate::framing::Body;
use crate::method::Method;
use crate::request::{Progress, RequestHead, RequestParser};
use crate::response::{ResponseHead, ResponseParser};
use std::ops::Range;

/// The result of [`MessageParser::advance`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageEvent {
    /// All bytes are consumed.
    NeedMore,
    /// A head is complete: see [`MessageParser::head`] and [`MessageParser::head_text`]. Without a body, the message is too.
    Head,
    /// The body's next bytes: a range of the input.
    Data {
        /// The range.
        range: Range<usize>,
        /// Whether the message is complete with them.
        is_last: bool,
    },
    /// The message is complete, trailers included.
    End,
}

/// The last head.
#[derive(Debug)]
pub enum MessageHead<'a> {
    /// The head of a request.
    Request(&'a RequestHead),
    /// The head of a response.
    Response(&'a ResponseHead),
}

/// Parses the messages of one direction of a connection.
#[derive(Debug)]
pub struct MessageParser {
    direction: Direction,
    limits: Limits,
    state: State,
    /// The bytes of an incomplete head.
    pending: Vec<u8>,
    text: Vec<u8>,
    chunks: ChunkedDecoder,
}

#[derive(Debug)]
enum Direction {
    Requests(RequestParser),
    Responses(ResponseParser, Option<Method>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Head,
    Length(u64),
    Chunked,
    UntilClose,
    /// The last response said that none follows.
    Closed,
    Failed(ParseError),
}

impl MessageParser {
    /// Makes a parser for requests.
    pub fn of_requests(limits: Limits) -> Self {
        Self::new(Direction::Requests(RequestParser::new(limits)), limits)
    }

    /// Makes a parser for responses.
    pub fn of_responses(limits: Limits) -> Self {
        Self::new(Direction::Responses(ResponseParser::new(limits), None), limits)
    }

    fn new(direction: Direction, limits: Limits) -> Self {
        let (pending, text) = (Vec::new(), Vec::new());
        Self { direction, limits, state: State::Head, pending, text, chunks: ChunkedDecoder::new(limits) }
    }

    /// Sets the method of the request that the next response belongs to; `None` for one that is not in [`Method::ALL`].
    pub fn expect(&mut self, method: Option<Method>) {
        if let Direction::Responses(_, answered) = &mut self.direction {
            *answered = method;
        }
    }

    /// Parses up to the next event. Returns how many of `bytes` are consumed, and what they were; call again with the
    /// rest until [`MessageEvent::NeedMore`].
    ///
    /// # Errors
    /// [`ParseError`] with an offset in `bytes`. Every later call returns the same error.
    pub fn advance(&mut self, bytes: &[u8]) -> Result<(usize, MessageEvent), ParseError> {
        let outcome = self.step(bytes);
        if let Err(error) = &outcome {
            self.state = State::Failed(*error);
        }
        outcome
    }

    /// The head of the last [`MessageEvent::Head`]. Its ranges are no longer valid.
    pub fn head(&self) -> MessageHead<'_> {
        match &self.direction {
            Direction::Requests(parser) => MessageHead::Request(parser.head()),
            Direction::Responses(parser, _) => MessageHead::Response(parser.head()),
        }
    }

    /// The last head's target or reason phrase, and its fields: alternating names and values. The parts are joined by
    /// line feeds, which none of them can contain.
    pub fn head_text(&self) -> &[u8] {
        &self.text
    }

    /// Whether the message of the last head has a body.
    pub fn has_body(&self) -> bool {
        matches!(self.state, State::Length(_) | State::Chunked | State::UntilClose)
    }

    /// The trailer fields of the body that ended last, joined as in [`Self::head_text`].
    pub fn trailer_text(&self) -> Vec<u8> {
        let (fields, bytes) = self.chunks.trailers();
        let mut text = Vec::new();
        if self.chunks.is_complete() {
            join_fields(&mut text, fields, bytes, self.limits.lenience.folding);
        }
        text
    }

    /// The body of the last head is missing, whatever the head says: the response to a method that only the caller
    /// knows.
    pub fn skip_body(&mut self) {
        if self.has_body() {
            self.state = State::Head;
        }
    }

    /// The input ended. Returns whether that completes a message.
    ///
    /// # Errors
    /// `HPE_INVALID_EOF_STATE` inside of a message. An error that was returned before is not returned again.
    pub fn finish(&mut self) -> Result<bool, ParseError> {
        match self.state {
            State::UntilClose => {
                self.state = State::Closed;
                Ok(true)
            }
            State::Closed | State::Failed(_) => Ok(false),
            State::Head if self.pending.iter().all(|byte| matches!(byte, b'\r' | b'\n')) => Ok(false),
            State::Head | State::Length(_) | State::Chunked => Err(ParseError::unexpected_end(0)),
        }
    }

    fn step(&mut self, bytes: &[u8]) -> Result<(usize, MessageEvent), ParseError> {
        if bytes.is_empty() {
            return Ok((0, MessageEvent::NeedMore));
        }
        match self.state {
            State::Head => self.step_head(bytes),
            State::Length(missing) => {
                let length = usize::try_from(missing).unwrap_or(usize::MAX).min(bytes.len());
                let missing = missing - length as u64;
                let is_last = missing == 0;
                if is_last {
                    self.end_message();
                } else {
                    self.state = State::Length(missing);
                }
                Ok((length, MessageEvent::Data { range: 0..length, is_last }))
            }
            State::Chunked => match self.chunks.decode(bytes)? {
                (used, ChunkEvent::NeedMore) => Ok((used, MessageEvent::NeedMore)),
                (used, ChunkEvent::Data(range)) => Ok((used, MessageEvent::Data { range, is_last: false })),
                (used, ChunkEvent::End) => {
                    self.end_message();
                    Ok((used, MessageEvent::End))
                }
            },
            State::UntilClose => Ok((bytes.len(), MessageEvent::Data { range: 0..bytes.len(), is_last: false })),
            State::Closed => match bytes.iter().position(|byte| !matches!(byte, b'\r' | b'\n')) {
                Some(at) => Err(ParseError::new(Code::ClosedConnection, "Data after `Connection: close`", at + 1)),
                None => Ok((bytes.len(), MessageEvent::NeedMore)),
            },
            State::Failed(error) => Err(error),
        }
    }

    fn step_head(&mut self, bytes: &[u8]) -> Result<(usize, MessageEvent), ParseError> {
        if self.pending.is_empty() {
            return match self.parse_head(bytes)? {
                Some(length) => Ok((length, MessageEvent::Head)),
                None => {
                    self.pending.extend_from_slice(bytes);
                    Ok((bytes.len(), MessageEvent::NeedMore))
                }
            };
        }
        let mut all = std::mem::take(&mut self.pending);
        let known = all.len();
        all.extend_from_slice(bytes);
        let parsed = self
            .parse_head(&all)
            .map_err(|error| ParseError { offset: error.offset.saturating_sub(known), ..error })?;
        match parsed {
            Some(length) => Ok((length - known, MessageEvent::Head)),
            None => {
                self.pending = all;
                Ok((bytes.len(), MessageEvent::NeedMore))
            }
        }
    }

    /// Returns the length of a complete head.
    fn parse_head(&mut self, bytes: &[u8]) -> Result<Option<usize>, ParseError> {
        let progress = match &mut self.direction {
            Direction::Requests(parser) => parser.parse(bytes)?,
            Direction::Responses(parser, method) => parser.parse(bytes, method.unwrap_or(Method::Get))?,
        };
        let Progress::Complete { length } = progress else { return Ok(None) };
        self.text.clear();
        let (body, fields) = match &self.direction {
            Direction::Requests(parser) => {
                self.text.extend_from_slice(parser.head().target.of(bytes));
                (parser.head().body, parser.fields())
            }
            Direction::Responses(parser, _) => {
                self.text.extend_from_slice(parser.head().reason.of(bytes));
                (parser.head().body, parser.fields())
            }
        };
        join_fields(&mut self.text, fields, bytes, self.limits.lenience.folding);
        self.state = match body {
            Body::None => State::Head,
            Body::Length(length) => State::Length(length),
            Body::Chunked => {
                self.chunks.reset();
                State::Chunked
            }
            Body::UntilClose => State::UntilClose,
        };
        if body == Body::None {
            self.end_message();
        }
        Ok(Some(length))
    }

    /// Requests after the last one are rejected by their own parser.
    fn end_message(&mut self) {
        self.state = match &self.direction {
            Direction::Responses(parser, _) if !self.limits.lenience.data_after_close && is_final(parser.head()) => {
                State::Closed
            }
            _ => State::Head,
        };
    }
}

fn is_final(head: &ResponseHead) -> bool {
    !head.keep_alive && !head.upgrade && !head.is_interim()
}

/// Appends names and values, each after a line feed. A value of a lenient parser may contain control characters, but no
/// line feed.
fn join_fields(text: &mut Vec<u8>, fields: &[Field], bytes: &[u8], may_fold: bool) {
    for field in fields {
        text.push(b'\n');
        text.extend_from_slice(field.name.of(bytes));
        text.push(b'\n');
        let value = field.value.of(bytes);
        if may_fold && value.contains(&b'\n') {
            let mut copy = value.to_vec();
            let mut unfolded = Field { name: Span::default(), value: Span::new(0, copy.len()) };
            unfolded.unfold(&mut copy);
            text.extend_from_slice(unfolded.value.of(&copy));
        } else {
            text.extend_from_slice(value);
        }
    }
}
