// @generated from ops/keys.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Keys;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// Both keys of a pair, as DER or as plain numbers.
#[derive(Debug)]
pub struct KeyPair {
    pub private_key: Vec<u8>,
    pub public_key: Vec<u8>,
}

impl<'cx> op::IntoValue<'cx> for KeyPair {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "privateKey", op::IntoValue::into_value(self.private_key, cx)?)?;
        object.set(cx, "publicKey", op::IntoValue::into_value(self.public_key, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for KeyPair {}

/// Names of an object identifier.
#[derive(Debug)]
pub struct ObjectNames {
    pub short_name: Text,
    pub long_name: Text,
}

impl<'cx> op::IntoValue<'cx> for ObjectNames {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "shortName", op::IntoValue::into_value(self.short_name, cx)?)?;
        object.set(cx, "longName", op::IntoValue::into_value(self.long_name, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for ObjectNames {}

/// The contents of a PKCS#12 bundle, as DER; `others` are concatenated.
#[derive(Debug)]
pub struct Bundle {
    pub private_key: Option<Vec<u8>>,
    pub certificate: Option<Vec<u8>>,
    pub others: Vec<u8>,
}

impl<'cx> op::IntoValue<'cx> for Bundle {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "privateKey", op::IntoValue::into_value(self.private_key, cx)?)?;
        object.set(cx, "certificate", op::IntoValue::into_value(self.certificate, cx)?)?;
        object.set(cx, "others", op::IntoValue::into_value(self.others, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Bundle {}

/// RSA on a short message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RsaOperation {
    /// With the public key.
    Encrypt = 0,
    /// With the private key.
    Decrypt = 1,
    /// Without a hash, with the private key.
    Sign = 2,
    /// The inverse of `SIGN`, with the public key.
    Recover = 3,
}

impl RsaOperation {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Encrypt,
            1 => Self::Decrypt,
            2 => Self::Sign,
            3 => Self::Recover,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for RsaOperation {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of RsaOperation")
    }
}

impl<'cx> op::IntoValue<'cx> for RsaOperation {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How a point of a curve is encoded: its first byte (SEC 1 §2.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PointForm {
    Compressed = 2,
    Uncompressed = 4,
    Hybrid = 6,
}

impl PointForm {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            2 => Self::Compressed,
            4 => Self::Uncompressed,
            6 => Self::Hybrid,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PointForm {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PointForm")
    }
}

impl<'cx> op::IntoValue<'cx> for PointForm {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How the name in a certificate is compared: OpenSSL's flags of X509_check_host.
pub mod host_check_flags {
    pub const ALWAYS_CHECK_SUBJECT: u32 = 1;
    pub const NO_WILDCARDS: u32 = 2;
    pub const NO_PARTIAL_WILDCARDS: u32 = 4;
    pub const MULTI_LABEL_WILDCARDS: u32 = 8;
    pub const SINGLE_LABEL_SUBDOMAINS: u32 = 16;
    pub const NEVER_CHECK_SUBJECT: u32 = 32;
}

/// What `crate::Keys` implements.
pub trait KeysOps {
    /// Reads a private key: PEM, or DER of `kind` "pkcs1", "pkcs8" or "sec1".
    fn read_private_key(
        &self,
        bytes: &[u8],
        is_pem: bool,
        kind: &str,
        passphrase: Option<&[u8]>,
    ) -> Result<Vec<u8>, OpError>;
    /// Reads a public key: DER of `kind` "spki", "pkcs1" or "certificate".
    fn read_public_key(&self, der: &[u8], kind: &str) -> Result<Vec<u8>, OpError>;
    /// The public key of a private key.
    fn public_of_private(&self, private_key: &[u8]) -> Result<Vec<u8>, OpError>;
    /// The private key as EncryptedPrivateKeyInfo.
    fn encrypt_private_key(&self, private_key: &[u8], cipher: &str, passphrase: &[u8]) -> Result<Vec<u8>, OpError>;
    /// The private key as PEM of its traditional form, encrypted.
    fn encrypt_private_key_traditionally(
        &self,
        private_key: &[u8],
        cipher: &str,
        passphrase: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// A new pair. `parameters`: PKCS#3, for Diffie-Hellman with a given prime.
    fn generate_key_pair(&self, kind: &str, controls: &[String], parameters: Option<&[u8]>)
    -> Result<KeyPair, OpError>;
    /// As `generateKeyPair`, off the thread.
    fn generate_key_pair_later(kind: &str, controls: &[String], parameters: Option<&[u8]>) -> Result<KeyPair, OpError>;
    /// Signs a message; no `digest` for keys with a built-in hash.
    fn sign_message(
        &self,
        private_key: &[u8],
        digest: Option<&str>,
        controls: &[String],
        message: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// As `signMessage`, off the thread.
    fn sign_message_later(
        private_key: &[u8],
        digest: Option<&str>,
        controls: &[String],
        message: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// Whether the signature of a message is valid.
    fn verify_message(
        &self,
        public_key: &[u8],
        digest: Option<&str>,
        controls: &[String],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, OpError>;
    /// As `verifyMessage`, off the thread.
    fn verify_message_later(
        public_key: &[u8],
        digest: Option<&str>,
        controls: &[String],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, OpError>;
    /// Signs a digest.
    fn sign_digest(&self, private_key: &[u8], controls: &[String], digest: &[u8]) -> Result<Vec<u8>, OpError>;
    /// Whether the signature of a digest is valid.
    fn verify_digest(
        &self,
        public_key: &[u8],
        controls: &[String],
        digest: &[u8],
        signature: &[u8],
    ) -> Result<bool, OpError>;
    /// RSA on a short message.
    fn transform(
        &self,
        operation: RsaOperation,
        key: &[u8],
        controls: &[String],
        bytes: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// As `transform`, off the thread.
    fn transform_later(
        operation: RsaOperation,
        key: &[u8],
        controls: &[String],
        bytes: &[u8],
    ) -> Result<Vec<u8>, OpError>;
    /// The shared secret of two keys.
    fn agree(&self, private_key: &[u8], public_key: &[u8]) -> Result<Vec<u8>, OpError>;
    /// As `agree`, off the thread.
    fn agree_later(private_key: &[u8], public_key: &[u8]) -> Result<Vec<u8>, OpError>;
    /// Whether an elliptic curve has that name.
    fn is_curve(&self, curve: &str) -> Result<bool, OpError>;
    /// A private key and its point on a curve.
    fn curve_generate(&self, curve: &str) -> Result<KeyPair, OpError>;
    /// The point of a private key.
    fn curve_point(&self, curve: &str, private_number: &[u8]) -> Result<Vec<u8>, OpError>;
    /// Converts a point to another form.
    fn curve_convert(&self, curve: &str, point: &[u8], form: PointForm) -> Result<Vec<u8>, OpError>;
    /// The shared secret of a private key and the peer's point.
    fn curve_agree(&self, curve: &str, private_number: &[u8], point: &[u8]) -> Result<Vec<u8>, OpError>;
    /// Diffie-Hellman: a private key and its public key.
    fn group_generate(&self, prime: &[u8], generator: &[u8]) -> Result<KeyPair, OpError>;
    /// The public key of a private one.
    fn group_public(&self, prime: &[u8], generator: &[u8], private_number: &[u8]) -> Result<Vec<u8>, OpError>;
    /// The shared secret with a public key.
    fn group_agree(&self, prime: &[u8], private_number: &[u8], public_number: &[u8]) -> Result<Vec<u8>, OpError>;
    /// Checks a prime and a generator: returns a sum of DH_CHECK_… flags.
    fn group_check(&self, prime: &[u8], generator: &[u8]) -> Result<u32, OpError>;
    /// The prime of a group of RFC 2409 or 3526.
    fn group_prime(&self, name: &str) -> Result<Option<Vec<u8>>, OpError>;
    /// The short name of the curve of an EC key with explicit parameters; null for an unknown curve.
    fn curve_of_explicit(&self, public_key: &[u8]) -> Result<Option<Text>, OpError>;
    /// OpenSSL's names of a dotted object identifier.
    fn object_names(&self, dotted: &str) -> Result<Option<ObjectNames>, OpError>;
    /// The content bytes of the object identifier of a name.
    fn object_identifier(&self, name: &str) -> Result<Option<Vec<u8>>, OpError>;
    /// Reads a certificate, PEM or DER.
    fn read_certificate(&self, bytes: &[u8]) -> Result<Vec<u8>, OpError>;
    /// Whether a certificate may sign others.
    fn certificate_is_authority(&self, certificate: &[u8]) -> Result<bool, OpError>;
    /// The name in a certificate that matches a host.
    fn certificate_host(&self, certificate: &[u8], host: &str, flags: u32) -> Result<Option<Text>, OpError>;
    /// Whether a certificate is for an email address.
    fn certificate_email(&self, certificate: &[u8], email: &str, flags: u32) -> Result<bool, OpError>;
    /// Whether a certificate is for an IP address of 4 or 16 bytes.
    fn certificate_address(&self, certificate: &[u8], address: &[u8], flags: u32) -> Result<bool, OpError>;
    /// Whether `issuer` could have issued a certificate.
    fn certificate_is_issued_by(&self, certificate: &[u8], issuer: &[u8]) -> Result<bool, OpError>;
    /// Whether a certificate was signed with the private key of this public key.
    fn certificate_is_signed_by(&self, certificate: &[u8], public_key: &[u8]) -> Result<bool, OpError>;
    /// Opens a PKCS#12 bundle.
    fn open_bundle(&self, bytes: &[u8], passphrase: &str) -> Result<Bundle, OpError>;
    /// The version of OpenSSL's library, such as "3.0.19".
    fn open_ssl_version(&self) -> Result<Text, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Keys>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Keys> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Keys>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ReadPrivateKeyOp;
impl NativeFunction for ReadPrivateKeyOp {
    const NAME: &'static str = "readPrivateKey";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "readPrivateKey: bytes")?;
        let mut is_pem: bool = op::argument(cx, &arguments, 1, "readPrivateKey: is_pem")?;
        let mut kind: String = op::argument(cx, &arguments, 2, "readPrivateKey: kind")?;
        let mut passphrase: Option<&[u8]> = op::argument(cx, &arguments, 3, "readPrivateKey: passphrase")?;
        op::finish(cx, KeysOps::read_private_key(&*state(), bytes, is_pem, &kind, passphrase))
    }
}

struct ReadPublicKeyOp;
impl NativeFunction for ReadPublicKeyOp {
    const NAME: &'static str = "readPublicKey";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut der: &[u8] = op::argument(cx, &arguments, 0, "readPublicKey: der")?;
        let mut kind: String = op::argument(cx, &arguments, 1, "readPublicKey: kind")?;
        op::finish(cx, KeysOps::read_public_key(&*state(), der, &kind))
    }
}

struct PublicOfPrivateOp;
impl NativeFunction for PublicOfPrivateOp {
    const NAME: &'static str = "publicOfPrivate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut private_key: &[u8] = op::argument(cx, &arguments, 0, "publicOfPrivate: private_key")?;
        op::finish(cx, KeysOps::public_of_private(&*state(), private_key))
    }
}

struct EncryptPrivateKeyOp;
impl NativeFunction for EncryptPrivateKeyOp {
    const NAME: &'static str = "encryptPrivateKey";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut private_key: &[u8] = op::argument(cx, &arguments, 0, "encryptPrivateKey: private_key")?;
        let mut cipher: String = op::argument(cx, &arguments, 1, "encryptPrivateKey: cipher")?;
        let mut passphrase: &[u8] = op::argument(cx, &arguments, 2, "encryptPrivateKey: passphrase")?;
        op::finish(cx, KeysOps::encrypt_private_key(&*state(), private_key, &cipher, passphrase))
    }
}

struct EncryptPrivateKeyTraditionallyOp;
impl NativeFunction for EncryptPrivateKeyTraditionallyOp {
    const NAME: &'static str = "encryptPrivateKeyTraditionally";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut private_key: &[u8] = op::argument(cx, &arguments, 0, "encryptPrivateKeyTraditionally: private_key")?;
        let mut cipher: String = op::argument(cx, &arguments, 1, "encryptPrivateKeyTraditionally: cipher")?;
        let mut passphrase: &[u8] = op::argument(cx, &arguments, 2, "encryptPrivateKeyTraditionally: passphrase")?;
        op::finish(cx, KeysOps::encrypt_private_key_traditionally(&*state(), private_key, &cipher, passphrase))
    }
}

struct GenerateKeyPairOp;
impl NativeFunction for GenerateKeyPairOp {
    const NAME: &'static str = "generateKeyPair";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: String = op::argument(cx, &arguments, 0, "generateKeyPair: kind")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 1, "generateKeyPair: controls")?;
        let mut parameters: Option<&[u8]> = op::argument(cx, &arguments, 2, "generateKeyPair: parameters")?;
        op::finish(cx, KeysOps::generate_key_pair(&*state(), &kind, &controls, parameters))
    }
}

struct GenerateKeyPairLaterOp;
impl NativeFunction for GenerateKeyPairLaterOp {
    const NAME: &'static str = "generateKeyPairLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut kind: String = op::argument(cx, &arguments, 0, "generateKeyPairLater: kind")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 1, "generateKeyPairLater: controls")?;
        let mut parameters: Option<PinnedBytes> = op::argument(cx, &arguments, 2, "generateKeyPairLater: parameters")?;
        op::start(cx, move || {
            let outcome = <Keys as KeysOps>::generate_key_pair_later(
                &kind,
                &controls,
                parameters.as_ref().map(PinnedBytes::as_slice),
            );
            op::finish_later(outcome, move || {
                op::Release::release(parameters);
            })
        })
    }
}

struct SignMessageOp;
impl NativeFunction for SignMessageOp {
    const NAME: &'static str = "signMessage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut private_key: &[u8] = op::argument(cx, &arguments, 0, "signMessage: private_key")?;
        let mut digest: Option<String> = op::argument(cx, &arguments, 1, "signMessage: digest")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 2, "signMessage: controls")?;
        let mut message: &[u8] = op::argument(cx, &arguments, 3, "signMessage: message")?;
        op::finish(cx, KeysOps::sign_message(&*state(), private_key, digest.as_deref(), &controls, message))
    }
}

struct SignMessageLaterOp;
impl NativeFunction for SignMessageLaterOp {
    const NAME: &'static str = "signMessageLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut private_key: PinnedBytes = op::argument(cx, &arguments, 0, "signMessageLater: private_key")?;
        let mut digest: Option<String> = op::argument(cx, &arguments, 1, "signMessageLater: digest")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 2, "signMessageLater: controls")?;
        let mut message: PinnedBytes = op::argument(cx, &arguments, 3, "signMessageLater: message")?;
        op::start(cx, move || {
            let outcome = <Keys as KeysOps>::sign_message_later(
                private_key.as_slice(),
                digest.as_deref(),
                &controls,
                message.as_slice(),
            );
            op::finish_later(outcome, move || {
                op::Release::release(private_key);
                op::Release::release(message);
            })
        })
    }
}

struct VerifyMessageOp;
impl NativeFunction for VerifyMessageOp {
    const NAME: &'static str = "verifyMessage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut public_key: &[u8] = op::argument(cx, &arguments, 0, "verifyMessage: public_key")?;
        let mut digest: Option<String> = op::argument(cx, &arguments, 1, "verifyMessage: digest")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 2, "verifyMessage: controls")?;
        let mut message: &[u8] = op::argument(cx, &arguments, 3, "verifyMessage: message")?;
        let mut signature: &[u8] = op::argument(cx, &arguments, 4, "verifyMessage: signature")?;
        op::finish(cx, KeysOps::verify_message(&*state(), public_key, digest.as_deref(), &controls, message, signature))
    }
}

struct VerifyMessageLaterOp;
impl NativeFunction for VerifyMessageLaterOp {
    const NAME: &'static str = "verifyMessageLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut public_key: PinnedBytes = op::argument(cx, &arguments, 0, "verifyMessageLater: public_key")?;
        let mut digest: Option<String> = op::argument(cx, &arguments, 1, "verifyMessageLater: digest")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 2, "verifyMessageLater: controls")?;
        let mut message: PinnedBytes = op::argument(cx, &arguments, 3, "verifyMessageLater: message")?;
        let mut signature: PinnedBytes = op::argument(cx, &arguments, 4, "verifyMessageLater: signature")?;
        op::start(cx, move || {
            let outcome = <Keys as KeysOps>::verify_message_later(
                public_key.as_slice(),
                digest.as_deref(),
                &controls,
                message.as_slice(),
                signature.as_slice(),
            );
            op::finish_later(outcome, move || {
                op::Release::release(public_key);
                op::Release::release(message);
                op::Release::release(signature);
            })
        })
    }
}

