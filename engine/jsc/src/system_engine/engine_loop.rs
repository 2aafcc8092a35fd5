//! GLib's main loop, which the system's engine uses for its timers, WebAssembly compilation and finalization
//! registries (the static one has loops of its own, `static_engine/engine_loop.rs`). It costs the owner one file descriptor in the poller and a call when that is readable or the time-out is over.

use brio_jsc_sys as sys;
use std::ffi::c_int;
use std::os::fd::RawFd;
use std::time::Duration;

/// The main context of this thread. Created before the VM, since the engine binds to the thread's default context.
pub struct EngineLoop {
    /// Null when it was taken over with its VM.
    context: *mut sys::GMainContext,
}

const FDS_MAX: usize = 8;

impl EngineLoop {
    /// Makes a main context and the default one of this thread.
    pub fn new() -> Self {
        // SAFETY: no arguments; returns an owned reference.
        let context = unsafe { sys::g_main_context_new() };
        // SAFETY: a live context, used on this thread only; popped in `drop`.
        unsafe { sys::g_main_context_push_thread_default(context) };
        Self { context }
    }

    /// Takes it out of a VM that ends.
    pub(crate) fn take(&mut self) -> EngineLoop {
        EngineLoop { context: std::mem::replace(&mut self.context, std::ptr::null_mut()) }
    }

    /// Reads what the loop waits for: file descriptors to poll for reading, and how long it can wait at most.
    pub fn query(&self) -> (Vec<RawFd>, Option<Duration>) {
        let mut priority: c_int = 0;
        let mut timeout_ms: c_int = -1;
        let mut fds = [sys::GPollFD::default(); FDS_MAX];
        // SAFETY: a live context of this thread.
        if unsafe { sys::g_main_context_acquire(self.context) } == 0 {
            return (Vec::new(), None);
        }
        // SAFETY: a live context, acquired; the out-pointer is valid.
        unsafe { sys::g_main_context_prepare(self.context, &mut priority) };
        // SAFETY: a live context, acquired; the array has the size that is said.
        let count = unsafe {
            sys::g_main_context_query(self.context, priority, &mut timeout_ms, fds.as_mut_ptr(), FDS_MAX as c_int)
        };
        // SAFETY: acquired above.
        unsafe { sys::g_main_context_release(self.context) };
        let count = usize::try_from(count).unwrap_or(0).min(FDS_MAX);
        let timeout = u64::try_from(timeout_ms).ok().map(Duration::from_millis);
        (fds[..count].iter().map(|fd| fd.fd).collect(), timeout)
    }

    /// How long the loop can wait at most, without the descriptors: 55 ns.
    pub fn timeout(&self) -> Option<Duration> {
        self.query().1
    }

    /// When the loop has something to do, in milliseconds on the monotonic clock: `noted_ms`, which the caller made of
    /// [`EngineLoop::timeout`] after the last run. Whatever changes it makes the descriptor readable.
    pub fn due_ms(&self, noted_ms: f64) -> f64 {
        noted_ms
    }

    /// Runs what is ready, without waiting.
    pub fn run_ready(&self) {
        // SAFETY: a live context of this thread; callbacks are the engine's own.
        while unsafe { sys::g_main_context_iteration(self.context, 0) } != 0 {}
    }
}

impl Default for EngineLoop {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for EngineLoop {
    fn drop(&mut self) {
        if self.context.is_null() {
            return;
        }
        // SAFETY: pushed on this thread in `new`.
        unsafe { sys::g_main_context_pop_thread_default(self.context) };
        // SAFETY: the reference of `new`.
        unsafe { sys::g_main_context_unref(self.context) };
    }
}
