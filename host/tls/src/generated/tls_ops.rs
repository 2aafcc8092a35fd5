// @generated from ops/tls.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Tls;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// Why an operation failed.
#[derive(Debug)]
pub struct Failure {
    pub code: Text,
    pub message: Text,
    pub library: Text,
    pub reason: Text,
    pub func: Text,
    /// Further entries of OpenSSL's queue, one line each.
    pub stack: Vec<String>,
}

impl<'cx> op::IntoValue<'cx> for Failure {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "code", op::IntoValue::into_value(self.code, cx)?)?;
        object.set(cx, "message", op::IntoValue::into_value(self.message, cx)?)?;
        object.set(cx, "library", op::IntoValue::into_value(self.library, cx)?)?;
        object.set(cx, "reason", op::IntoValue::into_value(self.reason, cx)?)?;
        object.set(cx, "func", op::IntoValue::into_value(self.func, cx)?)?;
        object.set(cx, "stack", op::IntoValue::into_value(self.stack, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Failure {}

/// The parsed fields of a ClientHello.
#[derive(Debug)]
pub struct Hello {
    pub server_name: Option<Text>,
    pub session_id: Vec<u8>,
    pub has_ticket: bool,
    pub offers_tls13: bool,
    /// Length-prefixed names.
    pub protocols: Vec<u8>,
    pub wants_ocsp: bool,
}

impl<'cx> op::IntoValue<'cx> for Hello {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "serverName", op::IntoValue::into_value(self.server_name, cx)?)?;
        object.set(cx, "sessionId", op::IntoValue::into_value(self.session_id, cx)?)?;
        object.set(cx, "hasTicket", op::IntoValue::into_value(self.has_ticket, cx)?)?;
        object.set(cx, "offersTls13", op::IntoValue::into_value(self.offers_tls13, cx)?)?;
        object.set(cx, "protocols", op::IntoValue::into_value(self.protocols, cx)?)?;
        object.set(cx, "wantsOcsp", op::IntoValue::into_value(self.wants_ocsp, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Hello {}

/// A new session.
#[derive(Debug)]
pub struct MadeSession {
    pub id: Vec<u8>,
    pub der: Vec<u8>,
}

impl<'cx> op::IntoValue<'cx> for MadeSession {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "id", op::IntoValue::into_value(self.id, cx)?)?;
        object.set(cx, "der", op::IntoValue::into_value(self.der, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for MadeSession {}

/// The ephemeral key of the key exchange.
#[derive(Debug)]
pub struct KeyExchange {
    /// `DH` or `ECDH`.
    pub type_: Text,
    pub name: Text,
    pub size: u32,
}

impl<'cx> op::IntoValue<'cx> for KeyExchange {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "type", op::IntoValue::into_value(self.type_, cx)?)?;
        object.set(cx, "name", op::IntoValue::into_value(self.name, cx)?)?;
        object.set(cx, "size", op::IntoValue::into_value(self.size, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for KeyExchange {}

/// The properties of a certificate.
#[derive(Debug)]
pub struct Certificate {
    /// Alternating short names and values.
    pub subject: Vec<String>,
    pub issuer: Vec<String>,
    /// Null without the extension.
    pub subject_alt_name: Option<Text>,
    /// Alternating kinds and values.
    pub info_access: Vec<String>,
    pub is_authority: bool,
    /// For an RSA key, in hexadecimal digits.
    pub modulus: Option<Text>,
    pub exponent: Option<Text>,
    pub bits: u32,
    /// An RSA key in DER, or the point of a key on a curve.
    pub public_key: Option<Vec<u8>>,
    pub asn1_curve: Option<Text>,
    pub nist_curve: Option<Text>,
    pub valid_from: Text,
    pub valid_to: Text,
    pub fingerprint: Text,
    pub fingerprint256: Text,
    pub fingerprint512: Text,
    pub extended_key_usage: Vec<String>,
    pub serial_number: Text,
    pub raw: Vec<u8>,
    /// Whether it is its own issuer.
    pub is_self_issued: bool,
}

impl<'cx> op::IntoValue<'cx> for Certificate {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "subject", op::IntoValue::into_value(self.subject, cx)?)?;
        object.set(cx, "issuer", op::IntoValue::into_value(self.issuer, cx)?)?;
        object.set(cx, "subjectAltName", op::IntoValue::into_value(self.subject_alt_name, cx)?)?;
        object.set(cx, "infoAccess", op::IntoValue::into_value(self.info_access, cx)?)?;
        object.set(cx, "isAuthority", op::IntoValue::into_value(self.is_authority, cx)?)?;
        object.set(cx, "modulus", op::IntoValue::into_value(self.modulus, cx)?)?;
        object.set(cx, "exponent", op::IntoValue::into_value(self.exponent, cx)?)?;
        object.set(cx, "bits", op::IntoValue::into_value(self.bits, cx)?)?;
        object.set(cx, "publicKey", op::IntoValue::into_value(self.public_key, cx)?)?;
        object.set(cx, "asn1Curve", op::IntoValue::into_value(self.asn1_curve, cx)?)?;
        object.set(cx, "nistCurve", op::IntoValue::into_value(self.nist_curve, cx)?)?;
        object.set(cx, "validFrom", op::IntoValue::into_value(self.valid_from, cx)?)?;
        object.set(cx, "validTo", op::IntoValue::into_value(self.valid_to, cx)?)?;
        object.set(cx, "fingerprint", op::IntoValue::into_value(self.fingerprint, cx)?)?;
        object.set(cx, "fingerprint256", op::IntoValue::into_value(self.fingerprint256, cx)?)?;
        object.set(cx, "fingerprint512", op::IntoValue::into_value(self.fingerprint512, cx)?)?;
        object.set(cx, "extendedKeyUsage", op::IntoValue::into_value(self.extended_key_usage, cx)?)?;
        object.set(cx, "serialNumber", op::IntoValue::into_value(self.serial_number, cx)?)?;
        object.set(cx, "raw", op::IntoValue::into_value(self.raw, cx)?)?;
        object.set(cx, "isSelfIssued", op::IntoValue::into_value(self.is_self_issued, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Certificate {}

/// String options of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TlsStringSetting {
    Ciphers = 1,
    /// Cipher suites of TLS 1.3.
    CipherSuites = 2,
    SignatureAlgorithms = 3,
    Groups = 4,
}

impl TlsStringSetting {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Ciphers,
            2 => Self::CipherSuites,
            3 => Self::SignatureAlgorithms,
            4 => Self::Groups,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TlsStringSetting {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TlsStringSetting")
    }
}

impl<'cx> op::IntoValue<'cx> for TlsStringSetting {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Numeric options of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TlsNumberSetting {
    /// OpenSSL's bits (`SSL_OP_…`).
    Options = 1,
    /// Seconds that sessions may be resumed.
    SessionTimeout = 2,
}

impl TlsNumberSetting {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Options,
            2 => Self::SessionTimeout,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TlsNumberSetting {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TlsNumberSetting")
    }
}

impl<'cx> op::IntoValue<'cx> for TlsNumberSetting {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Certificates of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TlsContextCertificate {
    Own = 0,
    Issuer = 1,
}

impl TlsContextCertificate {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Own,
            1 => Self::Issuer,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TlsContextCertificate {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TlsContextCertificate")
    }
}

impl<'cx> op::IntoValue<'cx> for TlsContextCertificate {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// A list of root certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TlsRootSource {
    /// The default roots of this thread.
    Default = 0,
    /// The list that the system ships.
    Bundled = 1,
    /// The system's, with SSL_CERT_FILE and SSL_CERT_DIR.
    System = 2,
    /// Those of NODE_EXTRA_CA_CERTS.
    Extra = 3,
}

impl TlsRootSource {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Default,
            1 => Self::Bundled,
            2 => Self::System,
            3 => Self::Extra,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TlsRootSource {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TlsRootSource")
    }
}

impl<'cx> op::IntoValue<'cx> for TlsRootSource {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The sources of default roots.
pub mod tls_root_flags {
    /// OpenSSL's locations.
    pub const USE_OPENSSL: u8 = 1;
    /// The system's too.
    pub const USE_SYSTEM: u8 = 2;
    pub const WITHOUT_BUNDLED: u8 = 4;
}

/// What a session is.
pub mod tls_session_flags {
    pub const SERVER: u8 = 1;
    /// Requests a certificate of the client.
    pub const REQUEST_CERTIFICATE: u8 = 2;
    pub const REQUIRE_CERTIFICATE: u8 = 4;
    /// The handshake pauses at the ClientHello.
    pub const PAUSE_AT_HELLO: u8 = 8;
    pub const COLLECT_KEY_LOG: u8 = 16;
    pub const COLLECT_SESSIONS: u8 = 32;
    /// Requests an OCSP response of the server.
    pub const REQUEST_OCSP: u8 = 64;
}

/// The state of a handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum TlsHandshake {
    /// `sessionFailure` has the reason.
    Failed = -1,
    NeedsInput = 0,
    Done = 1,
    /// At the ClientHello: `sessionHello` has it, `sessionReplyToHello` continues.
    Paused = 2,
}

impl TlsHandshake {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            -1 => Self::Failed,
            0 => Self::NeedsInput,
            1 => Self::Done,
            2 => Self::Paused,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TlsHandshake {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TlsHandshake")
    }
}

impl<'cx> op::IntoValue<'cx> for TlsHandshake {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// Results of reading and writing besides a count of bytes.
pub mod tls_result {
    /// `sessionFailure` has the reason.
    pub const FAILED: i32 = -2;
    /// The peer has sent close_notify.
    pub const CLOSED: i32 = -1;
    pub const NEEDS_INPUT: i32 = 0;
}

/// How a server negotiates the protocol after the pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TlsAlpn {
    Unchanged = 0,
    Prefer = 1,
    Refuse = 2,
    Ignore = 3,
}

impl TlsAlpn {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Unchanged,
            1 => Self::Prefer,
            2 => Self::Refuse,
            3 => Self::Ignore,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TlsAlpn {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TlsAlpn")
    }
}

impl<'cx> op::IntoValue<'cx> for TlsAlpn {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// String properties of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TlsString {
    /// The version of TLS.
    Version = 1,
    Cipher = 2,
    CipherStandardName = 3,
    CipherVersion = 4,
    /// The name of SNI.
    ServerName = 5,
    /// The protocol of ALPN, in Latin-1.
    Protocol = 6,
    /// Why the peer is not trusted: the code and the message.
    VerifyCode = 7,
    VerifyMessage = 8,
}

impl TlsString {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Version,
            2 => Self::Cipher,
            3 => Self::CipherStandardName,
            4 => Self::CipherVersion,
            5 => Self::ServerName,
            6 => Self::Protocol,
            7 => Self::VerifyCode,
            8 => Self::VerifyMessage,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TlsString {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TlsString")
    }
}

impl<'cx> op::IntoValue<'cx> for TlsString {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Properties of a session that are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TlsBytes {
    /// The session for resumption.
    Session = 1,
    /// Its ticket.
    Ticket = 2,
    /// Our `Finished` message.
    Finished = 3,
    PeerFinished = 4,
    OcspResponse = 5,
    /// In DER.
    OwnCertificate = 6,
}

impl TlsBytes {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Session,
            2 => Self::Ticket,
            3 => Self::Finished,
            4 => Self::PeerFinished,
            5 => Self::OcspResponse,
            6 => Self::OwnCertificate,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TlsBytes {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TlsBytes")
    }
}

impl<'cx> op::IntoValue<'cx> for TlsBytes {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How a paused handshake continues.
#[derive(Debug)]
pub struct HelloReply<'cx> {
    /// The context to use; 0 leaves the first one.
    pub context: u32,
    pub alpn: TlsAlpn,
    /// For `PREFER`: length-prefixed names.
    pub protocols: &'cx [u8],
    /// A session with the requested id.
    pub resumed: Option<&'cx [u8]>,
    pub ocsp: Option<&'cx [u8]>,
}

impl<'cx> op::FromArgument<'cx> for HelloReply<'cx> {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            context: op::field(cx, value, "context")?,
            alpn: op::field(cx, value, "alpn")?,
            protocols: op::field(cx, value, "protocols")?,
            resumed: op::field(cx, value, "resumed")?,
            ocsp: op::field(cx, value, "ocsp")?,
        })
    }
}

/// What `crate::Tls` implements.
pub trait TlsOps {
    /// Starts a context for versions from `minVersion` to `maxVersion` (0: OpenSSL's limit). Throws ERR_TLS_INVALID_PROTOCOL_VERSION.
    /// @permission none: works on a TLS context in memory
    fn context_new(&self, min_version: u16, max_version: u16) -> Result<u32, OpError>;
    /// Registers the context under its number for other native parts of this thread (`setTls` of `native:http_server`),
    /// until it is dropped.
    /// @permission none: works on a TLS context in memory
    fn context_share(&self, context: u32) -> Result<(), OpError>;
    /// Drops a context. Sessions that use it are not affected.
    /// @permission none: works on a TLS context in memory
    fn context_drop(&self, context: u32) -> Result<(), OpError>;
    /// Adds a certificate chain in PEM, our certificate first.
    /// @permission none: works on a TLS context in memory
    fn context_add_certificate(&self, context: u32, pem: &[u8]) -> Result<Option<Failure>, OpError>;
    /// Adds a private key in PEM.
    /// @permission none: works on a TLS context in memory
    fn context_add_key(&self, context: u32, pem: &[u8], passphrase: Option<&[u8]>) -> Result<Option<Failure>, OpError>;
    /// Adds key and certificates of a PKCS #12 file.
    /// @permission none: works on a TLS context in memory
    fn context_add_pfx(&self, context: u32, der: &[u8], passphrase: &str) -> Result<Option<Failure>, OpError>;
    /// Trusts each certificate of a PEM.
    /// @permission none: works on a TLS context in memory
    fn context_add_roots(&self, context: u32, pem: &[u8]) -> Result<Option<Failure>, OpError>;
    /// Trusts this thread's default roots.
    /// @permission none: uses the roots of this thread
    fn context_use_default_roots(&self, context: u32) -> Result<Option<Failure>, OpError>;
    /// Adds a certificate revocation list in PEM.
    /// @permission none: works on a TLS context in memory
    fn context_add_crl(&self, context: u32, pem: &[u8]) -> Result<Option<Failure>, OpError>;
    /// Accepts chains that end in any trusted certificate.
    /// @permission none: works on a TLS context in memory
    fn context_allow_partial_chain(&self, context: u32) -> Result<Option<Failure>, OpError>;
    /// Sets a string option of OpenSSL.
    /// @permission none: works on a TLS context in memory
    fn context_set_string(
        &self,
        context: u32,
        setting: TlsStringSetting,
        value: &str,
    ) -> Result<Option<Failure>, OpError>;
    /// Sets a numeric option.
    /// @permission none: works on a TLS context in memory
    fn context_set_number(&self, context: u32, setting: TlsNumberSetting, value: f64) -> Result<(), OpError>;
    /// Sets parameters of finite-field Diffie-Hellman in PEM; null lets OpenSSL choose.
    /// @permission none: works on a TLS context in memory
    fn context_set_dh(&self, context: u32, pem: Option<&[u8]>) -> Result<Option<Failure>, OpError>;
    /// Sets the session id context (at most 32 bytes).
    /// @permission none: works on a TLS context in memory
    fn context_set_session_id_context(&self, context: u32, bytes: &[u8]) -> Result<Option<Failure>, OpError>;
    /// Sets the 48 bytes that tickets are encrypted with.
    /// @permission none: works on a TLS context in memory
    fn context_set_ticket_keys(&self, context: u32, keys: &[u8]) -> Result<Option<Failure>, OpError>;
    /// Allows sessions to use pre-shared keys.
    /// @permission none: works on a TLS context in memory
    fn context_allow_psk(&self, context: u32) -> Result<(), OpError>;
    /// Our certificate or its issuer, in DER.
    /// @permission none: works on a TLS context in memory
    fn context_certificate(&self, context: u32, which: TlsContextCertificate) -> Result<Option<Vec<u8>>, OpError>;
    /// Names of all ciphers, in lower case.
    /// @permission none: constants
    fn cipher_names(&self) -> Result<Vec<String>, OpError>;
    /// Certificates in PEM.
    /// @permission none: the files are the choice of the system and its user
    fn root_certificates(&self, source: TlsRootSource) -> Result<Vec<String>, OpError>;
    /// Sets the sources of default roots.
    /// @permission none: sets roots of this thread
    fn set_root_policy(&self, flags: u8) -> Result<(), OpError>;
    /// Why the file of NODE_EXTRA_CA_CERTS cannot be used; null when it can or none is set.
    /// @permission none: the files are the choice of the system and its user
    fn extra_roots_problem(&self) -> Result<Option<Text>, OpError>;
    /// Replaces the default roots of this thread by those of `pem`. Returns how many there are.
    /// @permission none: sets roots of this thread
    fn set_default_roots(&self, pem: &[u8]) -> Result<u32, OpError>;
    /// Starts a session.
    /// @permission none: a session does no I/O of its own
    fn session_new(&self, context: u32, flags: u8) -> Result<u32, OpError>;
    /// Drops a session.
    /// @permission none: a session does no I/O of its own
    fn session_drop(&self, session: u32) -> Result<(), OpError>;
    /// Sets the name for SNI, before the handshake.
    /// @permission none: a session does no I/O of its own
    fn session_set_server_name(&self, session: u32, name: &str) -> Result<Option<Failure>, OpError>;
    /// Sets the protocols that a client offers, or a server prefers, by ALPN: length-prefixed names.
    /// @permission none: a session does no I/O of its own
    fn session_set_protocols(&self, session: u32, protocols: &[u8]) -> Result<Option<Failure>, OpError>;
    /// Sets whether the certificate of the peer is requested and required, before the handshake.
    /// @permission none: a session does no I/O of its own
    fn session_set_verification(&self, session: u32, requests: bool, requires: bool) -> Result<(), OpError>;
    /// Sets whether the key log and sessions are collected.
    /// @permission none: a session does no I/O of its own
    fn session_collect(&self, session: u32, key_log: bool, sessions: bool) -> Result<(), OpError>;
    /// Offers a session for resumption, before the handshake. False when it is invalid or the handshake has started.
    /// @permission none: a session does no I/O of its own
    fn session_resume(&self, session: u32, der: &[u8]) -> Result<bool, OpError>;
    /// Sets the provider of pre-shared keys, which `sessionHandshake` calls.
    /// @permission none: a session does no I/O of its own
    fn session_set_psk<'cx>(&self, cx: Context<'cx>, session: u32, source: Value<'cx>) -> Result<(), Thrown<'cx>>;
    /// Sets the hint of a server with pre-shared keys. False when it is too long.
    /// @permission none: a session does no I/O of its own
    fn session_set_psk_hint(&self, session: u32, hint: &str) -> Result<bool, OpError>;
    /// Accepts bytes of the peer.
    /// @permission none: a session does no I/O of its own
    fn session_feed(&self, session: u32, bytes: &[u8]) -> Result<(), OpError>;
    /// Continues the handshake.
    /// @permission none: a session does no I/O of its own
    fn session_handshake(&self, session: u32) -> Result<TlsHandshake, OpError>;
    /// Why the last call that returned `FAILED` failed.
    /// @permission none: a session does no I/O of its own
    fn session_failure(&self, session: u32) -> Result<Option<Failure>, OpError>;
    /// The ClientHello that the handshake paused at.
    /// @permission none: a session does no I/O of its own
    fn session_hello(&self, session: u32) -> Result<Option<Hello>, OpError>;
    /// Continues after the pause.
    /// @permission none: a session does no I/O of its own
    fn session_reply_to_hello(&self, session: u32, reply: HelloReply<'_>) -> Result<Option<Failure>, OpError>;
    /// Reads plaintext. Returns the count of bytes, or a `TlsResult`.
    /// @permission none: a session does no I/O of its own
    fn session_read(&self, session: u32, target: &mut [u8]) -> Result<i32, OpError>;
    /// Writes plaintext. Returns how many bytes were accepted (all, or 0 during a handshake), or `FAILED`.
    /// @permission none: a session does no I/O of its own
    fn session_write(&self, session: u32, bytes: &[u8]) -> Result<f64, OpError>;
    /// Removes and returns the output for the peer; null without any.
    /// @permission none: a session does no I/O of its own
    fn session_output(&self, session: u32) -> Result<Option<Vec<u8>>, OpError>;
    /// Notifies the peer that nothing more will be written (close_notify).
    /// @permission none: a session does no I/O of its own
    fn session_shutdown(&self, session: u32) -> Result<(), OpError>;
    /// Whether no handshake is in progress or due.
    /// @permission none: a session does no I/O of its own
    fn session_is_established(&self, session: u32) -> Result<bool, OpError>;
    /// Starts a new handshake (TLS 1.2 and older).
    /// @permission none: a session does no I/O of its own
    fn session_renegotiate(&self, session: u32) -> Result<Option<Failure>, OpError>;
    /// Limits the plaintext of a record. False when OpenSSL rejects that.
    /// @permission none: a session does no I/O of its own
    fn session_set_max_send_fragment(&self, session: u32, bytes: u32) -> Result<bool, OpError>;
    /// New sessions since the last call.
    /// @permission none: a session does no I/O of its own
    fn session_take_sessions(&self, session: u32) -> Result<Vec<MadeSession>, OpError>;
    /// Lines of the key log since the last call.
    /// @permission none: a session does no I/O of its own
    fn session_take_key_log(&self, session: u32) -> Result<Vec<String>, OpError>;
    /// A string property; null without one.
    /// @permission none: a session does no I/O of its own
    fn session_string(&self, session: u32, which: TlsString) -> Result<Option<Text>, OpError>;
    /// A property that is bytes; null without one.
    /// @permission none: a session does no I/O of its own
    fn session_bytes(&self, session: u32, which: TlsBytes) -> Result<Option<Vec<u8>>, OpError>;
    /// Whether an earlier session was resumed.
    /// @permission none: a session does no I/O of its own
    fn session_is_resumed(&self, session: u32) -> Result<bool, OpError>;
    /// Lifetime of the ticket in seconds; -1 without one.
    /// @permission none: a session does no I/O of its own
    fn session_ticket_lifetime(&self, session: u32) -> Result<f64, OpError>;
    /// The server's ephemeral key of this session.
    /// @permission none: a session does no I/O of its own
    fn session_key_exchange(&self, session: u32) -> Result<Option<KeyExchange>, OpError>;
    /// Derives bytes that both sides know (RFC 5705). Null when that fails.
    /// @permission none: a session does no I/O of its own
    fn session_export(
        &self,
        session: u32,
        length: u32,
        label: &str,
        context: Option<&[u8]>,
    ) -> Result<Option<Vec<u8>>, OpError>;
    /// Signature algorithms that both sides support.
    /// @permission none: a session does no I/O of its own
    fn session_signature_algorithms(&self, session: u32) -> Result<Vec<String>, OpError>;
    /// The peer's chain, its own certificate first; only that one with `whole` false. Empty without a certificate.
    /// @permission none: a session does no I/O of its own
    fn session_peer_chain(&self, session: u32, whole: bool) -> Result<Vec<Certificate>, OpError>;
    /// The properties of a certificate in DER or PEM. Null for an invalid one.
    /// @permission none: a pure computation
    fn describe_certificate(&self, bytes: &[u8]) -> Result<Option<Certificate>, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Tls>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Tls> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Tls>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ContextNewOp;
impl NativeFunction for ContextNewOp {
    const NAME: &'static str = "contextNew";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut min_version: u16 = op::argument(cx, &arguments, 0, "contextNew: min_version")?;
        let mut max_version: u16 = op::argument(cx, &arguments, 1, "contextNew: max_version")?;
        op::finish(cx, TlsOps::context_new(&*state(), min_version, max_version))
    }
}

struct ContextShareOp;
impl NativeFunction for ContextShareOp {
    const NAME: &'static str = "contextShare";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextShare: context")?;
        op::finish(cx, TlsOps::context_share(&*state(), context))
    }
}

struct ContextDropOp;
impl NativeFunction for ContextDropOp {
    const NAME: &'static str = "contextDrop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextDrop: context")?;
        op::finish(cx, TlsOps::context_drop(&*state(), context))
    }
}

struct ContextAddCertificateOp;
impl NativeFunction for ContextAddCertificateOp {
    const NAME: &'static str = "contextAddCertificate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextAddCertificate: context")?;
        let mut pem: &[u8] = op::argument(cx, &arguments, 1, "contextAddCertificate: pem")?;
        op::finish(cx, TlsOps::context_add_certificate(&*state(), context, pem))
    }
}

struct ContextAddKeyOp;
impl NativeFunction for ContextAddKeyOp {
    const NAME: &'static str = "contextAddKey";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextAddKey: context")?;
        let mut pem: &[u8] = op::argument(cx, &arguments, 1, "contextAddKey: pem")?;
        let mut passphrase: Option<&[u8]> = op::argument(cx, &arguments, 2, "contextAddKey: passphrase")?;
        op::finish(cx, TlsOps::context_add_key(&*state(), context, pem, passphrase))
    }
}

struct ContextAddPfxOp;
impl NativeFunction for ContextAddPfxOp {
    const NAME: &'static str = "contextAddPfx";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextAddPfx: context")?;
        let mut der: &[u8] = op::argument(cx, &arguments, 1, "contextAddPfx: der")?;
        let mut passphrase: String = op::argument(cx, &arguments, 2, "contextAddPfx: passphrase")?;
        op::finish(cx, TlsOps::context_add_pfx(&*state(), context, der, &passphrase))
    }
}

struct ContextAddRootsOp;
impl NativeFunction for ContextAddRootsOp {
    const NAME: &'static str = "contextAddRoots";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextAddRoots: context")?;
        let mut pem: &[u8] = op::argument(cx, &arguments, 1, "contextAddRoots: pem")?;
        op::finish(cx, TlsOps::context_add_roots(&*state(), context, pem))
    }
}

struct ContextUseDefaultRootsOp;
impl NativeFunction for ContextUseDefaultRootsOp {
    const NAME: &'static str = "contextUseDefaultRoots";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextUseDefaultRoots: context")?;
        op::finish(cx, TlsOps::context_use_default_roots(&*state(), context))
    }
}

struct ContextAddCrlOp;
impl NativeFunction for ContextAddCrlOp {
    const NAME: &'static str = "contextAddCrl";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextAddCrl: context")?;
        let mut pem: &[u8] = op::argument(cx, &arguments, 1, "contextAddCrl: pem")?;
        op::finish(cx, TlsOps::context_add_crl(&*state(), context, pem))
    }
}

struct ContextAllowPartialChainOp;
impl NativeFunction for ContextAllowPartialChainOp {
    const NAME: &'static str = "contextAllowPartialChain";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextAllowPartialChain: context")?;
        op::finish(cx, TlsOps::context_allow_partial_chain(&*state(), context))
    }
}