struct SignDigestOp;
impl NativeFunction for SignDigestOp {
    const NAME: &'static str = "signDigest";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut private_key: &[u8] = op::argument(cx, &arguments, 0, "signDigest: private_key")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 1, "signDigest: controls")?;
        let mut digest: &[u8] = op::argument(cx, &arguments, 2, "signDigest: digest")?;
        op::finish(cx, KeysOps::sign_digest(&*state(), private_key, &controls, digest))
    }
}

struct VerifyDigestOp;
impl NativeFunction for VerifyDigestOp {
    const NAME: &'static str = "verifyDigest";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut public_key: &[u8] = op::argument(cx, &arguments, 0, "verifyDigest: public_key")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 1, "verifyDigest: controls")?;
        let mut digest: &[u8] = op::argument(cx, &arguments, 2, "verifyDigest: digest")?;
        let mut signature: &[u8] = op::argument(cx, &arguments, 3, "verifyDigest: signature")?;
        op::finish(cx, KeysOps::verify_digest(&*state(), public_key, &controls, digest, signature))
    }
}

struct TransformOp;
impl NativeFunction for TransformOp {
    const NAME: &'static str = "transform";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut operation: RsaOperation = op::argument(cx, &arguments, 0, "transform: operation")?;
        let mut key: &[u8] = op::argument(cx, &arguments, 1, "transform: key")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 2, "transform: controls")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 3, "transform: bytes")?;
        op::finish(cx, KeysOps::transform(&*state(), operation, key, &controls, bytes))
    }
}

