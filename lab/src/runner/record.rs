//! One measurement of one program in one case, as it is stored: a line of JSON.

use crate::load::{Latency, Outcome, Slice};
use crate::meter::{Noise, Sample};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why there is no measurement, with the program's last output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub reason: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_lines: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    pub experiment: String,
    pub case: String,
    pub program: String,
    /// Counts from 1; 0 is warm-up, which is shown and not compared.
    pub round: u32,
    /// UTC.
    pub at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub metrics: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// Responses and failures by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u64>,
    /// The slices (tenths of a second) of the warm-up and of the load.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warm_up: Vec<Slice>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<Slice>,
    /// CPU and memory of the process tree over time, and when each phase began, in milliseconds since the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub series: Vec<Sample>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<(String, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub generator_saturated: bool,
    /// For a scaled-down fixed number of requests: the number sent, and the number in the paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scaled: Option<(u64, u64)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// A sentence about a failure in some of the requests, or about a step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The duration of the fixed calculation at the beginning of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration_ms: Option<f64>,
    /// The total duration of the measurement, for estimates.
    #[serde(default)]
    pub took_seconds: f64,
}

impl Record {
    pub fn new(bench: &super::Bench<'_>, case: &str) -> Record {
        Record {
            experiment: bench.experiment.id().to_string(),
            case: case.to_string(),
            program: bench.program.id().to_string(),
            round: bench.round,
            at: super::environment::utc_now(),
            ..Record::default()
        }
    }

    pub fn set(&mut self, metric: &str, value: f64) {
        self.metrics.insert(metric.to_string(), value);
    }

    pub fn failed(mut self, reason: impl Into<String>, last_lines: Vec<String>) -> Record {
        self.failure = Some(Failure { reason: reason.into(), last_lines });
        self
    }

    /// Whether the measurement is valid for comparisons.
    pub fn counts(&self) -> bool {
        self.failure.is_none() && self.round > 0
    }

    /// Adds the outcome of the load generator.
    pub fn add_load(&mut self, outcome: &Outcome) {
        let latency = outcome.latency();
        self.set("requests_per_second", outcome.per_second());
        self.set("success_percent", outcome.success_percent());
        self.set("throughput_mb_per_second", outcome.received_bytes as f64 / 1e6 / outcome.seconds.max(1e-9));
        self.set("latency_mean_ms", latency.mean_ms);
        self.set("latency_p50_ms", latency.p50_ms);
        self.set("latency_p90_ms", latency.p90_ms);
        self.set("latency_p99_ms", latency.p99_ms);
        self.set("latency_max_ms", latency.max_ms);
        self.counts = counts(outcome);
        self.latency = Some(latency);
        self.course.clone_from(&outcome.slices);
        self.generator_saturated = outcome.is_generator_saturated();
        self.remark.clone_from(&outcome.first_failure);
    }
}

fn counts(outcome: &Outcome) -> BTreeMap<String, u64> {
    let named = [
        ("right", outcome.right),
        ("wrong status", outcome.wrong_status),
        ("wrong body", outcome.wrong_body),
        ("connect errors", outcome.connect_errors),
        ("time-outs", outcome.time_outs),
        ("resets", outcome.resets),
        ("not HTTP", outcome.not_http),
        ("unanswered", outcome.unanswered),
    ];
    let statuses = outcome.by_status.iter().map(|(status, count)| (format!("status {status}"), *count));
    named
        .into_iter()
        .map(|(name, count)| (name.to_string(), count))
        .filter(|(name, count)| *count > 0 || name == "right")
        .chain(statuses)
        .collect()
}

/// What `brio lab load --json` prints.
pub fn load_as_json(outcome: &Outcome) -> serde_json::Value {
    serde_json::json!({
        "requests_per_second": outcome.per_second(),
        "seconds": outcome.seconds,
        "success_percent": outcome.success_percent(),
        "received_bytes": outcome.received_bytes,
        "counts": counts(outcome),
        "latency": outcome.latency(),
        "course": outcome.slices,
        "generator_busy": outcome.generator_busy,
        "generator_saturated": outcome.is_generator_saturated(),
        "first_failure": outcome.first_failure,
    })
}
