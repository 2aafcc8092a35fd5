//! Pipelined requests (RFC 9112 §9.3.2): requests that arrived before earlier ones had responses. All of them run, and
//! the responses leave in the order of the requests. Most connections never have more than one request; nothing here
//! runs for those.

use crate::HttpServer;
use crate::connection::{Connection, Phase, Request};
use crate::head::Head;
use crate::output::Output;
use brio_realm::Realm;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// How many requests of a connection may wait for earlier responses.
const WAITING_MAX: usize = 64;
/// With more than this held back the next requests wait.
const HELD_BYTES_MAX: u64 = 1 << 20;

#[derive(Default)]
pub struct Pipeline {
    /// The requests before the one that the connection reads or has read last, oldest first. There is at least one,
    /// until the connection ends early.
    earlier: VecDeque<Exchange>,
    /// What the last request's response has written so far.
    held: Output,
    held_wants_drain: bool,
}

/// A completely read request and the output of its response. The first one has none: it writes to the connection.
#[derive(Default)]
struct Exchange {
    request: Request,
    held: Output,
    /// JavaScript waits for `drained`.
    wants_drain: bool,
    is_complete: bool,
    /// The connection ends after it.
    is_last: bool,
}

impl Pipeline {
    /// The head of a request whose response is not complete.
    pub fn head(&self, sequence: u32) -> Option<&Head> {
        self.earlier
            .iter()
            .find(|exchange| exchange.request.sequence == sequence && !exchange.is_complete)
            .map(|exchange| &exchange.request.head)
    }

    /// The heads of the requests whose responses are not complete, oldest first.
    pub fn unanswered_heads(&mut self) -> impl Iterator<Item = &mut Head> {
        self.earlier.iter_mut().filter(|exchange| !exchange.is_complete).map(|exchange| &mut exchange.request.head)
    }

    /// Whether a response may still be written.
    pub fn is_open(&self, sequence: u32) -> bool {
        self.head(sequence).is_some()
    }

    /// The request whose response is being sent.
    pub fn first_sequence(&self) -> Option<u32> {
        self.earlier.front().map(|exchange| exchange.request.sequence)
    }

    fn held_bytes(&self) -> u64 {
        self.held.waiting_bytes() + self.earlier.iter().map(|exchange| exchange.held.waiting_bytes()).sum::<u64>()
    }

    fn is_full(&self) -> bool {
        self.earlier.len() >= WAITING_MAX || self.held_bytes() > HELD_BYTES_MAX
    }
}

impl Connection {
    /// Whether the next request may begin before the current one has a response.
    pub fn may_read_ahead(&self) -> bool {
        self.reads_ahead
            && self.is_running
            && self.request.keep_alive
            && self.phase == Phase::Responding
            && !self.pipeline.as_ref().is_some_and(|pipeline| pipeline.is_full())
    }

    /// Moves the current request into the pipeline: another one follows.
    pub fn put_aside(&mut self) {
        let request = std::mem::take(&mut self.request);
        self.enqueue(Exchange { request, ..Exchange::default() });
    }

    fn enqueue(&mut self, mut exchange: Exchange) {
        let pipeline = self.pipeline.get_or_insert_default();
        exchange.held = std::mem::take(&mut pipeline.held);
        exchange.wants_drain = std::mem::take(&mut pipeline.held_wants_drain);
        pipeline.earlier.push_back(exchange);
    }

    /// Whether a response with that number may be written.
    fn has_open_request(&self, sequence: u32) -> bool {
        let is_present = self.request.sequence == sequence && (self.is_running || self.phase == Phase::Raw);
        is_present
            || self.phase != Phase::Closing && self.pipeline.as_ref().is_some_and(|pipeline| pipeline.is_open(sequence))
    }
}

impl HttpServer {
    /// The connection, if it has a request of that number without a complete response.
    pub(crate) fn with_open_request(&self, id: u32, sequence: u32) -> Option<Rc<RefCell<Connection>>> {
        self.connection(id).filter(|connection| connection.borrow().has_open_request(sequence))
    }

