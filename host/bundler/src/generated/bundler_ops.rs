// @generated from ops/bundler.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Bundler;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What the builds of a thread notify.
pub struct BuildHandlers {
    /// A plugin is asked; `question` is JSON (`internal:bun/build/questions`). The answer goes to `answer`.
    pub asked: op::Root,
    /// A build has ended. `outcome` is JSON; its outputs are taken with `takeOutput`.
    pub ended: op::Root,
}

impl<'cx> op::FromArgument<'cx> for BuildHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self { asked: op::handler(cx, value, "asked")?, ended: op::handler(cx, value, "ended")? })
    }
}

/// What `crate::Bundler` implements.
pub trait BundlerOps {
    /// Sets the callbacks of this thread.
    /// @permission none: sets callbacks of this thread
    fn set_handlers(&self, handlers: BuildHandlers) -> Result<(), OpError>;
    /// Starts a build on threads of its own. `options` is JSON (`brio_bundler::Options`), `filters` the filters of plugins:
    /// JSON `{ resolve, load, transform }`, each a list of `[source, flags, namespace]`. `readable` is the folder that a build may read, which is `/`: packages may lie anywhere. Throws ERR_INVALID_ARG_VALUE for
    /// options that do not fit.
    /// @permission read(readable)
    fn start(&self, options: &str, filters: &str, readable: &str) -> Result<u32, OpError>;
    /// Answers a question with JSON; null: the plugin leaves it to the next one. An answer `{ "error": … }` ends the build.
    /// @permission none: works on a running build
    fn answer(&self, build: u32, number: u32, answer: &str) -> Result<(), OpError>;
    /// Takes the contents of an output of a build that has ended.
    /// @permission none: works on a build that has ended
    fn take_output(&self, build: u32, index: u32) -> Result<Vec<u8>, OpError>;
    /// Forgets a build that has ended.
    /// @permission none: works on a build that has ended
    fn release(&self, build: u32) -> Result<(), OpError>;
    /// Transforms one source as a build would, without resolving its imports. `options` is JSON (`brio_bundler::Options`),
    /// `loader` one of `js`, `jsx`, `ts`, `tsx`. Returns JSON: `{ code }`, or `{ errors }` as in an
    /// outcome.
    /// @permission none: transforms text
    fn transform(&self, source: &str, loader: &str, options: &str) -> Result<Text, OpError>;
    /// The imports and exports of a source, as JSON: `{ imports: [{ path, kind }], exports: [name] }`, or `{ errors }` as in an
    /// outcome.
    /// @permission none: reads text
    fn scan(&self, source: &str, loader: &str) -> Result<Text, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Bundler>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Bundler> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Bundler>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct SetHandlersOp;
impl NativeFunction for SetHandlersOp {
    const NAME: &'static str = "setHandlers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handlers: BuildHandlers = op::argument(cx, &arguments, 0, "setHandlers: handlers")?;
        op::finish(cx, BundlerOps::set_handlers(&*state(), handlers))
    }
}

struct StartOp;
impl NativeFunction for StartOp {
    const NAME: &'static str = "start";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut options: String = op::argument(cx, &arguments, 0, "start: options")?;
        let mut filters: String = op::argument(cx, &arguments, 1, "start: filters")?;
        let mut readable: String = op::argument(cx, &arguments, 2, "start: readable")?;
        op::permit(cx, &[op::Permission::Read(op::Subject::from(&readable))])?;
        op::finish(cx, BundlerOps::start(&*state(), &options, &filters, &readable))
    }
}

struct AnswerOp;
impl NativeFunction for AnswerOp {
    const NAME: &'static str = "answer";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut build: u32 = op::argument(cx, &arguments, 0, "answer: build")?;
        let mut number: u32 = op::argument(cx, &arguments, 1, "answer: number")?;
        let mut answer: String = op::argument(cx, &arguments, 2, "answer: answer")?;
        op::finish(cx, BundlerOps::answer(&*state(), build, number, &answer))
    }
}

struct TakeOutputOp;
impl NativeFunction for TakeOutputOp {
    const NAME: &'static str = "takeOutput";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut build: u32 = op::argument(cx, &arguments, 0, "takeOutput: build")?;
        let mut index: u32 = op::argument(cx, &arguments, 1, "takeOutput: index")?;
        op::finish(cx, BundlerOps::take_output(&*state(), build, index))
    }
}

struct ReleaseOp;
impl NativeFunction for ReleaseOp {
    const NAME: &'static str = "release";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut build: u32 = op::argument(cx, &arguments, 0, "release: build")?;
        op::finish(cx, BundlerOps::release(&*state(), build))
    }
}

struct TransformOp;
impl NativeFunction for TransformOp {
    const NAME: &'static str = "transform";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "transform: source")?;
        let mut loader: String = op::argument(cx, &arguments, 1, "transform: loader")?;
        let mut options: String = op::argument(cx, &arguments, 2, "transform: options")?;
        op::finish(cx, BundlerOps::transform(&*state(), &source, &loader, &options))
    }
}

struct ScanOp;
impl NativeFunction for ScanOp {
    const NAME: &'static str = "scan";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "scan: source")?;
        let mut loader: String = op::argument(cx, &arguments, 1, "scan: loader")?;
        op::finish(cx, BundlerOps::scan(&*state(), &source, &loader))
    }
}

/// The functions of `native:bundler`.
pub const AREA: Area = Area {
    name: "bundler",
    functions: &[
        AreaFunction { name: "setHandlers", is_async: false, make: op::make::<SetHandlersOp> },
        AreaFunction { name: "start", is_async: false, make: op::make::<StartOp> },
        AreaFunction { name: "answer", is_async: false, make: op::make::<AnswerOp> },
        AreaFunction { name: "takeOutput", is_async: false, make: op::make::<TakeOutputOp> },
        AreaFunction { name: "release", is_async: false, make: op::make::<ReleaseOp> },
        AreaFunction { name: "transform", is_async: false, make: op::make::<TransformOp> },
        AreaFunction { name: "scan", is_async: false, make: op::make::<ScanOp> },
    ],
};
