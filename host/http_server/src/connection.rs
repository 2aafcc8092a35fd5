//! One connection: its socket, what was read and not used, the running request, what waits to be sent.

use crate::head::Head;
use crate::output::Output;
use crate::pipeline::Pipeline;
use crate::websocket::WebSocket;
use brio_http1::{Body, ChunkEvent, ChunkedDecoder, Limits, ParseError, RequestParser};
use brio_realm::IoToken;
use rustix::fd::OwnedFd;

/// What the next bytes of the client are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A request head.
    Head,
    /// The body of the running request; so many bytes are missing.
    Length(u64),
    /// A chunked body.
    Chunked,
    /// The body is complete, the response is not.
    Responding,
    /// Another protocol.
    Raw,
    /// Nothing is read any more: the last response goes out.
    Closing,
}

/// Who wants the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Nobody asked yet.
    Waiting,
    Flowing,
    /// The response is complete: what comes is thrown away.
    Discarding,
}

pub struct Connection {
    pub socket: OwnedFd,
    pub token: Option<IoToken>,
    pub server: u32,
    pub sequence: u32,
    pub phase: Phase,
    pub flow: Flow,
    pub parser: RequestParser,
    pub chunks: ChunkedDecoder,
    pub head: Head,
    /// Read and not used.
    pub input: Vec<u8>,
    /// Requests before the present one that are not answered.
    pub pipeline: Option<Box<Pipeline>>,
    /// Requests are told before those before them are answered.
    pub reads_ahead: bool,
    /// The length of a complete head at the beginning of what was read, whose request waits for its turn.
    pub waiting_head: Option<usize>,
    /// A copy of what came behind the head of a request that asks for another protocol.
    pub rest: Vec<u8>,
    pub output: Output,
    /// The request runs: its response is not complete.
    pub is_running: bool,
    pub is_head_request: bool,
    pub keep_alive: bool,
    pub is_http_1_0: bool,
    /// The system may have more to read than was taken.
    pub may_read: bool,
    /// The poller says that the client sends no more: what is left, and the end itself, still have to be read.
    pub end_announced: bool,
    /// The client sends no more.
    pub read_closed: bool,
    /// Requests wait until the client has taken the responses that are made.
    pub awaits_output: bool,
    /// JavaScript wants a copy of everything that comes.
    pub wants_input: bool,
    /// It keeps the loop alive.
    pub is_retained: bool,
    /// JavaScript waits for `drained`.
    pub wants_drain: bool,
    /// It is in the list of connections to flush at the end of the turn.
    pub is_dirty: bool,
    /// Bytes of it are being worked on further up the stack.
    pub is_processing: bool,
    /// Bytes of it were read that nobody has worked on yet (`reading.rs`).
    pub is_read_early: bool,
    pub request_count: u32,
    /// What a WebSocket needs.
    pub websocket: Option<Box<WebSocket>>,
    /// The program's limit for this connection, instead of the server's.
    pub idle_timeout_ms: Option<f64>,
    /// When the present head, request or idle time began, in the loop's milliseconds.
    pub since_ms: f64,
    /// Whether anything of the present head came.
    pub head_started: bool,
    /// How many bytes came, without those of TLS.
    pub received_bytes: u64,
}

impl Connection {
    pub fn new(socket: OwnedFd, server: u32, limits: Limits, now_ms: f64) -> Self {
        Self {
            socket,
            token: None,
            server,
            sequence: 0,
            phase: Phase::Head,
            flow: Flow::Waiting,
            parser: RequestParser::new(limits),
            chunks: ChunkedDecoder::new(limits),
            head: Head::default(),
            input: Vec::new(),
            pipeline: None,
            reads_ahead: false,
            waiting_head: None,
            rest: Vec::new(),
            output: Output::default(),
            is_running: false,
            is_head_request: false,
            keep_alive: true,
            is_http_1_0: false,
            may_read: true,
            end_announced: false,
            read_closed: false,
            awaits_output: false,
            wants_input: false,
            is_retained: true,
            wants_drain: false,
            is_dirty: false,
            is_processing: false,
            is_read_early: false,
            request_count: 0,
            websocket: None,
            idle_timeout_ms: None,
            since_ms: now_ms,
            head_started: false,
            received_bytes: 0,
        }
    }

    /// How many bytes came and how many were written, whether they are sent or wait.
    pub fn traffic(&self) -> (u64, u64) {
        (self.received_bytes, self.output.sent_bytes + self.output.waiting_bytes())
    }

    /// Begins the request whose head the parser completed.
    pub fn begin_request(&mut self, connection: u32, sequence: u32, head_bytes: &[u8], now_ms: f64) {
        self.sequence = sequence;
        self.head.set(connection, self.sequence, head_bytes, &self.parser);
        let head = self.parser.head();
        self.is_running = true;
        self.is_head_request = head.method == brio_http1::Method::Head;
        self.keep_alive = head.keep_alive;
        self.is_http_1_0 = head.minor_version == 0;
        self.flow = Flow::Waiting;
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
        self.head_started = false;
    }

    /// Whether the client may send the next request now.
    pub fn is_idle(&self) -> bool {
        self.phase == Phase::Head
            && !self.is_running
            && !self.is_read_early
            && self.pipeline.is_none()
            && self.output.is_empty()
    }

    /// The error of an input that ended inside of a message. What the program has not read yet may complete a body.
    pub fn cut_off(&self) -> Option<ParseError> {
        let is_cut = match self.phase {
            Phase::Head => return self.parser.finish_input(&self.input).err(),
            Phase::Length(missing) => self.flow != Flow::Discarding && (self.input.len() as u64) < missing,
            Phase::Chunked if self.flow == Flow::Waiting => return self.error_of_unread_chunks(),
            Phase::Chunked => self.flow == Flow::Flowing,
            Phase::Responding | Phase::Raw | Phase::Closing => false,
        };
        is_cut.then(|| ParseError::unexpected_end(0))
    }

    /// What is wrong with the chunks that nobody has read yet, when nothing comes after them.
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