struct ContextSetStringOp;
impl NativeFunction for ContextSetStringOp {
    const NAME: &'static str = "contextSetString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextSetString: context")?;
        let mut setting: TlsStringSetting = op::argument(cx, &arguments, 1, "contextSetString: setting")?;
        let mut value: String = op::argument(cx, &arguments, 2, "contextSetString: value")?;
        op::finish(cx, TlsOps::context_set_string(&*state(), context, setting, &value))
    }
}

struct ContextSetNumberOp;
impl NativeFunction for ContextSetNumberOp {
    const NAME: &'static str = "contextSetNumber";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextSetNumber: context")?;
        let mut setting: TlsNumberSetting = op::argument(cx, &arguments, 1, "contextSetNumber: setting")?;
        let mut value: f64 = op::argument(cx, &arguments, 2, "contextSetNumber: value")?;
        op::finish(cx, TlsOps::context_set_number(&*state(), context, setting, value))
    }
}

struct ContextSetDhOp;
impl NativeFunction for ContextSetDhOp {
    const NAME: &'static str = "contextSetDh";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextSetDh: context")?;
        let mut pem: Option<&[u8]> = op::argument(cx, &arguments, 1, "contextSetDh: pem")?;
        op::finish(cx, TlsOps::context_set_dh(&*state(), context, pem))
    }
}

