//! `native:worker`: threads with realms of their own.
//!
//! Does: start and stop threads; deliver their output, errors and exit codes to the parent's loop; hold the
//! process-wide state of threads: their numbers, locks and shared environments. Does not: pass messages
//! (`host/messaging`), or define what programs see of a worker (`node:worker_threads`, `builtins/internal/web/worker`).
//! Start reading at [`thread::run`].

mod child;
mod environments;
mod generated {
    pub mod worker_ops;
}
mod locks;
mod overdue;
mod thread;
mod threads;

use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Text, Thrown};
use child::Child;
pub use generated::worker_ops::AREA;
use generated::worker_ops::{LockRequest, LockRequestKind, ThreadRequest, Times, WorkerOps};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The children of one thread, and the descriptors that it has to close.
pub struct Worker {
    children: RefCell<HashMap<u32, Entry>>,
    descriptors: RefCell<BTreeSet<i32>>,
}

struct Entry {
    child: Arc<Child>,
    is_referenced: bool,
}

/// Numbers of threads; 0 is the main thread.
static NEXT_THREAD: AtomicU32 = AtomicU32::new(1);
/// Those of Brio's own threads, which programs do not see: their workers are numbered as without them.
static NEXT_OWN_THREAD: AtomicU32 = AtomicU32::new(1 << 30);

impl Default for Worker {
    fn default() -> Self {
        // A thread that ends stops its children.
        brio_realm::op::drop_at_end(|| {
            let state = generated::worker_ops::state();
            state.children.take().into_values().for_each(|entry| entry.child.stop());
            for descriptor in state.descriptors.take() {
                // A descriptor that is already closed does no harm.
                let _ = brio_descriptor::close(descriptor);
            }
        });
        Self { children: RefCell::default(), descriptors: RefCell::default() }
    }
}

impl WorkerOps for Worker {
    fn thread_id(&self) -> Result<u32, OpError> {
        Ok(thread::number())
    }

    fn start(
        &self,
        argument: &str,
        stack_bytes: f64,
        heap_bytes_max: f64,
        writes_itself: bool,
    ) -> Result<u32, OpError> {
        let next = if writes_itself { &NEXT_OWN_THREAD } else { &NEXT_THREAD };
        let number = next.fetch_add(1, Ordering::Relaxed);
        let child = Arc::new(Child::default());
        let realm = Realm::current();
        let start = thread::Start {
            shared: realm.shared(),
            number,
            argument: argument.to_string(),
            stack_bytes: stack_bytes as usize,
            heap_bytes_max,
            writes_itself,
        };
        realm.retain();
        threads::add(number);
        if thread::number() == 0 {
            threads::connect(0, realm.remote());
        }
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

    fn has_ended(&self, thread: u32) -> Result<bool, OpError> {
        Ok(threads::has_ended(thread))
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

    fn program_started(&self) -> Result<(), OpError> {
        brio_realm::start_slots::program_started();
        Ok(())
    }

    fn will_block(&self) -> Result<(), OpError> {
        brio_realm::start_slots::release();
        Ok(())
    }

    fn close(&self, code: i32) -> Result<(), OpError> {
        Realm::current().close(code);
        Ok(())
    }

    fn end_overdue<'cx>(&self, cx: Context<'cx>, journal: i32, state_bytes: u32) -> Result<Value<'cx>, Thrown<'cx>> {
        let journal =
            brio_descriptor::borrow(journal).map_err(|errno| OpError::errno(errno.raw_os_error(), "write"))?;
        let failed = |error: &std::io::Error| OpError::system(error, "write");
        let journal = journal.try_clone_to_owned().map_err(|error| failed(&error))?;
        let memory = overdue::watch(state_bytes as usize, journal.into()).map_err(|error| failed(&error))?;
        Ok(cx.shared_counters(memory)?)
    }

    fn notify(&self, thread: u32, request: ThreadRequest, detail: u32) -> Result<bool, OpError> {
        Ok(threads::notify(thread, request, detail))
    }

    fn loop_times(&self, thread: u32) -> Result<Times, OpError> {
        let times = threads::loop_times(thread).unwrap_or_default();
        let start = if times.start_ms == 0.0 { 0.0 } else { times.start_ms - brio_realm::started().monotonic_ms };
        Ok(Times { start, idle: times.idle_ms })
    }

    fn share_environment(&self, entries: &[String]) -> Result<u32, OpError> {
        Ok(environments::share(entries))
    }

    fn shared_variable(&self, environment: u32, name: &str) -> Result<Option<Text>, OpError> {
        Ok(environments::get(environment, name).map(Text::from))
    }

    fn set_shared_variable(&self, environment: u32, name: &str, value: &str) -> Result<(), OpError> {
        environments::set(environment, name, value);
        Ok(())
    }

    fn delete_shared_variable(&self, environment: u32, name: &str) -> Result<(), OpError> {
        environments::delete(environment, name);
        Ok(())
    }

    fn shared_variable_names(&self, environment: u32) -> Result<Vec<String>, OpError> {
        Ok(environments::names(environment))
    }

    fn descriptor_opened(&self, fd: i32) -> Result<bool, OpError> {
        Ok(self.descriptors.borrow_mut().insert(fd))
    }

    fn descriptor_closed(&self, fd: i32) -> Result<bool, OpError> {
        Ok(self.descriptors.borrow_mut().remove(&fd))
    }

    fn request_lock(&self, name: &str, is_shared: bool, kind: LockRequestKind) -> Result<LockRequest, OpError> {
        let (lock, state) = locks::request(name, is_shared, kind, thread::number(), Some(Realm::current().remote()));
        Ok(LockRequest { lock, state })
    }

    fn release_lock(&self, lock: u32) -> Result<(), OpError> {
        locks::release(lock);
        Ok(())
    }

    fn all_locks(&self) -> Result<Vec<String>, OpError> {
        let text = |line: locks::LockInfo| {
            let state = if line.is_held { "held" } else { "pending" };
            let mode = if line.is_shared { "shared" } else { "exclusive" };
            [state.to_string(), line.name, mode.to_string(), line.thread.to_string()]
        };
        Ok(locks::snapshot().into_iter().flat_map(text).collect())
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

/// Removes a child that has ended.
pub(crate) fn forget(thread: u32) {
    let state = generated::worker_ops::state();
    state.set_referenced(thread, false);
    state.children.borrow_mut().remove(&thread);
}
