//! Cleanup hooks of an environment (`napi_add_env_cleanup_hook`, `napi_add_async_cleanup_hook`): run in reverse order as
//! it ends.

use crate::types::CleanupHook;
use std::cell::RefCell;
use std::ffi::c_void;
use std::rc::Rc;

/// `napi_async_cleanup_hook`.
pub type AsyncCleanupHook = unsafe extern "C" fn(*mut AsyncHook, *mut c_void);

/// `napi_async_cleanup_hook_handle` points to it.
pub struct AsyncHook {
    state: Rc<RefCell<State>>,
    number: u64,
}

#[derive(Clone, Copy)]
enum Kind {
    Plain { hook: CleanupHook, data: *mut c_void },
    Async { hook: AsyncCleanupHook, data: *mut c_void, handle: *mut AsyncHook },
}

#[derive(Default)]
pub struct CleanupHooks {
    state: Rc<RefCell<State>>,
}

#[derive(Default)]
struct State {
    hooks: Vec<(u64, Kind)>,
    next: u64,
    /// Asynchronous hooks that were called and not removed yet.
    pending: usize,
}

impl CleanupHooks {
    pub fn add(&self, hook: CleanupHook, data: *mut c_void) {
        self.insert(|_| Kind::Plain { hook, data });
    }

    /// Whether there was such a hook.
    pub fn remove(&self, hook: CleanupHook, data: *mut c_void) -> bool {
        let is_it = |kind: &Kind| {
            matches!(kind, Kind::Plain { hook: other, data: other_data }
                if std::ptr::fn_addr_eq(*other, hook) && *other_data == data)
        };
        let hooks = &mut self.state.borrow_mut().hooks;
        hooks.iter().rposition(|(_, kind)| is_it(kind)).map(|index| hooks.remove(index)).is_some()
    }

    /// Adds an asynchronous hook. The addon frees the handle with [`AsyncHook::remove`].
    pub fn add_async(&self, hook: AsyncCleanupHook, data: *mut c_void) -> *mut AsyncHook {
        let mut made = std::ptr::null_mut();
        self.insert(|number| {
            made = Box::into_raw(Box::new(AsyncHook { state: self.state.clone(), number }));
            Kind::Async { hook, data, handle: made }
        });
        made
    }

    fn insert(&self, make: impl FnOnce(u64) -> Kind) {
        let mut state = self.state.borrow_mut();
        let number = state.next;
        state.next += 1;
        let kind = make(number);
        state.hooks.push((number, kind));
    }

    /// Runs the hooks, the newest first, those that hooks add included.
    pub fn run(&self) {
        while let Some((_, kind)) = self.take() {
            match kind {
                // SAFETY: the addon passed the function with its data, and each is called once.
                Kind::Plain { hook, data } => unsafe { hook(data) },
                Kind::Async { hook, data, handle } => {
                    self.state.borrow_mut().pending += 1;
                    // SAFETY: as above. The addon removes the hook when its work is done, now or later.
                    unsafe { hook(handle, data) };
                }
            }
        }
    }

    /// Whether asynchronous hooks are pending.
    pub fn has_pending(&self) -> bool {
        self.state.borrow().pending > 0
    }

    fn take(&self) -> Option<(u64, Kind)> {
        self.state.borrow_mut().hooks.pop()
    }
}

impl AsyncHook {
    /// Removes the hook if it has not run yet, and frees the handle.
    ///
    /// # Safety
    /// The handle came from [`CleanupHooks::add_async`] on this thread, and was not removed yet.
    pub unsafe fn remove(handle: *mut AsyncHook) {
        // SAFETY: the caller's promise.
        let handle = unsafe { Box::from_raw(handle) };
        let mut state = handle.state.borrow_mut();
        let count = state.hooks.len();
        state.hooks.retain(|(number, _)| *number != handle.number);
        if state.hooks.len() == count {
            state.pending = state.pending.saturating_sub(1);
        }
    }
}
