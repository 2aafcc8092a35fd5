//! The run loop of the static engine, which it uses for its timers, WebAssembly compilation and finalization registries
//! (the system's engine has GLib's, `system_engine/engine_loop.rs`). What this thread adds changes when the loop is due; what other threads
//! add makes its descriptor readable.

use brio_jsc_sys::static_engine as sys;
use std::os::fd::RawFd;
use std::time::Duration;

/// The run loop of this thread. Created before the VM, which binds to it; it lives as long as the thread.
pub struct EngineLoop {
    /// -1 when the system had no descriptor left: then only this thread adds work in time.
    descriptor: RawFd,
}

/// How often the loop runs again because running it added work that is due.
const RUNS_MAX: u32 = 16;

impl EngineLoop {
    /// Makes the run loop of this thread one that its owner drives.
    pub fn new() -> Self {
        // SAFETY: can be called on any thread at any time.
        Self { descriptor: unsafe { sys::brio_loop_begin() } }
    }

    /// Takes it out of a VM that ends.
    pub(crate) fn take(&mut self) -> EngineLoop {
        EngineLoop { descriptor: self.descriptor }
    }

    /// Reads what the loop waits for: file descriptors to poll for reading, and how long it can wait at most.
    pub fn query(&self) -> (Vec<RawFd>, Option<Duration>) {
        (Vec::from_iter((self.descriptor >= 0).then_some(self.descriptor)), self.timeout())
    }

    /// How long the loop can wait at most, without the descriptors.
    pub fn timeout(&self) -> Option<Duration> {
        let wait_ms = self.due_ms(f64::INFINITY) - monotonic_ms();
        Duration::try_from_secs_f64(wait_ms.max(0.0) / 1000.0).ok()
    }

    /// When the loop has something to do, in milliseconds on the monotonic clock; infinite for nothing.
    #[inline]
    pub fn due_ms(&self, _noted_ms: f64) -> f64 {
        // SAFETY: reads a variable of this thread.
        unsafe { sys::brio_loop_due_ms() }
    }

    /// Runs what is ready, without waiting.
    pub fn run_ready(&self) {
        for _ in 0..RUNS_MAX {
            // SAFETY: the loop of this thread, which no lock of the VM is held for.
            unsafe { sys::brio_loop_run() };
            if self.due_ms(f64::INFINITY) > monotonic_ms() {
                return;
            }
        }
    }
}

impl Default for EngineLoop {
    fn default() -> Self {
        Self::new()
    }
}

/// The clock that the engine uses too.
fn monotonic_ms() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}
