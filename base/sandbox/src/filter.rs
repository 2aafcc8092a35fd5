//! Rules as seccomp filters: the system calls that lead around Landlock, or to parts of the kernel that no program needs.
//!
//! A filter of the library has one error for all calls that it refuses, so there is one per error. The kernel runs all
//! of them and applies the strictest outcome.

use crate::gaps::{Kernel, SCOPES};
use crate::metadata;
use crate::rules::{LocalSockets, Network, Ports, Processes, Rules};
use crate::system;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    sock_filter,
};
use std::collections::BTreeMap;
use std::io;

/// The compiled filters; none where the kernel accepts none.
#[derive(Debug)]
pub struct Filters(Vec<BpfProgram>);

/// Rules by the number of the system call; an empty list refuses all calls of it.
type Calls = BTreeMap<i64, Vec<SeccompRule>>;

/// Refused whatever the rules say: other processes' memory, the kernel's own parts, name spaces and mounts, handles that
/// need no path, and what is shared by a number instead of a path: memory, messages and semaphores, whose numbers of other
/// processes can be guessed.
const REFUSED: &[i64] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_name_to_handle_at,
    libc::SYS_nfsservctl,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_madvise,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmget,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
];
#[cfg(target_arch = "x86_64")]
const REFUSED_ON_X86: &[i64] = &[libc::SYS_ioperm, libc::SYS_iopl, libc::SYS_kexec_file_load, libc::SYS_modify_ldt];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_ON_X86: &[i64] = &[];

/// Said to be missing, because callers then do the same another way: what `io_uring` does passes no filter, and the
/// arguments of `clone3` are in memory, which a filter does not see.
const ABSENT: &[i64] =
    &[libc::SYS_clone3, libc::SYS_io_uring_enter, libc::SYS_io_uring_register, libc::SYS_io_uring_setup];

const NEW_NAME_SPACES: [i32; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];
/// Put characters into a terminal's input, as if they were typed: the shell runs them after the program.
const TERMINAL_INPUT: [u64; 2] = [libc::TIOCSTI, libc::TIOCLINUX];
/// `FS_IOC_SETFLAGS`, also of 32 bits, and `FS_IOC_FSSETXATTR`: `chattr`, which needs only a file that may be read.
const FILE_FLAGS: [u64; 3] = [0x4008_6602, 0x4004_6602, 0x401c_5820];
/// Calls of newer kernels that do what older ones do, with arguments in memory: `setxattrat`, `removexattrat`,
/// `file_setattr`, `open_tree_attr`.
const NEW_CALLS: [i64; 4] = [463, 466, 469, 467];
/// `IP_OPTIONS`, `IPV6_RTHDR` and `IPV6_2292PKTOPTIONS`, which contain a source route.
const ROUTES: [(i32, i32); 3] = [(libc::IPPROTO_IP, 4), (libc::IPPROTO_IPV6, 57), (libc::IPPROTO_IPV6, 6)];
/// The kinds of sockets that are no streams.
const OTHER_THAN_STREAMS: [i32; 6] = [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM, libc::SOCK_SEQPACKET, 6, 10];
const SOCKET_KIND_MASK: u64 = 0xf;
/// The number from which on calls of x86-64 are those of its 32-bit variant, under the same architecture.
const X32_CALLS: u32 = 0x4000_0000;

impl Filters {
    /// Compiles the filters.
    ///
    /// # Errors
    /// `InvalidInput` for a processor that the library does not know.
    pub fn new(rules: &Rules, kernel: &Kernel) -> io::Result<Self> {
        if !kernel.has_filters {
            return Ok(Self(Vec::new()));
        }
        let lists =
            [(absent(), libc::ENOSYS), (refused(rules, kernel)?, libc::EPERM), (refused_sockets(rules)?, libc::EACCES)];
        let mut programs: Vec<BpfProgram> = vec![without_x32()];
        for (calls, errno) in lists {
            programs.push(compile(calls, errno)?);
        }
        Ok(Self(programs))
    }

    /// Installs all of them. Allocates nothing.
    pub fn install(&self) -> io::Result<()> {
        self.0.iter().try_for_each(|program| system::install_filter(program))
    }
}

