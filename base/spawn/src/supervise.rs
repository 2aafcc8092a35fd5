//! Divides the process in two: a child that does the work, and this process, which only waits for it, passes on signals and
//! outlives its crash.

use crate::reap::{Ended, reap};
use std::io;
use std::sync::atomic::{AtomicI32, Ordering};

/// Signals that end a process on request: the child receives them too.
const FORWARDED: [i32; 6] = [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGUSR1, libc::SIGUSR2];

/// The child; 0: none.
static CHILD: AtomicI32 = AtomicI32::new(0);

/// Forks. None in the child, which ends when this process does; in this process how the child ended, after its end.
/// Call it before the process has threads.
///
/// # Errors
/// EAGAIN and ENOMEM of `fork(2)`.
pub fn supervise() -> io::Result<Option<Ended>> {
    // SAFETY: the process has one thread, so that no lock is held by a thread that the child does not have.
    let child = unsafe { libc::fork() };
    match child {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            become_child();
            Ok(None)
        }
        child => {
            CHILD.store(child, Ordering::SeqCst);
            set_handlers(forward as *const () as libc::sighandler_t);
            let ended = reap(child as u32, true);
            CHILD.store(0, Ordering::SeqCst);
            ended
        }
    }
}

/// Ends this process as `signal` does without a handler. Returns when the signal ends no process.
pub fn end_by_signal(signal: i32) {
    // SAFETY: the default action needs no handler.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    // SAFETY: the call has no arguments but a number.
    unsafe { libc::raise(signal) };
}

/// In the child: the signals of the parent's handlers have their default action, and the parent's end is the child's.
fn become_child() {
    CHILD.store(0, Ordering::SeqCst);
    set_handlers(libc::SIG_DFL);
    #[cfg(target_os = "linux")]
    {
        // SAFETY: the option has one argument, a number.
        unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    }
}

fn set_handlers(handler: libc::sighandler_t) {
    for signal in FORWARDED {
        // SAFETY: the handler is the default action, or `forward`, which only makes a system call.
        unsafe { libc::signal(signal, handler) };
    }
}

extern "C" fn forward(signal: i32) {
    let child = CHILD.load(Ordering::SeqCst);
    if child > 0 {
        // SAFETY: kill(2) may be called in a signal handler; the child is not reaped before the number is forgotten.
        unsafe { libc::kill(child, signal) };
    }
}
