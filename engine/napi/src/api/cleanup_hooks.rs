//! Hooks that run as an environment ends.

use crate::cleanup::{AsyncCleanupHook, AsyncHook};
use crate::types::{CleanupHook, EnvPointer, Out, Status};
use std::ffi::c_void;

#[unsafe(no_mangle)]
pub extern "C" fn napi_add_env_cleanup_hook(env: EnvPointer, hook: Option<CleanupHook>, data: *mut c_void) -> Status {
    let Some(env) = env.get() else { return Status::InvalidArg };
    let Some(hook) = hook else { return env.set_error(Status::InvalidArg) };
    env.cleanup.add(hook, data);
    // As in Node, where success leaves the last error.
    Status::Ok
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_remove_env_cleanup_hook(
    env: EnvPointer,
    hook: Option<CleanupHook>,
    data: *mut c_void,
) -> Status {
    let Some(env) = env.get() else { return Status::InvalidArg };
    let Some(hook) = hook else { return env.set_error(Status::InvalidArg) };
    env.cleanup.remove(hook, data);
    Status::Ok
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_add_async_cleanup_hook(
    env: EnvPointer,
    hook: Option<AsyncCleanupHook>,
    data: *mut c_void,
    result: Out<*mut AsyncHook>,
) -> Status {
    env.basic(|env| {
        let hook = hook.ok_or(Status::InvalidArg)?;
        result.set(env.cleanup.add_async(hook, data));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_remove_async_cleanup_hook(handle: *mut AsyncHook) -> Status {
    if handle.is_null() {
        return Status::InvalidArg;
    }
    // SAFETY: the addon got the handle from `napi_add_async_cleanup_hook`, and removes it once.
    unsafe { AsyncHook::remove(handle) };
    Status::Ok
}
