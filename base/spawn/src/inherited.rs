//! Signals as the parent left them. A shell starts what runs in its background with SIGINT ignored, `nohup` ignores SIGHUP, and a
//! careless server ignores SIGCHLD: a program must find every signal as it is by default, as Node.js sees to it.

/// All that can be ignored, but for SIGPIPE and SIGXFSZ: a write to nobody is an error, no end.
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

/// Has every signal do what it does by default. Call it first, before anybody handles one.
pub fn forget_inherited_signals() {
    for signal in SIGNALS {
        // SAFETY: the default needs no handler; a signal that comes meanwhile has one effect or the other.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}
