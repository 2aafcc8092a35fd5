//! How handles begin and end: sockets, descriptors that were open already, closing, handing a descriptor over.

use crate::Net;
use crate::generated::net_ops::{Pair, StreamEvent, StreamKind, state};
use crate::stream::Stream;
use brio_realm::op::OpError;
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{IoHandler, Realm};
use rustix::fd::{AsFd, IntoRawFd, OwnedFd};
use rustix::fs::{FileType, Mode, OFlags, fstat, open};
use rustix::io::{Errno, fcntl_dupfd_cloexec, ioctl_fionbio};
use rustix::net::{AddressFamily, SocketFlags, SocketType, getsockname, socket_with, socketpair, sockopt};
use rustix::termios::isatty;
use std::rc::Rc;

struct StreamHandler {
    stream: Rc<Stream>,
}

impl IoHandler for StreamHandler {
    fn ready(&self, realm: &Rc<Realm>, readiness: Readiness) {
        state().on_ready(realm, &self.stream, readiness);
    }
}

impl Net {
    /// A handle without a descriptor.
    pub(crate) fn open(&self, kind: StreamKind) -> u32 {
        self.add(|id| Stream::new(id, kind)).id
    }

    /// Creates the socket of a handle that has none yet.
    pub(crate) fn ensure_socket(&self, stream: &Rc<Stream>, family: AddressFamily) -> Result<(), Errno> {
        if stream.has_descriptor() {
            return Ok(());
        }
        stream.set_descriptor(socket_with(
            family,
            SocketType::STREAM,
            SocketFlags::NONBLOCK | SocketFlags::CLOEXEC,
            None,
        )?);
        Ok(())
    }

    /// Watches the handle's readiness.
    pub(crate) fn watch(&self, realm: &Realm, stream: &Rc<Stream>) -> Result<(), Errno> {
        if stream.token.get().is_some() {
            return Ok(());
        }
        let interest =
            if stream.is_listening.get() { Interest::READABLE } else { Interest::READABLE | Interest::WRITABLE };
        let token = realm.watch(stream.number(), interest, Rc::new(StreamHandler { stream: stream.clone() }));
        stream.token.set(Some(token.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?));
        Ok(())
    }

    /// A handle for a connected or listening descriptor that nothing else uses.
    pub(crate) fn adopt(
        &self,
        realm: &Realm,
        descriptor: OwnedFd,
        kind: StreamKind,
        is_socket: bool,
    ) -> Result<Rc<Stream>, Errno> {
        let stream = self.add(|id| Stream::new(id, kind));
        stream.is_socket.set(is_socket);
        stream.set_descriptor(descriptor);
        let is_listening =
            is_socket && stream.with_descriptor(|descriptor| sockopt::socket_acceptconn(descriptor)) == Some(Ok(true));
        // A listening one is watched by `listen`, a bound one that is neither by `connect`.
        if !is_listening && let Err(error) = self.watch(realm, &stream) {
            self.streams.borrow_mut()[stream.id as usize] = None;
            self.free.borrow_mut().push(stream.id);
            return Err(error);
        }
        Ok(stream)
    }

    pub(crate) fn adopt_number(&self, fd: i32) -> Result<u32, Errno> {
        let realm = Realm::current();
        let borrowed = brio_descriptor::borrow(fd)?;
        let (kind, is_socket) = classify(borrowed)?;
        let descriptor = if kind == StreamKind::Terminal {
            // A terminal is shared with other processes, whose reads must stay blocking.
            let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC | OFlags::NONBLOCK;
            match open(format!("/proc/self/fd/{fd}"), flags, Mode::empty()) {
                Ok(opened) => {
                    brio_descriptor::close(fd)?;
                    opened
                }
                Err(_) => nonblocking(brio_descriptor::take(fd)?)?,
            }
        } else {
            nonblocking(brio_descriptor::take(fd)?)?
        };
        self.adopt(&realm, descriptor, kind, is_socket).map(|stream| stream.id)
    }

