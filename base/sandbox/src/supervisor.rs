//! A process that decides on calls of a confined one: it is its parent, outside of the sandbox, and does what no rule of the kernel
//! can describe: connecting to a host by its name, to one Unix socket and not to another, listening on one address,
//! changing the mode of one file and not of another.
//!
//! The confined process passes a socket and an address; this one copies both, decides, and makes the call itself on its
//! copies. So what was checked is what is used, whatever another thread changes meanwhile.

use crate::listener::{Answer, Handshake, Listener, Request};
use crate::metadata;
use crate::system::{self, Change};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a confined process may reach.
pub trait Reach: Send + Sync + 'static {
    /// Whether it may connect to an address. May take time: names are resolved for it.
    fn connects(&self, address: SocketAddr) -> bool;
    /// The address that a connection to `address` is made to instead; None for itself. It needs no permission.
    fn redirects(&self, address: SocketAddr) -> Option<SocketAddr>;
    /// Whether it may listen on an address.
    fn listens(&self, address: SocketAddr) -> bool;
    /// Whether it may connect to the Unix socket at a path without links.
    fn connects_to_file(&self, path: &Path) -> bool;
    /// Whether it may make a Unix socket at a path whose folder has no links.
    fn listens_at_file(&self, path: &Path) -> bool;
    /// Whether it may change the owner, mode, times and attributes of the file at a path without links.
    fn changes(&self, path: &Path) -> bool;
}

/// The calls about sockets that it decides on.
const SOCKET_CALLS: [i64; 3] = [libc::SYS_connect, libc::SYS_bind, libc::SYS_listen];
/// The longest address of a socket that is looked at.
const ADDRESS_BYTES_MAX: u64 = 128;
const THREAD_STACK_BYTES: usize = 256 * 1024;

/// Splits this process, which must have one thread: the copy returns and runs `enter`, which confines it; the original
/// decides on its calls, passes signals on and ends as the copy does. `exit` ends the original.
///
/// # Errors
/// In the copy, what `enter` fails with, and those of the handshake.
pub fn split(reach: impl Reach, enter: impl FnOnce() -> io::Result<()>, exit: fn(i32) -> !) -> io::Result<()> {
    let calls: Vec<i64> = SOCKET_CALLS.into_iter().chain(metadata::calls()).collect();
    let handshake = Handshake::new(&calls)?;
    system::set_blocked(true);
    match system::fork() {
        Ok(Some(child)) => exit(supervise(child, handshake, &(Arc::new(reach) as Arc<dyn Reach>))),
        Ok(None) => system::set_blocked(false),
        Err(error) => {
            system::set_blocked(false);
            return Err(error);
        }
    }
    // The copy must not outlive the original, which the user started.
    system::die_with_parent()?;
    enter()?;
    handshake.announce()
}

/// Replies to calls until the child has ended. Returns its exit code.
fn supervise(child: u32, mut handshake: Handshake, reach: &Arc<dyn Reach>) -> i32 {
    handshake.close_child_end();
    let prepared = handshake.accept().and_then(|listener| Ok((system::signal_descriptor()?, listener)));
    let (signals, listener) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => {
            eprintln!("brio: the sandbox cannot be supervised: {error}");
            system::send_signal(child, libc::SIGKILL);
            return 1;
        }
    };
    if let Some(listener) = listener.map(Arc::new) {
        let reach = Arc::clone(reach);
        // It ends with this process. Without it no call is let through.
        let _ = std::thread::Builder::new().spawn(move || while serve_one(&listener, &reach).is_ok() {});
    }
    loop {
        if let Some(code) = ended(child) {
            return code;
        }
        system::wait_readable(signals.as_fd());
        while let Some((signal, is_sent)) = system::next_signal(signals.as_fd()) {
            if signal != libc::SIGCHLD && is_sent {
                system::send_signal(child, signal);
            }
        }
    }
}

