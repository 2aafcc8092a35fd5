// @generated from ops/bundler.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Bundler;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// What the builds of a thread notify.
pub struct BuildHandlers {
    /// A hook of a plugin is called; `call` is JSON (`HookCall` of `internal:bun/build/plugins`). `completeHook` gets the result.
    pub hook_called: op::Root,
    /// A build has ended. `outcome` is JSON; its outputs are taken with `takeOutput`.
    pub ended: op::Root,
}

impl<'cx> op::FromArgument<'cx> for BuildHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self { hook_called: op::handler(cx, value, "hookCalled")?, ended: op::handler(cx, value, "ended")? })
    }
}

/// What the pages of a thread report.
pub struct PageHandlers {
    /// The document for a request: that of the page (`isBuilt`), or one that shows its errors.
    pub built: op::Root,
    /// A message for the browsers that have the page, as JSON.
    pub message: op::Root,
    /// What is wrong after a change, for the terminal.
    pub failed: op::Root,
    /// A hook of a page's plugin is called, as `hookCalled` of a build. `completePageHook` gets the result.
    pub hook_called: op::Root,
    /// The code of a module that was requested; an empty string for an unknown module.
    pub module: op::Root,
}

impl<'cx> op::FromArgument<'cx> for PageHandlers {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        Ok(Self {
            built: op::handler(cx, value, "built")?,
            message: op::handler(cx, value, "message")?,
            failed: op::handler(cx, value, "failed")?,
            hook_called: op::handler(cx, value, "hookCalled")?,
            module: op::handler(cx, value, "module")?,
        })
    }
}

/// What `crate::Bundler` implements.
pub trait BundlerOps {
    /// Sets the callbacks of this thread.
    /// @permission none: sets callbacks of this thread
    fn set_handlers(&self, handlers: BuildHandlers) -> Result<(), OpError>;
    /// The function `symbol` of the addon that was loaded from `path`, which sees sources before they are parsed (`onBeforeParse`
    /// of a plugin), with its `external` value or undefined. Returns its identifier for filters. The caller keeps both reachable
    /// while builds use them. Throws ERR_INVALID_ARG_VALUE if the addon does not export the function.
    /// @permission ffi(path)
    fn before_parse<'cx>(
        &self,
        cx: Context<'cx>,
        path: &Path,
        symbol: &str,
        external: Value<'cx>,
    ) -> Result<u32, Thrown<'cx>>;
    /// Starts a build on threads of its own. `options` is JSON (`brio_bundler::SourceOptions`), `filters` the filters of plugins:
    /// JSON `{ resolve, load, transform, beforeParse }`, each a list of `[source, flags, namespace]`; the last also has the
    /// number of `beforeParse`. `readable` is the folder that a build may read, which is `/`: packages may lie anywhere. Throws ERR_INVALID_ARG_VALUE for
    /// options that do not fit.
    /// @permission readTree(readable)
    fn start(&self, options: &str, filters: &str, readable: &str) -> Result<u32, OpError>;
    /// Completes the call of a hook with its result as JSON: an object without members when no plugin handles it, and
    /// `{ "error": … }` ends the build.
    /// @permission none: works on a running build
    fn complete_hook(&self, build: u32, number: u32, result: &str) -> Result<(), OpError>;
    /// Takes the contents of an output of a build that has ended: none of a large file, whose place the outcome has (`copied`).
    /// @permission none: works on a build that has ended
    fn take_output(&self, build: u32, index: u32) -> Result<Vec<u8>, OpError>;
    /// Writes an executable with the outputs of a build that has ended, whose contents must not have been taken. `settings` is
    /// JSON: `runtime` is the runtime that it contains (null: the one that is running), `execArguments` are flags of it, `options`
    /// those that `process.execArgv` does not show, `include` are files and folders that it contains too, and with `writesMaps` the
    /// source maps of its scripts become files beside it. Returns the paths of these as JSON. Throws ERR_OPERATION_FAILED with what
    /// is wrong.
    /// @permission write(file)
    fn compile(&self, build: u32, file: &Path, settings: &str) -> Result<Text, OpError>;
    /// Forgets a build that has ended.
    /// @permission none: works on a build that has ended
    fn release(&self, build: u32) -> Result<(), OpError>;
    /// Sets the callbacks of this thread's pages.
    /// @permission none: sets callbacks of this thread
    fn set_page_handlers(&self, handlers: PageHandlers) -> Result<(), OpError>;
    /// Opens a page of the development server on a thread of its own, which watches its sources. `settings` is JSON
    /// (`brio_bundler::development::Settings`), `filters` are those of its plugins, as in `start`. `readable` is the folder
    /// that it may read, which is `/`: packages may lie anywhere. Throws ERR_INVALID_ARG_VALUE for settings that do not fit.
    /// @permission readTree(readable)
    fn open_page(&self, settings: &str, filters: &str, readable: &str) -> Result<u32, OpError>;
    /// Completes the call of a hook of a page's plugin, as `completeHook`.
    /// @permission none: works on an open page
    fn complete_page_hook(&self, page: u32, number: u32, result: &str) -> Result<(), OpError>;
    /// Requests a page's document. It is built if it is not current, and reported as `built`.
    /// @permission none: works on an open page
    fn request_page(&self, page: u32) -> Result<(), OpError>;
    /// Requests the code of a module by its name in the page's bundle. It is reported as `module`, with `number`.
    /// @permission none: works on an open page
    fn request_module(&self, page: u32, number: u32, name: &str) -> Result<(), OpError>;
    /// A file of a page by its address; null when there is none.
    /// @permission none: works on an open page
    fn page_file(&self, page: u32, address: &str) -> Result<Option<Vec<u8>>, OpError>;
    /// Closes a page.
    /// @permission none: works on an open page
    fn close_page(&self, page: u32) -> Result<(), OpError>;
    /// Transforms one source as a build would, without resolving its imports. `options` is JSON (`brio_bundler::SourceOptions`),
    /// `loader` one of `js`, `jsx`, `ts`, `tsx`. Returns JSON: `{ code }`, or `{ errors }` as in an
    /// outcome.
    /// @permission none: transforms text
    fn transform(&self, source: &str, loader: &str, options: &str) -> Result<Text, OpError>;
    /// The imports and exports of a source, as JSON: `{ imports: [{ path, kind }], exports: [name] }`, or `{ errors }` as in an
    /// outcome.
    /// @permission none: reads text
    fn scan(&self, source: &str, loader: &str) -> Result<Text, OpError>;
    /// The source of the module `file` with the results of its macros, which a process of this runtime calls. Null when it has none.
    /// Throws ERR_OPERATION_FAILED for a macro that fails, and for a use of one that is not a call with literals.
    /// @permission none: the caller refuses macros where permissions are limited
    fn expand_macros(&self, source: &str, file: &str) -> Result<Option<Text>, OpError>;
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

