use super::run;
use std::process::Command;
use std::time::{Duration, Instant};

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

#[test]
fn output_input_and_exit_code_come_back() {
    let outcome = run(&mut shell("cat; echo wrong >&2; exit 3"), b"text", Duration::from_secs(10)).expect("sh starts");
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str(), outcome.code()), ("text", "wrong\n", 3));
    assert!(!outcome.timed_out);
}

#[test]
fn a_program_that_hangs_is_stopped_together_with_its_children() {
    let start = Instant::now();
    let outcome =
        run(&mut shell("echo begun; sleep 60 & sleep 60"), b"", Duration::from_millis(300)).expect("sh starts");
    assert!(outcome.timed_out);
    assert_eq!(outcome.stdout, "begun\n");
    assert!(start.elapsed() < Duration::from_secs(10), "the sleeping grandchild must not hold the pipe");
}

#[test]
fn a_program_ended_by_a_signal_has_a_code_above_128() {
    let outcome = run(&mut shell("kill -SEGV $$"), b"", Duration::from_secs(10)).expect("sh starts");
    assert_eq!(outcome.code(), 128 + 11);
}

#[test]
fn a_missing_program_is_an_error_that_names_it() {
    let error = run(&mut Command::new("brio-no-such-program"), b"", Duration::from_secs(1))
        .err()
        .expect("there is no such program");
    assert!(error.contains("brio-no-such-program"), "{error}");
}
