//! Decoding frames and assembling messages (RFC 6455 §5).

use crate::deflate::Decompressor;
use crate::frame::apply_mask;

/// The side that decodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Decodes frames of clients, which are masked.
    Server,
    /// Decodes frames of servers, which are not.
    Client,
}

/// The result of [`Decoder::decode`]. The bytes are [`Decoder::payload`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// A complete text message; it is valid UTF-8.
    Text,
    /// A complete binary message.
    Binary,
    /// A ping of the peer.
    Ping,
    /// A pong of the peer.
    Pong,
    /// The peer closes, with its code; the payload is the reason, which is valid UTF-8.
    Close(Option<u16>),
}

/// A protocol violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The code of the close frame to respond with.
    pub code: u16,
    /// The reason.
    pub reason: &'static str,
}

const PROTOCOL_ERROR: u16 = 1002;
const INVALID_PAYLOAD: u16 = 1007;
const TOO_BIG: u16 = 1009;
const CONTROL_BYTES_MAX: u64 = 125;
const HEADER_BYTES_MAX: usize = 14;
/// How much is allocated for a message before its bytes arrive.
const RESERVED_BYTES_MAX: u64 = 1 << 20;

#[derive(Clone, Copy)]
struct Header {
    is_final: bool,
    is_compressed: bool,
    opcode: u8,
    length: u64,
    is_masked: bool,
    mask: [u8; 4],
}

/// Decodes the input of one side of a connection.
pub struct Decoder {
    role: Role,
    message_bytes_max: usize,
    inflate: Option<Decompressor>,
    /// The start of an incomplete header.
    partial: [u8; HEADER_BYTES_MAX],
    partial_length: usize,
    /// The frame whose payload is being received, and how much of it arrived.
    current: Option<(Header, u64)>,
    /// The data message so far, and its first opcode.
    message: Vec<u8>,
    message_opcode: u8,
    message_is_compressed: bool,
    /// A control frame's payload: it may arrive between the frames of a message.
    control: Vec<u8>,
    /// The last message is in `control`.
    shows_control: bool,
    /// The message was returned: the next one begins anew.
    is_fresh: bool,
}

impl Decoder {
    /// Makes a decoder. `message_bytes_max`: longer messages are a violation.
    pub fn new(role: Role, message_bytes_max: usize) -> Self {
        Self {
            role,
            message_bytes_max,
            inflate: None,
            partial: [0; HEADER_BYTES_MAX],
            partial_length: 0,
            current: None,
            message: Vec::new(),
            message_opcode: 0,
            message_is_compressed: false,
            control: Vec::new(),
            shows_control: false,
            is_fresh: true,
        }
    }

    /// Accepts compressed messages from now on. `forgets`: no context takeover, each of them is independent.
    pub fn accept_compressed(&mut self, forgets: bool) {
        self.inflate = Decompressor::new(forgets);
    }

