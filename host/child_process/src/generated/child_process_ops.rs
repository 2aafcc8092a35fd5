// @generated from ops/child_process.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::ChildProcess;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// A started program.
#[derive(Debug)]
pub struct Started {
    /// Identifies it in the other functions until its exit was reported.
    pub child: u32,
    pub pid: u32,
    /// 32-bit words: for each descriptor of the child, the parent's end of its pipe (which the caller now owns), or -1.
    pub pipes: Vec<u8>,
}

impl<'cx> op::IntoValue<'cx> for Started {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "child", op::IntoValue::into_value(self.child, cx)?)?;
        object.set(cx, "pid", op::IntoValue::into_value(self.pid, cx)?)?;
        object.set(cx, "pipes", op::IntoValue::into_value(self.pipes, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Started {}

/// The resources that a child used.
#[derive(Debug)]
pub struct ChildUsage {
    pub user_microseconds: f64,
    pub system_microseconds: f64,
    /// At its peak.
    pub resident_bytes: f64,
    pub shared_bytes: f64,
    pub swaps: f64,
    pub blocks_read: f64,
    pub blocks_written: f64,
    pub messages_sent: f64,
    pub messages_received: f64,
    pub signals: f64,
    pub voluntary_switches: f64,
    pub involuntary_switches: f64,
}

impl<'cx> op::IntoValue<'cx> for ChildUsage {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "userMicroseconds", op::IntoValue::into_value(self.user_microseconds, cx)?)?;
        object.set(cx, "systemMicroseconds", op::IntoValue::into_value(self.system_microseconds, cx)?)?;
        object.set(cx, "residentBytes", op::IntoValue::into_value(self.resident_bytes, cx)?)?;
        object.set(cx, "sharedBytes", op::IntoValue::into_value(self.shared_bytes, cx)?)?;
        object.set(cx, "swaps", op::IntoValue::into_value(self.swaps, cx)?)?;
        object.set(cx, "blocksRead", op::IntoValue::into_value(self.blocks_read, cx)?)?;
        object.set(cx, "blocksWritten", op::IntoValue::into_value(self.blocks_written, cx)?)?;
        object.set(cx, "messagesSent", op::IntoValue::into_value(self.messages_sent, cx)?)?;
        object.set(cx, "messagesReceived", op::IntoValue::into_value(self.messages_received, cx)?)?;
        object.set(cx, "signals", op::IntoValue::into_value(self.signals, cx)?)?;
        object.set(cx, "voluntarySwitches", op::IntoValue::into_value(self.voluntary_switches, cx)?)?;
        object.set(cx, "involuntarySwitches", op::IntoValue::into_value(self.involuntary_switches, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for ChildUsage {}

/// Events of the loop about child processes and channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ChildLoopEvent {
    /// A child has exited: (child, exit code, signal).
    Exit = 70,
    /// A channel changed: (channel, `ChannelEvent`, value).
    Channel = 71,
}

impl ChildLoopEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            70 => Self::Exit,
            71 => Self::Channel,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ChildLoopEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ChildLoopEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for ChildLoopEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// What happened to a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ChannelEvent {
    /// Bytes arrived: the value.
    Bytes = 0,
    /// The peer closed it.
    End = 1,
    /// A queued `send` was sent: the value is how many are still queued.
    Sent = 2,
}

impl ChannelEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Bytes,
            1 => Self::End,
            2 => Self::Sent,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ChannelEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ChannelEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for ChannelEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What a descriptor of a child becomes, besides the number of a descriptor of this process.
pub mod stdio_source {
    /// Closed; the null device for 0, 1 and 2.
    pub const NOTHING: i32 = -1;
    /// One end of a new pipe.
    pub const PIPE: i32 = -2;
}

/// How a program is started.
pub mod spawn_flags {
    /// In a session of its own.
    pub const NEW_SESSION: u8 = 1;
    /// The controlling terminal of the session is at descriptor 0.
    pub const CONTROLLING_TERMINAL: u8 = 2;
}

/// Results of `send` besides a negative errno.
pub mod channel_send_result {
    pub const SENT: i32 = 0;
    pub const QUEUED: i32 = 1;
}

/// The kind of a socket descriptor, plus a flag.
pub mod socket_kind {
    pub const NOT_A_SOCKET: u8 = 0;
    pub const CONNECTED: u8 = 1;
    pub const LISTENING: u8 = 2;
    pub const DATAGRAM: u8 = 3;
    pub const MASK: u8 = 15;
    /// Added for a Unix socket.
    pub const HAS_PATH: u8 = 16;
}

/// How a program is started.
#[derive(Debug)]
pub struct SpawnOptions<'cx> {
    /// Null or a negative number leaves it unchanged.
    pub uid: Option<f64>,
    pub gid: Option<f64>,
    /// 32-bit words, one for each descriptor of the child: a descriptor of this process, or a `StdioSource`.
    pub stdio: &'cx [u8],
    pub flags: u8,
}

impl<'cx> op::FromArgument<'cx> for SpawnOptions<'cx> {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            uid: op::field(cx, value, "uid")?,
            gid: op::field(cx, value, "gid")?,
            stdio: op::field(cx, value, "stdio")?,
            flags: op::field(cx, value, "flags")?,
        })
    }
}

