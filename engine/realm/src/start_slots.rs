//! Which workers start when, and on which thread. As many start at the same time as there are processors: more would
//! not start sooner, but each would need a VM of its own, where one can reuse the VM of another.
//!
//! A worker holds its slot until it waits for an event, or has ended. A program that takes long loses the slot to the
//! next in the queue, so that no worker waits forever. The limit is CPU time: on a busy machine a program that merely
//! got no processor is not a long one. A thread whose worker has left a VM (`brio_jsc::vm_reuse`) runs the next.

use brio_jsc::vm_reuse;
use std::cell::Cell;
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::num::NonZero;
use std::os::unix::fs::FileExt;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// A program that has used so much CPU time without returning to its loop loses its slot.
const PATIENCE_CPU: Duration = Duration::from_millis(25);
/// A program that has not returned for so long loses its slot, whatever it does.
const PATIENCE_WALL: Duration = Duration::from_millis(80);
/// A thread that has a VM and nothing to do ends after so long.
const IDLE_MAX: Duration = Duration::from_secs(2);
/// How often the holders are checked while a worker is queued.
const WATCH_EVERY: Duration = Duration::from_millis(4);

/// A worker that is to start.
pub struct Job {
    /// Runs it to its end; must not panic.
    pub run: Box<dyn FnOnce() + Send>,
    /// Called when there is no thread for it.
    pub failed: Box<dyn FnOnce(&io::Error) + Send>,
    /// The stack size that it requests.
    pub stack_bytes: usize,
}

/// A job with the number of its slot.
type Started = (Job, u32);

/// When a program began, and how much CPU time its thread had used until then.
struct Beginning {
    time: Instant,
    statistics: Option<File>,
    cpu: Duration,
}

impl Beginning {
    fn now() -> Self {
        let statistics = File::open("/proc/thread-self/schedstat").ok();
        let cpu = cpu_time(statistics.as_ref());
        Self { time: Instant::now(), statistics, cpu }
    }

    fn is_long_ago(&self) -> bool {
        self.time.elapsed() >= PATIENCE_WALL
            || cpu_time(self.statistics.as_ref()).saturating_sub(self.cpu) >= PATIENCE_CPU
    }
}

/// The CPU time of the thread whose `schedstat` this is: its first number, in nanoseconds. Zero where the system does
/// not provide it.
fn cpu_time(statistics: Option<&File>) -> Duration {
    let mut text = [0; 24];
    let length = statistics.and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
    let number = text[..length].split(|byte| *byte == b' ').next().and_then(|number| std::str::from_utf8(number).ok());
    number.and_then(|number| number.parse().ok()).map_or(Duration::ZERO, Duration::from_nanos)
}

/// The holder of a slot, and since when its program runs.
struct Holder {
    number: u32,
    runs_since: Option<Beginning>,
}

/// A thread that has a VM and nothing to do.
struct Idle {
    /// Identifies it.
    thread: ThreadId,
    stack_bytes: usize,
    sender: Sender<Started>,
}

struct Slots {
    holders: Vec<Holder>,
    line: VecDeque<Job>,
    idle: Vec<Idle>,
    last_number: u32,
    /// A thread checks for overdue holders as long as a worker is queued.
    is_watched: bool,
}

static SLOTS: Mutex<Slots> = Mutex::new(Slots {
    holders: Vec::new(),
    line: VecDeque::new(),
    idle: Vec::new(),
    last_number: 0,
    is_watched: false,
});
static CHANGED: Condvar = Condvar::new();

thread_local! {
    /// The slot of this thread; 0 for none.
    static HELD: Cell<u32> = const { Cell::new(0) };
}

fn slots() -> MutexGuard<'static, Slots> {
    SLOTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many processors this process may use, with the limit of its control group. Read once: it takes 25 system calls.
pub fn processors() -> usize {
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    *PROCESSORS.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get))
}

impl Slots {
    /// A free slot, or one whose holder is overdue.
    fn take_slot(&mut self) -> Option<u32> {
        if self.holders.len() >= processors() {
            let overdue = self
                .holders
                .iter()
                .position(|holder| holder.runs_since.as_ref().is_some_and(Beginning::is_long_ago))?;
            self.holders.swap_remove(overdue);
        }
        self.last_number = self.last_number.wrapping_add(1).max(1);
        self.holders.push(Holder { number: self.last_number, runs_since: None });
        Some(self.last_number)
    }

    fn leave_slot(&mut self, number: u32) {
        self.holders.retain(|holder| holder.number != number);
    }

    /// Starts as many as there are slots for.
    fn start_next(&mut self) {
        while !self.line.is_empty() {
            let Some(number) = self.take_slot() else { return };
            let Some(job) = self.line.pop_front() else { return };
            self.start(job, number);
        }
    }

