//! Asynchronous calls without a thread: they are done here when the system can do them without waiting for a disk,
//! which holds for what is in its caches (RESOLVE_CACHED, RWF_NOWAIT) and for calls that only touch an open file. Each
//! returns None when it might block; then the thread pool does the call. A round trip to the pool costs more than most
//! of these calls. Linux only; elsewhere the calls fail, and everything goes to the pool.

use crate::path::decode;
use crate::{descriptor, stat};
use brio_descriptor::borrow;
use brio_realm::op::OpError;
use brio_realm::permission::open_resolving;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{FileType, OFlags, ResolveFlags, SeekFrom};
use rustix::io::{Errno, ReadWriteFlags};
use std::io::IoSliceMut;
use std::path::Path;

/// A longer read is worth a thread: copying it would delay the loop.
const READ_BYTES_MAX: f64 = 256.0 * 1024.0;

/// Opens a regular file for reading.
pub fn open(path: &str, flags: i32) -> Option<Result<i32, OpError>> {
    let flags = OFlags::from_bits_retain(flags as u32);
    if flags != OFlags::RDONLY && flags != OFlags::RDONLY | OFlags::CLOEXEC {
        return None;
    }
    let name = decode(path);
    match locate(&name, OFlags::empty()) {
        // Opening a FIFO or a device may block, and other processes can observe it.
        Ok(place) if !is_regular(&place) => return None,
        Ok(_) | Err(Errno::NOENT | Errno::NOTDIR) => {}
        Err(_) => return None,
    }
    Some(descriptor::open(path, flags.bits() as i32, 0))
}

/// Closes a descriptor that was only read from: closing others may write.
pub fn close(fd: i32) -> Option<Result<(), OpError>> {
    let flags = rustix::fs::fcntl_getfl(borrow(fd).ok()?).ok()?;
    (flags & OFlags::RWMODE == OFlags::RDONLY).then(|| descriptor::close(fd))
}

/// Reads what is cached of a regular file, if that is everything that was requested or the rest of the file.
pub fn read(fd: i32, buffer: &mut [u8], offset: f64, length: f64, position: f64) -> Option<Result<f64, OpError>> {
    if length > READ_BYTES_MAX {
        return None;
    }
    let part = buffer.get_mut(descriptor::range(offset, length, usize::MAX)?)?;
    let file = borrow(fd).ok()?;
    let own_position = position < 0.0;
    let start = if own_position { rustix::fs::seek(file, SeekFrom::Current(0)).ok()? } else { position as u64 };
    let wanted = part.len();
    let count = rustix::io::preadv2(file, &mut [IoSliceMut::new(part)], start, ReadWriteFlags::NOWAIT).ok()?;
    let end = start + count as u64;
    // A short count means that the rest is not cached, or that the file ends here.
    if count < wanted {
        let status = rustix::fs::fstat(file).ok()?;
        let is_whole = FileType::from_raw_mode(status.st_mode) == FileType::RegularFile
            && i64::try_from(end).is_ok_and(|end| end >= status.st_size);
        // Files in /proc have a size of 0 and may have more data.
        if !is_whole || status.st_size == 0 {
            return None;
        }
    }
    if own_position {
        rustix::fs::seek(file, SeekFrom::Start(end)).ok()?;
    }
    Some(Ok(count as f64))
}

/// At most this much of a file is handed over at once.
const STEP_BYTES: u64 = 4 << 20;

/// How many bytes can be sent from `position` on without waiting for a disk; -1 when that is unknown.
pub fn cached_bytes(fd: i32, position: f64) -> f64 {
    let look = || -> Result<Option<u64>, Errno> {
        let file = borrow(fd)?;
        let status = rustix::fs::fstat(file)?;
        if FileType::from_raw_mode(status.st_mode) != FileType::RegularFile || position < 0.0 {
            return Ok(None);
        }
        let size = u64::try_from(status.st_size).unwrap_or(0);
        let start = position as u64;
        // Files in /proc have a size of 0 and contents.
        if size == 0 {
            return Ok(None);
        }
        let count = size.saturating_sub(start).min(STEP_BYTES);
        if count > 0 {
            for place in [start, start + count - 1] {
                rustix::io::preadv2(file, &mut [IoSliceMut::new(&mut [0])], place, ReadWriteFlags::NOWAIT)?;
            }
        }
        Ok(Some(count))
    };
    look().ok().flatten().map_or(-1.0, |count| count as f64)
}

/// The status of a path whose names and inode are cached.
pub fn stat(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Option<Result<bool, OpError>> {
    stat_located(path, out, big, missing_is_false, OFlags::empty(), "stat")
}

/// As [`stat`], of a link itself.
pub fn lstat(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Option<Result<bool, OpError>> {
    stat_located(path, out, big, missing_is_false, OFlags::NOFOLLOW, "lstat")
}

fn stat_located(
    path: &str,
    out: &mut [u8],
    big: bool,
    missing_is_false: bool,
    flags: OFlags,
    syscall: &'static str,
) -> Option<Result<bool, OpError>> {
    let name = decode(path);
    match locate(&name, flags) {
        Ok(place) => Some(
            stat::write_status(place.as_fd(), out, big)
                .map(|()| true)
                .map_err(|errno| crate::path::failed(errno, syscall, &name)),
        ),
        Err(Errno::NOENT | Errno::NOTDIR) if missing_is_false => Some(Ok(false)),
        Err(errno @ (Errno::NOENT | Errno::NOTDIR)) => Some(Err(crate::path::failed(errno, syscall, &name))),
        Err(_) => None,
    }
}

/// Resolves a path without opening the file. EAGAIN when a part of it is not cached.
fn locate(path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
    open_resolving(path, OFlags::PATH | OFlags::CLOEXEC | flags, ResolveFlags::CACHED)
}

fn is_regular(place: &OwnedFd) -> bool {
    rustix::fs::fstat(place).is_ok_and(|status| FileType::from_raw_mode(status.st_mode) == FileType::RegularFile)
}
