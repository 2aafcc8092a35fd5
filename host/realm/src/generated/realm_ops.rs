// @generated from ops/realm.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Realm;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The heap of this thread: bytes of live objects as of the last collection, of the heap's blocks, and of memory that
/// objects hold outside of it.
#[derive(Debug)]
pub struct HeapStatistics {
    pub heap_size: f64,
    pub heap_capacity: f64,
    pub extra_memory_size: f64,
    pub object_count: f64,
}

impl<'cx> op::IntoValue<'cx> for HeapStatistics {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "heapSize", op::IntoValue::into_value(self.heap_size, cx)?)?;
        object.set(cx, "heapCapacity", op::IntoValue::into_value(self.heap_capacity, cx)?)?;
        object.set(cx, "extraMemorySize", op::IntoValue::into_value(self.extra_memory_size, cx)?)?;
        object.set(cx, "objectCount", op::IntoValue::into_value(self.object_count, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for HeapStatistics {}

/// Index of each number that the loop and JavaScript share (`loopState`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum LoopWord {
    /// When the next timer is due, in the loop's milliseconds; infinite when there is none.
    NextTimer = 0,
    /// How many timers keep the loop alive.
    ReferencedTimers = 1,
    /// How many immediates are queued.
    Immediates = 2,
    /// How many of them keep the loop alive.
    ReferencedImmediates = 3,
    /// Not 0 when ticks or unhandled rejections are queued.
    Ticks = 4,
    /// The loop's clock in milliseconds, written once per turn.
    Now = 5,
    /// How many other objects of JavaScript keep the loop alive.
    References = 6,
    /// Milliseconds that the loop spent waiting for events.
    Idle = 7,
    /// How many turns the loop began.
    Turns = 8,
    /// How many events it handled.
    Events = 9,
    /// How many of them were ready when it checked, without waiting.
    EventsWaiting = 10,
    /// When the loop began, on its clock; 0 before that.
    LoopStart = 11,
    /// When the engine was started.
    EngineStart = 12,
    /// When the realm was made.
    RealmReady = 13,
    /// When the hooks were installed.
    HooksReady = 14,
    /// When the loop ended.
    LoopExit = 15,
    /// When the first realm of the process began to be made.
    NodeStart = 16,
}

impl LoopWord {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::NextTimer,
            1 => Self::ReferencedTimers,
            2 => Self::Immediates,
            3 => Self::ReferencedImmediates,
            4 => Self::Ticks,
            5 => Self::Now,
            6 => Self::References,
            7 => Self::Idle,
            8 => Self::Turns,
            9 => Self::Events,
            10 => Self::EventsWaiting,
            11 => Self::LoopStart,
            12 => Self::EngineStart,
            13 => Self::RealmReady,
            14 => Self::HooksReady,
            15 => Self::LoopExit,
            16 => Self::NodeStart,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for LoopWord {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of LoopWord")
    }
}

impl<'cx> op::IntoValue<'cx> for LoopWord {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What the loop calls; a function that throws ends the process.
pub struct LoopHooks {
    /// An asynchronous op is done: with an error, or undefined and a value.
    pub complete: op::Root,
    /// Runs queued ticks until none is left.
    pub run_ticks: op::Root,
    /// Runs one due timer; true when another may be due.
    pub run_timer: op::Root,
    /// Runs one immediate of the current batch; true when the batch has more.
    pub run_immediate: op::Root,
    /// An exception reached the loop.
    pub uncaught: op::Root,
    /// Makes the error object of a failure.
    pub make_error: op::Root,
    /// The loop has nothing to do; may start new work.
    pub before_exit: op::Root,
    /// The loop ends; returns the exit code.
    pub exit: op::Root,
    /// An event of a native handle that has no handler of its own: its number in a `LoopEvent`, and up to four values.
    pub event: op::Root,
}

impl<'cx> op::FromArgument<'cx> for LoopHooks {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            complete: op::handler(cx, value, "complete")?,
            run_ticks: op::handler(cx, value, "runTicks")?,
            run_timer: op::handler(cx, value, "runTimer")?,
            run_immediate: op::handler(cx, value, "runImmediate")?,
            uncaught: op::handler(cx, value, "uncaught")?,
            make_error: op::handler(cx, value, "makeError")?,
            before_exit: op::handler(cx, value, "beforeExit")?,
            exit: op::handler(cx, value, "exit")?,
            event: op::handler(cx, value, "event")?,
        })
    }
}

