//! Packets: receiving with one entry into JavaScript each; sending at once, or when the system has capacity.

use crate::Dgram;
use crate::generated::dgram_ops::{DatagramEvent, SenderWord, negated_send_result, state};
use crate::socket::{Packet, Socket};
use crate::target::{Target, path_of};
use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::reactor::Readiness;
use rustix::io::{Errno, IoSlice};
use rustix::net::{AddressFamily, RecvFlags, SendAncillaryBuffer, SendFlags, SocketAddrAny, recvfrom, send, sendmsg};
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;

/// The family of a unix socket in `SenderWord::Family`.
const UNIX_FAMILY: u32 = 1;

/// A socket with more packets than this yields to the others until the next turn.
const PACKETS_PER_TURN: usize = 32;

impl Dgram {
    pub(crate) fn start_receiving(&self, id: u32) -> Result<(), Errno> {
        let socket = self.socket(id).ok_or(Errno::BADF)?;
        self.ensure_bound(&socket)?;
        socket.is_receiving.set(true);
        let realm = Realm::current();
        socket.update_hold(&realm);
        if socket.may_receive.get() {
            self.receive_later(&realm, &socket);
        }
        Ok(())
    }

    pub(crate) fn stop_receiving(&self, id: u32) {
        if let Some(socket) = self.socket(id) {
            socket.is_receiving.set(false);
            socket.update_hold(&Realm::current());
        }
    }

    pub(crate) fn on_ready(&self, realm: &Rc<Realm>, socket: &Rc<Socket>, readiness: Readiness) {
        if readiness.is_writable() || readiness.is_error() {
            self.flush(realm, socket);
        }
        if readiness.is_readable() || readiness.is_error() {
            socket.may_receive.set(true);
            self.receive_on(realm, socket);
        }
    }

    fn receive_later(&self, realm: &Realm, socket: &Rc<Socket>) {
        if socket.receive_queued.replace(true) {
            return;
        }
        let socket = socket.clone();
        realm.on_close(move |realm| {
            socket.receive_queued.set(false);
            state().receive_on(realm, &socket);
        });
    }

    fn receive_on(&self, realm: &Rc<Realm>, socket: &Rc<Socket>) {
        for _ in 0..PACKETS_PER_TURN {
            if !socket.is_receiving.get() || !socket.may_receive.get() {
                return;
            }
            match self.receive_one(socket) {
                Ok(length) => self.deliver(realm, socket, length),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => socket.may_receive.set(false),
                Err(error) => self.notify(realm, socket.id, DatagramEvent::ReceiveFailed, error.raw_os_error(), 0),
            }
        }
        self.receive_later(realm, socket);
    }

    fn receive_one(&self, socket: &Rc<Socket>) -> Result<usize, Errno> {
        let mut receive = self.receive.borrow_mut();
        let memory = receive.as_mut().ok_or(Errno::AGAIN)?.as_mut_slice();
        let (length, _, sender) =
            socket.with(|descriptor| recvfrom(descriptor, &mut memory[..], RecvFlags::empty()))?;
        if let Some(words) = self.sender.borrow_mut().as_mut() {
            *self.sender_path.borrow_mut() = sender.as_ref().and_then(path_of);
            write_sender(sender.as_ref(), words.as_mut_slice());
        }
        Ok(length)
    }

    fn deliver(&self, realm: &Realm, socket: &Rc<Socket>, length: usize) {
        let function = self.handlers.borrow().as_ref().map(|handlers| handlers.message.get(realm.context()));
        if let Some(function) = function {
            realm.enter_call(function, &[Value::uint32(socket.id), Value::int32(length as i32)], |_| ());
        }
    }

