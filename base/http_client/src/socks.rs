//! The client side of SOCKS 5 (RFC 1928, RFC 1929): a proxy connects to a host for us, and then only forwards bytes.

use crate::error::ClientError;
use crate::io_result::Received;
use crate::transport::Transport;
use std::net::IpAddr;
use std::os::fd::RawFd;

const VERSION: u8 = 5;
const NO_AUTHENTICATION: u8 = 0;
const USERNAME_PASSWORD: u8 = 2;
const NONE_ACCEPTABLE: u8 = 0xff;
const USERNAME_VERSION: u8 = 1;
const CONNECT: u8 = 1;
const TO_IPV4: u8 = 1;
const TO_NAME: u8 = 3;
const TO_IPV6: u8 = 4;
/// The maximum length of a proxy's reply.
const ANSWER_BYTES_MAX: usize = 512;

/// The request to a proxy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SocksRequest {
    /// The name or address to connect to; the proxy resolves names.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Name and password, for proxies that require them.
    pub credentials: Option<(String, String)>,
}

/// A handshake with a proxy.
#[derive(Debug)]
pub struct SocksHandshake {
    transport: Transport,
    request: SocksRequest,
    expected: Expected,
    output: Vec<u8>,
    input: Vec<u8>,
}

/// The next message of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Method,
    Verdict,
    Connection,
}

impl SocksHandshake {
    /// Starts with a transport that is connected to the proxy. [`SocksHandshake::advance`] does the rest.
    ///
    /// # Errors
    /// When a name or a password is too long for the protocol.
    pub fn new(transport: Transport, request: SocksRequest) -> Result<Self, ClientError> {
        let is_short = |text: &str| text.len() <= usize::from(u8::MAX);
        let credentials = request.credentials.as_ref();
        if !is_short(&request.host)
            || credentials.is_some_and(|(name, password)| !is_short(name) || !is_short(password))
        {
            return Err(failed("name or password too long"));
        }
        let methods: &[u8] =
            if credentials.is_some() { &[NO_AUTHENTICATION, USERNAME_PASSWORD] } else { &[NO_AUTHENTICATION] };
        let mut output = vec![VERSION, methods.len() as u8];
        output.extend_from_slice(methods);
        Ok(Self { transport, request, expected: Expected::Method, output, input: Vec::new() })
    }

    /// The socket, for polling.
    pub fn descriptor(&self) -> RawFd {
        self.transport.descriptor()
    }

    /// Continues as far as the socket allows. True when the proxy has connected.
    ///
    /// # Errors
    /// The system's, and the proxy's refusal.
    pub fn advance(&mut self) -> Result<bool, ClientError> {
        loop {
            while !self.output.is_empty() {
                match self.transport.send(&self.output)? {
                    0 => return Ok(false),
                    count => {
                        self.output.drain(..count);
                    }
                }
            }
            match self.read_answer()? {
                Answer::Done => return Ok(true),
                Answer::Next => continue,
                Answer::Incomplete => {}
            }
            match self.transport.receive(&mut self.input, ANSWER_BYTES_MAX)? {
                Received::Bytes { .. } => {}
                Received::Nothing => return Ok(false),
                Received::End => return Err(failed("the proxy closed the connection")),
            }
        }
    }

    /// The connection to the host, once [`SocksHandshake::advance`] was true.
    pub fn into_transport(self) -> Transport {
        self.transport
    }

    fn read_answer(&mut self) -> Result<Answer, ClientError> {
        let Some(length) = answer_length(self.expected, &self.input) else { return Ok(Answer::Incomplete) };
        let answer: Vec<u8> = self.input.drain(..length).collect();
        match (self.expected, answer.as_slice()) {
            (Expected::Method, [VERSION, NO_AUTHENTICATION]) => Ok(self.ask()),
            (Expected::Method, [VERSION, USERNAME_PASSWORD]) => self.introduce(),
            (Expected::Method, [VERSION, NONE_ACCEPTABLE]) => {
                Err(failed("the proxy accepts none of the authentication methods"))
            }
            (Expected::Verdict, [_, 0]) => Ok(self.ask()),
            (Expected::Verdict, _) => Err(failed("the proxy refused the credentials")),
            (Expected::Connection, [VERSION, 0, ..]) => Ok(Answer::Done),
            (Expected::Connection, [VERSION, reply, ..]) => Err(failed(reason(*reply))),
            _ => Err(failed("invalid response of the proxy")),
        }
    }

    /// RFC 1929 §2.
    fn introduce(&mut self) -> Result<Answer, ClientError> {
        let Some((name, password)) = &self.request.credentials else {
            return Err(failed("the proxy requires credentials"));
        };
        self.output.push(USERNAME_VERSION);
        for text in [name, password] {
            self.output.push(text.len() as u8);
            self.output.extend_from_slice(text.as_bytes());
        }
        self.expected = Expected::Verdict;
        Ok(Answer::Next)
    }

    /// RFC 1928 §4.
    fn ask(&mut self) -> Answer {
        self.output.extend_from_slice(&[VERSION, CONNECT, 0]);
        match self.request.host.parse() {
            Ok(IpAddr::V4(address)) => {
                self.output.push(TO_IPV4);
                self.output.extend_from_slice(&address.octets());
            }
            Ok(IpAddr::V6(address)) => {
                self.output.push(TO_IPV6);
                self.output.extend_from_slice(&address.octets());
            }
            Err(_) => {
                self.output.extend_from_slice(&[TO_NAME, self.request.host.len() as u8]);
                self.output.extend_from_slice(self.request.host.as_bytes());
            }
        }
        self.output.extend_from_slice(&self.request.port.to_be_bytes());
        self.expected = Expected::Connection;
        Answer::Next
    }
}

enum Answer {
    Incomplete,
    Next,
    Done,
}

/// The length of the reply at the start of `input`; None when it is incomplete.
fn answer_length(expected: Expected, input: &[u8]) -> Option<usize> {
    const ADDRESS_START: usize = 4;
    const PORT_BYTES: usize = 2;
    let length = match (expected, input) {
        (Expected::Method | Expected::Verdict, _) => 2,
        // The address that the proxy connects from is not used.
        (Expected::Connection, [_, _, _, TO_NAME, count, ..]) => ADDRESS_START + 1 + usize::from(*count) + PORT_BYTES,
        (Expected::Connection, [_, _, _, TO_NAME]) => return None,
        (Expected::Connection, [_, _, _, TO_IPV6, ..]) => ADDRESS_START + 16 + PORT_BYTES,
        (Expected::Connection, _) => ADDRESS_START + 4 + PORT_BYTES,
    };
    (input.len() >= length).then_some(length)
}

/// RFC 1928 §6.
fn reason(reply: u8) -> &'static str {
    match reply {
        1 => "general failure of the proxy",
        2 => "connection not allowed by the proxy",
        3 => "network unreachable",
        4 => "host unreachable",
        5 => "connection refused",
        6 => "time to live expired",
        7 => "command not supported by the proxy",
        8 => "address type not supported by the proxy",
        _ => "unknown failure of the proxy",
    }
}

fn failed(text: &str) -> ClientError {
    ClientError::protocol("UND_ERR_SOCKS5", &format!("SOCKS: {text}"))
}

#[cfg(test)]
#[path = "socks_tests.rs"]
mod tests;
