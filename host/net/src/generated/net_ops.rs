// @generated from ops/net.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Net;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// One endpoint of a connection.
#[derive(Debug)]
pub struct Endpoint {
    pub address: Text,
    pub port: u32,
    /// `IPv4`, `IPv6`, or empty for a path (then `address` is the path).
    pub family: Text,
}

impl<'cx> op::IntoValue<'cx> for Endpoint {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "address", op::IntoValue::into_value(self.address, cx)?)?;
        object.set(cx, "port", op::IntoValue::into_value(self.port, cx)?)?;
        object.set(cx, "family", op::IntoValue::into_value(self.family, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Endpoint {}

/// The two ends of `openPair`.
#[derive(Debug)]
pub struct Pair {
    pub handle: u32,
    pub fd: i32,
}

impl<'cx> op::IntoValue<'cx> for Pair {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "handle", op::IntoValue::into_value(self.handle, cx)?)?;
        object.set(cx, "fd", op::IntoValue::into_value(self.fd, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Pair {}

/// The two ends of `openAnonymousPipe`: blocking descriptors that the caller owns.
#[derive(Debug)]
pub struct AnonymousPipe {
    pub reader: i32,
    pub writer: i32,
}

impl<'cx> op::IntoValue<'cx> for AnonymousPipe {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "reader", op::IntoValue::into_value(self.reader, cx)?)?;
        object.set(cx, "writer", op::IntoValue::into_value(self.writer, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for AnonymousPipe {}

/// The kinds of handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StreamKind {
    Tcp = 1,
    /// A unix-domain socket or a pipe.
    Pipe = 2,
    Terminal = 3,
}

impl StreamKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Tcp,
            2 => Self::Pipe,
            3 => Self::Terminal,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for StreamKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of StreamKind")
    }
}

impl<'cx> op::IntoValue<'cx> for StreamKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `event` reports of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StreamEvent {
    /// Connecting is over: 0 or the errno.
    Connected = 1,
    /// A listening handle accepted a connection: the new handle, or the negated errno.
    Accepted = 2,
    /// The peer sends no more.
    End = 3,
    /// Reading failed: the errno.
    ReadFailed = 4,
    /// The write queue is empty.
    Written = 5,
    /// Writing failed: the errno.
    WriteFailed = 6,
    /// The sending side is shut down: 0 or the errno.
    ShutDown = 7,
    Closed = 8,
}

impl StreamEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Connected,
            2 => Self::Accepted,
            3 => Self::End,
            4 => Self::ReadFailed,
            5 => Self::Written,
            6 => Self::WriteFailed,
            7 => Self::ShutDown,
            8 => Self::Closed,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for StreamEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of StreamEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for StreamEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The status of a write; a negative number is the negated errno.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WriteStatus {
    Done = 0,
    /// Queued: `WRITTEN` or `WRITE_FAILED` follows.
    Waiting = 1,
}

impl WriteStatus {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Done,
            1 => Self::Waiting,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for WriteStatus {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of WriteStatus")
    }
}

impl<'cx> op::IntoValue<'cx> for WriteStatus {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The encodings of strings that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WriteEncoding {
    Utf8 = 0,
    Latin1 = 1,
    Utf16 = 2,
}

impl WriteEncoding {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Utf8,
            1 => Self::Latin1,
            2 => Self::Utf16,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for WriteEncoding {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of WriteEncoding")
    }
}

impl<'cx> op::IntoValue<'cx> for WriteEncoding {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How a TCP handle is bound.
pub mod stream_bind_flags {
    /// Accepts connections over IPv6 only.
    pub const IPV6_ONLY: u8 = 1;
    /// Shares the port with other sockets (SO_REUSEPORT).
    pub const SHARE_PORT: u8 = 2;
}

/// Which users besides the owner may connect to a bound path.
pub mod path_mode_flags {
    pub const READERS: u8 = 1;
    pub const WRITERS: u8 = 2;
}

/// The flag words of a terminal's mode (termios(3)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TerminalWord {
    Input = 0,
    Output = 1,
    Control = 2,
    Local = 3,
}

impl TerminalWord {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Input,
            1 => Self::Output,
            2 => Self::Control,
            3 => Self::Local,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for TerminalWord {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of TerminalWord")
    }
}

impl<'cx> op::IntoValue<'cx> for TerminalWord {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What the handles of a thread notify.
pub struct StreamHandlers {
    /// `length` bytes were received: they are at the start of `receive`, and must be consumed before returning.
    pub read: op::Root,
    /// A later result.
    pub event: op::Root,
}

impl<'cx> op::FromArgument<'cx> for StreamHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self { read: op::handler(cx, value, "read")?, event: op::handler(cx, value, "event")? })
    }
}

/// What `crate::Net` implements.
pub trait NetOps {
    /// Sets the callbacks of this thread. `receive` is one Uint8Array for all reads. `status` is an Int32Array whose first
    /// element is the status of a write: a `WriteStatus`, or the negated errno.
    /// @permission none: sets callbacks of this thread
    fn set_handlers<'cx>(
        &self,
        cx: Context<'cx>,
        handlers: StreamHandlers,
        receive: Value<'cx>,
        status: Value<'cx>,
    ) -> Result<(), Thrown<'cx>>;
    /// Creates a TCP handle; `bind` or `connect` creates its socket.
    /// @permission none: a new handle has no address
    fn open_tcp(&self) -> Result<u32, OpError>;
    /// Creates a handle for a unix-domain stream socket.
    /// @permission none: a new handle has no address
    fn open_pipe(&self) -> Result<u32, OpError>;
    /// Takes ownership of a descriptor: a stream socket, pipe or terminal; `close` closes it. It is made non-blocking; a
    /// terminal is reopened for that. EINVAL for another kind of descriptor, EBADF when it is not open. Returns the
    /// handle.
    /// @permission none: takes over an open descriptor
    fn open_descriptor(&self, fd: i32) -> Result<i32, OpError>;
    /// A handle for the terminal at `fd`, over a descriptor of its own: `fd` stays open, blocking and owned by the
    /// caller. EINVAL when it is not a terminal, EBADF when it is not open. Returns the handle.
    /// @permission none: takes over an open descriptor
    fn open_terminal(&self, fd: i32) -> Result<i32, OpError>;
    /// Creates a pseudo-terminal of that size: the handle is its controlling side, the descriptor (blocking, owned by the
    /// caller) is the terminal for a child process. Throws the system's error, such as EMFILE or ENOENT (syscall
    /// `openpty`).
    /// @permission none: creates a terminal of its own
    fn open_terminal_pair(&self, columns: u16, rows: u16) -> Result<Pair, OpError>;
    /// Sets the size of the terminal of a handle; its programs receive SIGWINCH.
    /// @permission none: works on an open handle
    fn set_terminal_size(&self, handle: u32, columns: u16, rows: u16) -> Result<i32, OpError>;
    /// A flag word of the terminal's mode. -1 without one.
    /// @permission none: works on an open handle
    fn terminal_mode(&self, handle: u32, which: TerminalWord) -> Result<f64, OpError>;
    /// Sets one of these flag words.
    /// @permission none: works on an open handle
    fn set_terminal_mode(&self, handle: u32, which: TerminalWord, flags: u32) -> Result<i32, OpError>;
    /// Sets raw mode of the terminal (`cfmakeraw`), or its original mode.
    /// @permission none: works on an open handle
    fn set_terminal_raw(&self, handle: u32, is_raw: bool) -> Result<i32, OpError>;
    /// Creates two connected unix-domain stream sockets: one is a handle, the other a blocking descriptor that the caller
    /// owns (for a child process). Throws the system's error, such as EMFILE (syscall `socketpair`).
    /// @permission none: connects two sockets of this process
    fn open_pair(&self) -> Result<Pair, OpError>;
    /// Creates a pipe: a program that writes to it when its reader is closed ends by SIGPIPE. Throws the system's error (syscall `pipe2`).
    /// @permission none: connects two descriptors of this process
    fn open_anonymous_pipe(&self) -> Result<AnonymousPipe, OpError>;
    /// The `StreamKind` of a handle; 0 for a closed one.
    /// @permission none: works on an open handle
    fn kind_of(&self, handle: u32) -> Result<u8, OpError>;
    /// Binds a TCP handle to a local address. An address in use is reported by the next `listen` or `connect`.
    /// @permission net(address, port)
    fn bind(&self, handle: u32, address: &str, port: u16, flags: u8) -> Result<i32, OpError>;
    /// The delayed error of `bind`, as the negated errno; 0 for none.
    /// @permission none: works on an open handle
    fn delayed_error(&self, handle: u32) -> Result<i32, OpError>;
    /// Binds a unix-domain handle to a path; one that begins with NUL is abstract. The file is removed when the handle is
    /// closed.
    /// @permission unix(path)
    fn bind_path(&self, handle: u32, path: &str) -> Result<i32, OpError>;
    /// Connects to a numeric address; `CONNECTED` follows when the result is 0.
    /// @permission net(address, port)
    fn connect(&self, handle: u32, address: &str, port: u16) -> Result<i32, OpError>;
    /// Connects to a path; `CONNECTED` follows when the result is 0.
    /// @permission unix(path)
    fn connect_path(&self, handle: u32, path: &str) -> Result<i32, OpError>;
    /// Accepts connections: `ACCEPTED` for each.
    /// @permission none: `bind` checked the address
    fn listen(&self, handle: u32, backlog: i32) -> Result<i32, OpError>;
    /// Starts reading. One read returns at most `lengthMax` bytes (0: the default).
    /// @permission none: works on an open handle
    fn read_start(&self, handle: u32, length_max: u32) -> Result<(), OpError>;
    /// Stops reading; back-pressure stops the peer.
    /// @permission none: works on an open handle
    fn read_stop(&self, handle: u32) -> Result<(), OpError>;
    /// Writes a string (in `encoding`) or bytes. Returns the number of bytes; the result is in `status`. The first write of
    /// a turn is tried at once, further small ones are joined until its end: their status is `DONE`, and `WRITE_FAILED`
    /// follows if they fail later.
    /// @permission none: works on an open handle
    fn write<'cx>(
        &self,
        cx: Context<'cx>,
        handle: u32,
        data: Value<'cx>,
        encoding: WriteEncoding,
    ) -> Result<f64, Thrown<'cx>>;
    /// Writes byte views, as one. Result and status as for `write`.
    /// @permission none: works on an open handle
    fn write_many<'cx>(&self, cx: Context<'cx>, handle: u32, chunks: &[Value<'cx>]) -> Result<f64, Thrown<'cx>>;
    /// The same with an array of views, for more than a call should have as arguments.
    /// @permission none: works on an open handle
    fn write_array<'cx>(&self, cx: Context<'cx>, handle: u32, chunks: Value<'cx>) -> Result<f64, Thrown<'cx>>;
    /// Shuts down the sending side when everything is written. `SHUT_DOWN` follows.
    /// @permission none: works on an open handle
    fn shutdown(&self, handle: u32) -> Result<(), OpError>;
    /// Closes: the write queue is tried once. `CLOSED` follows, and no other.
    /// @permission none: works on an open handle
    fn close(&self, handle: u32) -> Result<(), OpError>;
    /// The same, by RST. EINVAL for another kind of socket than TCP.
    /// @permission none: works on an open handle
    fn reset(&self, handle: u32) -> Result<i32, OpError>;
    /// Sets whether the handle's activity keeps the loop alive.
    /// @permission none: works on an open handle
    fn set_referenced(&self, handle: u32, referenced: bool) -> Result<(), OpError>;
    /// Sends small writes at once (TCP_NODELAY) or delays them briefly.
    /// @permission none: works on an open handle
    fn set_no_delay(&self, handle: u32, enabled: bool) -> Result<i32, OpError>;
    /// Probes the peer after `delaySeconds` idle, every `intervalSeconds`, giving up after `count`; 0 leaves the system's
    /// default.
    /// @permission none: works on an open handle
    fn set_keep_alive(
        &self,
        handle: u32,
        enabled: bool,
        delay_seconds: u32,
        interval_seconds: u32,
        count: u32,
    ) -> Result<i32, OpError>;
    /// Sets the type of service (0 to 255) of outgoing packets.
    /// @permission none: works on an open handle
    fn set_type_of_service(&self, handle: u32, value: u8) -> Result<i32, OpError>;
    /// The type of service of outgoing packets.
    /// @permission none: works on an open handle
    fn type_of_service(&self, handle: u32) -> Result<i32, OpError>;
    /// Sets which users may connect to a bound path.
    /// @permission none: works on an open handle
    fn set_path_mode(&self, handle: u32, mode: u8) -> Result<i32, OpError>;
    /// The local endpoint; null without one.
    /// @permission none: works on an open handle
    fn local_endpoint(&self, handle: u32) -> Result<Option<Endpoint>, OpError>;
    /// The remote endpoint; null without one.
    /// @permission none: works on an open handle
    fn remote_endpoint(&self, handle: u32) -> Result<Option<Endpoint>, OpError>;
    /// The number of the descriptor; -1 without one.
    /// @permission none: works on an open handle
    fn descriptor_of(&self, handle: u32) -> Result<i32, OpError>;
    /// Takes the descriptor out of the handle, which is then closed (`CLOSED` follows). The caller owns it.
    /// @permission none: works on an open handle
    fn take_descriptor(&self, handle: u32) -> Result<i32, OpError>;
    /// Duplicates the descriptor of the socket; the caller owns the duplicate.
    /// @permission none: works on an open handle
    fn duplicate_descriptor(&self, handle: u32) -> Result<i32, OpError>;
    /// The number of bytes in the write queue.
    /// @permission none: works on an open handle
    fn waiting_bytes(&self, handle: u32) -> Result<f64, OpError>;
    /// Closes a descriptor of `takeDescriptor` or `duplicateDescriptor` that was not adopted.
    /// @permission none: works on an open descriptor
    fn close_descriptor(&self, fd: i32) -> Result<i32, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Net>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Net> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Net>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SetHandlersOp;
impl NativeFunction for SetHandlersOp {
    const NAME: &'static str = "setHandlers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handlers: StreamHandlers = op::argument(cx, &arguments, 0, "setHandlers: handlers")?;
        let mut receive: Value<'cx> = op::argument(cx, &arguments, 1, "setHandlers: receive")?;
        let mut status: Value<'cx> = op::argument(cx, &arguments, 2, "setHandlers: status")?;
        op::finish(cx, NetOps::set_handlers(&*state(), cx, handlers, receive, status))
    }
}

struct OpenTcpOp;
impl NativeFunction for OpenTcpOp {
    const NAME: &'static str = "openTcp";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, NetOps::open_tcp(&*state()))
    }
}

