//! The system calls of the wall.

use seccompiler::sock_filter;
use std::ffi::CStr;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::ptr;

/// `landlock_create_ruleset(2)`: return the version instead of making a ruleset.
const CREATE_RULESET_VERSION: u32 = 1;

/// The version of Landlock's interface; 0 without Landlock.
pub fn landlock_abi() -> u32 {
    // SAFETY: with this flag the call reads no memory.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, ptr::null::<libc::c_void>(), 0_usize, CREATE_RULESET_VERSION)
    };
    u32::try_from(version).unwrap_or(0)
}

/// Whether the kernel accepts seccomp filters.
pub fn has_filters() -> bool {
    let action = libc::SECCOMP_RET_ERRNO;
    // SAFETY: the call reads the action, which outlives it.
    let outcome = unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) };
    outcome == 0
}

/// No program that is started gets more rights than the caller (`no_new_privs`); the kernel accepts rules only then.
pub fn give_up_new_privileges() -> io::Result<()> {
    // SAFETY: its arguments are numbers.
    checked(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }.into())
}

/// The superuser's capabilities that only concern files, users, and ports: Landlock holds for those. With others a process
/// sees what Landlock would hide: CAP_PERFMON alone opens the environment and the memory map of every process.
const KEPT_CAPABILITIES: [u32; 8] = [
    0,  // CAP_CHOWN
    1,  // CAP_DAC_OVERRIDE
    3,  // CAP_FOWNER
    4,  // CAP_FSETID
    5,  // CAP_KILL
    6,  // CAP_SETGID
    7,  // CAP_SETUID
    10, // CAP_NET_BIND_SERVICE
];
const CAPABILITIES: u32 = 64;
/// `_LINUX_CAPABILITY_VERSION_3`, for sets of 64.
const CAPABILITY_VERSION: u32 = 0x2008_0522;

/// `struct __user_cap_header_struct`.
#[repr(C)]
struct CapabilityHeader {
    version: u32,
    process: i32,
}

/// `struct __user_cap_data_struct`, for 32 of them.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct CapabilityData {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Gives up all capabilities but those of `KEPT_CAPABILITIES`. Has no effect for other users than the superuser.
pub fn drop_capabilities() -> io::Result<()> {
    for capability in (0..CAPABILITIES).filter(|capability| !KEPT_CAPABILITIES.contains(capability)) {
        // It fails for numbers that the kernel does not know, and without the right to do it, when there is nothing to drop.
        // SAFETY: its arguments are numbers.
        unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) };
    }
    let header = CapabilityHeader { version: CAPABILITY_VERSION, process: 0 };
    let mut data = [CapabilityData::default(); 2];
    // SAFETY: the kernel reads the header and fills in both entries, which this version has.
    checked(unsafe { libc::syscall(libc::SYS_capget, &raw const header, data.as_mut_ptr()) })?;
    for (index, entry) in data.iter_mut().enumerate() {
        let kept = KEPT_CAPABILITIES
            .iter()
            .filter(|capability| **capability / 32 == index as u32)
            .fold(0, |mask, capability| mask | 1 << (capability % 32));
        *entry =
            CapabilityData { effective: entry.effective & kept, permitted: entry.permitted & kept, inheritable: 0 };
    }
    // SAFETY: the kernel reads the header and both entries.
    checked(unsafe { libc::syscall(libc::SYS_capset, &raw const header, data.as_ptr()) })
}

/// Puts the calling thread behind a Landlock ruleset.
pub fn restrict_self(ruleset: &OwnedFd) -> io::Result<()> {
    // SAFETY: its arguments are numbers; the descriptor is open.
    checked(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0) })
}

/// `struct sock_fprog`.
#[repr(C)]
struct Program {
    count: u16,
    instructions: *const sock_filter,
}

/// Adds a filter to all threads of the process.
pub fn install_filter(instructions: &[sock_filter]) -> io::Result<()> {
    let count = u16::try_from(instructions.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    let program = Program { count, instructions: instructions.as_ptr() };
    // SAFETY: the program and its instructions outlive the call, which copies them.
    let outcome = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_TSYNC,
            &raw const program,
        )
    };
    // A positive number is a thread that has other filters.
    if outcome > 0 { Err(io::ErrorKind::Other.into()) } else { checked(outcome) }
}

