//! From requests to bytes: buffered output is sent at the end of a turn, and when the server reads again.

use crate::Call;
use crate::Fetch;
use crate::pooled_connection::{PooledConnection, Stage};
use brio_http_client::Flushed;
use brio_realm::Realm;
use brio_realm::jsc::Value;
use std::rc::Rc;

impl Fetch {
    /// Schedules a flush of the connection for the end of the turn.
    pub(crate) fn mark_dirty(&self, id: u32, pooled: &mut PooledConnection) {
        if !pooled.is_dirty {
            pooled.is_dirty = true;
            self.dirty.borrow_mut().push(id);
        }
    }

    /// Flushes the connections that were written to in this turn.
    pub(crate) fn flush_dirty(&self, realm: &Rc<Realm>) {
        if self.dirty.borrow().is_empty() {
            return;
        }
        let dirty = std::mem::take(&mut *self.dirty.borrow_mut());
        for id in dirty {
            if let Some(pooled) = self.pooled(id) {
                pooled.borrow_mut().is_dirty = false;
                self.flush(realm, id);
            }
        }
        if !self.dirty.borrow().is_empty() {
            // A callback that was notified of sent bytes may have written again: that must not wait for the next event.
            realm.on_close(|_| ());
        }
    }

    /// Sends buffered bytes of a connection; notifies JavaScript when it waits for that.
    pub(crate) fn flush(&self, realm: &Rc<Realm>, id: u32) {
        let Some(pooled) = self.pooled(id) else { return };
        if matches!(pooled.borrow().stage, Stage::Shared(_)) {
            return self.flush_shared(realm, id);
        }
        let (outcome, exchange) = {
            let pooled = &mut *pooled.borrow_mut();
            let exchange = pooled.exchange;
            let Some(connection) = pooled.connection() else { return };
            (connection.flush(), exchange)
        };
        let Some(exchange) = exchange.and_then(|exchange| self.exchange(exchange)) else { return };
        match outcome {
            // The server may have responded before it closed: reading finds out.
            Err(_) => {
                pooled.borrow_mut().may_read = true;
                self.read_on(realm, id);
            }
            Ok(Flushed::Blocked) => {}
            Ok(Flushed::All) => {
                let (number, wants_sent) = {
                    let mut exchange = exchange.borrow_mut();
                    (exchange.id, std::mem::take(&mut exchange.wants_sent))
                };
                if wants_sent {
                    self.call_sent(realm, number);
                }
            }
        }
    }

    /// Notifies JavaScript that its bytes were passed to the system.
    pub(crate) fn call_sent(&self, realm: &Rc<Realm>, number: u32) {
        self.call(realm, Call::Sent, |_| {
            Ok([Value::uint32(number), Value::undefined(), Value::undefined(), Value::undefined(), Value::undefined()])
        });
    }
}
