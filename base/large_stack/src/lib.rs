//! Work with more stack than its caller may have: parsers of nested sources, and the visitors of their trees, recurse once per
//! level, and an overflow ends the process.

mod kept_threads;

pub use kept_threads::KeptThreads;

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

/// Calls `work` on a thread of this name with a stack of `stack_bytes`, of which only the pages that are touched use memory, and
/// returns its result. A panic of `work` goes on in the caller.
///
/// Without memory for the stack the work runs on that of the caller.
///
/// # Panics
/// When `work` does.
pub fn call<T: Send>(name: &str, stack_bytes: usize, work: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(work);
    let outcome = thread::scope(|scope| {
        let large = thread::Builder::new().name(name.into()).stack_size(stack_bytes);
        let run = || work.take().map(|work| work());
        large.spawn_scoped(scope, run).ok().map(ScopedJoinHandle::join)
    });
    match outcome {
        Some(Ok(Some(result))) => result,
        Some(Err(panic)) => resume_unwind(panic),
        Some(Ok(None)) | None => work.expect("the thread that would have taken it was not started")(),
    }
}

#[cfg(test)]
mod tests {
    use super::{KeptThreads, call};
    use std::panic::catch_unwind;
    use std::thread;
    use std::time::Duration;

    /// Recurses without being turned into a loop.
    fn depth(levels: usize) -> usize {
        let frame = std::hint::black_box([levels; 32]);
        if levels == 0 { 0 } else { depth(frame[levels % 32] - 1) + 1 }
    }

    #[test]
    fn work_has_the_stack_that_it_asks_for() {
        assert_eq!(call("large", 256 << 20, || depth(200_000)), 200_000);
    }

    #[test]
    fn work_runs_without_memory_for_the_stack() {
        assert_eq!(call("large", usize::MAX >> 4, || 5), 5);
    }

    #[test]
    fn a_panic_goes_on_in_the_caller() {
        assert!(catch_unwind(|| call("large", 1 << 20, || panic!("expected"))).is_err());
    }

    #[test]
    fn a_kept_thread_does_the_next_work_too() {
        static THREADS: KeptThreads = KeptThreads::new("kept", 256 << 20, Duration::from_secs(60));
        let first = THREADS.call(|| thread::current().id());
        assert_ne!(first, thread::current().id());
        assert_eq!(THREADS.call(|| thread::current().id()), first);
        assert_eq!(THREADS.call(|| depth(200_000)), 200_000);
        assert!(catch_unwind(|| THREADS.call(|| panic!("expected"))).is_err());
        assert_eq!(THREADS.call(|| thread::current().id()), first);
    }

    #[test]
    fn threads_that_end_do_no_harm() {
        static THREADS: KeptThreads = KeptThreads::new("short", 1 << 20, Duration::from_micros(50));
        let callers: Vec<_> = (0..4)
            .map(|caller| {
                thread::spawn(move || (0..500).all(|index| THREADS.call(move || index + caller) == index + caller))
            })
            .collect();
        assert!(callers.into_iter().all(|caller| caller.join().expect("no panic")));
    }
}
