//! How much memory this process may use: the limit of its control group (versions 1 and 2), as containers have one,
//! and the limit of its heap, which follows from that unless the command line names one.
//!
//! Does not: read the limits of `setrlimit`, or the size of the machine; limit anything. Start reading at
//! [`of_control_group`].

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Where the system shows its control groups.
const ROOT: &str = "/sys/fs/cgroup";
/// The kernel's number for no limit in version 1 is the largest one that is a multiple of a page; limits above this
/// are none.
const UNLIMITED_MIN: u64 = i64::MAX as u64 & !0xffff;

/// The lowest limit in bytes of this process's control group and those that it is in; None when there is none.
pub fn of_control_group() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    lowest_limit(&groups, Path::new(ROOT))
}

/// The memory in bytes that this process can have: the limit of its control group, or what the machine has. None when
/// the system does not say.
pub fn available_bytes() -> Option<u64> {
    of_control_group().or_else(|| memory_of_machine(&fs::read_to_string("/proc/meminfo").ok()?))
}

/// The total in a report such as `/proc/meminfo`, which is in units of 1024 bytes.
fn memory_of_machine(report: &str) -> Option<u64> {
    let line = report.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1 << 10)
}

/// More than this is only used when it was requested, as in Node.
const HEAP_BYTES_MAX: u64 = 4 << 30;

/// 0: not chosen.
static HEAP_LIMIT: AtomicU64 = AtomicU64::new(0);
static IS_REQUESTED: AtomicBool = AtomicBool::new(false);

/// Chooses the limit of the heap in bytes, and returns it: the one that was requested, or three quarters of the control
/// group's, since not all memory of a process is its heap. None when there is neither.
pub fn choose_heap_limit(requested: Option<u64>) -> Option<u64> {
    let of_group = || of_control_group().map(|bytes| (bytes / 4 * 3).min(HEAP_BYTES_MAX));
    let requested = requested.filter(|bytes| *bytes > 0);
    IS_REQUESTED.store(requested.is_some(), Ordering::Relaxed);
    let limit = requested.or_else(of_group)?;
    HEAP_LIMIT.store(limit, Ordering::Relaxed);
    Some(limit)
}

/// The limit that was chosen.
pub fn heap_limit() -> Option<u64> {
    Some(HEAP_LIMIT.load(Ordering::Relaxed)).filter(|bytes| *bytes > 0)
}

/// The limit if it was requested: a larger heap then ends the process.
pub fn requested_heap_limit() -> Option<u64> {
    heap_limit().filter(|_| IS_REQUESTED.load(Ordering::Relaxed))
}

/// As [`of_control_group`], for the contents of `/proc/self/cgroup` and a folder with control groups.
fn lowest_limit(groups: &str, root: &Path) -> Option<u64> {
    let limit_of = |(folder, file): (PathBuf, &str)| -> Option<u64> {
        let text = fs::read_to_string(folder.join(file)).ok()?;
        text.trim().parse().ok().filter(|limit| *limit < UNLIMITED_MIN)
    };
    groups.lines().flat_map(|line| files_of(line, root)).filter_map(limit_of).min()
}

/// The files with limits of a group and of those above it, by a line of `/proc/self/cgroup`. In a container the path
/// may be one of the host, which is not visible: the root is then the container's own group.
fn files_of(line: &str, root: &Path) -> Vec<(PathBuf, &'static str)> {
    let mut fields = line.splitn(3, ':');
    let (_, Some(controllers), Some(path)) = (fields.next(), fields.next(), fields.next()) else { return Vec::new() };
    let (root, file) = match controllers {
        "" => (root.to_path_buf(), "memory.max"),
        controllers if controllers.split(',').any(|name| name == "memory") => {
            (root.join("memory"), "memory.limit_in_bytes")
        }
        _ => return Vec::new(),
    };
    let group = Path::new(path.trim_start_matches('/'));
    group.ancestors().map(|group| (root.join(group), file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_of_the_machine_is_in_kibibytes() {
        assert_eq!(memory_of_machine("MemFree: 1 kB\nMemTotal:       2048 kB\n"), Some(2 << 20));
        assert_eq!(memory_of_machine("MemTotal: many kB\n"), None);
        assert_eq!(memory_of_machine(""), None);
    }

    struct Groups(PathBuf);

    impl Groups {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let root = std::env::temp_dir().join(format!("brio-groups-{name}-{}", std::process::id()));
            for (file, contents) in files {
                let file = root.join(file);
                fs::create_dir_all(file.parent().expect("it has one")).expect("a temporary folder");
                fs::write(file, contents).expect("a temporary folder");
            }
            Self(root)
        }
    }

    impl Drop for Groups {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_requested_heap_limit_is_chosen() {
        assert_eq!(choose_heap_limit(Some(64 << 20)), Some(64 << 20));
        assert_eq!(heap_limit(), Some(64 << 20));
        assert_eq!(requested_heap_limit(), Some(64 << 20));
        choose_heap_limit(None);
        assert_eq!(requested_heap_limit(), None);
    }

    #[test]
    fn version_2_takes_the_lowest_limit_on_the_way_up() {
        let groups = Groups::new(
            "v2",
            &[("memory.max", "max\n"), ("pod/memory.max", "536870912\n"), ("pod/app/memory.max", "max\n")],
        );
        assert_eq!(lowest_limit("0::/pod/app\n", &groups.0), Some(512 << 20));
        assert_eq!(lowest_limit("0::/\n", &groups.0), None);
    }

    #[test]
    fn version_1_has_a_number_for_no_limit() {
        let unlimited = "9223372036854771712\n";
        let groups = Groups::new(
            "v1",
            &[("memory/memory.limit_in_bytes", unlimited), ("memory/docker/1/memory.limit_in_bytes", "104857600\n")],
        );
        let lines = "5:cpu,cpuacct:/docker/1\n4:memory:/docker/1\n0::/\n";
        assert_eq!(lowest_limit(lines, &groups.0), Some(100 << 20));
        assert_eq!(lowest_limit("4:memory:/\n", &groups.0), None);
    }

    #[test]
    fn a_path_of_the_host_falls_back_to_the_containers_root() {
        let groups = Groups::new("host", &[("memory/memory.limit_in_bytes", "209715200\n")]);
        assert_eq!(lowest_limit("4:memory:/docker/0123\n", &groups.0), Some(200 << 20));
        assert_eq!(lowest_limit("nonsense\n", &groups.0), None);
    }
}
