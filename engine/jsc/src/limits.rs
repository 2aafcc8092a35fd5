//! Limits of running code, for `node:vm`: a time, or a flag that a signal sets. Code that exceeds one is ended with an
//! exception that it cannot catch, up to the call that set the limit; the thread continues after that call.

use crate::active_limits::{self, Ended};
use crate::termination::{is_terminable, seconds_to_next_check};
use crate::{Context, Value, symbols::symbols, vm_entry};
use std::cell::Cell;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long code may run.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// None: without limit.
    pub time: Option<Duration>,
    /// Ends the code when it becomes true.
    pub interrupted: Option<Arc<AtomicBool>>,
}

/// The engine reads the first two words of an entry scope: its virtual machine and a global object. The rest is spare.
const ENTRY_SCOPE_WORDS: usize = 8;

thread_local! {
    /// Whether the engine watches the entries into this thread's virtual machine, without which it does not check
    /// limits.
    static IS_WATCHED: Cell<bool> = const { Cell::new(false) };
    /// The entry scope of this thread, null before it is made; it is never freed.
    static SCOPE: Cell<*mut usize> = const { Cell::new(ptr::null_mut()) };
    /// The same while it represents the entry during which watching began; null when that has ended.
    static STAND_IN: Cell<*mut usize> = const { Cell::new(ptr::null_mut()) };
}

impl<'cx> Context<'cx> {
    /// Whether this engine can end running code.
    pub fn can_limit(self) -> bool {
        let symbols = symbols();
        let can_watch = is_terminable() || (symbols.set_up_entry.is_some() && symbols.tear_down_entry.is_some());
        can_watch && symbols.throw_exception.is_some() && symbols.termination_exception.is_some()
    }

    /// Runs `work` within limits. Returns what it returned, and which limit ended it. [`Context::can_limit`] must hold.
    pub fn run_limited(
        self,
        limits: Limits,
        work: impl FnOnce() -> Result<Value<'cx>, Value<'cx>>,
    ) -> (Result<Value<'cx>, Value<'cx>>, Option<Ended>) {
        /// Ends the limits, also when `work` panics.
        struct Guard<'cx>(Context<'cx>);
        impl Drop for Guard<'_> {
            fn drop(&mut self) {
                active_limits::pop();
                self.0.check_in(seconds_to_next_check().unwrap_or(f64::INFINITY));
            }
        }
        active_limits::push(limits.time.and_then(|time| Instant::now().checked_add(time)), limits.interrupted);
        let _guard = Guard(self);
        self.check_in(seconds_to_next_check().unwrap_or(f64::INFINITY));
        self.watch_this_entry();
        let outcome = work();
        let ended = if outcome.is_err() { active_limits::last_ended() } else { None };
        (outcome, ended)
    }

    /// The engine begins to check limits when the virtual machine is entered from outside, and this thread is inside:
    /// so a second entry is simulated.
    fn watch_this_entry(self) {
        if !IS_WATCHED.get() && !is_terminable() {
            self.enter_again();
        }
    }

    /// Simulates another entry, so that the engine checks again what it checks with each entry: limits, and the time
    /// zone. Call [`Context::leave_watched_entry`] when no JavaScript runs on this thread. Not for virtual machines
    /// that can be terminated.
    pub fn enter_again(self) {
        let Some(set_up) = symbols().set_up_entry else { return };
        IS_WATCHED.set(true);
        if SCOPE.get().is_null() {
            // The engine stores its address; it is made once per thread.
            SCOPE.set(Box::leak(Box::new(self.entry_scope())).as_mut_ptr());
        }
        let scope = SCOPE.get();
        STAND_IN.set(scope);
        vm_entry::note_replaced();
        // SAFETY: the scope names the live virtual machine of this thread, whose lock is held, and its global object; it is never freed.
        self.locked(|| unsafe { set_up(scope) });
    }

    /// What the engine reads of an entry scope.
    pub(crate) fn entry_scope(self) -> [usize; ENTRY_SCOPE_WORDS] {
        let mut scope = [0; ENTRY_SCOPE_WORDS];
        scope[0] = self.raw_group() as usize;
        scope[1] = self.raw_global() as usize;
        scope
    }

    /// Ends what [`Context::run_limited`], when it was first used, or [`Context::enter_again`] began. Call it when no JavaScript runs on this thread.
    pub fn leave_watched_entry(self) {
        let scope = STAND_IN.replace(ptr::null_mut());
        let Some(tear_down) = symbols().tear_down_entry else { return };
        if !scope.is_null() {
            // For the engine the last entry ends, which may be the one that tasks share and that began after this one.
            vm_entry::note_replaced();
            // SAFETY: the scope that `set_up` was called with; the lock is held, and no code runs inside of the scope
            // any more.
            self.locked(|| unsafe { tear_down(scope) });
        }
    }
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
