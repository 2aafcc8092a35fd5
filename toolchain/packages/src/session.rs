//! What all parts of one command share: the settings, the network and the threads.

use crate::config::Config;
use crate::error::Result;
use crate::manifest::System;
use crate::network::{Identities, Network, Patience, Proxies, Settings};
use crate::packument::PickOptions;
use crate::pool::Pool;
use crate::prepare::Preparing;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// So many files may be open, if the system allows it.
const OPEN_FILE_COUNT: u64 = 8192;

/// When the network may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    #[default]
    Online,
    /// Cached records are used whatever their age.
    PreferOffline,
    Offline,
}

/// The shared parts.
pub struct Session {
    pub config: Config,
    pub pool: Pool,
    pub reach: Reach,
    pub pick: PickOptions,
    pub system: System,
    /// The folder of the store and of cached records.
    pub folder: PathBuf,
    /// Which packages of git repositories may run scripts to be built; empty: none.
    pub preparing: OnceLock<Preparing>,
    network: OnceLock<Network>,
}

impl Session {
    /// Starts the threads of the pool; the network starts with the first request.
    pub fn start(config: Config, reach: Reach, pick: PickOptions) -> Arc<Self> {
        raise_file_limit();
        let folder = config.store();
        let system = system_of(&config);
        let (preparing, network) = (OnceLock::new(), OnceLock::new());
        Arc::new(Self { config, pool: Pool::start(), reach, pick, system, folder, preparing, network })
    }

    /// The network.
    ///
    /// # Errors
    /// When `cafile` cannot be read, or the thread cannot start.
    pub fn network(&self) -> Result<&Network> {
        if let Some(network) = self.network.get() {
            return Ok(network);
        }
        let started = Network::start(Settings {
            roots: self.config.roots()?,
            is_trusting: self.config.get("strict-ssl") == Some("false"),
            proxies: Proxies::read(&self.config)?,
            identities: Identities::read(&self.config)?,
            patience: Patience::read(&self.config),
            connection_count_max: self.config.number("maxsockets").unwrap_or(24).clamp(1, 256) as usize,
        })?;
        Ok(self.network.get_or_init(|| started))
    }
}

/// Downloads and the records of packages keep many files open.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // Scripts inherit it: some programs become slow when it is very high.
    let wanted = limit.maximum.unwrap_or(OPEN_FILE_COUNT).min(OPEN_FILE_COUNT);
    if limit.current.is_some_and(|current| current < wanted) {
        // With fewer open files more of the records are in memory.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum });
    }
}

/// npm's `--os`, `--cpu` and `--libc` install for another system.
fn system_of(config: &Config) -> System {
    let mut system = System::current();
    for (key, field) in [("os", &mut system.os), ("cpu", &mut system.cpu), ("libc", &mut system.libc)] {
        if let Some(value) = config.get(key).filter(|value| !value.is_empty() && *value != "null") {
            *field = value.to_string();
        }
    }
    system
}
