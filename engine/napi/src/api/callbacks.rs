//! Functions and classes of addons, what a callback is called with, and calls of JavaScript's functions.

use super::objects::{function_only, to_object};
use super::properties::{Owner, define, last_of_each_key};
use crate::classes::ClassRole;
use crate::env::Env;
use crate::functions;
use crate::types::{Callback, CallbackInfo, EnvPointer, In, NapiValue, Out, Outcome, PropertyDescriptor, Status};
use brio_jsc::Value;
use std::ffi::{c_char, c_void};

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_function(
    env: EnvPointer,
    name: In<c_char>,
    length: usize,
    callback: Option<Callback>,
    data: *mut c_void,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        callback.ok_or(Status::InvalidArg)?;
        let name = if name.is_null() { &[] } else { name.text(length)? };
        result.put(env, functions::make_constructible(env, name, callback, data, ClassRole::None)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_define_class(
    env: EnvPointer,
    name: In<c_char>,
    length: usize,
    constructor: Option<Callback>,
    data: *mut c_void,
    count: usize,
    properties: In<PropertyDescriptor>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        constructor.ok_or(Status::InvalidArg)?;
        let properties = properties.slice(count)?;
        if name.is_null() {
            return Err(Status::InvalidArg);
        }
        let number = env.addons().classes().add();
        let role = ClassRole::Constructor(number);
        let class = functions::make(env, name.text(length)?, constructor, data, role)?;
        env.marked().push(class);
        let prototype = env.help(|helpers| &helpers.define_constructor, &[class])?;
        for descriptor in last_of_each_key(env, properties)? {
            define(env, prototype, descriptor, Owner::Prototype(number))?;
        }
        for descriptor in properties.iter().filter(|descriptor| descriptor.is_static()) {
            define(env, class, descriptor, Owner::Object)?;
        }
        result.put(env, class)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_cb_info(
    env: EnvPointer,
    info: In<CallbackInfo>,
    count: Out<usize>,
    arguments: Out<NapiValue>,
    this: Out<NapiValue>,
    data: Out<*mut c_void>,
) -> Status {
    env.plain(|env| {
        let info = info.first()?;
        if !arguments.is_null() {
            let wanted = count.read().ok_or(Status::InvalidArg)?;
            let given = info.count.min(wanted);
            for index in 0..wanted {
                let argument = if index < given {
                    // SAFETY: below the number of arguments of the running call.
                    unsafe { info.arguments.wrapping_add(index).read() }
                } else {
                    NapiValue::new(Value::undefined())
                };
                // SAFETY: the addon passed an array of that many elements.
                unsafe { arguments.pointer().wrapping_add(index).write(argument) };
            }
        }
        count.set(info.count);
        if !this.is_null() {
            this.put(env, functions::receiver(env.cx(), info))?;
        }
        data.set(info.data);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_new_target(env: EnvPointer, info: In<CallbackInfo>, result: Out<NapiValue>) -> Status {
    env.plain(|_| {
        result.check()?.set(info.first()?.new_target);
        Ok(())
    })
}

/// The arguments of a call, decoded. No call of the engine is between this and the use of the result, and the addon keeps the values
/// alive.
fn decoded<'cx>(env: &'cx Env, count: usize, arguments: In<NapiValue>) -> Outcome<&'cx [Value<'cx>]> {
    let arguments = arguments.slice(count)?;
    if arguments.iter().any(|argument| argument.is_null()) {
        return Err(Status::InvalidArg);
    }
    // SAFETY: both types are the encoded form of a value.
    let values = unsafe { std::slice::from_raw_parts(arguments.as_ptr().cast(), arguments.len()) };
    let _: &Env = env;
    Ok(values)
}

/// Calls a function with any receiver.
pub fn call<'cx>(
    env: &'cx Env,
    function: Value<'cx>,
    this: Value<'cx>,
    arguments: &[Value<'cx>],
) -> Outcome<Value<'cx>> {
    let cx = env.cx();
    if this.is_object(cx) {
        return env.caught(function.call_with_this(cx, this, arguments));
    }
    // The C API accepts only objects as receivers.
    let list = cx.array(arguments);
    env.help(|helpers| &helpers.apply, &[function, this, list])
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_call_function(
    env: EnvPointer,
    this: NapiValue,
    function: NapiValue,
    count: usize,
    arguments: In<NapiValue>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let this = this.check(cx)?;
        let arguments = decoded(env, count, arguments)?;
        let function = function.check(cx)?;
        if !function.is_function(cx) {
            return Err(Status::InvalidArg);
        }
        let value = call(env, function, this, arguments)?;
        if result.is_null() { Ok(()) } else { result.put(env, value) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_new_instance(
    env: EnvPointer,
    constructor: NapiValue,
    count: usize,
    arguments: In<NapiValue>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let constructor = function_only(cx, constructor).map_err(|_| Status::InvalidArg)?;
        let arguments = decoded(env, count, arguments)?;
        let result = result.check()?;
        result.put(env, env.caught(constructor.construct(cx, arguments))?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_make_callback(
    env: EnvPointer,
    context: super::async_operations::AsyncContext,
    this: NapiValue,
    function: NapiValue,
    count: usize,
    arguments: In<NapiValue>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let this = to_object(env, this)?;
        let function = function.check(cx)?;
        let list = cx.array(decoded(env, count, arguments)?);
        if !function.is_function(cx) {
            return Err(Status::InvalidArg);
        }
        let context = Value::uint32(context.number());
        let value = env.help(|helpers| &helpers.make_callback, &[context, function, this, list])?;
        if result.is_null() { Ok(()) } else { result.put(env, value) }
    })
}
