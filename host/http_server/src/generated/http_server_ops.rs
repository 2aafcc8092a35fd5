// @generated from ops/http_server.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::HttpServer;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// A listening socket.
#[derive(Debug)]
pub struct Listening {
    pub server: u32,
    /// 0 for a path.
    pub port: u32,
    /// Address or path.
    pub address: Text,
    /// `IPv4`, `IPv6`, or empty for a path.
    pub family: Text,
}

impl<'cx> op::IntoValue<'cx> for Listening {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "server", op::IntoValue::into_value(self.server, cx)?)?;
        object.set(cx, "port", op::IntoValue::into_value(self.port, cx)?)?;
        object.set(cx, "address", op::IntoValue::into_value(self.address, cx)?)?;
        object.set(cx, "family", op::IntoValue::into_value(self.family, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Listening {}

/// A connection that was detached from the server.
#[derive(Debug)]
pub struct Detached {
    /// Its descriptor, which the caller owns.
    pub fd: i32,
    /// The bytes after the head of its last request.
    pub rest: Vec<u8>,
}

impl<'cx> op::IntoValue<'cx> for Detached {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "fd", op::IntoValue::into_value(self.fd, cx)?)?;
        object.set(cx, "rest", op::IntoValue::into_value(self.rest, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Detached {}

/// How a server listens.
pub mod listen_flags {
    /// Shares the port with other sockets (SO_REUSEPORT).
    pub const SHARE_PORT: u8 = 1;
    /// Accepts connections over IPv6 only.
    pub const IPV6_ONLY: u8 = 2;
}

/// What the head of a request says.
pub mod request_flags {
    /// The connection stays open for further requests.
    pub const KEEP_ALIVE: u16 = 1;
    /// A body follows.
    pub const BODY: u16 = 2;
    /// An upgrade to another protocol is requested.
    pub const UPGRADE: u16 = 4;
    /// `Expect: 100-continue`.
    pub const EXPECT_CONTINUE: u16 = 8;
    /// Another value of Expect.
    pub const EXPECT_OTHER: u16 = 16;
    /// The version is HTTP/1.0.
    pub const HTTP_1_0: u16 = 32;
    /// There is no Host field, or more than one.
    pub const HOST_INVALID: u16 = 64;
    /// An interim response (1xx); only of messages that `native:http_parser` parsed.
    pub const INTERIM: u16 = 256;
}

/// The Content-Type that the server itself writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ContentType {
    None = 0,
    Text = 1,
    Json = 2,
    Html = 3,
    Bytes = 4,
    DenoText = 5,
}

impl ContentType {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::None,
            1 => Self::Text,
            2 => Self::Json,
            3 => Self::Html,
            4 => Self::Bytes,
            5 => Self::DenoText,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ContentType {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ContentType")
    }
}

impl<'cx> op::IntoValue<'cx> for ContentType {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The parts of a complete response in one number, which `request` returns: status << 20 | type << 16 | length.
pub mod short_response {
    pub const STATUS_SHIFT: u8 = 20;
    pub const TYPE_SHIFT: u8 = 16;
}

/// The argument `statusAndOffset` of `refused`: status | offset of the invalid byte << 10.
pub mod refusal {
    pub const OFFSET_SHIFT: u8 = 10;
}

/// What a piece of a response is, and what follows.
pub mod send_flags {
    /// The piece ends the response.
    pub const END: u8 = 1;
    /// Close the connection afterwards.
    pub const CLOSE: u8 = 2;
    /// The body is one chunk of a chunked body.
    pub const CHUNK: u8 = 4;
    /// Write the last chunk.
    pub const LAST_CHUNK: u8 = 8;
    /// No `drained` follows: interim heads, short responses.
    pub const QUIET: u8 = 16;
    /// The body is a string of bytes (Latin-1).
    pub const LATIN1: u8 = 32;
    /// Add the date to the head and end it.
    pub const DATE: u8 = 64;
    /// Add the length of the body to the head and end it.
    pub const LENGTH: u8 = 128;
}

/// How a WebSocket is accepted.
pub mod web_socket_flags {
    /// Compress if the client can.
    pub const COMPRESS: u8 = 1;
    /// Send pings.
    pub const SEND_PINGS: u8 = 2;
}

/// Kinds of WebSocket messages, as opcodes of RFC 6455 §5.2.
pub mod message_kind {
    pub const TEXT: u8 = 1;
    pub const BINARY: u8 = 2;
    /// The end: its code (1005 for none) and reason.
    pub const CLOSE: u8 = 8;
    pub const PING: u8 = 9;
    pub const PONG: u8 = 10;
    /// Added to a kind: compressed, if that was agreed.
    pub const COMPRESSED: u8 = 64;
}

/// The limits of a server. Times are in milliseconds; 0 is no limit, unless the field says otherwise.
#[derive(Debug)]
pub struct ServerLimits {
    /// Until the head of a request is complete.
    pub head_timeout_ms: f64,
    /// Until a request is complete.
    pub request_timeout_ms: f64,
    /// Between two requests.
    pub idle_timeout_ms: f64,
    /// Bytes of header fields; 0 allows none.
    pub head_bytes_max: u32,
    /// Header fields; 0 allows none.
    pub field_count_max: u32,
    /// Requests of one connection.
    pub requests_max: u32,
    pub connections_max: u32,
    /// Accepted violations of a request: `LenienceFlags` of native:http_parser.
    pub lenience: u16,
}

impl<'cx> op::FromArgument<'cx> for ServerLimits {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            head_timeout_ms: op::field(cx, value, "headTimeoutMs")?,
            request_timeout_ms: op::field(cx, value, "requestTimeoutMs")?,
            idle_timeout_ms: op::field(cx, value, "idleTimeoutMs")?,
            head_bytes_max: op::field(cx, value, "headBytesMax")?,
            field_count_max: op::field(cx, value, "fieldCountMax")?,
            requests_max: op::field(cx, value, "requestsMax")?,
            connections_max: op::field(cx, value, "connectionsMax")?,
            lenience: op::field(cx, value, "lenience")?,
        })
    }
}

/// What a server notifies.
pub struct ServerHandlers {
    /// A request. `target` is what `plainUrl` returns with `wantsUrls`, else what `target` returns; undefined when they have to be
    /// called. A result above 0 is a complete response (`ShortResponse`) whose body is at the start of `shortBody()`.
    pub request: op::Root,
    /// Bytes of a body, or of a raw stream; null for an end without bytes. `isCopy`: they are a copy of the raw input (`watchInput`).
    pub body: op::Root,
    /// All output was sent.
    pub drained: op::Root,
    /// The connection is closed; `errno` is negative when reading failed, else 0.
    pub closed: op::Root,
    /// A request was invalid. Returns true to take the connection over as a raw stream (sequence 0, or that of the in-flight request);
    /// else the default response is sent.
    pub refused: op::Root,
    /// A connection has been idle for longer than the limit. Returns true to keep it open; else it is closed.
    pub idle: Option<op::Root>,
    /// A connection was accepted.
    pub opened: Option<op::Root>,
    /// A connection above the limit was closed; its `endpoints`, joined by line feeds.
    pub dropped: Option<op::Root>,
    /// A message on a WebSocket: a string for a text message, bytes otherwise.
    pub message: Option<op::Root>,
    /// Whether `request` receives URLs.
    pub wants_urls: bool,
}

impl<'cx> op::FromArgument<'cx> for ServerHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            request: op::handler(cx, value, "request")?,
            body: op::handler(cx, value, "body")?,
            drained: op::handler(cx, value, "drained")?,
            closed: op::handler(cx, value, "closed")?,
            refused: op::handler(cx, value, "refused")?,
            idle: op::optional_handler(cx, value, "idle")?,
            opened: op::optional_handler(cx, value, "opened")?,
            dropped: op::optional_handler(cx, value, "dropped")?,
            message: op::optional_handler(cx, value, "message")?,
            wants_urls: op::field(cx, value, "wantsUrls")?,
        })
    }
}

