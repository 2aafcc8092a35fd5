//! Bytes to engine strings. A string that fits Latin-1 is created in the engine's 8-bit form: half the memory, faster
//! to search.

use crate::{base64, hex};
use brio_realm::jsc::{Context, Value};
use brio_text_encoding::write_computed;

/// `buffer.constants.MAX_STRING_LENGTH`: JavaScript rejects longer strings.
const TEXT_LENGTH_MAX: usize = 0x1fff_ffe8;

/// An encoding of `Buffer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Latin1,
    Ascii,
    Utf16,
    Hex,
    Base64,
    Base64Url,
}

impl Encoding {
    /// The encoding of a name in lower case.
    pub fn of_name(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"utf8" | b"utf-8" => Self::Utf8,
            b"hex" => Self::Hex,
            b"base64" => Self::Base64,
            b"latin1" | b"binary" => Self::Latin1,
            b"utf16le" | b"utf-16le" | b"ucs2" | b"ucs-2" => Self::Utf16,
            b"ascii" => Self::Ascii,
            b"base64url" => Self::Base64Url,
            _ => return None,
        })
    }

    /// Decodes bytes; None when the string would be too long.
    pub fn decode<'cx>(self, cx: Context<'cx>, bytes: &[u8]) -> Option<Value<'cx>> {
        let length = match self {
            Self::Utf8 | Self::Latin1 | Self::Ascii => bytes.len(),
            Self::Utf16 => bytes.len() / 2,
            Self::Hex => bytes.len().saturating_mul(2),
            Self::Base64 | Self::Base64Url => bytes.len().div_ceil(3).saturating_mul(4),
        };
        (length <= TEXT_LENGTH_MAX).then(|| match self {
            Self::Utf8 => cx.utf8_string(bytes),
            Self::Latin1 => cx.latin1_string(bytes),
            Self::Ascii => ascii(cx, bytes),
            Self::Utf16 => utf16(cx, bytes),
            Self::Hex => cx.written_latin1_string(hex::encoded_length(bytes), |text| hex::encode(bytes, text)),
            Self::Base64 => {
                cx.written_latin1_string(base64::encoded_length(bytes), |text| base64::encode_into(bytes, text))
            }
            Self::Base64Url => {
                cx.written_latin1_string(base64::encoded_url_length(bytes), |text| base64::encode_url_into(bytes, text))
            }
        })
    }

    /// Whether ASCII bytes are decoded to the same characters.
    pub fn retains_ascii(self) -> bool {
        matches!(self, Self::Utf8 | Self::Latin1 | Self::Ascii)
    }
}

/// One character for each byte, with the highest bit cleared.
pub fn ascii<'cx>(cx: Context<'cx>, bytes: &[u8]) -> Value<'cx> {
    if bytes.is_ascii() {
        return cx.latin1_string(bytes);
    }
    cx.written_latin1_string(bytes.len(), |text| write_computed(bytes, text, |byte| [byte & 0x7f]))
}

/// Decodes little-endian UTF-16; an odd last byte is ignored.
pub fn utf16<'cx>(cx: Context<'cx>, bytes: &[u8]) -> Value<'cx> {
    let pairs = bytes.as_chunks::<2>().0;
    // Over complete units, which the compiler joins many at a time.
    if pairs.iter().fold(0, |seen, &pair| seen | u16::from_le_bytes(pair)) < 0x100 {
        return cx.written_latin1_string(pairs.len(), |text| write_computed(pairs, text, |pair| [pair[0]]));
    }
    cx.written_utf16_string(pairs.len(), |text| write_computed(pairs, text, |&pair| [u16::from_le_bytes(pair)]))
}

#[cfg(test)]
#[path = "decode_tests.rs"]
mod tests;
