//! `native:net`: stream sockets under `node:net`, `Bun.connect`, `Deno.connect` and the APIs over them.
//!
//! Does: TCP and unix-domain sockets and streams over open descriptors: connecting, listening, reading, writing,
//! closing, and keeping the loop alive. Does not: resolve names (`host/dns`), send datagrams (`host/dgram`), or what
//! Node's streams decide. Start reading at `stream.rs`, then `reading.rs` and `writing.rs`.

mod connecting;
mod generated {
    pub mod net_ops;
}
mod handles;
mod listening;
mod ops;
mod options;
mod output;
mod reading;
mod stream;
mod terminals;
mod writing;

use crate::generated::net_ops::{StreamEvent, StreamHandlers};
use brio_realm::Realm;
use brio_realm::jsc::{Context, PinnedBytes, Root, Value};
pub use generated::net_ops::AREA;
use rustix::fd::OwnedFd;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use stream::Stream;

/// All handles of one thread.
pub struct Net {
    streams: RefCell<Vec<Option<Rc<Stream>>>>,
    free: RefCell<Vec<u32>>,
    handlers: RefCell<Option<StreamHandlers>>,
    /// The read buffer; taken out while a read is in progress.
    receive: RefCell<Option<PinnedBytes>>,
    /// The status of the last write.
    status: RefCell<Option<PinnedBytes>>,
    /// Handles that were written to in this turn.
    written: RefCell<Vec<u32>>,
    /// Work to do before the loop waits again.
    pending: RefCell<Vec<Pending>>,
    /// Streams with unread data whose reading was resumed.
    reads: RefCell<Vec<Rc<Stream>>>,
    /// Closed in this turn.
    closing: RefCell<Vec<u32>>,
    /// A reusable buffer for encoding strings.
    scratch: RefCell<Vec<u8>>,
    /// A spare descriptor, so that one connection can be accepted and closed when descriptors run out.
    spare: RefCell<Option<OwnedFd>>,
    is_hooked: Cell<bool>,
}

/// Work that libuv does in its pending phase, right before and after it polls.
pub(crate) enum Pending {
    /// A connection that failed at once.
    Connected(Rc<Stream>),
    /// Everything is written: shut down the sending side.
    ShutDown(Rc<Stream>),
}

impl Default for Net {
    fn default() -> Self {
        brio_realm::op::drop_at_end(|| generated::net_ops::state().drop_engine_values());
        Self {
            streams: RefCell::default(),
            free: RefCell::default(),
            handlers: RefCell::default(),
            receive: RefCell::default(),
            status: RefCell::default(),
            written: RefCell::default(),
            pending: RefCell::default(),
            reads: RefCell::default(),
            closing: RefCell::default(),
            scratch: RefCell::default(),
            spare: RefCell::default(),
            is_hooked: Cell::new(false),
        }
    }
}

impl Net {
    pub(crate) fn stream(&self, id: u32) -> Option<Rc<Stream>> {
        self.streams.borrow().get(id as usize).cloned().flatten()
    }

    /// Assigns a number to a stream.
    pub(crate) fn add(&self, make: impl FnOnce(u32) -> Stream) -> Rc<Stream> {
        if !self.is_hooked.replace(true) {
            Realm::current().at_poll_end(|realm| generated::net_ops::state().end_poll(realm));
            Realm::current().at_turn_end(|realm| generated::net_ops::state().end_turn(realm));
        }
        let mut streams = self.streams.borrow_mut();
        let id = self.free.borrow_mut().pop().unwrap_or(streams.len() as u32);
        let stream = Rc::new(make(id));
        if id as usize == streams.len() {
            streams.push(None);
        }
        streams[id as usize] = Some(stream.clone());
        stream
    }

    /// Calls `event` as a task.
    pub(crate) fn notify(&self, realm: &Realm, id: u32, event: StreamEvent, value: i32) {
        let Some(function) = self.handler(realm.context(), |handlers| &handlers.event) else { return };
        realm.enter_call(function, &[Value::uint32(id), Value::int32(event as i32), Value::int32(value)], |_| ());
    }

    pub(crate) fn handler<'cx>(
        &self,
        cx: Context<'cx>,
        which: impl FnOnce(&StreamHandlers) -> &Root,
    ) -> Option<Value<'cx>> {
        self.handlers.borrow().as_ref().map(|handlers| which(handlers).get(cx))
    }

    /// Writes the status of a write where JavaScript reads it.
    pub(crate) fn set_status(&self, status: i32) {
        if let Some(words) = self.status.borrow_mut().as_mut() {
            words.as_mut_slice()[..4].copy_from_slice(&status.to_ne_bytes());
        }
    }

    /// Drops what belongs to the VM, before the VM is destroyed.
    fn drop_engine_values(&self) {
        *self.handlers.borrow_mut() = None;
        for pinned in [&self.receive, &self.status] {
            if let Some(pinned) = pinned.take() {
                pinned.release();
            }
        }
        for stream in self.streams.take().into_iter().flatten() {
            stream.output.borrow_mut().clear();
        }
    }
}
