//! Symmetric ciphers.

use crate::Failure;
use crate::names::until_nul;
use openssl::cipher::Cipher;
use openssl::cipher_ctx::{CipherCtx, CipherCtxFlags};
use openssl::error::ErrorStack;
use openssl::nid::Nid;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The properties of a cipher. `block_bytes` is 1 for stream ciphers, `iv_bytes` 0 for those without one.
#[derive(Clone, Debug)]
pub struct Description {
    pub name: String,
    pub nid: i32,
    pub block_bytes: usize,
    pub iv_bytes: usize,
    pub key_bytes: usize,
}

/// More than a block of any cipher.
const ROOM_BYTES: usize = 32;

// OpenSSL looks a cipher up by name in a microsecond, a fifth of encrypting a short message.
const KEPT_MAX: usize = 64;

thread_local! {
    static KEPT: RefCell<HashMap<String, Rc<Cipher>>> = RefCell::new(HashMap::new());
}

/// The cipher of a name, cached per thread.
fn fetch(name: &str) -> Result<Rc<Cipher>, ErrorStack> {
    let name = until_nul(name);
    let kept = KEPT.with_borrow(|kept| kept.get(name).cloned());
    if let Some(cipher) = kept {
        return Ok(cipher);
    }
    let cipher = Rc::new(Cipher::fetch(None, name, None)?);
    KEPT.with_borrow_mut(|kept| {
        if kept.len() < KEPT_MAX {
            kept.insert(name.to_string(), cipher.clone());
        }
    });
    Ok(cipher)
}

/// Describes the cipher of a name; None for an unknown one.
pub fn describe(name: &str) -> Option<Description> {
    let name = until_nul(name);
    let cipher = fetch(name).ok()?;
    let nid = cipher.nid();
    let name = if nid == Nid::UNDEF { name } else { nid.short_name().ok()? };
    Some(Description {
        name: name.to_ascii_lowercase(),
        nid: nid.as_raw(),
        block_bytes: cipher.block_size(),
        iv_bytes: cipher.iv_length(),
        key_bytes: cipher.key_length(),
    })
}

/// Describes the cipher of OpenSSL's number.
pub fn describe_number(nid: i32) -> Option<Description> {
    describe(Nid::from_raw(nid).short_name().ok()?)
}

/// The settings of a cipher operation.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    pub name: &'a str,
    pub key: &'a [u8],
    pub iv: Option<&'a [u8]>,
    pub is_encryption: bool,
    /// Whether the cipher authenticates: it has an IV of any length and a tag length.
    pub is_authenticated: bool,
    /// Length of the tag, set before the key; None to leave it.
    pub tag_bytes: Option<usize>,
}

/// An open cipher operation.
pub struct Running(CipherCtx);

impl Running {
    /// Starts a cipher with its key. Fails with ERR_CRYPTO_… codes for an invalid length of key or IV.
    pub fn start(start: Start<'_>) -> Result<Self, Failure> {
        let cipher = fetch(start.name).map_err(|_| Failure::coded("ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher"))?;
        let mut context = CipherCtx::new()?;
        if start.name.contains("wrap") {
            context.set_flags(CipherCtxFlags::FLAG_WRAP_ALLOW);
        }
        // Nothing has to be set between the cipher and the key.
        if start.key.len() == cipher.key_length()
            && start.iv.map_or(0, <[u8]>::len) == cipher.iv_length()
            && start.tag_bytes.is_none()
        {
            init(&mut context, start.is_encryption, Some(&cipher), Some(start.key), start.iv)?;
            return Ok(Running(context));
        }
        init(&mut context, start.is_encryption, Some(&cipher), None, None)?;
        let invalid_iv = || Failure::coded("ERR_CRYPTO_INVALID_IV", "Invalid initialization vector");
        if let (true, Some(iv)) = (start.is_authenticated, start.iv) {
            context.set_iv_length(iv.len()).map_err(|_| invalid_iv())?;
        }
        if let Some(tag_bytes) = start.tag_bytes {
            context.set_tag_length(tag_bytes)?;
        }
        let invalid_key = || Failure::coded("ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
        if start.key.len() != context.key_length() {
            context.set_key_length(start.key.len()).map_err(|_| invalid_key())?;
        }
        if start.iv.is_some_and(|iv| iv.len() < context.iv_length()) {
            return Err(invalid_iv());
        }
        init(&mut context, start.is_encryption, None, Some(start.key), start.iv)?;
        Ok(Running(context))
    }

    /// Sets the tag that the end of a decryption verifies.
    pub fn set_tag(&mut self, tag: &[u8]) -> Result<(), Failure> {
        Ok(self.0.set_tag(tag)?)
    }

    /// Sets the length of the complete message, which CCM requires first.
    pub fn set_text_length(&mut self, bytes: usize) -> Result<(), Failure> {
        Ok(self.0.set_data_len(bytes)?)
    }

    /// Adds associated data: authenticated and not encrypted.
    pub fn add_data(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.0.cipher_update(bytes, None)?;
        Ok(())
    }

    /// Whether the last block is padded.
    pub fn set_padding(&mut self, is_padded: bool) {
        self.0.set_padding(is_padded);
    }

    /// Processes input; returns the output so far.
    pub fn update(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Failure> {
        // When unwrapping fails, OpenSSL wipes as many bytes as the input has, though it documents eight fewer.
        let mut output = vec![0; bytes.len() + ROOM_BYTES];
        let length = self.0.cipher_update(bytes, Some(&mut output))?;
        output.truncate(length);
        Ok(output)
    }

    /// Ends the message; returns the rest of the output.
    pub fn finish(&mut self) -> Result<Vec<u8>, Failure> {
        let mut output = Vec::new();
        self.0.cipher_final_vec(&mut output)?;
        Ok(output)
    }

    /// The tag after an encryption.
    pub fn tag(&self, bytes: usize) -> Result<Vec<u8>, Failure> {
        let mut tag = vec![0; bytes];
        self.0.tag(&mut tag)?;
        Ok(tag)
    }
}

fn init(
    context: &mut CipherCtx,
    is_encryption: bool,
    cipher: Option<&Cipher>,
    key: Option<&[u8]>,
    iv: Option<&[u8]>,
) -> Result<(), ErrorStack> {
    let cipher = cipher.map(|cipher| &**cipher);
    if is_encryption { context.encrypt_init(cipher, key, iv) } else { context.decrypt_init(cipher, key, iv) }
}