/// A filter whose calls wait for the reply of a listener.
pub fn listening(calls: &[i64]) -> io::Result<BpfProgram> {
    // The library has no such action: a placeholder is used until it is replaced.
    const PLACEHOLDER: u16 = 0x5afe;
    let architecture = std::env::consts::ARCH.try_into().map_err(invalid)?;
    let calls: Calls = calls.iter().map(|call| (*call, Vec::new())).collect();
    let action = SeccompAction::Trace(PLACEHOLDER.into());
    let number = u32::from(action.clone());
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, action, architecture).map_err(invalid)?;
    let mut program: BpfProgram = filter.try_into().map_err(invalid)?;
    for instruction in &mut program {
        if instruction.k == number {
            instruction.k = libc::SECCOMP_RET_USER_NOTIF;
        }
    }
    Ok(program)
}

fn compile(calls: Calls, errno: i32) -> io::Result<BpfProgram> {
    let architecture = std::env::consts::ARCH.try_into().map_err(invalid)?;
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, SeccompAction::Errno(errno as u32), architecture);
    filter.and_then(TryInto::try_into).map_err(invalid)
}

fn invalid(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, error.to_string())
}

/// Refuses the calls of x86-64's 32-bit variant: they have other numbers, so the other filters do not see them.
fn without_x32() -> BpfProgram {
    const LOAD: u16 = 0x20;
    const JUMP_IF_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    let instruction = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    vec![
        instruction(LOAD, 0, 0, 0),
        instruction(JUMP_IF_AT_LEAST, 0, 1, X32_CALLS),
        instruction(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
        instruction(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}

fn absent() -> Calls {
    ABSENT.iter().chain(&NEW_CALLS).map(|call| (*call, Vec::new())).collect()
}

fn refused(rules: &Rules, kernel: &Kernel) -> io::Result<Calls> {
    let mut calls: Calls = REFUSED.iter().chain(REFUSED_ON_X86).map(|call| (*call, Vec::new())).collect();
    let mut clone = Vec::new();
    for flag in NEW_NAME_SPACES {
        clone.push(rule(&[(0, SeccompCmpOp::MaskedEq(flag as u64), flag as u64)])?);
    }
    let mut ioctl = Vec::new();
    for command in TERMINAL_INPUT.into_iter().chain(FILE_FLAGS) {
        ioctl.push(rule(&[(1, SeccompCmpOp::Eq, command)])?);
    }
    calls.insert(libc::SYS_ioctl, ioctl);
    if rules.keeps_metadata {
        calls.extend(metadata::calls().map(|call| (call, Vec::new())));
    }
    // Limits and priorities of other processes.
    calls.insert(libc::SYS_prlimit64, vec![rule(&[(0, SeccompCmpOp::Ne, 0)])?]);
    for call in [libc::SYS_setpriority, libc::SYS_ioprio_set] {
        calls.insert(call, vec![rule(&[(1, SeccompCmpOp::Ne, 0)])?]);
    }
    match rules.processes {
        Processes::None => {
            clone.push(rule(&[(0, SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64), 0)])?);
            calls.extend([(libc::SYS_execve, Vec::new()), (libc::SYS_execveat, Vec::new())]);
            #[cfg(target_arch = "x86_64")]
            calls.extend([(libc::SYS_fork, Vec::new()), (libc::SYS_vfork, Vec::new())]);
            if kernel.landlock_abi < SCOPES {
                refuse_signals(&mut calls)?;
            }
        }
        // Memory without a path can be started as a program, which Landlock does not see.
        Processes::Listed => {
            let empty_path = libc::AT_EMPTY_PATH as u64;
            calls.insert(libc::SYS_memfd_create, Vec::new());
            calls.insert(libc::SYS_execveat, vec![rule(&[(4, SeccompCmpOp::MaskedEq(empty_path), empty_path)])?]);
        }
        Processes::Any => {}
    }
    calls.insert(libc::SYS_clone, clone);
    Ok(calls)
}

/// Signals to other processes than this one, for kernels whose Landlock cannot refuse them.
fn refuse_signals(calls: &mut Calls) -> io::Result<()> {
    let other = rule(&[(0, SeccompCmpOp::Ne, u64::from(std::process::id()))])?;
    for call in [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo] {
        calls.insert(call, vec![other.clone()]);
    }
    calls.extend([(libc::SYS_tkill, Vec::new()), (libc::SYS_pidfd_send_signal, Vec::new())]);
    Ok(())
}

fn refused_sockets(rules: &Rules) -> io::Result<Calls> {
    let (local, internet) = (libc::AF_UNIX as u64, [libc::AF_INET as u64, libc::AF_INET6 as u64]);
    let mut allowed: Vec<u64> = Vec::new();
    if rules.local_sockets != LocalSockets::None {
        allowed.push(local);
    }
    if rules.network != Network::None {
        allowed.extend(internet);
    }
    if rules.network == Network::All {
        // Programs read the addresses of the machine's interfaces with it.
        allowed.push(libc::AF_NETLINK as u64);
    }
    let mut calls = Calls::new();
    let others: Vec<_> = allowed.iter().map(|family| (0, SeccompCmpOp::Ne, *family)).collect();
    let mut socket = if others.is_empty() { Vec::new() } else { vec![rule(&others)?] };
    let refused_kinds: Vec<i32> = match &rules.network {
        Network::None => Vec::new(),
        Network::Limited { has_datagrams: false, .. } => OTHER_THAN_STREAMS.to_vec(),
        _ => OTHER_THAN_STREAMS.into_iter().filter(|kind| *kind != libc::SOCK_DGRAM).collect(),
    };
    for family in internet {
        for refused in &refused_kinds {
            socket.push(rule(&[(0, SeccompCmpOp::Eq, family), kind(*refused)])?);
        }
    }
    if let Network::Limited { listen, .. } = &rules.network {
        limit_streams(&mut calls, &mut socket, &internet)?;
        // Listening without an address binds a free port without a check of Landlock; a supervisor checks it itself.
        if !rules.is_supervised && *listen == Ports::These(Vec::new()) && rules.local_sockets == LocalSockets::None {
            calls.insert(libc::SYS_listen, Vec::new());
        }
    }
    // A datagram names its receiver itself, without a connection.
    let datagrams = [libc::SOCK_DGRAM, libc::SOCK_RAW].map(|of| [(0, SeccompCmpOp::Eq, local), kind(of)]);
    if rules.local_sockets == LocalSockets::Supervised || matches!(rules.network, Network::Limited { .. }) {
        for conditions in &datagrams {
            socket.push(rule(conditions)?);
        }
    }
    calls.insert(libc::SYS_socket, socket);
    // A connected pair sends datagrams to other sockets, too.
    if rules.local_sockets != LocalSockets::All {
        let pairs = datagrams.iter().map(|conditions| rule(conditions)).collect::<io::Result<Vec<_>>>()?;
        calls.insert(libc::SYS_socketpair, pairs);
    }
    Ok(calls)
}

/// Streams are TCP, and connect by `connect`, which Landlock sees.
fn limit_streams(calls: &mut Calls, socket: &mut Vec<SeccompRule>, internet: &[u64]) -> io::Result<()> {
    for family in internet {
        socket.push(rule(&[
            (0, SeccompCmpOp::Eq, *family),
            kind(libc::SOCK_STREAM),
            (2, SeccompCmpOp::Ne, 0),
            (2, SeccompCmpOp::Ne, libc::IPPROTO_TCP as u64),
        ])?);
    }
    let opens = libc::MSG_FASTOPEN as u64;
    for (call, argument) in [(libc::SYS_sendto, 3), (libc::SYS_sendmsg, 2), (libc::SYS_sendmmsg, 3)] {
        calls.insert(call, vec![rule(&[(argument, SeccompCmpOp::MaskedEq(opens), opens)])?]);
    }
    let tcp = (1, SeccompCmpOp::Eq, libc::IPPROTO_TCP as u64);
    let options = [libc::TCP_REPAIR, libc::TCP_FASTOPEN_CONNECT];
    let mut refused = Vec::new();
    for option in options {
        refused.push(rule(&[tcp.clone(), (2, SeccompCmpOp::Eq, option as u64)])?);
    }
    // A route of its own: packets are sent to its first host instead of the connection's address.
    for (level, option) in ROUTES {
        refused.push(rule(&[(1, SeccompCmpOp::Eq, level as u64), (2, SeccompCmpOp::Eq, option as u64)])?);
    }
    calls.insert(libc::SYS_setsockopt, refused);
    Ok(())
}

/// The second argument of `socket` is a socket of this kind, whatever flags come with it.
fn kind(kind: i32) -> (u8, SeccompCmpOp, u64) {
    (1, SeccompCmpOp::MaskedEq(SOCKET_KIND_MASK), kind as u64)
}

/// A rule that fits when all conditions do. The kernel's own arguments are 32 bits wide where these are compared.
fn rule(conditions: &[(u8, SeccompCmpOp, u64)]) -> io::Result<SeccompRule> {
    let conditions = conditions
        .iter()
        .map(|(argument, operator, value)| {
            SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, operator.clone(), *value)
        })
        .collect::<Result<Vec<_>, _>>()
        .map_err(invalid)?;
    SeccompRule::new(conditions).map_err(invalid)
}
