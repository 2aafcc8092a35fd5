//! Addresses between text and the system.

use crate::generated::net_ops::End;
use rustix::fd::BorrowedFd;
use rustix::io::Errno;
use rustix::net::netdevice::{index_to_name, name_to_index};
use rustix::net::{AddressFamily, SocketAddrAny, SocketAddrUnix, SocketFlags, SocketType, socket_with};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

/// A numeric address, with `%interface` or `%number` for the scope of an IPv6 one.
pub(crate) fn parse(address: &str, port: u16) -> Result<SocketAddr, Errno> {
    let (text, scope) = address.split_once('%').map_or((address, None), |(text, scope)| (text, Some(scope)));
    match text.parse::<IpAddr>().map_err(|_| Errno::INVAL)? {
        IpAddr::V4(ip) => Ok(SocketAddrV4::new(ip, port).into()),
        IpAddr::V6(ip) => {
            let scope_id = scope.map_or(Ok(0), scope_id)?;
            Ok(SocketAddrV6::new(ip, port, 0, scope_id).into())
        }
    }
}

fn scope_id(scope: &str) -> Result<u32, Errno> {
    if let Ok(number) = scope.parse() {
        return Ok(number);
    }
    let socket = socket_with(AddressFamily::INET, SocketType::DGRAM, SocketFlags::CLOEXEC, None)?;
    name_to_index(&socket, scope)
}

/// A path of the file system, or after a NUL a name that is in none.
pub(crate) fn unix_address(path: &str) -> Result<SocketAddrUnix, Errno> {
    let address = match path.strip_prefix('\0') {
        Some(name) => SocketAddrUnix::new_abstract_name(name.as_bytes()),
        None => SocketAddrUnix::new(path),
    };
    // As libuv: a path that does not fit is no address.
    address.map_err(|error| if error == Errno::NAMETOOLONG { Errno::INVAL } else { error })
}

/// The end as JavaScript sees it. None for one without an address.
pub(crate) fn describe(descriptor: BorrowedFd<'_>, address: SocketAddrAny) -> Option<End> {
    if address.address_family() == AddressFamily::UNIX {
        let address = SocketAddrUnix::try_from(address).ok()?;
        let path = match address.abstract_name() {
            Some(name) => format!("\0{}", String::from_utf8_lossy(name)),
            None => address.path().map(|path| path.to_string_lossy().into_owned())?,
        };
        return Some(End { address: path.into(), port: 0, family: "".into() });
    }
    let address = SocketAddr::try_from(address).ok()?;
    let (text, family) = match address {
        SocketAddr::V4(address) => (address.ip().to_string(), "IPv4"),
        SocketAddr::V6(address) => (ipv6_text(descriptor, &address), "IPv6"),
    };
    Some(End { address: text.into(), port: u32::from(address.port()), family: family.into() })
}

fn ipv6_text(descriptor: BorrowedFd<'_>, address: &SocketAddrV6) -> String {
    let text = address.ip().to_string();
    if address.scope_id() == 0 || !address.ip().is_unicast_link_local() {
        return text;
    }
    let scope = index_to_name(descriptor, address.scope_id()).unwrap_or_else(|_| address.scope_id().to_string());
    format!("{text}%{scope}")
}

/// Any address, any port.
pub(crate) fn unspecified(is_ipv6: bool) -> SocketAddr {
    if is_ipv6 { (Ipv6Addr::UNSPECIFIED, 0).into() } else { (Ipv4Addr::UNSPECIFIED, 0).into() }
}
