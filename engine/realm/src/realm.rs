//! The realm itself: what belongs to the thread, and how other threads and host crates access it.

use crate::builtins::BuiltinSource;
use crate::done::DoneAtOnce;
use crate::ending::Ending;
use crate::full_collections::FullCollections;
use crate::heap_limit;
use crate::hooks::{Hook, Hooks};
use crate::io::Handlers;
use crate::loop_state::{LoopState, Word};
use crate::loop_times::{LoopTimes, SharedTimes};
use crate::op::Area;
use brio_jsc::{Context, Root, TerminationRequests, Value, Vm, VmOptions};
use brio_reactor::{LoopClock, Mailbox, Reactor, Signals, monotonic_ms};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long the end of a realm waits for its jobs on the thread pool, and how often it checks.
const POOL_WAIT_MAX: Duration = Duration::from_secs(2);
const POOL_WAIT_STEP: Duration = Duration::from_millis(50);

/// When the process began: the zero of `performance.now()` in all of its realms.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    /// On the scale of [`monotonic_ms`].
    pub monotonic_ms: f64,
    /// Since 1970.
    pub unix_ms: f64,
}

/// The start of the process: the first call notes it.
pub fn started() -> Started {
    static STARTED: OnceLock<Started> = OnceLock::new();
    *STARTED.get_or_init(|| {
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Started { monotonic_ms: monotonic_ms(), unix_ms: unix.as_secs_f64() * 1000.0 }
    })
}

/// When the first realm of the process began to be made, on the scale of [`monotonic_ms`].
fn first_realm_ms() -> f64 {
    static FIRST: OnceLock<f64> = OnceLock::new();
    *FIRST.get_or_init(monotonic_ms)
}

/// A message to a loop: runs on its thread as a task of its own.
pub type Message = Box<dyn FnOnce(&Rc<Realm>) + Send>;

/// Posts messages to a realm from any thread.
#[derive(Clone)]
pub struct Remote {
    mailbox: brio_reactor::Remote<Message>,
    stopping: Arc<AtomicBool>,
    termination: TerminationRequests,
    times: Arc<SharedTimes>,
}

/// Called once, at the end of a turn, for a handle that closes.
type ClosingCallback = Box<dyn FnOnce(&Rc<Realm>)>;
/// Called at a fixed point of each turn.
type TurnCallback = fn(&Rc<Realm>);

/// The options of a realm.
pub struct RealmOptions {
    /// What all realms of the runtime share.
    pub shared: Shared,
    /// Its native functions.
    pub areas: &'static [&'static Area],
    /// Its builtin modules.
    pub builtins: &'static dyn BuiltinSource,
    /// A worker's realm: [`Remote::stop`] can end its running code, and ending it leaves the process alone.
    pub is_worker: bool,
    /// A worker ends when its heap is larger than this, and on the main thread the process; 0 for no limit.
    pub heap_bytes_max: f64,
}

/// What the owner of the realms shares between them; the owner knows its type.
pub type Shared = Arc<dyn Any + Send + Sync>;

/// One thread's VM and loop.
pub struct Realm {
    hooks: Hooks,
    handlers: Handlers,
    reactor: Rc<Reactor>,
    signals: RefCell<Option<Signals>>,
    clock: LoopClock,
    mailbox: Mailbox<Message>,
    /// Messages that came in the turn in which this realm was stopped.
    pub(crate) undelivered: RefCell<Vec<Message>>,
    state: LoopState,
    areas: &'static [&'static Area],
    builtins: &'static dyn BuiltinSource,
    shared: Shared,
    pub(crate) next_request: Cell<u32>,
    pub(crate) pending_ops: Cell<u32>,
    references: Cell<u32>,
    pub(crate) closing: RefCell<VecDeque<ClosingCallback>>,
    pub(crate) done: DoneAtOnce,
    pub(crate) between_tasks: Cell<bool>,
    pub(crate) poll_end: RefCell<Vec<TurnCallback>>,
    pub(crate) turn_end: RefCell<Vec<TurnCallback>>,
    before_native: Cell<Option<TurnCallback>>,
    collection_end: RefCell<Vec<TurnCallback>>,
    stopping: Arc<AtomicBool>,
    pub(crate) times: Arc<SharedTimes>,
    pub(crate) ending: Ending,
    pub(crate) pool_jobs: Cell<u32>,
    /// Whether the thread has a working directory of its own, in which its jobs have to run.
    pub(crate) has_own_directory: Cell<bool>,
    /// When a worker's heap was last checked.
    pub(crate) heap_watched_ms: Cell<f64>,
    /// When the program's start counts as over; infinite before the loop and afterwards.
    pub(crate) settles_ms: Cell<f64>,
    pub(crate) full_collections: FullCollections,
    /// When the engine's loop has something to do, as of its last run; infinite for nothing.
    pub(crate) engine_due_noted_ms: Cell<f64>,
    /// Last: everything above may hold roots of it.
    vm: Vm,
}

