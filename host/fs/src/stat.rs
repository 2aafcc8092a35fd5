//! Status of files: stat, lstat, fstat, statfs, access, exists. Results are records of numbers.

use crate::generated::fs_ops::{StatField, StatFsField};
use crate::path::{decode, failed, failed_on_descriptor};
use brio_descriptor::borrow;
use brio_realm::op::OpError;
use brio_realm::permission::{locate, path_of};
use rustix::fd::AsFd;
use rustix::fs::{Access, AtFlags, CWD, OFlags, StatxFlags, makedev};
use rustix::io::Errno;
use std::path::Path;

/// In the order of `StatField`.
type StatNumbers = [i64; StatField::Count as usize];

pub fn stat(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Result<bool, OpError> {
    stat_path(path, out, big, missing_is_false, OFlags::empty(), "stat")
}

pub fn lstat(path: &str, out: &mut [u8], big: bool, missing_is_false: bool) -> Result<bool, OpError> {
    stat_path(path, out, big, missing_is_false, OFlags::NOFOLLOW, "lstat")
}

fn stat_path(
    path: &str,
    out: &mut [u8],
    big: bool,
    missing_is_false: bool,
    flags: OFlags,
    syscall: &'static str,
) -> Result<bool, OpError> {
    let path = decode(path);
    let of_path = || match flags.contains(OFlags::NOFOLLOW) {
        true => query(CWD, &path, AtFlags::SYMLINK_NOFOLLOW),
        false => query(CWD, &path, AtFlags::empty()),
    };
    let outcome = locate(&path, flags).and_then(|file| match file {
        Some(file) => query(file.as_fd(), Path::new(""), AtFlags::EMPTY_PATH),
        None => of_path(),
    });
    match outcome.and_then(|numbers| write_record(out, &numbers, big)) {
        Ok(()) => Ok(true),
        Err(Errno::NOENT | Errno::NOTDIR) if missing_is_false => Ok(false),
        Err(errno) => Err(failed(errno, syscall, &path)),
    }
}

pub fn fstat(fd: i32, out: &mut [u8], big: bool) -> Result<(), OpError> {
    borrow(fd).and_then(|file| write_status(file, out, big)).map_err(|errno| failed_on_descriptor(errno, "fstat"))
}

/// Writes the status record of an open file, or of one opened with O_PATH.
pub fn write_status(file: impl AsFd + Copy, out: &mut [u8], big: bool) -> Result<(), Errno> {
    query(file, Path::new(""), AtFlags::EMPTY_PATH).and_then(|numbers| write_record(out, &numbers, big))
}

fn query(directory: impl AsFd + Copy, path: &Path, flags: AtFlags) -> Result<StatNumbers, Errno> {
    match rustix::fs::statx(directory, path, flags, StatxFlags::BASIC_STATS | StatxFlags::BTIME) {
        // Old kernels do not have the call, and some sandboxes refuse it.
        Err(Errno::NOSYS | Errno::PERM) => query_without_birth(directory, path, flags),
        Err(errno) => Err(errno),
        Ok(status) => {
            let time = |stamp: rustix::fs::StatxTimestamp| [stamp.tv_sec, i64::from(stamp.tv_nsec)];
            let [access, modified, changed, birth] =
                [status.stx_atime, status.stx_mtime, status.stx_ctime, status.stx_btime].map(time);
            Ok([
                makedev(status.stx_dev_major, status.stx_dev_minor) as i64,
                i64::from(status.stx_mode),
                i64::from(status.stx_nlink),
                i64::from(status.stx_uid),
                i64::from(status.stx_gid),
                makedev(status.stx_rdev_major, status.stx_rdev_minor) as i64,
                i64::from(status.stx_blksize),
                status.stx_ino as i64,
                status.stx_size as i64,
                status.stx_blocks as i64,
                access[0],
                access[1],
                modified[0],
                modified[1],
                changed[0],
                changed[1],
                birth[0],
                birth[1],
            ])
        }
    }
}

#[allow(clippy::unnecessary_cast, reason = "the widths of these fields differ between processors")]
fn query_without_birth(directory: impl AsFd, path: &Path, flags: AtFlags) -> Result<StatNumbers, Errno> {
    let status = rustix::fs::statat(directory, path, flags)?;
    let changed = [status.st_ctime as i64, status.st_ctime_nsec as i64];
    Ok([
        status.st_dev as i64,
        status.st_mode as i64,
        status.st_nlink as i64,
        status.st_uid as i64,
        status.st_gid as i64,
        status.st_rdev as i64,
        status.st_blksize as i64,
        status.st_ino as i64,
        status.st_size as i64,
        status.st_blocks as i64,
        status.st_atime as i64,
        status.st_atime_nsec as i64,
        status.st_mtime as i64,
        status.st_mtime_nsec as i64,
        changed[0],
        changed[1],
        changed[0],
        changed[1],
    ])
}

#[allow(clippy::unnecessary_cast, reason = "the widths of these fields differ between processors")]
pub fn statfs(path: &str, out: &mut [u8], big: bool) -> Result<(), OpError> {
    let path = decode(path);
    let outcome = locate(&path, OFlags::empty()).and_then(|file| match file {
        Some(file) => rustix::fs::fstatfs(file),
        None => rustix::fs::statfs(&*path),
    });
    outcome
        .and_then(|system| {
            let numbers: [i64; StatFsField::Count as usize] = [
                system.f_type as i64,
                system.f_bsize as i64,
                system.f_frsize as i64,
                system.f_blocks as i64,
                system.f_bfree as i64,
                system.f_bavail as i64,
                system.f_files as i64,
                system.f_ffree as i64,
            ];
            write_record(out, &numbers, big)
        })
        .map_err(|errno| failed(errno, "statfs", &path))
}

/// Writes the numbers as i64 or f64. EINVAL when they do not fit.
fn write_record(out: &mut [u8], numbers: &[i64], big: bool) -> Result<(), Errno> {
    if out.len() < numbers.len() * 8 {
        return Err(Errno::INVAL);
    }
    for (field, &number) in out.chunks_exact_mut(8).zip(numbers) {
        field.copy_from_slice(&if big { number.to_ne_bytes() } else { (number as f64).to_ne_bytes() });
    }
    Ok(())
}

pub fn exists(path: &str) -> Result<bool, OpError> {
    let path = decode(path);
    let found = locate(&path, OFlags::empty());
    Ok(found.is_ok_and(|file| file.is_some() || rustix::fs::access(&*path, Access::EXISTS).is_ok()))
}

pub fn access(path: &str, mode: i32) -> Result<(), OpError> {
    let path = decode(path);
    let mode = Access::from_bits_retain(mode as u32);
    locate(&path, OFlags::empty())
        .and_then(|file| match file {
            Some(file) => rustix::fs::access(path_of(&file), mode),
            None => rustix::fs::access(&*path, mode),
        })
        .map_err(|errno| failed(errno, "access", &path))
}

#[cfg(test)]
#[path = "stat_tests.rs"]
mod tests;
