// @generated from ops/http2.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Http2;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// Settings in effect for one side.
#[derive(Debug)]
pub struct Settings {
    pub header_table_size: u32,
    pub enable_push: bool,
    pub initial_window_size: u32,
    pub max_frame_size: u32,
    pub max_concurrent_streams: u32,
    pub max_header_list_size: u32,
    pub max_header_size: u32,
    pub enable_connect_protocol: bool,
}

impl<'cx> op::IntoValue<'cx> for Settings {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "headerTableSize", op::IntoValue::into_value(self.header_table_size, cx)?)?;
        object.set(cx, "enablePush", op::IntoValue::into_value(self.enable_push, cx)?)?;
        object.set(cx, "initialWindowSize", op::IntoValue::into_value(self.initial_window_size, cx)?)?;
        object.set(cx, "maxFrameSize", op::IntoValue::into_value(self.max_frame_size, cx)?)?;
        object.set(cx, "maxConcurrentStreams", op::IntoValue::into_value(self.max_concurrent_streams, cx)?)?;
        object.set(cx, "maxHeaderListSize", op::IntoValue::into_value(self.max_header_list_size, cx)?)?;
        object.set(cx, "maxHeaderSize", op::IntoValue::into_value(self.max_header_size, cx)?)?;
        object.set(cx, "enableConnectProtocol", op::IntoValue::into_value(self.enable_connect_protocol, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Settings {}

/// The protocol state of a session.
#[derive(Debug)]
pub struct SessionState {
    pub effective_local_window_size: i32,
    pub effective_recv_data_length: i32,
    pub next_stream_id: u32,
    pub local_window_size: i32,
    pub last_proc_stream_id: i32,
    pub remote_window_size: i32,
    pub outbound_queue_size: u32,
    pub deflate_dynamic_table_size: u32,
    pub inflate_dynamic_table_size: u32,
}

impl<'cx> op::IntoValue<'cx> for SessionState {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "effectiveLocalWindowSize", op::IntoValue::into_value(self.effective_local_window_size, cx)?)?;
        object.set(cx, "effectiveRecvDataLength", op::IntoValue::into_value(self.effective_recv_data_length, cx)?)?;
        object.set(cx, "nextStreamID", op::IntoValue::into_value(self.next_stream_id, cx)?)?;
        object.set(cx, "localWindowSize", op::IntoValue::into_value(self.local_window_size, cx)?)?;
        object.set(cx, "lastProcStreamID", op::IntoValue::into_value(self.last_proc_stream_id, cx)?)?;
        object.set(cx, "remoteWindowSize", op::IntoValue::into_value(self.remote_window_size, cx)?)?;
        object.set(cx, "outboundQueueSize", op::IntoValue::into_value(self.outbound_queue_size, cx)?)?;
        object.set(cx, "deflateDynamicTableSize", op::IntoValue::into_value(self.deflate_dynamic_table_size, cx)?)?;
        object.set(cx, "inflateDynamicTableSize", op::IntoValue::into_value(self.inflate_dynamic_table_size, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for SessionState {}

/// The protocol state of a stream.
#[derive(Debug)]
pub struct StreamState {
    pub state: i32,
    pub weight: i32,
    pub sum_dependency_weight: i32,
    pub local_close: i32,
    pub remote_close: i32,
    pub local_window_size: i32,
}

impl<'cx> op::IntoValue<'cx> for StreamState {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "state", op::IntoValue::into_value(self.state, cx)?)?;
        object.set(cx, "weight", op::IntoValue::into_value(self.weight, cx)?)?;
        object.set(cx, "sumDependencyWeight", op::IntoValue::into_value(self.sum_dependency_weight, cx)?)?;
        object.set(cx, "localClose", op::IntoValue::into_value(self.local_close, cx)?)?;
        object.set(cx, "remoteClose", op::IntoValue::into_value(self.remote_close, cx)?)?;
        object.set(cx, "localWindowSize", op::IntoValue::into_value(self.local_window_size, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for StreamState {}

/// The traffic of a session.
#[derive(Debug)]
pub struct SessionStatistics {
    pub frames_received: u32,
    pub frames_sent: u32,
    pub stream_count: u32,
    pub max_concurrent_streams: u32,
}

impl<'cx> op::IntoValue<'cx> for SessionStatistics {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "framesReceived", op::IntoValue::into_value(self.frames_received, cx)?)?;
        object.set(cx, "framesSent", op::IntoValue::into_value(self.frames_sent, cx)?)?;
        object.set(cx, "streamCount", op::IntoValue::into_value(self.stream_count, cx)?)?;
        object.set(cx, "maxConcurrentStreams", op::IntoValue::into_value(self.max_concurrent_streams, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for SessionStatistics {}

/// The traffic of a stream. Times are milliseconds before now; -1 when it has not happened.
#[derive(Debug)]
pub struct StreamStatistics {
    pub bytes_received: f64,
    pub bytes_sent: f64,
    pub first_header_ago: f64,
    pub first_byte_ago: f64,
    pub first_byte_sent_ago: f64,
}

impl<'cx> op::IntoValue<'cx> for StreamStatistics {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "bytesReceived", op::IntoValue::into_value(self.bytes_received, cx)?)?;
        object.set(cx, "bytesSent", op::IntoValue::into_value(self.bytes_sent, cx)?)?;
        object.set(cx, "firstHeaderAgo", op::IntoValue::into_value(self.first_header_ago, cx)?)?;
        object.set(cx, "firstByteAgo", op::IntoValue::into_value(self.first_byte_ago, cx)?)?;
        object.set(cx, "firstByteSentAgo", op::IntoValue::into_value(self.first_byte_sent_ago, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for StreamStatistics {}

/// The words of the record.
pub mod http2_record {
    /// How many events are in the record.
    pub const COUNT: u8 = 0;
    /// 1 when `moreEvents` has further ones.
    pub const HAS_MORE: u8 = 1;
    /// 0, or the negative code of nghttp2 with which the session failed.
    pub const OUTCOME: u8 = 2;
    /// `Http2OutcomeFlags`.
    pub const FLAGS: u8 = 3;
    /// Where the events start.
    pub const EVENTS: u8 = 4;
    /// The words of an event: an `Http2Event` and five arguments.
    pub const EVENT_WORDS: u8 = 6;
}

/// The state of a session after `receive` and `send`.
pub mod http2_outcome_flags {
    pub const WANTS_READ: u8 = 1;
    pub const WANTS_WRITE: u8 = 2;
    /// It failed for too many invalid frames.
    pub const HAD_TOO_MANY_INVALID_FRAMES: u8 = 4;
    /// The events have text.
    pub const HAS_TEXT: u8 = 8;
}

/// What happened in a session, and the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Http2Event {
    /// A complete header block: stream, category (`NGHTTP2_HCAT_*`), flags of the frame, count of fields, count of
    /// sensitive names. Names, values and sensitive names are in the text.
    Headers = 1,
    /// Bytes of a message: stream, start and end of the bytes in the received input.
    Data = 2,
    /// The peer's side of a stream has ended: stream.
    End = 3,
    /// A stream is closed: stream, code, 1 when the peer has reset it.
    Close = 4,
    /// SETTINGS: 1 when it is an acknowledgement. Entries of six bytes are in the text as hexadecimal digits.
    Settings = 5,
    /// PING: 1 when it is an acknowledgement, its eight bytes as two words.
    Ping = 6,
    /// GOAWAY: code, last stream. Its data is in the text as hexadecimal digits.
    GoAway = 7,
    /// ALTSVC: stream. Origin and value are in the text as hexadecimal digits.
    AltSvc = 8,
    /// ORIGIN: count of origins, which are in the text as hexadecimal digits.
    Origin = 9,
    /// The peer violated the protocol: code of nghttp2.
    Error = 10,
    /// A frame could not be sent: stream, type of the frame, code of nghttp2.
    FrameError = 11,
    /// A write is completely in the result of `send`: stream.
    Written = 12,
    /// All data is sent and trailers may follow: stream.
    WantTrailers = 13,
    /// PRIORITY: stream, parent, weight, 1 when exclusive.
    Priority = 14,
}

impl Http2Event {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            1 => Self::Headers,
            2 => Self::Data,
            3 => Self::End,
            4 => Self::Close,
            5 => Self::Settings,
            6 => Self::Ping,
            7 => Self::GoAway,
            8 => Self::AltSvc,
            9 => Self::Origin,
            10 => Self::Error,
            11 => Self::FrameError,
            12 => Self::Written,
            13 => Self::WantTrailers,
            14 => Self::Priority,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for Http2Event {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of Http2Event")
    }
}

impl<'cx> op::IntoValue<'cx> for Http2Event {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// Which end of a connection a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Http2Role {
    Server = 0,
    Client = 1,
}

impl Http2Role {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Server,
            1 => Self::Client,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for Http2Role {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of Http2Role")
    }
}

impl<'cx> op::IntoValue<'cx> for Http2Role {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Whose settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Http2Side {
    Local = 0,
    Remote = 1,
}

impl Http2Side {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Local,
            1 => Self::Remote,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for Http2Side {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of Http2Side")
    }
}

impl<'cx> op::IntoValue<'cx> for Http2Side {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What follows a header block.
pub mod http2_message_flags {
    pub const NO_BODY: u8 = 1;
    /// Trailers follow the body.
    pub const TRAILERS: u8 = 2;
}

/// How frames are padded, which hides their length: Node's `PADDING_STRATEGY_…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Http2Padding {
    None = 0,
    Aligned = 1,
    Maximum = 2,
}

impl Http2Padding {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::None,
            1 => Self::Aligned,
            2 => Self::Maximum,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for Http2Padding {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of Http2Padding")
    }
}

impl<'cx> op::IntoValue<'cx> for Http2Padding {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Node's options of a session; null for the default.
#[derive(Debug)]
pub struct Http2Options {
    pub deflate_table_bytes_max: Option<f64>,
    pub reserved_remote_streams_max: Option<f64>,
    pub send_header_block_bytes_max: Option<f64>,
    pub peer_concurrent_streams_max: Option<f64>,
    /// An `Http2Padding`.
    pub padding: Option<f64>,
    pub header_pairs_max: Option<f64>,
    pub memory_bytes_max: Option<f64>,
    pub settings_entries_max: Option<f64>,
    pub stream_reset_burst: Option<f64>,
    pub stream_reset_rate: Option<f64>,
    pub allows_outer_white_space: bool,
    pub invalid_frames_max: Option<f64>,
    pub rejected_streams_max: Option<f64>,
    /// Measures times.
    pub is_measured: bool,
}

impl<'cx> op::FromArgument<'cx> for Http2Options {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            deflate_table_bytes_max: op::field(cx, value, "deflateTableBytesMax")?,
            reserved_remote_streams_max: op::field(cx, value, "reservedRemoteStreamsMax")?,
            send_header_block_bytes_max: op::field(cx, value, "sendHeaderBlockBytesMax")?,
            peer_concurrent_streams_max: op::field(cx, value, "peerConcurrentStreamsMax")?,
            padding: op::field(cx, value, "padding")?,
            header_pairs_max: op::field(cx, value, "headerPairsMax")?,
            memory_bytes_max: op::field(cx, value, "memoryBytesMax")?,
            settings_entries_max: op::field(cx, value, "settingsEntriesMax")?,
            stream_reset_burst: op::field(cx, value, "streamResetBurst")?,
            stream_reset_rate: op::field(cx, value, "streamResetRate")?,
            allows_outer_white_space: op::field(cx, value, "allowsOuterWhiteSpace")?,
            invalid_frames_max: op::field(cx, value, "invalidFramesMax")?,
            rejected_streams_max: op::field(cx, value, "rejectedStreamsMax")?,
            is_measured: op::field(cx, value, "isMeasured")?,
        })
    }
}

/// What `crate::Http2` implements.
pub trait Http2Ops {
    /// The record, an Int32Array of this thread.
    fn record<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Creates a session.
    fn create(&self, role: Http2Role, options: Http2Options) -> Result<u32, OpError>;
    /// Frees a session. Its number may be reused.
    fn free(&self, session: u32) -> Result<(), OpError>;
    /// Processes bytes of the peer. Offsets of data events refer to these bytes. Returns the text of the events, or null.
    fn receive<'cx>(&self, cx: Context<'cx>, session: u32, bytes: &[u8]) -> Result<Value<'cx>, Thrown<'cx>>;
    /// All bytes for the peer; null when there are none. Its events have no text.
    fn send(&self, session: u32) -> Result<Option<Vec<u8>>, OpError>;
    /// Writes the next events into the record.
    fn more_events(&self, session: u32) -> Result<(), OpError>;
    /// Whether the session wants to read and to write.
    fn wants(&self, session: u32) -> Result<u8, OpError>;
    /// Sends a request. Returns the number of the stream.
    fn request(&self, session: u32, headers: &str, count: u32, flags: u8) -> Result<i32, OpError>;
    /// Sends a response.
    fn respond(&self, session: u32, stream: i32, headers: &str, count: u32, flags: u8) -> Result<i32, OpError>;
    /// Sends an interim response.
    fn inform(&self, session: u32, stream: i32, headers: &str, count: u32) -> Result<i32, OpError>;
    /// Ends a stream with trailers, after the event `WANT_TRAILERS`.
    fn send_trailers(&self, session: u32, stream: i32, headers: &str, count: u32) -> Result<i32, OpError>;
    /// Promises a stream. Returns its number.
    fn push(&self, session: u32, stream: i32, headers: &str, count: u32, flags: u8) -> Result<i32, OpError>;
    /// Queues bytes; the event `WRITTEN` follows when the last one is sent. Returns how many; -1 when the stream accepts no more.
    fn write(&self, session: u32, stream: i32, bytes: &[u8]) -> Result<i32, OpError>;
    /// Queues a string as UTF-8. Returns its length in bytes.
    fn write_text(&self, session: u32, stream: i32, text: &str) -> Result<i32, OpError>;
    /// Queues several views as one write.
    fn write_many<'cx>(
        &self,
        cx: Context<'cx>,
        session: u32,
        stream: i32,
        chunks: Value<'cx>,
    ) -> Result<i32, Thrown<'cx>>;
    /// No more data follows what is queued.
    fn end_stream(&self, session: u32, stream: i32) -> Result<(), OpError>;
    /// Sets whether the stream is being read; without a reader the peer's flow-control window is exhausted.
    fn set_reading(&self, session: u32, stream: i32, reading: bool) -> Result<(), OpError>;
    /// Resets a stream.
    fn reset(&self, session: u32, stream: i32, code: u32) -> Result<i32, OpError>;
    /// Releases a stream: it has no more events, and its queue is dropped.
    fn release_stream(&self, session: u32, stream: i32) -> Result<(), OpError>;
    /// Sends settings; `entries` has pairs of u32, number and value.
    fn settings(&self, session: u32, entries: &[u8]) -> Result<i32, OpError>;
    /// Sends PING with eight bytes.
    fn ping(&self, session: u32, payload: &[u8]) -> Result<i32, OpError>;
    /// Sends GOAWAY. `lastStream` 0 means the last one that was processed.
    fn go_away(&self, session: u32, code: u32, last_stream: i32, data: Option<&[u8]>) -> Result<i32, OpError>;
    /// Sends ALTSVC (RFC 7838).
    fn announce_service(&self, session: u32, stream: i32, origin: &str, value: &str) -> Result<i32, OpError>;
    /// Sends ORIGIN (RFC 8336); each origin is ended by NUL.
    fn announce_origins(&self, session: u32, origins: &str) -> Result<i32, OpError>;
    /// Sends GOAWAY; the session then neither reads nor writes.
    fn terminate(&self, session: u32, code: u32) -> Result<i32, OpError>;
    /// Sets the number of the next stream.
    fn set_next_stream_id(&self, session: u32, stream: i32) -> Result<i32, OpError>;
    /// Sets the connection's receive window: how many unprocessed bytes the peer may send.
    fn set_local_window_size(&self, session: u32, bytes: i32) -> Result<i32, OpError>;
    /// Settings in effect for one side.
    fn settings_of(&self, session: u32, side: Http2Side) -> Result<Settings, OpError>;
    /// Settings of the peer without a name: number, value, number, value, … as strings.
    fn remote_custom_settings(&self, session: u32) -> Result<Vec<String>, OpError>;
    /// The protocol state of the session.
    fn session_state(&self, session: u32) -> Result<SessionState, OpError>;
    /// The protocol state of a stream; one that is not sent yet is idle.
    fn stream_state(&self, session: u32, stream: i32) -> Result<StreamState, OpError>;
    /// The traffic of the session so far.
    fn session_statistics(&self, session: u32) -> Result<SessionStatistics, OpError>;
    /// The traffic of a stream so far.
    fn stream_statistics(&self, session: u32, stream: i32) -> Result<StreamStatistics, OpError>;
    /// nghttp2's message for a code.
    fn error_text(&self, code: i32) -> Result<Text, OpError>;
    /// The version of nghttp2.
    fn version(&self) -> Result<Text, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Http2>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Http2> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Http2>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct RecordOp;
impl NativeFunction for RecordOp {
    const NAME: &'static str = "record";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, Http2Ops::record(&*state(), cx))
    }
}

struct CreateOp;
impl NativeFunction for CreateOp {
    const NAME: &'static str = "create";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut role: Http2Role = op::argument(cx, &arguments, 0, "create: role")?;
        let mut options: Http2Options = op::argument(cx, &arguments, 1, "create: options")?;
        op::finish(cx, Http2Ops::create(&*state(), role, options))
    }
}

struct FreeOp;
impl NativeFunction for FreeOp {
    const NAME: &'static str = "free";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "free: session")?;
        op::finish(cx, Http2Ops::free(&*state(), session))
    }
}

struct ReceiveOp;
impl NativeFunction for ReceiveOp {
    const NAME: &'static str = "receive";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "receive: session")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "receive: bytes")?;
        op::finish(cx, Http2Ops::receive(&*state(), cx, session, bytes))
    }
}

struct SendOp;
impl NativeFunction for SendOp {
    const NAME: &'static str = "send";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "send: session")?;
        op::finish(cx, Http2Ops::send(&*state(), session))
    }
}

struct MoreEventsOp;
impl NativeFunction for MoreEventsOp {
    const NAME: &'static str = "moreEvents";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "moreEvents: session")?;
        op::finish(cx, Http2Ops::more_events(&*state(), session))
    }
}

struct WantsOp;
impl NativeFunction for WantsOp {
    const NAME: &'static str = "wants";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "wants: session")?;
        op::finish(cx, Http2Ops::wants(&*state(), session))
    }
}