/// What `crate::HttpServer` implements.
pub trait HttpServerOps {
    /// Listens on a numeric address. Throws EADDRINUSE, EADDRNOTAVAIL, EACCES (syscall `listen`).
    /// @permission net(address, port)
    fn listen(&self, address: &str, port: u16, backlog: i32, flags: u8) -> Result<Listening, OpError>;
    /// Listens on a path; one that begins with NUL is abstract.
    /// @permission unix(path)
    fn listen_path(&self, path: &str, backlog: i32) -> Result<Listening, OpError>;
    /// Serves an open listening (or bound) socket and takes ownership of it. Throws EINVAL for another descriptor.
    /// @permission none: takes over an open descriptor
    fn listen_descriptor(&self, fd: i32) -> Result<Listening, OpError>;
    /// Creates a server without a socket: its connections arrive by `adopt`.
    /// @permission none: a server without a socket has no address
    fn open_without_socket(&self) -> Result<u32, OpError>;
    /// Serves the connection `fd` that was accepted elsewhere, and takes ownership of it. False when the server refuses
    /// it or has stopped.
    /// @permission none: takes over an open descriptor
    fn adopt(&self, server: u32, fd: i32) -> Result<bool, OpError>;
    /// The listening socket's descriptor, which the server still owns; -1 without one.
    /// @permission none: works on an open server
    fn descriptor_of(&self, server: u32) -> Result<i32, OpError>;
    /// Sets the functions that a server calls.
    /// @permission none: works on an open server
    fn set_handlers(&self, server: u32, handlers: ServerHandlers) -> Result<(), OpError>;
    /// Makes the connections of a server use TLS with a context that `native:tls` shares (`contextShare`). A client's
    /// certificate is requested, and a connection without a trusted one is closed, when these flags are set.
    /// @permission none: works on an open server
    fn set_tls(
        &self,
        server: u32,
        context: u32,
        requests_certificate: bool,
        requires_certificate: bool,
    ) -> Result<(), OpError>;
    /// Uses another shared context for clients with the server name `name`, which may begin with `*.`.
    /// @permission none: works on an open server
    fn add_tls_name(&self, server: u32, name: &str, context: u32) -> Result<(), OpError>;
    /// The buffer of short bodies (a Uint8Array of this thread).
    /// @permission none: memory of this thread
    fn short_body<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Sets the limits of a server.
    /// @permission none: works on an open server
    fn configure(&self, server: u32, limits: ServerLimits) -> Result<(), OpError>;
    /// Stops listening. Open connections continue; idle ones are closed after their current output.
    /// @permission none: works on an open server
    fn stop_listening(&self, server: u32, keeps_connections: bool) -> Result<(), OpError>;
    /// Closes idle connections.
    /// @permission none: works on an open server
    fn close_idle(&self, server: u32) -> Result<(), OpError>;
    /// Closes all connections at once.
    /// @permission none: works on an open server
    fn close_all(&self, server: u32) -> Result<(), OpError>;
    /// How many connections are open.
    /// @permission none: works on an open server
    fn connection_count(&self, server: u32) -> Result<u32, OpError>;
    /// Sets whether this server keeps the loop alive.
    /// @permission none: works on an open server
    fn set_referenced(&self, server: u32, referenced: bool) -> Result<(), OpError>;
    /// Enforces the time limits of all servers of this thread (a time-out sweep); called periodically.
    /// @permission none: works on open servers
    fn enforce_timeouts(&self) -> Result<(), OpError>;
    /// The request's target. Null when its data is no longer available.
    /// @permission none: works on an open connection
    fn target<'cx>(&self, cx: Context<'cx>, connection: u32, sequence: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The request's URL, `http://` + Host + target, when that equals its own serialization; null when it must be parsed,
    /// has no Host, or the data is no longer available.
    /// @permission none: works on an open connection
    fn plain_url<'cx>(&self, cx: Context<'cx>, connection: u32, sequence: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The request's header fields: alternating names and values, as sent. Null when the data is no longer available.
    /// @permission none: works on an open connection
    fn fields<'cx>(&self, cx: Context<'cx>, connection: u32, sequence: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The same as one string, joined by line feeds, which no part can contain; cheaper for many fields. Empty without
    /// fields.
    /// @permission none: works on an open connection
    fn field_text<'cx>(&self, cx: Context<'cx>, connection: u32, sequence: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The value of one header field by its lower-case name (several joined by ", "); undefined when absent, null when
    /// the data is no longer available.
    /// @permission none: works on an open connection
    fn field<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        name: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The names of the methods by number.
    /// @permission none: constants
    fn method_names(&self) -> Result<Vec<String>, OpError>;
    /// Both endpoints of a connection: remote address, remote port, remote family, then the same of the local endpoint.
    /// @permission none: works on an open connection
    fn endpoints(&self, connection: u32) -> Result<Vec<String>, OpError>;
    /// Sets whether a client that shut down its sending side still receives the pending response (`httpAllowHalfOpen`).
    /// @permission none: works on an open server
    fn set_half_open(&self, server: u32, allowed: bool) -> Result<(), OpError>;
    /// Makes the time limits of the first head count from the opening of a connection, as in Node, not from its first
    /// byte.
    /// @permission none: works on an open server
    fn count_from_opening(&self, server: u32) -> Result<(), OpError>;
    /// Allows requests to be dispatched before earlier ones of their connection have responses (pipelining); the
    /// responses leave in the order of the requests.
    /// @permission none: works on an open server
    fn read_ahead(&self, server: u32) -> Result<(), OpError>;
    /// Makes `body` receive a copy of all input of a connection, after it was processed.
    /// @permission none: works on an open connection
    fn watch_input(&self, connection: u32) -> Result<(), OpError>;
    /// Sends small writes at once (the default, TCP_NODELAY) or delays them briefly.
    /// @permission none: works on an open connection
    fn set_no_delay(&self, connection: u32, enabled: bool) -> Result<(), OpError>;
    /// Sets whether the system probes the peer after `delaySeconds` idle (0: its default).
    /// @permission none: works on an open connection
    fn set_keep_alive(&self, connection: u32, enabled: bool, delay_seconds: u32) -> Result<(), OpError>;
    /// Starts delivering the body to `body`. False when the request is over.
    /// @permission none: works on an open connection
    fn start_body(&self, connection: u32, sequence: u32) -> Result<bool, OpError>;
    /// Starts delivering the body to `body`: one of known length in one piece, or, when it is longer than 1 MiB, in pieces of at
    /// least that length; a chunked one as it arrives.
    /// False when the request is over.
    /// @permission none: works on an open connection
    fn collect_body(&self, connection: u32, sequence: u32) -> Result<bool, OpError>;
    /// Pauses the body; TCP back-pressure stops the client.
    /// @permission none: works on an open connection
    fn pause_body(&self, connection: u32, sequence: u32) -> Result<(), OpError>;
    /// Trailer fields of a chunked body that ended: alternating names and values.
    /// @permission none: works on an open connection
    fn trailers(&self, connection: u32, sequence: u32) -> Result<Vec<String>, OpError>;
    /// Sends a complete response: the head has `status`, `type`, the date and the length of `body`
    /// (string or bytes). False when the request is over.
    /// @permission none: works on an open connection
    fn respond<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        status: u16,
        type_: ContentType,
        body: Value<'cx>,
    ) -> Result<bool, Thrown<'cx>>;
    /// Sends part of a response: `head` (string or null), then `body` (string, bytes or null). Returns how many bytes are
    /// buffered; -1 when the request is over.
    /// @permission none: works on an open connection
    fn send<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        head: Value<'cx>,
        body: Value<'cx>,
        flags: u8,
    ) -> Result<f64, Thrown<'cx>>;
    /// Sends `body` (string, bytes or null) on a connection without an in-flight request. `flags`: `END`, which closes the
    /// connection afterwards, and `LATIN1`. Returns how many bytes are buffered; -1 when the connection is closed or a
    /// request is in flight.
    /// @permission none: works on an open connection
    fn send_idle<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        body: Value<'cx>,
        flags: u8,
    ) -> Result<f64, Thrown<'cx>>;
    /// Opens a file and sends `head`, then the bytes of the file from `start` to `end` (clamped to its size). Ends the
    /// response. `flags`: `CLOSE`, `DATE` and `LENGTH`. False when the request is over. Throws the system's error of `open`, and EINVAL
    /// (syscall `sendfile`) for pipes and devices.
    /// @permission read(path)
    fn send_file<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        head: Value<'cx>,
        path: &Path,
        start: f64,
        end: f64,
        flags: u8,
    ) -> Result<bool, Thrown<'cx>>;
    /// Sends `head` (string or null), then `length` bytes of the open file from `position` as part of a response; the
    /// file stays open. `flags`: `CHUNK`. Returns how many bytes are buffered; -1 when the request is over.
    /// @permission none: works on an open descriptor
    fn send_file_part<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        sequence: u32,
        head: Value<'cx>,
        fd: i32,
        position: f64,
        length: f64,
        flags: u8,
    ) -> Result<f64, Thrown<'cx>>;
    /// Makes the connection a raw stream: from now on `body` receives raw bytes and `send` writes them; `isLast` is the
    /// end of input.
    /// @permission none: works on an open connection
    fn upgrade(&self, connection: u32, sequence: u32) -> Result<bool, OpError>;
    /// Detaches the connection from the server, for another protocol. Null when it is closed or has buffered output.
    /// @permission none: works on an open connection
    fn detach(&self, connection: u32, sequence: u32) -> Result<Option<Detached>, OpError>;
    /// Responds to a WebSocket handshake. `extra`: lines for the head, each with its line end. From now on the handler
    /// `message` is called. False when the request is over or not a valid handshake.
    /// @permission none: works on an open connection
    fn accept_web_socket(
        &self,
        connection: u32,
        sequence: u32,
        extra: &str,
        flags: u8,
        message_bytes_max: u32,
        idle_timeout_ms: f64,
    ) -> Result<bool, OpError>;
    /// Queues a message. Returns 0, or how many bytes are buffered when the client is too slow (`drained` follows); -1 when
    /// the connection is closing.
    /// @permission none: works on an open connection
    fn send_message<'cx>(
        &self,
        cx: Context<'cx>,
        connection: u32,
        data: Value<'cx>,
        kind: u8,
    ) -> Result<f64, Thrown<'cx>>;
    /// Starts the closing handshake of a WebSocket. `code` 0: without one. `isLast`: does not wait for the client's
    /// close.
    /// @permission none: works on an open connection
    fn close_web_socket(&self, connection: u32, code: u16, reason: &str, is_last: bool) -> Result<(), OpError>;
    /// How many bytes are buffered for the client.
    /// @permission none: works on an open connection
    fn waiting_bytes(&self, connection: u32) -> Result<f64, OpError>;
    /// How many bytes were received from the client, without TLS framing. Available for a closed connection until its
    /// number is reused.
    /// @permission none: works on an open connection
    fn received_bytes(&self, connection: u32) -> Result<f64, OpError>;
    /// How many bytes were written to the client, including buffered ones, without TLS framing. Available as for
    /// `receivedBytes`.
    /// @permission none: works on an open connection
    fn written_bytes(&self, connection: u32) -> Result<f64, OpError>;
    /// Sets the idle time-out of a connection, in milliseconds, instead of the server's; 0: none.
    /// @permission none: works on an open connection
    fn set_idle_limit(&self, connection: u32, idle_timeout_ms: f64) -> Result<(), OpError>;
    /// Closes the connection at once; with `reset` by RST.
    /// @permission none: works on an open connection
    fn destroy(&self, connection: u32, sequence: u32, reset: bool) -> Result<(), OpError>;
    /// The current time as an HTTP date.
    /// @permission none: only the time
    fn http_date(&self) -> Result<Text, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<HttpServer>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<HttpServer> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<HttpServer>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ListenOp;
