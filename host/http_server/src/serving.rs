//! From bytes to requests: parsing, entering JavaScript once per request, passing bodies on.

use crate::connection::{Connection, Flow, HeadState, InputState, Phase, ReadSide};
use crate::generated::http_server_ops::{refusal, request_flags};
use crate::secure::Received;
use crate::url_string_cache::CachedString;
use crate::{Event, HttpServer, Server};
use brio_http1::{ChunkEvent, Expect, ParseError, Progress};
use brio_realm::Realm;
use brio_realm::jsc::Value;
use brio_websocket::{Incoming, Violation};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// With more output than this buffered for a client, its next requests wait too: it sends faster than it receives.
const OUTPUT_BYTES_MAX: u64 = 1 << 20;

/// Why a connection is refused.
pub(crate) struct Refusal<'a> {
    pub status: u16,
    pub code: &'a str,
    pub reason: &'a str,
    /// Index of the invalid byte.
    pub offset: usize,
}

/// What to do with the input; decided under a short borrow, done without one.
enum Step {
    Wait,
    Dispatch,
    Deliver {
        range: Range<usize>,
        is_last: bool,
    },
    Skip,
    /// A message of a WebSocket.
    Message(Incoming),
    Violation(Violation),
    Refuse(ParseError),
}

impl HttpServer {
    /// Decrypts records and processes the plaintext.
    pub(crate) fn feed_secure(&self, realm: &Rc<Realm>, id: u32, connection: &Rc<RefCell<Connection>>, bytes: &[u8]) {
        if let Some(secure) = &mut connection.borrow_mut().output.secure {
            secure.feed(bytes);
        }
        loop {
            let received = match &mut connection.borrow_mut().output.secure {
                Some(secure) => secure.receive(),
                None => return,
            };
            match received {
                Received::Plain(plain) => self.feed(realm, id, &plain),
                // The handshake may have output, and a response may have waited for it.
                Received::NeedsInput => return self.flush_with_others(realm, id, connection),
                Received::Ended => {
                    self.flush(realm, id);
                    return self.on_end_of_input(realm, id);
                }
            }
            if self.connection(id).is_none_or(|present| !Rc::ptr_eq(&present, connection)) {
                return;
            }
        }
    }

    /// Processes new bytes, buffers what cannot be processed yet, and schedules the resulting output.
    pub(crate) fn feed(&self, realm: &Rc<Realm>, id: u32, bytes: &[u8]) {
        let Some(connection) = self.connection(id) else { return };
        // A listener that a request adds receives what arrives later, as in Node.
        let (kept, wants_input) = {
            let mut connection = connection.borrow_mut();
            connection.received_bytes += bytes.len() as u64;
            (std::mem::take(&mut connection.input), connection.wants_input)
        };
        if kept.is_empty() {
            let used = self.advance(realm, id, &connection, bytes);
            if used < bytes.len() {
                connection.borrow_mut().input.extend_from_slice(&bytes[used..]);
            }
        } else {
            let mut all = kept;
            all.extend_from_slice(bytes);
            let used = self.advance(realm, id, &connection, &all);
            all.drain(..used);
            connection.borrow_mut().input = all;
        }
        if wants_input && connection.borrow().wants_input && !bytes.is_empty() {
            let (server, sequence) = (connection.borrow().server, connection.borrow().request.sequence);
            if let Some(server) = self.server(server) {
                notify_body(realm, &server, [id, sequence], bytes.to_vec(), false, true);
            }
        }
        self.flush_with_others(realm, id, &connection);
    }

    /// Continues with buffered bytes, after the reason to stop has gone.
    pub(crate) fn resume(&self, realm: &Rc<Realm>, id: u32) {
        let Some(connection) = self.connection(id) else { return };
        if connection.borrow().input_state == InputState::Processing {
            return;
        }
        self.feed(realm, id, &[]);
        self.read_on(realm, id);
    }

    /// Schedules `resume` for this turn, outside of the running JavaScript.
    pub(crate) fn resume_later(&self, realm: &Realm, id: u32, connection: &Connection) {
        if connection.input_state != InputState::Processing {
            realm.on_close(move |realm| crate::generated::http_server_ops::state().resume(realm, id));
        }
    }