struct RequestOp;
impl NativeFunction for RequestOp {
    const NAME: &'static str = "request";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "request: session")?;
        let mut headers: String = op::argument(cx, &arguments, 1, "request: headers")?;
        let mut count: u32 = op::argument(cx, &arguments, 2, "request: count")?;
        let mut flags: u8 = op::argument(cx, &arguments, 3, "request: flags")?;
        op::finish(cx, Http2Ops::request(&*state(), session, &headers, count, flags))
    }
}

struct RespondOp;
impl NativeFunction for RespondOp {
    const NAME: &'static str = "respond";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "respond: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "respond: stream")?;
        let mut headers: String = op::argument(cx, &arguments, 2, "respond: headers")?;
        let mut count: u32 = op::argument(cx, &arguments, 3, "respond: count")?;
        let mut flags: u8 = op::argument(cx, &arguments, 4, "respond: flags")?;
        op::finish(cx, Http2Ops::respond(&*state(), session, stream, &headers, count, flags))
    }
}

struct InformOp;
impl NativeFunction for InformOp {
    const NAME: &'static str = "inform";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "inform: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "inform: stream")?;
        let mut headers: String = op::argument(cx, &arguments, 2, "inform: headers")?;
        let mut count: u32 = op::argument(cx, &arguments, 3, "inform: count")?;
        op::finish(cx, Http2Ops::inform(&*state(), session, stream, &headers, count))
    }
}

