use super::*;

const ALL: [(Format, Format); 5] = [
    (Format::Gzip, Format::Gunzip),
    (Format::Deflate, Format::Inflate),
    (Format::DeflateRaw, Format::InflateRaw),
    (Format::BrotliEncode, Format::BrotliDecode),
    (Format::ZstdCompress, Format::ZstdDecompress),
];

fn make(format: Format) -> Codec {
    match format {
        Format::BrotliEncode | Format::BrotliDecode => Codec::brotli(format, &[], None),
        Format::ZstdCompress | Format::ZstdDecompress => Codec::zstd(format, &[], None, None),
        _ => Codec::zlib(format, ZlibSettings::default(), None),
    }
    .unwrap()
}

fn one_shot(format: Format, input: &[u8]) -> Result<OneShotResult, Failure> {
    let mut codec = make(format);
    let flush = codec.finish_flush();
    run_one_shot(&mut codec, format, input, flush, usize::MAX - 1)
}

fn sample() -> Vec<u8> {
    (0..200_000u32).flat_map(|number| (number.wrapping_mul(2_654_435_761) >> 20).to_le_bytes()).collect()
}

#[test]
fn what_is_compressed_comes_back() {
    for (compress, decompress) in ALL {
        for text in [Vec::new(), b"a".to_vec(), vec![7; 1_000_000], sample()] {
            let packed = one_shot(compress, &text).unwrap();
            assert_eq!(packed.consumed, text.len(), "{compress:?}");
            assert_eq!(one_shot(decompress, &packed.output).unwrap().output, text, "{decompress:?}");
        }
    }
}

#[test]
fn one_byte_at_a_time_gives_the_same() {
    for (compress, decompress) in ALL {
        let text = &sample()[..3000];
        let packed = one_shot(compress, text).unwrap().output;
        let mut codec = make(decompress);
        let mut output = Vec::new();
        let mut buffer = [0; 7];
        for byte in &packed {
            let mut input = std::slice::from_ref(byte);
            loop {
                let step = codec.step(input, &mut buffer, 0).unwrap();
                output.extend_from_slice(&buffer[..step.written]);
                input = &input[step.consumed..];
                if step.written < buffer.len() {
                    break;
                }
            }
        }
        assert_eq!(output, text, "{decompress:?}");
    }
}

#[test]
fn input_that_ends_early_is_an_error() {
    for (compress, decompress) in ALL {
        let packed = one_shot(compress, &sample()).unwrap().output;
        let failure = one_shot(decompress, &packed[..packed.len() / 2]).unwrap_err();
        assert_eq!(
            (failure.code.as_ref(), failure.errno, failure.message.as_ref()),
            ("Z_BUF_ERROR", -5, "unexpected end of file"),
            "{decompress:?}"
        );
    }
}

#[test]
fn gzip_members_follow_each_other_and_padding_is_ignored() {
    let mut packed = one_shot(Format::Gzip, b"one ").unwrap().output;
    packed.extend(one_shot(Format::Gzip, b"two").unwrap().output);
    packed.extend([0; 10]);
    assert_eq!(one_shot(Format::Gunzip, &packed).unwrap().output, b"one two");
    assert_eq!(one_shot(Format::Unzip, &packed).unwrap().output, b"one two");
    packed.push(5);
    assert_eq!(one_shot(Format::Gunzip, &packed).unwrap().output, b"one two");
}

#[test]
fn unzip_reads_zlib_too() {
    let packed = one_shot(Format::Deflate, b"text").unwrap().output;
    assert_eq!(one_shot(Format::Unzip, &packed).unwrap().output, b"text");
}

#[test]
fn the_limit_is_kept() {
    let packed = one_shot(Format::Gzip, &[1; 10_000]).unwrap().output;
    let mut codec = make(Format::Gunzip);
    assert!(run_one_shot(&mut codec, Format::Gunzip, &packed, 4, 9_999).unwrap().is_too_large);
    codec.reset().unwrap();
    assert_eq!(run_one_shot(&mut codec, Format::Gunzip, &packed, 4, 10_000).unwrap().output.len(), 10_000);
}

#[test]
fn dictionaries_are_asked_for() {
    let settings = ZlibSettings::default();
    let mut codec = Codec::zlib(Format::Deflate, settings, Some(b"hello")).unwrap();
    let packed = run_one_shot(&mut codec, Format::Deflate, b"hello hello", 4, 1000).unwrap().output;
    let read = |dictionary| {
        let mut codec = Codec::zlib(Format::Inflate, settings, dictionary).unwrap();
        run_one_shot(&mut codec, Format::Inflate, &packed, 4, 1000).map(|one_shot| one_shot.output)
    };
    assert_eq!(read(Some(b"hello".as_slice())).unwrap(), b"hello hello");
    assert_eq!(read(None).unwrap_err().message, "Missing dictionary");
    assert_eq!(read(Some(b"other".as_slice())).unwrap_err().message, "Bad dictionary");
}

#[test]
fn the_checksum_is_that_of_gzip() {
    assert_eq!(crc32(0, b"123456789"), 0xcbf4_3926);
    assert_eq!(crc32(crc32(0, b"12345"), b"6789"), 0xcbf4_3926);
}

#[test]
fn level_and_strategy_change_in_the_middle() {
    for (level, strategy) in [(9, 0), (0, 0), (1, 2), (6, 3)] {
        let mut codec = make(Format::Gzip);
        let text = sample();
        let mut output = vec![0; text.len() * 2];
        let first = codec.step(&text[..100_000], &mut output, 2).unwrap();
        codec.set_parameters(level, strategy).unwrap();
        let second = codec.step(&text[100_000..], &mut output[first.written..], 4).unwrap();
        assert!(second.is_ended);
        assert_eq!(one_shot(Format::Gunzip, &output[..first.written + second.written]).unwrap().output, text);
    }
}

#[test]
fn what_a_state_wrote_before_has_no_effect() {
    let text = sample();
    let first = one_shot(Format::Gzip, &text).unwrap().output;
    // Ended, abandoned, changed, and with a dictionary.
    one_shot(Format::Gzip, b"another text").unwrap();
    let mut abandoned = make(Format::Gzip);
    abandoned.step(&text[..70_000], &mut vec![0; 70_000], 0).unwrap();
    drop(abandoned);
    let mut changed = make(Format::Gzip);
    changed.step(b"some", &mut [0; 1000], 2).unwrap();
    changed.set_parameters(0, 0).unwrap();
    drop(changed);
    drop(Codec::zlib(Format::DeflateRaw, ZlibSettings::default(), Some(b"hello")).unwrap());
    for _ in 0..4 {
        assert_eq!(one_shot(Format::Gzip, &text).unwrap().output, first);
    }
    let raw = one_shot(Format::DeflateRaw, b"hello hello").unwrap().output;
    assert_eq!(one_shot(Format::InflateRaw, &raw).unwrap().output, b"hello hello");
}

#[test]
fn several_streams_at_once_have_states_of_their_own() {
    let mut streams: Vec<Codec> = (0..4).map(|_| make(Format::Gzip)).collect();
    for (index, stream) in streams.iter_mut().enumerate() {
        let mut output = [0; 1000];
        let text = [index as u8 + b'a'; 100];
        let step = stream.step(&text, &mut output, 4).unwrap();
        assert_eq!(one_shot(Format::Gunzip, &output[..step.written]).unwrap().output, text);
    }
}
