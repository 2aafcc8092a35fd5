//! Values that outlive a call.

use crate::{Context, Value};
use brio_jsc_sys as sys;
use std::marker::PhantomData;

/// A value kept alive until dropped. Bound to the thread of its VM, and dropped before the VM is.
pub struct Root {
    raw: sys::JSValueRef,
    context: sys::JSContextRef,
    _thread: PhantomData<*const ()>,
}

impl Root {
    pub(crate) fn new(cx: Context<'_>, value: Value<'_>) -> Self {
        // SAFETY: the value and the context belong to the same live VM; paired with the unprotect in `drop`.
        unsafe { sys::JSValueProtect(cx.raw(), value.raw()) };
        Self { raw: value.raw(), context: cx.raw_global(), _thread: PhantomData }
    }

    /// The value, for use inside a call.
    #[inline]
    pub fn get<'cx>(&self, _cx: Context<'cx>) -> Value<'cx> {
        Value::from_raw(self.raw)
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        // SAFETY: protected exactly once in `new`; the owner drops its roots before the VM (see `Vm`).
        unsafe { sys::JSValueUnprotect(self.context, self.raw) }
    }
}

impl<'cx> Value<'cx> {
    /// Keeps the value alive beyond this call.
    pub fn root(self, cx: Context<'cx>) -> Root {
        Root::new(cx, self)
    }
}
