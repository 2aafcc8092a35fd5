// @generated from ops/fetch.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Fetch;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// How a request is sent and its response received.
pub mod start_flags {
    /// The response has no body (HEAD).
    pub const HEAD: u8 = 1;
    /// The request may be repeated when a pooled connection turns out to be closed.
    pub const REPEATABLE: u8 = 2;
    /// A body follows by `write`.
    pub const STREAMED: u8 = 4;
    /// It is sent in chunks.
    pub const CHUNKED: u8 = 8;
    /// The connection is not reused.
    pub const LAST: u8 = 16;
    /// The content codings of the response are decoded.
    pub const DECODE: u8 = 32;
    /// `sent` follows also for what is queued by `start`.
    pub const OBSERVED: u8 = 64;
    /// An encoded body that ends early fails.
    pub const WHOLE: u8 = 128;
}

/// The argument `statusAndFlags` of `head`: status | `ResponseFlags` << 10.
pub mod response_status {
    pub const MASK: u16 = 1023;
    pub const FLAGS_SHIFT: u16 = 10;
}

/// What `head` says besides the status.
pub mod response_flags {
    /// The connection carries another protocol now.
    pub const RAW: u8 = 1;
}

/// How a client uses TLS.
pub mod client_tls_flags {
    /// Accepts any certificate.
    pub const TRUSTS_ANY: u8 = 1;
    /// Trusts `roots` in addition to the default ones, not instead of them.
    pub const ADDS_ROOTS: u8 = 2;
    /// Offers HTTP/2 after HTTP/1.1.
    pub const OFFERS_HTTP2: u8 = 4;
    /// Offers HTTP/2 before HTTP/1.1.
    pub const PREFERS_HTTP2: u8 = 8;
    /// Offers HTTP/2 instead of HTTP/1.1.
    pub const ONLY_HTTP2: u8 = 16;
}

/// Kinds of messages of a client's WebSocket: opcodes of RFC 6455 §5.2, as `MessageKind` of native:http_server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ClientMessageKind {
    /// Received: the server has violated the protocol (its code and reason).
    Broken = 0,
    Text = 1,
    Binary = 2,
    /// Received: the server closes (its code, 1005 for none, and reason).
    Close = 8,
    /// Sent only.
    Ping = 9,
    /// Sent only.
    Pong = 10,
}

impl ClientMessageKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Broken,
            1 => Self::Text,
            2 => Self::Binary,
            8 => Self::Close,
            9 => Self::Ping,
            10 => Self::Pong,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ClientMessageKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ClientMessageKind")
    }
}

impl<'cx> op::IntoValue<'cx> for ClientMessageKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What requests notify, each call as a task of its own.
pub struct FetchHandlers {
    /// The response's head. `text` has the reason phrase, then names and values, joined by line feeds. With `isLast` the response is
    /// complete and `bytes` are its body (null: none); else the body waits for `pull`.
    pub head: op::Root,
    /// The bytes that a `pull` waited for; `bytes` may be null with `isLast`.
    pub body: op::Root,
    /// The request has failed: no further calls follow. `text` is JSON: `{kind: "system", errno, syscall, address, port}`, `{kind:
    /// "lookup", code, host}`, `{kind: "protocol", code, message}` or `{kind: "all", errors}`.
    pub failed: op::Root,
    /// The bytes that `write` queued were passed to the system.
    pub sent: op::Root,
    /// A message on a WebSocket (`startWebSocket`): bytes for a binary message, a string otherwise.
    pub message: op::Root,
}

impl<'cx> op::FromArgument<'cx> for FetchHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            head: op::handler(cx, value, "head")?,
            body: op::handler(cx, value, "body")?,
            failed: op::handler(cx, value, "failed")?,
            sent: op::handler(cx, value, "sent")?,
            message: op::handler(cx, value, "message")?,
        })
    }
}

