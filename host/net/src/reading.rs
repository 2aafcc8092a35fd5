//! From the descriptor to JavaScript: one entry for each read.

use crate::stream::Stream;
use crate::{Event, Net, Pending};
use brio_realm::Realm;
use brio_realm::jsc::Value;
use rustix::buffer::spare_capacity;
use rustix::io::{Errno, read};
use std::rc::Rc;

/// A handle that has more than this many full reads waits until the others had their turn.
const READS_PER_TURN: usize = 32;
/// Reads of at least this length get memory of their own, which JavaScript takes over without a copy.
const OWN_MEMORY_BYTES: usize = 16 * 1024;
/// Length of such a read.
const BULK_BYTES: usize = 64 * 1024;

/// What one read brought.
enum Taken {
    Shared(usize),
    Own(Vec<u8>),
}

impl Net {
    pub(crate) fn start_reading(&self, id: u32, length_max: u32) {
        let Some(stream) = self.stream(id) else { return };
        let realm = Realm::current();
        stream.read_limit.set(length_max as usize);
        if stream.read_ended.get() {
            return;
        }
        stream.is_reading.set(true);
        stream.update_hold(&realm);
        if stream.may_read.get() {
            self.read_later(&stream);
        }
    }

    pub(crate) fn stop_reading(&self, id: u32) {
        let Some(stream) = self.stream(id) else { return };
        stream.is_reading.set(false);
        stream.update_hold(&Realm::current());
    }

    /// Reads before the loop waits again, outside of the running JavaScript.
    fn read_later(&self, stream: &Rc<Stream>) {
        if !stream.read_queued.replace(true) {
            self.pending.borrow_mut().push(Pending::Read(stream.clone()));
        }
    }

    /// Reads what the system has, as far as it is wanted.
    pub(crate) fn read_on(&self, realm: &Rc<Realm>, stream: &Rc<Stream>) {
        for _ in 0..READS_PER_TURN {
            if !stream.is_reading.get() || !stream.may_read.get() || stream.read_ended.get() {
                return;
            }
            match self.read_once(stream) {
                Ok(Some(Taken::Shared(0))) => {
                    stream.read_ended.set(true);
                    stream.update_hold(realm);
                    self.tell(realm, stream.id, Event::End, 0);
                }
                Ok(Some(taken)) => self.deliver(realm, stream, taken),
                Ok(None) => return,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => stream.may_read.set(false),
                Err(error) => {
                    stream.read_ended.set(true);
                    stream.update_hold(realm);
                    // A terminal whose other side is gone answers EIO: its end.
                    let is_end = error == Errno::IO && !stream.is_socket.get();
                    let (event, value) = if is_end { (Event::End, 0) } else { (Event::ReadFailed, error.raw_os_error()) };
                    self.tell(realm, stream.id, event, value);
                }
            }
        }
        self.read_later(stream);
    }

    /// None when the handle is closed.
    fn read_once(&self, stream: &Rc<Stream>) -> Result<Option<Taken>, Errno> {
        let limit = stream.read_limit.get();
        let room = if limit == 0 { BULK_BYTES } else { limit.min(BULK_BYTES) };
        let (taken, count) = if stream.is_bulk.get() && room == BULK_BYTES {
            let mut bytes = Vec::with_capacity(BULK_BYTES);
            let Some(outcome) = stream.with_descriptor(|descriptor| read(descriptor, spare_capacity(&mut bytes))) else { return Ok(None) };
            let count = outcome?;
            if count == 0 {
                return Ok(Some(Taken::Shared(0)));
            }
            if count < BULK_BYTES / 2 {
                bytes.shrink_to_fit();
            }
            (Taken::Own(bytes), count)
        } else {
            let mut receive = self.receive.borrow_mut();
            let Some(memory) = receive.as_mut() else { return Ok(None) };
            let memory = memory.as_mut_slice();
            let room = room.min(memory.len());
            let Some(outcome) = stream.with_descriptor(|descriptor| read(descriptor, &mut memory[..room])) else { return Ok(None) };
            let count = outcome?;
            (Taken::Shared(count), count)
        };
        stream.is_bulk.set(count >= OWN_MEMORY_BYTES);
        // A short read of a socket means that nothing is left, but for the end when it came with the bytes.
        stream.may_read.set(count >= room || stream.end_announced.get() || !stream.is_socket.get());
        Ok(Some(taken))
    }

    fn deliver(&self, realm: &Rc<Realm>, stream: &Rc<Stream>, taken: Taken) {
        let Some(function) = self.script(realm.context(), |scripts| &scripts.read) else { return };
        match taken {
            Taken::Shared(count) => {
                realm.enter_call(function, &[Value::uint32(stream.id), Value::int32(count as i32), Value::undefined()], |_| ());
            }
            Taken::Own(bytes) => {
                let count = bytes.len() as i32;
                realm.enter(|cx| {
                    let bytes = cx.uint8_array(bytes)?;
                    function.call(cx, &[Value::uint32(stream.id), Value::int32(count), bytes])
                });
            }
        }
    }
}
