//! The cost of a program from start to end: wall time, CPU time and the peak resident set, as the kernel reports them
//! to the parent (`wait4`).

use super::experiments::Metric;
use super::{MEGABYTE, Measurement};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use wait4::Wait4;

/// Runs the program once with the runtime that `process` starts and its first arguments, and with additional
/// environment variables.
pub fn measure(
    mut process: Command,
    words: &[String],
    program: &Path,
    arguments: &[&str],
    variables: &[(&str, String)],
) -> Result<Measurement, String> {
    process
        .args(words)
        .arg(program)
        .args(arguments)
        .current_dir(program.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")));
    process
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit());
    let start = Instant::now();
    let child =
        process.spawn().map_err(|error| format!("cannot start {}: {error}", process.get_program().display()))?;
    let ended =
        child.wait4().map_err(|error| format!("cannot wait for {}: {error}", process.get_program().display()))?;
    let wall = start.elapsed();
    if !ended.status.success() {
        return Err(format!("{} ended with {}", program.display(), ended.status));
    }
    let cpu = ended.rusage.utime + ended.rusage.stime;
    Ok(Measurement::from([
        (Metric::Wall, wall.as_secs_f64() * 1e3),
        (Metric::Cpu, cpu.as_secs_f64() * 1e3),
        (Metric::PeakRss, ended.rusage.maxrss as f64 / MEGABYTE),
    ]))
}

#[cfg(test)]
mod tests {
    use super::measure;
    use crate::bench::experiments::Metric;
    use std::path::Path;
    use std::process::Command;

    #[test]
    fn a_program_has_a_time_and_a_size() {
        let measured = measure(Command::new("sleep"), &[], Path::new("0.2"), &[], &[]).expect("sleep is there");
        assert!(measured[&Metric::Wall] >= 200.0 && measured[&Metric::Cpu] < 150.0, "{measured:?}");
        assert!(measured[&Metric::PeakRss] > 0.5 && measured[&Metric::PeakRss] < 100.0, "{measured:?}");
    }

    #[test]
    fn a_program_that_fails_is_not_measured() {
        assert!(measure(Command::new("false"), &[], Path::new("x"), &[], &[]).is_err());
    }
}
