//! What the parent and the thread of a child share: how to stop it, from the moment it is asked for.

use brio_realm::Remote;
use std::sync::{Mutex, PoisonError};

/// A child as its parent knows it.
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
    /// Asks the child to end; remembered when its realm is not there yet.
    pub fn stop(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_stopped = true;
        if let Some(remote) = &state.remote {
            remote.stop();
        }
    }

    /// Makes the child's realm reachable.
    pub fn connect(&self, remote: Remote) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_stopped {
            remote.stop();
        }
        state.remote = Some(remote);
    }
}
