use super::*;
use crate::generation::generate;
use crate::signatures::{sign_message, verify_message};

fn text(value: &str) -> String {
    value.to_string()
}

#[test]
fn a_generated_key_signs_and_its_public_half_verifies() {
    let (private, public) =
        generate("ec", &[text("ec_paramgen_curve"), text("P-256"), text("ec_param_enc"), text("named_curve")], None)
            .unwrap();
    let signature = sign_message(&private, Some("sha256"), &[], b"hello").unwrap();
    assert!(verify_message(&public, Some("sha256"), &[], b"hello", &signature).unwrap());
    assert!(!verify_message(&public, Some("sha256"), &[], b"hellp", &signature).unwrap_or(false));
    assert_eq!(public_of(&private).unwrap(), public);
}

#[test]
fn an_encrypted_key_asks_for_its_passphrase() {
    let (private, _) = generate("ed25519", &[], None).unwrap();
    let encrypted = encrypt_pkcs8(&private, "aes-256-cbc", b"secret").unwrap();
    assert!(matches!(read_private(&encrypted, false, "pkcs8", None), Err(Failure::Coded("ERR_MISSING_PASSPHRASE", _))));
    assert!(matches!(read_private(&encrypted, false, "pkcs8", Some(b"wrong")), Err(Failure::OpenSsl(_))));
    assert_eq!(read_private(&encrypted, false, "pkcs8", Some(b"secret")).unwrap(), private);
}

#[test]
fn bytes_that_are_no_key_fail() {
    assert!(read_private(b"nonsense", true, "", None).is_err());
    assert!(read_public(b"nonsense", "spki").is_err());
}
