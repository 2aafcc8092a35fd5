//! From bytes to events: reading a connection, notifying JavaScript, and what happens to the connection afterwards.

use crate::decoding::Decoding;
use crate::exchange::{Demand, Exchange, HeadText};
use crate::failure::describe;
use crate::generated::fetch_ops::{response_flags, response_status, state};
use crate::pooled_connection::{PooledConnection, Stage};
use crate::{Call, Fetch};
use brio_http_client::{ClientError, Connection, Event, Filled};
use brio_realm::Realm;
use brio_realm::jsc::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes of a body that are read before the program requests them.
pub(crate) const READ_AHEAD_BYTES: usize = 64 * 1024;
/// How often one connection is read before the others have their turn.
pub(crate) const READS_PER_TURN: u32 = 32;
/// As Node: a connection is closed this long after its last use, or a second before the server's announced time-out.
pub(crate) const IDLE_MS: f64 = 4_000.0;
const IDLE_MARGIN_MS: f64 = 1_000.0;
const IDLE_MAX_MS: f64 = 600_000.0;

/// What to do next; decided under a short borrow, done without one.
enum Step {
    Again,
    /// Nothing more is available, or wanted, now.
    Pause,
    /// A response arrived that hands the connection over (101). The bytes after it are used once JavaScript has decided
    /// how.
    Opened,
    /// Frames of a WebSocket arrived.
    Frames,
    Complete,
    Fail(ClientError),
}

impl Fetch {
    pub(crate) fn on_readable(&self, realm: &Rc<Realm>, id: u32, is_ended: bool) {
        if let Some(pooled) = self.pooled(id) {
            let mut pooled = pooled.borrow_mut();
            pooled.may_read = true;
            pooled.end_announced |= is_ended;
        }
        self.read_on(realm, id);
    }

    /// Reads what the system has, up to what was requested.
    pub(crate) fn read_on(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        if matches!(pooled.borrow().stage, Stage::Shared(_)) {
            return self.read_shared(realm, id);
        }
        let Some(number) = pooled.borrow().exchange else {
            let is_disturbed = pooled.borrow_mut().connection().is_some_and(|connection| connection.is_disturbed());
            return if is_disturbed {
                self.close_connection(realm, id)
            };
        };
        let Some(exchange) = self.exchange(number) else { return self.close_connection(realm, id) };
        if std::mem::replace(&mut pooled.borrow_mut().is_processing, true) {
            return;
        }
        let mut reads_left = READS_PER_TURN;
        let outcome = loop {
            // Separate from the match, whose arms call JavaScript: the borrows must have ended.
            let next = step(&mut pooled.borrow_mut(), &mut exchange.borrow_mut(), realm.now_ms(), &mut reads_left);
            match next {
                Step::Again => {}
                Step::Frames => {
                    self.on_frames(realm, &pooled, &exchange);
                    if self.exchange(number).is_none() {
                        break Step::Frames;
                    }
                }
                Step::Opened => {
                    self.notify(realm, &exchange);
                    if self.exchange(number).is_none() {
                        break Step::Frames;
                    }
                }
                Step::Pause if reads_left == 0 => {
                    realm.on_close(move |realm| state().read_on(realm, id));
                    break Step::Pause;
                }
                ended => break ended,
            }
        };
        pooled.borrow_mut().is_processing = false;
        match outcome {
            Step::Complete => self.complete(realm, id, &pooled, &exchange),
            Step::Fail(error) => self.lose(realm, id, &pooled, &exchange, error),
            Step::Again | Step::Pause => self.notify(realm, &exchange),
            // JavaScript ended the request.
            Step::Opened | Step::Frames => {}
        }
    }

    /// Notifies JavaScript of what it waits for.
    pub(crate) fn notify(&self, realm: &Rc<Realm>, exchange: &Rc<RefCell<Exchange>>) {
        let (number, head, chunk) = {
            let exchange = &mut *exchange.borrow_mut();
            let head = exchange.response.take();
            exchange.head_told |= head.is_some();
            let wants = exchange.demand == Demand::Next && !exchange.received.is_empty();
            let chunk = wants.then(|| {
                exchange.demand = Demand::Nothing;
                std::mem::take(&mut exchange.received)
            });
            if exchange.head_told && exchange.demand == Demand::Nothing && exchange.received.len() >= READ_AHEAD_BYTES {
                exchange.set_active(realm, false);
            }
            (exchange.id, head, chunk)
        };
        if let Some(head) = head {
            self.call_head(realm, number, &head, None, false);
        }
        if let Some(chunk) = chunk {
            self.call_body(realm, number, Some(chunk), false);
        }
    }

