// @generated from ops/messaging.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Messaging;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The two ends of a new channel. Both are without an owner until `own`.
#[derive(Debug)]
pub struct Channel {
    pub first: u32,
    pub second: u32,
}

impl<'cx> op::IntoValue<'cx> for Channel {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "first", op::IntoValue::into_value(self.first, cx)?)?;
        object.set(cx, "second", op::IntoValue::into_value(self.second, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Channel {}

/// Events of the loop about ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum PortLoopEvent {
    /// A port changed: (port, `PortEvent`).
    Port = 40,
}

impl PortLoopEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            40 => Self::Port,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PortLoopEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PortLoopEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for PortLoopEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// What happened to a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PortEvent {
    /// A message is queued.
    Message = 0,
    /// The channel has ended, and its queue is delivered.
    Closed = 1,
}

impl PortEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Message,
            1 => Self::Closed,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for PortEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of PortEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for PortEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How a blocking wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WaitResult {
    TimedOut = 0,
    /// A message is queued.
    Message = 1,
    /// The channel has ended.
    Closed = 2,
}

impl WaitResult {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::TimedOut,
            1 => Self::Message,
            2 => Self::Closed,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for WaitResult {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of WaitResult")
    }
}

impl<'cx> op::IntoValue<'cx> for WaitResult {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// Results of `receiveInto` besides a count of bytes.
pub mod receive_result {
    /// No message is queued.
    pub const EMPTY: i32 = -1;
    /// The message does not fit, or has more than bytes: `receive` takes it.
    pub const NOT_BYTES: i32 = -2;
}

/// What `crate::Messaging` implements.
pub trait MessagingOps {
    /// Makes two entangled ports.
    fn create_channel(&self) -> Result<Channel, OpError>;
    /// Makes this thread the receiver of `port`: wake-ups are sent here. Throws when the port is closed.
    fn own(&self, port: u32) -> Result<(), OpError>;
    /// Removes the owner of a port so that it can be transferred in a message; its queue stays.
    fn disown(&self, port: u32) -> Result<(), OpError>;
    /// A new ArrayBuffer with the memory of `buffer`, which is detached; nothing is copied. Null when the engine cannot do it:
    /// then `buffer` is unchanged.
    fn move_buffer<'cx>(&self, cx: Context<'cx>, buffer: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Queues a message for the entangled port: copies `bytes`, transfers the ArrayBuffers of the array `buffers` (without a
    /// copy where the engine allows that) and the ports of the array `handles`. False when that is closed.
    /// Entries of the kinds `SharedArrayBuffer`, `WebAssembly.Module` and `WebAssembly.Memory` (its SharedArrayBuffer) are in
    /// `buffers` too and are shared instead. The handle of an entry of the kind `FileHandle` is a descriptor, which is closed
    /// when the message is not received.
    fn post<'cx>(
        &self,
        cx: Context<'cx>,
        port: u32,
        bytes: &[u8],
        kinds: &str,
        buffers: Value<'cx>,
        handles: Value<'cx>,
    ) -> Result<bool, Thrown<'cx>>;
    /// `post` with bytes only.
    fn post_bytes(&self, port: u32, bytes: &[u8]) -> Result<bool, OpError>;
    /// Allows messages to wake this thread: one event per queued message, each a task of its own.
    fn start(&self, port: u32) -> Result<(), OpError>;
    /// Blocks this thread until a message is queued at `port` or its channel ends, `timeoutMs` at most.
    fn wait(&self, port: u32, timeout_ms: u32) -> Result<WaitResult, OpError>;
    /// Takes the next queued message; null without one.
    fn receive<'cx>(&self, cx: Context<'cx>, port: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Takes the next queued message if its bytes fit into `target` and nothing was transferred with it: returns their
    /// count, or a `ReceiveResult`.
    fn receive_into(&self, port: u32, target: &mut [u8]) -> Result<i32, OpError>;
    /// Closes both ends. The queue of the entangled port is delivered first; then each owner receives the event
    /// `CLOSED`. Closing twice does nothing.
    fn close(&self, port: u32) -> Result<(), OpError>;
    /// Keeps the process alive while the port is open.
    fn ref_(&self, port: u32) -> Result<(), OpError>;
    /// Stops keeping the process alive.
    fn unref(&self, port: u32) -> Result<(), OpError>;
    /// Joins the broadcast group `name`; returns a port whose posts arrive at all other members. The wake-ups of one post
    /// come in the order in which the members joined, before those of the next post.
    fn join_group(&self, name: &str) -> Result<u32, OpError>;
    /// Whether `value`, a SharedArrayBuffer, a WebAssembly.Module, or the buffer of a shared WebAssembly.Memory, as `kind` says,
    /// can be shared with other threads in this engine.
    fn can_share<'cx>(&self, cx: Context<'cx>, value: Value<'cx>, kind: &str) -> Result<bool, Thrown<'cx>>;
    /// A SharedArrayBuffer, WebAssembly.Module or WebAssembly.Memory for the shared object of a number from a message; works once. `sample`
    /// is an object of that class of this thread. undefined when that fails.
    fn adopt_shared<'cx>(&self, cx: Context<'cx>, number: u32, sample: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Messaging>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Messaging> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Messaging>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct CreateChannelOp;
impl NativeFunction for CreateChannelOp {
    const NAME: &'static str = "createChannel";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, MessagingOps::create_channel(&*state()))
    }
}

struct OwnOp;
impl NativeFunction for OwnOp {
    const NAME: &'static str = "own";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "own: port")?;
        op::finish(cx, MessagingOps::own(&*state(), port))
    }
}

