// @generated from ops/crypto.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Crypto;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Crypto` implements.
pub trait CryptoOps {
    /// Fills `target` with random bytes of a generator that the system seeds (`host/crypto/src/random_pool.rs`).
    fn random_fill(&self, target: &mut [u8]) -> Result<(), OpError>;
    /// As `randomFill` for a Uint8Array of 1 to 65536 bytes. False, without a change, for another value.
    fn random_fill_array<'cx>(&self, cx: Context<'cx>, target: Value<'cx>) -> Result<bool, Thrown<'cx>>;
    /// 32 random UUIDs of version 4 (RFC 9562 §5.4), 36 characters each, one after the other.
    fn random_uuids(&self) -> Result<Text, OpError>;
    /// Fills at most the bytes from `start` to `end` with random bytes of the system, off the thread.
    fn random_fill_later(target: &mut [u8], start: f64, end: f64) -> Result<(), OpError>;
    /// The hash functions, four strings each: name, bytes of output, bytes of a block, and whether the output length is
    /// variable.
    fn hash_functions(&self) -> Result<Vec<String>, OpError>;
    /// The one-shot hash of `bytes`. `outputBytes` is used by functions with variable output length. Throws for an
    /// unknown function.
    fn digest(&self, name: &str, bytes: &[u8], output_bytes: u32) -> Result<Vec<u8>, OpError>;
    /// As `digest`, of bytes or of a string as UTF-8. `hashFunction` is its index in `hashFunctions()`.
    fn digest_of<'cx>(
        &self,
        cx: Context<'cx>,
        hash_function: u32,
        input: Value<'cx>,
        output_bytes: u32,
    ) -> Result<Vec<u8>, Thrown<'cx>>;
    /// As `digestOf`, in hexadecimal.
    fn digest_hex<'cx>(
        &self,
        cx: Context<'cx>,
        hash_function: u32,
        input: Value<'cx>,
        output_bytes: u32,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// HMAC (RFC 2104) of bytes, or of a string as UTF-8, with the hash function at an index of `hashFunctions()`.
    fn hmac_of<'cx>(
        &self,
        cx: Context<'cx>,
        hash_function: u32,
        key: &[u8],
        input: Value<'cx>,
    ) -> Result<Vec<u8>, Thrown<'cx>>;
    /// Starts an incremental hash; returns the number of its state, which lives until `hashFinish` or `hashDrop`.
    fn hash_start(&self, name: &str) -> Result<u32, OpError>;
    /// Adds a chunk.
    fn hash_update(&self, hasher: u32, bytes: &[u8]) -> Result<(), OpError>;
    /// Starts another hash with a copy of the state.
    fn hash_copy(&self, hasher: u32) -> Result<u32, OpError>;
    /// Returns the hash and drops the state.
    fn hash_finish(&self, hasher: u32, output_bytes: u32) -> Result<Vec<u8>, OpError>;
    /// Drops a state.
    fn hash_drop(&self, hasher: u32) -> Result<(), OpError>;
    /// Whether two views of equal length hold the same bytes, in constant time.
    fn equal_in_constant_time(&self, left: &[u8], right: &[u8]) -> Result<bool, OpError>;
    /// KMAC (SP 800-185) of 128 or 256 bits.
    fn kmac(
        &self,
        bits: u32,
        key: &[u8],
        data: &[u8],
        customization: &[u8],
        output_bits: u32,
    ) -> Result<Vec<u8>, OpError>;
    /// cSHAKE (SP 800-185) of 128 or 256 bits.
    fn cshake(
        &self,
        bits: u32,
        function_name: &[u8],
        customization: &[u8],
        data: &[u8],
        output_bytes: u32,
    ) -> Result<Vec<u8>, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Crypto>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Crypto> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Crypto>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct RandomFillOp;
impl NativeFunction for RandomFillOp {
    const NAME: &'static str = "randomFill";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut target: &mut [u8] = op::argument(cx, &arguments, 0, "randomFill: target")?;
        op::finish(cx, CryptoOps::random_fill(&*state(), target))
    }
}