struct TransformLaterOp;
impl NativeFunction for TransformLaterOp {
    const NAME: &'static str = "transformLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut operation: RsaOperation = op::argument(cx, &arguments, 0, "transformLater: operation")?;
        let mut key: PinnedBytes = op::argument(cx, &arguments, 1, "transformLater: key")?;
        let mut controls: Vec<String> = op::argument(cx, &arguments, 2, "transformLater: controls")?;
        let mut bytes: PinnedBytes = op::argument(cx, &arguments, 3, "transformLater: bytes")?;
        op::start(cx, move || {
            let outcome = <Keys as KeysOps>::transform_later(operation, key.as_slice(), &controls, bytes.as_slice());
            op::finish_later(outcome, move || {
                op::Release::release(key);
                op::Release::release(bytes);
            })
        })
    }
}

struct AgreeOp;
impl NativeFunction for AgreeOp {
    const NAME: &'static str = "agree";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut private_key: &[u8] = op::argument(cx, &arguments, 0, "agree: private_key")?;
        let mut public_key: &[u8] = op::argument(cx, &arguments, 1, "agree: public_key")?;
        op::finish(cx, KeysOps::agree(&*state(), private_key, public_key))
    }
}

struct AgreeLaterOp;
impl NativeFunction for AgreeLaterOp {
    const NAME: &'static str = "agreeLater";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut private_key: PinnedBytes = op::argument(cx, &arguments, 0, "agreeLater: private_key")?;
        let mut public_key: PinnedBytes = op::argument(cx, &arguments, 1, "agreeLater: public_key")?;
        op::start(cx, move || {
            let outcome = <Keys as KeysOps>::agree_later(private_key.as_slice(), public_key.as_slice());
            op::finish_later(outcome, move || {
                op::Release::release(private_key);
                op::Release::release(public_key);
            })
        })
    }
}

