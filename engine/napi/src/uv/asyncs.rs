//! `uv_async_t`: other threads wake the loop up.

use super::handles::{ASYNC, HandlePointer, enter};
use super::loops::{Record, UvLoop, UvLoopData};
use crate::addons::Addons;
use brio_realm::Remote;
use std::collections::HashMap;
use std::ffi::c_int;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// `uv_async_cb`.
type Callback = unsafe extern "C" fn(HandlePointer);

pub struct Async {
    callback: Option<Callback>,
    shared: Arc<Shared>,
    address: usize,
}

/// What threads that send use.
struct Shared {
    remote: Remote,
    number: u64,
    is_pending: AtomicBool,
}

/// The handles of all loops by address: a thread that sends has nothing else.
static HANDLES: Mutex<Option<HashMap<usize, Arc<Shared>>>> = Mutex::new(None);

fn with_handles<R>(work: impl FnOnce(&mut HashMap<usize, Arc<Shared>>) -> R) -> R {
    work(HANDLES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

impl Drop for Async {
    fn drop(&mut self) {
        let is_same = |known: &Arc<Shared>| Arc::ptr_eq(known, &self.shared);
        with_handles(|handles| {
            if handles.get(&self.address).is_some_and(is_same) {
                handles.remove(&self.address);
            }
        });
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_async_init(
    event_loop: *mut UvLoopData,
    handle: HandlePointer,
    callback: Option<Callback>,
) -> c_int {
    let (Some(addons), Some(uv)) = (Addons::current(), UvLoop::current()) else { return -libc::EINVAL };
    let number = uv.next_number();
    let shared = Arc::new(Shared { remote: addons.remote().clone(), number, is_pending: AtomicBool::new(false) });
    let address = handle.0.expose_provenance();
    with_handles(|handles| handles.insert(address, shared.clone()));
    handle.begin(event_loop, ASYNC, number);
    uv.insert(number, handle, Record::Async(Rc::new(Async { callback, shared, address })));
    handle.set_active(true);
    0
}

/// May be called on any thread.
#[unsafe(no_mangle)]
pub extern "C" fn uv_async_send(handle: HandlePointer) -> c_int {
    let Some(shared) = with_handles(|handles| handles.get(&handle.0.expose_provenance()).cloned()) else {
        return -libc::EINVAL;
    };
    if !shared.is_pending.swap(true, Ordering::SeqCst) {
        let sent = shared.clone();
        shared.remote.post(move |_| deliver(&sent));
    }
    0
}

fn deliver(shared: &Shared) {
    shared.is_pending.store(false, Ordering::SeqCst);
    let Some((handle, Record::Async(found))) = UvLoop::current().and_then(|uv| uv.record(shared.number)) else {
        return;
    };
    if let Some(callback) = found.callback {
        // SAFETY: the addon passed the function for this handle, which is not closed.
        enter(move || unsafe { callback(handle) });
    }
}
