//! One UDP socket: opening, binding, connecting, closing, and whether it keeps the loop alive.

use crate::Dgram;
use crate::generated::dgram_ops::{DatagramEvent, datagram_bind_flags, state};
use crate::target::Target;
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{IoHandler, IoToken, Realm};
use brio_socket_address::parse;
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::net::{
    AddressFamily, SocketFlags, SocketType, bind, connect, connect_unspec, getsockname, socket_with, sockopt,
};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::rc::Rc;

pub(crate) struct Socket {
    pub id: u32,
    pub is_ipv6: Cell<bool>,
    descriptor: RefCell<Option<OwnedFd>>,
    token: Cell<Option<IoToken>>,
    pub is_bound: Cell<bool>,
    pub is_receiving: Cell<bool>,
    /// The system may have more packets than were read.
    pub may_receive: Cell<bool>,
    pub receive_queued: Cell<bool>,
    pub waiting: RefCell<VecDeque<Packet>>,
    is_referenced: Cell<bool>,
    holds_loop: Cell<bool>,
}

/// A queued packet.
pub(crate) struct Packet {
    pub number: u32,
    pub bytes: Vec<u8>,
    /// None: to the connected peer.
    pub target: Option<Target>,
}

struct SocketHandler {
    socket: Rc<Socket>,
}

impl IoHandler for SocketHandler {
    fn ready(&self, realm: &Rc<Realm>, readiness: Readiness) {
        state().on_ready(realm, &self.socket, readiness);
    }
}

impl Socket {
    pub fn new(id: u32, is_ipv6: bool) -> Self {
        Self {
            id,
            is_ipv6: Cell::new(is_ipv6),
            descriptor: RefCell::new(None),
            token: Cell::new(None),
            is_bound: Cell::new(false),
            is_receiving: Cell::new(false),
            may_receive: Cell::new(false),
            receive_queued: Cell::new(false),
            waiting: RefCell::default(),
            is_referenced: Cell::new(true),
            holds_loop: Cell::new(false),
        }
    }

    /// The number of the descriptor; -1 without one.
    pub fn number(&self) -> RawFd {
        self.descriptor.borrow().as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }

    /// Makes a system call with the descriptor. EBADF without one.
    pub fn with<R>(&self, call: impl FnOnce(BorrowedFd<'_>) -> Result<R, Errno>) -> Result<R, Errno> {
        self.descriptor.borrow().as_ref().ok_or(Errno::BADF).and_then(|descriptor| call(descriptor.as_fd()))
    }

    pub fn set_referenced(&self, realm: &Realm, referenced: bool) {
        self.is_referenced.set(referenced);
        self.update_hold(realm);
    }

    /// Keeps the loop alive or releases it. Queued packets count in any case, as in libuv.
    pub fn update_hold(&self, realm: &Realm) {
        let holds = !self.waiting.borrow().is_empty() || (self.is_receiving.get() && self.is_referenced.get());
        self.hold(realm, holds);
    }

    fn hold(&self, realm: &Realm, holds: bool) {
        if self.holds_loop.replace(holds) != holds {
            if holds { realm.retain() } else { realm.release() }
        }
    }
}

impl Dgram {
    /// Creates the socket of a handle that has none yet, and watches it.
    pub(crate) fn ensure_socket(&self, socket: &Rc<Socket>) -> Result<(), Errno> {
        if socket.number() >= 0 {
            return Ok(());
        }
        let family = if socket.is_ipv6.get() { AddressFamily::INET6 } else { AddressFamily::INET };
        let descriptor = socket_with(family, SocketType::DGRAM, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC, None)?;
        self.install(socket, descriptor)
    }

    pub(crate) fn install(&self, socket: &Rc<Socket>, descriptor: OwnedFd) -> Result<(), Errno> {
        let number = descriptor.as_raw_fd();
        *socket.descriptor.borrow_mut() = Some(descriptor);
        let token = Realm::current().watch(
            number,
            Interest::READABLE | Interest::WRITABLE,
            Rc::new(SocketHandler { socket: socket.clone() }),
        );
        socket.token.set(Some(token.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?));
        Ok(())
    }

