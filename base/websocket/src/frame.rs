//! Writing frames (RFC 6455 §5.2).

/// The opcode of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Opcode {
    /// A further part of a message.
    Continuation = 0,
    /// A text message.
    Text = 1,
    /// A binary message.
    Binary = 2,
    /// The end of the connection.
    Close = 8,
    /// Checks that the peer is responsive.
    Ping = 9,
    /// The response to a ping.
    Pong = 10,
}

const FINAL: u8 = 0x80;
const COMPRESSED: u8 = 0x40;
const MASKED: u8 = 0x80;

/// Appends a complete message as one frame. `mask` is for clients, and has to be unpredictable (§5.3).
pub fn write_frame(out: &mut Vec<u8>, opcode: Opcode, payload: &[u8], is_compressed: bool, mask: Option<[u8; 4]>) {
    out.reserve(payload.len() + 14);
    out.push(FINAL | opcode as u8 | if is_compressed { COMPRESSED } else { 0 });
    let mask_bit = if mask.is_some() { MASKED } else { 0 };
    match payload.len() {
        length @ 0..=125 => out.push(mask_bit | length as u8),
        length @ 126..=0xffff => {
            out.push(mask_bit | 126);
            out.extend_from_slice(&(length as u16).to_be_bytes());
        }
        length => {
            out.push(mask_bit | 127);
            out.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    let Some(mask) = mask else { return out.extend_from_slice(payload) };
    out.extend_from_slice(&mask);
    let start = out.len();
    out.extend_from_slice(payload);
    apply_mask(&mut out[start..], mask, 0);
}

/// Appends a close frame. Without a code it has no payload. `reason` is truncated to fit a control frame.
pub fn write_close(out: &mut Vec<u8>, code: Option<u16>, reason: &str, mask: Option<[u8; 4]>) {
    const REASON_BYTES_MAX: usize = 123;
    let mut payload = Vec::new();
    if let Some(code) = code {
        payload.extend_from_slice(&code.to_be_bytes());
        let mut end = reason.len().min(REASON_BYTES_MAX);
        while !reason.is_char_boundary(end) {
            end -= 1;
        }
        payload.extend_from_slice(&reason.as_bytes()[..end]);
    }
    write_frame(out, Opcode::Close, &payload, false, mask);
}

/// Masks, or unmasks, `bytes`, the first of which is byte `offset` of its frame's payload.
pub(crate) fn apply_mask(bytes: &mut [u8], mask: [u8; 4], offset: usize) {
    let rotated = [0, 1, 2, 3].map(|index| mask[(index + offset) % 4]);
    let word = u64::from_ne_bytes([rotated, rotated].concat().try_into().expect("twice four bytes are eight"));
    let mut words = bytes.chunks_exact_mut(8);
    for chunk in &mut words {
        let value = u64::from_ne_bytes((&*chunk).try_into().expect("chunks_exact gives eight bytes")) ^ word;
        chunk.copy_from_slice(&value.to_ne_bytes());
    }
    for (index, byte) in words.into_remainder().iter_mut().enumerate() {
        *byte ^= rotated[index % 4];
    }
}
