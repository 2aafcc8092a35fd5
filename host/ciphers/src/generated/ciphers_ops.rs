// @generated from ops/ciphers.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Ciphers;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The properties of a cipher.
#[derive(Debug)]
pub struct CipherDescription {
    /// Its short name, lower case.
    pub name: Text,
    pub nid: i32,
    /// 1 for stream ciphers.
    pub block_bytes: u32,
    /// 0 for ciphers without one.
    pub iv_bytes: u32,
    pub key_bytes: u32,
}

impl<'cx> op::IntoValue<'cx> for CipherDescription {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "name", op::IntoValue::into_value(self.name, cx)?)?;
        object.set(cx, "nid", op::IntoValue::into_value(self.nid, cx)?)?;
        object.set(cx, "blockBytes", op::IntoValue::into_value(self.block_bytes, cx)?)?;
        object.set(cx, "ivBytes", op::IntoValue::into_value(self.iv_bytes, cx)?)?;
        object.set(cx, "keyBytes", op::IntoValue::into_value(self.key_bytes, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for CipherDescription {}

/// The variants of Argon2 (RFC 9106 §3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Argon2Variant {
    Argon2d = 0,
    Argon2i = 1,
    Argon2id = 2,
}

impl Argon2Variant {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Argon2d,
            1 => Self::Argon2i,
            2 => Self::Argon2id,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for Argon2Variant {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of Argon2Variant")
    }
}

impl<'cx> op::IntoValue<'cx> for Argon2Variant {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What an Argon2 tag costs, and its length.
#[derive(Debug)]
pub struct Argon2Cost {
    pub lanes: u32,
    pub memory_kib: u32,
    pub passes: u32,
    /// Of the tag, in bytes.
    pub bytes: u32,
}

impl<'cx> op::FromArgument<'cx> for Argon2Cost {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            lanes: op::field(cx, value, "lanes")?,
            memory_kib: op::field(cx, value, "memoryKib")?,
            passes: op::field(cx, value, "passes")?,
            bytes: op::field(cx, value, "bytes")?,
        })
    }
}

/// What a key of scrypt costs (RFC 7914 §2).
#[derive(Debug)]
pub struct ScryptCost {
    /// N.
    pub cost: f64,
    /// r.
    pub block_size: f64,
    /// p.
    pub lanes: f64,
    pub memory_bytes_max: f64,
}

impl<'cx> op::FromArgument<'cx> for ScryptCost {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            cost: op::field(cx, value, "cost")?,
            block_size: op::field(cx, value, "blockSize")?,
            lanes: op::field(cx, value, "lanes")?,
            memory_bytes_max: op::field(cx, value, "memoryBytesMax")?,
        })
    }
}

/// The settings of a message authentication code. Empty strings and null leave one alone.
#[derive(Debug)]
pub struct MacSettings<'cx> {
    pub digest: String,
    pub cipher: String,
    pub iv: Option<&'cx [u8]>,
    pub customization: Option<&'cx [u8]>,
    pub salt: Option<&'cx [u8]>,
    /// Null leaves it alone.
    pub output_bytes: Option<u32>,
}

impl<'cx> op::FromArgument<'cx> for MacSettings<'cx> {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            digest: op::field(cx, value, "digest")?,
            cipher: op::field(cx, value, "cipher")?,
            iv: op::field(cx, value, "iv")?,
            customization: op::field(cx, value, "customization")?,
            salt: op::field(cx, value, "salt")?,
            output_bytes: op::field(cx, value, "outputBytes")?,
        })
    }
}