impl NativeFunction for ListenOp {
    const NAME: &'static str = "listen";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut address: String = op::argument(cx, &arguments, 0, "listen: address")?;
        let mut port: u16 = op::argument(cx, &arguments, 1, "listen: port")?;
        let mut backlog: i32 = op::argument(cx, &arguments, 2, "listen: backlog")?;
        let mut flags: u8 = op::argument(cx, &arguments, 3, "listen: flags")?;
        op::permit(cx, &[op::Permission::Net(op::Subject::from(&address), Some(port.into()))])?;
        op::finish(cx, HttpServerOps::listen(&*state(), &address, port, backlog, flags))
    }
}

struct ListenPathOp;
impl NativeFunction for ListenPathOp {
    const NAME: &'static str = "listenPath";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: String = op::argument(cx, &arguments, 0, "listenPath: path")?;
        let mut backlog: i32 = op::argument(cx, &arguments, 1, "listenPath: backlog")?;
        op::permit(cx, &[op::Permission::Unix(op::Subject::from(&path))])?;
        op::finish(cx, HttpServerOps::listen_path(&*state(), &path, backlog))
    }
}

struct ListenDescriptorOp;
impl NativeFunction for ListenDescriptorOp {
    const NAME: &'static str = "listenDescriptor";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "listenDescriptor: fd")?;
        op::finish(cx, HttpServerOps::listen_descriptor(&*state(), fd))
    }
}

