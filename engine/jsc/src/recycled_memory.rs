//! Arrays whose memory is used again: the pool of `Buffer` is replaced after each 64 kB, and new memory is cleared by
//! the engine and its pages by the system, which took longer than all that the buffers in it were made for.
//!
//! The bytes are those of earlier arrays of this thread, or of memory that the process has freed: only for arrays that are
//! overwritten, or may hold old data, as those of `Buffer.allocUnsafe`. A collection frees more areas than are retained,
//! so that clearing new ones was a sixth of `Buffer.from` of a kilobyte.

use crate::{Context, Value, call::check};
use brio_jsc_sys as sys;
use std::cell::RefCell;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// The size of all areas.
pub const RECYCLED_BYTES: usize = 64 * 1024;
/// How many free areas a thread retains: 1 MB.
const FREE_AREAS_MAX: usize = 16;

type Area = MaybeUninit<[u8; RECYCLED_BYTES]>;

thread_local! {
    static FREE: RefCell<Vec<Box<Area>>> = const { RefCell::new(Vec::new()) };
}

impl<'cx> Context<'cx> {
    /// A Uint8Array of `RECYCLED_BYTES` bytes with old data.
    pub fn recycled_array(self) -> Result<Value<'cx>, Value<'cx>> {
        let free = FREE.with_borrow_mut(Vec::pop);
        let area = Box::into_raw(free.unwrap_or_else(Box::new_uninit)).cast::<c_void>();
        let mut exception = ptr::null();
        // SAFETY: the area is owned by the array from here on, whose memory `recycle` receives once. Only the engine reads it,
        // for which memory from the system's allocator always has some value.
        let raw = unsafe {
            sys::JSObjectMakeTypedArrayWithBytesNoCopy(
                self.raw(),
                sys::TypedArrayType::Uint8,
                area,
                RECYCLED_BYTES,
                Some(recycle),
                ptr::null_mut(),
                &mut exception,
            )
        };
        check(raw, exception)
    }
}

/// Called by the engine on the thread that collects, also when a thread ends and its list is gone.
unsafe extern "C" fn recycle(area: *mut c_void, _context: *mut c_void) {
    // SAFETY: made by `Box::into_raw` in `recycled_array`, and the engine calls this once.
    let area = unsafe { Box::from_raw(area.cast::<Area>()) };
    // An error: this thread's list is gone, and the area with it.
    let _ = FREE.try_with(|free| {
        if let Ok(mut free) = free.try_borrow_mut()
            && free.len() < FREE_AREAS_MAX
        {
            free.push(area);
        }
    });
}
