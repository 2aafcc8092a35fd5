//! One request and its response.

use crate::decoding::Decoding;
use crate::origin::Origin;
use crate::websocket::WebSocket;
use brio_realm::Realm;
use std::rc::Rc;

/// What JavaScript requested of the response's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    Nothing,
    /// The next bytes.
    Next,
    /// All remaining bytes, at once.
    Whole,
}

/// The head of a response, for JavaScript.
pub struct HeadText {
    pub status_and_flags: u32,
    pub text: Vec<u8>,
}

pub struct Exchange {
    pub id: u32,
    pub origin: Rc<Origin>,
    pub head: Vec<u8>,
    /// The request's body, or the part of it that waits for a connection.
    pub body: Vec<u8>,
    pub is_head_request: bool,
    /// The request may be repeated safely.
    pub is_repeatable: bool,
    /// The body arrives by `write`.
    pub is_streamed: bool,
    pub is_chunked: bool,
    pub is_last_of_connection: bool,
    /// A streamed body was completed before there was a connection.
    pub is_finished: bool,
    pub connection: Option<u32>,
    /// Its stream, when the connection is shared; otherwise 0.
    pub stream: i32,
    /// A shared connection has received the complete response.
    pub is_received: bool,
    /// Reading from its stream is paused.
    pub is_paused: bool,
    /// How often servers have refused its stream.
    pub refusal_count: u8,
    pub wants_sent: bool,
    /// The head that was not passed to JavaScript yet.
    pub response: Option<HeadText>,
    pub head_told: bool,
    pub demand: Demand,
    /// Bytes of the body that were not passed to JavaScript yet.
    pub received: Vec<u8>,
    /// The response is complete.
    pub is_over: bool,
    /// Content codings are decoded.
    pub decodes: bool,
    /// An encoded body that ends early fails.
    pub requires_ends: bool,
    pub decoding: Option<Decoding>,
    /// More of the received bytes could be decoded.
    pub has_undecoded: bool,
    pub websocket: Option<Box<WebSocket>>,
    /// JavaScript is about to be notified of its failure.
    pub has_failed: bool,
    /// It keeps the loop alive.
    is_active: bool,
    pub since_ms: f64,
    pub head_timeout_ms: f64,
    pub body_timeout_ms: f64,
}

/// Node's limit.
const TIMEOUT_MS: f64 = 300_000.0;

/// Statuses whose responses have no body (https://fetch.spec.whatwg.org/#null-body-status).
const STATUSES_WITHOUT_BODY: [u16; 4] = [101, 204, 205, 304];

impl Exchange {
    /// Whether the codings of a response with that status are to be decoded.
    pub fn set_decoding(&mut self, mut decoding: Option<Decoding>) {
        if let (Some(decoding), true) = (&mut decoding, self.requires_ends) {
            decoding.require_ends();
        }
        self.decoding = decoding;
    }

    pub fn decodes_body(&self, status: u16) -> bool {
        self.decodes && !self.is_head_request && !STATUSES_WITHOUT_BODY.contains(&status)
    }

    pub fn new(id: u32, origin: Rc<Origin>, head: Vec<u8>, body: Vec<u8>, now_ms: f64) -> Self {
        Self {
            id,
            origin,
            head,
            body,
            is_head_request: false,
            is_repeatable: false,
            is_streamed: false,
            is_chunked: false,
            is_last_of_connection: false,
            is_finished: false,
            connection: None,
            stream: 0,
            is_received: false,
            is_paused: false,
            refusal_count: 0,
            wants_sent: false,
            response: None,
            head_told: false,
            demand: Demand::Nothing,
            received: Vec::new(),
            is_over: false,
            decodes: false,
            requires_ends: false,
            decoding: None,
            has_undecoded: false,
            websocket: None,
            has_failed: false,
            is_active: false,
            since_ms: now_ms,
            head_timeout_ms: TIMEOUT_MS,
            body_timeout_ms: TIMEOUT_MS,
        }
    }

    /// Sets whether it keeps the loop alive. An exchange that only waits for its reader must not.
    pub fn set_active(&mut self, realm: &Realm, is_active: bool) {
        if self.is_active != is_active {
            self.is_active = is_active;
            if is_active { realm.retain() } else { realm.release() }
        }
    }
}
