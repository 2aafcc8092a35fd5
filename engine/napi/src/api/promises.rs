//! Promises, and running scripts.

use super::callbacks::call;
use crate::env::Env;
use crate::types::{EnvPointer, NapiValue, Out, Outcome, Status};
use brio_jsc::{CellKind, StrongSlot, Value, ValueKind, raw};

/// `napi_deferred` points to it: the functions that settle a promise.
#[derive(Debug)]
pub struct Deferred {
    resolve: (StrongSlot, u64),
    reject: (StrongSlot, u64),
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_promise(
    env: EnvPointer,
    deferred: Out<*mut Deferred>,
    promise: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let (deferred, promise) = (deferred.check()?, promise.check()?);
        let [made, resolve, reject] = env.caught(env.cx().deferred_promise())?;
        let keep = |value| (env.marked().keep(value), raw::bits(value));
        deferred.set(Box::into_raw(Box::new(Deferred { resolve: keep(resolve), reject: keep(reject) })));
        promise.put(env, made)
    })
}

fn settle(env: &Env, deferred: *mut Deferred, value: NapiValue, is_resolved: bool) -> Outcome {
    let value = value.check(env.cx())?;
    if deferred.is_null() {
        return Err(Status::InvalidArg);
    }
    // SAFETY: made by `napi_create_promise`, and settled once.
    let deferred = unsafe { Box::from_raw(deferred) };
    let (_, bits) = if is_resolved { deferred.resolve } else { deferred.reject };
    // SAFETY: kept alive by its slot.
    let function = unsafe { raw::value(env.cx(), bits) };
    let result = call(env, function, Value::undefined(), &[value]);
    env.marked().free(deferred.resolve.0);
    env.marked().free(deferred.reject.0);
    result.map(|_| ())
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_resolve_deferred(env: EnvPointer, deferred: *mut Deferred, value: NapiValue) -> Status {
    env.running_js(|env| settle(env, deferred, value, true))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_reject_deferred(env: EnvPointer, deferred: *mut Deferred, value: NapiValue) -> Status {
    env.running_js(|env| settle(env, deferred, value, false))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_promise(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        result.check()?.set(value.cell_kind(env.cx()) == Some(CellKind::Promise));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_run_script(env: EnvPointer, script: NapiValue, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let script = script.check(cx)?;
        let result = result.check()?;
        if script.kind(cx) != ValueKind::String {
            return Err(Status::StringExpected);
        }
        let value = env.caught(cx.evaluate_value(script, cx.string(""), 1));
        result.put(env, value.map_err(|_| Status::GenericFailure)?)
    })
}
