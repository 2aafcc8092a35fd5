//! Conversions of JavaScript (`Boolean(value)` and others), and comparisons.

use crate::types::{EnvPointer, NapiValue, Out, Status};
use brio_jsc::{CellKind, Value, ValueKind};

#[unsafe(no_mangle)]
pub extern "C" fn napi_coerce_to_bool(env: EnvPointer, value: NapiValue, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        let value = value.check(env.cx())?;
        result.check()?.put(env, Value::boolean(value.truthy(env.cx())))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_coerce_to_number(env: EnvPointer, value: NapiValue, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        let value = value.check(env.cx())?;
        let result = result.check()?;
        result.put(env, Value::number(env.caught(value.to_number(env.cx()))?))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_coerce_to_object(env: EnvPointer, value: NapiValue, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        let value = value.check(env.cx())?;
        let result = result.check()?;
        if value.is_nullish() {
            return Err(Status::ObjectExpected);
        }
        result.put(env, env.caught(value.to_object(env.cx()))?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_coerce_to_string(env: EnvPointer, value: NapiValue, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        let value = value.check(env.cx())?;
        let result = result.check()?;
        let is_string = value.kind(env.cx()) == ValueKind::String;
        result.put(env, if is_string { value } else { env.caught(value.to_string_value(env.cx()))? })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_strict_equals(env: EnvPointer, a: NapiValue, b: NapiValue, result: Out<bool>) -> Status {
    env.running_js(|env| {
        let (a, b) = (a.check(env.cx())?, b.check(env.cx())?);
        result.check()?.set(a.strict_equals(env.cx(), b));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_instanceof(
    env: EnvPointer,
    object: NapiValue,
    constructor: NapiValue,
    result: Out<bool>,
) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let object = object.check(cx)?;
        let result = result.check()?;
        result.set(false);
        let constructor = env.caught(constructor.check(cx)?.to_object(cx)).map_err(|_| Status::ObjectExpected)?;
        if !constructor.is_function(cx) {
            super::errors::throw(
                env,
                super::errors::Kind::Type,
                Some("ERR_NAPI_CONS_FUNCTION"),
                "Constructor must be a function",
            );
            return Err(Status::FunctionExpected);
        }
        let is_instance = env.help(|helpers| &helpers.instance_of, &[object, constructor])?;
        result.set(is_instance.truthy(cx));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_array(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        result.check()?.set(value.cell_kind(env.cx()) == Some(CellKind::Array));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_error(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    // Also while an exception is pending.
    env.plain(|env| {
        let value = value.check(env.cx())?;
        result.check()?.set(value.cell_kind(env.cx()) == Some(CellKind::Error));
        Ok(())
    })
}