/// When a synchronous child is killed.
#[derive(Debug)]
pub struct SpawnLimits {
    /// 0: never.
    pub timeout_ms: f64,
    /// For all outputs together; 0: no limit.
    pub max_bytes: f64,
    /// The signal that it is sent.
    pub kill_signal: i32,
}

impl<'cx> op::FromArgument<'cx> for SpawnLimits {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            timeout_ms: op::field(cx, value, "timeoutMs")?,
            max_bytes: op::field(cx, value, "maxBytes")?,
            kill_signal: op::field(cx, value, "killSignal")?,
        })
    }
}

/// What `crate::ChildProcess` implements.
pub trait ChildProcessOps {
    /// Starts a program. `file` without a slash is searched in the PATH of `environment` (`NAME=value` each). Its exit is
    /// reported by the event `EXIT`. Throws the system's error (syscall `spawn`).
    /// @permission run(file, environment, directory)
    fn spawn(
        &self,
        file: &Path,
        argv: &[String],
        environment: &[String],
        directory: Option<&Path>,
        options: SpawnOptions<'_>,
    ) -> Result<Started, OpError>;
    /// The resource usage of the child whose exit is being reported.
    /// @permission none: works on a child of this process
    fn usage_of_ended(&self) -> Result<ChildUsage, OpError>;
    /// Sends a signal (0 only checks that the child exists). Returns 0 or a negative errno: -3 when the child has exited.
    /// @permission none: works on a child of this process
    fn signal(&self, child: u32, number: i32) -> Result<i32, OpError>;
    /// Sets whether the running child keeps the process alive.
    /// @permission none: works on a child of this process
    fn set_referenced(&self, child: u32, referenced: bool) -> Result<(), OpError>;
    /// Starts a program and waits until it has exited and its pipes are closed. `inputs`: the input bytes for each descriptor,
    /// or null. Otherwise as `spawn`.
    /// @permission run(file, environment, directory)
    fn spawn_sync<'cx>(
        &self,
        cx: Context<'cx>,
        file: &Path,
        argv: &[String],
        environment: &[String],
        directory: Option<&Path>,
        options: SpawnOptions<'_>,
        inputs: Value<'cx>,
        limits: SpawnLimits,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Replaces this process by another program. Returns only by throwing (syscall `execve`).
    /// @permission run(file, environment)
    fn execute(&self, file: &Path, argv: &[String], environment: &[String]) -> Result<(), OpError>;
    /// Takes ownership of the connected Unix socket `fd` as an IPC channel. It does not keep the process alive until
    /// `referenceChannel`. The event `CHANNEL` reports what happens to it.
    /// @permission none: takes over an open descriptor
    fn open_channel(&self, fd: i32) -> Result<u32, OpError>;
    /// Starts or stops reading.
    /// @permission none: works on an open channel
    fn read_channel(&self, channel: u32, reads: bool) -> Result<(), OpError>;
    /// Sends bytes, with a duplicate of descriptor `fd` unless it is null. Returns a `ChannelSendResult` or a negative
    /// errno.
    /// @permission none: works on an open channel
    fn send(&self, channel: u32, bytes: &[u8], fd: Option<i32>) -> Result<i32, OpError>;
    /// The next descriptor that arrived with bytes; the caller owns it. Null without one.
    /// @permission none: works on an open channel
    fn take_descriptor(&self, channel: u32) -> Result<Option<i32>, OpError>;
    /// Sets whether the open channel keeps the process alive.
    /// @permission none: works on an open channel
    fn reference_channel(&self, channel: u32, referenced: bool) -> Result<(), OpError>;
    /// Closes the channel after the queue is sent. No event follows.
    /// @permission none: works on an open channel
    fn close_channel(&self, channel: u32) -> Result<(), OpError>;
    /// The kind of a socket descriptor.
    /// @permission none: works on an open descriptor
    fn kind_of_socket(&self, fd: i32) -> Result<u8, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<ChildProcess>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<ChildProcess> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<ChildProcess>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SpawnOp;
impl NativeFunction for SpawnOp {
    const NAME: &'static str = "spawn";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut file: PathBuf = op::argument(cx, &arguments, 0, "spawn: file")?;
        let mut argv: Vec<String> = op::argument(cx, &arguments, 1, "spawn: argv")?;
        let mut environment: Vec<String> = op::argument(cx, &arguments, 2, "spawn: environment")?;
        let mut directory: Option<PathBuf> = op::argument(cx, &arguments, 3, "spawn: directory")?;
        let mut options: SpawnOptions<'_> = op::argument(cx, &arguments, 4, "spawn: options")?;
        op::permit(cx, &[op::Permission::Run(op::Subject::from(&file), &environment, directory.as_deref())])?;
        op::finish(cx, ChildProcessOps::spawn(&*state(), &file, &argv, &environment, directory.as_deref(), options))
    }
}

