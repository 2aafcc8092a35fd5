//! A signal that hardly ever arrives, and that every program listens to: its handler only sets a flag and wakes the loop, so that
//! listening costs no descriptor. `signals.rs` has the signals that programs listen to.

use crate::Realm;
use crate::hooks::Hook;
use brio_jsc::Value;
use brio_reactor::wake_at_signal;
use std::io;
use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether it has arrived since the loop last checked.
static HAS_ARRIVED: AtomicBool = AtomicBool::new(false);
static LISTENER: OnceLock<Listener> = OnceLock::new();

#[derive(Clone, Copy)]
struct Listener {
    number: i32,
    event: i32,
}

impl Realm {
    /// Delivers signal `number` to JavaScript instead of its default action, as the kind `event`, unless this thread also
    /// listens to it with [`Realm::watch_signal`]. A process has one such signal, of its main thread; a second call does
    /// nothing.
    ///
    /// # Errors
    /// The system's for a signal that cannot be caught.
    pub fn watch_rare_signal(&self, number: i32, event: i32) -> io::Result<()> {
        if LISTENER.set(Listener { number, event }).is_err() {
            return Ok(());
        }
        wake_at_signal(number, self.remote().into_sender(), &HAS_ARRIVED)
    }

    /// Delivers the signal if it has arrived.
    pub(crate) fn deliver_rare_signal(self: &Rc<Self>) {
        if self.is_worker() || !HAS_ARRIVED.swap(false, Ordering::AcqRel) {
            return;
        }
        let Some(Listener { number, event }) = LISTENER.get() else { return };
        // The program's own listener replaces it.
        if self.signals().borrow().as_ref().is_some_and(|signals| signals.is_subscribed(*number)) {
            return;
        }
        self.call_hook(Hook::Event, &[Value::int32(*event)], |_| ());
    }
}
