//! One connection of the event loop, from connecting to the last response.

use super::exchange::{Exchange, Outcome};
use super::{Address, Proxy, Task};
use brio_http_client::{
    CANCEL, ClientError, Connection, Connector, Event, Filled, Flushed, Http2Connection, Progress, Protocol,
    StreamEvent, TlsSettings, Transport,
};
use brio_http1::{Limits, Method};
use rustix::event::PollFlags;
use std::collections::HashMap;
use std::os::fd::RawFd;
use std::time::{Duration, Instant};

/// A server that sends less of its responses during one time-out counts as silent.
const PROGRESS_BYTES_MIN: usize = 1024;
/// Requests that one HTTP/2 connection carries at a time.
const STREAM_COUNT_MAX: usize = 64;

#[expect(clippy::large_enum_variant, reason = "there are few connections, each with one state")]
enum State {
    Connecting(Connector),
    /// The proxy is making a tunnel.
    Tunnelling(Box<Connection>),
    Handshaking(Transport),
    Http1(Box<Connection>, Option<Exchange>),
    Http2(Box<Http2Connection>, HashMap<i32, Exchange>),
    Closed,
}

/// A connection to an origin.
pub struct Link {
    pub origin: Address,
    proxy: Option<Proxy>,
    state: State,
    wants_write: bool,
    /// When something last happened, for time-outs.
    active: Instant,
    /// What had been received then.
    received: Received,
}

/// How much a connection has received for the requests that it still has.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Received {
    exchange_count: usize,
    head_count: usize,
    body_bytes: usize,
    /// Whether one of them has a body, which may take long to send.
    is_sending: bool,
}

impl Received {
    fn of(state: &State) -> Self {
        let mut received = Self::default();
        let mut add = |exchange: &Exchange| {
            received.exchange_count += 1;
            received.head_count += usize::from(exchange.has_begun());
            received.body_bytes += exchange.body.len();
            received.is_sending |= exchange.sends_body();
        };
        match state {
            State::Http1(_, exchange) => exchange.iter().for_each(&mut add),
            State::Http2(_, exchanges) => exchanges.values().for_each(&mut add),
            _ => {}
        }
        received
    }

    /// Whether this is more than a server could send for ever without ever ending a response.
    fn is_progress_since(&self, earlier: &Self) -> bool {
        (self.exchange_count, self.head_count) != (earlier.exchange_count, earlier.head_count)
            || self.is_sending
            || self.body_bytes >= earlier.body_bytes + PROGRESS_BYTES_MIN
    }
}

impl Link {
    /// Begins to connect.
    pub fn new(origin: Address, proxy: Option<Proxy>, mut connector: Connector) -> Result<Self, ClientError> {
        // The first poll reports a connection that is there already.
        let _ = connector.advance()?;
        Ok(Self {
            origin,
            proxy,
            state: State::Connecting(connector),
            wants_write: true,
            active: Instant::now(),
            received: Received::default(),
        })
    }

    /// The descriptor to poll and the events to poll for.
    pub fn interest(&self) -> Option<(RawFd, PollFlags)> {
        let write = if self.wants_write { PollFlags::OUT } else { PollFlags::empty() };
        match &self.state {
            State::Connecting(connector) => Some((connector.descriptor()?, PollFlags::OUT)),
            State::Tunnelling(connection) => Some((connection.descriptor(), PollFlags::IN)),
            State::Handshaking(transport) => Some((transport.descriptor(), PollFlags::IN)),
            State::Http1(connection, _) => Some((connection.descriptor(), PollFlags::IN | write)),
            State::Http2(connection, _) => Some((connection.descriptor(), PollFlags::IN | write)),
            State::Closed => None,
        }
    }

    /// Whether the protocol is not known yet.
    pub fn is_opening(&self) -> bool {
        matches!(self.state, State::Connecting(_) | State::Tunnelling(_) | State::Handshaking(_))
    }

    pub fn is_closed(&self) -> bool {
        matches!(self.state, State::Closed)
    }

    pub fn is_http2(&self) -> bool {
        matches!(self.state, State::Http2(..))
    }

