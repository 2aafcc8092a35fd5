use super::*;

#[test]
fn a_right_padding_gives_the_text() {
    let key = Rsa::generate(1024).unwrap();
    for text in [&b""[..], b"hello", &[0, 0, 7]] {
        let mut ciphertext = vec![0; 128];
        key.public_encrypt(text, &mut ciphertext, Padding::PKCS1).unwrap();
        assert_eq!(decrypt(&key, &ciphertext).unwrap(), text);
    }
}

#[test]
fn a_wrong_padding_gives_the_same_other_bytes_each_time() {
    let key = Rsa::generate(1024).unwrap();
    for first in 1..50 {
        let mut ciphertext = vec![first; 128];
        ciphertext[0] = 0;
        let text = decrypt(&key, &ciphertext).unwrap();
        assert_eq!(decrypt(&key, &ciphertext).unwrap(), text);
        assert!(text.len() <= 128 - 11);
    }
}

#[test]
fn masks_are_all_or_nothing() {
    assert_eq!([mask_less(1, 2), mask_less(2, 2), mask_less(3, 2)], [u32::MAX, 0, 0]);
    assert_eq!([mask_zero(0), mask_zero(1), mask_zero(255)], [u32::MAX, 0, 0]);
}