struct ContextSetSessionIdContextOp;
impl NativeFunction for ContextSetSessionIdContextOp {
    const NAME: &'static str = "contextSetSessionIdContext";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextSetSessionIdContext: context")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "contextSetSessionIdContext: bytes")?;
        op::finish(cx, TlsOps::context_set_session_id_context(&*state(), context, bytes))
    }
}

struct ContextSetTicketKeysOp;
impl NativeFunction for ContextSetTicketKeysOp {
    const NAME: &'static str = "contextSetTicketKeys";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextSetTicketKeys: context")?;
        let mut keys: &[u8] = op::argument(cx, &arguments, 1, "contextSetTicketKeys: keys")?;
        op::finish(cx, TlsOps::context_set_ticket_keys(&*state(), context, keys))
    }
}

struct ContextAllowPskOp;
impl NativeFunction for ContextAllowPskOp {
    const NAME: &'static str = "contextAllowPsk";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextAllowPsk: context")?;
        op::finish(cx, TlsOps::context_allow_psk(&*state(), context))
    }
}

struct ContextCertificateOp;
impl NativeFunction for ContextCertificateOp {
    const NAME: &'static str = "contextCertificate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "contextCertificate: context")?;
        let mut which: TlsContextCertificate = op::argument(cx, &arguments, 1, "contextCertificate: which")?;
        op::finish(cx, TlsOps::context_certificate(&*state(), context, which))
    }
}

