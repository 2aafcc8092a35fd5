//! The system's library exports no function that makes a Uint8Array: callers use the C API.

use crate::{Context, Value};

/// None: see `static_engine/arrays.rs`.
pub(crate) fn uninitialized<'cx>(_cx: Context<'cx>, _length: usize) -> Option<(Value<'cx>, *mut u8)> {
    None
}

/// None: see `static_engine/arrays.rs`.
pub(crate) fn view_like<'cx>(
    _cx: Context<'cx>,
    _sample: Value<'cx>,
    _source: Value<'cx>,
    _offset: usize,
    _length: usize,
) -> Option<Value<'cx>> {
    None
}
