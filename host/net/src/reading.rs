//! From the descriptor to JavaScript: one entry for each read.

use crate::Net;
use crate::generated::net_ops::StreamEvent;
use crate::stream::Stream;
use brio_realm::Realm;
use brio_realm::jsc::Value;
use rustix::fd::BorrowedFd;
use rustix::io::{Errno, read};
use rustix::net::{RecvFlags, recv};
use std::rc::Rc;

/// A handle with more than this many full reads waits until the others had their turn.
const READS_PER_TURN: usize = 32;
/// Size limit of one read.
const READ_BYTES_MAX: usize = 64 * 1024;

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
            self.reads.borrow_mut().push(stream.clone());
        }
    }

    /// Reads what the system has, up to what is wanted.
    pub(crate) fn read_on(&self, realm: &Rc<Realm>, stream: &Rc<Stream>) {
        for _ in 0..READS_PER_TURN {
            if !stream.is_reading.get() || !stream.may_read.get() || stream.read_ended.get() {
                return;
            }
            match self.read_once(stream) {
                Ok(Some((0, _))) => {
                    stream.read_ended.set(true);
                    stream.update_hold(realm);
                    self.notify(realm, stream.id, StreamEvent::End, 0);
                }
                Ok(Some((count, is_short))) => {
                    self.deliver(realm, stream, count);
                    // Node reports an end that arrived with the last bytes after its loop has polled again: the work
                    // that those bytes caused is done by then.
                    if is_short && stream.may_read.get() {
                        break;
                    }
                }
                Ok(None) => return,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => stream.may_read.set(false),
                Err(error) => {
                    stream.read_ended.set(true);
                    stream.update_hold(realm);
                    // A terminal whose peer is closed returns EIO: the end.
                    let is_end = error == Errno::IO && !stream.is_socket.get();
                    let (event, value) =
                        if is_end { (StreamEvent::End, 0) } else { (StreamEvent::ReadFailed, error.raw_os_error()) };
                    self.notify(realm, stream.id, event, value);
                }
            }
        }
        self.read_later(stream);
    }

    /// Reads into the shared memory: how much, and whether a socket had no more. None when the handle is closed.
    fn read_once(&self, stream: &Rc<Stream>) -> Result<Option<(usize, bool)>, Errno> {
        let mut receive = self.receive.borrow_mut();
        let Some(memory) = receive.as_mut() else { return Ok(None) };
        let memory = memory.as_mut_slice();
        let limit = stream.read_limit.get();
        let room = memory.len().min(if limit == 0 { READ_BYTES_MAX } else { limit });
        let Some(outcome) = stream.with_descriptor(|descriptor| take(stream, descriptor, &mut memory[..room])) else {
            return Ok(None);
        };
        let count = outcome?;
        // A short read of a socket means that nothing is left, except possibly the end of the stream.
        let is_short = count < room && stream.is_socket.get();
        stream.may_read.set(!is_short || stream.end_announced.get());
        Ok(Some((count, is_short)))
    }

    fn deliver(&self, realm: &Rc<Realm>, stream: &Rc<Stream>, count: usize) {
        let Some(function) = self.handler(realm.context(), |handlers| &handlers.read) else { return };
        realm.enter_call(function, &[Value::uint32(stream.id), Value::int32(count as i32)], |_| ());
    }
}

/// `recv` costs the system less than `read`, which goes through the file layer.
fn take(stream: &Stream, descriptor: BorrowedFd<'_>, buffer: &mut [u8]) -> Result<usize, Errno> {
    if stream.is_socket.get() {
        recv(descriptor, buffer, RecvFlags::empty()).map(|(taken, _)| taken)
    } else {
        read(descriptor, buffer)
    }
}