    /// Sends the views of an array as one packet.
    pub(crate) fn send_packet<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        chunks: Value<'cx>,
        target: Result<Option<Target>, Errno>,
        number: u32,
    ) -> Result<f64, Value<'cx>> {
        let count = chunks.get(cx, "length")?.as_int32().unwrap_or(0);
        let mut slices: Vec<&[u8]> = Vec::with_capacity(count as usize);
        for index in 0..count as u32 {
            slices.push(chunks.get_index(cx, index)?.bytes(cx).unwrap_or(&[]));
        }
        let outcome = target.and_then(|target| self.send_slices(id, &slices, target, number));
        Ok(match outcome {
            Ok(size) => size as f64,
            Err(Errno::AGAIN) => -f64::from(negated_send_result::QUEUED),
            Err(error) => -f64::from(error.raw_os_error()),
        })
    }

    /// EAGAIN: the packet has to be queued.
    fn send_slices(&self, id: u32, slices: &[&[u8]], target: Option<Target>, number: u32) -> Result<usize, Errno> {
        let socket = self.socket(id).ok_or(Errno::BADF)?;
        self.ensure_bound(&socket)?;
        let outcome = if socket.waiting.borrow().is_empty() {
            send_now(&socket, slices, target.as_ref())
        } else {
            Err(Errno::AGAIN)
        };
        if outcome == Err(Errno::AGAIN) {
            socket.waiting.borrow_mut().push_back(Packet { number, bytes: slices.concat(), target });
            socket.update_hold(&Realm::current());
        }
        outcome
    }

    fn flush(&self, realm: &Rc<Realm>, socket: &Rc<Socket>) {
        loop {
            let Some(packet) = socket.waiting.borrow_mut().pop_front() else { break };
            let outcome = send_now(socket, &[&packet.bytes], packet.target.as_ref());
            if outcome == Err(Errno::AGAIN) {
                socket.waiting.borrow_mut().push_front(packet);
                break;
            }
            let size = outcome.map_or_else(|error| -error.raw_os_error(), |size| size as i32);
            self.notify(realm, socket.id, DatagramEvent::Sent, packet.number as i32, size);
        }
        socket.update_hold(realm);
    }
}

fn send_now(socket: &Socket, slices: &[&[u8]], target: Option<&Target>) -> Result<usize, Errno> {
    loop {
        let outcome = socket.with(|descriptor| match (slices, target) {
            (slices, Some(target)) => target.send(descriptor, slices),
            ([one], None) => send(descriptor, one, SendFlags::NOSIGNAL),
            (many, None) => {
                let parts: Vec<IoSlice<'_>> = many.iter().map(|slice| IoSlice::new(slice)).collect();
                sendmsg(descriptor, &parts, &mut SendAncillaryBuffer::default(), SendFlags::NOSIGNAL)
            }
        });
        match outcome {
            Err(Errno::INTR) => {}
            // The system's queue is full: treat it as a socket that is not ready.
            Err(Errno::NOBUFS) => return Err(Errno::AGAIN),
            outcome => return outcome,
        }
    }
}

/// Writes port, family, scope and address where JavaScript reads them.
fn write_sender(sender: Option<&SocketAddrAny>, words: &mut [u8]) {
    let internet = sender.and_then(|sender| SocketAddr::try_from(sender.clone()).ok());
    let Some(sender) = internet else {
        // A unix socket, which may have no name.
        if sender.is_none_or(|sender| sender.address_family() == AddressFamily::UNIX) {
            words[4..8].copy_from_slice(&UNIX_FAMILY.to_ne_bytes());
        }
        return;
    };
    let scope = match sender {
        SocketAddr::V6(sender) => sender.scope_id(),
        SocketAddr::V4(_) => 0,
    };
    let (family, address) = match sender.ip() {
        IpAddr::V4(ip) => (4, [u32::from(ip), 0, 0, 0]),
        IpAddr::V6(ip) => {
            let bits = ip.to_bits();
            (6, [(bits >> 96) as u32, (bits >> 64) as u32, (bits >> 32) as u32, bits as u32])
        }
    };
    // In the order of `SenderWord`.
    let values: [u32; SenderWord::Count as usize] =
        [u32::from(sender.port()), family, scope, address[0], address[1], address[2], address[3]];
    for (place, value) in words.chunks_exact_mut(4).zip(values) {
        place.copy_from_slice(&value.to_ne_bytes());
    }
}