struct DisownOp;
impl NativeFunction for DisownOp {
    const NAME: &'static str = "disown";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "disown: port")?;
        op::finish(cx, MessagingOps::disown(&*state(), port))
    }
}

struct MoveBufferOp;
impl NativeFunction for MoveBufferOp {
    const NAME: &'static str = "moveBuffer";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut buffer: Value<'cx> = op::argument(cx, &arguments, 0, "moveBuffer: buffer")?;
        op::finish(cx, MessagingOps::move_buffer(&*state(), cx, buffer))
    }
}

struct PostOp;
impl NativeFunction for PostOp {
    const NAME: &'static str = "post";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "post: port")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "post: bytes")?;
        let mut kinds: String = op::argument(cx, &arguments, 2, "post: kinds")?;
        let mut buffers: Value<'cx> = op::argument(cx, &arguments, 3, "post: buffers")?;
        let mut handles: Value<'cx> = op::argument(cx, &arguments, 4, "post: handles")?;
        op::finish(cx, MessagingOps::post(&*state(), cx, port, bytes, &kinds, buffers, handles))
    }
}

struct PostBytesOp;
impl NativeFunction for PostBytesOp {
    const NAME: &'static str = "postBytes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "postBytes: port")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "postBytes: bytes")?;
        op::finish(cx, MessagingOps::post_bytes(&*state(), port, bytes))
    }
}

struct StartOp;
impl NativeFunction for StartOp {
    const NAME: &'static str = "start";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "start: port")?;
        op::finish(cx, MessagingOps::start(&*state(), port))
    }
}

struct WaitOp;
impl NativeFunction for WaitOp {
    const NAME: &'static str = "wait";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "wait: port")?;
        let mut timeout_ms: u32 = op::argument(cx, &arguments, 1, "wait: timeout_ms")?;
        op::finish(cx, MessagingOps::wait(&*state(), port, timeout_ms))
    }
}

struct ReceiveOp;
impl NativeFunction for ReceiveOp {
    const NAME: &'static str = "receive";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "receive: port")?;
        op::finish(cx, MessagingOps::receive(&*state(), cx, port))
    }
}

struct ReceiveIntoOp;
impl NativeFunction for ReceiveIntoOp {
    const NAME: &'static str = "receiveInto";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "receiveInto: port")?;
        let mut target: &mut [u8] = op::argument(cx, &arguments, 1, "receiveInto: target")?;
        op::finish(cx, MessagingOps::receive_into(&*state(), port, target))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "close: port")?;
        op::finish(cx, MessagingOps::close(&*state(), port))
    }
}

struct RefOp;
impl NativeFunction for RefOp {
    const NAME: &'static str = "ref";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "ref: port")?;
        op::finish(cx, MessagingOps::ref_(&*state(), port))
    }
}

struct UnrefOp;
impl NativeFunction for UnrefOp {
    const NAME: &'static str = "unref";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut port: u32 = op::argument(cx, &arguments, 0, "unref: port")?;
        op::finish(cx, MessagingOps::unref(&*state(), port))
    }
}

struct JoinGroupOp;
impl NativeFunction for JoinGroupOp {
    const NAME: &'static str = "joinGroup";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "joinGroup: name")?;
        op::finish(cx, MessagingOps::join_group(&*state(), &name))
    }
}

struct CanShareOp;
impl NativeFunction for CanShareOp {
    const NAME: &'static str = "canShare";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut value: Value<'cx> = op::argument(cx, &arguments, 0, "canShare: value")?;
        let mut kind: String = op::argument(cx, &arguments, 1, "canShare: kind")?;
        op::finish(cx, MessagingOps::can_share(&*state(), cx, value, &kind))
    }
}

struct AdoptSharedOp;
impl NativeFunction for AdoptSharedOp {
    const NAME: &'static str = "adoptShared";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut number: u32 = op::argument(cx, &arguments, 0, "adoptShared: number")?;
        let mut sample: Value<'cx> = op::argument(cx, &arguments, 1, "adoptShared: sample")?;
        op::finish(cx, MessagingOps::adopt_shared(&*state(), cx, number, sample))
    }
}

/// The functions of `native:messaging`.
pub const AREA: Area = Area {
    name: "messaging",
    functions: &[
        AreaFunction { name: "createChannel", is_async: false, make: op::make::<CreateChannelOp> },
        AreaFunction { name: "own", is_async: false, make: op::make::<OwnOp> },
        AreaFunction { name: "disown", is_async: false, make: op::make::<DisownOp> },
        AreaFunction { name: "moveBuffer", is_async: false, make: op::make::<MoveBufferOp> },
        AreaFunction { name: "post", is_async: false, make: op::make::<PostOp> },
        AreaFunction { name: "postBytes", is_async: false, make: op::make::<PostBytesOp> },
        AreaFunction { name: "start", is_async: false, make: op::make::<StartOp> },
        AreaFunction { name: "wait", is_async: false, make: op::make::<WaitOp> },
        AreaFunction { name: "receive", is_async: false, make: op::make::<ReceiveOp> },
        AreaFunction { name: "receiveInto", is_async: false, make: op::make::<ReceiveIntoOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
        AreaFunction { name: "ref", is_async: false, make: op::make::<RefOp> },
        AreaFunction { name: "unref", is_async: false, make: op::make::<UnrefOp> },
        AreaFunction { name: "joinGroup", is_async: false, make: op::make::<JoinGroupOp> },
        AreaFunction { name: "canShare", is_async: false, make: op::make::<CanShareOp> },
        AreaFunction { name: "adoptShared", is_async: false, make: op::make::<AdoptSharedOp> },
    ],
};
