//! Core assignment: the measured program on one core, its peer on the other, for servers and clients alike. With the
//! scheduler's choice, a client and its database share a core in some runs and not in others, and the same queries then
//! cost the same binary half as much again (docs/internals/figures.md).

use crate::process;
use std::process::Command;
use std::time::Duration;

/// The core of the measured runtime.
pub const MEASURED: &str = "0";
/// The core of its peer: the load generator of a server, the service of a client.
pub const COUNTERPART: &str = "1";

const LIMIT: Duration = Duration::from_secs(5);

/// A command that runs `program` and what it starts on `core`; arguments are added as to any command.
pub fn on(core: &str, program: &str) -> Command {
    let mut taskset = Command::new("taskset");
    taskset.args(["-c", core, program]);
    taskset
}

/// Pins the running process to `core`, with all processes that it starts later.
pub fn keep(core: &str, process_id: u32) -> Result<(), String> {
    let outcome = process::run(Command::new("taskset").args(["-c", "-p", core, &process_id.to_string()]), b"", LIMIT)?;
    if outcome.code() == 0 {
        Ok(())
    } else {
        Err(format!("taskset (apt-get install util-linux) failed: {}", outcome.stderr.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::{COUNTERPART, MEASURED, keep, on};
    use crate::process;
    use rustix::thread::sched_getaffinity;
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn a_command_runs_on_its_core() {
        let outcome = process::run(
            on(MEASURED, "grep").args(["Cpus_allowed_list", "/proc/self/status"]),
            b"",
            Duration::from_secs(5),
        )
        .expect("taskset and grep are there");
        assert_eq!(outcome.stdout.split_whitespace().collect::<Vec<_>>(), ["Cpus_allowed_list:", MEASURED]);
    }

    #[test]
    fn a_running_process_is_moved() {
        if sched_getaffinity(None).is_ok_and(|set| !set.is_set(1)) {
            return;
        }
        let mut sleep = Command::new("sleep").arg("5").spawn().expect("sleep is there");
        let moved = keep(COUNTERPART, sleep.id());
        let status = std::fs::read_to_string(format!("/proc/{}/status", sleep.id())).expect("it runs");
        sleep.kill().expect("it runs");
        sleep.wait().expect("it was started here");
        assert_eq!(moved, Ok(()));
        assert!(status.lines().any(|line| line == format!("Cpus_allowed_list:\t{COUNTERPART}")), "{status}");
        assert!(keep(COUNTERPART, sleep.id()).is_err());
    }
}
