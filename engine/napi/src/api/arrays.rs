//! ArrayBuffers and SharedArrayBuffers.

use crate::env::Env;
use crate::external_memory;
use crate::references::Finalizer;
use crate::types::{EnvPointer, Finalize, FinalizeWithoutEnv, NapiValue, Out, Outcome, Status};
use brio_jsc::{CellKind, Value};
use std::ffi::c_void;

/// The argument, which must be an ArrayBuffer.
pub fn array_buffer_of(env: &Env, value: NapiValue, otherwise: Status) -> Outcome<Value<'_>> {
    let value = value.check(env.cx())?;
    if value.cell_kind(env.cx()) == Some(CellKind::ArrayBuffer) && !is_shared(env, value)? {
        Ok(value)
    } else {
        Err(otherwise)
    }
}

fn is_shared<'cx>(env: &'cx Env, value: Value<'cx>) -> Outcome<bool> {
    Ok(env.help(|helpers| &helpers.is_shared_buffer, &[value])?.truthy(env.cx()))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_arraybuffer(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        result.check()?.set(array_buffer_of(env, value, Status::ArrayBufferExpected).is_ok());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_arraybuffer(
    env: EnvPointer,
    length: usize,
    data: Out<*mut c_void>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let buffer = env.help(|helpers| &helpers.make_array_buffer, &[Value::number(length as f64)])?;
        let start = buffer.stable_bytes(env.cx()).map_or(std::ptr::null_mut(), |(data, _)| data.cast());
        data.set(if length == 0 { std::ptr::null_mut() } else { start });
        result.put(env, buffer)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_external_arraybuffer(
    env: EnvPointer,
    data: *mut c_void,
    length: usize,
    callback: Option<Finalize>,
    hint: *mut c_void,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let finalizer = callback.map(|callback| Finalizer { callback, data, hint });
        let buffer = external_memory::array_buffer(env, data, length, finalizer)?;
        if data.is_null() {
            env.help(|helpers| &helpers.detach, &[buffer])?;
        }
        // As in Node, the result may be left out.
        if result.is_null() { Ok(()) } else { result.put(env, buffer) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_arraybuffer_info(
    env: EnvPointer,
    value: NapiValue,
    data: Out<*mut c_void>,
    length: Out<usize>,
) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        if value.cell_kind(env.cx()) != Some(CellKind::ArrayBuffer) {
            return Err(Status::InvalidArg);
        }
        let (start, length_bytes) = value.stable_bytes(env.cx()).ok_or(Status::InvalidArg)?;
        data.set(start.cast());
        length.set(length_bytes);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_detach_arraybuffer(env: EnvPointer, value: NapiValue) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        let buffer = array_buffer_of(env, value, Status::ArrayBufferExpected)?;
        env.help(|helpers| &helpers.detach, &[buffer]).map(|_| ()).map_err(|_| {
            env.take_pending();
            Status::DetachableArrayBufferExpected
        })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_detached_arraybuffer(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        let result = result.check()?;
        let Ok(value) = array_buffer_of(env, value, Status::ArrayBufferExpected) else {
            result.set(false);
            return Ok(());
        };
        result.set(env.help(|helpers| &helpers.is_detached, &[value])?.truthy(env.cx()));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_is_sharedarraybuffer(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        let result = result.check()?;
        result.set(value.is_cell() && is_shared(env, value)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_sharedarraybuffer(
    env: EnvPointer,
    length: usize,
    data: Out<*mut c_void>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let buffer = env.help(|helpers| &helpers.make_shared_buffer, &[Value::number(length as f64)])?;
        let start = buffer.stable_bytes(env.cx()).map_or(std::ptr::null_mut(), |(data, _)| data.cast());
        data.set(if length == 0 { std::ptr::null_mut() } else { start });
        result.put(env, buffer)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_external_sharedarraybuffer(
    env: EnvPointer,
    data: *mut c_void,
    length: usize,
    callback: Option<FinalizeWithoutEnv>,
    hint: *mut c_void,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let sample = env.help(|helpers| &helpers.make_shared_buffer, &[Value::number(length as f64)])?;
        match external_memory::shared_array_buffer(env, data, length, sample, callback, hint) {
            Some(buffer) => result.put(env, buffer),
            None => {
                super::errors::throw(
                    env,
                    super::errors::Kind::Error,
                    Some("ERR_METHOD_NOT_IMPLEMENTED"),
                    "The node_api_create_external_sharedarraybuffer method is not implemented",
                );
                Err(Status::PendingException)
            }
        }
    })
}
