// @generated from ops/worker.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use std::path::{Path, PathBuf};
use crate::Worker;

/// What `crate::Worker` implements.
pub trait WorkerOps {
    /// The number of this thread: 0 is the main thread, no number is used twice in a process.
    fn thread_id(&self) -> Result<u32, OpError>;
    /// Starts a thread that calls the builtin `internal:worker_main` with `argument` (JSON). `stackBytes` is the size of its
    /// stack, `heapBytesMax` a limit of its heap (0 for none) beyond which it ends. What it writes to standard output and error comes
    /// here as events, unless it `writesItself`. The thread keeps this one alive until `unref`. Returns its number.
    fn start(&self, argument: &str, stack_bytes: f64, heap_bytes_max: f64, writes_itself: bool) -> Result<u32, OpError>;
    /// Asks a child to end, also in the middle of its code. Nothing happens when it has ended.
    fn terminate(&self, thread: u32) -> Result<(), OpError>;
    /// Lets a child keep this thread alive.
    fn ref_(&self, thread: u32) -> Result<(), OpError>;
    /// Stops a child from keeping this thread alive.
    fn unref(&self, thread: u32) -> Result<(), OpError>;
    /// Hands an uncaught error, serialized, to the parent of this thread.
    fn report_error(&self, bytes: &[u8]) -> Result<(), OpError>;
    /// Says that the program of this thread begins now: others need not wait for it to come back before they start.
    fn program_begins(&self) -> Result<(), OpError>;
    /// Ends this thread when the running task is done, with code 0.
    fn close(&self) -> Result<(), OpError>;
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

struct ProgramBeginsOp;
impl NativeFunction for ProgramBeginsOp {
    const NAME: &'static str = "programBegins";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, WorkerOps::program_begins(&*state()))
    }
}

struct CloseOp;
impl NativeFunction for CloseOp {
    const NAME: &'static str = "close";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, WorkerOps::close(&*state()))
    }
}

/// The functions of `native:worker`.
pub const AREA: Area = Area {
    name: "worker",
    functions: &[
        AreaFunction { name: "threadId", is_async: false, make: op::make::<ThreadIdOp> },
        AreaFunction { name: "start", is_async: false, make: op::make::<StartOp> },
        AreaFunction { name: "terminate", is_async: false, make: op::make::<TerminateOp> },
        AreaFunction { name: "ref", is_async: false, make: op::make::<RefOp> },
        AreaFunction { name: "unref", is_async: false, make: op::make::<UnrefOp> },
        AreaFunction { name: "reportError", is_async: false, make: op::make::<ReportErrorOp> },
        AreaFunction { name: "programBegins", is_async: false, make: op::make::<ProgramBeginsOp> },
        AreaFunction { name: "close", is_async: false, make: op::make::<CloseOp> },
    ],
};
