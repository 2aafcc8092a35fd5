//! Reading complete files in one call.

use crate::path::{decode, failed, failed_on_descriptor};
use brio_descriptor::borrow;
use brio_realm::op::{OpError, Text};
use brio_text_encoding::{Characters, decode_utf8};
use rustix::buffer::spare_capacity;
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

/// How much is read at a time when the size is unknown (pipes, /proc).
const UNKNOWN_SIZE_CHUNK_BYTES: usize = 64 * 1024;

pub fn read_file(path: &str, flags: i32) -> Result<Vec<u8>, OpError> {
    let path = decode(path);
    let flags = OFlags::from_bits_retain(flags as u32) | OFlags::CLOEXEC;
    let file = retry_on_intr(|| brio_realm::permission::open(&path, flags, Mode::from_bits_retain(0o666)))
        .map_err(|errno| failed(errno, "open", &path))?;
    read_to_end(file.as_fd())
}

pub fn read_file_text(path: &str, flags: i32) -> Result<Text, OpError> {
    read_file(path, flags).map(to_text)
}

pub fn read_all(fd: i32) -> Result<Vec<u8>, OpError> {
    read_to_end(borrow(fd).map_err(|errno| failed_on_descriptor(errno, "fstat"))?)
}

fn read_to_end(file: BorrowedFd<'_>) -> Result<Vec<u8>, OpError> {
    let status = rustix::fs::fstat(file).map_err(|errno| failed_on_descriptor(errno, "fstat"))?;
    let is_regular = FileType::from_raw_mode(status.st_mode) == FileType::RegularFile;
    let size = if is_regular { usize::try_from(status.st_size).unwrap_or(0) } else { 0 };
    let read_failed = |errno| failed_on_descriptor(errno, "read");
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| read_failed(Errno::NOMEM))?;
    loop {
        // The system reports a size of 0 for some files that have contents, as in /proc.
        if size == 0 {
            bytes.try_reserve(UNKNOWN_SIZE_CHUNK_BYTES).map_err(|_| read_failed(Errno::NOMEM))?;
        } else if bytes.len() >= size {
            return Ok(bytes);
        }
        let count = retry_on_intr(|| rustix::io::read(file, spare_capacity(&mut bytes))).map_err(read_failed)?;
        if count == 0 {
            bytes.shrink_to_fit();
            return Ok(bytes);
        }
    }
}

/// Decodes UTF-8, to the engine's 8-bit form where that is possible.
fn to_text(bytes: Vec<u8>) -> Text {
    if bytes.is_ascii() {
        return Text::Latin1(bytes);
    }
    match decode_utf8(&bytes) {
        Characters::Latin1(latin1) => Text::Latin1(latin1),
        Characters::Utf16(units) => Text::Utf16(units),
    }
}
