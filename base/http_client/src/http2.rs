//! One HTTP/2 connection: many exchanges at a time, each a stream. The protocol itself is in `brio_http2`.

use crate::error::ClientError;
use crate::http2_head;
use crate::io_result::{Filled, Flushed, Received};
use crate::outgoing::Outgoing;
use crate::transport::Transport;
use brio_http2::{Event, EventKind, Options, Role, Session};
use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::ops::Range;
use std::os::fd::RawFd;

/// Size of one read.
const RECEIVE_BYTES: usize = 64 * 1024;
/// How much of a response may be in flight before it is requested by the reader.
const STREAM_WINDOW_BYTES: u32 = 1024 * 1024;
/// The same for all responses together.
const CONNECTION_WINDOW_BYTES: i32 = 8 * 1024 * 1024;
/// The same limit as for a head of HTTP/1.1.
const HEAD_BYTES_MAX: u32 = 256 * 1024;
const FIELD_COUNT_MAX: u32 = 4096;
/// A buffer that grew beyond this is freed when it is empty.
const RETAINED_BYTES_MAX: usize = 256 * 1024;

// RFC 9113 §6.5.2
const SETTINGS_ENABLE_PUSH: u16 = 2;
const SETTINGS_INITIAL_WINDOW_SIZE: u16 = 4;
const SETTINGS_MAX_HEADER_LIST_SIZE: u16 = 6;
const FLAG_END_STREAM: i32 = 1;

/// RFC 9113 §7: the server has not processed the request.
pub const REFUSED_STREAM: u32 = 7;
/// RFC 9113 §7: the request is no longer needed.
pub const CANCEL: u32 = 8;

/// The events of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// The head of a response. `fields`: names and values, separated by line feeds.
    Head {
        /// The stream.
        stream: i32,
        /// The status of the final response.
        status: u16,
        /// Names and values.
        fields: Vec<u8>,
    },
    /// Bytes of a body: see [`Http2Connection::data`].
    Data {
        /// The stream.
        stream: i32,
        /// The range of the bytes.
        range: Range<usize>,
    },
    /// The response is complete.
    End {
        /// The stream.
        stream: i32,
    },
    /// The stream is over.
    Closed {
        /// The stream.
        stream: i32,
        /// RFC 9113 §7.
        code: u32,
    },
}

/// A connection to a server.
pub struct Http2Connection {
    transport: Transport,
    session: Session,
    /// The last received bytes.
    input: Vec<u8>,
    output: Outgoing,
    events: Vec<StreamEvent>,
    /// Sizes of the queued writes of each stream.
    writes: HashMap<i32, VecDeque<usize>>,
    begun_count: u32,
    is_retired: bool,
}

impl Http2Connection {
    /// Makes a connection over a connected transport, on which the server expects HTTP/2.
    pub fn new(transport: Transport) -> Self {
        let options = Options {
            header_pairs_max: FIELD_COUNT_MAX,
            // What is queued here belongs to the program.
            memory_bytes_max: usize::MAX / 2,
            ..Options::default()
        };
        let session = Session::new(Role::Client, &options);
        session.settings(&[
            (SETTINGS_ENABLE_PUSH, 0),
            (SETTINGS_INITIAL_WINDOW_SIZE, STREAM_WINDOW_BYTES),
            (SETTINGS_MAX_HEADER_LIST_SIZE, HEAD_BYTES_MAX),
        ]);
        session.set_local_window_size(CONNECTION_WINDOW_BYTES);
        Self {
            transport,
            session,
            input: Vec::new(),
            output: Outgoing::new(RETAINED_BYTES_MAX),
            events: Vec::new(),
            writes: HashMap::new(),
            begun_count: 0,
            is_retired: false,
        }
    }

    /// The socket, for polling.
    pub fn descriptor(&self) -> RawFd {
        self.transport.descriptor()
    }

    /// The addresses of both ends: this machine's, and the server's.
    pub fn addresses(&self) -> Option<(SocketAddr, SocketAddr)> {
        self.transport.addresses()
    }

