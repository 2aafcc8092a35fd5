//! `native:http_server`: the HTTP/1 server under `node:http`, `Bun.serve` and `Deno.serve`.
//!
//! Does: listen, read and parse requests, enforce time limits, write responses. Does not: decide the contents of a
//! response; JavaScript does, and is entered once per request. Start reading at `reading.rs` and `serving.rs` (bytes to
//! requests), then `responding.rs` (responses to bytes).

mod connection;
mod flushing;
mod generated {
    pub mod http_server_ops;
}
mod head;
mod listening;
mod ops;
mod output;
mod pipeline;
mod plain_url;
mod reading;
mod responding;
mod secure;
mod serving;
mod timing;
mod url_string_cache;
mod websocket;

use crate::generated::http_server_ops::ServerHandlers;
use brio_http1::{DateCache, Limits};
use brio_realm::IoToken;
use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use connection::{Connection, InputState};
pub use generated::http_server_ops::AREA;
use head::RecentHeads;
use reading::EarlyReads;
use rustix::fd::OwnedFd;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};
use url_string_cache::StringCache;

/// All servers and connections of one thread.
pub struct HttpServer {
    servers: RefCell<Vec<Option<Rc<Server>>>>,
    connections: RefCell<Vec<Option<Rc<RefCell<Connection>>>>>,
    free_connections: RefCell<Vec<u32>>,
    /// The byte counts of the closed connections, by number; see `traffic`.
    closed_traffic: RefCell<Vec<(u64, u64)>>,
    recent_heads: RefCell<RecentHeads>,
    url_strings: StringCache,
    /// Taken out while a read is in progress.
    receive: RefCell<Vec<u8>>,
    early_reads: EarlyReads,
    dirty: RefCell<Vec<u32>>,
    /// The memory of the last flushed batch, reused by the next.
    spare_batch: RefCell<Vec<u32>>,
    /// When the last batch was flushed.
    flushed_ms: Cell<f64>,
    next_sequence: Cell<u32>,
    short_body: &'static [Cell<u8>],
    date: RefCell<DateCache>,
    /// The second that `Date` shows, and when the next begins on the loop's clock.
    date_second: Cell<(u64, f64)>,
    /// The loop's clock, as of the turn of the last read or send.
    clock: Cell<f64>,
    is_hooked: Cell<bool>,
    /// A reusable buffer for encoding strings.
    encoded: RefCell<Vec<u8>>,
    /// The last Host that needed no parsing: most clients of a server send the same one.
    plain_host: RefCell<Vec<u8>>,
}

/// Size limit of one read.
const RECEIVE_BYTES: usize = 64 * 1024;
/// Bodies up to this length need no native call.
const SHORT_BODY_BYTES: usize = 8 * 1024;

impl Default for HttpServer {
    fn default() -> Self {
        let memory: Vec<Cell<u8>> = vec![Cell::new(0); SHORT_BODY_BYTES];
        brio_realm::op::drop_at_end(|| {
            generated::http_server_ops::state().servers.borrow_mut().clear();
            generated::http_server_ops::state().url_strings.clear();
        });
        Self {
            servers: RefCell::default(),
            connections: RefCell::default(),
            free_connections: RefCell::default(),
            closed_traffic: RefCell::default(),
            recent_heads: RefCell::default(),
            url_strings: StringCache::default(),
            receive: RefCell::new(vec![0; RECEIVE_BYTES]),
            early_reads: EarlyReads::default(),
            dirty: RefCell::default(),
            spare_batch: RefCell::default(),
            flushed_ms: Cell::new(0.0),
            next_sequence: Cell::new(1),
            short_body: Box::leak(memory.into_boxed_slice()),
            date: RefCell::new(DateCache::new()),
            date_second: Cell::new((0, f64::NEG_INFINITY)),
            clock: Cell::new(0.0),
            is_hooked: Cell::new(false),
            encoded: RefCell::default(),
            plain_host: RefCell::default(),
        }
    }
}

/// A listening socket and the settings of its connections.
pub struct Server {
    id: u32,
    is_listening: Cell<bool>,
    /// Connections with a response survive the end of listening, as long as their clients keep them.
    keeps_connections: Cell<bool>,
    /// None when it stopped, and when its connections are accepted elsewhere.
    socket: RefCell<Option<OwnedFd>>,
    token: Cell<Option<IoToken>>,
    handlers: RefCell<Option<ServerHandlers>>,
    limits: Cell<ServerLimits>,
    /// JavaScript expects URLs of requests, not targets.
    wants_urls: Cell<bool>,
    connection_count: Cell<u32>,
    is_referenced: Cell<bool>,
    /// A client that shut down its sending side still receives the response.
    allows_half_open: Cell<bool>,
    /// The time limit of the first head counts from the opening of the connection.
    counts_from_opening: Cell<bool>,
    /// Requests are dispatched before earlier ones have responses.
    reads_ahead: Cell<bool>,
    /// Connections speak TLS.
    tls: RefCell<Option<Rc<secure::ServerTls>>>,
    /// Path of the socket, removed when listening ends.
    path: Option<std::path::PathBuf>,
}

