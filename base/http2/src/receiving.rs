//! Received messages: their header blocks and ends, and failing the streams of malformed messages.

use crate::event::EventKind;
use crate::ffi::Library;
use crate::messaging::Verdict;
use crate::options::Role;
use crate::state::{Inner, State};
use crate::stream::{FIELD_OVERHEAD_BYTES, Stream};
use libnghttp2_sys as sys;
use std::time::Instant;

/// Category of a request's fields: what a server receives first, or a client in a promise.
const REQUEST: i32 = sys::NGHTTP2_HCAT_REQUEST as i32;

impl State {
    pub fn on_begin_headers(&self, library: Library<'_>, stream: i32, category: i32) -> i32 {
        let concurrent_max = library.local_setting(sys::NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS);
        let mut inner = self.get();
        let is_request_side = inner.role == Role::Server || category == REQUEST;
        let is_first = category != sys::NGHTTP2_HCAT_HEADERS as i32;
        if let Some(known) = inner.streams.get_mut(&stream) {
            known.headers.start(category);
            known.message.begin(is_request_side, is_first);
            return 0;
        }
        // Trailers and late responses of streams that the program has released.
        if category != REQUEST {
            return 0;
        }
        let has_room = inner.streams.len() < concurrent_max as usize && inner.has_memory(size_of::<Stream>());
        if has_room {
            inner.rejected_streams = 0;
            inner.add_stream(library, stream, category).message.begin(is_request_side, is_first);
            return 0;
        }
        let had = inner.rejected_streams;
        inner.rejected_streams = had.saturating_add(1);
        if had > inner.rejected_streams_max {
            return sys::NGHTTP2_ERR_CALLBACK_FAILURE;
        }
        drop(inner);
        library.submit_reset(stream, sys::NGHTTP2_ENHANCE_YOUR_CALM);
        sys::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE
    }

    pub fn on_header(&self, library: Library<'_>, stream: i32, name: &[u8], value: &[u8], is_sensitive: bool) -> i32 {
        let mut inner = self.get();
        let field_bytes = name.len() + value.len() + FIELD_OVERHEAD_BYTES;
        let has_memory = inner.has_memory(field_bytes);
        let (pairs_max, is_measured, rules) = (inner.header_pairs_max, inner.is_measured, inner.rules);
        let Some(known) = inner.streams.get_mut(&stream) else { return sys::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE };
        match known.message.field(name, value, rules) {
            Verdict::Keep => {}
            Verdict::Drop => return 0,
            Verdict::Malformed => {
                let verdict = inner.fail(library, stream);
                return if verdict == 0 { sys::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE } else { verdict };
            }
        }
        let list_bytes_max = known.header_list_bytes_max;
        let headers = &mut known.headers;
        if has_memory && headers.pair_count < pairs_max && headers.list_bytes + field_bytes <= list_bytes_max {
            headers.add(name, value, is_sensitive);
            if is_measured && known.statistics.first_header.is_none() {
                known.statistics.first_header = Some(Instant::now());
            }
            inner.header_bytes += field_bytes;
            return 0;
        }
        drop(inner);
        library.submit_reset(stream, sys::NGHTTP2_ENHANCE_YOUR_CALM);
        sys::NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE
    }
}

impl Inner {
    /// Handles a complete header block, with the flags of its frame.
    pub fn on_headers(&mut self, library: Library<'_>, stream: i32, flags: u8) -> i32 {
        let is_client = self.role == Role::Client;
        let Some(known) = self.streams.get_mut(&stream) else { return 0 };
        let is_promise = is_client && known.headers.category == REQUEST;
        let is_end = !is_promise && u32::from(flags) & sys::NGHTTP2_FLAG_END_STREAM != 0;
        if !known.message.end_block(is_end) {
            return self.fail(library, stream);
        }
        if is_promise {
            known.message.become_answer();
        }
        let headers = std::mem::take(&mut known.headers);
        self.header_bytes = self.header_bytes.saturating_sub(headers.list_bytes);
        self.text.extend_from_slice(&headers.text);
        self.text.extend_from_slice(&headers.sensitive);
        self.tell(
            EventKind::Headers,
            [stream, headers.category, flags.into(), headers.pair_count as i32, headers.sensitive_count as i32],
        );
        0
    }

    /// Handles the end of the body.
    pub fn on_end(&mut self, library: Library<'_>, stream: i32) -> i32 {
        if self.streams.get(&stream).is_some_and(|known| !known.message.end()) {
            return self.fail(library, stream);
        }
        self.tell(EventKind::End, [stream]);
        0
    }

    /// Fails the stream for a malformed message (RFC 9113 §8.1.1). Returns the callback's result: a peer that does it
    /// often loses the session.
    pub fn fail(&mut self, library: Library<'_>, stream: i32) -> i32 {
        if let Some(known) = self.streams.get_mut(&stream) {
            known.message.is_malformed = true;
        }
        library.submit_reset(stream, sys::NGHTTP2_PROTOCOL_ERROR);
        self.count_invalid_frame()
    }
}