    /// Processes the bytes. Returns how many are consumed.
    fn advance(&self, realm: &Rc<Realm>, id: u32, connection: &Rc<RefCell<Connection>>, bytes: &[u8]) -> usize {
        let Some(server) = self.server(connection.borrow().server) else { return bytes.len() };
        connection.borrow_mut().input_state = InputState::Processing;
        let mut used = 0;
        loop {
            let (step, count) = self.step(&mut connection.borrow_mut(), id, &bytes[used..], realm.now_ms());
            let start = used;
            used += count;
            match step {
                Step::Wait => break,
                Step::Skip => {}
                Step::Dispatch => {
                    if connection.borrow().parser.head().upgrade {
                        // `detach` hands it over with the connection.
                        connection.borrow_mut().rest = bytes[used..].to_vec();
                    }
                    self.dispatch(realm, id, connection, &server);
                }
                Step::Deliver { range, is_last } => {
                    let sequence = connection.borrow().request.sequence;
                    let chunk = &bytes[start + range.start..start + range.end];
                    let is_collected = connection.borrow().collected.is_some();
                    let delivered = if is_collected {
                        connection.borrow_mut().take_collected(chunk, is_last)
                    } else {
                        Some(chunk.to_vec())
                    };
                    if let Some(bytes) = delivered {
                        notify_body(realm, &server, [id, sequence], bytes, is_last, false);
                    }
                }
                Step::Message(incoming) => self.on_message(realm, id, connection, &server, incoming),
                Step::Violation(violation) => self.on_violation(realm, id, connection, &server, violation),
                Step::Refuse(error) => {
                    let error = ParseError { offset: error.offset + start, ..error };
                    self.refuse(realm, id, connection, &server, &error, bytes);
                    used = bytes.len();
                    break;
                }
            }
            if connection.borrow().phase == Phase::Closing {
                used = bytes.len();
                break;
            }
        }
        connection.borrow_mut().input_state = InputState::Idle;
        used
    }

    /// Determines the next step. Returns it with the number of bytes that it consumes.
    fn step(&self, connection: &mut Connection, id: u32, bytes: &[u8], now_ms: f64) -> (Step, usize) {
        match connection.phase {
            Phase::Head => {
                if bytes.is_empty() {
                    return (Step::Wait, 0);
                }
                if connection.output.waiting_bytes() > OUTPUT_BYTES_MAX {
                    connection.awaits_output = true;
                    return (Step::Wait, 0);
                }
                // Empty lines before a request line are ignored (RFC 9112 §2.2): the connection is still idle.
                let has_begun = bytes.iter().any(|byte| !matches!(byte, b'\r' | b'\n'));
                if connection.head_state != HeadState::Started && has_begun {
                    connection.head_state = HeadState::Started;
                    connection.since_ms = now_ms;
                }
                match parse_head(connection, bytes) {
                    Ok(Some(length)) => self.begin(connection, id, &bytes[..length], now_ms),
                    Ok(None) => (Step::Wait, 0),
                    Err(error) => self.begin_invalid(connection, id, bytes, error, now_ms),
                }
            }
            Phase::Length(missing) => {
                if connection.flow == Flow::Waiting || bytes.is_empty() {
                    return (Step::Wait, 0);
                }
                let count = usize::try_from(missing).unwrap_or(usize::MAX).min(bytes.len());
                let missing = missing - count as u64;
                let is_last = missing == 0;
                connection.phase = Phase::Length(missing);
                self.pass_body(connection, 0..count, is_last, count, now_ms)
            }
            Phase::Chunked => {
                if connection.flow == Flow::Waiting || bytes.is_empty() {
                    return (Step::Wait, 0);
                }
                match connection.chunks.decode(bytes) {
                    Ok((count, ChunkEvent::NeedMore)) => (if count == 0 { Step::Wait } else { Step::Skip }, count),
                    Ok((count, ChunkEvent::Data(range))) => self.pass_body(connection, range, false, count, now_ms),
                    Ok((count, ChunkEvent::End)) => self.pass_body(connection, 0..0, true, count, now_ms),
                    Err(error) => (Step::Refuse(error), 0),
                }
            }
            Phase::Raw if connection.websocket.is_some() => step_socket(connection, bytes),
            Phase::Raw if connection.flow == Flow::Flowing && !bytes.is_empty() => {
                (Step::Deliver { range: 0..bytes.len(), is_last: false }, bytes.len())
            }
            Phase::Responding if !bytes.is_empty() && connection.may_read_ahead() => {
                match parse_head(connection, bytes) {
                    Ok(Some(length)) => {
                        connection.put_aside();
                        self.begin(connection, id, &bytes[..length], now_ms)
                    }
                    Ok(None) => (Step::Wait, 0),
                    // As Node: the requests before an invalid one get no response, unless it has begun.
                    Err(error) if error.follows_head() => {
                        connection.put_aside();
                        self.begin_invalid(connection, id, bytes, error, now_ms)
                    }
                    Err(error) => (Step::Refuse(error), 0),
                }
            }
            Phase::Unframed => (Step::Refuse(ParseError::unknown_length(0)), 0),
            Phase::Responding | Phase::Raw => (Step::Wait, 0),
            Phase::Closing => (Step::Wait, bytes.len()),
        }
    }

