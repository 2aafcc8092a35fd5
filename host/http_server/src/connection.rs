//! One connection: its socket, unprocessed input, the in-flight request, buffered output.

use crate::head::Head;
use crate::output::Output;
use crate::pipeline::Pipeline;
use crate::websocket::WebSocket;
use brio_http1::{Body, ChunkEvent, ChunkedDecoder, Limits, ParseError, RequestParser};
use brio_realm::IoToken;
use rustix::fd::OwnedFd;

/// How the next bytes of the client are interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A request head.
    Head,
    /// The body of the in-flight request; this many bytes are missing.
    Length(u64),
    /// A chunked body.
    Chunked,
    /// A body whose length cannot be known (RFC 9112 §6.3): the request is announced, then refused.
    Unframed,
    /// The body is complete, the response is not.
    Responding,
    /// Another protocol, after an upgrade.
    Raw,
    /// Nothing more is read: the last response is being sent.
    Closing,
}

/// The length of the pieces of a body that is collected.
const COLLECTED_BYTES: usize = 1 << 20;

/// What happens to the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Not requested yet.
    Waiting,
    Flowing,
    /// The response is complete: further body bytes are discarded.
    Discarding,
}

/// What may still arrive from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadSide {
    /// Nothing is left to read until the poller reports more.
    Drained,
    /// The system may have more data than was read.
    Readable,
    /// The poller reported that the client sends no more: the remaining data, and the end itself, still have to be
    /// read.
    Ending,
    /// The client sends no more.
    Ended,
}

impl ReadSide {
    /// The poller reported data, or also the end.
    pub fn reported(self, is_ended: bool) -> Self {
        match self {
            Self::Ending | Self::Ended => self,
            Self::Drained | Self::Readable if is_ended => Self::Ending,
            Self::Drained | Self::Readable => Self::Readable,
        }
    }

    /// Data was read; `is_short`: fewer bytes than fit, so that nothing is left, except possibly the end.
    pub fn took(self, is_short: bool) -> Self {
        match self {
            Self::Drained | Self::Readable if is_short => Self::Drained,
            Self::Drained | Self::Readable => Self::Readable,
            Self::Ending | Self::Ended => self,
        }
    }

    /// Whether a read may find data or the end.
    pub fn may_read(self) -> bool {
        matches!(self, Self::Readable | Self::Ending)
    }

    pub fn is_ended(self) -> bool {
        self == Self::Ended
    }
}

/// What is known of the next head, in [`Phase::Head`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadState {
    /// No byte of it arrived.
    Awaited,
    /// The same, and JavaScript was notified of the idle time-out and has left the connection open.
    IdleReported,
    /// Bytes of it arrived.
    Started,
}

pub struct Connection {
    pub socket: OwnedFd,
    pub token: Option<IoToken>,
    pub server: u32,
    /// The last request that was read.
    pub request: Request,
    pub phase: Phase,
    pub flow: Flow,
    /// The bytes of a body that is delivered in one piece, or in large ones.
    pub collected: Option<Vec<u8>>,
    pub parser: RequestParser,
    pub chunks: ChunkedDecoder,
    /// Read and not processed.
    pub input: Vec<u8>,
    /// Earlier requests whose responses are not complete.
    pub pipeline: Option<Box<Pipeline>>,
    /// Requests are dispatched before earlier ones have responses.
    pub reads_ahead: bool,
    /// The length of a complete head at the start of the input, whose request has to wait.
    pub waiting_head: Option<usize>,
    /// A copy of the bytes after the head of a request for another protocol.
    pub rest: Vec<u8>,
    pub output: Output,
    /// The request is in flight: its response is not complete.
    pub is_running: bool,
    pub read_side: ReadSide,
    /// Requests wait until the client has received the buffered responses.
    pub awaits_output: bool,
    /// JavaScript receives a copy of all input.
    pub wants_input: bool,
    /// It keeps the loop alive.
    pub is_retained: bool,
    /// JavaScript waits for `drained`.
    pub wants_drain: bool,
    /// It is in the list of connections to flush at the end of the turn.
    pub is_dirty: bool,
    pub input_state: InputState,
    pub request_count: u32,
    /// State of a WebSocket.
    pub websocket: Option<Box<WebSocket>>,
    /// The program's time-out for this connection, instead of the server's.
    pub idle_timeout_ms: Option<f64>,
    /// When the current head, request or idle time began, in the loop's milliseconds.
    pub since_ms: f64,
    pub head_state: HeadState,
    /// How many bytes arrived, without TLS framing.
    pub received_bytes: u64,
}

/// A request: what its head says about the response.
#[derive(Default)]
pub struct Request {
    pub sequence: u32,
    pub head: Head,
    /// Its method is HEAD: the response has no body.
    pub is_head: bool,
    /// The connection stays open after the response.
    pub keep_alive: bool,
    pub is_http_1_0: bool,
}

