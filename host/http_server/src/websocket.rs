//! Connections that became WebSockets: frames to messages, one entry into JavaScript for each, and back.

use crate::connection::{Connection, Flow, Phase};
use crate::generated::http_server_ops::{message_kind, web_socket_flags};
use crate::responding::encode;
use crate::{Event, HttpServer, Server};
use brio_realm::Realm;
use brio_realm::jsc::{Context, Value, ValueKind};
use brio_websocket::{
    Compressor, Decoder, Incoming, Opcode, Role, Violation, accept_key, negotiate, write_close, write_frame,
};
use rustix::fd::AsFd;
use std::cell::RefCell;
use std::rc::Rc;

/// Output is sent within a turn above this size.
const CORKED_BYTES_MAX: u64 = 64 * 1024;
/// Shorter messages are not compressed.
const COMPRESSED_BYTES_MIN: usize = 64;

/// The state of a WebSocket beyond its connection.
pub struct WebSocket {
    pub decoder: Decoder,
    compressor: Option<Compressor>,
    sends_pings: bool,
    pub idle_timeout_ms: f64,
    /// A ping was sent since the client's last message.
    is_pinged: bool,
    is_close_sent: bool,
}

/// The action that the time limit of a WebSocket requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleVerdict {
    Stay,
    Ping,
    Close,
}

impl WebSocket {
    /// Judges how long the client was silent.
    pub fn judge(&self, silent_ms: f64) -> IdleVerdict {
        if self.idle_timeout_ms <= 0.0 {
            return IdleVerdict::Stay;
        }
        if silent_ms > self.idle_timeout_ms {
            return IdleVerdict::Close;
        }
        let is_due =
            self.sends_pings && !self.is_pinged && !self.is_close_sent && silent_ms > self.idle_timeout_ms / 2.0;
        if is_due { IdleVerdict::Ping } else { IdleVerdict::Stay }
    }
}

impl HttpServer {
    /// Responds to the handshake. False when the request is over or is not a valid handshake.
    pub(crate) fn accept_socket(
        &self,
        id: u32,
        sequence: u32,
        extra: &str,
        flags: u8,
        message_bytes_max: u32,
        idle_timeout_ms: f64,
    ) -> bool {
        let Some(found) = self.running(id, sequence) else { return false };
        let connection = &mut *found.borrow_mut();
        if connection.phase != Phase::Responding {
            return false;
        }
        let value = |wanted: &str| {
            connection
                .request
                .head
                .fields()
                .find(|(name, _)| name.eq_ignore_ascii_case(wanted.as_bytes()))
                .map(|(_, value)| value.to_vec())
        };
        let Some(key) = value("sec-websocket-key") else { return false };
        let offered = value("sec-websocket-extensions").filter(|_| flags & web_socket_flags::COMPRESS != 0);
        let agreed = offered.and_then(|field| negotiate(&String::from_utf8_lossy(&field)));
        let mut decoder = Decoder::new(Role::Server, message_bytes_max as usize);
        let out = connection.output.buffer();
        out.extend_from_slice(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ",
        );
        out.extend_from_slice(accept_key(&key).as_bytes());
        let mut compressor = None;
        if let Some((offer, text)) = agreed {
            out.extend_from_slice(b"\r\nSec-WebSocket-Extensions: ");
            out.extend_from_slice(text.as_bytes());
            decoder.accept_compressed(offer.client_no_context_takeover);
            compressor = Compressor::new(offer.server_window_bits, offer.server_no_context_takeover);
        }
        out.extend_from_slice(b"\r\n");
        out.extend(extra.chars().map(|character| character as u8));
        out.extend_from_slice(b"\r\n");
        connection.phase = Phase::Raw;
        connection.flow = Flow::Flowing;
        connection.is_running = false;
        connection.request.keep_alive = false;
        let sends_pings = flags & web_socket_flags::SEND_PINGS != 0;
        connection.websocket = Some(Box::new(WebSocket {
            decoder,
            compressor,
            sends_pings,
            idle_timeout_ms,
            is_pinged: false,
            is_close_sent: false,
        }));
        self.mark_dirty(id, connection);
        self.resume_later(&Realm::current(), id, connection);
        true
    }

    /// Passes a message to JavaScript, after responding to control frames.
    pub(crate) fn on_message(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        connection: &Rc<RefCell<Connection>>,
        server: &Rc<Server>,
        incoming: Incoming,
    ) {
        let (kind, code) = {
            let connection = &mut *connection.borrow_mut();
            connection.since_ms = realm.now_ms();
            let Some(websocket) = connection.websocket.as_mut() else { return };
            websocket.is_pinged = false;
            match incoming {
                Incoming::Text => (Opcode::Text, 0),
                Incoming::Binary => (Opcode::Binary, 0),
                Incoming::Pong => (Opcode::Pong, 0),
                Incoming::Ping => {
                    if !websocket.is_close_sent {
                        write_frame(connection.output.buffer(), Opcode::Pong, websocket.decoder.payload(), false, None);
                    }
                    (Opcode::Ping, 0)
                }
                Incoming::Close(code) => {
                    if !std::mem::replace(&mut websocket.is_close_sent, true) {
                        // As Bun and Deno, with the client's reason.
                        let reason = std::str::from_utf8(websocket.decoder.payload()).unwrap_or_default();
                        write_close(connection.output.buffer(), code, reason, None);
                    }
                    connection.phase = Phase::Closing;
                    const NO_CODE: u16 = 1005;
                    (Opcode::Close, code.unwrap_or(NO_CODE))
                }
            }
        };
        server.call(
            realm,
            Event::Message,
            |cx| {
                // The borrow ends before JavaScript runs.
                let data = {
                    let connection = connection.borrow();
                    let payload =
                        connection.websocket.as_ref().map_or(&[][..], |websocket| websocket.decoder.payload());
                    match kind {
                        Opcode::Text | Opcode::Close => text_value(cx, payload),
                        _ => cx.uint8_array(payload.to_vec())?,
                    }
                };
                Ok([
                    Value::uint32(id),
                    Value::int32(kind as i32),
                    data,
                    Value::int32(i32::from(code)),
                    Value::undefined(),
                ])
            },
            |_| (),
        );
    }

