//! The engine's threads wait for some locks by calling `sched_yield` again and again. On a busy machine a thread that collects
//! garbage then takes the time that the holder of the lock needs: the one that stops a worker for its watchdog, which needs the
//! worker to run. Workers made no progress for minutes.
//!
//! The library calls the function through the dynamic linker, so the one here, which the binary exports (`cli/build.rs`), is
//! called instead: a thread that has yielded for some milliseconds sleeps.

use std::cell::Cell;
use std::ffi::c_int;
use std::time::{Duration, Instant};

/// A thread that yields for longer sleeps between.
const PATIENCE: Duration = Duration::from_millis(4);
/// Calls that are further apart do not belong together.
const PAUSE_MAX: Duration = Duration::from_millis(100);
const SLEEP: Duration = Duration::from_micros(100);

thread_local! {
    /// The first and the last call of those that belong together.
    static CALLS: Cell<Option<(Instant, Instant)>> = const { Cell::new(None) };
}

/// Replaces sched_yield(2).
// SAFETY: the name and the result are those of the C library's function, and so is what it does: another thread may run.
#[unsafe(no_mangle)]
extern "C" fn sched_yield() -> c_int {
    let now = Instant::now();
    let first = match CALLS.get() {
        Some((first, last)) if now.duration_since(last) < PAUSE_MAX => first,
        _ => now,
    };
    CALLS.set(Some((first, now)));
    if now.duration_since(first) >= PATIENCE {
        std::thread::sleep(SLEEP);
    } else {
        // A system call of its own: the C library's function is this one.
        rustix::thread::sched_yield();
    }
    0
}

/// Makes the linker retain the function.
pub(crate) fn keep() {
    std::hint::black_box(sched_yield as extern "C" fn() -> c_int);
}

#[cfg(test)]
mod tests {
    use super::{CALLS, PATIENCE, sched_yield};
    use std::time::{Duration, Instant};

    #[test]
    fn a_thread_that_yields_for_long_sleeps() {
        std::thread::spawn(|| {
            let began = Instant::now();
            let mut calls = 0_u32;
            while began.elapsed() < PATIENCE + Duration::from_millis(100) {
                sched_yield();
                if began.elapsed() > PATIENCE + Duration::from_millis(1) {
                    calls += 1;
                }
            }
            assert!((1..=1100).contains(&calls), "{calls} calls");
            assert!(CALLS.get().is_some_and(|(first, _)| first - began < PATIENCE));
        })
        .join()
        .expect("the thread passes its assertions");
    }
}
