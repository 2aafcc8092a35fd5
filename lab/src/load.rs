//! The load generator: HTTP/1.1 over kept connections, as fast as the server answers (closed loop) or at a fixed rate
//! whatever it does (open loop). This file says what a load is and joins the threads; `worker` is one thread.
//!
//! Why two loops: a closed loop sends the next request when the last one was answered, so a server that stalls is
//! simply asked less often while it stalls, and the stall all but disappears from the distribution (coordinated
//! omission). An open loop keeps its schedule, and counts each latency from the moment the request was due.

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

/// What a right answer looks like.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyCheck {
    Anything,
    /// Exactly these bytes.
    Exact(Vec<u8>),
    /// These bytes somewhere.
    Contains(Vec<u8>),
    /// So many bytes.
    Length(u64),
}

/// One request that is sent again and again.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    /// Path and query.
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The status of a right answer.
    pub status: u16,
    pub check: BodyCheck,
}

impl Request {
    /// A GET of a path that takes any body with status 200.
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
    /// Each connection sends again as soon as it has its answer: finds the peak.
    Closed,
    /// So many requests per second over all connections, whatever the server does.
    Open { per_second: f64 },
}

/// When it ends.
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
    /// Sent in turn by each connection.
    pub requests: Vec<Request>,
    pub connections: u32,
    pub threads: u32,
    pub pace: Pace,
    pub extent: Extent,
    /// A request without an answer for so long is a time-out.
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

/// What the threads share.
struct Shared<'a> {
    load: &'a Load,
    address: SocketAddr,
    /// The bytes of each request.
    wires: Vec<Vec<u8>>,
    /// How many requests may still be sent; huge when time is the limit.
    tickets: AtomicU64,
    stop: &'a AtomicBool,
}

/// Runs the load to its end, or until `stop` is set. An error is one of the plan; what the server does is in the outcome.
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
