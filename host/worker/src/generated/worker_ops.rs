// @generated from ops/worker.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Worker;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// When the loop of a thread started, in milliseconds since the process started (0: not yet), and how long it has
/// waited.
#[derive(Debug)]
pub struct Times {
    pub start: f64,
    pub idle: f64,
}

impl<'cx> op::IntoValue<'cx> for Times {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "start", op::IntoValue::into_value(self.start, cx)?)?;
        object.set(cx, "idle", op::IntoValue::into_value(self.idle, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Times {}

/// A lock, and the state of the request.
#[derive(Debug)]
pub struct LockRequest {
    pub lock: u32,
    pub state: LockState,
}

impl<'cx> op::IntoValue<'cx> for LockRequest {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "lock", op::IntoValue::into_value(self.lock, cx)?)?;
        object.set(cx, "state", op::IntoValue::into_value(self.state, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for LockRequest {}

/// Events of the loop about threads and locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ThreadLoopEvent {
    /// Output of a child: (child, descriptor, bytes, ends). `ends`: null, or the bytes of a Uint32Array of where each of
    /// several joined writes ends.
    Output = 41,
    /// An uncaught error of a child: (child, 0, the serialized error).
    Error = 42,
    /// A child has ended: (child, exit code).
    Exit = 43,
    /// A child begins: (child).
    Online = 44,
    /// The heap of a child exceeded its limit: (child).
    OutOfMemory = 46,
    /// Another thread called `notify`: (that thread, request, detail).
    Notification = 47,
    /// A lock changed: (lock, `LockChange`).
    Lock = 48,
}

impl ThreadLoopEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            41 => Self::Output,
            42 => Self::Error,
            43 => Self::Exit,
            44 => Self::Online,
            46 => Self::OutOfMemory,
            47 => Self::Notification,
            48 => Self::Lock,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ThreadLoopEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ThreadLoopEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for ThreadLoopEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// What one thread requests of another by `notify`; `internal:node/worker/thread_requests` defines the replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ThreadRequest {
    /// Returned to the sender: the thread ended before it received the request.
    Lost = 0,
    /// `postMessageToThread`.
    Message = 1,
    HeapStatistics = 2,
    CpuUsage = 3,
    StartCpuProfile = 4,
    EndCpuProfile = 5,
    HeapSnapshot = 6,
    /// The recorded categories of trace events have changed; without a reply.
    TraceCategories = 7,
    /// The thread's part of a diagnostic report.
    Report = 8,
}

impl ThreadRequest {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Lost,
            1 => Self::Message,
            2 => Self::HeapStatistics,
            3 => Self::CpuUsage,
            4 => Self::StartCpuProfile,
            5 => Self::EndCpuProfile,
            6 => Self::HeapSnapshot,
            7 => Self::TraceCategories,
            8 => Self::Report,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ThreadRequest {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ThreadRequest")
    }
}

impl<'cx> op::IntoValue<'cx> for ThreadRequest {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// How a lock is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LockRequestKind {
    /// Waits until it is available.
    Wait = 0,
    /// Only if it is available now.
    IfAvailable = 1,
    /// Steals it from its holders.
    Steal = 2,
}

impl LockRequestKind {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Wait,
            1 => Self::IfAvailable,
            2 => Self::Steal,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for LockRequestKind {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of LockRequestKind")
    }
}

impl<'cx> op::IntoValue<'cx> for LockRequestKind {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The state of a new request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LockState {
    Queued = 0,
    Granted = 1,
    Unavailable = 2,
}

impl LockState {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Queued,
            1 => Self::Granted,
            2 => Self::Unavailable,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for LockState {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of LockState")
    }
}

impl<'cx> op::IntoValue<'cx> for LockState {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What happened to a requested lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LockChange {
    Granted = 1,
    Stolen = 2,
}

impl LockChange {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Granted,
            2 => Self::Stolen,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for LockChange {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of LockChange")
    }
}

impl<'cx> op::IntoValue<'cx> for LockChange {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Worker` implements.
pub trait WorkerOps {
    /// The number of this thread: 0 is the main thread; numbers are not reused in a process.
    /// @permission none: the number of this thread
    fn thread_id(&self) -> Result<u32, OpError>;
    /// Starts a thread that calls the builtin `internal:startup/worker_main` with `argument` (JSON). `stackBytes` is the
    /// size of its stack, `heapBytesMax` a limit of its heap (0 for none), above which it ends. Its standard output and
    /// error are delivered here as events, unless it `writesItself`. The thread keeps this one alive until `unref`.
    /// Returns its number.
    /// @permission worker()
    fn start(&self, argument: &str, stack_bytes: f64, heap_bytes_max: f64, writes_itself: bool)
    -> Result<u32, OpError>;
    /// Requests a child to end, also in the middle of its code. Does nothing when it has ended.
    /// @permission none: works on a thread of this process
    fn terminate(&self, thread: u32) -> Result<(), OpError>;
    /// Whether a thread has ended. True before the parent receives the event `EXIT`, also when the thread could not start.
    /// @permission none: works on a thread of this process
    fn has_ended(&self, thread: u32) -> Result<bool, OpError>;
    /// Makes a child keep this thread alive.
    /// @permission none: works on a thread of this process
    fn ref_(&self, thread: u32) -> Result<(), OpError>;
    /// Stops a child from keeping this thread alive.
    /// @permission none: works on a thread of this process
    fn unref(&self, thread: u32) -> Result<(), OpError>;
    /// Passes an uncaught error, serialized, to the parent of this thread.
    /// @permission none: passes an error to the parent
    fn report_error(&self, bytes: &[u8]) -> Result<(), OpError>;
    /// Signals that the program of this thread has started: if it runs long, its start slot passes to a queued thread.
    /// @permission none: works on this thread
    fn program_started(&self) -> Result<(), OpError>;
    /// Signals that this thread is going to block: its start slot passes to a queued thread.
    /// @permission none: works on this thread
    fn will_block(&self) -> Result<(), OpError>;
    /// Ends this thread after the current task, with `code` unless it has one. Unlike an exit it terminates no running code.
    /// @permission none: works on this thread
    fn close(&self, code: i32) -> Result<(), OpError>;
    /// Ends the process, with code 1, when the code of the main thread does not return before a deadline. Returns the memory where
    /// that thread writes it: a double, milliseconds since the epoch (0: none), a second one, the number of the test that runs, then
    /// `stateBytes` bytes, a state of each test. Before the end a line with them and the captured output is written to the descriptor
    /// `journal`: `{"overdue":{"test":…,"states":"…","output":"…"}}`. Throws when the thread that watches cannot start.
    /// @permission none: works on this process
    fn end_overdue<'cx>(&self, cx: Context<'cx>, journal: i32, state_bytes: u32) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Sends another thread a request and its detail, as the event `NOTIFICATION`. False for an unknown thread.
    /// When it ends before it receives them, this thread receives (that thread, `LOST`, `detail`) in the same way.
    /// @permission none: works on a thread of this process
    fn notify(&self, thread: u32, request: ThreadRequest, detail: u32) -> Result<bool, OpError>;
    /// The loop metrics of a thread.
    /// @permission none: works on a thread of this process
    fn loop_times(&self, thread: u32) -> Result<Times, OpError>;
    /// Creates an environment that threads can share, from alternating names and values. Returns its number.
    /// @permission none: the variables are in its arguments
    fn share_environment(&self, entries: &[String]) -> Result<u32, OpError>;
    /// The value of a variable of a shared environment; null when it is not set.
    /// @permission env(name)
    fn shared_variable(&self, environment: u32, name: &str) -> Result<Option<Text>, OpError>;
    /// Sets a variable of a shared environment.
    /// @permission env(name)
    fn set_shared_variable(&self, environment: u32, name: &str, value: &str) -> Result<(), OpError>;
    /// Removes a variable of a shared environment.
    /// @permission env(name)
    fn delete_shared_variable(&self, environment: u32, name: &str) -> Result<(), OpError>;
    /// The names of the variables of a shared environment.
    /// @permission env()
    fn shared_variable_names(&self, environment: u32) -> Result<Vec<String>, OpError>;
    /// Records that this thread opened a descriptor, which is closed when the thread ends. False when it was recorded
    /// already.
    /// @permission none: records an open descriptor
    fn descriptor_opened(&self, fd: i32) -> Result<bool, OpError>;
    /// Records that this thread closed a descriptor. False when it was not recorded.
    /// @permission none: records an open descriptor
    fn descriptor_closed(&self, fd: i32) -> Result<bool, OpError>;
    /// Requests the lock `name`, exclusive or shared. The event `LOCK` reports when a queued request is granted, and when a
    /// held lock is stolen.
    /// @permission none: locks are local to this process
    fn request_lock(&self, name: &str, is_shared: bool, kind: LockRequestKind) -> Result<LockRequest, OpError>;
    /// Releases a lock, or withdraws a request.
    /// @permission none: locks are local to this process
    fn release_lock(&self, lock: u32) -> Result<(), OpError>;
    /// All locks of the process, four strings each: "held" or "pending", name, "exclusive" or "shared", number of the thread.
    /// @permission none: locks are local to this process
    fn all_locks(&self) -> Result<Vec<String>, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Worker>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Worker> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Worker>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ThreadIdOp;
impl NativeFunction for ThreadIdOp {
    const NAME: &'static str = "threadId";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, WorkerOps::thread_id(&*state()))
    }
}

struct StartOp;
impl NativeFunction for StartOp {
    const NAME: &'static str = "start";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut argument: String = op::argument(cx, &arguments, 0, "start: argument")?;
        let mut stack_bytes: f64 = op::argument(cx, &arguments, 1, "start: stack_bytes")?;
        let mut heap_bytes_max: f64 = op::argument(cx, &arguments, 2, "start: heap_bytes_max")?;
        let mut writes_itself: bool = op::argument(cx, &arguments, 3, "start: writes_itself")?;
        op::permit(cx, &[op::Permission::Worker(op::Subject::Any)])?;
        op::finish(cx, WorkerOps::start(&*state(), &argument, stack_bytes, heap_bytes_max, writes_itself))
    }
}

struct TerminateOp;
impl NativeFunction for TerminateOp {
    const NAME: &'static str = "terminate";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut thread: u32 = op::argument(cx, &arguments, 0, "terminate: thread")?;
        op::finish(cx, WorkerOps::terminate(&*state(), thread))
    }
}

struct HasEndedOp;
impl NativeFunction for HasEndedOp {
    const NAME: &'static str = "hasEnded";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut thread: u32 = op::argument(cx, &arguments, 0, "hasEnded: thread")?;
        op::finish(cx, WorkerOps::has_ended(&*state(), thread))
    }
}

struct RefOp;
impl NativeFunction for RefOp {
    const NAME: &'static str = "ref";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut thread: u32 = op::argument(cx, &arguments, 0, "ref: thread")?;
        op::finish(cx, WorkerOps::ref_(&*state(), thread))
    }
}

struct UnrefOp;
impl NativeFunction for UnrefOp {
    const NAME: &'static str = "unref";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut thread: u32 = op::argument(cx, &arguments, 0, "unref: thread")?;
        op::finish(cx, WorkerOps::unref(&*state(), thread))
    }
}

struct ReportErrorOp;
impl NativeFunction for ReportErrorOp {
    const NAME: &'static str = "reportError";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: &[u8] = op::argument(cx, &arguments, 0, "reportError: bytes")?;
        op::finish(cx, WorkerOps::report_error(&*state(), bytes))
    }
}

struct ProgramStartedOp;
impl NativeFunction for ProgramStartedOp {
    const NAME: &'static str = "programStarted";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, WorkerOps::program_started(&*state()))
    }
}

struct WillBlockOp;
impl NativeFunction for WillBlockOp {
    const NAME: &'static str = "willBlock";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, WorkerOps::will_block(&*state()))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut code: i32 = op::argument(cx, &arguments, 0, "close: code")?;
        op::finish(cx, WorkerOps::close(&*state(), code))
    }
}

struct EndOverdueOp;
impl NativeFunction for EndOverdueOp {
    const NAME: &'static str = "endOverdue";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut journal: i32 = op::argument(cx, &arguments, 0, "endOverdue: journal")?;
        let mut state_bytes: u32 = op::argument(cx, &arguments, 1, "endOverdue: state_bytes")?;
        op::finish(cx, WorkerOps::end_overdue(&*state(), cx, journal, state_bytes))
    }
}

struct NotifyOp;
impl NativeFunction for NotifyOp {
    const NAME: &'static str = "notify";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut thread: u32 = op::argument(cx, &arguments, 0, "notify: thread")?;
        let mut request: ThreadRequest = op::argument(cx, &arguments, 1, "notify: request")?;
        let mut detail: u32 = op::argument(cx, &arguments, 2, "notify: detail")?;
        op::finish(cx, WorkerOps::notify(&*state(), thread, request, detail))
    }
}

struct LoopTimesOp;
impl NativeFunction for LoopTimesOp {
    const NAME: &'static str = "loopTimes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut thread: u32 = op::argument(cx, &arguments, 0, "loopTimes: thread")?;
        op::finish(cx, WorkerOps::loop_times(&*state(), thread))
    }
}

struct ShareEnvironmentOp;
impl NativeFunction for ShareEnvironmentOp {
    const NAME: &'static str = "shareEnvironment";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut entries: Vec<String> = op::argument(cx, &arguments, 0, "shareEnvironment: entries")?;
        op::finish(cx, WorkerOps::share_environment(&*state(), &entries))
    }
}

struct SharedVariableOp;
impl NativeFunction for SharedVariableOp {
    const NAME: &'static str = "sharedVariable";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut environment: u32 = op::argument(cx, &arguments, 0, "sharedVariable: environment")?;
        let mut name: String = op::argument(cx, &arguments, 1, "sharedVariable: name")?;
        op::permit(cx, &[op::Permission::Env(op::Subject::from(&name))])?;
        op::finish(cx, WorkerOps::shared_variable(&*state(), environment, &name))
    }
}

struct SetSharedVariableOp;
impl NativeFunction for SetSharedVariableOp {
    const NAME: &'static str = "setSharedVariable";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut environment: u32 = op::argument(cx, &arguments, 0, "setSharedVariable: environment")?;
        let mut name: String = op::argument(cx, &arguments, 1, "setSharedVariable: name")?;
        let mut value: String = op::argument(cx, &arguments, 2, "setSharedVariable: value")?;
        op::permit(cx, &[op::Permission::Env(op::Subject::from(&name))])?;
        op::finish(cx, WorkerOps::set_shared_variable(&*state(), environment, &name, &value))
    }
}

struct DeleteSharedVariableOp;
impl NativeFunction for DeleteSharedVariableOp {
    const NAME: &'static str = "deleteSharedVariable";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut environment: u32 = op::argument(cx, &arguments, 0, "deleteSharedVariable: environment")?;
        let mut name: String = op::argument(cx, &arguments, 1, "deleteSharedVariable: name")?;
        op::permit(cx, &[op::Permission::Env(op::Subject::from(&name))])?;
        op::finish(cx, WorkerOps::delete_shared_variable(&*state(), environment, &name))
    }
}

struct SharedVariableNamesOp;
impl NativeFunction for SharedVariableNamesOp {
    const NAME: &'static str = "sharedVariableNames";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut environment: u32 = op::argument(cx, &arguments, 0, "sharedVariableNames: environment")?;
        op::permit(cx, &[op::Permission::Env(op::Subject::Any)])?;
        op::finish(cx, WorkerOps::shared_variable_names(&*state(), environment))
    }
}

struct DescriptorOpenedOp;
impl NativeFunction for DescriptorOpenedOp {
    const NAME: &'static str = "descriptorOpened";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "descriptorOpened: fd")?;
        op::finish(cx, WorkerOps::descriptor_opened(&*state(), fd))
    }
}

struct DescriptorClosedOp;
impl NativeFunction for DescriptorClosedOp {
    const NAME: &'static str = "descriptorClosed";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut fd: i32 = op::argument(cx, &arguments, 0, "descriptorClosed: fd")?;
        op::finish(cx, WorkerOps::descriptor_closed(&*state(), fd))
    }
}

struct RequestLockOp;
impl NativeFunction for RequestLockOp {
    const NAME: &'static str = "requestLock";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "requestLock: name")?;
        let mut is_shared: bool = op::argument(cx, &arguments, 1, "requestLock: is_shared")?;
        let mut kind: LockRequestKind = op::argument(cx, &arguments, 2, "requestLock: kind")?;
        op::finish(cx, WorkerOps::request_lock(&*state(), &name, is_shared, kind))
    }
}

struct ReleaseLockOp;
impl NativeFunction for ReleaseLockOp {
    const NAME: &'static str = "releaseLock";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut lock: u32 = op::argument(cx, &arguments, 0, "releaseLock: lock")?;
        op::finish(cx, WorkerOps::release_lock(&*state(), lock))
    }
}

struct AllLocksOp;
impl NativeFunction for AllLocksOp {
    const NAME: &'static str = "allLocks";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, WorkerOps::all_locks(&*state()))
    }
}

/// The functions of `native:worker`.
pub const AREA: Area = Area {
    name: "worker",
    functions: &[
        AreaFunction { name: "threadId", is_async: false, make: op::make::<ThreadIdOp> },
        AreaFunction { name: "start", is_async: false, make: op::make::<StartOp> },
        AreaFunction { name: "terminate", is_async: false, make: op::make::<TerminateOp> },
        AreaFunction { name: "hasEnded", is_async: false, make: op::make::<HasEndedOp> },
        AreaFunction { name: "ref", is_async: false, make: op::make::<RefOp> },
        AreaFunction { name: "unref", is_async: false, make: op::make::<UnrefOp> },
        AreaFunction { name: "reportError", is_async: false, make: op::make::<ReportErrorOp> },
        AreaFunction { name: "programStarted", is_async: false, make: op::make::<ProgramStartedOp> },
        AreaFunction { name: "willBlock", is_async: false, make: op::make::<WillBlockOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
        AreaFunction { name: "endOverdue", is_async: false, make: op::make::<EndOverdueOp> },
        AreaFunction { name: "notify", is_async: false, make: op::make::<NotifyOp> },
        AreaFunction { name: "loopTimes", is_async: false, make: op::make::<LoopTimesOp> },
        AreaFunction { name: "shareEnvironment", is_async: false, make: op::make::<ShareEnvironmentOp> },
        AreaFunction { name: "sharedVariable", is_async: false, make: op::make::<SharedVariableOp> },
        AreaFunction { name: "setSharedVariable", is_async: false, make: op::make::<SetSharedVariableOp> },
        AreaFunction { name: "deleteSharedVariable", is_async: false, make: op::make::<DeleteSharedVariableOp> },
        AreaFunction { name: "sharedVariableNames", is_async: false, make: op::make::<SharedVariableNamesOp> },
        AreaFunction { name: "descriptorOpened", is_async: false, make: op::make::<DescriptorOpenedOp> },
        AreaFunction { name: "descriptorClosed", is_async: false, make: op::make::<DescriptorClosedOp> },
        AreaFunction { name: "requestLock", is_async: false, make: op::make::<RequestLockOp> },
        AreaFunction { name: "releaseLock", is_async: false, make: op::make::<ReleaseLockOp> },
        AreaFunction { name: "allLocks", is_async: false, make: op::make::<AllLocksOp> },
    ],
};
