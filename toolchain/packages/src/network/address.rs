//! Addresses of the schemes `http` and `https`.

use crate::error::{Error, Result};
use std::fmt;

/// An address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    pub is_secure: bool,
    pub host: String,
    pub port: u16,
    /// Path and query; begins with `/`.
    pub path: String,
}

impl Address {
    /// Reads an address. Credentials within it are dropped.
    ///
    /// # Errors
    /// `EINVALIDURL`.
    pub fn parse(text: &str) -> Result<Self> {
        let refuse = || Error::new("EINVALIDURL", format!("invalid address {text:?}"));
        let (scheme, rest) = text.split_once("://").ok_or_else(refuse)?;
        let is_secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(refuse()),
        };
        let rest = rest.split('#').next().unwrap_or(rest);
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let authority = authority.rsplit('@').next().unwrap_or(authority);
        let (host, port) = match authority.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
            Some((host, port)) => (host, port.parse().map_err(|_| refuse())?),
            None => (authority, if is_secure { 443 } else { 80 }),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if host.is_empty() {
            return Err(refuse());
        }
        // What cannot be in a request line is percent-encoded.
        let mut encoded = String::with_capacity(path.len() + 1);
        if !path.starts_with('/') {
            encoded.push('/');
        }
        for byte in path.bytes() {
            match byte {
                0x21..=0x7e if !b"\"<>\\^`{|}".contains(&byte) => encoded.push(char::from(byte)),
                _ => encoded.push_str(&format!("%{byte:02X}")),
            }
        }
        Ok(Self { is_secure, host, port, path: encoded })
    }

    /// Where a redirect of this address leads to.
    ///
    /// # Errors
    /// `EINVALIDURL`.
    pub fn join(&self, location: &str) -> Result<Self> {
        if location.contains("://") {
            return Self::parse(location);
        }
        if let Some(rest) = location.strip_prefix("//") {
            return Self::parse(&format!("{}://{rest}", self.scheme()));
        }
        let base = format!("{}://{}", self.scheme(), self.authority());
        if location.starts_with('/') {
            return Self::parse(&format!("{base}{location}"));
        }
        let folder = self.path.split('?').next().unwrap_or_default().rsplit_once('/').map_or("", |(folder, _)| folder);
        Self::parse(&format!("{base}{folder}/{location}"))
    }

    /// `http` or `https`.
    pub fn scheme(&self) -> &'static str {
        if self.is_secure { "https" } else { "http" }
    }

    /// The host, and the port when it is not the usual one.
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let usual = if self.is_secure { 443 } else { 80 };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }

    /// Whether requests to both may use the same connection and credentials.
    pub fn has_origin_of(&self, other: &Address) -> bool {
        self.is_secure == other.is_secure && self.host == other.host && self.port == other.port
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}://{}{}", self.scheme(), self.authority(), self.path)
    }
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