struct OpenPipeOp;
impl NativeFunction for OpenPipeOp {
    const NAME: &'static str = "openPipe";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, NetOps::open_pipe(&*state()))
    }
}

struct OpenDescriptorOp;
impl NativeFunction for OpenDescriptorOp {
    const NAME: &'static str = "openDescriptor";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "openDescriptor: fd")?;
        op::finish(cx, NetOps::open_descriptor(&*state(), fd))
    }
}

struct OpenTerminalOp;
impl NativeFunction for OpenTerminalOp {
    const NAME: &'static str = "openTerminal";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "openTerminal: fd")?;
        op::finish(cx, NetOps::open_terminal(&*state(), fd))
    }
}

struct OpenTerminalPairOp;
impl NativeFunction for OpenTerminalPairOp {
    const NAME: &'static str = "openTerminalPair";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut columns: u16 = op::argument(cx, &arguments, 0, "openTerminalPair: columns")?;
        let mut rows: u16 = op::argument(cx, &arguments, 1, "openTerminalPair: rows")?;
        op::finish(cx, NetOps::open_terminal_pair(&*state(), columns, rows))
    }
}

struct SetTerminalSizeOp;
impl NativeFunction for SetTerminalSizeOp {
    const NAME: &'static str = "setTerminalSize";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setTerminalSize: handle")?;
        let mut columns: u16 = op::argument(cx, &arguments, 1, "setTerminalSize: columns")?;
        let mut rows: u16 = op::argument(cx, &arguments, 2, "setTerminalSize: rows")?;
        op::finish(cx, NetOps::set_terminal_size(&*state(), handle, columns, rows))
    }
}

