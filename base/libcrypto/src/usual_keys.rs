//! Keys of the usual algorithms, read and written without OpenSSL's decoders and encoders: OpenSSL 3.0 finds these by name
//! for each key, which takes 160 to 470 µs where the numbers of a key take 1 to 30.
//!
//! Only DER that OpenSSL would write itself is read here: RSA, EC keys of the curves of JSON Web Keys with their point
//! uncompressed, and the keys of RFC 8410. For everything else the functions return None, and `keys` calls OpenSSL.

use crate::der::{BIT_STRING, Elements, INTEGER, OCTET_STRING, SEQUENCE};
use crate::generation::Pair;
use openssl::bn::{BigNum, BigNumContext};
use openssl::ec::{EcGroup, EcKey, EcPoint};
use openssl::error::ErrorStack;
use openssl::nid::Nid;
use openssl::pkey::{Id, PKey, Private, Public};
use openssl::rsa::Rsa;
use std::sync::OnceLock;

/// The content of an AlgorithmIdentifier for RSA: its identifier and NULL (RFC 8017 §A.1).
const RSA: &[u8] = &[6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];
/// The first part of that for EC: `id-ecPublicKey` (RFC 5480 §2.1.1). The identifier of the curve follows.
const EC: &[u8] = &[6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
/// The version of a PKCS#8 without a public key, and of RSA keys with two primes.
const VERSION_0: &[u8] = &[0];
/// The version of an ECPrivateKey (RFC 5915 §3).
const EC_VERSION: &[u8] = &[1];
/// The tag of its public key.
const EC_PUBLIC_KEY: u8 = 0xa1;
/// The first byte of an uncompressed point (SEC 1 §2.3.3).
const UNCOMPRESSED: u8 = 4;

/// A curve of JSON Web Keys.
struct Curve {
    nid: Nid,
    /// Its object identifier, as an element.
    identifier: &'static [u8],
    /// Bytes of a coordinate, which are those of the order, too.
    bytes: usize,
    group: OnceLock<EcGroup>,
}

static CURVES: [Curve; 4] = [
    curve(Nid::X9_62_PRIME256V1, &[6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7], 32),
    curve(Nid::SECP384R1, &[6, 5, 0x2b, 0x81, 4, 0, 34], 48),
    curve(Nid::SECP521R1, &[6, 5, 0x2b, 0x81, 4, 0, 35], 66),
    curve(Nid::SECP256K1, &[6, 5, 0x2b, 0x81, 4, 0, 10], 32),
];

const fn curve(nid: Nid, identifier: &'static [u8], bytes: usize) -> Curve {
    Curve { nid, identifier, bytes, group: OnceLock::new() }
}

impl Curve {
    /// The group, made once in a process: making it costs as much as a new key.
    fn group(&self) -> Result<&EcGroup, ErrorStack> {
        if let Some(group) = self.group.get() {
            return Ok(group);
        }
        let made = EcGroup::from_curve_name(self.nid)?;
        Ok(self.group.get_or_init(|| made))
    }

    /// The point of its uncompressed form; None for another form, and when it is not on the curve.
    fn point(&self, bytes: &[u8]) -> Option<EcPoint> {
        if bytes.first() != Some(&UNCOMPRESSED) {
            return None;
        }
        let mut context = BigNumContext::new().ok()?;
        EcPoint::from_bytes(self.group().ok()?, bytes, &mut context).ok()
    }
}

/// An algorithm of RFC 8410.
struct OctetKey {
    id: Id,
    name: &'static str,
    /// The last byte of its object identifier, 1.3.101.x.
    arc: u8,
    bytes: u8,
}

const OCTET_KEYS: [OctetKey; 4] = [
    OctetKey { id: Id::X25519, name: "x25519", arc: 110, bytes: 32 },
    OctetKey { id: Id::X448, name: "x448", arc: 111, bytes: 56 },
    OctetKey { id: Id::ED25519, name: "ed25519", arc: 112, bytes: 32 },
    OctetKey { id: Id::ED448, name: "ed448", arc: 113, bytes: 57 },
];

impl OctetKey {
    /// The bytes before the key in a SubjectPublicKeyInfo. All lengths are below 0x80.
    fn public_header(&self) -> [u8; 12] {
        [0x30, self.bytes + 10, 0x30, 5, 6, 3, 0x2b, 0x65, self.arc, 3, self.bytes + 1, 0]
    }

    /// The bytes before the key in a PKCS#8.
    fn private_header(&self) -> [u8; 16] {
        let bytes = self.bytes;
        [0x30, bytes + 14, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, self.arc, 4, bytes + 2, 4, bytes]
    }

    /// The key in `der` after the header.
    fn after<'a>(&self, header: &[u8], der: &'a [u8]) -> Option<&'a [u8]> {
        der.strip_prefix(header).filter(|key| key.len() == usize::from(self.bytes))
    }
}

fn octet_public(der: &[u8]) -> Option<(&'static OctetKey, &[u8])> {
    OCTET_KEYS.iter().find_map(|kind| Some((kind, kind.after(&kind.public_header(), der)?)))
}

fn octet_private(der: &[u8]) -> Option<(&'static OctetKey, &[u8])> {
    OCTET_KEYS.iter().find_map(|kind| Some((kind, kind.after(&kind.private_header(), der)?)))
}

