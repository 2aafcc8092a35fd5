//! One environment: an addon in a realm (`napi_env`). It holds the last error, the pending exception, references, cleanup
//! hooks and instance data, and runs callbacks of the addon.

use crate::addons::{Addons, Helpers};
use crate::cleanup::CleanupHooks;
use crate::references::{Finalizer, RefHandle, References};
use crate::status;
use crate::types::{EnvPointer, ExtendedErrorInfo, NapiValue, Out, Outcome, Status};
use brio_jsc::{Context, MarkedValues, Root, StrongSlot, Value, raw};
use brio_jsc_sys as sys;
use brio_realm::Remote;
use std::cell::{Cell, RefCell, RefMut, UnsafeCell};
use std::ffi::{CString, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// `NAPI_VERSION_EXPERIMENTAL`.
pub const EXPERIMENTAL: i32 = i32::MAX;

/// What a finalizer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalizerOf {
    /// An object.
    Reference,
    /// Memory under a buffer or string, whose exceptions Node only warns about in older addons.
    Memory,
    /// Nothing: the addon posted it, and it may do everything.
    Posted,
}

/// One addon in one realm.
pub struct Env {
    context: sys::JSContextRef,
    addons: *const Addons,
    number: u32,
    version: i32,
    /// The address of the addon's file, as a URL.
    pub file_url: CString,
    error: UnsafeCell<ExtendedErrorInfo>,
    pending: Cell<Option<(StrongSlot, u64)>>,
    references: RefCell<References>,
    pub open_scopes: Cell<u32>,
    pub open_callback_scopes: Cell<u32>,
    pub instance_data: Cell<Option<(*mut c_void, Option<Finalizer>)>>,
    pub cleanup: CleanupHooks,
    in_finalizer: Cell<bool>,
    /// It is ending: the addon may run no JavaScript.
    is_closing: Cell<bool>,
    is_closed: Cell<bool>,
    /// The thread that may use it, as [`this_thread`] numbers it.
    thread: usize,
    /// Changes of counts that other threads requested.
    elsewhere: Mutex<Vec<CountChange>>,
    remote: Remote,
}

/// A change of a reference's count: one more, or one less.
#[derive(Clone, Copy, Debug)]
struct CountChange {
    reference: u64,
    is_up: bool,
}

/// A number of the running thread, which no other thread has at the same time.
#[inline]
fn this_thread() -> usize {
    thread_local! {
        static PLACE: Cell<u8> = const { Cell::new(0) };
    }
    PLACE.with(|place| std::ptr::from_ref(place).addr())
}

impl Env {
    pub fn new(addons: &Addons, cx: Context<'_>, number: u32, version: i32, file_url: CString) -> Self {
        Self {
            context: raw::context_pointer(cx),
            addons,
            number,
            version,
            file_url,
            error: UnsafeCell::new(status::info(Status::Ok)),
            pending: Cell::new(None),
            references: RefCell::default(),
            open_scopes: Cell::new(0),
            open_callback_scopes: Cell::new(0),
            instance_data: Cell::new(None),
            cleanup: CleanupHooks::default(),
            in_finalizer: Cell::new(false),
            is_closing: Cell::new(false),
            is_closed: Cell::new(false),
            thread: this_thread(),
            elsewhere: Mutex::default(),
            remote: addons.remote().clone(),
        }
    }