/// What `crate::Fetch` implements.
pub trait FetchOps {
    /// Sets the callbacks for requests. `headBytesMax` limits the total size of a response's fields.
    /// @permission none: sets callbacks of this thread
    fn set_handlers(&self, handlers: FetchHandlers, head_bytes_max: u32) -> Result<(), OpError>;
    /// Returns the number of TLS settings. Certificates and keys are PEM; empty values have their default. Throws for
    /// invalid ones.
    /// @permission none: the certificates are in its arguments
    fn tls_settings(
        &self,
        roots: &str,
        certificate: &str,
        key: &str,
        passphrase: &str,
        server_name: &str,
        flags: u8,
    ) -> Result<u32, OpError>;
    /// Returns the number of a connection pool, separate from other pools; pool 0 always exists. It retains at most
    /// `idleMax` idle connections for each origin, each for `idleTimeoutMs` (-1: as the server says, or some seconds;
    /// Infinity: until the server closes it). Connections are bound to `localAddress`, a numeric address; empty: any.
    /// @permission none: a new pool has no connections
    fn pool(&self, idle_max: f64, idle_timeout_ms: f64, local_address: &str) -> Result<u32, OpError>;
    /// Closes the idle connections of a pool; no others are retained from now on.
    /// @permission none: closes connections of this program
    fn close_pool(&self, pool: u32) -> Result<(), OpError>;
    /// Returns the number of an origin, whose connections are pooled and shared. `host` is a name or a numeric address
    /// without brackets. `unixPath` (or empty) is connected to instead of the host. `tls`: the number of TLS settings, 0
    /// for none.
    /// @permission unix(unixPath)
    /// @permission net(host, port)
    fn origin(&self, host: &str, port: u16, unix_path: &str, tls: u32, pool: u32) -> Result<u32, OpError>;
    /// The same over a connection to `peerHost`: a proxy that opens a tunnel when it receives `head`; one that speaks
    /// SOCKS 5 when `head` is "socks5", followed by nothing or by NUL, a name, NUL and a password; with an empty head any
    /// other server.
    /// @permission net(host, port)
    /// @permission net(peerHost, peerPort)
    fn tunnel_origin(
        &self,
        host: &str,
        port: u16,
        peer_host: &str,
        peer_port: u16,
        head: &str,
        tls: u32,
        pool: u32,
    ) -> Result<u32, OpError>;
    /// Starts a request. `head` is the complete head, with its empty line; `body` a string, bytes or null.
    /// @permission none: `origin` checked the host
    fn start<'cx>(
        &self,
        cx: Context<'cx>,
        origin: u32,
        head: Value<'cx>,
        body: Value<'cx>,
        flags: u8,
    ) -> Result<u32, Thrown<'cx>>;
    /// Queues bytes of the request's body. Returns how many bytes are buffered; when there are any, `sent` follows. -1:
    /// the request is over.
    /// @permission none: works on a started request
    fn write(&self, request: u32, bytes: &[u8]) -> Result<f64, OpError>;
    /// Completes the request's body.
    /// @permission none: works on a started request
    fn finish(&self, request: u32) -> Result<(), OpError>;
    /// Requests the next bytes of the response's body, or with `isWhole` all that remain, at once. Returns a Uint8Array
    /// when they are available, `true` when the body is over, and null when `body` will deliver them.
    /// @permission none: works on a started request
    fn pull<'cx>(&self, cx: Context<'cx>, request: u32, is_whole: bool) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Ends a request at once; no further callbacks follow.
    /// @permission none: works on a started request
    fn abort(&self, request: u32) -> Result<(), OpError>;
    /// Sets the time limits of a request in milliseconds (0: none): until the head is complete, and between two chunks of
    /// the body.
    /// @permission none: works on a started request
    fn set_limits(&self, request: u32, head_timeout_ms: f64, body_timeout_ms: f64) -> Result<(), OpError>;
    /// Makes the connection of a request whose response had status 101 a WebSocket. `extensions`: the server's
    /// Sec-WebSocket-Extensions. From now on `message` is called; `body` with `isLast`, or `failed`, reports that the
    /// connection is closed. `echoesReason`: the response to the server's close frame has its reason, not only its code.
    /// False when the extensions are not supported.
    /// @permission none: works on a started request
    fn start_web_socket(
        &self,
        request: u32,
        extensions: &str,
        message_bytes_max: u32,
        echoes_reason: bool,
    ) -> Result<bool, OpError>;
    /// Queues a message: text, bytes, a ping or a pong. Returns how many bytes are buffered (`sent` follows when there are any), -1
    /// when the WebSocket is closed.
    /// @permission none: works on a started request
    fn send_message<'cx>(
        &self,
        cx: Context<'cx>,
        request: u32,
        data: Value<'cx>,
        kind: ClientMessageKind,
    ) -> Result<f64, Thrown<'cx>>;
    /// Starts the closing handshake of a WebSocket. `code` 0: without one.
    /// @permission none: works on a started request
    fn close_web_socket(&self, request: u32, code: u16, reason: &str) -> Result<(), OpError>;
    /// The value of Sec-WebSocket-Accept for a key.
    /// @permission none: a pure computation
    fn accept_key(&self, key: &str) -> Result<Text, OpError>;
    /// The connection of a request, fields separated by spaces: local address and port, the server's address and port,
    /// "1" when it was opened for this request, else "0", "h1" or "h2". Null when the request has none, or has ended.
    /// @permission none: works on a started request
    fn connection_of(&self, request: u32) -> Result<Option<Text>, OpError>;
    /// Closes idle connections.
    /// @permission none: closes connections of this program
    fn close_idle(&self) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Fetch>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Fetch> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Fetch>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SetHandlersOp;
