//! `cargo test --release` of the workspace: the unit tests beside the code.

use super::Options;
use super::parallel::SECOND_ATTEMPTS_MAX;
use crate::build::{cargo, claim_target};
use crate::process;
use crate::report::{Tally, print_failure};
use crate::workspace::Workspace;
use std::time::Duration;

/// Building is not in this limit; it shows its own progress.
const LIMIT: Duration = Duration::from_secs(900);

/// Builds with visible progress, then runs quietly: only failures are shown.
pub fn run(workspace: &Workspace, options: &Options) -> Result<Tally, String> {
    let _target = claim_target(workspace)?;
    let built = cargo(workspace).args(["test", "--release", "--workspace", "--no-run", "--quiet"]).status();
    let built = built.map_err(|error| format!("cannot start cargo: {error}"))?;
    if !built.success() {
        return Err("the tests do not compile; the errors are above".to_string());
    }
    let mut command = cargo(workspace);
    command.args(["test", "--release", "--workspace", "--no-fail-fast"]);
    // The tests of xtask itself run programs, which must not see the environment that `./x` set for this run.
    command.env_remove("BRIO_ROOT").env_remove("BRIO_BINARY").args(options.filter.as_deref());
    let outcome = process::run(&mut command, b"", LIMIT)?;
    let mut tally = Tally::default();
    for counts in outcome.stdout.lines().filter_map(read_result) {
        tally.passed += counts.passed;
        tally.failed += counts.failed;
    }
    let failed = failed_tests(&outcome.stdout);
    if tally.failed > 0 && tally.failed == failed.len() && pass_alone(workspace, &failed)? {
        print_failure("UNSTABLE", "cargo test: passed alone; beside other tests:", &failures(&outcome.stdout));
        tally.passed += tally.failed;
        tally.unstable += std::mem::take(&mut tally.failed);
    } else if tally.failed > 0 {
        println!("{}", failures(&outcome.stdout));
    } else if outcome.timed_out || outcome.code() != 0 {
        let reason = if outcome.timed_out { "stopped: a test hangs" } else { "ended before its tests did" };
        tally.fail("cargo test", &format!("{reason}\n{}\n{}", failures(&outcome.stdout), outcome.stderr));
    }
    Ok(tally)
}

/// The names of the tests that failed.
fn failed_tests(stdout: &str) -> Vec<&str> {
    stdout.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED")).collect()
}

/// Whether these tests pass when they run one after another, without others.
fn pass_alone(workspace: &Workspace, names: &[&str]) -> Result<bool, String> {
    if names.len() > SECOND_ATTEMPTS_MAX {
        return Ok(false);
    }
    let mut command = cargo(workspace);
    command.args(["test", "--release", "--workspace", "--no-fail-fast", "--", "--exact", "--test-threads=1"]);
    command.env_remove("BRIO_ROOT").env_remove("BRIO_BINARY").args(names);
    let outcome = process::run(&mut command, b"", LIMIT)?;
    let passed: usize = outcome.stdout.lines().filter_map(read_result).map(|counts| counts.passed).sum();
    Ok(!outcome.timed_out && outcome.code() == 0 && passed >= names.len())
}

/// Parses `test result: ok. 4 passed; 0 failed; …`.
fn read_result(line: &str) -> Option<Tally> {
    let counts = line.strip_prefix("test result: ")?.split_once(". ")?.1;
    let number = |name: &str| counts.split("; ").find_map(|part| part.trim().strip_suffix(name)?.trim().parse().ok());
    Some(Tally { passed: number(" passed")?, failed: number(" failed")?, expected: 0, unstable: 0 })
}

/// The output without the lines about tests that passed.
fn failures(stdout: &str) -> String {
    let uninteresting =
        |line: &&str| !line.ends_with("... ok") && !line.starts_with("running ") && !line.contains("test result: ok");
    stdout
        .lines()
        .filter(uninteresting)
        .filter(|line| !line.trim().is_empty())
        .map(|line| format!("    {line}\n"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{failed_tests, failures, read_result};
    use crate::report::Tally;

    #[test]
    fn the_result_line_is_read_whether_it_passed_or_not() {
        let line = "test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        assert_eq!(read_result(line), Some(Tally { passed: 4, failed: 1, expected: 0, unstable: 0 }));
        assert_eq!(read_result("test report::x ... ok"), None);
    }

    #[test]
    fn failed_tests_are_named() {
        assert_eq!(failed_tests("test a::b ... ok\ntest c::d ... FAILED\n\nfailures:\n    c::d\n"), ["c::d"]);
    }

    #[test]
    fn only_failures_are_shown() {
        assert_eq!(failures("running 2 tests\ntest a ... ok\ntest b ... FAILED\n\n"), "    test b ... FAILED\n");
    }
}
