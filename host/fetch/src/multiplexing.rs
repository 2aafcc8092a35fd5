//! Shared connections (HTTP/2): requests become streams, stream events reach their requests. One connection serves an
//! origin; a request beyond its stream limit waits for a stream to end.

use crate::Fetch;
use crate::exchange::Exchange;
use crate::generated::fetch_ops::state;
use crate::origin::{Known, Origin};
use crate::pooled_connection::{PooledConnection, Stage};
use crate::reading::{IDLE_MS, READS_PER_TURN};
use crate::stream_events::{bytes_wanted, decode, take_data, take_head};
use brio_http_client::{ClientError, Filled, Flushed, REFUSED_STREAM, StreamEvent};
use brio_realm::Realm;
use std::cell::RefCell;
use std::rc::Rc;

/// A request fails when this many servers in a row refused it unprocessed.
const REFUSALS_MAX: u8 = 3;
const NO_ERROR: u32 = 0;

impl Fetch {
    /// The shared connection of an origin, when it can accept another request.
    pub(crate) fn shared_with_capacity(&self, origin: &Origin) -> Option<(u32, Rc<RefCell<PooledConnection>>)> {
        let id = origin.shared.get()?;
        let pooled = self.pooled(id)?;
        let has_capacity = pooled.borrow().has_capacity();
        has_capacity.then_some((id, pooled))
    }

    /// A new connection turned out to be a shared one: waiting requests are sent on it.
    pub(crate) fn share(&self, realm: &Rc<Realm>, id: u32, pooled: &Rc<RefCell<PooledConnection>>) {
        let origin = {
            let mut pooled = pooled.borrow_mut();
            pooled.idle_max_ms = IDLE_MS;
            pooled.since_ms = realm.now_ms();
            pooled.origin.clone()
        };
        origin.known.set(Known::Http2);
        if origin.shared.get().is_none() {
            origin.shared.set(Some(id));
        }
        self.serve_waiting(realm, &origin);
        // The settings are sent even when no request waits any more.
        self.flush_shared(realm, id);
        // The server's may have arrived with the end of the handshake: the poller does not report them.
        realm.on_close(move |realm| state().read_shared(realm, id));
    }

    /// Sends a request on the shared connection of its origin. False when there is none with capacity.
    pub(crate) fn dispatch_shared(&self, realm: &Rc<Realm>, origin: &Origin, exchange: &Rc<RefCell<Exchange>>) -> bool {
        let Some((id, pooled)) = self.shared_with_capacity(origin) else { return false };
        if pooled.borrow().is_expired(realm.now_ms()) {
            self.close_connection(realm, id);
        } else if pooled.borrow().streams.is_empty() {
            // Handle first what the server sent since the last request: it may have closed the connection.
            self.read_shared(realm, id);
        }
        let Some((id, pooled)) = self.shared_with_capacity(origin) else { return false };
        self.bind_stream(realm, id, &pooled, exchange);
        true
    }

    /// Sends waiting requests on the shared connection, up to its capacity; opens one when there is none.
    fn serve_waiting(&self, realm: &Rc<Realm>, origin: &Rc<Origin>) {
        while let Some((id, pooled)) = self.shared_with_capacity(origin) {
            let Some(next) = ({ origin.waiting.borrow_mut().pop_front() }) else {
                return;
            };
            if let Some(exchange) = self.exchange(next) {
                self.bind_stream(realm, id, &pooled, &exchange);
            }
        }
        self.connect_for_waiting(realm, origin);
    }

    /// Sends a request as a stream of a shared connection.
    pub(crate) fn bind_stream(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        pooled: &Rc<RefCell<PooledConnection>>,
        exchange: &Rc<RefCell<Exchange>>,
    ) {
        let bound = {
            let (pooled, exchange) = (&mut *pooled.borrow_mut(), &mut *exchange.borrow_mut());
            let bound = begin(pooled, exchange);
            if let Ok(stream) = bound {
                exchange.connection = Some(id);
                exchange.stream = stream;
                pooled.streams.insert(stream, exchange.id);
                if exchange.is_last_of_connection {
                    retire(id, pooled);
                }
                self.mark_dirty(id, pooled);
            } else {
                retire(id, pooled);
            }
            bound
        };
        if let Err(error) = bound {
            // Not inside the calling JavaScript.
            let number = exchange.borrow().id;
            realm.on_close(move |realm| {
                if let Some(exchange) = state().exchange(number) {
                    state().fail(realm, &exchange, &error);
                }
            });
        }
    }