struct BeforeParseOp;
impl NativeFunction for BeforeParseOp {
    const NAME: &'static str = "beforeParse";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "beforeParse: path")?;
        let mut symbol: String = op::argument(cx, &arguments, 1, "beforeParse: symbol")?;
        let mut external: Value<'cx> = op::argument(cx, &arguments, 2, "beforeParse: external")?;
        op::permit(cx, &[op::Permission::Ffi(op::Subject::from(&path))])?;
        op::finish(cx, BundlerOps::before_parse(&*state(), cx, &path, &symbol, external))
    }
}

struct StartOp;
impl NativeFunction for StartOp {
    const NAME: &'static str = "start";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut options: String = op::argument(cx, &arguments, 0, "start: options")?;
        let mut filters: String = op::argument(cx, &arguments, 1, "start: filters")?;
        let mut readable: String = op::argument(cx, &arguments, 2, "start: readable")?;
        op::permit(cx, &[op::Permission::ReadTree(op::Subject::from(&readable))])?;
        op::finish(cx, BundlerOps::start(&*state(), &options, &filters, &readable))
    }
}

struct CompleteHookOp;
impl NativeFunction for CompleteHookOp {
    const NAME: &'static str = "completeHook";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut build: u32 = op::argument(cx, &arguments, 0, "completeHook: build")?;
        let mut number: u32 = op::argument(cx, &arguments, 1, "completeHook: number")?;
        let mut result: String = op::argument(cx, &arguments, 2, "completeHook: result")?;
        op::finish(cx, BundlerOps::complete_hook(&*state(), build, number, &result))
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

struct CompileOp;
impl NativeFunction for CompileOp {
    const NAME: &'static str = "compile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut build: u32 = op::argument(cx, &arguments, 0, "compile: build")?;
        let mut file: PathBuf = op::argument(cx, &arguments, 1, "compile: file")?;
        let mut settings: String = op::argument(cx, &arguments, 2, "compile: settings")?;
        op::permit(cx, &[op::Permission::Write(op::Subject::from(&file))])?;
        op::finish(cx, BundlerOps::compile(&*state(), build, &file, &settings))
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

struct SetPageHandlersOp;
impl NativeFunction for SetPageHandlersOp {
    const NAME: &'static str = "setPageHandlers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handlers: PageHandlers = op::argument(cx, &arguments, 0, "setPageHandlers: handlers")?;
        op::finish(cx, BundlerOps::set_page_handlers(&*state(), handlers))
    }
}

struct OpenPageOp;
impl NativeFunction for OpenPageOp {
    const NAME: &'static str = "openPage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut settings: String = op::argument(cx, &arguments, 0, "openPage: settings")?;
        let mut filters: String = op::argument(cx, &arguments, 1, "openPage: filters")?;
        let mut readable: String = op::argument(cx, &arguments, 2, "openPage: readable")?;
        op::permit(cx, &[op::Permission::ReadTree(op::Subject::from(&readable))])?;
        op::finish(cx, BundlerOps::open_page(&*state(), &settings, &filters, &readable))
    }
}

