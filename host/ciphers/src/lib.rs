//! `native:ciphers`: symmetric ciphers, MACs, key derivation and primes, for `node:crypto` and WebCrypto. This crate
//! holds the open ciphers and converts errors; the algorithms are in `brio_libcrypto`.

mod generated {
    pub mod ciphers_ops;
}
mod one_shot;

use brio_libcrypto::ciphers::{self, Description, Running, Start};
use brio_libcrypto::derivation::{self, Argon2Settings};
use brio_libcrypto::macs::{self, Settings};
use brio_libcrypto::{Failure, primes};
use brio_realm::op::{Numbers, OpError};
pub use generated::ciphers_ops::AREA;
use generated::ciphers_ops::{Argon2Cost, Argon2Variant, CipherDescription, CiphersOps, MacSettings, ScryptCost};
use std::cell::RefCell;
use std::collections::HashMap;

/// State of the area on one thread: open ciphers and MACs, by number.
#[derive(Default)]
pub struct Ciphers {
    running: RefCell<HashMap<u32, Running>>,
    numbers: Numbers,
    macs: RefCell<HashMap<u32, macs::Running>>,
    mac_numbers: Numbers,
}

/// Node's error for a failed operation. The JavaScript side unpacks OpenSSL's error.
fn thrown(failure: Failure) -> OpError {
    match failure {
        Failure::OpenSsl(stack) => OpError::coded("ERR_OSSL", Failure::packed(&stack)),
        Failure::Coded(code, message) => OpError::coded(code, message),
    }
}

impl Ciphers {
    fn with<T>(&self, number: u32, work: impl FnOnce(&mut Running) -> Result<T, Failure>) -> Result<T, OpError> {
        let mut running = self.running.borrow_mut();
        let cipher = running
            .get_mut(&number)
            .ok_or_else(|| OpError::coded("ERR_CRYPTO_INVALID_STATE", "the cipher has ended"))?;
        work(cipher).map_err(thrown)
    }
}

fn mac_ended() -> OpError {
    OpError::coded("ERR_CRYPTO_MAC_FINALIZED", "MAC already finalized")
}

fn described(found: Description) -> CipherDescription {
    CipherDescription {
        name: found.name.into(),
        nid: found.nid,
        block_bytes: found.block_bytes as u32,
        iv_bytes: found.iv_bytes as u32,
        key_bytes: found.key_bytes as u32,
    }
}

fn scrypt_cost(cost: &ScryptCost) -> derivation::ScryptCost {
    derivation::ScryptCost {
        cost: cost.cost as u64,
        block_size: cost.block_size as u64,
        lanes: cost.lanes as u64,
        memory_bytes_max: cost.memory_bytes_max as u64,
    }
}

fn argon2_settings<'a>(
    variant: Argon2Variant,
    cost: &Argon2Cost,
    secret: &'a [u8],
    associated_data: &'a [u8],
) -> Argon2Settings<'a> {
    let variant = match variant {
        Argon2Variant::Argon2d => derivation::Argon2Variant::Argon2d,
        Argon2Variant::Argon2i => derivation::Argon2Variant::Argon2i,
        Argon2Variant::Argon2id => derivation::Argon2Variant::Argon2id,
    };
    let &Argon2Cost { lanes, memory_kib, passes, .. } = cost;
    Argon2Settings { variant, lanes, memory_kib, passes, secret, associated_data }
}

impl CiphersOps for Ciphers {
    fn mac_names(&self) -> Result<Vec<String>, OpError> {
        Ok(macs::names().into_iter().map(str::to_string).collect())
    }

    fn mac_start(&self, algorithm: &str, key: &[u8], settings: MacSettings<'_>) -> Result<u32, OpError> {
        let MacSettings { digest, cipher, iv, customization, salt, output_bytes } = settings;
        let settings = Settings {
            digest: Some(digest.as_ref()).filter(|text: &&str| !text.is_empty()),
            cipher: Some(cipher.as_ref()).filter(|text: &&str| !text.is_empty()),
            iv,
            customization,
            salt,
            output_bytes: output_bytes.map(|bytes| bytes as usize),
        };
        let mac = macs::Running::start(algorithm, key, settings).map_err(thrown)?;
        let mut macs = self.macs.borrow_mut();
        let number = self.mac_numbers.next(|number| macs.contains_key(&number));
        macs.insert(number, mac);
        Ok(number)
    }

