//! TLS over a socket, and the verification of the server's certificate.

use crate::error::ClientError;
use crate::io_result::Received;
use brio_tls::{
    ClientOptions, Handshake, ReadOutcome, Session, TlsContext, TlsContextBuilder, TlsError, default_roots,
    default_roots_version,
};
use rustix::buffer::spare_capacity;
use rustix::fd::BorrowedFd;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use std::cell::RefCell;
use std::net::IpAddr;

/// Buffered records, above which no more plaintext is accepted.
const WAITING_BYTES_MAX: usize = 256 * 1024;
/// Size of one read: a little more than one record.
const RECEIVE_BYTES: usize = 17 * 1024;
const TLS_1_2: u16 = 0x0303;

/// The TLS options of programs. Certificates and keys are PEM.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TlsOptions {
    /// Roots to trust instead of the default ones.
    pub roots: Vec<u8>,
    /// The default roots are trusted beside them.
    pub adds_roots: bool,
    /// The client's certificate chain.
    pub certificate: Vec<u8>,
    /// The client's key.
    pub key: Vec<u8>,
    /// The passphrase of the key.
    pub passphrase: Vec<u8>,
    /// The name that the certificate must be for, instead of the host.
    pub server_name: String,
    /// Accepts any certificate.
    pub is_trusting: bool,
    /// Protocols to offer by ALPN, in order of preference; empty: HTTP/1.1 only.
    pub protocols: Vec<Protocol>,
}

/// A version of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// HTTP/1.1.
    Http1,
    /// HTTP/2.
    Http2,
}

impl Protocol {
    /// Its name for ALPN (RFC 7301 §6, RFC 9113 §3.1).
    pub fn name(self) -> &'static [u8] {
        match self {
            Protocol::Http1 => b"http/1.1",
            Protocol::Http2 => b"h2",
        }
    }
}

/// Prepared options, for many connections.
pub struct TlsSettings {
    options: TlsOptions,
    current: RefCell<Current>,
}

/// A context, and the version of the default roots that it was made with.
struct Current {
    context: TlsContext,
    roots_version: u32,
}

impl TlsSettings {
    /// Reads certificates and keys.
    ///
    /// # Errors
    /// OpenSSL's, for invalid ones.
    pub fn new(options: TlsOptions) -> Result<Self, ClientError> {
        let current = Current { context: build(&options)?, roots_version: default_roots_version() };
        Ok(Self { options, current: RefCell::new(current) })
    }

    /// The context; a new one when the program has replaced the default roots that it was made with.
    fn context(&self) -> Result<TlsContext, ClientError> {
        let mut current = self.current.borrow_mut();
        let roots_version = default_roots_version();
        if current.roots_version != roots_version && self.options.uses_default_roots() {
            *current = Current { context: build(&self.options)?, roots_version };
        }
        Ok(current.context.clone())
    }

    /// The options that the settings were made with.
    pub fn options(&self) -> &TlsOptions {
        &self.options
    }
}

impl TlsOptions {
    fn uses_default_roots(&self) -> bool {
        self.roots.is_empty() || self.adds_roots
    }
}

fn build(options: &TlsOptions) -> Result<TlsContext, ClientError> {
    build_context(options).map_err(|error| ClientError::protocol(&error.code(), &error.message()))
}

fn build_context(options: &TlsOptions) -> Result<TlsContext, TlsError> {
    let mut builder = TlsContextBuilder::new(Some(TLS_1_2), None)?;
    if options.uses_default_roots() {
        builder.set_root_store(default_roots()?);
    }
    if !options.roots.is_empty() {
        builder.add_roots(&options.roots)?;
    }
    if !options.certificate.is_empty() {
        builder.add_certificate_chain(&options.certificate)?;
    }
    if !options.key.is_empty() {
        let passphrase = (!options.passphrase.is_empty()).then_some(options.passphrase.as_slice());
        builder.add_key(&options.key, passphrase)?;
    }
    Ok(builder.build())
}

/// One connection's TLS.
pub(crate) struct Secure {
    session: Session,
    /// The name or address that the certificate must be for.
    name: String,
    is_trusting: bool,
    output: Vec<u8>,
    sent: usize,
    records: Vec<u8>,
}

impl Secure {
    pub fn new(settings: &TlsSettings, host: &str) -> Result<Self, ClientError> {
        let options = &settings.options;
        let name = if options.server_name.is_empty() { host } else { &options.server_name };
        // RFC 6066 §3: an address is not a server name.
        let server_name = name.parse::<IpAddr>().is_err().then(|| name.to_string());
        let client =
            ClientOptions { server_name, protocols: protocol_names(&options.protocols), ..ClientOptions::default() };
        let session = Session::client(&settings.context()?, &client).map_err(|error| failed(&error))?;
        Ok(Self {
            session,
            name: name.to_string(),
            is_trusting: options.is_trusting,
            output: Vec::new(),
            sent: 0,
            records: Vec::new(),
        })
    }