struct RandomFillArrayOp;
impl NativeFunction for RandomFillArrayOp {
    const NAME: &'static str = "randomFillArray";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut target: Value<'cx> = op::argument(cx, &arguments, 0, "randomFillArray: target")?;
        op::finish(cx, CryptoOps::random_fill_array(&*state(), cx, target))
    }
}

struct RandomUuidsOp;
impl NativeFunction for RandomUuidsOp {
    const NAME: &'static str = "randomUuids";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, CryptoOps::random_uuids(&*state()))
    }
}

struct RandomFillLaterOp;
impl NativeFunction for RandomFillLaterOp {
    const NAME: &'static str = "randomFillLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut target: PinnedBytes = op::argument(cx, &arguments, 0, "randomFillLater: target")?;
        let mut start: f64 = op::argument(cx, &arguments, 1, "randomFillLater: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 2, "randomFillLater: end")?;
        op::start(cx, move || {
            let outcome = <Crypto as CryptoOps>::random_fill_later(target.as_mut_slice(), start, end);
            op::finish_later(outcome, move || {
                op::Release::release(target);
            })
        })
    }
}

struct HashFunctionsOp;
impl NativeFunction for HashFunctionsOp {
    const NAME: &'static str = "hashFunctions";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, CryptoOps::hash_functions(&*state()))
    }
}

struct DigestOp;
impl NativeFunction for DigestOp {
    const NAME: &'static str = "digest";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "digest: name")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "digest: bytes")?;
        let mut output_bytes: u32 = op::argument(cx, &arguments, 2, "digest: output_bytes")?;
        op::finish(cx, CryptoOps::digest(&*state(), &name, bytes, output_bytes))
    }
}

struct DigestOfOp;
impl NativeFunction for DigestOfOp {
    const NAME: &'static str = "digestOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut hash_function: u32 = op::argument(cx, &arguments, 0, "digestOf: hash_function")?;
        let mut input: Value<'cx> = op::argument(cx, &arguments, 1, "digestOf: input")?;
        let mut output_bytes: u32 = op::argument(cx, &arguments, 2, "digestOf: output_bytes")?;
        op::finish(cx, CryptoOps::digest_of(&*state(), cx, hash_function, input, output_bytes))
    }
}

struct DigestHexOp;
impl NativeFunction for DigestHexOp {
    const NAME: &'static str = "digestHex";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut hash_function: u32 = op::argument(cx, &arguments, 0, "digestHex: hash_function")?;
        let mut input: Value<'cx> = op::argument(cx, &arguments, 1, "digestHex: input")?;
        let mut output_bytes: u32 = op::argument(cx, &arguments, 2, "digestHex: output_bytes")?;
        op::finish(cx, CryptoOps::digest_hex(&*state(), cx, hash_function, input, output_bytes))
    }
}

struct HmacOfOp;
impl NativeFunction for HmacOfOp {
    const NAME: &'static str = "hmacOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut hash_function: u32 = op::argument(cx, &arguments, 0, "hmacOf: hash_function")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "hmacOf: key")?;
        let mut input: Value<'cx> = op::argument(cx, &arguments, 2, "hmacOf: input")?;
        op::finish(cx, CryptoOps::hmac_of(&*state(), cx, hash_function, key, input))
    }
}

struct HashStartOp;
impl NativeFunction for HashStartOp {
    const NAME: &'static str = "hashStart";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "hashStart: name")?;
        op::finish(cx, CryptoOps::hash_start(&*state(), &name))
    }
}

struct HashUpdateOp;
impl NativeFunction for HashUpdateOp {
    const NAME: &'static str = "hashUpdate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut hasher: u32 = op::argument(cx, &arguments, 0, "hashUpdate: hasher")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "hashUpdate: bytes")?;
        op::finish(cx, CryptoOps::hash_update(&*state(), hasher, bytes))
    }
}

struct HashCopyOp;
impl NativeFunction for HashCopyOp {
    const NAME: &'static str = "hashCopy";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut hasher: u32 = op::argument(cx, &arguments, 0, "hashCopy: hasher")?;
        op::finish(cx, CryptoOps::hash_copy(&*state(), hasher))
    }
}