/// What `crate::Ciphers` implements.
pub trait CiphersOps {
    /// Describes the cipher of a name, in any case; null for an unknown name.
    fn describe_cipher(&self, name: &str) -> Result<Option<CipherDescription>, OpError>;
    /// Describes the cipher of OpenSSL's number (NID).
    fn describe_cipher_number(&self, nid: i32) -> Result<Option<CipherDescription>, OpError>;
    /// Starts a cipher; returns the number of its state. `tagBytes`: negative to leave it.
    fn cipher_start(
        &self,
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        is_encryption: bool,
        is_authenticated: bool,
        tag_bytes: i32,
    ) -> Result<u32, OpError>;
    /// Sets the tag that a decryption verifies.
    fn cipher_set_tag(&self, cipher: u32, tag: &[u8]) -> Result<(), OpError>;
    /// Sets the length of the message, which CCM requires first.
    fn cipher_set_text_length(&self, cipher: u32, bytes: u32) -> Result<(), OpError>;
    /// Adds associated data, which is authenticated only.
    fn cipher_add_data(&self, cipher: u32, bytes: &[u8]) -> Result<(), OpError>;
    /// Sets whether the last block is padded.
    fn cipher_set_padding(&self, cipher: u32, is_padded: bool) -> Result<(), OpError>;
    /// Processes input; returns the output so far.
    fn cipher_update(&self, cipher: u32, bytes: &[u8]) -> Result<Vec<u8>, OpError>;
    /// Ends the message; returns the rest of the output. The state stays for its tag.
    fn cipher_finish(&self, cipher: u32) -> Result<Vec<u8>, OpError>;
    /// The tag after an encryption.
    fn cipher_tag(&self, cipher: u32, bytes: u32) -> Result<Vec<u8>, OpError>;
    /// Drops a state.
    fn cipher_drop(&self, cipher: u32) -> Result<(), OpError>;
    /// Encrypts in one step. With `tagBytes` above 0 the tag follows the ciphertext.
    fn seal(
        &self,
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        data: &[u8],
        tag_bytes: u32,
        text: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// As `seal`, off the thread.
    fn seal_later(
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        data: &[u8],
        tag_bytes: u32,
        text: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// Decrypts the result of `seal` in one step.
    fn open(
        &self,
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        data: &[u8],
        tag_bytes: u32,
        text: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// As `open`, off the thread.
    fn open_later(
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        data: &[u8],
        tag_bytes: u32,
        text: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// PBKDF2 with HMAC.
    fn pbkdf2(
        &self,
        password: &[u8],
        salt: &[u8],
        iterations: u32,
        bytes: u32,
        digest: &str,
    ) -> Result<Vec<u8>, OpError>;
    /// As `pbkdf2`, off the thread.
    fn pbkdf2_later(
        password: &[u8],
        salt: &[u8],
        iterations: u32,
        bytes: u32,
        digest: &str,
    ) -> Result<Vec<u8>, OpError>;
    /// scrypt.
    fn scrypt(&self, password: &[u8], salt: &[u8], cost: ScryptCost, bytes: u32) -> Result<Vec<u8>, OpError>;
    /// As `scrypt`, off the thread.
    fn scrypt_later(password: &[u8], salt: &[u8], cost: ScryptCost, bytes: u32) -> Result<Vec<u8>, OpError>;
    /// HKDF, extract and expand.
    fn hkdf(&self, digest: &str, key: &[u8], salt: &[u8], info: &[u8], bytes: u32) -> Result<Vec<u8>, OpError>;
    /// As `hkdf`, off the thread.
    fn hkdf_later(digest: &str, key: &[u8], salt: &[u8], info: &[u8], bytes: u32) -> Result<Vec<u8>, OpError>;
    /// The tag of a message by Argon2 (RFC 9106), version 1.3.
    fn argon2(
        &self,
        variant: Argon2Variant,
        message: &[u8],
        nonce: &[u8],
        secret: &[u8],
        associated_data: &[u8],
        cost: Argon2Cost,
    ) -> Result<Vec<u8>, OpError>;
    /// As `argon2`, off the thread.
    fn argon2_later(
        variant: Argon2Variant,
        message: &[u8],
        nonce: &[u8],
        secret: &[u8],
        associated_data: &[u8],
        cost: Argon2Cost,
    ) -> Result<Vec<u8>, OpError>;
    /// One-shot HMAC.
    fn hmac(&self, digest: &str, key: &[u8], bytes: &[u8]) -> Result<Vec<u8>, OpError>;
    /// A prime of `bits` bits as big-endian bytes; `prime mod add = rem` when those are given.
    fn generate_prime(
        &self,
        bits: u32,
        is_safe: bool,
        add: Option<&[u8]>,
        rem: Option<&[u8]>,
    ) -> Result<Vec<u8>, OpError>;
    /// As `generatePrime`, off the thread.
    fn generate_prime_later(
        bits: u32,
        is_safe: bool,
        add: Option<&[u8]>,
        rem: Option<&[u8]>,
    ) -> Result<Vec<u8>, OpError>;
    /// Whether a number is prime, by `checks` rounds; 0 leaves the number of rounds to OpenSSL.
    fn check_prime(&self, candidate: &[u8], checks: u32) -> Result<bool, OpError>;
    /// As `checkPrime`, off the thread.
    fn check_prime_later(candidate: &[u8], checks: u32) -> Result<bool, OpError>;
    /// The names of the available message authentication codes.
    fn mac_names(&self) -> Result<Vec<String>, OpError>;
    /// Starts a message authentication code; returns the number of its state, which lives until `macFinish` or `macDrop`.
    /// Throws ERR_CRYPTO_INVALID_MAC for an unknown algorithm.
    fn mac_start(&self, algorithm: &str, key: &[u8], settings: MacSettings<'_>) -> Result<u32, OpError>;
    /// Adds a chunk.
    fn mac_update(&self, mac: u32, bytes: &[u8]) -> Result<(), OpError>;
    /// Returns the code and drops the state.
    fn mac_finish(&self, mac: u32) -> Result<Vec<u8>, OpError>;
    /// Drops a state.
    fn mac_drop(&self, mac: u32) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Ciphers>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Ciphers> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Ciphers>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct DescribeCipherOp;
impl NativeFunction for DescribeCipherOp {
    const NAME: &'static str = "describeCipher";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "describeCipher: name")?;
        op::finish(cx, CiphersOps::describe_cipher(&*state(), &name))
    }
}

struct DescribeCipherNumberOp;
impl NativeFunction for DescribeCipherNumberOp {
    const NAME: &'static str = "describeCipherNumber";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut nid: i32 = op::argument(cx, &arguments, 0, "describeCipherNumber: nid")?;
        op::finish(cx, CiphersOps::describe_cipher_number(&*state(), nid))
    }
}

struct CipherStartOp;
impl NativeFunction for CipherStartOp {
    const NAME: &'static str = "cipherStart";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "cipherStart: name")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "cipherStart: key")?;
        let mut iv: Option<&[u8]> = op::argument(cx, &arguments, 2, "cipherStart: iv")?;
        let mut is_encryption: bool = op::argument(cx, &arguments, 3, "cipherStart: is_encryption")?;
        let mut is_authenticated: bool = op::argument(cx, &arguments, 4, "cipherStart: is_authenticated")?;
        let mut tag_bytes: i32 = op::argument(cx, &arguments, 5, "cipherStart: tag_bytes")?;
        op::finish(cx, CiphersOps::cipher_start(&*state(), &name, key, iv, is_encryption, is_authenticated, tag_bytes))
    }
}

struct CipherSetTagOp;
impl NativeFunction for CipherSetTagOp {
    const NAME: &'static str = "cipherSetTag";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut cipher: u32 = op::argument(cx, &arguments, 0, "cipherSetTag: cipher")?;
        let mut tag: &[u8] = op::argument(cx, &arguments, 1, "cipherSetTag: tag")?;
        op::finish(cx, CiphersOps::cipher_set_tag(&*state(), cipher, tag))
    }
}

struct CipherSetTextLengthOp;
impl NativeFunction for CipherSetTextLengthOp {
    const NAME: &'static str = "cipherSetTextLength";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut cipher: u32 = op::argument(cx, &arguments, 0, "cipherSetTextLength: cipher")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 1, "cipherSetTextLength: bytes")?;
        op::finish(cx, CiphersOps::cipher_set_text_length(&*state(), cipher, bytes))
    }
}

struct CipherAddDataOp;
impl NativeFunction for CipherAddDataOp {
    const NAME: &'static str = "cipherAddData";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut cipher: u32 = op::argument(cx, &arguments, 0, "cipherAddData: cipher")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "cipherAddData: bytes")?;
        op::finish(cx, CiphersOps::cipher_add_data(&*state(), cipher, bytes))
    }
}

