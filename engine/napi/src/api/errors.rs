//! Errors: making, throwing, the pending exception, the last status, fatal errors.

use super::strings::utf8_value;
use crate::addons::Addons;
use crate::env::{Env, handle};
use crate::fatal;
use crate::status;
use crate::types::{AUTO_LENGTH, EnvPointer, ExtendedErrorInfo, In, NapiValue, Out, Outcome, Status};
use brio_jsc::{Value, ValueKind};
use std::ffi::c_char;

/// The classes of errors, as the helper `makeError` numbers them.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Error,
    Type,
    Range,
    Syntax,
}

/// Makes an error; a code that is undefined is not set. In a realm that is being stopped, where JavaScript does not run,
/// it is a plain Error: addons rely on errors that are always made, and no JavaScript sees this one.
fn make<'cx>(env: &'cx Env, kind: Kind, code: Value<'cx>, message: Value<'cx>) -> Outcome<Value<'cx>> {
    let made = env.help(|helpers| &helpers.make_error, &[Value::int32(kind as i32), code, message]);
    if made.is_ok() || env.can_run_js() {
        return made;
    }
    env.take_pending();
    let cx = env.cx();
    Ok(cx.error(&message.to_string(cx).unwrap_or_default()))
}

/// Makes an error of ours the pending exception.
pub fn throw(env: &Env, kind: Kind, code: Option<&str>, message: &str) {
    let cx = env.cx();
    let code = code.map_or(Value::undefined(), |code| cx.string(code));
    if let Ok(error) = make(env, kind, code, cx.string(message)) {
        env.set_pending(error);
    }
}

fn create(env: &Env, kind: Kind, code: NapiValue, message: NapiValue, result: Out<NapiValue>) -> Outcome {
    let cx = env.cx();
    let message = message.check(cx)?;
    let result = result.check()?;
    let code = code.get(cx);
    let is_string = |value: Value<'_>| value.kind(cx) == ValueKind::String;
    if !is_string(message) || !code.is_none_or(is_string) {
        return Err(Status::StringExpected);
    }
    result.put(env, make(env, kind, code.unwrap_or(Value::undefined()), message)?)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_error(
    env: EnvPointer,
    code: NapiValue,
    message: NapiValue,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| create(env, Kind::Error, code, message, result))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_type_error(
    env: EnvPointer,
    code: NapiValue,
    message: NapiValue,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| create(env, Kind::Type, code, message, result))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_range_error(
    env: EnvPointer,
    code: NapiValue,
    message: NapiValue,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| create(env, Kind::Range, code, message, result))
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_syntax_error(
    env: EnvPointer,
    code: NapiValue,
    message: NapiValue,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| create(env, Kind::Syntax, code, message, result))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_throw(env: EnvPointer, error: NapiValue) -> Status {
    env.throwing(|env| {
        env.set_pending(error.check(env.cx())?);
        Ok(())
    })
}

fn throw_new(env: &Env, kind: Kind, code: In<c_char>, message: In<c_char>) -> Outcome {
    let text = |string: In<c_char>| -> Outcome<Value<'_>> {
        if string.is_null() {
            return Ok(Value::undefined());
        }
        Ok(utf8_value(env, string.text(AUTO_LENGTH)?))
    };
    let code = text(code)?;
    if message.is_null() {
        return Err(Status::InvalidArg);
    }
    env.set_pending(make(env, kind, code, text(message)?)?);
    Ok(())
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_throw_error(env: EnvPointer, code: In<c_char>, message: In<c_char>) -> Status {
    env.throwing(|env| throw_new(env, Kind::Error, code, message))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_throw_type_error(env: EnvPointer, code: In<c_char>, message: In<c_char>) -> Status {
    env.throwing(|env| throw_new(env, Kind::Type, code, message))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_throw_range_error(env: EnvPointer, code: In<c_char>, message: In<c_char>) -> Status {
    env.throwing(|env| throw_new(env, Kind::Range, code, message))
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_throw_syntax_error(env: EnvPointer, code: In<c_char>, message: In<c_char>) -> Status {
    env.throwing(|env| throw_new(env, Kind::Syntax, code, message))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_is_exception_pending(env: EnvPointer, result: Out<bool>) -> Status {
    env.plain(|env| {
        result.check()?.set(env.has_pending());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_and_clear_last_exception(env: EnvPointer, result: Out<NapiValue>) -> Status {
    env.plain(|env| {
        let result = result.check()?;
        let error = env.take_pending().unwrap_or(Value::undefined());
        result.set(handle(env, error));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_last_error_info(env: EnvPointer, result: Out<*const ExtendedErrorInfo>) -> Status {
    // Asking for the last status does not change it.
    let Some(env) = env.get() else { return Status::InvalidArg };
    if result.is_null() {
        return env.set_error(Status::InvalidArg);
    }
    let info = env.error_info();
    // SAFETY: the environment's own, which only this thread uses.
    let code = unsafe { (*info).code };
    // SAFETY: as above.
    unsafe { (*info).message = status::message(code) };
    result.set(info);
    Status::Ok
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_fatal_exception(env: EnvPointer, error: NapiValue) -> Status {
    env.running_js(|env| {
        let error = error.check(env.cx())?;
        env.report_uncaught(error);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_fatal_error(
    location: In<c_char>,
    location_length: usize,
    message: In<c_char>,
    message_length: usize,
) -> ! {
    let text = |string: In<c_char>, length| match string.is_null() {
        true => String::new(),
        false => String::from_utf8_lossy(string.text(length).unwrap_or_default()).into_owned(),
    };
    if let Some(addons) = Addons::current() {
        addons.realm().flush_turn();
    }
    fatal::end(&text(location, location_length), &text(message, message_length))
}
