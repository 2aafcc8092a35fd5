//! A session: the API for the owner of a connection.

use crate::event::Event;
use crate::ffi::{Library, OwnedSession};
use crate::header_text::{latin1_bytes, parse};
use crate::messaging::Message;
use crate::options::{Options, Role};
use crate::statistics::{SessionStatistics, StreamStatistics};
use crate::stream::Stream;
use libnghttp2_sys as sys;

/// One side of a connection. [`Session::receive`] accepts the bytes of the peer, [`Session::send`] returns those for
/// the peer; both produce events. Functions that return `i32` return 0 (or a stream) or a negative code of nghttp2,
/// whose message is `error_text`.
///
/// Header fields are passed as one string: for each its name, NUL, its value, NUL, and "1" when it must not be in a
/// compression table, else "0".
pub struct Session {
    owned: OwnedSession,
}

/// Settings in effect for one side (RFC 9113 §6.5.2, RFC 8441 §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub header_table_size: u32,
    pub enable_push: bool,
    pub max_concurrent_streams: u32,
    pub initial_window_size: u32,
    pub max_frame_size: u32,
    pub max_header_list_size: u32,
    pub enable_connect_protocol: bool,
}

/// Sizes in bytes, except the streams and the count of queued frames.
#[derive(Clone, Copy, Debug)]
pub struct SessionState {
    pub effective_local_window_size: i32,
    pub effective_received_bytes: i32,
    pub next_stream_id: u32,
    pub local_window_size: i32,
    pub last_processed_stream_id: i32,
    pub remote_window_size: i32,
    pub outbound_queue_length: u32,
    pub deflate_table_bytes: u32,
    pub inflate_table_bytes: u32,
}

/// A stream's protocol state. `state` is a `NGHTTP2_STREAM_STATE_*`; 1 also for one that is not sent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamState {
    pub state: i32,
    pub weight: i32,
    pub sum_dependency_weight: i32,
    pub local_close: i32,
    pub remote_close: i32,
    pub local_window_size: i32,
}

impl Session {
    pub fn new(role: Role, options: &Options) -> Self {
        Self { owned: OwnedSession::new(role, options) }
    }

