//! Node's Buffers.

use super::errors::{Kind, throw};
use super::views::{self, is_view};
use crate::env::Env;
use crate::external_memory;
use crate::references::Finalizer;
use crate::types::{EnvPointer, Finalize, In, NapiValue, Out, Outcome, Status};
use brio_jsc::Value;
use std::ffi::c_void;

/// `buffer.constants.MAX_LENGTH`.
const LENGTH_MAX: usize = 0x1f_ffff_ffff_ffff;

fn over<'cx>(env: &'cx Env, buffer: Value<'cx>, offset: usize, length: usize) -> Outcome<Value<'cx>> {
    let arguments = [buffer, Value::number(offset as f64), Value::number(length as f64)];
    env.help(|helpers| &helpers.buffer_over, &arguments)
}

/// A Buffer of zeros with memory of its own, and where that is: null for none, as in Node.
fn make(env: &Env, length: usize) -> Outcome<(Value<'_>, *mut u8)> {
    check_length(env, length)?;
    if length == 0 {
        let memory = env.help(|helpers| &helpers.make_array_buffer, &[Value::int32(0)])?;
        return Ok((over(env, memory, 0, 0)?, std::ptr::null_mut()));
    }
    external_memory::own_buffer(env, length)?.ok_or_else(|| {
        throw(env, Kind::Range, Some("ERR_MEMORY_ALLOCATION_FAILED"), "Failed to allocate memory");
        Status::GenericFailure
    })
}

fn check_length(env: &Env, length: usize) -> Outcome {
    if length <= LENGTH_MAX {
        return Ok(());
    }
    let message = format!("Cannot create a Buffer larger than 0x{LENGTH_MAX:x} bytes");
    throw(env, Kind::Error, Some("ERR_BUFFER_TOO_LARGE"), &message);
    Err(Status::GenericFailure)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_buffer(
    env: EnvPointer,
    length: usize,
    data: Out<*mut c_void>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let (buffer, start) = make(env, length)?;
        data.set(start.cast());
        result.put(env, buffer)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_buffer_copy(
    env: EnvPointer,
    length: usize,
    source: In<u8>,
    data: Out<*mut c_void>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let source = source.slice(length)?;
        let (buffer, start) = make(env, length)?;
        if length > 0 {
            // SAFETY: the buffer was made with that length.
            unsafe { start.copy_from_nonoverlapping(source.as_ptr(), length) };
        }
        data.set(start.cast());
        result.put(env, buffer)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_external_buffer(
    env: EnvPointer,
    length: usize,
    data: *mut c_void,
    callback: Option<Finalize>,
    hint: *mut c_void,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        check_length(env, length)?;
        let finalizer = callback.map(|callback| Finalizer { callback, data, hint });
        result.put(env, external_memory::buffer(env, data, length, finalizer)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_buffer_from_arraybuffer(
    env: EnvPointer,
    buffer: NapiValue,
    offset_bytes: usize,
    length_bytes: usize,
    result: Out<NapiValue>,
) -> Status {
    let mut is_other_value = false;
    let status = env.running_js(|env| {
        let result = result.check()?;
        buffer.check(env.cx())?;
        let Ok(buffer) = super::arrays::array_buffer_of(env, buffer, Status::InvalidArg) else {
            is_other_value = true;
            return Ok(());
        };
        let (_, size) = buffer.stable_bytes(env.cx()).ok_or(Status::InvalidArg)?;
        if offset_bytes.checked_add(length_bytes).is_none_or(|end| end > size) {
            throw(env, Kind::Range, Some("ERR_OUT_OF_RANGE"), "The byte offset + length is out of range");
            // As in Node, where the status is that of throwing.
            return Ok(());
        }
        result.put(env, over(env, buffer, offset_bytes, length_bytes)?)
    });
    // Node does not note this error as the last one.
    if is_other_value { Status::InvalidArg } else { status }
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_buffer(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        result.check()?.set(is_view(env, value));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_buffer_info(
    env: EnvPointer,
    value: NapiValue,
    data: Out<*mut c_void>,
    length: Out<usize>,
) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        if !is_view(env, value) {
            return Err(Status::InvalidArg);
        }
        let (start, length_bytes) = views::bytes(env, value)?;
        let start = if length_bytes == 0 { views::start_of_empty(env, value)? } else { start };
        data.set(start.cast());
        length.set(length_bytes);
        Ok(())
    })
}
