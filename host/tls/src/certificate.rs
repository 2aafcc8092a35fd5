//! The properties of a certificate that Node.js shows (`tlsSocket.getPeerCertificate()`).

use crate::generated::tls_ops::Certificate;
use brio_realm::op::Text;
use openssl::ec::PointConversionForm;
use openssl::hash::MessageDigest;
use openssl::nid::Nid;
use openssl::pkey::{Id, PKey, Public};
use openssl::x509::{GeneralNameRef, X509ExtendedKeyUsage, X509NameRef, X509Ref, X509VerifyResult};
use std::net::IpAddr;

/// Purposes (RFC 5280 §4.2.1.12) and their object identifiers.
const PURPOSES: [(X509ExtendedKeyUsage, &str); 8] = [
    (X509ExtendedKeyUsage::SSL_SERVER, "1.3.6.1.5.5.7.3.1"),
    (X509ExtendedKeyUsage::SSL_CLIENT, "1.3.6.1.5.5.7.3.2"),
    (X509ExtendedKeyUsage::CODE_SIGN, "1.3.6.1.5.5.7.3.3"),
    (X509ExtendedKeyUsage::SMIME, "1.3.6.1.5.5.7.3.4"),
    (X509ExtendedKeyUsage::TIMESTAMP, "1.3.6.1.5.5.7.3.8"),
    (X509ExtendedKeyUsage::OCSP_SIGN, "1.3.6.1.5.5.7.3.9"),
    (X509ExtendedKeyUsage::DVCS, "1.3.6.1.5.5.7.3.10"),
    (X509ExtendedKeyUsage::ANYEKU, "2.5.29.37.0"),
];

/// Describes a certificate. `None` when it cannot be written as DER.
pub fn describe(certificate: &X509Ref) -> Option<Certificate> {
    let key = KeyFields::of(certificate.public_key().ok());
    let usage = certificate.extended_key_usage().unwrap_or(X509ExtendedKeyUsage::empty());
    let alternatives = certificate.subject_alt_names();
    Some(Certificate {
        subject: name_pairs(certificate.subject_name()),
        issuer: name_pairs(certificate.issuer_name()),
        subject_alt_name: alternatives
            .map(|names| names.iter().filter_map(general_name).collect::<Vec<_>>().join(", ").into()),
        info_access: info_access(certificate),
        is_authority: certificate.pathlen().is_some() || is_authority(certificate),
        modulus: key.modulus.map(Text::from),
        exponent: key.exponent.map(Text::from),
        bits: key.bits,
        public_key: key.public_key,
        asn1_curve: key.asn1_curve.map(Text::from),
        nist_curve: key.nist_curve.map(Text::from),
        valid_from: certificate.not_before().to_string().into(),
        valid_to: certificate.not_after().to_string().into(),
        fingerprint: fingerprint(certificate, MessageDigest::sha1()),
        fingerprint256: fingerprint(certificate, MessageDigest::sha256()),
        fingerprint512: fingerprint(certificate, MessageDigest::sha512()),
        extended_key_usage: PURPOSES
            .iter()
            .filter(|(purpose, _)| usage.contains(*purpose))
            .map(|(_, identifier)| (*identifier).to_string())
            .collect(),
        serial_number: certificate.serial_number().to_bn().ok()?.to_hex_str().ok()?.to_string().into(),
        raw: certificate.to_der().ok()?,
        is_self_issued: certificate.issued(certificate) == X509VerifyResult::OK,
    })
}

#[derive(Default)]
struct KeyFields {
    modulus: Option<String>,
    exponent: Option<String>,
    bits: u32,
    public_key: Option<Vec<u8>>,
    asn1_curve: Option<String>,
    nist_curve: Option<String>,
}

impl KeyFields {
    fn of(key: Option<PKey<Public>>) -> Self {
        let Some(key) = key else { return Self::default() };
        let fields = Self { bits: key.bits(), ..Self::default() };
        match key.id() {
            Id::RSA | Id::RSA_PSS => {
                let Ok(rsa) = key.rsa() else { return fields };
                let hexadecimal = |number: &openssl::bn::BigNumRef| {
                    number.to_hex_str().map(|text| text.to_string()).unwrap_or_default()
                };
                let exponent = hexadecimal(rsa.e()).to_lowercase();
                Self {
                    modulus: Some(hexadecimal(rsa.n())),
                    exponent: Some(format!("0x{}", exponent.trim_start_matches('0'))),
                    public_key: rsa.public_key_to_der().ok(),
                    ..fields
                }
            }
            Id::EC => {
                let Ok(ec) = key.ec_key() else { return fields };
                let Ok(mut numbers) = openssl::bn::BigNumContext::new() else { return fields };
                let point = ec.public_key().to_bytes(ec.group(), PointConversionForm::UNCOMPRESSED, &mut numbers).ok();
                let curve = ec.group().curve_name();
                let asn1_curve = curve.and_then(|curve| curve.short_name().ok()).map(str::to_string);
                Self {
                    public_key: point,
                    asn1_curve,
                    nist_curve: curve.and_then(nist_curve).map(str::to_string),
                    ..fields
                }
            }
            _ => fields,
        }
    }
}

