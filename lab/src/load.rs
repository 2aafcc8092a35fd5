//! The load generator: HTTP/1.1 over persistent connections, as fast as the server responds (closed loop) or at a fixed
//! rate (open loop). This file defines a load and joins the threads; `worker` is one thread.
//!
//! Why two loops: a closed loop sends the next request after the response to the last one, so a server that stalls
//! receives fewer requests while it stalls, and the stall nearly disappears from the distribution (coordinated
//! omission). An open loop follows its schedule, and measures each latency from the moment the request was due.

mod connection;
mod outcome;
mod response;
mod schedule;
mod worker;

#[cfg(test)]
#[path = "load/known_servers_tests.rs"]
mod known_servers_tests;

pub use outcome::{Latency, Outcome, Slice};

use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

/// How the body of a response is checked.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyCheck {
    Anything,
    /// Exactly these bytes.
    Exact(Vec<u8>),
    /// These bytes somewhere.
    Contains(Vec<u8>),
    /// This many bytes.
    Length(u64),
}

/// A request that is sent repeatedly.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    /// Path and query.
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The expected status.
    pub status: u16,
    pub check: BodyCheck,
}

impl Request {
    /// A GET of a path that expects status 200 with any body.
    #[cfg(test)]
    pub fn get(path: &str) -> Request {
        Request {
            method: "GET".to_string(),
            path: path.to_string(),
            headers: Vec::new(),
            body: Vec::new(),
            status: 200,
            check: BodyCheck::Anything,
        }
    }

    /// The bytes on the wire.
    fn encode(&self, host: &str) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        let has = |name: &str| self.headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
        if !has("host") {
            head.push_str(&format!("Host: {host}\r\n"));
        }
        if !has("content-length") && (!self.body.is_empty() || matches!(self.method.as_str(), "POST" | "PUT" | "PATCH"))
        {
            head.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }
}

/// When requests are sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Each connection sends again after each response: finds the peak.
    Closed,
    /// This many requests per second over all connections, whatever the server does.
    Open { per_second: f64 },
}

/// When a load ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    Time(Duration),
    Requests(u64),
}

/// Everything about one load.
#[derive(Clone, Debug)]
pub struct Load {
    /// `host:port`.
    pub target: String,
    /// Sent alternately by each connection.
    pub requests: Vec<Request>,
    pub connections: u32,
    pub threads: u32,
    pub pace: Pace,
    pub extent: Extent,
    /// A request without a response for this long is a time-out.
    pub timeout: Duration,
    /// The cores for the threads; empty for any.
    pub cores: Vec<usize>,
}

impl Load {
    /// A closed loop over one request.
    #[cfg(test)]
    pub fn closed(target: &str, request: Request, connections: u32, extent: Extent) -> Load {
        Load {
            target: target.to_string(),
            requests: vec![request],
            connections,
            threads: 1,
            pace: Pace::Closed,
            extent,
            timeout: Duration::from_secs(10),
            cores: Vec::new(),
        }
    }

    fn address(&self) -> Result<SocketAddr, String> {
        let mut addresses =
            self.target.to_socket_addrs().map_err(|error| format!("\"{}\" is not an address: {error}", self.target))?;
        addresses.next().ok_or_else(|| format!("\"{}\" has no address", self.target))
    }
}

/// The state that the threads share.
struct Shared<'a> {
    load: &'a Load,
    address: SocketAddr,
    /// The bytes of each request.
    wires: Vec<Vec<u8>>,
    /// How many requests may still be sent; very large when time is the limit.
    tickets: AtomicU64,
    stop: &'a AtomicBool,
}

/// Runs the load to its end, or until `stop` is set. An error is one of the plan; the server's behaviour is in the
/// outcome.
pub fn run(load: &Load, stop: &AtomicBool) -> Result<Outcome, String> {
    if load.requests.is_empty() || load.connections == 0 || load.threads == 0 {
        return Err("a load needs a request, a connection and a thread".to_string());
    }
    let tickets = match load.extent {
        Extent::Requests(count) => count,
        Extent::Time(_) => u64::MAX,
    };
    let shared = Shared {
        load,
        address: load.address()?,
        wires: load.requests.iter().map(|request| request.encode(&load.target)).collect(),
        tickets: AtomicU64::new(tickets),
        stop,
    };
    let threads = load.threads.min(load.connections);
    let barrier = std::sync::Barrier::new(threads as usize);
    let outcomes: Vec<Result<Outcome, String>> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|index| {
                let (shared, barrier) = (&shared, &barrier);
                scope.spawn(move || worker::run(shared, worker::Share { index, of: threads }, barrier))
            })
            .collect();
        handles
            .into_iter()
            .map(|handle| handle.join().unwrap_or_else(|_| Err("a thread of the load generator panicked".to_string())))
            .collect()
    });
    let mut whole = Outcome::default();
    for outcome in outcomes {
        whole.join(&outcome?);
    }
    whole.finish(load.pace);
    Ok(whole)
}

/// Seconds between two moments.
fn seconds(from: Instant, to: Instant) -> f64 {
    to.saturating_duration_since(from).as_secs_f64()
}