    fn library(&self) -> Library<'_> {
        self.owned.library()
    }

    /// Processes bytes of the peer. A negative code means that the session cannot continue.
    pub fn receive(&self, bytes: &[u8]) -> i32 {
        self.owned.state().get().input_address = bytes.as_ptr().addr();
        let taken = self.library().receive(bytes);
        i32::try_from(taken).unwrap_or(i32::MAX)
    }

    /// All bytes for the peer, and the error code, if any.
    pub fn send(&self) -> (Vec<u8>, i32) {
        let mut failure = 0;
        loop {
            let sent = self.library().send(|bytes| self.owned.state().get().output.extend_from_slice(bytes));
            match sent {
                Ok(true) => {}
                Ok(false) => break,
                Err(code) => {
                    failure = code as i32;
                    break;
                }
            }
        }
        (std::mem::take(&mut self.owned.state().get().output), failure)
    }

    /// Returns what happened since the last call: events, and their text (Latin-1).
    pub fn take_events(&self) -> (Vec<Event>, Vec<u8>) {
        let mut state = self.owned.state().get();
        (std::mem::take(&mut state.events), std::mem::take(&mut state.text))
    }

    /// Whether the session failed for more invalid frames than its options allow.
    pub fn had_too_many_invalid_frames(&self) -> bool {
        self.owned.state().get().had_too_many_invalid_frames
    }

    pub fn wants_read(&self) -> bool {
        self.library().wants_read()
    }

    pub fn wants_write(&self) -> bool {
        self.library().wants_write()
    }

    /// Sends a request. `fields` counts those of `headers`. Returns the number of the stream.
    pub fn request(&self, headers: &str, fields: usize, has_body: bool, has_trailers: bool) -> i32 {
        let bytes = latin1_bytes(headers);
        let list = parse(&bytes, fields);
        let stream = self.library().submit_request(&list, has_body);
        if stream > 0 {
            self.add_stream(stream, has_body, has_trailers);
            let method = list.iter().find(|field| field.name == b":method").map_or(&b""[..], |field| field.value);
            self.change(stream, |known| known.message = Message::answering(method));
        }
        stream
    }

    /// Promises a stream on the client's `stream` and returns its number.
    pub fn push(&self, stream: i32, headers: &str, fields: usize, has_body: bool) -> i32 {
        let promised = self.library().submit_push_promise(stream, &parse(&latin1_bytes(headers), fields));
        if promised > 0 {
            self.add_stream(promised, has_body, false);
        }
        promised
    }

    fn add_stream(&self, stream: i32, has_body: bool, has_trailers: bool) {
        let mut state = self.owned.state().get();
        let made = state.add_stream(self.library(), stream, sys::NGHTTP2_HCAT_HEADERS as i32);
        made.is_shut = !has_body;
        made.has_trailers = has_trailers;
    }

    /// Sends a response, without a body if the stream was already ended.
    pub fn respond(&self, stream: i32, headers: &str, fields: usize, has_body: bool, has_trailers: bool) -> i32 {
        let is_open = self.change(stream, |known| {
            known.has_trailers |= has_trailers;
            !known.is_shut
        });
        self.library().submit_response(
            stream,
            &parse(&latin1_bytes(headers), fields),
            has_body && is_open == Some(true),
        )
    }

    pub fn inform(&self, stream: i32, headers: &str, fields: usize) -> i32 {
        self.library().submit_informational(stream, &parse(&latin1_bytes(headers), fields))
    }

    /// Ends a stream by trailers, or without them when the list is empty: some clients fail at empty ones.
    pub fn send_trailers(&self, stream: i32, headers: &str, fields: usize) -> i32 {
        if fields == 0 {
            return self.library().submit_end(stream);
        }
        self.library().submit_trailers(stream, &parse(&latin1_bytes(headers), fields))
    }

    /// Queues data. False when the stream accepts no more.
    pub fn write(&self, stream: i32, bytes: Vec<u8>) -> bool {
        let count = bytes.len();
        let is_queued = self.change(stream, |known| {
            if !known.is_shut {
                known.queue.push(bytes);
            }
            !known.is_shut
        });
        if is_queued != Some(true) {
            return false;
        }
        self.owned.state().get().queued_bytes += count;
        self.library().resume_data(stream);
        true
    }

    /// No more data follows what is queued.
    pub fn shut(&self, stream: i32) {
        self.change(stream, |known| known.is_shut = true);
        self.library().resume_data(stream);
    }

    /// Sets whether the stream is being read; without a reader the peer's window is exhausted.
    pub fn set_reading(&self, stream: i32, is_reading: bool) {
        let waiting = self.change(stream, |known| {
            known.is_reading = is_reading;
            if is_reading { std::mem::take(&mut known.bytes_while_paused) } else { 0 }
        });
        if let Some(bytes) = waiting.filter(|bytes| *bytes > 0) {
            self.library().consume_stream(stream, bytes);
        }
    }

    pub fn reset(&self, stream: i32, code: u32) -> i32 {
        self.library().submit_reset(stream, code)
    }

    /// Releases the stream: it has no more events, and its queue is dropped.
    pub fn forget(&self, stream: i32) {
        self.owned.state().get().remove_stream(stream);
    }

    pub fn settings(&self, entries: &[(u16, u32)]) -> i32 {
        let connect_protocol =
            entries.iter().rev().find(|(id, _)| u32::from(*id) == sys::NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL);
        if let Some((_, value)) = connect_protocol {
            self.owned.state().get().rules.has_connect_protocol = *value == 1;
        }
        self.library().submit_settings(entries)
    }

    pub fn ping(&self, payload: [u8; 8]) -> i32 {
        self.library().submit_ping(payload)
    }

    /// `last_stream` 0 means the last one that was processed.
    pub fn go_away(&self, code: u32, last_stream: i32, data: &[u8]) -> i32 {
        let last_stream = if last_stream <= 0 { self.library().last_processed_stream_id() } else { last_stream };
        self.note_end(code);
        self.library().submit_goaway(last_stream, code, data)
    }

    fn note_end(&self, code: u32) {
        if code != 0 {
            self.owned.state().get().is_ended_by_owner = true;
        }
    }

    pub fn announce_service(&self, stream: i32, origin: &str, value: &str) -> i32 {
        self.library().submit_altsvc(stream, &latin1_bytes(origin), &latin1_bytes(value))
    }

    /// `origins` are each ended by NUL.
    pub fn announce_origins(&self, origins: &str) -> i32 {
        let bytes = latin1_bytes(origins);
        let list: Vec<&[u8]> = bytes.split(|byte| *byte == 0).filter(|origin| !origin.is_empty()).collect();
        self.library().submit_origin(&list)
    }

    /// Sends GOAWAY; the session then neither reads nor writes.
    pub fn terminate(&self, code: u32) -> i32 {
        self.note_end(code);
        self.library().terminate(code)
    }

    pub fn set_next_stream_id(&self, stream: i32) -> i32 {
        self.library().set_next_stream_id(stream)
    }

    pub fn set_local_window_size(&self, bytes: i32) -> i32 {
        self.library().set_local_window_size(bytes)
    }

    pub fn local_settings(&self) -> Settings {
        let library = self.library();
        settings(|id| library.local_setting(id))
    }

    pub fn remote_settings(&self) -> Settings {
        let library = self.library();
        settings(|id| library.remote_setting(id))
    }

    /// Numbers and values of the peer's settings without a name here.
    pub fn remote_custom_settings(&self) -> Vec<(i32, u32)> {
        self.owned.state().get().remote_settings.clone()
    }

    pub fn state(&self) -> SessionState {
        let library = self.library();
        SessionState {
            effective_local_window_size: library.effective_local_window_size(),
            effective_received_bytes: library.effective_received_bytes(),
            next_stream_id: library.next_stream_id(),
            local_window_size: library.local_window_size(),
            last_processed_stream_id: library.last_processed_stream_id(),
            remote_window_size: library.remote_window_size(),
            outbound_queue_length: library.outbound_queue_length() as u32,
            deflate_table_bytes: library.deflate_table_bytes() as u32,
            inflate_table_bytes: library.inflate_table_bytes() as u32,
        }
    }

    pub fn stream_state(&self, stream: i32) -> StreamState {
        match self.library().stream(stream) {
            None => StreamState {
                state: 1,
                weight: 0,
                sum_dependency_weight: 0,
                local_close: 0,
                remote_close: 0,
                local_window_size: 0,
            },
            Some(found) => StreamState {
                state: found.state,
                weight: found.weight,
                sum_dependency_weight: found.sum_dependency_weight,
                local_close: found.local_close,
                remote_close: found.remote_close,
                local_window_size: found.local_window_size,
            },
        }
    }

    pub fn statistics(&self) -> SessionStatistics {
        self.owned.state().get().statistics
    }

    pub fn stream_statistics(&self, stream: i32) -> StreamStatistics {
        self.change(stream, |known| known.statistics).unwrap_or_default()
    }

    /// None when the stream does not exist (any more).
    fn change<R>(&self, stream: i32, change: impl FnOnce(&mut Stream) -> R) -> Option<R> {
        self.owned.state().get().streams.get_mut(&stream).map(change)
    }
}

fn settings(get: impl Fn(u32) -> u32) -> Settings {
    Settings {
        header_table_size: get(sys::NGHTTP2_SETTINGS_HEADER_TABLE_SIZE),
        enable_push: get(sys::NGHTTP2_SETTINGS_ENABLE_PUSH) != 0,
        max_concurrent_streams: get(sys::NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS),
        initial_window_size: get(sys::NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE),
        max_frame_size: get(sys::NGHTTP2_SETTINGS_MAX_FRAME_SIZE),
        max_header_list_size: get(sys::NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE),
        enable_connect_protocol: get(sys::NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL) != 0,
    }
}
