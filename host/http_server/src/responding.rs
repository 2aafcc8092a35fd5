//! From responses to bytes: one-shot responses, parts of one, files, and what follows a complete response.

use crate::HttpServer;
use crate::connection::{Connection, Flow, Phase};
use crate::generated::http_server_ops::{send_flags, short_response};
use brio_realm::Realm;
use brio_realm::jsc::{Context, TextEncoding, Value, ValueKind};
use rustix::fd::{AsFd, OwnedFd};

/// `type` of a default head, as the contract numbers them.
const CONTENT_TYPES: [&[u8]; 6] = [
    b"",
    b"Content-Type: text/plain;charset=utf-8\r\n",
    b"Content-Type: application/json;charset=utf-8\r\n",
    b"Content-Type: text/html;charset=utf-8\r\n",
    b"Content-Type: application/octet-stream\r\n",
    b"content-type: text/plain;charset=UTF-8\r\n",
];

/// A buffer for encoded text that grew beyond this is freed.
const ENCODED_BYTES_MAX: usize = 512 * 1024;

impl HttpServer {
    /// Sends the response that the result of `request` encodes.
    pub(crate) fn respond_short(&self, realm: &Realm, id: u32, sequence: u32, encoded: u32) {
        let Some(connection) = self.with_open_request(id, sequence) else { return };
        self.in_turn(realm, id, &mut connection.borrow_mut(), sequence, |connection| {
            self.write_short(realm, id, connection, encoded)
        });
    }

    fn write_short(&self, realm: &Realm, id: u32, connection: &mut Connection, encoded: u32) {
        let status = (encoded >> short_response::STATUS_SHIFT) as u16;
        let (kind, length) = ((encoded >> short_response::TYPE_SHIFT & 15) as u8, (encoded & 0xffff) as usize);
        let length = length.min(self.short_body.len());
        self.write_default_head(connection, status, kind, length);
        if !connection.request.is_head {
            let out = connection.output.buffer();
            out.extend(self.short_body[..length].iter().map(std::cell::Cell::get));
        }
        self.complete(realm, id, connection, false);
    }