struct TerminalModeOp;
impl NativeFunction for TerminalModeOp {
    const NAME: &'static str = "terminalMode";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "terminalMode: handle")?;
        let mut which: TerminalWord = op::argument(cx, &arguments, 1, "terminalMode: which")?;
        op::finish(cx, NetOps::terminal_mode(&*state(), handle, which))
    }
}

struct SetTerminalModeOp;
impl NativeFunction for SetTerminalModeOp {
    const NAME: &'static str = "setTerminalMode";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setTerminalMode: handle")?;
        let mut which: TerminalWord = op::argument(cx, &arguments, 1, "setTerminalMode: which")?;
        let mut flags: u32 = op::argument(cx, &arguments, 2, "setTerminalMode: flags")?;
        op::finish(cx, NetOps::set_terminal_mode(&*state(), handle, which, flags))
    }
}

struct SetTerminalRawOp;
impl NativeFunction for SetTerminalRawOp {
    const NAME: &'static str = "setTerminalRaw";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setTerminalRaw: handle")?;
        let mut is_raw: bool = op::argument(cx, &arguments, 1, "setTerminalRaw: is_raw")?;
        op::finish(cx, NetOps::set_terminal_raw(&*state(), handle, is_raw))
    }
}

struct OpenPairOp;
impl NativeFunction for OpenPairOp {
    const NAME: &'static str = "openPair";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, NetOps::open_pair(&*state()))
    }
}

