//! Certificates for tests.

use openssl::asn1::Asn1Time;
use openssl::bn::BigNum;
use openssl::ec::{EcGroup, EcKey};
use openssl::hash::MessageDigest;
use openssl::nid::Nid;
use openssl::pkey::{PKey, Private};
use openssl::x509::extension::{BasicConstraints, SubjectAlternativeName};
use openssl::x509::{X509, X509Builder, X509NameBuilder};

pub struct Identity {
    pub certificate: X509,
    pub key: PKey<Private>,
}

pub struct Options<'a> {
    pub common_name: &'a str,
    pub dns_names: &'a [&'a str],
    pub addresses: &'a [&'a str],
    pub is_expired: bool,
    pub issuer: Option<&'a Identity>,
    pub is_authority: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            common_name: "localhost",
            dns_names: &[],
            addresses: &[],
            is_expired: false,
            issuer: None,
            is_authority: false,
        }
    }
}

impl Identity {
    pub fn certificate_pem(&self) -> Vec<u8> {
        self.certificate.to_pem().unwrap()
    }

    pub fn key_pem(&self) -> Vec<u8> {
        self.key.private_key_to_pem_pkcs8().unwrap()
    }
}

pub fn self_signed(options: &Options<'_>) -> Identity {
    let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).unwrap();
    let key = PKey::from_ec_key(EcKey::generate(&group).unwrap()).unwrap();
    let mut name = X509NameBuilder::new().unwrap();
    name.append_entry_by_nid(Nid::COMMONNAME, options.common_name).unwrap();
    let name = name.build();
    let mut builder = X509Builder::new().unwrap();
    builder.set_version(2).unwrap();
    let serial = BigNum::from_u32(7).unwrap().to_asn1_integer().unwrap();
    builder.set_serial_number(&serial).unwrap();
    builder.set_subject_name(&name).unwrap();
    builder.set_issuer_name(options.issuer.map_or(&*name, |issuer| issuer.certificate.subject_name())).unwrap();
    let (from, to) = if options.is_expired { (1_000_000_000, 1_000_000_100) } else { (1_000_000_000, 4_000_000_000) };
    builder.set_not_before(&Asn1Time::from_unix(from).unwrap()).unwrap();
    builder.set_not_after(&Asn1Time::from_unix(to).unwrap()).unwrap();
    builder.set_pubkey(&key).unwrap();
    if options.is_authority {
        builder.append_extension(BasicConstraints::new().critical().ca().build().unwrap()).unwrap();
    }
    if !options.dns_names.is_empty() || !options.addresses.is_empty() {
        let mut names = SubjectAlternativeName::new();
        options.dns_names.iter().for_each(|name| {
            names.dns(name);
        });
        options.addresses.iter().for_each(|address| {
            names.ip(address);
        });
        let names = names.build(&builder.x509v3_context(None, None)).unwrap();
        builder.append_extension(names).unwrap();
    }
    builder.sign(options.issuer.map_or(&key, |issuer| &issuer.key), MessageDigest::sha256()).unwrap();
    Identity { certificate: builder.build(), key }
}
