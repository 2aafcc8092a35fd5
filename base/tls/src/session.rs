//! One side of a TLS connection over memory buffers.

use crate::callbacks::{self, AlpnPolicy, Events, NewSession, PskSource, Shared, SharedCell, lock};
use crate::context::{TlsContext, alpn_list, until_nul};
use crate::error::TlsError;
use crate::ffi;
use crate::hello::{ClientHello, Parsed, parse_client_hello};
use openssl::ssl::{ErrorCode, ShutdownState, Ssl, SslRef, SslSession, SslStream, SslVerifyMode, StatusType};
use std::io::{self, Read, Write};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Client,
    Server,
}

/// The options of a client session.
#[derive(Clone, Debug, Default)]
pub struct ClientOptions {
    /// The name for SNI; an IP address is omitted, as RFC 6066 §3 requires.
    pub server_name: Option<String>,
    /// Protocols to offer by ALPN, in order of preference.
    pub protocols: Vec<Vec<u8>>,
    /// A session to resume, as [`crate::NewSession`] has it. An invalid one is ignored.
    pub session: Option<Vec<u8>>,
    /// Requests an OCSP response from the server.
    pub requests_ocsp: bool,
}

/// The options of a server session.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    pub alpn: AlpnPolicy,
    /// Requests a certificate from the client.
    pub requests_certificate: bool,
    /// Ends the handshake when the client sends none. Whether it is trusted is the owner's decision.
    pub requires_certificate: bool,
    /// Stops at the ClientHello until [`Session::answer_hello`].
    pub pauses_at_hello: bool,
}

/// The owner's choices after a ClientHello.
#[derive(Default)]
pub struct HelloAnswer {
    /// Another context: its certificates, roots and client issuers replace those of the first.
    pub context: Option<TlsContext>,
    pub alpn: Option<AlpnPolicy>,
    /// A session with the id that the client sent (TLS 1.2), as [`crate::NewSession`] has it.
    pub session: Option<Vec<u8>>,
    pub ocsp_response: Option<Vec<u8>>,
}

/// The state of a handshake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handshake {
    /// The peer has to continue: send the output, feed its reply.
    NeedsInput,
    /// The owner has to continue: call [`Session::answer_hello`].
    Paused(ClientHello),
    Done,
}

/// The result of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// This many bytes of plaintext (at least one).
    Bytes(usize),
    NeedsInput,
    /// The peer ended its side (`close_notify`).
    Closed,
}

/// One side of a connection. See the description of the crate.
pub struct Session {
    engine: Engine,
    gate: Gate,
    role: Role,
    pub(crate) shared: SharedCell,
}

enum Engine {
    /// Before the first step: settings can change. The bytes are early input. The `Option` is `None` only during a
    /// transition.
    Idle(Option<Ssl>, Vec<u8>),
    Running(SslStream<Pipe>),
}

#[derive(PartialEq)]
enum Gate {
    Open,
    Waiting,
    Asked(ClientHello),
}

/// The buffers between OpenSSL and the owner.
#[derive(Default)]
struct Pipe {
    input: Vec<u8>,
    input_start: usize,
    output: Vec<u8>,
}

impl Session {
    /// Starts a client.
    ///
    /// # Errors
    /// OpenSSL's, for instance for a server name that is too long.
    pub fn client(context: &TlsContext, options: &ClientOptions) -> Result<Self, TlsError> {
        let mut session = Self::start(context, Role::Client, Gate::Open)?;
        session.set_server_name(options.server_name.as_deref())?;
        session.set_protocols(&options.protocols)?;
        if let Some(der) = &options.session {
            session.set_resumption(der);
        }
        if options.requests_ocsp
            && let Some(ssl) = session.idle()
        {
            ssl.set_status_type(StatusType::OCSP)?;
        }
        Ok(session)
    }

    /// Starts a server.
    ///
    /// # Errors
    /// OpenSSL's, when it has no memory.
    pub fn server(context: &TlsContext, options: &ServerOptions) -> Result<Self, TlsError> {
        let gate = if options.pauses_at_hello { Gate::Waiting } else { Gate::Open };
        let mut session = Self::start(context, Role::Server, gate)?;
        session.set_client_verification(options.requests_certificate, options.requires_certificate);
        lock(&session.shared).alpn = options.alpn.clone();
        Ok(session)
    }

