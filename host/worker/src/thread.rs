//! The life of one thread: realm, program, exit. Everything that it reports to its parent is an event of the parent's
//! loop.

use crate::child::Child;
use crate::generated::worker_ops::ThreadLoopEvent;
use crate::{locks, threads};
use brio_realm::jsc::Value;
use brio_realm::start_slots::{self, Job};
use brio_realm::workers::{self, WorkerOptions};
use brio_realm::{Hook, Realm, Remote, Shared};
use std::cell::{Cell, RefCell};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

const ENTRY: &str = "internal:startup/worker_main";
/// Exit code of a thread whose realm could not be created, or that ended by an internal error.
const EXIT_BROKEN: i32 = 1;
/// A realm cannot start with less stack than this.
const STACK_BYTES_MIN: usize = 256 * 1024;

thread_local! {
    static NUMBER: Cell<u32> = const { Cell::new(0) };
    static PARENT: RefCell<Option<Remote>> = const { RefCell::new(None) };
}

/// The number of this thread.
pub(crate) fn number() -> u32 {
    NUMBER.get()
}

/// Passes a serialized error to the parent.
pub(crate) fn report_error(bytes: &[u8]) {
    let number = NUMBER.get();
    let bytes = bytes.to_vec();
    PARENT.with_borrow(|parent| {
        if let Some(parent) = parent {
            parent.post(move |realm| notify_bytes(realm, ThreadLoopEvent::Error, number, 0, bytes));
        }
    });
}

/// The settings of a new thread.
pub(crate) struct Start {
    pub shared: Shared,
    pub number: u32,
    /// The argument of the builtin that it calls, JSON.
    pub argument: String,
    pub stack_bytes: usize,
    /// 0 for no limit.
    pub heap_bytes_max: f64,
    /// Its output goes to the descriptors, not to the parent.
    pub writes_itself: bool,
}

/// Starts the thread, or queues it for a free one.
pub(crate) fn start(start: Start, child: Arc<Child>, parent: Remote) {
    let number = start.number;
    let stack_bytes = start.stack_bytes.max(STACK_BYTES_MIN);
    let parent_of_failed = parent.clone();
    let policy = brio_realm::permission::take_for_child();
    let run = move || {
        NUMBER.set(number);
        // The thread may have run another worker before.
        brio_realm::permission::install(policy);
        PARENT.set(Some(parent.clone()));
        parent.post(move |realm| notify(realm, ThreadLoopEvent::Online, number, 0));
        let code = run(&start, &child, &parent);
        PARENT.set(None);
        report_end(&parent, number, code);
    };
    let failed = move |error: &io::Error| {
        eprintln!("brio: the thread of a worker cannot start: {error}");
        threads::forget(number);
        report_end(&parent_of_failed, number, EXIT_BROKEN);
    };
    start_slots::submit(Job { run: Box::new(run), failed: Box::new(failed), stack_bytes });
}

fn report_end(parent: &Remote, number: u32, code: i32) {
    parent.post(move |realm| {
        crate::forget(number);
        notify(realm, ThreadLoopEvent::Exit, number, code);
    });
}

/// Runs the program of a thread to its end. Returns its exit code. A panic ends the thread, not the process.
fn run(start: &Start, child: &Child, parent: &Remote) -> i32 {
    let number = start.number;
    let made: RefCell<Option<Rc<Realm>>> = RefCell::new(None);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let options = WorkerOptions {
            shared: start.shared.clone(),
            entry: ENTRY,
            argument: &start.argument,
            heap_bytes_max: start.heap_bytes_max,
        };
        let realm = workers::make(options, &mut |realm| {
            *made.borrow_mut() = Some(Rc::clone(realm));
            child.connect(realm.remote());
            threads::connect(number, realm.remote());
            if !start.writes_itself {
                send_output_to(realm, parent.clone(), number);
            }
        });
        match realm {
            Ok(realm) => {
                let code = realm.run();
                if realm.context().is_out_of_memory() {
                    parent.post(move |realm| notify(realm, ThreadLoopEvent::OutOfMemory, number, 0));
                }
                code
            }
            Err(error) => {
                eprintln!("brio: the event loop of a worker cannot start: {error}");
                EXIT_BROKEN
            }
        }
    }));
    // No other reference to the realm may exist: its VM is destroyed on this thread.
    if let Some(realm) = made.take() {
        let disposed = catch_unwind(AssertUnwindSafe(|| realm.dispose()));
        if !matches!(disposed, Ok(true)) {
            std::mem::forget(realm);
        }
    }
    threads::forget(number);
    locks::forget_thread(number);
    outcome.unwrap_or(EXIT_BROKEN)
}

fn send_output_to(realm: &Realm, parent: Remote, number: u32) {
    realm.redirect_output(Box::new(move |fd, bytes, ends| {
        let bytes = bytes.to_vec();
        let ends = if ends.len() > 1 { ends.iter().flat_map(|end| end.to_ne_bytes()).collect() } else { Vec::new() };
        parent.post(move |realm| notify_output(realm, number, fd, bytes, ends));
    }));
}

fn notify(realm: &Rc<Realm>, event: ThreadLoopEvent, number: u32, detail: i32) {
    realm.call_hook(Hook::Event, &[Value::int32(event as i32), Value::uint32(number), Value::int32(detail)], |_| ());
}

/// `ends`: the numbers of the event as bytes.
fn notify_output(realm: &Rc<Realm>, number: u32, fd: i32, bytes: Vec<u8>, ends: Vec<u8>) {
    let Some(hook) = realm.hook(realm.context(), Hook::Event) else { return };
    realm.enter(|cx| {
        let bytes = cx.uint8_array(bytes)?;
        let ends = if ends.is_empty() { Value::null() } else { cx.uint8_array(ends)? };
        let event = Value::int32(ThreadLoopEvent::Output as i32);
        hook.call(cx, &[event, Value::uint32(number), Value::int32(fd), bytes, ends]).map(|_| ())
    });
}

fn notify_bytes(realm: &Rc<Realm>, event: ThreadLoopEvent, number: u32, detail: i32, bytes: Vec<u8>) {
    let Some(hook) = realm.hook(realm.context(), Hook::Event) else { return };
    realm.enter(|cx| {
        let bytes = cx.uint8_array(bytes)?;
        hook.call(cx, &[Value::int32(event as i32), Value::uint32(number), Value::int32(detail), bytes]).map(|_| ())
    });
}