struct UsageOfEndedOp;
impl NativeFunction for UsageOfEndedOp {
    const NAME: &'static str = "usageOfEnded";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ChildProcessOps::usage_of_ended(&*state()))
    }
}

struct SignalOp;
impl NativeFunction for SignalOp {
    const NAME: &'static str = "signal";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut child: u32 = op::argument(cx, &arguments, 0, "signal: child")?;
        let mut number: i32 = op::argument(cx, &arguments, 1, "signal: number")?;
        op::finish(cx, ChildProcessOps::signal(&*state(), child, number))
    }
}

struct SetReferencedOp;
impl NativeFunction for SetReferencedOp {
    const NAME: &'static str = "setReferenced";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut child: u32 = op::argument(cx, &arguments, 0, "setReferenced: child")?;
        let mut referenced: bool = op::argument(cx, &arguments, 1, "setReferenced: referenced")?;
        op::finish(cx, ChildProcessOps::set_referenced(&*state(), child, referenced))
    }
}

struct SpawnSyncOp;
impl NativeFunction for SpawnSyncOp {
    const NAME: &'static str = "spawnSync";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut file: PathBuf = op::argument(cx, &arguments, 0, "spawnSync: file")?;
        let mut argv: Vec<String> = op::argument(cx, &arguments, 1, "spawnSync: argv")?;
        let mut environment: Vec<String> = op::argument(cx, &arguments, 2, "spawnSync: environment")?;
        let mut directory: Option<PathBuf> = op::argument(cx, &arguments, 3, "spawnSync: directory")?;
        let mut options: SpawnOptions<'_> = op::argument(cx, &arguments, 4, "spawnSync: options")?;
        let mut inputs: Value<'cx> = op::argument(cx, &arguments, 5, "spawnSync: inputs")?;
        let mut limits: SpawnLimits = op::argument(cx, &arguments, 6, "spawnSync: limits")?;
        op::permit(cx, &[op::Permission::Run(op::Subject::from(&file), &environment, directory.as_deref())])?;
        op::finish(
            cx,
            ChildProcessOps::spawn_sync(
                &*state(),
                cx,
                &file,
                &argv,
                &environment,
                directory.as_deref(),
                options,
                inputs,
                limits,
            ),
        )
    }
}

struct ExecuteOp;
impl NativeFunction for ExecuteOp {
    const NAME: &'static str = "execute";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut file: PathBuf = op::argument(cx, &arguments, 0, "execute: file")?;
        let mut argv: Vec<String> = op::argument(cx, &arguments, 1, "execute: argv")?;
        let mut environment: Vec<String> = op::argument(cx, &arguments, 2, "execute: environment")?;
        op::permit(cx, &[op::Permission::Run(op::Subject::from(&file), &environment, None)])?;
        op::finish(cx, ChildProcessOps::execute(&*state(), &file, &argv, &environment))
    }
}

