//! Settings that many sessions share: certificates, keys, trusted roots, versions, ciphers, tickets.

use crate::callbacks;
use crate::certificates::parse_certificates;
use crate::error::{ErrorEntry, TlsError};
use crate::ffi;
use crate::roots::RootStore;
use openssl::dh::Dh;
use openssl::error::ErrorStack;
use openssl::hash::MessageDigest;
use openssl::pkcs12::Pkcs12;
use openssl::pkey::{PKey, Private};
use openssl::ssl::{SslContext, SslContextBuilder, SslMethod, SslMode, SslOptions, SslVersion};
use openssl::x509::store::X509StoreBuilder;
use openssl::x509::verify::X509VerifyFlags;
use openssl::x509::{X509, X509Crl, X509VerifyResult};

/// A complete context. Cheap to clone; may be shared between threads.
#[derive(Clone)]
pub struct TlsContext {
    pub(crate) inner: SslContext,
}

/// Builds a [`TlsContext`] step by step; each step can fail separately, in the order of the calls.
pub struct TlsContextBuilder {
    inner: SslContextBuilder,
    store: Store,
}

/// The trusted roots: shared with other contexts until something is added.
enum Store {
    Untouched,
    Shared(RootStore),
    Own,
}

/// Parameters of finite-field Diffie-Hellman.
pub enum DhParameters<'a> {
    /// OpenSSL chooses by the strength of the certificate.
    Automatic,
    Pem(&'a [u8]),
}

impl TlsContextBuilder {
    /// Starts a context for versions from `min_version` to `max_version`, in protocol numbers (0x0303 is TLS 1.2,
    /// `None`: OpenSSL's limit). It trusts no peer until roots are added.
    ///
    /// # Errors
    /// OpenSSL's, for an unknown version.
    pub fn new(min_version: Option<u16>, max_version: Option<u16>) -> Result<Self, TlsError> {
        let mut inner = SslContext::builder(SslMethod::tls())?;
        // OpenSSL's default compatibility flags are left as they are; those of the version limits are set below.
        inner.set_options(
            SslOptions::NO_SSLV2 | SslOptions::NO_SSLV3 | SslOptions::NO_COMPRESSION | allow_client_renegotiation(),
        );
        inner.set_mode(SslMode::AUTO_RETRY | SslMode::ACCEPT_MOVING_WRITE_BUFFER | SslMode::RELEASE_BUFFERS);
        inner.set_min_proto_version(min_version.map(protocol_version).transpose()?)?;
        inner.set_max_proto_version(max_version.map(protocol_version).transpose()?)?;
        callbacks::install(&mut inner)?;
        Ok(Self { inner, store: Store::Untouched })
    }

    /// Limits the ciphers up to TLS 1.2 (an OpenSSL cipher list). An empty list is allowed: no such cipher.
    pub fn set_ciphers(&mut self, list: &str) -> Result<(), TlsError> {
        match self.inner.set_cipher_list(until_nul(list)) {
            Err(_) if list.is_empty() => Ok(()),
            result => Ok(result?),
        }
    }

    /// Limits the cipher suites of TLS 1.3, separated by colons.
    pub fn set_cipher_suites(&mut self, list: &str) -> Result<(), TlsError> {
        Ok(self.inner.set_ciphersuites(until_nul(list))?)
    }

    /// Sets the signature algorithms, in OpenSSL's notation, in order of preference.
    pub fn set_signature_algorithms(&mut self, list: &str) -> Result<(), TlsError> {
        Ok(self.inner.set_sigalgs_list(until_nul(list))?)
    }

    /// Sets the groups of the key exchange, in order of preference, separated by colons.
    ///
    /// # Errors
    /// `ERR_CRYPTO_OPERATION_FAILED` for an unknown name.
    pub fn set_groups(&mut self, list: &str) -> Result<(), TlsError> {
        self.inner
            .set_groups_list(until_nul(list))
            .map_err(|_| TlsError::coded("ERR_CRYPTO_OPERATION_FAILED", "Failed to set ECDH curve"))
    }

    /// Sets options of OpenSSL by their bits (`SSL_OP_…`).
    pub fn set_options(&mut self, bits: u64) {
        self.inner.set_options(SslOptions::from_bits_retain(bits as _));
    }

