//! The pages of a thread's development servers. Each is built by a thread of its own, which posts what it reports.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use brio_bundler::development::{Event, Page, Settings};
use brio_bundler::plugins::{self, BeforeParse, Filters, HookCalls};
use brio_realm::Realm;
use brio_realm::jsc::Value;
use brio_realm::op::OpError;

use crate::generated::bundler_ops::{PageHandlers, state};

/// The open pages by number.
#[derive(Default)]
pub(crate) struct Pages {
    handlers: RefCell<Option<PageHandlers>>,
    open: RefCell<HashMap<u32, Opened>>,
    last: Cell<u32>,
}

/// A page with the calls of its plugins' hooks.
struct Opened {
    page: Page,
    hook_calls: Arc<HookCalls>,
}

impl Opened {
    /// Ends the page's thread, also when it waits for a hook.
    fn close(&self) {
        self.page.close();
        self.hook_calls.close();
    }
}

impl Pages {
    /// Drops what belongs to the VM, before the VM is destroyed, and closes all pages.
    pub(crate) fn drop_engine_values(&self) {
        *self.handlers.borrow_mut() = None;
        for (_, page) in self.open.borrow_mut().drain() {
            page.close();
        }
    }

    pub(crate) fn set_handlers(&self, handlers: PageHandlers) {
        *self.handlers.borrow_mut() = Some(handlers);
    }

    pub(crate) fn open(
        &self,
        settings: Settings,
        filters: &Filters,
        native: impl Fn(u32) -> Option<Arc<dyn BeforeParse>>,
    ) -> Result<u32, OpError> {
        let number = self.last.get() + 1;
        self.last.set(number);
        let of_hooks = Realm::current().remote();
        let hook_calls = Arc::new(HookCalls::new(move |call_number, call| {
            of_hooks.post(move |realm| notify_hook_called(realm, number, call_number, &call))
        }));
        let extensions = plugins::extensions(filters, &hook_calls, native).map_err(crate::invalid)?;
        let remote = Realm::current().remote();
        let page =
            Page::open(settings, extensions, move |event| remote.post(move |realm| notify(realm, number, &event)))
                .map_err(|error| OpError::system(&error, "inotify_init"))?;
        self.open.borrow_mut().insert(number, Opened { page, hook_calls });
        Ok(number)
    }

    pub(crate) fn complete_hook(&self, page: u32, number: u32, result: &str) {
        if let Some(opened) = self.open.borrow().get(&page) {
            opened.hook_calls.complete(number, result.to_owned());
        }
    }

    /// What `work` returns for an open page.
    pub(crate) fn with<T>(&self, number: u32, work: impl FnOnce(&Page) -> T) -> Option<T> {
        self.open.borrow().get(&number).map(|opened| work(&opened.page))
    }

    pub(crate) fn close(&self, number: u32) {
        if let Some(page) = self.open.borrow_mut().remove(&number) {
            page.close();
        }
    }
}

/// Calls a hook of the plugins of a page on the program's thread.
fn notify_hook_called(realm: &Rc<Realm>, page: u32, number: u32, call: &str) {
    let context = realm.context();
    let handlers = &state().pages.handlers;
    let function = handlers.borrow().as_ref().map(|handlers| handlers.hook_called.get(context));
    if let Some(function) = function {
        let arguments = [Value::uint32(page), Value::uint32(number), context.string(call)];
        realm.enter_call(function, &arguments, |_| ());
    }
}

/// Calls the handler of an event on the program's thread.
fn notify(realm: &Rc<Realm>, number: u32, event: &Event) {
    let page = Value::uint32(number);
    if let Some((function, arguments)) = call(realm, page, event) {
        realm.enter_call(function, &arguments, |_| ());
    }
}

/// The handler of an event with its arguments.
fn call<'cx>(realm: &'cx Realm, page: Value<'cx>, event: &Event) -> Option<(Value<'cx>, Vec<Value<'cx>>)> {
    let context = realm.context();
    let state = state();
    let handlers = state.pages.handlers.borrow();
    let handlers = handlers.as_ref()?;
    Some(match event {
        Event::Built { document, is_built } => {
            (handlers.built.get(context), vec![page, context.string(document), Value::boolean(*is_built)])
        }
        Event::Message(message) => (handlers.message.get(context), vec![page, context.string(message)]),
        Event::Failed(text) => (handlers.failed.get(context), vec![page, context.string(text)]),
        Event::Module { number, code } => (
            handlers.module.get(context),
            vec![page, Value::uint32(*number), context.string(code.as_deref().unwrap_or_default())],
        ),
    })
}