struct OpenWithoutSocketOp;
impl NativeFunction for OpenWithoutSocketOp {
    const NAME: &'static str = "openWithoutSocket";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, HttpServerOps::open_without_socket(&*state()))
    }
}

struct AdoptOp;
impl NativeFunction for AdoptOp {
    const NAME: &'static str = "adopt";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "adopt: server")?;
        let mut fd: i32 = op::argument(cx, &arguments, 1, "adopt: fd")?;
        op::finish(cx, HttpServerOps::adopt(&*state(), server, fd))
    }
}

struct DescriptorOfOp;
impl NativeFunction for DescriptorOfOp {
    const NAME: &'static str = "descriptorOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "descriptorOf: server")?;
        op::finish(cx, HttpServerOps::descriptor_of(&*state(), server))
    }
}

struct SetHandlersOp;
impl NativeFunction for SetHandlersOp {
    const NAME: &'static str = "setHandlers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "setHandlers: server")?;
        let mut handlers: ServerHandlers = op::argument(cx, &arguments, 1, "setHandlers: handlers")?;
        op::finish(cx, HttpServerOps::set_handlers(&*state(), server, handlers))
    }
}

struct SetTlsOp;
impl NativeFunction for SetTlsOp {
    const NAME: &'static str = "setTls";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "setTls: server")?;
        let mut context: u32 = op::argument(cx, &arguments, 1, "setTls: context")?;
        let mut requests_certificate: bool = op::argument(cx, &arguments, 2, "setTls: requests_certificate")?;
        let mut requires_certificate: bool = op::argument(cx, &arguments, 3, "setTls: requires_certificate")?;
        op::finish(cx, HttpServerOps::set_tls(&*state(), server, context, requests_certificate, requires_certificate))
    }
}

