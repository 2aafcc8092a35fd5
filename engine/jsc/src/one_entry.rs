//! A task of a worker as one entry into its virtual machine, with the promise jobs that it leaves.
//!
//! Without this the engine enters for each job anew as the lock is released, and with each entry the time begins anew after which
//! running code looks whether it shall end. So a chain of jobs without end would never look. Inside of one entry it looks like
//! any other code, and the jobs cost no entries of their own.

use crate::{Context, symbols::symbols, vm};
use std::cell::Cell;
use std::ptr;

thread_local! {
    /// The entry scope that stands for the tasks of this thread, made by the first; it is never freed, so that the engine may
    /// keep its address.
    static SCOPE: Cell<*mut usize> = const { Cell::new(ptr::null_mut()) };
    static IS_INSIDE: Cell<bool> = const { Cell::new(false) };
}

impl Context<'_> {
    /// Runs `work`, then the promise jobs that wait, as one entry. Where the virtual machine cannot be terminated, or within
    /// such an entry: just `work`.
    pub fn as_one_entry<R>(self, work: impl FnOnce() -> R) -> R {
        /// Ends the entry, also when `work` panics.
        struct Entered(unsafe extern "C" fn(*mut usize), *mut usize);
        impl Drop for Entered {
            fn drop(&mut self) {
                // SAFETY: the scope that `set_up` was called with; the lock is held, and nothing runs inside of the scope any more.
                unsafe { self.0(self.1) };
                IS_INSIDE.set(false);
            }
        }
        if !vm::is_terminable() || IS_INSIDE.get() {
            return work();
        }
        let symbols = symbols();
        let (Some(set_up), Some(tear_down), Some(drain)) = (symbols.set_up_entry, symbols.tear_down_entry, symbols.drain_microtasks) else {
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
            result
        })
    }

    /// The scope of this thread, naming the virtual machine and the global object of this context.
    fn scope(self) -> *mut usize {
        let words = self.entry_scope();
        if SCOPE.get().is_null() {
            SCOPE.set(Box::leak(Box::new(words)).as_mut_ptr());
        }
        let scope = SCOPE.get();
        // SAFETY: made above with as many words, and only this thread has it; the engine does not look at it between entries.
        unsafe { ptr::copy_nonoverlapping(words.as_ptr(), scope, words.len()) };
        scope
    }
}

#[cfg(test)]
#[path = "one_entry_tests.rs"]
mod tests;
