//! Where requests go: a host and port (or a path), and what is known of its connections.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::PathBuf;

/// So many connections to one origin may be in the making at a time. Requests beyond that wait for one of them, or for
/// a connection that becomes free, so a burst does not open a socket for each.
pub const CONNECTING_MAX: u32 = 64;

/// An origin whose connections are kept and shared.
pub struct Origin {
    pub id: u32,
    pub host: String,
    pub port: u16,
    pub unix_path: Option<PathBuf>,
    pub is_tls: bool,
    /// Connections that wait for a request, the latest last: it is the one least likely to be closed.
    pub idle: RefCell<Vec<u32>>,
    /// Requests that wait for a connection.
    pub waiting: RefCell<VecDeque<u32>>,
    /// Connections in the making.
    pub connecting: Cell<u32>,
}

impl Origin {
    /// Whether it is the origin that these say.
    pub fn is(&self, host: &str, port: u16, unix_path: &str, is_tls: bool) -> bool {
        let path = self.unix_path.as_ref().map_or("", |path| path.to_str().unwrap_or(""));
        self.host == host && self.port == port && self.is_tls == is_tls && path == unix_path
    }
}