struct AddTlsNameOp;
impl NativeFunction for AddTlsNameOp {
    const NAME: &'static str = "addTlsName";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "addTlsName: server")?;
        let mut name: String = op::argument(cx, &arguments, 1, "addTlsName: name")?;
        let mut context: u32 = op::argument(cx, &arguments, 2, "addTlsName: context")?;
        op::finish(cx, HttpServerOps::add_tls_name(&*state(), server, &name, context))
    }
}

struct ShortBodyOp;
impl NativeFunction for ShortBodyOp {
    const NAME: &'static str = "shortBody";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, HttpServerOps::short_body(&*state(), cx))
    }
}

struct ConfigureOp;
impl NativeFunction for ConfigureOp {
    const NAME: &'static str = "configure";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "configure: server")?;
        let mut limits: ServerLimits = op::argument(cx, &arguments, 1, "configure: limits")?;
        op::finish(cx, HttpServerOps::configure(&*state(), server, limits))
    }
}

struct StopListeningOp;
impl NativeFunction for StopListeningOp {
    const NAME: &'static str = "stopListening";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "stopListening: server")?;
        let mut keeps_connections: bool = op::argument(cx, &arguments, 1, "stopListening: keeps_connections")?;
        op::finish(cx, HttpServerOps::stop_listening(&*state(), server, keeps_connections))
    }
}

struct CloseIdleOp;
impl NativeFunction for CloseIdleOp {
    const NAME: &'static str = "closeIdle";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "closeIdle: server")?;
        op::finish(cx, HttpServerOps::close_idle(&*state(), server))
    }
}

struct CloseAllOp;
impl NativeFunction for CloseAllOp {
    const NAME: &'static str = "closeAll";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "closeAll: server")?;
        op::finish(cx, HttpServerOps::close_all(&*state(), server))
    }
}

struct ConnectionCountOp;
impl NativeFunction for ConnectionCountOp {
    const NAME: &'static str = "connectionCount";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "connectionCount: server")?;
        op::finish(cx, HttpServerOps::connection_count(&*state(), server))
    }
}

struct SetReferencedOp;
impl NativeFunction for SetReferencedOp {
    const NAME: &'static str = "setReferenced";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "setReferenced: server")?;
        let mut referenced: bool = op::argument(cx, &arguments, 1, "setReferenced: referenced")?;
        op::finish(cx, HttpServerOps::set_referenced(&*state(), server, referenced))
    }
}

struct EnforceTimeoutsOp;
impl NativeFunction for EnforceTimeoutsOp {
    const NAME: &'static str = "enforceTimeouts";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, HttpServerOps::enforce_timeouts(&*state()))
    }
}

struct TargetOp;
impl NativeFunction for TargetOp {
    const NAME: &'static str = "target";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "target: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "target: sequence")?;
        op::finish(cx, HttpServerOps::target(&*state(), cx, connection, sequence))
    }
}

struct PlainUrlOp;
impl NativeFunction for PlainUrlOp {
    const NAME: &'static str = "plainUrl";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "plainUrl: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "plainUrl: sequence")?;
        op::finish(cx, HttpServerOps::plain_url(&*state(), cx, connection, sequence))
    }
}

struct FieldsOp;
impl NativeFunction for FieldsOp {
    const NAME: &'static str = "fields";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "fields: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "fields: sequence")?;
        op::finish(cx, HttpServerOps::fields(&*state(), cx, connection, sequence))
    }
}

struct FieldTextOp;
impl NativeFunction for FieldTextOp {
    const NAME: &'static str = "fieldText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "fieldText: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "fieldText: sequence")?;
        op::finish(cx, HttpServerOps::field_text(&*state(), cx, connection, sequence))
    }
}

struct FieldOp;
impl NativeFunction for FieldOp {
    const NAME: &'static str = "field";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "field: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "field: sequence")?;
        let mut name: Value<'cx> = op::argument(cx, &arguments, 2, "field: name")?;
        op::finish(cx, HttpServerOps::field(&*state(), cx, connection, sequence, name))
    }
}