struct SendTrailersOp;
impl NativeFunction for SendTrailersOp {
    const NAME: &'static str = "sendTrailers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sendTrailers: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "sendTrailers: stream")?;
        let mut headers: String = op::argument(cx, &arguments, 2, "sendTrailers: headers")?;
        let mut count: u32 = op::argument(cx, &arguments, 3, "sendTrailers: count")?;
        op::finish(cx, Http2Ops::send_trailers(&*state(), session, stream, &headers, count))
    }
}

struct PushOp;
impl NativeFunction for PushOp {
    const NAME: &'static str = "push";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "push: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "push: stream")?;
        let mut headers: String = op::argument(cx, &arguments, 2, "push: headers")?;
        let mut count: u32 = op::argument(cx, &arguments, 3, "push: count")?;
        let mut flags: u8 = op::argument(cx, &arguments, 4, "push: flags")?;
        op::finish(cx, Http2Ops::push(&*state(), session, stream, &headers, count, flags))
    }
}

struct WriteOp;
impl NativeFunction for WriteOp {
    const NAME: &'static str = "write";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "write: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "write: stream")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 2, "write: bytes")?;
        op::finish(cx, Http2Ops::write(&*state(), session, stream, bytes))
    }
}

struct WriteTextOp;
impl NativeFunction for WriteTextOp {
    const NAME: &'static str = "writeText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "writeText: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "writeText: stream")?;
        let mut text: String = op::argument(cx, &arguments, 2, "writeText: text")?;
        op::finish(cx, Http2Ops::write_text(&*state(), session, stream, &text))
    }
}

