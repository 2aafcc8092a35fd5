//! Bytes to engine strings. A string that fits Latin-1 is created in the engine's 8-bit form: half the memory, faster
//! to search.

use brio_realm::jsc::{Context, Value};
use brio_text_encoding::Characters;

/// Decodes UTF-8; each maximal invalid part becomes U+FFFD (Encoding Standard §8.1.1).
pub fn utf8<'cx>(cx: Context<'cx>, bytes: &[u8]) -> Value<'cx> {
    if bytes.is_ascii() {
        return cx.latin1_string(bytes);
    }
    match brio_text_encoding::decode_utf8(bytes) {
        Characters::Latin1(latin1) => cx.adopted_latin1_string(latin1),
        Characters::Utf16(units) => cx.utf16_string(&units),
    }
}

/// Decodes little-endian UTF-16; an odd last byte is ignored.
pub fn utf16<'cx>(cx: Context<'cx>, bytes: &[u8]) -> Value<'cx> {
    let pairs = bytes.as_chunks::<2>().0;
    let units: Vec<u16> = pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect();
    // Over complete units, which the compiler joins many at a time.
    if units.iter().fold(0, |seen, unit| seen | unit) < 0x100 {
        return cx.adopted_latin1_string(units.iter().map(|&unit| unit as u8).collect());
    }
    cx.utf16_string(&units)
}
