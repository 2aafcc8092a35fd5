//! Watches what a program and its children use, without confining them: each system call that names a file, a socket or
//! a program waits until it was noted, and then runs.

use crate::listener::{Answer, Handshake, Listener, Request};
use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};

/// Something that was used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Read(PathBuf),
    /// Created, changed, renamed or removed.
    Write(PathBuf),
    Run(PathBuf),
    Connect(SocketAddr),
    Listen(SocketAddr),
    ConnectUnix(PathBuf),
    ListenUnix(PathBuf),
    /// A datagram socket of the Internet protocols.
    Datagrams,
}

/// Where a call has its paths: the argument with the address, and the one with the folder that it starts at.
type PathAt = (usize, Option<usize>);

const OPEN: [(i64, PathAt, usize); 1] = [(libc::SYS_openat, (1, Some(0)), 2)];
#[cfg(target_arch = "x86_64")]
const OLD_OPEN: [(i64, PathAt, usize); 1] = [(libc::SYS_open, (0, None), 1)];
#[cfg(not(target_arch = "x86_64"))]
const OLD_OPEN: [(i64, PathAt, usize); 0] = [];
/// Calls that change folders or contents by path.
const CHANGES: &[(i64, &[PathAt])] = &[
    (libc::SYS_mkdirat, &[(1, Some(0))]),
    (libc::SYS_unlinkat, &[(1, Some(0))]),
    (libc::SYS_renameat, &[(1, Some(0)), (3, Some(2))]),
    (libc::SYS_renameat2, &[(1, Some(0)), (3, Some(2))]),
    (libc::SYS_linkat, &[(1, Some(0)), (3, Some(2))]),
    (libc::SYS_symlinkat, &[(2, Some(1))]),
    (libc::SYS_mknodat, &[(1, Some(0))]),
    (libc::SYS_truncate, &[(0, None)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mkdir, &[(0, None)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_rmdir, &[(0, None)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_unlink, &[(0, None)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_rename, &[(0, None), (1, None)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_link, &[(0, None), (1, None)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_symlink, &[(1, None)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, &[(0, None)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, &[(0, None)]),
];
const OTHERS: [i64; 5] = [libc::SYS_openat2, libc::SYS_execve, libc::SYS_connect, libc::SYS_bind, libc::SYS_socket];

/// Runs a command to its end and returns what it used, sorted.
///
/// # Errors
/// The system's, when the program cannot be started or the kernel has no such filters.
pub fn watch(mut command: Command) -> io::Result<(ExitStatus, BTreeSet<Use>)> {
    let mut calls: Vec<i64> = OTHERS.to_vec();
    calls.extend(OPEN.iter().chain(&OLD_OPEN).map(|(call, ..)| *call));
    calls.extend(CHANGES.iter().map(|(call, _)| *call));
    let handshake = Arc::new(Handshake::new(&calls)?);
    let announce = Arc::clone(&handshake);
    let enter = move || {
        crate::system::give_up_new_privileges()?;
        announce.announce()
    };
    // SAFETY: `announce` makes system calls only: everything they need was allocated before.
    unsafe { command.pre_exec(enter) };
    let used = Arc::new(Mutex::new(BTreeSet::new()));
    let noted = Arc::clone(&used);
    // The start of the program is a call that waits, so the listener starts before it.
    std::thread::spawn(move || {
        let Ok(Some(listener)) = handshake.accept() else { return };
        while let Ok(request) = listener.receive() {
            let Some(request) = request else { continue };
            note(&listener, &request, &noted);
            listener.answer(&request, Answer::Continue);
        }
    });
    let status = command.spawn()?.wait()?;
    let found = used.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok((status, found))
}

fn note(listener: &Listener, request: &Request, used: &Mutex<BTreeSet<Use>>) {
    let found = uses(request).unwrap_or_default();
    // What was read is the caller's memory only if it still waits.
    if listener.is_waiting(request) {
        used.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
    }
}

fn uses(request: &Request) -> io::Result<Vec<Use>> {
    let call = request.call();
    let path = |(at, folder): PathAt| request.path(request.argument(at), folder);
    if let Some((_, at, flags)) = OPEN.iter().chain(&OLD_OPEN).find(|(one, ..)| *one == call) {
        return Ok(opened(path(*at)?, request.argument(*flags) as i32));
    }
    if let Some((_, paths)) = CHANGES.iter().find(|(one, _)| *one == call) {
        return paths.iter().map(|at| path(*at).map(Use::Write)).collect();
    }
    Ok(match call {
        libc::SYS_openat2 => {
            let flags = request.memory(request.argument(2), 8)?;
            let flags = <[u8; 8]>::try_from(flags.as_slice()).map_or(0, u64::from_ne_bytes);
            opened(path((1, Some(0)))?, flags as i32)
        }
        libc::SYS_execve => vec![Use::Run(path((0, None))?)],
        libc::SYS_socket => {
            let is_internet = [libc::AF_INET as u64, libc::AF_INET6 as u64].contains(&request.argument(0));
            let is_datagram = request.argument(1) & 0xf == libc::SOCK_DGRAM as u64;
            if is_internet && is_datagram { vec![Use::Datagrams] } else { Vec::new() }
        }
        _ => socket_use(request)?,
    })
}

fn opened(path: PathBuf, flags: i32) -> Vec<Use> {
    let reads = flags & libc::O_ACCMODE != libc::O_WRONLY && flags & libc::O_PATH == 0;
    let writes = flags & libc::O_ACCMODE != libc::O_RDONLY || flags & (libc::O_CREAT | libc::O_TRUNC) != 0;
    // A search along a list of folders opens what is not there.
    if !path.exists() && flags & libc::O_CREAT == 0 {
        return Vec::new();
    }
    let mut uses = Vec::new();
    if reads {
        uses.push(Use::Read(path.clone()));
    }
    if writes {
        uses.push(Use::Write(path));
    }
    uses
}

fn socket_use(request: &Request) -> io::Result<Vec<Use>> {
    let bytes = request.memory(request.argument(1), request.argument(2).min(128) as usize)?;
    if bytes.len() < 2 {
        return Ok(Vec::new());
    }
    let is_connect = request.call() == libc::SYS_connect;
    let found = if let Some(address) = crate::supervisor::internet(&bytes) {
        // A connection to port 0 only chooses among addresses.
        (address.port() != 0 || !is_connect).then_some(if is_connect {
            Use::Connect(address)
        } else {
            Use::Listen(address)
        })
    } else if i32::from(u16::from_ne_bytes([bytes[0], bytes[1]])) == libc::AF_UNIX {
        let path = crate::supervisor::local_path(request, &bytes);
        path.map(|path| if is_connect { Use::ConnectUnix(path) } else { Use::ListenUnix(path) })
    } else {
        None
    };
    Ok(found.into_iter().collect())
}
