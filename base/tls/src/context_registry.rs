//! A registry of contexts by number, for independent parts of a thread: one creates them, another serves with them.

use crate::context::TlsContext;
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    static CONTEXTS: RefCell<HashMap<u32, TlsContext>> = RefCell::default();
}

/// Registers a context for other parts of this thread, until [`unshare_context`].
pub fn share_context(number: u32, context: TlsContext) {
    CONTEXTS.with_borrow_mut(|contexts| contexts.insert(number, context));
}

/// The registered context of that number.
pub fn shared_context(number: u32) -> Option<TlsContext> {
    CONTEXTS.with_borrow(|contexts| contexts.get(&number).cloned())
}

/// Unregisters it. Its users are not affected.
pub fn unshare_context(number: u32) {
    CONTEXTS.with_borrow_mut(|contexts| contexts.remove(&number));
}