fn nist_curve(curve: Nid) -> Option<&'static str> {
    Some(match curve {
        Nid::X9_62_PRIME192V1 => "P-192",
        Nid::SECP224R1 => "P-224",
        Nid::X9_62_PRIME256V1 => "P-256",
        Nid::SECP384R1 => "P-384",
        Nid::SECP521R1 => "P-521",
        _ => return None,
    })
}

fn name_pairs(name: &X509NameRef) -> Vec<String> {
    let mut pairs = Vec::new();
    for entry in name.entries() {
        let key = entry.object().nid().short_name().map(str::to_string).unwrap_or_else(|_| entry.object().to_string());
        let value =
            entry.data().to_string().unwrap_or_else(|_| String::from_utf8_lossy(entry.data().as_slice()).into_owned());
        pairs.extend([key, value]);
    }
    pairs
}

/// One alternative name in the string form of Node.js; names that would be ambiguous there are quoted as JSON.
fn general_name(name: &GeneralNameRef) -> Option<String> {
    if let Some(text) = name.dnsname() {
        return Some(format!("DNS:{}", quoted_if_needed(text)));
    }
    if let Some(text) = name.uri() {
        return Some(format!("URI:{}", quoted_if_needed(text)));
    }
    if let Some(text) = name.email() {
        return Some(format!("email:{}", quoted_if_needed(text)));
    }
    if let Some(bytes) = name.ipaddress() {
        let text = match bytes.len() {
            4 => IpAddr::from(<[u8; 4]>::try_from(bytes).ok()?).to_string(),
            16 => <[u8; 16]>::try_from(bytes)
                .ok()?
                .chunks(2)
                .map(|pair| format!("{:X}", u16::from_be_bytes([pair[0], pair[1]])))
                .collect::<Vec<_>>()
                .join(":"),
            length => format!("<invalid length={length}>"),
        };
        return Some(format!("IP Address:{text}"));
    }
    name.directory_name().map(|directory| {
        let parts: Vec<String> =
            name_pairs(directory).chunks(2).map(|pair| format!("{} = {}", pair[0], pair[1])).collect();
        format!("DirName:{}", quoted_if_needed(&parts.join(", ")))
    })
}

fn quoted_if_needed(text: &str) -> String {
    let is_plain =
        text.chars().all(|letter| (' '..='~').contains(&letter) && !matches!(letter, '"' | '\\' | ',' | '\''));
    if is_plain {
        return text.to_string();
    }
    let escaped = text.chars().map(|letter| match letter {
        '"' | '\\' => format!("\\{letter}"),
        ' '..='~' => letter.to_string(),
        other => other.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn info_access(certificate: &X509Ref) -> Vec<String> {
    let Some(entries) = certificate.authority_info() else { return Vec::new() };
    let mut pairs = Vec::new();
    for entry in &entries {
        let method =
            entry.method().nid().long_name().map(str::to_string).unwrap_or_else(|_| entry.method().to_string());
        let Some((kind, value)) = general_name(entry.location())
            .and_then(|text| text.split_once(':').map(|(kind, value)| (kind.to_string(), value.to_string())))
        else {
            continue;
        };
        pairs.extend([format!("{method} - {kind}"), value]);
    }
    pairs
}

/// Whether the certificate may sign others: it may sign itself, or its basic constraints say so.
fn is_authority(certificate: &X509Ref) -> bool {
    // BasicConstraints (2.5.29.19) with cA TRUE, in DER: OID, perhaps critical TRUE, OCTET STRING { SEQUENCE { BOOLEAN TRUE … } }.
    const OBJECT: [u8; 5] = [0x06, 0x03, 0x55, 0x1d, 0x13];
    let Ok(der) = certificate.to_der() else { return false };
    let Some(start) = der.windows(OBJECT.len()).position(|window| window == OBJECT) else { return false };
    let rest = &der[start + OBJECT.len()..];
    let rest = rest.strip_prefix(&[0x01, 0x01, 0xff]).unwrap_or(rest);
    matches!(rest, [0x04, _, 0x30, _, 0x01, 0x01, 0xff, ..])
}

fn fingerprint(certificate: &X509Ref, digest: MessageDigest) -> Text {
    let bytes = certificate.digest(digest).map(|bytes| bytes.to_vec()).unwrap_or_default();
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(":").into()
}