    /// Whether a response is awaited.
    pub fn is_busy(&self) -> bool {
        match &self.state {
            State::Http1(_, exchange) => exchange.is_some(),
            State::Http2(_, exchanges) => !exchanges.is_empty(),
            State::Connecting(_) | State::Tunnelling(_) | State::Handshaking(_) => true,
            State::Closed => false,
        }
    }

    /// Whether another request can begin.
    pub fn has_capacity(&self) -> bool {
        match &self.state {
            State::Http1(connection, exchange) => exchange.is_none() && connection.is_reusable(),
            State::Http2(connection, exchanges) => {
                exchanges.len() < STREAM_COUNT_MAX && connection.has_capacity(exchanges.len())
            }
            _ => false,
        }
    }

    /// Begins a request.
    pub fn begin(&mut self, task: Task, outcomes: &mut Vec<Outcome>) {
        self.note_activity();
        let plain_proxy = self.proxy.as_ref().filter(|_| !self.origin.is_secure);
        let head = head_of(&task, plain_proxy);
        let body = task.request.body.clone();
        match &mut self.state {
            State::Http1(connection, exchange) => {
                let method = if body.is_some() { Method::Post } else { Method::Get };
                connection.begin(method, &head);
                connection.push_body(body.as_deref().unwrap_or_default(), false);
                connection.end_request(false);
                *exchange = Some(Exchange::new(task));
            }
            State::Http2(connection, exchanges) => {
                match connection.begin(&head, task.request.address.scheme(), body.is_some()) {
                    Ok(stream) => {
                        if let Some(body) = body {
                            connection.push_body(stream, &body);
                            connection.end_request(stream);
                        }
                        exchanges.insert(stream, Exchange::new(task));
                    }
                    Err(error) => {
                        connection.retire();
                        outcomes.push(Outcome::Failed(task, error));
                    }
                }
            }
            _ => outcomes.push(Outcome::Failed(task, ClientError::closed())),
        }
        self.wants_write = true;
    }

    /// Continues after the descriptor became ready. `settings` are needed for secure addresses.
    pub fn advance(&mut self, settings: Option<&TlsSettings>, outcomes: &mut Vec<Outcome>) -> Result<(), ClientError> {
        if self.is_opening() {
            self.note_activity();
            self.open(settings)?;
        }
        match &mut self.state {
            State::Http1(connection, exchange) => {
                self.wants_write = connection.flush()? == Flushed::Blocked;
                receive(connection, exchange, outcomes)?;
                if exchange.is_none() && !connection.is_reusable() {
                    self.state = State::Closed;
                }
            }
            State::Http2(connection, exchanges) => {
                self.wants_write = connection.flush()? == Flushed::Blocked;
                receive_streams(connection, exchanges, outcomes)?;
                self.wants_write |= connection.flush()? == Flushed::Blocked;
                if exchanges.is_empty() && connection.is_retired() {
                    self.state = State::Closed;
                }
            }
            _ => {}
        }
        if Received::of(&self.state).is_progress_since(&self.received) {
            self.note_activity();
        }
        Ok(())
    }

    fn note_activity(&mut self) {
        self.active = Instant::now();
        self.received = Received::of(&self.state);
    }

