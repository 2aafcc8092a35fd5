use super::*;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn a_name_may_hold_spaces_and_brackets() {
    assert_eq!(parent_in("12 (a) b) S 7 12 12 0"), Some(7));
    assert_eq!(parent_in("12"), None);
}

#[test]
fn the_children_of_a_shell_end_with_it() {
    // The pipe is closed when the last process that has it ends.
    let mut shell = Command::new("/bin/sh")
        .args(["-c", "sleep 60 & echo started; wait"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a shell");
    let mut lines = BufReader::new(shell.stdout.take().expect("it is piped")).lines();
    assert_eq!(lines.next().and_then(Result::ok).as_deref(), Some("started"));
    signal(shell.id(), Signal::TERM);
    assert!(lines.next().is_none());
    assert!(!shell.wait().expect("it was started").success());
}
