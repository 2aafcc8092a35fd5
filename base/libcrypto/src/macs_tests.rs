use super::*;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn of(algorithm: &str, key: &[u8], settings: Settings<'_>, pieces: &[&[u8]]) -> String {
    let mut running = Running::start(algorithm, key, settings).unwrap();
    pieces.iter().for_each(|piece| running.update(piece).unwrap());
    hex(&running.finish().unwrap())
}

#[test]
fn the_codes_are_those_of_the_standards() {
    // RFC 4231, case 2.
    let digest = Settings { digest: Some("sha256"), ..Settings::default() };
    assert_eq!(
        of("hmac", b"Jefe", digest, &[b"what do ya want ", b"for nothing?"]),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    );
    // RFC 4493, example 2.
    let key: Vec<u8> =
        vec![0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c];
    let message: Vec<u8> =
        vec![0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96, 0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a];
    let cipher = Settings { cipher: Some("aes-128-cbc"), ..Settings::default() };
    assert_eq!(of("cmac", &key, cipher, &[&message]), "070a16b46b4d4144f79bdd9dd04a287c");
    // SP 800-185, KMAC sample 1.
    let key: Vec<u8> = (0x40..=0x5f).collect();
    let size = Settings { output_bytes: Some(32), ..Settings::default() };
    assert_eq!(
        of("kmac-128", &key, size, &[&[0, 1, 2, 3]]),
        "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"
    );
}

#[test]
fn unknown_names_and_wrong_keys_are_refused() {
    assert!(matches!(
        Running::start("none", b"key", Settings::default()),
        Err(Failure::Coded("ERR_CRYPTO_INVALID_MAC", _))
    ));
    let cipher = Settings { cipher: Some("aes-128-cbc"), ..Settings::default() };
    assert!(Running::start("cmac", b"short", cipher).is_err());
    assert!(names().contains(&"hmac"));
}
