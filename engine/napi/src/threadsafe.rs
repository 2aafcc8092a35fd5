//! Functions that an addon's threads call (`napi_threadsafe_function`): they queue data, and the loop calls JavaScript for
//! each item.

use crate::env::Env;
use crate::types::{CallJs, EnvPointer, Finalize, NapiValue, Outcome, Status};
use brio_jsc::{StrongSlot, Value, raw};
use brio_realm::Remote;
use std::cell::Cell;
use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How many items one task of the loop passes on at most, as in Node.
const ITEMS_PER_TURN: usize = 1000;

/// `napi_threadsafe_function` points to it.
pub struct ThreadsafeFunction {
    state: Mutex<State>,
    has_capacity: Condvar,
    remote: Remote,
    env: EnvPointer,
    queue_max: usize,
    pub context: *mut c_void,
    call_js: Option<CallJs>,
    finalize: Option<Finalize>,
    finalize_data: *mut c_void,
    async_context: u32,
    /// Only used on the thread of the environment, as all below.
    function: Cell<Option<(StrongSlot, u64)>>,
    is_referenced: Cell<bool>,
    is_finalized: Cell<bool>,
}

struct State {
    queue: VecDeque<*mut c_void>,
    threads: usize,
    is_closing: bool,
    is_scheduled: bool,
    /// The thread of the environment is done with it: the last thread frees it.
    is_over: bool,
}

// SAFETY: data and context are the addon's, which passes them between its threads; the state is locked; cells are
// used on the thread of the environment only.
unsafe impl Send for ThreadsafeFunction {}
// SAFETY: as above.
unsafe impl Sync for ThreadsafeFunction {}

/// What a function is made with.
pub struct Options<'cx> {
    pub function: Option<Value<'cx>>,
    pub async_context: u32,
    pub queue_max: usize,
    pub threads: usize,
    pub finalize: Option<Finalize>,
    pub finalize_data: *mut c_void,
    pub context: *mut c_void,
    pub call_js: Option<CallJs>,
}

