//! `native:tracing`: the file of trace events, which all threads write, and what an event says of its thread.
//!
//! Does: the file (`trace_file`), the clock and the number of a thread. Does not: know what is an event
//! (`internal:node/trace_events`), or measure jobs of the thread pool (`brio_realm::job_times`).

mod generated {
    pub mod tracing_ops;
}
mod trace_file;

use brio_realm::job_times;
use brio_realm::op::{OpError, Text};
pub use generated::tracing_ops::AREA;
use generated::tracing_ops::TracingOps;
use rustix::time::{ClockId, clock_gettime};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use trace_file::TraceFile;

static FILE: Mutex<Option<TraceFile>> = Mutex::new(None);
static CATEGORIES: Mutex<String> = Mutex::new(String::new());

const WORD_BYTES: usize = 8;
const MICROSECONDS: f64 = 1e6;
const NANOSECONDS_OF_MICROSECOND: f64 = 1e3;

/// State of the area: none.
#[derive(Default)]
pub struct Tracing;

/// Locks what all threads share. A thread that panicked while it wrote leaves a file that the next write completes.
fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TracingOps for Tracing {
    fn open_file(&self, pattern: &str) -> Result<(), OpError> {
        let mut file = locked(&FILE);
        if file.is_none() {
            let created = TraceFile::create(pattern);
            *file = Some(created.map_err(|error| OpError::system(&error, "open").with_path(Path::new(pattern)))?);
        }
        Ok(())
    }

    fn append(&self, events: &str, count: u32) -> Result<(), OpError> {
        match locked(&FILE).as_mut() {
            Some(file) => file.append(events, count).map_err(|error| OpError::system(&error, "write")),
            None => Ok(()),
        }
    }

    fn set_categories(&self, categories: &str) -> Result<(), OpError> {
        categories.clone_into(&mut locked(&CATEGORIES));
        Ok(())
    }

    fn categories(&self) -> Result<Text, OpError> {
        Ok(locked(&CATEGORIES).clone().into())
    }

    fn thread_number(&self) -> Result<i32, OpError> {
        Ok(job_times::thread_number())
    }

    fn thread_clock(&self) -> Result<f64, OpError> {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Ok(time.tv_sec as f64 * MICROSECONDS + time.tv_nsec as f64 / NANOSECONDS_OF_MICROSECOND)
    }

    fn measure_jobs(&self, is_on: bool) -> Result<(), OpError> {
        job_times::measure(is_on);
        Ok(())
    }

    fn measured_job(&self, out: &mut [u8]) -> Result<bool, OpError> {
        let Some(job) = job_times::take() else {
            return Ok(false);
        };
        let words = [f64::from(job.thread), job.begin_us, job.end_us, job.clock_begin_us, job.clock_end_us];
        for (target, word) in out.chunks_exact_mut(WORD_BYTES).zip(words) {
            target.copy_from_slice(&word.to_ne_bytes());
        }
        Ok(true)
    }
}
