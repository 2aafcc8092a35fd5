//! Establishing a connection: tries one address after another, until one connects.

use crate::error::ClientError;
use brio_socket_address::local_address;
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, bind, connect, socket_with, sockopt};
use std::net::{IpAddr, SocketAddr};
use std::os::fd::RawFd;

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// TCP.
    Inet(SocketAddr),
    /// A socket in the file system or, after a NUL, an abstract name.
    Unix(String),
}

/// The state of an attempt.
#[derive(Debug)]
pub enum Progress {
    /// The connection is established: take the socket with [`Connector::into_socket`].
    Connected,
    /// The attempt is in progress: watch [`Connector::descriptor`] for writing.
    Pending,
}

/// A connection that is being established.
#[derive(Debug)]
pub struct Connector {
    addresses: Vec<Address>,
    /// The local address to bind to.
    local: Option<IpAddr>,
    next: usize,
    socket: Option<OwnedFd>,
    errors: Vec<ClientError>,
}

impl Connector {
    /// Makes a connector for the addresses, of which there is at least one. Nothing is tried yet. The socket is bound
    /// to `local`, if that is given.
    pub fn new(addresses: Vec<Address>, local: Option<IpAddr>) -> Self {
        Self { addresses, local, next: 0, socket: None, errors: Vec::new() }
    }

    /// Tries the next addresses until one does not fail at once.
    ///
    /// # Errors
    /// The failure of the only address, or of all of them.
    pub fn advance(&mut self) -> Result<Progress, ClientError> {
        self.socket = None;
        while let Some(address) = self.addresses.get(self.next).cloned() {
            self.next += 1;
            match open(&address, self.local) {
                Ok((socket, progress)) => {
                    self.socket = Some(socket);
                    return Ok(progress);
                }
                Err(error) => self.errors.push(error),
            }
        }
        Err(self.failure())
    }

    /// Checks the pending attempt after its socket became writable; continues with the next address when it failed.
    ///
    /// # Errors
    /// As [`Connector::advance`].
    pub fn check(&mut self) -> Result<Progress, ClientError> {
        let Some(socket) = &self.socket else {
            return self.advance();
        };
        let outcome = sockopt::socket_error(socket.as_fd());
        match outcome.and_then(|outcome| outcome) {
            Ok(()) if rustix::net::getpeername(socket.as_fd()).is_ok() => Ok(Progress::Connected),
            Ok(()) => Ok(Progress::Pending),
            Err(error) => {
                let address = self.addresses[self.next - 1].clone();
                self.errors.push(connect_error(error, &address));
                self.advance()
            }
        }
    }

    /// Abandons the pending attempt because it takes too long; tries the next address. None when there is no other.
    pub fn skip(&mut self) -> Option<Result<Progress, ClientError>> {
        if self.next >= self.addresses.len() {
            return None;
        }
        let address = self.addresses[self.next - 1].clone();
        self.errors.push(connect_error(Errno::TIMEDOUT, &address));
        Some(self.advance())
    }

    /// The socket of the pending attempt.
    pub fn descriptor(&self) -> Option<RawFd> {
        self.socket.as_ref().map(AsRawFd::as_raw_fd)
    }

    /// The error of a connector whose last attempt took too long.
    pub fn timed_out(&mut self) -> ClientError {
        if let Some(address) = self.next.checked_sub(1).and_then(|index| self.addresses.get(index)) {
            self.errors.push(connect_error(Errno::TIMEDOUT, address));
        }
        self.failure()
    }

    /// The connected socket.
    pub fn into_socket(self) -> Option<OwnedFd> {
        self.socket
    }

    fn failure(&mut self) -> ClientError {
        let mut errors = std::mem::take(&mut self.errors);
        match errors.len() {
            1 => errors.remove(0),
            _ => ClientError::All(errors),
        }
    }
}

fn open(address: &Address, local: Option<IpAddr>) -> Result<(OwnedFd, Progress), ClientError> {
    let failed = |error| connect_error(error, address);
    let family = match address {
        Address::Inet(SocketAddr::V4(_)) => AddressFamily::INET,
        Address::Inet(SocketAddr::V6(_)) => AddressFamily::INET6,
        Address::Unix(_) => AddressFamily::UNIX,
    };
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = socket_with(family, SocketType::STREAM, flags, None).map_err(failed)?;
    if let (Address::Inet(_), Some(local)) = (address, local) {
        bind(&socket, &SocketAddr::new(local, 0)).map_err(|error| ClientError::System {
            errno: error.raw_os_error(),
            syscall: "bind",
            address: local.to_string(),
            port: 0,
        })?;
    }
    let outcome = match address {
        Address::Inet(address) => {
            // Without the option only latency suffers.
            let _ = sockopt::set_tcp_nodelay(&socket, true);
            connect(&socket, address)
        }
        Address::Unix(path) => local_address(path).and_then(|path| connect(&socket, &path)),
    };
    match outcome {
        Ok(()) => Ok((socket, Progress::Connected)),
        Err(Errno::INPROGRESS | Errno::INTR) => Ok((socket, Progress::Pending)),
        Err(error) => Err(failed(error)),
    }
}

fn connect_error(error: Errno, address: &Address) -> ClientError {
    let (address, port) = match address {
        Address::Inet(address) => (address.ip().to_string(), address.port()),
        Address::Unix(path) => (path.clone(), 0),
    };
    ClientError::System { errno: error.raw_os_error(), syscall: "connect", address, port }
}