    fn begin(&self, connection: &mut Connection, id: u32, head: &[u8], now_ms: f64) -> (Step, usize) {
        connection.begin_request(id, self.new_sequence(), head, now_ms);
        (Step::Dispatch, head.len())
    }

    /// An invalid request. With a valid head it is announced first, as in Node, to servers that read ahead.
    fn begin_invalid(
        &self,
        connection: &mut Connection,
        id: u32,
        bytes: &[u8],
        error: ParseError,
        now_ms: f64,
    ) -> (Step, usize) {
        if !connection.reads_ahead || !error.follows_head() {
            return (Step::Refuse(error), 0);
        }
        let begun = self.begin(connection, id, &bytes[..error.offset], now_ms);
        connection.phase = Phase::Unframed;
        begun
    }

    fn pass_body(
        &self,
        connection: &mut Connection,
        range: Range<usize>,
        is_last: bool,
        count: usize,
        now_ms: f64,
    ) -> (Step, usize) {
        let is_discarding = connection.flow == Flow::Discarding;
        if is_last {
            connection.phase = if is_discarding { Phase::Head } else { Phase::Responding };
            connection.since_ms = now_ms;
        }
        if is_discarding { (Step::Skip, count) } else { (Step::Deliver { range, is_last }, count) }
    }

    /// Enters JavaScript for one request. A numeric result is the complete response.
    fn dispatch(&self, realm: &Rc<Realm>, id: u32, connection: &Rc<RefCell<Connection>>, server: &Rc<Server>) {
        let (sequence, method, flags, text) = {
            let mut connection = connection.borrow_mut();
            let requests_max = server.limits.get().requests_max;
            if requests_max > 0 && connection.request_count >= requests_max {
                connection.request.keep_alive = false;
            }
            let which = if server.wants_urls.get() {
                CachedString::Url { is_secure: connection.output.secure.is_some() }
            } else {
                CachedString::Target
            };
            let text =
                self.url_strings.find(realm.context(), &connection.request.head, which).unwrap_or(Value::undefined());
            (connection.request.sequence, connection.parser.head().method as i32, flags_of(&connection), text)
        };
        let arguments =
            [Value::uint32(id), Value::uint32(sequence), Value::int32(method), Value::int32(flags.into()), text];
        let short =
            server.call_plain(realm, Event::Request, &arguments, |value| value.as_int32().unwrap_or(0)).unwrap_or(0);
        if short > 0 {
            self.respond_short(realm, id, sequence, short as u32);
        }
    }

    /// Responds to an invalid request, unless JavaScript does, and ends the connection.
    fn refuse(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        connection: &Rc<RefCell<Connection>>,
        server: &Rc<Server>,
        error: &ParseError,
        bytes: &[u8],
    ) {
        let refusal =
            Refusal { status: error.status(), code: error.code.as_str(), reason: error.reason, offset: error.offset };
        self.refuse_with(realm, id, connection, server, &refusal, bytes);
    }

    /// Hands the connection to JavaScript as a raw stream; when JavaScript declines, writes the default response.
    pub(crate) fn refuse_with(
        &self,
        realm: &Rc<Realm>,
        id: u32,
        connection: &Rc<RefCell<Connection>>,
        server: &Rc<Server>,
        refusal: &Refusal<'_>,
        bytes: &[u8],
    ) {
        let was_running = {
            let connection = &mut *connection.borrow_mut();
            if !connection.is_running {
                connection.request.sequence = 0;
            }
            connection.phase = Phase::Raw;
            connection.flow = Flow::Waiting;
            connection.request.keep_alive = false;
            connection.since_ms = realm.now_ms();
            // Earlier responses that are still due will not be sent.
            connection.pipeline.take().is_some() | std::mem::take(&mut connection.is_running)
        };
        let status_and_offset =
            u32::from(refusal.status) | (refusal.offset.min(1 << 20) as u32) << refusal::OFFSET_SHIFT;
        let taken = server.call(
            realm,
            Event::Refused,
            |cx| {
                let packet = cx.uint8_array(bytes.to_vec())?;
                Ok([
                    Value::uint32(id),
                    Value::uint32(status_and_offset),
                    cx.string(refusal.code),
                    cx.string(refusal.reason),
                    packet,
                ])
            },
            |value| value.as_boolean() == Some(true),
        );
        let connection = &mut *connection.borrow_mut();
        if taken == Some(true) {
            return;
        }
        if connection.phase == Phase::Raw {
            if !was_running || connection.output.is_empty() {
                brio_http1::write_status_line(connection.output.buffer(), refusal.status, None);
                connection.output.buffer().extend_from_slice(b"Connection: close\r\n\r\n");
            }
            connection.phase = Phase::Closing;
        }
    }

