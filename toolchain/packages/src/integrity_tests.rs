//! Integrity as Subresource Integrity defines it; hashes of the empty string by OpenSSL.

use super::*;

const SHA1: &str = "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=";
const SHA256: &str = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

#[test]
fn the_strongest_hash_decides() {
    assert!(check(&mut &b""[..], SHA1, "a").is_ok());
    assert!(check(&mut &b"x"[..], SHA1, "a").is_err());
    assert!(check(&mut &b""[..], &format!("{SHA1} {SHA256}"), "a").is_ok());
    assert!(check(&mut &b""[..], &format!("{SHA1} sha256-AAAA"), "a").is_err());
    assert!(check(&mut &b""[..], &format!("sha256-AAAA {SHA256}?option"), "a").is_ok());
}

#[test]
fn without_a_known_hash_nothing_is_accepted() {
    for integrity in ["", "md5-AAAA", "sha512"] {
        assert!(check(&mut &b""[..], integrity, "a").is_err(), "{integrity}");
    }
}