struct CipherSetPaddingOp;
impl NativeFunction for CipherSetPaddingOp {
    const NAME: &'static str = "cipherSetPadding";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut cipher: u32 = op::argument(cx, &arguments, 0, "cipherSetPadding: cipher")?;
        let mut is_padded: bool = op::argument(cx, &arguments, 1, "cipherSetPadding: is_padded")?;
        op::finish(cx, CiphersOps::cipher_set_padding(&*state(), cipher, is_padded))
    }
}

struct CipherUpdateOp;
impl NativeFunction for CipherUpdateOp {
    const NAME: &'static str = "cipherUpdate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut cipher: u32 = op::argument(cx, &arguments, 0, "cipherUpdate: cipher")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "cipherUpdate: bytes")?;
        op::finish(cx, CiphersOps::cipher_update(&*state(), cipher, bytes))
    }
}

struct CipherFinishOp;
impl NativeFunction for CipherFinishOp {
    const NAME: &'static str = "cipherFinish";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut cipher: u32 = op::argument(cx, &arguments, 0, "cipherFinish: cipher")?;
        op::finish(cx, CiphersOps::cipher_finish(&*state(), cipher))
    }
}

struct CipherTagOp;
impl NativeFunction for CipherTagOp {
    const NAME: &'static str = "cipherTag";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut cipher: u32 = op::argument(cx, &arguments, 0, "cipherTag: cipher")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 1, "cipherTag: bytes")?;
        op::finish(cx, CiphersOps::cipher_tag(&*state(), cipher, bytes))
    }
}

