//! The client side of WebSockets: frames to messages, one entry into JavaScript for each, and back.

use crate::exchange::{Demand, Exchange};
use crate::generated::fetch_ops::ClientMessageKind;
use crate::pooled_connection::PooledConnection;
use crate::{Call, Fetch};
use brio_realm::Realm;
use brio_realm::jsc::Value;
use brio_websocket::{Compressor, Decoder, Incoming, Offer, Opcode, Role, write_close, write_frame};
use std::cell::RefCell;
use std::rc::Rc;

const NO_CODE: u16 = 1005;
/// Shorter messages are not compressed.
const COMPRESSED_BYTES_MIN: usize = 64;
/// Random bytes that are requested at once for masks.
const MASK_POOL_BYTES: usize = 4096;

pub struct WebSocket {
    decoder: Decoder,
    compressor: Option<Compressor>,
    masks: Masks,
    /// The response to a close frame has the server's reason.
    echoes_reason: bool,
    is_close_sent: bool,
    /// The server closed, or violated the protocol: nothing more is read.
    is_over: bool,
}

/// Unpredictable masks (RFC 6455 §10.3), requested from the system in blocks.
struct Masks {
    bytes: Vec<u8>,
}

impl Masks {
    fn next(&mut self) -> [u8; 4] {
        if self.bytes.len() < 4 {
            self.bytes.resize(MASK_POOL_BYTES, 0);
            getrandom::fill(&mut self.bytes).expect("the system has random bytes once it has booted");
        }
        let rest = self.bytes.len() - 4;
        let mask = [self.bytes[rest], self.bytes[rest + 1], self.bytes[rest + 2], self.bytes[rest + 3]];
        self.bytes.truncate(rest);
        mask
    }
}

impl Fetch {
    pub(crate) fn start_socket(
        &self,
        request: u32,
        extensions: &str,
        message_bytes_max: u32,
        echoes_reason: bool,
    ) -> bool {
        let Some(exchange) = self.exchange(request) else { return false };
        let mut exchange = exchange.borrow_mut();
        let mut decoder = Decoder::new(Role::Client, message_bytes_max as usize);
        let mut compressor = None;
        if !extensions.is_empty() {
            let Some(offer) = Offer::of_response(extensions) else { return false };
            decoder.accept_compressed(offer.server_no_context_takeover);
            compressor = Compressor::new(offer.client_window_bits, offer.client_no_context_takeover);
        }
        exchange.websocket = Some(Box::new(WebSocket {
            decoder,
            compressor,
            masks: Masks { bytes: Vec::new() },
            echoes_reason,
            is_close_sent: false,
            is_over: false,
        }));
        exchange.body_timeout_ms = 0.0;
        // The end of the connection is reported at once.
        exchange.demand = Demand::Whole;
        let (realm, connection) = (Realm::current(), exchange.connection);
        exchange.set_active(&realm, true);
        if let Some(connection) = connection {
            realm.on_close(move |realm| crate::generated::fetch_ops::state().read_on_if(realm, connection, request));
        }
        true
    }

    /// Handles the frames that arrived.
    pub(crate) fn on_frames(
        &self,
        realm: &Rc<Realm>,
        pooled: &Rc<RefCell<PooledConnection>>,
        exchange: &Rc<RefCell<Exchange>>,
    ) {
        let number = exchange.borrow().id;
        let bytes = std::mem::take(&mut exchange.borrow_mut().received);
        let mut used = 0;
        while used < bytes.len() && self.exchange(number).is_some() {
            let (count, message) = {
                let exchange = &mut *exchange.borrow_mut();
                let Some(websocket) = exchange.websocket.as_mut().filter(|websocket| !websocket.is_over) else {
                    return;
                };
                match websocket.decoder.decode(&bytes[used..]) {
                    Ok((count, None)) => (count, None),
                    Ok((count, Some(incoming))) => {
                        let payload = websocket.decoder.take_payload();
                        (count, websocket.answer(&mut pooled.borrow_mut(), incoming, payload))
                    }
                    Err(violation) => {
                        websocket.is_over = true;
                        if !std::mem::replace(&mut websocket.is_close_sent, true) {
                            let mask = websocket.masks.next();
                            websocket.write(&mut pooled.borrow_mut(), |out| {
                                write_close(out, Some(violation.code), violation.reason, Some(mask))
                            });
                        }
                        // Code 1006: the connection failed (RFC 6455 §7.1.7).
                        (
                            bytes.len(),
                            Some((ClientMessageKind::Broken, violation.code, violation.reason.as_bytes().to_vec())),
                        )
                    }
                }
            };
            if let Some(id) = exchange.borrow().connection {
                self.mark_dirty(id, &mut pooled.borrow_mut());
            }
            used += count;
            if let Some((kind, code, payload)) = message {
                self.call_message(realm, number, kind, code, payload);
            }
        }
    }

