//! Singletons, booleans, numbers, symbols and dates.

use crate::env::Env;
use crate::types::{EnvPointer, In, NapiValue, Out, Outcome, Status};
use brio_jsc::{CellKind, Value, ValueKind};
use std::ffi::{c_char, c_int};

/// `napi_valuetype`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NapiType {
    Undefined,
    Null,
    Boolean,
    Number,
    String,
    Symbol,
    Object,
    Function,
    External,
    BigInt,
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_undefined(env: EnvPointer, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, Value::undefined()))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_null(env: EnvPointer, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, Value::null()))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_global(env: EnvPointer, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, env.cx().global()))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_boolean(env: EnvPointer, value: bool, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, Value::boolean(value)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_double(env: EnvPointer, value: f64, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, Value::number(value)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_int32(env: EnvPointer, value: i32, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, Value::int32(value)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_uint32(env: EnvPointer, value: u32, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, Value::uint32(value)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_int64(env: EnvPointer, value: i64, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, Value::number(value as f64)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_symbol(env: EnvPointer, description: NapiValue, result: Out<NapiValue>) -> Status {
    env.plain(|env| {
        let result = result.check()?;
        let cx = env.cx();
        let symbol = match description.get(cx) {
            None => cx.undescribed_symbol(),
            Some(description) if description.kind(cx) == ValueKind::String => env.caught(cx.symbol(description))?,
            Some(_) => return Err(Status::StringExpected),
        };
        result.put(env, symbol)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_symbol_for(
    env: EnvPointer,
    description: In<c_char>,
    length: usize,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| {
        let result = result.check()?;
        let description = super::strings::utf8_value(env, description.text(length)?);
        result.put(env, env.help(|helpers| &helpers.symbol_for, &[description])?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_typeof(env: EnvPointer, value: NapiValue, result: Out<NapiType>) -> Status {
    env.plain(|env| {
        let cx = env.cx();
        let value = value.check(cx)?;
        result.check()?.set(match value.kind(cx) {
            ValueKind::Undefined => NapiType::Undefined,
            ValueKind::Null => NapiType::Null,
            ValueKind::Boolean => NapiType::Boolean,
            ValueKind::Number => NapiType::Number,
            ValueKind::String => NapiType::String,
            ValueKind::Symbol => NapiType::Symbol,
            ValueKind::BigInt => NapiType::BigInt,
            ValueKind::Object if value.is_function(cx) => NapiType::Function,
            ValueKind::Object if crate::is_external(cx, value) => NapiType::External,
            ValueKind::Object => NapiType::Object,
        });
        Ok(())
    })
}

fn number_of(env: &Env, value: NapiValue) -> Outcome<f64> {
    value.check(env.cx())?.as_number().ok_or(Status::NumberExpected)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_double(env: EnvPointer, value: NapiValue, result: Out<f64>) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        result.check()?.set(number_of(env, value)?);
        Ok(())
    })
}

/// A number modulo 2^32, as `number | 0` computes it.
fn to_int32(number: f64) -> i32 {
    const TWO_TO_32: f64 = 4_294_967_296.0;
    if f64::from(number as i32) == number {
        return number as i32;
    }
    if !number.is_finite() {
        return 0;
    }
    number.trunc().rem_euclid(TWO_TO_32) as u64 as u32 as i32
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_int32(env: EnvPointer, value: NapiValue, result: Out<i32>) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        result.check()?.set(to_int32(number_of(env, value)?));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_uint32(env: EnvPointer, value: NapiValue, result: Out<u32>) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        result.check()?.set(to_int32(number_of(env, value)?) as u32);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_int64(env: EnvPointer, value: NapiValue, result: Out<i64>) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        let result = result.check()?;
        let number = number_of(env, value)?;
        // Numbers out of range become the nearest integer, infinite ones and NaN become 0.
        result.set(if number.is_finite() { number as i64 } else { 0 });
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_bool(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        result.check()?.set(value.as_boolean().ok_or(Status::BooleanExpected)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_date(env: EnvPointer, time_ms: f64, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        result.put(env, env.caught(env.cx().date(time_ms))?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_date(env: EnvPointer, value: NapiValue, result: Out<bool>) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        result.check()?.set(value.cell_kind(env.cx()) == Some(CellKind::Date));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_date_value(env: EnvPointer, value: NapiValue, result: Out<f64>) -> Status {
    env.running_js(|env| {
        let value = value.check(env.cx())?;
        let result = result.check()?;
        if value.cell_kind(env.cx()) != Some(CellKind::Date) {
            return Err(Status::DateExpected);
        }
        let time_ms = env.help(|helpers| &helpers.date_value, &[value])?;
        result.set(time_ms.as_number().unwrap_or(f64::NAN));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_version(env: EnvPointer, result: Out<u32>) -> Status {
    const VERSION: u32 = 10;
    env.basic(|_| {
        result.check()?.set(VERSION);
        Ok(())
    })
}

/// `napi_node_version`.
#[repr(C)]
#[derive(Debug)]
pub struct NodeVersion {
    major: u32,
    minor: u32,
    patch: u32,
    release: *const c_char,
}

// SAFETY: the string is a constant.
unsafe impl Sync for NodeVersion {}

/// The version of Node.js that Brio is compatible with.
static NODE_VERSION: NodeVersion = NodeVersion { major: 26, minor: 10, patch: 0, release: c"node".as_ptr() };

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_node_version(env: EnvPointer, result: Out<*const NodeVersion>) -> Status {
    env.basic(|_| {
        result.check()?.set(&NODE_VERSION);
        Ok(())
    })
}

const _: () = assert!(size_of::<NapiType>() == size_of::<c_int>());