impl NativeFunction for SetHandlersOp {
    const NAME: &'static str = "setHandlers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handlers: FetchHandlers = op::argument(cx, &arguments, 0, "setHandlers: handlers")?;
        let mut head_bytes_max: u32 = op::argument(cx, &arguments, 1, "setHandlers: head_bytes_max")?;
        op::finish(cx, FetchOps::set_handlers(&*state(), handlers, head_bytes_max))
    }
}

struct TlsSettingsOp;
impl NativeFunction for TlsSettingsOp {
    const NAME: &'static str = "tlsSettings";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut roots: String = op::argument(cx, &arguments, 0, "tlsSettings: roots")?;
        let mut certificate: String = op::argument(cx, &arguments, 1, "tlsSettings: certificate")?;
        let mut key: String = op::argument(cx, &arguments, 2, "tlsSettings: key")?;
        let mut passphrase: String = op::argument(cx, &arguments, 3, "tlsSettings: passphrase")?;
        let mut server_name: String = op::argument(cx, &arguments, 4, "tlsSettings: server_name")?;
        let mut flags: u8 = op::argument(cx, &arguments, 5, "tlsSettings: flags")?;
        op::finish(cx, FetchOps::tls_settings(&*state(), &roots, &certificate, &key, &passphrase, &server_name, flags))
    }
}

struct PoolOp;
impl NativeFunction for PoolOp {
    const NAME: &'static str = "pool";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut idle_max: f64 = op::argument(cx, &arguments, 0, "pool: idle_max")?;
        let mut idle_timeout_ms: f64 = op::argument(cx, &arguments, 1, "pool: idle_timeout_ms")?;
        let mut local_address: String = op::argument(cx, &arguments, 2, "pool: local_address")?;
        op::finish(cx, FetchOps::pool(&*state(), idle_max, idle_timeout_ms, &local_address))
    }
}

struct ClosePoolOp;
impl NativeFunction for ClosePoolOp {
    const NAME: &'static str = "closePool";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut pool: u32 = op::argument(cx, &arguments, 0, "closePool: pool")?;
        op::finish(cx, FetchOps::close_pool(&*state(), pool))
    }
}

