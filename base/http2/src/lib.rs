//! HTTP/2 sessions (RFC 9113, RFC 7541) without I/O: bytes in, events out; calls in, bytes out. The protocol
//! implementation is nghttp2.
//!
//! Does: the state of a session and its streams, flow control, limits against abusive peers. Does not: sockets, or the
//! meaning of a message (`builtins/internal/node/http2`). Start reading at [`Session`].

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
