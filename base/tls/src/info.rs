//! Properties of an established session.

use crate::callbacks::lock;
use crate::certificates::certificate_chain;
use crate::error::TlsError;
use crate::ffi;
use crate::host_name::check_host_name;
use crate::session::{Role, Session};
use crate::verify::VerifyFailure;
use openssl::nid::Nid;
use openssl::pkey::Id;
use openssl::ssl::NameType;
use openssl::x509::X509;

/// The cipher of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CipherInfo {
    /// OpenSSL's name.
    pub name: String,
    /// The name of the standard.
    pub standard_name: String,
    /// The oldest version that has the cipher.
    pub version: String,
}

/// The ephemeral key of the key exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyExchange {
    pub kind: KeyExchangeKind,
    /// The name of the curve; empty for `FiniteField`.
    pub name: String,
    pub bits: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyExchangeKind {
    FiniteField,
    EllipticCurve,
}

impl Session {
    /// The version as OpenSSL writes it: `TLSv1.3`; `unknown` before it is agreed.
    pub fn protocol(&self) -> &'static str {
        self.ssl().version_str()
    }

    /// The cipher in use.
    pub fn cipher(&self) -> Option<CipherInfo> {
        let cipher = self.ssl().current_cipher()?;
        let name = cipher.name().to_string();
        Some(CipherInfo {
            standard_name: cipher.standard_name().unwrap_or(&name).to_string(),
            version: cipher.version().to_string(),
            name,
        })
    }

    /// The protocol that ALPN agreed on.
    pub fn selected_protocol(&self) -> Option<Vec<u8>> {
        self.ssl().selected_alpn_protocol().map(<[u8]>::to_vec)
    }

    /// The server name that the client sent by SNI.
    pub fn server_name(&self) -> Option<String> {
        self.ssl().servername(NameType::HOST_NAME).map(str::to_string)
    }

    /// Why the peer is not trusted; `None` when it is, or when it sent no certificate and none was requested. The host
    /// name is not checked: see [`Self::check_peer_name`].
    pub fn verify_result(&self) -> Option<VerifyFailure> {
        VerifyFailure::of(self.ssl().verify_result())
    }

    /// Checks that the peer's certificate is for `host`.
    ///
    /// # Errors
    /// The reason, see [`check_host_name`].
    pub fn check_peer_name(&self, host: &str) -> Result<(), String> {
        match self.peer_certificate() {
            Some(certificate) => check_host_name(host, &certificate),
            None => Err("Cert is empty".to_string()),
        }
    }

    /// The peer's own certificate.
    pub fn peer_certificate(&self) -> Option<X509> {
        self.ssl().peer_certificate()
    }

    /// The peer's chain, its own certificate first, completed by trusted roots. DER is `X509::to_der`.
    pub fn peer_chain(&self) -> Vec<X509> {
        certificate_chain(self.ssl())
    }

    /// Our certificate that was used.
    pub fn own_certificate(&self) -> Option<X509> {
        self.ssl().certificate().map(|certificate| certificate.to_owned())
    }

    /// The session in the form that resumes it. With TLS 1.3 it is usable only after the server's ticket.
    pub fn resumption(&self) -> Option<Vec<u8>> {
        self.ssl().session()?.to_der().ok()
    }

    /// Whether an earlier session was resumed.
    pub fn is_resumed(&self) -> bool {
        self.ssl().session_reused()
    }

    /// The ticket of the session.
    pub fn ticket(&self) -> Option<Vec<u8>> {
        ffi::session_ticket(self.ssl())
    }

    /// The server's ticket lifetime, in seconds.
    pub fn ticket_lifetime_seconds(&self) -> Option<f64> {
        ffi::ticket_lifetime(self.ssl())
    }

    /// The last `Finished` message that this side sent.
    pub fn finished(&self) -> Vec<u8> {
        with_buffer(|buffer| self.ssl().finished(buffer))
    }

    /// The last `Finished` message of the peer.
    pub fn peer_finished(&self) -> Vec<u8> {
        with_buffer(|buffer| self.ssl().peer_finished(buffer))
    }

    /// The OCSP response that the server stapled.
    pub fn ocsp_response(&self) -> Option<Vec<u8>> {
        self.ssl().ocsp_status().map(<[u8]>::to_vec)
    }

    /// The server's ephemeral key; `None` on a server and without one.
    pub fn key_exchange(&self) -> Option<KeyExchange> {
        if self.role() == Role::Server {
            return None;
        }
        let key = self.ssl().peer_tmp_key().ok()?;
        let name = |nid: Nid| nid.short_name().unwrap_or_default().to_string();
        let (kind, name) = match key.id() {
            Id::DH => (KeyExchangeKind::FiniteField, String::new()),
            Id::EC => {
                (KeyExchangeKind::EllipticCurve, key.ec_key().ok()?.group().curve_name().map(name).unwrap_or_default())
            }
            other => (
                KeyExchangeKind::EllipticCurve,
                Nid::from_raw(other.as_raw()).short_name().unwrap_or_default().to_string(),
            ),
        };
        Some(KeyExchange { kind, name, bits: key.bits() })
    }

    /// Derives `length` bytes that both sides know (RFC 5705).
    ///
    /// # Errors
    /// OpenSSL's, before the handshake is done.
    pub fn export_keying_material(
        &self,
        length: usize,
        label: &str,
        context: Option<&[u8]>,
    ) -> Result<Vec<u8>, TlsError> {
        let mut material = vec![0; length];
        self.ssl().export_keying_material(&mut material, label, context)?;
        Ok(material)
    }

    /// The signature algorithms that both sides support, in order of preference, in Node.js's notation
    /// (`RSA-PSS+SHA256`).
    pub fn shared_signature_algorithms(&self) -> Vec<String> {
        ffi::shared_signature_algorithms(self.ssl())
            .into_iter()
            .map(|(signature, hash, _)| signature_algorithm(signature, hash))
            .collect()
    }

    /// Sets the protocols that a server prefers from now on (ALPN).
    pub fn set_alpn(&mut self, policy: crate::AlpnPolicy) {
        lock(&self.shared).alpn = policy;
    }
}

fn with_buffer(read: impl Fn(&mut [u8]) -> usize) -> Vec<u8> {
    // The longest `Finished` is that of SHA-512.
    let mut buffer = [0; 64];
    let length = read(&mut buffer).min(buffer.len());
    buffer[..length].to_vec()
}

fn signature_algorithm(signature: i32, hash: i32) -> String {
    let signature = match Nid::from_raw(signature) {
        Nid::RSAENCRYPTION => "RSA",
        Nid::RSASSAPSS => "RSA-PSS",
        Nid::DSA => "DSA",
        Nid::X9_62_ID_ECPUBLICKEY => "ECDSA",
        other if other.as_raw() == Id::ED25519.as_raw() => return "Ed25519+UNDEF".to_string(),
        other if other.as_raw() == Id::ED448.as_raw() => return "Ed448+UNDEF".to_string(),
        other => other.short_name().unwrap_or("UNDEF"),
    };
    let hash = match Nid::from_raw(hash) {
        Nid::UNDEF => "UNDEF",
        other => other.short_name().unwrap_or("UNDEF"),
    };
    format!("{signature}+{hash}")
}
