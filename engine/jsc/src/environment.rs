//! The environment of the process, before there are threads.

use std::fs::read_dir;

/// Sets a variable of the process's environment, for the system's libraries and for children.
///
/// # Panics
/// When the process has more than one thread; when `name` is empty or has `=` or NUL in it, or `value` has NUL.
pub fn set_environment(name: &str, value: &str) {
    // Without /proc this relies on the caller, as `prepare_process` does.
    let threads = read_dir("/proc/self/task").map_or(1, Iterator::count);
    assert!(threads <= 1, "the environment belongs to all threads once there is more than one");
    // SAFETY: this is the only thread, so the environment is not read meanwhile.
    unsafe { std::env::set_var(name, value) }
}
