//! Host names to addresses, by the system's resolver. It blocks: call it on a pool thread.

use crate::error::ClientError;
use std::net::{SocketAddr, ToSocketAddrs};

/// Resolves the addresses of `host`, each once, in the order of the system.
///
/// # Errors
/// [`ClientError::Lookup`]; its code is `ENOTFOUND` for a name that does not exist.
pub fn resolve(host: &str, port: u16) -> Result<Vec<SocketAddr>, ClientError> {
    let failed = |code| ClientError::Lookup { code, host: host.to_string() };
    // The standard library exposes the message of getaddrinfo's error but not its number.
    let found = (host, port).to_socket_addrs().map_err(|error| {
        let text = error.to_string();
        failed(if text.contains("Temporary failure") { "EAI_AGAIN" } else { "ENOTFOUND" })
    })?;
    let mut addresses: Vec<SocketAddr> = Vec::new();
    for address in found {
        if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    if addresses.is_empty() {
        return Err(failed("ENOTFOUND"));
    }
    Ok(addresses)
}