/// The exit code of a child that has ended. A child that was stopped stops this process, too.
fn ended(child: u32) -> Option<i32> {
    match system::change_of(child) {
        Change::None => None,
        Change::Stopped => {
            system::send_signal(std::process::id(), libc::SIGSTOP);
            system::send_signal(child, libc::SIGCONT);
            None
        }
        Change::Exited(code) => Some(code),
        Change::Killed(signal) => {
            system::die_by(signal);
            Some(128 + signal)
        }
    }
}

/// Replies to the next call. `Err`: there will be none.
fn serve_one(listener: &Arc<Listener>, reach: &Arc<dyn Reach>) -> io::Result<()> {
    let Some(request) = listener.receive()? else { return Ok(()) };
    match prepare(listener, &request) {
        Err(errno) => listener.answer(&request, Answer::Refused(errno)),
        Ok(call) => {
            let (listener, reach) = (Arc::clone(listener), Arc::clone(reach));
            // Names are resolved, and a blocking socket waits for its peer.
            let work = move || {
                let answer = call.run(&*reach).map_or_else(
                    |error| Answer::Refused(error.raw_os_error().unwrap_or(libc::EACCES)),
                    |()| Answer::Done,
                );
                listener.answer(&request, answer);
            };
            // Without a thread the call stays unanswered until its process ends: it is not let through.
            let _ = std::thread::Builder::new().stack_size(THREAD_STACK_BYTES).spawn(work);
        }
    }
    Ok(())
}

/// A call with its arguments copied.
enum Call {
    Connect(OwnedFd, Vec<u8>, Option<PathBuf>),
    Bind(OwnedFd, Vec<u8>, Option<PathBuf>),
    Listen(OwnedFd, i32),
    Change(metadata::Change),
}

/// Copies a call's arguments.
fn prepare(listener: &Listener, request: &Request) -> Result<Call, i32> {
    if let Some(change) = metadata::prepare(listener, request) {
        return change.map(Call::Change);
    }
    let failed = |error: io::Error| error.raw_os_error().unwrap_or(libc::EACCES);
    let socket = request.descriptor(0).map_err(failed)?;
    if request.call() == libc::SYS_listen {
        return Ok(Call::Listen(socket, request.argument(1) as i32));
    }
    let count = request.argument(2).min(ADDRESS_BYTES_MAX) as usize;
    let bytes = request.memory(request.argument(1), count).map_err(|_| libc::EFAULT)?;
    if bytes.len() < count || count < 2 {
        return Err(libc::EINVAL);
    }
    let path = match family(&bytes) {
        libc::AF_UNIX => Some(local_path(request, &bytes).ok_or(libc::EACCES)?),
        _ => None,
    };
    // The thread, and with it the memory that was read, is still the one that made the call.
    if !listener.is_waiting(request) {
        return Err(libc::EINTR);
    }
    Ok(match request.call() {
        libc::SYS_connect => Call::Connect(socket, bytes, path),
        _ => Call::Bind(socket, bytes, path),
    })
}

impl Call {
    fn run(self, reach: &dyn Reach) -> io::Result<()> {
        match self {
            Call::Change(change) => change.run(reach),
            Call::Connect(socket, bytes, None) if family(&bytes) == libc::AF_UNSPEC => {
                system::connect(socket.as_fd(), &bytes)
            }
            Call::Connect(socket, bytes, None) => {
                if let Some(instead) = internet(&bytes).and_then(|address| reach.redirects(address)) {
                    return system::connect(socket.as_fd(), &internet_address(instead));
                }
                allow(internet(&bytes).is_some_and(|address| reach.connects(address)))?;
                system::connect(socket.as_fd(), &bytes)
            }
            Call::Connect(socket, _, Some(path)) => {
                let path = path.canonicalize()?;
                allow(reach.connects_to_file(&path))?;
                let file = open_path(&path)?;
                system::connect(socket.as_fd(), &local_address(&through(&file))?)
            }
            Call::Bind(socket, bytes, None) => {
                allow(internet(&bytes).is_some_and(|address| reach.listens(address)))?;
                system::bind(socket.as_fd(), &bytes)
            }
            Call::Bind(socket, _, Some(path)) => {
                let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return allow(false) };
                let folder = folder.canonicalize()?;
                allow(reach.listens_at_file(&folder.join(name)))?;
                let open = open_path(&folder)?;
                system::bind(socket.as_fd(), &local_address(&through(&open).join(name))?)
            }
            Call::Listen(socket, backlog) => {
                let own = system::own_address(socket.as_fd())?;
                // A socket that has no address gets a free port now.
                allow(internet(&own).is_none_or(|address| address.port() != 0 || reach.listens(address)))?;
                system::listen(socket.as_fd(), backlog)
            }
        }
    }
}

