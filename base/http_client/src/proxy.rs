//! Which proxy a request goes through: `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, as curl and Node read them.

/// A proxy to connect to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyTarget {
    /// The URL as it was given.
    pub url: String,
}

/// The rules of one environment.
#[derive(Clone, Debug, Default)]
pub struct ProxyRules {
    http: Option<String>,
    https: Option<String>,
    exceptions: Vec<String>,
}

impl ProxyRules {
    /// Reads the variables with `get`; lower-case names come first, as curl has it.
    pub fn from_variables(get: impl Fn(&str) -> Option<String>) -> Self {
        let read = |lower: &str, upper: &str| get(lower).or_else(|| get(upper)).filter(|value| !value.trim().is_empty());
        let exceptions = read("no_proxy", "NO_PROXY").unwrap_or_default();
        Self {
            http: read("http_proxy", "HTTP_PROXY"),
            https: read("https_proxy", "HTTPS_PROXY"),
            exceptions: exceptions
                .split([',', ' ', '\t'])
                .map(|entry| entry.trim().to_ascii_lowercase())
                .filter(|entry| !entry.is_empty())
                .collect(),
        }
    }

    /// The proxy for a host, or none. `host` is in lower case, without brackets.
    pub fn proxy_for(&self, is_https: bool, host: &str, port: u16) -> Option<ProxyTarget> {
        let url = if is_https { self.https.as_ref() } else { self.http.as_ref() }?;
        if self.exceptions.iter().any(|entry| excepts(entry, host, port)) {
            return None;
        }
        Some(ProxyTarget { url: url.trim().to_string() })
    }
}

/// `*`, `host`, `host:port`, `.suffix`, `*.suffix`; a plain name also covers its subdomains.
fn excepts(entry: &str, host: &str, port: u16) -> bool {
    if entry == "*" {
        return true;
    }
    let (name, wanted_port) = split_port(entry);
    if wanted_port.is_some_and(|wanted| wanted != port) {
        return false;
    }
    let name = name.strip_prefix('*').unwrap_or(name);
    let suffix = name.strip_prefix('.').unwrap_or(name);
    if host == suffix {
        return true;
    }
    host.strip_suffix(suffix).is_some_and(|rest| rest.ends_with('.'))
}

fn split_port(entry: &str) -> (&str, Option<u16>) {
    if let Some(rest) = entry.strip_prefix('[') {
        let Some((name, port)) = rest.split_once(']') else { return (entry, None) };
        return (name, port.strip_prefix(':').and_then(|port| port.parse().ok()));
    }
    match entry.rsplit_once(':') {
        // An IPv6 address without brackets has several colons and no port.
        Some((name, port)) if !name.contains(':') => match port.parse() {
            Ok(port) => (name, Some(port)),
            Err(_) => (entry, None),
        },
        _ => (entry, None),
    }
}

#[cfg(test)]
#[path = "proxy_tests.rs"]
mod tests;