struct IsCurveOp;
impl NativeFunction for IsCurveOp {
    const NAME: &'static str = "isCurve";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut curve: String = op::argument(cx, &arguments, 0, "isCurve: curve")?;
        op::finish(cx, KeysOps::is_curve(&*state(), &curve))
    }
}

struct CurveGenerateOp;
impl NativeFunction for CurveGenerateOp {
    const NAME: &'static str = "curveGenerate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut curve: String = op::argument(cx, &arguments, 0, "curveGenerate: curve")?;
        op::finish(cx, KeysOps::curve_generate(&*state(), &curve))
    }
}

struct CurvePointOp;
impl NativeFunction for CurvePointOp {
    const NAME: &'static str = "curvePoint";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut curve: String = op::argument(cx, &arguments, 0, "curvePoint: curve")?;
        let mut private_number: &[u8] = op::argument(cx, &arguments, 1, "curvePoint: private_number")?;
        op::finish(cx, KeysOps::curve_point(&*state(), &curve, private_number))
    }
}

struct CurveConvertOp;
impl NativeFunction for CurveConvertOp {
    const NAME: &'static str = "curveConvert";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut curve: String = op::argument(cx, &arguments, 0, "curveConvert: curve")?;
        let mut point: &[u8] = op::argument(cx, &arguments, 1, "curveConvert: point")?;
        let mut form: PointForm = op::argument(cx, &arguments, 2, "curveConvert: form")?;
        op::finish(cx, KeysOps::curve_convert(&*state(), &curve, point, form))
    }
}