struct OpenAnonymousPipeOp;
impl NativeFunction for OpenAnonymousPipeOp {
    const NAME: &'static str = "openAnonymousPipe";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, NetOps::open_anonymous_pipe(&*state()))
    }
}

struct KindOfOp;
impl NativeFunction for KindOfOp {
    const NAME: &'static str = "kindOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "kindOf: handle")?;
        op::finish(cx, NetOps::kind_of(&*state(), handle))
    }
}

struct BindOp;
impl NativeFunction for BindOp {
    const NAME: &'static str = "bind";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "bind: handle")?;
        let mut address: String = op::argument(cx, &arguments, 1, "bind: address")?;
        let mut port: u16 = op::argument(cx, &arguments, 2, "bind: port")?;
        let mut flags: u8 = op::argument(cx, &arguments, 3, "bind: flags")?;
        op::permit(cx, &[op::Permission::Net(op::Subject::from(&address), Some(port.into()))])?;
        op::finish(cx, NetOps::bind(&*state(), handle, &address, port, flags))
    }
}

struct DelayedErrorOp;
impl NativeFunction for DelayedErrorOp {
    const NAME: &'static str = "delayedError";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "delayedError: handle")?;
        op::finish(cx, NetOps::delayed_error(&*state(), handle))
    }
}

