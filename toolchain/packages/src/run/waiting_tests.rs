use super::*;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

fn shell(line: &str) -> Child {
    Command::new("/bin/sh").args(["-c", line]).stdout(Stdio::null()).spawn().expect("there is a shell")
}

#[test]
fn what_the_shell_started_gets_the_signal_and_the_shell_reports_its_end() {
    let mut running = shell("trap 'exit 9' TERM; (trap 'exit 3' TERM; while :; do sleep 0.05; done)");
    thread::sleep(Duration::from_millis(300));
    let passed = Passed::pass(running.id(), Signal::TERM);
    assert!(passed.receivers.len() > 1 && !passed.receivers.contains(&running.id()));
    assert_eq!(running.wait().expect("it was started").code(), Some(3));
}

#[test]
fn a_shell_that_continues_is_ended() {
    let mut running = shell("sleep 60; sleep 61");
    thread::sleep(Duration::from_millis(300));
    let mut passed = Passed::pass(running.id(), Signal::TERM);
    let start = Instant::now();
    while running.try_wait().expect("it was started").is_none() && start.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(50));
        passed.end_idle_shell(running.id());
    }
    assert!(running.try_wait().expect("it was started").is_some_and(|status| !status.success()));
}

#[test]
fn a_script_that_ends_by_itself_has_no_signal() {
    let ended = wait(&mut shell("exit 5")).expect("the shell can be waited for");
    assert_eq!((ended.status.code(), ended.signal), (Some(5), None));
}
