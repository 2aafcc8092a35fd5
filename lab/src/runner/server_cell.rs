//! Measures a server once: start it, wait until it responds, read its memory, warm it up, load it with each case of a
//! group, let it idle, end it.

use super::record::Record;
use super::{Bench, last_lines, sleep};
use crate::experiment::Case;
use crate::guard::{Guarded, Spec};
use crate::load::{self, BodyCheck, Extent, Load, Outcome, Pace, Request};
use crate::meter::sampler::{Sampler, Watch};
use crate::meter::{MEGABYTE, NoiseMeter, ports, process_tree};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The sampling period of the process tree.
const PERIOD: Duration = Duration::from_millis(100);
/// How long a server rests after its first response before its memory is read.
const SETTLE: Duration = Duration::from_millis(250);
const TIMEOUT: Duration = Duration::from_secs(10);
/// How much of an unexpected response is inspected.
const ANSWER_BYTES: usize = 4096;
const SHOWN_CHARACTERS: usize = 160;

/// A responding server.
struct Running<'a> {
    bench: &'a Bench<'a>,
    spec: Spec,
    guarded: Guarded,
    target: String,
    sampler: Sampler,
}

/// Measures the cases of one group on one server. There is one record per case, failed or not.
pub fn measure(bench: &Bench<'_>, cases: &[&Case]) -> Vec<Record> {
    let began = Instant::now();
    let mut command = bench.command(&[]);
    command.extend(cases.first().map(|case| case.arguments.clone()).unwrap_or_default());
    let shown = super::environment::shorten(&command.join(" "));
    let spec = bench.spec(command, bench.cores.servers.clone());
    let blank = |case: &&Case| Record { command: shown.clone(), ..Record::new(bench, case.id()) };
    let (running, start_ms) = match start(bench, spec, cases) {
        Ok(started) => started,
        Err((reason, lines)) => {
            return cases.iter().map(|case| blank(case).failed(reason.clone(), lines.clone())).collect();
        }
    };
    sleep(SETTLE, bench.stop);
    let before = running.memory();
    let mut records = Vec::new();
    for case in cases {
        let mut record = blank(case);
        record.set("start_ms", start_ms);
        record.set("rss_before_mb", before.0);
        record.set("pss_before_mb", before.1);
        records.push(running.measure_case(case, record));
        if records.last().is_some_and(|record| record.failure.is_some()) && running.is_over() {
            break;
        }
    }
    if bench.extent.idle > Duration::ZERO && !running.is_over() {
        running.measure_idle(&mut records);
    }
    // The cases that were not measured because an earlier one failed have failed with it.
    let why = records.last().and_then(|record| record.failure.clone()).unwrap_or_default();
    records.extend(
        cases[records.len()..].iter().map(|case| blank(case).failed(why.reason.clone(), why.last_lines.clone())),
    );
    running.end(&mut records);
    let took = began.elapsed().as_secs_f64() / records.len() as f64;
    records.iter_mut().for_each(|record| record.took_seconds = took);
    records
}

/// Starts the server and waits for its first response. Returns how long that took, in milliseconds. An error has the
/// server's last lines.
fn start<'a>(bench: &'a Bench<'a>, spec: Spec, cases: &[&Case]) -> Result<(Running<'a>, f64), (String, Vec<String>)> {
    let began = Instant::now();
    let limit = Duration::from_secs_f64(bench.experiment.settings.start_seconds);
    let guarded = Guarded::start(&spec).map_err(|reason| (reason, Vec::new()))?;
    let path = cases.first().and_then(|case| case.paths.first()).map_or("/", String::as_str);
    let target = loop {
        if let Some(ended) = guarded.ended_within(Duration::from_millis(5)) {
            return Err((format!("the server {} before it listened", ended.describe()), last_lines(&spec)));
        }
        let found = ports::of(&process_tree::tree(guarded.process));
        if let Some(target) = found
            .iter()
            .flat_map(|port| [format!("127.0.0.1:{port}"), format!("[::1]:{port}")])
            .find(|target| answers(target, path))
        {
            break target;
        }
        if bench.stop.load(Ordering::Relaxed) {
            return Err(("the lab was stopped".to_string(), Vec::new()));
        }
        if began.elapsed() > limit {
            let what = if found.is_empty() { "listened on no port" } else { "listened, but responded to no request" };
            guarded.stop();
            return Err((
                format!("the server {what} within {} s and was ended", limit.as_secs_f64()),
                last_lines(&spec),
            ));
        }
    };
    let start_ms = began.elapsed().as_secs_f64() * 1e3;
    let sampler = Sampler::start(
        guarded.process,
        PERIOD,
        bench.cores.generator.clone(),
        Watch { stop: bench.stop.clone(), rss_mb_max: memory_limit_mb() },
    );
    Ok((Running { bench, spec, guarded, target, sampler }, start_ms))
}