    /// Decodes up to the next message. Returns how many bytes were consumed and what they contained; with `None` all
    /// are consumed.
    ///
    /// # Errors
    /// The first violation; nothing can be decoded after it.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<(usize, Option<Incoming>), Violation> {
        let mut used = 0;
        loop {
            let (header, received) = match self.current {
                Some(current) => current,
                None => match self.take_header(&bytes[used..])? {
                    (count, Some(header)) => {
                        used += count;
                        self.begin(header)?;
                        (header, 0)
                    }
                    (count, None) => return Ok((used + count, None)),
                },
            };
            let available = &bytes[used..];
            let count = (header.length - received).min(available.len() as u64) as usize;
            let target = if header.opcode >= 8 { &mut self.control } else { &mut self.message };
            let start = target.len();
            target.extend_from_slice(&available[..count]);
            if self.role == Role::Server {
                apply_mask(&mut target[start..], header.mask, (received % 4) as usize);
            }
            used += count;
            let received = received + count as u64;
            if received < header.length {
                self.current = Some((header, received));
                return Ok((used, None));
            }
            self.current = None;
            if let Some(incoming) = self.end(header)? {
                return Ok((used, Some(incoming)));
            }
        }
    }

    /// The bytes of the last message; for a close, its reason.
    pub fn payload(&self) -> &[u8] {
        if self.shows_control { &self.control } else { &self.message }
    }

    /// The same, moved out.
    pub fn take_payload(&mut self) -> Vec<u8> {
        std::mem::take(if self.shows_control { &mut self.control } else { &mut self.message })
    }

    /// Parses a header, which may have begun in earlier bytes. Returns how many bytes it consumed.
    fn take_header(&mut self, bytes: &[u8]) -> Result<(usize, Option<Header>), Violation> {
        if self.partial_length == 0
            && let Some((header, length)) = parse_header(bytes)
        {
            self.check(header)?;
            return Ok((length, Some(header)));
        }
        let before = self.partial_length;
        let count = bytes.len().min(HEADER_BYTES_MAX - before);
        self.partial[before..before + count].copy_from_slice(&bytes[..count]);
        match parse_header(&self.partial[..before + count]) {
            Some((header, length)) => {
                self.partial_length = 0;
                self.check(header)?;
                Ok((length - before, Some(header)))
            }
            None => {
                self.partial_length = before + count;
                Ok((count, None))
            }
        }
    }

    fn check(&self, header: Header) -> Result<(), Violation> {
        let protocol = |reason| Err(Violation { code: PROTOCOL_ERROR, reason });
        if header.is_masked != (self.role == Role::Server) {
            return protocol(if header.is_masked { "Unexpected mask" } else { "Missing mask" });
        }
        if !matches!(header.opcode, 0..=2 | 8..=10) {
            return protocol("Invalid opcode");
        }
        if header.opcode >= 8 {
            if !header.is_final {
                return protocol("Fragmented control frame");
            }
            if header.length > CONTROL_BYTES_MAX {
                return protocol("Control frame too long");
            }
            if header.is_compressed {
                return protocol("Compressed control frame");
            }
        } else if header.opcode == 0 && self.is_fresh {
            return protocol("Unexpected continuation frame");
        } else if header.opcode != 0 && !self.is_fresh {
            return protocol("Expected continuation frame");
        }
        if header.is_compressed && (self.inflate.is_none() || header.opcode == 0) {
            return protocol("Unexpected reserved bit");
        }
        Ok(())
    }

    fn begin(&mut self, header: Header) -> Result<(), Violation> {
        if header.opcode >= 8 {
            self.control.clear();
            return Ok(());
        }
        if header.opcode != 0 {
            self.message.clear();
            self.message_opcode = header.opcode;
            self.message_is_compressed = header.is_compressed;
            self.is_fresh = false;
        }
        if header.length.saturating_add(self.message.len() as u64) > self.message_bytes_max as u64 {
            return Err(Violation { code: TOO_BIG, reason: "Received too big message" });
        }
        self.message.reserve(header.length.min(RESERVED_BYTES_MAX) as usize);
        Ok(())
    }

    fn end(&mut self, header: Header) -> Result<Option<Incoming>, Violation> {
        self.shows_control = header.opcode >= 8;
        match header.opcode {
            9 => return Ok(Some(Incoming::Ping)),
            10 => return Ok(Some(Incoming::Pong)),
            8 => return self.end_close().map(Some),
            _ if !header.is_final => return Ok(None),
            _ => {}
        }
        self.is_fresh = true;
        if let (true, Some(inflate)) = (self.message_is_compressed, &mut self.inflate) {
            self.message =
                inflate.decompress(&mut self.message, self.message_bytes_max).map_err(
                    |is_too_big| match is_too_big {
                        true => Violation { code: TOO_BIG, reason: "Received too big message" },
                        false => Violation { code: INVALID_PAYLOAD, reason: "Invalid compressed data" },
                    },
                )?;
        }
        if self.message_opcode == 2 {
            return Ok(Some(Incoming::Binary));
        }
        if std::str::from_utf8(&self.message).is_err() {
            return Err(Violation { code: INVALID_PAYLOAD, reason: "Received invalid UTF-8" });
        }
        Ok(Some(Incoming::Text))
    }

    fn end_close(&mut self) -> Result<Incoming, Violation> {
        if self.control.is_empty() {
            return Ok(Incoming::Close(None));
        }
        let protocol = |reason| Err(Violation { code: PROTOCOL_ERROR, reason });
        let Some(&[high, low]) = self.control.get(..2).and_then(|code| <&[u8; 2]>::try_from(code).ok()) else {
            return protocol("Invalid close frame");
        };
        let code = u16::from_be_bytes([high, low]);
        // RFC 6455 §7.4: 1004 to 1006 and 1015 are never sent.
        if !matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999) {
            return protocol("Invalid close code");
        }
        self.control.drain(..2);
        if std::str::from_utf8(&self.control).is_err() {
            return Err(Violation { code: INVALID_PAYLOAD, reason: "Invalid UTF-8 in close frame" });
        }
        Ok(Incoming::Close(Some(code)))
    }
}

/// The header at the start of `bytes` and its length; None when it is incomplete.
fn parse_header(bytes: &[u8]) -> Option<(Header, usize)> {
    let (&first, &second) = (bytes.first()?, bytes.get(1)?);
    let mut position = 2;
    let length = match second & 0x7f {
        126 => {
            position = 4;
            u64::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))
        }
        127 => {
            position = 10;
            u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)
        }
        short => u64::from(short),
    };
    let mut mask = [0; 4];
    if second & 0x80 != 0 {
        mask = bytes.get(position..position + 4)?.try_into().ok()?;
        position += 4;
    }
    let header = Header {
        is_final: first & 0x80 != 0,
        is_compressed: first & 0x40 != 0,
        opcode: first & 0x3f,
        length,
        is_masked: second & 0x80 != 0,
        mask,
    };
    Some((header, position))
}

#[cfg(test)]
#[path = "decoder_tests.rs"]
mod tests;
