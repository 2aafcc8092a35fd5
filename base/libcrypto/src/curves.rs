//! Points and private keys on named elliptic curves, and OpenSSL's object names.

use crate::Failure;
use crate::names::until_nul;
use openssl::asn1::Asn1Object;
use openssl::bn::{BigNum, BigNumContext};
use openssl::derive::Deriver;
pub use openssl::ec::PointConversionForm;
use openssl::ec::{EcGroup, EcKey, EcPoint};
use openssl::nid::Nid;
use openssl::pkey::PKey;

/// The NID of an object by its short or long name, or dotted OID.
fn nid_of(name: &str) -> Option<Nid> {
    Asn1Object::from_str(until_nul(name)).ok().map(|object| object.nid())
}

/// The content bytes of the object identifier of a name; None for an unknown name.
pub fn identifier_of(name: &str) -> Option<Vec<u8>> {
    Asn1Object::from_str(until_nul(name))
        .ok()
        .map(|object| object.as_slice().to_vec())
        .filter(|bytes| !bytes.is_empty())
}

/// Short and long name of a dotted OID; None when OpenSSL has none.
pub fn names_of(dotted: &str) -> Option<(String, String)> {
    let nid = nid_of(dotted).filter(|nid| *nid != Nid::UNDEF)?;
    Some((nid.short_name().ok()?.to_string(), nid.long_name().ok()?.to_string()))
}

/// The short name of the curve of a public EC key (SubjectPublicKeyInfo) with explicit parameters; None when they match
/// no curve of OpenSSL.
pub fn of_explicit(public_der: &[u8]) -> Result<Option<String>, Failure> {
    let key = PKey::public_key_from_der(public_der)?.ec_key()?;
    Ok(key.group().curve_name().and_then(|nid| nid.short_name().ok()).map(str::to_string))
}

fn group(curve: &str) -> Result<EcGroup, Failure> {
    let invalid = || Failure::coded("ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name");
    EcGroup::from_curve_name(nid_of(curve).ok_or_else(invalid)?).map_err(|_| invalid())
}

/// Whether a curve has that name.
pub fn is_curve(curve: &str) -> bool {
    group(curve).is_ok()
}

/// A new private key, padded to the length of the order, and its point, uncompressed.
pub fn generate(curve: &str) -> Result<(Vec<u8>, Vec<u8>), Failure> {
    let group = group(curve)?;
    let key = EcKey::generate(&group)?;
    let mut context = BigNumContext::new()?;
    let length = order_bytes(&group)?;
    Ok((
        key.private_key().to_vec_padded(length)?,
        key.public_key().to_bytes(&group, PointConversionForm::UNCOMPRESSED, &mut context)?,
    ))
}

fn order_bytes(group: &EcGroup) -> Result<i32, Failure> {
    let mut context = BigNumContext::new()?;
    let mut order = BigNum::new()?;
    group.order(&mut order, &mut context)?;
    Ok(order.num_bytes())
}

/// The point of a private key, uncompressed. Fails unless the key is above 0 and below the order.
pub fn point_of(curve: &str, own: &[u8]) -> Result<Vec<u8>, Failure> {
    let group = group(curve)?;
    let mut context = BigNumContext::new_secure()?;
    let number = BigNum::from_slice(own)?;
    let mut order = BigNum::new()?;
    group.order(&mut order, &mut context)?;
    if number >= order || number.num_bits() == 0 {
        return Err(Failure::coded("ERR_CRYPTO_INVALID_KEYTYPE", "Private key is not valid for specified curve."));
    }
    let mut point = EcPoint::new(&group)?;
    point.mul_generator2(&group, &number, &mut context)?;
    Ok(point.to_bytes(&group, PointConversionForm::UNCOMPRESSED, &mut context)?)
}

/// Converts a point to another form.
pub fn convert(curve: &str, point: &[u8], form: PointConversionForm) -> Result<Vec<u8>, Failure> {
    let group = group(curve)?;
    let mut context = BigNumContext::new()?;
    let point = EcPoint::from_bytes(&group, point, &mut context)?;
    Ok(point.to_bytes(&group, form, &mut context)?)
}

/// The shared secret of a private key and the peer's point.
pub fn agree(curve: &str, own: &[u8], other: &[u8]) -> Result<Vec<u8>, Failure> {
    let group = group(curve)?;
    let invalid =
        |_| Failure::coded("ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY", "Public key is not valid for specified curve");
    let mut context = BigNumContext::new()?;
    let point = EcPoint::from_bytes(&group, other, &mut context).map_err(invalid)?;
    let other = PKey::from_ec_key(EcKey::from_public_key(&group, &point).map_err(invalid)?)?;
    let number = BigNum::from_slice(own)?;
    let mut own_point = EcPoint::new(&group)?;
    own_point.mul_generator2(&group, &number, &mut context)?;
    let own = PKey::from_ec_key(EcKey::from_private_components(&group, &number, &own_point)?)?;
    let mut deriver = Deriver::new(&own)?;
    deriver.set_peer(&other)?;
    Ok(deriver.derive_to_vec()?)
}
