//! The native side of `Bun.build` and `Bun.Transpiler`: `ops/bundler.ops.ts`.
//!
//! A build runs on threads of its own. What its plugins are asked is posted to the program's thread, and the build waits
//! for the answer.

mod generated {
    pub mod bundler_ops;
}
mod outcome;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use brio_bundler::plugins::{Answers, Filters};
use brio_bundler::{Options, Outcome};
use brio_realm::jsc::Value;
use brio_realm::op::{OpError, Text};
use brio_realm::{Realm, Remote};

pub use generated::bundler_ops::AREA;
use generated::bundler_ops::{BuildHandlers, BundlerOps, state};

/// The builds of a thread.
pub struct Bundler {
    handlers: RefCell<Option<BuildHandlers>>,
    builds: RefCell<HashMap<u32, Build>>,
    last: Cell<u32>,
}

impl Default for Bundler {
    fn default() -> Self {
        brio_realm::op::drop_at_end(|| state().let_go());
        Self { handlers: RefCell::default(), builds: RefCell::default(), last: Cell::new(0) }
    }
}

impl Bundler {
    /// Drops what belongs to the VM, before the VM is destroyed. Builds that wait for an answer end with an error.
    fn let_go(&self) {
        *self.handlers.borrow_mut() = None;
        self.builds.borrow().values().for_each(|build| build.answers.close());
    }
}

/// A build that runs, or whose outputs are waiting to be taken.
struct Build {
    answers: Arc<Answers>,
    outcome: Outcome,
}

fn invalid(message: impl std::fmt::Display) -> OpError {
    OpError::coded("ERR_INVALID_ARG_VALUE", message.to_string())
}

impl BundlerOps for Bundler {
    fn set_handlers(&self, handlers: BuildHandlers) -> Result<(), OpError> {
        *self.handlers.borrow_mut() = Some(handlers);
        Ok(())
    }

    fn start(&self, options: &str, filters: &str, _readable: &str) -> Result<u32, OpError> {
        let options: Options = serde_json::from_str(options).map_err(invalid)?;
        let filters: Filters = serde_json::from_str(filters).map_err(invalid)?;
        let realm = Realm::current();
        let number = self.last.get() + 1;
        self.last.set(number);
        let remote = realm.remote();
        let asked = realm.remote();
        let answers = Arc::new(Answers::new(move |question_number, question| {
            asked.post(move |realm| notify_asked(realm, number, question_number, &question))
        }));
        let of_build = Arc::clone(&answers);
        let started = std::thread::Builder::new().name("build".to_owned()).spawn(move || {
            let result = brio_bundler::build_with_plugins(&options, filters, &of_build);
            end(&remote, number, &options, result);
        });
        started.map_err(|error| OpError::system(&error, "clone"))?;
        self.builds.borrow_mut().insert(number, Build { answers, outcome: Outcome::default() });
        realm.retain();
        Ok(number)
    }

    fn answer(&self, build: u32, number: u32, answer: &str) -> Result<(), OpError> {
        if let Some(build) = self.builds.borrow().get(&build) {
            build.answers.give(number, answer.to_owned());
        }
        Ok(())
    }

    fn take_output(&self, build: u32, index: u32) -> Result<Vec<u8>, OpError> {
        let mut builds = self.builds.borrow_mut();
        let output = builds.get_mut(&build).and_then(|build| build.outcome.outputs.get_mut(index as usize));
        Ok(output.map(|output| std::mem::take(&mut output.contents)).unwrap_or_default())
    }

    fn release(&self, build: u32) -> Result<(), OpError> {
        self.builds.borrow_mut().remove(&build);
        Ok(())
    }

    fn transform(&self, source: &str, loader: &str, options: &str) -> Result<Text, OpError> {
        let options: Options = serde_json::from_str(options).map_err(invalid)?;
        Ok(outcome::of_source(brio_bundler::transform(source, loader, &options)).into())
    }

    fn scan(&self, source: &str, loader: &str) -> Result<Text, OpError> {
        Ok(outcome::of_source(brio_bundler::scan(source, loader)).into())
    }
}

/// Asks the plugins of a build on the program's thread.
fn notify_asked(realm: &Rc<Realm>, build: u32, number: u32, question: &str) {
    let context = realm.context();
    let function = state().handlers.borrow().as_ref().map(|handlers| handlers.asked.get(context));
    if let Some(function) = function {
        let arguments = [Value::uint32(build), Value::uint32(number), context.string(question)];
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
