//! Uint8Arrays made by the engine's own functions.

use crate::{Context, Value};
use brio_jsc_sys::static_engine as sys;
use std::ptr;

/// A Uint8Array of `length` bytes that are not cleared, and where they are. None without memory for it.
pub(crate) fn uninitialized<'cx>(cx: Context<'cx>, length: usize) -> Option<(Value<'cx>, *mut u8)> {
    let mut data = ptr::null_mut();
    // SAFETY: the global object of this thread's context, with the lock held, and a live out-pointer.
    let raw = cx.locked(|| unsafe { sys::brio_uint8_array(cx.raw_global(), length, &mut data) });
    (!raw.is_null()).then(|| (Value::from_raw(raw), data))
}

/// See [`Context::view_like`].
pub(crate) fn view_like<'cx>(
    cx: Context<'cx>,
    sample: Value<'cx>,
    source: Value<'cx>,
    offset: usize,
    length: usize,
) -> Option<Value<'cx>> {
    if !sample.is_cell() || !source.is_cell() {
        return None;
    }
    // SAFETY: the global object of this thread's context, with the lock held, and live cells of it.
    let raw = cx.locked(|| unsafe { sys::brio_view_like(cx.raw_global(), sample.raw(), source.raw(), offset, length) });
    (!raw.is_null()).then(|| Value::from_raw(raw))
}