struct MethodNamesOp;
impl NativeFunction for MethodNamesOp {
    const NAME: &'static str = "methodNames";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, HttpServerOps::method_names(&*state()))
    }
}

struct EndpointsOp;
impl NativeFunction for EndpointsOp {
    const NAME: &'static str = "endpoints";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "endpoints: connection")?;
        op::finish(cx, HttpServerOps::endpoints(&*state(), connection))
    }
}

struct SetHalfOpenOp;
impl NativeFunction for SetHalfOpenOp {
    const NAME: &'static str = "setHalfOpen";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "setHalfOpen: server")?;
        let mut allowed: bool = op::argument(cx, &arguments, 1, "setHalfOpen: allowed")?;
        op::finish(cx, HttpServerOps::set_half_open(&*state(), server, allowed))
    }
}

struct CountFromOpeningOp;
impl NativeFunction for CountFromOpeningOp {
    const NAME: &'static str = "countFromOpening";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "countFromOpening: server")?;
        op::finish(cx, HttpServerOps::count_from_opening(&*state(), server))
    }
}

struct ReadAheadOp;
impl NativeFunction for ReadAheadOp {
    const NAME: &'static str = "readAhead";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut server: u32 = op::argument(cx, &arguments, 0, "readAhead: server")?;
        op::finish(cx, HttpServerOps::read_ahead(&*state(), server))
    }
}

struct WatchInputOp;
impl NativeFunction for WatchInputOp {
    const NAME: &'static str = "watchInput";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "watchInput: connection")?;
        op::finish(cx, HttpServerOps::watch_input(&*state(), connection))
    }
}

struct SetNoDelayOp;
impl NativeFunction for SetNoDelayOp {
    const NAME: &'static str = "setNoDelay";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "setNoDelay: connection")?;
        let mut enabled: bool = op::argument(cx, &arguments, 1, "setNoDelay: enabled")?;
        op::finish(cx, HttpServerOps::set_no_delay(&*state(), connection, enabled))
    }
}

struct SetKeepAliveOp;
impl NativeFunction for SetKeepAliveOp {
    const NAME: &'static str = "setKeepAlive";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "setKeepAlive: connection")?;
        let mut enabled: bool = op::argument(cx, &arguments, 1, "setKeepAlive: enabled")?;
        let mut delay_seconds: u32 = op::argument(cx, &arguments, 2, "setKeepAlive: delay_seconds")?;
        op::finish(cx, HttpServerOps::set_keep_alive(&*state(), connection, enabled, delay_seconds))
    }
}

struct StartBodyOp;
impl NativeFunction for StartBodyOp {
    const NAME: &'static str = "startBody";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "startBody: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "startBody: sequence")?;
        op::finish(cx, HttpServerOps::start_body(&*state(), connection, sequence))
    }
}

struct CollectBodyOp;
impl NativeFunction for CollectBodyOp {
    const NAME: &'static str = "collectBody";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "collectBody: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "collectBody: sequence")?;
        op::finish(cx, HttpServerOps::collect_body(&*state(), connection, sequence))
    }
}

struct PauseBodyOp;
impl NativeFunction for PauseBodyOp {
    const NAME: &'static str = "pauseBody";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "pauseBody: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "pauseBody: sequence")?;
        op::finish(cx, HttpServerOps::pause_body(&*state(), connection, sequence))
    }
}

struct TrailersOp;
impl NativeFunction for TrailersOp {
    const NAME: &'static str = "trailers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "trailers: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "trailers: sequence")?;
        op::finish(cx, HttpServerOps::trailers(&*state(), connection, sequence))
    }
}

struct RespondOp;
impl NativeFunction for RespondOp {
    const NAME: &'static str = "respond";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "respond: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "respond: sequence")?;
        let mut status: u16 = op::argument(cx, &arguments, 2, "respond: status")?;
        let mut type_: ContentType = op::argument(cx, &arguments, 3, "respond: type_")?;
        let mut body: Value<'cx> = op::argument(cx, &arguments, 4, "respond: body")?;
        op::finish(cx, HttpServerOps::respond(&*state(), cx, connection, sequence, status, type_, body))
    }
}

struct SendOp;
impl NativeFunction for SendOp {
    const NAME: &'static str = "send";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "send: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "send: sequence")?;
        let mut head: Value<'cx> = op::argument(cx, &arguments, 2, "send: head")?;
        let mut body: Value<'cx> = op::argument(cx, &arguments, 3, "send: body")?;
        let mut flags: u8 = op::argument(cx, &arguments, 4, "send: flags")?;
        op::finish(cx, HttpServerOps::send(&*state(), cx, connection, sequence, head, body, flags))
    }
}

struct SendIdleOp;
impl NativeFunction for SendIdleOp {
    const NAME: &'static str = "sendIdle";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "sendIdle: connection")?;
        let mut body: Value<'cx> = op::argument(cx, &arguments, 1, "sendIdle: body")?;
        let mut flags: u8 = op::argument(cx, &arguments, 2, "sendIdle: flags")?;
        op::finish(cx, HttpServerOps::send_idle(&*state(), cx, connection, body, flags))
    }
}

