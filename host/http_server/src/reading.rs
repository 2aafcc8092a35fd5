//! Reading connections.
//!
//! The requests of one poll are read together, then handled, then their responses are sent together (`flushing.rs`):
//! the code that the system and the program run for each of them is still in the processor's caches for the next.

use crate::connection::{Connection, Flow, InputState, Phase, ReadSide};
use crate::{HttpServer, RECEIVE_BYTES};
use brio_realm::Realm;
use rustix::fd::AsFd;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// How many unprocessed bytes of a connection may be buffered before the client has to wait.
const UNUSED_BYTES_MAX: usize = 64 * 1024;
/// The next connection is not read in the same batch when less than this is left of the buffer.
const CAPACITY_MIN: usize = 8 * 1024;

/// What was read from connections that waited for a request, until the poller has reported everything.
#[derive(Default)]
pub struct EarlyReads {
    buffer: RefCell<Vec<u8>>,
    /// The connection and the range of each read.
    parts: RefCell<Vec<(u32, Range<usize>)>>,
}

impl HttpServer {
    /// Reads what the poller reported, or notes that.
    pub(crate) fn on_readable(&self, realm: &Rc<Realm>, id: u32, is_ended: bool) {
        let Some(connection) = self.connection(id) else { return };
        {
            let mut connection = connection.borrow_mut();
            connection.read_side = connection.read_side.reported(is_ended);
        }
        let awaits_request = awaits_request(&connection.borrow());
        match awaits_request {
            true => self.read_early(realm, id, &connection),
            false => self.read_on(realm, id),
        }
    }

    fn read_early(&self, realm: &Rc<Realm>, id: u32, connection: &Rc<RefCell<Connection>>) {
        let used = self.early_reads.parts.borrow().last().map_or(0, |(_, part)| part.end);
        if used + CAPACITY_MIN > RECEIVE_BYTES {
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
                connection.borrow_mut().input_state = InputState::ReadEarly;
                self.early_reads.parts.borrow_mut().push((id, used..used + count));
            }
            // The read may have been interrupted.
            None => self.read_on(realm, id),
        }
    }

    /// Processes the early reads once the poller has reported everything.
    pub(crate) fn use_early_reads(&self, realm: &Rc<Realm>) {
        if self.early_reads.parts.borrow().is_empty() {
            return;
        }
        // JavaScript may re-enter this function.
        let mut parts = self.early_reads.parts.take();
        let buffer = self.early_reads.buffer.take();
        for (id, part) in parts.drain(..) {
            // The number of a closed connection is not reused before the turn ends.
            if let Some(connection) = self.connection(id) {
                connection.borrow_mut().input_state = InputState::Idle;
                self.clock.set(realm.now_ms());
                self.feed(realm, id, &buffer[part]);
                self.read_on(realm, id);
            }
        }
        self.early_reads.parts.replace(parts);
        self.early_reads.buffer.replace(buffer);
    }

    /// Reads what the system has, up to what is wanted.
    pub(crate) fn read_on(&self, realm: &Rc<Realm>, id: u32) {
        self.clock.set(realm.now_ms());
        let mut buffer = self.receive.take();
        if buffer.is_empty() {
            // A read further up the stack has taken the shared buffer.
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

    /// Interprets the result of a read into `capacity` bytes. Returns how many bytes arrived; None without any.
    fn take(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        connection: &Rc<RefCell<Connection>>,
        received: Result<usize, Errno>,
        capacity: usize,
    ) -> Option<usize> {
        match received {
            Ok(0) => self.on_end_of_input(realm, id),
            Ok(count) => {
                let mut connection = connection.borrow_mut();
                connection.read_side = connection.read_side.took(count < capacity);
                return Some(count);
            }
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => connection.borrow_mut().read_side = ReadSide::Drained,
            Err(error) => self.close_failed(realm, id, -error.raw_os_error()),
        }
        None
    }
}

/// Whether the connection waits for a request and no end was reported.
fn awaits_request(connection: &Connection) -> bool {
    connection.phase == Phase::Head
        && connection.input.is_empty()
        && connection.output.secure.is_none()
        && connection.read_side == ReadSide::Readable
        && connection.input_state != InputState::Processing
        && wants_bytes(connection)
}

fn wants_bytes(connection: &Connection) -> bool {
    if !connection.read_side.may_read() || connection.input_state == InputState::ReadEarly {
        return false;
    }
    let is_stalled = match connection.phase {
        Phase::Responding => true,
        Phase::Length(_) | Phase::Chunked | Phase::Raw => connection.flow == Flow::Waiting,
        Phase::Head => connection.awaits_output,
        Phase::Unframed | Phase::Closing => false,
    };
    !is_stalled || connection.input.len() < UNUSED_BYTES_MAX
}
