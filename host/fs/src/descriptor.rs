//! Calls on file descriptors: open, close, read, write, seek, flush, truncate.

use crate::generated::fs_ops::SeekOrigin;
use crate::path::{decode, failed, failed_on_descriptor};
use brio_descriptor::{borrow, close as close_number};
use brio_realm::op::OpError;
use rustix::fs::{FlockOperation, Mode, OFlags, SeekFrom};
use rustix::io::{Errno, retry_on_intr};
use std::os::fd::IntoRawFd;

pub fn open(path: &str, flags: i32, mode: u32) -> Result<i32, OpError> {
    let path = decode(path);
    let flags = OFlags::from_bits_retain(flags as u32) | OFlags::CLOEXEC;
    retry_on_intr(|| brio_realm::permission::open(&path, flags, Mode::from_bits_retain(mode)))
        .map(IntoRawFd::into_raw_fd)
        .map_err(|errno| failed(errno, "open", &path))
}

pub fn close(fd: i32) -> Result<(), OpError> {
    close_number(fd).map_err(|errno| failed_on_descriptor(errno, "close"))
}

pub fn read(fd: i32, buffer: &mut [u8], offset: f64, length: f64, position: f64) -> Result<f64, OpError> {
    let part = range(offset, length, buffer.len()).and_then(|range| buffer.get_mut(range));
    let outcome = part.ok_or(Errno::INVAL).and_then(|part| {
        let file = borrow(fd)?;
        retry_on_intr(|| {
            if position < 0.0 {
                rustix::io::read(file, &mut *part)
            } else {
                rustix::io::pread(file, &mut *part, position as u64)
            }
        })
    });
    outcome.map(|count| count as f64).map_err(|errno| failed_on_descriptor(errno, "read"))
}

pub fn seek(fd: i32, offset: f64, origin: SeekOrigin) -> Result<f64, OpError> {
    let target = match origin {
        SeekOrigin::Start if offset < 0.0 => Err(Errno::INVAL),
        SeekOrigin::Start => Ok(SeekFrom::Start(offset as u64)),
        SeekOrigin::Current => Ok(SeekFrom::Current(offset as i64)),
        SeekOrigin::End => Ok(SeekFrom::End(offset as i64)),
    };
    target
        .and_then(|target| rustix::fs::seek(borrow(fd)?, target))
        .map(|position| position as f64)
        .map_err(|errno| failed_on_descriptor(errno, "lseek"))
}

pub fn write(fd: i32, buffer: &[u8], offset: f64, length: f64, position: f64) -> Result<f64, OpError> {
    let part = range(offset, length, buffer.len()).and_then(|range| buffer.get(range));
    let outcome = part.ok_or(Errno::INVAL).and_then(|part| {
        let file = borrow(fd)?;
        retry_on_intr(|| {
            if position < 0.0 { rustix::io::write(file, part) } else { rustix::io::pwrite(file, part, position as u64) }
        })
    });
    outcome.map(|count| count as f64).map_err(|errno| failed_on_descriptor(errno, "write"))
}

pub fn fsync(fd: i32) -> Result<(), OpError> {
    borrow(fd)
        .and_then(|file| retry_on_intr(|| rustix::fs::fsync(file)))
        .map_err(|errno| failed_on_descriptor(errno, "fsync"))
}

pub fn fdatasync(fd: i32) -> Result<(), OpError> {
    borrow(fd)
        .and_then(|file| retry_on_intr(|| rustix::fs::fdatasync(file)))
        .map_err(|errno| failed_on_descriptor(errno, "fdatasync"))
}

/// Locks the file, exclusively or shared. False when another holder has it and `waits` is false.
pub fn flock(fd: i32, is_exclusive: bool, waits: bool) -> Result<bool, OpError> {
    let operation = match (is_exclusive, waits) {
        (true, true) => FlockOperation::LockExclusive,
        (true, false) => FlockOperation::NonBlockingLockExclusive,
        (false, true) => FlockOperation::LockShared,
        (false, false) => FlockOperation::NonBlockingLockShared,
    };
    match borrow(fd).and_then(|file| retry_on_intr(|| rustix::fs::flock(file, operation))) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(errno) => Err(failed_on_descriptor(errno, "flock")),
    }
}

pub fn unlock(fd: i32) -> Result<(), OpError> {
    borrow(fd)
        .and_then(|file| retry_on_intr(|| rustix::fs::flock(file, FlockOperation::Unlock)))
        .map_err(|errno| failed_on_descriptor(errno, "flock"))
}

pub fn ftruncate(fd: i32, length: f64) -> Result<(), OpError> {
    borrow(fd)
        .and_then(|file| retry_on_intr(|| rustix::fs::ftruncate(file, length as u64)))
        .map_err(|errno| failed_on_descriptor(errno, "ftruncate"))
}

/// The range of a buffer that a call uses; None when it is out of bounds. The buffer may have shrunk since it was
/// checked.
pub fn range(offset: f64, length: f64, size: usize) -> Option<std::ops::Range<usize>> {
    let start = offset as usize;
    let end = start.checked_add(length as usize)?;
    (end <= size).then_some(start..end)
}