struct BindPathOp;
impl NativeFunction for BindPathOp {
    const NAME: &'static str = "bindPath";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "bindPath: handle")?;
        let mut path: String = op::argument(cx, &arguments, 1, "bindPath: path")?;
        op::permit(cx, &[op::Permission::Unix(op::Subject::from(&path))])?;
        op::finish(cx, NetOps::bind_path(&*state(), handle, &path))
    }
}

struct ConnectOp;
impl NativeFunction for ConnectOp {
    const NAME: &'static str = "connect";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "connect: handle")?;
        let mut address: String = op::argument(cx, &arguments, 1, "connect: address")?;
        let mut port: u16 = op::argument(cx, &arguments, 2, "connect: port")?;
        op::permit(cx, &[op::Permission::Net(op::Subject::from(&address), Some(port.into()))])?;
        op::finish(cx, NetOps::connect(&*state(), handle, &address, port))
    }
}

struct ConnectPathOp;
impl NativeFunction for ConnectPathOp {
    const NAME: &'static str = "connectPath";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "connectPath: handle")?;
        let mut path: String = op::argument(cx, &arguments, 1, "connectPath: path")?;
        op::permit(cx, &[op::Permission::Unix(op::Subject::from(&path))])?;
        op::finish(cx, NetOps::connect_path(&*state(), handle, &path))
    }
}

