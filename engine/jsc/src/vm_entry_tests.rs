use super::{ENTERED_AT, IS_INSIDE, SHARED, SHARED_ENTRY_MAX, Shared};
use crate::{Arguments, Context, NativeFunction, Value, Vm, VmOptions};
use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    static ENDS_AT: Cell<Option<Instant>> = const { Cell::new(None) };
}

fn must_end() -> bool {
    ENDS_AT.get().is_some_and(|end| Instant::now() >= end)
}

struct Inside;

impl NativeFunction for Inside {
    const NAME: &'static str = "inside";
    fn call<'cx>(_cx: Context<'cx>, _arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        Ok(Value::boolean(IS_INSIDE.get()))
    }
}

fn number(cx: Context<'_>, source: &str) -> f64 {
    cx.evaluate(source, "test.js", 1).ok().and_then(Value::as_number).unwrap_or(f64::NAN)
}

/// On a thread of its own, since a VM that can be terminated leaves its mark on the thread.
fn on_a_thread(work: impl FnOnce() + Send + 'static) {
    std::thread::spawn(work).join().expect("the thread passes its assertions");
}

#[test]
fn jobs_of_a_task_run_before_it_returns() {
    on_a_thread(|| {
        let vm = Vm::new(VmOptions { can_be_terminated: true, heap_bytes_max: 0.0 });
        let cx = vm.context();
        cx.global().set(cx, "inside", cx.function::<Inside>()).ok().expect("global is writable");
        let source = "var seen = []; Promise.resolve().then(() => { seen.push(inside()); return 1 }).then(() => seen.push(inside())); seen.push(inside())";
        cx.within_entry(|| cx.within_entry(|| cx.evaluate(source, "test.js", 1)).is_ok());
        assert!(!IS_INSIDE.get());
        assert_eq!(number(cx, "seen.filter((inside) => inside === true).length"), 3.0);
    });
}

#[test]
fn a_chain_of_jobs_without_end_is_ended() {
    on_a_thread(|| {
        let vm = Vm::new(VmOptions { can_be_terminated: true, heap_bytes_max: 0.0 });
        let cx = vm.context();
        cx.set_termination_check(Some(must_end));
        ENDS_AT.set(Some(Instant::now() + Duration::from_millis(50)));
        let requests = vm.termination_requests();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(60));
            requests.request();
        });
        let chain = "var count = 0; (function again() { count++; Promise.resolve().then(again) })()";
        let started = Instant::now();
        let _ = cx.within_entry(|| cx.evaluate(chain, "test.js", 1).is_ok());
        assert!(started.elapsed() < Duration::from_secs(20));
        cx.set_termination_check(None);
    });
}

#[test]
fn tasks_that_share_an_entry_run_their_jobs_before_the_next() {
    on_a_thread(|| {
        let vm = Vm::new(VmOptions::default());
        let cx = vm.context();
        cx.global().set(cx, "inside", cx.function::<Inside>()).ok().expect("global is writable");
        let run = |source: &str| cx.within_entry(|| cx.evaluate(source, "test.js", 1).is_ok());
        {
            let _shared = cx.share_entry();
            run("var seen = []; seen.push('a'); Promise.resolve().then(() => seen.push('a job'))");
            run("seen.push('b'); Promise.resolve().then(() => seen.push('b job ' + inside()))");
            cx.leave_shared_entry();
            run("seen.push('c'); Promise.reject(1).catch(() => seen.push('c job'))");
            assert!(!IS_INSIDE.get());
        }
        run("seen.push('f')");
        let seen =
            cx.evaluate("seen.join()", "test.js", 1).ok().expect("a string").to_string(cx).ok().expect("a string");
        assert_eq!(seen, "a,a job,b,b job true,c,c job,f");
    });
}

#[test]
fn a_task_that_throws_or_plays_another_entry_leaves_the_shared_one_usable() {
    on_a_thread(|| {
        let vm = Vm::new(VmOptions::default());
        let cx = vm.context();
        for _ in 0..3 {
            let _shared = cx.share_entry();
            assert!(cx.within_entry(|| cx.evaluate("throw new Error('no')", "test.js", 1)).is_err());
            cx.within_entry(|| cx.enter_again());
            assert!(cx.within_entry(|| cx.evaluate("var count = (globalThis.count ?? 0) + 1", "test.js", 1)).is_ok());
            cx.leave_watched_entry();
            assert!(cx.within_entry(|| cx.evaluate("new Date().getTime()", "test.js", 1)).is_ok());
        }
        assert_eq!(number(cx, "count"), 3.0);
    });
}

#[test]
fn an_entry_played_in_one_shared_entry_may_be_left_in_the_next() {
    on_a_thread(|| {
        let vm = Vm::new(VmOptions::default());
        let cx = vm.context();
        {
            let _shared = cx.share_entry();
            cx.within_entry(|| cx.enter_again());
        }
        {
            let _shared = cx.share_entry();
            assert!(cx.within_entry(|| cx.evaluate("var count = 1", "test.js", 1)).is_ok());
            assert!(SHARED.get() == Shared::Entered);
            cx.leave_watched_entry();
            assert!(SHARED.get() == Shared::Replaced, "the engine's entry has ended, so it must not be ended again");
            assert!(cx.within_entry(|| cx.evaluate("Promise.resolve().then(() => count++)", "test.js", 1)).is_ok());
        }
        assert_eq!(number(cx, "count"), 2.0);
    });
}

#[test]
fn turns_go_on_in_the_entry_until_it_is_left_or_old() {
    on_a_thread(|| {
        let vm = Vm::new(VmOptions::default());
        let cx = vm.context();
        let turn = || {
            let _shared = cx.share_entry();
            assert!(cx.within_entry(|| {
                cx.evaluate("var hours = new Date(0).getHours(); Promise.resolve().then(() => hours++)", "test.js", 1)
                    .is_ok()
            }));
            ENTERED_AT.get()
        };
        let first = turn();
        assert!(first.is_some());
        assert!(SHARED.get() == Shared::Off);
        assert_eq!(turn(), first);
        // Between turns other code may enter as if no entry were shared.
        assert_eq!(number(cx, "1 + 1"), 2.0);
        assert_eq!(turn(), first);
        ENTERED_AT.set(first.and_then(|first| first.checked_sub(SHARED_ENTRY_MAX)));
        let second = turn();
        assert!(second > first);
        cx.leave_shared_entry();
        assert_eq!(ENTERED_AT.get(), None);
        assert!(turn() > second);
        cx.locked(|| cx.enter_again());
        assert_eq!(ENTERED_AT.get(), None);
        cx.leave_watched_entry();
        assert!(turn().is_some());
        cx.leave_shared_entry();
    });
}
