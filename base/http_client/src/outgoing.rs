//! The send buffer of a connection.

use crate::error::ClientError;
use crate::io_result::Flushed;
use crate::transport::Transport;

/// Bytes that a connection has still to send.
#[derive(Debug)]
pub(crate) struct Outgoing {
    bytes: Vec<u8>,
    sent: usize,
    retained_bytes_max: usize,
}

impl Outgoing {
    /// An empty buffer. One that grew beyond `retained_bytes_max` is freed when it is empty.
    pub fn new(retained_bytes_max: usize) -> Self {
        Self { bytes: Vec::new(), sent: 0, retained_bytes_max }
    }

    /// The buffer that more bytes are appended to.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Whether everything was sent.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// How many bytes are buffered.
    pub fn waiting_bytes(&self) -> usize {
        self.bytes.len() - self.sent
    }

    /// Sends as much as the system accepts.
    ///
    /// # Errors
    /// The system's: the server does not read any more.
    pub fn flush(&mut self, transport: &mut Transport) -> Result<Flushed, ClientError> {
        while self.sent < self.bytes.len() {
            match transport.send(&self.bytes[self.sent..])? {
                0 => return Ok(Flushed::Blocked),
                count => self.sent += count,
            }
        }
        self.bytes.clear();
        self.sent = 0;
        if self.bytes.capacity() > self.retained_bytes_max {
            self.bytes = Vec::new();
        }
        Ok(if transport.flush()? { Flushed::All } else { Flushed::Blocked })
    }
}