    /// The context of the addon's realm.
    #[inline]
    pub fn cx(&self) -> Context<'_> {
        // SAFETY: the realm's context lives until its addons have ended.
        unsafe { raw::context(self.context) }
    }

    #[inline]
    pub fn addons(&self) -> &Addons {
        // SAFETY: the addons of a realm own its environments.
        unsafe { &*self.addons }
    }

    #[inline]
    pub fn marked(&self) -> &MarkedValues {
        self.addons().marked()
    }

    pub fn references(&self) -> RefMut<'_, References> {
        self.references.borrow_mut()
    }

    pub fn number(&self) -> u32 {
        self.number
    }

    /// The version of Node-API that the addon was made for.
    pub fn version(&self) -> i32 {
        self.version
    }

    pub fn is_experimental(&self) -> bool {
        self.version == EXPERIMENTAL
    }

    pub fn pointer(&self) -> EnvPointer {
        EnvPointer::new(self)
    }

    /// What `napi_get_last_error_info` points to.
    pub fn error_info(&self) -> *mut ExtendedErrorInfo {
        self.error.get()
    }

    #[inline]
    pub fn set_error(&self, status: Status) -> Status {
        // SAFETY: only this thread uses the environment, and no reference to the field exists meanwhile.
        unsafe { (*self.error.get()).code = status };
        status
    }

    /// Whether the addon may run JavaScript.
    pub fn can_run_js(&self) -> bool {
        !self.is_closing.get() && !self.addons().realm().is_stopping()
    }

    /// Whether the environment has ended, so that objects count as gone.
    pub fn is_closed(&self) -> bool {
        self.is_closed.get()
    }

    // Exceptions.

    pub fn has_pending(&self) -> bool {
        self.pending.get().is_some()
    }

    /// Stores an exception, to be thrown as the addon returns to JavaScript.
    pub fn set_pending(&self, error: Value<'_>) {
        self.take_pending();
        self.pending.set(Some((self.marked().keep(error), raw::bits(error))));
    }

    pub fn take_pending(&self) -> Option<Value<'_>> {
        let (slot, bits) = self.pending.take()?;
        self.marked().free(slot);
        // SAFETY: alive until now because of the slot, and from now on because it is on the stack.
        Some(unsafe { raw::value(self.cx(), bits) })
    }

    /// Turns what JavaScript threw into the pending exception.
    #[inline]
    pub fn caught<'cx, T>(&self, result: Result<T, Value<'cx>>) -> Outcome<T> {
        result.map_err(|error| {
            self.set_pending(error);
            Status::PendingException
        })
    }

    /// Calls a helper; what it throws is the pending exception.
    pub fn help<'cx>(
        &'cx self,
        choose: impl FnOnce(&Helpers) -> &Root,
        arguments: &[Value<'cx>],
    ) -> Outcome<Value<'cx>> {
        let helpers = self.addons().helpers().ok_or(Status::CannotRunJs)?;
        let function = choose(&helpers).get(self.cx());
        self.caught(function.call(self.cx(), arguments))
    }

    // Callbacks into the addon.

    /// Runs a callback of the addon in a handle scope of its own. Scopes that it left open are closed.
    pub fn call_addon<R>(&self, callback: impl FnOnce() -> R) -> R {
        self.addons().realm().enter_native();
        let depth = self.marked().depth();
        let (scopes, callback_scopes) = (self.open_scopes.get(), self.open_callback_scopes.get());
        self.set_error(Status::Ok);
        let result = callback();
        self.open_scopes.set(scopes);
        self.open_callback_scopes.set(callback_scopes);
        self.marked().truncate(depth);
        result
    }

    /// The same for a callback that JavaScript did not call: its exception is an uncaught exception.
    pub fn call_addon_as_task(&self, callback: impl FnOnce()) {
        self.call_addon(callback);
        if let Some(error) = self.take_pending() {
            self.report_uncaught(error);
        }
    }

    /// The same for finalizers of memory and thread-safe functions, whose exceptions Node only warns about in older addons.
    pub fn call_addon_leniently(&self, callback: impl FnOnce()) {
        const STRICT_SINCE: i32 = 10;
        self.call_addon(callback);
        if let Some(error) = self.take_pending() {
            self.report(error, self.version < STRICT_SINCE);
        }
    }

    /// Passes an exception to the handlers of uncaught exceptions.
    pub fn report_uncaught(&self, error: Value<'_>) {
        self.report(error, false);
    }

    fn report(&self, error: Value<'_>, is_lenient: bool) {
        if let Some(helpers) = self.addons().helpers()
            && self.can_run_js()
        {
            let cx = self.cx();
            // SAFETY: the error is on the caller's stack.
            let error = unsafe { raw::value(cx, raw::bits(error)) };
            // What the handlers throw has nowhere to go.
            let _ = helpers.fatal_exception.get(cx).call(cx, &[error, Value::boolean(is_lenient)]);
        }
    }

    /// Runs a finalizer.
    pub fn run_finalizer(&self, finalizer: Finalizer, of: FinalizerOf) {
        let is_restricted = self.is_experimental() && of != FinalizerOf::Posted;
        let was_in_finalizer = self.in_finalizer.replace(is_restricted);
        let call = || {
            // SAFETY: the addon passed the function with its data, and it is called once.
            unsafe { (finalizer.callback)(self.pointer(), finalizer.data, finalizer.hint) };
        };
        if of == FinalizerOf::Memory {
            self.call_addon_leniently(call);
        } else {
            self.call_addon_as_task(call);
        }
        self.in_finalizer.set(was_in_finalizer);
    }

    /// Ends the process when a function, which `F` is a closure of, is called on another thread than the environment's:
    /// the engine's heap would be changed by two threads.
    #[inline]
    fn check_thread<F>(&self) {
        if self.thread != this_thread() {
            end_on_wrong_thread(std::any::type_name::<F>());
        }
    }

    fn changes_elsewhere(&self) -> MutexGuard<'_, Vec<CountChange>> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies the changes of counts that other threads requested. Errors are those of a reference that is gone.
    pub fn apply_counts(&self) {
        for CountChange { reference, is_up } in std::mem::take(&mut *self.changes_elsewhere()) {
            let reference = RefHandle::from_bits(reference);
            let _ = if is_up { self.add_count(reference) } else { self.subtract_count(reference) };
        }
    }

    /// Ends the process when the addon, in a finalizer of the experimental version, calls what may affect the collector.
    #[inline]
    fn check_not_in_finalizer(&self) {
        if self.in_finalizer.get() {
            self.addons().realm().flush_turn();
            crate::fatal::end(
                "",
                "Finalizer is calling a function that may affect GC state.\nThe finalizers are run directly from GC and must not \
                 affect GC state.\nUse `node_api_post_finalizer` from inside of the finalizer to work around this issue.\nIt \
                 schedules the call as a new task in the event loop.",
            );
        }
    }

    /// Ends the environment: cleanup hooks, finalizers, instance data.
    pub fn close(&self) {
        self.is_closing.set(true);
        self.cleanup.run();
        self.addons().wait_while(|| self.cleanup.has_pending());
        self.is_closed.set(true);
        for reference in self.references_with_finalizer() {
            self.finalize_reference(reference);
        }
        self.addons().release_memory_of(self);
        self.addons().run_finalizers();
        if let Some((_, Some(finalizer))) = self.instance_data.take() {
            self.run_finalizer(finalizer, FinalizerOf::Posted);
        }
    }
}

