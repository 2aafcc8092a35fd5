//! Native functions made as the engine's own ones: it calls them like compiled code, without releasing its lock and
//! acquiring it again around the call. That is a tenth of the cost of a function of the C API, and calls of the C API
//! inside one are cheap, because the lock is held. See docs/decisions/0038-host-functions.md.
//!
//! The functions used for it are C++ (`symbols.rs`), and where arguments are is internal to the engine: both are tested
//! before the first use; without them the C API's functions are used instead.

use crate::native::{Arguments, NativeFunction, outcome_of};
use crate::symbols::{HostFunction, symbols};
use crate::{Context, Value, string::with_implementation};
use brio_jsc_sys as sys;
use std::ptr;
use std::sync::OnceLock;

/// In words: where a call's frame has the number of its arguments, `this` among them, and the first of them.
const ARGUMENT_COUNT_WORD: usize = 4;
const FIRST_ARGUMENT_WORD: usize = 6;
/// `ImplementationVisibility::Public` and `NoIntrinsic`.
const PUBLIC: u8 = 0;
const NO_INTRINSIC: u8 = 0;

/// Whether this engine is the known one, found out once per process.
pub(crate) fn works(cx: Context<'_>) -> bool {
    static WORKS: OnceLock<bool> = OnceLock::new();
    *WORKS.get_or_init(|| cx.try_out().unwrap_or(false))
}

impl<'cx> Context<'cx> {
    /// Makes the function object of a native function; None when this engine is not the known one.
    pub(crate) fn host_function_if_known<F: NativeFunction>(self) -> Option<Value<'cx>> {
        works(self).then(|| self.host_function::<F>()).flatten()
    }

    fn host_function<F: NativeFunction>(self) -> Option<Value<'cx>> {
        if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            return None;
        }
        let (create, as_constructor) = (symbols().create_function?, symbols().call_as_constructor?);
        symbols().throw_value?;
        let raw = self.locked(|| {
            // SAFETY: the virtual machine and the global object of this thread, with the lock held; the functions have the engine's
            // signature and live as long as the process; no signature for the compiler.
            with_implementation(F::NAME, |name| unsafe {
                create(
                    self.raw_group(),
                    self.raw_global(),
                    0,
                    name,
                    call::<F>,
                    PUBLIC,
                    NO_INTRINSIC,
                    as_constructor,
                    ptr::null(),
                )
            })
        })?;
        Some(Value::from_raw(raw))
    }

    /// Tests whether arguments, results and errors of such functions arrive.
    fn try_out(self) -> Option<bool> {
        let (last, thrower) = (self.host_function::<LastOfThree>()?, self.host_function::<Thrower>()?);
        let text = self.string("last");
        let arguments = [Value::int32(1), Value::number(0.5), text];
        let arrives = last.call(self, &arguments).is_ok_and(|value| value.bits() == text.bits());
        let misses = last.call(self, &arguments[..2]).is_ok_and(Value::is_undefined);
        let throws = thrower.call(self, &[Value::int32(7)]).is_err_and(|thrown| thrown.as_int32() == Some(7));
        Some(arrives && misses && throws)
    }
}

/// The function that the engine calls.
unsafe extern "C" fn call<F: NativeFunction>(global: sys::JSContextRef, frame: *const u64) -> u64 {
    // SAFETY: the engine passes the global object of the function, whose address is that of its context, and which outlives the call.
    let cx = unsafe { Context::from_raw(global) };
    // SAFETY: a call's frame has its count of arguments there; `try_out` checked it.
    let count = unsafe { frame.wrapping_add(ARGUMENT_COUNT_WORD).read() } as u32 as usize;
    // SAFETY: as above; the arguments follow `this`.
    let first = unsafe { frame.add(FIRST_ARGUMENT_WORD) };
    // SAFETY: so many live values, which stay there during the call; `Value` is a transparent encoded value.
    let values = unsafe { std::slice::from_raw_parts(first.cast::<Value<'_>>(), count.saturating_sub(1)) };
    match outcome_of::<F>(cx, Arguments::new(values)) {
        Ok(value) => value.bits(),
        Err(thrown) => {
            // Code beyond its limit must not continue by catching what its natives throw.
            if !cx.ends_uncatchably()
                && let Some(throw) = symbols().throw_value
            {
                // SAFETY: the virtual machine and the global object of this thread, whose lock the engine holds around the call.
                unsafe { throw(cx.raw_group(), global, thrown.raw()) };
            }
            // The empty value, as the engine's functions return it beside an exception.
            0
        }
    }
}

const _: HostFunction = call::<Thrower>;

struct LastOfThree;
impl NativeFunction for LastOfThree {
    const NAME: &'static str = "lastOfThree";
    fn call<'cx>(_cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        Ok(arguments.get(2))
    }
}

struct Thrower;
impl NativeFunction for Thrower {
    const NAME: &'static str = "thrower";
    fn call<'cx>(_cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        Err(arguments.get(0))
    }
}