    /// Adds a certificate chain in PEM: the first certificate is our own, the others are sent with it.
    ///
    /// # Errors
    /// OpenSSL's: no certificate in the PEM, a key that is too small, a digest that is too weak.
    pub fn add_certificate_chain(&mut self, pem: &[u8]) -> Result<(), TlsError> {
        // An invalid first block is an error; invalid later ones end the chain silently.
        let leaf = X509::from_pem(pem)?;
        let others: Vec<_> = parse_certificates(pem).into_iter().skip(1).collect();
        self.add_leaf(&leaf, &others)
    }

    /// Adds a private key in PEM. It must match a certificate of its type that was added before, if there is one.
    ///
    /// # Errors
    /// OpenSSL's: no key, a wrong or missing passphrase, a key of another certificate.
    pub fn add_key(&mut self, pem: &[u8], passphrase: Option<&[u8]>) -> Result<(), TlsError> {
        let key = parse_key(pem, passphrase)?;
        self.add_private_key(&key)
    }

    /// Adds a key that was parsed elsewhere. For errors see [`Self::add_key`].
    pub fn add_private_key(&mut self, key: &PKey<Private>) -> Result<(), TlsError> {
        Ok(self.inner.set_private_key(key)?)
    }

    /// Adds key, certificate and further certificates of a PKCS #12 file; the further ones are trusted too, as in Node.js.
    ///
    /// # Errors
    /// `ERR_CRYPTO_OPERATION_FAILED` with OpenSSL's reason, such as `mac verify failure` for a wrong passphrase.
    pub fn add_pfx(&mut self, der: &[u8], passphrase: &str) -> Result<(), TlsError> {
        let parsed = Pkcs12::from_der(der).and_then(|file| file.parse2(passphrase)).map_err(pfx_error)?;
        let others: Vec<X509> = parsed.ca.iter().flatten().map(|certificate| certificate.to_owned()).collect();
        let missing = |reason| TlsError::coded("ERR_CRYPTO_OPERATION_FAILED", reason);
        let key = parsed.pkey.ok_or_else(|| missing("Unable to load private key from PFX data"))?;
        let certificate = parsed.cert.ok_or_else(|| missing("Unable to load PFX certificate"))?;
        self.add_leaf(&certificate, &others)?;
        self.inner.set_private_key(&key)?;
        others.into_iter().try_for_each(|certificate| self.trust(certificate))
    }

    /// Trusts every certificate of a PEM, and sends it to clients as an acceptable issuer. Other content is skipped.
    pub fn add_roots(&mut self, pem: &[u8]) -> Result<(), TlsError> {
        parse_certificates(pem).into_iter().try_for_each(|certificate| self.trust(certificate))
    }

    /// Trusts a certificate; see [`Self::add_roots`].
    pub fn trust(&mut self, certificate: X509) -> Result<(), TlsError> {
        self.inner.add_client_ca(&certificate)?;
        // A duplicate certificate is not an error.
        let _ = self.own_store().add_cert(certificate);
        Ok(())
    }

    /// Trusts the certificates of a store, without a copy as long as nothing else is added.
    pub fn set_root_store(&mut self, roots: RootStore) {
        match self.store {
            Store::Own => roots.certificates().into_iter().for_each(|certificate| {
                let _ = self.own_store().add_cert(certificate);
            }),
            Store::Untouched | Store::Shared(_) => self.store = Store::Shared(roots),
        }
    }

    /// Adds a certificate revocation list in PEM, and checks all certificates of a chain against such lists.
    ///
    /// # Errors
    /// `ERR_CRYPTO_OPERATION_FAILED` when it is invalid.
    pub fn add_crl(&mut self, pem: &[u8]) -> Result<(), TlsError> {
        let crl = X509Crl::from_pem(pem)
            .map_err(|_| TlsError::coded("ERR_CRYPTO_OPERATION_FAILED", "Failed to parse CRL"))?;
        let mut store = self.own_store();
        ffi::add_crl(&mut store, &crl)?;
        Ok(store.set_flags(X509VerifyFlags::CRL_CHECK | X509VerifyFlags::CRL_CHECK_ALL)?)
    }

