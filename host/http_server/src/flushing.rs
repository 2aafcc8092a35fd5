//! The end of a response's path: sending buffered output, notifying JavaScript, closing connections.

use crate::connection::{Connection, Phase};
use crate::output::Flushed;
use crate::{Event, HttpServer};
use brio_realm::Realm;
use brio_realm::jsc::Value;
use brio_realm::reactor::monotonic_ms;
use rustix::fd::{AsFd, AsRawFd};
use rustix::net::{Shutdown, shutdown};
use std::cell::RefCell;
use std::rc::Rc;

/// How often a turn flushes output that flushing itself caused.
const FLUSH_ROUNDS_MAX: usize = 8;
/// How many responses are collected before they are sent, at most.
const BATCH_MAX: usize = 64;
/// How long a response waits for others of the same poll, not counting the handler that runs when the time expires.
const BATCH_MS: f64 = 0.25;

impl HttpServer {
    pub(crate) fn on_writable(&self, realm: &Rc<Realm>, id: u32) {
        let Some(connection) = self.connection(id) else { return };
        if !connection.borrow().output.is_empty() || connection.borrow().phase == Phase::Closing {
            self.flush(realm, id);
        }
    }

    /// Sends buffered output; notifies JavaScript when it waits for that, and closes what is complete.
    pub(crate) fn flush(&self, realm: &Rc<Realm>, id: u32) {
        let Some(connection) = self.connection(id) else { return };
        let (flushed, wants_drain, is_closing) = {
            let connection = &mut *connection.borrow_mut();
            let flushed = connection.output.flush(connection.socket.as_fd());
            let is_closing = connection.phase == Phase::Closing;
            (flushed, flushed == Flushed::All && std::mem::take(&mut connection.wants_drain), is_closing)
        };
        self.retain_while_useful(realm, &mut connection.borrow_mut());
        match flushed {
            Flushed::Broken => return self.close(realm, id),
            Flushed::Blocked => return,
            Flushed::All => {}
        }
        if std::mem::take(&mut connection.borrow_mut().awaits_output) {
            self.resume_later(realm, id, &connection.borrow());
        }
        if wants_drain {
            let (server, sequence) = {
                let connection = connection.borrow();
                let first = connection.pipeline.as_ref().and_then(|pipeline| pipeline.first_sequence());
                (connection.server, first.unwrap_or(connection.request.sequence))
            };
            if let Some(server) = self.server(server) {
                server.call_plain(realm, Event::Drained, &[Value::uint32(id), Value::uint32(sequence)], |_| ());
            }
        }
        if is_closing {
            self.end(realm, id, &connection);
        }
    }

    /// A raw stream whose peer sends no more has no events, unless output is buffered: it does not keep the loop alive.
    pub(crate) fn retain_while_useful(&self, realm: &Realm, connection: &mut Connection) {
        let is_useful =
            connection.phase != Phase::Raw || !connection.read_side.is_ended() || !connection.output.is_empty();
        if is_useful != connection.is_retained {
            connection.is_retained = is_useful;
            if is_useful { realm.retain() } else { realm.release() }
        }
    }

    /// Shuts the sending side down. Input that still arrives is read and discarded for a while, since closing with
    /// unread bytes would reset the connection before the client has the response.
    fn end(&self, realm: &Rc<Realm>, id: u32, connection: &Rc<RefCell<Connection>>) {
        let is_over = {
            let connection = &mut *connection.borrow_mut();
            connection.output.finish(connection.socket.as_fd());
            let _ = shutdown(connection.socket.as_fd(), Shutdown::Write);
            connection.read_side.is_ended() || connection.parser.head().minor_version == 0
        };
        if is_over {
            self.close(realm, id);
        }
    }

    /// Schedules a flush together with the other connections that this poll reported readable: consecutive sends cost
    /// the system and the processor's caches less than interleaved ones, and a client on the same machine is woken
    /// once.
    pub(crate) fn flush_with_others(&self, realm: &Rc<Realm>, id: u32, connection: &RefCell<Connection>) {
        self.mark_dirty(id, &mut connection.borrow_mut());
        let since_ms = self.flushed_ms.get().max(realm.now_ms());
        if self.dirty.borrow().len() >= BATCH_MAX || monotonic_ms() - since_ms > BATCH_MS {
            self.flush_batch(realm);
        }
    }

