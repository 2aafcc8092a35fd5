//! Typed arrays and DataViews.

use super::errors::{Kind, throw};
use crate::env::Env;
use crate::types::{EnvPointer, NapiValue, Out, Outcome, Status};
use brio_jsc::{CellKind, Context, Value};
use std::ffi::{c_int, c_void};

/// The sizes of elements by `napi_typedarray_type`, and the names of the types.
const TYPES: [(usize, &str); 12] = [
    (1, "Int8Array"),
    (1, "Uint8Array"),
    (1, "Uint8ClampedArray"),
    (2, "Int16Array"),
    (2, "Uint16Array"),
    (4, "Int32Array"),
    (4, "Uint32Array"),
    (4, "Float32Array"),
    (8, "Float64Array"),
    (8, "BigInt64Array"),
    (8, "BigUint64Array"),
    (2, "Float16Array"),
];
/// The number of DataView for the helper `makeView`.
const DATA_VIEW: i32 = 12;

/// What the helper `viewInfo` says of a typed array or DataView.
struct ViewInfo<'cx> {
    kind: i32,
    length: usize,
    buffer: Value<'cx>,
    offset_bytes: usize,
}

fn view_info<'cx>(env: &'cx Env, view: Value<'cx>) -> Outcome<Option<ViewInfo<'cx>>> {
    let cx = env.cx();
    if !view.is_object(cx) {
        return Ok(None);
    }
    let info = env.help(|helpers| &helpers.view_info, &[view])?;
    if info.is_nullish() {
        return Ok(None);
    }
    let field = |index| env.caught(info.get_index(cx, index));
    let number = |value: Value<'_>| value.as_number().unwrap_or(0.0);
    Ok(Some(ViewInfo {
        kind: number(field(0)?) as i32,
        length: number(field(1)?) as usize,
        buffer: field(2)?,
        offset_bytes: number(field(3)?) as usize,
    }))
}

/// The bytes of a typed array or DataView.
pub fn bytes<'cx>(env: &'cx Env, view: Value<'cx>) -> Outcome<(*mut u8, usize)> {
    if let Some(bytes) = view.stable_bytes(env.cx()) {
        return Ok(bytes);
    }
    // A Float16Array is not among the kinds of cells.
    let info = view_info(env, view)?.ok_or(Status::InvalidArg)?;
    let (start, _) = info.buffer.stable_bytes(env.cx()).ok_or(Status::InvalidArg)?;
    let size = TYPES.get(info.kind as usize).map_or(1, |(size, _)| *size);
    Ok((if start.is_null() { start } else { start.wrapping_add(info.offset_bytes) }, info.length * size))
}

/// Where an empty view begins: null when its buffer has no memory, for which the engine has an address all the same.
pub fn start_of_empty<'cx>(env: &'cx Env, view: Value<'cx>) -> Outcome<*mut u8> {
    let info = view_info(env, view)?.ok_or(Status::InvalidArg)?;
    let (start, length_bytes) = info.buffer.stable_bytes(env.cx()).unwrap_or((std::ptr::null_mut(), 0));
    Ok(if length_bytes == 0 { std::ptr::null_mut() } else { start.wrapping_add(info.offset_bytes) })
}

/// Whether a value is a typed array.
fn is_typed_array<'cx>(cx: Context<'cx>, value: Value<'cx>) -> bool {
    matches!(
        value.cell_kind(cx),
        Some(CellKind::View1 | CellKind::View2 | CellKind::View4 | CellKind::View8 | CellKind::Uint8)
    )
}

/// Whether a value is a typed array or a DataView.
pub fn is_view<'cx>(env: &'cx Env, value: Value<'cx>) -> bool {
    let cx = env.cx();
    is_typed_array(cx, value)
        || value.cell_kind(cx) == Some(CellKind::DataView)
        || view_info(env, value).is_ok_and(|info| info.is_some())
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_typedarray(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        let result = result.check()?;
        let is_other_view =
            || -> Outcome<bool> { Ok(view_info(env, value)?.is_some_and(|info| info.kind != DATA_VIEW)) };
        result.set(is_typed_array(env.cx(), value) || is_other_view()?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_dataview(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        result.check()?.set(value.cell_kind(env.cx()) == Some(CellKind::DataView));
        Ok(())
    })
}

