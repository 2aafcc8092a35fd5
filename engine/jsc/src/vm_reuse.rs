//! The VM of a worker that has ended, for the worker that its thread runs next. A VM that has run the builtins once has
//! their compiled form, which a new context of it finds again: starting costs a fraction
//! (`docs/decisions/0029-worker-start.md`).
//!
//! A VM is stored only if no code was terminated in it, and no work is queued in its loop. The next program gets a new
//! global object, so nothing of the previous one is reachable; its garbage is collected when there is much of it.
//! A VM stays with its thread: the engine's watchdog may signal the thread that used a VM last, and waits for its
//! reply.

use crate::{Context, EngineLoop, frequent_collections, marked_values};
use brio_jsc_sys as sys;
use std::cell::{Cell, RefCell};

/// A VM collects the garbage of its contexts after so many. Measuring the garbage would take longer than a collection.
const CONTEXTS_PER_COLLECTION: u32 = 16;

/// A VM without context.
pub(crate) struct ReusableVm {
    pub group: sys::JSGroupRef,
    pub engine_loop: EngineLoop,
}

thread_local! {
    static REUSABLE: RefCell<Option<ReusableVm>> = const { RefCell::new(None) };
    /// Whether running code of this thread was terminated, which may leave jobs and frames behind.
    static WAS_TERMINATED: Cell<bool> = const { Cell::new(false) };
    /// How many contexts of this thread's VM have ended.
    static CONTEXTS: Cell<u32> = const { Cell::new(0) };
    /// Whether the VM of this thread had a context before.
    static IS_REUSED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the VM of this thread has run the builtins for a worker before.
pub(crate) fn is_reused() -> bool {
    IS_REUSED.get()
}

/// Notes that running code of this thread was terminated.
pub(crate) fn note_terminated() {
    WAS_TERMINATED.set(true);
}

/// Whether running code of this thread's VM was terminated.
pub(crate) fn was_terminated() -> bool {
    WAS_TERMINATED.get()
}

/// Takes the VM that the last worker of this thread left. A worker with a heap limit gets a new VM.
pub(crate) fn take(heap_bytes_max: f64) -> Option<ReusableVm> {
    let stored = if heap_bytes_max > 0.0 { None } else { REUSABLE.take() };
    IS_REUSED.set(stored.is_some());
    stored
}

/// Notes that a context is going to be released, and collects the garbage of earlier ones when it is time.
pub(crate) fn prepare_to_store(cx: Context<'_>) {
    CONTEXTS.set(CONTEXTS.get() + 1);
    if !WAS_TERMINATED.get() && CONTEXTS.get().is_multiple_of(CONTEXTS_PER_COLLECTION) {
        cx.collect_garbage();
    }
}

/// Stores a VM whose context has been released. Returns it when it must end.
pub(crate) fn store(vm: ReusableVm) -> Result<(), ReusableVm> {
    let has_work = vm.engine_loop.timeout().is_some_and(|left| left.is_zero());
    if WAS_TERMINATED.get() || has_work || has_vm() {
        return Err(vm);
    }
    REUSABLE.set(Some(vm));
    Ok(())
}

/// Whether this thread has a stored VM for its next worker.
pub fn has_vm() -> bool {
    REUSABLE.with_borrow(Option::is_some)
}

/// Ends the VM that this thread stored.
pub fn release_stored() {
    if let Some(vm) = REUSABLE.take() {
        release(vm);
    }
}

/// Ends a VM whose context has been released.
pub(crate) fn release(vm: ReusableVm) {
    // SAFETY: made in `Vm::new`, released once.
    unsafe { sys::JSContextGroupRelease(vm.group) };
    marked_values::release(vm.group);
    frequent_collections::release(vm.group);
}
