//! Where requests are sent: a host and port (or a path), and the known connections to it.

use brio_http_client::{Protocol, SocksRequest, TlsSettings};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::net::IpAddr;
use std::rc::Rc;

/// The number of connections to one origin that may be established at a time. Requests beyond that wait for one of
/// them, or for a connection that becomes free, so that a burst does not open a socket for each.
pub const CONNECTING_MAX: u32 = 64;

/// How requests reach an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    pub host: String,
    pub port: u16,
    /// Connect to this path instead.
    pub unix_path: Option<String>,
    /// Connect to another server instead.
    pub tunnel: Option<Tunnel>,
    /// The number of the TLS settings.
    pub tls: Option<u32>,
    /// The number of the pool.
    pub pool: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunnel {
    pub peer_host: String,
    pub peer_port: u16,
    pub kind: TunnelKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TunnelKind {
    /// The server accepts requests for the host as they are.
    None,
    /// A proxy opens a tunnel when it receives this head.
    Http(Vec<u8>),
    /// A proxy that speaks SOCKS 5.
    Socks(SocksRequest),
}

/// How the connections of some origins are pooled.
pub struct Pool {
    /// Maximum of idle connections for each origin.
    pub idle_max: usize,
    /// How long each stays open; None: as the server says, or the default.
    pub idle_timeout_ms: Option<f64>,
    /// The local address of connections.
    pub local_address: Option<IpAddr>,
    /// Connections are no longer pooled.
    pub is_closed: Cell<bool>,
}

impl Default for Pool {
    fn default() -> Self {
        Self { idle_max: usize::MAX, idle_timeout_ms: None, local_address: None, is_closed: Cell::new(false) }
    }
}

impl Route {
    /// The host and port to connect to.
    pub fn peer(&self) -> (&str, u16) {
        match &self.tunnel {
            Some(tunnel) => (&tunnel.peer_host, tunnel.peer_port),
            None => (&self.host, self.port),
        }
    }
}

/// What is known of the protocol that an origin speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It may choose HTTP/2: the first connection finds out, before others are opened.
    Nothing,
    Http1,
    Http2,
}

/// An origin whose connections are pooled and shared.
pub struct Origin {
    pub id: u32,
    pub route: Route,
    pub tls: Option<Rc<TlsSettings>>,
    pub pool: Rc<Pool>,
    /// Idle connections, the latest last: it is the one least likely to be closed.
    pub idle: RefCell<Vec<u32>>,
    /// Requests that wait for a connection.
    pub waiting: RefCell<VecDeque<u32>>,
    /// The number of connections that are being established.
    pub connecting: Cell<u32>,
    pub known: Cell<Known>,
    /// The shared connection that requests go to.
    pub shared: Cell<Option<u32>>,
}

impl Origin {
    pub fn new(id: u32, route: Route, tls: Option<Rc<TlsSettings>>, pool: Rc<Pool>) -> Self {
        let offers_http2 = tls.as_ref().is_some_and(|settings| settings.options().protocols.contains(&Protocol::Http2));
        Self {
            id,
            route,
            tls,
            pool,
            idle: RefCell::default(),
            waiting: RefCell::default(),
            connecting: Cell::new(0),
            known: Cell::new(if offers_http2 { Known::Nothing } else { Known::Http1 }),
            shared: Cell::new(None),
        }
    }

    /// How many connections may be established at a time.
    pub fn connecting_max(&self) -> u32 {
        if self.known.get() == Known::Http1 { CONNECTING_MAX } else { 1 }
    }

    /// Whether one more idle connection is kept open.
    pub fn has_capacity(&self) -> bool {
        !self.pool.is_closed.get() && self.idle.borrow().len() < self.pool.idle_max
    }
}
