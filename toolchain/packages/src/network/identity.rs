//! Certificates of the client, which some registries require: `cert` and `key` with PEM, or `//host/:certfile` and
//! `//host/:keyfile` with paths, as npm reads them.

use super::Address;
use crate::config::Config;
use crate::error::{Error, Result};
use std::path::Path;

/// A certificate chain and its key, in PEM; both empty: none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    pub certificate: Vec<u8>,
    pub key: Vec<u8>,
}

/// Those of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identities {
    /// For hosts that have none of their own.
    usual: Identity,
    /// By host, with the port where it is not the usual one.
    of_hosts: Vec<(String, Identity)>,
}

impl Identities {
    /// Reads the settings.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(config: &Config) -> Result<Self> {
        let inline = |name: &str| {
            let text = config.get(name).filter(|text| *text != "null").unwrap_or_default();
            text.replace("\\n", "\n").into_bytes()
        };
        let mut of_hosts = Vec::new();
        for (key, path) in config.entries() {
            let Some(scope) = key.strip_suffix(":certfile") else { continue };
            let Some(key_path) = config.get(&format!("{scope}:keyfile")) else { continue };
            let host = scope.trim_start_matches('/').split('/').next().unwrap_or_default();
            of_hosts.push((host.to_string(), Identity { certificate: read(path)?, key: read(key_path)? }));
        }
        Ok(Self { usual: Identity { certificate: inline("cert"), key: inline("key") }, of_hosts })
    }

    /// The host whose certificate is used for an address; None: the usual one.
    pub fn host_for(&self, address: &Address) -> Option<&str> {
        let authority = address.authority();
        self.of_hosts.iter().map(|(host, _)| host.as_str()).find(|host| *host == authority)
    }

    /// The identity of a host, or the usual one.
    pub fn of(&self, host: Option<&str>) -> &Identity {
        let own = self.of_hosts.iter().find(|(known, _)| Some(known.as_str()) == host);
        own.map_or(&self.usual, |(_, identity)| identity)
    }
}

fn read(path: &str) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| Error::of_file(&error, "read", Path::new(path)))
}
