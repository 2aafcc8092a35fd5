//! Socket addresses as strings and back: numeric IP addresses with zones, and paths.
//!
//! Does not: resolve names. Start reading at [`parse`] and [`describe`].

use rustix::fd::BorrowedFd;
use rustix::io::Errno;
use rustix::net::netdevice::{index_to_name, name_to_index};
use rustix::net::{AddressFamily, SocketAddrAny, SocketAddrUnix, SocketFlags, SocketType, socket_with};
use std::net::{IpAddr, SocketAddr, SocketAddrV4, SocketAddrV6};

/// One endpoint of a connection, as strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// A numeric address, or a path.
    pub address: String,
    /// 0 for a path.
    pub port: u16,
    /// `IPv4`, `IPv6`, or empty for a path.
    pub family: &'static str,
}

/// Parses a numeric address, with `%interface` or `%number` for the zone of an IPv6 one (RFC 4007 §11).
///
/// # Errors
/// EINVAL for other strings.
pub fn parse(address: &str, port: u16) -> Result<SocketAddr, Errno> {
    let (text, zone) = address.split_once('%').map_or((address, None), |(text, zone)| (text, Some(zone)));
    match text.parse::<IpAddr>().map_err(|_| Errno::INVAL)? {
        IpAddr::V4(ip) => Ok(SocketAddrV4::new(ip, port).into()),
        IpAddr::V6(ip) => {
            let scope_id = zone.map_or(0, scope_id);
            Ok(SocketAddrV6::new(ip, port, 0, scope_id).into())
        }
    }
}

/// As libuv: an unknown interface means no particular one.
fn scope_id(zone: &str) -> u32 {
    let by_name =
        || name_to_index(socket_with(AddressFamily::INET, SocketType::DGRAM, SocketFlags::CLOEXEC, None)?, zone);
    zone.parse().ok().or_else(|| by_name().ok()).unwrap_or(0)
}

/// Parses a path of the file system, or, after a NUL, an abstract name.
///
/// # Errors
/// EINVAL when it is too long or contains a NUL.
pub fn unix_address(path: &str) -> Result<SocketAddrUnix, Errno> {
    // As libuv: a path that is too long is an invalid address.
    local_address(path).map_err(|error| if error == Errno::NAMETOOLONG { Errno::INVAL } else { error })
}

/// Like `unix_address`, with the system's error for a path that is too long.
///
/// # Errors
/// ENAMETOOLONG when it is too long, EINVAL when it contains a NUL.
pub fn local_address(path: &str) -> Result<SocketAddrUnix, Errno> {
    match path.strip_prefix('\0') {
        Some(name) => SocketAddrUnix::new_abstract_name(name.as_bytes()),
        None => SocketAddrUnix::new(path),
    }
}

/// The path, or NUL and the abstract name; None for an unnamed socket.
pub fn local_name(address: &SocketAddrUnix) -> Option<String> {
    match address.abstract_name() {
        Some([]) => None,
        Some(name) => Some(format!("\0{}", String::from_utf8_lossy(name))),
        None => address.path().map(|path| path.to_string_lossy().into_owned()),
    }
}

/// The endpoint as strings; `descriptor` is any socket, used to look interface names up. None for an unnamed socket.
pub fn describe(descriptor: BorrowedFd<'_>, address: SocketAddrAny) -> Option<End> {
    if address.address_family() == AddressFamily::UNIX {
        let address = SocketAddrUnix::try_from(address).ok()?;
        return local_name(&address).map(|address| End { address, port: 0, family: "" });
    }
    let address = SocketAddr::try_from(address).ok()?;
    let (text, family) = match address {
        SocketAddr::V4(address) => (address.ip().to_string(), "IPv4"),
        SocketAddr::V6(address) => (ipv6_text(descriptor, &address), "IPv6"),
    };
    Some(End { address: text, port: address.port(), family })
}

/// The string of an IPv6 address, with the zone of a link-local one.
pub fn ipv6_text(descriptor: BorrowedFd<'_>, address: &SocketAddrV6) -> String {
    let text = address.ip().to_string();
    if address.scope_id() == 0 || !address.ip().is_unicast_link_local() {
        return text;
    }
    let zone = index_to_name(descriptor, address.scope_id()).unwrap_or_else(|_| address.scope_id().to_string());
    format!("{text}%{zone}")
}

/// The name of the interface with that number; the number when it has none.
pub fn interface_name(index: u32) -> String {
    let name = socket_with(AddressFamily::INET, SocketType::DGRAM, SocketFlags::CLOEXEC, None)
        .and_then(|socket| index_to_name(&socket, index));
    name.unwrap_or_else(|_| index.to_string())
}

#[cfg(test)]
#[path = "socket_address_tests.rs"]
mod tests;