struct CipherDropOp;
impl NativeFunction for CipherDropOp {
    const NAME: &'static str = "cipherDrop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut cipher: u32 = op::argument(cx, &arguments, 0, "cipherDrop: cipher")?;
        op::finish(cx, CiphersOps::cipher_drop(&*state(), cipher))
    }
}

struct SealOp;
impl NativeFunction for SealOp {
    const NAME: &'static str = "seal";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "seal: name")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "seal: key")?;
        let mut iv: Option<&[u8]> = op::argument(cx, &arguments, 2, "seal: iv")?;
        let mut data: &[u8] = op::argument(cx, &arguments, 3, "seal: data")?;
        let mut tag_bytes: u32 = op::argument(cx, &arguments, 4, "seal: tag_bytes")?;
        let mut text: &[u8] = op::argument(cx, &arguments, 5, "seal: text")?;
        op::finish(cx, CiphersOps::seal(&*state(), &name, key, iv, data, tag_bytes, text))
    }
}

struct SealLaterOp;
impl NativeFunction for SealLaterOp {
    const NAME: &'static str = "sealLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "sealLater: name")?;
        let mut key: PinnedBytes = op::argument(cx, &arguments, 1, "sealLater: key")?;
        let mut iv: Option<PinnedBytes> = op::argument(cx, &arguments, 2, "sealLater: iv")?;
        let mut data: PinnedBytes = op::argument(cx, &arguments, 3, "sealLater: data")?;
        let mut tag_bytes: u32 = op::argument(cx, &arguments, 4, "sealLater: tag_bytes")?;
        let mut text: PinnedBytes = op::argument(cx, &arguments, 5, "sealLater: text")?;
        op::start(cx, move || {
            let outcome = <Ciphers as CiphersOps>::seal_later(
                &name,
                key.as_slice(),
                iv.as_ref().map(PinnedBytes::as_slice),
                data.as_slice(),
                tag_bytes,
                text.as_slice(),
            );
            op::finish_later(outcome, move || {
                op::Release::release(key);
                op::Release::release(iv);
                op::Release::release(data);
                op::Release::release(text);
            })
        })
    }
}

