//! How tasks enter the virtual machine: each worker's task as one entry, with the promise jobs that it queues, and many
//! of the main thread's as one (`docs/decisions/0039-shared-engine-entries.md`).
//!
//! A task of a worker: without this the engine enters anew for each job as the lock is released, and each entry
//! restarts the interval after which running code checks whether it must end. So an endless chain of jobs would never
//! check. Inside of one entry it checks like any other code, and the jobs cost no entries of their own.
//!
//! Tasks of the main thread: an entry costs more than a short call, for the lock, the time zone and what else may have
//! changed outside. The tasks that are ready in one turn share an entry, and the promise jobs of each task run before
//! the next. The next turns continue in it, without the lock in between, for as long as [`SHARED_ENTRY_MAX`]: with each
//! entry the engine discards its data of the time zone, and loading it again costs more than most tasks.

use crate::{Context, Value, symbols::symbols, termination, vm_reuse};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ptr;
use std::time::{Duration, Instant};

/// After this time another entry begins, which detects a changed time zone.
const SHARED_ENTRY_MAX: Duration = Duration::from_secs(1);

thread_local! {
    /// The entry scope that represents the tasks of this thread, made by the first; it is never freed, so that the
    /// engine may store its address.
    static SCOPE: Cell<*mut usize> = const { Cell::new(ptr::null_mut()) };
    static IS_INSIDE: Cell<bool> = const { Cell::new(false) };
    static SHARED: Cell<Shared> = const { Cell::new(Shared::Off) };
    /// When the current shared entry of the engine began.
    static ENTERED_AT: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// The entry that the tasks of the main thread share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shared {
    /// Each task enters for itself.
    Off,
    /// The next task enters, for all that follow it.
    Open,
    /// Entered, and the lock is held.
    Entered,
    /// The lock is held; the engine's entry is not this one any more: another one was simulated since
    /// (`Context::enter_again`), or such a one was left.
    Replaced,
}

/// Notes that another entry was simulated, or that its entry ended: both end this one.
pub(crate) fn note_replaced() {
    ENTERED_AT.set(None);
    if SHARED.get() == Shared::Entered {
        SHARED.set(Shared::Replaced);
    }
}

/// While it lives, tasks of this thread share an entry; then the lock is released, and the next tasks continue in it.
pub struct SharedEntry<'cx>(Context<'cx>, bool);

impl Drop for SharedEntry<'_> {
    fn drop(&mut self) {
        if !self.1 {
            return;
        }
        if matches!(SHARED.replace(Shared::Off), Shared::Entered | Shared::Replaced) {
            // SAFETY: locked in `run_shared` on this thread.
            unsafe { sys::JSUnlock(self.0.raw()) };
        }
    }
}