/// What `crate::Realm` implements.
pub trait RealmOps {
    /// Compiles the builtin `id`: an array of its function and the names that it imports; null for an unknown one.
    fn compile_builtin<'cx>(&self, cx: Context<'cx>, id: &str) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Whether a builtin has that name.
    fn has_builtin(&self, id: &str) -> Result<bool, OpError>;
    /// The version of the engine, as WebKit numbers it; null when the system's library does not report it.
    fn engine_version(&self) -> Result<Option<Text>, OpError>;
    /// The names of all builtins.
    fn builtin_ids(&self) -> Result<Vec<String>, OpError>;
    /// The native functions of `native:<name>` as an object; null for an unknown area.
    fn area<'cx>(&self, cx: Context<'cx>, name: &str) -> Result<Value<'cx>, Thrown<'cx>>;
    /// The numbers that the loop and JavaScript share, by `LoopWord` (`internal:core/loop_state`).
    fn loop_state<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Installs the hooks of the loop; called once.
    fn install_hooks(&self, hooks: LoopHooks) -> Result<(), OpError>;
    /// Calls `callback(promise, reason)` for each unhandled rejection, after the job queue is empty.
    fn set_rejection_callback<'cx>(&self, cx: Context<'cx>, callback: Value<'cx>) -> Result<(), Thrown<'cx>>;
    /// Reads the clock for this turn; returns the loop's time in milliseconds.
    fn update_time(&self) -> Result<f64, OpError>;
    /// Ends the loop of this thread after the current task; in a worker also the running code.
    fn stop(&self) -> Result<(), OpError>;
    /// Collects garbage now.
    fn collect_garbage(&self) -> Result<(), OpError>;
    /// Collects garbage soon, between two tasks; many requests lead to one collection.
    fn request_collection(&self) -> Result<(), OpError>;
    /// Overwrites what earlier calls left on the stack, which the next collection would take for references.
    fn clear_unused_stack(&self) -> Result<(), OpError>;
    /// The sizes of the heap; calling it often is cheap, because a result is cached for a while or until the next
    /// collection.
    fn memory_statistics(&self) -> Result<HeapStatistics, OpError>;
    /// Reports to the collector `bytes` outside its heap that live as long as some object.
    fn report_extra_memory(&self, bytes: f64) -> Result<(), OpError>;
    /// Evaluates a classic script in the global scope; `line` is the number of its first line. Throws what it throws.
    fn evaluate_script<'cx>(
        &self,
        cx: Context<'cx>,
        source: Value<'cx>,
        url: Value<'cx>,
        line: i32,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Whether this thread was requested to stop.
    fn is_stopping(&self) -> Result<bool, OpError>;
    /// Queues a promise job that calls a function, which must not throw, with one argument, without making a promise. False
    /// where the engine has no function for it.
    fn queue_job<'cx>(&self, cx: Context<'cx>, job: Value<'cx>, argument: Value<'cx>) -> Result<bool, Thrown<'cx>>;
    /// Runs the queued promise jobs. Only at the end of a task, when no function of the program is running.
    fn run_jobs(&self) -> Result<(), OpError>;
    /// Starts to sample this thread's running code, about once per millisecond.
    fn start_sampling(&self) -> Result<(), OpError>;
    /// Stops sampling.
    fn stop_sampling(&self) -> Result<(), OpError>;
    /// The samples since the last call as the engine's JSON; null when sampling is off.
    fn take_samples<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Realm>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Realm> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Realm>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct CompileBuiltinOp;
