//! One handle: its descriptor, its activity, and whether that keeps the loop alive.

use crate::generated::net_ops::StreamKind;
use crate::output::Output;
use brio_realm::{IoToken, Realm};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;

pub(crate) struct Stream {
    pub id: u32,
    pub kind: StreamKind,
    /// Whether a short read means that nothing is left, and `shutdown` works.
    pub is_socket: Cell<bool>,
    descriptor: RefCell<Option<OwnedFd>>,
    pub token: Cell<Option<IoToken>>,
    pub is_connecting: Cell<bool>,
    pub is_listening: Cell<bool>,
    pub is_reading: Cell<bool>,
    /// The system may have more data than was read.
    pub may_read: Cell<bool>,
    /// The poller reported that nothing more arrives: the remaining data, and the end itself, still have to be read.
    pub end_announced: Cell<bool>,
    pub read_ended: Cell<bool>,
    /// Size limit of one read.
    pub read_limit: Cell<usize>,
    /// A read is queued for the end of this turn.
    pub read_queued: Cell<bool>,
    pub output: RefCell<Output>,
    /// Written to in this turn: it is in the list of handles to flush.
    pub is_written: Cell<bool>,
    /// The queue holds only joined writes of this turn.
    pub is_joined: Cell<bool>,
    /// JavaScript is to be notified when everything is written.
    pub wants_written: Cell<bool>,
    /// JavaScript has requested the shutdown of the sending side and was not notified yet.
    pub wants_shutdown: Cell<bool>,
    /// Reported by the next `listen` or `connect`, as libuv does for an address in use.
    pub delayed_error: Cell<i32>,
    is_referenced: Cell<bool>,
    holds_loop: Cell<bool>,
    /// Bound path, removed when the handle is closed.
    pub path: RefCell<Option<PathBuf>>,
}

impl Stream {
    pub fn new(id: u32, kind: StreamKind) -> Self {
        Self {
            id,
            kind,
            is_socket: Cell::new(true),
            descriptor: RefCell::new(None),
            token: Cell::new(None),
            is_connecting: Cell::new(false),
            is_listening: Cell::new(false),
            is_reading: Cell::new(false),
            may_read: Cell::new(false),
            end_announced: Cell::new(false),
            read_ended: Cell::new(false),
            read_limit: Cell::new(0),
            read_queued: Cell::new(false),
            output: RefCell::default(),
            is_written: Cell::new(false),
            is_joined: Cell::new(false),
            wants_written: Cell::new(false),
            wants_shutdown: Cell::new(false),
            delayed_error: Cell::new(0),
            is_referenced: Cell::new(true),
            holds_loop: Cell::new(false),
            path: RefCell::new(None),
        }
    }

    pub fn set_descriptor(&self, descriptor: OwnedFd) {
        *self.descriptor.borrow_mut() = Some(descriptor);
    }

    pub fn take_descriptor(&self) -> Option<OwnedFd> {
        self.descriptor.borrow_mut().take()
    }

    pub fn has_descriptor(&self) -> bool {
        self.descriptor.borrow().is_some()
    }

    /// The number of the descriptor; -1 without one.
    pub fn number(&self) -> RawFd {
        self.descriptor.borrow().as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }

    /// Makes a system call with the descriptor. None without one.
    pub fn with_descriptor<R>(&self, call: impl FnOnce(BorrowedFd<'_>) -> R) -> Option<R> {
        self.descriptor.borrow().as_ref().map(|descriptor| call(descriptor.as_fd()))
    }

    /// Whether output has to wait for the peer.
    pub fn is_blocked(&self) -> bool {
        !self.is_joined.get() && !self.output.borrow().is_empty()
    }

    pub fn set_referenced(&self, realm: &Realm, referenced: bool) {
        self.is_referenced.set(referenced);
        self.update_hold(realm);
    }

    /// Keeps the loop alive or releases it, depending on the stream's activity. As in libuv, in-flight requests (a
    /// connect, a write, a shutdown) count even when the handle is not referenced.
    pub fn update_hold(&self, realm: &Realm) {
        let has_request =
            self.is_connecting.get() || self.is_joined.get() || self.wants_written.get() || self.wants_shutdown.get();
        let is_active = self.is_listening.get() || (self.is_reading.get() && !self.read_ended.get());
        let holds = has_request || (is_active && self.is_referenced.get());
        if self.holds_loop.replace(holds) != holds {
            if holds { realm.retain() } else { realm.release() }
        }
    }

    /// Releases the loop for good.
    pub fn end_hold(&self, realm: &Realm) {
        if self.holds_loop.replace(false) {
            realm.release();
        }
    }
}