    pub(crate) fn on_end_of_input(&self, realm: &Rc<Realm>, id: u32) {
        let Some(connection) = self.connection(id) else { return };
        let raw = {
            let mut connection = connection.borrow_mut();
            connection.read_side = ReadSide::Ended;
            (connection.phase == Phase::Raw && connection.websocket.is_none())
                .then_some((connection.server, connection.request.sequence))
        };
        if let Some((server, sequence)) = raw {
            if let Some(server) = self.server(server) {
                notify_body(realm, &server, [id, sequence], Vec::new(), true, false);
            }
            if let Some(connection) = self.connection(id) {
                self.retain_while_useful(realm, &mut connection.borrow_mut());
            }
            return;
        }
        let Some(server) = self.server(connection.borrow().server) else { return };
        let cut = connection.borrow().cut_off();
        if let Some(error) = cut {
            self.refuse(realm, id, &connection, &server, &error, &[]);
            self.flush(realm, id);
            return;
        }
        if server.allows_half_open.get() && (connection.borrow().is_running || connection.borrow().pipeline.is_some()) {
            // The response is still sent, and is the last one.
            connection.borrow_mut().request.keep_alive = false;
            return;
        }
        // As Node and Bun: a client that shut down its sending side receives what is written so far, and nothing more.
        self.flush(realm, id);
        self.close(realm, id);
    }
}

/// The length of the head at the beginning of `bytes` when it is complete and may run now. A request for another
/// protocol waits until every earlier request has its response.
fn parse_head(connection: &mut Connection, bytes: &[u8]) -> Result<Option<usize>, ParseError> {
    let length = match connection.waiting_head.take() {
        Some(length) => length,
        None => match connection.parser.parse(bytes)? {
            Progress::Partial => return Ok(None),
            Progress::Complete { length } => length,
        },
    };
    let is_alone = connection.pipeline.is_none() && connection.phase == Phase::Head;
    if connection.parser.head().upgrade && !is_alone {
        connection.waiting_head = Some(length);
        return Ok(None);
    }
    Ok(Some(length))
}

fn step_socket(connection: &mut Connection, bytes: &[u8]) -> (Step, usize) {
    let Some(websocket) = connection.websocket.as_mut().filter(|_| !bytes.is_empty()) else { return (Step::Wait, 0) };
    match websocket.decoder.decode(bytes) {
        Ok((used, None)) => (Step::Skip, used),
        Ok((used, Some(incoming))) => (Step::Message(incoming), used),
        Err(violation) => (Step::Violation(violation), bytes.len()),
    }
}

fn flags_of(connection: &Connection) -> u16 {
    let head = connection.parser.head();
    let flag = |set: bool, flag: u16| if set { flag } else { 0 };
    flag(connection.request.keep_alive, request_flags::KEEP_ALIVE)
        | flag(connection.phase != Phase::Responding, request_flags::BODY)
        | flag(head.upgrade, request_flags::UPGRADE)
        | flag(head.expect == Expect::Continue, request_flags::EXPECT_CONTINUE)
        | flag(head.expect == Expect::Other, request_flags::EXPECT_OTHER)
        | flag(connection.request.is_http_1_0, request_flags::HTTP_1_0)
        | flag(head.host_count != 1, request_flags::HOST_INVALID)
}

/// `place`: the numbers of the connection and the request. `is_copy`: the bytes are the connection's raw input.
fn notify_body(realm: &Rc<Realm>, server: &Rc<Server>, place: [u32; 2], bytes: Vec<u8>, is_last: bool, is_copy: bool) {
    let [id, sequence] = place;
    server.call(
        realm,
        Event::Body,
        |cx| {
            let bytes = if bytes.is_empty() { Value::null() } else { cx.uint8_array(bytes)? };
            Ok([Value::uint32(id), Value::uint32(sequence), bytes, Value::boolean(is_last), Value::boolean(is_copy)])
        },
        |_| (),
    );
}
