use super::TerminationRequests;
use crate::{Vm, VmOptions};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

static MUST_END: AtomicBool = AtomicBool::new(false);

fn must_end() -> bool {
    MUST_END.load(Ordering::Relaxed)
}

#[test]
fn another_thread_ends_running_code() {
    let (sender, receiver) = channel::<TerminationRequests>();
    let running = thread::spawn(move || {
        let vm = Vm::new(VmOptions { can_be_terminated: true, heap_bytes_max: 0.0 });
        let cx = vm.context();
        cx.set_termination_check(Some(must_end));
        sender.send(vm.termination_requests()).expect("the test waits for it");
        let ended = cx.within_entry(|| cx.evaluate("for (;;) {}", "test.js", 1).is_err());
        cx.set_termination_check(None);
        ended
    });
    let requests = receiver.recv().expect("the thread sends it");
    // A request in vain changes nothing.
    requests.request();
    thread::sleep(Duration::from_millis(50));
    assert!(!running.is_finished());
    let asked = Instant::now();
    MUST_END.store(true, Ordering::Relaxed);
    requests.request();
    assert!(running.join().expect("it does not panic"));
    assert!(asked.elapsed() < Duration::from_secs(20));
    // The VM has ended.
    requests.request();
}
