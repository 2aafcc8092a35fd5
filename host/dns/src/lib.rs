//! `native:dns`: names to addresses and back, by the system's resolver, on the thread pool. `query` exchanges encoded
//! DNS messages with name servers (`exchange.rs`).
//!
//! Does not: encode or parse messages, order addresses, or create Node's errors; the builtins do.

mod generated {
    pub mod dns_ops;
}
mod exchange;

use brio_realm::op::OpError;
use dns_lookup::{AddrInfoHints, SockType, getaddrinfo, getnameinfo};
pub use generated::dns_ops::AREA;
use generated::dns_ops::{AddressFamily, DnsOps, QueryRetries};
use std::net::{IpAddr, SocketAddr};

/// State of the area: none.
#[derive(Default)]
pub struct Dns;

const AF_INET: i32 = 2;
const AF_INET6: i32 = 10;

impl DnsOps for Dns {
    fn lookup(host: &str, family: AddressFamily, hints: i32) -> Result<Vec<String>, OpError> {
        let address = match family {
            AddressFamily::Any => 0,
            AddressFamily::Ipv4 => AF_INET,
            AddressFamily::Ipv6 => AF_INET6,
        };
        let hints =
            AddrInfoHints { socktype: SockType::Stream.into(), address, flags: hints, ..AddrInfoHints::default() };
        let found = match getaddrinfo(Some(host), None, Some(hints)) {
            Ok(found) => found,
            Err(error) => return Ok(vec![format!("E{}", resolver_code(error.error_num()))]),
        };
        let mut addresses: Vec<String> = Vec::new();
        for info in found.flatten() {
            if brio_realm::permission::is_active() {
                brio_realm::permission::record_address(host, info.sockaddr.ip());
            }
            let text = match info.sockaddr {
                SocketAddr::V4(address) => format!("4{}", address.ip()),
                SocketAddr::V6(address) if address.scope_id() != 0 => {
                    format!("6{}%{}", address.ip(), address.scope_id())
                }
                SocketAddr::V6(address) => format!("6{}", address.ip()),
            };
            if !addresses.contains(&text) {
                addresses.push(text);
            }
        }
        Ok(addresses)
    }

    fn query(
        resolver: u32,
        generation: u32,
        servers: &[String],
        local_addresses: &[String],
        message: &[u8],
        retries: QueryRetries,
    ) -> Result<Vec<u8>, OpError> {
        Ok(exchange::query(resolver, generation, servers, local_addresses, message, &retries))
    }

    fn cancel_queries(&self, resolver: u32, generation: u32) -> Result<(), OpError> {
        exchange::cancel(resolver, generation);
        Ok(())
    }

    fn lookup_service(address: &str, port: u16) -> Result<Vec<String>, OpError> {
        let Ok(ip) = address.parse::<IpAddr>() else { return Ok(vec!["EEINVAL".into()]) };
        const NI_NAMEREQD: i32 = 8;
        Ok(match getnameinfo(&SocketAddr::new(ip, port), NI_NAMEREQD) {
            Ok((host, service)) => vec![host, service],
            Err(error) => vec![format!("E{}", resolver_code(error.error_num()))],
        })
    }
}

/// Node's code for an error of the system's resolver (EAI_ numbers of glibc).
fn resolver_code(number: i32) -> &'static str {
    match number {
        -1 => "EAI_BADFLAGS",
        // EAI_NONAME and EAI_NODATA
        -2 | -5 => "ENOTFOUND",
        -3 => "EAI_AGAIN",
        -4 => "EAI_FAIL",
        -6 => "EAI_FAMILY",
        -7 => "EAI_SOCKTYPE",
        -8 => "EAI_SERVICE",
        -9 => "EAI_ADDRFAMILY",
        -10 => "EAI_MEMORY",
        -12 => "EAI_OVERFLOW",
        _ => "EAI_SYSTEM",
    }
}
