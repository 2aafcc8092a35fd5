//! Strings in Latin-1, UTF-8 and UTF-16, in and out, and property keys.

use crate::env::Env;
use crate::external_memory;
use crate::references::Finalizer;
use crate::types::{AUTO_LENGTH, EnvPointer, Finalize, In, NapiValue, Out, Outcome, Status};
use brio_jsc::{Value, raw};
use brio_text_encoding::{latin1_to_utf8, utf16_to_utf8};
use std::ffi::{c_char, c_void};

/// A string value from UTF-8; invalid sequences are replaced.
#[inline]
pub fn utf8_value<'cx>(env: &'cx Env, bytes: &[u8]) -> Value<'cx> {
    if bytes.is_ascii() { env.cx().latin1_string(bytes) } else { env.cx().string(&String::from_utf8_lossy(bytes)) }
}

/// The longest string of the engine, in characters.
const LENGTH_MAX: usize = i32::MAX as usize;

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_string_utf8(
    env: EnvPointer,
    string: In<c_char>,
    length: usize,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| {
        let bytes = string.text(length)?;
        result.check()?.put(env, utf8_value(env, bytes))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_string_latin1(
    env: EnvPointer,
    string: In<c_char>,
    length: usize,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| {
        let bytes = string.text(length)?;
        result.check()?.put(env, env.cx().latin1_string(bytes))
    })
}

/// The units of a UTF-16 string with a length, or that ends with a zero.
fn utf16<'a>(string: In<u16>, length: usize) -> Outcome<&'a [u16]> {
    if string.is_null() {
        return if length == 0 { Ok(&[]) } else { Err(Status::InvalidArg) };
    }
    if length != AUTO_LENGTH && length > LENGTH_MAX {
        return Err(Status::InvalidArg);
    }
    let mut count = length;
    if length == AUTO_LENGTH {
        count = 0;
        // SAFETY: with this length, the addon passed a string that ends with a zero.
        while unsafe { string.pointer().wrapping_add(count).read() } != 0 {
            count += 1;
        }
    }
    string.slice(count)
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_string_utf16(
    env: EnvPointer,
    string: In<u16>,
    length: usize,
    result: Out<NapiValue>,
) -> Status {
    env.plain(|env| {
        let units = utf16(string, length)?;
        result.check()?.put(env, env.cx().utf16_string(units))
    })
}

/// Strings of up to so many characters are the engine's own.
const SHORTEST_MAX: usize = 1;

/// Makes a string over memory of the addon, whose finalizer is called when the string ends; where the engine has no such
/// string, a copy, and the memory is given back at once.
fn put_external<'cx>(
    env: &'cx Env,
    length: usize,
    result: Out<NapiValue>,
    copied: Out<bool>,
    finalizer: Option<Finalizer>,
    external: impl FnOnce(*mut c_void) -> Option<Value<'cx>>,
    copy: impl FnOnce() -> Value<'cx>,
) -> Outcome {
    let owner = finalizer.map_or(std::ptr::null_mut(), |finalizer| external_memory::own(env, finalizer));
    let value = external(owner);
    // The engine has strings of its own for the shortest: nothing of them is copied, and the memory is not needed.
    copied.set(value.is_none() && length > SHORTEST_MAX);
    match value {
        Some(value) => result.put(env, value),
        None => {
            result.put(env, copy())?;
            // SAFETY: made above, and no string uses it.
            unsafe { external_memory::release(owner) };
            env.addons().run_immediate_finalizers();
            Ok(())
        }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_external_string_latin1(
    env: EnvPointer,
    string: In<c_char>,
    length: usize,
    finalize: Option<Finalize>,
    hint: *mut c_void,
    result: Out<NapiValue>,
    copied: Out<bool>,
) -> Status {
    env.plain(|env| {
        let bytes = string.text(length)?;
        let result = result.check()?;
        let data = string.pointer().cast_mut().cast();
        let finalizer = finalize.map(|callback| Finalizer { callback, data, hint });
        // SAFETY: the addon promises the characters until its finalizer is called.
        let external = |owner| unsafe { env.cx().external_latin1(bytes, external_memory::release, owner) };
        put_external(env, bytes.len(), result, copied, finalizer, external, || env.cx().latin1_string(bytes))
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_external_string_utf16(
    env: EnvPointer,
    string: In<u16>,
    length: usize,
    finalize: Option<Finalize>,
    hint: *mut c_void,
    result: Out<NapiValue>,
    copied: Out<bool>,
) -> Status {
    env.plain(|env| {
        let units = utf16(string, length)?;
        let result = result.check()?;
        let data = string.pointer().cast_mut().cast();
        let finalizer = finalize.map(|callback| Finalizer { callback, data, hint });
        // SAFETY: the addon promises the characters until its finalizer is called.
        let external = |owner| unsafe { env.cx().external_utf16(units, external_memory::release, owner) };
        put_external(env, units.len(), result, copied, finalizer, external, || env.cx().utf16_string(units))
    })
}

// Keys of properties are strings like others here: the engine makes its own table of them.

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_property_key_latin1(
    env: EnvPointer,
    string: In<c_char>,
    length: usize,
    result: Out<NapiValue>,
) -> Status {
    napi_create_string_latin1(env, string, length, result)
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_property_key_utf8(
    env: EnvPointer,
    string: In<c_char>,
    length: usize,
    result: Out<NapiValue>,
) -> Status {
    napi_create_string_utf8(env, string, length, result)
}

#[unsafe(no_mangle)]
pub extern "C" fn node_api_create_property_key_utf16(
    env: EnvPointer,
    string: In<u16>,
    length: usize,
    result: Out<NapiValue>,
) -> Status {
    napi_create_string_utf16(env, string, length, result)
}

/// Writes elements and a final zero into a buffer of the addon, up to its capacity. Returns how many.
fn copy_out<T: Copy + Default>(elements: &[T], buffer: Out<T>, size: usize) -> usize {
    if size == 0 {
        return 0;
    }
    let count = elements.len().min(size - 1);
    // SAFETY: the addon passed a buffer of `size` elements.
    let target = unsafe { std::slice::from_raw_parts_mut(buffer.pointer(), count + 1) };
    target[..count].copy_from_slice(&elements[..count]);
    target[count] = T::default();
    count
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_string_latin1(
    env: EnvPointer,
    value: NapiValue,
    buffer: Out<u8>,
    size: usize,
    result: Out<usize>,
) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        let narrow = |units: &[u16]| -> Vec<u8> { units.iter().map(|&unit| unit as u8).collect() };
        let take = |bytes: &[u8]| if buffer.is_null() { bytes.len() } else { copy_out(bytes, buffer, size) };
        let count = raw::with_string(env.cx(), value, take, |units| take(&narrow(units)));
        finish_read(count, buffer.is_null(), result)
    })
}

/// Ends a function that reads a string: without a buffer the length is the result, so `result` is required.
fn finish_read(count: Option<usize>, has_no_buffer: bool, result: Out<usize>) -> Outcome {
    let count = count.ok_or(Status::StringExpected)?;
    if has_no_buffer {
        result.check()?;
    }
    result.set(count);
    Ok(())
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_string_utf8(
    env: EnvPointer,
    value: NapiValue,
    buffer: Out<u8>,
    size: usize,
    result: Out<usize>,
) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        let take = |bytes: &[u8]| {
            if buffer.is_null() { bytes.len() } else { copy_out(whole_characters(bytes, size), buffer, size) }
        };
        let from_latin1 = |bytes: &[u8]| {
            if bytes.is_ascii() {
                return take(bytes);
            }
            take(&latin1_to_utf8(bytes))
        };
        let from_utf16 = |units: &[u16]| take(&utf16_to_utf8(units));
        let count = raw::with_string(env.cx(), value, from_latin1, from_utf16);
        finish_read(count, buffer.is_null(), result)
    })
}

/// The part of UTF-8 that fits a buffer of `size` bytes with its final zero, without a part of a character at its end.
fn whole_characters(bytes: &[u8], size: usize) -> &[u8] {
    if bytes.len() < size {
        return bytes;
    }
    let mut end = size.saturating_sub(1);
    // A byte 10xxxxxx continues a character.
    while end > 0 && bytes[end] & 0xc0 == 0x80 {
        end -= 1;
    }
    &bytes[..end]
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_string_utf16(
    env: EnvPointer,
    value: NapiValue,
    buffer: Out<u16>,
    size: usize,
    result: Out<usize>,
) -> Status {
    env.plain(|env| {
        let value = value.check(env.cx())?;
        let take = |units: &[u16]| if buffer.is_null() { units.len() } else { copy_out(units, buffer, size) };
        let widen = |bytes: &[u8]| -> Vec<u16> { bytes.iter().map(|&byte| u16::from(byte)).collect() };
        let count = raw::with_string(env.cx(), value, |bytes| take(&widen(bytes)), take);
        finish_read(count, buffer.is_null(), result)
    })
}
