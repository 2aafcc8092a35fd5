//! Operating-system signals as events of a loop.
//!
//! A signal handler writes one byte to a socket pair per signal number and loop (the self-pipe), so only that write
//! runs in signal context, and no delivery is lost.

use crate::reactor::Reactor;
use mio::net::UnixStream;
use mio::{Interest, Token};
use parking_lot::Mutex;
use signal_hook::SigId;
use signal_hook::consts::{FORBIDDEN, SIGKILL, SIGSTOP};
use signal_hook::{flag, low_level};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream as StdUnixStream;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Signals of Linux whose default action `signal-hook` does not know.
const SIGSTKFLT: i32 = 16;
const SIGPWR: i32 = 30;

/// The signals that one loop listens to. Several loops may listen to the same signal: each receives it.
///
/// When the last listener of the process is removed, the signal has its default action again.
pub struct Signals {
    reactor: Rc<Reactor>,
    token: Token,
    subscriptions: Vec<Subscription>,
}

struct Subscription {
    number: i32,
    action: SigId,
    /// One byte for each delivery, written by the handler.
    receiver: UnixStream,
}

impl Signals {
    /// Listens to nothing yet. Signals arrive as readable events of `token`; call [`Signals::drain`] then.
    pub fn new(reactor: Rc<Reactor>, token: Token) -> Self {
        Self { reactor, token, subscriptions: Vec::new() }
    }

    /// Starts to listen to signal `number`; a second subscription of the same loop changes nothing.
    ///
    /// # Errors
    /// `InvalidInput` (`EINVAL`) for a number that is not a signal or cannot be caught (`SIGKILL`, `SIGSTOP`); the
    /// system's error when no descriptor is left. Programs may listen to faults (`SIGSEGV`, `SIGFPE`, `SIGILL`) but are
    /// never notified: the code that failed cannot continue, so the process ends as without a listener.
    pub fn subscribe(&mut self, number: i32) -> io::Result<()> {
        if self.is_subscribed(number) {
            return Ok(());
        }
        if number <= 0 || matches!(number, SIGKILL | SIGSTOP) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        if FORBIDDEN.contains(&number) {
            return Ok(());
        }
        let (mut receiver, sender) = UnixStream::pair()?;
        // Before the handler can write, so that no delivery is missed.
        self.reactor.register(&mut receiver, Interest::READABLE, self.token)?;
        let action = add_listener(number, || low_level::pipe::register(number, sender)).inspect_err(|_| {
            let _ = self.reactor.deregister(&mut receiver);
        })?;
        self.subscriptions.push(Subscription { number, action, receiver });
        Ok(())
    }

    /// Stops listening to signal `number`. Deliveries that were not drained are dropped. Returns whether the loop
    /// listened to it.
    pub fn unsubscribe(&mut self, number: i32) -> bool {
        let Some(index) = self.subscriptions.iter().position(|subscription| subscription.number == number) else {
            return false;
        };
        let subscription = self.subscriptions.swap_remove(index);
        self.forget(subscription);
        true
    }

    /// Whether the loop listens to signal `number`.
    #[must_use]
    pub fn is_subscribed(&self, number: i32) -> bool {
        self.subscriptions.iter().any(|subscription| subscription.number == number)
    }

    /// Calls `deliver` with the signal's number, once for each delivery since the last call.
    pub fn drain(&mut self, deliver: &mut dyn FnMut(i32)) {
        let mut bytes = [0; 64];
        // `deliver` cannot reach `self`, so the list stays as it is.
        for subscription in &mut self.subscriptions {
            while let Ok(count @ 1..) = subscription.receiver.read(&mut bytes) {
                (0..count).for_each(|_| deliver(subscription.number));
            }
        }
    }

    /// Whether the loop listens to any signal.
    pub fn is_empty(&self) -> bool {
        self.subscriptions.is_empty()
    }

    fn forget(&self, mut subscription: Subscription) {
        remove_listener(subscription.number, subscription.action);
        // It was registered by `subscribe`; an error would mean that it is gone already.
        let _ = self.reactor.deregister(&mut subscription.receiver);
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for subscription in std::mem::take(&mut self.subscriptions) {
            self.forget(subscription);
        }
    }
}

