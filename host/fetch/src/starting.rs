//! From a request to a connection: an idle one, or a new one, whose host name is resolved on the pool.

use crate::Fetch;
use crate::exchange::Exchange;
use crate::generated::fetch_ops::state;
use crate::origin::{Known, Origin, TunnelKind};
use crate::pooled_connection::{PooledConnection, Stage};
use brio_http_client::{
    Address, ClientError, Connection, Connector, Event, Filled, Http2Connection, Progress, Protocol, SocksHandshake,
    Transport,
};
use brio_http1::{Lenience, Limits, Method};
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{IoHandler, Realm};
use std::cell::RefCell;
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;

/// Limits of HTTP/1.1 responses.
fn limits() -> Limits {
    Limits {
        head_bytes_max: state().head_bytes_max.get(),
        field_count_max: 8192,
        chunk_extension_bytes_max: 16 * 1024,
        lenience: Lenience::NONE,
    }
}

impl Fetch {
    /// Finds a connection for a request, or opens one.
    pub(crate) fn dispatch(&self, realm: &Rc<Realm>, exchange: &Rc<RefCell<Exchange>>) {
        let origin = exchange.borrow().origin.clone();
        if self.dispatch_shared(realm, &origin, exchange) {
            return;
        }
        while let Some(id) = { origin.idle.borrow_mut().pop() } {
            let Some(pooled) = self.pooled(id) else { continue };
            if pooled.borrow().is_expired(realm.now_ms()) {
                self.close_connection(realm, id);
                continue;
            }
            // A request that cannot be repeated is sent only on a connection that is known to be open.
            let is_safe = exchange.borrow().is_repeatable
                || pooled.borrow_mut().connection().is_some_and(|connection| !connection.is_disturbed());
            if is_safe {
                self.bind(id, &pooled, exchange);
                return;
            }
            self.close_connection(realm, id);
        }
        origin.waiting.borrow_mut().push_back(exchange.borrow().id);
        self.connect_for_waiting(realm, &origin);
    }

    /// Opens connections while more requests wait than connections are being established.
    pub(crate) fn connect_for_waiting(&self, realm: &Rc<Realm>, origin: &Rc<Origin>) {
        // Requests that find a shared connection full wait for one of its streams.
        while origin.shared.get().is_none()
            && origin.connecting.get() < origin.connecting_max()
            && (origin.connecting.get() as usize) < origin.waiting.borrow().len()
        {
            origin.connecting.set(origin.connecting.get() + 1);
            let id = self.add_connection(PooledConnection::new(origin.clone(), realm.now_ms()));
            self.start_clock(realm);
            // Not inside the calling JavaScript: an attempt can fail at once.
            realm.on_close(move |realm| state().open_connection(realm, id));
        }
    }

    fn open_connection(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        let origin = pooled.borrow().origin.clone();
        if let Some(path) = &origin.route.unix_path {
            return self.connect(realm, id, vec![Address::Unix(path.clone())]);
        }
        let (host, port) = origin.route.peer();
        if let Ok(address) = host.parse::<IpAddr>() {
            return self.connect(realm, id, vec![Address::Inet(SocketAddr::new(address, port))]);
        }
        let host = host.to_string();
        realm.remote().on_pool(
            move || brio_http_client::resolve(&host, port),
            move |realm, found| match found {
                Ok(addresses) => match permitted(addresses) {
                    Ok(addresses) => state().connect(realm, id, addresses.into_iter().map(Address::Inet).collect()),
                    Err(error) => state().connect_failed(realm, id, error),
                },
                Err(error) => state().connect_failed(realm, id, error),
            },
        );
    }

    fn connect(&self, realm: &Rc<Realm>, id: u32, addresses: Vec<Address>) {
        let Some(pooled) = self.pooled(id) else { return };
        let local = pooled.borrow().origin.pool.local_address;
        let mut connector = Connector::new(addresses, local);
        let progress = connector.advance();
        pooled.borrow_mut().stage = Stage::Connecting(connector);
        self.connect_on(realm, id, progress);
    }

    /// Continues after a step of connecting.
    pub(crate) fn connect_on(&self, realm: &Rc<Realm>, id: u32, progress: Result<Progress, ClientError>) {
        let Some(pooled) = self.pooled(id) else { return };
        match progress {
            Err(error) => self.connect_failed(realm, id, error),
            Ok(progress) => {
                pooled.borrow_mut().since_ms = realm.now_ms();
                if let Err(error) = self.watch(realm, id, &pooled) {
                    return self.connect_failed(realm, id, error);
                }
                if matches!(progress, Progress::Connected) {
                    self.connected(realm, id);
                }
            }
        }
    }

