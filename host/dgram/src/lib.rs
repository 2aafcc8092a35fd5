//! `native:dgram`: UDP sockets, and unix datagram sockets, under `node:dgram`, `Bun.udpSocket` and `Deno.listenDatagram`.
//!
//! Does: bind, connect, send, receive, multicast. Does not: resolve names, or decide what differs between the runtimes.
//! Start reading at `socket.rs`, then `packets.rs`.

mod generated {
    pub mod dgram_ops;
}
mod multicast;
mod ops;
mod packets;
mod socket;
mod target;

use crate::generated::dgram_ops::{DatagramEvent, DatagramHandlers};
use brio_realm::Realm;
use brio_realm::jsc::{PinnedBytes, Value};
pub use generated::dgram_ops::AREA;
use socket::Socket;
use std::cell::RefCell;
use std::rc::Rc;

/// All UDP sockets of one thread.
pub struct Dgram {
    sockets: RefCell<Vec<Option<Rc<Socket>>>>,
    free: RefCell<Vec<u32>>,
    handlers: RefCell<Option<DatagramHandlers>>,
    /// The buffer that packets are received into.
    receive: RefCell<Option<PinnedBytes>>,
    /// The sender of the current packet.
    sender: RefCell<Option<PinnedBytes>>,
    /// Its path, of a unix socket that has one.
    sender_path: RefCell<Option<String>>,
}

impl Default for Dgram {
    fn default() -> Self {
        brio_realm::op::drop_at_end(|| generated::dgram_ops::state().drop_engine_values());
        Self {
            sockets: RefCell::default(),
            free: RefCell::default(),
            handlers: RefCell::default(),
            receive: RefCell::default(),
            sender: RefCell::default(),
            sender_path: RefCell::default(),
        }
    }
}

impl Dgram {
    pub(crate) fn socket(&self, id: u32) -> Option<Rc<Socket>> {
        self.sockets.borrow().get(id as usize).cloned().flatten()
    }

    pub(crate) fn add(&self, is_ipv6: bool) -> Rc<Socket> {
        let mut sockets = self.sockets.borrow_mut();
        let id = self.free.borrow_mut().pop().unwrap_or(sockets.len() as u32);
        if id as usize == sockets.len() {
            sockets.push(None);
        }
        let socket = Rc::new(Socket::new(id, is_ipv6));
        sockets[id as usize] = Some(socket.clone());
        socket
    }

    pub(crate) fn remove(&self, id: u32) -> Option<Rc<Socket>> {
        self.sockets.borrow_mut().get_mut(id as usize).and_then(Option::take)
    }

    /// Frees a number for another socket.
    pub(crate) fn release(&self, id: u32) {
        self.free.borrow_mut().push(id);
    }

    /// Calls `event` as a task.
    pub(crate) fn notify(&self, realm: &Realm, id: u32, event: DatagramEvent, value: i32, size: i32) {
        let function = self.handlers.borrow().as_ref().map(|handlers| handlers.event.get(realm.context()));
        let Some(function) = function else { return };
        realm.enter_call(
            function,
            &[Value::uint32(id), Value::int32(event as i32), Value::int32(value), Value::int32(size)],
            |_| (),
        );
    }

    /// Drops what belongs to the VM, before the VM is destroyed.
    fn drop_engine_values(&self) {
        *self.handlers.borrow_mut() = None;
        for pinned in [&self.receive, &self.sender] {
            if let Some(pinned) = pinned.take() {
                pinned.release();
            }
        }
        self.sockets.borrow_mut().clear();
    }
}
