//! Listening sockets: opening, accepting, closing.

use crate::connection::Connection;
use crate::generated::http_server_ops::{Listening, listen_flags, state};
use crate::secure::Secure;
use crate::{Event, HttpServer, Server, ServerLimits};
use brio_realm::jsc::Value;
use brio_realm::op::OpError;
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{IoHandler, Realm};
use brio_socket_address::{local_address, local_name};
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SocketAddrAny, SocketAddrUnix, SocketFlags, SocketType, accept_with, bind, getsockname, listen,
    socket_with, sockopt,
};
use std::cell::{Cell, RefCell};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::rc::Rc;

/// The backlog of a socket that was bound elsewhere.
const BACKLOG: i32 = 511;

fn failed(error: Errno) -> OpError {
    OpError::system(&io::Error::from(error), "listen")
}

impl HttpServer {
    pub(crate) fn listen_address(
        &self,
        address: &str,
        port: u16,
        backlog: i32,
        flags: u8,
    ) -> Result<Listening, OpError> {
        let ip: IpAddr = address.parse().map_err(|_| failed(Errno::INVAL))?;
        let family = if ip.is_ipv6() { AddressFamily::INET6 } else { AddressFamily::INET };
        let socket = socket_with(family, SocketType::STREAM, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC, None)
            .map_err(failed)?;
        sockopt::set_socket_reuseaddr(&socket, true).map_err(failed)?;
        if flags & listen_flags::SHARE_PORT != 0 {
            sockopt::set_socket_reuseport(&socket, true).map_err(failed)?;
        }
        if ip.is_ipv6() {
            sockopt::set_ipv6_v6only(&socket, flags & listen_flags::IPV6_ONLY != 0).map_err(failed)?;
        }
        bind(&socket, &SocketAddr::new(ip, port)).map_err(failed)?;
        listen(&socket, backlog).map_err(failed)?;
        let bound = getsockname(&socket).map_err(failed)?;
        let bound = SocketAddr::try_from(bound).map_err(failed)?;
        let server = self.add_server(Some(socket), None)?;
        let family = if bound.is_ipv6() { "IPv6" } else { "IPv4" };
        Ok(Listening {
            server,
            port: u32::from(bound.port()),
            address: bound.ip().to_string().into(),
            family: family.into(),
        })
    }

    pub(crate) fn listen_at_path(&self, path: &str, backlog: i32) -> Result<Listening, OpError> {
        let failed = |error: Errno| failed(error).with_path(Path::new(path));
        let socket =
            socket_with(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC, None)
                .map_err(failed)?;
        bind(&socket, &local_address(path).map_err(failed)?).map_err(failed)?;
        listen(&socket, backlog).map_err(failed)?;
        // An abstract name is free when its socket is closed; nothing has to be removed.
        let file = (!path.starts_with('\0')).then(|| path.into());
        let server = self.add_server(Some(socket), file)?;
        Ok(Listening { server, port: 0, address: path.into(), family: "".into() })
    }

    pub(crate) fn listen_on(&self, descriptor: i32) -> Result<Listening, OpError> {
        let socket = brio_descriptor::borrow(descriptor).map_err(failed)?;
        if !sockopt::socket_acceptconn(socket).map_err(failed)? {
            // A bound socket, as service managers pass.
            listen(socket, BACKLOG).map_err(failed)?;
        }
        let socket = brio_descriptor::take(descriptor).map_err(failed)?;
        fcntl_setfl(&socket, fcntl_getfl(&socket).map_err(failed)? | OFlags::NONBLOCK).map_err(failed)?;
        let bound = getsockname(&socket).map_err(failed)?;
        let has_path = bound.address_family() == AddressFamily::UNIX;
        let path = SocketAddrUnix::try_from(bound.clone()).ok().and_then(|address| local_name(&address));
        let path = path.unwrap_or_default();
        let [address, port, family] =
            if has_path { [path, "0".to_string(), String::new()] } else { describe(Ok(bound)) };
        let server = self.add_server(Some(socket), None)?;
        Ok(Listening { server, port: port.parse().unwrap_or(0), address: address.into(), family: family.into() })
    }

    /// Adopts a connection that was accepted elsewhere. False when it is refused or the server stopped.
    pub(crate) fn adopt_connection(&self, id: u32, descriptor: i32) -> Result<bool, OpError> {
        let socket = brio_descriptor::take(descriptor).map_err(failed)?;
        let Some(server) = self.server(id).filter(|server| server.is_listening()) else { return Ok(false) };
        fcntl_setfl(&socket, fcntl_getfl(&socket).map_err(failed)? | OFlags::NONBLOCK).map_err(failed)?;
        let count = server.connection_count.get();
        self.open(&Realm::current(), &server, socket);
        Ok(server.connection_count.get() > count)
    }

