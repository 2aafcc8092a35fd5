//! The send queue of a connection: bytes and ranges of files, in order.

use crate::secure::{RECORD_BYTES_MAX, Secure};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags, send, sendmsg};
use std::collections::VecDeque;
use std::io::IoSlice;

/// The queue of one connection.
#[derive(Debug, Default)]
pub struct Output {
    /// Bytes that come first.
    bytes: Vec<u8>,
    sent: usize,
    /// How many bytes were sent since the connection opened, before TLS.
    pub sent_bytes: u64,
    /// The data after them.
    rest: VecDeque<Piece>,
    /// Output goes through TLS.
    pub secure: Option<Box<Secure>>,
    /// It belongs to a response that has to wait for earlier ones: nothing is sent.
    pub is_held: bool,
}

#[derive(Debug)]
enum Piece {
    Bytes(Vec<u8>),
    File { file: OwnedFd, offset: u64, remaining: u64 },
}

/// How a flush ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flushed {
    /// Everything was passed to the system.
    All,
    /// The client has to read first (back-pressure).
    Blocked,
    /// The connection is unusable.
    Broken,
}

/// A buffer that grew beyond this is freed when it is empty.
const KEPT_BYTES_MAX: usize = 64 * 1024;
/// Bytes of this length and more are not copied to be sent.
const COPIED_BYTES_MAX: usize = 16 * 1024;
/// From this length on the memory of an earlier response is used.
const LARGE_BYTES: usize = 8 * 1024;
/// From this length on the end of a response is sent at once instead of together with those of other connections: they
/// would all need their own memory until then.
const PROMPT_LAST_BYTES: usize = 16 * 1024;
/// The same for a response that goes on.
const PROMPT_BYTES: usize = 128 * 1024;
/// At most this much of a file in one call, so that one client does not delay the others.
const FILE_STEP_BYTES: u64 = 1 << 20;

/// The memory of the thread's last large output.
mod spare {
    use std::cell::Cell;

    /// From this size on it is freed.
    const CAPACITY_MAX: usize = 512 * 1024;

    thread_local! {
        static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }

    /// An empty buffer with room for `length` bytes and more than a connection keeps; `None` when there is none.
    pub(super) fn take(length: usize) -> Option<Vec<u8>> {
        let buffer = SPARE.take();
        if buffer.capacity() >= length {
            return Some(buffer);
        }
        SPARE.set(buffer);
        None
    }

    /// Keeps the memory of a buffer whose bytes were sent.
    pub(super) fn put(mut buffer: Vec<u8>) {
        let previous = SPARE.take();
        buffer.clear();
        let fits = buffer.capacity() <= CAPACITY_MAX && buffer.capacity() > previous.capacity();
        SPARE.set(if fits { buffer } else { previous });
    }
}