    /// Accepts a chain that ends in any trusted certificate, not only in a self-signed one.
    pub fn allow_partial_chain(&mut self) -> Result<(), TlsError> {
        Ok(self.own_store().set_flags(X509VerifyFlags::PARTIAL_CHAIN)?)
    }

    /// Sets the parameters of finite-field Diffie-Hellman.
    ///
    /// # Errors
    /// `ERR_INVALID_ARG_VALUE` when they have less than 1024 bits; OpenSSL's when they are invalid.
    pub fn set_dh(&mut self, parameters: DhParameters<'_>) -> Result<(), TlsError> {
        let DhParameters::Pem(pem) = parameters else { return ffi::set_dh_auto(&mut self.inner) };
        let parameters = Dh::params_from_pem(pem)?;
        if parameters.prime_p().num_bits() < 1024 {
            return Err(TlsError::coded("ERR_INVALID_ARG_VALUE", "DH parameter is less than 1024 bits"));
        }
        Ok(self.inner.set_tmp_dh(&parameters)?)
    }

    /// Sets the session id context (at most 32 bytes): servers resume only sessions of the same context.
    pub fn set_session_id_context(&mut self, context: &[u8]) -> Result<(), TlsError> {
        Ok(self.inner.set_session_id_context(context)?)
    }

    /// Sets for how many seconds a session may be resumed.
    pub fn set_session_timeout(&mut self, seconds: u32) {
        ffi::set_session_timeout(&mut self.inner, seconds);
    }

    /// Sets the 48 bytes that tickets are encrypted with: a name (16), a MAC key (16), a cipher key (16). Servers with
    /// the same bytes resume each other's sessions.
    pub fn set_ticket_keys(&mut self, keys: &[u8; 48]) -> Result<(), TlsError> {
        // OpenSSL expects keys of 32 bytes. HMAC fills a short key with zeros; the key of AES-256 is derived.
        let mut extended = [0; ffi::TICKET_KEY_BYTES];
        extended[..32].copy_from_slice(&keys[..32]);
        let cipher_key = openssl::hash::hash(MessageDigest::sha256(), &keys[32..])?;
        extended[48..].copy_from_slice(&cipher_key);
        ffi::set_ticket_keys(&mut self.inner, &extended)
    }

    /// Allows sessions to use pre-shared keys (see [`crate::Session::set_psk_source`]).
    pub fn allow_psk(&mut self) {
        callbacks::install_psk(&mut self.inner);
    }

    /// Sets OpenSSL's security level, 0 (anything) to 5.
    pub fn set_security_level(&mut self, level: u32) {
        self.inner.set_security_level(level);
    }

    /// Sets the protocols that clients offer by ALPN, in order of preference. Sessions may replace it.
    pub fn set_protocols(&mut self, protocols: &[Vec<u8>]) -> Result<(), TlsError> {
        Ok(self.inner.set_alpn_protos(&alpn_list(protocols))?)
    }

    /// Finishes the context.
    pub fn build(mut self) -> TlsContext {
        if let Store::Shared(roots) = &self.store {
            self.inner.set_cert_store(roots.share());
        }
        TlsContext { inner: self.inner.build() }
    }

    fn add_leaf(&mut self, leaf: &X509, others: &[X509]) -> Result<(), TlsError> {
        self.inner.set_certificate(leaf)?;
        ffi::clear_chain(&mut self.inner)?;
        others.iter().try_for_each(|certificate| ffi::add_to_chain(&mut self.inner, certificate))
    }

    /// A store that belongs to this context alone, with the contents of the shared one.
    fn own_store(&mut self) -> X509StoreBuilder {
        if let Store::Shared(roots) = std::mem::replace(&mut self.store, Store::Own) {
            self.inner.set_cert_store(roots.copy());
        }
        ffi::reopen_store(ffi::store_of(&self.inner))
    }
}

impl TlsContext {
    /// Our first certificate.
    pub fn certificate(&self) -> Option<X509> {
        self.inner.certificate().map(|certificate| certificate.to_owned())
    }

