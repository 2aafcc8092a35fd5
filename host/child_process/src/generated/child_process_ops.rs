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

/// What `crate::ChildProcess` implements.
pub trait ChildProcessOps {
    /// Starts a program. `file` without a slash is searched in the PATH of `environment` (`NAME=value` each). `uid` and
    /// `gid`: -1 leaves them unchanged. `stdio`: 32-bit words, one for each descriptor of the child: -1 nothing (the null
    /// device for 0, 1 and 2), -2 a pipe, otherwise the number of a descriptor of this process. `flags`: 1 a session of
    /// its own, 2 whose controlling terminal is at descriptor 0. Its exit is the event 70 (child, exit code, signal).
    /// Throws the system's error (syscall `spawn`).
    /// @permission run(file, environment, directory)
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
    /// The resource usage of the child whose exit is being reported, as twelve numbers: microseconds of user and system
    /// time, maximum bytes of resident and shared memory, swaps, blocks read and written, messages sent and received,
    /// signals, voluntary and involuntary context switches.
    /// @permission none: works on a child of this process
    fn usage_of_ended<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Sends a signal (0 only checks that the child exists). Returns 0 or a negative errno: -3 when the child has exited.
    /// @permission none: works on a child of this process
    fn signal(&self, child: u32, number: i32) -> Result<i32, OpError>;
    /// Sets whether the running child keeps the process alive.
    /// @permission none: works on a child of this process
    fn set_referenced(&self, child: u32, referenced: bool) -> Result<(), OpError>;
    /// Starts a program and waits until it has exited and its pipes are closed. `inputs`: an array with the input bytes
    /// for each descriptor, or null. After `timeoutMs` (0: never), or when the outputs together are larger than
    /// `maxBytes` (0: no limit), the child is sent `killSignal`. Returns `{ pid, code, signal, errno, outputs, usage }`:
    /// `code` -1 when it was killed by `signal`, `errno` a negative errno or 0, `outputs` an array with the bytes from
    /// each pipe, null for other descriptors; and `usage` as `usageOfEnded`. Otherwise as `spawn`.
    /// @permission run(file, environment, directory)
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
    /// Replaces this process by another program. Returns only by throwing (syscall `execve`).
    /// @permission run(file, environment)
    fn execute(&self, file: &Path, argv: &[String], environment: &[String]) -> Result<(), OpError>;
    /// Takes ownership of the connected Unix socket `fd` as an IPC channel. It does not keep the process alive until
    /// `referenceChannel`. Events 71 (channel, what, value): what 0: `value` bytes arrived; 1: the peer closed; 2: a
    /// queued `send` was sent, `value` is how many are still queued.
    /// @permission none: takes over an open descriptor
    fn open_channel(&self, fd: i32) -> Result<u32, OpError>;
    /// Starts or stops reading.
    /// @permission none: works on an open channel
    fn read_channel(&self, channel: u32, reads: bool) -> Result<(), OpError>;
    /// Sends bytes, with a duplicate of descriptor `fd` unless it is -1. Returns 0 when everything is sent, 1 when it is
    /// queued, or a negative errno.
    /// @permission none: works on an open channel
    fn send(&self, channel: u32, bytes: &[u8], fd: i32) -> Result<i32, OpError>;
    /// The next descriptor that arrived with bytes; the caller owns it. -1 without one.
    /// @permission none: works on an open channel
    fn take_descriptor(&self, channel: u32) -> Result<i32, OpError>;
    /// Sets whether the open channel keeps the process alive.
    /// @permission none: works on an open channel
    fn reference_channel(&self, channel: u32, referenced: bool) -> Result<(), OpError>;
    /// Closes the channel after the queue is sent. No event follows.
    /// @permission none: works on an open channel
    fn close_channel(&self, channel: u32) -> Result<(), OpError>;
    /// The kind of a socket descriptor: 0 not a socket, 1 a connected stream, 2 a listening stream, 3 datagrams; 16 is
    /// added for a Unix path.
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
        let mut uid: f64 = op::argument(cx, &arguments, 4, "spawn: uid")?;
        let mut gid: f64 = op::argument(cx, &arguments, 5, "spawn: gid")?;
        let mut stdio: &[u8] = op::argument(cx, &arguments, 6, "spawn: stdio")?;
        let mut flags: u8 = op::argument(cx, &arguments, 7, "spawn: flags")?;
        op::permit(cx, &[op::Permission::Run(op::Subject::from(&file), &environment, directory.as_deref())])?;
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