    /// Which side this is.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Sets the name for SNI. It does nothing once the handshake has started.
    pub fn set_server_name(&mut self, name: Option<&str>) -> Result<(), TlsError> {
        let Some(name) = name.filter(|name| !name.is_empty() && name.parse::<IpAddr>().is_err()) else { return Ok(()) };
        self.idle().map_or(Ok(()), |ssl| Ok(ssl.set_hostname(until_nul(name))?))
    }

    /// Sets the protocols that a client offers. It does nothing once the handshake has started.
    pub fn set_protocols(&mut self, protocols: &[Vec<u8>]) -> Result<(), TlsError> {
        let list = alpn_list(protocols);
        match self.idle() {
            Some(ssl) if !list.is_empty() => Ok(ssl.set_alpn_protos(&list)?),
            _ => Ok(()),
        }
    }

    /// Offers a session for resumption. False when it is invalid or the handshake has started.
    pub fn set_resumption(&mut self, der: &[u8]) -> bool {
        let Some(ssl) = self.idle() else { return false };
        SslSession::from_der(der).is_ok_and(|session| ffi::set_session(ssl, &session).is_ok())
    }

    /// Sets whether a server requests a certificate and ends the handshake without one. Before the handshake only.
    pub fn set_client_verification(&mut self, requests: bool, requires: bool) {
        let mut mode = SslVerifyMode::NONE;
        if requests {
            mode |= SslVerifyMode::PEER;
        }
        if requests && requires {
            mode |= SslVerifyMode::FAIL_IF_NO_PEER_CERT;
        }
        if let Some(ssl) = self.idle() {
            // Verification never ends a handshake: the owner judges its result.
            ssl.set_verify_callback(mode, |_, _| true);
        }
    }

    /// Collects lines of the key log and new sessions from now on, for [`Self::take_events`].
    pub fn collect_events(&mut self, key_log: bool, sessions: bool) {
        let mut shared = lock(&self.shared);
        shared.wants_key_log |= key_log;
        shared.wants_sessions |= sessions;
    }

    /// Sets the provider of pre-shared keys; the context must allow them.
    pub fn set_psk_source(&mut self, source: Arc<dyn PskSource>) {
        lock(&self.shared).psk = Some(source);
    }

    /// Sets the hint that a server sends to clients with pre-shared keys. False when it is too long.
    pub fn set_psk_hint(&mut self, hint: &str) -> bool {
        ffi::set_psk_hint(self.ssl(), hint)
    }

    /// What happened since the last call.
    pub fn take_events(&mut self) -> Events {
        std::mem::take(&mut lock(&self.shared).events)
    }

    /// Sessions that were created since the last call.
    pub fn take_sessions(&mut self) -> Vec<NewSession> {
        std::mem::take(&mut lock(&self.shared).events.sessions)
    }

    /// Lines of the key log since the last call.
    pub fn take_key_log(&mut self) -> Vec<String> {
        std::mem::take(&mut lock(&self.shared).events.key_log)
    }

    /// Accepts bytes of the peer.
    pub fn feed(&mut self, bytes: &[u8]) {
        match &mut self.engine {
            Engine::Idle(_, early) => early.extend_from_slice(bytes),
            Engine::Running(stream) => stream.get_mut().feed(bytes),
        }
    }

    /// Whether there is output for the peer.
    pub fn has_output(&self) -> bool {
        matches!(&self.engine, Engine::Running(stream) if !stream.get_ref().output.is_empty())
    }

    /// Removes and returns the output for the peer.
    pub fn take_output(&mut self) -> Vec<u8> {
        match &mut self.engine {
            Engine::Idle(..) => Vec::new(),
            Engine::Running(stream) => std::mem::take(&mut stream.get_mut().output),
        }
    }

    /// Moves the output for the peer to `target`; the buffer is reused.
    pub fn drain_output_into(&mut self, target: &mut Vec<u8>) {
        if let Engine::Running(stream) = &mut self.engine {
            target.append(&mut stream.get_mut().output);
        }
    }