    fn start(&mut self, job: Job, number: u32) {
        let stack_bytes = job.stack_bytes;
        let mut started = (job, number);
        while let Some(index) = self.idle.iter().position(|idle| idle.stack_bytes == stack_bytes) {
            match self.idle.swap_remove(index).sender.send(started) {
                Ok(()) => return,
                Err(returned) => started = returned.0,
            }
        }
        // The closure is lost when no thread can be made, so the notification uses a channel of its own.
        let (sender, receiver) = channel();
        match thread::Builder::new()
            .name("worker".into())
            .stack_size(stack_bytes)
            .spawn(move || receiver.recv().into_iter().for_each(|first| run_jobs(first, stack_bytes)))
        {
            Ok(_) => {
                // The thread waits for it.
                let _ = sender.send(started);
            }
            Err(error) => {
                self.leave_slot(number);
                (started.0.failed)(&error);
            }
        }
    }
}

/// Starts a worker as soon as there is a slot.
pub fn submit(job: Job) {
    let mut guard = slots();
    guard.line.push_back(job);
    guard.start_next();
    if !guard.line.is_empty() && !guard.is_watched {
        // Without this thread a slot is reassigned only when some worker returns to its loop.
        guard.is_watched = thread::Builder::new().name("starter".into()).spawn(watch).is_ok();
    }
}

/// Checks for overdue holders until no worker is queued.
fn watch() {
    let mut guard = slots();
    while !guard.line.is_empty() {
        guard.start_next();
        guard = CHANGED.wait_timeout(guard, WATCH_EVERY).unwrap_or_else(PoisonError::into_inner).0;
    }
    guard.is_watched = false;
}

/// The life of a worker's thread.
fn run_jobs(first: Started, stack_bytes: usize) {
    let mut next = Some(first);
    while let Some((job, number)) = next {
        HELD.set(number);
        (job.run)();
        next = next_job(stack_bytes);
    }
    vm_reuse::release_stored();
}

/// What this thread does after a worker has ended: runs the next queued one, or, if it has a VM for it, a later one.
fn next_job(stack_bytes: usize) -> Option<Started> {
    let mut guard = slots();
    guard.leave_slot(HELD.replace(0));
    if !vm_reuse::has_vm() {
        guard.start_next();
        return None;
    }
    if guard.line.front().is_some_and(|job| job.stack_bytes == stack_bytes)
        && let Some(number) = guard.take_slot()
    {
        let job = guard.line.pop_front();
        guard.start_next();
        return job.map(|job| (job, number));
    }
    guard.start_next();
    if guard.idle.len() >= processors() {
        return None;
    }
    let (sender, receiver) = channel();
    let thread = thread::current().id();
    guard.idle.push(Idle { thread, stack_bytes, sender });
    drop(guard);
    receiver.recv_timeout(IDLE_MAX).ok().or_else(|| {
        slots().idle.retain(|idle| idle.thread != thread);
        // A job may have arrived just before that.
        receiver.try_recv().ok()
    })
}

/// Notes that the program of this thread begins: from now on its slot can be reassigned.
pub fn program_started() {
    let number = HELD.get();
    if number != 0 {
        let beginning = Beginning::now();
        if let Some(holder) = slots().holders.iter_mut().find(|holder| holder.number == number) {
            holder.runs_since = Some(beginning);
        }
    }
}

/// Passes the slot of this thread to the next one, if it still has it: this one begins to wait.
pub fn release() {
    let number = HELD.replace(0);
    if number != 0 {
        let mut guard = slots();
        guard.leave_slot(number);
        guard.start_next();
    }
}

#[cfg(test)]
mod tests {
    use super::{Job, processors, program_started, submit};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::{Duration, Instant};

    fn job(run: impl FnOnce() + Send + 'static) -> Job {
        Job { run: Box::new(run), failed: Box::new(|error| panic!("{error}")), stack_bytes: 256 * 1024 }
    }

    /// One test for both, because they share the slots.
    #[test]
    fn no_more_start_than_there_are_processors_and_a_long_program_stops_nobody() {
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let (sender, receiver) = channel();
        for _ in 0..20 {
            let sender = sender.clone();
            submit(job(move || {
                MOST.fetch_max(RUNNING.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(1));
                RUNNING.fetch_sub(1, Ordering::SeqCst);
                sender.send(()).unwrap();
            }));
        }
        (0..20).for_each(|_| receiver.recv().unwrap());
        assert!((1..=processors()).contains(&MOST.load(Ordering::SeqCst)));

        for _ in 0..processors() {
            submit(job(|| {
                program_started();
                thread::sleep(Duration::from_millis(600));
            }));
        }
        let began = Instant::now();
        submit(job(move || sender.send(()).unwrap()));
        receiver.recv().unwrap();
        assert!(began.elapsed() < Duration::from_millis(400), "it waited for programs that take long");
    }
}
