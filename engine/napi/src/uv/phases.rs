//! `uv_prepare_t`, `uv_check_t` and `uv_idle_t`: callbacks at fixed points of each turn.

use super::handles::{CHECK, HandlePointer, IDLE, PREPARE, enter};
use super::loops::{Record, UvLoop, UvLoopData};
use crate::addons::Addons;
use brio_realm::Realm;
use std::ffi::c_int;
use std::rc::Rc;

/// `uv_prepare_cb`, `uv_check_cb` and `uv_idle_cb`.
pub type Callback = unsafe extern "C" fn(HandlePointer);

#[derive(Clone, Copy, Debug)]
pub enum Phase {
    Prepare(Option<Callback>),
    Check(Option<Callback>),
    Idle(Option<Callback>),
}

impl Phase {
    pub fn is(self, other: Phase) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    pub fn callback(self) -> Option<Callback> {
        match self {
            Phase::Prepare(callback) | Phase::Check(callback) | Phase::Idle(callback) => callback,
        }
    }
}

fn run(phase: Phase) {
    let Some(uv) = UvLoop::current() else { return };
    for (handle, callback) in uv.of_phase(phase) {
        let is_open = uv.record(handle.get().number).is_some() && handle.is_active();
        if is_open {
            // SAFETY: the addon passed the function for this handle, which is not closed.
            enter(move || unsafe { callback(handle) });
        }
    }
}

fn before_poll(realm: &Rc<Realm>) {
    if !realm.is_between_tasks() {
        return;
    }
    run(Phase::Idle(None));
    run(Phase::Prepare(None));
    // While there is idle work, the loop does not wait.
    if let (Some(uv), Some(addons)) = (UvLoop::current(), Addons::current())
        && !uv.of_phase(Phase::Idle(None)).is_empty()
    {
        addons.remote().post(|_| {});
    }
}

fn after_poll(_realm: &Rc<Realm>) {
    run(Phase::Check(None));
}

fn init(event_loop: *mut UvLoopData, handle: HandlePointer, kind: c_int, phase: Phase) -> c_int {
    let (Some(uv), Some(addons)) = (UvLoop::current(), Addons::current()) else { return -libc::EINVAL };
    if !uv.has_phases.replace(true) {
        addons.realm().at_turn_end(before_poll);
        addons.realm().at_poll_end(after_poll);
    }
    let number = uv.next_number();
    handle.begin(event_loop, kind, number);
    uv.insert(number, handle, Record::Phase(phase));
    0
}

fn start(handle: HandlePointer, phase: Phase) -> c_int {
    let Some(uv) = UvLoop::current() else { return -libc::EINVAL };
    if handle.is_active() {
        return 0;
    }
    if phase.callback().is_none() {
        return -libc::EINVAL;
    }
    uv.insert(handle.get().number, handle, Record::Phase(phase));
    handle.set_active(true);
    0
}

fn stop(handle: HandlePointer) -> c_int {
    handle.set_active(false);
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_prepare_init(event_loop: *mut UvLoopData, handle: HandlePointer) -> c_int {
    init(event_loop, handle, PREPARE, Phase::Prepare(None))
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_prepare_start(handle: HandlePointer, callback: Option<Callback>) -> c_int {
    start(handle, Phase::Prepare(callback))
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_prepare_stop(handle: HandlePointer) -> c_int {
    stop(handle)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_check_init(event_loop: *mut UvLoopData, handle: HandlePointer) -> c_int {
    init(event_loop, handle, CHECK, Phase::Check(None))
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_check_start(handle: HandlePointer, callback: Option<Callback>) -> c_int {
    start(handle, Phase::Check(callback))
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_check_stop(handle: HandlePointer) -> c_int {
    stop(handle)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_idle_init(event_loop: *mut UvLoopData, handle: HandlePointer) -> c_int {
    init(event_loop, handle, IDLE, Phase::Idle(None))
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_idle_start(handle: HandlePointer, callback: Option<Callback>) -> c_int {
    start(handle, Phase::Idle(callback))
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_idle_stop(handle: HandlePointer) -> c_int {
    stop(handle)
}
