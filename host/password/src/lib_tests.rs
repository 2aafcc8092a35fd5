use super::PasswordAlgorithm::{Argon2d, Argon2i, Argon2id, Bcrypt};
use super::*;

#[test]
fn a_known_bcrypt_hash_verifies() {
    // From the jBCrypt test vectors: the empty password at cost 6.
    assert_eq!(
        bcrypt::verify(b"", "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."),
        PasswordVerdict::Equal
    );
    assert_eq!(
        bcrypt::verify(b"a", "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."),
        PasswordVerdict::Different
    );
}

#[test]
fn every_algorithm_verifies_its_own_hashes_only() {
    for (algorithm, cost, start) in [
        (Argon2id, 8, "$argon2id$v=19$m=8,t=1,p=1$"),
        (Argon2i, 8, "$argon2i$"),
        (Argon2d, 8, "$argon2d$"),
        (Bcrypt, 4, "$2b$04$"),
    ] {
        let Text::Utf8(hash) = make(b"secret", algorithm, cost, 1).unwrap() else { panic!("text") };
        assert!(hash.starts_with(start), "{hash}");
        assert_eq!(compare(b"secret", hash.as_bytes(), algorithm), PasswordVerdict::Equal);
        assert_eq!(compare(b"secre", hash.as_bytes(), algorithm), PasswordVerdict::Different);
    }
}

#[test]
fn broken_hashes_differ_from_hashes_of_other_passwords() {
    assert_eq!(compare(b"a", b"$argon2id$", Argon2id), PasswordVerdict::InvalidEncoding);
    assert_eq!(compare(b"a", b"$2b$10$", Bcrypt), PasswordVerdict::InvalidEncoding);
    assert_eq!(compare(b"a", b"\xff", Argon2id), PasswordVerdict::InvalidEncoding);
    assert_eq!(
        compare(b"a", b"$2b$99$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s.", Bcrypt),
        PasswordVerdict::InvalidEncoding
    );
}