struct WriteManyOp;
impl NativeFunction for WriteManyOp {
    const NAME: &'static str = "writeMany";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "writeMany: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "writeMany: stream")?;
        let mut chunks: Value<'cx> = op::argument(cx, &arguments, 2, "writeMany: chunks")?;
        op::finish(cx, Http2Ops::write_many(&*state(), cx, session, stream, chunks))
    }
}

struct EndStreamOp;
impl NativeFunction for EndStreamOp {
    const NAME: &'static str = "endStream";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "endStream: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "endStream: stream")?;
        op::finish(cx, Http2Ops::end_stream(&*state(), session, stream))
    }
}

struct SetReadingOp;
impl NativeFunction for SetReadingOp {
    const NAME: &'static str = "setReading";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "setReading: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "setReading: stream")?;
        let mut reading: bool = op::argument(cx, &arguments, 2, "setReading: reading")?;
        op::finish(cx, Http2Ops::set_reading(&*state(), session, stream, reading))
    }
}

struct ResetOp;
impl NativeFunction for ResetOp {
    const NAME: &'static str = "reset";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "reset: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "reset: stream")?;
        let mut code: u32 = op::argument(cx, &arguments, 2, "reset: code")?;
        op::finish(cx, Http2Ops::reset(&*state(), session, stream, code))
    }
}

