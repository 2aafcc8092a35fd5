//! `native:http2`: HTTP/2 sessions by number, over `base/http2`, for `node:http2`.
//!
//! Does: hold the sessions of a thread, and pass their events through a record in shared memory. Does not: read or
//! write sockets; JavaScript does (`builtins/internal/node/http2`). Start reading at [`ops`].

mod generated {
    pub mod http2_ops;
}
mod ops;

use brio_http2::{Event, EventKind, Session};
use brio_realm::jsc::{Context, Value};
use brio_realm::op::OpError;
pub use generated::http2_ops::AREA;
use generated::http2_ops::{Http2Event, http2_outcome_flags, http2_record};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// The sessions of one thread.
pub struct Http2 {
    sessions: RefCell<Vec<Option<Rc<SessionSlot>>>>,
    free: RefCell<Vec<u32>>,
    record: &'static [Cell<u8>],
}

struct SessionSlot {
    session: Session,
    /// Events that did not fit into the record.
    waiting: RefCell<VecDeque<Event>>,
}

const EVENTS_MAX: usize = 256;
const EVENT_WORDS: usize = http2_record::EVENT_WORDS as usize;
const EVENTS: usize = http2_record::EVENTS as usize;

impl Default for Http2 {
    fn default() -> Self {
        let memory: Vec<Cell<u8>> = vec![Cell::new(0); (EVENTS + EVENTS_MAX * EVENT_WORDS) * size_of::<i32>()];
        Self { sessions: RefCell::default(), free: RefCell::default(), record: Box::leak(memory.into_boxed_slice()) }
    }
}

impl Http2 {
    fn keep(&self, session: Session) -> u32 {
        let slot = Some(Rc::new(SessionSlot { session, waiting: RefCell::default() }));
        let mut sessions = self.sessions.borrow_mut();
        if let Some(number) = self.free.borrow_mut().pop() {
            sessions[number as usize] = slot;
            return number;
        }
        sessions.push(slot);
        u32::try_from(sessions.len() - 1).expect("there are fewer sessions than 2^32")
    }

    fn release(&self, number: u32) {
        let slot = self.sessions.borrow_mut().get_mut(number as usize).and_then(Option::take);
        if slot.is_some() {
            self.free.borrow_mut().push(number);
        }
    }

    fn slot(&self, number: u32) -> Result<Rc<SessionSlot>, OpError> {
        let found = self.sessions.borrow().get(number as usize).and_then(Clone::clone);
        found.ok_or_else(|| OpError::coded("ERR_HTTP2_INVALID_SESSION", "The session has been destroyed"))
    }

    /// Writes the events that occurred into the record. Returns the strings of the events, or null.
    fn report<'cx>(&self, cx: Context<'cx>, slot: &SessionSlot, outcome: i32) -> Value<'cx> {
        let text = self.report_without_text(slot, outcome);
        if text.is_empty() { Value::null() } else { cx.latin1_string(&text) }
    }

    fn report_without_text(&self, slot: &SessionSlot, outcome: i32) -> Vec<u8> {
        let (events, text) = slot.session.take_events();
        slot.waiting.borrow_mut().extend(events);
        let mut flags = wants(&slot.session);
        if slot.session.had_too_many_invalid_frames() {
            flags |= http2_outcome_flags::HAD_TOO_MANY_INVALID_FRAMES;
        }
        if !text.is_empty() {
            flags |= http2_outcome_flags::HAS_TEXT;
        }
        self.write(http2_record::OUTCOME.into(), outcome);
        self.write(http2_record::FLAGS.into(), flags.into());
        self.report_waiting(slot);
        text
    }

    fn report_waiting(&self, slot: &SessionSlot) {
        let mut waiting = slot.waiting.borrow_mut();
        let count = waiting.len().min(EVENTS_MAX);
        self.write(http2_record::COUNT.into(), count as i32);
        for (index, event) in waiting.drain(..count).enumerate() {
            let place = EVENTS + index * EVENT_WORDS;
            self.write(place, event_of(event.kind) as i32);
            for (offset, word) in event.words.iter().enumerate() {
                self.write(place + 1 + offset, *word);
            }
        }
        self.write(http2_record::HAS_MORE.into(), i32::from(!waiting.is_empty()));
    }

    /// Writes one word of the record, in the byte order of the machine, as an Int32Array reads it.
    fn write(&self, word: usize, value: i32) {
        for (cell, byte) in self.record[word * size_of::<i32>()..].iter().zip(value.to_ne_bytes()) {
            cell.set(byte);
        }
    }
}

fn wants(session: &Session) -> u8 {
    let reads = if session.wants_read() { http2_outcome_flags::WANTS_READ } else { 0 };
    let writes = if session.wants_write() { http2_outcome_flags::WANTS_WRITE } else { 0 };
    reads | writes
}

/// The event of the contract.
fn event_of(kind: EventKind) -> Http2Event {
    match kind {
        EventKind::Headers => Http2Event::Headers,
        EventKind::Data => Http2Event::Data,
        EventKind::End => Http2Event::End,
        EventKind::Close => Http2Event::Close,
        EventKind::Settings => Http2Event::Settings,
        EventKind::Ping => Http2Event::Ping,
        EventKind::GoAway => Http2Event::GoAway,
        EventKind::AltSvc => Http2Event::AltSvc,
        EventKind::Origin => Http2Event::Origin,
        EventKind::Error => Http2Event::Error,
        EventKind::FrameError => Http2Event::FrameError,
        EventKind::Written => Http2Event::Written,
        EventKind::WantTrailers => Http2Event::WantTrailers,
        EventKind::Priority => Http2Event::Priority,
    }
}
