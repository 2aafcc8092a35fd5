//! References and handle scopes.

use crate::env::Env;
use crate::references::{RefHandle, ReferenceOptions};
use crate::types::{EnvPointer, NapiValue, Out, Outcome, Status};
use brio_jsc::ValueKind;
use std::ptr;

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_reference(
    env: EnvPointer,
    value: NapiValue,
    count: u32,
    result: Out<RefHandle>,
) -> Status {
    env.plain(|env| {
        const ANY_VALUE_SINCE: i32 = 10;
        let cx = env.cx();
        let value = value.check(cx)?;
        let result = result.check()?;
        if env.version() < ANY_VALUE_SINCE && !matches!(value.kind(cx), ValueKind::Object | ValueKind::Symbol) {
            return Err(Status::InvalidArg);
        }
        let options =
            ReferenceOptions { count, is_runtime_owned: false, is_wrap: false, data: ptr::null_mut(), finalizer: None };
        result.set(env.new_reference(value, options));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_delete_reference(env: EnvPointer, reference: RefHandle) -> Status {
    env.basic(|env| env.delete_reference(reference).map(|_| ()))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_reference_ref(env: EnvPointer, reference: RefHandle, result: Out<u32>) -> Status {
    env.counting(reference, true, result)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_reference_unref(env: EnvPointer, reference: RefHandle, result: Out<u32>) -> Status {
    env.counting(reference, false, result)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_reference_value(env: EnvPointer, reference: RefHandle, result: Out<NapiValue>) -> Status {
    env.plain(|env| {
        let result = result.check()?;
        match env.reference_value(reference)? {
            Some(value) => result.put(env, value),
            None => {
                result.set(NapiValue::NULL);
                Ok(())
            }
        }
    })
}

/// `napi_handle_scope`: the number of handles below it, and one more.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct HandleScope(usize);

#[unsafe(no_mangle)]
pub extern "C" fn napi_open_handle_scope(env: EnvPointer, result: Out<HandleScope>) -> Status {
    env.plain(|env| {
        result.check()?.set(HandleScope(env.marked().depth() + 1));
        env.open_scopes.set(env.open_scopes.get() + 1);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_close_handle_scope(env: EnvPointer, scope: HandleScope) -> Status {
    env.plain(|env| {
        let depth = scope.0.checked_sub(1).ok_or(Status::InvalidArg)?;
        close_scope(env, depth)
    })
}

fn close_scope(env: &Env, depth: usize) -> Outcome {
    let open = env.open_scopes.get().checked_sub(1).ok_or(Status::HandleScopeMismatch)?;
    if depth > env.marked().depth() {
        return Err(Status::HandleScopeMismatch);
    }
    env.open_scopes.set(open);
    env.marked().truncate(depth);
    Ok(())
}

/// `napi_escapable_handle_scope` points to it.
#[derive(Debug)]
pub struct EscapableScope {
    /// The handle in the scope around it that the escaped value gets.
    reserved: usize,
    has_escaped: bool,
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_open_escapable_handle_scope(env: EnvPointer, result: Out<*mut EscapableScope>) -> Status {
    env.plain(|env| {
        let result = result.check()?;
        let reserved = env.marked().reserve();
        result.set(Box::into_raw(Box::new(EscapableScope { reserved, has_escaped: false })));
        env.open_scopes.set(env.open_scopes.get() + 1);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_close_escapable_handle_scope(env: EnvPointer, scope: *mut EscapableScope) -> Status {
    env.plain(|env| {
        if scope.is_null() {
            return Err(Status::InvalidArg);
        }
        if env.open_scopes.get() == 0 {
            return Err(Status::HandleScopeMismatch);
        }
        // SAFETY: made by `napi_open_escapable_handle_scope`, and closed once.
        let scope = unsafe { Box::from_raw(scope) };
        close_scope(env, scope.reserved + 1)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_escape_handle(
    env: EnvPointer,
    scope: Out<EscapableScope>,
    escapee: NapiValue,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| {
        scope.check()?;
        let value = escapee.check(env.cx())?;
        let result = result.check()?;
        // SAFETY: made by `napi_open_escapable_handle_scope`, and still open.
        let scope = unsafe { &mut *scope.pointer() };
        if scope.has_escaped {
            return Err(Status::EscapeCalledTwice);
        }
        scope.has_escaped = true;
        env.marked().replace(scope.reserved, value);
        result.set(NapiValue::new(value));
        Ok(())
    })
}