struct SendFileOp;
impl NativeFunction for SendFileOp {
    const NAME: &'static str = "sendFile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "sendFile: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "sendFile: sequence")?;
        let mut head: Value<'cx> = op::argument(cx, &arguments, 2, "sendFile: head")?;
        let mut path: PathBuf = op::argument(cx, &arguments, 3, "sendFile: path")?;
        let mut start: f64 = op::argument(cx, &arguments, 4, "sendFile: start")?;
        let mut end: f64 = op::argument(cx, &arguments, 5, "sendFile: end")?;
        let mut flags: u8 = op::argument(cx, &arguments, 6, "sendFile: flags")?;
        op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))])?;
        op::finish(cx, HttpServerOps::send_file(&*state(), cx, connection, sequence, head, &path, start, end, flags))
    }
}

struct SendFilePartOp;
impl NativeFunction for SendFilePartOp {
    const NAME: &'static str = "sendFilePart";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "sendFilePart: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "sendFilePart: sequence")?;
        let mut head: Value<'cx> = op::argument(cx, &arguments, 2, "sendFilePart: head")?;
        let mut fd: i32 = op::argument(cx, &arguments, 3, "sendFilePart: fd")?;
        let mut position: f64 = op::argument(cx, &arguments, 4, "sendFilePart: position")?;
        let mut length: f64 = op::argument(cx, &arguments, 5, "sendFilePart: length")?;
        let mut flags: u8 = op::argument(cx, &arguments, 6, "sendFilePart: flags")?;
        op::finish(
            cx,
            HttpServerOps::send_file_part(&*state(), cx, connection, sequence, head, fd, position, length, flags),
        )
    }
}

struct UpgradeOp;
impl NativeFunction for UpgradeOp {
    const NAME: &'static str = "upgrade";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "upgrade: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "upgrade: sequence")?;
        op::finish(cx, HttpServerOps::upgrade(&*state(), connection, sequence))
    }
}

struct DetachOp;
impl NativeFunction for DetachOp {
    const NAME: &'static str = "detach";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "detach: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "detach: sequence")?;
        op::finish(cx, HttpServerOps::detach(&*state(), connection, sequence))
    }
}

struct AcceptWebSocketOp;
impl NativeFunction for AcceptWebSocketOp {
    const NAME: &'static str = "acceptWebSocket";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "acceptWebSocket: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "acceptWebSocket: sequence")?;
        let mut extra: String = op::argument(cx, &arguments, 2, "acceptWebSocket: extra")?;
        let mut flags: u8 = op::argument(cx, &arguments, 3, "acceptWebSocket: flags")?;
        let mut message_bytes_max: u32 = op::argument(cx, &arguments, 4, "acceptWebSocket: message_bytes_max")?;
        let mut idle_timeout_ms: f64 = op::argument(cx, &arguments, 5, "acceptWebSocket: idle_timeout_ms")?;
        op::finish(
            cx,
            HttpServerOps::accept_web_socket(
                &*state(),
                connection,
                sequence,
                &extra,
                flags,
                message_bytes_max,
                idle_timeout_ms,
            ),
        )
    }
}

struct SendMessageOp;
impl NativeFunction for SendMessageOp {
    const NAME: &'static str = "sendMessage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "sendMessage: connection")?;
        let mut data: Value<'cx> = op::argument(cx, &arguments, 1, "sendMessage: data")?;
        let mut kind: u8 = op::argument(cx, &arguments, 2, "sendMessage: kind")?;
        op::finish(cx, HttpServerOps::send_message(&*state(), cx, connection, data, kind))
    }
}

struct CloseWebSocketOp;
impl NativeFunction for CloseWebSocketOp {
    const NAME: &'static str = "closeWebSocket";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "closeWebSocket: connection")?;
        let mut code: u16 = op::argument(cx, &arguments, 1, "closeWebSocket: code")?;
        let mut reason: String = op::argument(cx, &arguments, 2, "closeWebSocket: reason")?;
        let mut is_last: bool = op::argument(cx, &arguments, 3, "closeWebSocket: is_last")?;
        op::finish(cx, HttpServerOps::close_web_socket(&*state(), connection, code, &reason, is_last))
    }
}

struct WaitingBytesOp;
impl NativeFunction for WaitingBytesOp {
    const NAME: &'static str = "waitingBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "waitingBytes: connection")?;
        op::finish(cx, HttpServerOps::waiting_bytes(&*state(), connection))
    }
}

struct ReceivedBytesOp;
impl NativeFunction for ReceivedBytesOp {
    const NAME: &'static str = "receivedBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "receivedBytes: connection")?;
        op::finish(cx, HttpServerOps::received_bytes(&*state(), connection))
    }
}

struct WrittenBytesOp;
impl NativeFunction for WrittenBytesOp {
    const NAME: &'static str = "writtenBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "writtenBytes: connection")?;
        op::finish(cx, HttpServerOps::written_bytes(&*state(), connection))
    }
}

struct SetIdleLimitOp;
impl NativeFunction for SetIdleLimitOp {
    const NAME: &'static str = "setIdleLimit";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "setIdleLimit: connection")?;
        let mut idle_timeout_ms: f64 = op::argument(cx, &arguments, 1, "setIdleLimit: idle_timeout_ms")?;
        op::finish(cx, HttpServerOps::set_idle_limit(&*state(), connection, idle_timeout_ms))
    }
}

struct DestroyOp;
impl NativeFunction for DestroyOp {
    const NAME: &'static str = "destroy";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut connection: u32 = op::argument(cx, &arguments, 0, "destroy: connection")?;
        let mut sequence: u32 = op::argument(cx, &arguments, 1, "destroy: sequence")?;
        let mut reset: bool = op::argument(cx, &arguments, 2, "destroy: reset")?;
        op::finish(cx, HttpServerOps::destroy(&*state(), connection, sequence, reset))
    }
}

