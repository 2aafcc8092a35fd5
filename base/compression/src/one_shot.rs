//! One-shot compression and decompression.

use crate::{Codec, Failure, Format};

/// The result of a one-shot run.
#[derive(Debug, PartialEq, Eq)]
pub struct OneShotResult {
    pub output: Vec<u8>,
    /// How much of the input was consumed; decompressors leave what follows the end.
    pub consumed: usize,
    /// The output would have been longer than the limit. `output` is then empty.
    pub is_too_large: bool,
}

/// Deflate expands a byte to at most 1032 (its longest match costs two bits).
const INFLATE_RATIO_MAX: usize = 1032;
const OUTPUT_BYTES_MIN: usize = 1024;

/// Runs `codec` over `input`, ending with `flush`, and returns at most `limit` bytes. Zeroed memory is allocated
/// generously: the system provides only the pages that are written to.
pub fn run_one_shot(
    codec: &mut Codec,
    format: Format,
    input: &[u8],
    flush: u8,
    limit: usize,
) -> Result<OneShotResult, Failure> {
    let mut output = vec![0; first_size(format, input).min(limit.saturating_add(1)).max(1)];
    let (mut consumed, mut written) = (0, 0);
    loop {
        let step = codec.step(&input[consumed..], &mut output[written..], flush)?;
        consumed += step.consumed;
        written += step.written;
        if written > limit {
            return Ok(OneShotResult { output: Vec::new(), consumed, is_too_large: true });
        }
        // A stream that stops with output space left is finished: it ended, or consumed what it could.
        if step.is_ended || (written < output.len() && (consumed == input.len() || step == Default::default())) {
            break;
        }
        if written == output.len() {
            let grown = (output.len() * 2).min(limit.saturating_add(1));
            if grown == output.len() {
                return Ok(OneShotResult { output: Vec::new(), consumed, is_too_large: true });
            }
            let mut larger = vec![0; grown];
            larger[..written].copy_from_slice(&output);
            output = larger;
        }
    }
    output.truncate(written);
    output.shrink_to_fit();
    Ok(OneShotResult { output, consumed, is_too_large: false })
}

/// How much output to expect. Too little costs a copy, too much costs address space only.
fn first_size(format: Format, input: &[u8]) -> usize {
    let guess = if format.compresses() {
        input.len() + input.len() / 64 + OUTPUT_BYTES_MIN
    } else if let Some(size) = announced_size(format, input) {
        // One byte more than announced, so that the end is detected without growing.
        size + 1
    } else {
        input.len().saturating_mul(8)
    };
    guess.max(OUTPUT_BYTES_MIN)
}

/// The length that the data announce, if it is plausible.
fn announced_size(format: Format, input: &[u8]) -> Option<usize> {
    match format {
        Format::Gunzip | Format::Unzip if input.starts_with(&[0x1f, 0x8b]) => {
            // RFC 1952 §2.3.1: the last four bytes are the length, modulo 2^32.
            let size = u32::from_le_bytes(*input.last_chunk::<4>()?) as usize;
            (size <= input.len().saturating_mul(INFLATE_RATIO_MAX)).then_some(size)
        }
        Format::ZstdDecompress => {
            let size = zstd_safe::get_frame_content_size(input).ok()??;
            // A header can claim anything: limit it to a plausible ratio.
            usize::try_from(size).ok().filter(|size| *size <= input.len().saturating_mul(256).max(1 << 20))
        }
        _ => None,
    }
}
