// @generated from ops/contexts.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Contexts;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What `crate::Contexts` implements.
pub trait ContextsOps {
    /// Creates a context. Its global object shows the properties of `target` before its own; null: a plain global object.
    /// Unhandled rejections in the context are reported to `onRejection`. `declared`, an object, gets a
    /// property for each name that scripts declare and assign: the value that was assigned to both.
    fn create_context<'cx>(
        &self,
        cx: Context<'cx>,
        target: Value<'cx>,
        declared: Value<'cx>,
        on_rejection: Value<'cx>,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Evaluates a classic script in the context of `global`; `line` is the number of its first line. Throws what the
    /// script throws.
    fn evaluate_in<'cx>(
        &self,
        cx: Context<'cx>,
        global: Value<'cx>,
        source: Value<'cx>,
        url: Value<'cx>,
        line: i32,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Sets what decides about the properties that `global` has itself. `mirrored` has a property for each name that stands
    /// for one of the target, false when `assign` has to be called before each assignment. `assign(name)` is called before
    /// an assignment; true: the name is a variable, and the target's property is set as well. `remove(name)` is called
    /// before the engine deletes its own property. `drop(name)` is called when the target lacks a mirrored property. `list()` returns the names of the enumerable properties.
    fn set_mirror<'cx>(
        &self,
        cx: Context<'cx>,
        global: Value<'cx>,
        mirrored: Value<'cx>,
        assign: Value<'cx>,
        remove: Value<'cx>,
        drop: Value<'cx>,
        list: Value<'cx>,
    ) -> Result<(), Thrown<'cx>>;
    /// Calls `work()` and returns its result. Code that runs longer than `timeoutMs` (0: no limit), or while SIGINT
    /// arrives when `breaksOnInterrupt` is set, is terminated without being able to catch that. Then throws
    /// ERR_SCRIPT_EXECUTION_TIMEOUT or ERR_SCRIPT_EXECUTION_INTERRUPTED, and ERR_METHOD_NOT_IMPLEMENTED when this engine
    /// cannot terminate running code.
    fn run_limited<'cx>(
        &self,
        cx: Context<'cx>,
        work: Value<'cx>,
        timeout_ms: f64,
        breaks_on_interrupt: bool,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Calls `work()` while the globals of contexts are plain objects, whose own properties it can see and change.
    fn with_plain_globals<'cx>(&self, cx: Context<'cx>, work: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Parses a classic script without running it or declaring anything. Throws the SyntaxError.
    fn check_syntax<'cx>(
        &self,
        cx: Context<'cx>,
        source: Value<'cx>,
        url: Value<'cx>,
        line: i32,
    ) -> Result<(), Thrown<'cx>>;
    /// Sets the IANA time zone of the process's dates (empty: the system's), with immediate effect. False for an unknown
    /// name.
    fn set_time_zone(&self, name: &str) -> Result<bool, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Contexts>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Contexts> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Contexts>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct CreateContextOp;
impl NativeFunction for CreateContextOp {
    const NAME: &'static str = "createContext";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut target: Value<'cx> = op::argument(cx, &arguments, 0, "createContext: target")?;
        let mut declared: Value<'cx> = op::argument(cx, &arguments, 1, "createContext: declared")?;
        let mut on_rejection: Value<'cx> = op::argument(cx, &arguments, 2, "createContext: on_rejection")?;
        op::finish(cx, ContextsOps::create_context(&*state(), cx, target, declared, on_rejection))
    }
}

struct EvaluateInOp;
impl NativeFunction for EvaluateInOp {
    const NAME: &'static str = "evaluateIn";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut global: Value<'cx> = op::argument(cx, &arguments, 0, "evaluateIn: global")?;
        let mut source: Value<'cx> = op::argument(cx, &arguments, 1, "evaluateIn: source")?;
        let mut url: Value<'cx> = op::argument(cx, &arguments, 2, "evaluateIn: url")?;
        let mut line: i32 = op::argument(cx, &arguments, 3, "evaluateIn: line")?;
        op::finish(cx, ContextsOps::evaluate_in(&*state(), cx, global, source, url, line))
    }
}

struct SetMirrorOp;
impl NativeFunction for SetMirrorOp {
    const NAME: &'static str = "setMirror";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut global: Value<'cx> = op::argument(cx, &arguments, 0, "setMirror: global")?;
        let mut mirrored: Value<'cx> = op::argument(cx, &arguments, 1, "setMirror: mirrored")?;
        let mut assign: Value<'cx> = op::argument(cx, &arguments, 2, "setMirror: assign")?;
        let mut remove: Value<'cx> = op::argument(cx, &arguments, 3, "setMirror: remove")?;
        let mut drop: Value<'cx> = op::argument(cx, &arguments, 4, "setMirror: drop")?;
        let mut list: Value<'cx> = op::argument(cx, &arguments, 5, "setMirror: list")?;
        op::finish(cx, ContextsOps::set_mirror(&*state(), cx, global, mirrored, assign, remove, drop, list))
    }
}

struct RunLimitedOp;
impl NativeFunction for RunLimitedOp {
    const NAME: &'static str = "runLimited";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut work: Value<'cx> = op::argument(cx, &arguments, 0, "runLimited: work")?;
        let mut timeout_ms: f64 = op::argument(cx, &arguments, 1, "runLimited: timeout_ms")?;
        let mut breaks_on_interrupt: bool = op::argument(cx, &arguments, 2, "runLimited: breaks_on_interrupt")?;
        op::finish(cx, ContextsOps::run_limited(&*state(), cx, work, timeout_ms, breaks_on_interrupt))
    }
}

struct WithPlainGlobalsOp;
impl NativeFunction for WithPlainGlobalsOp {
    const NAME: &'static str = "withPlainGlobals";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut work: Value<'cx> = op::argument(cx, &arguments, 0, "withPlainGlobals: work")?;
        op::finish(cx, ContextsOps::with_plain_globals(&*state(), cx, work))
    }
}

struct CheckSyntaxOp;
impl NativeFunction for CheckSyntaxOp {
    const NAME: &'static str = "checkSyntax";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: Value<'cx> = op::argument(cx, &arguments, 0, "checkSyntax: source")?;
        let mut url: Value<'cx> = op::argument(cx, &arguments, 1, "checkSyntax: url")?;
        let mut line: i32 = op::argument(cx, &arguments, 2, "checkSyntax: line")?;
        op::finish(cx, ContextsOps::check_syntax(&*state(), cx, source, url, line))
    }
}

struct SetTimeZoneOp;
impl NativeFunction for SetTimeZoneOp {
    const NAME: &'static str = "setTimeZone";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut name: String = op::argument(cx, &arguments, 0, "setTimeZone: name")?;
        op::finish(cx, ContextsOps::set_time_zone(&*state(), &name))
    }
}

/// The functions of `native:contexts`.
pub const AREA: Area = Area {
    name: "contexts",
    functions: &[
        AreaFunction { name: "createContext", is_async: false, make: op::make::<CreateContextOp> },
        AreaFunction { name: "evaluateIn", is_async: false, make: op::make::<EvaluateInOp> },
        AreaFunction { name: "setMirror", is_async: false, make: op::make::<SetMirrorOp> },
        AreaFunction { name: "runLimited", is_async: false, make: op::make::<RunLimitedOp> },
        AreaFunction { name: "withPlainGlobals", is_async: false, make: op::make::<WithPlainGlobalsOp> },
        AreaFunction { name: "checkSyntax", is_async: false, make: op::make::<CheckSyntaxOp> },
        AreaFunction { name: "setTimeZone", is_async: false, make: op::make::<SetTimeZoneOp> },
    ],
};
