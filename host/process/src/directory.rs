//! A working directory and a mask of new files that only one thread has.

use std::cell::Cell;

thread_local! {
    /// The mask that the process had when this thread separated its own; None: it has not. A thread may run several realms,
    /// one after the other.
    static SEPARATE: Cell<Option<rustix::fs::Mode>> = const { Cell::new(None) };
}

/// The directory of the process's first thread, which keeps it.
const OF_PROCESS: &str = "/proc/self/cwd";

/// Separates the directory and the mask of this thread from those of the process. Returns whether they are: a filter of system
/// calls may forbid it.
#[cfg(target_os = "linux")]
pub(crate) fn separate() -> bool {
    if SEPARATE.get().is_none() && nix::sched::unshare(nix::sched::CloneFlags::CLONE_FS).is_ok() {
        let mask = rustix::process::umask(rustix::fs::Mode::empty());
        rustix::process::umask(mask);
        SEPARATE.set(Some(mask));
    }
    SEPARATE.get().is_some()
}

/// Other systems have one working directory for all threads.
#[cfg(not(target_os = "linux"))]
pub(crate) fn separate() -> bool {
    false
}

/// Takes over the directory of the process, and the mask that it had, in a thread that has its own.
pub(crate) fn restore() {
    if let Some(mask) = SEPARATE.get() {
        // The directory may be gone: then paths of this thread are as broken as those of the others.
        let _ = std::env::set_current_dir(OF_PROCESS);
        rustix::process::umask(mask);
    }
}