    fn mac_update(&self, mac: u32, bytes: &[u8]) -> Result<(), OpError> {
        let mut macs = self.macs.borrow_mut();
        macs.get_mut(&mac).ok_or_else(mac_ended)?.update(bytes).map_err(thrown)
    }

    fn mac_finish(&self, mac: u32) -> Result<Vec<u8>, OpError> {
        let mac = self.macs.borrow_mut().remove(&mac).ok_or_else(mac_ended)?;
        mac.finish().map_err(thrown)
    }

    fn mac_drop(&self, mac: u32) -> Result<(), OpError> {
        self.macs.borrow_mut().remove(&mac);
        Ok(())
    }

    fn describe_cipher(&self, name: &str) -> Result<Option<CipherDescription>, OpError> {
        Ok(ciphers::describe(name).map(described))
    }

    fn describe_cipher_number(&self, nid: i32) -> Result<Option<CipherDescription>, OpError> {
        Ok(ciphers::describe_number(nid).map(described))
    }

    fn cipher_start(
        &self,
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        is_encryption: bool,
        is_authenticated: bool,
        tag_bytes: i32,
    ) -> Result<u32, OpError> {
        let tag_bytes = usize::try_from(tag_bytes).ok();
        let cipher =
            Running::start(Start { name, key, iv, is_encryption, is_authenticated, tag_bytes }).map_err(thrown)?;
        let mut running = self.running.borrow_mut();
        let number = self.numbers.next(|number| running.contains_key(&number));
        running.insert(number, cipher);
        Ok(number)
    }

    fn cipher_set_tag(&self, cipher: u32, tag: &[u8]) -> Result<(), OpError> {
        self.with(cipher, |cipher| cipher.set_tag(tag))
    }

    fn cipher_set_text_length(&self, cipher: u32, bytes: u32) -> Result<(), OpError> {
        self.with(cipher, |cipher| cipher.set_text_length(bytes as usize))
    }

    fn cipher_add_data(&self, cipher: u32, bytes: &[u8]) -> Result<(), OpError> {
        self.with(cipher, |cipher| cipher.add_data(bytes))
    }

    fn cipher_set_padding(&self, cipher: u32, is_padded: bool) -> Result<(), OpError> {
        self.with(cipher, |cipher| {
            cipher.set_padding(is_padded);
            Ok(())
        })
    }

    fn cipher_update(&self, cipher: u32, bytes: &[u8]) -> Result<Vec<u8>, OpError> {
        self.with(cipher, |cipher| cipher.update(bytes))
    }

    fn cipher_finish(&self, cipher: u32) -> Result<Vec<u8>, OpError> {
        self.with(cipher, Running::finish)
    }

    fn cipher_tag(&self, cipher: u32, bytes: u32) -> Result<Vec<u8>, OpError> {
        self.with(cipher, |cipher| cipher.tag(bytes as usize))
    }

    fn cipher_drop(&self, cipher: u32) -> Result<(), OpError> {
        self.running.borrow_mut().remove(&cipher);
        Ok(())
    }

    fn seal(
        &self,
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        data: &[u8],
        tag_bytes: u32,
        text: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        one_shot::seal(name, key, iv, data, tag_bytes as usize, text).map_err(thrown)
    }

    fn seal_later(
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        data: &[u8],
        tag_bytes: u32,
        text: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        one_shot::seal(name, key, iv, data, tag_bytes as usize, text).map_err(thrown)
    }

    fn open(
        &self,
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        data: &[u8],
        tag_bytes: u32,
        text: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        one_shot::open(name, key, iv, data, tag_bytes as usize, text).map_err(thrown)
    }

