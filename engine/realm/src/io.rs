//! Sources that the loop polls, and their handlers.

use crate::Realm;
use brio_reactor::{Interest, Readiness, Token};
use std::cell::RefCell;
use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;

/// Handles the readiness of one registered source.
pub trait IoHandler {
    /// Called on the loop for each event. Readiness is edge-triggered: continue until `WouldBlock`.
    fn ready(&self, realm: &Rc<Realm>, readiness: Readiness);
}

/// Identifies a registered source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IoToken(pub(crate) usize);

#[derive(Default)]
pub(crate) struct Handlers {
    slots: RefCell<Slots>,
}

#[derive(Default)]
struct Slots {
    handlers: Vec<Option<Rc<dyn IoHandler>>>,
    free: Vec<usize>,
    /// Freed while events are delivered: a late event of the same poll must not reach a new source.
    freed_in_poll: Vec<usize>,
}

impl Handlers {
    pub fn insert(&self, handler: Rc<dyn IoHandler>) -> IoToken {
        let mut slots = self.slots.borrow_mut();
        match slots.free.pop() {
            Some(index) => {
                slots.handlers[index] = Some(handler);
                IoToken(index)
            }
            None => {
                slots.handlers.push(Some(handler));
                IoToken(slots.handlers.len() - 1)
            }
        }
    }

    fn remove(&self, token: IoToken) {
        let mut slots = self.slots.borrow_mut();
        if slots.handlers.get_mut(token.0).and_then(Option::take).is_some() {
            slots.freed_in_poll.push(token.0);
        }
    }

    pub fn get(&self, token: Token) -> Option<Rc<dyn IoHandler>> {
        self.slots.borrow().handlers.get(token.0).cloned().flatten()
    }

    /// Makes the slots that were freed during a poll available again.
    pub fn end_poll(&self) {
        let slots = &mut *self.slots.borrow_mut();
        slots.free.append(&mut slots.freed_in_poll);
    }

    /// Drops all handlers, before the VM ends.
    pub fn clear(&self) {
        let dropped = std::mem::take(&mut self.slots.borrow_mut().handlers);
        drop(dropped);
    }
}

impl Realm {
    /// Polls a descriptor that the handler keeps open and that is non-blocking.
    ///
    /// # Errors
    /// As [`brio_reactor::Reactor::register_fd`].
    pub fn watch(&self, descriptor: RawFd, interest: Interest, handler: Rc<dyn IoHandler>) -> io::Result<IoToken> {
        let token = self.handlers().insert(handler);
        match self.reactor().register_fd(descriptor, interest, Token(token.0)) {
            Ok(()) => Ok(token),
            Err(error) => {
                self.handlers().remove(token);
                Err(error)
            }
        }
    }

    /// Changes what a watched descriptor is polled for; its present readiness is reported again.
    ///
    /// # Errors
    /// As [`brio_reactor::Reactor::reregister_fd`].
    pub fn rewatch(&self, token: IoToken, descriptor: RawFd, interest: Interest) -> io::Result<()> {
        self.reactor().reregister_fd(descriptor, interest, Token(token.0))
    }

    /// Stops polling. The descriptor must still be open.
    pub fn unwatch(&self, token: IoToken, descriptor: RawFd) {
        // It can only fail when the descriptor is not registered, which is the desired state.
        let _ = self.reactor().deregister_fd(descriptor);
        self.handlers().remove(token);
    }
}
