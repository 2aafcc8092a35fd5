//! The state that the callbacks of a session change. Each callback runs inside `receive` or `send`; none runs
//! JavaScript, they queue events.

use crate::event::{Event, EventKind};
use crate::ffi::{Library, is_fatal};
use crate::messaging::Rules;
use crate::options::{Options, Padding, Role};
use crate::statistics::SessionStatistics;
use crate::stream::Stream;
use libnghttp2_sys as sys;
use std::cell::{RefCell, RefMut};
use std::collections::HashMap;
use std::time::Instant;

/// Size limit of an accepted header list (nghttp2's is a u32).
const HEADER_LIST_BYTES_MAX: u32 = 16_777_215;
const HEX_DIGITS: &[u8; 16] = b"0123456789abcdef";

/// A complete frame.
pub(crate) enum Received<'f> {
    Data,
    Headers { stream: i32 },
    Priority { parent: i32, weight: i32, is_exclusive: bool },
    Reset,
    Settings(Vec<(i32, u32)>),
    Ping([u8; 8]),
    GoAway { code: u32, last_stream: i32, data: &'f [u8] },
    AltSvc { origin: &'f [u8], value: &'f [u8] },
    Origins(Vec<&'f [u8]>),
    Other,
}

/// The next data of a stream to send.
pub(crate) struct Read {
    pub count: usize,
    pub is_last: bool,
    pub has_trailers: bool,
}

pub(crate) struct State(RefCell<Inner>);

/// Borrowed only briefly: never while the library runs.
pub(crate) struct Inner {
    pub streams: HashMap<i32, Stream>,
    pub events: Vec<Event>,
    /// The text of the events.
    pub text: Vec<u8>,
    /// Bytes for the peer.
    pub output: Vec<u8>,
    /// Address of the bytes that are being received.
    pub input_address: usize,
    /// The peer's settings that RFC 9113 does not define.
    pub remote_settings: Vec<(i32, u32)>,
    /// The owner has sent GOAWAY with an error code.
    pub is_ended_by_owner: bool,
    has_reported_error: bool,
    /// The session failed for too many invalid frames.
    pub had_too_many_invalid_frames: bool,
    pub queued_bytes: usize,
    pub statistics: SessionStatistics,
    pub is_measured: bool,
    pub role: Role,
    pub rules: Rules,
    padding: Padding,
    pub header_pairs_max: u32,
    memory_bytes_max: usize,
    pub header_bytes: usize,
    invalid_frames_max: u32,
    invalid_frames: u32,
    pub rejected_streams_max: u32,
    pub rejected_streams: u32,
}

impl State {
    pub fn new(role: Role, options: &Options) -> Self {
        // A request has at least four fields, a response one.
        let header_pairs_min = if role == Role::Server { 4 } else { 1 };
        Self(RefCell::new(Inner {
            streams: HashMap::new(),
            events: Vec::new(),
            text: Vec::new(),
            output: Vec::new(),
            input_address: 0,
            remote_settings: Vec::new(),
            is_ended_by_owner: false,
            has_reported_error: false,
            had_too_many_invalid_frames: false,
            queued_bytes: 0,
            statistics: SessionStatistics::default(),
            is_measured: options.is_measured,
            role,
            rules: Rules {
                takes_outer_white_space: !options.refuses_outer_white_space,
                has_connect_protocol: false,
                is_promise: role == Role::Client,
            },
            padding: options.padding,
            header_pairs_max: options.header_pairs_max.max(header_pairs_min),
            memory_bytes_max: options.memory_bytes_max,
            header_bytes: 0,
            invalid_frames_max: options.invalid_frames_max,
            invalid_frames: 0,
            rejected_streams_max: options.rejected_streams_max,
            rejected_streams: 0,
        }))
    }

    pub fn get(&self) -> RefMut<'_, Inner> {
        self.0.borrow_mut()
    }

    pub fn on_frame(&self, library: Library<'_>, stream: i32, flags: u8, length: usize, received: Received<'_>) -> i32 {
        let mut inner = self.get();
        inner.statistics.frames_received += 1;
        let is_acknowledgement = i32::from(u32::from(flags) & sys::NGHTTP2_FLAG_ACK != 0);
        match received {
            Received::Data => {
                if u32::from(flags) & sys::NGHTTP2_FLAG_END_STREAM != 0 {
                    return inner.on_end(library, stream);
                } else if length == 0 {
                    // Empty frames without END_STREAM only cause work.
                    return inner.count_invalid_frame();
                }
            }
            Received::Headers { stream } => return inner.on_headers(library, stream, flags),
            Received::Priority { parent, weight, is_exclusive } => {
                inner.tell(EventKind::Priority, [stream, parent, weight, i32::from(is_exclusive)])
            }
            Received::Reset => {
                if let Some(known) = inner.streams.get_mut(&stream) {
                    known.is_reset_by_peer = true;
                }
            }
            Received::Settings(entries) => {
                let mut bytes = Vec::new();
                for (id, value) in entries {
                    bytes.extend_from_slice(&id.to_be_bytes());
                    bytes.extend_from_slice(&value.to_be_bytes());
                    inner.note_remote_setting(id, value);
                }
                inner.add_hexadecimal(&bytes);
                inner.tell(EventKind::Settings, [is_acknowledgement]);
            }
            Received::Ping([a, b, c, d, e, f, g, h]) => {
                inner.tell(
                    EventKind::Ping,
                    [is_acknowledgement, i32::from_be_bytes([a, b, c, d]), i32::from_be_bytes([e, f, g, h])],
                );
            }
            Received::GoAway { code, last_stream, data } => {
                inner.add_hexadecimal(data);
                inner.tell(EventKind::GoAway, [code as i32, last_stream]);
            }
            Received::AltSvc { origin, value } => {
                inner.add_hexadecimal(origin);
                inner.add_hexadecimal(value);
                inner.tell(EventKind::AltSvc, [stream]);
            }
            Received::Origins(origins) => {
                for origin in &origins {
                    inner.add_hexadecimal(origin);
                }
                inner.tell(EventKind::Origin, [origins.len() as i32]);
            }
            Received::Other => {}
        }
        0
    }

    pub fn on_invalid_frame(&self, code: i32) -> i32 {
        let mut inner = self.get();
        let verdict = inner.count_invalid_frame();
        if verdict != 0 {
            return verdict;
        }
        let is_error = is_fatal(code)
            || [sys::NGHTTP2_ERR_STREAM_CLOSED, sys::NGHTTP2_ERR_PROTO, sys::NGHTTP2_ERR_FLOW_CONTROL].contains(&code);
        if is_error {
            inner.has_reported_error = true;
            inner.tell(EventKind::Error, [code]);
        }
        0
    }

    pub fn on_data(&self, library: Library<'_>, stream: i32, address: usize, length: usize) -> i32 {
        // The connection window is returned even when this stream is not read.
        library.consume_connection(length);
        let mut inner = self.get();
        let start = (address - inner.input_address) as i32;
        let is_measured = inner.is_measured;
        let Some(known) = inner.streams.get_mut(&stream) else { return 0 };
        if known.message.is_malformed {
            return 0;
        }
        if !known.message.data(length) {
            return inner.fail(library, stream);
        }
        known.statistics.bytes_received += length as u64;
        if is_measured && known.statistics.first_byte.is_none() {
            known.statistics.first_byte = Some(Instant::now());
        }
        let is_reading = known.is_reading;
        if !is_reading {
            known.bytes_while_paused += length;
        }
        inner.tell(EventKind::Data, [stream, start, start + length as i32]);
        drop(inner);
        if is_reading {
            library.consume_stream(stream, length);
        }
        0
    }

    pub fn on_close(&self, stream: i32, code: u32) -> i32 {
        let mut inner = self.get();
        if let Some(known) = inner.streams.get(&stream) {
            let is_reset_by_peer = i32::from(known.is_reset_by_peer);
            // When both sides had ended, the library closed it before it was reset.
            let code = if known.message.is_malformed && code == sys::NGHTTP2_NO_ERROR {
                sys::NGHTTP2_PROTOCOL_ERROR
            } else {
                code
            };
            inner.tell(EventKind::Close, [stream, code as i32, is_reset_by_peer]);
        }
        0
    }

    /// The library ends a session whose peer violates the rules of the connection, and reports it in no other way.
    pub fn on_goaway_sent(&self, code: u32) {
        let mut inner = self.get();
        if code != sys::NGHTTP2_NO_ERROR && !inner.is_ended_by_owner && !inner.has_reported_error {
            inner.has_reported_error = true;
            inner.tell(EventKind::Error, [sys::NGHTTP2_ERR_PROTO]);
        }
    }

    pub fn on_frame_sent(&self) -> i32 {
        self.get().statistics.frames_sent += 1;
        0
    }

    pub fn on_frame_not_sent(&self, stream: i32, frame_type: u8, code: i32) -> i32 {
        let is_expected =
            [sys::NGHTTP2_ERR_SESSION_CLOSING, sys::NGHTTP2_ERR_STREAM_CLOSED, sys::NGHTTP2_ERR_STREAM_CLOSING]
                .contains(&code);
        if !is_expected {
            self.get().tell(EventKind::FrameError, [stream, frame_type.into(), code]);
        }
        0
    }

    pub fn on_error(&self, code: i32) -> i32 {
        // The peer uses another protocol.
        if code == sys::NGHTTP2_ERR_SETTINGS_EXPECTED {
            let mut inner = self.get();
            inner.has_reported_error = true;
            inner.tell(EventKind::Error, [sys::NGHTTP2_ERR_PROTO]);
        }
        0
    }

    /// Length of a frame's payload with padding.
    pub fn padded_length(&self, length: usize, payload_max: usize) -> usize {
        const FRAME_HEAD_BYTES: usize = 9;
        match self.get().padding {
            Padding::None => length,
            Padding::Max => payload_max,
            Padding::Aligned => ((length + FRAME_HEAD_BYTES).next_multiple_of(8) - FRAME_HEAD_BYTES).min(payload_max),
        }
    }

    /// None: no data yet.
    pub fn read_data(&self, stream: i32, length_max: usize) -> Option<Read> {
        let mut inner = self.get();
        let is_measured = inner.is_measured;
        let known = inner.streams.get_mut(&stream)?;
        if is_measured && known.statistics.first_byte_sent.is_none() {
            known.statistics.first_byte_sent = Some(Instant::now());
        }
        let mut finished = 0;
        while known.queue.take_empty() {
            finished += 1;
        }
        let queued = known.queue.bytes();
        let count = queued.min(length_max);
        let is_last = count == queued && known.is_shut;
        let has_trailers = is_last && std::mem::take(&mut known.has_trailers);
        for _ in 0..finished {
            inner.tell(EventKind::Written, [stream]);
        }
        if has_trailers {
            inner.tell(EventKind::WantTrailers, [stream]);
        }
        (count > 0 || is_last).then_some(Read { count, is_last, has_trailers })
    }

    pub fn send_data(&self, stream: i32, frame_head: &[u8], length: usize, padding: usize) {
        let mut guard = self.get();
        let inner = &mut *guard;
        inner.output.extend_from_slice(frame_head);
        // RFC 9113 §6.1: the first byte is the length of the padding after the data.
        if padding > 0 {
            inner.output.push((padding - 1) as u8);
        }
        let known = inner.streams.get_mut(&stream).expect("the stream said that it has data");
        let finished = known.queue.move_to(&mut inner.output, length);
        known.statistics.bytes_sent += length as u64;
        inner.queued_bytes -= length;
        if padding > 0 {
            inner.output.resize(inner.output.len() + padding - 1, 0);
        }
        for _ in 0..finished {
            inner.tell(EventKind::Written, [stream]);
        }
    }
}

