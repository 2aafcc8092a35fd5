//! The hosts of a policy as addresses, for the supervisor of a confined process. Names are resolved here, outside of the
//! walls: what the process believes to be a host's address counts for nothing. Its own queries go through
//! `name_service`.

use crate::name_service::{self, Names};
use crate::walls::has_names;
use crate::{Grant, Policy};
use brio_permissions::{Host, HostRule, NetRule};
use brio_sandbox::Reach;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a name is not resolved again for an address that it does not have.
const FRESH: Duration = Duration::from_secs(2);
const NAME_SERVICE_PORT: u16 = 53;
const RESOLVER_FILE: &str = "/etc/resolv.conf";

/// What a policy allows that only a supervisor can tell apart: addresses, and files whose metadata may change.
#[derive(Debug)]
pub struct Resolved {
    connect: Grant<NetRule>,
    listen: Grant<NetRule>,
    write: Grant<PathBuf>,
    deny: Vec<PathBuf>,
    /// The servers that names are resolved by; none when the policy has no names.
    name_servers: Vec<IpAddr>,
    names: Arc<KnownNames>,
    /// The services that stand for the name servers, by those.
    services: Mutex<HashMap<SocketAddr, SocketAddr>>,
}

/// The names of a policy, with all addresses that they had so far: servers give them out alternately.
#[derive(Debug)]
struct KnownNames {
    connect: Grant<NetRule>,
    addresses: Mutex<HashMap<String, (Instant, Vec<IpAddr>)>>,
}

impl Names for KnownNames {
    fn is_allowed(&self, name: &str) -> bool {
        let host = Host::Name(name.to_string());
        match &self.connect {
            Grant::All => true,
            Grant::These(rules) => rules.iter().any(|rule| rule.covers_host(&host)),
        }
    }

    fn add(&self, name: &str, address: IpAddr) {
        let mut known = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = known.entry(name.to_string()).or_insert_with(|| (Instant::now(), Vec::new()));
        let address = address.to_canonical();
        if !entry.1.contains(&address) {
            entry.1.push(address);
        }
    }
}

impl Resolved {
    /// Reads the policy's hosts; resolves nothing yet.
    pub fn new(policy: &Policy) -> Self {
        let name_servers = if has_names(policy) { name_servers() } else { Vec::new() };
        Self {
            connect: policy.connect.clone(),
            listen: policy.listen.clone(),
            write: policy.write.clone(),
            deny: policy.deny.clone(),
            name_servers,
            names: Arc::new(KnownNames { connect: policy.connect.clone(), addresses: Mutex::default() }),
            services: Mutex::default(),
        }
    }

    fn has_address(&self, name: &str, ip: IpAddr) -> bool {
        let is_known = || {
            let known = self.names.addresses.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(name).map(|(when, addresses)| (addresses.contains(&ip), when.elapsed() < FRESH))
        };
        match is_known() {
            Some((true, _)) => return true,
            Some((false, true)) => return false,
            _ => {}
        }
        for address in (name, 0).to_socket_addrs().into_iter().flatten() {
            self.names.add(name, address.ip());
        }
        if let Some(entry) = self.names.addresses.lock().unwrap_or_else(PoisonError::into_inner).get_mut(name) {
            entry.0 = Instant::now();
        }
        is_known().is_some_and(|(has_it, _)| has_it)
    }

    /// Sub-domains have no list of addresses: those that were resolved count.
    fn has_sub_domain_at(&self, rule: &NetRule, ip: IpAddr) -> bool {
        let known = self.names.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .iter()
            .any(|(name, (_, addresses))| addresses.contains(&ip) && rule.covers_host(&Host::Name(name.clone())))
    }

    fn allows(&self, grant: &Grant<NetRule>, address: SocketAddr) -> bool {
        let Grant::These(rules) = grant else { return true };
        let ip = address.ip().to_canonical();
        let is_port = |rule: &&NetRule| rule.port.is_none_or(|port| port == u32::from(address.port()));
        let is_host = |rule: &NetRule| match &rule.host {
            HostRule::One(Host::Name(name)) => self.has_address(name, ip),
            HostRule::Below(_) => self.has_sub_domain_at(rule, ip),
            _ => rule.covers_host(&Host::of(ip)),
        };
        rules.iter().filter(is_port).any(is_host)
    }
}

impl Reach for Resolved {
    fn connects(&self, address: SocketAddr) -> bool {
        self.allows(&self.connect, address)
    }

    fn redirects(&self, address: SocketAddr) -> Option<SocketAddr> {
        let ip = address.ip().to_canonical();
        if address.port() != NAME_SERVICE_PORT || !self.name_servers.contains(&ip) {
            return None;
        }
        let server = SocketAddr::new(ip, NAME_SERVICE_PORT);
        let mut services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(service) = services.get(&server) {
            return Some(*service);
        }
        let names: Arc<dyn Names> = self.names.clone();
        // Without a service the connection is checked as any other, and refused.
        let service = name_service::start(server, names).ok()?;
        services.insert(server, service);
        Some(service)
    }

    fn listens(&self, address: SocketAddr) -> bool {
        self.allows(&self.listen, address)
    }

    fn connects_to_file(&self, path: &Path) -> bool {
        has_file(&self.connect, path)
    }

    fn listens_at_file(&self, path: &Path) -> bool {
        has_file(&self.listen, path)
    }

    fn changes(&self, path: &Path) -> bool {
        let is_writable = match &self.write {
            Grant::All => true,
            Grant::These(list) => list.iter().any(|granted| path.starts_with(granted)),
        };
        is_writable && !self.deny.iter().any(|denied| path.starts_with(denied))
    }
}

fn has_file(grant: &Grant<NetRule>, path: &Path) -> bool {
    match grant {
        Grant::All => true,
        Grant::These(rules) => rules.iter().any(|rule| rule.host == HostRule::One(Host::Unix(path.to_path_buf()))),
    }
}

fn name_servers() -> Vec<IpAddr> {
    let text = std::fs::read_to_string(RESOLVER_FILE).unwrap_or_default();
    let server = |line: &str| {
        let address = line.strip_prefix("nameserver")?.trim();
        address.split('%').next()?.parse::<IpAddr>().ok().map(|ip| ip.to_canonical())
    };
    let found: Vec<IpAddr> = text.lines().filter_map(server).collect();
    // resolv.conf(5): without servers that of this machine is used.
    if found.is_empty() { vec![IpAddr::from([127, 0, 0, 1])] } else { found }
}