struct CipherNamesOp;
impl NativeFunction for CipherNamesOp {
    const NAME: &'static str = "cipherNames";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TlsOps::cipher_names(&*state()))
    }
}

struct RootCertificatesOp;
impl NativeFunction for RootCertificatesOp {
    const NAME: &'static str = "rootCertificates";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: TlsRootSource = op::argument(cx, &arguments, 0, "rootCertificates: source")?;
        op::finish(cx, TlsOps::root_certificates(&*state(), source))
    }
}

struct SetRootPolicyOp;
impl NativeFunction for SetRootPolicyOp {
    const NAME: &'static str = "setRootPolicy";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut flags: u8 = op::argument(cx, &arguments, 0, "setRootPolicy: flags")?;
        op::finish(cx, TlsOps::set_root_policy(&*state(), flags))
    }
}

struct ExtraRootsProblemOp;
impl NativeFunction for ExtraRootsProblemOp {
    const NAME: &'static str = "extraRootsProblem";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TlsOps::extra_roots_problem(&*state()))
    }
}

struct SetDefaultRootsOp;
impl NativeFunction for SetDefaultRootsOp {
    const NAME: &'static str = "setDefaultRoots";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut pem: &[u8] = op::argument(cx, &arguments, 0, "setDefaultRoots: pem")?;
        op::finish(cx, TlsOps::set_default_roots(&*state(), pem))
    }
}

