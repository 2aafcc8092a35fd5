//! The callbacks of nghttp2. Each finds the state of its session behind `user_data` and calls it.
#![allow(unsafe_code)]

use super::calls::Library;
use crate::state::{Read, Received, State};
use libnghttp2_sys as sys;
use std::ffi::{c_char, c_int, c_void};
use std::ptr::NonNull;

/// Installs all of them in `callbacks`.
///
/// # Safety
/// `callbacks` is live. Sessions made with it get a `State` as their user data that lives as long as they do.
pub(super) unsafe fn install(callbacks: *mut sys::nghttp2_session_callbacks, pads: bool) {
    // SAFETY: `callbacks` is live, as the caller says; so for all of the following.
    unsafe { sys::nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, Some(on_begin_headers)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_on_header_callback(callbacks, Some(on_header)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, Some(on_frame)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, Some(on_invalid_frame)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, Some(on_data)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, Some(on_close)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, Some(on_frame_sent)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, Some(on_frame_not_sent)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_send_data_callback(callbacks, Some(send_data)) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_session_callbacks_set_error_callback2(callbacks, Some(on_error)) };
    if pads {
        // SAFETY: as above.
        unsafe { sys::nghttp2_session_callbacks_set_select_padding_callback2(callbacks, Some(select_padding)) };
    }
}

/// # Safety
/// `session` and `user_data` are the arguments of a callback.
unsafe fn parts<'s>(session: *mut sys::nghttp2_session, user_data: *mut c_void) -> (Library<'s>, &'s State) {
    let session = NonNull::new(session).expect("the library calls back for a session");
    // SAFETY: the session is alive while it calls back.
    let library = unsafe { Library::from_raw(session) };
    // SAFETY: `OwnedSession` passed the address of a `State` that it keeps alive until the session is freed, and only
    // shares it.
    (library, unsafe { &*user_data.cast::<State>() })
}

/// # Safety
/// `length` bytes are at `start` for `'b`, or `length` is 0.
unsafe fn bytes<'b>(start: *const u8, length: usize) -> &'b [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: as the caller says.
    unsafe { std::slice::from_raw_parts(start, length) }
}

fn head(frame: &sys::nghttp2_frame) -> sys::nghttp2_frame_hd {
    // SAFETY: every kind of frame begins with its head.
    unsafe { frame.hd }
}

extern "C" fn on_begin_headers(
    session: *mut sys::nghttp2_session,
    frame: *const sys::nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (library, state) = unsafe { parts(session, user_data) };
    // SAFETY: the library passes a live frame.
    let (stream, category) = header_place(unsafe { &*frame });
    state.on_begin_headers(library, stream, category)
}

/// The stream that the header block of a HEADERS or PUSH_PROMISE frame is for, and its category.
fn header_place(frame: &sys::nghttp2_frame) -> (i32, i32) {
    let head = head(frame);
    if u32::from(head.type_) == sys::NGHTTP2_PUSH_PROMISE {
        // SAFETY: the head says that it is this kind of frame.
        let promise = unsafe { frame.push_promise };
        return (promise.promised_stream_id, sys::NGHTTP2_HCAT_REQUEST as i32);
    }
    // SAFETY: the only other kind with a header block; all kinds are plain numbers and pointers.
    let headers = unsafe { frame.headers };
    (head.stream_id, headers.cat as i32)
}

#[allow(clippy::too_many_arguments)]
extern "C" fn on_header(
    session: *mut sys::nghttp2_session,
    frame: *const sys::nghttp2_frame,
    name: *const u8,
    name_length: usize,
    value: *const u8,
    value_length: usize,
    flags: u8,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (library, state) = unsafe { parts(session, user_data) };
    // SAFETY: the library passes a live frame with a header block.
    let (stream, _) = header_place(unsafe { &*frame });
    // SAFETY: the name is valid during the call.
    let name = unsafe { bytes(name, name_length) };
    // SAFETY: the value is valid during the call.
    let value = unsafe { bytes(value, value_length) };
    state.on_header(library, stream, name, value, u32::from(flags) & sys::NGHTTP2_NV_FLAG_NO_INDEX != 0)
}