    /// Responds to a protocol violation with its close frame and ends the connection.
    pub(crate) fn on_violation(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        connection: &Rc<RefCell<Connection>>,
        server: &Rc<Server>,
        violation: Violation,
    ) {
        {
            let connection = &mut *connection.borrow_mut();
            write_close(connection.output.buffer(), Some(violation.code), violation.reason, None);
            connection.phase = Phase::Closing;
        }
        server.call(
            realm,
            Event::Message,
            |cx| {
                Ok([
                    Value::uint32(id),
                    Value::int32(Opcode::Close as i32),
                    cx.string(violation.reason),
                    Value::int32(i32::from(violation.code)),
                    Value::undefined(),
                ])
            },
            |_| (),
        );
    }

    /// Queues a message; see `sendMessage` in the contract.
    pub(crate) fn send_socket<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        data: Value<'cx>,
        kind: u8,
    ) -> Result<f64, Value<'cx>> {
        let Some(found) = self.connection(id) else { return Ok(-1.0) };
        let connection = &mut *found.borrow_mut();
        let Some(websocket) = connection.websocket.as_mut().filter(|websocket| !websocket.is_close_sent) else {
            return Ok(-1.0);
        };
        if connection.phase != Phase::Raw {
            return Ok(-1.0);
        }
        let opcode = match kind & !message_kind::COMPRESSED {
            1 => Opcode::Text,
            9 => Opcode::Ping,
            10 => Opcode::Pong,
            _ => Opcode::Binary,
        };
        let out = connection.output.buffer();
        let compressor = websocket.compressor.as_mut().filter(|_| kind & message_kind::COMPRESSED != 0);
        write_value(cx, out, opcode, data, compressor)?;
        if connection.output.waiting_bytes() < CORKED_BYTES_MAX {
            self.mark_dirty(id, connection);
            return Ok(0.0);
        }
        // A broken connection is detected by the next flush or read.
        let _ = connection.output.flush(connection.socket.as_fd());
        let waiting = connection.output.waiting_bytes();
        connection.wants_drain |= waiting > 0;
        self.mark_dirty(id, connection);
        Ok(waiting as f64)
    }

    /// Starts the closing handshake.
    pub(crate) fn close_socket(&self, id: u32, code: u16, reason: &str, is_last: bool) {
        let Some(found) = self.connection(id) else { return };
        let connection = &mut *found.borrow_mut();
        let Some(websocket) = connection.websocket.as_mut() else { return };
        if connection.phase == Phase::Raw && !std::mem::replace(&mut websocket.is_close_sent, true) {
            write_close(connection.output.buffer(), (code != 0).then_some(code), reason, None);
            if is_last {
                connection.phase = Phase::Closing;
            }
            self.mark_dirty(id, connection);
        }
    }

    /// Pings a silent client.
    pub(crate) fn ping_socket(&self, id: u32, connection: &mut Connection) {
        if let Some(websocket) = connection.websocket.as_mut() {
            websocket.is_pinged = true;
            write_frame(connection.output.buffer(), Opcode::Ping, &[], false, None);
            self.mark_dirty(id, connection);
        }
    }
}

/// The string of a message that is known to be valid UTF-8.
fn text_value<'cx>(cx: Context<'cx>, bytes: &[u8]) -> Value<'cx> {
    if bytes.is_ascii() {
        return cx.latin1_string(bytes);
    }
    cx.string(&String::from_utf8_lossy(bytes))
}

fn write_value<'cx>(
    cx: Context<'cx>,
    out: &mut Vec<u8>,
    opcode: Opcode,
    data: Value<'cx>,
    compressor: Option<&mut Compressor>,
) -> Result<(), Value<'cx>> {
    if compressor.is_none() {
        if data.kind(cx) != ValueKind::String {
            let bytes = data.bytes(cx).ok_or_else(|| cx.type_error("a message must be text or bytes"))?;
            write_frame(out, opcode, bytes, false, None);
            return Ok(());
        }
        // ASCII equals its UTF-8: it is sent without a copy of its own.
        let is_written = data.with_characters(
            cx,
            |latin1| {
                let is_ascii = latin1.is_ascii();
                if is_ascii {
                    write_frame(out, opcode, latin1, false, None);
                }
                is_ascii
            },
            |_| false,
        )?;
        if is_written {
            return Ok(());
        }
    }
    let bytes = encode(cx, data, false)?;
    let compressed =
        compressor.filter(|_| bytes.len() >= COMPRESSED_BYTES_MIN).and_then(|compressor| compressor.compress(&bytes));
    match compressed {
        Some(compressed) => write_frame(out, opcode, &compressed, true, None),
        None => write_frame(out, opcode, &bytes, false, None),
    }
    Ok(())
}