    /// How long the server has been silent, or has sent next to nothing.
    pub fn idle_duration(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.active)
    }

    /// Sends what is queued.
    pub fn flush(&mut self) -> Result<(), ClientError> {
        match &mut self.state {
            State::Http1(connection, _) => self.wants_write = connection.flush()? == Flushed::Blocked,
            State::Http2(connection, _) => self.wants_write = connection.flush()? == Flushed::Blocked,
            _ => {}
        }
        Ok(())
    }

    /// Closes the connection; its requests fail.
    pub fn fail(&mut self, error: &ClientError, outcomes: &mut Vec<Outcome>) {
        let mut add = |exchange: Exchange| outcomes.push(Outcome::Failed(exchange.into_task(), error.clone()));
        match std::mem::replace(&mut self.state, State::Closed) {
            State::Http1(_, exchange) => exchange.into_iter().for_each(&mut add),
            State::Http2(_, exchanges) => exchanges.into_values().for_each(&mut add),
            _ => {}
        }
    }

    fn open(&mut self, settings: Option<&TlsSettings>) -> Result<(), ClientError> {
        if let State::Connecting(connector) = &mut self.state {
            if let Progress::Pending = connector.check()? {
                return Ok(());
            }
            let State::Connecting(connector) = std::mem::replace(&mut self.state, State::Closed) else { return Ok(()) };
            let socket = connector.into_socket().ok_or_else(ClientError::closed)?;
            let mut transport = Transport::plain(socket);
            self.state = match &self.proxy {
                Some(proxy) if self.origin.is_secure => {
                    State::Tunnelling(Box::new(tunnel(transport, &self.origin, proxy)?))
                }
                _ => {
                    if self.origin.is_secure {
                        transport.secure(settings.ok_or_else(ClientError::closed)?, &self.origin.host)?;
                    }
                    State::Handshaking(transport)
                }
            };
        }
        if let State::Tunnelling(connection) = &mut self.state {
            if !is_tunnel(connection)? {
                return Ok(());
            }
            let State::Tunnelling(connection) = std::mem::replace(&mut self.state, State::Closed) else {
                return Ok(());
            };
            let mut transport = connection.into_transport();
            transport.secure(settings.ok_or_else(ClientError::closed)?, &self.origin.host)?;
            self.state = State::Handshaking(transport);
        }
        let State::Handshaking(transport) = &mut self.state else { return Ok(()) };
        if !transport.handshake()? {
            return Ok(());
        }
        let State::Handshaking(transport) = std::mem::replace(&mut self.state, State::Closed) else { return Ok(()) };
        self.state = match transport.protocol() {
            Protocol::Http1 => {
                let limits = Limits { head_bytes_max: 256 * 1024, ..Limits::default() };
                State::Http1(Box::new(Connection::new(transport, limits)), None)
            }
            Protocol::Http2 => State::Http2(Box::new(Http2Connection::new(transport)), HashMap::new()),
        };
        Ok(())
    }
}

/// Requests a tunnel of a proxy.
fn tunnel(transport: Transport, origin: &Address, proxy: &Proxy) -> Result<Connection, ClientError> {
    let host = if origin.host.contains(':') { format!("[{}]", origin.host) } else { origin.host.clone() };
    let target = format!("{host}:{}", origin.port);
    let mut head = format!("CONNECT {target} HTTP/1.1\r\nhost: {target}\r\n");
    if let Some(authorization) = &proxy.authorization {
        head.push_str(&format!("proxy-authorization: {authorization}\r\n"));
    }
    head.push_str("\r\n");
    let limits = Limits { head_bytes_max: 64 * 1024, ..Limits::default() };
    let mut connection = Connection::new(transport, limits);
    connection.begin(Method::Connect, head.as_bytes());
    connection.end_request(false);
    connection.flush()?;
    Ok(connection)
}

/// Whether the proxy has made the tunnel.
fn is_tunnel(connection: &mut Connection) -> Result<bool, ClientError> {
    connection.flush()?;
    let filled = connection.fill()?;
    if let Event::Head { is_interim: false } = connection.next_event(&mut Vec::new())? {
        let (head, _) = connection.head();
        return match head.status {
            200..=299 => Ok(true),
            status => Err(ClientError::protocol("EPROXY", &format!("the proxy answers status {status}"))),
        };
    }
    if filled == Filled::End { Err(ClientError::closed()) } else { Ok(false) }
}

