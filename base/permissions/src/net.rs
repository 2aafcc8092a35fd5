//! Hosts and ports: what a program wants to reach, and rules about it (`HOST`, `HOST:PORT`, `*.DOMAIN`, `10.0.0.0/8`,
//! `[::1]:80`, `unix:/path`), in the forms of Deno's `--allow-net`.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::path::PathBuf;

/// One host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// In lower case, without a full stop at its end.
    Name(String),
    Ip(IpAddr),
    /// The canonical path of a socket.
    Unix(PathBuf),
}

/// What a program wants to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetSubject {
    pub host: Host,
    /// None stands for all ports.
    pub port: Option<u32>,
}

/// A set of hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostRule {
    One(Host),
    /// The sub-domains of a domain, not the domain itself.
    Below(String),
    /// The addresses that have the first bits of this one.
    Network(IpAddr, u8),
}

/// A set of hosts with one port, or all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetRule {
    pub host: HostRule,
    pub port: Option<u32>,
}

/// Why a string is not a host or a rule. Displays as Deno's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetError(String);

impl fmt::Display for NetError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NetError {}

impl Host {
    /// Reads a host without a port: a name, or an address with or without brackets.
    ///
    /// # Errors
    /// The string is neither.
    pub fn parse(text: &str) -> Result<Host, NetError> {
        if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let ip = without_zone(inner).parse::<Ipv6Addr>();
            return ip.map(|ip| Host::of(ip.into())).map_err(|_| NetError(format!("invalid IPv6 address: '{text}'")));
        }
        let (name, has_dot) = text.strip_suffix('.').map_or((text, false), |name| (name, true));
        if let Ok(ip) = without_zone(name).parse::<IpAddr>() {
            return if has_dot { Err(NetError(format!("invalid host: '{name}'"))) } else { Ok(Host::of(ip)) };
        }
        if name.is_empty() {
            return Err(NetError(format!("invalid empty host: '{text}'")));
        }
        is_name(name)
            .then(|| Host::Name(name.to_ascii_lowercase()))
            .ok_or_else(|| NetError(format!("invalid host '{text}': invalid char found in FQDN")))
    }

    /// The host of an address. An IPv4 address inside an IPv6 one is the same host.
    pub fn of(ip: IpAddr) -> Host {
        Host::Ip(ip.to_canonical())
    }
}

impl NetSubject {
    /// A host as programs name it, at a port or at all. An invalid host name is accepted; it matches no rule.
    pub fn new(host: &str, port: Option<u32>) -> Self {
        let host = Host::parse(host).unwrap_or_else(|_| Host::Name(host.to_ascii_lowercase()));
        NetSubject { host, port }
    }

    /// Reads `HOST` or `HOST:PORT`.
    ///
    /// # Errors
    /// The string is neither.
    pub fn parse(text: &str) -> Result<Self, NetError> {
        let rule = NetRule::read(text, false)?;
        match rule.host {
            HostRule::One(host) => Ok(NetSubject { host, port: rule.port }),
            _ => Err(NetError(format!("invalid host: '{text}'"))),
        }
    }

    pub fn unix(path: PathBuf) -> Self {
        NetSubject { host: Host::Unix(path), port: None }
    }
}

impl fmt::Display for NetSubject {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.host {
            Host::Name(name) => out.write_str(name),
            Host::Ip(IpAddr::V4(ip)) => write!(out, "{ip}"),
            Host::Ip(IpAddr::V6(ip)) => write!(out, "[{ip}]"),
            Host::Unix(path) => write!(out, "unix:{}", path.display()),
        }?;
        self.port.map_or(Ok(()), |port| write!(out, ":{port}"))
    }
}

impl NetRule {
    /// Reads a rule.
    ///
    /// # Errors
    /// The string is not one.
    pub fn parse(text: &str) -> Result<Self, NetError> {
        Self::read(text, true)
    }

    pub fn of(subject: &NetSubject) -> Self {
        NetRule { host: HostRule::One(subject.host.clone()), port: subject.port }
    }

    pub fn covers(&self, subject: &NetSubject) -> bool {
        (self.port.is_none() || self.port == subject.port) && self.covers_host(&subject.host)
    }

    /// Whether the rule is about `host` at some port.
    pub fn covers_host(&self, host: &Host) -> bool {
        match (&self.host, host) {
            (HostRule::One(one), host) => one == host,
            (HostRule::Below(domain), Host::Name(name)) => {
                name.strip_suffix(domain.as_str()).is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
            }
            (HostRule::Network(network, bits), Host::Ip(ip)) => has_first_bits(*ip, *network, *bits),
            _ => false,
        }
    }