struct ListenOp;
impl NativeFunction for ListenOp {
    const NAME: &'static str = "listen";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "listen: handle")?;
        let mut backlog: i32 = op::argument(cx, &arguments, 1, "listen: backlog")?;
        op::finish(cx, NetOps::listen(&*state(), handle, backlog))
    }
}

struct ReadStartOp;
impl NativeFunction for ReadStartOp {
    const NAME: &'static str = "readStart";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "readStart: handle")?;
        let mut length_max: u32 = op::argument(cx, &arguments, 1, "readStart: length_max")?;
        op::finish(cx, NetOps::read_start(&*state(), handle, length_max))
    }
}

struct ReadStopOp;
impl NativeFunction for ReadStopOp {
    const NAME: &'static str = "readStop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "readStop: handle")?;
        op::finish(cx, NetOps::read_stop(&*state(), handle))
    }
}

struct WriteOp;
impl NativeFunction for WriteOp {
    const NAME: &'static str = "write";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "write: handle")?;
        let mut data: Value<'cx> = op::argument(cx, &arguments, 1, "write: data")?;
        let mut encoding: WriteEncoding = op::argument(cx, &arguments, 2, "write: encoding")?;
        op::finish(cx, NetOps::write(&*state(), cx, handle, data, encoding))
    }
}

struct WriteManyOp;
impl NativeFunction for WriteManyOp {
    const NAME: &'static str = "writeMany";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "writeMany: handle")?;
        let chunks = arguments.rest(1);
        op::finish(cx, NetOps::write_many(&*state(), cx, handle, chunks))
    }
}

struct WriteArrayOp;
impl NativeFunction for WriteArrayOp {
    const NAME: &'static str = "writeArray";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "writeArray: handle")?;
        let mut chunks: Value<'cx> = op::argument(cx, &arguments, 1, "writeArray: chunks")?;
        op::finish(cx, NetOps::write_array(&*state(), cx, handle, chunks))
    }
}

struct ShutdownOp;
impl NativeFunction for ShutdownOp {
    const NAME: &'static str = "shutdown";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "shutdown: handle")?;
        op::finish(cx, NetOps::shutdown(&*state(), handle))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "close: handle")?;
        op::finish(cx, NetOps::close(&*state(), handle))
    }
}

struct ResetOp;
impl NativeFunction for ResetOp {
    const NAME: &'static str = "reset";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "reset: handle")?;
        op::finish(cx, NetOps::reset(&*state(), handle))
    }
}

struct SetReferencedOp;
impl NativeFunction for SetReferencedOp {
    const NAME: &'static str = "setReferenced";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setReferenced: handle")?;
        let mut referenced: bool = op::argument(cx, &arguments, 1, "setReferenced: referenced")?;
        op::finish(cx, NetOps::set_referenced(&*state(), handle, referenced))
    }
}

struct SetNoDelayOp;
impl NativeFunction for SetNoDelayOp {
    const NAME: &'static str = "setNoDelay";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setNoDelay: handle")?;
        let mut enabled: bool = op::argument(cx, &arguments, 1, "setNoDelay: enabled")?;
        op::finish(cx, NetOps::set_no_delay(&*state(), handle, enabled))
    }
}