struct CurveAgreeOp;
impl NativeFunction for CurveAgreeOp {
    const NAME: &'static str = "curveAgree";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut curve: String = op::argument(cx, &arguments, 0, "curveAgree: curve")?;
        let mut private_number: &[u8] = op::argument(cx, &arguments, 1, "curveAgree: private_number")?;
        let mut point: &[u8] = op::argument(cx, &arguments, 2, "curveAgree: point")?;
        op::finish(cx, KeysOps::curve_agree(&*state(), &curve, private_number, point))
    }
}

struct GroupGenerateOp;
impl NativeFunction for GroupGenerateOp {
    const NAME: &'static str = "groupGenerate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prime: &[u8] = op::argument(cx, &arguments, 0, "groupGenerate: prime")?;
        let mut generator: &[u8] = op::argument(cx, &arguments, 1, "groupGenerate: generator")?;
        op::finish(cx, KeysOps::group_generate(&*state(), prime, generator))
    }
}

struct GroupPublicOp;
impl NativeFunction for GroupPublicOp {
    const NAME: &'static str = "groupPublic";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prime: &[u8] = op::argument(cx, &arguments, 0, "groupPublic: prime")?;
        let mut generator: &[u8] = op::argument(cx, &arguments, 1, "groupPublic: generator")?;
        let mut private_number: &[u8] = op::argument(cx, &arguments, 2, "groupPublic: private_number")?;
        op::finish(cx, KeysOps::group_public(&*state(), prime, generator, private_number))
    }
}

