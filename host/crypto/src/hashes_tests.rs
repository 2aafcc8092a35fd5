use super::*;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_hash_of_abc_is_the_one_of_the_standards() {
    // FIPS 180-4 and FIPS 202 examples, RFC 1321 appendix A.5.
    for (name, expected) in [
        ("md5", "900150983cd24fb0d6963f7d28e17f72"),
        ("sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("sha3-256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
    ] {
        let mut hasher = Hasher::start(name).unwrap();
        hasher.update(b"a");
        let mut copy = hasher.clone();
        copy.update(b"bc");
        hasher.update(b"x");
        assert_eq!(hex(&copy.finish(0)), expected, "{name}");
    }
}

#[test]
fn every_function_gives_the_bytes_that_the_table_says() {
    for function in FUNCTIONS {
        let output = Hasher::start(function.name).unwrap().finish(function.output_bytes);
        assert_eq!(output.len(), function.output_bytes, "{}", function.name);
    }
    assert_eq!(Hasher::start("shake128").unwrap().finish(5), [0x7f, 0x9c, 0x2b, 0xa4, 0xe8]);
    assert!(Hasher::start("none").is_none());
}

#[test]
fn long_inputs_have_the_same_hash() {
    let bytes = vec![7; 100_000];
    for function in FUNCTIONS {
        let mut short = Hasher::start(function.name).unwrap();
        let mut long = Hasher::start_long(function.name).unwrap();
        short.update(&bytes);
        long.update(&bytes[..30_000]);
        let mut copy = long.clone();
        copy.update(&bytes[30_000..]);
        assert_eq!(short.finish(function.output_bytes), copy.finish(function.output_bytes), "{}", function.name);
    }
}

#[test]
fn hmac_is_the_one_of_the_standards() {
    let function = |name: &str| FUNCTIONS.iter().find(|function| function.name == name).unwrap();
    // RFC 2202 §2 and §3, RFC 4231 §4.3 and §4.7 (a key longer than a block).
    assert_eq!(
        hex(&function("md5").hmac(b"Jefe", b"what do ya want for nothing?")),
        "750c783e6ab0b503eaa86e310a5db738"
    );
    assert_eq!(
        hex(&function("sha1").hmac(b"Jefe", b"what do ya want for nothing?")),
        "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
    );
    assert_eq!(
        hex(&function("sha256").hmac(b"Jefe", b"what do ya want for nothing?")),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    );
    let long_key = [0xaa; 131];
    let data = b"Test Using Larger Than Block-Size Key - Hash Key First";
    assert_eq!(
        hex(&function("sha256").hmac(&long_key, data)),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    );
    // Every block fits.
    for function in FUNCTIONS.iter().filter(|function| !function.is_extendable) {
        assert_eq!(function.hmac(&[1; 200], b"abc").len(), function.output_bytes, "{}", function.name);
    }
}
