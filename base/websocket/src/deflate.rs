//! permessage-deflate (RFC 7692).

use brio_compression::{Codec, Format, ZlibSettings};

/// zlib's number of the flush that ends at a byte boundary.
const SYNC_FLUSH: u8 = 2;
/// The bytes that a sync flush ends with, which are omitted on the wire (§7.2.1).
const TAIL: [u8; 4] = [0, 0, 0xff, 0xff];
const STEP_BYTES: usize = 16 * 1024;

/// The negotiated parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// The server resets its window after each message.
    pub server_no_context_takeover: bool,
    /// The client resets its window after each message.
    pub client_no_context_takeover: bool,
    /// The server's window, in bits.
    pub server_window_bits: Option<u8>,
    /// The client's window, in bits.
    pub client_window_bits: Option<u8>,
}

/// Chooses the first acceptable permessage-deflate of a `Sec-WebSocket-Extensions` field, for a server that resets its
/// window after each message and requests the same of clients, which needs little memory per connection. Returns the
/// field of the response as well.
pub fn negotiate(field: &str) -> Option<(Offer, String)> {
    field.split(',').find_map(|offer| {
        let parsed = parse(offer)?;
        // zlib's raw deflate does not support a window of 8 bits.
        if parsed.server_window_bits == Some(8) {
            return None;
        }
        let agreed = Offer {
            server_no_context_takeover: true,
            client_no_context_takeover: true,
            client_window_bits: None,
            ..parsed
        };
        let mut text = "permessage-deflate; server_no_context_takeover; client_no_context_takeover".to_string();
        if let Some(bits) = agreed.server_window_bits {
            text.push_str(&format!("; server_max_window_bits={bits}"));
        }
        Some((agreed, text))
    })
}

impl Offer {
    /// Parses the response of a server. None when it is not a permessage-deflate that we support.
    pub fn of_response(field: &str) -> Option<Self> {
        parse(field).filter(|offer| offer.client_window_bits != Some(8))
    }
}

fn parse(offer: &str) -> Option<Offer> {
    let mut parts = offer.split(';').map(str::trim);
    if !parts.next()?.eq_ignore_ascii_case("permessage-deflate") {
        return None;
    }
    let mut parsed = Offer::default();
    for part in parts {
        let (name, value) = part
            .split_once('=')
            .map_or((part, None), |(name, value)| (name.trim(), Some(value.trim().trim_matches('"'))));
        let bits = || value.and_then(|value| value.parse::<u8>().ok()).filter(|bits| (8..=15).contains(bits));
        match name.to_ascii_lowercase().as_str() {
            "server_no_context_takeover" if value.is_none() => parsed.server_no_context_takeover = true,
            "client_no_context_takeover" if value.is_none() => parsed.client_no_context_takeover = true,
            "server_max_window_bits" => parsed.server_window_bits = Some(bits()?),
            "client_max_window_bits" => parsed.client_window_bits = if value.is_some() { Some(bits()?) } else { None },
            _ => return None,
        }
    }
    Some(parsed)
}

/// Compresses messages.
pub struct Compressor {
    codec: Codec,
    forgets: bool,
}

impl Compressor {
    /// Makes a compressor. `forgets`: each message is independent. None when zlib has no memory.
    pub fn new(window_bits: Option<u8>, forgets: bool) -> Option<Self> {
        let settings =
            ZlibSettings { window_bits: i32::from(window_bits.unwrap_or(15).max(9)), ..ZlibSettings::default() };
        let codec = Codec::zlib(Format::DeflateRaw, settings, None).ok()?;
        Some(Self { codec, forgets })
    }

    /// The compressed form of a message; None when it fails, in which case the message can be sent uncompressed.
    pub fn compress(&mut self, message: &[u8]) -> Option<Vec<u8>> {
        if message.is_empty() {
            // RFC 7692 §7.2.3.6: zlib writes nothing when it is flushed twice.
            return Some(vec![0]);
        }
        let mut out = Vec::new();
        let mut used = 0;
        loop {
            let start = out.len();
            out.resize(start + STEP_BYTES, 0);
            let step = self.codec.step(&message[used..], &mut out[start..], SYNC_FLUSH).ok()?;
            out.truncate(start + step.written);
            used += step.consumed;
            if used == message.len() && step.written < STEP_BYTES {
                break;
            }
        }
        if out.ends_with(&TAIL) {
            out.truncate(out.len() - TAIL.len());
        }
        if self.forgets {
            self.codec.reset().ok()?;
        }
        Some(out)
    }
}

/// Decompresses messages.
pub(crate) struct Decompressor {
    codec: Codec,
    forgets: bool,
}

impl Decompressor {
    pub fn new(forgets: bool) -> Option<Self> {
        Some(Self { codec: Codec::decoder(Format::InflateRaw).ok()?, forgets })
    }

    /// The message; `Err(true)` when it is longer than `bytes_max`, `Err(false)` for invalid data.
    pub fn decompress(&mut self, message: &mut Vec<u8>, bytes_max: usize) -> Result<Vec<u8>, bool> {
        message.extend_from_slice(&TAIL);
        let mut out = Vec::new();
        let mut used = 0;
        loop {
            let start = out.len();
            out.resize(start + STEP_BYTES, 0);
            let step = self.codec.step(&message[used..], &mut out[start..], SYNC_FLUSH).map_err(|_| false)?;
            out.truncate(start + step.written);
            used += step.consumed;
            if out.len() > bytes_max {
                return Err(true);
            }
            if step.is_ended || (used == message.len() && step.written < STEP_BYTES) {
                break;
            }
            if step.consumed == 0 && step.written == 0 {
                return Err(false);
            }
        }
        if self.forgets || used < message.len() {
            self.codec.reset().map_err(|_| false)?;
        }
        Ok(out)
    }
}
