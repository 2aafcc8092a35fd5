//! The thread pool for blocking work: file system calls, name resolution, key derivation, compression.

use crate::mailbox::Completions;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Work that runs on a pool thread and returns the message `C` for the requesting loop.
pub type Job<C> = Box<dyn FnOnce() -> C + Send>;

/// Threads of libuv's pool without `UV_THREADPOOL_SIZE`, and the maximum that it accepts.
const DEFAULT_THREAD_COUNT: usize = 4;
const THREAD_COUNT_MAX: usize = 1024;

/// A thread without work ends after this long; the next job starts a new one.
const IDLE_LIFETIME: Duration = Duration::from_secs(10);

/// A queue that the running threads are expected to work off in this time gets no further thread: waking one takes some
/// ten microseconds of two processors, as much as many short jobs.
const BACKLOG_MAX: Duration = Duration::from_micros(200);

/// A thread without work takes a job that others left in the queue for this long.
const WATCH_INTERVAL: Duration = Duration::from_millis(1);

/// Longer jobs count as this long, so that a single one does not outweigh many.
const MEASURED_TIME_MAX: Duration = Duration::from_millis(1);

/// A queue of jobs and up to a fixed number of threads, started when there is work for them.
///
/// Jobs start in the order of `spawn`; completions arrive in the order in which jobs finish.
#[derive(Clone)]
pub struct ThreadPool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    work: Condvar,
    /// Notified when a thread has run out of work.
    rest: Condvar,
    thread_count_max: usize,
    idle_lifetime: Duration,
}

struct State {
    jobs: VecDeque<Task>,
    thread_count: usize,
    /// Threads inside the wait, including those that were notified and have not run yet: the jobs meant for them are
    /// still in the queue, so `jobs.len() > idle_count` means that a thread is missing.
    idle_count: usize,
    /// A thread was notified and has not run yet. It notifies the next one if there is work left for it: often there is
    /// none any more, so that a burst of short jobs wakes few threads, and the loop's thread only the first.
    is_waking: bool,
    /// A thread without work looks after the queue: it wakes by itself after [`WATCH_INTERVAL`].
    is_watched: bool,
    started_count: u64,
    /// Weighted mean of the times of the last jobs, in nanoseconds.
    mean_time: u64,
}

type Task = Box<dyn FnOnce() + Send>;

impl ThreadPool {
    /// Returns the pool that all loops of the process share. Its size is `UV_THREADPOOL_SIZE`, read once,
    /// within 1 and 1024, or 4.
    pub fn shared() -> &'static ThreadPool {
        static POOL: OnceLock<ThreadPool> = OnceLock::new();
        POOL.get_or_init(|| {
            let wanted = std::env::var("UV_THREADPOOL_SIZE").ok();
            ThreadPool::new(thread_count(wanted.as_deref()), IDLE_LIFETIME)
        })
    }

    /// Makes a pool of its own with at most `thread_count_max` threads (at least one), each of which ends
    /// after `idle_lifetime` without work. Threads outlive the pool until their queue is empty.
    pub fn new(thread_count_max: usize, idle_lifetime: Duration) -> Self {
        let thread_count_max = thread_count_max.max(1);
        let shared = Shared {
            state: Mutex::new(State::new()),
            work: Condvar::new(),
            rest: Condvar::new(),
            thread_count_max,
            idle_lifetime,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Runs `job` on a pool thread and posts its result to `to`.
    ///
    /// When the loop is gone the result is dropped on the pool thread. A job that panics posts nothing (the panic hook
    /// has reported it, the thread survives): code that can panic must use [`ThreadPool::spawn_guarded`], so that the
    /// caller does not wait for ever.
    pub fn spawn<C: Send + 'static>(&self, job: Job<C>, to: Completions<C>) {
        self.push(Box::new(move || {
            let completion = job();
            let _ = to.post(completion);
        }));
    }

    /// Runs `job` as [`ThreadPool::spawn`] does; when it panics, `failed` makes the completion from the
    /// panic's message.
    pub fn spawn_guarded<C: Send + 'static>(
        &self,
        job: Job<C>,
        failed: impl FnOnce(String) -> C + Send + 'static,
        to: Completions<C>,
    ) {
        self.push(Box::new(move || {
            let completion = catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panic| failed(panic_text(&*panic)));
            let _ = to.post(completion);
        }));
    }

    /// Runs `job` as [`ThreadPool::spawn_guarded`] does, but on a thread of its own, which the calling thread starts: on
    /// Linux the two share their working directory, also when it is not that of the process.
    pub fn run_apart<C: Send + 'static>(
        job: Job<C>,
        failed: impl FnOnce(String) -> C + Send + 'static,
        to: Completions<C>,
    ) {
        let task = Arc::new(Mutex::new(Some(move || {
            let completion = catch_unwind(AssertUnwindSafe(job)).unwrap_or_else(|panic| failed(panic_text(&*panic)));
            let _ = to.post(completion);
        })));
        let shared = Arc::clone(&task);
        let run = move || {
            let task = shared.lock().take();
            if let Some(task) = task {
                task();
            }
        };
        let started = std::thread::Builder::new().name("brio-job".into()).spawn(run);
        // Without another thread the caller does the work.
        if started.is_err()
            && let Some(task) = task.lock().take()
        {
            task();
        }
    }

    /// Returns how many threads the pool has now.
    pub fn thread_count(&self) -> usize {
        self.shared.state.lock().thread_count
    }

    /// Waits until all jobs are done, for `time_max` at most. Returns whether they are.
    pub fn wait_until_idle(&self, time_max: Duration) -> bool {
        let mut state = self.shared.state.lock();
        let is_busy = |state: &mut State| !state.jobs.is_empty() || state.idle_count < state.thread_count;
        !self.shared.rest.wait_while_for(&mut state, is_busy, time_max).timed_out()
    }

    fn push(&self, task: Task) {
        let mut state = self.shared.state.lock();
        state.jobs.push_back(task);
        if !state.needs_another_thread() {
            return;
        }
        let thread_missing = state.jobs.len() > state.idle_count;
        if thread_missing && state.thread_count < self.shared.thread_count_max {
            state.thread_count += 1;
            drop(state);
            self.start_thread();
        } else {
            self.shared.wake_one(&mut state);
        }
    }

    fn start_thread(&self) {
        let shared = Arc::clone(&self.shared);
        let started = std::thread::Builder::new().name("brio-pool".into()).spawn(move || shared.work_loop());
        if started.is_ok() {
            return;
        }
        // The system has no thread left. Other pool threads will run the job; without any, the caller must.
        let mut state = self.shared.state.lock();
        state.thread_count -= 1;
        let task = if state.thread_count == 0 { state.jobs.pop_front() } else { None };
        drop(state);
        if let Some(task) = task {
            run(task);
        }
    }
}

