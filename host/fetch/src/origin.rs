//! Where requests go: a host and port (or a path), and what is known of its connections.

use brio_http_client::TlsSettings;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;

/// So many connections to one origin may be in the making at a time. Requests beyond that wait for one of them, or for
/// a connection that becomes free, so a burst does not open a socket for each.
pub const CONNECTING_MAX: u32 = 64;

/// How requests get to an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    pub host: String,
    pub port: u16,
    /// Connect to this path instead.
    pub unix_path: Option<PathBuf>,
    /// Connect to a proxy instead and send it this head, which asks for a tunnel to the host.
    pub tunnel: Option<Tunnel>,
    /// The number of the TLS settings.
    pub tls: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunnel {
    pub proxy_host: String,
    pub proxy_port: u16,
    pub head: Vec<u8>,
}

impl Route {
    /// The host and port to connect to.
    pub fn peer(&self) -> (&str, u16) {
        match &self.tunnel {
            Some(tunnel) => (&tunnel.proxy_host, tunnel.proxy_port),
            None => (&self.host, self.port),
        }
    }
}

/// An origin whose connections are kept and shared.
pub struct Origin {
    pub id: u32,
    pub route: Route,
    pub tls: Option<Rc<TlsSettings>>,
    /// Connections that wait for a request, the latest last: it is the one least likely to be closed.
    pub idle: RefCell<Vec<u32>>,
    /// Requests that wait for a connection.
    pub waiting: RefCell<VecDeque<u32>>,
    /// Connections in the making.
    pub connecting: Cell<u32>,
}

impl Origin {
    pub fn new(id: u32, route: Route, tls: Option<Rc<TlsSettings>>) -> Self {
        Self { id, route, tls, idle: RefCell::default(), waiting: RefCell::default(), connecting: Cell::new(0) }
    }
}
