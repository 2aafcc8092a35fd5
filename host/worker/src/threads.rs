//! All threads of the process by their numbers, so that any of them can be told something by any other.

use brio_realm::jsc::Value;
use brio_realm::{Hook, LoopTimes, Realm, Remote};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// Kind of the event `(source, what, detail)`, the same in `builtins/internal/worker/events.ts`.
const EVENT_NEWS: i32 = 47;
/// `what` of news that came back: the thread ended before it took them.
const WHAT_LOST: u32 = 0;

enum Entry {
    /// Its realm is not there yet; it gets these then.
    Starting(Vec<News>),
    Running(Remote),
}

static THREADS: LazyLock<Mutex<HashMap<u32, Entry>>> = LazyLock::new(Mutex::default);

fn threads() -> MutexGuard<'static, HashMap<u32, Entry>> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a thread known that is to start.
pub(crate) fn add(number: u32) {
    threads().insert(number, Entry::Starting(Vec::new()));
}

/// Makes the thread's realm reachable, and hands over what waits for it.
pub(crate) fn connect(number: u32, remote: Remote) {
    let previous = threads().insert(number, Entry::Running(remote.clone()));
    if let Some(Entry::Starting(waiting)) = previous {
        waiting.into_iter().for_each(|news| news.post(&remote));
    }
}

/// Makes the thread unknown. What waits for it goes back to where it is from.
pub(crate) fn forget(number: u32) {
    // Dropped after the lock is free: what comes back needs it.
    let _entry = { threads().remove(&number) };
}

/// Tells a thread something. False when there is none of that number.
pub(crate) fn tell(number: u32, what: u32, detail: u32) -> bool {
    let news = News {
        source: crate::thread::number(),
        reply: Realm::current().remote(),
        receiver: number,
        what,
        detail,
        is_taken: false,
    };
    let mut threads = threads();
    match threads.get_mut(&number) {
        Some(Entry::Starting(waiting)) => waiting.push(news),
        Some(Entry::Running(remote)) => {
            let remote = remote.clone();
            drop(threads);
            news.post(&remote);
        }
        None => {
            drop(threads);
            // It must not come back: the caller knows.
            std::mem::forget(news);
            return false;
        }
    }
    true
}

/// The times of a thread's loop; None while it has none.
pub(crate) fn loop_times(number: u32) -> Option<LoopTimes> {
    match threads().get(&number) {
        Some(Entry::Running(remote)) => Some(remote.loop_times()),
        _ => None,
    }
}

/// Two numbers on their way to another thread. When nobody takes them, their source learns that.
struct News {
    source: u32,
    reply: Remote,
    receiver: u32,
    what: u32,
    detail: u32,
    is_taken: bool,
}

impl News {
    fn post(self, remote: &Remote) {
        remote.post(move |realm| {
            // As a whole: a closure takes single numbers along, and the rest would end here and count as lost.
            let mut news = self;
            news.is_taken = true;
            hand_over(realm, news.source, news.what, news.detail);
        });
    }
}

impl Drop for News {
    fn drop(&mut self) {
        if !self.is_taken {
            let (receiver, detail) = (self.receiver, self.detail);
            self.reply.post(move |realm| hand_over(realm, receiver, WHAT_LOST, detail));
        }
    }
}

fn hand_over(realm: &Rc<Realm>, source: u32, what: u32, detail: u32) {
    realm.call_hook(
        Hook::Event,
        &[Value::int32(EVENT_NEWS), Value::uint32(source), Value::uint32(what), Value::uint32(detail)],
        |_| (),
    );
}
