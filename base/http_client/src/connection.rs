//! One HTTP/1.1 connection: sends requests and receives responses, one exchange at a time.

use crate::error::ClientError;
use crate::io_result::{Filled, Flushed, Received};
use crate::outgoing::Outgoing;
use crate::transport::Transport;
use brio_http1::{
    Body, ChunkEvent, ChunkedDecoder, Field, Limits, Method, ParseError, Progress, ResponseHead, ResponseParser,
    write_chunk, write_last_chunk,
};
use std::net::SocketAddr;
use std::os::fd::RawFd;

/// Size of one read.
const RECEIVE_BYTES: usize = 16 * 1024;
/// Size of one read within a body.
const RECEIVE_BODY_BYTES: usize = 64 * 1024;
/// A buffer that grew beyond this is freed when it is empty.
const RETAINED_BYTES_MAX: usize = 64 * 1024;

/// How the next bytes of the server are interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing is expected.
    Idle,
    Head,
    Length(u64),
    Chunked,
    UntilClose,
    /// Another protocol, after an upgrade.
    Raw,
}

/// The result of [`Connection::next_event`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// More bytes are needed.
    Wait,
    /// A head is complete: see [`Connection::head`]. An interim one (1xx) is followed by another.
    Head {
        /// Whether another head follows.
        is_interim: bool,
    },
    /// This many bytes of the body were appended to the caller's buffer.
    Body(usize),
    /// The response is complete.
    End,
}

/// A connection to a server.
#[derive(Debug)]
pub struct Connection {
    transport: Transport,
    input: Vec<u8>,
    used: usize,
    head_start: usize,
    output: Outgoing,
    parser: ResponseParser,
    chunks: ChunkedDecoder,
    phase: Phase,
    method: Method,
    is_input_over: bool,
    is_request_complete: bool,
    keep_alive: bool,
    has_answered: bool,
    exchange_count: u32,
}

impl Connection {
    /// Makes a connection over a connected transport.
    pub fn new(transport: Transport, limits: Limits) -> Self {
        Self {
            transport,
            input: Vec::new(),
            used: 0,
            head_start: 0,
            output: Outgoing::new(RETAINED_BYTES_MAX),
            parser: ResponseParser::new(limits),
            chunks: ChunkedDecoder::new(limits),
            phase: Phase::Idle,
            method: Method::Get,
            is_input_over: false,
            is_request_complete: true,
            keep_alive: true,
            has_answered: false,
            exchange_count: 0,
        }
    }

    /// The socket, for polling.
    pub fn descriptor(&self) -> RawFd {
        self.transport.descriptor()
    }

    /// The addresses of both ends: this machine's, and the server's. None for a socket in the file system.
    pub fn addresses(&self) -> Option<(SocketAddr, SocketAddr)> {
        self.transport.addresses()
    }

    /// Begins an exchange: queues a complete request head. `method` decides whether the response has a body.
    pub fn begin(&mut self, method: Method, head: &[u8]) {
        self.method = method;
        self.phase = Phase::Head;
        self.keep_alive = true;
        self.has_answered = false;
        self.is_request_complete = false;
        self.exchange_count += 1;
        self.output.bytes().extend_from_slice(head);
    }

    /// Queues bytes of the request's body, as one chunk if it is chunked.
    pub fn push_body(&mut self, bytes: &[u8], is_chunked: bool) {
        if is_chunked {
            write_chunk(self.output.bytes(), bytes);
        } else {
            self.output.bytes().extend_from_slice(bytes);
        }
    }

    /// The request is complete.
    pub fn end_request(&mut self, is_chunked: bool) {
        self.is_request_complete = true;
        if is_chunked {
            write_last_chunk(self.output.bytes(), std::iter::empty());
        }
    }

    /// How many bytes are buffered for sending.
    pub fn waiting_bytes(&self) -> usize {
        self.output.waiting_bytes()
    }

    /// Sends as much as the system accepts.
    ///
    /// # Errors
    /// The system's: the server does not read any more.
    pub fn flush(&mut self) -> Result<Flushed, ClientError> {
        self.output.flush(&mut self.transport)
    }

    /// Receives once.
    ///
    /// # Errors
    /// The system's, and those of TLS.
    pub fn fill(&mut self) -> Result<Filled, ClientError> {
        if self.used > 0 {
            self.input.drain(..self.used);
            self.used = 0;
        }
        let bytes_max = match self.phase {
            Phase::Head | Phase::Idle => RECEIVE_BYTES,
            _ => RECEIVE_BODY_BYTES,
        };
        Ok(match self.transport.receive(&mut self.input, bytes_max)? {
            Received::Bytes { is_all: true } => Filled::Drained,
            Received::Bytes { is_all: false } => Filled::More,
            Received::Nothing => Filled::Blocked,
            Received::End => {
                self.is_input_over = true;
                Filled::End
            }
        })
    }

