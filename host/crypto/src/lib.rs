//! `native:crypto`: random bytes (`random_pool.rs`), and hash functions (start at `hashes.rs`). Ciphers, keys and signatures
//! are in `host/ciphers` and `host/keys`.

mod constant_time;
mod hashes;
mod kmac;
mod random_pool;
mod uuid;
mod generated {
    pub mod crypto_ops;
}

use brio_realm::jsc::{CellKind, Context, Value};
use brio_realm::op::{Numbers, OpError, Text, Thrown};
use brio_text_encoding::{latin1_to_utf8, utf16_to_utf8};
pub use generated::crypto_ops::AREA;
use generated::crypto_ops::CryptoOps;
use hashes::{FUNCTIONS, HashFunction, Hasher};
use random_pool::RandomPool;
use std::cell::RefCell;
use std::collections::HashMap;

/// State of the area on one thread: incremental hashes, by number.
#[derive(Default)]
pub struct Crypto {
    hashers: RefCell<HashMap<u32, Hasher>>,
    numbers: Numbers,
    random: RefCell<RandomPool>,
}

impl CryptoOps for Crypto {
    fn random_fill(&self, target: &mut [u8]) -> Result<(), OpError> {
        self.random.borrow_mut().fill(target, fill)
    }

    fn random_fill_array<'cx>(&self, cx: Context<'cx>, target: Value<'cx>) -> Result<bool, Thrown<'cx>> {
        const BYTES_MAX: usize = 65536;
        if target.cell_kind(cx) != Some(CellKind::Uint8) {
            return Ok(false);
        }
        let Some(bytes) = target.bytes_mut(cx).filter(|bytes| (1..=BYTES_MAX).contains(&bytes.len())) else {
            return Ok(false);
        };
        self.random.borrow_mut().fill(bytes, fill)?;
        Ok(true)
    }

    fn random_uuids(&self) -> Result<Text, OpError> {
        let mut bytes = [0; uuid::BYTES * uuid::COUNT];
        self.random.borrow_mut().fill(&mut bytes, fill)?;
        Ok(uuid::print(&mut bytes).into())
    }

    fn random_fill_later(target: &mut [u8], start: f64, end: f64) -> Result<(), OpError> {
        // The buffer may have been shrunk since the caller checked it.
        let end = (end as usize).min(target.len());
        let start = (start as usize).min(end);
        fill(&mut target[start..end])
    }

    fn hash_functions(&self) -> Result<Vec<String>, OpError> {
        Ok(FUNCTIONS
            .iter()
            .flat_map(|function| {
                [
                    function.name.to_string(),
                    function.output_bytes.to_string(),
                    function.block_bytes.to_string(),
                    function.is_extendable.to_string(),
                ]
            })
            .collect())
    }

    fn digest(&self, name: &str, bytes: &[u8], output_bytes: u32) -> Result<Vec<u8>, OpError> {
        let function = FUNCTIONS.iter().find(|function| function.name == name).ok_or_else(|| unknown(name))?;
        Ok(function.hash(bytes, output_bytes as usize))
    }

