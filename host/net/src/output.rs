//! The write queue of a descriptor, in order: copied bytes, and pinned buffers of JavaScript.

use brio_realm::jsc::PinnedBytes;
use rustix::fd::BorrowedFd;
use rustix::io::{Errno, IoSlice, write, writev};
use std::collections::VecDeque;

/// Buffers up to this length are copied; pinning one costs as much as copying it.
pub(crate) const COPIED_BYTES_MAX: usize = 4 * 1024;
/// Copies are joined up to this length.
const JOINED_BYTES_MAX: usize = 64 * 1024;
/// One call writes at most this many segments (the system accepts 1024).
const PIECES_MAX: usize = 64;

#[derive(Default)]
pub(crate) struct Output {
    pieces: VecDeque<Piece>,
    /// Written bytes of the first segment.
    written: usize,
    waiting_bytes: usize,
}

enum Piece {
    Copied(Vec<u8>),
    Kept(PinnedBytes),
}

impl Piece {
    fn bytes(&self) -> &[u8] {
        match self {
            Piece::Copied(bytes) => bytes,
            Piece::Kept(bytes) => bytes.as_slice(),
        }
    }

    fn release(self) {
        if let Piece::Kept(bytes) = self {
            bytes.release();
        }
    }
}

/// How a flush ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flushed {
    /// Everything was passed to the system.
    All,
    /// The peer has to read first (back-pressure).
    Blocked,
    /// The errno.
    Failed(i32),
}

impl Output {
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub fn waiting_bytes(&self) -> usize {
        self.waiting_bytes
    }

    /// Appends a copy.
    pub fn push_copy(&mut self, bytes: &[u8]) {
        self.waiting_bytes += bytes.len();
        if let Some(Piece::Copied(last)) = self.pieces.back_mut().filter(|_| bytes.len() <= COPIED_BYTES_MAX)
            && last.len() + bytes.len() <= JOINED_BYTES_MAX
        {
            last.extend_from_slice(bytes);
            return;
        }
        self.pieces.push_back(Piece::Copied(bytes.to_vec()));
    }

    /// Appends a buffer whose first `skipped` bytes are written already. Only an empty queue accepts a skip.
    pub fn push_pinned(&mut self, bytes: PinnedBytes, skipped: usize) {
        debug_assert!(skipped == 0 || self.pieces.is_empty(), "only the first piece is written in part");
        self.waiting_bytes += bytes.as_slice().len() - skipped;
        if skipped > 0 {
            self.written = skipped;
        }
        self.pieces.push_back(Piece::Kept(bytes));
    }

    /// Writes as much as the descriptor accepts.
    pub fn flush(&mut self, descriptor: BorrowedFd<'_>) -> Flushed {
        while !self.pieces.is_empty() {
            let outcome = match self.pieces.len() {
                1 => write(descriptor, &self.pieces[0].bytes()[self.written..]),
                _ => {
                    let slices: Vec<IoSlice<'_>> = self
                        .pieces
                        .iter()
                        .take(PIECES_MAX)
                        .enumerate()
                        .map(|(index, piece)| {
                            IoSlice::new(if index == 0 { &piece.bytes()[self.written..] } else { piece.bytes() })
                        })
                        .collect();
                    writev(descriptor, &slices)
                }
            };
            match outcome {
                Ok(count) => self.advance(count),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Flushed::Blocked,
                Err(error) => return Flushed::Failed(error.raw_os_error()),
            }
        }
        Flushed::All
    }

    /// Drops the queue. Must be called on the thread of the VM.
    pub fn clear(&mut self) {
        self.pieces.drain(..).for_each(Piece::release);
        self.written = 0;
        self.waiting_bytes = 0;
    }

    fn advance(&mut self, count: usize) {
        self.waiting_bytes -= count;
        self.written += count;
        while let Some(first) = self.pieces.front() {
            let length = first.bytes().len();
            if self.written < length {
                return;
            }
            self.written -= length;
            if let Some(done) = self.pieces.pop_front() {
                done.release();
            }
        }
    }
}