struct OpenOp;
impl NativeFunction for OpenOp {
    const NAME: &'static str = "open";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "open: name")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "open: key")?;
        let mut iv: Option<&[u8]> = op::argument(cx, &arguments, 2, "open: iv")?;
        let mut data: &[u8] = op::argument(cx, &arguments, 3, "open: data")?;
        let mut tag_bytes: u32 = op::argument(cx, &arguments, 4, "open: tag_bytes")?;
        let mut text: &[u8] = op::argument(cx, &arguments, 5, "open: text")?;
        op::finish(cx, CiphersOps::open(&*state(), &name, key, iv, data, tag_bytes, text))
    }
}

struct OpenLaterOp;
impl NativeFunction for OpenLaterOp {
    const NAME: &'static str = "openLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "openLater: name")?;
        let mut key: PinnedBytes = op::argument(cx, &arguments, 1, "openLater: key")?;
        let mut iv: Option<PinnedBytes> = op::argument(cx, &arguments, 2, "openLater: iv")?;
        let mut data: PinnedBytes = op::argument(cx, &arguments, 3, "openLater: data")?;
        let mut tag_bytes: u32 = op::argument(cx, &arguments, 4, "openLater: tag_bytes")?;
        let mut text: PinnedBytes = op::argument(cx, &arguments, 5, "openLater: text")?;
        op::start(cx, move || {
            let outcome = <Ciphers as CiphersOps>::open_later(
                &name,
                key.as_slice(),
                iv.as_ref().map(PinnedBytes::as_slice),
                data.as_slice(),
                tag_bytes,
                text.as_slice(),
            );
            op::finish_later(outcome, move || {
                op::Release::release(key);
                op::Release::release(iv);
                op::Release::release(data);
                op::Release::release(text);
            })
        })
    }
}

struct Pbkdf2Op;
impl NativeFunction for Pbkdf2Op {
    const NAME: &'static str = "pbkdf2";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut password: &[u8] = op::argument(cx, &arguments, 0, "pbkdf2: password")?;
        let mut salt: &[u8] = op::argument(cx, &arguments, 1, "pbkdf2: salt")?;
        let mut iterations: u32 = op::argument(cx, &arguments, 2, "pbkdf2: iterations")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 3, "pbkdf2: bytes")?;
        let mut digest: String = op::argument(cx, &arguments, 4, "pbkdf2: digest")?;
        op::finish(cx, CiphersOps::pbkdf2(&*state(), password, salt, iterations, bytes, &digest))
    }
}

struct Pbkdf2LaterOp;
impl NativeFunction for Pbkdf2LaterOp {
    const NAME: &'static str = "pbkdf2Later";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut password: PinnedBytes = op::argument(cx, &arguments, 0, "pbkdf2Later: password")?;
        let mut salt: PinnedBytes = op::argument(cx, &arguments, 1, "pbkdf2Later: salt")?;
        let mut iterations: u32 = op::argument(cx, &arguments, 2, "pbkdf2Later: iterations")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 3, "pbkdf2Later: bytes")?;
        let mut digest: String = op::argument(cx, &arguments, 4, "pbkdf2Later: digest")?;
        op::start(cx, move || {
            let outcome =
                <Ciphers as CiphersOps>::pbkdf2_later(password.as_slice(), salt.as_slice(), iterations, bytes, &digest);
            op::finish_later(outcome, move || {
                op::Release::release(password);
                op::Release::release(salt);
            })
        })
    }
}

struct ScryptOp;
impl NativeFunction for ScryptOp {
    const NAME: &'static str = "scrypt";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut password: &[u8] = op::argument(cx, &arguments, 0, "scrypt: password")?;
        let mut salt: &[u8] = op::argument(cx, &arguments, 1, "scrypt: salt")?;
        let mut cost: ScryptCost = op::argument(cx, &arguments, 2, "scrypt: cost")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 3, "scrypt: bytes")?;
        op::finish(cx, CiphersOps::scrypt(&*state(), password, salt, cost, bytes))
    }
}

