//! The name service of a supervised process: its connections to the system's name servers arrive here, over TCP. Names
//! that the policy has are asked of the real server, others do not exist; the addresses in the replies are recorded, so
//! that the process may connect to the resolved addresses.
//!
//! So a server without TCP is enough, and queries cannot carry data to the servers of other names. RFC 1035 §4 describes
//! the messages.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::time::Duration;

/// The longest message that is taken or passed on.
const MESSAGE_BYTES_MAX: usize = 64 * 1024 - 1;
const HEADER_BYTES: usize = 12;
const PATIENCE: Duration = Duration::from_secs(5);
const TRUNCATED: u8 = 0x02;
const NO_SUCH_NAME: u8 = 3;
const TYPE_A: u16 = 1;
const TYPE_AAAA: u16 = 28;

/// What the service asks its owner.
pub trait Names: Send + Sync {
    /// Whether a name, in lower case, may be resolved.
    fn is_allowed(&self, name: &str) -> bool;
    /// Takes note of an address that a name has.
    fn add(&self, name: &str, address: IpAddr);
}

/// Starts the service for one name server, in a thread. Returns its address, of the same family.
///
/// # Errors
/// The system's, when there is no port or no thread.
pub fn start(server: SocketAddr, names: std::sync::Arc<dyn Names>) -> io::Result<SocketAddr> {
    let own: IpAddr = if server.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    let listener = TcpListener::bind((own, 0))?;
    let address = listener.local_addr()?;
    std::thread::Builder::new().spawn(move || {
        for stream in listener.incoming().flatten() {
            let names = std::sync::Arc::clone(&names);
            // A connection that cannot be served is closed, and the process tries again.
            let _ = std::thread::Builder::new().spawn(move || serve(stream, server, &*names));
        }
    })?;
    Ok(address)
}

fn serve(mut stream: TcpStream, server: SocketAddr, names: &dyn Names) -> io::Result<()> {
    loop {
        let query = read_message(&mut stream)?;
        let (name, end) = question(&query).ok_or(io::ErrorKind::InvalidData)?;
        let reply = if names.is_allowed(&name) {
            let reply = ask(&query, server)?;
            addresses(&reply, end).for_each(|address| names.add(&name, address));
            reply
        } else {
            refusal(&query, end)
        };
        write_message(&mut stream, &reply)?;
    }
}

/// Over TCP each message has its length before it.
fn read_message(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 2];
    stream.read_exact(&mut length)?;
    let mut message = vec![0; u16::from_be_bytes(length).into()];
    stream.read_exact(&mut message)?;
    Ok(message)
}

fn write_message(stream: &mut TcpStream, message: &[u8]) -> io::Result<()> {
    let length = u16::try_from(message.len()).map_err(|_| io::ErrorKind::InvalidData)?;
    stream.write_all(&[&length.to_be_bytes(), message].concat())
}

/// Sends a query to the real server: a datagram, and a connection for a reply that does not fit into one.
fn ask(query: &[u8], server: SocketAddr) -> io::Result<Vec<u8>> {
    let any: IpAddr = if server.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let socket = UdpSocket::bind((any, 0))?;
    socket.connect(server)?;
    socket.set_read_timeout(Some(PATIENCE))?;
    socket.send(query)?;
    let mut reply = vec![0; MESSAGE_BYTES_MAX];
    loop {
        let count = socket.recv(&mut reply)?;
        if count >= HEADER_BYTES && reply[..2] == query[..2] {
            reply.truncate(count);
            break;
        }
    }
    if reply[2] & TRUNCATED == 0 {
        return Ok(reply);
    }
    let mut stream = TcpStream::connect_timeout(&server, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write_message(&mut stream, query)?;
    read_message(&mut stream)
}

/// The name in the question of a query, in lower case, and where the question ends. None for what is not one question.
fn question(message: &[u8]) -> Option<(String, usize)> {
    let count = u16::from_be_bytes([*message.get(4)?, *message.get(5)?]);
    let mut at = HEADER_BYTES;
    let mut labels: Vec<String> = Vec::new();
    loop {
        let length = usize::from(*message.get(at)?);
        at += 1;
        if length == 0 {
            break;
        }
        // A question has no pointers.
        let label = message.get(at..at + length).filter(|_| length < 64)?;
        labels.push(String::from_utf8_lossy(label).to_ascii_lowercase());
        at += length;
    }
    let end = at + 4;
    (count == 1 && message.len() >= end).then(|| (labels.join("."), end))
}

/// The reply that a name does not exist.
fn refusal(query: &[u8], end: usize) -> Vec<u8> {
    let mut reply = query[..end].to_vec();
    // A response, recursion available, with the flags of the query.
    reply[2] = (query[2] & 0x79) | 0x80;
    reply[3] = 0x80 | NO_SUCH_NAME;
    // No records after the question.
    reply[6..HEADER_BYTES].fill(0);
    reply
}

/// The addresses in the answers of a reply.
fn addresses(reply: &[u8], question_end: usize) -> impl Iterator<Item = IpAddr> {
    let count = reply.get(6..8).map_or(0, |bytes| u16::from_be_bytes([bytes[0], bytes[1]]));
    let mut found = Vec::new();
    let mut at = question_end;
    for _ in 0..count {
        let Some((address, end)) = record(reply, at) else { break };
        found.extend(address);
        at = end;
    }
    found.into_iter()
}

/// A record's address, if it has one, and where the record ends.
fn record(reply: &[u8], start: usize) -> Option<(Option<IpAddr>, usize)> {
    let mut at = start;
    loop {
        let length = usize::from(*reply.get(at)?);
        // A pointer ends a name.
        if length >= 0xc0 {
            at += 2;
            break;
        }
        at += 1 + length;
        if length == 0 {
            break;
        }
    }
    let number = |at: usize| Some(u16::from_be_bytes([*reply.get(at)?, *reply.get(at + 1)?]));
    let (kind, length) = (number(at)?, usize::from(number(at + 8)?));
    let data = reply.get(at + 10..at + 10 + length)?;
    let address = match kind {
        TYPE_A => <[u8; 4]>::try_from(data).ok().map(IpAddr::from),
        TYPE_AAAA => <[u8; 16]>::try_from(data).ok().map(IpAddr::from),
        _ => None,
    };
    Some((address, at + 10 + length))
}

#[cfg(test)]
#[path = "name_service_tests.rs"]
mod tests;
