//! Promises and proxies seen from outside: their state, and unhandled rejections.

use crate::{CellKind, Context, Value, engine::jobs};
use brio_jsc_sys as sys;
use std::ptr;
use std::sync::OnceLock;

/// State of a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromiseState {
    Pending,
    Fulfilled,
    Rejected,
}

/// The low bits of a promise's flag word.
const STATE_MASK: i32 = 3;
const STATE_FULFILLED: i32 = 1;
const STATE_REJECTED: i32 = 2;
/// Set when a reaction was attached.
const HANDLED: i32 = 4;

/// Whether the layouts are the known ones: checked once per process.
static PROMISES_READABLE: OnceLock<bool> = OnceLock::new();
static PROXIES_READABLE: OnceLock<bool> = OnceLock::new();

impl<'cx> Value<'cx> {
    /// State and result of a promise. None for another value, or when this engine's layout is not the known one.
    pub fn promise_state(self, cx: Context<'cx>) -> Option<(PromiseState, Value<'cx>)> {
        let flags = self.promise_flags(cx)?;
        Some(match flags & STATE_MASK {
            STATE_FULFILLED => (PromiseState::Fulfilled, self.internal_field(1)),
            STATE_REJECTED => (PromiseState::Rejected, self.internal_field(1)),
            _ => (PromiseState::Pending, Value::undefined()),
        })
    }

    /// Whether a reaction was ever attached to this promise; None as for [`Value::promise_state`].
    pub fn promise_is_handled(self, cx: Context<'cx>) -> Option<bool> {
        Some(self.promise_flags(cx)? & HANDLED != 0)
    }

    fn promise_flags(self, cx: Context<'cx>) -> Option<i32> {
        if self.cell_kind(cx) != Some(CellKind::Promise) || PROMISES_READABLE.get() != Some(&true) {
            return None;
        }
        self.internal_field(0).as_int32()
    }

    /// Target and handler of a proxy (null for both once it is revoked). None for another value, or an unknown layout.
    pub fn proxy_details(self, cx: Context<'cx>) -> Option<(Value<'cx>, Value<'cx>)> {
        if self.cell_kind(cx) != Some(CellKind::Proxy) || PROXIES_READABLE.get() != Some(&true) {
            return None;
        }
        Some((self.internal_field(0), self.internal_field(1)))
    }
}

impl<'cx> Context<'cx> {
    /// Sets the function that is called with `(promise, reason)` for each rejection without a handler, after the
    /// job queue is empty.
    pub fn set_unhandled_rejection_callback(self, function: Value<'cx>) -> Result<(), Value<'cx>> {
        let mut exception = ptr::null();
        // SAFETY: a live function of the VM of 'cx, which the engine keeps alive; `exception` is a valid out-pointer.
        unsafe {
            sys::JSGlobalContextSetUnhandledRejectionCallback(self.raw_global(), function.raw_object(), &mut exception)
        };
        if exception.is_null() { Ok(()) } else { Err(Value::from_raw(exception)) }
    }
}

/// Checks the internal fields of promises and proxies against samples with known states.
pub(crate) fn check_layouts(cx: Context<'_>) {
    PROMISES_READABLE.get_or_init(|| promises_are_readable(cx).unwrap_or(false));
    PROXIES_READABLE.get_or_init(|| proxies_are_readable(cx).unwrap_or(false));
}

fn promises_are_readable(cx: Context<'_>) -> Option<bool> {
    const SAMPLES: &str = "(()=>{const r=Promise.reject(42),h=Promise.reject(43);r.catch(()=>{});h.catch(()=>{});return [Promise.resolve(41),r,new Promise(()=>{})]})()";
    let samples = cx.evaluate(SAMPLES, "brio:calibrate", 1).ok()?;
    let expected = [(STATE_FULFILLED, Some(41)), (STATE_REJECTED, Some(42)), (0, None)];
    for (index, (state, result)) in expected.into_iter().enumerate() {
        let promise = samples.get_index(cx, index as u32).ok()?;
        if promise.known_kind() != Some(CellKind::Promise) {
            return Some(false);
        }
        let flags = promise.internal_field(0).as_int32()?;
        let read = if result.is_some() { promise.internal_field(1).as_int32() } else { None };
        if flags & STATE_MASK != state || read != result || (index == 1) != (flags & HANDLED != 0) {
            return Some(false);
        }
    }
    Some(true)
}

fn proxies_are_readable(cx: Context<'_>) -> Option<bool> {
    let samples = cx.evaluate("(()=>{const t={},h={};return [new Proxy(t,h),t,h]})()", "brio:calibrate", 1).ok()?;
    let proxy = samples.get_index(cx, 0).ok()?;
    if proxy.known_kind() != Some(CellKind::Proxy) {
        return Some(false);
    }
    let target = samples.get_index(cx, 1).ok()?;
    let handler = samples.get_index(cx, 2).ok()?;
    Some(proxy.internal_field(0).bits() == target.bits() && proxy.internal_field(1).bits() == handler.bits())
}

impl<'cx> Context<'cx> {
    /// Queues a promise job that calls a function, which must not throw, with one argument, without making a promise. False
    /// where the engine has no function for it, and for a value that is not a function.
    pub fn queue_job(self, function: Value<'cx>, argument: Value<'cx>) -> bool {
        function.known_kind() == Some(CellKind::Function) && jobs::queue(self, function, argument)
    }
}
