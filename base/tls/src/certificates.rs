//! Parsing certificates from PEM and DER, and building a peer's chain.

use crate::error::TlsError;
use openssl::ssl::SslRef;
use openssl::x509::{X509, X509Ref, X509VerifyResult};

/// The maximum length of a chain that is built here.
const CHAIN_LENGTH_MAX: usize = 32;

/// Parses one certificate: PEM when it begins like PEM, else DER.
///
/// # Errors
/// OpenSSL's, when it is neither.
pub fn parse_certificate(bytes: &[u8]) -> Result<X509, TlsError> {
    let parsed = if bytes.first() == Some(&0x30) { X509::from_der(bytes) } else { X509::from_pem(bytes) };
    parsed.map_err(TlsError::from)
}

/// Parses all certificates of a PEM. Other content and blocks of other kinds are skipped; parsing ends silently at an
/// invalid block.
pub fn parse_certificates(pem: &[u8]) -> Vec<X509> {
    const BEGIN: &[u8] = b"-----BEGIN ";
    const END: &[u8] = b"-----END ";
    let mut certificates = Vec::new();
    let mut rest = pem;
    while let Some(start) = find(rest, BEGIN) {
        rest = &rest[start..];
        let Some(end) = find(rest, END) else { break };
        let block_end =
            end + rest[end..].iter().position(|byte| *byte == b'\n').map_or(rest.len() - end, |index| index + 1);
        let (block, after) = rest.split_at(block_end);
        rest = after;
        let label = &block[BEGIN.len()..];
        if !["CERTIFICATE-----", "X509 CERTIFICATE-----", "TRUSTED CERTIFICATE-----"]
            .iter()
            .any(|wanted| label.starts_with(wanted.as_bytes()))
        {
            continue;
        }
        match X509::from_pem(block) {
            Ok(certificate) => certificates.push(certificate),
            Err(_) => break,
        }
    }
    certificates
}

/// The chain of the peer of `ssl`, its own certificate first, completed by issuers from the trusted roots as far as
/// they are known. Empty when the peer sent none.
pub fn certificate_chain(ssl: &SslRef) -> Vec<X509> {
    let Some(leaf) = ssl.peer_certificate() else { return Vec::new() };
    let mut candidates: Vec<X509> =
        ssl.peer_cert_chain().map(|chain| chain.iter().map(X509Ref::to_owned).collect()).unwrap_or_default();
    complete_chain(leaf, &mut candidates, || {
        ssl.ssl_context().cert_store().all_certificates().iter().map(X509Ref::to_owned).collect()
    })
}

/// Builds a chain: `leaf`, then issuer after issuer, from `candidates` first, then from `roots`.
pub(crate) fn complete_chain(leaf: X509, candidates: &mut Vec<X509>, roots: impl FnOnce() -> Vec<X509>) -> Vec<X509> {
    let mut chain = vec![leaf];
    let mut roots = Some(roots);
    let mut known_roots = Vec::new();
    while chain.len() < CHAIN_LENGTH_MAX {
        let last = &chain[chain.len() - 1];
        if is_issuer(last, last) {
            break;
        }
        let found = candidates.iter().position(|candidate| is_issuer(candidate, last));
        if let Some(index) = found {
            chain.push(candidates.swap_remove(index));
            continue;
        }
        if let Some(roots) = roots.take() {
            known_roots = roots();
        }
        let Some(root) = known_roots.iter().find(|root| is_issuer(root, last)) else { break };
        chain.push(root.clone());
    }
    chain
}

fn is_issuer(issuer: &X509, subject: &X509) -> bool {
    issuer.issued(subject) == X509VerifyResult::OK
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
