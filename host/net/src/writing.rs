//! From JavaScript to the descriptor: written at once, joined within a turn, or queued when the system is full.

use crate::generated::net_ops::{StreamEvent, WriteEncoding, WriteStatus};
use crate::output::{COPIED_BYTES_MAX, Flushed};
use crate::stream::Stream;
use crate::{Net, Pending};
use brio_realm::Realm;
use brio_realm::jsc::{Context, TextEncoding, Value};
use rustix::fd::BorrowedFd;
use rustix::io::{Errno, IoSlice, write, writev};
use rustix::net::{SendFlags, Shutdown, send, shutdown};
use std::rc::Rc;

/// A write of this length or more is sent at once with everything queued before it.
const JOINED_WRITE_BYTES_MAX: usize = 16 * 1024;
/// Joined output is written without waiting for the end of the turn above this size.
const JOINED_BYTES_MAX: usize = 64 * 1024;
/// How often the end of a turn flushes output that flushing itself caused.
const FLUSH_ROUNDS_MAX: usize = 8;
/// The system accepts at most this many segments in one call.
const PIECES_MAX: usize = 1024;

impl Net {
    /// Writes a string or bytes; returns the number of bytes.
    pub(crate) fn write_value<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        data: Value<'cx>,
        encoding: WriteEncoding,
    ) -> Result<usize, Value<'cx>> {
        let Some(stream) = self.stream(id) else {
            self.set_status(-Errno::BADF.raw_os_error());
            return Ok(0);
        };
        if let Some(bytes) = data.bytes(cx) {
            let written = self.try_write(&stream, bytes);
            if let Some(written) = written.filter(|&written| written < bytes.len()) {
                let pinned = if bytes.len() - written > COPIED_BYTES_MAX { data.pin(cx) } else { None };
                let mut output = stream.output.borrow_mut();
                match pinned {
                    Some(pinned) if written == 0 || output.is_empty() => output.push_pinned(pinned, written),
                    pinned => {
                        if let Some(pinned) = pinned {
                            pinned.release();
                        }
                        output.push_copy(&bytes[written..]);
                    }
                }
            }
            return Ok(bytes.len());
        }
        self.write_scratch(&stream, |scratch| encode(cx, data, encoding, scratch))
    }

    /// Writes what `fill` puts into the empty scratch buffer; returns the number of bytes.
    fn write_scratch<E>(
        &self,
        stream: &Rc<Stream>,
        fill: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<usize, E> {
        let mut scratch = std::mem::take(&mut *self.scratch.borrow_mut());
        scratch.clear();
        fill(&mut scratch)?;
        if let Some(written) = self.try_write(stream, &scratch).filter(|&written| written < scratch.len()) {
            stream.output.borrow_mut().push_copy(&scratch[written..]);
        }
        let count = scratch.len();
        *self.scratch.borrow_mut() = scratch;
        Ok(count)
    }

    /// Writes or joins as much as possible and sets the status. Returns how many bytes are taken care of; None after a
    /// failure.
    fn try_write(&self, stream: &Rc<Stream>, bytes: &[u8]) -> Option<usize> {
        if stream.is_connecting.get() || stream.is_blocked() {
            return Some(self.wait(stream, 0));
        }
        if self.joins(stream, bytes.len()) {
            self.join(stream, &[bytes]);
            return Some(bytes.len());
        }
        if !self.flush_joined(stream)? {
            return Some(self.wait(stream, 0));
        }
        loop {
            match stream.with_descriptor(|descriptor| put(stream, descriptor, bytes)) {
                Some(Ok(count)) if count == bytes.len() => {
                    self.note_written(stream);
                    self.set_status(WriteStatus::Done as i32);
                    return Some(count);
                }
                Some(Ok(count)) => return Some(self.wait(stream, count)),
                Some(Err(Errno::INTR)) => {}
                Some(Err(Errno::AGAIN)) => return Some(self.wait(stream, 0)),
                Some(Err(error)) => {
                    self.set_status(-error.raw_os_error());
                    return None;
                }
                None => {
                    self.set_status(-Errno::BADF.raw_os_error());
                    return None;
                }
            }
        }
    }

    /// Whether a write of that length waits for the end of the turn.
    fn joins(&self, stream: &Stream, length: usize) -> bool {
        stream.is_written.get()
            && length < JOINED_WRITE_BYTES_MAX
            && stream.output.borrow().waiting_bytes() + length <= JOINED_BYTES_MAX
    }

    /// Copies slices, to be written at the end of the turn. For JavaScript they count as written.
    fn join(&self, stream: &Rc<Stream>, slices: &[&[u8]]) {
        slices.iter().for_each(|bytes| stream.output.borrow_mut().push_copy(bytes));
        self.set_status(WriteStatus::Done as i32);
        if !stream.is_joined.replace(true) {
            stream.update_hold(&Realm::current());
        }
    }

    /// Writes the joined output, before a write that is not joined. False when the system is full; None after a
    /// failure, with the status set.
    fn flush_joined(&self, stream: &Rc<Stream>) -> Option<bool> {
        if !stream.is_joined.get() {
            return Some(true);
        }
        let flushed = stream.with_descriptor(|descriptor| stream.output.borrow_mut().flush(descriptor));
        let failure = match flushed {
            Some(Flushed::All) => None,
            Some(Flushed::Blocked) => return Some(false),
            Some(Flushed::Failed(error)) => Some(error),
            None => Some(Errno::BADF.raw_os_error()),
        };
        stream.is_joined.set(false);
        stream.update_hold(&Realm::current());
        let Some(error) = failure else { return Some(true) };
        // The joined writes count as written; this one receives the failure, as the first one after it does.
        stream.output.borrow_mut().clear();
        self.set_status(-error);
        None
    }

    fn wait(&self, stream: &Rc<Stream>, written: usize) -> usize {
        self.set_status(WriteStatus::Waiting as i32);
        stream.is_joined.set(false);
        if !stream.wants_written.replace(true) {
            stream.update_hold(&Realm::current());
        }
        written
    }

    fn note_written(&self, stream: &Rc<Stream>) {
        if !stream.is_written.replace(true) {
            self.written.borrow_mut().push(stream.id);
        }
    }

    /// Writes the elements of an array of views as one.
    pub(crate) fn write_array<'cx>(&self, cx: Context<'cx>, id: u32, chunks: Value<'cx>) -> Result<usize, Value<'cx>> {
        let length = chunks.get(cx, "length")?.as_int32().unwrap_or(0);
        // The array keeps them alive, and no other code runs meanwhile.
        let views: Vec<Value<'cx>> =
            (0..length as u32).map(|index| chunks.get_index(cx, index)).collect::<Result<_, _>>()?;
        self.write_views(cx, id, &views)
    }

    /// Writes views as one.
    pub(crate) fn write_views<'cx>(
        &self,
        cx: Context<'cx>,
        id: u32,
        views: &[Value<'cx>],
    ) -> Result<usize, Value<'cx>> {
        let slices: Vec<&[u8]> = views.iter().map(|view| view.bytes(cx).unwrap_or(&[])).collect();
        let total = slices.iter().map(|slice| slice.len()).sum();
        let Some(stream) = self.stream(id) else {
            self.set_status(-Errno::BADF.raw_os_error());
            return Ok(0);
        };
        if total <= COPIED_BYTES_MAX {
            self.write_scratch(&stream, |scratch| {
                let _: () = slices.iter().for_each(|bytes| scratch.extend_from_slice(bytes));
                Ok(())
            })?;
            return Ok(total);
        }
        let mut written = 0;
        let mut is_blocked = stream.is_connecting.get() || stream.is_blocked();
        if !is_blocked {
            if self.joins(&stream, total) {
                self.join(&stream, &slices);
                return Ok(total);
            }
            match self.flush_joined(&stream) {
                Some(is_flushed) => is_blocked = !is_flushed,
                None => return Ok(total),
            }
        }
        while !is_blocked && written < total {
            match stream.with_descriptor(|descriptor| writev(descriptor, &io_slices(&slices, written))) {
                Some(Ok(count)) => written += count,
                Some(Err(Errno::INTR)) => {}
                Some(Err(Errno::AGAIN)) => break,
                Some(Err(error)) => {
                    self.set_status(-error.raw_os_error());
                    return Ok(total);
                }
                None => {
                    self.set_status(-Errno::BADF.raw_os_error());
                    return Ok(total);
                }
            }
        }
        if written == total {
            self.note_written(&stream);
            self.set_status(WriteStatus::Done as i32);
            return Ok(total);
        }
        self.wait(&stream, written);
        Self::queue_rest(cx, &stream, views, &slices, written);
        Ok(total)
    }

    /// Queues what the system did not accept: `written` bytes of `slices`, which are the bytes of `views`, are done.
    fn queue_rest<'cx>(cx: Context<'cx>, stream: &Stream, views: &[Value<'cx>], slices: &[&[u8]], written: usize) {
        let mut skipped = written;
        for (index, slice) in slices.iter().enumerate() {
            if skipped >= slice.len() {
                skipped -= slice.len();
                continue;
            }
            let rest = &slice[skipped..];
            let pinned = if rest.len() > COPIED_BYTES_MAX { views[index].pin(cx) } else { None };
            let mut output = stream.output.borrow_mut();
            match pinned {
                Some(pinned) if skipped == 0 || output.is_empty() => output.push_pinned(pinned, skipped),
                pinned => {
                    if let Some(pinned) = pinned {
                        pinned.release();
                    }
                    output.push_copy(rest);
                }
            }
            skipped = 0;
        }
    }

    pub(crate) fn shut_down(&self, id: u32) {
        let Some(stream) = self.stream(id) else { return };
        stream.wants_shutdown.set(true);
        stream.update_hold(&Realm::current());
        if (stream.is_joined.get() || stream.output.borrow().is_empty()) && !stream.is_connecting.get() {
            self.pending.borrow_mut().push(Pending::ShutDown(stream));
        }
    }

    /// Writes the joined output and shuts down the sending side.
    fn finish(&self, realm: &Rc<Realm>, stream: &Rc<Stream>) {
        if stream.output.borrow().is_empty() {
            self.shut_down_now(realm, stream);
        } else {
            self.flush(realm, stream);
        }
    }

    /// Everything is written: shuts down the sending side.
    pub(crate) fn shut_down_now(&self, realm: &Rc<Realm>, stream: &Rc<Stream>) {
        let error = match stream.with_descriptor(|descriptor| shutdown(descriptor, Shutdown::Write)) {
            // A pipe has no other direction to shut down; its descriptor is closed with the handle.
            Some(Ok(()) | Err(Errno::NOTSOCK)) => 0,
            Some(Err(error)) => error.raw_os_error(),
            None => return,
        };
        if stream.wants_shutdown.replace(false) {
            stream.update_hold(realm);
            self.notify(realm, stream.id, StreamEvent::ShutDown, error);
        }
    }

    pub(crate) fn on_writable(&self, realm: &Rc<Realm>, stream: &Rc<Stream>) {
        if !stream.output.borrow().is_empty() {
            self.flush(realm, stream);
        }
    }

    /// Writes the queue, and reports the result.
    fn flush(&self, realm: &Rc<Realm>, stream: &Rc<Stream>) {
        let flushed = stream.with_descriptor(|descriptor| stream.output.borrow_mut().flush(descriptor));
        let (event, value) = match flushed {
            None => return,
            Some(Flushed::Blocked) => {
                // The joined output waits now as any other, and keeps the loop alive.
                stream.is_joined.set(false);
                stream.wants_written.set(true);
                stream.update_hold(realm);
                return;
            }
            Some(Flushed::All) => (StreamEvent::Written, 0),
            Some(Flushed::Failed(error)) => {
                stream.output.borrow_mut().clear();
                (StreamEvent::WriteFailed, error)
            }
        };
        stream.is_joined.set(false);
        let is_awaited = stream.wants_written.replace(false);
        stream.update_hold(realm);
        if is_awaited || event == StreamEvent::WriteFailed {
            self.notify(realm, stream.id, event, value);
        }
        if stream.wants_shutdown.get() && stream.output.borrow().is_empty() {
            self.shut_down_now(realm, stream);
        }
    }

    /// The poller has reported everything. As in libuv, a completed shutdown, or a connection that failed at once, is
    /// reported before immediates and close callbacks: so one end of a connection closes before the peer receives its
    /// end.
    pub(crate) fn end_poll(&self, realm: &Rc<Realm>) {
        for _ in 0..FLUSH_ROUNDS_MAX {
            if self.pending.borrow().is_empty() {
                return;
            }
            self.run_pending(realm);
        }
    }

    fn run_pending(&self, realm: &Rc<Realm>) {
        let pending = std::mem::take(&mut *self.pending.borrow_mut());
        for pending in pending {
            match pending {
                Pending::Connected(stream) => self.fail_delayed(realm, &stream),
                Pending::ShutDown(stream) => self.finish(realm, &stream),
            }
        }
    }

    /// Completes a turn: libuv's pending phase, then joined writes.
    pub(crate) fn end_turn(&self, realm: &Rc<Realm>) {
        if !realm.is_between_tasks() {
            self.write_joined();
            return;
        }
        self.run_pending(realm);
        let reads = std::mem::take(&mut *self.reads.borrow_mut());
        for stream in reads {
            stream.read_queued.set(false);
            self.read_on(realm, &stream);
        }
        for _ in 0..FLUSH_ROUNDS_MAX {
            let written = std::mem::take(&mut *self.written.borrow_mut());
            if written.is_empty() {
                break;
            }
            for id in written {
                if let Some(stream) = self.stream(id).filter(|stream| stream.is_written.replace(false))
                    && (stream.wants_written.get() || stream.is_joined.get())
                {
                    self.flush(realm, &stream);
                }
            }
        }
        if !self.written.borrow().is_empty() || !self.pending.borrow().is_empty() || !self.reads.borrow().is_empty() {
            // Still more: let the others have their turn, without blocking in the poller.
            realm.on_close(|_| ());
        }
    }

    /// A JavaScript task that is about to block is running: only the bytes may be written, the rest waits for the end
    /// of the turn.
    fn write_joined(&self) {
        for &id in &*self.written.borrow() {
            if let Some(stream) = self.stream(id) {
                stream.with_descriptor(|descriptor| stream.output.borrow_mut().flush(descriptor));
            }
        }
    }
}

