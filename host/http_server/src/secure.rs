//! TLS between the socket and the parser: what a connection has of it, and what a server chooses from.

use brio_tls::{
    AlpnPolicy, Handshake, HelloAnswer, ReadOutcome, ServerOptions, Session, TlsContext, TlsError, host_matches,
};
use rustix::fd::BorrowedFd;
use rustix::io::Errno;
use rustix::net::{SendFlags, send};
use std::rc::Rc;

/// Plain text of one read: a little more than one record.
const PLAIN_BYTES: usize = 17 * 1024;
/// Records that may wait for the client before more plain text is taken.
pub const RECORD_BYTES_MAX: usize = 256 * 1024;

/// What the connections of a server share.
pub struct ServerTls {
    /// The context for clients that ask for no name, or for none of `named`.
    pub context: TlsContext,
    /// Contexts by name, which may begin with `*.`; the first that matches counts.
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

/// What bytes of the client led to.
pub enum Received {
    Plain(Vec<u8>),
    NeedsInput,
    /// The client said that it is done, or broke the rules.
    Ended,
}

impl Secure {
    /// Starts the server's end.
    ///
    /// # Errors
    /// OpenSSL's, when it has no memory.
    pub fn new(server: &Rc<ServerTls>) -> Result<Self, TlsError> {
        let options = ServerOptions {
            alpn: AlpnPolicy::Prefer(vec![b"http/1.1".to_vec()]),
            requests_certificate: server.requests_certificate,
            requires_certificate: server.requires_certificate,
            // Always: a client that offers protocols, but not ours, may still speak ours.
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

    /// Takes bytes of the client.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.session.feed(bytes);
    }

    /// Goes on with the handshake, then gives the next plain text.
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

    /// Whether plain text can be written.
    pub fn is_established(&self) -> bool {
        self.session.is_established() && !self.has_failed
    }

    /// Whether records wait for the client.
    pub fn has_records(&self) -> bool {
        self.sent < self.records.len() || self.session.has_output()
    }

    pub fn waiting_bytes(&self) -> u64 {
        (self.records.len() - self.sent) as u64
    }

    /// Seals plain text. False when the session is of no use any more.
    pub fn write(&mut self, plain: &[u8]) -> bool {
        self.session.write(plain).is_ok_and(|count| count == plain.len())
    }

    /// Says that nothing more is written.
    pub fn shut_down(&mut self) {
        self.session.shutdown();
    }

    /// Sends the records that wait.
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
