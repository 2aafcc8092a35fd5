//! Runs experiments: rounds of all programs in random order, until the ratios are precise enough or the time is over.
//! `rounds` is the loop; `server_cell`, `process_cell` and `steps_cell` each take one measurement; `store` writes
//! everything to disk so that a run can be stopped and resumed.

pub mod environment;
pub mod plan;
mod process_cell;
pub mod progress;
pub mod record;
pub mod rounds;
mod server_cell;
mod steps_cell;
pub mod store;
pub mod working_copy;

use crate::cores::Division;
use crate::experiment::{Case, Experiment, Program};
use crate::rivals::Found;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The inputs of a measurement.
pub struct Bench<'a> {
    pub experiment: &'a Experiment,
    pub program: &'a Program,
    pub found: &'a Found,
    /// The copy of the experiment's folder that programs run in.
    pub folder: &'a Path,
    pub cores: &'a Division,
    pub extent: &'a plan::Extents,
    pub round: u32,
    pub stop: &'a Arc<AtomicBool>,
}

impl Bench<'_> {
    /// The expected body or output: the program's own, or the case's.
    fn expected(&self, case: &Case) -> Option<Vec<u8>> {
        if let Some(text) = self.program.expect.as_ref().or(case.expect.as_ref()) {
            return Some(text.clone().into_bytes());
        }
        let file = case.expect_file.as_ref()?;
        std::fs::read(self.folder.join(file)).ok()
    }

    /// The working directory of the program. A program given by an absolute path runs in its own folder.
    fn home(&self) -> PathBuf {
        let file = Path::new(self.program.file.as_ref());
        file.parent().filter(|_| file.is_absolute()).map_or_else(|| self.folder.join("programs"), Path::to_path_buf)
    }

    fn command(&self, case_arguments: &[String]) -> Vec<String> {
        let file = self.folder.join("programs").join(self.program.file.as_ref());
        let shown = if self.found.rival.command.first().is_some_and(|word| word == "{file}") {
            file.to_string_lossy().into_owned()
        } else {
            self.program.file.as_ref().clone()
        };
        let arguments: Vec<String> = self.program.arguments.iter().chain(case_arguments).cloned().collect();
        self.found.command(&self.program.command, &shown, &arguments)
    }

    fn spec(&self, command: Vec<String>, cores: Vec<usize>) -> crate::guard::Spec {
        let logs = self.folder.join("logs");
        let name = format!("{}_{}", self.experiment.id(), self.program.id());
        crate::guard::Spec {
            command,
            folder: self.home(),
            environment: self.program.environment.iter().map(|(key, value)| (key.clone(), value.clone())).collect(),
            cores,
            stdout: logs.join(format!("{name}.stdout")),
            stderr: logs.join(format!("{name}.stderr")),
        }
    }
}

/// The last lines of a program's output, errors last.
fn last_lines(spec: &crate::guard::Spec) -> Vec<String> {
    const LINES: usize = 8;
    let tail = |path: &Path| {
        let bytes = std::fs::read(path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(16 * 1024)..]).into_owned();
        let lines: Vec<String> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| environment::shorten(line).chars().take(300).collect())
            .collect();
        lines[lines.len().saturating_sub(LINES)..].to_vec()
    };
    let mut lines = tail(&spec.stdout);
    lines.extend(tail(&spec.stderr));
    lines[lines.len().saturating_sub(LINES)..].to_vec()
}

/// Sleeps, but not longer than until the lab is to stop.
fn sleep(time: Duration, stop: &AtomicBool) {
    let deadline = std::time::Instant::now() + time;
    while std::time::Instant::now() < deadline && !stop.load(std::sync::atomic::Ordering::Relaxed) {
        std::thread::sleep(
            Duration::from_millis(20).min(deadline.saturating_duration_since(std::time::Instant::now())),
        );
    }
}