    /// Continues the handshake as far as the input reaches. Call it until it returns `Done`, sending the output each
    /// time, also after an error: the output may contain an alert.
    ///
    /// # Errors
    /// OpenSSL's, such as `ERR_SSL_WRONG_VERSION_NUMBER`; the session is unusable then.
    pub fn handshake(&mut self) -> Result<Handshake, TlsError> {
        if let Some(hello) = self.pass_gate() {
            return hello;
        }
        let stream = self.running()?;
        if stream.ssl().is_init_finished() {
            return Ok(Handshake::Done);
        }
        match stream.do_handshake() {
            Ok(()) => Ok(Handshake::Done),
            Err(error) if error.code() == ErrorCode::WANT_READ => Ok(Handshake::NeedsInput),
            Err(error) => Err(failure(&error)),
        }
    }

    /// Continues after the ClientHello that the handshake stopped at.
    ///
    /// # Errors
    /// OpenSSL's, when the context cannot be used.
    pub fn answer_hello(&mut self, answer: HelloAnswer) -> Result<(), TlsError> {
        self.gate = Gate::Open;
        {
            let mut shared = lock(&self.shared);
            if let Some(alpn) = answer.alpn {
                shared.alpn = alpn;
            }
            shared.ocsp_response = answer.ocsp_response;
            shared.offered_session = answer.session.and_then(|der| SslSession::from_der(&der).ok());
        }
        let (Some(context), Some(ssl)) = (answer.context, self.idle()) else { return Ok(()) };
        ssl.set_ssl_context(&context.inner)?;
        // Changing the context does not change these.
        ssl.set_verify_cert_store(ffi::share_store(context.inner.cert_store()))?;
        ssl.set_client_ca_list(ffi::client_issuers(&context.inner)?);
        Ok(())
    }

    /// Reads plaintext into `target`.
    ///
    /// # Errors
    /// OpenSSL's, for records that were tampered with and for alerts of the peer.
    pub fn read(&mut self, target: &mut [u8]) -> Result<ReadOutcome, TlsError> {
        let Engine::Running(stream) = &mut self.engine else { return Ok(ReadOutcome::NeedsInput) };
        if target.is_empty() {
            return Ok(ReadOutcome::NeedsInput);
        }
        loop {
            return match stream.ssl_read(target) {
                Ok(count) => Ok(ReadOutcome::Bytes(count)),
                Err(error) => match error.code() {
                    ErrorCode::ZERO_RETURN => Ok(ReadOutcome::Closed),
                    // After a renegotiation OpenSSL must be called again while input is left.
                    ErrorCode::WANT_READ if stream.get_ref().has_input() => continue,
                    ErrorCode::WANT_READ => Ok(ReadOutcome::NeedsInput),
                    _ => Err(failure(&error)),
                },
            };
        }
    }

