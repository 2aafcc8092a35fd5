//! Configures and compiles the engine. An interrupted build is continued: ninja knows what is there.

use super::resources;
use super::source::Source;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// CMake's options besides the compiler.
pub const FLAGS: &[&str] = &[
    "-DPORT=JSCOnly",
    "-DENABLE_STATIC_JSC=ON",
    "-DUSE_THIN_ARCHIVES=OFF",
    "-DCMAKE_BUILD_TYPE=Release",
    "-DENABLE_FTL_JIT=ON",
    "-DDEVELOPER_MODE=OFF",
    "-DENABLE_API_TESTS=OFF",
    "-DCMAKE_CXX_FLAGS=-ffunction-sections -fdata-sections",
    "-DCMAKE_C_FLAGS=-ffunction-sections -fdata-sections",
];
const C_COMPILER: &str = "clang-19";
pub const CXX_COMPILER: &str = "clang++-19";
/// The engine's own shell, which needs all of its libraries.
const TARGET: &str = "jsc";
/// What the whole build takes of one processor.
const PROCESSOR_MINUTES: u64 = 55;
/// A step that reports no progress is still reported after so long.
const REPORT_EVERY: Duration = Duration::from_secs(60);

/// The compiler with its version.
pub fn compiler() -> Result<String, String> {
    let output = Command::new(CXX_COMPILER).arg("--version").output();
    let output = output.map_err(|error| format!("cannot start {CXX_COMPILER}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(str::to_string).ok_or_else(|| format!("{CXX_COMPILER} does not tell its version"))
}

/// Builds the engine in a folder.
pub fn run(source: &Source, build: &Path, compiler: &str) -> Result<(), String> {
    if !build.join("build.ninja").exists() {
        configure(source, build)?;
    }
    let jobs = resources::jobs();
    eprintln!(
        "x: building JavaScriptCore {} with {compiler}, {jobs} at a time: about {} minutes on an idle machine",
        source.version,
        PROCESSOR_MINUTES / jobs as u64
    );
    compile(build, jobs)
}

fn configure(source: &Source, build: &Path) -> Result<(), String> {
    fs::create_dir_all(build).map_err(|error| format!("{}: {error}", build.display()))?;
    let status = Command::new("cmake")
        .env("CC", C_COMPILER)
        .env("CXX", CXX_COMPILER)
        .args(["-G", "Ninja"])
        .arg("-S")
        .arg(&source.folder)
        .arg("-B")
        .arg(build)
        .args(FLAGS)
        .stdout(Stdio::null())
        .status();
    if status.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    // Nothing half-configured is continued.
    let _ = fs::remove_file(build.join("build.ninja"));
    Err("cmake failed; its messages are above".to_string())
}

fn compile(build: &Path, jobs: usize) -> Result<(), String> {
    let mut ninja = Command::new("nice")
        .args(["-n", "5", "ninja", "-C"])
        .arg(build)
        .args(["-j", &jobs.to_string(), TARGET])
        .env("NINJA_STATUS", "[%f/%t] ")
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start ninja: {error}"))?;
    let output = BufReader::new(ninja.stdout.take().expect("stdout is piped"));
    let mut progress = Progress::new(Instant::now());
    let mut last_lines = Vec::new();
    for line in output.lines().map_while(Result::ok) {
        match steps_in(&line) {
            Some((done, all)) => {
                if let Some(report) = progress.note(done, all, Instant::now()) {
                    eprintln!("x: {report}");
                }
                last_lines.clear();
            }
            None => last_lines.push(line),
        }
    }
    let status = ninja.wait().map_err(|error| format!("cannot wait for ninja: {error}"))?;
    if status.success() {
        return Ok(());
    }
    let first = last_lines.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    Err(format!("the engine cannot be compiled; `./x engine build` continues from there\n{first}"))
}

/// The numbers in ninja's `[done/all] …`.
fn steps_in(line: &str) -> Option<(u32, u32)> {
    let (done, all) = line.strip_prefix('[')?.split_once(']')?.0.split_once('/')?;
    Some((done.parse().ok()?, all.parse().ok()?))
}

/// What is reported of a running build.
struct Progress {
    started: Instant,
    reported: Instant,
    first_done: Option<u32>,
}

impl Progress {
    fn new(started: Instant) -> Self {
        Self { started, reported: started, first_done: None }
    }

    /// A report when the last one was long ago.
    fn note(&mut self, done: u32, all: u32, now: Instant) -> Option<String> {
        let first = *self.first_done.get_or_insert(done.saturating_sub(1));
        if now - self.reported < REPORT_EVERY && done != all {
            return None;
        }
        self.reported = now;
        let spent = now - self.started;
        let left = spent.as_secs_f64() / f64::from((done - first).max(1)) * f64::from(all - done);
        Some(format!(
            "{done} of {all} steps after {} min; about {} min left",
            spent.as_secs() / 60,
            (left / 60.0).ceil()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_from_ninja() {
        assert_eq!(steps_in("[12/2644] Building CXX object a.o"), Some((12, 2644)));
        assert_eq!(steps_in("a.cpp:1: warning: [unused]"), None);
    }

    #[test]
    fn progress_is_reported_once_a_minute_with_an_estimate() {
        let start = Instant::now();
        let mut progress = Progress::new(start);
        assert_eq!(progress.note(1, 100, start + Duration::from_secs(1)), None);
        let report = progress.note(50, 100, start + Duration::from_secs(300));
        assert_eq!(report.as_deref(), Some("50 of 100 steps after 5 min; about 5 min left"));
        assert_eq!(progress.note(51, 100, start + Duration::from_secs(310)), None);
        assert!(progress.note(100, 100, start + Duration::from_secs(311)).is_some());
    }
}
