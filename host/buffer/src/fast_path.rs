//! The common cases of `Buffer` methods, one native call each. The JavaScript that remains is so small that the engine
//! inlines it at little cost; with all cases there, compiling took longer than the calls.

use crate::decode::Encoding;
use brio_realm::jsc::{CellKind, Context, Value};

/// Whether an encoding is UTF-8, by default or by one of its common names.
#[inline]
pub fn is_utf8<'cx>(cx: Context<'cx>, encoding: Value<'cx>) -> Result<bool, Value<'cx>> {
    Ok(named(cx, encoding)? == Some(Encoding::Utf8))
}

/// The encoding of a common name, UTF-8 by default; None for other names, which may be of an encoding as well.
#[inline]
pub fn named<'cx>(cx: Context<'cx>, encoding: Value<'cx>) -> Result<Option<Encoding>, Value<'cx>> {
    if encoding.is_undefined() || encoding.is_flat_text(&[b"utf8", b"utf-8"]) {
        return Ok(Some(Encoding::Utf8));
    }
    if !is_string(cx, encoding) {
        return Ok(None);
    }
    encoding.with_characters(cx, Encoding::of_name, |_| None)
}

/// The bytes of a `Buffer` or another array of bytes; None for anything else.
#[inline]
pub fn bytes<'cx>(cx: Context<'cx>, value: Value<'cx>) -> Option<&'cx [u8]> {
    if is_array_of_bytes(cx, value) { value.bytes(cx) } else { None }
}

/// The bytes of a Uint8Array, which a `Buffer` is; None for anything else.
#[inline]
pub fn uint8_array<'cx>(cx: Context<'cx>, value: Value<'cx>) -> Option<&'cx [u8]> {
    if value.cell_kind(cx) == Some(CellKind::Uint8) { value.bytes(cx) } else { None }
}

/// The same as `bytes`, writable; None also from 2 GiB on.
#[inline]
pub fn bytes_mut<'cx>(cx: Context<'cx>, value: Value<'cx>) -> Option<&'cx mut [u8]> {
    if !is_array_of_bytes(cx, value) {
        return None;
    }
    value.bytes_mut(cx).filter(|bytes| bytes.len() <= i32::MAX as usize)
}

#[inline]
fn is_array_of_bytes<'cx>(cx: Context<'cx>, value: Value<'cx>) -> bool {
    matches!(value.cell_kind(cx), Some(CellKind::Uint8 | CellKind::View1))
}

#[inline]
pub fn is_string<'cx>(cx: Context<'cx>, value: Value<'cx>) -> bool {
    value.cell_kind(cx) == Some(CellKind::String)
}

/// The part of `bytes` that `toString(start, end)` selects, when both are numbers or absent.
#[inline]
pub fn text_range<'a>(bytes: &'a [u8], start: Value<'_>, end: Value<'_>) -> Option<&'a [u8]> {
    let part = match (start.as_number(), end.as_number()) {
        (Some(start), Some(end)) => crate::range(bytes, start, end),
        (None, None) if start.is_undefined() && end.is_undefined() => bytes,
        _ => return None,
    };
    Some(part)
}

/// The offset and the maximum number of bytes of `write(text, offset, length, encoding)` for a buffer of `room` bytes;
/// None when the arguments need the general path.
pub fn write_range<'cx>(
    cx: Context<'cx>,
    room: usize,
    offset: Value<'cx>,
    length: Value<'cx>,
    encoding: Value<'cx>,
) -> Result<Option<(usize, usize)>, Value<'cx>> {
    if offset.is_undefined() {
        return Ok(Some((0, room)));
    }
    if length.is_undefined() && is_string(cx, offset) {
        return Ok(is_utf8(cx, offset)?.then_some((0, room)));
    }
    let Some(from) = index(offset, room) else { return Ok(None) };
    if is_string(cx, length) {
        return Ok(is_utf8(cx, length)?.then_some((from, room - from)));
    }
    let count = if length.is_undefined() { Some(room) } else { index(length, room) };
    let Some(count) = count else { return Ok(None) };
    Ok(is_utf8(cx, encoding)?.then_some((from, count.min(room - from))))
}

/// An integer from 0 to `limit`.
#[inline]
fn index(value: Value<'_>, limit: usize) -> Option<usize> {
    let number = value.as_number()?;
    let index = number as usize;
    (index as f64 == number && index <= limit).then_some(index)
}
