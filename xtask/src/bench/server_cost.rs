//! The cost of a server under load, each on its core (`cores`): CPU time from /proc divided by requests.

use super::cores;
use super::experiments::Metric;
use super::process_tree::{Usage, usage};
use super::{MEGABYTE, Measurement};
use crate::process;
use crate::suites::http_client::{self, Request};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// The load on a server.
pub struct Load {
    pub connections: u32,
    pub path: &'static str,
    pub seconds: u32,
}

const START_LIMIT: Duration = Duration::from_secs(15);
const WARM_UP_SECONDS: u32 = 1;

/// Starts the server, warms it up, and measures one period of load.
pub fn measure(command: &[String], program: &Path, load: &Load) -> Result<Measurement, String> {
    let server = Server::start(command, program, load.path)?;
    server.wrk(load, WARM_UP_SECONDS)?;
    let before = server.usage()?;
    let run = server.wrk(load, load.seconds)?;
    let after = server.usage()?;
    let per_request = |seconds: fn(&Usage) -> f64| (seconds(&after) - seconds(&before)) * 1e6 / run.requests as f64;
    let (user, system) = (per_request(|usage| usage.user_seconds), per_request(|usage| usage.system_seconds));
    Ok(Measurement::from([
        (Metric::CpuPerRequest, user + system),
        (Metric::UserPerRequest, user),
        (Metric::PeakRss, after.peak_rss_bytes as f64 / MEGABYTE),
        (Metric::Rate, run.requests as f64 / run.seconds),
    ]))
}

/// Sends at least this many requests, then more, and reads the memory after each batch.
pub fn measure_memory(
    command: &[String],
    program: &Path,
    path: &'static str,
    requests: u64,
    more: u64,
) -> Result<Measurement, String> {
    let load = Load { connections: 50, path, seconds: 5 };
    let server = Server::start(command, program, load.path)?;
    server.answer(&load, requests)?;
    let first = server.usage()?;
    server.answer(&load, more)?;
    let last = server.usage()?;
    Ok(Measurement::from([
        (Metric::EndRss, first.rss_bytes as f64 / MEGABYTE),
        (Metric::Growth, last.rss_bytes as f64 / first.rss_bytes as f64),
        (Metric::PeakRss, last.peak_rss_bytes as f64 / MEGABYTE),
    ]))
}

struct Server {
    child: Child,
    port: u16,
}

/// The report of `wrk`.
#[derive(Debug, PartialEq)]
struct Run {
    requests: u64,
    seconds: f64,
}

impl Server {
    /// The papers' programs listen on port 3000, so the copy that runs is changed to a free port.
    fn start(command: &[String], program: &Path, path: &str) -> Result<Server, String> {
        let port = http_client::free_port()?;
        let text = fs::read_to_string(program).map_err(|error| format!("{}: {error}", program.display()))?;
        let copy =
            program.with_file_name(format!("measured_{}", program.file_name().unwrap_or_default().to_string_lossy()));
        fs::write(&copy, text.replace("3000", &port.to_string())).map_err(|error| error.to_string())?;
        let mut taskset = cores::on(cores::MEASURED, &command[0]);
        taskset.args(&command[1..]).arg(&copy).current_dir(program.parent().unwrap_or(Path::new(".")));
        taskset
            .env("NODE_ENV", "production")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .process_group(0);
        let child =
            taskset.spawn().map_err(|error| format!("cannot start taskset (apt-get install util-linux): {error}"))?;
        let mut server = Server { child, port };
        http_client::wait_for_port(port, START_LIMIT, || matches!(server.child.try_wait(), Ok(None)))?;
        let reply = http_client::send(port, &Request { method: "GET", path, headers: &[], body: "" })?;
        if reply.status == 200 { Ok(server) } else { Err(format!("the server answers {} to {path}", reply.status)) }
    }

    fn usage(&self) -> Result<Usage, String> {
        usage(self.child.id())
    }

    fn answer(&self, load: &Load, requests: u64) -> Result<(), String> {
        let mut answered = 0;
        while answered < requests {
            answered += self.wrk(load, load.seconds)?.requests;
        }
        Ok(())
    }

    fn wrk(&self, load: &Load, seconds: u32) -> Result<Run, String> {
        let mut wrk = cores::on(cores::COUNTERPART, "wrk");
        wrk.args(["-t1", &format!("-c{}", load.connections), &format!("-d{seconds}s")]);
        wrk.arg(format!("http://127.0.0.1:{}{}", self.port, load.path));
        let outcome = process::run(&mut wrk, b"", Duration::from_secs(u64::from(seconds) + 30))?;
        if outcome.code() != 0 {
            return Err(format!("wrk failed: {}", outcome.stderr.trim()));
        }
        read_report(&outcome.stdout)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        process::kill_group(&self.child);
        // The status of a killed server is meaningless.
        let _ = self.child.wait();
    }
}

/// Parses `123456 requests in 3.00s, 15.1MB read`. Errors during a run invalidate it.
fn read_report(text: &str) -> Result<Run, String> {
    if let Some(line) = text.lines().find(|line| line.contains("Socket errors") || line.contains("Non-2xx")) {
        return Err(format!("the server failed under load: {}", line.trim()));
    }
    let line = text
        .lines()
        .find(|line| line.contains(" requests in "))
        .ok_or_else(|| format!("invalid report of wrk: {text}"))?;
    let (requests, rest) = line.trim().split_once(" requests in ").ok_or("the number of requests is missing")?;
    let time = rest.split(',').next().unwrap_or("");
    let seconds = time
        .strip_suffix('s')
        .and_then(|number| number.strip_suffix('m').map(|_| None).unwrap_or_else(|| number.parse().ok()));
    let run = requests.parse().ok().zip(seconds).map(|(requests, seconds)| Run { requests, seconds });
    run.filter(|run| run.requests > 0).ok_or_else(|| format!("no request got a response: {line}"))
}

#[cfg(test)]
mod tests {
    use super::{Run, read_report};

    #[test]
    fn the_report_of_wrk_is_read() {
        let text = "Running 3s test\n  Requests/sec\n  123456 requests in 3.10s, 15.10MB read\nRequests/sec: 1\n";
        assert_eq!(read_report(text), Ok(Run { requests: 123_456, seconds: 3.1 }));
    }

    #[test]
    fn a_report_with_errors_or_without_requests_is_refused() {
        for text in [
            "",
            "  0 requests in 3.10s, 0B read\n",
            "  5 requests in 3.10s, 0B read\n  Socket errors: connect 0, read 1\n",
            "  5 requests in 3s, 0B read\n  Non-2xx or 3xx responses: 5\n",
        ] {
            assert!(read_report(text).is_err(), "{text}");
        }
    }
}