impl Running<'_> {
    fn measure_case(&self, case: &Case, mut record: Record) -> Record {
        let bench = self.bench;
        if let Err(reason) = self.probe(case) {
            return record.failed(reason, last_lines(&self.spec));
        }
        self.sampler.allow(bench.extent.warm_up + bench.extent.load * 6 + Duration::from_secs(40));
        record.phases.push(("warm-up".to_string(), self.sampler.now_ms()));
        if bench.extent.warm_up > Duration::ZERO {
            match load::run(
                &Load { pace: Pace::Closed, extent: Extent::Time(bench.extent.warm_up), ..self.load(case) },
                self.sampler.halt(),
            ) {
                Ok(outcome) => record.warm_up = outcome.slices,
                Err(reason) => return record.failed(reason, Vec::new()),
            }
        }
        record.phases.push(("load".to_string(), self.sampler.now_ms()));
        let noise = NoiseMeter::start();
        let cpu_before = process_tree::usage(&self.tree()).cpu_seconds();
        let outcome = match load::run(&self.load(case), self.sampler.halt()) {
            Ok(outcome) => outcome,
            Err(reason) => return record.failed(reason, Vec::new()),
        };
        let cpu_seconds = process_tree::usage(&self.tree()).cpu_seconds() - cpu_before;
        record.noise = Some(noise.finish(cpu_seconds));
        record.phases.push(("end".to_string(), self.sampler.now_ms()));
        let memory = self.memory();
        record.add_load(&outcome);
        record.set("cpu_percent", 100.0 * cpu_seconds / outcome.seconds.max(1e-9));
        record.set("cpu_us_per_request", 1e6 * cpu_seconds / outcome.answers().max(1) as f64);
        record.set("rss_load_mb", memory.0);
        record.set("pss_load_mb", memory.1);
        record.set("rss_peak_mb", process_tree::peak_rss_bytes(&self.tree()) as f64 / MEGABYTE);
        record.set("threads", process_tree::usage(&self.tree()).threads as f64);
        self.judge(case, record, &outcome)
    }

    /// Turns an invalid load into a failure.
    fn judge(&self, case: &Case, mut record: Record, outcome: &Outcome) -> Record {
        if let Some(ended) = self.guarded.ended_within(Duration::ZERO) {
            return record.failed(format!("the server {} during the load", ended.describe()), last_lines(&self.spec));
        }
        if let Some(reason) = self.sampler.alarm() {
            return record.failed(reason, last_lines(&self.spec));
        }
        if outcome.right == 0 {
            let reason = outcome.first_failure.clone().unwrap_or_else(|| "none was given".to_string());
            return record.failed(format!("no request got the expected response: {reason}"), last_lines(&self.spec));
        }
        if let (Some(published), Extent::Requests(sent)) = (case.requests, self.load(case).extent) {
            record.set("completion_seconds", outcome.seconds * published as f64 / sent as f64);
            record.scaled = (sent != published).then_some((sent, published));
        }
        record
    }

    fn measure_idle(&self, records: &mut [Record]) {
        let from = self.sampler.now_ms();
        sleep(self.bench.extent.idle, self.bench.stop);
        if self.bench.stop.load(Ordering::Relaxed) || self.guarded.ended_within(Duration::ZERO).is_some() {
            return;
        }
        let memory = self.memory();
        if let Some(record) = records.iter_mut().rev().find(|record| record.failure.is_none()) {
            record.phases.push(("idle".to_string(), from));
            record.set("rss_idle_mb", memory.0);
            record.set("pss_idle_mb", memory.1);
        }
    }

    /// Ends the server and adds to each record its part of the time series.
    fn end(self, records: &mut [Record]) {
        let Running { guarded, sampler, spec, .. } = self;
        let samples = sampler.finish();
        let left_over = guarded.stop().map_or(0, |ended| ended.left_over);
        let begins: Vec<u64> =
            records.iter().map(|record| record.phases.first().map_or(u64::MAX, |phase| phase.1)).collect();
        for (index, record) in records.iter_mut().enumerate() {
            let from = if index == 0 { 0 } else { begins[index] };
            let to = begins.get(index + 1).copied().unwrap_or(u64::MAX);
            record.series =
                samples.iter().filter(|sample| sample.at_ms >= from && sample.at_ms < to).copied().collect();
        }
        if left_over > 64 {
            eprintln!("lab: {} left {left_over} processes behind, which were killed", spec.command.join(" "));
        }
    }

    fn is_over(&self) -> bool {
        self.sampler.halt().load(Ordering::Relaxed) || !process_tree::is_alive(self.guarded.process)
    }

    fn tree(&self) -> Vec<u32> {
        process_tree::tree(self.guarded.process)
    }

    /// The resident and the proportional set in megabytes.
    fn memory(&self) -> (f64, f64) {
        let tree = self.tree();
        (process_tree::usage(&tree).rss_bytes as f64 / MEGABYTE, process_tree::pss_bytes(&tree) as f64 / MEGABYTE)
    }

    fn load(&self, case: &Case) -> Load {
        let extent = match case.requests {
            Some(requests) => {
                Extent::Requests(((requests as f64 * self.bench.extent.request_scale) as u64).clamp(1, requests))
            }
            None => Extent::Time(self.bench.extent.load),
        };
        let check = match (self.bench.expected(case), &case.expect_part, case.expect_bytes) {
            (Some(bytes), _, _) => BodyCheck::Exact(bytes),
            (None, Some(part), _) => BodyCheck::Contains(part.clone().into_bytes()),
            (None, None, Some(bytes)) => BodyCheck::Length(bytes),
            (None, None, None) => BodyCheck::Anything,
        };
        let paths = if case.paths.is_empty() { vec!["/".to_string()] } else { case.paths.clone() };
        Load {
            target: self.target.clone(),
            requests: paths
                .into_iter()
                .map(|path| Request {
                    method: case.method.clone().unwrap_or_else(|| "GET".to_string()),
                    path,
                    headers: case.headers.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
                    body: case.body.clone().unwrap_or_default().into_bytes(),
                    status: 200,
                    check: check.clone(),
                })
                .collect(),
            connections: case.connections.as_ref().map_or(1, |count| *count.as_ref()),
            threads: 1,
            pace: case.per_second.map_or(Pace::Closed, |per_second| Pace::Open { per_second }),
            extent,
            timeout: TIMEOUT,
            cores: self.bench.cores.generator.clone(),
        }
    }

    /// Sends each request once, so that an unexpected response is reported with its contents.
    fn probe(&self, case: &Case) -> Result<(), String> {
        let plan = self.load(case);
        for request in plan.requests {
            let once = Load {
                requests: vec![request.clone()],
                connections: 1,
                pace: Pace::Closed,
                extent: Extent::Requests(1),
                ..self.load(case)
            };
            let outcome = load::run(&once, self.sampler.halt())?;
            if outcome.right == 1 {
                continue;
            }
            if let Some(alarm) = self.sampler.alarm() {
                return Err(alarm);
            }
            let reason = outcome.first_failure.unwrap_or_else(|| "no answer".to_string());
            let got = ask(&self.target, &request.path, ANSWER_BYTES).unwrap_or_default();
            let body = got.split_once("\r\n\r\n").map_or(got.as_str(), |(_, body)| body);
            let shown: String = body
                .chars()
                .take(SHOWN_CHARACTERS)
                .map(|character| if character.is_control() { ' ' } else { character })
                .collect();
            return Err(format!("{} {}: {reason}; it got \"{shown}\"", request.method, request.path));
        }
        Ok(())
    }
}

fn answers(target: &str, path: &str) -> bool {
    ask(target, path, "HTTP/1.".len()).is_some_and(|answer| answer.starts_with("HTTP/1."))
}

/// The first bytes of the response to a GET, at least `wanted` if it has them; None without a response within a moment.
fn ask(target: &str, path: &str, wanted: usize) -> Option<String> {
    let mut stream = TcpStream::connect_timeout(&target.parse().ok()?, Duration::from_millis(500)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {target}\r\nConnection: close\r\n\r\n").as_bytes()).ok()?;
    let mut buffer = vec![0; ANSWER_BYTES];
    let mut size = 0;
    while let Ok(count) = stream.read(&mut buffer[size..]) {
        size += count;
        if count == 0 || size >= wanted {
            break;
        }
    }
    (size > 0).then(|| String::from_utf8_lossy(&buffer[..size]).into_owned())
}

/// A server that uses more than this has a leak: three fifths of the machine's memory.
fn memory_limit_mb() -> f64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total_kb: f64 = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or(4e6);
    let limit = std::env::var("BRIO_LAB_MEMORY_MB").ok().and_then(|text| text.parse().ok());
    limit.unwrap_or(total_kb / 1024.0 * 0.6)
}
