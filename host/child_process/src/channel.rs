//! An IPC channel to another process: bytes and file descriptors over a Unix socket. JavaScript interprets the bytes.

use crate::generated::child_process_ops::{ChannelEvent, ChildLoopEvent, state};
use crate::launch::make_nonblocking;
use brio_realm::jsc::Value;
use brio_realm::reactor::{Interest, Readiness};
use brio_realm::{Hook, IoHandler, IoToken, Realm};
use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::io::{Errno, IoSlice, IoSliceMut};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::mem::MaybeUninit;
use std::rc::Rc;

const READ_BYTES: usize = 64 * 1024;
/// How many descriptors one read can receive; Linux sends at most 253 at once, this crate one.
const DESCRIPTORS_PER_READ: usize = 64;

/// One end of a channel.
pub(crate) struct Channel {
    number: u32,
    socket: RefCell<Option<OwnedFd>>,
    token: Cell<Option<IoToken>>,
    is_reading: Cell<bool>,
    is_referenced: Cell<bool>,
    /// The send queue keeps the loop alive.
    is_holding: Cell<bool>,
    /// Nothing more is sent or delivered; the channel closes when the queue is empty.
    is_closing: Cell<bool>,
    queue: RefCell<VecDeque<Message>>,
    received: RefCell<VecDeque<OwnedFd>>,
}

struct Message {
    bytes: Vec<u8>,
    sent_bytes: usize,
    descriptor: Option<OwnedFd>,
}

enum Read {
    Bytes(Vec<u8>),
    Nothing,
    End,
}

impl Channel {
    pub fn open(number: u32, socket: OwnedFd) -> io::Result<Rc<Self>> {
        make_nonblocking(&socket)?;
        rustix::io::fcntl_setfd(&socket, rustix::io::FdFlags::CLOEXEC)?;
        let token = Realm::current().watch(
            socket.as_raw_fd(),
            Interest::READABLE | Interest::WRITABLE,
            Rc::new(ChannelHandler { channel: number }),
        )?;
        Ok(Rc::new(Self {
            number,
            socket: RefCell::new(Some(socket)),
            token: Cell::new(Some(token)),
            is_reading: Cell::new(false),
            is_referenced: Cell::new(false),
            is_holding: Cell::new(false),
            is_closing: Cell::new(false),
            queue: RefCell::default(),
            received: RefCell::default(),
        }))
    }

    pub fn set_reading(&self, reads: bool) {
        let was_reading = self.is_reading.replace(reads);
        if reads && !was_reading {
            // Readiness is edge-triggered: rearm it, so that what arrived meanwhile is reported.
            if let (Some(token), Some(socket)) = (self.token.get(), &*self.socket.borrow()) {
                // It fails only for an unwatched descriptor, which has no events anyway.
                let _ = Realm::current().rewatch(token, socket.as_raw_fd(), Interest::READABLE | Interest::WRITABLE);
            }
        }
    }

    pub fn set_referenced(&self, is_referenced: bool) {
        if self.socket.borrow().is_none() {
            return;
        }
        self.mark_referenced(is_referenced);
    }

    fn mark_referenced(&self, is_referenced: bool) {
        if self.is_referenced.replace(is_referenced) != is_referenced {
            let realm = Realm::current();
            if is_referenced { realm.retain() } else { realm.release() }
        }
    }

    /// Sends or queues. Returns whether everything is sent.
    pub fn send(&self, bytes: &[u8], fd: Option<i32>) -> Result<bool, Errno> {
        if self.is_closing.get() || self.socket.borrow().is_none() {
            return Err(Errno::PIPE);
        }
        let descriptor = match fd {
            Some(fd) => Some(rustix::io::fcntl_dupfd_cloexec(brio_descriptor::borrow(fd)?, 3)?),
            None => None,
        };
        self.queue.borrow_mut().push_back(Message { bytes: bytes.to_vec(), sent_bytes: 0, descriptor });
        let sent = self.send_queued();
        self.hold_while_queued();
        sent?;
        Ok(self.queue.borrow().is_empty())
    }

    /// Queued messages keep the process alive until they are sent.
    fn hold_while_queued(&self) {
        let is_waiting = !self.queue.borrow().is_empty();
        if self.is_holding.replace(is_waiting) != is_waiting {
            let realm = Realm::current();
            if is_waiting { realm.retain() } else { realm.release() }
        }
    }