fn checked(outcome: libc::c_long) -> io::Result<()> {
    if outcome < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The size of `struct seccomp_notif`, and of the reply to it.
const REQUEST_BYTES: usize = size_of::<RawRequest>();
const RECEIVE: libc::c_ulong = 0xc050_2100;
const ANSWER: libc::c_ulong = 0xc018_2101;
const IS_VALID: libc::c_ulong = 0x4008_2102;
/// Let the system call run as if there were no filter.
pub const CONTINUE: u32 = 1;

/// `struct seccomp_notif`: a system call that waits for a reply.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct RawRequest {
    pub id: u64,
    /// The thread that made the call.
    pub thread: u32,
    pub flags: u32,
    pub number: i32,
    pub architecture: u32,
    pub instruction: u64,
    pub arguments: [u64; 6],
}

/// `struct seccomp_notif_resp`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct RawAnswer {
    pub id: u64,
    pub value: i64,
    /// A negated number of an error, or 0.
    pub error: i32,
    pub flags: u32,
}

/// Adds a filter to the calling thread, the only one, whose calls are replied to through the returned descriptor.
pub fn install_listener(instructions: &[sock_filter]) -> io::Result<RawFd> {
    let count = u16::try_from(instructions.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    let program = Program { count, instructions: instructions.as_ptr() };
    // SAFETY: the program and its instructions outlive the call, which copies them.
    let outcome = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    };
    checked(outcome)?;
    Ok(outcome as RawFd)
}

/// The next call that waits. `NotFound`: its thread has ended meanwhile.
pub fn receive(listener: BorrowedFd<'_>) -> io::Result<RawRequest> {
    const { assert!(REQUEST_BYTES == 80 && size_of::<RawAnswer>() == 24) };
    let mut request = RawRequest::default();
    // SAFETY: the kernel fills in a structure of this size, which is zeroed as it requires.
    checked(unsafe { libc::ioctl(listener.as_raw_fd(), RECEIVE as _, &raw mut request) }.into())?;
    Ok(request)
}

/// Replies to a call.
pub fn answer(listener: BorrowedFd<'_>, answer: &RawAnswer) -> io::Result<()> {
    // SAFETY: the kernel reads a structure of this size.
    checked(unsafe { libc::ioctl(listener.as_raw_fd(), ANSWER as _, &raw const *answer) }.into())
}

/// Whether a call still waits: its thread, and so the number of the thread, is still the same.
pub fn is_waiting(listener: BorrowedFd<'_>, id: u64) -> bool {
    // SAFETY: the kernel reads the number.
    unsafe { libc::ioctl(listener.as_raw_fd(), IS_VALID as _, &raw const id) == 0 }
}

/// A copy of a descriptor of another process.
pub fn descriptor_of(process: u32, number: i32) -> io::Result<OwnedFd> {
    // SAFETY: its arguments are numbers.
    let handle = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
    checked(handle)?;
    // SAFETY: the call returned a new descriptor, which nothing else owns.
    let handle = unsafe { OwnedFd::from_raw_fd(handle as RawFd) };
    // SAFETY: its arguments are numbers; the first descriptor is open.
    let copy = unsafe { libc::syscall(libc::SYS_pidfd_getfd, handle.as_raw_fd(), number, 0) };
    checked(copy)?;
    // SAFETY: as above.
    Ok(unsafe { OwnedFd::from_raw_fd(copy as RawFd) })
}

/// Whether `pidfd_getfd(2)` and filters with a listener are there (Linux 5.6; listeners came with 5.0).
pub fn has_listeners() -> bool {
    let action = libc::SECCOMP_RET_USER_NOTIF;
    // SAFETY: the call reads the action, which outlives it.
    let has_action =
        unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) } == 0;
    // SAFETY: its arguments are numbers; the descriptor is none.
    let outcome = unsafe { libc::syscall(libc::SYS_pidfd_getfd, -1, 0, 0) };
    has_action && outcome == -1 && io::Error::last_os_error().raw_os_error() == Some(libc::EBADF)
}

/// `connect(2)` with the bytes of an address.
pub fn connect(socket: BorrowedFd<'_>, address: &[u8]) -> io::Result<()> {
    // SAFETY: the kernel reads as many bytes of the address as there are.
    checked(unsafe { libc::connect(socket.as_raw_fd(), address.as_ptr().cast(), address.len() as u32) }.into())
}

/// `bind(2)` with the bytes of an address.
pub fn bind(socket: BorrowedFd<'_>, address: &[u8]) -> io::Result<()> {
    // SAFETY: the kernel reads as many bytes of the address as there are.
    checked(unsafe { libc::bind(socket.as_raw_fd(), address.as_ptr().cast(), address.len() as u32) }.into())
}

