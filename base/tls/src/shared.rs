//! Contexts by number, for parts of one thread that do not know each other: one makes them, another serves with them.

use crate::context::TlsContext;
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    static CONTEXTS: RefCell<HashMap<u32, TlsContext>> = RefCell::default();
}

/// Puts a context where other parts of this thread find it, until [`unshare_context`].
pub fn share_context(number: u32, context: TlsContext) {
    CONTEXTS.with_borrow_mut(|contexts| contexts.insert(number, context));
}

/// The context of that number, when it is shared.
pub fn shared_context(number: u32) -> Option<TlsContext> {
    CONTEXTS.with_borrow(|contexts| contexts.get(&number).cloned())
}

/// Takes it away. Whoever has it goes on.
pub fn unshare_context(number: u32) {
    CONTEXTS.with_borrow_mut(|contexts| contexts.remove(&number));
}