struct OriginOp;
impl NativeFunction for OriginOp {
    const NAME: &'static str = "origin";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut host: String = op::argument(cx, &arguments, 0, "origin: host")?;
        let mut port: u16 = op::argument(cx, &arguments, 1, "origin: port")?;
        let mut unix_path: String = op::argument(cx, &arguments, 2, "origin: unix_path")?;
        let mut tls: u32 = op::argument(cx, &arguments, 3, "origin: tls")?;
        let mut pool: u32 = op::argument(cx, &arguments, 4, "origin: pool")?;
        op::permit(
            cx,
            &[
                op::Permission::Unix(op::Subject::from(&unix_path)),
                op::Permission::Net(op::Subject::from(&host), Some(port.into())),
            ],
        )?;
        op::finish(cx, FetchOps::origin(&*state(), &host, port, &unix_path, tls, pool))
    }
}

struct TunnelOriginOp;
impl NativeFunction for TunnelOriginOp {
    const NAME: &'static str = "tunnelOrigin";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut host: String = op::argument(cx, &arguments, 0, "tunnelOrigin: host")?;
        let mut port: u16 = op::argument(cx, &arguments, 1, "tunnelOrigin: port")?;
        let mut peer_host: String = op::argument(cx, &arguments, 2, "tunnelOrigin: peer_host")?;
        let mut peer_port: u16 = op::argument(cx, &arguments, 3, "tunnelOrigin: peer_port")?;
        let mut head: String = op::argument(cx, &arguments, 4, "tunnelOrigin: head")?;
        let mut tls: u32 = op::argument(cx, &arguments, 5, "tunnelOrigin: tls")?;
        let mut pool: u32 = op::argument(cx, &arguments, 6, "tunnelOrigin: pool")?;
        op::permit(
            cx,
            &[
                op::Permission::Net(op::Subject::from(&host), Some(port.into())),
                op::Permission::Net(op::Subject::from(&peer_host), Some(peer_port.into())),
            ],
        )?;
        op::finish(cx, FetchOps::tunnel_origin(&*state(), &host, port, &peer_host, peer_port, &head, tls, pool))
    }
}

struct StartOp;
impl NativeFunction for StartOp {
    const NAME: &'static str = "start";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut origin: u32 = op::argument(cx, &arguments, 0, "start: origin")?;
        let mut head: Value<'cx> = op::argument(cx, &arguments, 1, "start: head")?;
        let mut body: Value<'cx> = op::argument(cx, &arguments, 2, "start: body")?;
        let mut flags: u8 = op::argument(cx, &arguments, 3, "start: flags")?;
        op::finish(cx, FetchOps::start(&*state(), cx, origin, head, body, flags))
    }
}

struct WriteOp;
impl NativeFunction for WriteOp {
    const NAME: &'static str = "write";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "write: request")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "write: bytes")?;
        op::finish(cx, FetchOps::write(&*state(), request, bytes))
    }
}

struct FinishOp;
impl NativeFunction for FinishOp {
    const NAME: &'static str = "finish";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "finish: request")?;
        op::finish(cx, FetchOps::finish(&*state(), request))
    }
}

struct PullOp;
impl NativeFunction for PullOp {
    const NAME: &'static str = "pull";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "pull: request")?;
        let mut is_whole: bool = op::argument(cx, &arguments, 1, "pull: is_whole")?;
        op::finish(cx, FetchOps::pull(&*state(), cx, request, is_whole))
    }
}

struct AbortOp;
impl NativeFunction for AbortOp {
    const NAME: &'static str = "abort";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "abort: request")?;
        op::finish(cx, FetchOps::abort(&*state(), request))
    }
}

struct SetLimitsOp;
impl NativeFunction for SetLimitsOp {
    const NAME: &'static str = "setLimits";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "setLimits: request")?;
        let mut head_timeout_ms: f64 = op::argument(cx, &arguments, 1, "setLimits: head_timeout_ms")?;
        let mut body_timeout_ms: f64 = op::argument(cx, &arguments, 2, "setLimits: body_timeout_ms")?;
        op::finish(cx, FetchOps::set_limits(&*state(), request, head_timeout_ms, body_timeout_ms))
    }
}

