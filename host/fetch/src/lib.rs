//! `native:fetch`: the HTTP client under `fetch`, `EventSource` and `WebSocket`.
//!
//! Does: pool connections, send requests, read responses, decode content codings, enforce time limits, and repeat
//! requests that failed because a pooled connection was closed. Does not: follow redirects or interpret header fields;
//! JavaScript does, and is entered once for a short response. Start reading at `starting.rs` (from a request to a
//! connection), then `reading.rs` (from bytes to events).

mod decoding;
mod exchange;
mod failure;
mod generated {
    pub mod fetch_ops;
}
mod limits;
mod multiplexing;
mod ops;
mod origin;
mod pooled_connection;
mod reading;
mod starting;
mod stream_events;
mod websocket;
mod writing;

use crate::generated::fetch_ops::FetchHandlers;
use brio_http_client::TlsSettings;
use brio_realm::jsc::{Context, Value};
use brio_realm::{IoToken, Realm};
use exchange::Exchange;
pub use generated::fetch_ops::AREA;
use limits::Clock;
use origin::{Origin, Pool};
use pooled_connection::PooledConnection;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// All requests and connections of one thread.
#[derive(Default)]
pub struct Fetch {
    handlers: RefCell<Option<FetchHandlers>>,
    origins: RefCell<Vec<Rc<Origin>>>,
    tls: RefCell<Vec<Rc<TlsSettings>>>,
    /// The connection pools of programs: number 1 is the first. Pool 0 is `default_pool`.
    pools: RefCell<Vec<Rc<Pool>>>,
    default_pool: Rc<Pool>,
    exchanges: RefCell<HashMap<u32, Rc<RefCell<Exchange>>>>,
    next_exchange: Cell<u32>,
    connections: RefCell<Vec<Option<Rc<RefCell<PooledConnection>>>>>,
    free_ids: RefCell<Vec<u32>>,
    dirty: RefCell<Vec<u32>>,
    clock: RefCell<Option<Clock>>,
    is_hooked: Cell<bool>,
    /// Size limit of the head of a response.
    head_bytes_max: Cell<usize>,
}

/// Which callback to call.
#[derive(Clone, Copy)]
enum Call {
    Head,
    Body,
    Failed,
    Sent,
    Message,
}

impl Fetch {
    fn exchange(&self, id: u32) -> Option<Rc<RefCell<Exchange>>> {
        self.exchanges.borrow().get(&id).cloned()
    }

    fn pooled(&self, id: u32) -> Option<Rc<RefCell<PooledConnection>>> {
        self.connections.borrow().get(id as usize).cloned().flatten()
    }

    fn add_connection(&self, pooled: PooledConnection) -> u32 {
        let pooled = Some(Rc::new(RefCell::new(pooled)));
        let mut connections = self.connections.borrow_mut();
        match self.free_ids.borrow_mut().pop() {
            Some(id) => {
                connections[id as usize] = pooled;
                id
            }
            None => {
                connections.push(pooled);
                connections.len() as u32 - 1
            }
        }
    }

    /// Calls a JavaScript callback as a task.
    fn call<'a>(
        &self,
        realm: &'a Realm,
        call: Call,
        arguments: impl FnOnce(Context<'a>) -> Result<[Value<'a>; 5], Value<'a>>,
    ) {
        let function = {
            let handlers = self.handlers.borrow();
            let Some(handlers) = handlers.as_ref() else { return };
            let root = match call {
                Call::Head => &handlers.head,
                Call::Body => &handlers.body,
                Call::Failed => &handlers.failed,
                Call::Sent => &handlers.sent,
                Call::Message => &handlers.message,
            };
            root.get(realm.context())
        };
        realm.enter(|cx| function.call(cx, &arguments(cx)?).map(|_| ()));
    }

    fn hook_turn_end(&self) {
        if !self.is_hooked.replace(true) {
            brio_realm::op::drop_at_end(|| {
                let state = generated::fetch_ops::state();
                *state.handlers.borrow_mut() = None;
                state.exchanges.borrow_mut().clear();
                state.connections.borrow_mut().clear();
            });
            Realm::current().at_turn_end(|realm| generated::fetch_ops::state().flush_dirty(realm));
        }
    }

    fn unwatch(&self, realm: &Realm, token: Option<IoToken>, descriptor: Option<i32>) {
        if let (Some(token), Some(descriptor)) = (token, descriptor) {
            realm.unwatch(token, descriptor);
        }
    }
}
