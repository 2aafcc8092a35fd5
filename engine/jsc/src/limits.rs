//! Limits of running code, for `node:vm`: a time, or a flag that a signal sets. Code that exceeds one is ended with an
//! exception that it cannot catch, up to the call that set the limit; the thread continues after that call.
//!
//! The engine calls `should_terminate` in `vm.rs` from within running code. If it returned true, the engine would note
//! that the whole virtual machine ends, and would also end what runs after the limit. So the callback throws the
//! engine's own uncatchable exception and returns false.

use crate::{Context, Value, symbols::symbols, vm, vm_entry};
use brio_jsc_sys as sys;
use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long code may run.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// None: without limit.
    pub time: Option<Duration>,
    /// Ends the code when it becomes true.
    pub interrupted: Option<Arc<AtomicBool>>,
}

/// Why code was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    TimedOut,
    Interrupted,
}

/// How often running code checks its limits: as soon as a deadline may have passed, within these bounds. The engine's
/// own clock for this is the CPU time of the thread, which runs slower than ours on a busy machine.
const LOOK_SECONDS_MIN: f64 = 0.0005;
const LOOK_SECONDS_MAX: f64 = 0.005;
/// The same for code that was ended and did not stop: a native function in between caught the exception. Its clean-up
/// needs some time.
const LOOK_AGAIN_SECONDS: f64 = 0.01;

/// The engine reads the first two words of an entry scope: its virtual machine and a global object. The rest is spare.
const ENTRY_SCOPE_WORDS: usize = 8;

struct Active {
    deadline: Option<Instant>,
    interrupted: Option<Arc<AtomicBool>>,
    ended: Option<Ended>,
}

thread_local! {
    static ACTIVE: RefCell<Vec<Active>> = const { RefCell::new(Vec::new()) };
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
        let can_watch = vm::is_terminable() || (symbols.set_up_entry.is_some() && symbols.tear_down_entry.is_some());
        can_watch && symbols.throw_exception.is_some() && symbols.termination_exception.is_some()
    }

    /// Runs `work` within limits. Returns what it returned, and which limit ended it. [`Context::can_limit`] must hold.
    pub fn run_limited(
        self,
        limits: Limits,
        work: impl FnOnce() -> Result<Value<'cx>, Value<'cx>>,
    ) -> (Result<Value<'cx>, Value<'cx>>, Option<Ended>) {
        /// Ends the limits, also when `work` panics.
        struct Guard(sys::JSContextRef);
        impl Drop for Guard {
            fn drop(&mut self) {
                ACTIVE.with_borrow_mut(Vec::pop);
                vm::look_at_limits_in(
                    self.0,
                    seconds_to_next_look().or_else(vm::termination_look).unwrap_or(f64::INFINITY),
                );
            }
        }
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        ACTIVE.with_borrow_mut(|active| active.push(Active { deadline, interrupted: limits.interrupted, ended: None }));
        let _guard = Guard(self.raw());
        vm::look_at_limits_in(self.raw(), seconds_to_next_look().unwrap_or(LOOK_SECONDS_MAX));
        self.watch_this_entry();
        let outcome = work();
        let ended = if outcome.is_err() {
            ACTIVE.with_borrow(|active| active.last().and_then(|active| active.ended))
        } else {
            None
        };
        (outcome, ended)
    }

    /// The engine begins to check limits when the virtual machine is entered from outside, and this thread is inside:
    /// so a second entry is simulated.
    fn watch_this_entry(self) {
        if !IS_WATCHED.get() && !vm::is_terminable() {
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

/// Whether code of this thread runs beyond a limit; notes which.
pub(crate) fn is_beyond() -> bool {
    ACTIVE.with_borrow_mut(|active| {
        let mut is_beyond = false;
        for limit in active.iter_mut() {
            if limit.ended.is_none() && limit.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                limit.ended = Some(Ended::TimedOut);
            }
            if limit.ended.is_none() && limit.interrupted.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                limit.ended = Some(Ended::Interrupted);
            }
            is_beyond |= limit.ended.is_some();
        }
        is_beyond
    })
}

/// When running code must check its limits again; None when there are none.
pub(crate) fn seconds_to_next_look() -> Option<f64> {
    ACTIVE.with_borrow(|active| {
        let look = |limit: &Active| match limit.deadline {
            _ if limit.ended.is_some() => LOOK_AGAIN_SECONDS,
            Some(deadline) => deadline
                .saturating_duration_since(Instant::now())
                .as_secs_f64()
                .clamp(LOOK_SECONDS_MIN, LOOK_SECONDS_MAX),
            None => LOOK_SECONDS_MAX,
        };
        active.iter().map(look).reduce(f64::min)
    })
}

impl Context<'_> {
    /// Whether a native function of code beyond a limit ends with the uncatchable exception instead of its own, which it has made pending.
    pub(crate) fn ends_uncatchably(self) -> bool {
        let is_beyond = is_beyond();
        if is_beyond {
            self.locked(|| throw_uncatchable(self.raw()));
        }
        is_beyond
    }
}

/// Makes the engine's uncatchable exception the pending one of the code that runs in `context`; the lock is held.
pub(crate) fn throw_uncatchable(context: sys::JSContextRef) {
    let (Some(throw), Some(exception)) = (symbols().throw_exception, symbols().termination_exception) else { return };
    let group = vm::group_of(context);
    // SAFETY: a live virtual machine; the engine keeps the exception that it returns alive.
    let exception = unsafe { exception(group) };
    // SAFETY: the virtual machine, its running context and an exception of it; the engine called us where code may throw.
    unsafe { throw(group, context, exception) };
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
