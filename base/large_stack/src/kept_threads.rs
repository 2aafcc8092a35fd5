//! Threads with a large stack that wait some time for the next work: starting one takes longer than parsing a small file, and what
//! the work retains for its thread (allocators) is there for the next one.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// What a thread does; it returns how to report the result.
type Work = Box<dyn FnOnce() -> Report + Send>;
type Report = Box<dyn FnOnce()>;

/// Threads of one name and stack size. As many as are called at once, which end after `idle_time` without work.
pub struct KeptThreads {
    name: &'static str,
    stack_bytes: usize,
    idle_time: Duration,
    idle: Mutex<Vec<Idle>>,
}

static THREADS_STARTED: AtomicU64 = AtomicU64::new(0);

/// A thread that waits for work.
struct Idle {
    number: u64,
    sender: Sender<Work>,
}

impl KeptThreads {
    /// Starts nothing yet. Of `stack_bytes` only the pages that are touched use memory.
    pub const fn new(name: &'static str, stack_bytes: usize, idle_time: Duration) -> KeptThreads {
        KeptThreads { name, stack_bytes, idle_time, idle: Mutex::new(Vec::new()) }
    }

    /// Calls `work` on one of the threads and returns its result. A panic of `work` goes on in the caller.
    ///
    /// Without memory for the stack the work runs on that of the caller.
    ///
    /// # Panics
    /// When `work` does.
    pub fn call<T: Send + 'static>(&'static self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let (sender, outcome) = channel();
        let run: Work = Box::new(move || {
            let result: Result<T, Box<dyn Any + Send>> = catch_unwind(AssertUnwindSafe(work));
            Box::new(move || drop(sender.send(result)))
        });
        if let Err(run) = self.pass(run) {
            run()();
        }
        let result = outcome.recv().expect("the work reports in any case");
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Passes `work` to a thread that waits, or to a new one. Fails when none can be started.
    fn pass(&'static self, work: Work) -> Result<(), Work> {
        let waiting = self.lock().pop();
        let idle = match waiting {
            Some(idle) => idle,
            None => match self.start() {
                Some(idle) => idle,
                None => return Err(work),
            },
        };
        idle.sender.send(work).map_err(|failed| failed.0)
    }

    fn start(&'static self) -> Option<Idle> {
        let number = THREADS_STARTED.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = channel();
        let own = Idle { number, sender: sender.clone() };
        let thread = thread::Builder::new().name(self.name.into()).stack_size(self.stack_bytes);
        thread.spawn(move || self.serve(&own, &receiver)).ok()?;
        Some(Idle { number, sender })
    }

    fn serve(&self, own: &Idle, receiver: &Receiver<Work>) {
        while let Some(work) = self.next(own.number, receiver) {
            let report = work();
            // Before the report: the caller may have more work at once, which then waits for this thread instead of a new one.
            self.lock().push(Idle { number: own.number, sender: own.sender.clone() });
            report();
        }
    }

    /// The next work; None when there was none for the idle time.
    fn next(&self, number: u64, receiver: &Receiver<Work>) -> Option<Work> {
        match receiver.recv_timeout(self.idle_time) {
            Ok(work) => Some(work),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                let mut idle = self.lock();
                let before = idle.len();
                idle.retain(|thread| thread.number != number);
                let was_idle = idle.len() < before;
                drop(idle);
                // Otherwise a caller has just taken it, whose work arrives.
                if was_idle { None } else { receiver.recv().ok() }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