    /// Creates the socket and binds it to any port, in the cases in which libuv does.
    pub(crate) fn ensure_bound(&self, socket: &Rc<Socket>) -> Result<(), Errno> {
        if socket.is_bound.get() {
            return Ok(());
        }
        let any: SocketAddr =
            if socket.is_ipv6.get() { (Ipv6Addr::UNSPECIFIED, 0).into() } else { (Ipv4Addr::UNSPECIFIED, 0).into() };
        self.bind_to(socket, &any, 0)
    }

    pub(crate) fn bind_address(&self, id: u32, address: &str, port: u16, flags: u8) -> Result<(), Errno> {
        let socket = self.socket(id).ok_or(Errno::BADF)?;
        self.bind_to(&socket, &parse(address, port)?, flags)
    }

    fn bind_to(&self, socket: &Rc<Socket>, address: &SocketAddr, flags: u8) -> Result<(), Errno> {
        if flags & datagram_bind_flags::IPV6_ONLY != 0 && !address.is_ipv6() {
            return Err(Errno::INVAL);
        }
        if socket.number() < 0 {
            socket.is_ipv6.set(address.is_ipv6());
        }
        self.ensure_socket(socket)?;
        socket.with(|descriptor| {
            if flags & datagram_bind_flags::SHARE_ADDRESS != 0 {
                sockopt::set_socket_reuseaddr(descriptor, true)?;
            }
            if flags & datagram_bind_flags::SHARE_PORT != 0 {
                sockopt::set_socket_reuseport(descriptor, true)?;
            }
            if flags & datagram_bind_flags::IPV6_ONLY != 0 {
                sockopt::set_ipv6_v6only(descriptor, true)?;
            }
            // As libuv: the address family differs from that of the socket.
            bind(descriptor, address).map_err(|error| if error == Errno::AFNOSUPPORT { Errno::INVAL } else { error })
        })?;
        socket.is_bound.set(true);
        Ok(())
    }

    pub(crate) fn connect_address(&self, id: u32, address: &str, port: u16) -> Result<(), Errno> {
        let socket = self.socket(id).ok_or(Errno::BADF)?;
        let address = parse(address, port)?;
        self.ensure_bound(&socket)?;
        socket.with(|descriptor| connect(descriptor, &address))
    }

    pub(crate) fn disconnect_from(&self, id: u32) -> Result<(), Errno> {
        let socket = self.socket(id).ok_or(Errno::BADF)?;
        socket.with(|descriptor| connect_unspec(descriptor))
    }

    pub(crate) fn adopt_number(&self, fd: i32) -> Result<u32, Errno> {
        let borrowed = brio_descriptor::borrow(fd)?;
        let is_datagram = sockopt::socket_type(borrowed)
            .map_err(|error| if error == Errno::NOTSOCK { Errno::INVAL } else { error })?
            == SocketType::DGRAM;
        let family = getsockname(borrowed)?.address_family();
        if !is_datagram || !matches!(family, AddressFamily::INET | AddressFamily::INET6) {
            return Err(Errno::INVAL);
        }
        let descriptor = brio_descriptor::take(fd)?;
        ioctl_fionbio(&descriptor, true)?;
        let socket = self.add(family == AddressFamily::INET6);
        socket.is_bound.set(true);
        self.install(&socket, descriptor)?;
        Ok(socket.id)
    }

    /// Closes the socket; `event` is called in the closing phase of this turn.
    pub(crate) fn end(&self, id: u32) {
        let Some(socket) = self.remove(id) else { return };
        let realm = Realm::current();
        if let Some(token) = socket.token.take() {
            realm.unwatch(token, socket.number());
        }
        socket.is_receiving.set(false);
        socket.hold(&realm, false);
        drop(socket.descriptor.borrow_mut().take());
        realm.on_close(move |realm| {
            let dgram = state();
            let waiting = std::mem::take(&mut *socket.waiting.borrow_mut());
            for packet in waiting {
                dgram.notify(realm, id, DatagramEvent::Sent, packet.number as i32, -Errno::CANCELED.raw_os_error());
            }
            // The number is freed only now: JavaScript must not see a new socket under it before.
            dgram.release(id);
            dgram.notify(realm, id, DatagramEvent::Closed, 0, 0);
        });
    }
}