impl std::fmt::Debug for ThreadPool {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ThreadPool").field("thread_count_max", &self.shared.thread_count_max).finish()
    }
}

impl Shared {
    /// Notifies a thread without work, unless one was notified and has not run yet.
    fn wake_one(&self, state: &mut State) {
        if !state.is_waking && state.idle_count > 0 {
            state.is_waking = self.work.notify_one();
        }
    }

    fn work_loop(&self) {
        let mut state = self.state.lock();
        let mut was_watching = false;
        loop {
            if let Some(task) = state.jobs.pop_front() {
                state.started_count += 1;
                if !state.jobs.is_empty() && state.needs_another_thread() {
                    self.wake_one(&mut state);
                }
                drop(state);
                let started = Instant::now();
                run(task);
                let time = started.elapsed();
                state = self.state.lock();
                state.add_time(time);
                continue;
            }
            let others_run = was_watching || state.running_count() > 1;
            let watches = !state.is_watched && others_run && state.has_short_jobs();
            let started_count = state.started_count;
            let timed_out = self.wait_for_work(&mut state, watches);
            was_watching = watches && state.started_count != started_count;
            // A job may have arrived when the wait timed out: the queue decides.
            if timed_out && !watches && state.jobs.is_empty() {
                state.thread_count -= 1;
                return;
            }
        }
    }

    /// Waits for a notification, or for the time that a thread waits which watches or has no work. Returns whether the
    /// time is over.
    fn wait_for_work(&self, state: &mut MutexGuard<'_, State>, watches: bool) -> bool {
        state.idle_count += 1;
        state.is_watched |= watches;
        self.rest.notify_all();
        let time = if watches { WATCH_INTERVAL } else { self.idle_lifetime };
        let timed_out = self.work.wait_for(state, time).timed_out();
        state.idle_count -= 1;
        if watches {
            state.is_watched = false;
        }
        if !timed_out {
            state.is_waking = false;
        }
        timed_out
    }
}

impl State {
    fn new() -> Self {
        Self {
            jobs: VecDeque::new(),
            thread_count: 0,
            idle_count: 0,
            is_waking: false,
            is_watched: false,
            started_count: 0,
            mean_time: nanoseconds(MEASURED_TIME_MAX),
        }
    }

    fn running_count(&self) -> usize {
        self.thread_count - self.idle_count
    }

    fn has_short_jobs(&self) -> bool {
        self.mean_time < nanoseconds(BACKLOG_MAX)
    }

    /// Returns whether the jobs in the queue should not wait for the running threads: they need too long for them, or
    /// one of them may be blocked and would not be noticed.
    fn needs_another_thread(&self) -> bool {
        let running_count = self.running_count();
        if running_count == 0 || !self.is_watched {
            return true;
        }
        let backlog = self.mean_time.saturating_mul(self.jobs.len() as u64) / running_count as u64;
        backlog > nanoseconds(BACKLOG_MAX)
    }

    fn add_time(&mut self, time: Duration) {
        self.mean_time = (self.mean_time * 7 + nanoseconds(time.min(MEASURED_TIME_MAX))) / 8;
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn run(task: Task) {
    // The panic hook has printed the panic; the thread and the state of the pool stay intact.
    let _ = catch_unwind(AssertUnwindSafe(task));
}

fn thread_count(wanted: Option<&str>) -> usize {
    match wanted.map(|text| text.trim().parse::<usize>()) {
        Some(Ok(count)) => count.clamp(1, THREAD_COUNT_MAX),
        Some(Err(_)) => 1,
        None => DEFAULT_THREAD_COUNT,
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        return (*text).to_owned();
    }
    panic.downcast_ref::<String>().cloned().unwrap_or_else(|| "the job panicked".to_owned())
}

#[cfg(test)]
#[path = "pool_tests.rs"]
mod tests;
