//! The policy of each thread. A policy is shared until it changes; a worker gets its parent's as it is at that moment.

use brio_permissions::{Kind, Permissions, Verdict};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which rules there are besides the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Devices and /proc need everything; the modules of the program are read freely.
    Deno,
    /// Modules are read with the permission to read; what is not about files is allowed or not as a whole.
    Node,
}

/// Whose errors a program expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    Node,
    Deno,
}

/// What the program of a thread may do.
#[derive(Clone, Debug)]
pub struct Policy {
    pub permissions: Permissions,
    pub model: Model,
    pub home: Home,
    /// Refusals are reported and not enforced (`--permission-audit`).
    pub only_audits: bool,
    /// Whether modules need the permission to be read, also those that are part of the program. So in Node's model.
    pub reads_modules: bool,
}

/// Whether any thread has a policy. Never set back.
static IS_ACTIVE: AtomicBool = AtomicBool::new(false);
/// Whether some policy of the process has let, or may let, a file be written. Never set back.
static MAY_WRITE: AtomicBool = AtomicBool::new(false);

/// What the next worker gets, and the policy from which that was made.
struct NextChild {
    policy: Policy,
    parent: Option<Arc<Policy>>,
}

thread_local! {
    static CURRENT: RefCell<Option<Arc<Policy>>> = const { RefCell::new(None) };
    static NEXT_CHILD: RefCell<Option<NextChild>> = const { RefCell::new(None) };
}

/// Whether any thread of the process has a policy.
#[inline(always)]
pub fn is_active() -> bool {
    IS_ACTIVE.load(Ordering::Relaxed)
}

/// The policy of this thread; None: everything is allowed.
pub fn current() -> Option<Arc<Policy>> {
    CURRENT.with_borrow(Clone::clone)
}

/// Sets the policy of this thread. Returns the one before.
pub fn install(policy: Option<Arc<Policy>>) -> Option<Arc<Policy>> {
    if let Some(policy) = &policy {
        IS_ACTIVE.store(true, Ordering::Relaxed);
        note_writing(&policy.permissions);
    }
    CURRENT.replace(policy)
}

/// Changes the permissions of this thread.
pub fn change(work: impl FnOnce(&mut Permissions)) {
    CURRENT.with_borrow_mut(|current| {
        if let Some(policy) = current {
            let permissions = &mut Arc::make_mut(policy).permissions;
            work(permissions);
            note_writing(permissions);
        }
    });
}

fn note_writing(permissions: &Permissions) {
    let scope = permissions.scope(Kind::Write);
    if scope.granted_all || scope.prompts || scope.rules_with(Verdict::Granted).next().is_some() {
        MAY_WRITE.store(true, Ordering::Relaxed);
    }
}

/// Whether the program may have written files, on some thread and at some time.
pub(super) fn may_have_written() -> bool {
    MAY_WRITE.load(Ordering::Relaxed)
}

/// Sets the policy of the worker that this thread starts next.
pub fn set_next_child(policy: Policy) {
    NEXT_CHILD.set(Some(NextChild { policy, parent: current() }));
}

/// The policy of a worker that starts now, for [`install`] on its thread. It has nothing when the one that was set was made
/// before the policy of this thread changed: that was for a worker which never started.
pub fn take_for_child() -> Option<Arc<Policy>> {
    let own = current();
    let Some(NextChild { policy, parent }) = NEXT_CHILD.take() else { return own };
    let is_same = match (&parent, &own) {
        (None, None) => true,
        (Some(parent), Some(own)) => Arc::ptr_eq(parent, own),
        _ => false,
    };
    let permissions = if is_same { policy.permissions } else { Permissions::none() };
    Some(Arc::new(Policy { permissions, ..policy }))
}
