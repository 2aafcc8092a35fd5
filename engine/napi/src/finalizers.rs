//! The finalizers of one realm that will run: never in a collection, but at the end of a turn, or at the end of `gc()`.

use crate::env::{Env, FinalizerOf};
use crate::references::{Finalizer, RefHandle};
use crate::types::EnvPointer;
use std::cell::RefCell;
use std::collections::VecDeque;

/// What a finalizer is queued for.
#[derive(Clone, Copy)]
pub enum QueuedWork {
    /// That of a reference, unless it is deleted before.
    Reference(RefHandle),
    /// That of memory that JavaScript does not use any more.
    Memory(Finalizer),
    /// One that the addon posted, which may do everything.
    Posted(Finalizer),
}

struct QueuedFinalizer {
    env: EnvPointer,
    work: QueuedWork,
}

/// Finalizers in the order in which they run.
#[derive(Default)]
pub struct FinalizerQueue(RefCell<VecDeque<QueuedFinalizer>>);

impl FinalizerQueue {
    pub fn push(&self, env: &Env, work: QueuedWork) {
        self.0.borrow_mut().push_back(QueuedFinalizer { env: env.pointer(), work });
    }

    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Runs those of addons whose finalizers may run at any time; the others stay queued.
    pub fn run_immediate(&self) {
        let queued = self.0.take();
        let (now, later): (VecDeque<_>, VecDeque<_>) = queued.into_iter().partition(QueuedFinalizer::is_immediate);
        *self.0.borrow_mut() = later;
        now.into_iter().for_each(QueuedFinalizer::run);
    }

    /// Runs all, and those that they queue.
    pub fn run(&self) {
        while let Some(queued) = self.take() {
            queued.run();
        }
    }

    fn take(&self) -> Option<QueuedFinalizer> {
        self.0.borrow_mut().pop_front()
    }
}

impl QueuedFinalizer {
    fn run(self) {
        let Some(env) = self.env.get() else { return };
        match self.work {
            QueuedWork::Reference(reference) => env.finalize_reference(reference),
            QueuedWork::Memory(finalizer) => env.run_finalizer(finalizer, FinalizerOf::Memory),
            QueuedWork::Posted(finalizer) => env.run_finalizer(finalizer, FinalizerOf::Posted),
        }
    }

    /// Whether it may run at any time, before the end of the turn.
    fn is_immediate(&self) -> bool {
        !matches!(self.work, QueuedWork::Posted(_)) && self.env.get().is_some_and(Env::is_experimental)
    }
}