struct ScryptLaterOp;
impl NativeFunction for ScryptLaterOp {
    const NAME: &'static str = "scryptLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut password: PinnedBytes = op::argument(cx, &arguments, 0, "scryptLater: password")?;
        let mut salt: PinnedBytes = op::argument(cx, &arguments, 1, "scryptLater: salt")?;
        let mut cost: ScryptCost = op::argument(cx, &arguments, 2, "scryptLater: cost")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 3, "scryptLater: bytes")?;
        op::start(cx, move || {
            let outcome = <Ciphers as CiphersOps>::scrypt_later(password.as_slice(), salt.as_slice(), cost, bytes);
            op::finish_later(outcome, move || {
                op::Release::release(password);
                op::Release::release(salt);
            })
        })
    }
}

struct HkdfOp;
impl NativeFunction for HkdfOp {
    const NAME: &'static str = "hkdf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut digest: String = op::argument(cx, &arguments, 0, "hkdf: digest")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "hkdf: key")?;
        let mut salt: &[u8] = op::argument(cx, &arguments, 2, "hkdf: salt")?;
        let mut info: &[u8] = op::argument(cx, &arguments, 3, "hkdf: info")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 4, "hkdf: bytes")?;
        op::finish(cx, CiphersOps::hkdf(&*state(), &digest, key, salt, info, bytes))
    }
}

struct HkdfLaterOp;
impl NativeFunction for HkdfLaterOp {
    const NAME: &'static str = "hkdfLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut digest: String = op::argument(cx, &arguments, 0, "hkdfLater: digest")?;
        let mut key: PinnedBytes = op::argument(cx, &arguments, 1, "hkdfLater: key")?;
        let mut salt: PinnedBytes = op::argument(cx, &arguments, 2, "hkdfLater: salt")?;
        let mut info: PinnedBytes = op::argument(cx, &arguments, 3, "hkdfLater: info")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 4, "hkdfLater: bytes")?;
        op::start(cx, move || {
            let outcome =
                <Ciphers as CiphersOps>::hkdf_later(&digest, key.as_slice(), salt.as_slice(), info.as_slice(), bytes);
            op::finish_later(outcome, move || {
                op::Release::release(key);
                op::Release::release(salt);
                op::Release::release(info);
            })
        })
    }
}

struct Argon2Op;
impl NativeFunction for Argon2Op {
    const NAME: &'static str = "argon2";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut variant: Argon2Variant = op::argument(cx, &arguments, 0, "argon2: variant")?;
        let mut message: &[u8] = op::argument(cx, &arguments, 1, "argon2: message")?;
        let mut nonce: &[u8] = op::argument(cx, &arguments, 2, "argon2: nonce")?;
        let mut secret: &[u8] = op::argument(cx, &arguments, 3, "argon2: secret")?;
        let mut associated_data: &[u8] = op::argument(cx, &arguments, 4, "argon2: associated_data")?;
        let mut cost: Argon2Cost = op::argument(cx, &arguments, 5, "argon2: cost")?;
        op::finish(cx, CiphersOps::argon2(&*state(), variant, message, nonce, secret, associated_data, cost))
    }
}

struct Argon2LaterOp;
impl NativeFunction for Argon2LaterOp {
    const NAME: &'static str = "argon2Later";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut variant: Argon2Variant = op::argument(cx, &arguments, 0, "argon2Later: variant")?;
        let mut message: PinnedBytes = op::argument(cx, &arguments, 1, "argon2Later: message")?;
        let mut nonce: PinnedBytes = op::argument(cx, &arguments, 2, "argon2Later: nonce")?;
        let mut secret: PinnedBytes = op::argument(cx, &arguments, 3, "argon2Later: secret")?;
        let mut associated_data: PinnedBytes = op::argument(cx, &arguments, 4, "argon2Later: associated_data")?;
        let mut cost: Argon2Cost = op::argument(cx, &arguments, 5, "argon2Later: cost")?;
        op::start(cx, move || {
            let outcome = <Ciphers as CiphersOps>::argon2_later(
                variant,
                message.as_slice(),
                nonce.as_slice(),
                secret.as_slice(),
                associated_data.as_slice(),
                cost,
            );
            op::finish_later(outcome, move || {
                op::Release::release(message);
                op::Release::release(nonce);
                op::Release::release(secret);
                op::Release::release(associated_data);
            })
        })
    }
}

