//! Multicast groups and outgoing interfaces.

use crate::Dgram;
use brio_socket_address::parse;
use rustix::io::Errno;
use rustix::net::sockopt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The interface index of `::%interface`; 0 without one.
fn interface_index(address: &str) -> Result<u32, Errno> {
    match parse(address, 0)? {
        SocketAddr::V6(address) => Ok(address.scope_id()),
        SocketAddr::V4(_) => Err(Errno::INVAL),
    }
}

fn interface_ipv4(address: &str) -> Result<Ipv4Addr, Errno> {
    if address.is_empty() { Ok(Ipv4Addr::UNSPECIFIED) } else { address.parse().map_err(|_| Errno::INVAL) }
}

impl Dgram {
    pub(crate) fn set_interface(&self, id: u32, address: &str) -> Result<(), Errno> {
        let socket = self.socket(id).ok_or(Errno::BADF)?;
        let parsed = parse(address, 0).map_err(|_| Errno::INVAL)?;
        socket.with(|descriptor| match parsed {
            SocketAddr::V4(address) => sockopt::set_ip_multicast_if(descriptor, address.ip()),
            SocketAddr::V6(address) => sockopt::set_ipv6_multicast_if(descriptor, address.scope_id()),
        })
    }

    pub(crate) fn set_member(&self, id: u32, group: &str, interface: &str, joins: bool) -> Result<(), Errno> {
        let socket = self.socket(id).ok_or(Errno::BADF)?;
        let group = parse(group, 0)?;
        self.ensure_bound(&socket)?;
        match group.ip() {
            IpAddr::V4(group) => {
                let interface = interface_ipv4(interface)?;
                socket.with(|descriptor| {
                    if joins {
                        sockopt::set_ip_add_membership(descriptor, &group, &interface)
                    } else {
                        sockopt::set_ip_drop_membership(descriptor, &group, &interface)
                    }
                })
            }
            IpAddr::V6(group) => {
                let index = if interface.is_empty() { 0 } else { interface_index(interface)? };
                socket.with(|descriptor| {
                    if joins {
                        sockopt::set_ipv6_add_membership(descriptor, &group, index)
                    } else {
                        sockopt::set_ipv6_drop_membership(descriptor, &group, index)
                    }
                })
            }
        }
    }

    /// For IPv4; the system call for IPv6 sources has no safe wrapper yet: EOPNOTSUPP.
    pub(crate) fn set_source_member(
        &self,
        id: u32,
        source: &str,
        group: &str,
        interface: &str,
        joins: bool,
    ) -> Result<(), Errno> {
        let socket = self.socket(id).ok_or(Errno::BADF)?;
        let (group, source) = (parse(group, 0)?, parse(source, 0)?);
        self.ensure_bound(&socket)?;
        let (IpAddr::V4(group), IpAddr::V4(source)) = (group.ip(), source.ip()) else {
            return Err(if group.is_ipv6() == source.is_ipv6() { Errno::OPNOTSUPP } else { Errno::INVAL });
        };
        let interface = interface_ipv4(interface)?;
        socket.with(|descriptor| {
            if joins {
                sockopt::set_ip_add_source_membership(descriptor, &group, &interface, &source)
            } else {
                sockopt::set_ip_drop_source_membership(descriptor, &group, &interface, &source)
            }
        })
    }
}
