//! Fetches of imports under a policy: the host of an address needs the permission `import`, or `net` under Node's rules.

use std::net::ToSocketAddrs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use brio_loader::{MayFetch, ProvidedPackage, Provider, WantedPackage};
use brio_realm::permission::{self, Kind, Model};

/// A provider that checks addresses before it fetches them.
#[derive(Debug)]
pub(crate) struct GuardedProvider(pub(crate) Arc<dyn Provider>);

impl Provider for GuardedProvider {
    fn package(&self, wanted: &WantedPackage<'_>) -> Result<Option<ProvidedPackage>, String> {
        self.0.package(wanted)
    }

    fn module(&self, address: &str, importer: &Path, may_fetch: &MayFetch<'_>) -> Result<PathBuf, String> {
        check(address)?;
        let may_follow = |target: &str| check(target).and_then(|()| may_fetch(target));
        self.0.module(address, importer, &may_follow)
    }

    fn jsr_module(
        &self,
        wanted: &WantedPackage<'_>,
        subpath: &str,
        may_fetch: &MayFetch<'_>,
    ) -> Result<Option<String>, String> {
        let may_follow = |target: &str| check(target).and_then(|()| may_fetch(target));
        self.0.jsr_module(wanted, subpath, &may_follow)
    }

    fn address_of(&self, file: &Path) -> Option<String> {
        self.0.address_of(file)
    }
}

/// Refuses an address whose host the policy of this thread does not grant.
fn check(address: &str) -> Result<(), String> {
    let Some(policy) = permission::current() else { return Ok(()) };
    let kind = if policy.model == Model::Node { Kind::Net } else { Kind::Import };
    let host = host_of(address).ok_or_else(|| format!("invalid address: {address}"))?;
    let refused = |refusal: permission::Refusal| refusal.into_error().message().to_owned();
    permission::check_host_and_port(kind, &host.0, host.1).map_err(refused)?;
    if !policy.permissions.scope(kind).denies() {
        return Ok(());
    }
    // A denied address is denied under each of its names.
    let name = host.0.trim_start_matches('[').trim_end_matches(']');
    for address in (name, host.1 as u16).to_socket_addrs().into_iter().flatten() {
        permission::check_address(kind, address.ip(), address.port()).map_err(|error| error.message().to_owned())?;
    }
    Ok(())
}

/// The host and port of an `http:` or `https:` address.
fn host_of(address: &str) -> Option<(String, u32)> {
    let (scheme, rest) = address.split_once("://")?;
    let default_port = if scheme.eq_ignore_ascii_case("http") { 80 } else { 443 };
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    if let Some(bracketed) = authority.strip_prefix('[') {
        let (host, port) = bracketed.split_once(']')?;
        let port = port.strip_prefix(':').map_or(Some(default_port), |port| port.parse().ok())?;
        return Some((format!("[{host}]"), port));
    }
    match authority.split_once(':') {
        Some((host, port)) => Some((host.to_owned(), port.parse().ok()?)),
        None => Some((authority.to_owned(), default_port)),
    }
    .filter(|(host, _)| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn the_host_is_what_is_connected_to() {
        let host = |address| host_of(address).expect("an address");
        assert_eq!(host("https://deno.land/std@1/a.ts"), ("deno.land".to_owned(), 443));
        assert_eq!(host("http://127.0.0.1:8080/a?b@c"), ("127.0.0.1".to_owned(), 8080));
        assert_eq!(host("https://deno.land@evil.test/"), ("evil.test".to_owned(), 443));
        assert_eq!(host("https://evil.test\\@deno.land/"), ("evil.test".to_owned(), 443));
        assert_eq!(host("http://[::1]:1/"), ("[::1]".to_owned(), 1));
        assert_eq!(host_of("https:///a"), None);
    }
}
