//! `brio lab load URL`: the load generator alone, for a running server.

use crate::arguments::{Arguments, Known};
use crate::load::{self, BodyCheck, Extent, Load, Outcome, Pace, Request};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const KNOWN: Known = Known {
    with_value: &[
        "-c",
        "--connections",
        "-t",
        "--threads",
        "-d",
        "--duration",
        "-n",
        "--requests",
        "-r",
        "--rate",
        "-m",
        "--method",
        "-H",
        "--header",
        "-b",
        "--body",
        "--expect",
        "--status",
        "--timeout",
        "--core",
    ],
    without_value: &["--json"],
};

/// Loads the URL and prints the result. Several URLs of one server are requested alternately.
pub fn run(arguments: &[String], stop: &AtomicBool) -> Result<i32, String> {
    let arguments = Arguments::read(arguments, &KNOWN)?;
    let plan = plan(&arguments)?;
    let outcome = load::run(&plan, stop)?;
    if arguments.has("--json") {
        println!("{:#}", crate::runner::record::load_as_json(&outcome));
    } else {
        print(&plan, &outcome);
    }
    Ok(i32::from(outcome.failures() > 0))
}

fn plan(arguments: &Arguments) -> Result<Load, String> {
    let either = |short: &str, long: &str| arguments.value(short).or_else(|| arguments.value(long)).map(str::to_string);
    let count = |short: &str, long: &str, default: u32| {
        either(short, long).map_or(Ok(default), |text| {
            text.parse()
                .ok()
                .filter(|number| *number > 0)
                .ok_or_else(|| format!("{long} needs a number above 0, not \"{text}\""))
        })
    };
    let (first, _) = arguments
        .names
        .first()
        .ok_or("which URL? usage: brio lab load http://localhost:3000/ [-c 50] [-d 10s | -n 100000] [-r REQUESTS_PER_SECOND]")
        .map(|url| split(url))??;
    let mut requests = Vec::new();
    for url in &arguments.names {
        let (target, path) = split(url)?;
        if target != first {
            return Err(format!("all URLs must have the same server; {target} is not {first}"));
        }
        requests.push(request(arguments, &path)?);
    }
    let time = arguments.time("-d")?.or(arguments.time("--duration")?).unwrap_or(Duration::from_secs(10));
    let extent = match either("-n", "--requests") {
        Some(text) => Extent::Requests(
            text.parse()
                .ok()
                .filter(|number| *number > 0)
                .ok_or_else(|| format!("--requests needs a number above 0, not \"{text}\""))?,
        ),
        None => Extent::Time(time),
    };
    let pace = match arguments.number("-r")?.or(arguments.number("--rate")?) {
        Some(per_second) => Pace::Open { per_second },
        None => Pace::Closed,
    };
    let cores = arguments
        .values("--core")
        .iter()
        .map(|core| core.parse().map_err(|_| format!("--core needs the number of a core, not \"{core}\"")))
        .collect::<Result<_, _>>()?;
    Ok(Load {
        target: first,
        requests,
        connections: count("-c", "--connections", 50)?,
        threads: count("-t", "--threads", 1)?,
        pace,
        extent,
        timeout: arguments.time("--timeout")?.unwrap_or(Duration::from_secs(10)),
        cores,
    })
}

/// `http://host:port/path` as `host:port` and `/path`.
pub fn split(url: &str) -> Result<(String, String), String> {
    let rest = url
        .strip_prefix("http://")
        .ok_or_else(|| format!("\"{url}\" does not begin with http://; other protocols are not measured"))?;
    let (host, path) = rest.find('/').map_or((rest, "/"), |slash| rest.split_at(slash));
    let target = if host.contains(':') { host.to_string() } else { format!("{host}:80") };
    Ok((target, path.to_string()))
}

fn request(arguments: &Arguments, path: &str) -> Result<Request, String> {
    let headers = arguments.values("-H").into_iter().chain(arguments.values("--header"));
    let headers = headers.map(|header| {
        header
            .split_once(':')
            .map(|(name, value)| (name.trim().to_string(), value.trim().to_string()))
            .ok_or_else(|| format!("\"{header}\" is not a header: write \"Name: value\""))
    });
    let status = arguments
        .value("--status")
        .map_or(Ok(200), |text| text.parse().map_err(|_| format!("--status needs a status code, not \"{text}\"")))?;
    Ok(Request {
        method: arguments.value("-m").or_else(|| arguments.value("--method")).unwrap_or("GET").to_string(),
        path: path.to_string(),
        headers: headers.collect::<Result<_, _>>()?,
        body: arguments.value("-b").or_else(|| arguments.value("--body")).unwrap_or("").as_bytes().to_vec(),
        status,
        check: arguments
            .value("--expect")
            .map_or(BodyCheck::Anything, |text| BodyCheck::Exact(text.as_bytes().to_vec())),
    })
}

fn print(plan: &Load, outcome: &Outcome) {
    let latency = outcome.latency();
    let loop_name = match plan.pace {
        Pace::Closed => "closed loop".to_string(),
        Pace::Open { per_second } => format!("open loop at {per_second} requests/s, latency from the scheduled time"),
    };
    println!("{} connections, {} threads, {loop_name}", plan.connections, plan.threads);
    println!(
        "  {:>10.0} requests/s   {} right, {} failed, {:.2} s, {:.1} MB",
        outcome.per_second(),
        outcome.right,
        outcome.failures(),
        outcome.seconds,
        outcome.received_bytes as f64 / 1e6
    );
    println!(
        "  latency ms   mean {:.3}   p50 {:.3}   p90 {:.3}   p99 {:.3}   p99.9 {:.3}   max {:.3}",
        latency.mean_ms, latency.p50_ms, latency.p90_ms, latency.p99_ms, latency.p999_ms, latency.max_ms
    );
    if outcome.failures() > 0 {
        println!(
            "  wrong status {}, wrong body {}, connect errors {}, time-outs {}, resets {}, not HTTP {}, unanswered {}",
            outcome.wrong_status,
            outcome.wrong_body,
            outcome.connect_errors,
            outcome.time_outs,
            outcome.resets,
            outcome.not_http,
            outcome.unanswered
        );
    }
    if let Some(failure) = &outcome.first_failure {
        println!("  first failure: {failure}");
    }
    println!(
        "  the generator computed {:.0} % of the time{}",
        outcome.generator_busy * 100.0,
        if outcome.is_generator_saturated() { ": it may have been the limit, not the server" } else { "" }
    );
}