struct SessionNewOp;
impl NativeFunction for SessionNewOp {
    const NAME: &'static str = "sessionNew";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut context: u32 = op::argument(cx, &arguments, 0, "sessionNew: context")?;
        let mut flags: u8 = op::argument(cx, &arguments, 1, "sessionNew: flags")?;
        op::finish(cx, TlsOps::session_new(&*state(), context, flags))
    }
}

struct SessionDropOp;
impl NativeFunction for SessionDropOp {
    const NAME: &'static str = "sessionDrop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionDrop: session")?;
        op::finish(cx, TlsOps::session_drop(&*state(), session))
    }
}

struct SessionSetServerNameOp;
impl NativeFunction for SessionSetServerNameOp {
    const NAME: &'static str = "sessionSetServerName";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionSetServerName: session")?;
        let mut name: String = op::argument(cx, &arguments, 1, "sessionSetServerName: name")?;
        op::finish(cx, TlsOps::session_set_server_name(&*state(), session, &name))
    }
}

struct SessionSetProtocolsOp;
impl NativeFunction for SessionSetProtocolsOp {
    const NAME: &'static str = "sessionSetProtocols";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionSetProtocols: session")?;
        let mut protocols: &[u8] = op::argument(cx, &arguments, 1, "sessionSetProtocols: protocols")?;
        op::finish(cx, TlsOps::session_set_protocols(&*state(), session, protocols))
    }
}

