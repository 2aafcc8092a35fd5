//! OpenSSL's callbacks in the middle of a handshake: the owner sets their results before, and collects their events
//! after.

use crate::error::TlsError;
use crate::ffi;
use openssl::error::ErrorStack;
use openssl::ex_data::Index;
use openssl::ssl::{
    AlpnError, SniError, Ssl, SslContextBuilder, SslOptions, SslRef, SslSession, SslSessionCacheMode, SslVersion,
};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

/// How a server chooses the application protocol (RFC 7301).
#[derive(Clone, Debug, Default)]
pub enum AlpnPolicy {
    /// ALPN is not used: the client's list is ignored.
    #[default]
    Ignore,
    /// The first of these that the client offers; when there is none, the handshake fails (`no_application_protocol`).
    Prefer(Vec<Vec<u8>>),
    /// The handshake fails with `no_application_protocol`.
    Refuse,
}

/// A new session, in the form that resumes it.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub id: Vec<u8>,
    /// `SSL_SESSION` in DER.
    pub der: Vec<u8>,
}

/// What happened since the last call.
#[derive(Debug, Default)]
pub struct Events {
    /// Lines of the NSS key log, without a line feed.
    pub key_log: Vec<String>,
    pub sessions: Vec<NewSession>,
}

/// Provides pre-shared keys (RFC 4279). It is called inside [`crate::Session::handshake`].
pub trait PskSource: Send + Sync {
    /// Identity and key for a server that sent `hint`. `None` ends the handshake.
    fn client(&self, hint: Option<&[u8]>) -> Option<(Vec<u8>, Vec<u8>)>;
    /// The key of `identity`. `None` ends the handshake.
    fn server(&self, identity: &[u8]) -> Option<Vec<u8>>;
}

/// The state that a session and its callbacks share.
#[derive(Default)]
pub(crate) struct Shared {
    pub events: Events,
    pub wants_key_log: bool,
    pub wants_sessions: bool,
    pub alpn: AlpnPolicy,
    pub offered_session: Option<SslSession>,
    pub ocsp_response: Option<Vec<u8>>,
    pub psk: Option<Arc<dyn PskSource>>,
}

pub(crate) type SharedCell = Arc<Mutex<Shared>>;

/// Attaches `shared` to a session that is being created.
pub(crate) fn attach(ssl: &mut Ssl, shared: SharedCell) {
    ssl.set_ex_data(index(), shared);
}

/// Locks the shared state. No callback runs while it is locked.
pub(crate) fn lock(shared: &SharedCell) -> MutexGuard<'_, Shared> {
    // A panic while it was locked left plain data, which is safe to use.
    shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Installs the callbacks of every context.
pub(crate) fn install(context: &mut SslContextBuilder) -> Result<(), TlsError> {
    context.set_session_cache_mode(
        SslSessionCacheMode::BOTH | SslSessionCacheMode::NO_INTERNAL | SslSessionCacheMode::NO_AUTO_CLEAR,
    );
    context.set_new_session_callback(new_session);
    ffi::set_session_lookup(context, |ssl, _| lock(&of(ssl)?).offered_session.take());
    // Called for every client hello, when it is known whether the session is resumed. The name is not acknowledged, as
    // without a callback.
    context.set_servername_callback(|ssl, _| {
        keep_ticket(ssl);
        Err(SniError::NOACK)
    });
    context.set_alpn_select_callback(select_protocol);
    context.set_keylog_callback(|ssl, line| {
        let Some(shared) = of(ssl) else { return };
        let mut shared = lock(&shared);
        if shared.wants_key_log {
            shared.events.key_log.push(line.to_string());
        }
    });
    context.set_status_callback(staple).map_err(TlsError::from)
}

/// Installs the callbacks for pre-shared keys: they change which ciphers a handshake may choose, so they are not
/// installed by default.
pub(crate) fn install_psk(context: &mut SslContextBuilder) {
    context.set_psk_client_callback(|ssl, hint, identity_out, key_out| {
        let Some(source) = of(ssl).and_then(|shared| lock(&shared).psk.clone()) else { return Ok(0) };
        let Some((identity, key)) = source.client(hint) else { return Ok(0) };
        // The identity is a C string: one byte is reserved for its NUL.
        if identity.len() >= identity_out.len() || key.len() > key_out.len() {
            return Err(ErrorStack::get());
        }
        identity_out[..identity.len()].copy_from_slice(&identity);
        identity_out[identity.len()] = 0;
        key_out[..key.len()].copy_from_slice(&key);
        Ok(key.len())
    });
    context.set_psk_server_callback(|ssl, identity, key_out| {
        let Some(source) = of(ssl).and_then(|shared| lock(&shared).psk.clone()) else { return Ok(0) };
        let Some(key) = identity.and_then(|identity| source.server(identity)) else { return Ok(0) };
        if key.len() > key_out.len() {
            return Ok(0);
        }
        key_out[..key.len()].copy_from_slice(&key);
        Ok(key.len())
    });
}

/// Lets a client of TLS 1.3 use its ticket again: OpenSSL replaces it, unless the server decrypts tickets itself, as
/// Node.js does.
fn keep_ticket(ssl: &mut SslRef) {
    if ssl.is_server()
        && ssl.session_reused()
        && ssl.version2() == Some(SslVersion::TLS1_3)
        && !ffi::options(ssl).contains(SslOptions::NO_TICKET)
    {
        // On failure the client gets a new ticket, which is no error.
        let _ = ssl.set_num_tickets(0);
    }
}

fn index() -> Index<Ssl, SharedCell> {
    static INDEX: OnceLock<Index<Ssl, SharedCell>> = OnceLock::new();
    *INDEX.get_or_init(|| Ssl::new_ex_index().expect("OpenSSL has one more free index"))
}

fn of(ssl: &SslRef) -> Option<SharedCell> {
    ssl.ex_data(index()).cloned()
}

fn new_session(ssl: &mut SslRef, session: SslSession) {
    let Some(shared) = of(ssl) else { return };
    let mut shared = lock(&shared);
    if !shared.wants_sessions {
        return;
    }
    if let Ok(der) = session.to_der() {
        shared.events.sessions.push(NewSession { id: session.id().to_vec(), der });
    }
}

fn select_protocol<'a>(ssl: &mut SslRef, offered: &'a [u8]) -> Result<&'a [u8], AlpnError> {
    let Some(shared) = of(ssl) else { return Err(AlpnError::NOACK) };
    let shared = lock(&shared);
    match &shared.alpn {
        AlpnPolicy::Ignore => Err(AlpnError::NOACK),
        AlpnPolicy::Refuse => Err(AlpnError::ALERT_FATAL),
        AlpnPolicy::Prefer(protocols) => protocols
            .iter()
            .find_map(|protocol| offered_protocols(offered).find(|one| one == protocol))
            .ok_or(AlpnError::ALERT_FATAL),
    }
}

fn offered_protocols(mut list: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (length, rest) = list.split_first()?;
        let (protocol, rest) = rest.split_at_checked(usize::from(*length))?;
        list = rest;
        Some(protocol)
    })
}

/// On a server: sends the OCSP response that the owner set. On a client the response is read after the handshake.
fn staple(ssl: &mut SslRef) -> Result<bool, ErrorStack> {
    if !ssl.is_server() {
        return Ok(true);
    }
    let response = of(ssl).and_then(|shared| lock(&shared).ocsp_response.take());
    let Some(response) = response else { return Ok(false) };
    ssl.set_ocsp_status(&response)?;
    Ok(true)
}
