//! Counts passed and failed tests, prints failures as they happen, and ends a run with `N passed, N failed`.

use std::time::{Duration, Instant};

/// The result of one suite.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    /// Failures that `tests/expected_failures.toml` lists.
    pub expected: usize,
    /// Tests that failed beside others and passed alone: they are counted as passed.
    pub unstable: usize,
}

impl Tally {
    /// Counts a passed check.
    pub fn pass(&mut self) {
        self.passed += 1;
    }

    /// Counts a failed check; prints its name and, indented, its details.
    pub fn fail(&mut self, name: &str, details: &str) {
        self.failed += 1;
        print_failure("FAILED", name, details);
    }

    /// Adds the counts of a sub-run.
    pub fn add(&mut self, other: &Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.expected += other.expected;
        self.unstable += other.unstable;
    }
}

/// At most this many lines of a failure are shown.
const LINES_SHOWN_MAX: usize = 60;

/// Prints a failure: what kind, the test's name and, indented, its details.
pub fn print_failure(kind: &str, name: &str, details: &str) {
    println!("\n{kind} {name}");
    for line in details.trim_end().lines().take(LINES_SHOWN_MAX) {
        println!("    {line}");
    }
    let lines = details.trim_end().lines().count();
    if lines > LINES_SHOWN_MAX {
        println!("    … {} more lines", lines - LINES_SHOWN_MAX);
    }
}

/// One line per suite, and the sum at the end.
pub struct Summary {
    start: Instant,
    rows: Vec<(String, Tally, Duration)>,
}

impl Summary {
    pub fn new() -> Summary {
        Summary { start: Instant::now(), rows: Vec::new() }
    }

    /// Runs one suite. A suite that cannot run at all counts as one failure.
    pub fn suite(&mut self, name: &str, run: impl FnOnce() -> Result<Tally, String>) {
        println!("── {name}");
        let start = Instant::now();
        let tally = run().unwrap_or_else(|message| {
            let mut tally = Tally::default();
            tally.fail(name, &message);
            tally
        });
        self.rows.push((name.to_string(), tally, start.elapsed()));
    }

    /// Prints the table and the last line. Returns the exit code: nothing run at all is a failure too.
    pub fn finish(self) -> i32 {
        let mut total = Tally::default();
        println!("\n{:<10} {:>7} {:>7} {:>9} {:>9}", "suite", "passed", "failed", "expected", "seconds");
        for (name, tally, elapsed) in &self.rows {
            println!(
                "{name:<10} {:>7} {:>7} {:>9} {:>9.1}",
                tally.passed,
                tally.failed,
                tally.expected,
                elapsed.as_secs_f64()
            );
            total.add(tally);
        }
        let seconds = self.start.elapsed().as_secs();
        println!(
            "{:<10} {:>7} {:>7} {:>9} {:>6} min {:02} s",
            "all",
            total.passed,
            total.failed,
            total.expected,
            seconds / 60,
            seconds % 60
        );
        if total.expected > 0 {
            println!("\n{} failed as tests/expected_failures.toml says", total.expected);
        }
        if total.unstable > 0 {
            println!("\n{} failed beside other tests and passed alone: see UNSTABLE above", total.unstable);
        }
        println!("\n{} passed, {} failed", total.passed, total.failed);
        i32::from(total.failed > 0 || total.passed == 0)
    }
}

/// Reads the counts from the last line `N passed, N failed` of a test program's output.
pub fn read_counts(output: &str) -> Option<Tally> {
    let line = output.trim_end().lines().last()?;
    let (passed, failed) = line.split_once(" passed, ")?;
    let failed = failed.strip_suffix(" failed")?;
    Some(Tally { passed: passed.trim().parse().ok()?, failed: failed.trim().parse().ok()?, expected: 0, unstable: 0 })
}

#[cfg(test)]
mod tests {
    use super::{Summary, Tally, read_counts};

    #[test]
    fn counts_are_read_from_the_last_line_only() {
        assert_eq!(
            read_counts("ok - a\n3 passed, 1 failed\n"),
            Some(Tally { passed: 3, failed: 1, expected: 0, unstable: 0 })
        );
        assert_eq!(read_counts("3 passed, 0 failed\nthen it crashed"), None);
        assert_eq!(read_counts(""), None);
    }

    #[test]
    fn a_failure_or_an_empty_run_makes_the_exit_code_one() {
        let run = |tally: Tally| {
            let mut summary = Summary::new();
            summary.suite("x", || Ok(tally));
            summary.finish()
        };
        assert_eq!(run(Tally { passed: 2, ..Tally::default() }), 0);
        assert_eq!(run(Tally { passed: 2, failed: 1, expected: 0, unstable: 0 }), 1);
        assert_eq!(run(Tally { passed: 2, failed: 0, expected: 1, unstable: 0 }), 0);
        assert_eq!(run(Tally::default()), 1);
    }
}
