//! Hash functions by OpenSSL name, fetched once per thread.

use crate::Failure;
use crate::raw::copy_digest;
use openssl::md::Md;
use openssl::md_ctx::MdCtx;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

thread_local! {
    static FETCHED: RefCell<HashMap<String, Option<Rc<Md>>>> = RefCell::default();
}

// Names of signature algorithms that mean their hash, lower case.
const SIGNATURES: &[(&str, &str)] = &[
    ("rsa-md5", "md5"),
    ("rsa-ripemd160", "ripemd160"),
    ("rsa-sha1", "sha1"),
    ("rsa-sha1-2", "sha1"),
    ("rsa-sha224", "sha224"),
    ("rsa-sha256", "sha256"),
    ("rsa-sha384", "sha384"),
    ("rsa-sha512", "sha512"),
    ("rsa-sha512/224", "sha512-224"),
    ("rsa-sha512/256", "sha512-256"),
    ("rsa-sha3-224", "sha3-224"),
    ("rsa-sha3-256", "sha3-256"),
    ("rsa-sha3-384", "sha3-384"),
    ("rsa-sha3-512", "sha3-512"),
    ("rsa-sm3", "sm3"),
    ("md5withrsaencryption", "md5"),
    ("ripemd160withrsa", "ripemd160"),
    ("sha1withrsaencryption", "sha1"),
    ("sha224withrsaencryption", "sha224"),
    ("sha256withrsaencryption", "sha256"),
    ("sha384withrsaencryption", "sha384"),
    ("sha512withrsaencryption", "sha512"),
    ("sha512-224withrsaencryption", "sha512-224"),
    ("sha512-256withrsaencryption", "sha512-256"),
    ("sm3withrsaencryption", "sm3"),
    ("ssl3-md5", "md5"),
    ("ssl3-sha1", "sha1"),
    ("ripemd", "ripemd160"),
    ("rmd160", "ripemd160"),
    ("blake2b-512", "blake2b512"),
    ("blake2s-256", "blake2s256"),
    ("id-rsassa-pkcs1-v1_5-with-sha3-224", "sha3-224"),
    ("id-rsassa-pkcs1-v1_5-with-sha3-256", "sha3-256"),
    ("id-rsassa-pkcs1-v1_5-with-sha3-384", "sha3-384"),
    ("id-rsassa-pkcs1-v1_5-with-sha3-512", "sha3-512"),
    ("dss1", "sha1"),
    ("ecdsa-with-sha1", "sha1"),
];

/// The function of that name; None for an unknown one.
pub fn find(name: &str) -> Option<Rc<Md>> {
    if let Some(known) = FETCHED.with_borrow(|known| known.get(name).cloned()) {
        return known;
    }
    let lower = name.to_ascii_lowercase();
    let plain = SIGNATURES.iter().find(|(alias, _)| *alias == lower).map_or(lower.as_str(), |(_, plain)| plain);
    let fetched = Md::fetch(None, plain, None).ok().map(Rc::new);
    FETCHED.with_borrow_mut(|known| {
        // Programs choose the names: invented ones must not fill the memory.
        if known.len() < 256 {
            known.insert(name.to_string(), fetched.clone());
        }
    });
    fetched
}

/// As `find`, with Node's error.
pub fn required(name: &str) -> Result<Rc<Md>, Failure> {
    find(name).ok_or_else(|| Failure::coded("ERR_CRYPTO_INVALID_DIGEST", format!("Invalid digest: {name}")))
}

/// An incremental hash.
pub struct Running {
    context: MdCtx,
    function: Rc<Md>,
    is_extendable: bool,
}

impl Clone for Running {
    fn clone(&self) -> Self {
        let context = copy_digest(&self.context).expect("a context with a function can be copied");
        Running { context, function: self.function.clone(), is_extendable: self.is_extendable }
    }
}

impl Running {
    /// Starts a hash. None for an unknown function.
    pub fn start(name: &str) -> Option<Self> {
        let function = find(name)?;
        let mut context = MdCtx::new().ok()?;
        context.digest_init(&function).ok()?;
        let is_extendable = name.to_ascii_lowercase().contains("shake") || name.to_ascii_lowercase().contains("kmac");
        Some(Running { context, function, is_extendable })
    }

    /// Adds a chunk.
    pub fn update(&mut self, bytes: &[u8]) {
        // Fails only for a context without a function, which `start` never creates.
        let _ = self.context.digest_update(bytes);
    }

    /// Returns the hash. `output_bytes` is used by functions with variable output length.
    pub fn finish(mut self, output_bytes: usize) -> Vec<u8> {
        let length = if self.is_extendable { output_bytes } else { self.function.size() };
        let mut output = vec![0; length];
        let outcome = if self.is_extendable {
            self.context.digest_final_xof(&mut output)
        } else {
            self.context.digest_final(&mut output).map(|_| ())
        };
        debug_assert!(outcome.is_ok());
        output
    }
}

/// Bytes of the hash and of its block.
pub fn sizes(name: &str) -> Option<(usize, usize)> {
    find(name).map(|function| (function.size(), function.block_size()))
}
