//! Compression streams without JavaScript: deflate in its three containers, brotli and zstd, step by step or one-shot,
//! and the CRC-32 of gzip.
//!
//! Does not: open files, or know the names of encodings. Formats and flushes have the numbers of `node:zlib`, because
//! every caller uses them. Start reading at [`Codec`].

mod brotli_stream;
mod deflate_raw;
mod deflate_stream;
mod failure;
mod inflate_stream;
mod one_shot;
mod spare_deflate;
mod zstd_stream;

use brotli_stream::{BrotliDecoder, BrotliEncoder};
use deflate_stream::DeflateStream;
pub use failure::Failure;
use inflate_stream::InflateStream;
pub use one_shot::{OneShotResult, run_one_shot};
use zstd_stream::{ZstdDecoder, ZstdEncoder};

/// The kind of a stream, with the numbers of `node:zlib`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Format {
    Deflate = 1,
    Inflate = 2,
    Gzip = 3,
    Gunzip = 4,
    DeflateRaw = 5,
    InflateRaw = 6,
    /// Decompresses gzip or zlib, depending on the first bytes.
    Unzip = 7,
    BrotliDecode = 8,
    BrotliEncode = 9,
    ZstdCompress = 10,
    ZstdDecompress = 11,
}

impl Format {
    /// The format with that number.
    pub fn from_number(number: u8) -> Option<Format> {
        use Format::*;
        [
            Deflate,
            Inflate,
            Gzip,
            Gunzip,
            DeflateRaw,
            InflateRaw,
            Unzip,
            BrotliDecode,
            BrotliEncode,
            ZstdCompress,
            ZstdDecompress,
        ]
        .into_iter()
        .find(|format| *format as u8 == number)
    }

    /// Whether it compresses; the others decompress.
    pub fn compresses(self) -> bool {
        matches!(
            self,
            Format::Deflate | Format::Gzip | Format::DeflateRaw | Format::BrotliEncode | Format::ZstdCompress
        )
    }
}

/// The flush for the last of the input in brotli (`BROTLI_OPERATION_FINISH`) and zstd (`ZSTD_e_end`).
const FINISH_OF_BROTLI_AND_ZSTD: u8 = 2;

/// The settings of a deflate stream. `window_bits`, `level`, `memory_level` and `strategy` have zlib's ranges.
#[derive(Clone, Copy, Debug)]
pub struct ZlibSettings {
    pub window_bits: i32,
    pub level: i32,
    pub memory_level: i32,
    pub strategy: i32,
    /// Decompression stops after the first member of a gzip stream.
    pub is_single: bool,
}

impl Default for ZlibSettings {
    fn default() -> Self {
        ZlibSettings { window_bits: 15, level: -1, memory_level: 8, strategy: 0, is_single: false }
    }
}

/// The result of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Bytes of the input that were consumed.
    pub consumed: usize,
    /// Bytes of the output that were written.
    pub written: usize,
    /// The stream's end was read or written.
    pub is_ended: bool,
}

/// An open compressor or decompressor. It can move between threads.
pub enum Codec {
    Deflate(DeflateStream),
    Inflate(InflateStream),
    BrotliEncoder(Box<BrotliEncoder>),
    BrotliDecoder(Box<BrotliDecoder>),
    ZstdEncoder(ZstdEncoder),
    ZstdDecoder(ZstdDecoder),
}

impl Codec {
    /// A stream of one of the deflate formats. Fails when the settings or the dictionary are invalid.
    pub fn zlib(format: Format, settings: ZlibSettings, dictionary: Option<&[u8]>) -> Result<Codec, Failure> {
        match format {
            Format::Deflate | Format::Gzip | Format::DeflateRaw => {
                DeflateStream::new(format, settings, dictionary).map(Codec::Deflate)
            }
            _ => InflateStream::new(format, settings.window_bits, settings.is_single, dictionary).map(Codec::Inflate),
        }
    }

    /// A brotli stream with pairs of parameter and value. `dictionary`: raw bytes that matches may refer to.
    pub fn brotli(format: Format, parameters: &[(u32, u32)], dictionary: Option<&[u8]>) -> Result<Codec, Failure> {
        match format {
            Format::BrotliEncode => {
                BrotliEncoder::new(parameters, dictionary).map(|encoder| Codec::BrotliEncoder(Box::new(encoder)))
            }
            _ => BrotliDecoder::new(parameters, dictionary).map(|decoder| Codec::BrotliDecoder(Box::new(decoder))),
        }
    }

    /// A zstd stream. `pledged_bytes`: the length of the input, which the frame's header then contains.
    pub fn zstd(
        format: Format,
        parameters: &[(u32, u32)],
        pledged_bytes: Option<u64>,
        dictionary: Option<&[u8]>,
    ) -> Result<Codec, Failure> {
        match format {
            Format::ZstdCompress => ZstdEncoder::new(parameters, pledged_bytes, dictionary).map(Codec::ZstdEncoder),
            _ => ZstdDecoder::new(parameters, dictionary).map(Codec::ZstdDecoder),
        }
    }

    /// A decompressor with default settings.
    pub fn decoder(format: Format) -> Result<Codec, Failure> {
        match format {
            Format::BrotliDecode => Codec::brotli(format, &[], None),
            Format::ZstdDecompress => Codec::zstd(format, &[], None, None),
            _ => Codec::zlib(format, ZlibSettings::default(), None),
        }
    }

    /// Consumes input and writes output until one of them is exhausted or the stream ends. `flush` has the numbers of
    /// the format's family. Input that ends early is an error only when `flush` says that it is complete.
    pub fn step(&mut self, input: &[u8], output: &mut [u8], flush: u8) -> Result<Step, Failure> {
        match self {
            Codec::Deflate(stream) => stream.step(input, output, flush),
            Codec::Inflate(stream) => stream.step(input, output, flush),
            Codec::BrotliEncoder(stream) => stream.step(input, output, flush),
            Codec::BrotliDecoder(stream) => stream.step(input, output, flush),
            Codec::ZstdEncoder(stream) => stream.step(input, output, flush),
            Codec::ZstdDecoder(stream) => stream.step(input, output, flush),
        }
    }

    /// The flush for the last of the input.
    pub fn finish_flush(&self) -> u8 {
        match self {
            Codec::Deflate(_) | Codec::Inflate(_) => deflate_stream::FINISH,
            _ => FINISH_OF_BROTLI_AND_ZSTD,
        }
    }

    /// Resets the stream, with the same settings.
    pub fn reset(&mut self) -> Result<(), Failure> {
        match self {
            Codec::Deflate(stream) => stream.reset(),
            Codec::Inflate(stream) => stream.reset(),
            Codec::BrotliEncoder(stream) => stream.reset(),
            Codec::BrotliDecoder(stream) => stream.reset(),
            Codec::ZstdEncoder(stream) => stream.reset(),
            Codec::ZstdDecoder(stream) => stream.reset(),
        }
    }

    /// Changes level and strategy from here on; only deflate streams have them, others ignore it.
    pub fn set_parameters(&mut self, level: i32, strategy: i32) -> Result<(), Failure> {
        match self {
            Codec::Deflate(stream) => stream.set_parameters(level, strategy),
            _ => Ok(()),
        }
    }
}

/// The CRC-32 of gzip and PNG (polynomial 0xEDB88320), continued from `start`.
pub fn crc32(start: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(start);
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