    /// Returns the next event of the received bytes. Body bytes are appended to `body`.
    ///
    /// # Errors
    /// An invalid or truncated response.
    pub fn next_event(&mut self, body: &mut Vec<u8>) -> Result<Event, ClientError> {
        let bytes = &self.input[self.used..];
        match self.phase {
            Phase::Idle => Ok(Event::Wait),
            Phase::Head => self.next_head(),
            Phase::Length(missing) => {
                if bytes.is_empty() {
                    return self.wait_for_body();
                }
                let count = usize::try_from(missing).unwrap_or(usize::MAX).min(bytes.len());
                body.extend_from_slice(&bytes[..count]);
                self.take(count);
                self.phase = match missing - count as u64 {
                    0 => Phase::Idle,
                    rest => Phase::Length(rest),
                };
                Ok(Event::Body(count))
            }
            Phase::Chunked => self.next_chunk(body),
            Phase::UntilClose | Phase::Raw => {
                let count = bytes.len();
                if count > 0 {
                    body.extend_from_slice(bytes);
                    self.take(count);
                    return Ok(Event::Body(count));
                }
                if !self.is_input_over {
                    return Ok(Event::Wait);
                }
                self.phase = Phase::Idle;
                Ok(Event::End)
            }
        }
    }

    /// Whether the response is complete. A body of known length is complete with its last bytes, before [`Event::End`].
    pub fn is_complete(&self) -> bool {
        self.phase == Phase::Idle
    }

    /// The head of the last [`Event::Head`], and the bytes that its ranges refer to.
    pub fn head(&self) -> (&ResponseHead, &[Field]) {
        (self.parser.head(), self.parser.fields())
    }

    /// The bytes that the head's ranges refer to; valid until the next [`Connection::fill`].
    pub fn head_bytes(&self) -> &[u8] {
        &self.input[self.head_start..]
    }

    /// How much of the body of known length is missing.
    pub fn missing_bytes(&self) -> Option<u64> {
        match self.phase {
            Phase::Length(missing) => Some(missing),
            _ => None,
        }
    }

    /// Whether any byte of the response arrived.
    pub fn has_answered(&self) -> bool {
        self.has_answered || self.used < self.input.len()
    }

    /// How many exchanges were begun here.
    pub fn exchange_count(&self) -> u32 {
        self.exchange_count
    }

    /// Whether another exchange can begin.
    pub fn is_reusable(&self) -> bool {
        self.phase == Phase::Idle
            && self.keep_alive
            && self.is_request_complete
            && !self.is_input_over
            && self.used == self.input.len()
            && self.output.is_empty()
    }

    /// Whether the server closed an idle connection, or sent unexpected bytes on it.
    pub fn is_disturbed(&mut self) -> bool {
        !matches!(self.fill(), Ok(Filled::Blocked))
    }

    /// The transport, for another protocol.
    pub fn into_transport(self) -> Transport {
        self.transport
    }

    /// Whether the connection carries another protocol now.
    pub fn is_raw(&self) -> bool {
        self.phase == Phase::Raw
    }

    fn next_head(&mut self) -> Result<Event, ClientError> {
        let bytes = &self.input[self.used..];
        if bytes.is_empty() {
            return if self.is_input_over { Err(ClientError::closed()) } else { Ok(Event::Wait) };
        }
        self.has_answered = true;
        let length = match self.parser.parse(bytes, self.method).map_err(|error| refused(&error))? {
            Progress::Complete { length } => length,
            Progress::Partial if self.is_input_over => return Err(ClientError::closed()),
            Progress::Partial => return Ok(Event::Wait),
        };
        self.head_start = self.used;
        self.used += length;
        let head = self.parser.head();
        if head.is_interim() {
            return Ok(Event::Head { is_interim: true });
        }
        self.keep_alive = head.keep_alive;
        self.phase = match head.body {
            _ if head.upgrade => Phase::Raw,
            Body::None => Phase::Idle,
            Body::Length(length) => Phase::Length(length),
            Body::Chunked => {
                self.chunks.reset();
                Phase::Chunked
            }
            Body::UntilClose => Phase::UntilClose,
        };
        Ok(Event::Head { is_interim: false })
    }

    fn next_chunk(&mut self, body: &mut Vec<u8>) -> Result<Event, ClientError> {
        loop {
            let bytes = &self.input[self.used..];
            if bytes.is_empty() {
                return self.wait_for_body();
            }
            let (count, event) = self.chunks.decode(bytes).map_err(|error| refused(&error))?;
            match event {
                ChunkEvent::NeedMore => self.take(count),
                ChunkEvent::Data(range) => {
                    let length = range.len();
                    body.extend_from_slice(&bytes[range]);
                    self.take(count);
                    return Ok(Event::Body(length));
                }
                ChunkEvent::End => {
                    self.take(count);
                    self.phase = Phase::Idle;
                    return Ok(Event::End);
                }
            }
        }
    }

    fn wait_for_body(&self) -> Result<Event, ClientError> {
        if self.is_input_over { Err(ClientError::closed()) } else { Ok(Event::Wait) }
    }

    /// Consumes bytes; a buffer without unused ones is reset.
    fn take(&mut self, count: usize) {
        self.used += count;
        if self.used == self.input.len() {
            self.input.clear();
            self.used = 0;
            if self.input.capacity() > RETAINED_BYTES_MAX * 4 {
                self.input = Vec::new();
            }
        }
    }
}

fn refused(error: &ParseError) -> ClientError {
    ClientError::Protocol {
        code: error.code.as_str().to_string(),
        message: format!("Response does not match the HTTP/1.1 protocol ({})", error.reason),
    }
}

#[cfg(test)]
#[path = "connection_tests.rs"]
mod tests;