extern "C" fn on_frame(
    session: *mut sys::nghttp2_session,
    frame: *const sys::nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (library, state) = unsafe { parts(session, user_data) };
    // SAFETY: the library passes a live frame.
    let frame = unsafe { &*frame };
    let head = head(frame);
    // SAFETY: the frame is complete.
    let received = unsafe { received(frame, &head) };
    state.on_frame(library, head.stream_id, head.flags, head.length, received)
}

/// # Safety
/// `frame` is a complete frame with this head.
unsafe fn received<'f>(frame: &'f sys::nghttp2_frame, head: &sys::nghttp2_frame_hd) -> Received<'f> {
    match u32::from(head.type_) {
        sys::NGHTTP2_DATA => Received::Data,
        sys::NGHTTP2_HEADERS => Received::Headers { stream: head.stream_id },
        sys::NGHTTP2_PUSH_PROMISE => {
            // SAFETY: the head says which kind it is; so for all of the following.
            let promise = unsafe { frame.push_promise };
            Received::Headers { stream: promise.promised_stream_id }
        }
        sys::NGHTTP2_PRIORITY => {
            // SAFETY: as above.
            let spec = unsafe { frame.priority }.pri_spec;
            Received::Priority { parent: spec.stream_id, weight: spec.weight, is_exclusive: spec.exclusive != 0 }
        }
        sys::NGHTTP2_RST_STREAM => Received::Reset,
        sys::NGHTTP2_SETTINGS => {
            // SAFETY: as above.
            let settings = unsafe { frame.settings };
            let entries = match settings.niv {
                0 => &[],
                // SAFETY: nghttp2 has `niv` entries at `iv`.
                count => unsafe { std::slice::from_raw_parts(settings.iv, count) },
            };
            Received::Settings(entries.iter().map(|entry| (entry.settings_id, entry.value)).collect())
        }
        sys::NGHTTP2_PING => {
            // SAFETY: as above.
            let ping = unsafe { frame.ping };
            Received::Ping(ping.opaque_data)
        }
        sys::NGHTTP2_GOAWAY => {
            // SAFETY: as above.
            let goaway = unsafe { frame.goaway };
            // SAFETY: that many bytes are at the pointer.
            let data = unsafe { bytes(goaway.opaque_data, goaway.opaque_data_len) };
            Received::GoAway { code: goaway.error_code, last_stream: goaway.last_stream_id, data }
        }
        sys::NGHTTP2_ALTSVC => {
            // SAFETY: as above.
            let extension = unsafe { frame.ext };
            // SAFETY: the library created the payload of this kind.
            unsafe { alternative_service(extension.payload) }
        }
        sys::NGHTTP2_ORIGIN => {
            // SAFETY: as above.
            let extension = unsafe { frame.ext };
            // SAFETY: the library created the payload of this kind.
            unsafe { origins(extension.payload) }
        }
        _ => Received::Other,
    }
}

/// # Safety
/// `payload` is that of an ALTSVC frame.
unsafe fn alternative_service<'f>(payload: *const c_void) -> Received<'f> {
    // SAFETY: as the caller says.
    let service = unsafe { *payload.cast::<sys::nghttp2_ext_altsvc>() };
    // SAFETY: that many bytes are at the pointer.
    let origin = unsafe { bytes(service.origin, service.origin_len) };
    // SAFETY: that many bytes are at the pointer.
    let value = unsafe { bytes(service.field_value, service.field_value_len) };
    Received::AltSvc { origin, value }
}

/// # Safety
/// `payload` is that of an ORIGIN frame.
unsafe fn origins<'f>(payload: *const c_void) -> Received<'f> {
    // SAFETY: as the caller says.
    let list = unsafe { *payload.cast::<sys::nghttp2_ext_origin>() };
    if list.nov == 0 {
        return Received::Origins(Vec::new());
    }
    // SAFETY: `nov` entries are at `ov`.
    let entries = unsafe { std::slice::from_raw_parts(list.ov, list.nov) };
    // SAFETY: each origin has that many bytes.
    Received::Origins(entries.iter().map(|entry| unsafe { bytes(entry.origin, entry.origin_len) }).collect())
}