struct OpenChannelOp;
impl NativeFunction for OpenChannelOp {
    const NAME: &'static str = "openChannel";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "openChannel: fd")?;
        op::finish(cx, ChildProcessOps::open_channel(&*state(), fd))
    }
}

struct ReadChannelOp;
impl NativeFunction for ReadChannelOp {
    const NAME: &'static str = "readChannel";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut channel: u32 = op::argument(cx, &arguments, 0, "readChannel: channel")?;
        let mut reads: bool = op::argument(cx, &arguments, 1, "readChannel: reads")?;
        op::finish(cx, ChildProcessOps::read_channel(&*state(), channel, reads))
    }
}

struct SendOp;
impl NativeFunction for SendOp {
    const NAME: &'static str = "send";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut channel: u32 = op::argument(cx, &arguments, 0, "send: channel")?;
        let mut bytes: &[u8] = op::argument(cx, &arguments, 1, "send: bytes")?;
        let mut fd: Option<i32> = op::argument(cx, &arguments, 2, "send: fd")?;
        op::finish(cx, ChildProcessOps::send(&*state(), channel, bytes, fd))
    }
}

struct TakeDescriptorOp;
impl NativeFunction for TakeDescriptorOp {
    const NAME: &'static str = "takeDescriptor";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut channel: u32 = op::argument(cx, &arguments, 0, "takeDescriptor: channel")?;
        op::finish(cx, ChildProcessOps::take_descriptor(&*state(), channel))
    }
}

struct ReferenceChannelOp;
impl NativeFunction for ReferenceChannelOp {
    const NAME: &'static str = "referenceChannel";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut channel: u32 = op::argument(cx, &arguments, 0, "referenceChannel: channel")?;
        let mut referenced: bool = op::argument(cx, &arguments, 1, "referenceChannel: referenced")?;
        op::finish(cx, ChildProcessOps::reference_channel(&*state(), channel, referenced))
    }
}

struct CloseChannelOp;
impl NativeFunction for CloseChannelOp {
    const NAME: &'static str = "closeChannel";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut channel: u32 = op::argument(cx, &arguments, 0, "closeChannel: channel")?;
        op::finish(cx, ChildProcessOps::close_channel(&*state(), channel))
    }
}

struct KindOfSocketOp;
impl NativeFunction for KindOfSocketOp {
    const NAME: &'static str = "kindOfSocket";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "kindOfSocket: fd")?;
        op::finish(cx, ChildProcessOps::kind_of_socket(&*state(), fd))
    }
}

/// The functions of `native:child_process`.
pub const AREA: Area = Area {
    name: "child_process",
    functions: &[
        AreaFunction { name: "spawn", is_async: false, make: op::make::<SpawnOp> },
        AreaFunction { name: "usageOfEnded", is_async: false, make: op::make::<UsageOfEndedOp> },
        AreaFunction { name: "signal", is_async: false, make: op::make::<SignalOp> },
        AreaFunction { name: "setReferenced", is_async: false, make: op::make::<SetReferencedOp> },
        AreaFunction { name: "spawnSync", is_async: false, make: op::make::<SpawnSyncOp> },
        AreaFunction { name: "execute", is_async: false, make: op::make::<ExecuteOp> },
        AreaFunction { name: "openChannel", is_async: false, make: op::make::<OpenChannelOp> },
        AreaFunction { name: "readChannel", is_async: false, make: op::make::<ReadChannelOp> },
        AreaFunction { name: "send", is_async: false, make: op::make::<SendOp> },
        AreaFunction { name: "takeDescriptor", is_async: false, make: op::make::<TakeDescriptorOp> },
        AreaFunction { name: "referenceChannel", is_async: false, make: op::make::<ReferenceChannelOp> },
        AreaFunction { name: "closeChannel", is_async: false, make: op::make::<CloseChannelOp> },
        AreaFunction { name: "kindOfSocket", is_async: false, make: op::make::<KindOfSocketOp> },
    ],
};
