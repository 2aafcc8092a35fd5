//! A virtual machine: one per thread, with its global context. Start-up order matters (`docs/internals/engine.md`):
//! collector signal, engine options, the engine's main thread, the loop that it binds to, then the VM.

use crate::vm_reuse::{self, ReusableVm};
use crate::{
    EngineLoop, Value, cell, contexts, engine, frequent_collections, make_string, memory, own_arrays,
    string::{check_cell_layout, check_string_layout},
    symbols::symbols,
    termination::{self, TerminationRequests},
};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::sync::{Once, OnceLock};

/// A live context. Copied freely; `'vm` is the borrow of the VM it belongs to.
#[derive(Clone, Copy)]
pub struct Context<'vm> {
    raw: sys::JSContextRef,
    _vm: PhantomData<&'vm ()>,
}

/// A virtual machine with one global context. Roots of it must be dropped first.
pub struct Vm {
    group: sys::JSGroupRef,
    context: sys::JSContextRef,
    engine_loop: EngineLoop,
    /// For a VM that can be terminated.
    termination: Option<TerminationRequests>,
}

/// The options of a VM.
#[derive(Clone, Copy, Debug, Default)]
pub struct VmOptions {
    /// Allows running code to be ended ([`Vm::termination_requests`]). Entries cost more, so only workers use it.
    pub can_be_terminated: bool,
    /// Ends running code when the heap is larger than this, in a VM that can be terminated or with
    /// [`Context::end_at_heap_limit`]; 0 for no limit.
    pub heap_bytes_max: f64,
}

/// Signal that the collector uses to stop threads; the engine's own choice, SIGUSR1, belongs to programs.
const COLLECTOR_SIGNAL_OFFSET: i32 = 5;
const SIGRTMIN: i32 = 34;

thread_local! {
    /// The engine's loop of the thread that prepared the process, until its VM takes ownership of it.
    static FIRST_LOOP: Cell<Option<EngineLoop>> = const { Cell::new(None) };
}

/// Sets up what is common to all VMs of the process: call before the first VM, while the process has one thread.
/// `options` are `JSC_` option names and values, e.g. `("useSharedArrayBuffer", "1")`; those of the engine's own list
/// replace them.
pub fn prepare_process(options: &[(&str, &str)]) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        crate::native_memory::retain_freed();
        // SAFETY: called before the first VM, as the engine asks.
        unsafe { sys::JSConfigureSignalForGC(SIGRTMIN + COLLECTOR_SIGNAL_OFFSET) };
        for (name, value) in crate::engine::OPTIONS.iter().chain(options) {
            // Environment variables of the user win: that is how options are tested.
            if std::env::var_os(format!("JSC_{name}")).is_some() {
                continue;
            }
            // SAFETY: the caller promises that the process has one thread, so the environment is not read meanwhile.
            unsafe { std::env::set_var(format!("JSC_{name}"), value) };
        }
        frequent_collections::prepare();
        termination::prepare();
        // The engine permanently binds the main thread to the loop that is its default at this moment.
        FIRST_LOOP.set(Some(EngineLoop::new()));
        match symbols().initialize_main_thread {
            // SAFETY: the engine's own initialisation, idempotent.
            Some(initialize) => unsafe { initialize() },
            // SAFETY: before the first VM; without a main thread the collector's timer would crash.
            None => unsafe { sys::JSDisableGCTimer() },
        }
    });
}

impl Vm {
    /// Makes the VM of this thread. One that can be terminated may be that of the worker that the thread ran before.
    pub fn new(options: VmOptions) -> Self {
        prepare_process(&[]);
        let ReusableVm { group, engine_loop } =
            if options.can_be_terminated { vm_reuse::take(options.heap_bytes_max) } else { None }.unwrap_or_else(
                || {
                    let engine_loop = FIRST_LOOP.take().unwrap_or_default();
                    // SAFETY: after `prepare_process` and on the thread that will use it.
                    let group = unsafe { sys::JSContextGroupCreate() };
                    frequent_collections::watch(group);
                    ReusableVm { group, engine_loop }
                },
            );
        // SAFETY: a live group of this thread.
        let context = unsafe { contexts::create(group, std::ptr::null_mut()) };
        let mut vm = Self { group, context, engine_loop, termination: None };
        static CHECKED: Once = Once::new();
        CHECKED.call_once(|| {
            vm.check_encoding();
            check_string_layout();
            cell::learn_common_kinds(vm.context());
            make_string::check_making(vm.context());
            check_cell_layout(vm.context());
        });
        memory::begin(options.heap_bytes_max);
        own_arrays::begin(vm.context());
        if options.can_be_terminated {
            vm.arm_termination(options.heap_bytes_max > 0.0);
        }
        vm
    }

