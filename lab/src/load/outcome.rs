//! The result of a load: responses by status, failures by kind, the distribution of latencies and the time series.

use super::Pace;
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Latencies above this are recorded as this.
const LATENCY_NS_MAX: u64 = 120_000_000_000;
/// Length of one slice of the time series.
pub const SLICE_MS: u64 = 100;
/// Each latency bucket of the report is wider than the previous one by this factor.
const BUCKET_GROWTH: f64 = 1.05;

/// The result of one load. Failures are separate from responses, and are not in the latencies.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Seconds from the first request to the end.
    pub seconds: f64,
    /// Responses with the expected status and body.
    pub right: u64,
    pub wrong_status: u64,
    pub wrong_body: u64,
    pub by_status: BTreeMap<u16, u64>,
    pub connect_errors: u64,
    pub time_outs: u64,
    /// Connections that the server ended before its response was complete.
    pub resets: u64,
    /// Responses that are not valid HTTP.
    pub not_http: u64,
    /// Open loop: requests that were due and never had a response. Their waiting time is in the latencies.
    pub unanswered: u64,
    pub received_bytes: u64,
    pub latencies: Histogram<u64>,
    pub slices: Vec<Slice>,
    /// The share of the time in which the generator's threads computed, 0 to 1; the highest of them.
    pub generator_busy: f64,
    /// Open loop: the maximum delay of a request although a connection was free, in milliseconds.
    pub late_ms_max: f64,
    pub first_failure: Option<String>,
}

/// A tenth of a second of the time series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slice {
    pub answers: u64,
    pub latency_ns_max: u64,
}

/// A distribution that can be stored and drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Latency {
    pub mean_ms: f64,
    pub min_ms: f64,
    pub max_ms: f64,
    /// Quantiles in milliseconds: 50, 75, 90, 99, 99.9.
    pub p50_ms: f64,
    pub p75_ms: f64,
    pub p90_ms: f64,
    pub p99_ms: f64,
    pub p999_ms: f64,
    /// The upper ends of buckets in milliseconds, and the number of latencies in each.
    pub buckets: Vec<(f64, u64)>,
}

impl Default for Outcome {
    fn default() -> Outcome {
        Outcome {
            seconds: 0.0,
            right: 0,
            wrong_status: 0,
            wrong_body: 0,
            by_status: BTreeMap::new(),
            connect_errors: 0,
            time_outs: 0,
            resets: 0,
            not_http: 0,
            unanswered: 0,
            received_bytes: 0,
            latencies: Histogram::new_with_bounds(1, LATENCY_NS_MAX, 3).expect("the bounds are in order"),
            slices: Vec::new(),
            generator_busy: 0.0,
            late_ms_max: 0.0,
            first_failure: None,
        }
    }
}

impl Outcome {
    /// All responses, expected or not.
    pub fn answers(&self) -> u64 {
        self.right + self.wrong_status + self.wrong_body
    }

    /// Requests without an expected response.
    pub fn failures(&self) -> u64 {
        self.wrong_status
            + self.wrong_body
            + self.connect_errors
            + self.time_outs
            + self.resets
            + self.not_http
            + self.unanswered
    }

    /// Responses per second.
    pub fn per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.answers() as f64 / self.seconds } else { 0.0 }
    }

    /// The share of all requests with an expected response, in percent.
    pub fn success_percent(&self) -> f64 {
        let all = self.right + self.failures();
        if all == 0 { 0.0 } else { 100.0 * self.right as f64 / all as f64 }
    }

    /// Records a latency that ended `at_ms` after the start.
    pub fn record(&mut self, latency_ns: u64, at_ms: u64) {
        self.latencies.saturating_record(latency_ns.max(1));
        let index = (at_ms / SLICE_MS) as usize;
        if index >= self.slices.len() {
            self.slices.resize(index + 1, Slice::default());
        }
        let slice = &mut self.slices[index];
        slice.answers += 1;
        slice.latency_ns_max = slice.latency_ns_max.max(latency_ns);
    }

    /// Stores the first failure as a sentence.
    pub fn note(&mut self, sentence: impl FnOnce() -> String) {
        if self.first_failure.is_none() {
            self.first_failure = Some(sentence());
        }
    }

    /// Adds the outcome of another thread.
    pub fn join(&mut self, other: &Outcome) {
        self.seconds = self.seconds.max(other.seconds);
        self.right += other.right;
        self.wrong_status += other.wrong_status;
        self.wrong_body += other.wrong_body;
        for (status, count) in &other.by_status {
            *self.by_status.entry(*status).or_default() += count;
        }
        self.connect_errors += other.connect_errors;
        self.time_outs += other.time_outs;
        self.resets += other.resets;
        self.not_http += other.not_http;
        self.unanswered += other.unanswered;
        self.received_bytes += other.received_bytes;
        self.latencies.add(&other.latencies).expect("all histograms have the same bounds");
        if other.slices.len() > self.slices.len() {
            self.slices.resize(other.slices.len(), Slice::default());
        }
        for (mine, theirs) in self.slices.iter_mut().zip(&other.slices) {
            mine.answers += theirs.answers;
            mine.latency_ns_max = mine.latency_ns_max.max(theirs.latency_ns_max);
        }
        self.generator_busy = self.generator_busy.max(other.generator_busy);
        self.late_ms_max = self.late_ms_max.max(other.late_ms_max);
        if self.first_failure.is_none() {
            self.first_failure.clone_from(&other.first_failure);
        }
    }

    /// The last slice of a closed loop is rarely complete, so it would look like a stall.
    pub fn finish(&mut self, pace: Pace) {
        if pace == Pace::Closed && self.slices.len() > 1 {
            self.slices.pop();
        }
    }

    /// Whether the generator, not the server, may have been the bottleneck: it had almost no idle time, or sent late.
    pub fn is_generator_saturated(&self) -> bool {
        self.generator_busy > 0.97 || self.late_ms_max > 50.0
    }

    /// The distribution in a serializable form.
    pub fn latency(&self) -> Latency {
        let ms = |ns: u64| ns as f64 / 1e6;
        let quantile = |quantile: f64| ms(self.latencies.value_at_quantile(quantile));
        if self.latencies.is_empty() {
            return Latency::default();
        }
        let mut buckets: Vec<(f64, u64)> = Vec::new();
        for step in self.latencies.iter_log(1_000, BUCKET_GROWTH) {
            if step.count_since_last_iteration() > 0 {
                buckets.push((ms(step.value_iterated_to()), step.count_since_last_iteration()));
            }
        }
        Latency {
            mean_ms: self.latencies.mean() / 1e6,
            min_ms: ms(self.latencies.min()),
            max_ms: ms(self.latencies.max()),
            p50_ms: quantile(0.5),
            p75_ms: quantile(0.75),
            p90_ms: quantile(0.9),
            p99_ms: quantile(0.99),
            p999_ms: quantile(0.999),
            buckets,
        }
    }
}