/// See `configure` in the contract.
#[derive(Clone, Copy, Debug)]
struct ServerLimits {
    head_timeout_ms: f64,
    request_timeout_ms: f64,
    idle_timeout_ms: f64,
    head: Limits,
    requests_max: u32,
    connections_max: u32,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            head_timeout_ms: 60_000.0,
            request_timeout_ms: 300_000.0,
            idle_timeout_ms: 5_000.0,
            head: Limits::default(),
            requests_max: 0,
            connections_max: 0,
        }
    }
}

/// Which callback of a server to call.
#[derive(Clone, Copy)]
enum Event {
    Request,
    Body,
    Drained,
    Closed,
    Refused,
    Idle,
    Opened,
    Dropped,
    Message,
}

impl HttpServer {
    fn server(&self, id: u32) -> Option<Rc<Server>> {
        self.servers.borrow().get(id as usize).cloned().flatten()
    }

    fn connection(&self, id: u32) -> Option<Rc<RefCell<Connection>>> {
        self.connections.borrow().get(id as usize).cloned().flatten()
    }

    /// The connection, if its in-flight request has that number.
    fn running(&self, id: u32, sequence: u32) -> Option<Rc<RefCell<Connection>>> {
        self.connection(id).filter(|connection| {
            let connection = connection.borrow();
            connection.request.sequence == sequence
                && (connection.is_running || connection.phase == connection::Phase::Raw)
        })
    }

    fn new_sequence(&self) -> u32 {
        let sequence = self.next_sequence.get();
        self.next_sequence.set(sequence.wrapping_add(1).max(1));
        sequence
    }

    /// Appends the `Date` line.
    fn write_date(&self, out: &mut Vec<u8>) {
        // The wall clock is read once per second of the loop's clock, which is cheap to read.
        let now_ms = self.clock.get();
        let (mut second, next_ms) = self.date_second.get();
        if now_ms >= next_ms {
            let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            second = time.as_secs();
            self.date_second.set((second, now_ms + f64::from(1000 - time.subsec_millis())));
        }
        out.extend_from_slice(b"Date: ");
        out.extend_from_slice(self.date.borrow_mut().text(second));
        out.extend_from_slice(b"\r\n");
    }

    /// Schedules a flush of the connection for the end of the turn.
    fn mark_dirty(&self, id: u32, connection: &mut Connection) {
        if !connection.is_dirty && connection.input_state != InputState::Processing {
            connection.is_dirty = true;
            self.dirty.borrow_mut().push(id);
        }
    }

    fn hook_turn(&self) {
        if !self.is_hooked.replace(true) {
            Realm::current().at_poll_end(|realm| generated::http_server_ops::state().use_early_reads(realm));
            Realm::current().at_turn_end(|realm| generated::http_server_ops::state().flush_dirty(realm));
        }
    }
}

impl Server {
    /// Calls a callback of the server as a task. None when it is not set or threw.
    fn call<'a, R>(
        &self,
        realm: &'a Realm,
        event: Event,
        arguments: impl FnOnce(Context<'a>) -> Result<[Value<'a>; 5], Value<'a>>,
        read: impl FnOnce(Value<'a>) -> R,
    ) -> Option<R> {
        let function = self.handler(realm.context(), event)?;
        realm.enter(|cx| function.call(cx, &arguments(cx)?).map(read))
    }

    /// The same with arguments that are created without the engine.
    fn call_plain<'a, R>(
        &self,
        realm: &'a Realm,
        event: Event,
        arguments: &[Value<'a>],
        read: impl FnOnce(Value<'a>) -> R,
    ) -> Option<R> {
        let function = self.handler(realm.context(), event)?;
        realm.enter_call(function, arguments, read)
    }

    fn handler<'a>(&self, cx: Context<'a>, event: Event) -> Option<Value<'a>> {
        let handlers = self.handlers.borrow();
        let handlers = handlers.as_ref()?;
        let root = match event {
            Event::Request => &handlers.request,
            Event::Body => &handlers.body,
            Event::Drained => &handlers.drained,
            Event::Closed => &handlers.closed,
            Event::Refused => &handlers.refused,
            Event::Idle => handlers.idle.as_ref()?,
            Event::Opened => handlers.opened.as_ref()?,
            Event::Dropped => handlers.dropped.as_ref()?,
            Event::Message => handlers.message.as_ref()?,
        };
        Some(root.get(cx))
    }

    fn wants_opened(&self) -> bool {
        self.handlers.borrow().as_ref().is_some_and(|handlers| handlers.opened.is_some())
    }

    fn is_listening(&self) -> bool {
        self.is_listening.get()
    }
}
