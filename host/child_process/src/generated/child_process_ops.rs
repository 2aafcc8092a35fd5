// @generated from ops/child_process.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::ChildProcess;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// A started program.
#[derive(Debug)]
pub struct Started {
    /// Names it in the other functions until its exit was delivered.
    pub child: u32,
    pub pid: u32,
    /// 32-bit words: for each descriptor of the child, this end of its pipe (which the caller now owns), or -1.
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

/// What `crate::ChildProcess` implements.
pub trait ChildProcessOps {
    /// Starts a program. `file` without a slash is searched in the PATH of `environment` (`NAME=value` each). `uid` and `gid`: -1 keeps.
    /// `stdio`: 32-bit words, one for each descriptor of the child: -1 nothing (the null device for 0, 1 and 2), -2 a pipe, otherwise the number
    /// of this process's descriptor. `flags`: 1 a session of its own, 2 whose terminal is the one at
    /// descriptor 0. Its end comes as the event 70 (child, exit code, signal).
    /// Throws the system's error (syscall `spawn`). Permission: run.
    fn spawn(
        &self,
        file: &Path,
        argv: &[String],
        environment: &[String],
        directory: Option<&Path>,
        uid: f64,
        gid: f64,
        stdio: &[u8],
        flags: u8,
    ) -> Result<Started, OpError>;
    /// What the child took whose end is the event that is being delivered, as twelve numbers: microseconds of user and system time, bytes of
    /// resident and shared memory at most, swaps, blocks read and written, messages sent and received, signals, voluntary and involuntary
    /// context switches.
    fn usage_of_ended<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Sends a signal (0 only asks). Returns 0 or a negative error number: -3 when the child has ended.
    fn signal(&self, child: u32, number: i32) -> Result<i32, OpError>;
    /// Lets the running child keep the process alive, or not.
    fn set_referenced(&self, child: u32, referenced: bool) -> Result<(), OpError>;
    /// Starts a program and waits for its end and for that of its pipes. `inputs`: an array with the bytes for each descriptor, or null. After `timeoutMs`
    /// (0: never), or when the outputs together are larger than `maxBytes` (0: any), the child gets `killSignal`. Returns `{ pid, code, signal,
    /// errno, outputs, usage }`: `code` -1 when it was ended by `signal`, `errno` a negative error number or 0, `outputs` an array with the bytes that came
    /// from each pipe, null for what is none; and `usage` as `usageOfEnded` gives it. Otherwise as `spawn`. Permission: run.
    fn spawn_sync<'cx>(
        &self,
        cx: Context<'cx>,
        file: &Path,
        argv: &[String],
        environment: &[String],
        directory: Option<&Path>,
        uid: f64,
        gid: f64,
        stdio: &[u8],
        flags: u8,
        inputs: Value<'cx>,
        timeout_ms: f64,
        max_bytes: f64,
        kill_signal: i32,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Replaces this process by another program. Returns only by throwing (syscall `execve`). Permission: run.
    fn execute(&self, file: &Path, argv: &[String], environment: &[String]) -> Result<(), OpError>;
    /// Takes over the connected Unix socket `fd` as a channel. It does not keep the process alive until `referenceChannel`. Events 71 (channel, what,
    /// value): what 0: `value` bytes came; 1: the other end closed; 2: a queued `send` is out, `value` is how many still wait.
    fn open_channel(&self, fd: i32) -> Result<u32, OpError>;
    /// Starts to read, or stops.
    fn read_channel(&self, channel: u32, reads: bool) -> Result<(), OpError>;
    /// Sends bytes, with a copy of descriptor `fd` unless it is -1. Returns 0 when all is out, 1 when it is queued, or a negative error number.
    fn send(&self, channel: u32, bytes: &[u8], fd: i32) -> Result<i32, OpError>;
    /// The next descriptor that came with bytes; the caller owns it. -1 when there is none.
    fn take_descriptor(&self, channel: u32) -> Result<i32, OpError>;
    /// Lets the open channel keep the process alive, or not.
    fn reference_channel(&self, channel: u32, referenced: bool) -> Result<(), OpError>;
    /// Closes the channel after what is queued is out. No event follows.
    fn close_channel(&self, channel: u32) -> Result<(), OpError>;
    /// What a socket descriptor is: 0 none, 1 a connected stream, 2 a listening stream, 3 datagrams; 16 is added for a Unix path.
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
        let mut uid: f64 = op::argument(cx, &arguments, 4, "spawn: uid")?;
        let mut gid: f64 = op::argument(cx, &arguments, 5, "spawn: gid")?;
        let mut stdio: &[u8] = op::argument(cx, &arguments, 6, "spawn: stdio")?;
        let mut flags: u8 = op::argument(cx, &arguments, 7, "spawn: flags")?;
        op::finish(
            cx,
            ChildProcessOps::spawn(&*state(), &file, &argv, &environment, directory.as_deref(), uid, gid, stdio, flags),
        )
    }
}

struct UsageOfEndedOp;
impl NativeFunction for UsageOfEndedOp {
    const NAME: &'static str = "usageOfEnded";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ChildProcessOps::usage_of_ended(&*state(), cx))
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
        let mut uid: f64 = op::argument(cx, &arguments, 4, "spawnSync: uid")?;
        let mut gid: f64 = op::argument(cx, &arguments, 5, "spawnSync: gid")?;
        let mut stdio: &[u8] = op::argument(cx, &arguments, 6, "spawnSync: stdio")?;
        let mut flags: u8 = op::argument(cx, &arguments, 7, "spawnSync: flags")?;
        let mut inputs: Value<'cx> = op::argument(cx, &arguments, 8, "spawnSync: inputs")?;
        let mut timeout_ms: f64 = op::argument(cx, &arguments, 9, "spawnSync: timeout_ms")?;
        let mut max_bytes: f64 = op::argument(cx, &arguments, 10, "spawnSync: max_bytes")?;
        let mut kill_signal: i32 = op::argument(cx, &arguments, 11, "spawnSync: kill_signal")?;
        op::finish(
            cx,
            ChildProcessOps::spawn_sync(
                &*state(),
                cx,
                &file,
                &argv,
                &environment,
                directory.as_deref(),
                uid,
                gid,
                stdio,
                flags,
                inputs,
                timeout_ms,
                max_bytes,
                kill_signal,
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
        let mut fd: i32 = op::argument(cx, &arguments, 2, "send: fd")?;
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