fn make<'cx>(env: &'cx Env, kind: i32, buffer: Value<'cx>, offset: usize, length: usize) -> Outcome<Value<'cx>> {
    let arguments = [Value::int32(kind), buffer, Value::number(offset as f64), Value::number(length as f64)];
    env.help(|helpers| &helpers.make_view, &arguments)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_typedarray(
    env: EnvPointer,
    kind: c_int,
    length: usize,
    buffer: NapiValue,
    offset_bytes: usize,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let buffer = buffer.check(env.cx())?;
        let result = result.check()?;
        if buffer.cell_kind(env.cx()) != Some(CellKind::ArrayBuffer) {
            return Err(Status::InvalidArg);
        }
        let (size, name) = *usize::try_from(kind).ok().and_then(|kind| TYPES.get(kind)).ok_or(Status::InvalidArg)?;
        let (_, buffer_bytes) = buffer.stable_bytes(env.cx()).ok_or(Status::InvalidArg)?;
        if !offset_bytes.is_multiple_of(size) {
            let message = format!("start offset of {name} should be a multiple of {size}");
            throw(env, Kind::Range, Some("ERR_NAPI_INVALID_TYPEDARRAY_ALIGNMENT"), &message);
            return Err(Status::GenericFailure);
        }
        let end = length.checked_mul(size).and_then(|bytes| bytes.checked_add(offset_bytes));
        if end.is_none_or(|end| end > buffer_bytes) {
            throw(env, Kind::Range, Some("ERR_NAPI_INVALID_TYPEDARRAY_LENGTH"), "Invalid typed array length");
            return Err(Status::GenericFailure);
        }
        result.put(env, make(env, kind, buffer, offset_bytes, length)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_typedarray_info(
    env: EnvPointer,
    value: NapiValue,
    kind: Out<c_int>,
    length: Out<usize>,
    data: Out<*mut c_void>,
    buffer: Out<NapiValue>,
    offset_bytes: Out<usize>,
) -> Status {
    env.plain(|env| {
        let cx = env.cx();
        let value = value.check(cx)?;
        let info = view_info(env, value)?.filter(|info| info.kind != DATA_VIEW).ok_or(Status::InvalidArg)?;
        kind.set(info.kind);
        length.set(info.length);
        write_place(env, &info, data, buffer, offset_bytes)
    })
}

fn write_place<'cx>(
    env: &'cx Env,
    info: &ViewInfo<'cx>,
    data: Out<*mut c_void>,
    buffer: Out<NapiValue>,
    offset_bytes: Out<usize>,
) -> Outcome {
    offset_bytes.set(info.offset_bytes);
    if !data.is_null() {
        let cx = env.cx();
        let (start, length_bytes) = info.buffer.stable_bytes(cx).unwrap_or((std::ptr::null_mut(), 0));
        // A buffer without memory has none, for which the engine has an address all the same.
        let has_memory = !start.is_null() && length_bytes > 0;
        data.set(if has_memory { start.wrapping_add(info.offset_bytes).cast() } else { std::ptr::null_mut() });
    }
    if buffer.is_null() { Ok(()) } else { buffer.put(env, info.buffer) }
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_dataview(
    env: EnvPointer,
    length: usize,
    buffer: NapiValue,
    offset_bytes: usize,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let buffer = buffer.check(env.cx())?;
        let result = result.check()?;
        if buffer.cell_kind(env.cx()) != Some(CellKind::ArrayBuffer) {
            return Err(Status::InvalidArg);
        }
        let (_, buffer_bytes) = buffer.stable_bytes(env.cx()).ok_or(Status::InvalidArg)?;
        if length.checked_add(offset_bytes).is_none_or(|end| end > buffer_bytes) {
            throw(
                env,
                Kind::Range,
                Some("ERR_NAPI_INVALID_DATAVIEW_ARGS"),
                "byte_offset + byte_length should be less than or equal to the size in bytes of the array passed in",
            );
            return Err(Status::PendingException);
        }
        result.put(env, make(env, DATA_VIEW, buffer, offset_bytes, length)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_dataview_info(
    env: EnvPointer,
    value: NapiValue,
    length: Out<usize>,
    data: Out<*mut c_void>,
    buffer: Out<NapiValue>,
    offset_bytes: Out<usize>,
) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        let info = view_info(env, value)?.filter(|info| info.kind == DATA_VIEW).ok_or(Status::InvalidArg)?;
        length.set(info.length);
        write_place(env, &info, data, buffer, offset_bytes)
    })
}