impl NativeFunction for CompileBuiltinOp {
    const NAME: &'static str = "compileBuiltin";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut id: String = op::argument(cx, &arguments, 0, "compileBuiltin: id")?;
        op::finish(cx, RealmOps::compile_builtin(&*state(), cx, &id))
    }
}

struct HasBuiltinOp;
impl NativeFunction for HasBuiltinOp {
    const NAME: &'static str = "hasBuiltin";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut id: String = op::argument(cx, &arguments, 0, "hasBuiltin: id")?;
        op::finish(cx, RealmOps::has_builtin(&*state(), &id))
    }
}

struct EngineVersionOp;
impl NativeFunction for EngineVersionOp {
    const NAME: &'static str = "engineVersion";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::engine_version(&*state()))
    }
}

struct BuiltinIdsOp;
impl NativeFunction for BuiltinIdsOp {
    const NAME: &'static str = "builtinIds";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::builtin_ids(&*state()))
    }
}

struct AreaOp;
impl NativeFunction for AreaOp {
    const NAME: &'static str = "area";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "area: name")?;
        op::finish(cx, RealmOps::area(&*state(), cx, &name))
    }
}

struct LoopStateOp;
impl NativeFunction for LoopStateOp {
    const NAME: &'static str = "loopState";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::loop_state(&*state(), cx))
    }
}

struct InstallHooksOp;
impl NativeFunction for InstallHooksOp {
    const NAME: &'static str = "installHooks";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut hooks: LoopHooks = op::argument(cx, &arguments, 0, "installHooks: hooks")?;
        op::finish(cx, RealmOps::install_hooks(&*state(), hooks))
    }
}

struct SetRejectionCallbackOp;
impl NativeFunction for SetRejectionCallbackOp {
    const NAME: &'static str = "setRejectionCallback";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut callback: Value<'cx> = op::argument(cx, &arguments, 0, "setRejectionCallback: callback")?;
        op::finish(cx, RealmOps::set_rejection_callback(&*state(), cx, callback))
    }
}

struct UpdateTimeOp;
impl NativeFunction for UpdateTimeOp {
    const NAME: &'static str = "updateTime";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::update_time(&*state()))
    }
}

struct StopOp;
impl NativeFunction for StopOp {
    const NAME: &'static str = "stop";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::stop(&*state()))
    }
}

struct CollectGarbageOp;
impl NativeFunction for CollectGarbageOp {
    const NAME: &'static str = "collectGarbage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::collect_garbage(&*state()))
    }
}

struct RequestCollectionOp;
impl NativeFunction for RequestCollectionOp {
    const NAME: &'static str = "requestCollection";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::request_collection(&*state()))
    }
}

struct ClearUnusedStackOp;
impl NativeFunction for ClearUnusedStackOp {
    const NAME: &'static str = "clearUnusedStack";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::clear_unused_stack(&*state()))
    }
}

struct MemoryStatisticsOp;
impl NativeFunction for MemoryStatisticsOp {
    const NAME: &'static str = "memoryStatistics";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::memory_statistics(&*state()))
    }
}

struct ReportExtraMemoryOp;
impl NativeFunction for ReportExtraMemoryOp {
    const NAME: &'static str = "reportExtraMemory";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut bytes: f64 = op::argument(cx, &arguments, 0, "reportExtraMemory: bytes")?;
        op::finish(cx, RealmOps::report_extra_memory(&*state(), bytes))
    }
}

struct EvaluateScriptOp;
impl NativeFunction for EvaluateScriptOp {
    const NAME: &'static str = "evaluateScript";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: Value<'cx> = op::argument(cx, &arguments, 0, "evaluateScript: source")?;
        let mut url: Value<'cx> = op::argument(cx, &arguments, 1, "evaluateScript: url")?;
        let mut line: i32 = op::argument(cx, &arguments, 2, "evaluateScript: line")?;
        op::finish(cx, RealmOps::evaluate_script(&*state(), cx, source, url, line))
    }
}