struct ReleaseStreamOp;
impl NativeFunction for ReleaseStreamOp {
    const NAME: &'static str = "releaseStream";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "releaseStream: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "releaseStream: stream")?;
        op::finish(cx, Http2Ops::release_stream(&*state(), session, stream))
    }
}

struct SettingsOp;
impl NativeFunction for SettingsOp {
    const NAME: &'static str = "settings";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "settings: session")?;
        let mut entries: &[u8] = op::argument(cx, &arguments, 1, "settings: entries")?;
        op::finish(cx, Http2Ops::settings(&*state(), session, entries))
    }
}

struct PingOp;
impl NativeFunction for PingOp {
    const NAME: &'static str = "ping";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "ping: session")?;
        let mut payload: &[u8] = op::argument(cx, &arguments, 1, "ping: payload")?;
        op::finish(cx, Http2Ops::ping(&*state(), session, payload))
    }
}

struct GoAwayOp;
impl NativeFunction for GoAwayOp {
    const NAME: &'static str = "goAway";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "goAway: session")?;
        let mut code: u32 = op::argument(cx, &arguments, 1, "goAway: code")?;
        let mut last_stream: i32 = op::argument(cx, &arguments, 2, "goAway: last_stream")?;
        let mut data: Option<&[u8]> = op::argument(cx, &arguments, 3, "goAway: data")?;
        op::finish(cx, Http2Ops::go_away(&*state(), session, code, last_stream, data))
    }
}