impl std::fmt::Debug for Signals {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let numbers = self.subscriptions.iter().map(|subscription| subscription.number);
        formatter.debug_list().entries(numbers).finish()
    }
}

/// A flag that a signal sets instead of its default action, as long as this value lives.
pub struct SignalFlag {
    number: i32,
    action: SigId,
    flag: Arc<AtomicBool>,
}

impl SignalFlag {
    /// Starts to listen to signal `number`.
    ///
    /// # Errors
    /// As [`Signals::subscribe`].
    pub fn new(number: i32) -> io::Result<Self> {
        if number <= 0 || FORBIDDEN.contains(&number) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let flag = Arc::new(AtomicBool::new(false));
        let action = add_listener(number, || flag::register(number, Arc::clone(&flag)))?;
        Ok(Self { number, action, flag })
    }

    /// The flag: true once the signal arrived.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}

impl Drop for SignalFlag {
    fn drop(&mut self) {
        remove_listener(self.number, self.action);
    }
}

/// Signals as bytes to read instead of their default action, for a thread without a loop and as long as this value lives.
pub struct SignalReader {
    sources: Vec<SignalSource>,
}

struct SignalSource {
    number: i32,
    action: SigId,
    receiver: StdUnixStream,
}

impl SignalReader {
    /// Starts to listen to the signals.
    ///
    /// # Errors
    /// As [`Signals::subscribe`].
    pub fn new(numbers: &[i32]) -> io::Result<Self> {
        let mut reader = Self { sources: Vec::with_capacity(numbers.len()) };
        for &number in numbers {
            if number <= 0 || FORBIDDEN.contains(&number) {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            let (receiver, sender) = StdUnixStream::pair()?;
            receiver.set_nonblocking(true)?;
            let action = add_listener(number, || low_level::pipe::register(number, sender))?;
            reader.sources.push(SignalSource { number, action, receiver });
        }
        Ok(reader)
    }

    /// What can be read once a signal has arrived.
    pub fn descriptors(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.sources.iter().map(|source| source.receiver.as_fd())
    }

    /// A signal that has arrived, without waiting for one.
    #[must_use]
    pub fn next(&self) -> Option<i32> {
        let has_arrived = |source: &&SignalSource| (&source.receiver).read(&mut [0]).is_ok_and(|count| count > 0);
        self.sources.iter().find(has_arrived).map(|source| source.number)
    }
}

impl Drop for SignalReader {
    fn drop(&mut self) {
        self.sources.iter().for_each(|source| remove_listener(source.number, source.action));
    }
}

/// The state of one signal that was listened to at least once.
struct Disposition {
    listener_count: usize,
    /// Read by the signal handler: without a listener it performs the default action.
    act_as_default: Arc<AtomicBool>,
}

/// The handler itself stays installed for ever (removing it races with pending signals), so the default action is
/// emulated while there is no listener.
static DISPOSITIONS: Mutex<Option<HashMap<i32, Disposition>>> = Mutex::new(None);

pub(crate) fn add_listener(number: i32, register: impl FnOnce() -> io::Result<SigId>) -> io::Result<SigId> {
    let mut table = DISPOSITIONS.lock();
    let table = table.get_or_insert_default();
    let disposition = match table.entry(number) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => {
            let act_as_default = Arc::new(AtomicBool::new(false));
            // Their default action cannot be emulated: after the last listener they are ignored.
            if !matches!(number, SIGSTKFLT | SIGPWR) {
                flag::register_conditional_default(number, Arc::clone(&act_as_default))?;
            }
            place.insert(Disposition { listener_count: 0, act_as_default })
        }
    };
    let action = register();
    disposition.listener_count += usize::from(action.is_ok());
    disposition.act_as_default.store(disposition.listener_count == 0, Ordering::SeqCst);
    action
}

fn remove_listener(number: i32, action: SigId) {
    let mut table = DISPOSITIONS.lock();
    low_level::unregister(action);
    let disposition = table.as_mut().and_then(|table| table.get_mut(&number));
    let disposition = disposition.expect("a listener was added before it is removed");
    disposition.listener_count -= 1;
    disposition.act_as_default.store(disposition.listener_count == 0, Ordering::SeqCst);
}

#[cfg(test)]
#[path = "signals_tests.rs"]
mod tests;