    /// Reads what the system has, and dispatches it to the requests.
    pub(crate) fn read_shared(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        if pooled.borrow().is_processing {
            return;
        }
        match self.read_events(realm, id, &pooled) {
            Some(error) => self.lose_shared(realm, id, &pooled, &error),
            None => self.settle_shared(realm, id, &pooled),
        }
    }

    /// Returns the reason when the connection has become unusable.
    fn read_events(&self, realm: &Rc<Realm>, id: u32, pooled: &Rc<RefCell<PooledConnection>>) -> Option<ClientError> {
        pooled.borrow_mut().is_processing = true;
        let mut reads_left = READS_PER_TURN;
        let failure = loop {
            let (filled, events) = {
                let mut pooled = pooled.borrow_mut();
                let Some(connection) = pooled.shared() else { break None };
                (connection.fill(), connection.take_events())
            };
            // Everything that arrived for one response is reported at once.
            let mut touched: Vec<u32> = Vec::new();
            for event in events {
                let number = self.on_stream_event(realm, pooled, event);
                touched.extend(number.filter(|number| !touched.contains(number)));
            }
            touched.into_iter().for_each(|number| self.resume_stream(realm, number));
            reads_left -= 1;
            match filled {
                Ok(Filled::More) if reads_left > 0 => {}
                Ok(Filled::Drained) if reads_left > 0 && pooled.borrow().end_announced => {}
                Ok(Filled::More) => {
                    realm.on_close(move |realm| state().read_shared(realm, id));
                    break None;
                }
                Ok(Filled::Drained | Filled::Blocked) => break None,
                Ok(Filled::End) => break Some(ClientError::closed()),
                Err(error) => break Some(error),
            }
        };
        pooled.borrow_mut().is_processing = false;
        failure
    }

    /// The server does not read any more: it may have responded before.
    fn read_rest(&self, realm: &Rc<Realm>, id: u32, error: ClientError) {
        let Some(pooled) = self.pooled(id) else { return };
        let failure = self.read_events(realm, id, &pooled).unwrap_or(error);
        self.lose_shared(realm, id, &pooled, &failure);
    }

    /// Sends buffered bytes of a shared connection; notifies JavaScript when it waits for that.
    pub(crate) fn flush_shared(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        let outcome = {
            let mut pooled = pooled.borrow_mut();
            let Some(connection) = pooled.shared() else { return };
            connection.flush()
        };
        match outcome {
            Err(error) => realm.on_close(move |realm| state().read_rest(realm, id, error)),
            Ok(Flushed::Blocked) => {}
            Ok(Flushed::All) => self.notify_sent(realm, &pooled),
        }
    }

    fn notify_sent(&self, realm: &Rc<Realm>, pooled: &Rc<RefCell<PooledConnection>>) {
        let running: Vec<(i32, u32)> =
            pooled.borrow().streams.iter().map(|(&stream, &number)| (stream, number)).collect();
        for (stream, number) in running {
            let Some(exchange) = self.exchange(number) else { continue };
            let is_sent = exchange.borrow().wants_sent
                && pooled.borrow_mut().shared().is_some_and(|connection| connection.waiting_bytes(stream) == 0);
            if is_sent {
                exchange.borrow_mut().wants_sent = false;
                self.call_sent(realm, number);
            }
        }
    }

    /// After events: waiting requests are started, output is flushed, and an unusable connection is closed.
    fn settle_shared(&self, realm: &Rc<Realm>, id: u32, pooled: &Rc<RefCell<PooledConnection>>) {
        let (origin, is_done) = {
            let pooled = &mut *pooled.borrow_mut();
            let Some(connection) = pooled.shared() else { return };
            let is_retired = connection.is_retired();
            if is_retired {
                retire(id, pooled);
            }
            if pooled.streams.is_empty() {
                pooled.since_ms = realm.now_ms();
            }
            let is_unwanted = is_retired || pooled.origin.pool.is_closed.get();
            (pooled.origin.clone(), is_unwanted && pooled.streams.is_empty())
        };
        self.serve_waiting(realm, &origin);
        self.flush_shared(realm, id);
        if is_done {
            self.drop_connection(realm, id);
        }
    }

