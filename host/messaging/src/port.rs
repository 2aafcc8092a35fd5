//! A port, one end of a channel: its queue, and when its owner's loop is woken.
//!
//! A burst of messages wakes the owner once; each message is then a task of its own. A port whose peer has closed
//! delivers the queued messages and closes too.

use crate::generated::messaging_ops::{PortEvent, PortLoopEvent, WaitResult};
use crate::packet::Packet;
use crate::{group, registry};
use brio_realm::jsc::Value;
use brio_realm::{Hook, Realm, Remote};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Where the messages of a port are sent.
#[derive(Debug)]
pub(crate) enum Route {
    /// The handle of the peer.
    Peer(u32),
    /// All other members of the broadcast group.
    Group(String),
}

/// One end of a channel, or a member of a broadcast group.
pub(crate) struct Port {
    handle: u32,
    route: Route,
    state: Mutex<State>,
    /// A message was queued, or the channel ended.
    changed: Condvar,
}

/// The result of [`Port::take_into`].
pub(crate) enum TakeResult {
    /// This many bytes were copied.
    Bytes(usize),
    /// The message has to be taken as a packet.
    NotBytes,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Packet>,
    owner: Option<Remote>,
    /// Messages may be delivered.
    is_started: bool,
    /// Counts changes of the owner: a wake-up for an earlier owner is stale.
    ownership: u32,
    /// The owner's loop was woken and has not run yet.
    is_waking: bool,
    /// Threads that are blocked in [`Port::wait`].
    waiting: u32,
    /// The channel is closed: the queued messages are delivered, then the end.
    is_ending: bool,
}

/// Creates two entangled ports. Returns their handles.
pub(crate) fn create_channel() -> (u32, u32) {
    let (first, second) = (registry::new_handle(), registry::new_handle());
    registry::add(Arc::new(Port {
        handle: first,
        route: Route::Peer(second),
        state: Mutex::default(),
        changed: Condvar::new(),
    }));
    registry::add(Arc::new(Port {
        handle: second,
        route: Route::Peer(first),
        state: Mutex::default(),
        changed: Condvar::new(),
    }));
    (first, second)
}

/// Closes a port whose thread has ended, without notifying its owner.
pub(crate) fn abandon(handle: u32) {
    if let Some(port) = registry::find(handle) {
        port.disown();
        port.close();
    }
}

impl Port {
    /// A port without an owner.
    pub fn new(route: Route) -> Self {
        Self { handle: registry::new_handle(), route, state: Mutex::default(), changed: Condvar::new() }
    }

