//! Decompressing gzip (RFC 1952): in one step, or as a stream in bounded memory.

use crate::content::Content;
use crate::error::{Error, Result};
use crate::memory_budget::{Budget, Share};
use brio_compression::{Codec, Format, run_one_shot};
use libdeflater::{DecompressionError, Decompressor};
use std::cell::Cell;
use std::io::{BufRead, Read};

/// Decompressed bytes that a stream holds.
const BUFFER_BYTES: usize = 128 * 1024;
/// Deflate expands a byte to at most this.
const RATIO_MAX: usize = 1032;

/// What is not longer than this is decompressed in one step, which takes half of the time.
pub(super) const WHOLE_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Longer ones together are as well, up to this: the memory of all threads is bounded.
pub(super) const LARGE_BYTES_MAX: usize = 64 * 1024 * 1024;

/// What large ones have in memory.
pub(super) static LARGE: Budget = Budget::new(LARGE_BYTES_MAX);

thread_local! {
    /// Used for one after the other: the system provides new memory filled with zeros, page by page.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The content of gzip data that were decompressed in one step.
pub struct Whole {
    buffer: Vec<u8>,
    length: usize,
    _share: Option<Share>,
}

impl Whole {
    /// Decompresses. None for data that have to be read as a stream.
    ///
    /// # Errors
    /// `ETARBALL` for broken data, and the system's.
    pub fn inflate(content: &Content) -> Result<Option<Self>> {
        let Some(length) = announced(content) else { return Ok(None) };
        let compressed_length = content.len() - content.memory_bytes();
        let is_large = length.max(compressed_length) > WHOLE_BYTES_MAX;
        let share = if is_large { LARGE.take(length + compressed_length) } else { None };
        if is_large && share.is_none() {
            return Ok(None);
        }
        let compressed = content.to_memory().map_err(|error| super::of_read(&error))?;
        let buffer = if length > WHOLE_BYTES_MAX { Vec::new() } else { BUFFER.take() };
        let buffer = if buffer.len() < length { vec![0; length] } else { buffer };
        let mut whole = Self { buffer, length, _share: share };
        Ok(inflate_to(&compressed, &mut whole.buffer[..length])?.then_some(whole))
    }

    /// What was compressed.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.length]
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if self.buffer.len() <= WHOLE_BYTES_MAX {
            let buffer = std::mem::take(&mut self.buffer);
            // A thread that ends needs it no more.
            let _ = BUFFER.try_with(|cell| cell.set(buffer));
        }
    }
}

/// The length that gzip data announce (RFC 1952 §2.3.1: the last four bytes, modulo 2^32), if it is possible.
fn announced(content: &Content) -> Option<usize> {
    let length = u32::from_le_bytes(content.last_four()?) as usize;
    (length <= content.len().saturating_mul(RATIO_MAX)).then_some(length)
}

/// Decompresses gzip; what is not compressed is returned as it is.
///
/// # Errors
/// `ETARBALL` for broken data, `ETOOLARGE` beyond the limit.
pub fn inflate(bytes: &[u8], limit: usize) -> Result<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.to_vec());
    }
    let announced = bytes.last_chunk::<4>().map_or(0, |bytes| u32::from_le_bytes(*bytes)) as usize;
    // A larger number is not a valid length.
    if announced <= bytes.len().saturating_mul(RATIO_MAX) {
        if announced > limit {
            return Err(too_large(limit));
        }
        let mut output = vec![0; announced];
        if inflate_to(bytes, &mut output)? {
            return Ok(output);
        }
    }
    let mut codec = Codec::decoder(Format::Gunzip).map_err(|_| broken())?;
    let flush = codec.finish_flush();
    let outcome = run_one_shot(&mut codec, Format::Gunzip, bytes, flush, limit).map_err(|_| broken())?;
    if outcome.is_too_large { Err(too_large(limit)) } else { Ok(outcome.output) }
}

/// Decompresses gzip that has the length of `output`; false when it has another, or several members.
///
/// # Errors
/// `ETARBALL` for broken data.
fn inflate_to(bytes: &[u8], output: &mut [u8]) -> Result<bool> {
    match Decompressor::new().gzip_decompress(bytes, output) {
        Ok(length) if length == output.len() => Ok(true),
        Ok(_) | Err(DecompressionError::InsufficientSpace) => Ok(false),
        Err(DecompressionError::BadData) => Err(broken()),
    }
}

fn broken() -> Error {
    Error::new("ETARBALL", "the compressed data are broken or cut off")
}

fn too_large(limit: usize) -> Error {
    Error::new("ETOOLARGE", format!("the data are larger than {limit} bytes when unpacked"))
}

/// A reader of what gzip data contain. Its errors have one of ours inside.
pub struct Inflater<R> {
    source: R,
    codec: Codec,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    /// How many more bytes are accepted.
    left: usize,
    limit: usize,
    is_ended: bool,
}

impl<R: BufRead> Inflater<R> {
    /// Makes one that refuses more than `limit` bytes.
    ///
    /// # Errors
    /// When the decompressor cannot be made.
    pub fn new(source: R, limit: usize) -> Result<Self> {
        Ok(Self {
            source,
            codec: Codec::decoder(Format::Gunzip).map_err(|_| broken())?,
            buffer: vec![0; BUFFER_BYTES].into(),
            start: 0,
            end: 0,
            left: limit,
            limit,
            is_ended: false,
        })
    }

    /// Decompresses the next bytes; none at the end.
    fn advance(&mut self) -> std::io::Result<()> {
        (self.start, self.end) = (0, 0);
        while self.end == 0 && !self.is_ended {
            let input = self.source.fill_buf()?;
            let flush = if input.is_empty() { self.codec.finish_flush() } else { 0 };
            let step = self.codec.step(input, &mut self.buffer, flush).map_err(|_| std::io::Error::other(broken()))?;
            self.source.consume(step.consumed);
            self.end = step.written;
            if step.is_ended {
                // A file may have several members (RFC 1952 §2.2); zero bytes are padding.
                self.is_ended = self.source.fill_buf()?.first().is_none_or(|byte| *byte == 0);
                if !self.is_ended {
                    self.codec = Codec::decoder(Format::Gunzip).map_err(|_| std::io::Error::other(broken()))?;
                }
            }
        }
        if self.end > self.left {
            return Err(std::io::Error::other(too_large(self.limit)));
        }
        self.left -= self.end;
        Ok(())
    }
}

impl<R: BufRead> BufRead for Inflater<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.start == self.end {
            self.advance()?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, count: usize) {
        self.start += count;
    }
}

impl<R: BufRead> Read for Inflater<R> {
    fn read(&mut self, output: &mut [u8]) -> std::io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(output.len());
        output[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}