struct SetKeepAliveOp;
impl NativeFunction for SetKeepAliveOp {
    const NAME: &'static str = "setKeepAlive";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setKeepAlive: handle")?;
        let mut enabled: bool = op::argument(cx, &arguments, 1, "setKeepAlive: enabled")?;
        let mut delay_seconds: u32 = op::argument(cx, &arguments, 2, "setKeepAlive: delay_seconds")?;
        let mut interval_seconds: u32 = op::argument(cx, &arguments, 3, "setKeepAlive: interval_seconds")?;
        let mut count: u32 = op::argument(cx, &arguments, 4, "setKeepAlive: count")?;
        op::finish(cx, NetOps::set_keep_alive(&*state(), handle, enabled, delay_seconds, interval_seconds, count))
    }
}

struct SetTypeOfServiceOp;
impl NativeFunction for SetTypeOfServiceOp {
    const NAME: &'static str = "setTypeOfService";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setTypeOfService: handle")?;
        let mut value: u8 = op::argument(cx, &arguments, 1, "setTypeOfService: value")?;
        op::finish(cx, NetOps::set_type_of_service(&*state(), handle, value))
    }
}

struct TypeOfServiceOp;
impl NativeFunction for TypeOfServiceOp {
    const NAME: &'static str = "typeOfService";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "typeOfService: handle")?;
        op::finish(cx, NetOps::type_of_service(&*state(), handle))
    }
}

struct SetPathModeOp;
impl NativeFunction for SetPathModeOp {
    const NAME: &'static str = "setPathMode";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "setPathMode: handle")?;
        let mut mode: u8 = op::argument(cx, &arguments, 1, "setPathMode: mode")?;
        op::finish(cx, NetOps::set_path_mode(&*state(), handle, mode))
    }
}

struct LocalEndpointOp;
impl NativeFunction for LocalEndpointOp {
    const NAME: &'static str = "localEndpoint";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "localEndpoint: handle")?;
        op::finish(cx, NetOps::local_endpoint(&*state(), handle))
    }
}

struct RemoteEndpointOp;
impl NativeFunction for RemoteEndpointOp {
    const NAME: &'static str = "remoteEndpoint";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "remoteEndpoint: handle")?;
        op::finish(cx, NetOps::remote_endpoint(&*state(), handle))
    }
}

struct DescriptorOfOp;
impl NativeFunction for DescriptorOfOp {
    const NAME: &'static str = "descriptorOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "descriptorOf: handle")?;
        op::finish(cx, NetOps::descriptor_of(&*state(), handle))
    }
}

struct TakeDescriptorOp;
impl NativeFunction for TakeDescriptorOp {
    const NAME: &'static str = "takeDescriptor";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "takeDescriptor: handle")?;
        op::finish(cx, NetOps::take_descriptor(&*state(), handle))
    }
}

struct DuplicateDescriptorOp;
impl NativeFunction for DuplicateDescriptorOp {
    const NAME: &'static str = "duplicateDescriptor";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "duplicateDescriptor: handle")?;
        op::finish(cx, NetOps::duplicate_descriptor(&*state(), handle))
    }
}

struct WaitingBytesOp;
impl NativeFunction for WaitingBytesOp {
    const NAME: &'static str = "waitingBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "waitingBytes: handle")?;
        op::finish(cx, NetOps::waiting_bytes(&*state(), handle))
    }
}

struct CloseDescriptorOp;
impl NativeFunction for CloseDescriptorOp {
    const NAME: &'static str = "closeDescriptor";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "closeDescriptor: fd")?;
        op::finish(cx, NetOps::close_descriptor(&*state(), fd))
    }
}