struct AnnounceServiceOp;
impl NativeFunction for AnnounceServiceOp {
    const NAME: &'static str = "announceService";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "announceService: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "announceService: stream")?;
        let mut origin: String = op::argument(cx, &arguments, 2, "announceService: origin")?;
        let mut value: String = op::argument(cx, &arguments, 3, "announceService: value")?;
        op::finish(cx, Http2Ops::announce_service(&*state(), session, stream, &origin, &value))
    }
}

struct AnnounceOriginsOp;
impl NativeFunction for AnnounceOriginsOp {
    const NAME: &'static str = "announceOrigins";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "announceOrigins: session")?;
        let mut origins: String = op::argument(cx, &arguments, 1, "announceOrigins: origins")?;
        op::finish(cx, Http2Ops::announce_origins(&*state(), session, &origins))
    }
}

struct TerminateOp;
impl NativeFunction for TerminateOp {
    const NAME: &'static str = "terminate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "terminate: session")?;
        let mut code: u32 = op::argument(cx, &arguments, 1, "terminate: code")?;
        op::finish(cx, Http2Ops::terminate(&*state(), session, code))
    }
}

struct SetNextStreamIdOp;
impl NativeFunction for SetNextStreamIdOp {
    const NAME: &'static str = "setNextStreamId";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "setNextStreamId: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "setNextStreamId: stream")?;
        op::finish(cx, Http2Ops::set_next_stream_id(&*state(), session, stream))
    }
}

