//! Bytes to engine strings. A string that fits Latin-1 is created in the engine's 8-bit form: half the memory, faster
//! to search.

use brio_realm::jsc::{Context, Value};
use encoding_rs::mem;

/// Decodes UTF-8; each maximal invalid part becomes U+FFFD (Encoding Standard §8.1.1).
pub fn utf8<'cx>(cx: Context<'cx>, bytes: &[u8]) -> Value<'cx> {
    if bytes.is_ascii() {
        return cx.latin1_string(bytes);
    }
    if mem::is_utf8_latin1(bytes) {
        let mut latin1 = vec![0; bytes.len()];
        let length = mem::convert_utf8_to_latin1_lossy(bytes, &mut latin1);
        return cx.latin1_string(&latin1[..length]);
    }
    // The converter requires space for one unit more than it can use.
    let mut units = vec![0; bytes.len() + 1];
    let length = mem::convert_utf8_to_utf16(bytes, &mut units);
    cx.utf16_string(&units[..length])
}

/// Decodes little-endian UTF-16; an odd last byte is ignored.
pub fn utf16<'cx>(cx: Context<'cx>, bytes: &[u8]) -> Value<'cx> {
    let pairs = bytes.as_chunks::<2>().0;
    if pairs.iter().fold(0, |seen, pair| seen | pair[1]) == 0 {
        let latin1: Vec<u8> = pairs.iter().map(|pair| pair[0]).collect();
        return cx.adopted_latin1_string(latin1);
    }
    let units: Vec<u16> = pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect();
    cx.utf16_string(&units)
}
