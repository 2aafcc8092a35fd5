// @generated from ops/tracing.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Tracing;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Tracing` implements.
pub trait TracingOps {
    /// Creates the file that trace events are written to. In its name `${pid}` is the process and `${rotation}` counts the
    /// files from 1: a full one is followed by the next. Does nothing when there is one.
    /// @permission write(pattern)
    fn open_file(&self, pattern: &str) -> Result<(), OpError>;
    /// Adds `count` events, JSON objects with commas between them. The file is a complete document after each call.
    /// @permission none: writes to the file that was opened
    fn append(&self, events: &str, count: u32) -> Result<(), OpError>;
    /// Sets the categories that all threads record, with commas between them.
    /// @permission none: a fact of this process
    fn set_categories(&self, categories: &str) -> Result<(), OpError>;
    /// The categories that all threads record.
    /// @permission none: a fact of this process
    fn categories(&self) -> Result<Text, OpError>;
    /// The number that the system has for this thread.
    /// @permission none: the number of this thread
    fn thread_number(&self) -> Result<i32, OpError>;
    /// How long this thread has run on a processor, in microseconds.
    /// @permission none: a clock of this thread
    fn thread_clock(&self) -> Result<f64, OpError>;
    /// Whether the thread pool measures its jobs, in the whole process.
    /// @permission none: measures jobs of this process
    fn measure_jobs(&self, is_on: bool) -> Result<(), OpError>;
    /// The job of the thread pool whose completion is being delivered: five numbers of 64 bits, which are the thread, the
    /// begin and the end in microseconds, and both as that thread's own clock has them. False when it was not measured.
    /// @permission none: about jobs of this thread
    fn measured_job(&self, out: &mut [u8]) -> Result<bool, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Tracing>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Tracing> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Tracing>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct OpenFileOp;
impl NativeFunction for OpenFileOp {
    const NAME: &'static str = "openFile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut pattern: String = op::argument(cx, &arguments, 0, "openFile: pattern")?;
        op::permit(cx, &[op::Permission::Write(op::Subject::from(&pattern))])?;
        op::finish(cx, TracingOps::open_file(&*state(), &pattern))
    }
}

struct AppendOp;
impl NativeFunction for AppendOp {
    const NAME: &'static str = "append";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut events: String = op::argument(cx, &arguments, 0, "append: events")?;
        let mut count: u32 = op::argument(cx, &arguments, 1, "append: count")?;
        op::finish(cx, TracingOps::append(&*state(), &events, count))
    }
}

struct SetCategoriesOp;
impl NativeFunction for SetCategoriesOp {
    const NAME: &'static str = "setCategories";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut categories: String = op::argument(cx, &arguments, 0, "setCategories: categories")?;
        op::finish(cx, TracingOps::set_categories(&*state(), &categories))
    }
}

struct CategoriesOp;
impl NativeFunction for CategoriesOp {
    const NAME: &'static str = "categories";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TracingOps::categories(&*state()))
    }
}

struct ThreadNumberOp;
impl NativeFunction for ThreadNumberOp {
    const NAME: &'static str = "threadNumber";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TracingOps::thread_number(&*state()))
    }
}

struct ThreadClockOp;
impl NativeFunction for ThreadClockOp {
    const NAME: &'static str = "threadClock";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TracingOps::thread_clock(&*state()))
    }
}

struct MeasureJobsOp;
impl NativeFunction for MeasureJobsOp {
    const NAME: &'static str = "measureJobs";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut is_on: bool = op::argument(cx, &arguments, 0, "measureJobs: is_on")?;
        op::finish(cx, TracingOps::measure_jobs(&*state(), is_on))
    }
}

struct MeasuredJobOp;
impl NativeFunction for MeasuredJobOp {
    const NAME: &'static str = "measuredJob";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut out: &mut [u8] = op::argument(cx, &arguments, 0, "measuredJob: out")?;
        op::finish(cx, TracingOps::measured_job(&*state(), out))
    }
}

/// The functions of `native:tracing`.
pub const AREA: Area = Area {
    name: "tracing",
    functions: &[
        AreaFunction { name: "openFile", is_async: false, make: op::make::<OpenFileOp> },
        AreaFunction { name: "append", is_async: false, make: op::make::<AppendOp> },
        AreaFunction { name: "setCategories", is_async: false, make: op::make::<SetCategoriesOp> },
        AreaFunction { name: "categories", is_async: false, make: op::make::<CategoriesOp> },
        AreaFunction { name: "threadNumber", is_async: false, make: op::make::<ThreadNumberOp> },
        AreaFunction { name: "threadClock", is_async: false, make: op::make::<ThreadClockOp> },
        AreaFunction { name: "measureJobs", is_async: false, make: op::make::<MeasureJobsOp> },
        AreaFunction { name: "measuredJob", is_async: false, make: op::make::<MeasuredJobOp> },
    ],
};
