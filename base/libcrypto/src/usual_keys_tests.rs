use super::*;
use crate::curves;
use crate::generation::generate;
use crate::keys::{public_of, read_private, read_public};
use crate::signatures::{sign_message, verify_message};

const CURVE_NAMES: [&str; 4] = ["prime256v1", "secp384r1", "secp521r1", "secp256k1"];
const OCTET_NAMES: [&str; 4] = ["x25519", "x448", "ed25519", "ed448"];

fn named_curve(name: &str) -> Vec<String> {
    ["ec_paramgen_curve", name, "ec_param_enc", "named_curve"].map(str::to_string).to_vec()
}

/// What OpenSSL's decoder and encoder make of a SubjectPublicKeyInfo; None when it is invalid.
fn by_openssl_public(der: &[u8]) -> Option<Vec<u8>> {
    PKey::public_key_from_der(der).ok()?.public_key_to_der().ok()
}

/// The same of a PKCS#8.
fn by_openssl_private(der: &[u8]) -> Option<Vec<u8>> {
    PKey::private_key_from_pkcs8(der).ok()?.private_key_to_pkcs8().ok()
}

#[test]
fn keys_have_the_form_that_openssl_writes() {
    let mut pairs: Vec<_> = CURVE_NAMES.iter().map(|name| generate("ec", &named_curve(name), None).unwrap()).collect();
    pairs.extend(OCTET_NAMES.iter().map(|name| generate(name, &[], None).unwrap()));
    pairs.push(generate("rsa", &["rsa_keygen_bits".to_string(), "1024".to_string()], None).unwrap());
    for (private_der, public_der) in pairs {
        assert!(private(&private_der).is_some() && public(&public_der).is_some());
        assert_eq!(by_openssl_private(&private_der).unwrap(), private_der);
        assert_eq!(by_openssl_public(&public_der).unwrap(), public_der);
        assert_eq!(read_private(&private_der, false, "pkcs8", None).unwrap(), private_der);
        assert_eq!(read_public(&public_der, "spki").unwrap(), public_der);
        let parsed = PKey::private_key_from_pkcs8(&private_der).unwrap();
        assert_eq!(parsed.public_key_to_der().unwrap(), public_der);
        assert_eq!(public_of(&private_der).unwrap(), public_der);
    }
}

#[test]
fn a_signature_of_one_reader_is_verified_by_the_other() {
    for name in CURVE_NAMES {
        let (private_der, public_der) = generate("ec", &named_curve(name), None).unwrap();
        let signature = sign_message(&private_der, Some("sha256"), &[], b"hello").unwrap();
        let key = PKey::public_key_from_der(&public_der).unwrap();
        let mut verifier = openssl::sign::Verifier::new(openssl::hash::MessageDigest::sha256(), &key).unwrap();
        assert!(verifier.verify_oneshot(&signature, b"hello").unwrap());
        assert!(verify_message(&public_der, Some("sha256"), &[], b"hello", &signature).unwrap());
        assert!(!verify_message(&public_der, Some("sha256"), &[], b"hellp", &signature).unwrap());
    }
    for name in ["ed25519", "ed448"] {
        let (private_der, public_der) = generate(name, &[], None).unwrap();
        let signature = sign_message(&private_der, None, &[], b"hello").unwrap();
        assert!(verify_message(&public_der, None, &[], b"hello", &signature).unwrap());
        assert!(!verify_message(&public_der, None, &[], b"hellp", &signature).unwrap());
    }
}

#[test]
fn a_point_off_the_curve_is_left_to_openssl_which_refuses_it() {
    for name in CURVE_NAMES {
        let (private_der, mut public_der) = generate("ec", &named_curve(name), None).unwrap();
        *public_der.last_mut().unwrap() ^= 1;
        assert!(public(&public_der).is_none());
        assert!(by_openssl_public(&public_der).is_none());
        assert!(read_public(&public_der, "spki").is_err());
        let mut with_wrong_point = private_der;
        *with_wrong_point.last_mut().unwrap() ^= 1;
        assert!(private(&with_wrong_point).is_none());
        assert_eq!(read_private(&with_wrong_point, false, "pkcs8", None).ok(), by_openssl_private(&with_wrong_point));
    }
}

#[test]
fn private_numbers_outside_of_the_order_are_left_to_openssl() {
    let (private_der, _) = generate("ec", &named_curve("prime256v1"), None).unwrap();
    let mut order = BigNum::new().unwrap();
    CURVES[0].group().unwrap().order(&mut order, &mut BigNumContext::new().unwrap()).unwrap();
    // The header of a PKCS#8 of this curve has 36 bytes (keys_have_the_form_that_openssl_writes).
    for number in [vec![0; 32], order.to_vec(), vec![0xff; 32]] {
        let mut changed = private_der.clone();
        changed[36..68].copy_from_slice(&number);
        assert!(private(&changed).is_none());
        assert_eq!(read_private(&changed, false, "pkcs8", None).ok(), by_openssl_private(&changed));
    }
}

#[test]
fn compressed_points_keep_their_form() {
    let (_, public_der) = generate("ec", &named_curve("prime256v1"), None).unwrap();
    let point = &public_der[public_der.len() - 65..];
    let compressed = curves::convert("prime256v1", point, curves::PointConversionForm::COMPRESSED).unwrap();
    let short = [&[0x30, 57][..], &public_der[2..23], &[3, 34, 0], &compressed].concat();
    assert!(public(&short).is_none());
    assert_eq!(read_public(&short, "spki").unwrap(), by_openssl_public(&short).unwrap());
}

#[test]
fn bytes_after_a_key_and_other_lengths_are_left_to_openssl() {
    let (private_der, public_der) = generate("ed25519", &[], None).unwrap();
    assert!(public(&[&public_der[..], &[0]].concat()).is_none());
    assert!(public(&public_der[..public_der.len() - 1]).is_none());
    assert!(private(&private_der[..private_der.len() - 1]).is_none());
    let (private_der, public_der) = generate("ec", &named_curve("secp384r1"), None).unwrap();
    assert!(public(&[&public_der[..], &[0]].concat()).is_none());
    assert!(private(&[&private_der[..], &[0]].concat()).is_none());
}
