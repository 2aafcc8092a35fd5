//! Errors of a request without a response.

use rustix::io::Errno;

/// A failure, in the terms that programs see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientError {
    /// A system call failed.
    System {
        /// The positive errno.
        errno: i32,
        /// `bind`, `connect`, `read` or `write`.
        syscall: &'static str,
        /// The address or path that was connected to; empty when it is unknown.
        address: String,
        /// Its port, 0 for a path.
        port: u16,
    },
    /// The name of the host has no address: `code` as users of getaddrinfo expect it (`ENOTFOUND`, `EAI_AGAIN`).
    Lookup {
        /// The code.
        code: &'static str,
        /// The name that was resolved.
        host: String,
    },
    /// Every address failed.
    All(Vec<ClientError>),
    /// The server violated the protocol, or exceeded one of our limits.
    Protocol {
        /// `UND_ERR_SOCKET`, `HPE_INVALID_CONSTANT`, …
        code: String,
        /// What was wrong.
        message: String,
    },
}

impl ClientError {
    /// A failed system call on an established connection.
    pub fn system(error: Errno, syscall: &'static str) -> Self {
        Self::System { errno: error.raw_os_error(), syscall, address: String::new(), port: 0 }
    }

    /// An error with a code of its own.
    pub fn protocol(code: &str, message: &str) -> Self {
        Self::Protocol { code: code.to_string(), message: message.to_string() }
    }

    /// The server closed the connection before the response was complete.
    pub fn closed() -> Self {
        Self::protocol("UND_ERR_SOCKET", "other side closed")
    }
}
