//! The network interfaces and their addresses.

use nix::errno::Errno;
use nix::ifaddrs::{InterfaceAddress, getifaddrs};
use nix::net::if_::InterfaceFlags;
use std::collections::HashMap;

/// For each address of an interface that is up: interface, address, netmask, family, hardware address, "internal" or "", scope.
pub fn list() -> Result<Vec<String>, Errno> {
    let up = InterfaceFlags::IFF_UP | InterfaceFlags::IFF_RUNNING;
    let addresses: Vec<InterfaceAddress> = getifaddrs()?.filter(|interface| interface.flags.contains(up)).collect();
    let hardware = hardware_addresses(&addresses);
    let mut fields = Vec::new();
    for interface in &addresses {
        let Some((address, netmask, family, scope)) = internet_address(interface) else { continue };
        let is_internal = interface.flags.contains(InterfaceFlags::IFF_LOOPBACK);
        let mac =
            hardware.get(interface.interface_name.as_str()).cloned().unwrap_or_else(|| "00:00:00:00:00:00".to_string());
        fields.push(interface.interface_name.clone());
        fields.extend([
            address,
            netmask,
            family.to_string(),
            mac,
            if is_internal { "internal" } else { "" }.to_string(),
            scope.to_string(),
        ]);
    }
    Ok(fields)
}

fn hardware_addresses(addresses: &[InterfaceAddress]) -> HashMap<&str, String> {
    let mut hardware = HashMap::new();
    for interface in addresses {
        if let Some(bytes) =
            interface.address.as_ref().and_then(|address| address.as_link_addr()).and_then(|link| link.addr())
        {
            let text: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            hardware.insert(interface.interface_name.as_str(), text.join(":"));
        }
    }
    hardware
}

fn internet_address(interface: &InterfaceAddress) -> Option<(String, String, &'static str, u32)> {
    let address = interface.address.as_ref()?;
    let netmask = interface.netmask.as_ref();
    if let Some(ip) = address.as_sockaddr_in() {
        let mask =
            netmask.and_then(|mask| mask.as_sockaddr_in()).map_or(std::net::Ipv4Addr::BROADCAST, |mask| mask.ip());
        return Some((ip.ip().to_string(), mask.to_string(), "IPv4", 0));
    }
    let ip = address.as_sockaddr_in6()?;
    let mask =
        netmask.and_then(|mask| mask.as_sockaddr_in6()).map_or(std::net::Ipv6Addr::UNSPECIFIED, |mask| mask.ip());
    Some((ip.ip().to_string(), mask.to_string(), "IPv6", ip.scope_id()))
}