    /// Calls `write` for the request with that number: the connection that it receives has that request and an output
    /// for it.
    #[inline]
    pub(crate) fn in_turn<R>(
        &self,
        realm: &Realm,
        id: u32,
        connection: &mut Connection,
        sequence: u32,
        write: impl FnOnce(&mut Connection) -> R,
    ) -> R {
        if connection.pipeline.is_none() {
            return write(connection);
        }
        self.in_pipeline(realm, id, connection, sequence, write)
    }

    #[cold]
    fn in_pipeline<R>(
        &self,
        realm: &Realm,
        id: u32,
        connection: &mut Connection,
        sequence: u32,
        write: impl FnOnce(&mut Connection) -> R,
    ) -> R {
        let mut pipeline = connection.pipeline.take().unwrap_or_default();
        let had_drain = std::mem::take(&mut connection.wants_drain);
        let index =
            pipeline.earlier.iter().position(|exchange| exchange.request.sequence == sequence && !exchange.is_complete);
        let result = match index {
            Some(index) => {
                let exchange = &mut pipeline.earlier[index];
                let (phase, was_running) = (connection.phase, connection.is_running);
                std::mem::swap(&mut exchange.request, &mut connection.request);
                connection.phase = Phase::Responding;
                connection.is_running = true;
                let result =
                    if index == 0 { write(connection) } else { with_output(connection, &mut exchange.held, write) };
                exchange.is_complete = !connection.is_running;
                exchange.is_last = connection.phase == Phase::Closing;
                exchange.wants_drain |= std::mem::take(&mut connection.wants_drain);
                std::mem::swap(&mut exchange.request, &mut connection.request);
                connection.phase = phase;
                connection.is_running = was_running;
                connection.pipeline = Some(pipeline);
                result
            }
            None => {
                let result = with_output(connection, &mut pipeline.held, write);
                pipeline.held_wants_drain |= std::mem::take(&mut connection.wants_drain);
                connection.pipeline = Some(pipeline);
                if !connection.is_running {
                    let is_last = connection.phase == Phase::Closing;
                    let request = Request { sequence, ..Request::default() };
                    connection.enqueue(Exchange { request, is_complete: true, is_last, ..Exchange::default() });
                    if is_last {
                        connection.phase = Phase::Responding;
                    }
                }
                result
            }
        };
        connection.wants_drain |= had_drain;
        self.move_up(realm, id, connection);
        result
    }

    /// Removes complete responses from the front; the output of the following ones is sent.
    fn move_up(&self, realm: &Realm, id: u32, connection: &mut Connection) {
        let Some(mut pipeline) = connection.pipeline.take() else { return };
        while let Some(first) = pipeline.earlier.front_mut() {
            connection.output.append(std::mem::take(&mut first.held));
            connection.wants_drain |= std::mem::take(&mut first.wants_drain);
            if !first.is_complete {
                connection.pipeline = Some(pipeline);
                self.mark_dirty(id, connection);
                return;
            }
            let is_last = first.is_last;
            pipeline.earlier.pop_front();
            if is_last {
                connection.phase = Phase::Closing;
                connection.is_running = false;
                // The later ones are notified when the connection closes.
                connection.pipeline = Some(pipeline);
                self.mark_dirty(id, connection);
                return;
            }
        }
        connection.output.append(pipeline.held);
        connection.wants_drain |= pipeline.held_wants_drain;
        if connection.read_side.is_ended() && !connection.is_running {
            connection.phase = Phase::Closing;
        }
        self.mark_dirty(id, connection);
        self.resume_later(realm, id, connection);
    }
}

/// Calls `write` with an output that is held back.
fn with_output<R>(connection: &mut Connection, held: &mut Output, write: impl FnOnce(&mut Connection) -> R) -> R {
    held.is_held = true;
    std::mem::swap(&mut connection.output, held);
    let result = write(connection);
    std::mem::swap(&mut connection.output, held);
    result
}
