//! The bytes of a connection: a socket, and TLS over it where the URL asks for it.

use rustix::buffer::spare_capacity;
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use std::os::fd::RawFd;

/// A connected socket.
#[derive(Debug)]
pub struct Transport {
    socket: OwnedFd,
}

impl Transport {
    /// Takes over a connected, non-blocking socket.
    pub fn plain(socket: OwnedFd) -> Self {
        Self { socket }
    }

    /// The socket, for polling.
    pub fn descriptor(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    /// Appends up to `bytes_max` received bytes to `input`. 0 is the end.
    ///
    /// # Errors
    /// The system's, `AGAIN` when there is nothing now.
    pub fn receive(&mut self, input: &mut Vec<u8>, bytes_max: usize) -> Result<usize, Errno> {
        input.reserve(bytes_max);
        loop {
            match recv(self.socket.as_fd(), spare_capacity(input), RecvFlags::empty()) {
                Ok((count, _)) => return Ok(count),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends from the start of `bytes`; returns how many the system took.
    ///
    /// # Errors
    /// The system's, `AGAIN` when it takes none now.
    pub fn send(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        loop {
            match send(self.socket.as_fd(), bytes, SendFlags::NOSIGNAL) {
                Err(Errno::INTR) => {}
                outcome => return outcome,
            }
        }
    }

    /// Whether the other side has said anything, or closed, since the last exchange: then the connection is of no use.
    pub fn is_disturbed(&self) -> bool {
        let mut byte = [0u8; 1];
        !matches!(
            recv(self.socket.as_fd(), &mut byte[..], RecvFlags::PEEK | RecvFlags::DONTWAIT),
            Err(Errno::AGAIN)
        )
    }
}