    /// Sends until the socket is full. Returns how many messages were sent.
    fn send_queued(&self) -> Result<usize, Errno> {
        let socket = self.socket.borrow();
        let Some(socket) = socket.as_ref() else { return Ok(0) };
        let mut queue = self.queue.borrow_mut();
        let mut count = 0;
        while let Some(message) = queue.front_mut() {
            match send_one(socket, message) {
                Ok(sent_bytes) => {
                    message.descriptor = None;
                    message.sent_bytes += sent_bytes;
                    if message.sent_bytes >= message.bytes.len() {
                        queue.pop_front();
                        count += 1;
                    }
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(error) => {
                    queue.pop_front();
                    return Err(error);
                }
            }
        }
        Ok(count)
    }

    pub fn take_descriptor(&self) -> Option<OwnedFd> {
        self.received.borrow_mut().pop_front()
    }

    pub fn close(&self) {
        self.is_closing.set(true);
        self.mark_referenced(false);
        if self.queue.borrow().is_empty() {
            self.remove();
        }
    }

    fn remove(&self) {
        if let Some(socket) = self.socket.take()
            && let Some(token) = self.token.take()
        {
            Realm::current().unwatch(token, socket.as_raw_fd());
        }
        self.mark_referenced(false);
        self.queue.borrow_mut().clear();
        self.hold_while_queued();
        self.received.borrow_mut().clear();
        state().channels.borrow_mut().remove(&self.number);
    }

    fn on_writable(&self, realm: &Rc<Realm>) {
        if self.queue.borrow().is_empty() {
            return;
        }
        let count = self.send_queued().unwrap_or_else(|_| {
            // The peer does not read any more; reading reports the end soon.
            self.queue.borrow_mut().drain(..).count()
        });
        self.hold_while_queued();
        let left = self.queue.borrow().len();
        if self.is_closing.get() {
            if left == 0 {
                self.remove();
            }
        } else if count > 0 {
            self.notify(realm, ChannelEvent::Sent, Value::uint32(left as u32));
        }
    }

    fn on_readable(&self, realm: &Rc<Realm>) {
        while self.is_reading.get() && !self.is_closing.get() && !realm.is_stopping() {
            match self.read() {
                Read::Nothing => return,
                Read::Bytes(bytes) => {
                    // Without memory for the message there is none to report the failure either.
                    let Ok(array) = realm.context().uint8_array(bytes) else { return };
                    self.notify(realm, ChannelEvent::Bytes, array);
                }
                Read::End => {
                    self.is_reading.set(false);
                    self.mark_referenced(false);
                    self.notify(realm, ChannelEvent::End, Value::undefined());
                    return;
                }
            }
        }
    }

    fn read(&self) -> Read {
        let socket = self.socket.borrow();
        let Some(socket) = socket.as_ref() else { return Read::Nothing };
        let mut bytes = vec![0; READ_BYTES];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS_PER_READ))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let outcome =
            recvmsg(socket.as_fd(), &mut [IoSliceMut::new(&mut bytes)], &mut control, RecvFlags::CMSG_CLOEXEC);
        match outcome {
            Ok(received) => {
                for message in control.drain() {
                    if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                        self.received.borrow_mut().extend(descriptors);
                    }
                }
                if received.bytes == 0 {
                    return Read::End;
                }
                bytes.truncate(received.bytes);
                Read::Bytes(bytes)
            }
            Err(Errno::AGAIN | Errno::INTR) => Read::Nothing,
            Err(_) => Read::End,
        }
    }

    fn notify(&self, realm: &Rc<Realm>, event: ChannelEvent, value: Value<'_>) {
        realm.call_hook(
            Hook::Event,
            &[
                Value::int32(ChildLoopEvent::Channel as i32),
                Value::uint32(self.number),
                Value::int32(event as i32),
                value,
            ],
            |_| (),
        );
    }
}

fn send_one(socket: &OwnedFd, message: &Message) -> Result<usize, Errno> {
    let bytes = [IoSlice::new(&message.bytes[message.sent_bytes..])];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let descriptors: Vec<_> = message.descriptor.iter().map(AsFd::as_fd).collect();
    if !descriptors.is_empty() {
        // The buffer has space for one message of descriptors.
        let _ = control.push(SendAncillaryMessage::ScmRights(&descriptors));
    }
    sendmsg(socket, &bytes, &mut control, SendFlags::NOSIGNAL)
}

struct ChannelHandler {
    channel: u32,
}

impl IoHandler for ChannelHandler {
    fn ready(&self, realm: &Rc<Realm>, readiness: Readiness) {
        let find = || state().channel(self.channel);
        if readiness.is_writable()
            && let Some(channel) = find()
        {
            channel.on_writable(realm);
        }
        if (readiness.is_readable() || readiness.is_read_closed() || readiness.is_error())
            && let Some(channel) = find()
        {
            channel.on_readable(realm);
        }
    }
}