/// The functions of `native:net`.
pub const AREA: Area = Area {
    name: "net",
    functions: &[
        AreaFunction { name: "setHandlers", is_async: false, make: op::make::<SetHandlersOp> },
        AreaFunction { name: "openTcp", is_async: false, make: op::make::<OpenTcpOp> },
        AreaFunction { name: "openPipe", is_async: false, make: op::make::<OpenPipeOp> },
        AreaFunction { name: "openDescriptor", is_async: false, make: op::make::<OpenDescriptorOp> },
        AreaFunction { name: "openTerminal", is_async: false, make: op::make::<OpenTerminalOp> },
        AreaFunction { name: "openTerminalPair", is_async: false, make: op::make::<OpenTerminalPairOp> },
        AreaFunction { name: "setTerminalSize", is_async: false, make: op::make::<SetTerminalSizeOp> },
        AreaFunction { name: "terminalMode", is_async: false, make: op::make::<TerminalModeOp> },
        AreaFunction { name: "setTerminalMode", is_async: false, make: op::make::<SetTerminalModeOp> },
        AreaFunction { name: "setTerminalRaw", is_async: false, make: op::make::<SetTerminalRawOp> },
        AreaFunction { name: "openPair", is_async: false, make: op::make::<OpenPairOp> },
        AreaFunction { name: "openAnonymousPipe", is_async: false, make: op::make::<OpenAnonymousPipeOp> },
        AreaFunction { name: "kindOf", is_async: false, make: op::make::<KindOfOp> },
        AreaFunction { name: "bind", is_async: false, make: op::make::<BindOp> },
        AreaFunction { name: "delayedError", is_async: false, make: op::make::<DelayedErrorOp> },
        AreaFunction { name: "bindPath", is_async: false, make: op::make::<BindPathOp> },
        AreaFunction { name: "connect", is_async: false, make: op::make::<ConnectOp> },
        AreaFunction { name: "connectPath", is_async: false, make: op::make::<ConnectPathOp> },
        AreaFunction { name: "listen", is_async: false, make: op::make::<ListenOp> },
        AreaFunction { name: "readStart", is_async: false, make: op::make::<ReadStartOp> },
        AreaFunction { name: "readStop", is_async: false, make: op::make::<ReadStopOp> },
        AreaFunction { name: "write", is_async: false, make: op::make::<WriteOp> },
        AreaFunction { name: "writeMany", is_async: false, make: op::make::<WriteManyOp> },
        AreaFunction { name: "writeArray", is_async: false, make: op::make::<WriteArrayOp> },
        AreaFunction { name: "shutdown", is_async: false, make: op::make::<ShutdownOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
        AreaFunction { name: "reset", is_async: false, make: op::make::<ResetOp> },
        AreaFunction { name: "setReferenced", is_async: false, make: op::make::<SetReferencedOp> },
        AreaFunction { name: "setNoDelay", is_async: false, make: op::make::<SetNoDelayOp> },
        AreaFunction { name: "setKeepAlive", is_async: false, make: op::make::<SetKeepAliveOp> },
        AreaFunction { name: "setTypeOfService", is_async: false, make: op::make::<SetTypeOfServiceOp> },
        AreaFunction { name: "typeOfService", is_async: false, make: op::make::<TypeOfServiceOp> },
        AreaFunction { name: "setPathMode", is_async: false, make: op::make::<SetPathModeOp> },
        AreaFunction { name: "localEndpoint", is_async: false, make: op::make::<LocalEndpointOp> },
        AreaFunction { name: "remoteEndpoint", is_async: false, make: op::make::<RemoteEndpointOp> },
        AreaFunction { name: "descriptorOf", is_async: false, make: op::make::<DescriptorOfOp> },
        AreaFunction { name: "takeDescriptor", is_async: false, make: op::make::<TakeDescriptorOp> },
        AreaFunction { name: "duplicateDescriptor", is_async: false, make: op::make::<DuplicateDescriptorOp> },
        AreaFunction { name: "waitingBytes", is_async: false, make: op::make::<WaitingBytesOp> },
        AreaFunction { name: "closeDescriptor", is_async: false, make: op::make::<CloseDescriptorOp> },
    ],
};