impl<'cx> Context<'cx> {
    /// Lets the tasks that follow share an entry until the result is dropped. Without effect where the virtual machine
    /// can be terminated.
    pub fn share_entry(self) -> SharedEntry<'cx> {
        let symbols = symbols();
        let can_share =
            symbols.set_up_entry.is_some() && symbols.tear_down_entry.is_some() && symbols.drain_microtasks.is_some();
        let begins = can_share && !termination::is_terminable() && !IS_INSIDE.get() && SHARED.get() == Shared::Off;
        if begins {
            SHARED.set(Shared::Open);
        }
        SharedEntry(self, begins)
    }

    /// Leaves the entry that tasks share, before work that must not be inside of one; the next task enters anew.
    pub fn leave_shared_entry(self) {
        if IS_INSIDE.get() {
            return;
        }
        if ENTERED_AT.get().is_some() {
            self.locked(|| self.tear_down_shared());
        }
        if matches!(SHARED.get(), Shared::Entered | Shared::Replaced) {
            SHARED.set(Shared::Open);
            // SAFETY: locked in `run_shared` on this thread.
            unsafe { sys::JSUnlock(self.raw()) };
        }
    }

    /// Ends the shared entry of the engine, if there is one. The lock must be held.
    fn tear_down_shared(self) {
        if let (Some(_), Some(tear_down)) = (ENTERED_AT.take(), symbols().tear_down_entry) {
            // SAFETY: the scope that `set_up` was called with; the lock is held, and nothing runs inside of the scope any more.
            unsafe { tear_down(SCOPE.get()) };
        }
    }

    /// Runs a task within the shared entry, which begins with the first.
    fn run_shared<R>(self, work: impl FnOnce() -> R) -> R {
        /// Ends the task, also when `work` panics.
        struct Inside;
        impl Drop for Inside {
            fn drop(&mut self) {
                IS_INSIDE.set(false);
            }
        }
        if let (Shared::Open, Some(set_up)) = (SHARED.get(), symbols().set_up_entry) {
            // SAFETY: a live context; `leave_shared_entry` or the end of the turn unlocks.
            unsafe { sys::JSLock(self.raw()) };
            let now = Instant::now();
            if ENTERED_AT.get().is_none_or(|entered_at| now - entered_at >= SHARED_ENTRY_MAX) {
                self.tear_down_shared();
                // SAFETY: the scope names the live virtual machine of this thread, whose lock is held, and its global object.
                unsafe { set_up(self.scope()) };
                ENTERED_AT.set(Some(now));
            }
            SHARED.set(Shared::Entered);
        }
        IS_INSIDE.set(true);
        let _inside = Inside;
        let result = work();
        if let Some(drain) = symbols().drain_microtasks {
            // SAFETY: a live group of this thread, whose lock is held.
            unsafe { drain(self.raw_group()) };
        }
        result
    }

    /// Runs `work`, then the queued promise jobs, as one entry. Within such an entry, or where the virtual machine
    /// cannot be terminated and no entry is shared: just `work`.
    pub fn within_entry<R>(self, work: impl FnOnce() -> R) -> R {
        /// Ends the entry, also when `work` panics.
        struct Entered(unsafe extern "C" fn(*mut usize), *mut usize);
        impl Drop for Entered {
            fn drop(&mut self) {
                // SAFETY: the scope that `set_up` was called with; the lock is held, and nothing runs inside of the scope any more.
                unsafe { self.0(self.1) };
                IS_INSIDE.set(false);
            }
        }
        if SHARED.get() != Shared::Off && !IS_INSIDE.get() {
            return self.run_shared(work);
        }
        if !termination::is_terminable() || IS_INSIDE.get() {
            return work();
        }
        let symbols = symbols();
        let (Some(set_up), Some(tear_down), Some(drain)) =
            (symbols.set_up_entry, symbols.tear_down_entry, symbols.drain_microtasks)
        else {
            return work();
        };
        let group = self.raw_group();
        self.locked(|| {
            let scope = self.scope();
            // SAFETY: the scope names the live virtual machine of this thread, whose lock is held, and its global object.
            unsafe { set_up(scope) };
            IS_INSIDE.set(true);
            let _entered = Entered(tear_down, scope);
            let result = work();
            // SAFETY: a live group of this thread, whose lock is held.
            unsafe { drain(group) };
            self.clear_termination();
            result
        })
    }

    /// Clears the exception that a terminated promise job left pending: the engine ends the process when a function is
    /// compiled beside it.
    fn clear_termination(self) {
        if vm_reuse::was_terminated() {
            // Each function of the C API that can throw takes the pending exception.
            let _ = Value::boolean(true).to_number(self);
        }
    }

    /// The scope of this thread, naming the virtual machine and the global object of this context.
    fn scope(self) -> *mut usize {
        let words = self.entry_scope();
        if SCOPE.get().is_null() {
            SCOPE.set(Box::leak(Box::new(words)).as_mut_ptr());
        }
        let scope = SCOPE.get();
        // SAFETY: made above with as many words, and only this thread has it; the engine does not read it between
        // entries.
        unsafe { ptr::copy_nonoverlapping(words.as_ptr(), scope, words.len()) };
        scope
    }
}

#[cfg(test)]
#[path = "vm_entry_tests.rs"]
mod tests;
