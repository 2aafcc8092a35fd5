//! `uv_poll_t`: descriptors of an addon's own.

use super::handles::{HandlePointer, POLL, enter};
use super::loops::{Record, UvLoop, UvLoopData};
use crate::addons::Addons;
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{IoHandler, IoToken, Realm};
use std::cell::Cell;
use std::ffi::c_int;
use std::rc::Rc;

/// `uv_poll_event`.
const READABLE: c_int = 1;
const WRITABLE: c_int = 2;

/// `uv_poll_cb`.
type Callback = unsafe extern "C" fn(HandlePointer, c_int, c_int);

pub struct Poll {
    number: u64,
    descriptor: c_int,
    events: Cell<c_int>,
    callback: Cell<Option<Callback>>,
    token: Cell<Option<IoToken>>,
}

impl Poll {
    /// Stops polling.
    pub fn end(&self) {
        if let (Some(token), Some(addons)) = (self.token.take(), Addons::current()) {
            addons.realm().unwatch(token, self.descriptor);
        }
    }

    fn interest(&self) -> Interest {
        match (self.events.get() & READABLE != 0, self.events.get() & WRITABLE != 0) {
            (true, true) => Interest::READABLE | Interest::WRITABLE,
            (false, true) => Interest::WRITABLE,
            _ => Interest::READABLE,
        }
    }
}

struct Handler(u64);

impl IoHandler for Handler {
    fn ready(&self, realm: &Rc<Realm>, readiness: Readiness) {
        let Some((handle, Record::Poll(poll))) = UvLoop::current().and_then(|uv| uv.record(self.0)) else { return };
        if !handle.is_active() {
            return;
        }
        let readable =
            if readiness.is_readable() || readiness.is_read_closed() || readiness.is_error() { READABLE } else { 0 };
        let writable = if readiness.is_writable() { WRITABLE } else { 0 };
        let events = (readable | writable) & poll.events.get();
        if let (true, Some(callback)) = (events != 0, poll.callback.get()) {
            // SAFETY: the addon passed the function for this handle, which is not closed.
            enter(move || unsafe { callback(handle, 0, events) });
        }
        // libuv reports a state for as long as it lasts; our poller reports changes.
        let is_known = UvLoop::current().is_some_and(|uv| uv.record(self.0).is_some());
        if let (true, Some(token)) = (is_known && handle.is_active(), poll.token.get()) {
            // It fails only for a descriptor that was closed, which is then silent, as in libuv.
            let _ = realm.rewatch(token, poll.descriptor, poll.interest());
        }
    }
}

fn poll_of(handle: HandlePointer) -> Option<Rc<Poll>> {
    match UvLoop::current()?.record(handle.get().number)? {
        (_, Record::Poll(poll)) => Some(poll),
        _ => None,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_poll_init(event_loop: *mut UvLoopData, handle: HandlePointer, descriptor: c_int) -> c_int {
    let Some(uv) = UvLoop::current() else { return -libc::EINVAL };
    if descriptor < 0 {
        return -libc::EBADF;
    }
    let number = uv.next_number();
    handle.begin(event_loop, POLL, number);
    let poll = Poll { number, descriptor, events: Cell::new(0), callback: Cell::new(None), token: Cell::new(None) };
    uv.insert(number, handle, Record::Poll(Rc::new(poll)));
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_poll_init_socket(event_loop: *mut UvLoopData, handle: HandlePointer, socket: c_int) -> c_int {
    uv_poll_init(event_loop, handle, socket)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_poll_start(handle: HandlePointer, events: c_int, callback: Option<Callback>) -> c_int {
    let (Some(poll), Some(addons)) = (poll_of(handle), Addons::current()) else { return -libc::EINVAL };
    if events & (READABLE | WRITABLE) == 0 {
        return uv_poll_stop(handle);
    }
    poll.events.set(events);
    poll.callback.set(callback);
    let realm = addons.realm();
    let outcome = match poll.token.get() {
        Some(token) => realm.rewatch(token, poll.descriptor, poll.interest()),
        None => realm
            .watch(poll.descriptor, poll.interest(), Rc::new(Handler(poll.number)))
            .map(|token| poll.token.set(Some(token))),
    };
    match outcome {
        Ok(()) => {
            handle.set_active(true);
            0
        }
        Err(error) => -error.raw_os_error().unwrap_or(libc::EIO),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_poll_stop(handle: HandlePointer) -> c_int {
    if let Some(poll) = poll_of(handle) {
        poll.end();
    }
    handle.set_active(false);
    0
}