    fn call_message(&self, realm: &Rc<Realm>, number: u32, kind: ClientMessageKind, code: u16, payload: Vec<u8>) {
        self.call(realm, Call::Message, |cx| {
            let data = match kind {
                ClientMessageKind::Binary => cx.uint8_array(payload)?,
                _ if payload.is_ascii() => cx.latin1_string(&payload),
                _ => cx.string(&String::from_utf8_lossy(&payload)),
            };
            Ok([
                Value::uint32(number),
                Value::int32(kind as i32),
                data,
                Value::int32(i32::from(code)),
                Value::undefined(),
            ])
        });
    }

    pub(crate) fn send_socket(&self, request: u32, payload: &[u8], kind: ClientMessageKind) -> f64 {
        let Some(found) = self.exchange(request) else { return -1.0 };
        let exchange = &mut *found.borrow_mut();
        let Some((id, pooled)) = exchange.connection.and_then(|id| Some((id, self.pooled(id)?))) else { return -1.0 };
        let pooled = &mut *pooled.borrow_mut();
        let Some(websocket) = exchange.websocket.as_mut().filter(|websocket| !websocket.is_close_sent) else {
            return -1.0;
        };
        let opcode = match kind {
            ClientMessageKind::Text => Opcode::Text,
            ClientMessageKind::Ping => Opcode::Ping,
            ClientMessageKind::Pong => Opcode::Pong,
            _ => Opcode::Binary,
        };
        let is_data = matches!(opcode, Opcode::Text | Opcode::Binary) && payload.len() >= COMPRESSED_BYTES_MIN;
        let compressed =
            websocket.compressor.as_mut().filter(|_| is_data).and_then(|compressor| compressor.compress(payload));
        let mask = Some(websocket.masks.next());
        websocket.write(pooled, |out| match &compressed {
            Some(compressed) => write_frame(out, opcode, compressed, true, mask),
            None => write_frame(out, opcode, payload, false, mask),
        });
        self.mark_dirty(id, pooled);
        exchange.wants_sent = true;
        pooled.connection().map_or(-1.0, |connection| connection.waiting_bytes() as f64)
    }

    pub(crate) fn close_socket(&self, request: u32, code: u16, reason: &str) {
        let Some(found) = self.exchange(request) else { return };
        let exchange = &mut *found.borrow_mut();
        let Some((id, pooled)) = exchange.connection.and_then(|id| Some((id, self.pooled(id)?))) else { return };
        let Some(websocket) = exchange.websocket.as_mut() else { return };
        if !std::mem::replace(&mut websocket.is_close_sent, true) {
            let mask = websocket.masks.next();
            let pooled = &mut *pooled.borrow_mut();
            websocket.write(pooled, |out| write_close(out, (code != 0).then_some(code), reason, Some(mask)));
            self.mark_dirty(id, pooled);
        }
    }
}

impl WebSocket {
    /// Responds to control frames; returns what is passed to JavaScript.
    fn answer(
        &mut self,
        pooled: &mut PooledConnection,
        incoming: Incoming,
        payload: Vec<u8>,
    ) -> Option<(ClientMessageKind, u16, Vec<u8>)> {
        match incoming {
            Incoming::Text => Some((ClientMessageKind::Text, 0, payload)),
            Incoming::Binary => Some((ClientMessageKind::Binary, 0, payload)),
            Incoming::Pong => None,
            Incoming::Ping => {
                if !self.is_close_sent {
                    let mask = self.masks.next();
                    self.write(pooled, |out| write_frame(out, Opcode::Pong, &payload, false, Some(mask)));
                }
                None
            }
            Incoming::Close(code) => {
                self.is_over = true;
                if !std::mem::replace(&mut self.is_close_sent, true) {
                    let mask = self.masks.next();
                    let reason =
                        if self.echoes_reason { std::str::from_utf8(&payload).unwrap_or_default() } else { "" };
                    self.write(pooled, |out| write_close(out, code, reason, Some(mask)));
                }
                Some((ClientMessageKind::Close, code.unwrap_or(NO_CODE), payload))
            }
        }
    }

    fn write(&self, pooled: &mut PooledConnection, write: impl FnOnce(&mut Vec<u8>)) {
        if let Some(connection) = pooled.connection() {
            let mut frame = Vec::new();
            write(&mut frame);
            connection.push_body(&frame, false);
        }
    }
}
