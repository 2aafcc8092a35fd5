//! The locks of all threads of the process (https://w3c.github.io/web-locks/): the holders of each name, and its queue
//! of requests. A thread that ends releases everything.

use crate::generated::worker_ops::{LockChange, LockRequestKind, LockState, ThreadLoopEvent};
use brio_realm::jsc::Value;
use brio_realm::{Hook, Realm, Remote};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

struct Request {
    id: u32,
    thread: u32,
    is_shared: bool,
    remote: Option<Remote>,
}

#[derive(Default)]
struct Resource {
    held: Vec<Request>,
    queue: VecDeque<Request>,
}

struct Locks {
    resources: BTreeMap<String, Resource>,
    last_id: u32,
}

static LOCKS: Mutex<Locks> = Mutex::new(Locks { resources: BTreeMap::new(), last_id: 0 });

fn locks() -> MutexGuard<'static, Locks> {
    LOCKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One entry of a snapshot.
pub(crate) struct LockInfo {
    pub name: String,
    pub thread: u32,
    pub is_shared: bool,
    pub is_held: bool,
}

/// Requests a lock for `thread`. Returns its number and the result; a later result is an event of `remote`.
pub(crate) fn request(
    name: &str,
    is_shared: bool,
    kind: LockRequestKind,
    thread: u32,
    remote: Option<Remote>,
) -> (u32, LockState) {
    let mut notifications = Vec::new();
    let result = {
        let mut locks = locks();
        locks.last_id += 1;
        let request = Request { id: locks.last_id, thread, is_shared, remote };
        let id = request.id;
        let resource = locks.resources.entry(name.to_string()).or_default();
        if kind == LockRequestKind::Steal {
            notifications.extend(
                resource.held.drain(..).map(|stolen| (stolen.id, stolen.thread, stolen.remote, LockChange::Stolen)),
            );
        }
        let is_next = kind == LockRequestKind::Steal || resource.queue.is_empty();
        if is_next && resource.admits(is_shared) {
            resource.held.push(request);
            (id, LockState::Granted)
        } else if kind == LockRequestKind::IfAvailable {
            (id, LockState::Unavailable)
        } else {
            resource.queue.push_back(request);
            (id, LockState::Queued)
        }
    };
    notifications.into_iter().for_each(notify);
    result
}

/// Releases a held lock, or withdraws a request. Unknown numbers, such as those of stolen locks, are ignored.
pub(crate) fn release(id: u32) {
    remove(|request| request.id == id);
}

/// Releases all locks and withdraws all requests of a thread.
pub(crate) fn forget_thread(thread: u32) {
    remove(|request| request.thread == thread);
}

/// All held locks and all waiting requests.
pub(crate) fn snapshot() -> Vec<LockInfo> {
    let locks = locks();
    let lines = locks.resources.iter().flat_map(|(name, resource)| {
        let line = |request: &Request, is_held: bool| LockInfo {
            name: name.clone(),
            thread: request.thread,
            is_shared: request.is_shared,
            is_held,
        };
        let held: Vec<LockInfo> = resource.held.iter().map(|request| line(request, true)).collect();
        held.into_iter().chain(resource.queue.iter().map(|request| line(request, false)).collect::<Vec<_>>())
    });
    lines.collect()
}

impl Resource {
    /// Whether another holder is compatible with the existing ones.
    fn admits(&self, is_shared: bool) -> bool {
        self.held.is_empty() || (is_shared && self.held.iter().all(|request| request.is_shared))
    }

    /// Grants the requests that can be granted, in order.
    fn process(&mut self, notifications: &mut Vec<(u32, u32, Option<Remote>, LockChange)>) {
        while self.queue.front().is_some_and(|next| self.admits(next.is_shared)) {
            let Some(granted) = self.queue.pop_front() else { return };
            notifications.push((granted.id, granted.thread, granted.remote.clone(), LockChange::Granted));
            self.held.push(granted);
        }
    }
}

fn remove(is_gone: impl Fn(&Request) -> bool) {
    let mut notifications = Vec::new();
    locks().resources.retain(|_, resource| {
        let count_before = resource.held.len() + resource.queue.len();
        resource.held.retain(|request| !is_gone(request));
        resource.queue.retain(|request| !is_gone(request));
        if resource.held.len() + resource.queue.len() != count_before {
            resource.process(&mut notifications);
        }
        !resource.held.is_empty() || !resource.queue.is_empty()
    });
    notifications.into_iter().for_each(notify);
}

fn notify((id, thread, remote, change): (u32, u32, Option<Remote>, LockChange)) {
    let hand_over = move |realm: &Rc<Realm>| {
        realm.call_hook(
            Hook::Event,
            &[Value::int32(ThreadLoopEvent::Lock as i32), Value::uint32(id), Value::uint32(change as u32)],
            |_| (),
        );
    };
    match remote {
        // Unlike a message, this keeps the loop alive until it is delivered.
        Some(_) if thread == crate::thread::number() => Realm::current().on_close(hand_over),
        Some(remote) => {
            remote.post(hand_over);
        }
        None => {}
    }
}

#[cfg(test)]
#[path = "locks_tests.rs"]
mod tests;