    fn digest_of<'cx>(
        &self,
        cx: Context<'cx>,
        function: u32,
        input: Value<'cx>,
        output_bytes: u32,
    ) -> Result<Vec<u8>, Thrown<'cx>> {
        hash_of(cx, function, input, output_bytes)
    }

    fn digest_hex<'cx>(
        &self,
        cx: Context<'cx>,
        function: u32,
        input: Value<'cx>,
        output_bytes: u32,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let hash = hash_of(cx, function, input, output_bytes)?;
        let text: String = hash
            .iter()
            .flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
            .map(char::from)
            .collect();
        Ok(cx.string(&text))
    }

    fn hmac_of<'cx>(
        &self,
        cx: Context<'cx>,
        function: u32,
        key: &[u8],
        input: Value<'cx>,
    ) -> Result<Vec<u8>, Thrown<'cx>> {
        let function = function_at(function)?;
        Ok(with_input(cx, input, |bytes| function.hmac(key, bytes))?)
    }

    fn hash_start(&self, name: &str) -> Result<u32, OpError> {
        Ok(self.keep(start_long(name)?))
    }

    fn hash_update(&self, state: u32, bytes: &[u8]) -> Result<(), OpError> {
        self.hashers.borrow_mut().get_mut(&state).ok_or_else(ended)?.update(bytes);
        Ok(())
    }

    fn hash_copy(&self, state: u32) -> Result<u32, OpError> {
        let copy = self.hashers.borrow().get(&state).ok_or_else(ended)?.clone();
        Ok(self.keep(copy))
    }

    fn hash_finish(&self, state: u32, output_bytes: u32) -> Result<Vec<u8>, OpError> {
        let hasher = self.hashers.borrow_mut().remove(&state).ok_or_else(ended)?;
        Ok(hasher.finish(output_bytes as usize))
    }

    fn hash_drop(&self, state: u32) -> Result<(), OpError> {
        self.hashers.borrow_mut().remove(&state);
        Ok(())
    }

    fn kmac(
        &self,
        bits: u32,
        key: &[u8],
        data: &[u8],
        customization: &[u8],
        output_bits: u32,
    ) -> Result<Vec<u8>, OpError> {
        Ok(kmac::kmac(bits, key, data, customization, output_bits))
    }

    fn cshake(
        &self,
        bits: u32,
        function_name: &[u8],
        customization: &[u8],
        data: &[u8],
        output_bytes: u32,
    ) -> Result<Vec<u8>, OpError> {
        Ok(kmac::cshake(bits, function_name, customization, &[data], output_bytes as usize))
    }

    fn equal_in_constant_time(&self, left: &[u8], right: &[u8]) -> Result<bool, OpError> {
        Ok(constant_time::are_equal(left, right))
    }
}

impl Crypto {
    fn keep(&self, hasher: Hasher) -> u32 {
        let mut hashers = self.hashers.borrow_mut();
        let number = self.numbers.next(|number| hashers.contains_key(&number));
        hashers.insert(number, hasher);
        number
    }
}

fn fill(target: &mut [u8]) -> Result<(), OpError> {
    getrandom::fill(target).map_err(|_| OpError::coded("ERR_OPERATION_FAILED", "the system gave no random bytes"))
}

fn hash_of<'cx>(cx: Context<'cx>, function: u32, input: Value<'cx>, output_bytes: u32) -> Result<Vec<u8>, Thrown<'cx>> {
    let function = function_at(function)?;
    Ok(with_input(cx, input, |bytes| function.hash(bytes, output_bytes as usize))?)
}

fn function_at(place: u32) -> Result<&'static HashFunction, OpError> {
    FUNCTIONS.get(place as usize).ok_or_else(|| unknown(&place.to_string()))
}

/// Calls `work` with the bytes, or with the string as UTF-8.
fn with_input<'cx, T>(cx: Context<'cx>, input: Value<'cx>, work: impl Fn(&[u8]) -> T) -> Result<T, Value<'cx>> {
    if let Some(bytes) = input.bytes(cx) {
        return Ok(work(bytes));
    }
    let of_latin1 = |text: &[u8]| {
        if text.is_ascii() { work(text) } else { work(&latin1_to_utf8(text)) }
    };
    input.with_characters(cx, of_latin1, |units| work(&utf16_to_utf8(units)))
}

fn start_long(name: &str) -> Result<Hasher, OpError> {
    Hasher::start_long(name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> OpError {
    OpError::coded("ERR_CRYPTO_INVALID_DIGEST", format!("Invalid digest: {name}"))
}

fn ended() -> OpError {
    OpError::coded("ERR_CRYPTO_HASH_FINALIZED", "Digest already called")
}
