//! The few JavaScript functions that the loop calls. `internal:core/bootstrap` and its neighbours install them.

use crate::{OpError, Realm};
use brio_jsc::{Context, Root, Value};
use std::cell::RefCell;

/// A function that builtins install once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Hook {
    /// `(id, error | undefined, value)`: an asynchronous op is done.
    Complete,
    /// `()`: runs queued ticks until none is left.
    RunTicks,
    /// `(nowMs)`: runs one due timer; true when another may be due.
    RunTimer,
    /// `()`: runs one immediate of the current batch; true when the batch has more.
    RunImmediate,
    /// `(error)`: an exception reached the loop.
    Uncaught,
    /// `(errno, code, message, syscall, path, dest)`: makes an error object.
    MakeError,
    /// `()`: the loop has nothing to do; may start new work.
    BeforeExit,
    /// `()`: the loop ends; returns the exit code.
    Exit,
    /// `(kind, a, b)`: an event of a native handle that has no hook of its own.
    Event,
}

const HOOK_COUNT: usize = Hook::Event as usize + 1;

#[derive(Default)]
pub(crate) struct Hooks {
    functions: RefCell<[Option<Root>; HOOK_COUNT]>,
}

impl Hooks {
    pub fn install(&self, hooks: impl IntoIterator<Item = (Hook, Root)>) {
        for (hook, function) in hooks {
            self.functions.borrow_mut()[hook as usize] = Some(function);
        }
    }

    pub fn get<'cx>(&self, cx: Context<'cx>, hook: Hook) -> Option<Value<'cx>> {
        self.functions.borrow()[hook as usize].as_ref().map(|root| root.get(cx))
    }

    /// Drops the functions, before the VM ends.
    pub fn clear(&self) {
        self.functions.borrow_mut().iter_mut().for_each(|slot| *slot = None);
    }
}

/// Makes the error object of a failure; a plain Error while the hook is not installed.
pub(crate) fn make_error<'cx>(cx: Context<'cx>, error: &OpError) -> Value<'cx> {
    let failure = error.failure();
    let optional = |text: &Option<String>| text.as_ref().map_or(Value::undefined(), |text| cx.string(text));
    let made = Realm::current().hooks().get(cx, Hook::MakeError).map(|function| {
        function.call(
            cx,
            &[
                Value::int32(failure.errno),
                cx.string(failure.code),
                cx.string(&failure.message),
                cx.string(failure.syscall),
                optional(&failure.path),
                optional(&failure.dest),
            ],
        )
    });
    match made {
        Some(Ok(value) | Err(value)) => value,
        None => {
            cx.error(&format!("{} {} (errno {}) {}", failure.code, failure.message, failure.errno, failure.syscall))
        }
    }
}
