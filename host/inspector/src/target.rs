//! A thread that others inspect: the requests that arrive for it, and the sessions that its engine has.

use crate::generated::inspector_ops::InspectorLoopEvent;
use brio_realm::jsc::{InspectorSession, Value, end_inspector, set_pause_wait};
use brio_realm::{Hook, Realm, Remote};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A paused worker looks as often as this whether it is terminated.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// What a thread asks of another, which it inspects.
pub(crate) enum Request {
    /// A session with this number begins, whose messages go to that thread.
    Connect(u32, Remote),
    /// A message for the engine.
    Message(u32, String),
    Disconnect(u32),
}

/// The side of a thread that others see.
pub(crate) struct Target {
    arrived: Mutex<VecDeque<Request>>,
    changed: Condvar,
    remote: Remote,
}

static TARGETS: LazyLock<Mutex<HashMap<u32, Arc<Target>>>> = LazyLock::new(Mutex::default);

fn targets() -> MutexGuard<'static, HashMap<u32, Arc<Target>>> {
    TARGETS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread of this number, if it can be inspected.
pub(crate) fn find(thread: u32) -> Option<Arc<Target>> {
    targets().get(&thread).cloned()
}

impl Target {
    fn arrived(&self) -> MutexGuard<'_, VecDeque<Request>> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a request, and wakes the thread, whether it is paused or waits in its loop.
    pub fn push(&self, request: Request) {
        self.arrived().push_back(request);
        self.changed.notify_all();
        self.remote.post(|realm| notify(realm, InspectorLoopEvent::Arrived, &[]));
    }

    /// The next request; waits for one. None when the thread has to end.
    fn next(&self, has_to_end: impl Fn() -> bool) -> Option<Request> {
        let mut arrived = self.arrived();
        while !has_to_end() {
            if let Some(request) = arrived.pop_front() {
                return Some(request);
            }
            let waited = self.changed.wait_timeout(arrived, LONGEST_WAIT);
            arrived = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}

/// The side of a thread that only itself sees.
pub(crate) struct Inspected {
    target: Arc<Target>,
    sessions: RefCell<HashMap<u32, Connected>>,
}

struct Connected {
    session: Rc<InspectorSession>,
    inspector: Remote,
}

thread_local! {
    static INSPECTED: RefCell<Option<Rc<Inspected>>> = const { RefCell::new(None) };
}

impl Inspected {
    /// Lets other threads inspect this one.
    pub fn begin(thread: u32) {
        if Self::of_this_thread().is_some() {
            return;
        }
        set_pause_wait(wait_while_paused);
        let target =
            Arc::new(Target { arrived: Mutex::default(), changed: Condvar::new(), remote: Realm::current().remote() });
        targets().insert(thread, Arc::clone(&target));
        INSPECTED.set(Some(Rc::new(Self { target, sessions: RefCell::default() })));
        brio_realm::op::drop_at_end(move || {
            targets().remove(&thread);
            let Some(ended) = INSPECTED.take() else { return };
            for (number, connected) in ended.sessions.take() {
                drop(connected.session);
                connected.inspector.post(move |realm| notify(realm, InspectorLoopEvent::Ended, &[number]));
            }
            end_inspector(Realm::current().context());
        });
    }

    /// This thread, if others can inspect it.
    pub fn of_this_thread() -> Option<Rc<Self>> {
        INSPECTED.with_borrow(|inspected| inspected.as_ref().map(Rc::clone))
    }

    /// Handles the requests that have arrived.
    pub fn handle_arrived(&self) {
        while let Some(request) = { self.target.arrived().pop_front() } {
            self.handle(request);
        }
    }

    fn handle(&self, request: Request) {
        match request {
            Request::Connect(number, inspector) => {
                let receiver = inspector.clone();
                let receive = move |text: &str| {
                    let text = text.to_string();
                    receiver.post(move |realm| notify_text(realm, number, text));
                };
                let session = InspectorSession::connect(Realm::current().context(), Box::new(receive));
                if let Some(session) = session {
                    self.sessions.borrow_mut().insert(number, Connected { session: Rc::new(session), inspector });
                }
            }
            Request::Message(number, text) => {
                // The program may be paused during the call, and end the session.
                let session = self.sessions.borrow().get(&number).map(|connected| Rc::clone(&connected.session));
                if let Some(session) = session {
                    session.dispatch(&text);
                }
            }
            Request::Disconnect(number) => {
                let ended = self.sessions.borrow_mut().remove(&number);
                drop(ended);
            }
        }
    }
}

/// The engine calls this until the debugger continues the program.
extern "C" fn wait_while_paused() {
    let handle_next = || {
        let Some(inspected) = Inspected::of_this_thread() else { return };
        match inspected.target.next(|| Realm::current().is_stopping()) {
            Some(request) => inspected.handle(request),
            // Without a session the engine continues, and then ends the code.
            None => drop(inspected.sessions.take()),
        }
    };
    // A panic must not cross the engine's frames; the request is lost then.
    let _ = catch_unwind(AssertUnwindSafe(handle_next));
}

fn notify(realm: &Rc<Realm>, event: InspectorLoopEvent, values: &[u32]) {
    let mut arguments = vec![Value::int32(event as i32)];
    arguments.extend(values.iter().map(|&value| Value::uint32(value)));
    realm.call_hook(Hook::Event, &arguments, |_| ());
}

fn notify_text(realm: &Rc<Realm>, session: u32, text: String) {
    let Some(hook) = realm.hook(realm.context(), Hook::Event) else { return };
    realm.enter(|cx| {
        let text = cx.string(&text);
        let event = Value::int32(InspectorLoopEvent::Message as i32);
        hook.call(cx, &[event, Value::uint32(session), text]).map(|_| ())
    });
}
