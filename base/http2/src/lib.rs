//! HTTP/2 sessions without input or output: bytes in, events out; calls in, bytes out. The protocol is nghttp2's (RFC 9113, RFC 7541).
//!
//! What it does: the state of a session and of its streams, flow control, limits against abusive peers. What it does not: sockets,
//! and what a message means (`internal:node/http2`). Start reading at [`Session`].

mod event;
mod ffi;
mod header_text;
mod messaging;
mod options;
mod receiving;
mod session;
mod state;
mod statistics;
mod stream;

pub use event::{Event, EventKind};
pub use ffi::{error_text, library_version};
pub use options::{Options, Padding, Role};
pub use session::{Session, SessionState, Settings, StreamState};
pub use statistics::{SessionStatistics, StreamStatistics};

#[cfg(test)]
mod malformed_tests;
#[cfg(test)]
mod session_tests;