fn receive(
    connection: &mut Connection,
    slot: &mut Option<Exchange>,
    outcomes: &mut Vec<Outcome>,
) -> Result<(), ClientError> {
    loop {
        let filled = connection.fill()?;
        while let Some(exchange) = slot {
            let event = connection.next_event(&mut exchange.body.memory)?;
            match event {
                Event::Wait => break,
                Event::Head { is_interim: false } => {
                    let (head, fields) = connection.head();
                    let bytes = connection.head_bytes();
                    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    let headers = fields
                        .iter()
                        .map(|field| (text(field.name.of(bytes)).to_ascii_lowercase(), text(field.value.of(bytes))));
                    exchange.begin(head.status, headers.collect());
                }
                _ => {}
            }
            if let Err(error) = exchange.check() {
                outcomes.extend(slot.take().map(|exchange| Outcome::Refused(exchange.into_task(), error)));
                return Err(ClientError::closed());
            }
            if exchange.has_begun() && connection.is_complete() {
                outcomes.extend(slot.take().map(Exchange::finish));
            }
        }
        match filled {
            Filled::End if slot.is_none() => return Err(ClientError::closed()),
            Filled::Blocked | Filled::Drained | Filled::End => return Ok(()),
            Filled::More => {}
        }
    }
}

fn receive_streams(
    connection: &mut Http2Connection,
    exchanges: &mut HashMap<i32, Exchange>,
    outcomes: &mut Vec<Outcome>,
) -> Result<(), ClientError> {
    loop {
        let filled = connection.fill();
        for event in connection.take_events() {
            receive_event(connection, exchanges, event, outcomes);
        }
        match filled? {
            Filled::End => return Err(ClientError::closed()),
            Filled::Blocked | Filled::Drained => return Ok(()),
            // Window updates have to leave between reads.
            Filled::More => {
                connection.flush()?;
            }
        }
    }
}

fn receive_event(
    connection: &mut Http2Connection,
    exchanges: &mut HashMap<i32, Exchange>,
    event: StreamEvent,
    outcomes: &mut Vec<Outcome>,
) {
    match event {
        StreamEvent::Head { stream, status, fields } => {
            let Some(exchange) = exchanges.get_mut(&stream) else { return };
            let text = String::from_utf8_lossy(&fields);
            let mut lines = text.split('\n');
            let mut headers = Vec::new();
            while let (Some(name), Some(value)) = (lines.next(), lines.next()) {
                headers.push((name.to_ascii_lowercase(), value.to_string()));
            }
            exchange.begin(status, headers);
        }
        StreamEvent::Data { stream, range } => {
            let Some(exchange) = exchanges.get_mut(&stream) else { return };
            exchange.body.memory.extend_from_slice(connection.data(range));
            if let Err(error) = exchange.check() {
                let refused = |exchange: Exchange| Outcome::Refused(exchange.into_task(), error);
                outcomes.extend(exchanges.remove(&stream).map(refused));
                connection.forget(stream, Some(CANCEL));
            }
        }
        StreamEvent::End { stream } => {
            outcomes.extend(exchanges.remove(&stream).map(Exchange::finish));
        }
        StreamEvent::Closed { stream, .. } => {
            let failed = |exchange: Exchange| Outcome::Failed(exchange.into_task(), ClientError::closed());
            outcomes.extend(exchanges.remove(&stream).map(failed));
            connection.forget(stream, None);
        }
    }
}

/// The head of a request. A proxy that carries it as it is gets the complete address (RFC 9112 §3.2.2).
fn head_of(task: &Task, proxy: Option<&Proxy>) -> Vec<u8> {
    let request = &task.request;
    let method = request.method.name();
    let target = proxy.map_or_else(|| request.address.path.clone(), |_| request.address.to_string());
    let mut head = format!("{method} {target} HTTP/1.1\r\nhost: {}\r\n", request.address.authority());
    let mut add = |name: &str, value: &str| {
        // A value with a line break would be another header.
        if !value.contains(['\r', '\n', '\0']) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
    };
    for (name, value) in &request.headers {
        add(name, value);
    }
    if let Some(authorization) = &request.authorization {
        add("authorization", authorization);
    }
    if let Some(authorization) = proxy.and_then(|proxy| proxy.authorization.as_ref()) {
        add("proxy-authorization", authorization);
    }
    if let Some(partial) = &task.partial {
        add("range", &format!("bytes={}-", partial.body.len()));
        add("if-range", &partial.validator);
    }
    if let Some(body) = &request.body {
        add("content-length", &body.len().to_string());
    }
    head.push_str("\r\n");
    head.into_bytes()
}
