//! The loop. One turn, as libuv orders it: poll (sockets, completions, messages, the engine's own loop) → immediates → close
//! callbacks → timers. Every callback is one task: one entry into JavaScript, promise jobs as the lock is released,
//! then ticks that the jobs queued, until nothing is left.

use crate::hooks::Hook;
use crate::io::IoHandler;
use crate::loop_state::Word;
use crate::realm::Realm;
use crate::start_slots;
use brio_jsc::{Context, Value};
use brio_reactor::{Interest, Readiness, monotonic_ms};
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// How often the heap of a worker with a limit is checked.
const HEAP_WATCH_MS: f64 = 50.0;
/// When a program's start is over, from the beginning of its loop.
const SETTLES_AFTER_MS: f64 = 1500.0;
/// Steps of the engine's own work that the end of a worker waits for.
const ENGINE_STEPS_MAX: u32 = 8;

impl Realm {
    /// Runs one task: `work` enters JavaScript once. What it throws goes to the uncaught-exception hook.
    /// Returns what `work` made of its result.
    pub fn enter<'a, R>(&'a self, work: impl FnOnce(Context<'a>) -> Result<R, Value<'a>>) -> Option<R> {
        let cx = self.context();
        let outcome = cx.within_entry(|| cx.locked(|| work(cx).map_err(|error| error.root(cx))));
        let result = match outcome {
            Ok(result) => Some(result),
            Err(error) => {
                self.report_uncaught(error.get(cx));
                None
            }
        };
        self.settle();
        result
    }

