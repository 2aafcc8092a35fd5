//! The native side of `Bun.build` and `Bun.Transpiler`: `ops/bundler.ops.ts`.
//!
//! A build runs on threads of its own. A call of a plugin's hook is posted to the program's thread, and the build waits
//! for its result.

mod generated {
    pub mod bundler_ops;
}
mod native_plugins;
mod outcome;
mod pages;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use brio_bundler::plugins::{self, BeforeParse, Filters, HookCalls};
use brio_bundler::{Options, Outcome, SourceOptions, executable};
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Text, Thrown};
use brio_realm::{Realm, Remote};
use serde::Deserialize;

pub use generated::bundler_ops::AREA;
use generated::bundler_ops::{BuildHandlers, BundlerOps, PageHandlers, state};
use pages::Pages;

/// The builds of a thread.
pub struct Bundler {
    handlers: RefCell<Option<BuildHandlers>>,
    builds: RefCell<HashMap<u32, Build>>,
    last: Cell<u32>,
    pages: Pages,
    /// The native functions of plugins; their numbers are indices.
    before_parse: RefCell<Vec<Arc<dyn BeforeParse>>>,
}

impl Default for Bundler {
    fn default() -> Self {
        brio_realm::op::drop_at_end(|| state().drop_engine_values());
        Self {
            handlers: RefCell::default(),
            builds: RefCell::default(),
            last: Cell::new(0),
            pages: Pages::default(),
            before_parse: RefCell::default(),
        }
    }
}

impl Bundler {
    /// Drops what belongs to the VM, before the VM is destroyed. Builds that wait for a hook end with an error.
    fn drop_engine_values(&self) {
        *self.handlers.borrow_mut() = None;
        self.pages.drop_engine_values();
        self.builds.borrow().values().for_each(|build| build.hook_calls.close());
    }
}

/// A build that runs, or whose outputs are waiting to be taken.
struct Build {
    hook_calls: Arc<HookCalls>,
    options: Options,
    outcome: Outcome,
}

/// What `compile` gets as JSON.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Compile {
    /// By default the runtime that is running.
    runtime: Option<PathBuf>,
    exec_arguments: Vec<String>,
    options: Vec<String>,
    writes_maps: bool,
    include: Vec<PathBuf>,
}

fn invalid(message: impl std::fmt::Display) -> OpError {
    OpError::coded("ERR_INVALID_ARG_VALUE", message.to_string())
}

impl BundlerOps for Bundler {
    fn set_handlers(&self, handlers: BuildHandlers) -> Result<(), OpError> {
        *self.handlers.borrow_mut() = Some(handlers);
        Ok(())
    }