struct IsStoppingOp;
impl NativeFunction for IsStoppingOp {
    const NAME: &'static str = "isStopping";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::is_stopping(&*state()))
    }
}

struct QueueJobOp;
impl NativeFunction for QueueJobOp {
    const NAME: &'static str = "queueJob";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut job: Value<'cx> = op::argument(cx, &arguments, 0, "queueJob: job")?;
        let mut argument: Value<'cx> = op::argument(cx, &arguments, 1, "queueJob: argument")?;
        op::finish(cx, RealmOps::queue_job(&*state(), cx, job, argument))
    }
}

struct RunJobsOp;
impl NativeFunction for RunJobsOp {
    const NAME: &'static str = "runJobs";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::run_jobs(&*state()))
    }
}

struct StartSamplingOp;
impl NativeFunction for StartSamplingOp {
    const NAME: &'static str = "startSampling";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::start_sampling(&*state()))
    }
}

struct StopSamplingOp;
impl NativeFunction for StopSamplingOp {
    const NAME: &'static str = "stopSampling";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::stop_sampling(&*state()))
    }
}

struct TakeSamplesOp;
impl NativeFunction for TakeSamplesOp {
    const NAME: &'static str = "takeSamples";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, RealmOps::take_samples(&*state(), cx))
    }
}

/// The functions of `native:realm`.
pub const AREA: Area = Area {
    name: "realm",
    functions: &[
        AreaFunction { name: "compileBuiltin", is_async: false, make: op::make::<CompileBuiltinOp> },
        AreaFunction { name: "hasBuiltin", is_async: false, make: op::make::<HasBuiltinOp> },
        AreaFunction { name: "engineVersion", is_async: false, make: op::make::<EngineVersionOp> },
        AreaFunction { name: "builtinIds", is_async: false, make: op::make::<BuiltinIdsOp> },
        AreaFunction { name: "area", is_async: false, make: op::make::<AreaOp> },
        AreaFunction { name: "loopState", is_async: false, make: op::make::<LoopStateOp> },
        AreaFunction { name: "installHooks", is_async: false, make: op::make::<InstallHooksOp> },
        AreaFunction { name: "setRejectionCallback", is_async: false, make: op::make::<SetRejectionCallbackOp> },
        AreaFunction { name: "updateTime", is_async: false, make: op::make::<UpdateTimeOp> },
        AreaFunction { name: "stop", is_async: false, make: op::make::<StopOp> },
        AreaFunction { name: "collectGarbage", is_async: false, make: op::make::<CollectGarbageOp> },
        AreaFunction { name: "requestCollection", is_async: false, make: op::make::<RequestCollectionOp> },
        AreaFunction { name: "clearUnusedStack", is_async: false, make: op::make::<ClearUnusedStackOp> },
        AreaFunction { name: "memoryStatistics", is_async: false, make: op::make::<MemoryStatisticsOp> },
        AreaFunction { name: "reportExtraMemory", is_async: false, make: op::make::<ReportExtraMemoryOp> },
        AreaFunction { name: "evaluateScript", is_async: false, make: op::make::<EvaluateScriptOp> },
        AreaFunction { name: "isStopping", is_async: false, make: op::make::<IsStoppingOp> },
        AreaFunction { name: "queueJob", is_async: false, make: op::make::<QueueJobOp> },
        AreaFunction { name: "runJobs", is_async: false, make: op::make::<RunJobsOp> },
        AreaFunction { name: "startSampling", is_async: false, make: op::make::<StartSamplingOp> },
        AreaFunction { name: "stopSampling", is_async: false, make: op::make::<StopSamplingOp> },
        AreaFunction { name: "takeSamples", is_async: false, make: op::make::<TakeSamplesOp> },
    ],
};