    /// Returns the request that has news.
    fn on_stream_event(
        &self,
        realm: &Rc<Realm>,
        pooled: &Rc<RefCell<PooledConnection>>,
        event: StreamEvent,
    ) -> Option<u32> {
        let (StreamEvent::Head { stream, .. }
        | StreamEvent::Data { stream, .. }
        | StreamEvent::End { stream }
        | StreamEvent::Closed { stream, .. }) = event;
        let number = pooled.borrow().streams.get(&stream).copied()?;
        let exchange = self.exchange(number)?;
        let outcome = match event {
            StreamEvent::Head { status, fields, .. } => {
                take_head(&mut exchange.borrow_mut(), status, &fields, realm.now_ms())
            }
            StreamEvent::Data { range, .. } => {
                take_data(&mut pooled.borrow_mut(), &mut exchange.borrow_mut(), range, realm.now_ms())
            }
            StreamEvent::End { .. } => {
                self.detach_complete(pooled, &exchange, stream);
                Ok(())
            }
            StreamEvent::Closed { code, .. } => {
                self.on_stream_closed(realm, pooled, &exchange, stream, code);
                return None;
            }
        };
        let Err(error) = outcome else { return Some(number) };
        self.detach(realm, &exchange);
        self.fail(realm, &exchange, &error);
        None
    }

    /// The response is complete: its stream is left, even if the request is not sent completely.
    fn detach_complete(&self, pooled: &Rc<RefCell<PooledConnection>>, exchange: &Rc<RefCell<Exchange>>, stream: i32) {
        let id = {
            let exchange = &mut *exchange.borrow_mut();
            exchange.is_received = true;
            exchange.stream = 0;
            exchange.connection.take()
        };
        let is_sent = {
            let exchange = exchange.borrow();
            let waiting = pooled.borrow_mut().shared().map_or(0, |connection| connection.waiting_bytes(stream));
            waiting == 0 && (!exchange.is_streamed || exchange.is_finished)
        };
        if let Some(id) = id {
            // RFC 9113 §8.1: the server does not need the rest.
            self.leave_stream(id, stream, (!is_sent).then_some(NO_ERROR));
        }
    }

    /// Removes a stream from a connection; with a code it is reset.
    pub(crate) fn leave_stream(&self, id: u32, stream: i32, code: Option<u32>) {
        let Some(pooled) = self.pooled(id) else { return };
        let pooled = &mut *pooled.borrow_mut();
        pooled.streams.remove(&stream);
        if let Some(connection) = pooled.shared() {
            connection.forget(stream, code);
        }
        self.mark_dirty(id, pooled);
    }

    fn on_stream_closed(
        &self,
        realm: &Rc<Realm>,
        pooled: &Rc<RefCell<PooledConnection>>,
        exchange: &Rc<RefCell<Exchange>>,
        stream: i32,
        code: u32,
    ) {
        let (id, may_repeat) = {
            let exchange = &mut *exchange.borrow_mut();
            exchange.stream = 0;
            let is_untouched = exchange.response.is_none() && !exchange.head_told && !exchange.is_streamed;
            exchange.refusal_count += u8::from(code == REFUSED_STREAM);
            (
                exchange.connection.take(),
                code == REFUSED_STREAM && is_untouched && exchange.refusal_count <= REFUSALS_MAX,
            )
        };
        if let Some(id) = id {
            self.leave_stream(id, stream, None);
        }
        if !may_repeat {
            let error = match code {
                NO_ERROR => ClientError::closed(),
                code => {
                    ClientError::protocol("UND_ERR_INFO", &format!("HTTP/2: \"stream error\" received - code {code}"))
                }
            };
            return self.fail(realm, exchange, &error);
        }
        let is_retired = pooled.borrow_mut().shared().is_some_and(|connection| connection.is_retired());
        if let (true, Some(id)) = (is_retired, id) {
            retire(id, &mut pooled.borrow_mut());
        }
        self.dispatch(realm, exchange);
    }