struct StartWebSocketOp;
impl NativeFunction for StartWebSocketOp {
    const NAME: &'static str = "startWebSocket";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "startWebSocket: request")?;
        let mut extensions: String = op::argument(cx, &arguments, 1, "startWebSocket: extensions")?;
        let mut message_bytes_max: u32 = op::argument(cx, &arguments, 2, "startWebSocket: message_bytes_max")?;
        let mut echoes_reason: bool = op::argument(cx, &arguments, 3, "startWebSocket: echoes_reason")?;
        op::finish(cx, FetchOps::start_web_socket(&*state(), request, &extensions, message_bytes_max, echoes_reason))
    }
}

struct SendMessageOp;
impl NativeFunction for SendMessageOp {
    const NAME: &'static str = "sendMessage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "sendMessage: request")?;
        let mut data: Value<'cx> = op::argument(cx, &arguments, 1, "sendMessage: data")?;
        let mut kind: ClientMessageKind = op::argument(cx, &arguments, 2, "sendMessage: kind")?;
        op::finish(cx, FetchOps::send_message(&*state(), cx, request, data, kind))
    }
}

struct CloseWebSocketOp;
impl NativeFunction for CloseWebSocketOp {
    const NAME: &'static str = "closeWebSocket";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "closeWebSocket: request")?;
        let mut code: u16 = op::argument(cx, &arguments, 1, "closeWebSocket: code")?;
        let mut reason: String = op::argument(cx, &arguments, 2, "closeWebSocket: reason")?;
        op::finish(cx, FetchOps::close_web_socket(&*state(), request, code, &reason))
    }
}

struct AcceptKeyOp;
impl NativeFunction for AcceptKeyOp {
    const NAME: &'static str = "acceptKey";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut key: String = op::argument(cx, &arguments, 0, "acceptKey: key")?;
        op::finish(cx, FetchOps::accept_key(&*state(), &key))
    }
}

struct ConnectionOfOp;
impl NativeFunction for ConnectionOfOp {
    const NAME: &'static str = "connectionOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut request: u32 = op::argument(cx, &arguments, 0, "connectionOf: request")?;
        op::finish(cx, FetchOps::connection_of(&*state(), request))
    }
}

struct CloseIdleOp;
impl NativeFunction for CloseIdleOp {
    const NAME: &'static str = "closeIdle";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, FetchOps::close_idle(&*state()))
    }
}

/// The functions of `native:fetch`.
pub const AREA: Area = Area {
    name: "fetch",
    functions: &[
        AreaFunction { name: "setHandlers", is_async: false, make: op::make::<SetHandlersOp> },
        AreaFunction { name: "tlsSettings", is_async: false, make: op::make::<TlsSettingsOp> },
        AreaFunction { name: "pool", is_async: false, make: op::make::<PoolOp> },
        AreaFunction { name: "closePool", is_async: false, make: op::make::<ClosePoolOp> },
        AreaFunction { name: "origin", is_async: false, make: op::make::<OriginOp> },
        AreaFunction { name: "tunnelOrigin", is_async: false, make: op::make::<TunnelOriginOp> },
        AreaFunction { name: "start", is_async: false, make: op::make::<StartOp> },
        AreaFunction { name: "write", is_async: false, make: op::make::<WriteOp> },
        AreaFunction { name: "finish", is_async: false, make: op::make::<FinishOp> },
        AreaFunction { name: "pull", is_async: false, make: op::make::<PullOp> },
        AreaFunction { name: "abort", is_async: false, make: op::make::<AbortOp> },
        AreaFunction { name: "setLimits", is_async: false, make: op::make::<SetLimitsOp> },
        AreaFunction { name: "startWebSocket", is_async: false, make: op::make::<StartWebSocketOp> },
        AreaFunction { name: "sendMessage", is_async: false, make: op::make::<SendMessageOp> },
        AreaFunction { name: "closeWebSocket", is_async: false, make: op::make::<CloseWebSocketOp> },
        AreaFunction { name: "acceptKey", is_async: false, make: op::make::<AcceptKeyOp> },
        AreaFunction { name: "connectionOf", is_async: false, make: op::make::<ConnectionOfOp> },
        AreaFunction { name: "closeIdle", is_async: false, make: op::make::<CloseIdleOp> },
    ],
};
