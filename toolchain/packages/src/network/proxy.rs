//! Proxies: which one a request goes through, by npm's settings and the usual variables.

use super::Address;
use crate::config::Config;
use crate::error::{Error, Result};

/// A proxy of HTTP. For addresses over TLS it makes a tunnel (`CONNECT`, RFC 9110 §9.3.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proxy {
    pub address: Address,
    /// `proxy-authorization`.
    pub authorization: Option<String>,
}

/// The proxies of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    pub plain: Option<Proxy>,
    pub secure: Option<Proxy>,
    /// Hosts that are reached directly, with what is below them; `*` means all.
    pub excluded: Vec<String>,
}

impl Proxies {
    /// Reads `proxy`, `https-proxy` and `noproxy`, else `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`.
    ///
    /// # Errors
    /// `EPROXY` for an address that is none, or a proxy that is itself reached over TLS.
    pub fn read(config: &Config) -> Result<Self> {
        let variable = |name: &str| {
            let value = std::env::var(name.to_ascii_lowercase()).or_else(|_| std::env::var(name));
            value.ok().filter(|value| !value.is_empty())
        };
        let setting =
            |name: &str| config.get(name).filter(|value| !matches!(*value, "" | "null" | "false")).map(str::to_string);
        let plain = setting("proxy").or_else(|| variable("HTTP_PROXY"));
        let secure = setting("https-proxy").or_else(|| setting("proxy")).or_else(|| variable("HTTPS_PROXY"));
        let excluded = setting("noproxy").or_else(|| variable("NO_PROXY")).unwrap_or_default();
        let names = excluded.split([',', ' ']).map(|name| name.trim().trim_start_matches("*.").trim_start_matches('.'));
        Ok(Self {
            plain: plain.map(|text| Proxy::parse(&text)).transpose()?,
            secure: secure.map(|text| Proxy::parse(&text)).transpose()?,
            excluded: names.filter(|name| !name.is_empty()).map(str::to_ascii_lowercase).collect(),
        })
    }

    /// The proxy for an address.
    pub fn of(&self, address: &Address) -> Option<&Proxy> {
        let proxy = if address.is_secure { self.secure.as_ref() } else { self.plain.as_ref() }?;
        let is_excluded = |name: &String| {
            let (host, port) = match name.rsplit_once(':') {
                Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (host, port.parse().ok()),
                _ => (name.as_str(), None),
            };
            let is_host = host == "*" || address.host == host || address.host.ends_with(&format!(".{host}"));
            is_host && port.is_none_or(|port: u16| port == address.port)
        };
        (!self.excluded.iter().any(is_excluded)).then_some(proxy)
    }
}

impl Proxy {
    fn parse(text: &str) -> Result<Self> {
        let whole = if text.contains("://") { text.to_string() } else { format!("http://{text}") };
        let address = Address::parse(&whole).map_err(|error| error.while_doing("the proxy"))?;
        if address.is_secure {
            let message = format!("the proxy {} is reached over TLS, which is not supported", address.authority());
            return Err(Error::new("EPROXY", message)
                .with_hint("name it with http://: what it carries is encrypted all the same"));
        }
        let rest = whole.split_once("://").map_or("", |(_, rest)| rest);
        let authority = rest.split('/').next().unwrap_or_default();
        let account = authority.rsplit_once('@').map(|(account, _)| percent_decoded(account));
        use base64::Engine;
        let encode = |account: String| {
            let account = if account.contains(':') { account } else { format!("{account}:") };
            format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(account))
        };
        Ok(Self { address, authorization: account.map(encode) })
    }
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let digits = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match digits.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_can_be_excluded() {
        let proxy = Proxy::parse("me:p%40ss@proxy.test:3128").expect("it is an address");
        assert_eq!((proxy.address.host.as_str(), proxy.address.port), ("proxy.test", 3128));
        assert_eq!(proxy.authorization.as_deref(), Some("Basic bWU6cEBzcw=="));
        let proxies = Proxies {
            plain: None,
            secure: Some(proxy),
            excluded: vec!["inside.test".to_string(), "other.test:8443".to_string()],
        };
        let is_proxied = |text: &str| proxies.of(&Address::parse(text).expect("it is an address")).is_some();
        assert!(is_proxied("https://registry.npmjs.org/a"));
        assert!(!is_proxied("http://registry.npmjs.org/a"));
        assert!(!is_proxied("https://a.inside.test/a"));
        assert!(!is_proxied("https://inside.test/a"));
        assert!(is_proxied("https://outside.test/a"));
        assert!(is_proxied("https://other.test/a"));
        assert!(!is_proxied("https://other.test:8443/a"));
        assert_eq!(Proxy::parse("https://proxy.test").expect_err("TLS").code, "EPROXY");
    }
}
