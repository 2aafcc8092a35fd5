//! When jobs of the thread pool ran, for trace events. Nothing is measured until a program records them.

use rustix::thread::{Pid, gettid};
use rustix::time::{ClockId, clock_gettime};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

const MICROSECONDS: f64 = 1e6;
const NANOSECONDS_OF_MICROSECOND: f64 = 1e3;

static IS_MEASURING: AtomicBool = AtomicBool::new(false);

/// When and where a job ran. Times are microseconds of the monotonic clock, and of the thread's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JobTimes {
    /// The system's number of the thread.
    pub thread: i32,
    /// When the job began.
    pub begin_us: f64,
    /// When it ended.
    pub end_us: f64,
    /// The thread's own clock when the job began.
    pub clock_begin_us: f64,
    /// The thread's own clock when it ended.
    pub clock_end_us: f64,
}

thread_local! {
    /// The job whose completion is being delivered to this thread.
    static CURRENT: Cell<Option<JobTimes>> = const { Cell::new(None) };
}

/// Turns measuring on or off, for all threads.
pub fn measure(is_on: bool) {
    IS_MEASURING.store(is_on, Ordering::Relaxed);
}

/// The job whose completion is being delivered to this thread; None when it was not measured, or taken before.
#[must_use]
pub fn take() -> Option<JobTimes> {
    CURRENT.take()
}

/// The system's number of this thread.
#[must_use]
pub fn thread_number() -> i32 {
    Pid::as_raw(Some(gettid()))
}

/// The begin of a job on the thread that runs it; None when nothing is measured.
pub(crate) fn begin() -> Option<JobTimes> {
    IS_MEASURING.load(Ordering::Relaxed).then(|| {
        let (begin_us, clock_begin_us) = clocks();
        JobTimes { thread: thread_number(), begin_us, end_us: begin_us, clock_begin_us, clock_end_us: clock_begin_us }
    })
}

/// The end of a job on the thread that ran it.
pub(crate) fn end(begun: Option<JobTimes>) -> Option<JobTimes> {
    begun.map(|job| {
        let (end_us, clock_end_us) = clocks();
        JobTimes { end_us, clock_end_us, ..job }
    })
}

/// The completion of a job is about to be delivered to this thread, the one that requested it.
pub(crate) fn deliver(job: Option<JobTimes>) {
    CURRENT.set(job);
}

fn clocks() -> (f64, f64) {
    (microseconds(ClockId::Monotonic), microseconds(ClockId::ThreadCPUTime))
}

fn microseconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 * MICROSECONDS + time.tv_nsec as f64 / NANOSECONDS_OF_MICROSECOND
}

#[cfg(test)]
#[path = "job_times_tests.rs"]
mod tests;
