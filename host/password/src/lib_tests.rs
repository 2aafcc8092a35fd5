use super::*;

#[test]
fn a_known_bcrypt_hash_verifies() {
    // From the jBCrypt test vectors: the empty password at cost 6.
    assert_eq!(bcrypt::verify(b"", "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."), Verdict::Equal);
    assert_eq!(
        bcrypt::verify(b"a", "$2a$06$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s."),
        Verdict::Different
    );
}

#[test]
fn every_algorithm_verifies_its_own_hashes_only() {
    for (algorithm, cost, start) in
        [(0, 8, "$argon2id$v=19$m=8,t=1,p=1$"), (1, 8, "$argon2i$"), (2, 8, "$argon2d$"), (3, 4, "$2b$04$")]
    {
        let Text::Utf8(hash) = make(b"secret", algorithm, cost, 1).unwrap() else { panic!("text") };
        assert!(hash.starts_with(start), "{hash}");
        assert_eq!(compare(b"secret", hash.as_bytes(), algorithm), Verdict::Equal);
        assert_eq!(compare(b"secre", hash.as_bytes(), algorithm), Verdict::Different);
    }
}

#[test]
fn broken_hashes_are_told_from_other_passwords() {
    assert_eq!(compare(b"a", b"$argon2id$", 0), Verdict::InvalidEncoding);
    assert_eq!(compare(b"a", b"$2b$10$", 3), Verdict::InvalidEncoding);
    assert_eq!(compare(b"a", b"\xff", 0), Verdict::InvalidEncoding);
    assert_eq!(
        compare(b"a", b"$2b$99$DCq7YPn5Rq63x1Lad4cll.TV4S6ytwfsfvkgY8jIucDrjc8deX1s.", 3),
        Verdict::InvalidEncoding
    );
}
