//! Weak references to objects.

use crate::{Context, Value, ValueKind};
use brio_jsc_sys as sys;
use std::marker::PhantomData;

/// A reference to an object that may be collected. Bound to the thread of its VM, and dropped before the VM is.
pub struct Weak {
    raw: sys::JSWeakRef,
    group: sys::JSGroupRef,
    _thread: PhantomData<*const ()>,
}

impl<'cx> Value<'cx> {
    /// References this object or symbol weakly; None for another value.
    pub fn weak(self, cx: Context<'cx>) -> Option<Weak> {
        if !matches!(self.kind(cx), ValueKind::Object | ValueKind::Symbol) {
            return None;
        }
        let group = cx.raw_group();
        // SAFETY: a live cell of the VM of 'cx; the function reads nothing that only objects have.
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

    /// The object, if it was not collected yet.
    #[inline]
    pub(crate) fn object<'cx>(&self) -> Option<Value<'cx>> {
        // SAFETY: as above.
        let object = unsafe { sys::JSWeakGetObject(self.raw) };
        (!object.is_null()).then(|| Value::from_raw(object.cast_const()))
    }
}

impl Drop for Weak {
    fn drop(&mut self) {
        // SAFETY: made once, released once; the owner drops it before the VM.
        unsafe { sys::JSWeakRelease(self.group, self.raw) };
    }
}