struct SetLocalWindowSizeOp;
impl NativeFunction for SetLocalWindowSizeOp {
    const NAME: &'static str = "setLocalWindowSize";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "setLocalWindowSize: session")?;
        let mut bytes: i32 = op::argument(cx, &arguments, 1, "setLocalWindowSize: bytes")?;
        op::finish(cx, Http2Ops::set_local_window_size(&*state(), session, bytes))
    }
}

struct SettingsOfOp;
impl NativeFunction for SettingsOfOp {
    const NAME: &'static str = "settingsOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "settingsOf: session")?;
        let mut side: Http2Side = op::argument(cx, &arguments, 1, "settingsOf: side")?;
        op::finish(cx, Http2Ops::settings_of(&*state(), session, side))
    }
}

struct RemoteCustomSettingsOp;
impl NativeFunction for RemoteCustomSettingsOp {
    const NAME: &'static str = "remoteCustomSettings";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "remoteCustomSettings: session")?;
        op::finish(cx, Http2Ops::remote_custom_settings(&*state(), session))
    }
}

struct SessionStateOp;
impl NativeFunction for SessionStateOp {
    const NAME: &'static str = "sessionState";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionState: session")?;
        op::finish(cx, Http2Ops::session_state(&*state(), session))
    }
}

struct StreamStateOp;
impl NativeFunction for StreamStateOp {
    const NAME: &'static str = "streamState";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "streamState: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "streamState: stream")?;
        op::finish(cx, Http2Ops::stream_state(&*state(), session, stream))
    }
}

struct SessionStatisticsOp;
impl NativeFunction for SessionStatisticsOp {
    const NAME: &'static str = "sessionStatistics";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "sessionStatistics: session")?;
        op::finish(cx, Http2Ops::session_statistics(&*state(), session))
    }
}

struct StreamStatisticsOp;
impl NativeFunction for StreamStatisticsOp {
    const NAME: &'static str = "streamStatistics";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "streamStatistics: session")?;
        let mut stream: i32 = op::argument(cx, &arguments, 1, "streamStatistics: stream")?;
        op::finish(cx, Http2Ops::stream_statistics(&*state(), session, stream))
    }
}

