//! Resets signals that the parent ignored. A shell starts background programs with SIGINT ignored, `nohup` ignores
//! SIGHUP, and a careless server ignores SIGCHLD: a program must start with the default action of every signal, as in
//! Node.js.

/// All that can be ignored, except SIGPIPE and SIGXFSZ: a write to a closed pipe, or beyond the limit of file sizes, is an
/// error and does not end the process.
const SIGNALS: [i32; 16] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGALRM,
    libc::SIGTERM,
    libc::SIGCHLD,
    libc::SIGCONT,
    libc::SIGTSTP,
    libc::SIGTTIN,
    libc::SIGTTOU,
    libc::SIGXCPU,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGWINCH,
];

/// Restores the default action of every signal but those two, which are ignored. Call it before any handler is installed.
pub fn forget_inherited_signals() {
    for signal in SIGNALS {
        // SAFETY: the default action needs no handler; a signal that arrives meanwhile has one effect or the other.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: as above. The standard library ignores SIGPIPE.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}