    /// Writes plaintext; its records go to the output. Returns how many bytes were accepted: all, or 0 when a handshake
    /// (also a renegotiation) must complete first.
    ///
    /// # Errors
    /// OpenSSL's, for instance after [`Self::shutdown`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<usize, TlsError> {
        let Engine::Running(stream) = &mut self.engine else { return Ok(0) };
        if bytes.is_empty() {
            return Ok(0);
        }
        match stream.ssl_write(bytes) {
            Ok(count) => Ok(count),
            Err(error) if error.code() == ErrorCode::WANT_READ => Ok(0),
            Err(error) => Err(failure(&error)),
        }
    }

    /// Notifies the peer that nothing more will be written (`close_notify`). Reading continues.
    pub fn shutdown(&mut self) {
        if let Engine::Running(stream) = &mut self.engine
            && !stream.get_shutdown().contains(ShutdownState::SENT)
        {
            // During a handshake it cannot be sent.
            let _ = stream.shutdown();
        }
    }

    /// Whether the peer sent `close_notify`.
    pub fn is_closed_by_peer(&mut self) -> bool {
        match &mut self.engine {
            Engine::Idle(..) => false,
            Engine::Running(stream) => stream.get_shutdown().contains(ShutdownState::RECEIVED),
        }
    }

    /// Whether no handshake is in progress or due.
    pub fn is_established(&self) -> bool {
        matches!(&self.engine, Engine::Running(stream) if stream.ssl().is_init_finished())
    }

    /// Requests a new handshake (TLS 1.2 and older).
    ///
    /// # Errors
    /// OpenSSL's: `wrong ssl version` with TLS 1.3, `no renegotiation`.
    pub fn renegotiate(&mut self) -> Result<(), TlsError> {
        let stream = self.running()?;
        ffi::renegotiate(stream.ssl())?;
        match stream.do_handshake() {
            Ok(()) => Ok(()),
            Err(error) if error.code() == ErrorCode::WANT_READ => Ok(()),
            Err(error) => Err(failure(&error)),
        }
    }

    /// Limits the plaintext of a record to `bytes`. False when that is out of 512 to 16384.
    pub fn set_max_send_fragment(&mut self, bytes: u32) -> bool {
        ffi::set_max_send_fragment(self.ssl(), bytes)
    }

    pub(crate) fn ssl(&self) -> &SslRef {
        match &self.engine {
            Engine::Idle(ssl, _) => ssl.as_ref().expect("it is taken only to become a stream"),
            Engine::Running(stream) => stream.ssl(),
        }
    }

    fn start(context: &TlsContext, role: Role, gate: Gate) -> Result<Self, TlsError> {
        let mut ssl = Ssl::new(&context.inner)?;
        let shared: SharedCell = Arc::new(Mutex::new(Shared::default()));
        callbacks::attach(&mut ssl, Arc::clone(&shared));
        match role {
            Role::Client => {
                ssl.set_connect_state();
                // The owner judges the result of verification; continuing leaves the last failure, as in Node.js.
                ssl.set_verify_callback(SslVerifyMode::NONE, |_, _| true);
            }
            Role::Server => ssl.set_accept_state(),
        }
        Ok(Self { engine: Engine::Idle(Some(ssl), Vec::new()), gate, role, shared })
    }

    fn idle(&mut self) -> Option<&mut Ssl> {
        match &mut self.engine {
            Engine::Idle(ssl, _) => ssl.as_mut(),
            Engine::Running(_) => None,
        }
    }

    /// The stream, created on first use.
    fn running(&mut self) -> Result<&mut SslStream<Pipe>, TlsError> {
        if let Engine::Idle(ssl, early) = &mut self.engine {
            let ssl = ssl.take().expect("it is taken only to become a stream");
            let pipe = Pipe { input: std::mem::take(early), ..Pipe::default() };
            self.engine = Engine::Running(SslStream::new(ssl, pipe)?);
        }
        match &mut self.engine {
            Engine::Running(stream) => Ok(stream),
            Engine::Idle(..) => unreachable!("it was made above"),
        }
    }

    /// Parses the ClientHello when the owner calls it. `None`: the handshake may continue.
    fn pass_gate(&mut self) -> Option<Result<Handshake, TlsError>> {
        match (&self.gate, &self.engine) {
            (Gate::Open, _) | (_, Engine::Running(_)) => None,
            (Gate::Asked(hello), _) => Some(Ok(Handshake::Paused(hello.clone()))),
            (Gate::Waiting, Engine::Idle(_, early)) => match parse_client_hello(early) {
                Parsed::Incomplete => Some(Ok(Handshake::NeedsInput)),
                Parsed::Other => {
                    self.gate = Gate::Open;
                    None
                }
                Parsed::Hello(hello) => {
                    self.gate = Gate::Asked(hello.clone());
                    Some(Ok(Handshake::Paused(hello)))
                }
            },
        }
    }
}

impl Pipe {
    fn feed(&mut self, bytes: &[u8]) {
        if self.input_start == self.input.len() {
            self.input.clear();
            self.input_start = 0;
        }
        self.input.extend_from_slice(bytes);
    }

    fn has_input(&self) -> bool {
        self.input_start < self.input.len()
    }
}

impl Read for Pipe {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let waiting = &self.input[self.input_start..];
        if waiting.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let count = waiting.len().min(target.len());
        target[..count].copy_from_slice(&waiting[..count]);
        self.input_start += count;
        Ok(count)
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn failure(error: &openssl::ssl::Error) -> TlsError {
    match error.ssl_error() {
        Some(stack) => TlsError::from(stack.clone()),
        None => TlsError::coded("ERR_SSL_PROTOCOL_ERROR", error.to_string()),
    }
}