struct GroupAgreeOp;
impl NativeFunction for GroupAgreeOp {
    const NAME: &'static str = "groupAgree";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prime: &[u8] = op::argument(cx, &arguments, 0, "groupAgree: prime")?;
        let mut private_number: &[u8] = op::argument(cx, &arguments, 1, "groupAgree: private_number")?;
        let mut public_number: &[u8] = op::argument(cx, &arguments, 2, "groupAgree: public_number")?;
        op::finish(cx, KeysOps::group_agree(&*state(), prime, private_number, public_number))
    }
}

struct GroupCheckOp;
impl NativeFunction for GroupCheckOp {
    const NAME: &'static str = "groupCheck";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut prime: &[u8] = op::argument(cx, &arguments, 0, "groupCheck: prime")?;
        let mut generator: &[u8] = op::argument(cx, &arguments, 1, "groupCheck: generator")?;
        op::finish(cx, KeysOps::group_check(&*state(), prime, generator))
    }
}

struct GroupPrimeOp;
impl NativeFunction for GroupPrimeOp {
    const NAME: &'static str = "groupPrime";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "groupPrime: name")?;
        op::finish(cx, KeysOps::group_prime(&*state(), &name))
    }
}

struct CurveOfExplicitOp;
impl NativeFunction for CurveOfExplicitOp {
    const NAME: &'static str = "curveOfExplicit";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut public_key: &[u8] = op::argument(cx, &arguments, 0, "curveOfExplicit: public_key")?;
        op::finish(cx, KeysOps::curve_of_explicit(&*state(), public_key))
    }
}

struct ObjectNamesOp;
impl NativeFunction for ObjectNamesOp {
    const NAME: &'static str = "objectNames";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut dotted: String = op::argument(cx, &arguments, 0, "objectNames: dotted")?;
        op::finish(cx, KeysOps::object_names(&*state(), &dotted))
    }
}