struct HttpDateOp;
impl NativeFunction for HttpDateOp {
    const NAME: &'static str = "httpDate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, HttpServerOps::http_date(&*state()))
    }
}

/// The functions of `native:http_server`.
pub const AREA: Area = Area {
    name: "http_server",
    functions: &[
        AreaFunction { name: "listen", is_async: false, make: op::make::<ListenOp> },
        AreaFunction { name: "listenPath", is_async: false, make: op::make::<ListenPathOp> },
        AreaFunction { name: "listenDescriptor", is_async: false, make: op::make::<ListenDescriptorOp> },
        AreaFunction { name: "openWithoutSocket", is_async: false, make: op::make::<OpenWithoutSocketOp> },
        AreaFunction { name: "adopt", is_async: false, make: op::make::<AdoptOp> },
        AreaFunction { name: "descriptorOf", is_async: false, make: op::make::<DescriptorOfOp> },
        AreaFunction { name: "setHandlers", is_async: false, make: op::make::<SetHandlersOp> },
        AreaFunction { name: "setTls", is_async: false, make: op::make::<SetTlsOp> },
        AreaFunction { name: "addTlsName", is_async: false, make: op::make::<AddTlsNameOp> },
        AreaFunction { name: "shortBody", is_async: false, make: op::make::<ShortBodyOp> },
        AreaFunction { name: "configure", is_async: false, make: op::make::<ConfigureOp> },
        AreaFunction { name: "stopListening", is_async: false, make: op::make::<StopListeningOp> },
        AreaFunction { name: "closeIdle", is_async: false, make: op::make::<CloseIdleOp> },
        AreaFunction { name: "closeAll", is_async: false, make: op::make::<CloseAllOp> },
        AreaFunction { name: "connectionCount", is_async: false, make: op::make::<ConnectionCountOp> },
        AreaFunction { name: "setReferenced", is_async: false, make: op::make::<SetReferencedOp> },
        AreaFunction { name: "enforceTimeouts", is_async: false, make: op::make::<EnforceTimeoutsOp> },
        AreaFunction { name: "target", is_async: false, make: op::make::<TargetOp> },
        AreaFunction { name: "plainUrl", is_async: false, make: op::make::<PlainUrlOp> },
        AreaFunction { name: "fields", is_async: false, make: op::make::<FieldsOp> },
        AreaFunction { name: "fieldText", is_async: false, make: op::make::<FieldTextOp> },
        AreaFunction { name: "field", is_async: false, make: op::make::<FieldOp> },
        AreaFunction { name: "methodNames", is_async: false, make: op::make::<MethodNamesOp> },
        AreaFunction { name: "endpoints", is_async: false, make: op::make::<EndpointsOp> },
        AreaFunction { name: "setHalfOpen", is_async: false, make: op::make::<SetHalfOpenOp> },
        AreaFunction { name: "countFromOpening", is_async: false, make: op::make::<CountFromOpeningOp> },
        AreaFunction { name: "readAhead", is_async: false, make: op::make::<ReadAheadOp> },
        AreaFunction { name: "watchInput", is_async: false, make: op::make::<WatchInputOp> },
        AreaFunction { name: "setNoDelay", is_async: false, make: op::make::<SetNoDelayOp> },
        AreaFunction { name: "setKeepAlive", is_async: false, make: op::make::<SetKeepAliveOp> },
        AreaFunction { name: "startBody", is_async: false, make: op::make::<StartBodyOp> },
        AreaFunction { name: "collectBody", is_async: false, make: op::make::<CollectBodyOp> },
        AreaFunction { name: "pauseBody", is_async: false, make: op::make::<PauseBodyOp> },
        AreaFunction { name: "trailers", is_async: false, make: op::make::<TrailersOp> },
        AreaFunction { name: "respond", is_async: false, make: op::make::<RespondOp> },
        AreaFunction { name: "send", is_async: false, make: op::make::<SendOp> },
        AreaFunction { name: "sendIdle", is_async: false, make: op::make::<SendIdleOp> },
        AreaFunction { name: "sendFile", is_async: false, make: op::make::<SendFileOp> },
        AreaFunction { name: "sendFilePart", is_async: false, make: op::make::<SendFilePartOp> },
        AreaFunction { name: "upgrade", is_async: false, make: op::make::<UpgradeOp> },
        AreaFunction { name: "detach", is_async: false, make: op::make::<DetachOp> },
        AreaFunction { name: "acceptWebSocket", is_async: false, make: op::make::<AcceptWebSocketOp> },
        AreaFunction { name: "sendMessage", is_async: false, make: op::make::<SendMessageOp> },
        AreaFunction { name: "closeWebSocket", is_async: false, make: op::make::<CloseWebSocketOp> },
        AreaFunction { name: "waitingBytes", is_async: false, make: op::make::<WaitingBytesOp> },
        AreaFunction { name: "receivedBytes", is_async: false, make: op::make::<ReceivedBytesOp> },
        AreaFunction { name: "writtenBytes", is_async: false, make: op::make::<WrittenBytesOp> },
        AreaFunction { name: "setIdleLimit", is_async: false, make: op::make::<SetIdleLimitOp> },
        AreaFunction { name: "destroy", is_async: false, make: op::make::<DestroyOp> },
        AreaFunction { name: "httpDate", is_async: false, make: op::make::<HttpDateOp> },
    ],
};
