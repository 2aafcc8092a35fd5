//! `uv_timer_t`, each on a timer of the system.

use super::handles::{HandlePointer, TIMER, enter};
use super::loops::{Record, UvLoop, UvLoopData};
use crate::addons::Addons;
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{IoHandler, IoToken, Realm};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, timerfd_create, timerfd_settime,
};
use std::cell::Cell;
use std::ffi::c_int;
use std::os::fd::{AsRawFd, OwnedFd};
use std::rc::Rc;

const MS_PER_S: u64 = 1000;
const NS_PER_MS: i64 = 1_000_000;

/// `uv_timer_cb`.
type Callback = unsafe extern "C" fn(HandlePointer);

pub struct Timer {
    number: u64,
    callback: Cell<Option<Callback>>,
    repeat_ms: Cell<u64>,
    due_ms: Cell<f64>,
    descriptor: OwnedFd,
    token: Cell<Option<IoToken>>,
}

impl Timer {
    /// Sets the system's timer; 0 is at once.
    fn set(&self, timeout_ms: u64) {
        let realm = Realm::current();
        self.due_ms.set(realm.now_ms() + timeout_ms as f64);
        let value = Timespec {
            tv_sec: i64::try_from(timeout_ms / MS_PER_S).unwrap_or(i64::MAX),
            // A time of zero would switch the timer off.
            tv_nsec: ((timeout_ms % MS_PER_S) as i64 * NS_PER_MS).max(i64::from(timeout_ms == 0)),
        };
        let zero = Timespec { tv_sec: 0, tv_nsec: 0 };
        // The descriptor is a timer, and the times are valid.
        let _ = timerfd_settime(
            &self.descriptor,
            TimerfdTimerFlags::empty(),
            &Itimerspec { it_interval: zero, it_value: value },
        );
    }

    /// Stops polling, as the handle closes.
    pub fn end(&self) {
        if let (Some(token), Some(addons)) = (self.token.take(), Addons::current()) {
            addons.realm().unwatch(token, self.descriptor.as_raw_fd());
        }
    }
}

struct Handler(u64);

impl IoHandler for Handler {
    fn ready(&self, _realm: &Rc<Realm>, _readiness: Readiness) {
        let Some((handle, Record::Timer(timer))) = UvLoop::current().and_then(|uv| uv.record(self.0)) else { return };
        let mut expirations = [0_u8; 8];
        if rustix::io::read(&timer.descriptor, &mut expirations).is_err() || !handle.is_active() {
            return;
        }
        if timer.repeat_ms.get() == 0 {
            handle.set_active(false);
        } else {
            timer.set(timer.repeat_ms.get());
        }
        if let Some(callback) = timer.callback.get() {
            // SAFETY: the addon passed the function for this handle, which is not closed.
            enter(move || unsafe { callback(handle) });
        }
    }
}

fn timer_of(handle: HandlePointer) -> Option<Rc<Timer>> {
    match UvLoop::current()?.record(handle.get().number)? {
        (_, Record::Timer(timer)) => Some(timer),
        _ => None,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_timer_init(event_loop: *mut UvLoopData, handle: HandlePointer) -> c_int {
    let Some(uv) = UvLoop::current() else { return -libc::EINVAL };
    let flags = TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC;
    let descriptor = match timerfd_create(TimerfdClockId::Monotonic, flags) {
        Ok(descriptor) => descriptor,
        Err(error) => return -error.raw_os_error(),
    };
    let number = uv.next_number();
    handle.begin(event_loop, TIMER, number);
    let timer = Timer {
        number,
        callback: Cell::new(None),
        repeat_ms: Cell::new(0),
        due_ms: Cell::new(0.0),
        descriptor,
        token: Cell::new(None),
    };
    uv.insert(number, handle, Record::Timer(Rc::new(timer)));
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_timer_start(
    handle: HandlePointer,
    callback: Option<Callback>,
    timeout_ms: u64,
    repeat_ms: u64,
) -> c_int {
    let (Some(timer), Some(addons), true) = (timer_of(handle), Addons::current(), callback.is_some()) else {
        return -libc::EINVAL;
    };
    timer.callback.set(callback);
    timer.repeat_ms.set(repeat_ms);
    if timer.token.get().is_none() {
        let descriptor = timer.descriptor.as_raw_fd();
        match addons.realm().watch(descriptor, Interest::READABLE, Rc::new(Handler(timer.number))) {
            Ok(token) => timer.token.set(Some(token)),
            Err(error) => return -error.raw_os_error().unwrap_or(libc::EIO),
        }
    }
    timer.set(timeout_ms);
    handle.set_active(true);
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_timer_stop(handle: HandlePointer) -> c_int {
    handle.set_active(false);
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_timer_again(handle: HandlePointer) -> c_int {
    let Some(timer) = timer_of(handle).filter(|timer| timer.callback.get().is_some()) else { return -libc::EINVAL };
    if timer.repeat_ms.get() > 0 {
        timer.set(timer.repeat_ms.get());
        handle.set_active(true);
    }
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_timer_set_repeat(handle: HandlePointer, repeat_ms: u64) {
    if let Some(timer) = timer_of(handle) {
        timer.repeat_ms.set(repeat_ms);
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_timer_get_repeat(handle: HandlePointer) -> u64 {
    timer_of(handle).map_or(0, |timer| timer.repeat_ms.get())
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_timer_get_due_in(handle: HandlePointer) -> u64 {
    timer_of(handle).map_or(0, |timer| (timer.due_ms.get() - Realm::current().now_ms()).max(0.0) as u64)
}