struct HmacOp;
impl NativeFunction for HmacOp {
    const NAME: &'static str = "hmac";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut digest: String = op::argument(cx, &arguments, 0, "hmac: digest")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "hmac: key")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 2, "hmac: bytes")?;
        op::finish(cx, CiphersOps::hmac(&*state(), &digest, key, bytes))
    }
}

struct GeneratePrimeOp;
impl NativeFunction for GeneratePrimeOp {
    const NAME: &'static str = "generatePrime";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bits: u32 = op::argument(cx, &arguments, 0, "generatePrime: bits")?;
        let mut is_safe: bool = op::argument(cx, &arguments, 1, "generatePrime: is_safe")?;
        let mut add: Option<&[u8]> = op::argument(cx, &arguments, 2, "generatePrime: add")?;
        let mut rem: Option<&[u8]> = op::argument(cx, &arguments, 3, "generatePrime: rem")?;
        op::finish(cx, CiphersOps::generate_prime(&*state(), bits, is_safe, add, rem))
    }
}

struct GeneratePrimeLaterOp;
impl NativeFunction for GeneratePrimeLaterOp {
    const NAME: &'static str = "generatePrimeLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bits: u32 = op::argument(cx, &arguments, 0, "generatePrimeLater: bits")?;
        let mut is_safe: bool = op::argument(cx, &arguments, 1, "generatePrimeLater: is_safe")?;
        let mut add: Option<PinnedBytes> = op::argument(cx, &arguments, 2, "generatePrimeLater: add")?;
        let mut rem: Option<PinnedBytes> = op::argument(cx, &arguments, 3, "generatePrimeLater: rem")?;
        op::start(cx, move || {
            let outcome = <Ciphers as CiphersOps>::generate_prime_later(
                bits,
                is_safe,
                add.as_ref().map(PinnedBytes::as_slice),
                rem.as_ref().map(PinnedBytes::as_slice),
            );
            op::finish_later(outcome, move || {
                op::Release::release(add);
                op::Release::release(rem);
            })
        })
    }
}

struct CheckPrimeOp;
impl NativeFunction for CheckPrimeOp {
    const NAME: &'static str = "checkPrime";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut candidate: &[u8] = op::argument(cx, &arguments, 0, "checkPrime: candidate")?;
        let mut checks: u32 = op::argument(cx, &arguments, 1, "checkPrime: checks")?;
        op::finish(cx, CiphersOps::check_prime(&*state(), candidate, checks))
    }
}

struct CheckPrimeLaterOp;
impl NativeFunction for CheckPrimeLaterOp {
    const NAME: &'static str = "checkPrimeLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut candidate: PinnedBytes = op::argument(cx, &arguments, 0, "checkPrimeLater: candidate")?;
        let mut checks: u32 = op::argument(cx, &arguments, 1, "checkPrimeLater: checks")?;
        op::start(cx, move || {
            let outcome = <Ciphers as CiphersOps>::check_prime_later(candidate.as_slice(), checks);
            op::finish_later(outcome, move || {
                op::Release::release(candidate);
            })
        })
    }
}

struct MacNamesOp;
impl NativeFunction for MacNamesOp {
    const NAME: &'static str = "macNames";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, CiphersOps::mac_names(&*state()))
    }
}

struct MacStartOp;
impl NativeFunction for MacStartOp {
    const NAME: &'static str = "macStart";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut algorithm: String = op::argument(cx, &arguments, 0, "macStart: algorithm")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "macStart: key")?;
        let mut settings: MacSettings<'_> = op::argument(cx, &arguments, 2, "macStart: settings")?;
        op::finish(cx, CiphersOps::mac_start(&*state(), &algorithm, key, settings))
    }
}

struct MacUpdateOp;
impl NativeFunction for MacUpdateOp {
    const NAME: &'static str = "macUpdate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut mac: u32 = op::argument(cx, &arguments, 0, "macUpdate: mac")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "macUpdate: bytes")?;
        op::finish(cx, CiphersOps::mac_update(&*state(), mac, bytes))
    }
}

