//! All threads of the process by number, so that any of them can notify any other.

use crate::generated::worker_ops::{ThreadLoopEvent, ThreadRequest};
use brio_realm::jsc::Value;
use brio_realm::{Hook, LoopTimes, Realm, Remote};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

enum Entry {
    /// Its realm does not exist yet; it receives these then.
    Starting(Vec<Notification>),
    Running(Remote),
}

static THREADS: LazyLock<Mutex<HashMap<u32, Entry>>> = LazyLock::new(Mutex::default);

fn threads() -> MutexGuard<'static, HashMap<u32, Entry>> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers a thread that is to start.
pub(crate) fn add(number: u32) {
    threads().insert(number, Entry::Starting(Vec::new()));
}

/// Connects the thread's realm, and delivers the queued notifications.
pub(crate) fn connect(number: u32, remote: Remote) {
    let previous = threads().insert(number, Entry::Running(remote.clone()));
    if let Some(Entry::Starting(waiting)) = previous {
        waiting.into_iter().for_each(|notification| notification.post(&remote));
    }
}

/// Removes the thread. Its queued notifications are returned to their sources.
pub(crate) fn forget(number: u32) {
    // Dropped after the lock is released: returning a notification needs the lock.
    let _entry = { threads().remove(&number) };
}

/// Whether no thread of that number runs or is to start.
pub(crate) fn has_ended(number: u32) -> bool {
    !threads().contains_key(&number)
}

/// Notifies a thread. False when there is none of that number.
pub(crate) fn notify(number: u32, request: ThreadRequest, detail: u32) -> bool {
    let notification = Notification {
        source: crate::thread::number(),
        reply: Realm::current().remote(),
        receiver: number,
        request,
        detail,
        is_taken: false,
    };
    let mut threads = threads();
    match threads.get_mut(&number) {
        Some(Entry::Starting(waiting)) => waiting.push(notification),
        Some(Entry::Running(remote)) => {
            let remote = remote.clone();
            drop(threads);
            notification.post(&remote);
        }
        None => {
            drop(threads);
            // It must not be returned: the caller knows.
            std::mem::forget(notification);
            return false;
        }
    }
    true
}

/// The loop metrics of a thread; None while it has no loop.
pub(crate) fn loop_times(number: u32) -> Option<LoopTimes> {
    match threads().get(&number) {
        Some(Entry::Running(remote)) => Some(remote.loop_times()),
        _ => None,
    }
}

/// A request in transit to another thread. When it is not received, its source is notified.
struct Notification {
    source: u32,
    reply: Remote,
    receiver: u32,
    request: ThreadRequest,
    detail: u32,
    is_taken: bool,
}

impl Notification {
    fn post(self, remote: &Remote) {
        remote.post(move |realm| {
            // Moved completely: a closure captures single fields, and the rest would be dropped here and count as lost.
            let mut notification = self;
            notification.is_taken = true;
            hand_over(realm, notification.source, notification.request, notification.detail);
        });
    }
}

impl Drop for Notification {
    fn drop(&mut self) {
        if !self.is_taken {
            let (receiver, detail) = (self.receiver, self.detail);
            self.reply.post(move |realm| hand_over(realm, receiver, ThreadRequest::Lost, detail));
        }
    }
}

fn hand_over(realm: &Rc<Realm>, source: u32, request: ThreadRequest, detail: u32) {
    realm.call_hook(
        Hook::Event,
        &[
            Value::int32(ThreadLoopEvent::Notification as i32),
            Value::uint32(source),
            Value::uint32(request as u32),
            Value::uint32(detail),
        ],
        |_| (),
    );
}