    /// Sends a one-shot response with a default head.
    pub(crate) fn respond_complete<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        sequence: u32,
        status: u16,
        kind: u8,
        body: Value<'cx>,
    ) -> Result<bool, Value<'cx>> {
        let Some(connection) = self.with_open_request(id, sequence) else { return Ok(false) };
        let realm = Realm::current();
        self.clock.set(realm.now_ms());
        self.with_encoded(|bytes| {
            encode_into(cx, body, false, bytes)?;
            self.in_turn(&realm, id, &mut connection.borrow_mut(), sequence, |connection| {
                self.write_default_head(connection, status, kind, bytes.len());
                if !connection.request.is_head {
                    connection.output.push_body(connection.socket.as_fd(), bytes);
                }
                self.complete(&realm, id, connection, false);
            });
            Ok(true)
        })
    }

    fn write_default_head(&self, connection: &mut Connection, status: u16, kind: u8, length: usize) {
        let may_have_body = status != 204 && status != 304;
        let (keep_alive, is_http_1_0) = (connection.request.keep_alive, connection.request.is_http_1_0);
        let out = connection.output.buffer();
        brio_http1::write_status_line(out, status, None);
        if may_have_body {
            out.extend_from_slice(CONTENT_TYPES.get(usize::from(kind)).copied().unwrap_or_default());
        }
        self.write_date(out);
        if may_have_body {
            out.extend_from_slice(b"Content-Length: ");
            write_decimal(out, length);
            out.extend_from_slice(b"\r\n");
        }
        if !keep_alive {
            out.extend_from_slice(b"Connection: close\r\n");
        } else if is_http_1_0 {
            out.extend_from_slice(b"Connection: keep-alive\r\n");
        }
        out.extend_from_slice(b"\r\n");
    }

    /// Sends part of a response. Returns how many bytes are buffered, or -1.
    pub(crate) fn send_part<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        sequence: u32,
        head: Value<'cx>,
        body: Value<'cx>,
        flags: u8,
    ) -> Result<f64, Value<'cx>> {
        let Some(connection) = self.with_open_request(id, sequence) else { return Ok(-1.0) };
        let realm = Realm::current();
        self.with_encoded(|encoded| {
            if !head.is_nullish() {
                encode_into(cx, head, true, encoded)?;
            }
            let head_length = encoded.len();
            let is_text = !body.is_nullish() && body.kind(cx) == ValueKind::String;
            if is_text {
                encode_into(cx, body, flags & send_flags::LATIN1 != 0, encoded)?;
            }
            let (head, text) = encoded.split_at(head_length);
            // Bytes are sent from JavaScript's memory; nothing below runs JavaScript.
            let body = if is_text || body.is_nullish() {
                text
            } else {
                body.bytes(cx).ok_or_else(|| cx.type_error("a body must be text or bytes"))?
            };
            Ok(self.in_turn(&realm, id, &mut connection.borrow_mut(), sequence, |connection| {
                self.send_encoded(&realm, id, connection, head, body, flags)
            }))
        })
    }

    /// Sends bytes outside of any response. Returns how many are buffered, -1 when a request is in flight or the
    /// connection is closed.
    pub(crate) fn send_between<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        body: Value<'cx>,
        flags: u8,
    ) -> Result<f64, Value<'cx>> {
        let Some(connection) = self.connection(id) else { return Ok(-1.0) };
        let bytes = if body.is_nullish() { Vec::new() } else { encode(cx, body, flags & send_flags::LATIN1 != 0)? };
        let connection = &mut *connection.borrow_mut();
        if connection.is_running || connection.phase != Phase::Head {
            return Ok(-1.0);
        }
        connection.output.buffer().extend_from_slice(&bytes);
        if flags & send_flags::END != 0 {
            connection.phase = Phase::Closing;
        }
        self.mark_dirty(id, connection);
        let waiting = connection.output.waiting_bytes();
        connection.wants_drain |= waiting > 0;
        Ok(waiting as f64)
    }

    /// Writes a head and a chunk of a body into the output. Returns how many bytes are buffered.
    fn send_encoded(
        &self,
        realm: &Realm,
        id: u32,
        connection: &mut Connection,
        head: &[u8],
        body: &[u8],
        flags: u8,
    ) -> f64 {
        self.clock.set(realm.now_ms());
        let skips_body = connection.request.is_head && connection.phase != Phase::Raw;
        let out = connection.output.buffer();
        out.extend_from_slice(head);
        self.end_head(out, flags, body.len());
        if !skips_body {
            let is_chunk = flags & send_flags::CHUNK != 0 && !body.is_empty();
            if is_chunk {
                brio_http1::write_chunk_head(out, body.len() as u64);
            }
            connection.output.push_body(connection.socket.as_fd(), body);
            let out = connection.output.buffer();
            if is_chunk {
                out.extend_from_slice(b"\r\n");
            }
            if flags & send_flags::LAST_CHUNK != 0 {
                out.extend_from_slice(b"0\r\n\r\n");
            }
        }
        connection.output.send_promptly(connection.socket.as_fd(), flags & send_flags::END != 0);
        if flags & send_flags::END != 0 {
            self.complete(realm, id, connection, flags & send_flags::CLOSE != 0);
        } else {
            self.mark_dirty(id, connection);
        }
        let waiting = connection.output.waiting_bytes();
        if waiting > 0 && flags & send_flags::QUIET == 0 {
            connection.wants_drain = true;
        }
        waiting as f64
    }

    /// Calls `use_bytes` with an empty buffer whose memory the next call reuses.
    pub(crate) fn with_encoded<R>(&self, use_bytes: impl FnOnce(&mut Vec<u8>) -> R) -> R {
        let mut bytes = self.encoded.take();
        let result = use_bytes(&mut bytes);
        if bytes.capacity() <= ENCODED_BYTES_MAX {
            bytes.clear();
            self.encoded.replace(bytes);
        }
        result
    }

    /// Adds to a head the fields that `flags` request, and ends it then.
    fn end_head(&self, out: &mut Vec<u8>, flags: u8, length: usize) {
        if flags & send_flags::DATE != 0 {
            self.write_date(out);
        }
        if flags & send_flags::LENGTH != 0 {
            out.extend_from_slice(b"Content-Length: ");
            write_decimal(out, length);
            out.extend_from_slice(b"\r\n");
        }
        if flags & (send_flags::DATE | send_flags::LENGTH) != 0 {
            out.extend_from_slice(b"\r\n");
        }
    }

    /// Sends a head and a range of a file, and ends the response.
    #[expect(clippy::too_many_arguments, reason = "the op has as many")]
    pub(crate) fn send_last_file<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        sequence: u32,
        head: Value<'cx>,
        file: OwnedFd,
        offset: u64,
        length: u64,
        flags: u8,
    ) -> Result<bool, Value<'cx>> {
        let Some(connection) = self.with_open_request(id, sequence) else { return Ok(false) };
        let head = encode(cx, head, true)?;
        let realm = Realm::current();
        self.clock.set(realm.now_ms());
        self.in_turn(&realm, id, &mut connection.borrow_mut(), sequence, |connection| {
            let out = connection.output.buffer();
            out.extend_from_slice(&head);
            self.end_head(out, flags, length as usize);
            if !connection.request.is_head {
                connection.output.push_file(file, offset, length);
            }
            self.complete(&realm, id, connection, flags & send_flags::CLOSE != 0);
        });
        Ok(true)
    }

    /// Sends a head and a range of a file within a response. Returns how many bytes are buffered, or -1.
    #[expect(clippy::too_many_arguments, reason = "the op has as many")]
    pub(crate) fn send_file_between<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        sequence: u32,
        head: Value<'cx>,
        file: OwnedFd,
        offset: u64,
        length: u64,
        flags: u8,
    ) -> Result<f64, Value<'cx>> {
        let Some(connection) = self.with_open_request(id, sequence) else { return Ok(-1.0) };
        let head = if head.is_nullish() { Vec::new() } else { encode(cx, head, true)? };
        let is_chunk = flags & send_flags::CHUNK != 0 && length > 0;
        Ok(self.in_turn(&Realm::current(), id, &mut connection.borrow_mut(), sequence, |connection| {
            let out = connection.output.buffer();
            out.extend_from_slice(&head);
            if is_chunk {
                brio_http1::write_chunk_head(out, length);
            }
            connection.output.push_file(file, offset, length);
            if is_chunk {
                connection.output.buffer().extend_from_slice(b"\r\n");
            }
            connection.wants_drain = true;
            self.mark_dirty(id, connection);
            connection.output.waiting_bytes() as f64
        }))
    }

    /// The response is complete: the connection waits for the next request, or ends.
    fn complete(&self, realm: &Realm, id: u32, connection: &mut Connection, close: bool) {
        connection.since_ms = realm.now_ms();
        if connection.phase == Phase::Raw {
            connection.phase = Phase::Closing;
            self.mark_dirty(id, connection);
            return;
        }
        connection.is_running = false;
        self.recent_heads.borrow_mut().keep(&mut connection.request.head);
        let may_stay = self
            .server(connection.server)
            .is_some_and(|server| server.is_listening() || server.keeps_connections.get());
        let is_last = close || !connection.request.keep_alive || !may_stay;
        match connection.phase {
            Phase::Responding if !is_last => connection.phase = Phase::Head,
            Phase::Length(_) | Phase::Chunked if !is_last => connection.flow = Flow::Discarding,
            _ => connection.phase = Phase::Closing,
        }
        self.mark_dirty(id, connection);
        if !connection.input.is_empty() || connection.read_side.may_read() {
            self.resume_later(realm, id, connection);
        }
    }
}

/// The bytes of a body or head: a string as UTF-8 (or one byte per character), or bytes unchanged.
pub(crate) fn encode<'cx>(cx: Context<'cx>, value: Value<'cx>, is_latin1: bool) -> Result<Vec<u8>, Value<'cx>> {
    let mut bytes = Vec::new();
    encode_into(cx, value, is_latin1, &mut bytes)?;
    Ok(bytes)
}

/// The same, appended to `out`.
fn encode_into<'cx>(cx: Context<'cx>, value: Value<'cx>, is_latin1: bool, out: &mut Vec<u8>) -> Result<(), Value<'cx>> {
    if value.kind(cx) != ValueKind::String {
        out.extend_from_slice(value.bytes(cx).ok_or_else(|| cx.type_error("a body must be text or bytes"))?);
        return Ok(());
    }
    value.append_text(cx, if is_latin1 { TextEncoding::Latin1 } else { TextEncoding::Utf8 }, out)
}

fn write_decimal(out: &mut Vec<u8>, mut number: usize) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}