    /// Watches the current descriptor.
    fn watch(&self, realm: &Rc<Realm>, id: u32, pooled: &Rc<RefCell<PooledConnection>>) -> Result<(), ClientError> {
        let Some(descriptor) = pooled.borrow().descriptor() else { return Ok(()) };
        let token = realm
            .watch(descriptor, Interest::READABLE | Interest::WRITABLE, Rc::new(ConnectionHandler { connection: id }))
            .map_err(|error| ClientError::System {
                errno: error.raw_os_error().unwrap_or(0),
                syscall: "connect",
                address: String::new(),
                port: 0,
            })?;
        pooled.borrow_mut().token = Some(token);
        Ok(())
    }

    /// The socket of an attempt is ready: it is connected, or failed and the next address is tried.
    pub(crate) fn check_attempt(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        let (token, descriptor, progress) = {
            let pooled = &mut *pooled.borrow_mut();
            let before = pooled.descriptor();
            let Stage::Connecting(connector) = &mut pooled.stage else { return };
            let progress = connector.check();
            let is_same = connector.descriptor() == before && progress.is_ok();
            match progress {
                Ok(Progress::Pending) if is_same => return,
                Ok(Progress::Connected) if is_same => (None, None, progress),
                _ => (pooled.token.take(), before, progress),
            }
        };
        if token.is_some() {
            // The failed attempt's socket is closed already, which ended its registration.
            self.unwatch(realm, token, descriptor);
            return self.connect_on(realm, id, progress);
        }
        self.connected(realm, id);
    }

    /// The socket is connected: the next step is a tunnel, TLS, or requests.
    fn connected(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        let started = {
            let pooled = &mut *pooled.borrow_mut();
            let Stage::Connecting(connector) = std::mem::replace(&mut pooled.stage, Stage::Closed) else { return };
            let Some(socket) = connector.into_socket() else { return };
            let transport = Transport::plain(socket);
            match pooled.origin.route.tunnel.as_ref().map(|tunnel| &tunnel.kind) {
                None | Some(TunnelKind::None) => start_tls(pooled, transport),
                Some(TunnelKind::Http(head)) => {
                    let mut connection = Connection::new(transport, limits());
                    connection.begin(Method::Connect, head);
                    connection.end_request(false);
                    pooled.stage = Stage::Tunneling(Box::new(connection));
                    Ok(())
                }
                Some(TunnelKind::Socks(request)) => SocksHandshake::new(transport, request.clone())
                    .map(|handshake| pooled.stage = Stage::Greeting(Box::new(handshake))),
            }
        };
        match started {
            Ok(()) => self.establish(realm, id),
            Err(error) => self.connect_failed(realm, id, error),
        }
    }

    /// Continues with the steps between a connected socket and its first request.
    pub(crate) fn establish(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        let outcome = establish_step(&mut pooled.borrow_mut());
        match outcome {
            Ok(false) => {}
            Ok(true) => {
                let origin = {
                    let mut pooled = pooled.borrow_mut();
                    pooled.may_read = true;
                    pooled.origin.clone()
                };
                origin.connecting.set(origin.connecting.get().saturating_sub(1));
                if matches!(pooled.borrow().stage, Stage::Shared(_)) {
                    self.share(realm, id, &pooled);
                } else {
                    origin.known.set(Known::Http1);
                    self.make_useful(realm, id, &pooled);
                    self.connect_for_waiting(realm, &origin);
                }
            }
            Err(error) => self.connect_failed(realm, id, error),
        }
    }

    /// Assigns a free connection to the next waiting request, or makes it idle.
    pub(crate) fn make_useful(&self, realm: &Rc<Realm>, id: u32, pooled: &Rc<RefCell<PooledConnection>>) {
        let origin = pooled.borrow().origin.clone();
        while let Some(next) = { origin.waiting.borrow_mut().pop_front() } {
            if let Some(exchange) = self.exchange(next) {
                self.bind(id, pooled, &exchange);
                return;
            }
        }
        if !origin.has_capacity() {
            return self.drop_connection(realm, id);
        }
        pooled.borrow_mut().since_ms = realm.now_ms();
        origin.idle.borrow_mut().push(id);
    }

    /// Sends a request on a free connection.
    fn bind(&self, id: u32, pooled: &Rc<RefCell<PooledConnection>>, exchange: &Rc<RefCell<Exchange>>) {
        let (pooled, exchange) = (&mut *pooled.borrow_mut(), &mut *exchange.borrow_mut());
        pooled.exchange = Some(exchange.id);
        exchange.connection = Some(id);
        let Some(connection) = pooled.connection() else { return };
        let method = if exchange.is_head_request { Method::Head } else { Method::Get };
        connection.begin(method, &exchange.head);
        connection.push_body(&exchange.body, exchange.is_chunked);
        if exchange.is_streamed {
            exchange.body.clear();
        }
        if !exchange.is_streamed || exchange.is_finished {
            connection.end_request(exchange.is_chunked);
        }
        self.mark_dirty(id, pooled);
    }

