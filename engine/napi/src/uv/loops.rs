//! The loop of a realm as addons see it, and the records of its handles.

use super::asyncs::Async;
use super::handles::HandlePointer;
use super::phases::Phase;
use super::polls::Poll;
use super::timers::Timer;
use crate::addons::Addons;
use crate::types::{EnvPointer, Out, Status};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::rc::Rc;

/// `uv_loop_t`: only `data` is the addon's; the rest has the size of `uv.h`.
#[repr(C)]
pub struct UvLoopData {
    data: *mut c_void,
    private: [u64; 105],
}

/// What a handle's number refers to.
#[derive(Clone)]
pub enum Record {
    Async(Rc<Async>),
    Timer(Rc<Timer>),
    Poll(Rc<Poll>),
    Phase(Phase),
}

/// The loop of one realm.
pub struct UvLoop {
    data: Box<std::cell::UnsafeCell<UvLoopData>>,
    records: RefCell<BTreeMap<u64, (HandlePointer, Record)>>,
    next: Cell<u64>,
    pub has_phases: Cell<bool>,
}

impl Default for UvLoop {
    fn default() -> Self {
        Self {
            data: Box::new(std::cell::UnsafeCell::new(UvLoopData { data: std::ptr::null_mut(), private: [0; 105] })),
            records: RefCell::default(),
            next: Cell::new(1),
            has_phases: Cell::new(false),
        }
    }
}

impl UvLoop {
    /// The loop of this thread's realm, if it has addons.
    pub fn current<'a>() -> Option<&'a UvLoop> {
        Addons::current().map(Addons::uv)
    }

    pub fn pointer(&self) -> *mut UvLoopData {
        self.data.get()
    }

    /// The number of the next record.
    pub fn next_number(&self) -> u64 {
        let number = self.next.get();
        self.next.set(number + 1);
        number
    }

    pub fn insert(&self, number: u64, handle: HandlePointer, record: Record) {
        self.records.borrow_mut().insert(number, (handle, record));
    }

    /// The record with a number; None when its handle was closed.
    pub fn record(&self, number: u64) -> Option<(HandlePointer, Record)> {
        self.records.borrow().get(&number).cloned()
    }

    /// The handles of a phase that are active, in the order in which they were initialised.
    pub fn of_phase(&self, phase: Phase) -> Vec<(HandlePointer, super::phases::Callback)> {
        let records = self.records.borrow();
        let callback = |(handle, record): &(HandlePointer, Record)| match record {
            Record::Phase(own) if own.is(phase) && handle.is_active() => own.callback().map(|found| (*handle, found)),
            _ => None,
        };
        records.values().filter_map(callback).collect()
    }

    /// Ends the record of a handle that is closing.
    pub fn stop(&self, handle: HandlePointer) {
        let removed = self.records.borrow_mut().remove(&handle.get().number);
        match removed {
            Some((_, Record::Timer(timer))) => timer.end(),
            Some((_, Record::Poll(poll))) => poll.end(),
            _ => {}
        }
    }

    /// Ends all records, with the realm.
    pub fn clear(&self) {
        let handles: Vec<HandlePointer> = self.records.borrow().values().map(|(handle, _)| *handle).collect();
        handles.into_iter().for_each(|handle| self.stop(handle));
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_uv_event_loop(env: EnvPointer, result: Out<*mut UvLoopData>) -> Status {
    env.basic(|env| {
        result.check()?.set(env.addons().uv().pointer());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_default_loop() -> *mut UvLoopData {
    UvLoop::current().map_or(std::ptr::null_mut(), UvLoop::pointer)
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_loop_get_data(event_loop: Out<UvLoopData>) -> *mut c_void {
    if event_loop.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: the addon passed the loop that it got from here.
    unsafe { (*event_loop.pointer()).data }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_loop_set_data(event_loop: Out<UvLoopData>, data: *mut c_void) {
    if !event_loop.is_null() {
        // SAFETY: as above.
        unsafe { (*event_loop.pointer()).data = data };
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_loop_alive(_event_loop: Out<UvLoopData>) -> c_int {
    c_int::from(Addons::current().is_some_and(|addons| addons.realm().is_alive()))
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_loop_size() -> usize {
    size_of::<UvLoopData>()
}

const _: () = assert!(size_of::<UvLoopData>() == 848);