    /// Adds a server; without a socket its connections arrive by `adopt_connection`.
    pub(crate) fn add_server(&self, socket: Option<OwnedFd>, path: Option<std::path::PathBuf>) -> Result<u32, OpError> {
        self.hook_turn();
        let realm = Realm::current();
        let id = self.servers.borrow().len() as u32;
        let descriptor = socket.as_ref().map(AsRawFd::as_raw_fd);
        let server = Rc::new(Server {
            id,
            is_listening: Cell::new(true),
            keeps_connections: Cell::new(false),
            socket: RefCell::new(socket),
            token: Cell::new(None),
            handlers: RefCell::new(None),
            limits: Cell::new(ServerLimits::default()),
            wants_urls: Cell::new(false),
            connection_count: Cell::new(0),
            is_referenced: Cell::new(true),
            allows_half_open: Cell::new(false),
            counts_from_opening: Cell::new(false),
            reads_ahead: Cell::new(false),
            tls: RefCell::new(None),
            path,
        });
        if let Some(descriptor) = descriptor {
            let token = realm
                .watch(descriptor, Interest::READABLE, Rc::new(Listener { server: id }))
                .map_err(|error| OpError::system(&error, "listen"))?;
            server.token.set(Some(token));
        }
        realm.retain();
        self.servers.borrow_mut().push(Some(server));
        Ok(id)
    }

    /// Stops listening and closes idle connections.
    pub(crate) fn stop(&self, id: u32) {
        let Some(server) = self.server(id) else { return };
        if !server.is_listening.replace(false) {
            return;
        }
        let realm = Realm::current();
        if let Some(socket) = server.socket.take()
            && let Some(token) = server.token.take()
        {
            realm.unwatch(token, socket.as_raw_fd());
        }
        if let Some(path) = &server.path {
            // Another process may have removed it; the path is free either way.
            let _ = std::fs::remove_file(path);
        }
        if server.is_referenced.replace(false) {
            realm.release();
        }
    }

    pub(crate) fn accept_all(&self, realm: &Rc<Realm>, id: u32) {
        while let Some(server) = self.server(id) {
            let accepted = {
                let socket = server.socket.borrow();
                let Some(socket) = socket.as_ref() else { return };
                accept_with(socket.as_fd(), SocketFlags::NONBLOCK | SocketFlags::CLOEXEC)
            };
            match accepted {
                Ok(socket) => self.open(realm, &server, socket),
                // The client disconnected before the accept.
                Err(Errno::INTR | Errno::CONNABORTED) => {}
                // No descriptor is left: the next time-out sweep tries again.
                Err(_) => return,
            }
        }
    }

    fn open(&self, realm: &Rc<Realm>, server: &Rc<Server>, socket: OwnedFd) {
        let limits = server.limits.get();
        if limits.connections_max > 0 && server.connection_count.get() >= limits.connections_max {
            let ends = crate::ops::endpoints_of(&socket).join("\n");
            drop(socket);
            server.call(
                realm,
                Event::Dropped,
                |cx| {
                    Ok([
                        cx.string(&ends),
                        Value::undefined(),
                        Value::undefined(),
                        Value::undefined(),
                        Value::undefined(),
                    ])
                },
                |_| (),
            );
            return;
        }
        if server.path.is_none() {
            // When the system refuses, only latency suffers.
            let _ = sockopt::set_tcp_nodelay(&socket, true);
        }
        let descriptor = socket.as_raw_fd();
        let mut connection = Connection::new(socket, server.id, limits.head, realm.now_ms());
        connection.reads_ahead = server.reads_ahead.get();
        if let Some(tls) = &*server.tls.borrow() {
            let Ok(secure) = Secure::new(tls) else { return };
            connection.output.secure = Some(Box::new(secure));
        }
        let connection = Rc::new(RefCell::new(connection));
        let id = self.add_connection(connection.clone());
        match realm.watch(
            descriptor,
            Interest::READABLE | Interest::WRITABLE,
            Rc::new(ConnectionHandler { connection: id }),
        ) {
            Ok(token) => connection.borrow_mut().token = Some(token),
            Err(_) => {
                self.connections.borrow_mut()[id as usize] = None;
                self.free_connections.borrow_mut().push(id);
                return;
            }
        }
        server.connection_count.set(server.connection_count.get() + 1);
        realm.retain();
        if server.wants_opened() {
            server.call_plain(realm, Event::Opened, &[Value::uint32(id)], |_| ());
        }
    }

    fn add_connection(&self, connection: Rc<RefCell<Connection>>) -> u32 {
        let mut connections = self.connections.borrow_mut();
        match self.free_connections.borrow_mut().pop() {
            Some(id) => {
                connections[id as usize] = Some(connection);
                id
            }
            None => {
                connections.push(Some(connection));
                connections.len() as u32 - 1
            }
        }
    }
}

struct Listener {
    server: u32,
}

impl IoHandler for Listener {
    fn ready(&self, realm: &Rc<Realm>, _readiness: Readiness) {
        state().accept_all(realm, self.server);
    }
}

struct ConnectionHandler {
    connection: u32,
}

impl IoHandler for ConnectionHandler {
    fn ready(&self, realm: &Rc<Realm>, readiness: Readiness) {
        let state = state();
        if readiness.is_writable() {
            state.on_writable(realm, self.connection);
        }
        if readiness.is_readable() || readiness.is_read_closed() || readiness.is_error() {
            state.on_readable(realm, self.connection, readiness.is_read_closed() || readiness.is_error());
        }
    }
}

/// The address of a socket as string, port and family.
pub(crate) fn describe(address: Result<SocketAddrAny, Errno>) -> [String; 3] {
    match address.ok().and_then(|address| SocketAddr::try_from(address).ok()) {
        Some(address) => [
            address.ip().to_string(),
            address.port().to_string(),
            if address.is_ipv6() { "IPv6" } else { "IPv4" }.to_string(),
        ],
        None => [String::new(), "0".to_string(), String::new()],
    }
}
