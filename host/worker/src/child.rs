//! What the parent and the thread of a child share: a way to stop it, from the moment it is requested.

use brio_realm::Remote;
use std::sync::{Mutex, PoisonError};

/// A child from its parent's view.
#[derive(Default)]
pub(crate) struct Child {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    remote: Option<Remote>,
    is_stopped: bool,
}

impl Child {
    /// Requests the child to end; stored until its realm exists.
    pub fn stop(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_stopped = true;
        if let Some(remote) = &state.remote {
            remote.stop();
        }
    }

    /// Connects the child's realm.
    pub fn connect(&self, remote: Remote) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_stopped {
            remote.stop();
        }
        state.remote = Some(remote);
    }
}