    /// The response is complete: the connection becomes free, and JavaScript receives the rest.
    fn complete(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        pooled: &Rc<RefCell<PooledConnection>>,
        exchange: &Rc<RefCell<Exchange>>,
    ) {
        {
            let exchange = &mut *exchange.borrow_mut();
            exchange.is_over = true;
            exchange.connection = None;
            exchange.set_active(realm, false);
            pooled.borrow_mut().exchange = None;
        }
        // The end of a connection that arrived with the response is not reported again.
        let may_go_on = !exchange.borrow().is_last_of_connection && !pooled.borrow().end_announced;
        if may_go_on && pooled.borrow_mut().connection().is_some_and(|connection| connection.is_reusable()) {
            self.make_useful(realm, id, pooled);
        } else {
            self.close_connection(realm, id);
        }
        self.notify_end(realm, exchange);
    }

    /// Notifies JavaScript of a complete response, if it waits for that.
    pub(crate) fn notify_end(&self, realm: &Rc<Realm>, exchange: &Rc<RefCell<Exchange>>) {
        let (number, head, demand) = {
            let exchange = &mut *exchange.borrow_mut();
            (exchange.id, exchange.response.take(), exchange.demand)
        };
        if head.is_none() && demand == Demand::Nothing {
            // It waits for `pull`.
            return;
        }
        self.exchanges.borrow_mut().remove(&number);
        let received = std::mem::take(&mut exchange.borrow_mut().received);
        let bytes = (!received.is_empty()).then_some(received);
        match head {
            Some(head) => self.call_head(realm, number, &head, bytes, true),
            None => self.call_body(realm, number, bytes, true),
        }
    }

    /// The connection has become unusable: the request is sent again on another, or fails.
    pub(crate) fn lose(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        pooled: &Rc<RefCell<PooledConnection>>,
        exchange: &Rc<RefCell<Exchange>>,
        error: ClientError,
    ) {
        let may_repeat = {
            let exchange = &mut *exchange.borrow_mut();
            exchange.connection = None;
            let mut pooled = pooled.borrow_mut();
            pooled.exchange = None;
            let was_kept = pooled
                .connection()
                .is_some_and(|connection| connection.exchange_count() > 1 && !connection.has_answered());
            was_kept && exchange.is_repeatable && !exchange.is_streamed
        };
        self.close_connection(realm, id);
        if may_repeat {
            self.dispatch(realm, exchange);
        } else {
            self.fail(realm, exchange, &error);
        }
    }

    /// Fails a request.
    pub(crate) fn fail(&self, realm: &Rc<Realm>, exchange: &Rc<RefCell<Exchange>>, error: &ClientError) {
        let (number, head, rest) = {
            let exchange = &mut *exchange.borrow_mut();
            exchange.set_active(realm, false);
            exchange.has_failed = true;
            let rest = std::mem::take(&mut exchange.received);
            (
                exchange.id,
                exchange.response.take(),
                (exchange.demand == Demand::Next && !rest.is_empty()).then_some(rest),
            )
        };
        if let Some(head) = head {
            self.call_head(realm, number, &head, None, false);
        }
        if rest.is_some() {
            self.call_body(realm, number, rest, false);
        }
        self.exchanges.borrow_mut().remove(&number);
        let text = describe(error);
        self.call(realm, Call::Failed, |cx| {
            Ok([Value::uint32(number), cx.string(&text), Value::undefined(), Value::undefined(), Value::undefined()])
        });
    }

    /// Closes a connection without an in-flight request.
    pub(crate) fn close_connection(&self, realm: &Realm, id: u32) {
        if let Some(pooled) = self.pooled(id) {
            pooled.borrow().origin.idle.borrow_mut().retain(|&idle| idle != id);
        }
        self.drop_connection(realm, id);
    }

    /// Closes a connection that is in no list.
    pub(crate) fn drop_connection(&self, realm: &Realm, id: u32) {
        let Some(pooled) = self.connections.borrow_mut().get_mut(id as usize).and_then(Option::take) else { return };
        let (token, descriptor) = {
            let mut pooled = pooled.borrow_mut();
            if pooled.origin.shared.get() == Some(id) {
                pooled.origin.shared.set(None);
            }
            let descriptor = pooled.descriptor();
            (pooled.token.take(), descriptor)
        };
        self.unwatch(realm, token, descriptor);
        pooled.borrow_mut().stage = Stage::Closed;
        self.free_ids.borrow_mut().push(id);
    }

    fn call_head(&self, realm: &Rc<Realm>, number: u32, head: &HeadText, bytes: Option<Vec<u8>>, is_last: bool) {
        self.call(realm, Call::Head, |cx| {
            let bytes = bytes.map_or(Ok(Value::null()), |bytes| cx.uint8_array(bytes))?;
            Ok([
                Value::uint32(number),
                Value::uint32(head.status_and_flags),
                cx.latin1_string(&head.text),
                bytes,
                Value::boolean(is_last),
            ])
        });
    }

    fn call_body(&self, realm: &Rc<Realm>, number: u32, bytes: Option<Vec<u8>>, is_last: bool) {
        self.call(realm, Call::Body, |cx| {
            let bytes = bytes.map_or(Ok(Value::null()), |bytes| cx.uint8_array(bytes))?;
            Ok([Value::uint32(number), bytes, Value::boolean(is_last), Value::undefined(), Value::undefined()])
        });
    }
}