struct SessionSetVerificationOp;
impl NativeFunction for SessionSetVerificationOp {
    const NAME: &'static str = "sessionSetVerification";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionSetVerification: session")?;
        let mut requests: bool = op::argument(cx, &arguments, 1, "sessionSetVerification: requests")?;
        let mut requires: bool = op::argument(cx, &arguments, 2, "sessionSetVerification: requires")?;
        op::finish(cx, TlsOps::session_set_verification(&*state(), session, requests, requires))
    }
}

struct SessionCollectOp;
impl NativeFunction for SessionCollectOp {
    const NAME: &'static str = "sessionCollect";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionCollect: session")?;
        let mut key_log: bool = op::argument(cx, &arguments, 1, "sessionCollect: key_log")?;
        let mut sessions: bool = op::argument(cx, &arguments, 2, "sessionCollect: sessions")?;
        op::finish(cx, TlsOps::session_collect(&*state(), session, key_log, sessions))
    }
}

struct SessionResumeOp;
impl NativeFunction for SessionResumeOp {
    const NAME: &'static str = "sessionResume";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionResume: session")?;
        let mut der: &[u8] = op::argument(cx, &arguments, 1, "sessionResume: der")?;
        op::finish(cx, TlsOps::session_resume(&*state(), session, der))
    }
}

struct SessionSetPskOp;
impl NativeFunction for SessionSetPskOp {
    const NAME: &'static str = "sessionSetPsk";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionSetPsk: session")?;
        let mut source: Value<'cx> = op::argument(cx, &arguments, 1, "sessionSetPsk: source")?;
        op::finish(cx, TlsOps::session_set_psk(&*state(), cx, session, source))
    }
}

struct SessionSetPskHintOp;
impl NativeFunction for SessionSetPskHintOp {
    const NAME: &'static str = "sessionSetPskHint";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionSetPskHint: session")?;
        let mut hint: String = op::argument(cx, &arguments, 1, "sessionSetPskHint: hint")?;
        op::finish(cx, TlsOps::session_set_psk_hint(&*state(), session, &hint))
    }
}

struct SessionFeedOp;
impl NativeFunction for SessionFeedOp {
    const NAME: &'static str = "sessionFeed";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionFeed: session")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "sessionFeed: bytes")?;
        op::finish(cx, TlsOps::session_feed(&*state(), session, bytes))
    }
}

struct SessionHandshakeOp;
impl NativeFunction for SessionHandshakeOp {
    const NAME: &'static str = "sessionHandshake";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionHandshake: session")?;
        op::finish(cx, TlsOps::session_handshake(&*state(), session))
    }
}

struct SessionFailureOp;
impl NativeFunction for SessionFailureOp {
    const NAME: &'static str = "sessionFailure";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionFailure: session")?;
        op::finish(cx, TlsOps::session_failure(&*state(), session))
    }
}

struct SessionHelloOp;
impl NativeFunction for SessionHelloOp {
    const NAME: &'static str = "sessionHello";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionHello: session")?;
        op::finish(cx, TlsOps::session_hello(&*state(), session))
    }
}

struct SessionReplyToHelloOp;
impl NativeFunction for SessionReplyToHelloOp {
    const NAME: &'static str = "sessionReplyToHello";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionReplyToHello: session")?;
        let mut reply: HelloReply<'_> = op::argument(cx, &arguments, 1, "sessionReplyToHello: reply")?;
        op::finish(cx, TlsOps::session_reply_to_hello(&*state(), session, reply))
    }
}