struct ErrorTextOp;
impl NativeFunction for ErrorTextOp {
    const NAME: &'static str = "errorText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut code: i32 = op::argument(cx, &arguments, 0, "errorText: code")?;
        op::finish(cx, Http2Ops::error_text(&*state(), code))
    }
}

struct VersionOp;
impl NativeFunction for VersionOp {
    const NAME: &'static str = "version";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, Http2Ops::version(&*state()))
    }
}

/// The functions of `native:http2`.
pub const AREA: Area = Area {
    name: "http2",
    functions: &[
        AreaFunction { name: "record", is_async: false, make: op::make::<RecordOp> },
        AreaFunction { name: "create", is_async: false, make: op::make::<CreateOp> },
        AreaFunction { name: "free", is_async: false, make: op::make::<FreeOp> },
        AreaFunction { name: "receive", is_async: false, make: op::make::<ReceiveOp> },
        AreaFunction { name: "send", is_async: false, make: op::make::<SendOp> },
        AreaFunction { name: "moreEvents", is_async: false, make: op::make::<MoreEventsOp> },
        AreaFunction { name: "wants", is_async: false, make: op::make::<WantsOp> },
        AreaFunction { name: "request", is_async: false, make: op::make::<RequestOp> },
        AreaFunction { name: "respond", is_async: false, make: op::make::<RespondOp> },
        AreaFunction { name: "inform", is_async: false, make: op::make::<InformOp> },
        AreaFunction { name: "sendTrailers", is_async: false, make: op::make::<SendTrailersOp> },
        AreaFunction { name: "push", is_async: false, make: op::make::<PushOp> },
        AreaFunction { name: "write", is_async: false, make: op::make::<WriteOp> },
        AreaFunction { name: "writeText", is_async: false, make: op::make::<WriteTextOp> },
        AreaFunction { name: "writeMany", is_async: false, make: op::make::<WriteManyOp> },
        AreaFunction { name: "endStream", is_async: false, make: op::make::<EndStreamOp> },
        AreaFunction { name: "setReading", is_async: false, make: op::make::<SetReadingOp> },
        AreaFunction { name: "reset", is_async: false, make: op::make::<ResetOp> },
        AreaFunction { name: "releaseStream", is_async: false, make: op::make::<ReleaseStreamOp> },
        AreaFunction { name: "settings", is_async: false, make: op::make::<SettingsOp> },
        AreaFunction { name: "ping", is_async: false, make: op::make::<PingOp> },
        AreaFunction { name: "goAway", is_async: false, make: op::make::<GoAwayOp> },
        AreaFunction { name: "announceService", is_async: false, make: op::make::<AnnounceServiceOp> },
        AreaFunction { name: "announceOrigins", is_async: false, make: op::make::<AnnounceOriginsOp> },
        AreaFunction { name: "terminate", is_async: false, make: op::make::<TerminateOp> },
        AreaFunction { name: "setNextStreamId", is_async: false, make: op::make::<SetNextStreamIdOp> },
        AreaFunction { name: "setLocalWindowSize", is_async: false, make: op::make::<SetLocalWindowSizeOp> },
        AreaFunction { name: "settingsOf", is_async: false, make: op::make::<SettingsOfOp> },
        AreaFunction { name: "remoteCustomSettings", is_async: false, make: op::make::<RemoteCustomSettingsOp> },
        AreaFunction { name: "sessionState", is_async: false, make: op::make::<SessionStateOp> },
        AreaFunction { name: "streamState", is_async: false, make: op::make::<StreamStateOp> },
        AreaFunction { name: "sessionStatistics", is_async: false, make: op::make::<SessionStatisticsOp> },
        AreaFunction { name: "streamStatistics", is_async: false, make: op::make::<StreamStatisticsOp> },
        AreaFunction { name: "errorText", is_async: false, make: op::make::<ErrorTextOp> },
        AreaFunction { name: "version", is_async: false, make: op::make::<VersionOp> },
    ],
};