impl Output {
    /// The buffer that new bytes are appended to.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        if self.rest.is_empty() {
            return &mut self.bytes;
        }
        if !matches!(self.rest.back(), Some(Piece::Bytes(_))) {
            self.rest.push_back(Piece::Bytes(Vec::new()));
        }
        match self.rest.back_mut() {
            Some(Piece::Bytes(bytes)) => bytes,
            _ => &mut self.bytes,
        }
    }

    /// Appends bytes of a body. Large ones are sent from where they are, if possible.
    pub fn push_body(&mut self, socket: BorrowedFd<'_>, bytes: &[u8]) {
        if bytes.len() >= COPIED_BYTES_MAX { self.push_large(socket, bytes) } else { self.push(bytes) }
    }

    /// Appends bytes to `buffer`. What does not fit goes into the memory of an earlier large response if there is any:
    /// allocating it for each response costs page faults.
    fn push(&mut self, bytes: &[u8]) {
        let length = self.bytes.len() + bytes.len();
        if self.rest.is_empty()
            && length > self.bytes.capacity().max(LARGE_BYTES)
            && let Some(mut larger) = spare::take(length)
        {
            larger.extend_from_slice(&self.bytes[self.sent..]);
            self.bytes = larger;
            self.sent = 0;
        }
        self.buffer().extend_from_slice(bytes);
    }

    /// Appends a range of a file.
    pub fn push_file(&mut self, file: OwnedFd, offset: u64, remaining: u64) {
        if remaining > 0 {
            self.rest.push_back(Piece::File { file, offset, remaining });
        }
    }

    /// Appends the contents of another output.
    pub fn append(&mut self, mut held: Self) {
        if self.has_no_plain_bytes() {
            std::mem::swap(&mut self.bytes, &mut held.bytes);
            self.sent = 0;
        } else if !held.bytes.is_empty() {
            self.buffer().append(&mut held.bytes);
        }
        self.rest.append(&mut held.rest);
    }

    /// Appends bytes that are too many to copy: what the socket accepts now is sent from where it is, the rest is
    /// copied. A broken connection shows at the next flush.
    fn push_large(&mut self, socket: BorrowedFd<'_>, mut large: &[u8]) {
        while self.rest.is_empty() && self.secure.is_none() && !self.is_held {
            let first = &self.bytes[self.sent..];
            let waiting = first.len();
            let parts = [IoSlice::new(first), IoSlice::new(large)];
            match sendmsg(socket, &parts, &mut SendAncillaryBuffer::default(), SendFlags::NOSIGNAL) {
                Ok(count) if count < waiting => {
                    self.sent += count;
                    self.sent_bytes += count as u64;
                }
                Ok(count) => {
                    self.sent_bytes += count as u64;
                    self.bytes.clear();
                    self.sent = 0;
                    large = &large[count - waiting..];
                    if large.is_empty() {
                        return;
                    }
                }
                Err(Errno::INTR) => {}
                Err(_) => break,
            }
        }
        self.buffer().extend_from_slice(large);
    }

    /// Sends what is buffered when it is much. A broken connection shows at the next flush.
    pub fn send_promptly(&mut self, socket: BorrowedFd<'_>, is_last: bool) {
        let least = if is_last { PROMPT_LAST_BYTES } else { PROMPT_BYTES };
        if self.bytes.len() - self.sent >= least && self.secure.is_none() && !self.is_held {
            let _ = self.flush(socket);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.has_no_plain_bytes() && !self.secure.as_ref().is_some_and(|secure| secure.has_records())
    }

    /// How many bytes are buffered.
    pub fn waiting_bytes(&self) -> u64 {
        let rest = self.rest.iter().map(|piece| match piece {
            Piece::Bytes(bytes) => bytes.len() as u64,
            Piece::File { remaining, .. } => *remaining,
        });
        let records = self.secure.as_ref().map_or(0, |secure| secure.waiting_bytes());
        (self.bytes.len() - self.sent) as u64 + rest.sum::<u64>() + records
    }

    /// Sends as much as the socket accepts.
    pub fn flush(&mut self, socket: BorrowedFd<'_>) -> Flushed {
        if self.secure.is_some() {
            return self.flush_secure(socket);
        }
        loop {
            while self.sent < self.bytes.len() {
                let more =
                    if self.rest.is_empty() { SendFlags::NOSIGNAL } else { SendFlags::NOSIGNAL | SendFlags::MORE };
                match send(socket, &self.bytes[self.sent..], more) {
                    Ok(count) => {
                        self.sent += count;
                        self.sent_bytes += count as u64;
                    }
                    Err(Errno::INTR) => {}
                    Err(Errno::AGAIN) => return Flushed::Blocked,
                    Err(_) => return Flushed::Broken,
                }
            }
            self.bytes.clear();
            self.sent = 0;
            if self.bytes.capacity() > KEPT_BYTES_MAX {
                spare::put(std::mem::take(&mut self.bytes));
            }
            match self.rest.pop_front() {
                None => return Flushed::All,
                Some(Piece::Bytes(bytes)) => self.bytes = bytes,
                Some(Piece::File { file, offset, remaining }) => match self.flush_file(socket, file, offset, remaining)
                {
                    Flushed::All => {}
                    ended => return ended,
                },
            }
        }
    }

    /// Signals the end of sending, where the protocol has a message for it.
    pub fn finish(&mut self, socket: BorrowedFd<'_>) {
        if let Some(secure) = &mut self.secure {
            secure.shut_down();
            // A client that disconnected needs no close_notify.
            let _ = secure.send_records(socket);
        }
    }

    fn has_no_plain_bytes(&self) -> bool {
        self.sent == self.bytes.len() && self.rest.is_empty()
    }

    /// Encrypts buffered output, a limited chunk at a time, and sends the records.
    fn flush_secure(&mut self, socket: BorrowedFd<'_>) -> Flushed {
        loop {
            let Some(secure) = &mut self.secure else { return Flushed::Broken };
            match secure.send_records(socket) {
                Ok(()) => {}
                Err(Errno::AGAIN) => return Flushed::Blocked,
                Err(_) => return Flushed::Broken,
            }
            if self.has_no_plain_bytes() {
                self.bytes.clear();
                self.sent = 0;
                return Flushed::All;
            }
            let Some(secure) = self.secure.as_mut().filter(|secure| secure.is_established()) else {
                return Flushed::Blocked;
            };
            let piece = &self.bytes[self.sent..];
            if !piece.is_empty() {
                let count = piece.len().min(RECORD_BYTES_MAX);
                if !secure.write(&piece[..count]) {
                    return Flushed::Broken;
                }
                self.sent += count;
                self.sent_bytes += count as u64;
                continue;
            }
            self.sent = 0;
            match self.rest.pop_front() {
                None => self.bytes.clear(),
                Some(Piece::Bytes(bytes)) => self.bytes = bytes,
                Some(Piece::File { file, offset, remaining }) => {
                    let mut bytes = vec![0; remaining.min(RECORD_BYTES_MAX as u64) as usize];
                    match rustix::io::pread(&file, &mut bytes, offset) {
                        // The file became shorter than its announced length: the response cannot be completed.
                        Ok(0) | Err(_) => return Flushed::Broken,
                        Ok(count) => {
                            bytes.truncate(count);
                            self.bytes = bytes;
                            let (offset, remaining) = (offset + count as u64, remaining - count as u64);
                            if remaining > 0 {
                                self.rest.push_front(Piece::File { file, offset, remaining });
                            }
                        }
                    }
                }
            }
        }
    }

    fn flush_file(&mut self, socket: BorrowedFd<'_>, file: OwnedFd, mut offset: u64, mut remaining: u64) -> Flushed {
        while remaining > 0 {
            match rustix::fs::sendfile(socket, file.as_fd(), Some(&mut offset), remaining.min(FILE_STEP_BYTES) as usize)
            {
                // The file became shorter than its announced length: the response cannot be completed.
                Ok(0) => return Flushed::Broken,
                Ok(count) => {
                    remaining -= count as u64;
                    self.sent_bytes += count as u64;
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    self.rest.push_front(Piece::File { file, offset, remaining });
                    return Flushed::Blocked;
                }
                Err(_) => return Flushed::Broken,
            }
        }
        Flushed::All
    }
}
