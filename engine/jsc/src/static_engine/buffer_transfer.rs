//! The contents of an ArrayBuffer move to another virtual machine without a copy.

use crate::{Context, Value};
use brio_jsc_sys::static_engine as sys;
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// The contents of an ArrayBuffer that belong to no virtual machine.
#[derive(Debug)]
pub struct BufferContents(NonNull<c_void>);

// SAFETY: the contents are memory of the engine's allocator, which any thread may use and free.
unsafe impl Send for BufferContents {}

impl Drop for BufferContents {
    fn drop(&mut self) {
        // SAFETY: the contents are this one's.
        unsafe { sys::brio_free_buffer(self.0.as_ptr()) };
    }
}

impl<'cx> Value<'cx> {
    /// Detaches this ArrayBuffer and returns its contents. None when they cannot be taken without a copy; then the
    /// buffer is unchanged.
    pub fn take_buffer(self, cx: Context<'cx>) -> Option<BufferContents> {
        // SAFETY: the global object of this thread's context, with the lock held, and a live value of it.
        let contents = cx.locked(|| unsafe { sys::brio_take_buffer(cx.raw_global(), self.raw()) });
        NonNull::new(contents).map(BufferContents)
    }
}

impl<'cx> Context<'cx> {
    /// An ArrayBuffer of this realm with the contents.
    pub fn adopt_buffer(self, contents: BufferContents) -> Value<'cx> {
        let contents = ManuallyDrop::new(contents);
        // SAFETY: the global object of this thread's context, with the lock held; the contents are handed over.
        Value::from_raw(self.locked(|| unsafe { sys::brio_adopt_buffer(self.raw_global(), contents.0.as_ptr()) }))
    }
}
