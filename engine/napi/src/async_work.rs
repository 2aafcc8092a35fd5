//! Work that an addon does on the thread pool (`napi_async_work`).

use crate::env::Env;
use crate::types::{Complete, EnvPointer, Execute, Outcome, Status};
use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

const IDLE: u8 = 0;
const QUEUED: u8 = 1;
const RUNNING: u8 = 2;
const CANCELLED: u8 = 3;
const DONE: u8 = 4;

/// `napi_async_work` points to it.
pub struct AsyncWork {
    env: EnvPointer,
    execute: Execute,
    complete: Option<Complete>,
    data: *mut c_void,
    state: AtomicU8,
    pub context: u32,
}

// SAFETY: the pool only calls `execute` with the addon's data, as the addon requests; all else happens on the thread of the
// environment, and the state is atomic.
unsafe impl Send for AsyncWork {}
// SAFETY: as above.
unsafe impl Sync for AsyncWork {}

impl AsyncWork {
    pub fn new(env: &Env, execute: Execute, complete: Option<Complete>, data: *mut c_void, context: u32) -> Arc<Self> {
        Arc::new(Self { env: env.pointer(), execute, complete, data, state: AtomicU8::new(IDLE), context })
    }

    /// Queues the work on the thread pool; the loop stays alive until it has completed.
    pub fn queue(self: Arc<Self>, env: &Env) {
        self.state.store(QUEUED, Ordering::SeqCst);
        let realm = env.addons().realm();
        realm.retain();
        realm.begin_pool_job();
        let worker = self.clone();
        env.addons().remote().clone().on_pool(
            move || worker.run(),
            move |realm, ()| {
                realm.end_pool_job();
                realm.release();
                self.finish();
            },
        );
    }

    /// On the pool's thread.
    fn run(&self) {
        if self.state.compare_exchange(QUEUED, RUNNING, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
            // SAFETY: the addon passed the function with its data, to be called on another thread.
            unsafe { (self.execute)(self.env, self.data) };
        }
    }

    fn finish(self: Arc<Self>) {
        let Some(env) = self.env.get() else { return };
        let status = match self.state.swap(DONE, Ordering::SeqCst) {
            CANCELLED => Status::Cancelled,
            _ => Status::Ok,
        };
        let Some(complete) = self.complete else { return };
        env.addons().enter_task(
            self.context,
            Box::new(move || {
                // SAFETY: the addon passed the function with its data.
                env.call_addon_as_task(|| unsafe { complete(self.env, status, self.data) });
            }),
        );
    }

    /// Cancels work that no thread has begun; again, too.
    pub fn cancel(&self) -> Outcome {
        match self.state.compare_exchange(QUEUED, CANCELLED, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) | Err(CANCELLED) => Ok(()),
            Err(IDLE) => Err(Status::InvalidArg),
            // A thread runs it, or it has been done before.
            Err(_) => Err(Status::GenericFailure),
        }
    }
}
