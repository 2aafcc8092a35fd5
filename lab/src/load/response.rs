//! Parses one response after another from the bytes of a connection, and checks bodies as they arrive. Framing follows
//! RFC 9112 section 6.3.

use super::BodyCheck;

/// The largest incomplete head that is buffered.
const HEAD_BYTES_MAX: usize = 64 * 1024;
const HEADERS_MAX: usize = 64;

/// A completely read response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub body_is_right: bool,
    /// Whether the server keeps the connection open.
    pub keeps_open: bool,
}

/// Where the bytes of the body are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Framing {
    Head,
    Length {
        left: u64,
    },
    ChunkSize {
        size: u64,
        digits: u32,
        in_extension: bool,
    },
    ChunkData {
        left: u64,
    },
    /// The line end after a chunk's data; this many bytes of it are missing.
    ChunkEnd {
        left: u8,
    },
    /// The trailer; `line` counts the bytes of the line so far.
    Trailer {
        line: usize,
    },
    UntilClose,
}

/// The state between two reads of one connection.
pub struct Reader {
    framing: Framing,
    pending_head: Vec<u8>,
    status: u16,
    keeps_open: bool,
    seen_bytes: u64,
    matches: bool,
    /// Only stored for a check that searches the body.
    kept_body: Vec<u8>,
}

impl Reader {
    pub fn new() -> Reader {
        Reader {
            framing: Framing::Head,
            pending_head: Vec::new(),
            status: 0,
            keeps_open: true,
            seen_bytes: 0,
            matches: true,
            kept_body: Vec::new(),
        }
    }

    /// Resets everything, for a new connection.
    pub fn reset(&mut self) {
        *self = Reader::new();
    }

    /// Parses bytes of a response to a request with this method. Returns the response once it is complete. An error is
    /// a sentence about invalid HTTP.
    pub fn feed(&mut self, mut bytes: &[u8], is_head: bool, check: &BodyCheck) -> Result<Option<Answer>, String> {
        loop {
            if self.framing == Framing::Head {
                let used = self.read_head(bytes, is_head)?;
                bytes = &bytes[used..];
                if self.framing == Framing::Head {
                    // Either the head is incomplete, or it was an interim one, which another head follows.
                    if bytes.is_empty() {
                        return Ok(None);
                    }
                    continue;
                }
            }
            let used = self.read_body(bytes, check)?;
            bytes = &bytes[used..];
            match self.framing {
                Framing::Length { left: 0 } if bytes.is_empty() => return Ok(Some(self.finish(check))),
                Framing::Length { left: 0 } => return Err("the response has bytes after its end".to_string()),
                _ => return Ok(None),
            }
        }
    }

    /// The connection was closed. Returns the response if the close is its end.
    pub fn end(&mut self, check: &BodyCheck) -> Option<Answer> {
        (self.framing == Framing::UntilClose).then(|| self.finish(check))
    }