    pub fn handle(&self) -> u32 {
        self.handle
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the threads that are blocked in `wait`; without any, a notification would be a needless system call.
    fn notify(&self, state: &State) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Makes a realm the receiver.
    pub fn own(self: &Arc<Self>, owner: Remote) {
        let mut state = self.state();
        state.owner = Some(owner);
        state.ownership = state.ownership.wrapping_add(1);
        state.is_started = false;
        state.is_waking = false;
        self.wake(&mut state);
    }

    /// Removes the receiver.
    pub fn disown(&self) {
        let mut state = self.state();
        state.owner = None;
        state.ownership = state.ownership.wrapping_add(1);
        state.is_started = false;
        state.is_waking = false;
    }

    /// Allows messages to be delivered.
    pub fn start(self: &Arc<Self>) {
        let mut state = self.state();
        state.is_started = true;
        self.wake(&mut state);
    }

    /// Queues a message for the receivers of this port. False when none is left.
    pub fn post(&self, packet: Packet) -> bool {
        match &self.route {
            Route::Group(name) => {
                group::post(name, self.handle, &packet);
                true
            }
            Route::Peer(peer) => registry::find(*peer).is_some_and(|peer| peer.push(packet)),
        }
    }

    fn push(self: &Arc<Self>, packet: Packet) -> bool {
        let mut state = self.state();
        if state.is_ending {
            // Dropped after the lock is released: it may hold ports.
            drop(state);
            return false;
        }
        state.queue.push_back(packet);
        self.notify(&state);
        self.wake(&mut state);
        true
    }

    /// Queues a message with a wake-up of its own, so that members of a group on one thread are called in their order.
    pub fn push_apart(self: &Arc<Self>, packet: Packet) {
        let mut state = self.state();
        state.queue.push_back(packet);
        let port = Arc::clone(self);
        if let Some(owner) = &state.owner {
            let ownership = state.ownership;
            owner.post(move |realm| {
                port.deliver_one(realm, ownership);
            });
        }
    }

    /// Takes the next message.
    pub fn take(&self) -> Option<Packet> {
        self.state().queue.pop_front()
    }

    /// Takes the next message if it is only bytes and they fit. None when none is queued.
    pub fn take_into(&self, target: &mut [u8]) -> Option<TakeResult> {
        let mut state = self.state();
        let bytes = state.queue.front()?.bytes_alone();
        let Some(target) = bytes.and_then(|bytes| target.get_mut(..bytes.len())) else {
            return Some(TakeResult::NotBytes);
        };
        let packet = state.queue.pop_front()?;
        drop(state);
        target.copy_from_slice(packet.bytes_alone()?);
        Some(TakeResult::Bytes(target.len()))
    }

    /// Blocks until a message is queued or the channel ends.
    pub fn wait(&self, timeout: Duration) -> WaitResult {
        let waits = |state: &mut State| state.queue.is_empty() && !state.is_ending;
        let mut state = self.state();
        state.waiting += 1;
        let (mut state, _) =
            self.changed.wait_timeout_while(state, timeout, waits).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        match (state.queue.is_empty(), state.is_ending) {
            (false, _) => WaitResult::Message,
            (true, true) => WaitResult::Closed,
            (true, false) => WaitResult::TimedOut,
        }
    }

    /// Closes the channel. This port delivers nothing more; the peer delivers its queue.
    pub fn close(self: &Arc<Self>) {
        let dropped = {
            let mut state = self.state();
            state.is_ending = true;
            let dropped = std::mem::take(&mut state.queue);
            if state.owner.is_none() {
                drop(state);
                self.remove();
            } else {
                self.wake(&mut state);
            }
            dropped
        };
        drop(dropped);
        if let Route::Peer(peer) = self.route
            && let Some(peer) = registry::find(peer)
        {
            let mut state = peer.state();
            state.is_ending = true;
            peer.changed.notify_all();
            peer.wake(&mut state);
        }
    }

    fn remove(&self) {
        if let Route::Group(name) = &self.route {
            group::leave(name, self.handle);
        }
        drop(registry::remove(self.handle));
    }

    /// Wakes the owner's loop, unless it is already woken or there is nothing to deliver.
    fn wake(self: &Arc<Self>, state: &mut State) {
        let has_work = if state.queue.is_empty() { state.is_ending } else { state.is_started };
        let Some(owner) = state.owner.as_ref().filter(|_| has_work && !state.is_waking) else { return };
        let port = Arc::clone(self);
        let ownership = state.ownership;
        state.is_waking = owner.post(move |realm| port.deliver(realm, ownership));
    }

    /// On the owner's loop: one task for each message that was queued when it began, then the end if it was reached.
    fn deliver(self: &Arc<Self>, realm: &Rc<Realm>, ownership: u32) {
        let count = {
            let mut state = self.state();
            if state.ownership != ownership {
                return;
            }
            state.is_waking = false;
            state.queue.len()
        };
        for _ in 0..count {
            if !self.deliver_one(realm, ownership) {
                break;
            }
        }
        let mut state = self.state();
        if state.ownership != ownership {
            return;
        }
        if state.is_ending && state.queue.is_empty() && state.owner.is_some() {
            state.owner = None;
            drop(state);
            self.remove();
            crate::forget(self.handle);
            notify_owner(realm, self.handle, PortEvent::Closed);
        } else {
            self.wake(&mut state);
        }
    }

    /// Delivers one message if there is one and the port was neither stopped nor transferred. Returns whether it did.
    fn deliver_one(&self, realm: &Rc<Realm>, ownership: u32) -> bool {
        let may_deliver = {
            let state = self.state();
            state.is_started && state.ownership == ownership && state.owner.is_some() && !state.queue.is_empty()
        };
        if may_deliver && !realm.is_stopping() {
            notify_owner(realm, self.handle, PortEvent::Message);
        }
        may_deliver && !realm.is_stopping()
    }
}

fn notify_owner(realm: &Rc<Realm>, handle: u32, event: PortEvent) {
    let arguments = [Value::int32(PortLoopEvent::Port as i32), Value::uint32(handle), Value::int32(event as i32)];
    realm.call_hook(Hook::Event, &arguments, |_| ());
}