/// `send` costs the system less than `write`, which goes through the file layer.
fn put(stream: &Stream, descriptor: BorrowedFd<'_>, bytes: &[u8]) -> Result<usize, Errno> {
    if stream.is_socket.get() { send(descriptor, bytes, SendFlags::NOSIGNAL) } else { write(descriptor, bytes) }
}

/// The slices without their first `written` bytes.
fn io_slices<'a>(slices: &[&'a [u8]], written: usize) -> Vec<IoSlice<'a>> {
    let mut skipped = written;
    let mut rest = Vec::with_capacity(slices.len().min(PIECES_MAX));
    for slice in slices {
        if rest.len() == PIECES_MAX {
            break;
        }
        if skipped >= slice.len() {
            skipped -= slice.len();
            continue;
        }
        rest.push(IoSlice::new(&slice[skipped..]));
        skipped = 0;
    }
    rest
}

/// Appends the string's bytes. A lone surrogate becomes U+FFFD in UTF-8, as in a Buffer.
fn encode<'cx>(
    cx: Context<'cx>,
    text: Value<'cx>,
    encoding: WriteEncoding,
    out: &mut Vec<u8>,
) -> Result<(), Value<'cx>> {
    let encoding = match encoding {
        WriteEncoding::Utf8 => TextEncoding::Utf8,
        WriteEncoding::Utf16 => TextEncoding::Utf16,
        WriteEncoding::Latin1 => TextEncoding::Latin1,
    };
    text.append_text(cx, encoding, out)
}
