//! Signals as events of the loop: `Hook::Event` with the kind that the watcher names and the signal's number.

use crate::hooks::Hook;
use crate::io::IoHandler;
use crate::realm::Realm;
use brio_jsc::Value;
use brio_reactor::{Readiness, SignalFlag, Signals, Token};
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

struct SignalHandler {
    event: i32,
}

impl IoHandler for SignalHandler {
    fn ready(&self, realm: &Rc<Realm>, _readiness: Readiness) {
        let mut numbers = Vec::new();
        if let Some(signals) = realm.signals().borrow_mut().as_mut() {
            signals.drain(&mut |number| numbers.push(number));
        }
        for number in numbers {
            realm.call_hook(Hook::Event, &[Value::int32(self.event), Value::int32(number)], |_| ());
        }
    }
}

impl Realm {
    /// Delivers signal `number` to JavaScript instead of its default action: as the kind `event`, the same in all
    /// calls, and the number.
    ///
    /// # Errors
    /// As [`brio_reactor::Signals::subscribe`].
    pub fn watch_signal(&self, number: i32, event: i32) -> io::Result<()> {
        let mut signals = self.signals().borrow_mut();
        let signals = signals.get_or_insert_with(|| {
            let token = self.handlers().insert(Rc::new(SignalHandler { event }));
            Signals::new(Rc::clone(self.reactor()), Token(token.0))
        });
        signals.subscribe(number)
    }

    /// Ends [`Realm::watch_signal`]; the signal's default action is restored.
    pub fn unwatch_signal(&self, number: i32) {
        if let Some(signals) = self.signals().borrow_mut().as_mut() {
            signals.unsubscribe(number);
        }
    }
}

/// While it lives, the program's listeners of this thread do not receive the signal; it sets a flag.
pub struct Interruption {
    realm: Rc<Realm>,
    number: i32,
    was_watched: bool,
    signal: SignalFlag,
}

impl Realm {
    /// Begins an [`Interruption`] by signal `number`.
    ///
    /// # Errors
    /// As [`brio_reactor::Signals::subscribe`].
    pub fn interruption(self: &Rc<Self>, number: i32) -> io::Result<Interruption> {
        // First the new listener: in between the signal would have its default action.
        let signal = SignalFlag::new(number)?;
        let was_watched = self.signals().borrow_mut().as_mut().is_some_and(|signals| signals.unsubscribe(number));
        Ok(Interruption { realm: Rc::clone(self), number, was_watched, signal })
    }
}

impl Interruption {
    /// Becomes true when the signal arrives.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.signal.flag()
    }
}

impl Drop for Interruption {
    fn drop(&mut self) {
        if self.was_watched
            && let Some(signals) = self.realm.signals().borrow_mut().as_mut()
        {
            // It could be watched before, and a descriptor was freed since: an error has no other cause.
            let _ = signals.subscribe(self.number);
        }
    }
}