struct MacFinishOp;
impl NativeFunction for MacFinishOp {
    const NAME: &'static str = "macFinish";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut mac: u32 = op::argument(cx, &arguments, 0, "macFinish: mac")?;
        op::finish(cx, CiphersOps::mac_finish(&*state(), mac))
    }
}

struct MacDropOp;
impl NativeFunction for MacDropOp {
    const NAME: &'static str = "macDrop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut mac: u32 = op::argument(cx, &arguments, 0, "macDrop: mac")?;
        op::finish(cx, CiphersOps::mac_drop(&*state(), mac))
    }
}

/// The functions of `native:ciphers`.
pub const AREA: Area = Area {
    name: "ciphers",
    functions: &[
        AreaFunction { name: "describeCipher", is_async: false, make: op::make::<DescribeCipherOp> },
        AreaFunction { name: "describeCipherNumber", is_async: false, make: op::make::<DescribeCipherNumberOp> },
        AreaFunction { name: "cipherStart", is_async: false, make: op::make::<CipherStartOp> },
        AreaFunction { name: "cipherSetTag", is_async: false, make: op::make::<CipherSetTagOp> },
        AreaFunction { name: "cipherSetTextLength", is_async: false, make: op::make::<CipherSetTextLengthOp> },
        AreaFunction { name: "cipherAddData", is_async: false, make: op::make::<CipherAddDataOp> },
        AreaFunction { name: "cipherSetPadding", is_async: false, make: op::make::<CipherSetPaddingOp> },
        AreaFunction { name: "cipherUpdate", is_async: false, make: op::make::<CipherUpdateOp> },
        AreaFunction { name: "cipherFinish", is_async: false, make: op::make::<CipherFinishOp> },
        AreaFunction { name: "cipherTag", is_async: false, make: op::make::<CipherTagOp> },
        AreaFunction { name: "cipherDrop", is_async: false, make: op::make::<CipherDropOp> },
        AreaFunction { name: "seal", is_async: false, make: op::make::<SealOp> },
        AreaFunction { name: "sealLater", is_async: true, make: op::make::<SealLaterOp> },
        AreaFunction { name: "open", is_async: false, make: op::make::<OpenOp> },
        AreaFunction { name: "openLater", is_async: true, make: op::make::<OpenLaterOp> },
        AreaFunction { name: "pbkdf2", is_async: false, make: op::make::<Pbkdf2Op> },
        AreaFunction { name: "pbkdf2Later", is_async: true, make: op::make::<Pbkdf2LaterOp> },
        AreaFunction { name: "scrypt", is_async: false, make: op::make::<ScryptOp> },
        AreaFunction { name: "scryptLater", is_async: true, make: op::make::<ScryptLaterOp> },
        AreaFunction { name: "hkdf", is_async: false, make: op::make::<HkdfOp> },
        AreaFunction { name: "hkdfLater", is_async: true, make: op::make::<HkdfLaterOp> },
        AreaFunction { name: "argon2", is_async: false, make: op::make::<Argon2Op> },
        AreaFunction { name: "argon2Later", is_async: true, make: op::make::<Argon2LaterOp> },
        AreaFunction { name: "hmac", is_async: false, make: op::make::<HmacOp> },
        AreaFunction { name: "generatePrime", is_async: false, make: op::make::<GeneratePrimeOp> },
        AreaFunction { name: "generatePrimeLater", is_async: true, make: op::make::<GeneratePrimeLaterOp> },
        AreaFunction { name: "checkPrime", is_async: false, make: op::make::<CheckPrimeOp> },
        AreaFunction { name: "checkPrimeLater", is_async: true, make: op::make::<CheckPrimeLaterOp> },
        AreaFunction { name: "macNames", is_async: false, make: op::make::<MacNamesOp> },
        AreaFunction { name: "macStart", is_async: false, make: op::make::<MacStartOp> },
        AreaFunction { name: "macUpdate", is_async: false, make: op::make::<MacUpdateOp> },
        AreaFunction { name: "macFinish", is_async: false, make: op::make::<MacFinishOp> },
        AreaFunction { name: "macDrop", is_async: false, make: op::make::<MacDropOp> },
    ],
};