    /// Runs one task that is a single call: the engine's own lock around it is enough. Otherwise as [`Realm::enter`].
    pub fn enter_call<'a, R>(
        &'a self,
        function: Value<'a>,
        arguments: &[Value<'a>],
        read: impl FnOnce(Value<'a>) -> R,
    ) -> Option<R> {
        let cx = self.context();
        let result = match cx.within_entry(|| function.call(cx, arguments)) {
            Ok(value) => Some(read(value)),
            Err(error) => {
                self.report_uncaught(error);
                None
            }
        };
        self.settle();
        result
    }

    /// Calls a hook as a task. None when it is not installed or threw.
    pub fn call_hook<'a, R>(
        &'a self,
        hook: Hook,
        arguments: &[Value<'a>],
        read: impl FnOnce(Value<'a>) -> R,
    ) -> Option<R> {
        let function = self.hook(self.context(), hook)?;
        self.enter_call(function, arguments, read)
    }

    /// Runs ticks that promise jobs left behind.
    pub fn settle(&self) {
        while self.state().get(Word::Ticks) != 0.0 && !self.is_stopping() {
            let cx = self.context();
            let Some(run_ticks) = self.hook(cx, Hook::RunTicks) else { return };
            let outcome =
                cx.within_entry(|| cx.locked(|| run_ticks.call(cx, &[]).map(|_| ()).map_err(|error| error.root(cx))));
            if let Err(error) = outcome {
                self.report_uncaught(error.get(cx));
            }
        }
    }

    /// Passes an exception to JavaScript's handler; without one, or when it throws, prints it and ends the process.
    pub fn report_uncaught(&self, error: Value<'_>) {
        if self.is_stopping() {
            return;
        }
        let cx = self.context();
        let failed = match self.hook(cx, Hook::Uncaught) {
            Some(hook) => cx.within_entry(|| cx.locked(|| hook.call(cx, &[error]).err().map(|error| error.root(cx)))),
            None => Some(error.root(cx)),
        };
        let Some(error) = failed else { return };
        if self.is_stopping() {
            return;
        }
        let error = error.get(cx);
        let text = error.to_string(cx).unwrap_or_else(|_| "an error that cannot be printed".into());
        let stack = error.get(cx, "stack").and_then(|stack| stack.to_string(cx)).unwrap_or_default();
        // The program's earlier output is written first.
        Self::current().flush_turn();
        eprintln!("Uncaught {text}\n{stack}");
        brio_jsc::exit_process(7);
    }

    /// Runs the loop until nothing keeps it alive or it is stopped. Returns the exit code that JavaScript returns.
    pub fn run(self: &Rc<Self>) -> i32 {
        let code = self.run_to_end();
        self.note_settled(false);
        code
    }

    /// Notifies the source of the builtins that what was compiled until now can be stored.
    pub(crate) fn note_settled(&self, goes_on: bool) {
        self.settles_ms.set(f64::INFINITY);
        self.context().locked(|| self.builtin_source().has_settled(goes_on));
    }

    fn run_to_end(self: &Rc<Self>) -> i32 {
        self.settle();
        let started_ms = self.update_time();
        self.state().set(Word::LoopStart, started_ms);
        self.times.begin(started_ms);
        self.full_collections.begin(started_ms);
        if !self.is_worker() {
            self.settles_ms.set(started_ms + SETTLES_AFTER_MS);
        }
        // As in libuv, timers that are due and unreferenced do not run when nothing else keeps the loop alive.
        if self.is_alive() {
            self.run_timers();
        }
        while !self.is_stopping() {
            if !self.is_alive() {
                self.call_hook(Hook::BeforeExit, &[], |_| ());
                if !self.is_alive() {
                    break;
                }
            }
            if let Err(error) = self.turn() {
                eprintln!("brio: the event loop cannot wait for events: {error}");
                return 1;
            }
        }
        self.state().set(Word::LoopExit, monotonic_ms());
        self.context().leave_shared_entry();
        self.run_due_engine_work();
        if let (true, Some(code)) = (self.is_stopping(), self.ending.stopped_code()) {
            self.flush_turn();
            return code;
        }
        let code = self.call_hook(Hook::Exit, &[], |code| code.as_int32().unwrap_or(0)).unwrap_or(0);
        self.flush_turn();
        // The 'exit' listeners of a worker may have ended it themselves.
        if self.is_stopping() { self.ending.stopped_code().unwrap_or(code) } else { code }
    }

    /// Whether something keeps the loop from ending.
    pub fn is_alive(&self) -> bool {
        let state = self.state();
        self.is_referenced()
            || state.get(Word::ReferencedTimers) > 0.0
            || state.get(Word::ReferencedImmediates) > 0.0
            || state.get(Word::References) > 0.0
            || !self.closing.borrow().is_empty()
    }

    /// Ends a worker whose heap is over its limit. Checks only from time to time.
    fn watch_heap(&self) {
        let now = self.now_ms();
        if now - self.heap_watched_ms.get() >= HEAP_WATCH_MS {
            self.heap_watched_ms.set(now);
            if self.context().is_out_of_memory() {
                self.stop();
            }
        }
    }

    /// Runs one turn of the loop, for work that has to end before the realm does.
    ///
    /// # Errors
    /// The system's when the loop cannot wait for events.
    pub fn run_turn(self: &Rc<Self>) -> io::Result<()> {
        self.turn()
    }

    fn turn(self: &Rc<Self>) -> io::Result<()> {
        if self.is_worker() {
            self.watch_heap();
        }
        self.between_tasks.set(true);
        self.flush_turn();
        self.between_tasks.set(false);
        self.done.begin_turn();
        let timeout = self.poll_timeout();
        if timeout.is_none_or(|timeout| !timeout.is_zero()) {
            start_slots::release();
        }
        let waits_since_ms = (timeout != Some(Duration::ZERO)).then(monotonic_ms);
        if let Some(since_ms) = waits_since_ms {
            self.times.begin_wait(since_ms);
        }
        let _shared_entry = self.context().share_entry();
        let mut is_first = true;
        let polled = self.reactor().poll(timeout, &mut |token, readiness| {
            if std::mem::take(&mut is_first) {
                self.end_wait(waits_since_ms);
            }
            if let Some(handler) = self.handlers().get(token) {
                handler.ready(self, readiness);
            }
        })?;
        if is_first {
            self.end_wait(waits_since_ms);
        }
        self.count_events(polled.event_count, waits_since_ms.is_none());
        self.handlers().end_poll();
        if polled.woken {
            self.drain_messages();
            self.deliver_rare_signal();
        }
        self.run_done();
        // Work of the engine's own that is due without its descriptor being readable: a timer.
        if self.engine_due_ms() <= self.now_ms() {
            self.run_engine_loop();
        }
        self.run_poll_end();
        self.run_immediates();
        self.run_closing();
        self.update_time();
        self.run_timers();
        if self.settles_ms.get() <= self.now_ms() {
            self.note_settled(true);
        }
        self.collect_when_due();
        Ok(())
    }

    /// Polling is over: moves the turn's time, and adds what the loop waited to the idle time, which
    /// `performance.eventLoopUtilization` reads.
    fn end_wait(&self, waits_since_ms: Option<f64>) {
        let now_ms = self.update_time();
        if let Some(since_ms) = waits_since_ms {
            self.state().add(Word::Idle, now_ms - since_ms);
            self.times.end_wait(self.state().get(Word::Idle));
        }
    }

    fn count_events(&self, count: usize, were_waiting: bool) {
        let state = self.state();
        state.add(Word::Turns, 1.0);
        state.add(Word::Events, count as f64);
        if were_waiting {
            state.add(Word::EventsWaiting, count as f64);
        }
    }

    fn poll_timeout(&self) -> Option<Duration> {
        let state = self.state();
        if !self.done.is_empty()
            || state.get(Word::Immediates) > 0.0
            || !self.closing.borrow().is_empty()
            || self.mailbox().has_messages()
            || !self.is_alive()
        {
            return Some(Duration::ZERO);
        }
        let next_timer = state.get(Word::NextTimer);
        let wake_ms = next_timer.min(self.settles_ms.get()).min(self.engine_due_ms());
        wake_ms.is_finite().then(|| {
            let wait_ms = (wake_ms - self.now_ms()).max(0.0);
            Duration::from_secs_f64(wait_ms / 1000.0)
        })
    }

    fn drain_messages(self: &Rc<Self>) {
        let mut batch = Vec::new();
        self.mailbox().drain(&mut batch);
        let mut messages = batch.into_iter();
        while !self.is_stopping() {
            let Some(message) = messages.next() else { return };
            message(self);
        }
        // Completions of jobs are among them, which the end of the realm waits for.
        self.undelivered.borrow_mut().extend(messages);
    }

    fn run_done(self: &Rc<Self>) {
        while !self.is_stopping() {
            let Some(completion) = self.done.take_due() else { return };
            completion(self);
        }
    }

    fn run_poll_end(self: &Rc<Self>) {
        let mut index = 0;
        while let Some(work) = self.next_poll_end(index) {
            work(self);
            index += 1;
        }
    }

    fn next_poll_end(&self, index: usize) -> Option<fn(&Rc<Self>)> {
        self.poll_end.borrow().get(index).copied().filter(|_| !self.is_stopping())
    }

    fn run_timers(&self) {
        while self.state().get(Word::NextTimer) <= self.now_ms() && !self.is_stopping() {
            let now = Value::number(self.now_ms());
            if self.call_hook(Hook::RunTimer, &[now], |more| more.as_boolean()) == Some(Some(false)) {
                return;
            }
        }
    }

    fn run_immediates(&self) {
        if self.state().get(Word::Immediates) == 0.0 {
            return;
        }
        while !self.is_stopping()
            && self.call_hook(Hook::RunImmediate, &[], |more| more.as_boolean()) != Some(Some(false))
        {}
    }

    fn run_closing(self: &Rc<Self>) {
        let callbacks = std::mem::take(&mut *self.closing.borrow_mut());
        for callback in callbacks {
            if self.is_stopping() {
                return;
            }
            callback(self);
        }
    }

    /// Runs what is ready in the engine's loop: its timers, compilations and finalizers, whose promise jobs run here.
    pub(crate) fn run_engine_loop(&self) {
        self.context().leave_shared_entry();
        self.vm().engine_loop().run_ready();
        self.settle();
        self.note_engine_due();
    }

    /// When the engine's loop has something to do, on the monotonic clock; infinite for nothing.
    fn engine_due_ms(&self) -> f64 {
        self.vm().engine_loop().due_ms(self.engine_due_noted_ms.get())
    }

    /// Notes when the engine's loop has something to do next.
    fn note_engine_due(&self) {
        let timeout = self.vm().engine_loop().timeout();
        self.engine_due_noted_ms
            .set(timeout.map_or(f64::INFINITY, |timeout| monotonic_ms() + timeout.as_secs_f64() * 1000.0));
    }

    /// Runs what the engine of a worker has due as the loop ends: mostly steps of its collector, which would prevent
    /// the next worker of this thread from taking over the VM (`brio_jsc::vm_reuse`).
    fn run_due_engine_work(&self) {
        for _ in 0..ENGINE_STEPS_MAX {
            if !self.is_worker()
                || self.is_terminating()
                || self.vm().engine_loop().timeout().is_none_or(|left| !left.is_zero())
            {
                return;
            }
            self.run_engine_loop();
        }
    }

    pub(crate) fn watch_engine_loop(self: &Rc<Self>) -> io::Result<()> {
        let (descriptors, _) = self.vm().engine_loop().query();
        for descriptor in descriptors {
            self.watch(descriptor, Interest::READABLE, Rc::new(EngineLoopHandler))?;
        }
        self.note_engine_due();
        Ok(())
    }
}

struct EngineLoopHandler;

impl IoHandler for EngineLoopHandler {
    fn ready(&self, realm: &Rc<Realm>, _readiness: Readiness) {
        realm.run_engine_loop();
    }
}
