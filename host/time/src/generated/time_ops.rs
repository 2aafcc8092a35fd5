// @generated from ops/time.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Time;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Time` implements.
pub trait TimeOps {
    /// Milliseconds since the process started, with a fraction; monotonic.
    fn now(&self) -> Result<f64, OpError>;
    /// Unix time in milliseconds at which `now()` was 0, with a fraction.
    fn time_origin(&self) -> Result<f64, OpError>;
    /// The time of the loop's clock at that moment, in milliseconds.
    fn monotonic_origin(&self) -> Result<f64, OpError>;
    /// The monotonic clock in nanoseconds; exact up to 2 ** 53, which are 104 days.
    fn monotonic_nanoseconds(&self) -> Result<f64, OpError>;
    /// Writes the monotonic clock as two unsigned 32-bit words of seconds (high, low) and one of nanoseconds: 12 bytes.
    fn monotonic_clock(&self, out: &mut [u8]) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Time>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Time> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Time>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct NowOp;
impl NativeFunction for NowOp {
    const NAME: &'static str = "now";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TimeOps::now(&*state()))
    }
}

struct TimeOriginOp;
impl NativeFunction for TimeOriginOp {
    const NAME: &'static str = "timeOrigin";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TimeOps::time_origin(&*state()))
    }
}

struct MonotonicOriginOp;
impl NativeFunction for MonotonicOriginOp {
    const NAME: &'static str = "monotonicOrigin";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TimeOps::monotonic_origin(&*state()))
    }
}

struct MonotonicNanosecondsOp;
impl NativeFunction for MonotonicNanosecondsOp {
    const NAME: &'static str = "monotonicNanoseconds";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, TimeOps::monotonic_nanoseconds(&*state()))
    }
}

struct MonotonicClockOp;
impl NativeFunction for MonotonicClockOp {
    const NAME: &'static str = "monotonicClock";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut out: &mut [u8] = op::argument(cx, &arguments, 0, "monotonicClock: out")?;
        op::finish(cx, TimeOps::monotonic_clock(&*state(), out))
    }
}

/// The functions of `native:time`.
pub const AREA: Area = Area {
    name: "time",
    functions: &[
        AreaFunction { name: "now", is_async: false, make: op::make::<NowOp> },
        AreaFunction { name: "timeOrigin", is_async: false, make: op::make::<TimeOriginOp> },
        AreaFunction { name: "monotonicOrigin", is_async: false, make: op::make::<MonotonicOriginOp> },
        AreaFunction { name: "monotonicNanoseconds", is_async: false, make: op::make::<MonotonicNanosecondsOp> },
        AreaFunction { name: "monotonicClock", is_async: false, make: op::make::<MonotonicClockOp> },
    ],
};
