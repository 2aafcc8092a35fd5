//! TLS 1.0 to 1.3 on the system's OpenSSL: bytes in, bytes out.
//!
//! A [`Session`] is one side of a connection. It does no I/O and has no time-outs: the owner feeds it the bytes of the
//! peer, sends its output to the peer, and reads and writes plaintext. A [`TlsContext`] holds the settings that many
//! sessions share: certificates, keys, trusted roots, versions and ciphers.
//!
//! Whether a peer is trusted is a result, not an error: see [`Session::verify_result`] and [`check_host_name`]. The
//! owner decides what to do with it. Errors have OpenSSL's codes and messages ([`TlsError`]).
//!
//! Start reading at [`Session`], then [`TlsContextBuilder`].

mod callbacks;
mod certificates;
mod context;
mod context_registry;
mod error;
mod ffi;
mod hello;
mod host_name;
mod info;
mod roots;
mod session;
mod verify;

pub use callbacks::{AlpnPolicy, Events, NewSession, PskSource};
pub use certificates::{certificate_chain, parse_certificate, parse_certificates};
pub use context::{DhParameters, TlsContext, TlsContextBuilder, cipher_names};
pub use context_registry::{share_context, shared_context, unshare_context};
pub use error::{ErrorEntry, TlsError};
pub use hello::{ClientHello, Parsed, parse_client_hello};
pub use host_name::{check_host_name, host_matches};
pub use info::{CipherInfo, KeyExchange, KeyExchangeKind};
pub use roots::{
    RootPolicy, RootStore, bundled_certificates, default_roots, default_roots_version, extra_certificates, root_policy,
    set_default_roots, set_root_policy, system_certificates,
};
pub use session::{ClientOptions, Handshake, HelloAnswer, ReadOutcome, Role, ServerOptions, Session};
pub use verify::VerifyFailure;

#[cfg(test)]
mod identities_tests;
#[cfg(test)]
mod session_tests;
