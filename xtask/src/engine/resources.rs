//! Whether the disk and the memory suffice for a build, which is known before it starts.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What the unpacked source and the objects need.
const DISK_MB: u64 = 6_000;
/// What one compiler needs at most; with less memory for two of them, one runs at a time.
const MEMORY_OF_A_COMPILER_MB: u64 = 1_500;

/// Fails when the build cannot succeed.
pub fn check(work: &Path) -> Result<(), String> {
    let disk = free_disk_mb(work)?;
    if disk < DISK_MB {
        return Err(format!(
            "{} has {disk} MB of free space, and building the engine needs {DISK_MB}; XDG_CACHE_HOME names another folder",
            work.display()
        ));
    }
    let memory = available_memory_mb();
    if memory < MEMORY_OF_A_COMPILER_MB {
        return Err(format!(
            "{memory} MB of memory are available, and building the engine needs {MEMORY_OF_A_COMPILER_MB}"
        ));
    }
    Ok(())
}

/// How many compilers run at a time.
pub fn jobs() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let fitting = usize::try_from(available_memory_mb() / MEMORY_OF_A_COMPILER_MB).unwrap_or(1);
    processors.min(fitting).max(1)
}

fn free_disk_mb(folder: &Path) -> Result<u64, String> {
    let output = Command::new("df").args(["--block-size=1M", "--output=avail"]).arg(folder).output();
    let output = output.map_err(|error| format!("cannot start df: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let number = text.lines().nth(1).and_then(|line| line.trim().parse().ok());
    number.ok_or_else(|| format!("df reports no free space of {}", folder.display()))
}

/// The memory that the system says is available, or the limit of the control group when that is lower.
fn available_memory_mb() -> u64 {
    let information = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = available_in(&information).unwrap_or(u64::MAX);
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.or_else(|| fs::read_to_string("/sys/fs/cgroup/memory/memory.limit_in_bytes").ok());
    let limit = limit.and_then(|text| text.trim().parse::<u64>().ok()).map_or(u64::MAX, |bytes| bytes >> 20);
    available.min(limit)
}

fn available_in(information: &str) -> Option<u64> {
    let line = information.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
}

#[cfg(test)]
mod tests {
    use super::available_in;

    #[test]
    fn available_memory_is_read_in_megabytes() {
        let information = "MemTotal:       24683632 kB\nMemAvailable:    2097152 kB\n";
        assert_eq!(available_in(information), Some(2048));
        assert_eq!(available_in("MemTotal: 1 kB\n"), None);
    }
}
