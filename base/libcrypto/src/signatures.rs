//! Signatures and RSA encryption. `controls` are alternating names and values, as for `openssl pkeyutl -pkeyopt`.

use crate::generation::apply;
use crate::keys::{private, public};
use crate::{Failure, digests, implicit_rejection, version};
use openssl::md_ctx::MdCtx;
use openssl::pkey_ctx::PkeyCtx;

/// Signs a message; `digest` is None for keys with a built-in hash (Ed25519).
pub fn sign_message(key: &[u8], digest: Option<&str>, controls: &[String], message: &[u8]) -> Result<Vec<u8>, Failure> {
    let key = private(key)?;
    let function = digest.map(digests::required).transpose()?;
    let mut context = MdCtx::new()?;
    apply(context.digest_sign_init(function.as_deref().map(|function| &**function), &key)?, controls)?;
    let mut signature = Vec::new();
    context.digest_sign_to_vec(message, &mut signature)?;
    Ok(signature)
}

/// Whether the signature of a message is valid. A malformed signature is an invalid one.
pub fn verify_message(
    key: &[u8],
    digest: Option<&str>,
    controls: &[String],
    message: &[u8],
    signature: &[u8],
) -> Result<bool, Failure> {
    let key = public(key)?;
    let function = digest.map(digests::required).transpose()?;
    let mut context = MdCtx::new()?;
    apply(context.digest_verify_init(function.as_deref().map(|function| &**function), &key)?, controls)?;
    // For some keys the crate returns an error for an invalid signature.
    Ok(context.digest_verify(message, signature).unwrap_or(false))
}

/// Signs an existing digest.
pub fn sign_digest(key: &[u8], controls: &[String], digest: &[u8]) -> Result<Vec<u8>, Failure> {
    let key = private(key)?;
    let mut context = PkeyCtx::new(&key)?;
    context.sign_init()?;
    apply(&context, controls)?;
    let mut signature = Vec::new();
    context.sign_to_vec(digest, &mut signature)?;
    Ok(signature)
}

/// Whether the signature of a digest is valid.
pub fn verify_digest(key: &[u8], controls: &[String], digest: &[u8], signature: &[u8]) -> Result<bool, Failure> {
    let key = public(key)?;
    let mut context = PkeyCtx::new(&key)?;
    context.verify_init()?;
    apply(&context, controls)?;
    Ok(context.verify(digest, signature).unwrap_or(false))
}

const PKCS1: [&str; 2] = ["rsa_padding_mode", "pkcs1"];

/// The operation of `transform`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// With the public key.
    Encrypt,
    /// With the private key.
    Decrypt,
    /// With the private key, without a hash.
    SignRaw,
    /// With the public key, the inverse of `SignRaw`.
    Recover,
}

/// One of RSA's operations on a short message.
pub fn transform(operation: Operation, key: &[u8], controls: &[String], bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut output = Vec::new();
    match operation {
        Operation::Encrypt => {
            let key = public(key)?;
            let mut context = PkeyCtx::new(&key)?;
            context.encrypt_init()?;
            apply(&context, controls)?;
            context.encrypt_to_vec(bytes, &mut output)?;
        }
        Operation::Decrypt => {
            let key = private(key)?;
            if controls == PKCS1 && !version::number_is_at_least(3, 2) {
                return implicit_rejection::decrypt(&key.rsa()?, bytes);
            }
            let mut context = PkeyCtx::new(&key)?;
            context.decrypt_init()?;
            apply(&context, controls)?;
            context.decrypt_to_vec(bytes, &mut output)?;
        }
        Operation::SignRaw => {
            let key = private(key)?;
            let mut context = PkeyCtx::new(&key)?;
            context.sign_init()?;
            apply(&context, controls)?;
            context.sign_to_vec(bytes, &mut output)?;
        }
        Operation::Recover => {
            let key = public(key)?;
            let mut context = PkeyCtx::new(&key)?;
            context.verify_recover_init()?;
            apply(&context, controls)?;
            let length = context.verify_recover(bytes, None)?;
            output.resize(length, 0);
            let length = context.verify_recover(bytes, Some(&mut output))?;
            output.truncate(length);
        }
    }
    Ok(output)
}
