//! Ending a process together with those that it started: the shell of a script does not pass a signal on to its children.

use rustix::process::{Pid, Signal, kill_process};
use std::process::Command;

/// Sends a signal to a process and to its descendants.
pub fn signal(root: u32, signal: Signal) {
    signal_all(&of(root), signal);
}

/// A process and its descendants; the process is the first.
pub fn of(root: u32) -> Vec<u32> {
    let pairs = parents();
    let mut tree = vec![root];
    let mut index = 0;
    while let Some(parent) = tree.get(index).copied() {
        index += 1;
        tree.extend(pairs.iter().filter(|(_, of)| *of == parent).map(|(id, _)| *id));
    }
    tree
}

/// Sends a signal to processes.
pub fn signal_all(processes: &[u32], signal: Signal) {
    for &id in processes {
        if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
            // It may have ended already.
            let _ = kill_process(id, signal);
        }
    }
}

/// All processes with their parents.
fn parents() -> Vec<(u32, u32)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return parents_of_ps() };
    let found: Vec<(u32, u32)> = entries
        .flatten()
        .filter_map(|entry| {
            let id = entry.file_name().to_str()?.parse().ok()?;
            Some((id, parent_in(&std::fs::read_to_string(entry.path().join("stat")).ok()?)?))
        })
        .collect();
    if found.is_empty() { parents_of_ps() } else { found }
}

/// The parent in `ID (NAME) STATE PARENT …`, where the name may hold anything.
fn parent_in(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// For systems without `/proc`.
fn parents_of_ps() -> Vec<(u32, u32)> {
    let Ok(output) = Command::new("ps").args(["-A", "-o", "pid=,ppid="]).output() else { return Vec::new() };
    let text = String::from_utf8_lossy(&output.stdout);
    let pair = |line: &str| {
        let mut numbers = line.split_ascii_whitespace().map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    text.lines().filter_map(pair).collect()
}

#[cfg(test)]
#[path = "process_tree_tests.rs"]
mod tests;