struct ObjectIdentifierOp;
impl NativeFunction for ObjectIdentifierOp {
    const NAME: &'static str = "objectIdentifier";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "objectIdentifier: name")?;
        op::finish(cx, KeysOps::object_identifier(&*state(), &name))
    }
}

struct ReadCertificateOp;
impl NativeFunction for ReadCertificateOp {
    const NAME: &'static str = "readCertificate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "readCertificate: bytes")?;
        op::finish(cx, KeysOps::read_certificate(&*state(), bytes))
    }
}

struct CertificateIsAuthorityOp;
impl NativeFunction for CertificateIsAuthorityOp {
    const NAME: &'static str = "certificateIsAuthority";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut certificate: &[u8] = op::argument(cx, &arguments, 0, "certificateIsAuthority: certificate")?;
        op::finish(cx, KeysOps::certificate_is_authority(&*state(), certificate))
    }
}

struct CertificateHostOp;
impl NativeFunction for CertificateHostOp {
    const NAME: &'static str = "certificateHost";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut certificate: &[u8] = op::argument(cx, &arguments, 0, "certificateHost: certificate")?;
        let mut host: String = op::argument(cx, &arguments, 1, "certificateHost: host")?;
        let mut flags: u32 = op::argument(cx, &arguments, 2, "certificateHost: flags")?;
        op::finish(cx, KeysOps::certificate_host(&*state(), certificate, &host, flags))
    }
}

struct CertificateEmailOp;
impl NativeFunction for CertificateEmailOp {
    const NAME: &'static str = "certificateEmail";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut certificate: &[u8] = op::argument(cx, &arguments, 0, "certificateEmail: certificate")?;
        let mut email: String = op::argument(cx, &arguments, 1, "certificateEmail: email")?;
        let mut flags: u32 = op::argument(cx, &arguments, 2, "certificateEmail: flags")?;
        op::finish(cx, KeysOps::certificate_email(&*state(), certificate, &email, flags))
    }
}

struct CertificateAddressOp;
impl NativeFunction for CertificateAddressOp {
    const NAME: &'static str = "certificateAddress";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut certificate: &[u8] = op::argument(cx, &arguments, 0, "certificateAddress: certificate")?;
        let mut address: &[u8] = op::argument(cx, &arguments, 1, "certificateAddress: address")?;
        let mut flags: u32 = op::argument(cx, &arguments, 2, "certificateAddress: flags")?;
        op::finish(cx, KeysOps::certificate_address(&*state(), certificate, address, flags))
    }
}

struct CertificateIsIssuedByOp;
impl NativeFunction for CertificateIsIssuedByOp {
    const NAME: &'static str = "certificateIsIssuedBy";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut certificate: &[u8] = op::argument(cx, &arguments, 0, "certificateIsIssuedBy: certificate")?;
        let mut issuer: &[u8] = op::argument(cx, &arguments, 1, "certificateIsIssuedBy: issuer")?;
        op::finish(cx, KeysOps::certificate_is_issued_by(&*state(), certificate, issuer))
    }
}

struct CertificateIsSignedByOp;
impl NativeFunction for CertificateIsSignedByOp {
    const NAME: &'static str = "certificateIsSignedBy";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut certificate: &[u8] = op::argument(cx, &arguments, 0, "certificateIsSignedBy: certificate")?;
        let mut public_key: &[u8] = op::argument(cx, &arguments, 1, "certificateIsSignedBy: public_key")?;
        op::finish(cx, KeysOps::certificate_is_signed_by(&*state(), certificate, public_key))
    }
}

struct OpenBundleOp;
impl NativeFunction for OpenBundleOp {
    const NAME: &'static str = "openBundle";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "openBundle: bytes")?;
        let mut passphrase: String = op::argument(cx, &arguments, 1, "openBundle: passphrase")?;
        op::finish(cx, KeysOps::open_bundle(&*state(), bytes, &passphrase))
    }
}

struct OpenSslVersionOp;
impl NativeFunction for OpenSslVersionOp {
    const NAME: &'static str = "openSslVersion";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, KeysOps::open_ssl_version(&*state()))
    }
}

