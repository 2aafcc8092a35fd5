use super::IS_INSIDE;
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
        cx.as_one_entry(|| cx.as_one_entry(|| cx.evaluate(source, "test.js", 1)).is_ok());
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
        let chain = "var count = 0; (function again() { count++; Promise.resolve().then(again) })()";
        let started = Instant::now();
        let _ = cx.as_one_entry(|| cx.evaluate(chain, "test.js", 1).is_ok());
        assert!(started.elapsed() < Duration::from_secs(20));
        cx.set_termination_check(None);
    });
}