    /// The connection is lost: requests that the server cannot have processed are sent again, the others fail.
    fn lose_shared(&self, realm: &Rc<Realm>, id: u32, pooled: &Rc<RefCell<PooledConnection>>, error: &ClientError) {
        let (origin, running, was_kept) = {
            let pooled = &mut *pooled.borrow_mut();
            let running: Vec<u32> = std::mem::take(&mut pooled.streams).into_values().collect();
            let begun_count = pooled.shared().map_or(0, |connection| connection.begun_count());
            (pooled.origin.clone(), running, begun_count as usize)
        };
        let was_kept = was_kept > running.len();
        self.drop_connection(realm, id);
        for number in running {
            let Some(exchange) = self.exchange(number) else { continue };
            let may_repeat = {
                let exchange = &mut *exchange.borrow_mut();
                exchange.connection = None;
                exchange.stream = 0;
                was_kept
                    && exchange.is_repeatable
                    && !exchange.is_streamed
                    && exchange.response.is_none()
                    && !exchange.head_told
            };
            if may_repeat {
                self.dispatch(realm, &exchange);
            } else {
                self.fail(realm, &exchange, error);
            }
        }
        self.connect_for_waiting(realm, &origin);
    }

    /// The program requested bytes of a response: reading its stream resumes.
    pub(crate) fn resume_stream(&self, realm: &Rc<Realm>, number: u32) {
        if let Some(exchange) = self.exchange(number) {
            self.advance(realm, &exchange);
        }
    }

    /// Decodes codings as far as needed, updates whether the server may send more, and notifies JavaScript.
    fn advance(&self, realm: &Rc<Realm>, exchange: &Rc<RefCell<Exchange>>) {
        let (is_complete, error) = {
            let exchange = &mut *exchange.borrow_mut();
            if exchange.is_over || exchange.has_failed {
                return;
            }
            let error = decode(exchange).err();
            (exchange.is_received && !exchange.has_undecoded, error)
        };
        if let Some(error) = error {
            self.detach(realm, exchange);
            return self.fail(realm, exchange, &error);
        }
        if is_complete {
            {
                let exchange = &mut *exchange.borrow_mut();
                exchange.is_over = true;
                exchange.set_active(realm, false);
            }
            return self.notify_end(realm, exchange);
        }
        self.notify(realm, exchange);
        self.set_credit(exchange);
    }

    /// A server may send as long as little data waits for the program.
    fn set_credit(&self, exchange: &Rc<RefCell<Exchange>>) {
        let exchange = &mut *exchange.borrow_mut();
        let is_full = exchange.has_undecoded || exchange.received.len() >= bytes_wanted(exchange);
        let Some((id, pooled)) = exchange.connection.and_then(|id| Some((id, self.pooled(id)?))) else { return };
        if exchange.stream == 0 || exchange.is_paused == is_full {
            return;
        }
        exchange.is_paused = is_full;
        let pooled = &mut *pooled.borrow_mut();
        if let Some(connection) = pooled.shared() {
            connection.set_reading(exchange.stream, !is_full);
        }
        self.mark_dirty(id, pooled);
    }
}

/// Starts the exchange on the connection. Returns the stream.
fn begin(pooled: &mut PooledConnection, exchange: &mut Exchange) -> Result<i32, ClientError> {
    let scheme = if pooled.origin.route.tls.is_some() { "https" } else { "http" };
    let Stage::Shared(connection) = &mut pooled.stage else { return Err(ClientError::closed()) };
    let has_body = exchange.is_streamed || !exchange.body.is_empty();
    let stream = connection.begin(&exchange.head, scheme, has_body)?;
    exchange.is_paused = false;
    connection.push_body(stream, &exchange.body);
    if exchange.is_streamed {
        exchange.body.clear();
    }
    if has_body && (!exchange.is_streamed || exchange.is_finished) {
        connection.end_request(stream);
    }
    Ok(stream)
}

/// No further request is sent on the connection.
fn retire(id: u32, pooled: &mut PooledConnection) {
    if pooled.origin.shared.get() == Some(id) {
        pooled.origin.shared.set(None);
    }
    if let Some(connection) = pooled.shared() {
        connection.retire();
    }
}
