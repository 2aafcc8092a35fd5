//! `native:encoding`: decoding the encodings of the Encoding Standard, one-shot or as a stream, for `TextDecoder`. The
//! decoders are those of `encoding_rs`; this crate holds the table of open ones and creates engine strings.

mod generated {
    pub mod encoding_ops;
}

use brio_realm::jsc::{Context, Value};
use brio_realm::op::{Numbers, OpError, Text, Thrown};
use encoding_rs::{CoderResult, Decoder, DecoderResult, Encoding as Charset, REPLACEMENT, WINDOWS_1252};
pub use generated::encoding_ops::AREA;
use generated::encoding_ops::EncodingOps;
use std::cell::RefCell;
use std::collections::HashMap;

/// A decoder in the middle of a stream.
struct Stream {
    decoder: Decoder,
    is_fatal: bool,
}

/// State of the area: the decoders of unfinished streams.
#[derive(Default)]
pub struct Encoding {
    streams: RefCell<HashMap<u32, Stream>>,
    numbers: Numbers,
}

impl EncodingOps for Encoding {
    fn encoding_name(&self, label: &str) -> Result<Option<Text>, OpError> {
        Ok(find(label).map(|charset| charset.name().to_ascii_lowercase().into()))
    }

    fn decode_all<'cx>(
        &self,
        cx: Context<'cx>,
        encoding: &str,
        bytes: &[u8],
        fatal: bool,
        ignore_bom: bool,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let mut stream = open(encoding, fatal, ignore_bom)?;
        if is_latin1(stream.decoder.encoding(), bytes) {
            return Ok(cx.latin1_string(bytes));
        }
        Ok(string_or_null(cx, stream.decode(bytes, true)))
    }

    fn open_decoder(&self, encoding: &str, fatal: bool, ignore_bom: bool) -> Result<u32, OpError> {
        let stream = open(encoding, fatal, ignore_bom)?;
        let mut streams = self.streams.borrow_mut();
        let number = self.numbers.next(|number| streams.contains_key(&number));
        streams.insert(number, stream);
        Ok(number)
    }

    fn decode_chunk<'cx>(
        &self,
        cx: Context<'cx>,
        decoder: u32,
        bytes: &[u8],
        is_last: bool,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let mut streams = self.streams.borrow_mut();
        let stream = streams
            .get_mut(&decoder)
            .ok_or_else(|| OpError::coded("ERR_INTERNAL_ASSERTION", "this decoder is closed"))?;
        // This decoder has no state.
        let charset = stream.decoder.encoding();
        if !is_last && charset == WINDOWS_1252 && is_latin1(charset, bytes) {
            return Ok(cx.latin1_string(bytes));
        }
        let units = stream.decode(bytes, is_last);
        if is_last || units.is_none() {
            streams.remove(&decoder);
        }
        Ok(string_or_null(cx, units))
    }

    fn close_decoder(&self, decoder: u32) -> Result<(), OpError> {
        self.streams.borrow_mut().remove(&decoder);
        Ok(())
    }
}

/// Encoding Standard §4.2, "get an encoding", without "replacement", which TextDecoder rejects.
fn find(label: &str) -> Option<&'static Charset> {
    Charset::for_label(label.as_bytes()).filter(|&charset| charset != REPLACEMENT)
}

/// Whether bytes at the beginning of a text are the characters of the same numbers.
fn is_latin1(charset: &'static Charset, bytes: &[u8]) -> bool {
    if charset == WINDOWS_1252 {
        // Only these 32 bytes are other characters. Without a branch, so that the compiler compares many at once.
        return !bytes.iter().fold(false, |seen, byte| seen | (byte & 0xe0 == 0x80));
    }
    charset.is_ascii_compatible() && bytes.is_ascii()
}

fn open(label: &str, is_fatal: bool, ignore_bom: bool) -> Result<Stream, OpError> {
    let charset = find(label).ok_or_else(|| {
        OpError::coded("ERR_ENCODING_NOT_SUPPORTED", format!("The \"{label}\" encoding is not supported"))
    })?;
    let decoder =
        if ignore_bom { charset.new_decoder_without_bom_handling() } else { charset.new_decoder_with_bom_removal() };
    Ok(Stream { decoder, is_fatal })
}

impl Stream {
    /// The UTF-16 of the next bytes; None for malformed input when the decoder is fatal.
    fn decode(&mut self, bytes: &[u8], is_last: bool) -> Option<Vec<u16>> {
        let length =
            self.decoder.max_utf16_buffer_length(bytes.len()).expect("a view's length times a small number fits usize");
        let mut units = vec![0; length];
        let written = if self.is_fatal {
            let (result, _, written) = self.decoder.decode_to_utf16_without_replacement(bytes, &mut units, is_last);
            match result {
                DecoderResult::InputEmpty => written,
                DecoderResult::Malformed(..) => return None,
                DecoderResult::OutputFull => unreachable!("the buffer has the length that the decoder asks for"),
            }
        } else {
            let (result, _, written, _) = self.decoder.decode_to_utf16(bytes, &mut units, is_last);
            assert!(result == CoderResult::InputEmpty, "the buffer has the length that the decoder asks for");
            written
        };
        units.truncate(written);
        Some(units)
    }
}

fn string_or_null<'cx>(cx: Context<'cx>, units: Option<Vec<u16>>) -> Value<'cx> {
    let Some(units) = units else { return Value::null() };
    if encoding_rs::mem::is_utf16_latin1(&units) {
        let latin1: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
        return cx.latin1_string(&latin1);
    }
    cx.utf16_string(&units)
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
