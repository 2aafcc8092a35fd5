//! One DNS message to name servers and back (RFC 1035 §4.2), blocking: it runs on the thread pool.

use crate::generated::dns_ops::{QueryOutcome, QueryRetries};
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream, UdpSocket};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// How often a waiting query checks whether it was cancelled.
const SLICE: Duration = Duration::from_millis(20);
const MESSAGE_BYTES_MAX: usize = 65_535;
/// The identification and the flags come first; this bit of the third byte marks a truncated response.
const TRUNCATED: u8 = 0x02;
const RESPONSE: u8 = 0x80;
const RCODE_MASK: u8 = 0x0f;
/// SERVFAIL, NOTIMP and REFUSED: another server may have a response.
const TRY_ANOTHER: [u8; 3] = [2, 4, 5];

/// The last cancelled generation of each resolver.
static CANCELLATIONS: LazyLock<Mutex<HashMap<u32, u32>>> = LazyLock::new(Mutex::default);

/// Cancels the queries of `resolver` up to that generation.
pub fn cancel(resolver: u32, generation: u32) {
    if let Ok(mut cancellations) = CANCELLATIONS.lock() {
        cancellations.insert(resolver, generation);
    }
}

struct Query<'a> {
    resolver: u32,
    generation: u32,
    message: &'a [u8],
    local: Vec<IpAddr>,
}

/// Queries the servers one after another. The first byte of the result is a `QueryOutcome`.
pub fn query(
    resolver: u32,
    generation: u32,
    servers: &[String],
    local_addresses: &[String],
    message: &[u8],
    retries: &QueryRetries,
) -> Vec<u8> {
    let query = Query {
        resolver,
        generation,
        message,
        local: local_addresses.iter().filter_map(|text| text.parse().ok()).collect(),
    };
    let mut outcome = QueryOutcome::Unreachable;
    let mut refusal = None;
    for round in 0..retries.tries.max(1) {
        let mut timeout_ms = u64::from(retries.timeout_ms) << round.min(16);
        if retries.timeout_ms_max > 0 {
            timeout_ms = timeout_ms.min(u64::from(retries.timeout_ms_max));
        }
        for server in servers.iter().filter_map(|text| text.parse::<SocketAddr>().ok()) {
            if query.is_cancelled() {
                return vec![QueryOutcome::Cancelled as u8];
            }
            match query.exchange(server, Instant::now() + Duration::from_millis(timeout_ms)) {
                Ok(response) if TRY_ANOTHER.contains(&(response[3] & RCODE_MASK)) => refusal = Some(response),
                Ok(response) => return with_outcome(&response),
                Err(error) if error.kind() == ErrorKind::TimedOut => outcome = QueryOutcome::TimedOut,
                Err(error) if error.kind() == ErrorKind::Interrupted => return vec![QueryOutcome::Cancelled as u8],
                Err(_) => {}
            }
        }
        // A server that refuses will refuse again.
        if let Some(response) = &refusal {
            return with_outcome(response);
        }
    }
    vec![outcome as u8]
}

fn with_outcome(response: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(response.len() + 1);
    result.push(QueryOutcome::Responded as u8);
    result.extend_from_slice(response);
    result
}

impl Query<'_> {
    fn is_cancelled(&self) -> bool {
        CANCELLATIONS.lock().is_ok_and(|cancellations| {
            cancellations.get(&self.resolver).is_some_and(|generation| *generation >= self.generation)
        })
    }

    fn exchange(&self, server: SocketAddr, deadline: Instant) -> io::Result<Vec<u8>> {
        let response = match self.over_udp(server, deadline) {
            // Inside of a sandbox that allows hosts there are no datagrams, whose receivers the kernel does not check.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => return self.over_tcp(server, deadline),
            outcome => outcome?,
        };
        if response[2] & TRUNCATED == 0 { Ok(response) } else { self.over_tcp(server, deadline) }
    }

    fn over_udp(&self, server: SocketAddr, deadline: Instant) -> io::Result<Vec<u8>> {
        let any: SocketAddr = if server.is_ipv4() { ([0, 0, 0, 0], 0).into() } else { ([0u16; 8], 0).into() };
        let from = self
            .local
            .iter()
            .find(|address| address.is_ipv4() == server.is_ipv4())
            .map_or(any, |address| SocketAddr::new(*address, 0));
        let socket = UdpSocket::bind(from)?;
        // Connected: only this server's datagrams arrive, and a closed port is an error.
        socket.connect(server)?;
        socket.send(self.message)?;
        let mut buffer = vec![0; MESSAGE_BYTES_MAX];
        loop {
            socket.set_read_timeout(Some(self.wait(deadline)?))?;
            match socket.recv(&mut buffer) {
                Ok(length) if self.is_response(&buffer[..length]) => return Ok(buffer[..length].to_vec()),
                Ok(_) => {}
                Err(error) if is_timeout(&error) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// RFC 1035 §4.2.2: each message is preceded by its length.
    fn over_tcp(&self, server: SocketAddr, deadline: Instant) -> io::Result<Vec<u8>> {
        let mut stream =
            TcpStream::connect_timeout(&server, deadline.saturating_duration_since(Instant::now()).max(SLICE))?;
        let length = (self.message.len() as u16).to_be_bytes();
        stream.write_all(&[&length, self.message].concat())?;
        let mut received = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            if let Some((head, rest)) = received.split_first_chunk::<2>() {
                let length = u16::from_be_bytes(*head) as usize;
                if rest.len() >= length {
                    let response = rest[..length].to_vec();
                    return if self.is_response(&response) { Ok(response) } else { Err(ErrorKind::InvalidData.into()) };
                }
            }
            stream.set_read_timeout(Some(self.wait(deadline)?))?;
            match stream.read(&mut buffer) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => received.extend_from_slice(&buffer[..count]),
                Err(error) if is_timeout(&error) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// How long the next read may block. Interrupted: the query was cancelled.
    fn wait(&self, deadline: Instant) -> io::Result<Duration> {
        if self.is_cancelled() {
            return Err(ErrorKind::Interrupted.into());
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left.min(SLICE)) }
    }

    /// Whether this is a response with our identification. The parser of the message compares its question section.
    fn is_response(&self, bytes: &[u8]) -> bool {
        const HEADER_BYTES: usize = 12;
        bytes.len() >= HEADER_BYTES && bytes[..2] == self.message[..2] && bytes[2] & RESPONSE != 0
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

#[cfg(test)]
#[path = "exchange_tests.rs"]
mod tests;