    /// Returns how many bytes belong to the head.
    fn read_head(&mut self, bytes: &[u8], is_head: bool) -> Result<usize, String> {
        if self.pending_head.is_empty() {
            if let Some(used) = self.parse_head(bytes, is_head)? {
                return Ok(used);
            }
            self.pending_head.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        let before = self.pending_head.len();
        let mut head = std::mem::take(&mut self.pending_head);
        head.extend_from_slice(bytes);
        match self.parse_head(&head, is_head)? {
            Some(used) => Ok(used - before),
            None if head.len() > HEAD_BYTES_MAX => Err("the head of the response does not end".to_string()),
            None => {
                self.pending_head = head;
                Ok(bytes.len())
            }
        }
    }

    /// Returns the size of the head, or None when it is incomplete.
    fn parse_head(&mut self, bytes: &[u8], is_head: bool) -> Result<Option<usize>, String> {
        let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
        let mut response = httparse::Response::new(&mut headers);
        let size = match response.parse(bytes) {
            Ok(httparse::Status::Complete(size)) => size,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(error) => return Err(format!("the response is not HTTP: {error}")),
        };
        self.status = response.code.unwrap_or(0);
        self.keeps_open = response.version == Some(1);
        let (mut length, mut is_chunked) = (None, false);
        for header in response.headers.iter() {
            match header.name.len() {
                14 if header.name.eq_ignore_ascii_case("content-length") => length = Some(number(header.value)?),
                17 if header.name.eq_ignore_ascii_case("transfer-encoding") => {
                    is_chunked = header.value.to_ascii_lowercase().ends_with(b"chunked")
                }
                10 if header.name.eq_ignore_ascii_case("connection") => {
                    if header.value.eq_ignore_ascii_case(b"close") {
                        self.keeps_open = false;
                    } else if header.value.eq_ignore_ascii_case(b"keep-alive") {
                        self.keeps_open = true;
                    }
                }
                _ => {}
            }
        }
        (self.seen_bytes, self.matches) = (0, true);
        self.kept_body.clear();
        self.framing = if (100..200).contains(&self.status) && self.status != 101 {
            Framing::Head
        } else if is_head || self.status == 204 || self.status == 304 {
            Framing::Length { left: 0 }
        } else if is_chunked {
            Framing::ChunkSize { size: 0, digits: 0, in_extension: false }
        } else if let Some(length) = length {
            Framing::Length { left: length }
        } else {
            self.keeps_open = false;
            Framing::UntilClose
        };
        Ok(Some(size))
    }

    /// Returns how many bytes belong to the body and its framing.
    fn read_body(&mut self, bytes: &[u8], check: &BodyCheck) -> Result<usize, String> {
        let mut position = 0;
        while position < bytes.len() {
            let rest = &bytes[position..];
            position += match self.framing {
                Framing::Head | Framing::Length { left: 0 } => return Ok(position),
                Framing::Length { left } => {
                    let take = left.min(rest.len() as u64);
                    self.see(&rest[..take as usize], check);
                    self.framing = Framing::Length { left: left - take };
                    take as usize
                }
                Framing::UntilClose => {
                    self.see(rest, check);
                    rest.len()
                }
                Framing::ChunkData { left } => {
                    let take = left.min(rest.len() as u64);
                    self.see(&rest[..take as usize], check);
                    self.framing = if take == left {
                        Framing::ChunkEnd { left: 2 }
                    } else {
                        Framing::ChunkData { left: left - take }
                    };
                    take as usize
                }
                _ => {
                    self.read_chunk_framing(rest[0])?;
                    1
                }
            };
        }
        Ok(position)
    }

    /// Parses one byte of the framing around the data of chunks.
    fn read_chunk_framing(&mut self, byte: u8) -> Result<(), String> {
        self.framing = match (self.framing, byte) {
            (Framing::ChunkSize { digits: 0, .. }, b'\n' | b'\r' | b';') => {
                return Err("a chunk has no size".to_string());
            }
            (Framing::ChunkSize { size: 0, .. }, b'\n') => Framing::Trailer { line: 0 },
            (Framing::ChunkSize { size, .. }, b'\n') => Framing::ChunkData { left: size },
            (Framing::ChunkSize { size, digits, .. }, b'\r' | b';') => {
                Framing::ChunkSize { size, digits, in_extension: true }
            }
            (state @ Framing::ChunkSize { in_extension: true, .. }, _) => state,
            (Framing::ChunkSize { size, digits, .. }, digit) => {
                let value = char::from(digit)
                    .to_digit(16)
                    .filter(|_| digits < 15)
                    .ok_or_else(|| format!("the size of a chunk contains the byte {digit}"))?;
                Framing::ChunkSize { size: size * 16 + u64::from(value), digits: digits + 1, in_extension: false }
            }
            (Framing::ChunkEnd { left: 2 }, b'\r') => Framing::ChunkEnd { left: 1 },
            (Framing::ChunkEnd { .. }, b'\n') => Framing::ChunkSize { size: 0, digits: 0, in_extension: false },
            (Framing::ChunkEnd { .. }, _) => return Err("a chunk is longer than it says".to_string()),
            (Framing::Trailer { line: 0 }, b'\n') => Framing::Length { left: 0 },
            (Framing::Trailer { .. }, b'\n') => Framing::Trailer { line: 0 },
            (state @ Framing::Trailer { .. }, b'\r') => state,
            (Framing::Trailer { line }, _) => Framing::Trailer { line: line + 1 },
            (state, _) => state,
        };
        Ok(())
    }

    /// Checks bytes of the body.
    fn see(&mut self, data: &[u8], check: &BodyCheck) {
        match check {
            BodyCheck::Exact(expected) if self.matches => {
                let from = self.seen_bytes as usize;
                self.matches = expected.get(from..from + data.len()) == Some(data);
            }
            BodyCheck::Contains(_) => self.kept_body.extend_from_slice(data),
            _ => {}
        }
        self.seen_bytes += data.len() as u64;
    }

    fn finish(&mut self, check: &BodyCheck) -> Answer {
        let body_is_right = match check {
            BodyCheck::Anything => true,
            BodyCheck::Exact(expected) => self.matches && self.seen_bytes == expected.len() as u64,
            BodyCheck::Contains(part) => {
                part.is_empty() || self.kept_body.windows(part.len()).any(|window| window == part)
            }
            BodyCheck::Length(length) => self.seen_bytes == *length,
        };
        self.framing = Framing::Head;
        Answer { status: self.status, body_is_right, keeps_open: self.keeps_open }
    }
}

fn number(bytes: &[u8]) -> Result<u64, String> {
    std::str::from_utf8(bytes)
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .ok_or_else(|| "content-length is not a number".to_string())
}

#[cfg(test)]
#[path = "response_tests.rs"]
mod tests;