    pub(crate) fn make_pair(&self) -> Result<Pair, OpError> {
        let failed = |error: Errno| OpError::errno(error.raw_os_error(), "socketpair");
        let (own, other) =
            socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None).map_err(failed)?;
        let own = nonblocking(own).map_err(failed)?;
        let stream = self.adopt(&Realm::current(), own, StreamKind::Pipe, true).map_err(failed)?;
        Ok(Pair { handle: stream.id, fd: other.into_raw_fd() })
    }

    /// Closes the descriptor; `event` is called in the closing phase of this turn. Returns the descriptor if `keeps` is
    /// set.
    pub(crate) fn end(&self, id: u32, keeps: bool) -> Option<OwnedFd> {
        let stream = self.streams.borrow_mut().get_mut(id as usize).and_then(Option::take)?;
        let realm = Realm::current();
        if !stream.is_connecting.get() {
            // What was joined in this turn counts as written; other buffered output is tried once more.
            stream.with_descriptor(|descriptor| stream.output.borrow_mut().flush(descriptor));
        }
        stream.output.borrow_mut().clear();
        if let Some(token) = stream.token.take() {
            realm.unwatch(token, stream.number());
        }
        stream.is_reading.set(false);
        stream.read_ended.set(true);
        stream.end_hold(&realm);
        if let Some(path) = stream.path.take().filter(|_| !keeps) {
            // Another process may have removed it; the path is free either way.
            let _ = std::fs::remove_file(path);
        }
        let descriptor = stream.take_descriptor();
        if self.closing.borrow().is_empty() {
            realm.on_close(|realm| state().run_closing(realm));
        }
        self.closing.borrow_mut().push(id);
        descriptor.filter(|_| keeps)
    }

    /// Reports the closed handles; the last one first, as libuv does.
    fn run_closing(&self, realm: &Realm) {
        let closing = std::mem::take(&mut *self.closing.borrow_mut());
        for id in closing.into_iter().rev() {
            // The number is freed only now: JavaScript must not see a new handle under it before the close is reported.
            self.free.borrow_mut().push(id);
            self.notify(realm, id, StreamEvent::Closed, 0);
        }
    }

    /// A second descriptor of the handle's socket.
    pub(crate) fn duplicate(&self, id: u32) -> Result<i32, Errno> {
        let stream = self.stream(id).ok_or(Errno::BADF)?;
        // The owner of the copy must not write before the output that was joined here.
        if !stream.is_connecting.get() {
            stream.with_descriptor(|descriptor| stream.output.borrow_mut().flush(descriptor));
        }
        let copy = stream.with_descriptor(|descriptor| fcntl_dupfd_cloexec(descriptor, 0)).ok_or(Errno::BADF)??;
        Ok(copy.into_raw_fd())
    }
}

fn nonblocking(descriptor: OwnedFd) -> Result<OwnedFd, Errno> {
    ioctl_fionbio(&descriptor, true)?;
    Ok(descriptor)
}

/// The kind of a descriptor, and whether it is a socket.
fn classify(descriptor: impl AsFd) -> Result<(StreamKind, bool), Errno> {
    let descriptor = descriptor.as_fd();
    match FileType::from_raw_mode(fstat(descriptor)?.st_mode) {
        FileType::Fifo => Ok((StreamKind::Pipe, false)),
        FileType::CharacterDevice if isatty(descriptor) => Ok((StreamKind::Terminal, false)),
        FileType::Socket if sockopt::socket_type(descriptor)? == SocketType::STREAM => {
            let family = getsockname(descriptor)?.address_family();
            match family {
                AddressFamily::UNIX => Ok((StreamKind::Pipe, true)),
                AddressFamily::INET | AddressFamily::INET6 => Ok((StreamKind::Tcp, true)),
                _ => Err(Errno::INVAL),
            }
        }
        _ => Err(Errno::INVAL),
    }
}
