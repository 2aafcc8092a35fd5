//! Host name verification (RFC 6125 §6.4, in the form of Node.js's `checkServerIdentity`).

use openssl::nid::Nid;
use openssl::x509::X509Ref;
use std::net::IpAddr;

/// Checks that `certificate` is for `host`, a name or an address.
///
/// # Errors
/// The reason, as Node.js has it in `reason` of `ERR_TLS_CERT_ALTNAME_INVALID`.
pub fn check_host_name(host: &str, certificate: &X509Ref) -> Result<(), String> {
    let host = host.strip_suffix('.').unwrap_or(host);
    let names = certificate.subject_alt_names();
    let alternatives: Vec<_> = names.iter().flatten().collect();
    if let Ok(address) = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
        let addresses: Vec<IpAddr> =
            alternatives.iter().filter_map(|name| name.ipaddress()).filter_map(address_of).collect();
        if addresses.contains(&address) {
            return Ok(());
        }
        let list: Vec<String> = addresses.iter().map(IpAddr::to_string).collect();
        return Err(format!("IP: {host} is not in the cert's list: {}", list.join(", ")));
    }
    let dns_names: Vec<&str> = alternatives.iter().filter_map(|name| name.dnsname()).collect();
    if !dns_names.is_empty() {
        if dns_names.iter().any(|pattern| host_matches(host, pattern)) {
            return Ok(());
        }
        let list: Vec<String> = dns_names.iter().map(|name| format!("DNS:{name}")).collect();
        return Err(format!("Host: {host}. is not in the cert's altnames: {}", list.join(", ")));
    }
    let common_names: Vec<String> = certificate
        .subject_name()
        .entries_by_nid(Nid::COMMONNAME)
        .filter_map(|entry| entry.data().to_string().ok())
        .collect();
    if common_names.is_empty() {
        return Err("Cert does not contain a DNS name".to_string());
    }
    if common_names.iter().any(|pattern| host_matches(host, pattern)) {
        return Ok(());
    }
    Err(format!("Host: {host}. is not cert's CN: {}", common_names.join(",")))
}

/// Whether `host` matches `pattern`: label by label; the first label of the pattern may contain one `*`.
pub fn host_matches(host: &str, pattern: &str) -> bool {
    if host.is_empty() || !pattern.is_ascii() || pattern.bytes().any(|byte| byte <= b' ' || byte == 0x7f) {
        return false;
    }
    let host = host.to_ascii_lowercase();
    let pattern = pattern.strip_suffix('.').unwrap_or(pattern).to_ascii_lowercase();
    let host_labels: Vec<&str> = host.split('.').collect();
    let labels: Vec<&str> = pattern.split('.').collect();
    if host_labels.len() != labels.len() || labels.contains(&"") || host_labels[1..] != labels[1..] {
        return false;
    }
    let (first, first_of_host) = (labels[0], host_labels[0]);
    let Some((before, after)) = first.split_once('*') else { return first == first_of_host };
    // One star, not in an internationalized label, and not directly below a top-level domain.
    if after.contains('*') || first.starts_with("xn--") || labels.len() <= 2 {
        return false;
    }
    first_of_host.len() >= before.len() + after.len()
        && first_of_host.starts_with(before)
        && first_of_host.ends_with(after)
}

fn address_of(bytes: &[u8]) -> Option<IpAddr> {
    if let Ok(four) = <[u8; 4]>::try_from(bytes) {
        return Some(IpAddr::from(four));
    }
    <[u8; 16]>::try_from(bytes).ok().map(IpAddr::from)
}

#[cfg(test)]
#[path = "host_name_tests.rs"]
mod tests;