impl ThreadsafeFunction {
    pub fn new(env: &Env, options: Options<'_>) -> Arc<Self> {
        let addons = env.addons();
        let function = options.function.map(|function| (env.marked().keep(function), raw::bits(function)));
        addons.realm().retain();
        let made = Arc::new(Self {
            state: Mutex::new(State {
                queue: VecDeque::new(),
                threads: options.threads,
                is_closing: false,
                is_scheduled: false,
                is_over: false,
            }),
            has_capacity: Condvar::new(),
            remote: addons.remote().clone(),
            env: env.pointer(),
            queue_max: options.queue_max,
            context: options.context,
            call_js: options.call_js,
            finalize: options.finalize,
            finalize_data: options.finalize_data,
            async_context: options.async_context,
            function: Cell::new(function),
            is_referenced: Cell::new(true),
            is_finalized: Cell::new(false),
        });
        env.cleanup.add(end_with_env, Arc::into_raw(made.clone()).cast_mut().cast());
        made
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // From any thread.

    /// Queues an item. With `blocks` it waits for capacity in the queue.
    pub fn push(self: &Arc<Self>, data: *mut c_void, blocks: bool) -> Outcome {
        let mut state = self.lock();
        while self.queue_max > 0 && state.queue.len() >= self.queue_max && !state.is_closing {
            if !blocks {
                return Err(Status::QueueFull);
            }
            state = self.has_capacity.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closing {
            return Err(self.leave(state));
        }
        state.queue.push_back(data);
        self.schedule(&mut state);
        Ok(())
    }

    /// Reports to a thread that the function is closing: it counts as released.
    fn leave(&self, mut state: MutexGuard<'_, State>) -> Status {
        let Some(threads) = state.threads.checked_sub(1) else { return Status::InvalidArg };
        state.threads = threads;
        self.free_if_over(state);
        Status::Closing
    }

    /// Frees the addon's reference once no thread may use it any more.
    fn free_if_over(&self, state: MutexGuard<'_, State>) {
        if state.is_over && state.threads == 0 {
            drop(state);
            // SAFETY: the reference that `napi_create_threadsafe_function` gave to the addon; `self` has another in every caller.
            unsafe { Arc::decrement_strong_count(self) };
        }
    }

    pub fn acquire(&self) -> Outcome {
        let mut state = self.lock();
        if state.is_closing {
            return Err(Status::Closing);
        }
        state.threads += 1;
        Ok(())
    }

    pub fn release(self: &Arc<Self>, aborts: bool) -> Outcome {
        let mut state = self.lock();
        state.threads = state.threads.checked_sub(1).ok_or(Status::InvalidArg)?;
        if state.is_closing {
            self.free_if_over(state);
            return Ok(());
        }
        if state.threads == 0 || aborts {
            state.is_closing = aborts;
            if aborts {
                self.has_capacity.notify_all();
            }
            self.schedule(&mut state);
        }
        Ok(())
    }

    fn schedule(self: &Arc<Self>, state: &mut State) {
        if !std::mem::replace(&mut state.is_scheduled, true) {
            let this = self.clone();
            // When the realm is gone, so is the queue.
            self.remote.post(move |_| this.dispatch());
        }
    }

    // On the thread of the environment.

    pub fn set_referenced(&self, env: &Env, is_referenced: bool) {
        if self.is_finalized.get() || self.is_referenced.replace(is_referenced) == is_referenced {
            return;
        }
        let realm = env.addons().realm();
        if is_referenced {
            realm.retain();
        } else {
            realm.release();
        }
    }

    fn dispatch(self: Arc<Self>) {
        {
            let mut state = self.lock();
            state.is_scheduled = false;
            // The end of the environment takes what is queued; threads that wait for capacity need not wait for that.
            if self.env.get().is_none_or(|env| !env.can_run_js()) {
                state.is_closing = true;
                return self.has_capacity.notify_all();
            }
        }
        for _ in 0..ITEMS_PER_TURN {
            if self.is_finalized.get() {
                return;
            }
            match self.next_item() {
                Next::Item(data) => self.clone().call(data),
                Next::Nothing => return,
                Next::Close => return self.close(),
            }
        }
        self.schedule(&mut self.lock());
    }

    fn next_item(&self) -> Next {
        let mut state = self.lock();
        if state.is_closing {
            return Next::Close;
        }
        let item = state.queue.pop_front();
        // For each item, and not only for one that leaves a full queue: several threads may wait.
        if self.queue_max > 0 {
            self.has_capacity.notify_one();
        }
        match item {
            Some(data) => Next::Item(data),
            None if state.threads == 0 => {
                state.is_closing = true;
                self.has_capacity.notify_all();
                Next::Close
            }
            None => Next::Nothing,
        }
    }

    /// One item is one task.
    fn call(self: Arc<Self>, data: *mut c_void) {
        let Some(env) = self.env.get() else { return };
        let context = self.async_context;
        env.addons().enter_task(context, Box::new(move || env.call_addon_leniently(|| self.call_here(env, data))));
    }

    fn call_here(&self, env: &Env, data: *mut c_void) {
        let cx = env.cx();
        // SAFETY: kept alive by its slot.
        let function = self.function.get().map(|(_, bits)| unsafe { raw::value(cx, bits) });
        match (self.call_js, function) {
            (Some(call_js), _) => {
                let function = function.map_or(NapiValue::NULL, NapiValue::new);
                // SAFETY: the addon passed the function with its context, and the data when it called.
                unsafe { call_js(env.pointer(), function, self.context, data) };
            }
            (None, Some(function)) => {
                // What it throws is pending, and reported as the task ends.
                let _ = crate::api::call_function(env, function);
            }
            (None, None) => {}
        }
    }

    /// Ends it: the finalizer runs in the closing phase of the turn.
    fn close(self: Arc<Self>) {
        let Some(env) = self.env.get() else { return };
        if self.is_finalized.get() {
            return;
        }
        env.addons().realm().on_close(move |_| {
            let Some(env) = self.env.get() else { return };
            let context = self.async_context;
            env.cleanup.remove(end_with_env, Arc::as_ptr(&self).cast_mut().cast()).then(|| {
                // SAFETY: the reference that `new` gave to the hook.
                unsafe { Arc::decrement_strong_count(Arc::as_ptr(&self)) };
            });
            env.addons().enter_task(context, Box::new(move || env.call_addon_leniently(|| self.finalize(env))));
        });
    }

    fn finalize(&self, env: &Env) {
        if self.is_finalized.get() {
            return;
        }
        self.set_referenced(env, false);
        self.is_finalized.set(true);
        let queue = std::mem::take(&mut self.lock().queue);
        if let Some(call_js) = self.call_js {
            for data in queue {
                // SAFETY: as in `call_here`; without an environment the addon only frees the data.
                unsafe { call_js(EnvPointer::NULL, NapiValue::NULL, self.context, data) };
            }
        }
        if let Some((slot, _)) = self.function.take() {
            env.marked().free(slot);
        }
        if let Some(finalize) = self.finalize {
            // SAFETY: the addon passed the function with its data, and it is called once.
            unsafe { finalize(env.pointer(), self.finalize_data, self.context) };
        }
        let mut state = self.lock();
        state.is_over = true;
        self.free_if_over(state);
    }
}

enum Next {
    Item(*mut c_void),
    Nothing,
    Close,
}

/// The environment ends, which ends the function: threads that wait for capacity continue with `napi_closing`.
unsafe extern "C" fn end_with_env(data: *mut c_void) {
    // SAFETY: the reference that `new` gave to the hook, which runs once.
    let function = unsafe { Arc::from_raw(data.cast_const().cast::<ThreadsafeFunction>()) };
    let Some(env) = function.env.get() else { return };
    {
        let mut state = function.lock();
        state.is_closing = true;
        function.has_capacity.notify_all();
    }
    env.call_addon(|| function.finalize(env));
}