    /// The context, for calls.
    #[inline]
    pub fn context(&self) -> Context<'_> {
        Context { raw: self.context, _vm: PhantomData }
    }

    /// The loop of this thread that the engine's own work runs in.
    pub fn engine_loop(&self) -> &EngineLoop {
        &self.engine_loop
    }

    /// `value.rs` relies on these bits.
    fn check_encoding(&self) {
        let cx = self.context();
        // SAFETY: a live context.
        let made = unsafe { sys::JSValueMakeNumber(cx.raw, -7.0) };
        assert!(
            made as usize as u64 == Value::int32(-7).bits(),
            "the engine encodes integers differently: this build of Brio does not fit it"
        );
        // SAFETY: a live context.
        let made = unsafe { sys::JSValueMakeNumber(cx.raw, 0.5) };
        assert!(
            made as usize as u64 == Value::number(0.5).bits(),
            "the engine encodes numbers differently: this build of Brio does not fit it"
        );
        // SAFETY: a live context.
        let made = unsafe { sys::JSValueMakeUndefined(cx.raw) };
        assert!(
            made as usize as u64 == Value::undefined().bits(),
            "the engine encodes undefined differently: this build of Brio does not fit it"
        );
        // SAFETY: a live context.
        let made = unsafe { sys::JSValueMakeBoolean(cx.raw, true) };
        assert!(
            made as usize as u64 == Value::boolean(true).bits(),
            "the engine encodes booleans differently: this build of Brio does not fit it"
        );
    }

    fn arm_termination(&mut self, is_limited: bool) {
        engine::before_termination();
        self.termination = Some(TerminationRequests::of(self.group));
        termination::begin(self.context(), is_limited);
    }

    /// Asks running code to check whether it must end; without effect for a VM that cannot be terminated.
    pub fn termination_requests(&self) -> TerminationRequests {
        self.termination.clone().unwrap_or_default()
    }
}

impl Drop for Vm {
    fn drop(&mut self) {
        self.context().leave_shared_entry();
        memory::end();
        own_arrays::end();
        if let Some(requests) = &self.termination {
            requests.end();
            termination::end();
            vm_reuse::prepare_to_store(self.context());
        }
        // SAFETY: made in `new`, released once.
        unsafe { sys::JSGlobalContextRelease(self.context) };
        let ended = ReusableVm { group: self.group, engine_loop: self.engine_loop.take() };
        let rest = if self.termination.is_some() { vm_reuse::store(ended).err() } else { Some(ended) };
        if let Some(vm) = rest {
            vm_reuse::release(vm);
        }
    }
}

impl<'vm> Context<'vm> {
    /// # Safety
    /// `raw` is a live context that outlives `'vm`.
    pub(crate) unsafe fn from_raw(raw: sys::JSContextRef) -> Self {
        Self { raw, _vm: PhantomData }
    }

    #[inline]
    pub(crate) fn raw(self) -> sys::JSContextRef {
        self.raw
    }

    pub(crate) fn raw_group(self) -> sys::JSGroupRef {
        // SAFETY: a live context.
        unsafe { sys::JSContextGetGroup(self.raw) }
    }

    pub(crate) fn raw_global(self) -> sys::JSContextRef {
        // SAFETY: a live context.
        unsafe { sys::JSContextGetGlobalContext(self.raw) }
    }

    /// Runs the queued promise jobs, from within a call of a native function: there no job costs an entry into the VM,
    /// as it does when the lock is released at the end of a task. Without the engine's function they stay queued until
    /// then.
    pub fn run_jobs(self) {
        let Some(drain) = symbols().drain_microtasks else { return };
        let group = self.raw_group();
        // SAFETY: a live group of this thread, whose lock is held.
        self.locked(|| unsafe { drain(group) });
    }

    /// Runs `work` with the VM's lock held: calls inside are cheaper, and promise jobs stay queued until the end.
    pub fn locked<R>(self, work: impl FnOnce() -> R) -> R {
        struct Guard(sys::JSContextRef);
        impl Drop for Guard {
            fn drop(&mut self) {
                // SAFETY: locked below on this thread.
                unsafe { sys::JSUnlock(self.0) };
            }
        }
        // SAFETY: a live context; the guard unlocks, also when `work` panics.
        unsafe { sys::JSLock(self.raw) };
        let _guard = Guard(self.raw);
        work()
    }
}

unsafe extern "C" {
    fn _exit(code: std::ffi::c_int) -> !;
    fn fflush(stream: *mut c_void) -> std::ffi::c_int;
}

static AT_EXIT: OnceLock<fn()> = OnceLock::new();

/// Has [`exit_process`] call a function first; only the first function counts.
pub fn at_process_exit(function: fn()) {
    let _ = AT_EXIT.set(function);
}

/// Ends the process at once, without destructors: the engine's threads may still run, and its static destructors
/// would race with them. Output must be flushed before.
pub fn exit_process(code: i32) -> ! {
    if let Some(function) = AT_EXIT.get() {
        function();
    }
    // Native addons print through C's streams.
    // SAFETY: without a stream, all of them are flushed.
    unsafe { fflush(std::ptr::null_mut()) };
    // SAFETY: no argument can be wrong; nothing runs afterwards.
    unsafe { _exit(code) }
}