/// `closure` is the path of a closure in a function of Node-API, which has the function's name before its last part.
#[cold]
fn end_on_wrong_thread(closure: &str) -> ! {
    let function = closure.rsplit("::").nth(1).unwrap_or(closure);
    crate::fatal::end(function, "was called on a thread that is not that of its environment")
}

impl EnvPointer {
    pub fn new(env: &Env) -> Self {
        Self::from_address(std::ptr::from_ref(env).cast())
    }

    /// The environment; None for NULL.
    #[inline]
    pub fn get<'a>(self) -> Option<&'a Env> {
        // SAFETY: an environment lives until its realm has ended, and its addon does not use it afterwards.
        unsafe { self.address().cast::<Env>().as_ref() }
    }
}

impl Out<NapiValue> {
    /// Writes a value, for which a handle is added to the current scope.
    #[inline]
    pub fn put(self, env: &Env, value: Value<'_>) -> Outcome {
        env.marked().push(value);
        self.set(NapiValue::new(value));
        Ok(())
    }
}

/// The ways in which functions of Node-API begin and end.
impl EnvPointer {
    /// A function that may also be called in a finalizer.
    #[inline]
    pub fn basic(self, body: impl FnOnce(&Env) -> Outcome) -> Status {
        let Some(env) = self.get() else { return Status::InvalidArg };
        finish(env, body)
    }

