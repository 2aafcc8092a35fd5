//! How a realm ends, and where its output goes: the main thread's realm ends the process and writes by itself; a
//! worker's ends its thread and passes its output to its parent.

use crate::Realm;
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// Receives bytes that were written to descriptor 1 or 2, and where each write in them ends; without ends it was one.
pub type OutputSink = Box<dyn Fn(i32, &[u8], &[u32])>;

/// How long `exit` waits for the thread pool.
const JOBS_WAIT_MAX: Duration = Duration::from_secs(2);
/// The code of a worker that another thread stopped.
const EXIT_TERMINATED: i32 = 1;

pub(crate) struct Ending {
    is_worker: bool,
    is_closing: Cell<bool>,
    code: Cell<Option<i32>>,
    output: RefCell<Option<OutputSink>>,
}

impl Ending {
    pub fn new(is_worker: bool) -> Self {
        Self { is_worker, is_closing: Cell::new(false), code: Cell::new(None), output: RefCell::new(None) }
    }

    pub fn is_closing(&self) -> bool {
        self.is_closing.get()
    }

    pub fn redirect_output(&self, sink: Option<OutputSink>) {
        *self.output.borrow_mut() = sink;
    }

    /// The code of a worker that was stopped; None on the main thread, where JavaScript decides.
    pub fn stopped_code(&self) -> Option<i32> {
        self.is_worker.then(|| self.code.get().unwrap_or(EXIT_TERMINATED))
    }
}

impl Realm {
    /// Whether this is a worker's realm.
    pub fn is_worker(&self) -> bool {
        self.ending.is_worker
    }

    /// Ends the process at once with `code`, after writing buffered output. With `finishes_jobs` those of the thread
    /// pool, such as writes of files, are done first, unless they take longer than `JOBS_WAIT_MAX` (Node waits for them
    /// in any case). In a worker: ends the running code at the engine's next check, and then the thread, so it returns.
    pub fn exit(self: &std::rc::Rc<Self>, code: i32, finishes_jobs: bool) {
        self.flush_turn();
        if !self.ending.is_worker {
            self.note_settled(false);
            if finishes_jobs {
                brio_reactor::ThreadPool::shared().wait_until_idle(JOBS_WAIT_MAX);
            }
            brio_jsc::exit_process(code);
        }
        self.ending.code.set(Some(code));
        self.stop();
        self.context().check_termination_soon();
    }

    /// Ends the loop of a worker when the running task is done, with `code` unless it has one.
    pub fn close(&self, code: i32) {
        if self.ending.code.get().is_none() {
            self.ending.code.set(Some(code));
        }
        self.ending.is_closing.set(true);
    }

    /// Sends what is written to descriptors 1 and 2 to `sink` instead.
    pub fn redirect_output(&self, sink: OutputSink) {
        self.ending.redirect_output(Some(sink));
    }

    /// Ends `redirect_output`.
    pub fn write_output(&self) {
        self.ending.redirect_output(None);
    }

    /// Passes bytes for descriptor `fd` to the sink, with the ends of the joined writes (none for a single one). False
    /// when there is none: the caller writes them itself.
    pub fn write_redirected(&self, fd: i32, bytes: &[u8], ends: &[u32]) -> bool {
        match &*self.ending.output.borrow() {
            Some(sink) => {
                sink(fd, bytes, ends);
                true
            }
            None => false,
        }
    }

    /// Whether output is redirected.
    pub fn is_output_redirected(&self) -> bool {
        self.ending.output.borrow().is_some()
    }
}
