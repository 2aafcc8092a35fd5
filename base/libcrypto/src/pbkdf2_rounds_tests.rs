use super::*;
use pbkdf2::pbkdf2_hmac;

#[test]
fn keys_are_those_of_the_general_function() {
    let text: Vec<u8> = (0..=255).collect();
    for password_length in [0, 1, 63, 64, 65, 127, 128, 129, 200] {
        for (salt_length, iterations, key_length) in
            [(0, 1, 32), (8, 2, 1), (150, 3, 64), (16, 7, 65), (9, 0, 20), (4, 2, 0), (55, 5, 200)]
        {
            let (password, salt) = (&text[..password_length], &text[..salt_length]);
            let (mut expected, mut key) = (vec![0; key_length], vec![0; key_length]);
            pbkdf2_hmac::<Sha256>(password, salt, iterations, &mut expected);
            sha256(password, salt, iterations, &mut key);
            assert_eq!(key, expected, "{password_length} {salt_length} {iterations}");
            pbkdf2_hmac::<Sha512>(password, salt, iterations, &mut expected);
            sha512(password, salt, iterations, &mut key);
            assert_eq!(key, expected, "{password_length} {salt_length} {iterations}");
        }
    }
}

#[test]
fn rfc_7914_has_these_keys() {
    let mut key = [0; 8];
    sha256(b"passwd", b"salt", 1, &mut key);
    assert_eq!(key, [0x55, 0xac, 0x04, 0x6e, 0x56, 0xe3, 0x08, 0x9f]);
    sha256(b"Password", b"NaCl", 80_000, &mut key);
    assert_eq!(key, [0x4d, 0xdc, 0xd8, 0xf6, 0x0b, 0x98, 0xbe, 0x21]);
}
