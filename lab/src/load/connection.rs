//! One connection to the server: connecting, writing a request, reading its response. It knows nothing of schedules.

use super::response::{Answer, Reader};
use super::{BodyCheck, Shared};
use mio::net::TcpStream;
use mio::{Interest, Registry, Token};
use std::io::{ErrorKind, Read, Write};
use std::time::Instant;

/// The state of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Closed,
    Connecting,
    Idle,
    /// Waits for the response to a request.
    Busy,
}

/// Why a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Connect(String),
    Reset(String),
    NotHttp(String),
}

pub struct Connection {
    pub state: State,
    /// The start of the latency: the scheduled time in an open loop, otherwise the time of sending.
    pub counts_from: Instant,
    /// When the request was sent or the connection was opened; for time-outs.
    pub since: Instant,
    /// Which of the load's requests is in flight or next.
    pub request: usize,
    stream: Option<TcpStream>,
    unsent_from: usize,
    reader: Reader,
}

impl Connection {
    pub fn new(request: usize, now: Instant) -> Connection {
        Connection {
            state: State::Closed,
            counts_from: now,
            since: now,
            request,
            stream: None,
            unsent_from: 0,
            reader: Reader::new(),
        }
    }

    /// Starts to connect.
    pub fn open(
        &mut self,
        shared: &Shared<'_>,
        registry: &Registry,
        token: Token,
        now: Instant,
    ) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::Connect(error.to_string());
        let mut stream = TcpStream::connect(shared.address).map_err(failed)?;
        // Edge-triggered, and registered once for both: no system call per request to change the interest.
        registry.register(&mut stream, token, Interest::READABLE | Interest::WRITABLE).map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        self.stream = Some(stream);
        self.reader.reset();
        self.state = State::Connecting;
        self.since = now;
        Ok(())
    }

    pub fn close(&mut self) {
        self.stream = None;
        self.state = State::Closed;
    }

    /// Whether the connection is established.
    pub fn try_connected(&mut self) -> Result<bool, Failure> {
        let Some(stream) = &self.stream else { return Ok(false) };
        if let Ok(Some(error)) = stream.take_error() {
            return Err(Failure::Connect(error.to_string()));
        }
        match stream.peer_addr() {
            Ok(_) => {
                self.state = State::Idle;
                Ok(true)
            }
            Err(error) if error.kind() == ErrorKind::NotConnected => Ok(false),
            Err(error) => Err(Failure::Connect(error.to_string())),
        }
    }

    /// Sends the next request.
    pub fn send(&mut self, shared: &Shared<'_>, counts_from: Instant, now: Instant) -> Result<(), Failure> {
        self.counts_from = counts_from;
        self.since = now;
        self.state = State::Busy;
        self.unsent_from = 0;
        self.write(shared)
    }

    /// Continues with a request that did not fit into the socket's buffer.
    pub fn write(&mut self, shared: &Shared<'_>) -> Result<(), Failure> {
        let wire = &shared.wires[self.request];
        let Some(stream) = &mut self.stream else { return Ok(()) };
        while self.unsent_from < wire.len() {
            match stream.write(&wire[self.unsent_from..]) {
                Ok(count) => self.unsent_from += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::Reset(error.to_string())),
            }
        }
        Ok(())
    }

    /// Whether a part of the request is not written yet.
    pub fn has_unsent(&self, shared: &Shared<'_>) -> bool {
        self.state == State::Busy && self.unsent_from < shared.wires[self.request].len()
    }

    /// Reads what is available. Returns the response when it is complete; then the connection is idle or closed.
    pub fn read(
        &mut self,
        shared: &Shared<'_>,
        buffer: &mut [u8],
        received_bytes: &mut u64,
    ) -> Result<Option<Answer>, Failure> {
        let request = &shared.load.requests[self.request];
        let is_head = request.method == "HEAD";
        loop {
            let Some(stream) = &mut self.stream else { return Ok(None) };
            let count = match stream.read(buffer) {
                Ok(0) => return self.ended(&request.check),
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(Failure::Reset(error.to_string())),
            };
            *received_bytes += count as u64;
            if self.state != State::Busy {
                return Err(Failure::NotHttp("the server sent unsolicited bytes".to_string()));
            }
            if let Some(answer) =
                self.reader.feed(&buffer[..count], is_head, &request.check).map_err(Failure::NotHttp)?
            {
                self.state = State::Idle;
                self.request = (self.request + 1) % shared.wires.len();
                if !answer.keeps_open {
                    self.close();
                }
                return Ok(Some(answer));
            }
            // epoll(7): a stream socket that returned less than requested has no more, and a later byte is a new edge.
            if count < buffer.len() {
                return Ok(None);
            }
        }
    }

    /// Handles a close by the server.
    fn ended(&mut self, check: &BodyCheck) -> Result<Option<Answer>, Failure> {
        let was_busy = self.state == State::Busy;
        let answer = self.reader.end(check);
        self.close();
        match answer {
            Some(answer) => Ok(Some(answer)),
            None if was_busy => {
                Err(Failure::Reset("the server closed the connection before its response was complete".to_string()))
            }
            None => Ok(None),
        }
    }
}
