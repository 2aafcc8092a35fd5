// @generated from ops/inspector.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Inspector;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// Events of the loop about inspected threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum InspectorLoopEvent {
    /// The engine of an inspected thread sent a message: (session, text).
    Message = 80,
    /// Messages for this thread's engine have arrived.
    Arrived = 81,
    /// An inspected thread has ended: (session).
    Ended = 82,
}

impl InspectorLoopEvent {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: i32) -> Option<Self> {
        Some(match number {
            80 => Self::Message,
            81 => Self::Arrived,
            82 => Self::Ended,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for InspectorLoopEvent {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <i32 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of InspectorLoopEvent")
    }
}

impl<'cx> op::IntoValue<'cx> for InspectorLoopEvent {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as i32, cx)
    }
}

/// What `crate::Inspector` implements.
pub trait InspectorOps {
    /// Whether the engine can be inspected.
    /// @permission none: a fact about the engine
    fn is_available(&self) -> Result<bool, OpError>;
    /// Lets other threads inspect this one under its number.
    /// @permission none: `internal:node/inspector` checks before
    fn offer(&self, thread: u32) -> Result<(), OpError>;
    /// Begins to inspect a thread. Returns the number of the session; 0 for an unknown thread.
    /// @permission none: only a thread that offered itself can be inspected
    fn connect(&self, thread: u32) -> Result<u32, OpError>;
    /// Sends a message to the engine of a session's thread, also while its program is paused. Nothing happens when it has ended.
    /// @permission none: works on a session of this process
    fn send(&self, session: u32, message: &str) -> Result<(), OpError>;
    /// Ends a session; a paused program continues.
    /// @permission none: works on a session of this process
    fn disconnect(&self, session: u32) -> Result<(), OpError>;
    /// Gives the messages that have arrived to the engine of this thread.
    /// @permission none: works on this thread
    fn dispatch_arrived(&self) -> Result<(), OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Inspector>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Inspector> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Inspector>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct IsAvailableOp;
impl NativeFunction for IsAvailableOp {
    const NAME: &'static str = "isAvailable";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, InspectorOps::is_available(&*state()))
    }
}

struct OfferOp;
impl NativeFunction for OfferOp {
    const NAME: &'static str = "offer";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut thread: u32 = op::argument(cx, &arguments, 0, "offer: thread")?;
        op::finish(cx, InspectorOps::offer(&*state(), thread))
    }
}

struct ConnectOp;
impl NativeFunction for ConnectOp {
    const NAME: &'static str = "connect";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut thread: u32 = op::argument(cx, &arguments, 0, "connect: thread")?;
        op::finish(cx, InspectorOps::connect(&*state(), thread))
    }
}

struct SendOp;
impl NativeFunction for SendOp {
    const NAME: &'static str = "send";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "send: session")?;
        let mut message: String = op::argument(cx, &arguments, 1, "send: message")?;
        op::finish(cx, InspectorOps::send(&*state(), session, &message))
    }
}

struct DisconnectOp;
impl NativeFunction for DisconnectOp {
    const NAME: &'static str = "disconnect";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut session: u32 = op::argument(cx, &arguments, 0, "disconnect: session")?;
        op::finish(cx, InspectorOps::disconnect(&*state(), session))
    }
}

struct DispatchArrivedOp;
impl NativeFunction for DispatchArrivedOp {
    const NAME: &'static str = "dispatchArrived";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, InspectorOps::dispatch_arrived(&*state()))
    }
}

/// The functions of `native:inspector`.
pub const AREA: Area = Area {
    name: "inspector",
    functions: &[
        AreaFunction { name: "isAvailable", is_async: false, make: op::make::<IsAvailableOp> },
        AreaFunction { name: "offer", is_async: false, make: op::make::<OfferOp> },
        AreaFunction { name: "connect", is_async: false, make: op::make::<ConnectOp> },
        AreaFunction { name: "send", is_async: false, make: op::make::<SendOp> },
        AreaFunction { name: "disconnect", is_async: false, make: op::make::<DisconnectOp> },
        AreaFunction { name: "dispatchArrived", is_async: false, make: op::make::<DispatchArrivedOp> },
    ],
};
