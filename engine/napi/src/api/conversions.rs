//! Conversions of JavaScript (`Boolean(value)` and others), and comparisons.

use super::objects::to_object;
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
        if value.as_number().is_some() {
            return result.put(env, value);
        }
        let number = env.help(|helpers| &helpers.to_number, &[value]).map_err(|_| Status::NumberExpected)?;
        result.put(env, number)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_coerce_to_object(env: EnvPointer, value: NapiValue, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        value.check(env.cx())?;
        let result = result.check()?;
        result.put(env, to_object(env, value)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_coerce_to_string(env: EnvPointer, value: NapiValue, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        let value = value.check(env.cx())?;
        let result = result.check()?;
        let is_string = value.kind(env.cx()) == ValueKind::String;
        let string = if is_string { Ok(value) } else { env.caught(value.to_string_value(env.cx())) };
        result.put(env, string.map_err(|_| Status::StringExpected)?)
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
        let constructor = to_object(env, constructor)?;
        if !constructor.is_function(cx) {
            super::errors::throw(
                env,
                super::errors::Kind::Type,
                Some("ERR_NAPI_CONS_FUNCTION"),
                "Constructor must be a function",
            );
            return Err(Status::FunctionExpected);
        }
        let is_instance = env.help(|helpers| &helpers.instance_of, &[object, constructor]);
        let is_instance = is_instance.map_err(|_| Status::GenericFailure)?;
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