/// `listen(2)`.
pub fn listen(socket: BorrowedFd<'_>, backlog: i32) -> io::Result<()> {
    // SAFETY: its arguments are numbers; the descriptor is open.
    checked(unsafe { libc::listen(socket.as_raw_fd(), backlog) }.into())
}

/// The bytes of a socket's own address (`getsockname(2)`).
pub fn own_address(socket: BorrowedFd<'_>) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; 128];
    let mut count = bytes.len() as u32;
    // SAFETY: the kernel writes at most `count` bytes, and how many there are.
    checked(unsafe { libc::getsockname(socket.as_raw_fd(), bytes.as_mut_ptr().cast(), &raw mut count) }.into())?;
    bytes.truncate(count as usize);
    Ok(bytes)
}

/// The user as whom this process acts on files.
pub fn user() -> u32 {
    // SAFETY: it takes nothing.
    unsafe { libc::geteuid() }
}

/// `chmod(2)`.
pub fn change_mode(path: &CStr, mode: u32) -> io::Result<()> {
    // SAFETY: the path is a string with an end.
    checked(unsafe { libc::chmod(path.as_ptr(), mode) }.into())
}

/// `chown(2)`.
pub fn change_owner(path: &CStr, user: u32, group: u32) -> io::Result<()> {
    // SAFETY: the path is a string with an end.
    checked(unsafe { libc::chown(path.as_ptr(), user, group) }.into())
}

/// `utimensat(2)` with a path; without times it is now.
pub fn change_times(path: &CStr, times: Option<&[libc::timespec; 2]>) -> io::Result<()> {
    let times = times.map_or(ptr::null(), |times| times.as_ptr());
    // SAFETY: the path is a string with an end, and the times are two or none.
    checked(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), times, 0) }.into())
}

/// `setxattr(2)`.
pub fn set_attribute(path: &CStr, name: &CStr, value: &[u8], flags: i32) -> io::Result<()> {
    // SAFETY: path and name are strings with an end, and the kernel reads as many bytes of the value as there are.
    let outcome = unsafe { libc::setxattr(path.as_ptr(), name.as_ptr(), value.as_ptr().cast(), value.len(), flags) };
    checked(outcome.into())
}

/// `removexattr(2)`.
pub fn remove_attribute(path: &CStr, name: &CStr) -> io::Result<()> {
    // SAFETY: path and name are strings with an end.
    checked(unsafe { libc::removexattr(path.as_ptr(), name.as_ptr()) }.into())
}

/// Closes a descriptor that nothing owns.
pub fn close(descriptor: RawFd) {
    // SAFETY: its argument is a number.
    unsafe { libc::close(descriptor) };
}

/// What became of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Exited(i32),
    Killed(i32),
    Stopped,
    None,
}

/// Starts a copy of this process, which must have one thread. None in the copy.
pub fn fork() -> io::Result<Option<u32>> {
    // SAFETY: with one thread the copy is complete: no lock is held by a thread that it does not have.
    let child = unsafe { libc::fork() };
    checked(child.into())?;
    Ok((child != 0).then_some(child as u32))
}

/// What has become of the child, without waiting.
pub fn change_of(child: u32) -> Change {
    let mut status = 0;
    // SAFETY: the kernel writes the status.
    let found = unsafe { libc::waitpid(child as i32, &raw mut status, libc::WNOHANG | libc::WUNTRACED) };
    match found {
        0 => Change::None,
        _ if found < 0 => Change::Exited(1),
        _ if libc::WIFSTOPPED(status) => Change::Stopped,
        _ if libc::WIFSIGNALED(status) => Change::Killed(libc::WTERMSIG(status)),
        _ => Change::Exited(libc::WEXITSTATUS(status)),
    }
}

/// Sends a signal.
pub fn send_signal(process: u32, signal: i32) {
    // SAFETY: its arguments are numbers. A process that has ended gets none.
    unsafe { libc::kill(process as i32, signal) };
}

/// Ends this process by a signal that ended another, so that callers see the same.
pub fn die_by(signal: i32) {
    // SAFETY: the default action of a signal needs no handler.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    set_blocked(false);
    // SAFETY: its argument is a number.
    unsafe { libc::raise(signal) };
}

