//! Calls that change the owner, mode, times or attributes of a file, for which Landlock has no rules. The supervisor makes
//! them itself, on a file that it opened without links and whose path it checked.

use crate::listener::{Listener, Request};
use crate::supervisor::{Reach, allow, open_path, through};
use crate::system;
use std::ffi::CString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

const FCHMODAT2: i64 = 452;
const CALLS: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
];
#[cfg(target_arch = "x86_64")]
const CALLS_OF_X86: &[i64] =
    &[libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat];
#[cfg(not(target_arch = "x86_64"))]
const CALLS_OF_X86: &[i64] = &[];

/// The name of an attribute, with its end, and its value (xattr(7)).
const NAME_BYTES_MAX: usize = 256;
const VALUE_BYTES_MAX: u64 = 64 * 1024;
/// Others need a capability, which this process may have and the confined one not.
const OWN_ATTRIBUTES: &[u8] = b"user.";

/// The calls, by their numbers.
pub(crate) fn calls() -> impl Iterator<Item = i64> {
    CALLS.iter().chain(CALLS_OF_X86).copied()
}

/// A call with its arguments copied.
pub(crate) struct Change {
    target: Target,
    what: What,
}

enum Target {
    /// A path as the confined process sees it, and whether a link at its end is followed.
    Path(PathBuf, bool),
    File(OwnedFd),
}

enum What {
    Mode(u32),
    Owner(u32, u32),
    /// Of access and of modification; None: now.
    Times(Option<[libc::timespec; 2]>),
    Set(CString, Vec<u8>, i32),
    Remove(CString),
}

/// Copies the arguments of a call; None when it is another one.
pub(crate) fn prepare(listener: &Listener, request: &Request) -> Option<Result<Change, i32>> {
    calls().any(|call| call == request.call()).then(|| -> Result<Change, i32> {
        let failed = |error: io::Error| error.raw_os_error().unwrap_or(libc::EACCES);
        // What this process may do with a file, the confined one may do, too.
        if !request.is_of_user(system::user()).map_err(failed)? {
            return Err(libc::EPERM);
        }
        let change = read(request).map_err(failed)?;
        // The thread, and with it the memory that was read, is still the one that made the call.
        if listener.is_waiting(request) { Ok(change) } else { Err(libc::EINTR) }
    })
}

fn read(request: &Request) -> io::Result<Change> {
    let argument = |index: usize| request.argument(index);
    let number = |index: usize| request.argument(index) as u32;
    let path = |follows: bool| Ok::<_, io::Error>(Target::Path(path_at(request, argument(0), None)?, follows));
    let file = || request.descriptor(0).map(Target::File);
    let (target, what) = match request.call() {
        libc::SYS_fchmod => (file()?, What::Mode(number(1))),
        libc::SYS_fchmodat => (at(request, 0)?, What::Mode(number(2))),
        FCHMODAT2 => (at(request, argument(3))?, What::Mode(number(2))),
        libc::SYS_fchown => (file()?, What::Owner(number(1), number(2))),
        libc::SYS_fchownat => (at(request, argument(4))?, What::Owner(number(2), number(3))),
        libc::SYS_utimensat => (at(request, argument(3))?, What::Times(times(request, argument(2), 1)?)),
        libc::SYS_setxattr => (path(true)?, attribute(request)?),
        libc::SYS_lsetxattr => (path(false)?, attribute(request)?),
        libc::SYS_fsetxattr => (file()?, attribute(request)?),
        libc::SYS_removexattr => (path(true)?, What::Remove(attribute_name(request)?)),
        libc::SYS_lremovexattr => (path(false)?, What::Remove(attribute_name(request)?)),
        libc::SYS_fremovexattr => (file()?, What::Remove(attribute_name(request)?)),
        _ => return read_of_x86(request),
    };
    Ok(Change { target, what })
}

#[cfg(target_arch = "x86_64")]
fn read_of_x86(request: &Request) -> io::Result<Change> {
    const NANOSECONDS_PER_MICROSECOND: i64 = 1000;
    let number = |index: usize| request.argument(index) as u32;
    let path = |follows: bool| Ok::<_, io::Error>(Target::Path(path_at(request, request.argument(0), None)?, follows));
    let (target, what) = match request.call() {
        libc::SYS_chmod => (path(true)?, What::Mode(number(1))),
        libc::SYS_chown => (path(true)?, What::Owner(number(1), number(2))),
        libc::SYS_lchown => (path(false)?, What::Owner(number(1), number(2))),
        libc::SYS_utime => (path(true)?, What::Times(whole_times(request)?)),
        libc::SYS_utimes => {
            (path(true)?, What::Times(times(request, request.argument(1), NANOSECONDS_PER_MICROSECOND)?))
        }
        libc::SYS_futimesat => {
            (at(request, 0)?, What::Times(times(request, request.argument(2), NANOSECONDS_PER_MICROSECOND)?))
        }
        _ => return Err(io::ErrorKind::Unsupported.into()),
    };
    Ok(Change { target, what })
}

