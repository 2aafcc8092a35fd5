//! The one-shot functions of Brotli's C library that Node.js exports, for addons that take them from the process instead of
//! bringing the library along (`@napi-rs/ttf2woff2`). Its other functions are missing.

use crate::types::{In, Out};
use brio_compression::{Codec, Format};
use std::ffi::c_int;

/// `BROTLI_OPERATION_FINISH`.
const FINISH: u8 = 2;
/// `BROTLI_PARAM_MODE`, `BROTLI_PARAM_QUALITY` and `BROTLI_PARAM_LGWIN`.
const MODE: u32 = 0;
const QUALITY: u32 = 1;
const WINDOW_BITS: u32 = 2;
/// `BROTLI_TRUE`, `BROTLI_DECODER_RESULT_SUCCESS`; and what both are not.
const SUCCESS: c_int = 1;
const FAILURE: c_int = 0;

/// Compresses; `length` is the capacity of `output` before, and what was written afterwards.
#[unsafe(no_mangle)]
pub extern "C" fn BrotliEncoderCompress(
    quality: c_int,
    window_bits: c_int,
    mode: c_int,
    input_length: usize,
    input: In<u8>,
    length: Out<usize>,
    output: Out<u8>,
) -> c_int {
    let parameters = [
        (MODE, mode.clamp(0, 2) as u32),
        (QUALITY, quality.clamp(0, 11) as u32),
        (WINDOW_BITS, window_bits.clamp(10, 24) as u32),
    ];
    let codec = Codec::brotli(Format::BrotliEncode, &parameters, None);
    convert(codec.ok(), input.slice(input_length).ok(), length, output)
}

/// Decompresses; `length` as above.
#[unsafe(no_mangle)]
pub extern "C" fn BrotliDecoderDecompress(
    input_length: usize,
    input: In<u8>,
    length: Out<usize>,
    output: Out<u8>,
) -> c_int {
    let codec = Codec::decoder(Format::BrotliDecode);
    convert(codec.ok(), input.slice(input_length).ok(), length, output)
}

fn convert(codec: Option<Codec>, input: Option<&[u8]>, length: Out<usize>, output: Out<u8>) -> c_int {
    let capacity = if output.is_null() { 0 } else { length.read().unwrap_or(0) };
    let mut none = [];
    let output = match capacity {
        0 => &mut none[..],
        // SAFETY: the addon passed memory of that length, which nothing else uses during the call.
        _ => unsafe { std::slice::from_raw_parts_mut(output.pointer(), capacity) },
    };
    let written = codec.zip(input).and_then(|(codec, input)| run(codec, input, output));
    length.set(written.unwrap_or(0));
    if written.is_some() { SUCCESS } else { FAILURE }
}

/// How much was written; None when the input is invalid, or the output too long.
fn run(mut codec: Codec, input: &[u8], output: &mut [u8]) -> Option<usize> {
    let (mut consumed, mut written) = (0, 0);
    loop {
        let step = codec.step(&input[consumed..], &mut output[written..], FINISH).ok()?;
        consumed += step.consumed;
        written += step.written;
        if step.is_ended {
            return Some(written);
        }
        if step.consumed == 0 && step.written == 0 {
            return None;
        }
    }
}

#[cfg(test)]
#[path = "brotli_tests.rs"]
mod tests;