    /// A function that runs no JavaScript.
    #[inline]
    pub fn plain<F: FnOnce(&Env) -> Outcome>(self, body: F) -> Status {
        let Some(env) = self.get() else { return Status::InvalidArg };
        env.check_thread::<F>();
        env.check_not_in_finalizer();
        finish(env, body)
    }

    /// Changes the count of a reference. Some addons do so on other threads, which Node.js does not notice: the change is
    /// made on the environment's own, and the count is not known before.
    pub fn counting(self, reference: RefHandle, is_up: bool, result: Out<u32>) -> Status {
        let Some(env) = self.get() else { return Status::InvalidArg };
        if env.thread != this_thread() {
            env.changes_elsewhere().push(CountChange { reference: reference.bits(), is_up });
            let env_address = self.address().expose_provenance();
            env.remote.post(move |_| {
                if Addons::current().is_some()
                    && let Some(env) = Self::from_address(std::ptr::with_exposed_provenance(env_address)).get()
                {
                    env.apply_counts();
                }
            });
            result.set(u32::from(is_up));
            return Status::Ok;
        }
        self.plain(|env| {
            result.set(if is_up { env.ref_reference(reference)? } else { env.unref_reference(reference)? });
            Ok(())
        })
    }

    /// A function that runs no JavaScript and that is refused while an exception is pending.
    #[inline]
    pub fn without_pending<F: FnOnce(&Env) -> Outcome>(self, body: F) -> Status {
        self.plain(|env| if env.has_pending() { Err(Status::PendingException) } else { body(env) })
    }

    /// A function that throws. In a realm that was stopped, also while a task was running, it does nothing: its failure
    /// would make node-addon-api end the process (that of Node.js does).
    #[inline]
    pub fn throwing<F: FnOnce(&Env) -> Outcome>(self, body: F) -> Status {
        let Some(env) = self.get() else { return Status::InvalidArg };
        env.check_thread::<F>();
        let addons = env.addons();
        if addons.is_in_last_task() || addons.realm().is_stopping() {
            env.set_error(Status::Ok)
        } else {
            self.running_js(body)
        }
    }

    /// A function that may run JavaScript: not while an exception is pending, nor when the realm is ending.
    #[inline]
    pub fn running_js<F: FnOnce(&Env) -> Outcome>(self, body: F) -> Status {
        let Some(env) = self.get() else { return Status::InvalidArg };
        env.check_thread::<F>();
        env.check_not_in_finalizer();
        if env.has_pending() {
            return env.set_error(Status::PendingException);
        }
        if !env.can_run_js() {
            const CANNOT_RUN_JS_SINCE: i32 = 10;
            let status =
                if env.version() >= CANNOT_RUN_JS_SINCE { Status::CannotRunJs } else { Status::PendingException };
            return env.set_error(status);
        }
        finish(env, body)
    }
}

/// Stores and returns the status of a function. A panic, which may not reach the addon, is a failure.
#[inline]
fn finish(env: &Env, body: impl FnOnce(&Env) -> Outcome) -> Status {
    match catch_unwind(AssertUnwindSafe(|| body(env))) {
        Ok(Ok(())) => env.set_error(Status::Ok),
        // Node.js returns these without a note of them.
        Ok(Err(status @ (Status::HandleScopeMismatch | Status::CallbackScopeMismatch))) => status,
        Ok(Err(status)) => env.set_error(status),
        Err(_) => env.set_error(Status::GenericFailure),
    }
}

/// The handle of a value, which is added to the current scope.
#[inline]
pub fn handle(env: &Env, value: Value<'_>) -> NapiValue {
    env.marked().push(value);
    NapiValue::new(value)
}