extern "C" fn on_invalid_frame(
    session: *mut sys::nghttp2_session,
    _frame: *const sys::nghttp2_frame,
    code: c_int,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (_, state) = unsafe { parts(session, user_data) };
    state.on_invalid_frame(code)
}

extern "C" fn on_data(
    session: *mut sys::nghttp2_session,
    _flags: u8,
    stream: i32,
    start: *const u8,
    length: usize,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (library, state) = unsafe { parts(session, user_data) };
    state.on_data(library, stream, start.addr(), length)
}

extern "C" fn on_close(session: *mut sys::nghttp2_session, stream: i32, code: u32, user_data: *mut c_void) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (_, state) = unsafe { parts(session, user_data) };
    state.on_close(stream, code)
}

extern "C" fn on_frame_sent(
    session: *mut sys::nghttp2_session,
    frame: *const sys::nghttp2_frame,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (_, state) = unsafe { parts(session, user_data) };
    // SAFETY: the library passes a live frame.
    let frame = unsafe { &*frame };
    if u32::from(head(frame).type_) == sys::NGHTTP2_GOAWAY {
        // SAFETY: the head says that it is this kind of frame.
        let goaway = unsafe { frame.goaway };
        state.on_goaway_sent(goaway.error_code);
    }
    state.on_frame_sent()
}

extern "C" fn on_frame_not_sent(
    session: *mut sys::nghttp2_session,
    frame: *const sys::nghttp2_frame,
    code: c_int,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (_, state) = unsafe { parts(session, user_data) };
    // SAFETY: the library passes a live frame.
    let head = head(unsafe { &*frame });
    state.on_frame_not_sent(head.stream_id, head.type_, code)
}

extern "C" fn on_error(
    session: *mut sys::nghttp2_session,
    code: c_int,
    _text: *const c_char,
    _length: usize,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (_, state) = unsafe { parts(session, user_data) };
    state.on_error(code)
}

extern "C" fn select_padding(
    session: *mut sys::nghttp2_session,
    frame: *const sys::nghttp2_frame,
    payload_max: usize,
    user_data: *mut c_void,
) -> isize {
    // SAFETY: the arguments are those of this callback, from the library.
    let (_, state) = unsafe { parts(session, user_data) };
    // SAFETY: the library passes a live frame.
    let head = head(unsafe { &*frame });
    state.padded_length(head.length, payload_max) as isize
}

/// Returns how many bytes of a stream can be sent; `send_data` then copies them.
pub(super) extern "C" fn read_data(
    session: *mut sys::nghttp2_session,
    stream: i32,
    _buffer: *mut u8,
    length: usize,
    flags: *mut u32,
    _source: *mut sys::nghttp2_data_source,
    user_data: *mut c_void,
) -> isize {
    // SAFETY: the arguments are those of this callback, from the library.
    let (_, state) = unsafe { parts(session, user_data) };
    let Some(read) = state.read_data(stream, length) else { return sys::NGHTTP2_ERR_DEFERRED as isize };
    // SAFETY: the library passes a valid pointer to the flags.
    unsafe { *flags |= flags_of(&read) };
    read.count as isize
}

fn flags_of(read: &Read) -> u32 {
    let mut flags = 0;
    if read.count > 0 {
        flags |= sys::NGHTTP2_DATA_FLAG_NO_COPY;
    }
    if read.is_last {
        flags |= sys::NGHTTP2_DATA_FLAG_EOF;
    }
    if read.has_trailers {
        flags |= sys::NGHTTP2_DATA_FLAG_NO_END_STREAM;
    }
    flags
}

extern "C" fn send_data(
    session: *mut sys::nghttp2_session,
    frame: *mut sys::nghttp2_frame,
    frame_head: *const u8,
    length: usize,
    _source: *mut sys::nghttp2_data_source,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: the arguments are those of this callback, from the library.
    let (_, state) = unsafe { parts(session, user_data) };
    // SAFETY: the library passes a live frame.
    let frame = unsafe { &*frame };
    // SAFETY: it is a DATA frame.
    let data = unsafe { frame.data };
    // SAFETY: the head of a frame has nine bytes (RFC 9113 §4.1).
    let frame_head = unsafe { bytes(frame_head, 9) };
    state.send_data(data.hd.stream_id, frame_head, length, data.padlen);
    0
}
