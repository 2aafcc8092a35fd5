//! What all handles have in common: their public fields, references, closing.

use super::loops::{UvLoop, UvLoopData};
use crate::addons::Addons;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

/// `uv_handle_t` as `uv.h` lays it out.
#[repr(C)]
pub struct UvHandle {
    pub data: *mut c_void,
    pub event_loop: *mut UvLoopData,
    pub kind: c_int,
    close: Option<CloseCallback>,
    queue: [*mut c_void; 2],
    /// The number of our record.
    pub number: u64,
    reserved: [*mut c_void; 3],
    next_closing: *mut c_void,
    flags: c_uint,
}

/// `uv_close_cb`.
pub type CloseCallback = unsafe extern "C" fn(*mut UvHandle);

/// `uv_handle_type`.
pub const ASYNC: c_int = 1;
pub const CHECK: c_int = 2;
pub const IDLE: c_int = 6;
pub const POLL: c_int = 8;
pub const PREPARE: c_int = 9;
pub const TIMER: c_int = 13;

const ACTIVE: c_uint = 1;
const REFERENCED: c_uint = 2;
const CLOSING: c_uint = 4;
const CLOSED: c_uint = 8;

/// A pointer to a handle that an addon passed.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlePointer(pub *mut UvHandle);

impl HandlePointer {
    /// The handle. Its fields are only used on the thread of its loop.
    pub fn get<'a>(&self) -> &'a mut UvHandle {
        // SAFETY: the addon promises a handle that is initialised and not freed before its close callback.
        unsafe { &mut *self.0 }
    }

    /// Prepares a handle; a new one keeps the loop alive while it is active.
    pub fn begin(self, event_loop: *mut UvLoopData, kind: c_int, number: u64) {
        // SAFETY: the addon passed memory for a handle. `data` is not touched: it may be set before.
        let handle = unsafe { &mut *self.0 };
        handle.event_loop = event_loop;
        handle.kind = kind;
        handle.close = None;
        handle.number = number;
        handle.flags = REFERENCED;
    }

    fn has(self, flag: c_uint) -> bool {
        self.get().flags & flag != 0
    }

    /// Whether it now keeps the loop alive.
    fn holds(self) -> bool {
        self.has(ACTIVE) && self.has(REFERENCED)
    }

    fn change(self, flag: c_uint, is_set: bool) {
        let held = self.holds();
        let handle = self.get();
        handle.flags = if is_set { handle.flags | flag } else { handle.flags & !flag };
        let Some(addons) = Addons::current() else { return };
        match (held, self.holds()) {
            (false, true) => addons.realm().retain(),
            (true, false) => addons.realm().release(),
            _ => {}
        }
    }

    pub fn set_active(self, is_active: bool) {
        self.change(ACTIVE, is_active);
    }

    pub fn is_active(self) -> bool {
        self.has(ACTIVE)
    }

    pub fn is_closing(self) -> bool {
        self.has(CLOSING | CLOSED)
    }
}

/// Runs a callback of an addon as a task of the loop, in a handle scope of its own.
pub fn enter(callback: impl FnOnce() + 'static) {
    let Some(addons) = Addons::current() else { return };
    addons.enter_task(
        0,
        Box::new(move || {
            let marked = addons.marked();
            let depth = marked.depth();
            callback();
            marked.truncate(depth);
        }),
    );
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_close(handle: HandlePointer, callback: Option<CloseCallback>) {
    if handle.is_closing() {
        return;
    }
    handle.get().close = callback;
    handle.set_active(false);
    handle.change(CLOSING, true);
    let (Some(addons), Some(uv)) = (Addons::current(), UvLoop::current()) else { return };
    uv.stop(handle);
    addons.realm().retain();
    addons.realm().on_close(move |realm| {
        realm.release();
        handle.change(CLOSED, true);
        if let Some(callback) = handle.get().close {
            // SAFETY: the addon passed the function for this handle, which it may free in it.
            enter(move || unsafe { callback(handle.0) });
        }
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_ref(handle: HandlePointer) {
    handle.change(REFERENCED, true);
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_unref(handle: HandlePointer) {
    handle.change(REFERENCED, false);
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_has_ref(handle: HandlePointer) -> c_int {
    c_int::from(handle.has(REFERENCED))
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_is_active(handle: HandlePointer) -> c_int {
    c_int::from(handle.is_active())
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_is_closing(handle: HandlePointer) -> c_int {
    c_int::from(handle.is_closing())
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_handle_get_data(handle: HandlePointer) -> *mut c_void {
    handle.get().data
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_handle_set_data(handle: HandlePointer, data: *mut c_void) {
    handle.get().data = data;
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_handle_get_loop(handle: HandlePointer) -> *mut UvLoopData {
    handle.get().event_loop
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_handle_get_type(handle: HandlePointer) -> c_int {
    handle.get().kind
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_handle_type_name(kind: c_int) -> *const c_char {
    type_of(kind).map_or(std::ptr::null(), |(name, _)| name.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn uv_handle_size(kind: c_int) -> usize {
    type_of(kind).map_or(usize::MAX, |(_, bytes)| *bytes)
}

const _: () = assert!(size_of::<UvHandle>() == 96);

/// The types of handles of `uv.h`, from `UV_ASYNC` to `UV_FILE`, and their sizes on 64-bit Linux.
const TYPES: [(&CStr, usize); 17] = [
    (c"async", 128),
    (c"check", 120),
    (c"fs_event", 136),
    (c"fs_poll", 104),
    (c"handle", 96),
    (c"idle", 120),
    (c"pipe", 264),
    (c"poll", 160),
    (c"prepare", 120),
    (c"process", 136),
    (c"stream", 248),
    (c"tcp", 248),
    (c"timer", 152),
    (c"tty", 312),
    (c"udp", 216),
    (c"signal", 152),
    (c"file", usize::MAX),
];

fn type_of(kind: c_int) -> Option<&'static (&'static CStr, usize)> {
    TYPES.get(usize::try_from(kind).ok()?.checked_sub(1)?)
}
