//! Weak references to objects.

use crate::{Context, Value};
use brio_jsc_sys as sys;
use std::marker::PhantomData;

/// A reference to an object that may be collected. Bound to the thread of its VM, and dropped before the VM is.
pub struct Weak {
    raw: sys::JSWeakRef,
    group: sys::JSGroupRef,
    _thread: PhantomData<*const ()>,
}

impl<'cx> Value<'cx> {
    /// References this object weakly; None for a value that is not an object.
    pub fn weak(self, cx: Context<'cx>) -> Option<Weak> {
        if !self.is_object(cx) {
            return None;
        }
        let group = cx.raw_group();
        // SAFETY: a live object of the VM of 'cx.
        let raw = unsafe { sys::JSWeakCreate(group, self.raw_object()) };
        Some(Weak { raw, group, _thread: PhantomData })
    }
}

impl Weak {
    /// Whether the object was not collected yet.
    pub fn is_alive(&self) -> bool {
        // SAFETY: made by `JSWeakCreate`, and released only when this is dropped.
        !unsafe { sys::JSWeakGetObject(self.raw) }.is_null()
    }
}

impl Drop for Weak {
    fn drop(&mut self) {
        // SAFETY: made once, released once; the owner drops it before the VM.
        unsafe { sys::JSWeakRelease(self.group, self.raw) };
    }
}
