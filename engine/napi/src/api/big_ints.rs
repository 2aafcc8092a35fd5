//! Big integers.

use crate::env::Env;
use crate::types::{EnvPointer, In, NapiValue, Out, Outcome, Status};
use brio_jsc::{Value, ValueKind};
use std::ffi::c_int;
use std::fmt::Write as _;

/// The longest big integer of V8, in words of 64 bits.
const WORDS_MAX: usize = 1 << 24;
const HEX_DIGITS_PER_WORD: usize = 16;

fn big_int_of(env: &Env, value: NapiValue) -> Outcome<Value<'_>> {
    let value = value.check(env.cx())?;
    if value.kind(env.cx()) == ValueKind::BigInt { Ok(value) } else { Err(Status::BigintExpected) }
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_bigint_int64(env: EnvPointer, value: i64, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, env.cx().big_int(value)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_bigint_uint64(env: EnvPointer, value: u64, result: Out<NapiValue>) -> Status {
    env.plain(|env| result.check()?.put(env, env.cx().big_uint(value)))
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_create_bigint_words(
    env: EnvPointer,
    sign: c_int,
    count: usize,
    words: In<u64>,
    result: Out<NapiValue>,
) -> Status {
    env.running_js(|env| {
        if words.is_null() || count > c_int::MAX as usize {
            return Err(Status::InvalidArg);
        }
        let result = result.check()?;
        if count > WORDS_MAX {
            super::errors::throw(env, super::errors::Kind::Range, None, "Maximum BigInt size exceeded");
            return Err(Status::PendingException);
        }
        let mut digits = String::with_capacity(count * HEX_DIGITS_PER_WORD + 1);
        digits.push('0');
        for word in words.slice(count)?.iter().rev() {
            // Writing to a string does not fail.
            let _ = write!(digits, "{word:016x}");
        }
        let arguments = [env.cx().string(&digits), Value::boolean(sign != 0)];
        result.put(env, env.help(|helpers| &helpers.big_int_from_hex, &arguments)?)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_bigint_int64(
    env: EnvPointer,
    value: NapiValue,
    result: Out<i64>,
    is_lossless: Out<bool>,
) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        let (result, is_lossless) = (result.check()?, is_lossless.check()?);
        let (number, is_whole) = env.cx().big_int_to_i64(big_int_of(env, value)?);
        result.set(number);
        is_lossless.set(is_whole);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_bigint_uint64(
    env: EnvPointer,
    value: NapiValue,
    result: Out<u64>,
    is_lossless: Out<bool>,
) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        let (result, is_lossless) = (result.check()?, is_lossless.check()?);
        let (number, is_whole) = env.cx().big_int_to_u64(big_int_of(env, value)?);
        result.set(number);
        is_lossless.set(is_whole);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn napi_get_value_bigint_words(
    env: EnvPointer,
    value: NapiValue,
    sign: Out<c_int>,
    count: Out<usize>,
    words: Out<u64>,
) -> Status {
    env.plain(|env| {
        value.check(env.cx())?;
        let capacity = count.check()?.read().unwrap_or(0);
        let value = big_int_of(env, value)?;
        if sign.is_null() != words.is_null() {
            return Err(Status::InvalidArg);
        }
        let text = env.help(|helpers| &helpers.big_int_to_hex, &[value])?;
        let text = env.caught(text.to_string(env.cx()))?;
        let (is_negative, digits) = text.strip_prefix('-').map_or((false, &*text), |digits| (true, digits));
        let chunks: Vec<u64> = digits.as_bytes().rchunks(HEX_DIGITS_PER_WORD).map(word_of).collect();
        let needed = if digits == "0" { 0 } else { chunks.len() };
        count.set(needed);
        sign.set(c_int::from(is_negative));
        if !words.is_null() {
            for (index, word) in chunks.iter().take(needed.min(capacity)).enumerate() {
                // SAFETY: the addon passed memory for `capacity` words.
                unsafe { words.pointer().wrapping_add(index).write(*word) };
            }
        }
        Ok(())
    })
}

fn word_of(digits: &[u8]) -> u64 {
    std::str::from_utf8(digits).ok().and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(0)
}