    fn open_later(
        name: &str,
        key: &[u8],
        iv: Option<&[u8]>,
        data: &[u8],
        tag_bytes: u32,
        text: &[u8],
    ) -> Result<Vec<u8>, OpError> {
        one_shot::open(name, key, iv, data, tag_bytes as usize, text).map_err(thrown)
    }

    fn pbkdf2(
        &self,
        password: &[u8],
        salt: &[u8],
        iterations: u32,
        bytes: u32,
        digest: &str,
    ) -> Result<Vec<u8>, OpError> {
        derivation::pbkdf2(password, salt, iterations, bytes, digest).map_err(thrown)
    }

    fn pbkdf2_later(
        password: &[u8],
        salt: &[u8],
        iterations: u32,
        bytes: u32,
        digest: &str,
    ) -> Result<Vec<u8>, OpError> {
        derivation::pbkdf2(password, salt, iterations, bytes, digest).map_err(thrown)
    }

    fn scrypt(&self, password: &[u8], salt: &[u8], cost: ScryptCost, bytes: u32) -> Result<Vec<u8>, OpError> {
        derivation::scrypt(password, salt, scrypt_cost(&cost), bytes).map_err(thrown)
    }

    fn scrypt_later(password: &[u8], salt: &[u8], cost: ScryptCost, bytes: u32) -> Result<Vec<u8>, OpError> {
        derivation::scrypt(password, salt, scrypt_cost(&cost), bytes).map_err(thrown)
    }

    fn hkdf(&self, digest: &str, key: &[u8], salt: &[u8], info: &[u8], bytes: u32) -> Result<Vec<u8>, OpError> {
        derivation::hkdf(digest, key, salt, info, bytes).map_err(thrown)
    }

    fn hkdf_later(digest: &str, key: &[u8], salt: &[u8], info: &[u8], bytes: u32) -> Result<Vec<u8>, OpError> {
        derivation::hkdf(digest, key, salt, info, bytes).map_err(thrown)
    }

    fn argon2(
        &self,
        variant: Argon2Variant,
        message: &[u8],
        nonce: &[u8],
        secret: &[u8],
        associated_data: &[u8],
        cost: Argon2Cost,
    ) -> Result<Vec<u8>, OpError> {
        let bytes = cost.bytes;
        derivation::argon2(message, nonce, argon2_settings(variant, &cost, secret, associated_data), bytes)
            .map_err(thrown)
    }

    fn argon2_later(
        variant: Argon2Variant,
        message: &[u8],
        nonce: &[u8],
        secret: &[u8],
        associated_data: &[u8],
        cost: Argon2Cost,
    ) -> Result<Vec<u8>, OpError> {
        let bytes = cost.bytes;
        derivation::argon2(message, nonce, argon2_settings(variant, &cost, secret, associated_data), bytes)
            .map_err(thrown)
    }

    fn hmac(&self, digest: &str, key: &[u8], bytes: &[u8]) -> Result<Vec<u8>, OpError> {
        derivation::hmac(digest, key, &[bytes]).map_err(thrown)
    }

    fn generate_prime(
        &self,
        bits: u32,
        is_safe: bool,
        add: Option<&[u8]>,
        rem: Option<&[u8]>,
    ) -> Result<Vec<u8>, OpError> {
        primes::generate(bits, is_safe, add, rem).map_err(thrown)
    }

    fn generate_prime_later(
        bits: u32,
        is_safe: bool,
        add: Option<&[u8]>,
        rem: Option<&[u8]>,
    ) -> Result<Vec<u8>, OpError> {
        primes::generate(bits, is_safe, add, rem).map_err(thrown)
    }

    fn check_prime(&self, candidate: &[u8], checks: u32) -> Result<bool, OpError> {
        primes::check(candidate, checks).map_err(thrown)
    }

    fn check_prime_later(candidate: &[u8], checks: u32) -> Result<bool, OpError> {
        primes::check(candidate, checks).map_err(thrown)
    }
}