struct CompletePageHookOp;
impl NativeFunction for CompletePageHookOp {
    const NAME: &'static str = "completePageHook";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut page: u32 = op::argument(cx, &arguments, 0, "completePageHook: page")?;
        let mut number: u32 = op::argument(cx, &arguments, 1, "completePageHook: number")?;
        let mut result: String = op::argument(cx, &arguments, 2, "completePageHook: result")?;
        op::finish(cx, BundlerOps::complete_page_hook(&*state(), page, number, &result))
    }
}

struct RequestPageOp;
impl NativeFunction for RequestPageOp {
    const NAME: &'static str = "requestPage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut page: u32 = op::argument(cx, &arguments, 0, "requestPage: page")?;
        op::finish(cx, BundlerOps::request_page(&*state(), page))
    }
}

struct RequestModuleOp;
impl NativeFunction for RequestModuleOp {
    const NAME: &'static str = "requestModule";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut page: u32 = op::argument(cx, &arguments, 0, "requestModule: page")?;
        let mut number: u32 = op::argument(cx, &arguments, 1, "requestModule: number")?;
        let mut name: String = op::argument(cx, &arguments, 2, "requestModule: name")?;
        op::finish(cx, BundlerOps::request_module(&*state(), page, number, &name))
    }
}

struct PageFileOp;
impl NativeFunction for PageFileOp {
    const NAME: &'static str = "pageFile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut page: u32 = op::argument(cx, &arguments, 0, "pageFile: page")?;
        let mut address: String = op::argument(cx, &arguments, 1, "pageFile: address")?;
        op::finish(cx, BundlerOps::page_file(&*state(), page, &address))
    }
}

struct ClosePageOp;
impl NativeFunction for ClosePageOp {
    const NAME: &'static str = "closePage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut page: u32 = op::argument(cx, &arguments, 0, "closePage: page")?;
        op::finish(cx, BundlerOps::close_page(&*state(), page))
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

struct ExpandMacrosOp;
impl NativeFunction for ExpandMacrosOp {
    const NAME: &'static str = "expandMacros";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "expandMacros: source")?;
        let mut file: String = op::argument(cx, &arguments, 1, "expandMacros: file")?;
        op::finish(cx, BundlerOps::expand_macros(&*state(), &source, &file))
    }
}

/// The functions of `native:bundler`.
pub const AREA: Area = Area {
    name: "bundler",
    functions: &[
        AreaFunction { name: "setHandlers", is_async: false, make: op::make::<SetHandlersOp> },
        AreaFunction { name: "beforeParse", is_async: false, make: op::make::<BeforeParseOp> },
        AreaFunction { name: "start", is_async: false, make: op::make::<StartOp> },
        AreaFunction { name: "completeHook", is_async: false, make: op::make::<CompleteHookOp> },
        AreaFunction { name: "takeOutput", is_async: false, make: op::make::<TakeOutputOp> },
        AreaFunction { name: "compile", is_async: false, make: op::make::<CompileOp> },
        AreaFunction { name: "release", is_async: false, make: op::make::<ReleaseOp> },
        AreaFunction { name: "setPageHandlers", is_async: false, make: op::make::<SetPageHandlersOp> },
        AreaFunction { name: "openPage", is_async: false, make: op::make::<OpenPageOp> },
        AreaFunction { name: "completePageHook", is_async: false, make: op::make::<CompletePageHookOp> },
        AreaFunction { name: "requestPage", is_async: false, make: op::make::<RequestPageOp> },
        AreaFunction { name: "requestModule", is_async: false, make: op::make::<RequestModuleOp> },
        AreaFunction { name: "pageFile", is_async: false, make: op::make::<PageFileOp> },
        AreaFunction { name: "closePage", is_async: false, make: op::make::<ClosePageOp> },
        AreaFunction { name: "transform", is_async: false, make: op::make::<TransformOp> },
        AreaFunction { name: "scan", is_async: false, make: op::make::<ScanOp> },
        AreaFunction { name: "expandMacros", is_async: false, make: op::make::<ExpandMacrosOp> },
    ],
};
