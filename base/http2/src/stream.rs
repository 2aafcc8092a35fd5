//! One stream of a session: the header block that is being received, and the data to send.

use crate::messaging::Message;
use crate::statistics::StreamStatistics;
use std::collections::VecDeque;

/// What RFC 9113 §6.5.2 adds to the bytes of a field in the size of a header list.
pub(crate) const FIELD_OVERHEAD_BYTES: usize = 32;

#[derive(Default)]
pub(crate) struct Stream {
    pub headers: HeaderBlock,
    pub message: Message,
    /// The limit that was in force when the stream began (RFC 9113 §6.5.2).
    pub header_list_bytes_max: usize,
    pub queue: SendQueue,
    /// No more data will be queued.
    pub is_shut: bool,
    /// Trailers follow the data.
    pub has_trailers: bool,
    pub is_reading: bool,
    /// Bytes that arrived while the stream was not read: they are not returned to the peer's window yet.
    pub bytes_while_paused: usize,
    pub is_reset_by_peer: bool,
    pub statistics: StreamStatistics,
}

/// Received fields.
#[derive(Default)]
pub(crate) struct HeaderBlock {
    pub category: i32,
    /// Names and values, each ended by NUL.
    pub text: Vec<u8>,
    pub pair_count: u32,
    /// Names of fields that must not get into a compression table, each ended by NUL.
    pub sensitive: Vec<u8>,
    pub sensitive_count: u32,
    /// Size as RFC 9113 §6.5.2 counts it.
    pub list_bytes: usize,
}

impl HeaderBlock {
    pub fn start(&mut self, category: i32) {
        *self = Self { category, ..Self::default() };
    }

    pub fn add(&mut self, name: &[u8], value: &[u8], is_sensitive: bool) {
        self.text.extend_from_slice(name);
        self.text.push(0);
        self.text.extend_from_slice(value);
        self.text.push(0);
        self.pair_count += 1;
        self.list_bytes += name.len() + value.len() + FIELD_OVERHEAD_BYTES;
        if is_sensitive {
            self.sensitive.extend_from_slice(name);
            self.sensitive.push(0);
            self.sensitive_count += 1;
        }
    }
}

/// Queued writes.
#[derive(Default)]
pub(crate) struct SendQueue {
    writes: VecDeque<Write>,
    bytes: usize,
}

struct Write {
    bytes: Vec<u8>,
    sent: usize,
}

impl SendQueue {
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn push(&mut self, bytes: Vec<u8>) {
        self.bytes += bytes.len();
        self.writes.push_back(Write { bytes, sent: 0 });
    }

    /// Removes an empty write from the front. Returns whether there was one.
    pub fn take_empty(&mut self) -> bool {
        self.writes.pop_front_if(|write| write.bytes.is_empty()).is_some()
    }

    /// Moves `count` bytes to `output`. Returns how many writes that completed.
    pub fn move_to(&mut self, output: &mut Vec<u8>, count: usize) -> usize {
        let mut rest = count.min(self.bytes);
        let mut finished = 0;
        self.bytes -= rest;
        while rest > 0 {
            let write = self.writes.front_mut().expect("the queue holds as many bytes as it has counted");
            let taken = rest.min(write.bytes.len() - write.sent);
            output.extend_from_slice(&write.bytes[write.sent..write.sent + taken]);
            write.sent += taken;
            rest -= taken;
            if write.sent == write.bytes.len() {
                self.writes.pop_front();
                finished += 1;
            }
        }
        finished
    }
}
