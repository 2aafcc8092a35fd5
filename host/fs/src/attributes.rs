//! Mode, owner and times of files.

use crate::path::{decode, errno_of, failed, failed_on_descriptor};
use brio_descriptor::borrow;
use brio_realm::op::OpError;
use brio_realm::permission::{locate, path_of, place};
use rustix::fs::{AtFlags, CWD, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT};
use rustix::io::Errno;
use std::borrow::Cow;
use std::os::fd::OwnedFd;
use std::os::unix::fs as unix;
use std::path::Path;

const NANOSECONDS_PER_SECOND: f64 = 1e9;

pub fn chmod(path: &str, mode: u32) -> Result<(), OpError> {
    let path = decode(path);
    named(&path)
        .and_then(|file| rustix::fs::chmod(&*file.path, Mode::from_bits_truncate(mode)))
        .map_err(|errno| failed(errno, "chmod", &path))
}

/// A file by a path that leads to the one that was checked, however the folders change; the descriptor keeps that so.
struct File<'a> {
    path: Cow<'a, Path>,
    _held: Option<OwnedFd>,
}

fn named(path: &Path) -> Result<File<'_>, Errno> {
    let held = locate(path, OFlags::empty())?;
    let path = held.as_ref().map_or(Cow::Borrowed(path), |file| Cow::Owned(path_of(file)));
    Ok(File { path, _held: held })
}

pub fn fchmod(fd: i32, mode: u32) -> Result<(), OpError> {
    borrow(fd)
        .and_then(|file| rustix::fs::fchmod(file, Mode::from_bits_truncate(mode)))
        .map_err(|errno| failed_on_descriptor(errno, "fchmod"))
}

pub fn chown(path: &str, uid: u32, gid: u32) -> Result<(), OpError> {
    let path = decode(path);
    named(&path)
        .and_then(|file| unix::chown(&*file.path, Some(uid), Some(gid)).map_err(|error| errno_of(&error)))
        .map_err(|errno| failed(errno, "chown", &path))
}

pub fn lchown(path: &str, uid: u32, gid: u32) -> Result<(), OpError> {
    let path = decode(path);
    place(&path)
        .and_then(|place| unix::lchown(place.path(), Some(uid), Some(gid)).map_err(|error| errno_of(&error)))
        .map_err(|errno| failed(errno, "lchown", &path))
}

pub fn fchown(fd: i32, uid: u32, gid: u32) -> Result<(), OpError> {
    borrow(fd)
        .and_then(|file| unix::fchown(file, Some(uid), Some(gid)).map_err(|error| errno_of(&error)))
        .map_err(|errno| failed_on_descriptor(errno, "fchown"))
}

pub fn utimes(path: &str, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError> {
    let path = decode(path);
    let times = timestamps(access_seconds, modified_seconds);
    named(&path)
        .and_then(|file| rustix::fs::utimensat(CWD, &*file.path, &times, AtFlags::empty()))
        .map_err(|errno| failed(errno, "utime", &path))
}

pub fn lutimes(path: &str, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError> {
    let path = decode(path);
    let times = timestamps(access_seconds, modified_seconds);
    place(&path)
        .and_then(|place| rustix::fs::utimensat(place.folder(), place.name(), &times, AtFlags::SYMLINK_NOFOLLOW))
        .map_err(|errno| failed(errno, "lutime", &path))
}

pub fn futimes(fd: i32, access_seconds: f64, modified_seconds: f64) -> Result<(), OpError> {
    borrow(fd)
        .and_then(|file| rustix::fs::futimens(file, &timestamps(access_seconds, modified_seconds)))
        .map_err(|errno| failed_on_descriptor(errno, "futime"))
}

fn timestamps(access_seconds: f64, modified_seconds: f64) -> Timestamps {
    Timestamps { last_access: timespec(access_seconds), last_modification: timespec(modified_seconds) }
}

/// Seconds with a fraction as a `timespec`: NaN leaves the time unchanged, infinity is now.
fn timespec(seconds: f64) -> Timespec {
    if seconds.is_nan() {
        return Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
    }
    if seconds.is_infinite() {
        return Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    }
    let whole = seconds.floor();
    Timespec { tv_sec: whole as i64, tv_nsec: ((seconds - whole) * NANOSECONDS_PER_SECOND) as _ }
}

#[cfg(test)]
mod tests {
    use super::timespec;

    #[test]
    fn times_before_1970_have_positive_nanoseconds() {
        let time = timespec(-0.25);
        assert_eq!((time.tv_sec, time.tv_nsec), (-1, 750_000_000));
    }
}