struct SessionReadOp;
impl NativeFunction for SessionReadOp {
    const NAME: &'static str = "sessionRead";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionRead: session")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "sessionRead: target")?;
        op::finish(cx, TlsOps::session_read(&*state(), session, target))
    }
}

struct SessionWriteOp;
impl NativeFunction for SessionWriteOp {
    const NAME: &'static str = "sessionWrite";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionWrite: session")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "sessionWrite: bytes")?;
        op::finish(cx, TlsOps::session_write(&*state(), session, bytes))
    }
}

struct SessionOutputOp;
impl NativeFunction for SessionOutputOp {
    const NAME: &'static str = "sessionOutput";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionOutput: session")?;
        op::finish(cx, TlsOps::session_output(&*state(), session))
    }
}

struct SessionShutdownOp;
impl NativeFunction for SessionShutdownOp {
    const NAME: &'static str = "sessionShutdown";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionShutdown: session")?;
        op::finish(cx, TlsOps::session_shutdown(&*state(), session))
    }
}

struct SessionIsEstablishedOp;
impl NativeFunction for SessionIsEstablishedOp {
    const NAME: &'static str = "sessionIsEstablished";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionIsEstablished: session")?;
        op::finish(cx, TlsOps::session_is_established(&*state(), session))
    }
}

struct SessionRenegotiateOp;
impl NativeFunction for SessionRenegotiateOp {
    const NAME: &'static str = "sessionRenegotiate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionRenegotiate: session")?;
        op::finish(cx, TlsOps::session_renegotiate(&*state(), session))
    }
}

struct SessionSetMaxSendFragmentOp;
impl NativeFunction for SessionSetMaxSendFragmentOp {
    const NAME: &'static str = "sessionSetMaxSendFragment";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionSetMaxSendFragment: session")?;
        let mut bytes: u32 = op::argument(cx, &arguments, 1, "sessionSetMaxSendFragment: bytes")?;
        op::finish(cx, TlsOps::session_set_max_send_fragment(&*state(), session, bytes))
    }
}

struct SessionTakeSessionsOp;
impl NativeFunction for SessionTakeSessionsOp {
    const NAME: &'static str = "sessionTakeSessions";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionTakeSessions: session")?;
        op::finish(cx, TlsOps::session_take_sessions(&*state(), session))
    }
}

struct SessionTakeKeyLogOp;
impl NativeFunction for SessionTakeKeyLogOp {
    const NAME: &'static str = "sessionTakeKeyLog";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionTakeKeyLog: session")?;
        op::finish(cx, TlsOps::session_take_key_log(&*state(), session))
    }
}

struct SessionStringOp;
impl NativeFunction for SessionStringOp {
    const NAME: &'static str = "sessionString";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionString: session")?;
        let mut which: TlsString = op::argument(cx, &arguments, 1, "sessionString: which")?;
        op::finish(cx, TlsOps::session_string(&*state(), session, which))
    }
}

struct SessionBytesOp;
impl NativeFunction for SessionBytesOp {
    const NAME: &'static str = "sessionBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionBytes: session")?;
        let mut which: TlsBytes = op::argument(cx, &arguments, 1, "sessionBytes: which")?;
        op::finish(cx, TlsOps::session_bytes(&*state(), session, which))
    }
}

struct SessionIsResumedOp;
impl NativeFunction for SessionIsResumedOp {
    const NAME: &'static str = "sessionIsResumed";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionIsResumed: session")?;
        op::finish(cx, TlsOps::session_is_resumed(&*state(), session))
    }
}

struct SessionTicketLifetimeOp;
impl NativeFunction for SessionTicketLifetimeOp {
    const NAME: &'static str = "sessionTicketLifetime";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionTicketLifetime: session")?;
        op::finish(cx, TlsOps::session_ticket_lifetime(&*state(), session))
    }
}

struct SessionKeyExchangeOp;
impl NativeFunction for SessionKeyExchangeOp {
    const NAME: &'static str = "sessionKeyExchange";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionKeyExchange: session")?;
        op::finish(cx, TlsOps::session_key_exchange(&*state(), session))
    }
}

struct SessionExportOp;
impl NativeFunction for SessionExportOp {
    const NAME: &'static str = "sessionExport";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionExport: session")?;
        let mut length: u32 = op::argument(cx, &arguments, 1, "sessionExport: length")?;
        let mut label: String = op::argument(cx, &arguments, 2, "sessionExport: label")?;
        let mut context: Option<&[u8]> = op::argument(cx, &arguments, 3, "sessionExport: context")?;
        op::finish(cx, TlsOps::session_export(&*state(), session, length, &label, context))
    }
}

struct SessionSignatureAlgorithmsOp;
impl NativeFunction for SessionSignatureAlgorithmsOp {
    const NAME: &'static str = "sessionSignatureAlgorithms";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionSignatureAlgorithms: session")?;
        op::finish(cx, TlsOps::session_signature_algorithms(&*state(), session))
    }
}

struct SessionPeerChainOp;
impl NativeFunction for SessionPeerChainOp {
    const NAME: &'static str = "sessionPeerChain";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionPeerChain: session")?;
        let mut whole: bool = op::argument(cx, &arguments, 1, "sessionPeerChain: whole")?;
        op::finish(cx, TlsOps::session_peer_chain(&*state(), session, whole))
    }
}

struct DescribeCertificateOp;
impl NativeFunction for DescribeCertificateOp {
    const NAME: &'static str = "describeCertificate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "describeCertificate: bytes")?;
        op::finish(cx, TlsOps::describe_certificate(&*state(), bytes))
    }
}