    /// A port counts most, then one host more than many.
    pub fn specificity(&self) -> u64 {
        let host = match &self.host {
            HostRule::One(_) => 1 << 16,
            HostRule::Below(domain) => domain.len() as u64,
            HostRule::Network(_, bits) => u64::from(*bits),
        };
        host + if self.port.is_some() { 1 << 32 } else { 0 }
    }

    fn read(text: &str, is_rule: bool) -> Result<Self, NetError> {
        if let Some(path) = text.strip_prefix("unix:") {
            return match path.starts_with('/') {
                true => Ok(NetRule { host: HostRule::One(Host::Unix(socket_path(path))), port: None }),
                false => Err(NetError(format!("invalid unix socket: '{text}' (path must be absolute and non-empty)"))),
            };
        }
        if text.starts_with("http://") || text.starts_with("https://") {
            return Err(NetError(format!("invalid value '{text}': URLs are not supported, only domains and IPs")));
        }
        if text.starts_with('[') {
            return bracketed(text);
        }
        if let Some((network, bits)) = text.split_once('/')
            && let (Ok(ip), Ok(bits)) = (network.parse::<IpAddr>(), bits.parse::<u8>())
            && bits <= if ip.is_ipv4() { 32 } else { 128 }
        {
            return Ok(NetRule { host: HostRule::Network(ip, bits), port: None });
        }
        let (host, port) = match text.split_once(':') {
            Some((_, "")) => return Err(NetError(format!("invalid empty port in '{text}'"))),
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        };
        let host = match host.strip_prefix("*.").filter(|_| is_rule) {
            Some(domain) => match Host::parse(domain)? {
                Host::Name(domain) => HostRule::Below(domain),
                _ => return Err(NetError(format!("invalid host: '{text}'"))),
            },
            None => HostRule::One(Host::parse(host)?),
        };
        Ok(NetRule { host, port: port.map(|port| read_port(port, text)).transpose()? })
    }
}

fn bracketed(text: &str) -> Result<NetRule, NetError> {
    let (ip, after) = text[1..].split_once(']').ok_or_else(|| NetError(format!("invalid host: '{text}'")))?;
    let parsed = without_zone(ip).parse::<Ipv6Addr>();
    let parsed = parsed.map_err(|_| NetError(format!("invalid IPv6 address in '{text}': '{ip}'")))?;
    let port = match after.strip_prefix(':') {
        Some(port) => Some(read_port(port, text)?),
        None if after.is_empty() => None,
        None => return Err(NetError(format!("invalid host: '{text}'"))),
    };
    Ok(NetRule { host: HostRule::One(Host::of(parsed.into())), port })
}

fn read_port(port: &str, text: &str) -> Result<u32, NetError> {
    port.parse::<u16>().map(u32::from).map_err(|_| match port.contains(':') {
        true => NetError(format!("ipv6 addresses must be enclosed in square brackets: '{text}'")),
        false => NetError(format!("invalid port in '{text}': '{port}'")),
    })
}

/// RFC 4007 §11: what follows `%` is an interface of this machine, not a part of the address.
fn without_zone(ip: &str) -> &str {
    ip.split_once('%').map_or(ip, |(ip, _)| ip)
}

/// RFC 1123 §2.1 with `_`, which names in use contain; bytes above ASCII stand for names that are encoded later.
fn is_name(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' || byte >= 0x80)
    };
    name.len() <= 253 && name.split('.').all(is_label)
}

fn socket_path(path: &str) -> PathBuf {
    crate::paths::canonical(path.as_ref(), crate::paths::Follow::Last).map_or_else(|_| path.into(), |found| found.path)
}

fn has_first_bits(ip: IpAddr, network: IpAddr, bits: u8) -> bool {
    let differ = |one: u128, other: u128, width: u32| {
        let shift = width.saturating_sub(u32::from(bits));
        // Shifting a number by its width overflows in Rust.
        shift < width && (one ^ other) >> shift != 0
    };
    match (ip, network) {
        (IpAddr::V4(ip), IpAddr::V4(network)) => !differ(u32::from(ip).into(), u32::from(network).into(), 32),
        (IpAddr::V6(ip), IpAddr::V6(network)) => !differ(ip.into(), network.into(), 128),
        _ => false,
    }
}

#[cfg(test)]
#[path = "net_tests.rs"]
mod tests;