/// The public key of a SubjectPublicKeyInfo.
pub(crate) fn public(der: &[u8]) -> Option<PKey<Public>> {
    if let Some((kind, key)) = octet_public(der) {
        return PKey::public_key_from_raw_bytes(key, kind.id).ok();
    }
    let mut fields = Elements::inside(der, SEQUENCE)?;
    let algorithm = fields.next(SEQUENCE)?;
    let (&unused_bits, key) = fields.next(BIT_STRING)?.split_first()?;
    if !fields.is_empty() || unused_bits != 0 {
        return None;
    }
    if algorithm == RSA {
        return rsa_public(key);
    }
    let curve = curve_of(algorithm)?;
    let point = curve.point(key)?;
    let key = EcKey::from_public_key(curve.group().ok()?, &point).ok()?;
    PKey::from_ec_key(key).ok()
}

/// The private key of a PKCS#8.
pub(crate) fn private(der: &[u8]) -> Option<PKey<Private>> {
    if let Some((kind, key)) = octet_private(der) {
        return PKey::private_key_from_raw_bytes(key, kind.id).ok();
    }
    let mut fields = Elements::inside(der, SEQUENCE)?;
    if fields.next(INTEGER)? != VERSION_0 {
        return None;
    }
    let algorithm = fields.next(SEQUENCE)?;
    let key = fields.next(OCTET_STRING)?;
    if !fields.is_empty() {
        return None;
    }
    if algorithm == RSA {
        return rsa_private(key);
    }
    let curve = curve_of(algorithm)?;
    let (number, point) = ec_private(key, curve)?;
    let point = curve.point(point)?;
    let key = EcKey::from_private_components(curve.group().ok()?, &number, &point).ok()?;
    PKey::from_ec_key(key).ok()
}

fn curve_of(algorithm: &[u8]) -> Option<&'static Curve> {
    let identifier = algorithm.strip_prefix(EC)?;
    CURVES.iter().find(|curve| curve.identifier == identifier)
}

/// The number and the bytes of the point in an ECPrivateKey (RFC 5915 §3) that has both, and no curve.
fn ec_private<'a>(key: &'a [u8], curve: &Curve) -> Option<(BigNum, &'a [u8])> {
    let mut fields = Elements::inside(key, SEQUENCE)?;
    if fields.next(INTEGER)? != EC_VERSION {
        return None;
    }
    let number = fields.next(OCTET_STRING).filter(|number| number.len() == curve.bytes)?;
    let mut wrapped = Elements::of(fields.next(EC_PUBLIC_KEY)?);
    let (&unused_bits, point) = wrapped.next(BIT_STRING)?.split_first()?;
    if !fields.is_empty() || !wrapped.is_empty() || unused_bits != 0 {
        return None;
    }
    let number = BigNum::from_slice(number).ok()?;
    let mut order = BigNum::new().ok()?;
    let mut context = BigNumContext::new().ok()?;
    curve.group().ok()?.order(&mut order, &mut context).ok()?;
    (number.num_bits() > 0 && number < order).then_some((number, point))
}

fn rsa_public(key: &[u8]) -> Option<PKey<Public>> {
    let mut numbers = Elements::inside(key, SEQUENCE)?;
    numbers.next(INTEGER)?;
    numbers.next(INTEGER)?;
    if !numbers.is_empty() {
        return None;
    }
    PKey::from_rsa(Rsa::public_key_from_der_pkcs1(key).ok()?).ok()
}

fn rsa_private(key: &[u8]) -> Option<PKey<Private>> {
    let mut numbers = Elements::inside(key, SEQUENCE)?;
    if numbers.next(INTEGER)? != VERSION_0 {
        return None;
    }
    PKey::from_rsa(Rsa::private_key_from_der(key).ok()?).ok()
}

/// Whether `der` is a SubjectPublicKeyInfo of RFC 8410 that is its own canonical form.
pub(crate) fn is_octet_public(der: &[u8]) -> bool {
    octet_public(der).is_some()
}

/// Whether `der` is a PKCS#8 of RFC 8410 that is its own canonical form.
pub(crate) fn is_octet_private(der: &[u8]) -> bool {
    octet_private(der).is_some()
}

/// The SubjectPublicKeyInfo of a PKCS#8 of RFC 8410.
pub(crate) fn octet_public_of(private_der: &[u8]) -> Option<Vec<u8>> {
    let (kind, key) = octet_private(private_der)?;
    let key = PKey::private_key_from_raw_bytes(key, kind.id).ok()?;
    Some([&kind.public_header()[..], &key.raw_public_key().ok()?].concat())
}

/// A new pair of an algorithm of RFC 8410; None for another algorithm.
pub(crate) fn generate_octet(name: &str) -> Result<Option<Pair>, ErrorStack> {
    let Some(kind) = OCTET_KEYS.iter().find(|kind| kind.name == name) else { return Ok(None) };
    let key = match kind.id {
        Id::X25519 => PKey::generate_x25519()?,
        Id::X448 => PKey::generate_x448()?,
        Id::ED25519 => PKey::generate_ed25519()?,
        _ => PKey::generate_ed448()?,
    };
    let private_der = [&kind.private_header()[..], &key.raw_private_key()?].concat();
    let public_der = [&kind.public_header()[..], &key.raw_public_key()?].concat();
    Ok(Some((private_der, public_der)))
}

/// A new key of a curve of JSON Web Keys by OpenSSL's name; None for another curve.
pub(crate) fn generate_ec(curve: &str) -> Result<Option<PKey<Private>>, ErrorStack> {
    let has_name = |known: &&Curve| known.nid.short_name().is_ok_and(|name| name == curve);
    let Some(known) = CURVES.iter().find(has_name) else { return Ok(None) };
    Ok(Some(PKey::from_ec_key(EcKey::generate(known.group()?)?)?))
}

#[cfg(test)]
#[path = "usual_keys_tests.rs"]
mod tests;
