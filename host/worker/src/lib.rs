//! `native:worker`: threads with realms of their own.
//!
//! What it does: starting and stopping threads, handing their output, errors and exit codes to the parent's loop. What
//! it does not: messages (`host/messaging`), and everything that programs see of a worker (`node:worker_threads`,
//! `web:worker`). Start reading at [`thread::run`].

mod child;
mod generated {
    pub mod worker_ops;
}
mod thread;

pub use generated::worker_ops::AREA;
use brio_realm::Realm;
use brio_realm::op::OpError;
use child::Child;
use generated::worker_ops::WorkerOps;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The children of one thread.
pub struct Worker {
    children: RefCell<HashMap<u32, Entry>>,
}

struct Entry {
    child: Arc<Child>,
    is_referenced: bool,
}

/// Numbers of threads; 0 is the main thread.
static NEXT_THREAD: AtomicU32 = AtomicU32::new(1);

impl Default for Worker {
    fn default() -> Self {
        // A thread that ends takes its children with it.
        brio_realm::op::drop_at_end(|| generated::worker_ops::state().children.take().into_values().for_each(|entry| entry.child.stop()));
        Self { children: RefCell::default() }
    }
}

impl WorkerOps for Worker {
    fn thread_id(&self) -> Result<u32, OpError> {
        Ok(thread::number())
    }

    fn start(&self, argument: &str, stack_bytes: f64, heap_bytes_max: f64, writes_itself: bool) -> Result<u32, OpError> {
        let number = NEXT_THREAD.fetch_add(1, Ordering::Relaxed);
        let child = Arc::new(Child::default());
        let realm = Realm::current();
        let start = thread::Start { number, argument: argument.to_string(), stack_bytes: stack_bytes as usize, heap_bytes_max, writes_itself };
        realm.retain();
        thread::start(start, Arc::clone(&child), realm.remote());
        self.children.borrow_mut().insert(number, Entry { child, is_referenced: true });
        Ok(number)
    }

    fn terminate(&self, thread: u32) -> Result<(), OpError> {
        if let Some(entry) = self.children.borrow().get(&thread) {
            entry.child.stop();
        }
        Ok(())
    }

    fn ref_(&self, thread: u32) -> Result<(), OpError> {
        self.set_referenced(thread, true);
        Ok(())
    }

    fn unref(&self, thread: u32) -> Result<(), OpError> {
        self.set_referenced(thread, false);
        Ok(())
    }

    fn report_error(&self, bytes: &[u8]) -> Result<(), OpError> {
        thread::report_error(bytes);
        Ok(())
    }

    fn program_begins(&self) -> Result<(), OpError> {
        brio_realm::start_slots::program_begins();
        Ok(())
    }

    fn close(&self) -> Result<(), OpError> {
        Realm::current().close();
        Ok(())
    }
}

impl Worker {
    fn set_referenced(&self, thread: u32, is_referenced: bool) {
        let mut children = self.children.borrow_mut();
        let Some(entry) = children.get_mut(&thread) else { return };
        if entry.is_referenced != is_referenced {
            entry.is_referenced = is_referenced;
            let realm = Realm::current();
            if is_referenced { realm.retain() } else { realm.release() }
        }
    }
}

/// Forgets a child that has ended.
pub(crate) fn forget(thread: u32) {
    let state = generated::worker_ops::state();
    state.set_referenced(thread, false);
    state.children.borrow_mut().remove(&thread);
}
