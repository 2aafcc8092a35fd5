//! A process and its descendants, and their current resource usage.

use std::fs;

/// The kernel reports CPU time to programs in hundredths of a second, whatever its own clock does (`USER_HZ`).
const TICKS_PER_SECOND: f64 = 100.0;
const PAGE_BYTES: u64 = 4096;

/// The usage of a tree, summed over its processes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    pub user_seconds: f64,
    pub system_seconds: f64,
    pub rss_bytes: u64,
    pub threads: u64,
    pub processes: u64,
}

impl Usage {
    pub fn cpu_seconds(&self) -> f64 {
        self.user_seconds + self.system_seconds
    }
}

/// The process and its living descendants, itself first.
pub fn tree(root: u32) -> Vec<u32> {
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        let process = found[next];
        next += 1;
        for child in children(process) {
            if !found.contains(&child) {
                found.push(child);
            }
        }
    }
    found
}

/// Whether the process runs: it exists and is not a zombie.
pub fn is_alive(process: u32) -> bool {
    stat_fields(process).is_some_and(|fields| fields.first().is_some_and(|state| state != "Z" && state != "X"))
}

/// Sums over these processes; ended ones count nothing. Time of children that were waited for is included.
pub fn usage(processes: &[u32]) -> Usage {
    let mut sum = Usage::default();
    for fields in processes.iter().filter_map(|process| stat_fields(*process)) {
        let field = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
        sum.user_seconds += (field(11) + field(13)) as f64 / TICKS_PER_SECOND;
        sum.system_seconds += (field(12) + field(14)) as f64 / TICKS_PER_SECOND;
        sum.threads += field(17);
        sum.rss_bytes += field(21) * PAGE_BYTES;
        sum.processes += 1;
    }
    sum
}

/// The proportional set size: memory that is shared with other processes is divided among them. Reading it makes the
/// kernel walk the whole address space, so call it only between loads.
pub fn pss_bytes(processes: &[u32]) -> u64 {
    processes.iter().map(|process| kilobytes(&format!("/proc/{process}/smaps_rollup"), "Pss:") * 1024).sum()
}

/// The sum of the peak resident sets of these processes.
pub fn peak_rss_bytes(processes: &[u32]) -> u64 {
    processes.iter().map(|process| kilobytes(&format!("/proc/{process}/status"), "VmHWM:") * 1024).sum()
}

fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|child| child.parse().ok()).collect::<Vec<u32>>())
        .collect()
}

/// The fields of /proc/PID/stat after the program's name, which may itself contain spaces and parentheses.
fn stat_fields(process: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let rest = text.rsplit_once(')')?.1;
    Some(rest.split_whitespace().map(str::to_string).collect())
}

fn kilobytes(file: &str, key: &str) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(key));
    line.and_then(|rest| rest.split_whitespace().next()).and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
#[path = "process_tree_tests.rs"]
mod tests;
