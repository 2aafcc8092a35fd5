//! `tests/unit/**/*.test.ts`: the public JavaScript API; `tests/builtins/**/*.test.ts`: parts of the builtins, which
//! are read from disk then, because only so can a program import them. Each file is one process that prints `ok - …`
//! and `not ok - …` lines and ends with `N passed, N failed` (see tests/unit/harness.ts).

use super::Options;
use super::expected_failures::ExpectedFailures;
use super::parallel;
use super::temporary_folder::TemporaryFolder;
use crate::process::{self, Outcome};
use crate::report::{Tally, read_counts};
use crate::workspace::Workspace;
use std::path::Path;
use std::time::Duration;

/// Time limit of one file.
const LIMIT: Duration = Duration::from_secs(60);

/// Tests that import builtins.
const OF_BUILTINS: &str = "tests/builtins";

/// Runs the files whose path matches the filter.
pub fn run(workspace: &Workspace, options: &Options) -> Result<Tally, String> {
    let mut files = workspace.files("tests/unit", ".test.ts");
    files.extend(workspace.files(OF_BUILTINS, ".test.ts"));
    files.retain(|file| options.wants(&workspace.relative(file)));
    let mut tally = Tally::default();
    let unstable = parallel::for_each_with_second_attempt(
        &files,
        |file| run_file(workspace, file),
        |file, outcome| failure(workspace, file, outcome),
        |file, outcome| count(&mut tally, &options.expected, &workspace.relative(file), outcome),
    );
    tally.unstable += unstable;
    options.finish_suite(&mut tally, "tests/unit/");
    Ok(tally)
}

/// Name and message of a file that failed.
fn failure(workspace: &Workspace, file: &Path, outcome: &Result<Outcome, String>) -> Option<(String, String)> {
    let message = match outcome {
        Ok(outcome) if !outcome.timed_out && outcome.code() == 0 => return None,
        Ok(outcome) => failures(&outcome.stdout).join("\n") + &tail(&outcome.stderr),
        Err(message) => message.clone(),
    };
    Some((workspace.relative(file), message))
}

fn run_file(workspace: &Workspace, file: &Path) -> Result<Outcome, String> {
    let temporary = TemporaryFolder::new()?;
    let mut command = workspace.brio();
    command.arg(file).current_dir(&workspace.root).env("NO_COLOR", "1").env("TMPDIR", &temporary.path);
    if file.starts_with(workspace.root.join(OF_BUILTINS)) {
        command.env("BRIO_BUILTINS", workspace.root.join("builtins"));
    }
    process::run(&mut command, b"", LIMIT)
}

/// Counts one file. A file without its last line has crashed or hangs: one failure, shown with its output.
fn count(tally: &mut Tally, expected: &ExpectedFailures, name: &str, outcome: Result<Outcome, String>) {
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(message) => return expected.count(tally, name, Err(message)),
    };
    let counts = read_counts(&outcome.stdout).filter(|_| !outcome.timed_out);
    match counts {
        Some(counts) if counts.failed > 0 || (counts.passed > 0 && outcome.code() == 0) => {
            let is_listed = |title: &&str| expected.contains(&format!("{name}: {title}"));
            let passed_although_listed: Vec<&str> =
                outcome.stdout.lines().filter_map(|line| line.strip_prefix("ok - ")).filter(is_listed).collect();
            tally.passed += counts.passed - passed_although_listed.len().min(counts.passed);
            for title in passed_although_listed {
                expected.count(tally, &format!("{name}: {title}"), Ok(()));
            }
            let failures = failures(&outcome.stdout);
            if failures.len() != counts.failed {
                tally.fail(
                    name,
                    &format!(
                        "the last line says {} failed, but there are {} `not ok` lines",
                        counts.failed,
                        failures.len()
                    ),
                );
            }
            for failure in failures {
                let (title, details) = failure.split_once('\n').unwrap_or((failure, ""));
                expected.count(
                    tally,
                    &format!("{name}: {}", title.trim_start_matches("not ok - ")),
                    Err(details.to_string()),
                );
            }
        }
        _ => {
            let reason = if outcome.timed_out {
                format!("stopped after {} seconds", LIMIT.as_secs())
            } else {
                format!("ended with code {} before its last line", outcome.code())
            };
            expected.count(tally, name, Err(format!("{reason}\n{}{}", tail(&outcome.stdout), tail(&outcome.stderr))));
        }
    }
}

/// The `not ok` lines, each with the lines that follow it.
fn failures(stdout: &str) -> Vec<&str> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut position = 0;
    let mut inside = false;
    for line in stdout.split_inclusive('\n') {
        let starts = line.starts_with("not ok - ");
        let ends = line.starts_with("ok - ") || read_counts(line).is_some();
        if starts {
            found.push((position, position));
        }
        inside = (inside || starts) && !ends;
        position += line.len();
        if let Some(last) = found.last_mut().filter(|_| inside) {
            last.1 = position;
        }
    }
    found.into_iter().map(|(start, end)| stdout[start..end].trim_end()).collect()
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::{count, failures};
    use crate::process;
    use crate::report::Tally;
    use crate::suites::expected_failures::ExpectedFailures;
    use std::process::Command;
    use std::time::Duration;

    fn counted(script: &str) -> Tally {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let mut tally = Tally::default();
        count(
            &mut tally,
            &ExpectedFailures::default(),
            "sample",
            process::run(&mut command, b"", Duration::from_millis(500)),
        );
        tally
    }

    #[test]
    fn failures_carry_the_lines_below_them() {
        let output = "ok - a\nnot ok - b\nError: x\n    at y\nok - c\nnot ok - d\nError: z\n2 passed, 2 failed\n";
        assert_eq!(failures(output), ["not ok - b\nError: x\n    at y", "not ok - d\nError: z"]);
    }

    #[test]
    fn a_file_counts_what_it_says() {
        assert_eq!(counted("echo '3 passed, 0 failed'"), Tally { passed: 3, failed: 0, expected: 0, unstable: 0 });
        assert_eq!(
            counted("echo 'not ok - b'; echo '3 passed, 1 failed'; exit 1"),
            Tally { passed: 3, failed: 1, expected: 0, unstable: 0 }
        );
    }

    #[test]
    fn a_failure_that_names_no_test_is_not_lost() {
        assert_eq!(
            counted("echo '3 passed, 1 failed'; exit 1"),
            Tally { passed: 3, failed: 1, expected: 0, unstable: 0 }
        );
    }

    #[test]
    fn a_crash_a_hang_an_empty_file_and_a_lying_exit_code_are_failures() {
        let failed = Tally { passed: 0, failed: 1, expected: 0, unstable: 0 };
        assert_eq!(counted("echo 'ok - a'; kill -SEGV $$"), failed);
        assert_eq!(counted("sleep 30"), failed);
        assert_eq!(counted("echo '0 passed, 0 failed'"), failed);
        assert_eq!(counted("echo '3 passed, 0 failed'; exit 7"), failed);
    }
}