pub(crate) fn allow(is_allowed: bool) -> io::Result<()> {
    if is_allowed { Ok(()) } else { Err(io::Error::from_raw_os_error(libc::EACCES)) }
}

fn family(bytes: &[u8]) -> i32 {
    i32::from(u16::from_ne_bytes([bytes[0], bytes[1]]))
}

/// The address in a `sockaddr_in` or `sockaddr_in6`.
pub(crate) fn internet(bytes: &[u8]) -> Option<SocketAddr> {
    let port = u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?]);
    let ip: IpAddr = match family(bytes) {
        libc::AF_INET => <[u8; 4]>::try_from(bytes.get(4..8)?).ok()?.into(),
        libc::AF_INET6 => <[u8; 16]>::try_from(bytes.get(8..24)?).ok()?.into(),
        _ => return None,
    };
    Some(SocketAddr::new(ip.to_canonical(), port))
}

/// An address as a `sockaddr_in` or `sockaddr_in6`.
fn internet_address(address: SocketAddr) -> Vec<u8> {
    let family = if address.is_ipv4() { libc::AF_INET } else { libc::AF_INET6 };
    let mut bytes = (family as u16).to_ne_bytes().to_vec();
    bytes.extend_from_slice(&address.port().to_be_bytes());
    match address.ip() {
        IpAddr::V4(ip) => bytes.extend_from_slice(&ip.octets()),
        IpAddr::V6(ip) => {
            // The flow information before, the scope behind.
            bytes.extend_from_slice(&[0; 4]);
            bytes.extend_from_slice(&ip.octets());
        }
    }
    bytes.resize(if address.is_ipv4() { 16 } else { 28 }, 0);
    bytes
}

/// The path in a `sockaddr_un`; None for an abstract name.
pub(crate) fn local_path(request: &Request, bytes: &[u8]) -> Option<PathBuf> {
    let path = bytes.get(2..)?;
    let length = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
    if length == 0 {
        return None;
    }
    let path = Path::new(std::ffi::OsStr::from_bytes(&path[..length]));
    if path.is_absolute() {
        Some(path.to_path_buf())
    } else {
        Some(std::fs::read_link(request.proc("cwd")).ok()?.join(path))
    }
}

/// Opens a path without links for later use, and checks that it is still that one.
pub(crate) fn open_path(path: &Path) -> io::Result<OwnedFd> {
    use std::os::unix::fs::OpenOptionsExt;
    let file = std::fs::OpenOptions::new().read(true).custom_flags(libc::O_PATH | libc::O_NOFOLLOW).open(path)?;
    let file = OwnedFd::from(file);
    allow(std::fs::read_link(through(&file))? == path)?;
    Ok(file)
}

pub(crate) fn through(file: &OwnedFd) -> PathBuf {
    use std::os::fd::AsRawFd;
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

/// A path as a `sockaddr_un`.
fn local_address(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = path.as_os_str().as_bytes();
    if bytes.len() > 107 {
        return Err(io::Error::from_raw_os_error(libc::ENAMETOOLONG));
    }
    let mut address = (libc::AF_UNIX as u16).to_ne_bytes().to_vec();
    address.extend_from_slice(bytes);
    address.push(0);
    Ok(address)
}