struct HashFinishOp;
impl NativeFunction for HashFinishOp {
    const NAME: &'static str = "hashFinish";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut hasher: u32 = op::argument(cx, &arguments, 0, "hashFinish: hasher")?;
        let mut output_bytes: u32 = op::argument(cx, &arguments, 1, "hashFinish: output_bytes")?;
        op::finish(cx, CryptoOps::hash_finish(&*state(), hasher, output_bytes))
    }
}

struct HashDropOp;
impl NativeFunction for HashDropOp {
    const NAME: &'static str = "hashDrop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut hasher: u32 = op::argument(cx, &arguments, 0, "hashDrop: hasher")?;
        op::finish(cx, CryptoOps::hash_drop(&*state(), hasher))
    }
}

struct EqualInConstantTimeOp;
impl NativeFunction for EqualInConstantTimeOp {
    const NAME: &'static str = "equalInConstantTime";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut left: &[u8] = op::argument(cx, &arguments, 0, "equalInConstantTime: left")?;
        let mut right: &[u8] = op::argument(cx, &arguments, 1, "equalInConstantTime: right")?;
        op::finish(cx, CryptoOps::equal_in_constant_time(&*state(), left, right))
    }
}

struct KmacOp;
impl NativeFunction for KmacOp {
    const NAME: &'static str = "kmac";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bits: u32 = op::argument(cx, &arguments, 0, "kmac: bits")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "kmac: key")?;
        let mut data: &[u8] = op::argument(cx, &arguments, 2, "kmac: data")?;
        let mut customization: &[u8] = op::argument(cx, &arguments, 3, "kmac: customization")?;
        let mut output_bits: u32 = op::argument(cx, &arguments, 4, "kmac: output_bits")?;
        op::finish(cx, CryptoOps::kmac(&*state(), bits, key, data, customization, output_bits))
    }
}

struct CshakeOp;
impl NativeFunction for CshakeOp {
    const NAME: &'static str = "cshake";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bits: u32 = op::argument(cx, &arguments, 0, "cshake: bits")?;
        let mut function_name: &[u8] = op::argument(cx, &arguments, 1, "cshake: function_name")?;
        let mut customization: &[u8] = op::argument(cx, &arguments, 2, "cshake: customization")?;
        let mut data: &[u8] = op::argument(cx, &arguments, 3, "cshake: data")?;
        let mut output_bytes: u32 = op::argument(cx, &arguments, 4, "cshake: output_bytes")?;
        op::finish(cx, CryptoOps::cshake(&*state(), bits, function_name, customization, data, output_bytes))
    }
}

/// The functions of `native:crypto`.
pub const AREA: Area = Area {
    name: "crypto",
    functions: &[
        AreaFunction { name: "randomFill", is_async: false, make: op::make::<RandomFillOp> },
        AreaFunction { name: "randomFillArray", is_async: false, make: op::make::<RandomFillArrayOp> },
        AreaFunction { name: "randomUuids", is_async: false, make: op::make::<RandomUuidsOp> },
        AreaFunction { name: "randomFillLater", is_async: true, make: op::make::<RandomFillLaterOp> },
        AreaFunction { name: "hashFunctions", is_async: false, make: op::make::<HashFunctionsOp> },
        AreaFunction { name: "digest", is_async: false, make: op::make::<DigestOp> },
        AreaFunction { name: "digestOf", is_async: false, make: op::make::<DigestOfOp> },
        AreaFunction { name: "digestHex", is_async: false, make: op::make::<DigestHexOp> },
        AreaFunction { name: "hmacOf", is_async: false, make: op::make::<HmacOfOp> },
        AreaFunction { name: "hashStart", is_async: false, make: op::make::<HashStartOp> },
        AreaFunction { name: "hashUpdate", is_async: false, make: op::make::<HashUpdateOp> },
        AreaFunction { name: "hashCopy", is_async: false, make: op::make::<HashCopyOp> },
        AreaFunction { name: "hashFinish", is_async: false, make: op::make::<HashFinishOp> },
        AreaFunction { name: "hashDrop", is_async: false, make: op::make::<HashDropOp> },
        AreaFunction { name: "equalInConstantTime", is_async: false, make: op::make::<EqualInConstantTimeOp> },
        AreaFunction { name: "kmac", is_async: false, make: op::make::<KmacOp> },
        AreaFunction { name: "cshake", is_async: false, make: op::make::<CshakeOp> },
    ],
};
