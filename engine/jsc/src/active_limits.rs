//! The limits that code of this thread runs within (`limits.rs` sets them), and whether one is exceeded.
//!
//! The engine calls `should_terminate` in `termination.rs` from within running code. If it returned true, the engine
//! would note that the whole virtual machine ends, and would also end what runs after the limit. So the callback throws
//! the engine's own uncatchable exception and returns false.

use crate::{Context, symbols::symbols};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

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

struct Active {
    deadline: Option<Instant>,
    interrupted: Option<Arc<AtomicBool>>,
    ended: Option<Ended>,
}

thread_local! {
    static ACTIVE: RefCell<Vec<Active>> = const { RefCell::new(Vec::new()) };
}

/// Adds a limit, which counts until [`pop`].
pub(crate) fn push(deadline: Option<Instant>, interrupted: Option<Arc<AtomicBool>>) {
    ACTIVE.with_borrow_mut(|active| active.push(Active { deadline, interrupted, ended: None }));
}

/// Removes the limit that was added last.
pub(crate) fn pop() {
    ACTIVE.with_borrow_mut(Vec::pop);
}

/// How the limit that was added last ended its code; None when it did not.
pub(crate) fn last_ended() -> Option<Ended> {
    ACTIVE.with_borrow(|active| active.last().and_then(|active| active.ended))
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
            self.locked(|| throw_uncatchable(self));
        }
        is_beyond
    }
}

/// Makes the engine's uncatchable exception the pending one of the code that runs in `cx`; the lock is held.
pub(crate) fn throw_uncatchable(cx: Context<'_>) {
    let (Some(throw), Some(exception)) = (symbols().throw_exception, symbols().termination_exception) else { return };
    let group = cx.raw_group();
    // SAFETY: a live virtual machine; the engine keeps the exception that it returns alive.
    let exception = unsafe { exception(group) };
    // SAFETY: the virtual machine, its running context and an exception of it; the engine called us where code may throw.
    unsafe { throw(group, cx.raw(), exception) };
}