    /// How many exchanges were begun here.
    pub fn begun_count(&self) -> u32 {
        self.begun_count
    }

    /// Whether an exchange can begin beside `running` others.
    pub fn has_capacity(&self, running: usize) -> bool {
        !self.is_retired() && running < self.session.remote_settings().max_concurrent_streams as usize
    }

    /// Whether no further exchange can begin here: the server or the owner ended it.
    pub fn is_retired(&self) -> bool {
        self.is_retired || !self.session.wants_read()
    }

    /// Prevents further exchanges.
    pub fn retire(&mut self) {
        self.is_retired = true;
    }

    /// Begins an exchange: queues a request, given as a complete HTTP/1.1 head. Returns its stream.
    ///
    /// # Errors
    /// When the session accepts no more streams, or the head is invalid.
    pub fn begin(&mut self, head: &[u8], scheme: &str, has_body: bool) -> Result<i32, ClientError> {
        let head = http2_head::of_http1(head, scheme)
            .ok_or_else(|| ClientError::protocol("UND_ERR_INVALID_ARG", "invalid request head"))?;
        let stream = self.session.request(&head.text, head.field_count, has_body, false);
        if stream <= 0 {
            return Err(failed(stream));
        }
        self.session.set_reading(stream, true);
        self.begun_count += 1;
        Ok(stream)
    }

    /// Queues bytes of a request's body.
    pub fn push_body(&mut self, stream: i32, bytes: &[u8]) {
        if !bytes.is_empty() && self.session.write(stream, bytes.to_vec()) {
            self.writes.entry(stream).or_default().push_back(bytes.len());
        }
    }

    /// Ends a request.
    pub fn end_request(&mut self, stream: i32) {
        self.session.shut(stream);
    }

    /// How many bytes of a request's body are queued.
    pub fn waiting_bytes(&self, stream: i32) -> usize {
        self.writes.get(&stream).map_or(0, |sizes| sizes.iter().sum())
    }

    /// Sets whether a response is being read: the server may send only a limited amount that is not read.
    pub fn set_reading(&mut self, stream: i32, is_reading: bool) {
        self.session.set_reading(stream, is_reading);
    }

    /// Releases a stream; with a code it is reset.
    pub fn forget(&mut self, stream: i32, code: Option<u32>) {
        if let Some(code) = code {
            self.session.reset(stream, code);
        }
        self.session.forget(stream);
        self.writes.remove(&stream);
    }

    /// Receives once; [`Http2Connection::take_events`] returns the resulting events, also after an error.
    ///
    /// # Errors
    /// The system's, those of TLS, and protocol violations of the server.
    pub fn fill(&mut self) -> Result<Filled, ClientError> {
        self.input.clear();
        let received = self.transport.receive(&mut self.input, RECEIVE_BYTES)?;
        if !self.input.is_empty() {
            let taken = self.session.receive(&self.input);
            self.note_events();
            if taken < 0 {
                return Err(failed(taken));
            }
        }
        Ok(match received {
            Received::Bytes { is_all: true } => Filled::Drained,
            Received::Bytes { is_all: false } => Filled::More,
            Received::Nothing => Filled::Blocked,
            Received::End => {
                self.is_retired = true;
                Filled::End
            }
        })
    }

    /// What happened since the last call.
    pub fn take_events(&mut self) -> Vec<StreamEvent> {
        std::mem::take(&mut self.events)
    }

    /// The bytes of an event of the last [`Http2Connection::fill`].
    pub fn data(&self, range: Range<usize>) -> &[u8] {
        &self.input[range]
    }

    /// Sends as much as the system accepts.
    ///
    /// # Errors
    /// The system's: the server does not read any more.
    pub fn flush(&mut self) -> Result<Flushed, ClientError> {
        let (mut bytes, failure) = self.session.send();
        self.note_events();
        self.output.bytes().append(&mut bytes);
        if failure < 0 {
            return Err(failed(failure));
        }
        self.output.flush(&mut self.transport)
    }