    /// The issuer of our first certificate, from the chain that is sent or the trusted roots.
    pub fn issuer(&self) -> Option<X509> {
        let leaf = self.certificate()?;
        let mut sent = ffi::chain_of(&self.inner);
        let roots = || -> Vec<X509> {
            self.inner.cert_store().all_certificates().iter().map(|certificate| certificate.to_owned()).collect()
        };
        // A trusted root is its own issuer.
        let itself = || roots().into_iter().find(|root| root.issued(&leaf) == X509VerifyResult::OK);
        crate::certificates::complete_chain(leaf.clone(), &mut sent, roots).into_iter().nth(1).or_else(itself)
    }
}

/// Names of all ciphers of OpenSSL, in lower case, in OpenSSL's order.
pub fn cipher_names() -> Vec<String> {
    let Ok(mut context) = SslContext::builder(SslMethod::tls()) else { return Vec::new() };
    if context.set_cipher_list("ALL:COMPLEMENTOFALL:@SECLEVEL=0").is_err() {
        return Vec::new();
    }
    let Ok(ssl) = openssl::ssl::Ssl::new(&context.build()) else { return Vec::new() };
    ffi::ciphers(&ssl)
}

/// The wire format of a list of protocols: each preceded by its length.
pub(crate) fn alpn_list(protocols: &[Vec<u8>]) -> Vec<u8> {
    let mut list = Vec::new();
    for protocol in protocols.iter().filter(|protocol| (1..256).contains(&protocol.len())) {
        list.push(protocol.len() as u8);
        list.extend_from_slice(protocol);
    }
    list
}

/// OpenSSL 3 refuses a client's renegotiation by default; the owner counts and limits it.
fn allow_client_renegotiation() -> SslOptions {
    const SSL_OP_ALLOW_CLIENT_RENEGOTIATION: u64 = 1 << 8;
    SslOptions::from_bits_retain(SSL_OP_ALLOW_CLIENT_RENEGOTIATION as _)
}

fn protocol_version(number: u16) -> Result<SslVersion, TlsError> {
    match number {
        0x0301 => Ok(SslVersion::TLS1),
        0x0302 => Ok(SslVersion::TLS1_1),
        0x0303 => Ok(SslVersion::TLS1_2),
        0x0304 => Ok(SslVersion::TLS1_3),
        _ => Err(TlsError::coded(
            "ERR_TLS_INVALID_PROTOCOL_VERSION",
            format!("{number:#06x} is not a TLS protocol version"),
        )),
    }
}

fn parse_key(pem: &[u8], passphrase: Option<&[u8]>) -> Result<PKey<Private>, TlsError> {
    let mut was_missing = false;
    let key = PKey::private_key_from_pem_callback(pem, |buffer| {
        let Some(passphrase) = passphrase.filter(|text| text.len() <= buffer.len()) else {
            was_missing = true;
            return Err(ErrorStack::get());
        };
        buffer[..passphrase.len()].copy_from_slice(passphrase);
        Ok(passphrase.len())
    });
    // The wrapper continues with an empty passphrase; OpenSSL's own error for a missing one is this.
    if was_missing {
        let (library, reason) = ("common libcrypto routines".to_string(), "interrupted or cancelled".to_string());
        return Err(TlsError::OpenSsl(vec![ErrorEntry {
            code: 0x0788_0109,
            library,
            reason,
            ..ErrorEntry::default()
        }]));
    }
    key.map_err(TlsError::from)
}

fn pfx_error(stack: ErrorStack) -> TlsError {
    let reason = stack.errors().first().and_then(|error| error.reason()).unwrap_or("Unable to load PFX certificate");
    // RC2 and other old ciphers are in OpenSSL's legacy provider, which is not loaded.
    if stack.errors().iter().any(|error| error.reason() == Some("unsupported")) {
        return TlsError::coded("ERR_CRYPTO_UNSUPPORTED_OPERATION", "Unsupported PKCS12 PFX data");
    }
    TlsError::coded("ERR_CRYPTO_OPERATION_FAILED", reason)
}

/// The string up to its first NUL, where C would end it: the bindings panic for one inside.
pub(crate) fn until_nul(text: &str) -> &str {
    text.split('\0').next().unwrap_or_default()
}