#[cfg(not(target_arch = "x86_64"))]
fn read_of_x86(_: &Request) -> io::Result<Change> {
    Err(io::ErrorKind::Unsupported.into())
}

/// What the first two arguments name: a descriptor of a folder, and a path; no path, or an empty one with its flag, stands
/// for the descriptor's file.
fn at(request: &Request, flags: u64) -> io::Result<Target> {
    let (address, flags) = (request.argument(1), flags as i32);
    if address == 0 {
        return request.descriptor(0).map(Target::File);
    }
    if flags & libc::AT_EMPTY_PATH != 0 && request.memory(address, 1)? == [0] {
        return match request.argument(0) as i32 {
            libc::AT_FDCWD => Ok(Target::Path(std::fs::read_link(request.proc("cwd"))?, true)),
            _ => request.descriptor(0).map(Target::File),
        };
    }
    Ok(Target::Path(path_at(request, address, Some(0))?, flags & libc::AT_SYMLINK_NOFOLLOW == 0))
}

/// The path at an address; what the confined process calls its own folder of /proc has another name here.
fn path_at(request: &Request, address: u64, folder: Option<usize>) -> io::Result<PathBuf> {
    let path = request.path(address, folder)?;
    let own = path.strip_prefix("/proc/self").or_else(|_| path.strip_prefix("/proc/thread-self"));
    Ok(own.map_or_else(|_| path.clone(), |own| request.proc("").join(own)))
}

/// Two times, each of seconds and of parts of one second, which are `scale` nanoseconds long.
fn times(request: &Request, address: u64, scale: i64) -> io::Result<Option<[libc::timespec; 2]>> {
    if address == 0 {
        return Ok(None);
    }
    let numbers = numbers(request, address, 4)?;
    let time = |at: usize| libc::timespec { tv_sec: numbers[at], tv_nsec: numbers[at + 1].saturating_mul(scale) };
    Ok(Some([time(0), time(2)]))
}

/// The times of `utime`, in seconds.
#[cfg(target_arch = "x86_64")]
fn whole_times(request: &Request) -> io::Result<Option<[libc::timespec; 2]>> {
    if request.argument(1) == 0 {
        return Ok(None);
    }
    let numbers = numbers(request, request.argument(1), 2)?;
    Ok(Some([0, 1].map(|at: usize| libc::timespec { tv_sec: numbers[at], tv_nsec: 0 })))
}

fn numbers(request: &Request, address: u64, count: usize) -> io::Result<Vec<i64>> {
    let bytes = request.memory(address, count * 8)?;
    if bytes.len() < count * 8 {
        return Err(io::Error::from_raw_os_error(libc::EFAULT));
    }
    let number = |chunk: &[u8]| i64::from_ne_bytes(chunk.try_into().unwrap_or_default());
    Ok(bytes.chunks_exact(8).map(number).collect())
}

fn attribute(request: &Request) -> io::Result<What> {
    let count = request.argument(3);
    if count > VALUE_BYTES_MAX {
        return Err(io::Error::from_raw_os_error(libc::E2BIG));
    }
    let value = request.memory(request.argument(2), count as usize)?;
    if (value.len() as u64) < count {
        return Err(io::Error::from_raw_os_error(libc::EFAULT));
    }
    Ok(What::Set(attribute_name(request)?, value, request.argument(4) as i32))
}

fn attribute_name(request: &Request) -> io::Result<CString> {
    let bytes = request.memory(request.argument(1), NAME_BYTES_MAX)?;
    let end = bytes.iter().position(|byte| *byte == 0).ok_or_else(|| io::Error::from_raw_os_error(libc::ERANGE))?;
    allow(bytes.starts_with(OWN_ATTRIBUTES))?;
    Ok(CString::new(&bytes[..end])?)
}

impl Change {
    /// Makes the change, if the path of the file may be written.
    pub(crate) fn run(self, reach: &dyn Reach) -> io::Result<()> {
        let file = match self.target {
            Target::File(file) => {
                let path = std::fs::read_link(through(&file))?;
                // Pipes and sockets have no path.
                allow(!path.is_absolute() || reach.changes(&path))?;
                file
            }
            Target::Path(path, follows) => {
                let path = resolved(&path, follows)?;
                allow(reach.changes(&path))?;
                open_path(&path)?
            }
        };
        let path = CString::new(through(&file).as_os_str().as_bytes())?;
        match self.what {
            What::Mode(mode) => system::change_mode(&path, mode),
            What::Owner(user, group) => system::change_owner(&path, user, group),
            What::Times(times) => system::change_times(&path, times.as_ref()),
            What::Set(name, value, flags) => system::set_attribute(&path, &name, &value, flags),
            What::Remove(name) => system::remove_attribute(&path, &name),
        }
    }
}

/// The path without links, but for one at its end if that is not followed.
fn resolved(path: &Path, follows: bool) -> io::Result<PathBuf> {
    let is_folder = path.as_os_str().as_bytes().ends_with(b"/");
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) if !follows && !is_folder => Ok(parent.canonicalize()?.join(name)),
        _ => path.canonicalize(),
    }
}