impl Inner {
    pub fn add_stream(&mut self, library: Library<'_>, stream: i32, category: i32) -> &mut Stream {
        self.statistics.stream_count += 1;
        let made = self.streams.entry(stream).or_default();
        made.headers.start(category);
        made.header_list_bytes_max =
            library.local_setting(sys::NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE).min(HEADER_LIST_BYTES_MAX) as usize;
        self.statistics.concurrent_streams_max = self.statistics.concurrent_streams_max.max(self.streams.len() as u32);
        self.streams.get_mut(&stream).expect("added above")
    }

    /// Drops the stream with its queue.
    pub fn remove_stream(&mut self, stream: i32) {
        if let Some(known) = self.streams.remove(&stream) {
            self.queued_bytes -= known.queue.bytes();
            self.header_bytes = self.header_bytes.saturating_sub(known.headers.list_bytes);
        }
    }

    pub fn has_memory(&self, bytes: usize) -> bool {
        self.queued_bytes + self.header_bytes + self.streams.len() * size_of::<Stream>() + bytes
            <= self.memory_bytes_max
    }

    pub fn tell<const COUNT: usize>(&mut self, kind: EventKind, words: [i32; COUNT]) {
        self.events.push(Event::new(kind, words));
    }

    fn add_hexadecimal(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.text.push(HEX_DIGITS[usize::from(byte >> 4)]);
            self.text.push(HEX_DIGITS[usize::from(byte & 15)]);
        }
        self.text.push(0);
    }

    fn note_remote_setting(&mut self, id: i32, value: u32) {
        let is_known = id <= sys::NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE as i32
            || id == sys::NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL as i32;
        if is_known {
            return;
        }
        match self.remote_settings.iter_mut().find(|(known, _)| *known == id) {
            Some(entry) => entry.1 = value,
            None => self.remote_settings.push((id, value)),
        }
    }

    pub fn count_invalid_frame(&mut self) -> i32 {
        let had = self.invalid_frames;
        self.invalid_frames = had.saturating_add(1);
        if had <= self.invalid_frames_max {
            return 0;
        }
        self.had_too_many_invalid_frames = true;
        sys::NGHTTP2_ERR_CALLBACK_FAILURE
    }
}
