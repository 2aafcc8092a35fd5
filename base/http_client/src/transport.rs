//! The bytes of a connection: a socket, and TLS over it where the URL requires it.

use crate::error::ClientError;
use crate::io_result::Received;
use crate::secure::{Protocol, Secure, TlsSettings};
use rustix::buffer::spare_capacity;
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, getpeername, getsockname, recv, send};
use std::net::SocketAddr;
use std::os::fd::RawFd;

/// A connected socket, plain or with TLS.
#[derive(Debug)]
pub struct Transport {
    socket: OwnedFd,
    secure: Option<Box<Secure>>,
}

impl Transport {
    /// Takes ownership of a connected, non-blocking socket.
    pub fn plain(socket: OwnedFd) -> Self {
        Self { socket, secure: None }
    }

    /// Starts TLS: call [`Transport::handshake`] until it reports completion.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn secure(&mut self, settings: &TlsSettings, host: &str) -> Result<(), ClientError> {
        self.secure = Some(Box::new(Secure::new(settings, host)?));
        Ok(())
    }

    /// Continues the handshake as far as the socket allows. True when it is complete and the server is trusted.
    ///
    /// # Errors
    /// OpenSSL's, and a failed verification of the certificate.
    pub fn handshake(&mut self) -> Result<bool, ClientError> {
        match &mut self.secure {
            Some(secure) => secure.handshake(self.socket.as_fd()),
            None => Ok(true),
        }
    }

    /// The protocol that TLS has agreed on; HTTP/1.1 without TLS.
    pub fn protocol(&self) -> Protocol {
        self.secure.as_ref().map_or(Protocol::Http1, |secure| secure.protocol())
    }

    /// The socket, for polling.
    pub fn descriptor(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    /// The addresses of both ends: this machine's, and the server's. None for a socket in the file system.
    pub fn addresses(&self) -> Option<(SocketAddr, SocketAddr)> {
        let local = getsockname(&self.socket).ok()?.try_into().ok()?;
        let remote = getpeername(&self.socket).ok()??.try_into().ok()?;
        Some((local, remote))
    }

    /// Appends up to `bytes_max` received bytes to `input`.
    ///
    /// # Errors
    /// The system's and OpenSSL's.
    pub fn receive(&mut self, input: &mut Vec<u8>, bytes_max: usize) -> Result<Received, ClientError> {
        if let Some(secure) = &mut self.secure {
            return secure.receive(self.socket.as_fd(), input, bytes_max);
        }
        input.reserve(bytes_max);
        loop {
            match recv(self.socket.as_fd(), spare_capacity(input), RecvFlags::empty()) {
                Ok((0, _)) => return Ok(Received::End),
                Ok(_) => {
                    return Ok(Received::Bytes { is_all: input.len() < input.capacity() });
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(Received::Nothing),
                Err(error) => return Err(ClientError::system(error, "read")),
            }
        }
    }

    /// Sends from the start of `bytes`; returns how many were accepted, 0 when the socket is full.
    ///
    /// # Errors
    /// The system's and OpenSSL's.
    pub fn send(&mut self, bytes: &[u8]) -> Result<usize, ClientError> {
        if let Some(secure) = &mut self.secure {
            return secure.send(self.socket.as_fd(), bytes);
        }
        loop {
            match send(self.socket.as_fd(), bytes, SendFlags::NOSIGNAL) {
                Ok(count) => return Ok(count),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(0),
                Err(error) => return Err(ClientError::system(error, "write")),
            }
        }
    }

    /// Sends the TLS records of the accepted bytes. True when everything was passed to the system.
    ///
    /// # Errors
    /// The system's.
    pub fn flush(&mut self) -> Result<bool, ClientError> {
        match &mut self.secure {
            Some(secure) => secure.flush(self.socket.as_fd()),
            None => Ok(true),
        }
    }
}
