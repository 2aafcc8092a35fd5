//! A session of nghttp2 together with the state that its callbacks change.
#![allow(unsafe_code)]

use super::callbacks;
use super::calls::Library;
use crate::options::{Options, Padding, Role};
use crate::state::State;
use libnghttp2_sys as sys;
use std::ptr::{self, NonNull};
use std::rc::Rc;

/// Frees the session when it is dropped.
pub(crate) struct OwnedSession {
    raw: NonNull<sys::nghttp2_session>,
    // The session holds the address of the state.
    state: Rc<State>,
}

impl OwnedSession {
    /// Panics when memory is exhausted, the only reason for which the library fails here.
    pub fn new(role: Role, options: &Options) -> Self {
        let state = Rc::new(State::new(role, options));
        let callbacks = new_callbacks(options.padding != Padding::None);
        let library_options = new_options(role, options);
        let user_data = Rc::as_ptr(&state).cast_mut().cast();
        let mut raw = ptr::null_mut();
        let code = match role {
            // SAFETY: callbacks and options are live; the state is reference-counted, stored below and only accessed
            // through shared references.
            Role::Server => unsafe {
                sys::nghttp2_session_server_new2(&mut raw, callbacks, user_data, library_options)
            },
            // SAFETY: as above.
            Role::Client => unsafe {
                sys::nghttp2_session_client_new2(&mut raw, callbacks, user_data, library_options)
            },
        };
        // SAFETY: made above, and the session has copied them.
        unsafe { sys::nghttp2_session_callbacks_del(callbacks) };
        // SAFETY: made above, and the session has copied them.
        unsafe { sys::nghttp2_option_del(library_options) };
        assert_eq!(code, 0, "a session of HTTP/2 is made when there is memory");
        Self { raw: NonNull::new(raw).expect("the library has made a session"), state }
    }

    pub fn library(&self) -> Library<'_> {
        // SAFETY: the session lives as long as `self`; the pointer field keeps `self` on its thread (it is not `Send`).
        unsafe { Library::from_raw(self.raw) }
    }

    pub fn state(&self) -> &State {
        &self.state
    }
}

impl Drop for OwnedSession {
    fn drop(&mut self) {
        // SAFETY: made by `new`, freed only here; the state is dropped afterwards.
        unsafe { sys::nghttp2_session_del(self.raw.as_ptr()) };
    }
}

fn new_callbacks(pads: bool) -> *mut sys::nghttp2_session_callbacks {
    let mut made = ptr::null_mut();
    // SAFETY: `made` is a valid out-pointer.
    let code = unsafe { sys::nghttp2_session_callbacks_new(&mut made) };
    assert_eq!(code, 0, "callbacks are made when there is memory");
    // SAFETY: created above; `OwnedSession` passes a `State` to its sessions.
    unsafe { callbacks::install(made, pads) };
    made
}

fn new_options(role: Role, options: &Options) -> *mut sys::nghttp2_option {
    let mut made = ptr::null_mut();
    // SAFETY: `made` is a valid out-pointer.
    let code = unsafe { sys::nghttp2_option_new(&mut made) };
    assert_eq!(code, 0, "options are made when there is memory");
    // The peer's window grows when the program has received the data, not before.
    // SAFETY: made above; so for all of the following.
    unsafe { sys::nghttp2_option_set_no_auto_window_update(made, 1) };
    // `messaging` decides which messages are malformed: the library would end the session.
    // SAFETY: as above.
    unsafe { sys::nghttp2_option_set_no_http_messaging(made, 1) };
    // SAFETY: as above.
    unsafe { sys::nghttp2_option_set_peer_max_concurrent_streams(made, options.peer_concurrent_streams_max) };
    if role == Role::Client {
        // SAFETY: as above.
        unsafe { sys::nghttp2_option_set_builtin_recv_extension_type(made, sys::NGHTTP2_ALTSVC as u8) };
        // SAFETY: as above.
        unsafe { sys::nghttp2_option_set_builtin_recv_extension_type(made, sys::NGHTTP2_ORIGIN as u8) };
    }
    if let Some(bytes) = options.deflate_table_bytes_max {
        // SAFETY: as above.
        unsafe { sys::nghttp2_option_set_max_deflate_dynamic_table_size(made, bytes) };
    }
    if let Some(count) = options.reserved_remote_streams_max {
        // SAFETY: as above.
        unsafe { sys::nghttp2_option_set_max_reserved_remote_streams(made, count) };
    }
    if let Some(bytes) = options.send_header_block_bytes_max {
        // SAFETY: as above.
        unsafe { sys::nghttp2_option_set_max_send_header_block_length(made, bytes) };
    }
    if let Some(count) = options.settings_entries_max {
        // SAFETY: as above.
        unsafe { sys::nghttp2_option_set_max_settings(made, count) };
    }
    if options.stream_reset_burst.is_some() || options.stream_reset_rate.is_some() {
        // The other half keeps the library's default.
        let (burst, rate) = (options.stream_reset_burst.unwrap_or(1000), options.stream_reset_rate.unwrap_or(33));
        // SAFETY: as above.
        unsafe { sys::nghttp2_option_set_stream_reset_rate_limit(made, burst, rate) };
    }
    made
}
