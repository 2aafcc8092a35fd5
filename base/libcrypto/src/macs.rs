//! Message authentication codes by OpenSSL 3 name.

use crate::Failure;
use crate::raw_macs::{MacContext, Value};
use std::ffi::{CStr, CString};

/// The settings of a MAC, besides its key. Which of these it requires or accepts depends on the algorithm.
#[derive(Clone, Copy, Default)]
pub struct Settings<'a> {
    /// For HMAC.
    pub digest: Option<&'a str>,
    /// For CMAC and GMAC.
    pub cipher: Option<&'a str>,
    /// For GMAC.
    pub iv: Option<&'a [u8]>,
    /// For KMAC and BLAKE2.
    pub customization: Option<&'a [u8]>,
    /// For BLAKE2.
    pub salt: Option<&'a [u8]>,
    /// For KMAC, BLAKE2 and SipHash.
    pub output_bytes: Option<usize>,
}

/// An incremental MAC.
pub struct Running(MacContext);

/// The names that this version of OpenSSL has, lower case.
pub fn names() -> Vec<&'static str> {
    const NAMES: &[&str] = &[
        "blake2bmac",
        "blake2smac",
        "cmac",
        "gmac",
        "hmac",
        "kmac-128",
        "kmac-256",
        "kmac128",
        "kmac256",
        "poly1305",
        "siphash",
    ];
    NAMES
        .iter()
        .copied()
        .filter(|name| CString::new(*name).is_ok_and(|name| MacContext::find(&name).is_some()))
        .collect()
}

impl Running {
    /// Starts a MAC.
    ///
    /// # Errors
    /// ERR_CRYPTO_INVALID_MAC for an unknown name; OpenSSL's for key and settings.
    pub fn start(algorithm: &str, key: &[u8], settings: Settings<'_>) -> Result<Self, Failure> {
        let unknown = || Failure::coded("ERR_CRYPTO_INVALID_MAC", format!("Invalid MAC: {algorithm}"));
        let name = CString::new(algorithm).map_err(|_| unknown())?;
        let mut context = MacContext::find(&name).ok_or_else(unknown)?;
        let mut values: Vec<(&CStr, Value<'_>)> = Vec::new();
        for (name, text) in [(c"digest", settings.digest), (c"cipher", settings.cipher)] {
            if let Some(text) = text {
                values.push((name, Value::Text(CString::new(text).map_err(|_| unknown())?)));
            }
        }
        for (name, bytes) in [(c"iv", settings.iv), (c"custom", settings.customization), (c"salt", settings.salt)] {
            if let Some(bytes) = bytes {
                values.push((name, Value::Bytes(bytes)));
            }
        }
        if let Some(size) = settings.output_bytes {
            values.push((c"size", Value::Size(size)));
        }
        context.start(key, &values)?;
        Ok(Self(context))
    }

    /// Adds a chunk.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn update(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.0.update(bytes)?)
    }

    /// Returns the code.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn finish(self) -> Result<Vec<u8>, Failure> {
        Ok(self.0.finish()?)
    }
}

#[cfg(test)]
#[path = "macs_tests.rs"]
mod tests;