/// The functions of `native:keys`.
pub const AREA: Area = Area {
    name: "keys",
    functions: &[
        AreaFunction { name: "readPrivateKey", is_async: false, make: op::make::<ReadPrivateKeyOp> },
        AreaFunction { name: "readPublicKey", is_async: false, make: op::make::<ReadPublicKeyOp> },
        AreaFunction { name: "publicOfPrivate", is_async: false, make: op::make::<PublicOfPrivateOp> },
        AreaFunction { name: "encryptPrivateKey", is_async: false, make: op::make::<EncryptPrivateKeyOp> },
        AreaFunction {
            name: "encryptPrivateKeyTraditionally",
            is_async: false,
            make: op::make::<EncryptPrivateKeyTraditionallyOp>,
        },
        AreaFunction { name: "generateKeyPair", is_async: false, make: op::make::<GenerateKeyPairOp> },
        AreaFunction { name: "generateKeyPairLater", is_async: true, make: op::make::<GenerateKeyPairLaterOp> },
        AreaFunction { name: "signMessage", is_async: false, make: op::make::<SignMessageOp> },
        AreaFunction { name: "signMessageLater", is_async: true, make: op::make::<SignMessageLaterOp> },
        AreaFunction { name: "verifyMessage", is_async: false, make: op::make::<VerifyMessageOp> },
        AreaFunction { name: "verifyMessageLater", is_async: true, make: op::make::<VerifyMessageLaterOp> },
        AreaFunction { name: "signDigest", is_async: false, make: op::make::<SignDigestOp> },
        AreaFunction { name: "verifyDigest", is_async: false, make: op::make::<VerifyDigestOp> },
        AreaFunction { name: "transform", is_async: false, make: op::make::<TransformOp> },
        AreaFunction { name: "transformLater", is_async: true, make: op::make::<TransformLaterOp> },
        AreaFunction { name: "agree", is_async: false, make: op::make::<AgreeOp> },
        AreaFunction { name: "agreeLater", is_async: true, make: op::make::<AgreeLaterOp> },
        AreaFunction { name: "isCurve", is_async: false, make: op::make::<IsCurveOp> },
        AreaFunction { name: "curveGenerate", is_async: false, make: op::make::<CurveGenerateOp> },
        AreaFunction { name: "curvePoint", is_async: false, make: op::make::<CurvePointOp> },
        AreaFunction { name: "curveConvert", is_async: false, make: op::make::<CurveConvertOp> },
        AreaFunction { name: "curveAgree", is_async: false, make: op::make::<CurveAgreeOp> },
        AreaFunction { name: "groupGenerate", is_async: false, make: op::make::<GroupGenerateOp> },
        AreaFunction { name: "groupPublic", is_async: false, make: op::make::<GroupPublicOp> },
        AreaFunction { name: "groupAgree", is_async: false, make: op::make::<GroupAgreeOp> },
        AreaFunction { name: "groupCheck", is_async: false, make: op::make::<GroupCheckOp> },
        AreaFunction { name: "groupPrime", is_async: false, make: op::make::<GroupPrimeOp> },
        AreaFunction { name: "curveOfExplicit", is_async: false, make: op::make::<CurveOfExplicitOp> },
        AreaFunction { name: "objectNames", is_async: false, make: op::make::<ObjectNamesOp> },
        AreaFunction { name: "objectIdentifier", is_async: false, make: op::make::<ObjectIdentifierOp> },
        AreaFunction { name: "readCertificate", is_async: false, make: op::make::<ReadCertificateOp> },
        AreaFunction { name: "certificateIsAuthority", is_async: false, make: op::make::<CertificateIsAuthorityOp> },
        AreaFunction { name: "certificateHost", is_async: false, make: op::make::<CertificateHostOp> },
        AreaFunction { name: "certificateEmail", is_async: false, make: op::make::<CertificateEmailOp> },
        AreaFunction { name: "certificateAddress", is_async: false, make: op::make::<CertificateAddressOp> },
        AreaFunction { name: "certificateIsIssuedBy", is_async: false, make: op::make::<CertificateIsIssuedByOp> },
        AreaFunction { name: "certificateIsSignedBy", is_async: false, make: op::make::<CertificateIsSignedByOp> },
        AreaFunction { name: "openBundle", is_async: false, make: op::make::<OpenBundleOp> },
        AreaFunction { name: "openSslVersion", is_async: false, make: op::make::<OpenSslVersionOp> },
    ],
};