    pub(crate) fn connect_failed(&self, realm: &Rc<Realm>, id: u32, error: ClientError) {
        let Some(pooled) = self.pooled(id) else { return };
        let origin = pooled.borrow().origin.clone();
        origin.connecting.set(origin.connecting.get().saturating_sub(1));
        if origin.known.get() == Known::Nothing {
            // The protocol of an unreachable origin stays unknown: assume HTTP/1.1, so that all waiting requests try at
            // once.
            origin.known.set(Known::Http1);
        }
        self.drop_connection(realm, id);
        while let Some(next) = { origin.waiting.borrow_mut().pop_front() } {
            if let Some(exchange) = self.exchange(next) {
                self.fail(realm, &exchange, &error);
                break;
            }
        }
        self.connect_for_waiting(realm, &origin);
    }
}

fn start_tls(pooled: &mut PooledConnection, mut transport: Transport) -> Result<(), ClientError> {
    pooled.stage = match &pooled.origin.tls {
        None => Stage::Open(Box::new(Connection::new(transport, limits()))),
        Some(settings) => {
            transport.secure(settings, &pooled.origin.route.host)?;
            Stage::Securing(transport)
        }
    };
    Ok(())
}

/// True when requests can be sent.
fn establish_step(pooled: &mut PooledConnection) -> Result<bool, ClientError> {
    if let Stage::Tunneling(connection) = &mut pooled.stage {
        if !open_tunnel(connection)? {
            return Ok(false);
        }
        let Stage::Tunneling(connection) = std::mem::replace(&mut pooled.stage, Stage::Closed) else {
            return Ok(false);
        };
        start_tls(pooled, connection.into_transport())?;
    }
    if let Stage::Greeting(handshake) = &mut pooled.stage {
        if !handshake.advance()? {
            return Ok(false);
        }
        let Stage::Greeting(handshake) = std::mem::replace(&mut pooled.stage, Stage::Closed) else { return Ok(false) };
        start_tls(pooled, handshake.into_transport())?;
    }
    if let Stage::Securing(transport) = &mut pooled.stage {
        if !transport.handshake()? {
            return Ok(false);
        }
        let Stage::Securing(transport) = std::mem::replace(&mut pooled.stage, Stage::Closed) else { return Ok(false) };
        pooled.stage = match transport.protocol() {
            Protocol::Http1 => Stage::Open(Box::new(Connection::new(transport, limits()))),
            Protocol::Http2 => Stage::Shared(Box::new(Http2Connection::new(transport))),
        };
    }
    Ok(matches!(pooled.stage, Stage::Open(_) | Stage::Shared(_)))
}

/// True when the proxy has opened the tunnel.
fn open_tunnel(connection: &mut Connection) -> Result<bool, ClientError> {
    connection.flush()?;
    loop {
        match connection.next_event(&mut Vec::new())? {
            Event::Head { is_interim: true } => {}
            Event::Head { is_interim: false } => {
                let status = connection.head().0.status;
                if (200..300).contains(&status) {
                    return Ok(true);
                }
                return Err(ClientError::protocol(
                    "UND_ERR_ABORTED",
                    &format!("Proxy response ({status}) !== 200 when HTTP Tunneling"),
                ));
            }
            Event::Wait => {
                if connection.fill()? == Filled::Blocked {
                    return Ok(false);
                }
            }
            Event::Body(_) | Event::End => return Err(ClientError::closed()),
        }
    }
}

pub(crate) struct ConnectionHandler {
    connection: u32,
}

impl IoHandler for ConnectionHandler {
    fn ready(&self, realm: &Rc<Realm>, readiness: Readiness) {
        let state = state();
        let Some(pooled) = state.pooled(self.connection) else { return };
        if matches!(pooled.borrow().stage, Stage::Connecting(_)) {
            if readiness.is_writable() || readiness.is_error() || readiness.is_write_closed() {
                state.check_attempt(realm, self.connection);
            }
            return;
        }
        if pooled.borrow().is_connecting() {
            return state.establish(realm, self.connection);
        }
        if readiness.is_writable() {
            state.flush(realm, self.connection);
        }
        if readiness.is_readable() || readiness.is_read_closed() || readiness.is_error() {
            state.on_readable(realm, self.connection, readiness.is_read_closed() || readiness.is_error());
        }
    }
}

/// The addresses of a host that are not denied; the error of the first denial when all are.
fn permitted(addresses: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, ClientError> {
    if !brio_realm::permission::is_active() {
        return Ok(addresses);
    }
    let mut refused = None;
    let keeps = |address: &SocketAddr| match brio_realm::permission::confirm_address(address.ip(), address.port()) {
        Ok(()) => true,
        Err(error) => {
            refused.get_or_insert(error);
            false
        }
    };
    let kept: Vec<SocketAddr> = addresses.into_iter().filter(keeps).collect();
    match refused {
        Some(error) if kept.is_empty() => Err(ClientError::protocol(error.code(), error.message())),
        _ => Ok(kept),
    }
}