    /// Converts the session's events into events for the owner.
    fn note_events(&mut self) {
        let (events, text) = self.session.take_events();
        // Events about the server's settings are not used here. Their texts are the ones that the other events do not
        // claim.
        let text_count = text.iter().filter(|&&byte| byte == 0).count();
        let used: usize = events.iter().map(text_count_of).sum();
        let settings_count = events.iter().filter(|event| is_settings(event)).count();
        let settings_texts = text_count.saturating_sub(used).checked_div(settings_count).unwrap_or(0);
        let mut texts = text.split(|&byte| byte == 0);
        for event in events {
            if is_settings(&event) {
                pass_over(&mut texts, settings_texts);
            } else {
                self.note_event(event, &mut texts);
            }
        }
    }

    fn note_event<'t>(&mut self, event: Event, texts: &mut impl Iterator<Item = &'t [u8]>) {
        let [stream, second, third, fourth, fifth] = event.words;
        match event.kind {
            EventKind::Headers => {
                let pairs: Vec<(&[u8], &[u8])> =
                    (0..fourth).filter_map(|_| Some((texts.next()?, texts.next()?))).collect();
                pass_over(texts, fifth as usize);
                self.note_head(stream, &pairs);
                if third & FLAG_END_STREAM != 0 {
                    self.events.push(StreamEvent::End { stream });
                }
            }
            EventKind::Data => self.events.push(StreamEvent::Data { stream, range: second as usize..third as usize }),
            EventKind::End => self.events.push(StreamEvent::End { stream }),
            EventKind::Close => self.events.push(StreamEvent::Closed { stream, code: second as u32 }),
            EventKind::GoAway => {
                pass_over(texts, 1);
                self.is_retired = true;
            }
            EventKind::Written => {
                if let Some(sizes) = self.writes.get_mut(&stream) {
                    sizes.pop_front();
                }
            }
            // Alternative services and origins are not used here; their texts are skipped.
            EventKind::AltSvc => pass_over(texts, 2),
            EventKind::Origin => pass_over(texts, stream as usize),
            EventKind::Settings
            | EventKind::Ping
            | EventKind::Error
            | EventKind::FrameError
            | EventKind::WantTrailers
            | EventKind::Priority => {}
        }
    }

    /// Reports heads of final responses; interim ones (1xx), and trailers, which have no status, are ignored.
    fn note_head(&mut self, stream: i32, pairs: &[(&[u8], &[u8])]) {
        let status = pairs
            .iter()
            .find(|(name, _)| *name == b":status")
            .and_then(|(_, value)| std::str::from_utf8(value).ok()?.parse::<u16>().ok());
        let Some(status) = status.filter(|status| *status >= 200) else { return };
        let mut fields = Vec::new();
        for (name, value) in pairs.iter().filter(|(name, _)| !name.starts_with(b":")) {
            if !fields.is_empty() {
                fields.push(b'\n');
            }
            fields.extend_from_slice(name);
            fields.push(b'\n');
            fields.extend_from_slice(value);
        }
        self.events.push(StreamEvent::Head { stream, status, fields });
    }
}

/// Settings of the server, not the acknowledgement of ours.
fn is_settings(event: &Event) -> bool {
    event.kind == EventKind::Settings && event.words[0] == 0
}

/// The number of texts of an event other than such settings.
fn text_count_of(event: &Event) -> usize {
    let [first, _, _, fourth, fifth] = event.words;
    match event.kind {
        EventKind::Headers => 2 * fourth as usize + fifth as usize,
        EventKind::GoAway => 1,
        EventKind::AltSvc => 2,
        EventKind::Origin => first as usize,
        _ => 0,
    }
}

fn pass_over<'t>(texts: &mut impl Iterator<Item = &'t [u8]>, count: usize) {
    for _ in 0..count {
        texts.next();
    }
}

/// The error for a code of the session.
fn failed(code: i32) -> ClientError {
    ClientError::protocol("UND_ERR_INFO", &format!("HTTP/2: {}", brio_http2::error_text(code)))
}

impl std::fmt::Debug for Http2Connection {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Http2Connection")
            .field("transport", &self.transport)
            .field("begun_count", &self.begun_count)
            .finish_non_exhaustive()
    }
}
