//! Properties: reading, writing, testing, deleting, defining.

use super::objects::to_object;
use super::strings::utf8_value;
use crate::classes::{ClassNumber, ClassRole};
use crate::env::Env;
use crate::functions;
use crate::types::{EnvPointer, In, NapiValue, Out, Outcome, PropertyDescriptor, STATIC, Status};
use brio_jsc::{Value, ValueKind, raw};
use std::collections::HashSet;
use std::ffi::c_char;

/// The name of a property from a string that ends with NUL; NULL is an invalid argument.
#[inline]
fn named<'cx>(env: &'cx Env, name: In<c_char>) -> Outcome<Value<'cx>> {
    env.addons().names().value(env.cx(), env.marked(), name, |name| utf8_value(env, name))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_set_property(env: EnvPointer, object: NapiValue, key: NapiValue, value: NapiValue) -> Status {
    env.running_js(|env| {
        let (key, value) = (key.check(env.cx())?, value.check(env.cx())?);
        let object = to_object(env, object)?;
        env.caught(object.set_key(env.cx(), key, value))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_has_property(env: EnvPointer, object: NapiValue, key: NapiValue, result: Out<bool>) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let key = key.check(env.cx())?;
        let object = to_object(env, object)?;
        result.set(env.caught(object.has_key(env.cx(), key))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_property(
    env: EnvPointer,
    object: NapiValue,
    key: NapiValue,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let key = key.check(env.cx())?;
        let result = result.check()?;
        let object = to_object(env, object)?;
        result.put(env, env.caught(object.get_key(env.cx(), key))?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_delete_property(
    env: EnvPointer,
    object: NapiValue,
    key: NapiValue,
    result: Out<bool>,
) -> Status {
    env.running_js(|env| {
        let key = key.check(env.cx())?;
        let object = to_object(env, object)?;
        result.set(env.caught(object.delete_key(env.cx(), key))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_has_own_property(
    env: EnvPointer,
    object: NapiValue,
    key: NapiValue,
    result: Out<bool>,
) -> Status {
    env.running_js(|env| {
        let cx = env.cx();
        let key = key.check(cx)?;
        let result = result.check()?;
        let object = to_object(env, object)?;
        if !matches!(key.kind(cx), ValueKind::String | ValueKind::Symbol) {
            return Err(Status::NameExpected);
        }
        result.set(env.help(|helpers| &helpers.has_own, &[object, key])?.truthy(cx));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_set_named_property(
    env: EnvPointer,
    object: NapiValue,
    name: In<c_char>,
    value: NapiValue,
) -> Status {
    env.running_js(|env| {
        let value = value.check(env.cx())?;
        let object = to_object(env, object)?;
        let name = named(env, name)?;
        env.caught(object.set_key(env.cx(), name, value))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_has_named_property(
    env: EnvPointer,
    object: NapiValue,
    name: In<c_char>,
    result: Out<bool>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let object = to_object(env, object)?;
        let name = named(env, name)?;
        result.set(env.caught(object.has_key(env.cx(), name))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_named_property(
    env: EnvPointer,
    object: NapiValue,
    name: In<c_char>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let name = named(env, name)?;
        let object = to_object(env, object)?;
        result.put(env, env.caught(object.get_key(env.cx(), name))?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_set_element(env: EnvPointer, object: NapiValue, index: u32, value: NapiValue) -> Status {
    env.running_js(|env| {
        let value = value.check(env.cx())?;
        let object = to_object(env, object)?;
        env.caught(object.set_index(env.cx(), index, value))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_has_element(env: EnvPointer, object: NapiValue, index: u32, result: Out<bool>) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let object = to_object(env, object)?;
        result.set(env.caught(object.has_key(env.cx(), Value::uint32(index)))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_element(env: EnvPointer, object: NapiValue, index: u32, result: Out<NapiValue>) -> Status {
    env.running_js(|env| {
        let result = result.check()?;
        let object = to_object(env, object)?;
        result.put(env, env.caught(object.get_index(env.cx(), index))?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_delete_element(env: EnvPointer, object: NapiValue, index: u32, result: Out<bool>) -> Status {
    env.running_js(|env| {
        let object = to_object(env, object)?;
        result.set(env.caught(object.delete_key(env.cx(), Value::uint32(index)))?);
        Ok(())
    })
}

/// The key of a descriptor.
fn key_of<'cx>(env: &'cx Env, descriptor: &PropertyDescriptor) -> Outcome<Value<'cx>> {
    if !descriptor.utf8_name.is_null() {
        return named(env, descriptor.utf8_name);
    }
    let cx = env.cx();
    let name = descriptor.name.check(cx)?;
    if matches!(name.kind(cx), ValueKind::String | ValueKind::Symbol) { Ok(name) } else { Err(Status::NameExpected) }
}

/// The descriptors of a class that are not static, without those whose key a later one has: a class may be given the
/// same key twice.
pub fn last_of_each_key<'a>(env: &Env, properties: &'a [PropertyDescriptor]) -> Outcome<Vec<&'a PropertyDescriptor>> {
    let cx = env.cx();
    let mut seen = HashSet::new();
    let mut last = Vec::with_capacity(properties.len());
    for descriptor in properties.iter().rev().filter(|descriptor| !descriptor.is_static()) {
        let key = key_of(env, descriptor)?;
        // A symbol is its own identity, of which no string is the name.
        let is_symbol = key.kind(cx) == ValueKind::Symbol;
        let name = if is_symbol { raw::bits(key).to_string() } else { env.caught(key.to_string(cx))? };
        if seen.insert((is_symbol, name)) {
            last.push(descriptor);
        }
    }
    last.reverse();
    Ok(last)
}

/// What gets the properties of a descriptor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The prototype of a class: a method has the name of its key, and is called on the objects of the class only.
    Prototype(ClassNumber),
    Object,
}

/// Defines one property of `object`. That the object refuses it is a failure without an exception.
pub fn define<'cx>(env: &'cx Env, object: Value<'cx>, descriptor: &PropertyDescriptor, owner: Owner) -> Outcome {
    let cx = env.cx();
    let key = key_of(env, descriptor)?;
    let function = |callback| functions::make(env, &[], Some(callback), descriptor.data, ClassRole::None);
    let undefined = Value::undefined();
    let getter = descriptor.getter.map(function).transpose()?.unwrap_or(undefined);
    let setter = descriptor.setter.map(function).transpose()?.unwrap_or(undefined);
    let is_accessor = descriptor.getter.is_some() || descriptor.setter.is_some();
    let value = match descriptor.method {
        _ if is_accessor => undefined,
        Some(callback) => {
            let (is_named, role) = match owner {
                Owner::Prototype(class) => (key.kind(cx) == ValueKind::String, ClassRole::Method(class)),
                Owner::Object => (false, ClassRole::None),
            };
            let name = if is_named { env.caught(key.to_string(cx))? } else { String::new() };
            functions::make_constructible(env, name.as_bytes(), Some(callback), descriptor.data, role)?
        }
        None => descriptor.value.get(cx).unwrap_or(undefined),
    };
    let attributes = Value::int32((descriptor.attributes & !STATIC) as i32);
    let defined = env.help(|helpers| &helpers.define_property, &[object, key, value, getter, setter, attributes])?;
    match defined.truthy(cx) {
        true => Ok(()),
        false if descriptor.method.is_some() && !is_accessor => Err(Status::GenericFailure),
        false => Err(Status::InvalidArg),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_define_properties(
    env: EnvPointer,
    object: NapiValue,
    count: usize,
    properties: In<PropertyDescriptor>,
) -> Status {
    env.running_js(|env| {
        let properties = properties.slice(count)?;
        let object = to_object(env, object)?;
        properties.iter().try_for_each(|descriptor| define(env, object, descriptor, Owner::Object))
    })
}
