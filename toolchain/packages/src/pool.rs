//! A pool of plain threads for work that needs a processor: parsing records, unpacking tarballs, linking files.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    urgent: VecDeque<Job>,
    usual: VecDeque<Job>,
    is_over: bool,
}

/// The threads end when the pool is dropped; jobs that have not begun by then are dropped too.
pub struct Pool {
    shared: Arc<(Mutex<Queue>, Condvar)>,
}

impl Pool {
    /// Starts threads, as many as the machine has processors.
    pub fn start() -> Self {
        let count = std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 16);
        let shared = Arc::new((Mutex::new(Queue::default()), Condvar::new()));
        for _ in 0..count {
            let shared = Arc::clone(&shared);
            // With fewer threads the work takes longer; without any, `run` does it.
            let _ = std::thread::Builder::new().name("packages".to_string()).spawn(move || work(&shared));
        }
        Self { shared }
    }

    /// Queues a job before the usual ones.
    pub fn run_soon(&self, job: impl FnOnce() + Send + 'static) {
        self.push(|queue| queue.urgent.push_back(Box::new(job)));
    }

    /// Queues a job.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) {
        self.push(|queue| queue.usual.push_back(Box::new(job)));
    }

    fn push(&self, push: impl FnOnce(&mut Queue)) {
        push(&mut self.shared.0.lock().unwrap_or_else(PoisonError::into_inner));
        self.shared.1.notify_one();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        self.shared.1.notify_all();
    }
}

fn work(shared: &(Mutex<Queue>, Condvar)) {
    let (queue, ready) = shared;
    loop {
        let mut locked = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            if locked.is_over {
                return;
            }
            if let Some(job) = locked.urgent.pop_front().or_else(|| locked.usual.pop_front()) {
                break job;
            }
            locked = ready.wait(locked).unwrap_or_else(PoisonError::into_inner);
        };
        drop(locked);
        job();
    }
}
