//! The client side of HTTP/1.1 and HTTP/2 without JavaScript and without an event loop: connecting, writing requests,
//! reading responses.
//!
//! It owns the socket of a connection but does not poll: the owner registers [`Connection::descriptor`] (or
//! [`Connector::descriptor`]), calls [`Connection::fill`] and [`Connection::flush`] when the socket is ready, and calls
//! [`Connection::next_event`] for what arrived; likewise for an [`Http2Connection`]. Pools, time limits and retries are
//! left to the owner (`host/fetch`).
//!
//! Start reading at [`Connector`], then [`Connection`] and [`Http2Connection`].

mod connection;
mod connector;
mod error;
mod http2;
mod http2_head;
mod io_result;
mod outgoing;
mod resolve;
mod secure;
mod socks;
mod transport;

pub use connection::{Connection, Event};
pub use connector::{Address, Connector, Progress};
pub use error::ClientError;
pub use http2::{CANCEL, Http2Connection, REFUSED_STREAM, StreamEvent};
pub use io_result::{Filled, Flushed};
pub use resolve::resolve;
pub use secure::{Protocol, TlsOptions, TlsSettings};
pub use socks::{SocksHandshake, SocksRequest};
pub use transport::Transport;
