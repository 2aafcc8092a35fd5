//! Objects and arrays: making, prototypes, keys, freezing.

use crate::env::Env;
use crate::types::{EnvPointer, In, NapiValue, Out, Outcome, Status};
use brio_jsc::{CellKind, Context, Value, ValueKind};

/// The argument as an object; other values but null and undefined are converted, as Node does. For those the conversion
/// throws: the exception is pending beside the status.
pub fn to_object(env: &Env, value: NapiValue) -> Outcome<Value<'_>> {
    let cx = env.cx();
    let value = value.check(cx)?;
    if value.is_object(cx) {
        return Ok(value);
    }
    if value.is_nullish() {
        env.set_pending(cx.type_error("Cannot convert undefined or null to object"));
        return Err(Status::ObjectExpected);
    }
    value.to_object(cx).map_err(|_| Status::ObjectExpected)
}

/// The argument, which must be a function; NULL is an invalid argument.
pub fn function_only<'cx>(cx: Context<'cx>, value: NapiValue) -> Outcome<Value<'cx>> {
    let value = value.check(cx)?;
    if value.is_function(cx) { Ok(value) } else { Err(Status::FunctionExpected) }
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_object(env: EnvPointer, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, env.cx().object()))
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_object_with_properties(
    env: EnvPointer,
    prototype_or_null: NapiValue,
    names: In<NapiValue>,
    values: In<NapiValue>,
    count: usize,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| {
        let result = result.check()?;
        let cx = env.cx();
        let (names, values) = (names.slice(count)?, values.slice(count)?);
        let object = cx.object();
        for (name, value) in names.iter().zip(values) {
            let name = name.check(cx)?;
            if !matches!(name.kind(cx), ValueKind::String | ValueKind::Symbol) {
                return Err(Status::NameExpected);
            }
            env.caught(object.set_key(cx, name, value.check(cx)?))?;
        }
        if let Some(prototype) = prototype_or_null.get(cx) {
            env.help(|helpers| &helpers.set_prototype, &[object, prototype])?;
        }
        result.put(env, object)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_array(env: EnvPointer, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, env.cx().array(&[])))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_array_with_length(env: EnvPointer, length: usize, result: Out<NapiValue>) -> Status {
    env.plain(|env| {
        let result = result.check()?;
        let array = env.cx().array(&[]);
        if length > 0 {
            // An invalid length leaves the array empty.
            let _ = array.set(env.cx(), "length", Value::number(length as f64));
        }
        result.put(env, array)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_array_length(env: EnvPointer, value: NapiValue, result: Out<u32>) -> Status {
    env.without_pending(|env| {
        let cx = env.cx();
        let array = value.check(cx)?;
        let result = result.check()?;
        if array.cell_kind(cx) != Some(CellKind::Array) {
            return Err(Status::ArrayExpected);
        }
        let length = array.get(cx, "length").map_err(|_| Status::GenericFailure)?;
        result.set(length.as_number().unwrap_or(0.0) as u32);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_prototype(env: EnvPointer, object: NapiValue, result: Out<NapiValue>) -> Status {
    env.without_pending(|env| {
        let result = result.check()?;
        let object = to_object(env, object)?;
        // As in Node, the handler of a proxy is not called.
        let prototype = match object.cell_kind(env.cx()) {
            Some(CellKind::Proxy) => Value::null(),
            _ => env.help(|helpers| &helpers.get_prototype, &[object])?,
        };
        result.put(env, prototype)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_set_prototype(env: EnvPointer, object: NapiValue, prototype: NapiValue) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let prototype = prototype.check(cx)?;
        let object = to_object(env, object)?;
        // As in Node, other values change nothing, and what a proxy throws is dropped.
        if !prototype.is_object(cx) && !prototype.is_null() {
            return Ok(());
        }
        match env.help(|helpers| &helpers.set_prototype, &[object, prototype]) {
            Ok(is_set) if is_set.truthy(cx) => Ok(()),
            _ => {
                env.take_pending();
                Err(Status::GenericFailure)
            }
        }
    })
}

/// `napi_key_include_prototypes`, `napi_key_enumerable | napi_key_skip_symbols`, `napi_key_numbers_to_strings`.
const INCLUDE_PROTOTYPES: i32 = 0;
const ENUMERABLE_STRINGS: i32 = 2 | 16;
const KEEP_NUMBERS: i32 = 0;
const NUMBERS_TO_STRINGS: i32 = 1;

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_property_names(env: EnvPointer, object: NapiValue, result: Out<NapiValue>) -> Status {
    napi_get_all_property_names(env, object, INCLUDE_PROTOTYPES, ENUMERABLE_STRINGS, NUMBERS_TO_STRINGS, result)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_all_property_names(
    env: EnvPointer,
    object: NapiValue,
    mode: i32,
    filter: i32,
    conversion: i32,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let object = to_object(env, object)?;
        if !(0..=1).contains(&mode) || !(0..=1).contains(&conversion) {
            return Err(Status::InvalidArg);
        }
        let arguments = [
            object,
            Value::boolean(mode == INCLUDE_PROTOTYPES),
            Value::int32(filter),
            Value::boolean(conversion == KEEP_NUMBERS),
        ];
        result.put(env, env.help(|helpers| &helpers.property_keys, &arguments)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_object_freeze(env: EnvPointer, object: NapiValue) -> Status {
    env.running_js(|env| {
        let object = to_object(env, object)?;
        env.help(|helpers| &helpers.freeze, &[object]).map(|_| ())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_object_seal(env: EnvPointer, object: NapiValue) -> Status {
    env.running_js(|env| {
        let object = to_object(env, object)?;
        env.help(|helpers| &helpers.seal, &[object]).map(|_| ())
    })
}
