//! A connection of the pool: being established, in use, or idle.

use crate::origin::Origin;
use brio_http_client::{Connection, Connector, Http2Connection, SocksHandshake, Transport};
use brio_realm::IoToken;
use std::collections::HashMap;
use std::rc::Rc;

/// The stage of a connection.
pub enum Stage {
    /// The host's name is being resolved.
    Resolving,
    Connecting(Connector),
    /// A proxy was requested to open a tunnel.
    Tunneling(Box<Connection>),
    /// The same, with SOCKS.
    Greeting(Box<SocksHandshake>),
    /// The TLS handshake is in progress.
    Securing(Transport),
    Open(Box<Connection>),
    /// HTTP/2: many exchanges at a time.
    Shared(Box<Http2Connection>),
    Closed,
}

pub struct PooledConnection {
    pub origin: Rc<Origin>,
    pub stage: Stage,
    pub token: Option<IoToken>,
    /// The in-flight exchange.
    pub exchange: Option<u32>,
    /// The in-flight exchanges of a shared connection, by stream.
    pub streams: HashMap<i32, u32>,
    /// The system may have more data than was read.
    pub may_read: bool,
    /// The poller reported that the server sends no more: the remaining data, and the end itself, still have to be
    /// read.
    pub end_announced: bool,
    /// It is in the list of connections to flush at the end of the turn.
    pub is_dirty: bool,
    /// Its events are being handled further up the stack.
    pub is_processing: bool,
    /// When it became idle, or when its attempt began, in the loop's milliseconds.
    pub since_ms: f64,
    /// How long it may be idle.
    pub idle_max_ms: f64,
}

impl PooledConnection {
    pub fn new(origin: Rc<Origin>, now_ms: f64) -> Self {
        Self {
            origin,
            stage: Stage::Resolving,
            token: None,
            exchange: None,
            streams: HashMap::new(),
            may_read: false,
            end_announced: false,
            is_dirty: false,
            is_processing: false,
            since_ms: now_ms,
            idle_max_ms: 0.0,
        }
    }

    /// The connection, once it is established.
    pub fn connection(&mut self) -> Option<&mut Connection> {
        match &mut self.stage {
            Stage::Open(connection) => Some(connection),
            _ => None,
        }
    }

    /// The connection, once it is established and shared.
    pub fn shared(&mut self) -> Option<&mut Http2Connection> {
        match &mut self.stage {
            Stage::Shared(connection) => Some(connection),
            _ => None,
        }
    }

    /// Whether a shared connection can accept another request.
    pub fn has_capacity(&self) -> bool {
        matches!(&self.stage, Stage::Shared(connection) if connection.has_capacity(self.streams.len()))
    }

    /// Whether it has been idle for longer than allowed.
    pub fn is_expired(&self, now_ms: f64) -> bool {
        self.exchange.is_none()
            && self.streams.is_empty()
            && now_ms - self.since_ms > self.origin.pool.idle_timeout_ms.unwrap_or(self.idle_max_ms)
    }

    /// Whether it is still being established.
    pub fn is_connecting(&self) -> bool {
        matches!(
            self.stage,
            Stage::Resolving | Stage::Connecting(_) | Stage::Tunneling(_) | Stage::Greeting(_) | Stage::Securing(_)
        )
    }

    /// The polled file descriptor.
    pub fn descriptor(&self) -> Option<i32> {
        match &self.stage {
            Stage::Open(connection) | Stage::Tunneling(connection) => Some(connection.descriptor()),
            Stage::Greeting(handshake) => Some(handshake.descriptor()),
            Stage::Shared(connection) => Some(connection.descriptor()),
            Stage::Securing(transport) => Some(transport.descriptor()),
            Stage::Connecting(connector) => connector.descriptor(),
            Stage::Resolving | Stage::Closed => None,
        }
    }
}