    pub fn handshake(&mut self, socket: BorrowedFd<'_>) -> Result<bool, ClientError> {
        loop {
            let outcome = self.session.handshake();
            // Output may include an alert, also after an error.
            let flushed = self.flush(socket);
            match outcome {
                Err(error) => return Err(failed(&error)),
                Ok(Handshake::Done) => {
                    self.judge()?;
                    return Ok(true);
                }
                Ok(_) => flushed?,
            };
            match self.receive_records(socket)? {
                Received::Bytes { .. } => {}
                Received::Nothing => return Ok(false),
                Received::End => {
                    let text = "Client network socket disconnected before secure TLS connection was established";
                    return Err(ClientError::protocol("ECONNRESET", text));
                }
            }
        }
    }

    /// The protocol that the server chose; HTTP/1.1 when it does not support ALPN.
    pub fn protocol(&self) -> Protocol {
        match self.session.selected_protocol() {
            Some(name) if name == Protocol::Http2.name() => Protocol::Http2,
            _ => Protocol::Http1,
        }
    }

    fn judge(&self) -> Result<(), ClientError> {
        if self.is_trusting {
            return Ok(());
        }
        if let Some(failure) = self.session.verify_result() {
            return Err(ClientError::protocol(failure.code, &failure.reason));
        }
        self.session.check_peer_name(&self.name).map_err(|reason| {
            let text = format!("Hostname/IP does not match certificate's altnames: {reason}");
            ClientError::protocol("ERR_TLS_CERT_ALTNAME_INVALID", &text)
        })
    }

    pub fn receive(
        &mut self,
        socket: BorrowedFd<'_>,
        input: &mut Vec<u8>,
        bytes_max: usize,
    ) -> Result<Received, ClientError> {
        loop {
            let start = input.len();
            input.resize(start + bytes_max, 0);
            let outcome = self.session.read(&mut input[start..]);
            let count = match outcome {
                Ok(ReadOutcome::Bytes(count)) => count,
                _ => 0,
            };
            input.truncate(start + count);
            match outcome.map_err(|error| failed(&error))? {
                ReadOutcome::Bytes(_) => return Ok(Received::Bytes { is_all: false }),
                ReadOutcome::Closed => return Ok(Received::End),
                ReadOutcome::NeedsInput => {}
            }
            self.flush(socket)?;
            match self.receive_records(socket)? {
                Received::Bytes { .. } => {}
                ended => return Ok(ended),
            }
        }
    }

    pub fn send(&mut self, socket: BorrowedFd<'_>, bytes: &[u8]) -> Result<usize, ClientError> {
        if self.output.len() - self.sent > WAITING_BYTES_MAX && !self.flush(socket)? {
            return Ok(0);
        }
        let count = self.session.write(&bytes[..bytes.len().min(WAITING_BYTES_MAX)]).map_err(|error| failed(&error))?;
        self.flush(socket)?;
        Ok(count)
    }

    pub fn flush(&mut self, socket: BorrowedFd<'_>) -> Result<bool, ClientError> {
        if self.session.has_output() {
            self.session.drain_output_into(&mut self.output);
        }
        while self.sent < self.output.len() {
            match send(socket, &self.output[self.sent..], SendFlags::NOSIGNAL) {
                Ok(count) => self.sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(false),
                Err(error) => return Err(ClientError::system(error, "write")),
            }
        }
        self.output.clear();
        self.sent = 0;
        Ok(true)
    }

    fn receive_records(&mut self, socket: BorrowedFd<'_>) -> Result<Received, ClientError> {
        self.records.clear();
        self.records.reserve(RECEIVE_BYTES);
        loop {
            match recv(socket, spare_capacity(&mut self.records), RecvFlags::empty()) {
                Ok((0, _)) => return Ok(Received::End),
                Ok(_) => {
                    self.session.feed(&self.records);
                    return Ok(Received::Bytes { is_all: false });
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(Received::Nothing),
                Err(error) => return Err(ClientError::system(error, "read")),
            }
        }
    }
}

fn protocol_names(protocols: &[Protocol]) -> Vec<Vec<u8>> {
    let offered: &[Protocol] = if protocols.is_empty() { &[Protocol::Http1] } else { protocols };
    offered.iter().map(|protocol| protocol.name().to_vec()).collect()
}

fn failed(error: &TlsError) -> ClientError {
    ClientError::protocol(&error.connection_code(), &error.connection_message())
}

impl std::fmt::Debug for Secure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Secure").field("name", &self.name).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for TlsSettings {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("TlsSettings").field("options", &self.options).finish_non_exhaustive()
    }
}
