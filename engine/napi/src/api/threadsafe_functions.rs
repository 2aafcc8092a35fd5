//! Thread-safe functions.

use super::async_operations;
use crate::threadsafe::{Options, ThreadsafeFunction};
use crate::types::{CallJs, EnvPointer, Finalize, In, NapiValue, Out, Status};
use std::ffi::{c_int, c_void};
use std::sync::Arc;

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_threadsafe_function(
    env: EnvPointer,
    function: NapiValue,
    resource: NapiValue,
    resource_name: NapiValue,
    queue_max: usize,
    threads: usize,
    finalize_data: *mut c_void,
    finalize: Option<Finalize>,
    context: *mut c_void,
    call_js: Option<CallJs>,
    result: Out<*const ThreadsafeFunction>,
) -> Status {
    env.plain(|env| {
        let cx = env.cx();
        resource_name.check(cx)?;
        if threads == 0 {
            return Err(Status::InvalidArg);
        }
        let result = result.check()?;
        let function = function.get(cx);
        match function {
            None => {
                call_js.ok_or(Status::InvalidArg)?;
            }
            Some(function) if !function.is_function(cx) => return Err(Status::InvalidArg),
            Some(_) => {}
        }
        let async_context = async_operations::init(env, resource, resource_name)?;
        let options =
            Options { function, async_context, queue_max, threads, finalize, finalize_data, context, call_js };
        result.set(Arc::into_raw(ThreadsafeFunction::new(env, options)));
        Ok(())
    })
}

/// A reference of our own to a function that the addon passed.
fn shared(function: *const ThreadsafeFunction) -> Result<Arc<ThreadsafeFunction>, Status> {
    if function.is_null() {
        return Err(Status::InvalidArg);
    }
    // SAFETY: made by `napi_create_threadsafe_function`; the calling thread has acquired it, so that it is alive.
    unsafe { Arc::increment_strong_count(function) };
    // SAFETY: the reference that was just counted.
    Ok(unsafe { Arc::from_raw(function) })
}

fn status(outcome: Result<(), Status>) -> Status {
    outcome.err().unwrap_or(Status::Ok)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_threadsafe_function_context(
    function: In<ThreadsafeFunction>,
    result: Out<*mut c_void>,
) -> Status {
    status(function.first().and_then(|function| {
        result.check()?.set(function.context);
        Ok(())
    }))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_call_threadsafe_function(
    function: *const ThreadsafeFunction,
    data: *mut c_void,
    mode: c_int,
) -> Status {
    const BLOCKING: c_int = 1;
    status(shared(function).and_then(|function| function.push(data, mode == BLOCKING)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_acquire_threadsafe_function(function: *const ThreadsafeFunction) -> Status {
    status(shared(function).and_then(|function| function.acquire()))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_release_threadsafe_function(function: *const ThreadsafeFunction, mode: c_int) -> Status {
    const ABORT: c_int = 1;
    status(shared(function).and_then(|function| function.release(mode == ABORT)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_unref_threadsafe_function(env: EnvPointer, function: In<ThreadsafeFunction>) -> Status {
    set_referenced(env, function, false)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_ref_threadsafe_function(env: EnvPointer, function: In<ThreadsafeFunction>) -> Status {
    set_referenced(env, function, true)
}

/// As in Node.js the last error stays what it was.
fn set_referenced(env: EnvPointer, function: In<ThreadsafeFunction>, is_referenced: bool) -> Status {
    // Node does not look at the environment.
    let function = function.first();
    let Some(env) = env.get() else { return status(function.map(|_| ())) };
    status(function.map(|function| function.set_referenced(env, is_referenced)))
}