    /// Flushes the connections that were written to.
    pub(crate) fn flush_dirty(&self, realm: &Rc<Realm>) {
        if !realm.is_between_tasks() {
            // A JavaScript task that is about to block is running: only the bytes may be sent.
            return self.send_dirty();
        }
        // A callback that is notified of sent bytes may write again: that must not wait for the next event.
        for _ in 0..FLUSH_ROUNDS_MAX {
            if self.dirty.borrow().is_empty() {
                return;
            }
            self.flush_batch(realm);
        }
        // Still more: let the others have their turn, without blocking in the poller.
        realm.on_close(|_| ());
    }

    fn flush_batch(&self, realm: &Rc<Realm>) {
        let mut batch = self.dirty.replace(self.spare_batch.take());
        for id in batch.drain(..) {
            if let Some(connection) = self.connection(id) {
                connection.borrow_mut().is_dirty = false;
                self.flush(realm, id);
            }
        }
        self.spare_batch.replace(batch);
        self.flushed_ms.set(monotonic_ms());
    }

    /// Sends the buffered output of connections, without notifying JavaScript.
    pub(crate) fn send_dirty(&self) {
        for &id in &*self.dirty.borrow() {
            if let Some(connection) = self.connection(id) {
                let connection = &mut *connection.borrow_mut();
                let _ = connection.output.flush(connection.socket.as_fd());
            }
        }
    }

    /// Stores the byte counts of a closing connection: its socket object may read them later.
    fn store_traffic(&self, id: u32, traffic: (u64, u64)) {
        let mut closed = self.closed_traffic.borrow_mut();
        let index = id as usize;
        if closed.len() <= index {
            closed.resize(index + 1, (0, 0));
        }
        closed[index] = traffic;
    }

    /// The byte counts of a connection that is open, or closed and not reported to JavaScript yet.
    pub(crate) fn traffic(&self, id: u32) -> (u64, u64) {
        match self.connection(id) {
            Some(connection) => connection.borrow().traffic(),
            None => self.closed_traffic.borrow().get(id as usize).copied().unwrap_or_default(),
        }
    }

    /// Closes a connection. An in-flight request is notified in a task of its own.
    pub(crate) fn close(&self, realm: &Realm, id: u32) {
        self.close_failed(realm, id, 0);
    }

    /// Closes an unreadable connection; `errno` is negative, or 0 without a failure.
    pub(crate) fn close_failed(&self, realm: &Realm, id: u32, errno: i32) {
        let Some(connection) = self.connections.borrow_mut().get_mut(id as usize).and_then(Option::take) else {
            return;
        };
        let (server, sequence, token, descriptor, was_running, is_ended) = {
            let mut connection = connection.borrow_mut();
            let was_running = connection.is_running
                || connection.pipeline.is_some()
                || connection.wants_drain
                || connection.phase == Phase::Raw;
            connection.phase = Phase::Closing;
            self.retain_heads(&mut connection);
            (
                connection.server,
                connection.request.sequence,
                connection.token.take(),
                connection.socket.as_raw_fd(),
                was_running,
                connection.read_side.is_ended(),
            )
        };
        if let Some(token) = token {
            realm.unwatch(token, descriptor);
        }
        if connection.borrow().is_retained {
            realm.release();
        }
        self.store_traffic(id, connection.borrow().traffic());
        drop(connection);
        let Some(server) = self.server(server) else {
            self.free_connections.borrow_mut().push(id);
            return;
        };
        server.connection_count.set(server.connection_count.get().saturating_sub(1));
        let tells = was_running || server.wants_opened() || !server.is_listening() || errno != 0;
        realm.on_close(move |realm| {
            // The slot is freed only now: JavaScript must not see a new connection under the old number before.
            crate::generated::http_server_ops::state().free_connections.borrow_mut().push(id);
            if tells {
                let sequence = if was_running { sequence } else { 0 };
                let reason = if errno == 0 { i32::from(is_ended) } else { errno };
                server.call_plain(
                    realm,
                    Event::Closed,
                    &[Value::uint32(id), Value::uint32(sequence), Value::int32(reason)],
                    |_| (),
                );
            }
        });
    }

    /// Retains the heads of in-flight requests, which JavaScript may not have read yet.
    fn retain_heads(&self, connection: &mut Connection) {
        let mut recent = self.recent_heads.borrow_mut();
        if let Some(pipeline) = &mut connection.pipeline {
            pipeline.unanswered_heads().for_each(|head| recent.keep(head));
        }
        if connection.is_running {
            recent.keep(&mut connection.request.head);
        }
    }
}
