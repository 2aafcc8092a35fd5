//! X.509 certificates. Callers parse their fields from the DER; checks that need OpenSSL are here.

use crate::keys::{private, public};
use crate::{Failure, raw};
use openssl::pkcs12::Pkcs12;
use openssl::x509::{X509, X509VerifyResult};

/// Reads a certificate as PEM or DER; the result is DER.
pub fn read(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let is_pem = bytes.windows(11).any(|window| window == b"-----BEGIN ");
    let certificate = if is_pem { X509::from_pem(bytes)? } else { X509::from_der(bytes)? };
    Ok(certificate.to_der()?)
}

/// Whether the certificate may sign others.
pub fn is_authority(der: &[u8]) -> Result<bool, Failure> {
    Ok(raw::is_authority(&*X509::from_der(der)?))
}

/// The certificate's name that matches a host; None without one.
pub fn check_host(der: &[u8], host: &str, flags: u32) -> Result<Option<String>, Failure> {
    Ok(raw::check_host(&*X509::from_der(der)?, host, flags)?)
}

/// Whether it is for an email address.
pub fn check_email(der: &[u8], email: &str, flags: u32) -> Result<bool, Failure> {
    Ok(raw::check_email(&*X509::from_der(der)?, email, flags)?)
}

/// Whether it is for an IP address of 4 or 16 bytes.
pub fn check_address(der: &[u8], address: &[u8], flags: u32) -> Result<bool, Failure> {
    Ok(raw::check_address(&*X509::from_der(der)?, address, flags)?)
}

/// Whether `issuer` could have issued it: names and identifiers match. The signature is not checked.
pub fn is_issued_by(der: &[u8], issuer: &[u8]) -> Result<bool, Failure> {
    Ok(X509::from_der(issuer)?.issued(&*X509::from_der(der)?) == X509VerifyResult::OK)
}

/// Whether it was signed with the private key of this public key.
pub fn is_signed_by(der: &[u8], key: &[u8]) -> Result<bool, Failure> {
    let key = public(key)?;
    Ok(X509::from_der(der)?.verify(&key).unwrap_or(false))
}

/// The contents of a PKCS#12 bundle, as DER.
#[derive(Debug, Default)]
pub struct Bundle {
    pub private_key: Option<Vec<u8>>,
    pub certificate: Option<Vec<u8>>,
    pub others: Vec<Vec<u8>>,
}

/// Opens a PKCS#12 bundle.
pub fn open_bundle(bytes: &[u8], passphrase: &str) -> Result<Bundle, Failure> {
    let parsed = Pkcs12::from_der(bytes)?.parse2(passphrase)?;
    let private_key = parsed.pkey.map(|key| key.private_key_to_pkcs8()).transpose()?;
    if let Some(der) = &private_key {
        private(der)?;
    }
    let certificate = parsed.cert.map(|certificate| certificate.to_der()).transpose()?;
    let others = parsed.ca.map(|list| list.iter().map(|one| one.to_der()).collect()).transpose()?.unwrap_or_default();
    Ok(Bundle { private_key, certificate, others })
}
