//! Asynchronous contexts, callback scopes, and work on the thread pool.

use crate::async_work::AsyncWork;
use crate::env::Env;
use crate::types::{Complete, EnvPointer, Execute, In, NapiValue, Out, Outcome, Status};
use brio_jsc::{Value, raw};
use std::ffi::c_void;
use std::sync::Arc;

/// The addresses of the engine's cells are multiples of this.
const CELL_ALIGNMENT: u64 = 8;

/// `napi_async_context`: the number of a context of the helpers; 0 for none.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct AsyncContext(usize);

impl AsyncContext {
    pub fn number(self) -> u32 {
        self.0 as u32
    }
}

/// Makes a context for a resource. Its name must be a string or convertible.
pub fn init(env: &Env, resource: NapiValue, name: NapiValue) -> Outcome<u32> {
    let cx = env.cx();
    let name = name.check(cx)?;
    let resource = match resource.get(cx) {
        // No exception is pending for values that cannot be converted.
        Some(resource) if resource.is_nullish() => return Err(Status::ObjectExpected),
        Some(resource) => resource.to_object(cx).map_err(|_| Status::ObjectExpected)?,
        None => Value::undefined(),
    };
    let name = name.to_string_value(cx).map_err(|_| Status::StringExpected)?;
    let number = env.help(|helpers| &helpers.async_init, &[resource, name])?;
    Ok(number.as_number().unwrap_or(0.0) as u32)
}

/// Ends a context.
pub fn destroy(env: &Env, context: u32) {
    // Hooks that throw have nowhere to.
    if env.help(|helpers| &helpers.async_destroy, &[Value::uint32(context)]).is_err() {
        env.take_pending();
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_async_init(
    env: EnvPointer,
    resource: NapiValue,
    name: NapiValue,
    result: Out<AsyncContext>,
) -> Status {
    env.plain(|env| {
        name.check(env.cx())?;
        let result = result.check()?;
        result.set(AsyncContext(init(env, resource, name)? as usize));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_async_destroy(env: EnvPointer, context: AsyncContext) -> Status {
    env.plain(|env| {
        if context.0 == 0 {
            return Err(Status::InvalidArg);
        }
        destroy(env, context.number());
        Ok(())
    })
}

/// `napi_callback_scope`: a number that is not 0.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct CallbackScope(usize);

#[unsafe(no_mangle)]
pub extern "C" fn napi_open_callback_scope(
    env: EnvPointer,
    _resource: NapiValue,
    context: AsyncContext,
    result: Out<CallbackScope>,
) -> Status {
    env.plain(|env| {
        let result = result.check()?;
        env.help(|helpers| &helpers.open_callback_scope, &[Value::uint32(context.number())])?;
        let open = env.open_callback_scopes.get() + 1;
        env.open_callback_scopes.set(open);
        result.set(CallbackScope(open as usize));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_close_callback_scope(env: EnvPointer, scope: CallbackScope) -> Status {
    env.plain(|env| {
        if scope.0 == 0 {
            return Err(Status::InvalidArg);
        }
        let open = env.open_callback_scopes.get().checked_sub(1).ok_or(Status::CallbackScopeMismatch)?;
        env.open_callback_scopes.set(open);
        if env.help(|helpers| &helpers.close_callback_scope, &[]).is_err() {
            // What ran at the end of the scope has reported its exceptions: this one ends the worker. Node.js closes the scope all
            // the same, and addons end the process where it cannot be closed.
            let _ = env.take_pending();
        }
        Ok(())
    })
}

/// The name of a work. Early versions of napi-rs 2 pass the address of a C string as the value, which V8 reads as a small
/// integer: what is neither a string nor a value that the addon was given becomes an empty name.
fn name_of_work(env: &Env, name: NapiValue) -> Outcome<NapiValue> {
    let cx = env.cx();
    let value = name.check(cx)?;
    let empty = cx.string("");
    let is_primitive = value.as_number().is_some() || value.as_boolean().is_some() || value.is_nullish();
    let is_string = || raw::bits(value).is_multiple_of(CELL_ALIGNMENT) && value.shares_structure(empty);
    let is_known = is_primitive || is_string() || env.marked().has(value);
    Ok(if is_known { name } else { NapiValue::new(empty) })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_async_work(
    env: EnvPointer,
    resource: NapiValue,
    name: NapiValue,
    execute: Option<Execute>,
    complete: Option<Complete>,
    data: *mut c_void,
    result: Out<*const AsyncWork>,
) -> Status {
    env.plain(|env| {
        let execute = execute.ok_or(Status::InvalidArg)?;
        let result = result.check()?;
        let context = init(env, resource, name_of_work(env, name)?)?;
        result.set(Arc::into_raw(AsyncWork::new(env, execute, complete, data, context)));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_delete_async_work(env: EnvPointer, work: *const AsyncWork) -> Status {
    env.plain(|env| {
        if work.is_null() {
            return Err(Status::InvalidArg);
        }
        // SAFETY: made by `napi_create_async_work`, and deleted once. Work in flight has a reference of its own.
        let work = unsafe { Arc::from_raw(work) };
        destroy(env, work.context);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_queue_async_work(env: EnvPointer, work: *const AsyncWork) -> Status {
    env.basic(|env| {
        if work.is_null() {
            return Err(Status::InvalidArg);
        }
        // SAFETY: made by `napi_create_async_work`, and not deleted yet.
        unsafe { Arc::increment_strong_count(work) };
        // SAFETY: the reference that was just counted.
        unsafe { Arc::from_raw(work) }.queue(env);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_cancel_async_work(env: EnvPointer, work: In<AsyncWork>) -> Status {
    env.basic(|_| work.first()?.cancel())
}