thread_local! {
    static CURRENT: RefCell<Option<Rc<Realm>>> = const { RefCell::new(None) };
    static STOPPING: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Whether running code of this thread has to end: it was stopped, or its heap is over its limit.
fn must_end() -> bool {
    STOPPING.with_borrow(|flag| {
        let Some(flag) = flag else { return false };
        if Realm::current().context().is_out_of_memory() {
            flag.store(true, Ordering::Relaxed);
        }
        flag.load(Ordering::Relaxed)
    })
}

impl Realm {
    /// Makes the realm of this thread.
    ///
    /// # Errors
    /// The system's error when no descriptor is left for the poller.
    pub fn new(options: RealmOptions) -> io::Result<Rc<Self>> {
        let _ = started();
        let first_realm_ms = first_realm_ms();
        let reactor = Rc::new(Reactor::new()?);
        let stopping = Arc::new(AtomicBool::new(false));
        let engine_start_ms = monotonic_ms();
        let vm = Vm::new(VmOptions { can_be_terminated: options.is_worker, heap_bytes_max: options.heap_bytes_max });
        if options.is_worker {
            STOPPING.set(Some(stopping.clone()));
            vm.context().set_termination_check(Some(must_end));
        } else if options.heap_bytes_max > 0.0 {
            vm.context().end_at_heap_limit(heap_limit::end_process);
        }
        let realm = Rc::new(Self {
            hooks: Hooks::default(),
            handlers: Handlers::default(),
            mailbox: Mailbox::new(&reactor),
            undelivered: RefCell::default(),
            reactor,
            signals: RefCell::new(None),
            clock: LoopClock::new(),
            state: LoopState::new(),
            areas: options.areas,
            builtins: options.builtins,
            shared: options.shared,
            next_request: Cell::new(crate::op::new_range() + 1),
            pending_ops: Cell::new(0),
            references: Cell::new(0),
            closing: RefCell::default(),
            done: DoneAtOnce::default(),
            between_tasks: Cell::new(false),
            poll_end: RefCell::default(),
            turn_end: RefCell::default(),
            before_native: Cell::default(),
            collection_end: RefCell::default(),
            stopping,
            times: Arc::default(),
            ending: Ending::new(options.is_worker),
            pool_jobs: Cell::new(0),
            has_own_directory: Cell::new(false),
            heap_watched_ms: Cell::new(0.0),
            settles_ms: Cell::new(f64::INFINITY),
            full_collections: FullCollections::default(),
            engine_due_noted_ms: Cell::new(f64::INFINITY),
            vm,
        });
        realm.state.set(Word::Now, realm.clock.now_ms());
        realm.state.set(Word::NodeStart, first_realm_ms);
        realm.state.set(Word::EngineStart, engine_start_ms);
        realm.state.set(Word::RealmReady, realm.clock.now_ms());
        CURRENT.set(Some(realm.clone()));
        realm.watch_engine_loop()?;
        Ok(realm)
    }

    /// The realm of this thread.
    ///
    /// # Panics
    /// On a thread that has none: native functions only run on a realm's thread.
    pub fn current() -> Rc<Realm> {
        CURRENT.with_borrow(|realm| realm.clone()).expect("native functions run on the thread of a realm")
    }

    /// What all realms of the runtime share, for the realm of a new thread.
    pub fn shared(&self) -> Shared {
        self.shared.clone()
    }

    /// What all realms of the runtime share.
    ///
    /// # Panics
    /// When the owner of the realm shares something else.
    pub fn shared_as<T: Any + Send + Sync>(&self) -> Arc<T> {
        self.shared().downcast().expect("the runtime shares one type with all its realms")
    }

    /// The context, for calls.
    #[inline]
    pub fn context(&self) -> Context<'_> {
        self.vm.context()
    }

    /// A sender for other threads.
    pub fn remote(&self) -> Remote {
        Remote {
            mailbox: self.mailbox.remote(),
            stopping: self.stopping.clone(),
            termination: self.vm.termination_requests(),
            times: self.times.clone(),
        }
    }

    /// Keeps the loop alive until the matching [`Realm::release`].
    pub fn retain(&self) {
        self.references.set(self.references.get() + 1);
    }

    /// Ends a [`Realm::retain`].
    pub fn release(&self) {
        self.references.set(self.references.get().saturating_sub(1));
    }

    /// Notes a job on the thread pool that uses memory of this realm: the end of the realm waits for it.
    pub fn begin_pool_job(&self) {
        self.pool_jobs.set(self.pool_jobs.get() + 1);
    }

    /// Runs asynchronous ops on threads that share the working directory of this one, which is not that of the process.
    pub fn use_own_directory(&self) {
        self.has_own_directory.set(true);
    }

    /// Whether such jobs are pending.
    pub fn has_pool_jobs(&self) -> bool {
        self.pool_jobs.get() > 0
    }

    /// Ends a [`Realm::begin_pool_job`].
    pub fn end_pool_job(&self) {
        self.pool_jobs.set(self.pool_jobs.get().saturating_sub(1));
    }

    /// Milliseconds on the loop's clock, as of this turn.
    #[inline]
    pub fn now_ms(&self) -> f64 {
        self.clock.now_ms()
    }

    /// Reads the clock for this turn; returns the loop's milliseconds.
    pub fn update_time(&self) -> f64 {
        let now = self.clock.update();
        self.state.set(Word::Now, now);
        now
    }

    /// Queues a callback for the closing phase of this turn.
    pub fn on_close(&self, callback: impl FnOnce(&Rc<Realm>) + 'static) {
        self.closing.borrow_mut().push_back(Box::new(callback));
    }

    /// Queues the completion of work that this thread did at once.
    pub(crate) fn done_at_once(&self, completion: impl FnOnce(&Rc<Realm>) + 'static) {
        self.done.add(Box::new(completion));
    }

    /// The number of the running turn, for what is limited in each turn.
    pub fn turn_number(&self) -> u64 {
        self.done.turn_number()
    }

    /// Adds work that runs once the poller has reported everything, before immediates and close callbacks: libuv's
    /// pending phase after it polled.
    pub fn at_poll_end(&self, work: fn(&Rc<Realm>)) {
        self.poll_end.borrow_mut().push(work);
    }

    /// Adds work that runs at the end of every turn, before the loop waits (flushing corked output).
    pub fn at_turn_end(&self, work: fn(&Rc<Realm>)) {
        self.turn_end.borrow_mut().push(work);
    }

    /// Sets work that runs once, before native code of the program runs: it may print, or end the process.
    pub fn set_before_native(&self, work: fn(&Rc<Realm>)) {
        self.before_native.set(Some(work));
    }

    /// Runs the work of [`Realm::set_before_native`]. Call it before native code of the program: addons, foreign functions.
    #[inline]
    pub fn enter_native(self: &Rc<Self>) {
        if let Some(work) = self.before_native.take() {
            work(self);
        }
    }

    /// Runs the work of [`Realm::at_turn_end`] now.
    pub fn flush_turn(self: &Rc<Self>) {
        let work = self.turn_end.borrow().clone();
        work.iter().for_each(|work| work(self));
    }

    /// Adds work that runs after each collection that the program requested.
    pub fn at_collection_end(&self, work: fn(&Rc<Realm>)) {
        self.collection_end.borrow_mut().push(work);
    }

    /// Collects garbage because the program requested it.
    pub fn collect_for_program(self: &Rc<Self>) {
        self.context().collect_garbage();
        let work = self.collection_end.borrow().clone();
        work.iter().for_each(|work| work(self));
    }

    /// Whether the work of [`Realm::at_turn_end`] is run by the loop itself, so that it may enter JavaScript: not when
    /// a native function flushes buffered output before it blocks or ends the process.
    pub fn is_between_tasks(&self) -> bool {
        self.between_tasks.get()
    }

    /// The words of memory that are shared with JavaScript.
    pub fn loop_state_view<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        self.state.view(cx)
    }

    /// Installs the hooks that the loop calls.
    pub fn install_hooks(&self, hooks: impl IntoIterator<Item = (Hook, Root)>) {
        self.state.set(Word::HooksReady, monotonic_ms());
        self.hooks.install(hooks);
    }

    /// The hook's function, if it is installed.
    pub fn hook<'cx>(&self, cx: Context<'cx>, hook: Hook) -> Option<Value<'cx>> {
        self.hooks.get(cx, hook)
    }

    /// The object with the native functions of an area; None for an unknown area.
    pub fn area<'cx>(&self, cx: Context<'cx>, name: &str) -> Option<Result<Value<'cx>, Value<'cx>>> {
        self.areas.iter().find(|area| area.name == name).map(|area| area.object(cx))
    }

    /// Whether there is a builtin of that id.
    pub fn has_builtin(&self, id: &str) -> bool {
        self.builtins.has(id)
    }

    /// All builtins' ids.
    pub fn builtin_ids(&self) -> Vec<String> {
        self.builtins.ids()
    }

    /// Whether this realm was requested to stop.
    #[inline]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed) || self.ending.is_closing()
    }

    /// Whether running code of this realm is terminated: nothing can run in its VM any more.
    pub(crate) fn is_terminating(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Ends the loop after the running task, and running code of a terminable realm at its next check.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Releases everything that holds values of the VM, so that it can end. The realm cannot be used afterwards. False
    /// when work on the thread pool continues in memory of the VM: then the VM must not end (forget the realm).
    #[must_use]
    pub fn dispose(self: &Rc<Self>) -> bool {
        self.hooks.clear();
        let is_idle = self.wait_for_pool();
        drop(self.mailbox.close());
        drop(self.undelivered.take());
        self.handlers.clear();
        self.closing.borrow_mut().clear();
        self.done.clear();
        self.ending.redirect_output(None);
        crate::op::drop_thread_roots();
        STOPPING.set(None);
        CURRENT.set(None);
        is_idle
    }

    /// Takes the completions of jobs that use memory of the VM, so that none outlives it.
    fn wait_for_pool(self: &Rc<Self>) -> bool {
        let give_up = Instant::now() + POOL_WAIT_MAX;
        if self.pool_jobs.get() > 0 {
            self.undelivered.take().into_iter().for_each(|message| message(self));
        }
        while self.pool_jobs.get() > 0 && Instant::now() < give_up {
            if self.reactor.poll(Some(POOL_WAIT_STEP), &mut |_, _| {}).is_err() {
                break;
            }
            let mut batch = Vec::new();
            self.mailbox.drain(&mut batch);
            batch.into_iter().for_each(|message| message(self));
        }
        self.pool_jobs.get() == 0
    }

    pub(crate) fn hooks(&self) -> &Hooks {
        &self.hooks
    }

    pub(crate) fn handlers(&self) -> &Handlers {
        &self.handlers
    }

    pub(crate) fn reactor(&self) -> &Rc<Reactor> {
        &self.reactor
    }

    pub(crate) fn signals(&self) -> &RefCell<Option<Signals>> {
        &self.signals
    }

    pub(crate) fn mailbox(&self) -> &Mailbox<Message> {
        &self.mailbox
    }

    #[inline]
    pub(crate) fn state(&self) -> &LoopState {
        &self.state
    }

    pub(crate) fn vm(&self) -> &Vm {
        &self.vm
    }

    pub(crate) fn builtin_source(&self) -> &'static dyn BuiltinSource {
        self.builtins
    }

    pub(crate) fn is_referenced(&self) -> bool {
        self.references.get() > 0 || self.pending_ops.get() > 0
    }
}

impl Remote {
    pub(crate) fn into_sender(self) -> brio_reactor::Remote<Message> {
        self.mailbox
    }

    /// Runs `message` on the realm's thread as a task of its own. False when the realm is gone.
    pub fn post(&self, message: impl FnOnce(&Rc<Realm>) + Send + 'static) -> bool {
        self.mailbox.post(Box::new(message)).is_ok()
    }

    /// Runs `job` on the thread pool, and `done` with its result on the realm's thread. Nothing happens when the realm is gone by then.
    pub fn on_pool<R: Send + 'static>(
        self,
        job: impl FnOnce() -> R + Send + 'static,
        done: impl FnOnce(&Rc<Realm>, R) + Send + 'static,
    ) {
        let run = move || -> Message {
            let result = job();
            Box::new(move |realm| done(realm, result))
        };
        brio_reactor::ThreadPool::shared().spawn(Box::new(run), self.mailbox);
    }

    /// When the realm's loop began, and how long it has waited until now.
    pub fn loop_times(&self) -> LoopTimes {
        self.times.read(monotonic_ms())
    }

    /// Requests the realm to stop: its loop ends after the running task, running code at its next check, which is requested
    /// too, if it may be terminated.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        self.termination.request();
        self.mailbox.wake();
    }
}
