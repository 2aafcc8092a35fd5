//! `uv_queue_work`: work on the thread pool.

use super::handles::enter;
use super::loops::UvLoopData;
use crate::addons::Addons;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU8, Ordering};

/// `uv_work_t` as `uv.h` lays it out.
#[repr(C)]
pub struct UvWork {
    data: *mut c_void,
    kind: c_int,
    reserved: [*mut c_void; 6],
    event_loop: *mut UvLoopData,
    work: Option<WorkCallback>,
    after: Option<AfterCallback>,
    state: AtomicU8,
}

/// `uv_work_cb` and `uv_after_work_cb`.
type WorkCallback = unsafe extern "C" fn(*mut UvWork);
type AfterCallback = unsafe extern "C" fn(*mut UvWork, c_int);

/// `UV_WORK`.
const KIND: c_int = 7;
const QUEUED: u8 = 1;
const RUNNING: u8 = 2;
const CANCELLED: u8 = 3;
const DONE: u8 = 4;

/// A request that is passed between threads.
#[derive(Clone, Copy)]
struct Request(*mut UvWork);

// SAFETY: the addon promises the request until its last callback; the state is atomic.
unsafe impl Send for Request {}

impl Request {
    fn state(&self) -> &AtomicU8 {
        // SAFETY: live until its last callback.
        unsafe { &(*self.0).state }
    }

    fn run(self) {
        if self.state().compare_exchange(QUEUED, RUNNING, Ordering::SeqCst, Ordering::SeqCst).is_err() {
            return;
        }
        // SAFETY: as above.
        if let Some(work) = unsafe { (*self.0).work } {
            // SAFETY: the addon passed the function for this request, to be called on another thread.
            unsafe { work(self.0) };
        }
    }

    fn finish(self) {
        let is_cancelled = self.state().swap(DONE, Ordering::SeqCst) == CANCELLED;
        let status = if is_cancelled { -libc::ECANCELED } else { 0 };
        // SAFETY: as above.
        if let Some(after) = unsafe { (*self.0).after } {
            // SAFETY: the addon passed the function for this request, which it may free in it.
            enter(move || unsafe { after({ self }.0, status) });
        }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_queue_work(
    event_loop: *mut UvLoopData,
    request: *mut UvWork,
    work: Option<WorkCallback>,
    after: Option<AfterCallback>,
) -> c_int {
    let (Some(addons), true) = (Addons::current(), work.is_some() && !request.is_null()) else { return -libc::EINVAL };
    // SAFETY: the addon passed memory for a request, whose `data` is its own.
    let fields = unsafe { &mut *request };
    fields.kind = KIND;
    fields.event_loop = event_loop;
    fields.work = work;
    fields.after = after;
    fields.state = AtomicU8::new(QUEUED);
    let request = Request(request);
    let realm = addons.realm();
    realm.retain();
    realm.begin_pool_job();
    addons.remote().clone().on_pool(
        move || { request }.run(),
        move |realm, ()| {
            realm.end_pool_job();
            realm.release();
            { request }.finish();
        },
    );
    0
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_cancel(request: *mut UvWork) -> c_int {
    if request.is_null() {
        return -libc::EINVAL;
    }
    let state = Request(request);
    match state.state().compare_exchange(QUEUED, CANCELLED, Ordering::SeqCst, Ordering::SeqCst) {
        Ok(_) => 0,
        Err(_) => -libc::EBUSY,
    }
}

const _: () = assert!(size_of::<UvWork>() <= 128);
