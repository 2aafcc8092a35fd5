//! The names behind addresses: what the system's resolver answered for names that the program was allowed to look up. A
//! connection to such an address is decided by the name, so that the address that is connected is the one that was
//! resolved, and a name that resolves differently later grants nothing new.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{LazyLock, Mutex, PoisonError};

/// At most so many addresses are known; the oldest ones are not worth an order.
const ADDRESSES_MAX: usize = 4096;
/// At most so many names for one address.
const NAMES_MAX: usize = 64;

static NAMES: LazyLock<Mutex<HashMap<IpAddr, Vec<String>>>> = LazyLock::new(Mutex::default);

/// Records that `name` resolves to `address`.
pub fn record(name: &str, address: IpAddr) {
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let mut table = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if table.len() >= ADDRESSES_MAX {
        table.clear();
    }
    let names = table.entry(address.to_canonical()).or_default();
    if !names.contains(&name) {
        if names.len() >= NAMES_MAX {
            names.remove(0);
        }
        names.push(name);
    }
}

/// The names that resolved to `address`.
pub fn names_of(address: IpAddr) -> Vec<String> {
    let table = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    table.get(&address.to_canonical()).cloned().unwrap_or_default()
}

/// Whether `name` resolved to `address`.
pub fn is_recorded_for(name: &str, address: IpAddr) -> bool {
    names_of(address).iter().any(|known| known.eq_ignore_ascii_case(name))
}