/// Makes the kernel kill this process when its parent ends.
pub fn die_with_parent() -> io::Result<()> {
    // SAFETY: its arguments are numbers.
    checked(unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) }.into())
}

fn all_signals() -> libc::sigset_t {
    let mut set = std::mem::MaybeUninit::uninit();
    // SAFETY: the pointer is valid for writes.
    unsafe { libc::sigfillset(set.as_mut_ptr()) };
    // SAFETY: the call initialized it; it cannot fail with a valid pointer.
    unsafe { set.assume_init() }
}

/// Blocks or admits all signals of this thread.
pub fn set_blocked(is_blocked: bool) {
    let how = if is_blocked { libc::SIG_BLOCK } else { libc::SIG_UNBLOCK };
    let all = all_signals();
    // SAFETY: the set is initialized; the old one is not wanted.
    unsafe { libc::sigprocmask(how, &raw const all, std::ptr::null_mut()) };
}

/// A descriptor from which the blocked signals are read.
pub fn signal_descriptor() -> io::Result<OwnedFd> {
    let all = all_signals();
    // SAFETY: the set is initialized.
    let descriptor = unsafe { libc::signalfd(-1, &raw const all, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK) };
    checked(descriptor.into())?;
    // SAFETY: the call returned a new descriptor, which nothing else owns.
    Ok(unsafe { OwnedFd::from_raw_fd(descriptor) })
}

/// The next signal, and whether a process sent it; a terminal sends its own to all processes in front of it.
pub fn next_signal(descriptor: BorrowedFd<'_>) -> Option<(i32, bool)> {
    let mut bytes = [0_u8; size_of::<libc::signalfd_siginfo>()];
    // SAFETY: the kernel writes at most as many bytes as there are.
    let count = unsafe { libc::read(descriptor.as_raw_fd(), bytes.as_mut_ptr().cast(), bytes.len()) };
    if count != bytes.len() as isize {
        return None;
    }
    let number = |at: usize| i32::from_ne_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    // `ssi_signo` and `ssi_code`.
    Some((number(0), number(8) <= 0))
}

/// Waits until a descriptor can be read.
pub fn wait_readable(descriptor: BorrowedFd<'_>) {
    let mut polled = libc::pollfd { fd: descriptor.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: there is one entry, which is the count that the call gets.
    unsafe { libc::poll(&raw mut polled, 1, -1) };
}

/// Waits for a call of those that a filter reports. False: no process is behind the filter any more.
pub fn wait_call(listener: BorrowedFd<'_>) -> bool {
    loop {
        let mut polled = libc::pollfd { fd: listener.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: there is one entry, which is the count that the call gets.
        let count = unsafe { libc::poll(&raw mut polled, 1, -1) };
        if count > 0 {
            return polled.revents & libc::POLLIN != 0;
        }
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return false;
        }
    }
}

/// Overwrites the variables of the environment that are not kept, where the kernel put them: `/proc/self/environ` shows
/// that memory. Call it while the process has one thread; the caller removes the variables themselves.
pub fn wipe_variables(is_kept: &dyn Fn(&str) -> bool) {
    unsafe extern "C" {
        static environ: *const *mut libc::c_char;
    }
    // SAFETY: the C library's list; no other thread changes it.
    let mut entry = unsafe { environ };
    while !entry.is_null() {
        // SAFETY: the list ends with a null pointer, which was not reached yet.
        let text = unsafe { *entry };
        if text.is_null() {
            break;
        }
        // SAFETY: each entry is a string with an end.
        let whole = unsafe { CStr::from_ptr(text) };
        let bytes = whole.to_bytes();
        let name = bytes.split(|byte| *byte == b'=').next().unwrap_or_default();
        let is_kept = std::str::from_utf8(name).is_ok_and(is_kept);
        let (start, count) = (name.len(), bytes.len());
        if !is_kept && start < count {
            // SAFETY: inside of the string, behind the name.
            let value = unsafe { text.add(start + 1) };
            // SAFETY: the rest of the string, whose end stays; the memory is this process's and writable.
            unsafe { ptr::write_bytes(value, 0, count - start - 1) };
        }
        // SAFETY: this entry was not the last.
        entry = unsafe { entry.add(1) };
    }
}

/// Removes a variable of the environment. Only while the process has one thread.
pub fn remove_variable(name: &std::ffi::OsStr) {
    // SAFETY: the caller has the only thread, so the environment is not read meanwhile.
    unsafe { std::env::remove_var(name) };
}