/// What happens to the input of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputState {
    Idle,
    /// It was read early and is not processed yet (`reading.rs`).
    ReadEarly,
    /// It is being processed further up the stack.
    Processing,
}

impl Connection {
    pub fn new(socket: OwnedFd, server: u32, limits: Limits, now_ms: f64) -> Self {
        Self {
            socket,
            token: None,
            server,
            request: Request { keep_alive: true, ..Request::default() },
            phase: Phase::Head,
            flow: Flow::Waiting,
            collected: None,
            parser: RequestParser::new(limits),
            chunks: ChunkedDecoder::new(limits),
            input: Vec::new(),
            pipeline: None,
            reads_ahead: false,
            waiting_head: None,
            rest: Vec::new(),
            output: Output::default(),
            is_running: false,
            read_side: ReadSide::Readable,
            awaits_output: false,
            wants_input: false,
            is_retained: true,
            wants_drain: false,
            is_dirty: false,
            input_state: InputState::Idle,
            request_count: 0,
            websocket: None,
            idle_timeout_ms: None,
            since_ms: now_ms,
            head_state: HeadState::Awaited,
            received_bytes: 0,
        }
    }

    /// How many bytes were received and written; written bytes include buffered ones.
    pub fn traffic(&self) -> (u64, u64) {
        (self.received_bytes, self.output.sent_bytes + self.output.waiting_bytes())
    }

    /// Begins the request whose head the parser completed.
    pub fn begin_request(&mut self, connection: u32, sequence: u32, head_bytes: &[u8], now_ms: f64) {
        self.request.sequence = sequence;
        self.request.head.set(connection, sequence, head_bytes, &self.parser);
        let head = self.parser.head();
        self.is_running = true;
        self.request.is_head = head.method == brio_http1::Method::Head;
        self.request.keep_alive = head.keep_alive;
        self.request.is_http_1_0 = head.minor_version == 0;
        self.flow = Flow::Waiting;
        self.collected = None;
        self.phase = match head.body {
            Body::Length(length) => Phase::Length(length),
            Body::Chunked => {
                self.chunks.reset();
                Phase::Chunked
            }
            Body::None | Body::UntilClose => Phase::Responding,
        };
        self.request_count += 1;
        self.since_ms = now_ms;
        self.head_state = HeadState::Awaited;
    }

    /// Starts to collect the body, if its length is known: a chunked one may be too long, which shows as it arrives.
    /// Memory for a long one is allocated as it arrives.
    pub fn collect(&mut self) {
        if let Phase::Length(missing) = self.phase {
            let length = usize::try_from(missing).unwrap_or(usize::MAX).min(COLLECTED_BYTES);
            self.collected = Some(Vec::with_capacity(length));
        }
    }

    /// Adds bytes of a body that is collected. Returns what is to be delivered.
    pub fn take_collected(&mut self, chunk: &[u8], is_last: bool) -> Option<Vec<u8>> {
        let collected = self.collected.as_mut()?;
        collected.extend_from_slice(chunk);
        if is_last {
            return self.collected.take();
        }
        (collected.len() >= COLLECTED_BYTES).then(|| std::mem::take(collected))
    }

    /// Whether the connection is between two requests.
    pub fn is_idle(&self) -> bool {
        self.phase == Phase::Head
            && !self.is_running
            && self.input_state != InputState::ReadEarly
            && self.pipeline.is_none()
            && self.output.is_empty()
    }

    /// The error of an input that ended inside a message. Input that the program has not read yet may complete a body.
    pub fn cut_off(&self) -> Option<ParseError> {
        let is_cut = match self.phase {
            Phase::Head => return self.parser.finish_input(&self.input).err(),
            Phase::Length(missing) => self.flow != Flow::Discarding && (self.input.len() as u64) < missing,
            Phase::Chunked if self.flow == Flow::Waiting => return self.error_of_unread_chunks(),
            Phase::Chunked => self.flow == Flow::Flowing,
            Phase::Unframed | Phase::Responding | Phase::Raw | Phase::Closing => false,
        };
        is_cut.then(|| ParseError::unexpected_end(0))
    }

    /// The error of the unread chunks, given that nothing follows them.
    fn error_of_unread_chunks(&self) -> Option<ParseError> {
        let mut chunks = self.chunks.clone();
        let mut rest = &self.input[..];
        loop {
            match chunks.decode(rest) {
                Ok((_, ChunkEvent::End)) => return None,
                Ok((_, ChunkEvent::NeedMore)) => return Some(ParseError::unexpected_end(0)),
                Ok((count, ChunkEvent::Data(_))) => rest = &rest[count..],
                Err(error) => return Some(error),
            }
        }
    }
}
