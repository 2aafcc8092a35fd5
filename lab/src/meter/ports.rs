//! The TCP ports on which a process tree listens, so that they need not be configured.

use std::collections::BTreeSet;
use std::fs;

/// The state that /proc/net/tcp shows for a listening socket.
const LISTENING: &str = "0A";

/// The ports on which any of these processes listens, in ascending order.
pub fn of(processes: &[u32]) -> Vec<u16> {
    let sockets: BTreeSet<String> = processes.iter().flat_map(|process| sockets_of(*process)).collect();
    if sockets.is_empty() {
        return Vec::new();
    }
    let ports: BTreeSet<u16> =
        listening().into_iter().filter(|(_, inode)| sockets.contains(inode)).map(|(port, _)| port).collect();
    ports.into_iter().collect()
}

/// Every listening socket: its port and its inode.
fn listening() -> Vec<(u16, String)> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|path| fs::read_to_string(path).unwrap_or_default());
    tables.iter().flat_map(|table| table.lines().skip(1).filter_map(read_row)).collect()
}

/// `sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode …`
fn read_row(row: &str) -> Option<(u16, String)> {
    let fields: Vec<&str> = row.split_whitespace().collect();
    let port = u16::from_str_radix(fields.get(1)?.rsplit_once(':')?.1, 16).ok()?;
    (*fields.get(3)? == LISTENING).then(|| Some((port, fields.get(9)?.to_string())))?
}

fn sockets_of(process: u32) -> Vec<String> {
    let descriptors = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    let targets = descriptors.filter_map(|entry| fs::read_link(entry.path()).ok());
    targets
        .filter_map(|target| Some(target.to_str()?.strip_prefix("socket:[")?.strip_suffix(']')?.to_string()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::of;
    use std::net::TcpListener;

    #[test]
    fn a_listening_socket_is_found_and_a_closed_one_is_not() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        assert!(of(&[std::process::id()]).contains(&port));
        drop(listener);
        assert!(!of(&[std::process::id()]).contains(&port));
    }
}
