//! Work with more stack than its caller may have: parsers of nested sources, and the visitors of their trees, recurse once per
//! level, and an overflow ends the process.

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
    use super::call;
    use std::panic::catch_unwind;

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
}
