//! The tree of a shell with a busy child.

use super::{is_alive, pss_bytes, tree, usage};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_tree_is_counted_with_its_children_and_is_gone_when_they_are() {
    let mut shell = Command::new("sh")
        .args(["-c", "(while :; do :; done) & while :; do :; done"])
        .stdin(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    let mut processes = tree(shell.id());
    while (usage(&processes).cpu_seconds() < 0.2 || processes.len() < 2) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
        processes = tree(shell.id());
    }
    let sum = usage(&processes);
    assert!(processes.len() == 2 && sum.processes == 2 && sum.threads == 2, "{processes:?} {sum:?}");
    assert!(sum.cpu_seconds() >= 0.2 && sum.rss_bytes > 100_000, "{sum:?}");
    assert!(pss_bytes(&processes) <= sum.rss_bytes + 1_000_000 && pss_bytes(&processes) > 0);
    Command::new("kill").args(["-9", "--", &format!("-{}", shell.id())]).status().unwrap();
    shell.wait().unwrap();
    while processes.iter().any(|process| is_alive(*process)) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(processes.iter().all(|process| !is_alive(*process)));
}
