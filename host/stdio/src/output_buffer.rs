//! Standard output that is joined until the turn ends. A long turn must not delay it: the output of a program that logs
//! and then computes for minutes, loops for ever or is killed has to appear. A thread writes what waits for too long.

use rustix::fd::BorrowedFd;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The maximum delay of output.
const WAIT: Duration = Duration::from_millis(20);
/// The thread only writes.
const STACK_BYTES: usize = 64 * 1024;
/// A buffer above this capacity is freed once it is empty.
const RETAINED_BYTES_MAX: usize = 128 * 1024;

/// The joined output, shared with the thread that writes it when it waits for too long.
#[derive(Default)]
pub(crate) struct OutputBuffer {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    buffered: Mutex<Buffered>,
    changed: Condvar,
}

#[derive(Default)]
struct Buffered {
    bytes: Vec<u8>,
    is_watched: bool,
    has_thread: bool,
}

impl OutputBuffer {
    /// Lets `append` add output. Returns how many bytes are buffered now, with the result of `append`.
    pub fn add<R>(&self, append: impl FnOnce(&mut Vec<u8>) -> R) -> (usize, R) {
        let mut buffered = self.shared.lock();
        let result = append(&mut buffered.bytes);
        (buffered.bytes.len(), result)
    }

    /// Makes sure that buffered output is written soon, even if this thread does not return to it.
    pub fn watch(&self) {
        let mut buffered = self.shared.lock();
        if buffered.is_watched || buffered.bytes.is_empty() {
            return;
        }
        if !buffered.has_thread {
            let shared = self.shared.clone();
            // Without a thread the output waits for the end of the turn.
            buffered.has_thread = thread::Builder::new()
                .name("stdout".into())
                .stack_size(STACK_BYTES)
                .spawn(move || shared.watch())
                .is_ok();
        }
        buffered.is_watched = buffered.has_thread;
        self.shared.changed.notify_one();
    }

    /// Passes buffered output to `write`, before more is added.
    pub fn take<R>(&self, write: impl FnOnce(&[u8]) -> R) -> Option<R> {
        self.shared.lock().write(write)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Buffered> {
        self.buffered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut buffered = self.lock();
        loop {
            while !buffered.is_watched {
                buffered = self.changed.wait(buffered).unwrap_or_else(PoisonError::into_inner);
            }
            drop(buffered);
            thread::sleep(WAIT);
            buffered = self.lock();
            buffered.is_watched = false;
            // No caller can receive a failure here; the next write of the program meets it too.
            buffered.write(|bytes| write_out(rustix::stdio::stdout(), bytes));
        }
    }
}

impl Buffered {
    fn write<R>(&mut self, write: impl FnOnce(&[u8]) -> R) -> Option<R> {
        if self.bytes.is_empty() {
            return None;
        }
        let result = write(&self.bytes);
        self.bytes.clear();
        self.bytes.shrink_to(RETAINED_BYTES_MAX);
        Some(result)
    }
}

fn write_out(descriptor: BorrowedFd<'_>, bytes: &[u8]) {
    let _ = crate::write_all(descriptor, bytes);
}