/// The functions of `native:tls`.
pub const AREA: Area = Area {
    name: "tls",
    functions: &[
        AreaFunction { name: "contextNew", is_async: false, make: op::make::<ContextNewOp> },
        AreaFunction { name: "contextShare", is_async: false, make: op::make::<ContextShareOp> },
        AreaFunction { name: "contextDrop", is_async: false, make: op::make::<ContextDropOp> },
        AreaFunction { name: "contextAddCertificate", is_async: false, make: op::make::<ContextAddCertificateOp> },
        AreaFunction { name: "contextAddKey", is_async: false, make: op::make::<ContextAddKeyOp> },
        AreaFunction { name: "contextAddPfx", is_async: false, make: op::make::<ContextAddPfxOp> },
        AreaFunction { name: "contextAddRoots", is_async: false, make: op::make::<ContextAddRootsOp> },
        AreaFunction { name: "contextUseDefaultRoots", is_async: false, make: op::make::<ContextUseDefaultRootsOp> },
        AreaFunction { name: "contextAddCrl", is_async: false, make: op::make::<ContextAddCrlOp> },
        AreaFunction {
            name: "contextAllowPartialChain",
            is_async: false,
            make: op::make::<ContextAllowPartialChainOp>,
        },
        AreaFunction { name: "contextSetString", is_async: false, make: op::make::<ContextSetStringOp> },
        AreaFunction { name: "contextSetNumber", is_async: false, make: op::make::<ContextSetNumberOp> },
        AreaFunction { name: "contextSetDh", is_async: false, make: op::make::<ContextSetDhOp> },
        AreaFunction {
            name: "contextSetSessionIdContext",
            is_async: false,
            make: op::make::<ContextSetSessionIdContextOp>,
        },
        AreaFunction { name: "contextSetTicketKeys", is_async: false, make: op::make::<ContextSetTicketKeysOp> },
        AreaFunction { name: "contextAllowPsk", is_async: false, make: op::make::<ContextAllowPskOp> },
        AreaFunction { name: "contextCertificate", is_async: false, make: op::make::<ContextCertificateOp> },
        AreaFunction { name: "cipherNames", is_async: false, make: op::make::<CipherNamesOp> },
        AreaFunction { name: "rootCertificates", is_async: false, make: op::make::<RootCertificatesOp> },
        AreaFunction { name: "setRootPolicy", is_async: false, make: op::make::<SetRootPolicyOp> },
        AreaFunction { name: "extraRootsProblem", is_async: false, make: op::make::<ExtraRootsProblemOp> },
        AreaFunction { name: "setDefaultRoots", is_async: false, make: op::make::<SetDefaultRootsOp> },
        AreaFunction { name: "sessionNew", is_async: false, make: op::make::<SessionNewOp> },
        AreaFunction { name: "sessionDrop", is_async: false, make: op::make::<SessionDropOp> },
        AreaFunction { name: "sessionSetServerName", is_async: false, make: op::make::<SessionSetServerNameOp> },
        AreaFunction { name: "sessionSetProtocols", is_async: false, make: op::make::<SessionSetProtocolsOp> },
        AreaFunction { name: "sessionSetVerification", is_async: false, make: op::make::<SessionSetVerificationOp> },
        AreaFunction { name: "sessionCollect", is_async: false, make: op::make::<SessionCollectOp> },
        AreaFunction { name: "sessionResume", is_async: false, make: op::make::<SessionResumeOp> },
        AreaFunction { name: "sessionSetPsk", is_async: false, make: op::make::<SessionSetPskOp> },
        AreaFunction { name: "sessionSetPskHint", is_async: false, make: op::make::<SessionSetPskHintOp> },
        AreaFunction { name: "sessionFeed", is_async: false, make: op::make::<SessionFeedOp> },
        AreaFunction { name: "sessionHandshake", is_async: false, make: op::make::<SessionHandshakeOp> },
        AreaFunction { name: "sessionFailure", is_async: false, make: op::make::<SessionFailureOp> },
        AreaFunction { name: "sessionHello", is_async: false, make: op::make::<SessionHelloOp> },
        AreaFunction { name: "sessionReplyToHello", is_async: false, make: op::make::<SessionReplyToHelloOp> },
        AreaFunction { name: "sessionRead", is_async: false, make: op::make::<SessionReadOp> },
        AreaFunction { name: "sessionWrite", is_async: false, make: op::make::<SessionWriteOp> },
        AreaFunction { name: "sessionOutput", is_async: false, make: op::make::<SessionOutputOp> },
        AreaFunction { name: "sessionShutdown", is_async: false, make: op::make::<SessionShutdownOp> },
        AreaFunction { name: "sessionIsEstablished", is_async: false, make: op::make::<SessionIsEstablishedOp> },
        AreaFunction { name: "sessionRenegotiate", is_async: false, make: op::make::<SessionRenegotiateOp> },
        AreaFunction {
            name: "sessionSetMaxSendFragment",
            is_async: false,
            make: op::make::<SessionSetMaxSendFragmentOp>,
        },
        AreaFunction { name: "sessionTakeSessions", is_async: false, make: op::make::<SessionTakeSessionsOp> },
        AreaFunction { name: "sessionTakeKeyLog", is_async: false, make: op::make::<SessionTakeKeyLogOp> },
        AreaFunction { name: "sessionString", is_async: false, make: op::make::<SessionStringOp> },
        AreaFunction { name: "sessionBytes", is_async: false, make: op::make::<SessionBytesOp> },
        AreaFunction { name: "sessionIsResumed", is_async: false, make: op::make::<SessionIsResumedOp> },
        AreaFunction { name: "sessionTicketLifetime", is_async: false, make: op::make::<SessionTicketLifetimeOp> },
        AreaFunction { name: "sessionKeyExchange", is_async: false, make: op::make::<SessionKeyExchangeOp> },
        AreaFunction { name: "sessionExport", is_async: false, make: op::make::<SessionExportOp> },
        AreaFunction {
            name: "sessionSignatureAlgorithms",
            is_async: false,
            make: op::make::<SessionSignatureAlgorithmsOp>,
        },
        AreaFunction { name: "sessionPeerChain", is_async: false, make: op::make::<SessionPeerChainOp> },
        AreaFunction { name: "describeCertificate", is_async: false, make: op::make::<DescribeCertificateOp> },
    ],
};