    fn before_parse<'cx>(
        &self,
        cx: Context<'cx>,
        path: &Path,
        symbol: &str,
        external: Value<'cx>,
    ) -> Result<u32, Thrown<'cx>> {
        let function = brio_napi::BeforeParse::find(cx, path, symbol, external).map_err(invalid)?;
        let mut all = self.before_parse.borrow_mut();
        all.push(native_plugins::of_addon(function));
        Ok(all.len() as u32 - 1)
    }

    fn start(&self, options: &str, filters: &str, _readable: &str) -> Result<u32, OpError> {
        let options: Options = serde_json::from_str(options).map_err(invalid)?;
        let filters: Filters = serde_json::from_str(filters).map_err(invalid)?;
        let realm = Realm::current();
        let number = self.last.get() + 1;
        self.last.set(number);
        let remote = realm.remote();
        let remote_realm = realm.remote();
        let hook_calls = Arc::new(HookCalls::new(move |call_number, call| {
            remote_realm.post(move |realm| notify_hook_called(realm, number, call_number, &call))
        }));
        let native = |number: u32| self.before_parse.borrow().get(number as usize).cloned();
        let extensions = plugins::extensions(&filters, &hook_calls, native).map_err(invalid)?;
        let of_program = options.clone();
        let started = std::thread::Builder::new().name("build".to_owned()).spawn(move || {
            let result = brio_bundler::build(&options, &extensions);
            end(&remote, number, &options, result);
        });
        started.map_err(|error| OpError::system(&error, "clone"))?;
        self.builds.borrow_mut().insert(number, Build { hook_calls, options: of_program, outcome: Outcome::default() });
        realm.retain();
        Ok(number)
    }

    fn complete_hook(&self, build: u32, number: u32, result: &str) -> Result<(), OpError> {
        if let Some(build) = self.builds.borrow().get(&build) {
            build.hook_calls.complete(number, result.to_owned());
        }
        Ok(())
    }

    fn take_output(&self, build: u32, index: u32) -> Result<Vec<u8>, OpError> {
        let mut builds = self.builds.borrow_mut();
        let output = builds.get_mut(&build).and_then(|build| build.outcome.outputs.get_mut(index as usize));
        Ok(output.map(|output| std::mem::take(&mut output.contents)).unwrap_or_default())
    }

    fn compile(&self, build: u32, file: &Path, settings: &str) -> Result<Text, OpError> {
        let settings: Compile = serde_json::from_str(settings).map_err(invalid)?;
        let builds = self.builds.borrow();
        let Some(build) = builds.get(&build) else { return Ok("[]".into()) };
        let plan = executable::Plan {
            runtime: settings.runtime,
            exec_arguments: settings.exec_arguments,
            options: settings.options,
            writes_maps: settings.writes_maps,
            include: settings.include,
            // The program of a build with its API says by its target what it is for.
            ..executable::Plan::new(file.to_owned(), executable::OfRuntime::NONE)
        };
        executable::write(&build.options, &plan, &build.outcome)
            .and_then(|written| serde_json::to_string(&written.maps).map_err(|error| error.to_string()))
            .map(Text::from)
            .map_err(|message| OpError::coded("ERR_OPERATION_FAILED", message))
    }

    fn release(&self, build: u32) -> Result<(), OpError> {
        self.builds.borrow_mut().remove(&build);
        Ok(())
    }

    fn set_page_handlers(&self, handlers: PageHandlers) -> Result<(), OpError> {
        self.pages.set_handlers(handlers);
        Ok(())
    }

    fn open_page(&self, settings: &str, filters: &str, _readable: &str) -> Result<u32, OpError> {
        let filters: Filters = serde_json::from_str(filters).map_err(invalid)?;
        let native = |number: u32| self.before_parse.borrow().get(number as usize).cloned();
        self.pages.open(serde_json::from_str(settings).map_err(invalid)?, &filters, native)
    }

    fn complete_page_hook(&self, page: u32, number: u32, result: &str) -> Result<(), OpError> {
        self.pages.complete_hook(page, number, result);
        Ok(())
    }

    fn request_page(&self, page: u32) -> Result<(), OpError> {
        self.pages.with(page, |page| page.request());
        Ok(())
    }

    fn request_module(&self, page: u32, number: u32, name: &str) -> Result<(), OpError> {
        self.pages.with(page, |page| page.request_module(number, name));
        Ok(())
    }

    fn page_file(&self, page: u32, address: &str) -> Result<Option<Vec<u8>>, OpError> {
        Ok(self.pages.with(page, |page| page.file(address)).flatten())
    }

    fn close_page(&self, page: u32) -> Result<(), OpError> {
        self.pages.close(page);
        Ok(())
    }

    fn transform(&self, source: &str, loader: &str, options: &str) -> Result<Text, OpError> {
        let options: SourceOptions = serde_json::from_str(options).map_err(invalid)?;
        Ok(outcome::of_source(brio_bundler::transform(source, loader, &options)).into())
    }

    fn expand_macros(&self, source: &str, file: &str) -> Result<Option<Text>, OpError> {
        let expanded = brio_bundler::expand_macros(source, Path::new(file));
        expanded.map(|code| code.map(Text::from)).map_err(|message| OpError::coded("ERR_OPERATION_FAILED", message))
    }

    fn scan(&self, source: &str, loader: &str) -> Result<Text, OpError> {
        Ok(outcome::of_source(brio_bundler::scan(source, loader)).into())
    }
}

/// Calls a hook of the plugins of a build on the program's thread.
fn notify_hook_called(realm: &Rc<Realm>, build: u32, number: u32, call: &str) {
    let context = realm.context();
    let function = state().handlers.borrow().as_ref().map(|handlers| handlers.hook_called.get(context));
    if let Some(function) = function {
        let arguments = [Value::uint32(build), Value::uint32(number), context.string(call)];
        realm.enter_call(function, &arguments, |_| ());
    }
}

/// Hands the result to the program's thread.
fn end(remote: &Remote, number: u32, options: &Options, result: Result<Outcome, Vec<brio_bundler::Diagnostic>>) {
    let text = outcome::to_json(options, &result);
    let outcome = result.unwrap_or_default();
    remote.post(move |realm| {
        let state = state();
        if let Some(build) = state.builds.borrow_mut().get_mut(&number) {
            build.outcome = outcome;
        }
        realm.release();
        let context = realm.context();
        let function = state.handlers.borrow().as_ref().map(|handlers| handlers.ended.get(context));
        if let Some(function) = function {
            realm.enter_call(function, &[Value::uint32(number), context.string(&text)], |_| ());
        }
    });
}
