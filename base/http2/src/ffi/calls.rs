//! Calls into a session of nghttp2. Each is documented in nghttp2.h under its name.
#![allow(unsafe_code)]

use super::callbacks::read_data;
use crate::header_text::Field;
use libnghttp2_sys as sys;
use std::marker::PhantomData;
use std::ptr::{self, NonNull};

/// A session that is alive for `'s`. Only `receive` and `send` run callbacks.
#[derive(Clone, Copy)]
pub(crate) struct Library<'s> {
    raw: NonNull<sys::nghttp2_session>,
    alive: PhantomData<&'s ()>,
}

const NO_FLAGS: u8 = sys::NGHTTP2_FLAG_NONE as u8;
const END_STREAM: u8 = sys::NGHTTP2_FLAG_END_STREAM as u8;

impl Library<'_> {
    /// # Safety
    /// `raw` is a live session for `'s`, and this thread alone uses it.
    pub unsafe fn from_raw(raw: NonNull<sys::nghttp2_session>) -> Self {
        Self { raw, alive: PhantomData }
    }

    fn raw(self) -> *mut sys::nghttp2_session {
        self.raw.as_ptr()
    }

    /// Processes bytes of the peer. Returns how many, or a negative code.
    pub fn receive(self, bytes: &[u8]) -> isize {
        // SAFETY: the session is alive ('s); the slice is valid during the call, and the library retains no part of it.
        unsafe { sys::nghttp2_session_mem_recv2(self.raw(), bytes.as_ptr(), bytes.len()) }
    }

    /// Passes the next bytes for the peer to `take`: the library reuses their memory. False when there are none; a
    /// negative code when it failed.
    pub fn send(self, take: impl FnOnce(&[u8])) -> Result<bool, isize> {
        let mut start: *const u8 = ptr::null();
        // SAFETY: the session is alive ('s), and `start` is a valid out-pointer.
        let count = unsafe { sys::nghttp2_session_mem_send2(self.raw(), &mut start) };
        let Ok(length) = usize::try_from(count) else { return Err(count) };
        if length == 0 {
            return Ok(false);
        }
        // SAFETY: the library guarantees `length` bytes at `start` until its next call, which is after `take`.
        take(unsafe { std::slice::from_raw_parts(start, length) });
        Ok(true)
    }

    pub fn wants_read(self) -> bool {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_want_read(self.raw()) != 0 }
    }

    pub fn wants_write(self) -> bool {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_want_write(self.raw()) != 0 }
    }

    pub fn submit_request(self, fields: &[Field<'_>], has_body: bool) -> i32 {
        let list = pairs(fields);
        let source = provider();
        let body = if has_body { &raw const source } else { ptr::null() };
        // SAFETY: the session is alive ('s); list and provider are valid during the call, which copies them.
        unsafe {
            sys::nghttp2_submit_request2(self.raw(), ptr::null(), list.as_ptr(), list.len(), body, ptr::null_mut())
        }
    }

    pub fn submit_response(self, stream: i32, fields: &[Field<'_>], has_body: bool) -> i32 {
        let list = pairs(fields);
        let source = provider();
        let body = if has_body { &raw const source } else { ptr::null() };
        // SAFETY: the session is alive ('s); list and provider are valid during the call, which copies them.
        unsafe { sys::nghttp2_submit_response2(self.raw(), stream, list.as_ptr(), list.len(), body) }
    }

    /// An interim response (RFC 9110 §15.2).
    pub fn submit_informational(self, stream: i32, fields: &[Field<'_>]) -> i32 {
        let list = pairs(fields);
        // SAFETY: the session is alive ('s); the list is valid during the call, which copies it.
        unsafe {
            sys::nghttp2_submit_headers(
                self.raw(),
                NO_FLAGS,
                stream,
                ptr::null(),
                list.as_ptr(),
                list.len(),
                ptr::null_mut(),
            )
        }
    }

    pub fn submit_trailers(self, stream: i32, fields: &[Field<'_>]) -> i32 {
        let list = pairs(fields);
        // SAFETY: the session is alive ('s); the list is valid during the call, which copies it.
        unsafe { sys::nghttp2_submit_trailer(self.raw(), stream, list.as_ptr(), list.len()) }
    }

    /// Ends a stream by an empty DATA frame.
    pub fn submit_end(self, stream: i32) -> i32 {
        let source = provider();
        // SAFETY: the session is alive ('s); the provider is valid during the call, which copies it.
        unsafe { sys::nghttp2_submit_data2(self.raw(), END_STREAM, stream, &source) }
    }

    /// Returns the number of the promised stream, or a negative code.
    pub fn submit_push_promise(self, stream: i32, fields: &[Field<'_>]) -> i32 {
        let list = pairs(fields);
        // SAFETY: the session is alive ('s); the list is valid during the call, which copies it.
        unsafe {
            sys::nghttp2_submit_push_promise(self.raw(), NO_FLAGS, stream, list.as_ptr(), list.len(), ptr::null_mut())
        }
    }

    pub fn submit_reset(self, stream: i32, code: u32) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_submit_rst_stream(self.raw(), NO_FLAGS, stream, code) }
    }

    /// `entries`: numbers and values of settings.
    pub fn submit_settings(self, entries: &[(u16, u32)]) -> i32 {
        let list: Vec<_> =
            entries.iter().map(|&(id, value)| sys::nghttp2_settings_entry { settings_id: id.into(), value }).collect();
        // SAFETY: the session is alive ('s); the list is valid during the call, which copies it.
        unsafe { sys::nghttp2_submit_settings(self.raw(), NO_FLAGS, list.as_ptr(), list.len()) }
    }

    pub fn submit_ping(self, payload: [u8; 8]) -> i32 {
        // SAFETY: the session is alive ('s); the payload has the eight bytes that are copied.
        unsafe { sys::nghttp2_submit_ping(self.raw(), NO_FLAGS, payload.as_ptr()) }
    }

    pub fn submit_goaway(self, last_stream: i32, code: u32, data: &[u8]) -> i32 {
        // SAFETY: the session is alive ('s); the data are valid during the call, which copies them.
        unsafe { sys::nghttp2_submit_goaway(self.raw(), NO_FLAGS, last_stream, code, data.as_ptr(), data.len()) }
    }

    /// RFC 7838.
    pub fn submit_altsvc(self, stream: i32, origin: &[u8], value: &[u8]) -> i32 {
        // SAFETY: the session is alive ('s); both strings are valid during the call, which copies them.
        unsafe {
            sys::nghttp2_submit_altsvc(
                self.raw(),
                NO_FLAGS,
                stream,
                origin.as_ptr(),
                origin.len(),
                value.as_ptr(),
                value.len(),
            )
        }
    }

    /// RFC 8336.
    pub fn submit_origin(self, origins: &[&[u8]]) -> i32 {
        let list: Vec<_> = origins
            .iter()
            .map(|origin| sys::nghttp2_origin_entry { origin: origin.as_ptr().cast_mut(), origin_len: origin.len() })
            .collect();
        // SAFETY: the session is alive ('s); the list and its strings are valid during the call, which copies and never
        // writes them.
        unsafe { sys::nghttp2_submit_origin(self.raw(), NO_FLAGS, list.as_ptr(), list.len()) }
    }

    /// Sends GOAWAY; afterwards the session neither reads nor writes.
    pub fn terminate(self, code: u32) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_terminate_session(self.raw(), code) }
    }

    /// Data, or its end, is available again for a stream that had none.
    pub fn resume_data(self, stream: i32) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_resume_data(self.raw(), stream) }
    }

    pub fn consume_connection(self, bytes: usize) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_consume_connection(self.raw(), bytes) }
    }

    pub fn consume_stream(self, stream: i32, bytes: usize) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_consume_stream(self.raw(), stream, bytes) }
    }

    pub fn set_next_stream_id(self, stream: i32) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_set_next_stream_id(self.raw(), stream) }
    }

    pub fn set_local_window_size(self, bytes: i32) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_set_local_window_size(self.raw(), NO_FLAGS, 0, bytes) }
    }

    pub fn local_setting(self, id: u32) -> u32 {
        // SAFETY: the session is alive ('s); callers pass numbers of settings that the library has.
        unsafe { sys::nghttp2_session_get_local_settings(self.raw(), id) }
    }

    pub fn remote_setting(self, id: u32) -> u32 {
        // SAFETY: the session is alive ('s); callers pass numbers of settings that the library has.
        unsafe { sys::nghttp2_session_get_remote_settings(self.raw(), id) }
    }

    pub fn effective_local_window_size(self) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_effective_local_window_size(self.raw()) }
    }

    pub fn effective_received_bytes(self) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_effective_recv_data_length(self.raw()) }
    }

    pub fn next_stream_id(self) -> u32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_next_stream_id(self.raw()) }
    }

    pub fn local_window_size(self) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_local_window_size(self.raw()) }
    }

    pub fn remote_window_size(self) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_remote_window_size(self.raw()) }
    }

    pub fn last_processed_stream_id(self) -> i32 {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_last_proc_stream_id(self.raw()) }
    }

    pub fn outbound_queue_length(self) -> usize {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_outbound_queue_size(self.raw()) }
    }

    pub fn deflate_table_bytes(self) -> usize {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_hd_deflate_dynamic_table_size(self.raw()) }
    }

    pub fn inflate_table_bytes(self) -> usize {
        // SAFETY: the session is alive ('s).
        unsafe { sys::nghttp2_session_get_hd_inflate_dynamic_table_size(self.raw()) }
    }

    /// None when the library does not have the stream (yet, or any more).
    pub fn stream(self, stream: i32) -> Option<LibraryStream> {
        // SAFETY: the session is alive ('s).
        let found = unsafe { sys::nghttp2_session_find_stream(self.raw(), stream) };
        if found.is_null() {
            return None;
        }
        // SAFETY: the stream was found just now, with no call in between.
        let state = unsafe { sys::nghttp2_stream_get_state(found) };
        // SAFETY: as above.
        let weight = unsafe { sys::nghttp2_stream_get_weight(found) };
        // SAFETY: as above.
        let sum_dependency_weight = unsafe { sys::nghttp2_stream_get_sum_dependency_weight(found) };
        // SAFETY: the session is alive ('s).
        let local_close = unsafe { sys::nghttp2_session_get_stream_local_close(self.raw(), stream) };
        // SAFETY: as above.
        let remote_close = unsafe { sys::nghttp2_session_get_stream_remote_close(self.raw(), stream) };
        // SAFETY: as above.
        let local_window_size = unsafe { sys::nghttp2_session_get_stream_local_window_size(self.raw(), stream) };
        Some(LibraryStream {
            state: state as i32,
            weight,
            sum_dependency_weight,
            local_close,
            remote_close,
            local_window_size,
        })
    }
}

/// The library's state of a stream.
pub(crate) struct LibraryStream {
    pub state: i32,
    pub weight: i32,
    pub sum_dependency_weight: i32,
    pub local_close: i32,
    pub remote_close: i32,
    pub local_window_size: i32,
}

// The library does not write to the strings: the pointers are mutable because its struct also serves for received
// fields.
fn pairs(fields: &[Field<'_>]) -> Vec<sys::nghttp2_nv> {
    let pair = |field: &Field<'_>| sys::nghttp2_nv {
        name: field.name.as_ptr().cast_mut(),
        value: field.value.as_ptr().cast_mut(),
        namelen: field.name.len(),
        valuelen: field.value.len(),
        flags: if field.is_sensitive { sys::NGHTTP2_NV_FLAG_NO_INDEX as u8 } else { sys::NGHTTP2_NV_FLAG_NONE as u8 },
    };
    fields.iter().map(pair).collect()
}

fn provider() -> sys::nghttp2_data_provider2 {
    sys::nghttp2_data_provider2 {
        source: sys::nghttp2_data_source { ptr: ptr::null_mut() },
        read_callback: Some(read_data),
    }
}
