//! The pages of a thread's development servers. Each is built by a thread of its own, which posts what it reports.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use brio_bundler::development::{Event, Page, Settings};
use brio_realm::Realm;
use brio_realm::jsc::Value;
use brio_realm::op::OpError;

use crate::generated::bundler_ops::{PageHandlers, state};

/// The open pages by number.
#[derive(Default)]
pub(crate) struct Pages {
    handlers: RefCell<Option<PageHandlers>>,
    open: RefCell<HashMap<u32, Page>>,
    last: Cell<u32>,
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

    pub(crate) fn open(&self, settings: Settings) -> Result<u32, OpError> {
        let number = self.last.get() + 1;
        self.last.set(number);
        let remote = Realm::current().remote();
        let page = Page::open(settings, move |event| remote.post(move |realm| notify(realm, number, &event)))
            .map_err(|error| OpError::system(&error, "inotify_init"))?;
        self.open.borrow_mut().insert(number, page);
        Ok(number)
    }

    /// What `work` returns for an open page.
    pub(crate) fn with<T>(&self, number: u32, work: impl FnOnce(&Page) -> T) -> Option<T> {
        self.open.borrow().get(&number).map(work)
    }

    pub(crate) fn close(&self, number: u32) {
        if let Some(page) = self.open.borrow_mut().remove(&number) {
            page.close();
        }
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
