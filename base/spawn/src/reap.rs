//! How a child ended, and the resources that it used.

use std::io;
use std::mem::MaybeUninit;

/// How a child ended, and the resources that it and the children that it waited for used (`struct rusage` of
/// `wait4(2)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// -1 when a signal ended it.
    pub code: i32,
    /// 0 when it ended by itself.
    pub signal: i32,
    pub usage: Usage,
}

/// The resources that a process used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub user_us: i64,
    pub system_us: i64,
    pub rss_bytes_max: i64,
    pub shared_bytes: i64,
    pub swaps: i64,
    pub blocks_in: i64,
    pub blocks_out: i64,
    pub messages_sent: i64,
    pub messages_received: i64,
    pub signals: i64,
    pub voluntary_switches: i64,
    pub involuntary_switches: i64,
}

/// Reaps child `pid` if it has ended, or waits for its end when `blocks`. None while it runs.
///
/// # Errors
/// ECHILD when the process is not a child of this one, or other code reaped it.
pub fn reap(pid: u32, blocks: bool) -> io::Result<Option<Ended>> {
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    let options = if blocks { 0 } else { libc::WNOHANG };
    loop {
        // SAFETY: both pointers are to memory of this frame, of the types that the call writes.
        let reaped = unsafe { libc::wait4(pid as libc::pid_t, &mut status, options, usage.as_mut_ptr()) };
        match reaped {
            0 => return Ok(None),
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
            _ => break,
        }
    }
    // SAFETY: zeroed memory is a value of it already, and the call filled it in.
    let usage = usage_of(&unsafe { usage.assume_init() });
    Ok(Some(if libc::WIFEXITED(status) {
        Ended { code: libc::WEXITSTATUS(status), signal: 0, usage }
    } else {
        Ended { code: -1, signal: libc::WTERMSIG(status), usage }
    }))
}

fn usage_of(usage: &libc::rusage) -> Usage {
    let us = |time: libc::timeval| time.tv_sec * 1_000_000 + time.tv_usec;
    Usage {
        user_us: us(usage.ru_utime),
        system_us: us(usage.ru_stime),
        // The kernel counts in KiB.
        rss_bytes_max: usage.ru_maxrss * 1024,
        shared_bytes: usage.ru_ixrss * 1024,
        swaps: usage.ru_nswap,
        blocks_in: usage.ru_inblock,
        blocks_out: usage.ru_oublock,
        messages_sent: usage.ru_msgsnd,
        messages_received: usage.ru_msgrcv,
        signals: usage.ru_nsignals,
        voluntary_switches: usage.ru_nvcsw,
        involuntary_switches: usage.ru_nivcsw,
    }
}
