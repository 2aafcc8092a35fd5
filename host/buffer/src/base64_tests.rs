use super::*;

fn encode(bytes: &[u8]) -> Vec<u8> {
    let length = encoded_length(bytes);
    encode_into(bytes, &mut Vec::with_capacity(length).spare_capacity_mut()[..length]).to_vec()
}

fn encoded_url(bytes: &[u8]) -> Vec<u8> {
    let length = encoded_url_length(bytes);
    encode_url_into(bytes, &mut Vec::with_capacity(length).spare_capacity_mut()[..length]).to_vec()
}

fn lenient(text: &str) -> Vec<u8> {
    let mut target = vec![0; text.len()];
    let written = decode_lenient(text.as_bytes(), &mut target);
    target.truncate(written);
    target
}

#[test]
fn both_alphabets_are_read_and_other_characters_are_skipped() {
    assert_eq!(lenient("YWJj"), b"abc");
    assert_eq!(lenient("*YW\n*Jj"), b"abc");
    assert_eq!(lenient("-_-_"), lenient("+/+/"));
    assert_eq!(lenient("YQ==YQ"), b"a");
    assert_eq!(lenient("YWJ"), b"ab");
    assert_eq!(lenient("Y"), b"");
}

#[test]
fn characters_to_skip_may_stand_anywhere() {
    let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
    let standard = String::from_utf8(encode(&bytes)).unwrap();
    for text in [standard.clone(), standard.replace('+', "-").replace('/', "_")] {
        for width in 1..12 {
            let lines: Vec<&str> =
                text.as_bytes().chunks(width).map(|line| std::str::from_utf8(line).unwrap()).collect();
            assert_eq!(lenient(&lines.join("\r\n")), bytes, "{width}");
        }
    }
}

#[test]
fn bytes_behind_the_result_stay_as_they_were() {
    let bytes: Vec<u8> = (0..100).collect();
    for text in [encode(&bytes), encoded_url(&bytes)] {
        for index in 0..text.len() {
            for other in [b'*', b'=', b'-', b'+', b'\n'] {
                let mut text = text.clone();
                text[index] = other;
                let mut target = [0xee; 200];
                let written = decode_lenient(&text, &mut target);
                assert!(target[written..].iter().all(|&byte| byte == 0xee), "{index} {other}");
            }
        }
    }
}

#[test]
fn padding_may_be_missing_and_the_target_exact() {
    for length in 0..70 {
        let bytes: Vec<u8> = (0_u8..length).map(|byte| byte.wrapping_mul(7)).collect();
        let mut target = vec![0; bytes.len()];
        for text in [encode(&bytes), encoded_url(&bytes)] {
            target.fill(0);
            assert_eq!(decode_lenient(&text, &mut target), bytes.len());
            assert_eq!(target, bytes);
        }
    }
}

#[test]
fn a_small_target_takes_what_fits() {
    let mut target = [0; 2];
    assert_eq!(decode_lenient(b"YWJj", &mut target), 2);
    assert_eq!(target, *b"ab");
}

#[test]
fn writing_pads_only_the_standard_alphabet() {
    assert_eq!(encode(&[0xfb, 0xff]), b"+/8=");
    assert_eq!(encoded_url(&[0xfb, 0xff]), b"-_8");
}

#[test]
fn atob_forgives_space_and_missing_padding_only() {
    assert_eq!(decode_forgiving(b" YW Jj\n").unwrap(), b"abc");
    assert_eq!(decode_forgiving(b"YQ").unwrap(), b"a");
    assert_eq!(decode_forgiving(b"YQ==").unwrap(), b"a");
    assert_eq!(decode_forgiving(b"YQ="), Err(ForgivingError::Character));
    assert_eq!(decode_forgiving(b"-_-_"), Err(ForgivingError::Character));
    assert_eq!(decode_forgiving(b"a"), Err(ForgivingError::Length));
    assert_eq!(decode_forgiving(b"").unwrap(), b"");
}