/// Uses received bytes, and receives more when needed.
fn step(pooled: &mut PooledConnection, exchange: &mut Exchange, now_ms: f64, reads_left: &mut u32) -> Step {
    let (may_read, end_announced) = (pooled.may_read, pooled.end_announced);
    let Stage::Open(connection) = &mut pooled.stage else { return Step::Pause };
    let bytes_max = if exchange.demand == Demand::Whole { usize::MAX } else { READ_AHEAD_BYTES };
    let is_full = exchange.received.len() >= bytes_max;
    if exchange.websocket.is_some() && !exchange.received.is_empty() {
        return Step::Frames;
    }
    if exchange.has_undecoded {
        return if is_full { Step::Pause } else { decode(connection, exchange, bytes_max) };
    }
    if is_full && !connection.is_complete() {
        return Step::Pause;
    }
    let target = match &mut exchange.decoding {
        Some(decoding) => decoding.input(),
        None => &mut exchange.received,
    };
    match connection.next_event(target) {
        Err(error) => Step::Fail(error),
        Ok(Event::Head { is_interim: true }) => Step::Again,
        Ok(Event::Head { is_interim: false }) => {
            exchange.since_ms = now_ms;
            exchange.response = Some(head_text(connection));
            pooled.idle_max_ms = idle_limit_ms(connection);
            if connection.is_raw() && !connection.is_complete() {
                return Step::Opened;
            }
            let status = connection.head().0.status;
            if exchange.decodes_body(status) {
                match Decoding::of(connection.head().1, connection.head_bytes()) {
                    Ok(decoding) => exchange.set_decoding(decoding),
                    Err(error) => return Step::Fail(error),
                }
            }
            if connection.is_complete() {
                // The body of a redirect is not read.
                return if (300..400).contains(&status) { Step::Complete } else { complete(exchange) };
            }
            Step::Again
        }
        Ok(Event::Body(_) | Event::End) => {
            exchange.since_ms = now_ms;
            decode(connection, exchange, bytes_max)
        }
        Ok(Event::Wait) if !may_read || *reads_left == 0 => Step::Pause,
        Ok(Event::Wait) => {
            *reads_left -= 1;
            if exchange.demand == Demand::Whole && exchange.received.is_empty() {
                const RESERVED_MAX: u64 = 16 << 20;
                exchange.received.reserve(connection.missing_bytes().unwrap_or(0).min(RESERVED_MAX) as usize);
            }
            match connection.fill() {
                Ok(Filled::Drained) => pooled.may_read = end_announced,
                Ok(Filled::Blocked) => pooled.may_read = false,
                Ok(Filled::More | Filled::End) => {}
                Err(error) => return Step::Fail(error),
            }
            Step::Again
        }
    }
}

/// Decodes what arrived, as far as needed; then determines whether that was all.
fn decode(connection: &Connection, exchange: &mut Exchange, bytes_max: usize) -> Step {
    if let Some(decoding) = &mut exchange.decoding {
        match decoding.run(&mut exchange.received, bytes_max) {
            Ok(has_more) => exchange.has_undecoded = has_more,
            Err(error) => return Step::Fail(error),
        }
    }
    if !connection.is_complete() || exchange.has_undecoded {
        return Step::Again;
    }
    complete(exchange)
}

/// Everything has arrived and was decoded.
fn complete(exchange: &Exchange) -> Step {
    match exchange.decoding.as_ref().map(Decoding::check_end) {
        Some(Err(error)) => Step::Fail(error),
        _ => Step::Complete,
    }
}

fn head_text(connection: &Connection) -> HeadText {
    let (head, fields) = connection.head();
    let bytes = connection.head_bytes();
    let mut status_and_flags = u32::from(head.status);
    let mut text = head.reason.of(bytes).to_vec();
    for field in fields {
        text.push(b'\n');
        text.extend_from_slice(field.name.of(bytes));
        text.push(b'\n');
        text.extend_from_slice(field.value.of(bytes));
    }
    if connection.is_raw() {
        status_and_flags |= u32::from(response_flags::RAW) << response_status::FLAGS_SHIFT;
    }
    HeadText { status_and_flags, text }
}

/// How long the connection may be idle after this response: `Keep-Alive: timeout=` in seconds, minus a margin.
fn idle_limit_ms(connection: &Connection) -> f64 {
    let (_, fields) = connection.head();
    let bytes = connection.head_bytes();
    let Some(field) = fields.iter().find(|field| field.name.of(bytes).eq_ignore_ascii_case(b"keep-alive")) else {
        return IDLE_MS;
    };
    let text = String::from_utf8_lossy(field.value.of(bytes)).to_ascii_lowercase();
    let seconds = text.split(',').find_map(|part| part.trim().strip_prefix("timeout=")?.trim().parse::<f64>().ok());
    seconds.map_or(IDLE_MS, |seconds| (seconds * 1000.0 - IDLE_MARGIN_MS).clamp(0.0, IDLE_MAX_MS))
}
