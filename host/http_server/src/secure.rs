//! TLS between the socket and the parser: the state of a connection, and the certificates of a server.

use brio_tls::{
    AlpnPolicy, Handshake, HelloAnswer, ReadOutcome, ServerOptions, Session, TlsContext, TlsError, host_matches,
};
use rustix::fd::BorrowedFd;
use rustix::io::Errno;
use rustix::net::{SendFlags, send};
use std::rc::Rc;

/// Plaintext buffer of one read: a little more than one record.
const PLAIN_BYTES: usize = 17 * 1024;
/// Buffered records, above which no more plaintext is accepted.
pub const RECORD_BYTES_MAX: usize = 256 * 1024;

/// The TLS settings that the connections of a server share.
pub struct ServerTls {
    /// The context for clients that send no server name, or none of `named`.
    pub context: TlsContext,
    /// Contexts by server name, which may begin with `*.`; the first match is used.
    pub named: Vec<(String, TlsContext)>,
    pub requests_certificate: bool,
    pub requires_certificate: bool,
}

/// TLS of one connection.
pub struct Secure {
    session: Session,
    server: Rc<ServerTls>,
    records: Vec<u8>,
    sent: usize,
    has_failed: bool,
}

/// The result of received bytes.
pub enum Received {
    Plain(Vec<u8>),
    NeedsInput,
    /// The client sent close_notify, or violated the protocol.
    Ended,
}

impl Secure {
    /// Starts the server side.
    ///
    /// # Errors
    /// OpenSSL's, when it has no memory.
    pub fn new(server: &Rc<ServerTls>) -> Result<Self, TlsError> {
        let options = ServerOptions {
            alpn: AlpnPolicy::Prefer(vec![b"http/1.1".to_vec()]),
            requests_certificate: server.requests_certificate,
            requires_certificate: server.requires_certificate,
            // Always: a client whose offered protocols do not match may still speak ours.
            pauses_at_hello: true,
        };
        Ok(Self {
            session: Session::server(&server.context, &options)?,
            server: Rc::clone(server),
            records: Vec::new(),
            sent: 0,
            has_failed: false,
        })
    }

    /// Accepts bytes of the client.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.session.feed(bytes);
    }

    /// Continues the handshake, then returns the next plaintext.
    pub fn receive(&mut self) -> Received {
        if self.has_failed {
            return Received::Ended;
        }
        if !self.session.is_established() {
            match self.shake() {
                Ok(true) => {}
                Ok(false) => return Received::NeedsInput,
                Err(_) => return self.fail(),
            }
        }
        let mut plain = vec![0; PLAIN_BYTES];
        match self.session.read(&mut plain) {
            Ok(ReadOutcome::Bytes(count)) => {
                plain.truncate(count);
                Received::Plain(plain)
            }
            Ok(ReadOutcome::NeedsInput) => Received::NeedsInput,
            Ok(ReadOutcome::Closed) => Received::Ended,
            Err(_) => self.fail(),
        }
    }

    /// Whether plaintext can be written.
    pub fn is_established(&self) -> bool {
        self.session.is_established() && !self.has_failed
    }

    /// Whether records are buffered for the client.
    pub fn has_records(&self) -> bool {
        self.sent < self.records.len() || self.session.has_output()
    }

    pub fn waiting_bytes(&self) -> u64 {
        (self.records.len() - self.sent) as u64
    }

    /// Encrypts plaintext. False when the session is unusable.
    pub fn write(&mut self, plain: &[u8]) -> bool {
        self.session.write(plain).is_ok_and(|count| count == plain.len())
    }

    /// Signals the end of writing.
    pub fn shut_down(&mut self) {
        self.session.shutdown();
    }

    /// Sends buffered records.
    ///
    /// # Errors
    /// AGAIN when the client has to read first; the system's others.
    pub fn send_records(&mut self, socket: BorrowedFd<'_>) -> Result<(), Errno> {
        self.session.drain_output_into(&mut self.records);
        while self.sent < self.records.len() {
            match send(socket, &self.records[self.sent..], SendFlags::NOSIGNAL) {
                Ok(count) => self.sent += count,
                Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            }
        }
        self.records.clear();
        self.sent = 0;
        if self.records.capacity() > RECORD_BYTES_MAX {
            self.records = Vec::new();
        }
        Ok(())
    }

    fn shake(&mut self) -> Result<bool, TlsError> {
        loop {
            match self.session.handshake()? {
                Handshake::Done => {
                    let is_refused = self.server.requires_certificate && self.session.verify_result().is_some();
                    return if is_refused {
                        Err(TlsError::coded("ERR_TLS_CERTIFICATE", "the client's certificate is not trusted"))
                    } else {
                        Ok(true)
                    };
                }
                Handshake::NeedsInput => return Ok(false),
                Handshake::Paused(hello) => {
                    let name = hello.server_name.as_deref().unwrap_or_default();
                    let context = self
                        .server
                        .named
                        .iter()
                        .find(|(pattern, _)| host_matches(name, pattern))
                        .map(|(_, context)| context.clone());
                    let is_ours = hello.protocols.iter().any(|protocol| protocol == b"http/1.1");
                    let alpn = (!is_ours).then_some(AlpnPolicy::Ignore);
                    self.session.answer_hello(HelloAnswer { context, alpn, ..HelloAnswer::default() })?;
                }
            }
        }
    }

    fn fail(&mut self) -> Received {
        self.has_failed = true;
        Received::Ended
    }
}

impl std::fmt::Debug for Secure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Secure").field("waiting", &self.waiting_bytes()).finish()
    }
}
