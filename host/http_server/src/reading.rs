//! Reading connections.
//!
//! The requests that one poll finds are read together, then answered, then sent together (`flushing.rs`): what the system and
//! the program run for each of them is still in the processor's caches for the next.

use crate::connection::{Connection, Flow, Phase};
use crate::{HttpServer, RECEIVE_BYTES};
use brio_realm::Realm;
use rustix::fd::AsFd;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Bytes of a connection that may lie here unused before the client has to wait.
const UNUSED_BYTES_MAX: usize = 64 * 1024;
/// The next connection is not read together with others when less than this is left of the buffer.
const ROOM_MIN: usize = 8 * 1024;

/// What was read of connections that waited for a request, until the poller has told everything.
#[derive(Default)]
pub struct EarlyReads {
    buffer: RefCell<Vec<u8>>,
    /// Whose the bytes are, and where.
    parts: RefCell<Vec<(u32, Range<usize>)>>,
}

impl HttpServer {
    /// Reads what the poller says is there, or notes that.
    pub(crate) fn on_readable(&self, realm: &Rc<Realm>, id: u32, is_ended: bool) {
        let Some(connection) = self.connection(id) else { return };
        {
            let mut connection = connection.borrow_mut();
            connection.may_read = true;
            connection.end_announced |= is_ended;
        }
        let awaits_request = awaits_request(&connection.borrow());
        match awaits_request {
            true => self.read_early(realm, id, &connection),
            false => self.read_on(realm, id),
        }
    }

    fn read_early(&self, realm: &Rc<Realm>, id: u32, connection: &Rc<RefCell<Connection>>) {
        let used = self.early_reads.parts.borrow().last().map_or(0, |(_, part)| part.end);
        if used + ROOM_MIN > RECEIVE_BYTES {
            self.use_early_reads(realm);
            return self.read_on(realm, id);
        }
        let received = {
            let mut buffer = self.early_reads.buffer.borrow_mut();
            if buffer.is_empty() {
                buffer.resize(RECEIVE_BYTES, 0);
            }
            recv(connection.borrow().socket.as_fd(), &mut buffer[used..], RecvFlags::empty())
        };
        match self.take(realm, id, connection, received.map(|(count, _)| count), RECEIVE_BYTES - used) {
            Some(count) => {
                connection.borrow_mut().is_read_early = true;
                self.early_reads.parts.borrow_mut().push((id, used..used + count));
            }
            // The read may have been interrupted.
            None => self.read_on(realm, id),
        }
    }

    /// Works on what was read while the poller told what there is.
    pub(crate) fn use_early_reads(&self, realm: &Rc<Realm>) {
        if self.early_reads.parts.borrow().is_empty() {
            return;
        }
        // JavaScript may come here again.
        let mut parts = self.early_reads.parts.take();
        let buffer = self.early_reads.buffer.take();
        for (id, part) in parts.drain(..) {
            // No connection gets the number of a closed one before the turn ends.
            if let Some(connection) = self.connection(id) {
                connection.borrow_mut().is_read_early = false;
                self.clock.set(realm.now_ms());
                self.feed(realm, id, &buffer[part]);
                self.read_on(realm, id);
            }
        }
        self.early_reads.parts.replace(parts);
        self.early_reads.buffer.replace(buffer);
    }

    /// Reads what the system has, as far as it is wanted.
    pub(crate) fn read_on(&self, realm: &Rc<Realm>, id: u32) {
        self.clock.set(realm.now_ms());
        let mut buffer = self.receive.take();
        if buffer.is_empty() {
            // A read further up the stack has the shared buffer.
            buffer = vec![0; RECEIVE_BYTES];
        }
        while let Some(connection) = self.connection(id) {
            if !wants_bytes(&connection.borrow()) {
                break;
            }
            let received = recv(connection.borrow().socket.as_fd(), &mut buffer[..], RecvFlags::empty());
            let Some(count) = self.take(realm, id, &connection, received.map(|(count, _)| count), buffer.len()) else {
                continue;
            };
            if connection.borrow().output.secure.is_some() {
                self.feed_secure(realm, id, &connection, &buffer[..count]);
            } else {
                self.feed(realm, id, &buffer[..count]);
            }
        }
        self.receive.replace(buffer);
    }

    /// Notes what a read into `room` bytes says of the connection. Returns how many bytes there are; None when there are none.
    fn take(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        connection: &Rc<RefCell<Connection>>,
        received: Result<usize, Errno>,
        room: usize,
    ) -> Option<usize> {
        match received {
            Ok(0) => self.on_end_of_input(realm, id),
            Ok(count) => {
                // A short read means that nothing is left, but for the end when it came with the bytes.
                let mut connection = connection.borrow_mut();
                connection.may_read = count == room || connection.end_announced;
                return Some(count);
            }
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => connection.borrow_mut().may_read = false,
            Err(error) => self.close_failed(realm, id, -error.raw_os_error()),
        }
        None
    }
}

/// Whether what comes is a request, and nothing is known of its end.
fn awaits_request(connection: &Connection) -> bool {
    connection.phase == Phase::Head
        && connection.input.is_empty()
        && connection.output.secure.is_none()
        && !connection.end_announced
        && !connection.is_processing
        && wants_bytes(connection)
}

fn wants_bytes(connection: &Connection) -> bool {
    if !connection.may_read || connection.read_closed || connection.is_read_early {
        return false;
    }
    let is_stalled = match connection.phase {
        Phase::Responding => true,
        Phase::Length(_) | Phase::Chunked | Phase::Raw => connection.flow == Flow::Waiting,
        Phase::Head => connection.awaits_output,
        Phase::Closing => false,
    };
    !is_stalled || connection.input.len() < UNUSED_BYTES_MAX
}
