//! CPU time and memory of a process and its descendants, from /proc. Linux only.

use std::collections::BTreeMap;
use std::fs;

/// The resource usage of a process tree so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    pub user_seconds: f64,
    pub system_seconds: f64,
    /// The current and the peak resident set; summed over the tree.
    pub rss_bytes: u64,
    pub peak_rss_bytes: u64,
}

/// The kernel reports CPU time to programs in hundredths of a second, whatever its own clock does (`USER_HZ`).
const TICKS_PER_SECOND: f64 = 100.0;

/// Sums over the process `root` and its living descendants. A process that ended meanwhile is in its parent's
/// "children" times only once it was waited for, so those are added too.
pub fn usage(root: u32) -> Result<Usage, String> {
    let parents = parents();
    let mut sum = Usage::default();
    let mut found = false;
    for process in parents.keys().copied().filter(|process| descends(*process, root, &parents)) {
        let Some((user, system)) = cpu_ticks(process) else { continue };
        found = true;
        sum.user_seconds += user as f64 / TICKS_PER_SECOND;
        sum.system_seconds += system as f64 / TICKS_PER_SECOND;
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        sum.rss_bytes += kilobytes(&status, "VmRSS:") * 1024;
        sum.peak_rss_bytes += kilobytes(&status, "VmHWM:") * 1024;
    }
    if found { Ok(sum) } else { Err(format!("process {root} is gone")) }
}

fn parents() -> BTreeMap<u32, u32> {
    let processes = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    processes.filter_map(|process| Some((process, stat_fields(process)?.get(1)?.parse().ok()?))).collect()
}

fn descends(process: u32, root: u32, parents: &BTreeMap<u32, u32>) -> bool {
    let mut current = process;
    while current != root {
        match parents.get(&current) {
            Some(parent) if *parent > 1 => current = *parent,
            _ => return false,
        }
    }
    true
}

/// User and system ticks, including those of children that were waited for.
fn cpu_ticks(process: u32) -> Option<(u64, u64)> {
    let fields = stat_fields(process)?;
    let field = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok());
    Some((field(11)? + field(13)?, field(12)? + field(14)?))
}

/// The fields of /proc/PID/stat after the program's name, which may itself contain spaces and parentheses.
fn stat_fields(process: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let rest = text.rsplit_once(')')?.1;
    Some(rest.split_whitespace().map(str::to_string).collect())
}

fn kilobytes(status: &str, key: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    line.and_then(|rest| rest.split_whitespace().next()).and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::usage;
    use crate::process::kill_group;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    #[test]
    fn a_tree_is_counted_with_its_children() {
        let script = "(while :; do :; done) & while :; do :; done";
        let mut child =
            Command::new("sh").args(["-c", script]).stdin(Stdio::null()).process_group(0).spawn().expect("sh starts");
        let deadline = Instant::now() + Duration::from_secs(20);
        let mut sum = usage(child.id()).expect("it runs");
        while sum.user_seconds + sum.system_seconds < 0.2 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(50));
            sum = usage(child.id()).expect("it runs");
        }
        kill_group(&child);
        child.wait().expect("it was killed");
        assert!(sum.user_seconds + sum.system_seconds >= 0.2, "{sum:?}");
        assert!(sum.rss_bytes > 100_000 && sum.peak_rss_bytes >= sum.rss_bytes, "{sum:?}");
        assert!(usage(u32::MAX - 1).is_err());
    }
}
