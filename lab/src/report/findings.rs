//! The analysis of the records: medians with intervals, ratios to the best, failures, and how quiet the machine was.

use super::verdict::{self, Verdict};
use crate::experiment::{Case, Experiment, Kind, METRICS, Metric, Program, metric};
use crate::load::Latency;
use crate::runner::record::{Failure, Record};
use crate::statistics::{self, Estimate};
use serde_json::Value;
use std::collections::BTreeMap;

/// Everything in a run.
pub struct Findings<'a> {
    /// `run.json`.
    pub environment: Value,
    pub experiments: Vec<Found<'a>>,
}

/// One experiment.
pub struct Found<'a> {
    pub experiment: &'a Experiment,
    pub records: Vec<Record>,
    pub programs: Vec<Entrant>,
    pub cases: Vec<FoundCase>,
    pub verdicts: Vec<Verdict>,
    pub primary: Option<&'static Metric>,
    pub noise: NoiseSummary,
    /// Why it ended.
    pub finished: Option<String>,
    /// The durations of the parts of a server measurement, if the run recorded them: an object of seconds.
    pub extents: Value,
}

/// A program, as the report shows it.
#[derive(Clone, Debug)]
pub struct Entrant {
    pub name: String,
    pub label: String,
    pub rival: String,
    /// The index of the program among those of its rival; they share a colour.
    pub variant: usize,
}

pub struct FoundCase {
    pub name: String,
    pub x: Option<f64>,
    /// One per program, in their order.
    pub rows: Vec<Row>,
}

/// The result of a program in a case.
pub enum Row {
    Measured(Measured),
    Failed(Failure),
    /// Not tried: the run was stopped, or its budget was used up.
    Missing,
}

pub struct Measured {
    /// By the name of the metric.
    pub estimates: BTreeMap<String, Estimate>,
    /// Its quotient to the best in the primary metric: 1 for the best, less for the others.
    pub share_of_best: Option<Estimate>,
    /// All rounds together.
    pub latency: Option<Latency>,
    /// A failure in some of the rounds, or in some of the requests.
    pub remark: Option<String>,
    pub generator_saturated: bool,
    pub scaled: Option<(u64, u64)>,
}

#[derive(Clone, Debug, Default)]
pub struct NoiseSummary {
    pub measurements: usize,
    pub disturbed: usize,
    /// The spread of the fixed calculation over the rounds, relative to its median.
    pub calibration_spread: f64,
}

/// The maximum spread of the fixed calculation on a quiet machine.
const CALIBRATION_SPREAD_MAX: f64 = 0.05;
/// The maximum share of disturbed measurements on a quiet machine.
const DISTURBED_MAX: f64 = 0.1;

impl NoiseSummary {
    pub fn is_noisy(&self) -> bool {
        self.calibration_spread > CALIBRATION_SPREAD_MAX
            || self.disturbed as f64 > self.measurements as f64 * DISTURBED_MAX
    }

    pub fn describe(&self) -> String {
        let part = if self.measurements == 0 { 0.0 } else { 100.0 * self.disturbed as f64 / self.measurements as f64 };
        format!(
            "{} of {} measurements ({part:.0} %) were disturbed by other work; the fixed calculation varied by {:.1} %",
            self.disturbed,
            self.measurements,
            self.calibration_spread * 100.0
        )
    }
}

impl<'a> Findings<'a> {
    pub fn new(environment: Value, records: Vec<(&'a Experiment, Vec<Record>)>) -> Findings<'a> {
        let experiments =
            records.into_iter().map(|(experiment, records)| Found::new(experiment, records, &environment)).collect();
        Findings { environment, experiments }
    }

    /// The noise of the whole run.
    pub fn noise(&self) -> NoiseSummary {
        let sum = |field: fn(&NoiseSummary) -> usize| self.experiments.iter().map(|found| field(&found.noise)).sum();
        let calibrations: Vec<f64> = self.experiments.iter().flat_map(|found| calibrations(&found.records)).collect();
        NoiseSummary {
            measurements: sum(|noise| noise.measurements),
            disturbed: sum(|noise| noise.disturbed),
            calibration_spread: statistics::spread(&calibrations),
        }
    }

    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.experiments.iter().flat_map(|found| &found.verdicts)
    }
}

impl<'a> Found<'a> {
    fn new(experiment: &'a Experiment, records: Vec<Record>, environment: &Value) -> Found<'a> {
        let primary = metric(experiment.settings.primary.as_ref());
        let programs = entrants(experiment, environment);
        let cases: Vec<FoundCase> = if experiment.kind == Kind::Steps {
            experiment
                .steps
                .iter()
                .map(|step| found_case(experiment, step.name.as_ref(), None, &records, None))
                .collect()
        } else {
            experiment.cases.iter().map(|case| found_case(experiment, case.id(), case.x, &records, primary)).collect()
        };
        let verdicts = experiment.claims.iter().map(|claim| verdict::judge(claim, &records, &programs)).collect();
        let noise = NoiseSummary {
            measurements: records.iter().filter(|record| record.noise.is_some()).count(),
            disturbed: records.iter().filter(|record| record.noise.is_some_and(|noise| noise.is_noisy())).count(),
            calibration_spread: statistics::spread(&calibrations(&records)),
        };
        let finished = environment["finished"][experiment.id()].as_str().map(str::to_string);
        let extents = environment["extents"][experiment.id()].clone();
        Found { experiment, records, programs, cases, verdicts, primary, noise, finished, extents }
    }

    /// The metrics that were measured, in the order of the report.
    pub fn metrics(&self) -> Vec<&'static Metric> {
        METRICS
            .iter()
            .filter(|metric| {
                self.records.iter().any(|record| record.counts() && record.metrics.contains_key(metric.name))
            })
            .collect()
    }

    pub fn case(&self, name: &str) -> Option<&FoundCase> {
        self.cases.iter().find(|case| case.name == name)
    }

    /// The maximum number of rounds of any program.
    pub fn rounds(&self) -> u32 {
        self.records.iter().map(|record| record.round).max().unwrap_or(0)
    }
}

impl FoundCase {
    /// The programs that were measured, best first.
    pub fn ranking(&self, metric: &Metric) -> Vec<(usize, Estimate)> {
        let mut ranking: Vec<(usize, Estimate)> = self
            .rows
            .iter()
            .enumerate()
            .filter_map(|(index, row)| Some((index, *row.measured()?.estimates.get(metric.name)?)))
            .collect();
        ranking.sort_by(|left, right| {
            if metric.higher_is_better {
                right.1.value.total_cmp(&left.1.value)
            } else {
                left.1.value.total_cmp(&right.1.value)
            }
        });
        ranking
    }
}

impl Row {
    pub fn measured(&self) -> Option<&Measured> {
        match self {
            Row::Measured(measured) => Some(measured),
            _ => None,
        }
    }
}

/// All valid values of a metric.
pub fn values(records: &[Record], program: &str, case: &str, metric: &str) -> Vec<f64> {
    records
        .iter()
        .filter(|record| record.counts() && record.program == program && record.case == case)
        .filter_map(|record| record.metrics.get(metric).copied())
        .collect()
}

fn calibrations(records: &[Record]) -> Vec<f64> {
    let mut by_round: BTreeMap<(u32, String), f64> = BTreeMap::new();
    for record in records {
        if let Some(calibration) = record.calibration_ms {
            by_round.insert((record.round, format!("{calibration}")), calibration);
        }
    }
    by_round.into_values().collect()
}

fn entrants(experiment: &Experiment, environment: &Value) -> Vec<Entrant> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    experiment
        .programs
        .iter()
        .map(|program: &Program| {
            let rival = program.rival.as_ref().as_str();
            let variant = *seen.entry(rival).and_modify(|count| *count += 1).or_insert(0);
            let title = environment["rivals"][rival]["title"].as_str().unwrap_or(rival);
            Entrant {
                name: program.id().to_string(),
                label: program.label.clone().unwrap_or_else(|| title.to_string()),
                rival: rival.to_string(),
                variant,
            }
        })
        .collect()
}

fn found_case(
    experiment: &Experiment,
    name: &str,
    x: Option<f64>,
    records: &[Record],
    primary: Option<&'static Metric>,
) -> FoundCase {
    let of = |program: &Program| {
        records.iter().filter(|record| record.case == name && record.program == program.id()).collect::<Vec<&Record>>()
    };
    let best = primary.and_then(|primary| best_values(experiment, name, records, primary));
    let rows = experiment
        .programs
        .iter()
        .map(|program| {
            let records = of(program);
            let good: Vec<&Record> = records.iter().copied().filter(|record| record.counts()).collect();
            let failure = records.iter().rev().find_map(|record| record.failure.clone());
            match (good.is_empty(), failure) {
                (false, failure) => Row::Measured(measure(&good, failure, best.as_deref(), primary)),
                (true, Some(failure)) => Row::Failed(failure),
                (true, None) => Row::Missing,
            }
        })
        .collect();
    FoundCase { name: name.to_string(), x, rows }
}

/// The rounds of the program with the best median.
fn best_values(experiment: &Experiment, case: &str, records: &[Record], primary: &Metric) -> Option<Vec<f64>> {
    let all = experiment
        .programs
        .iter()
        .map(|program| values(records, program.id(), case, primary.name))
        .filter(|values| !values.is_empty());
    let median = |values: &Vec<f64>| statistics::median(values).unwrap_or(0.0);
    if primary.higher_is_better {
        all.max_by(|left, right| median(left).total_cmp(&median(right)))
    } else {
        all.min_by(|left, right| median(left).total_cmp(&median(right)))
    }
}

fn measure(
    records: &[&Record],
    failure: Option<Failure>,
    best: Option<&[f64]>,
    primary: Option<&'static Metric>,
) -> Measured {
    let values =
        |name: &str| records.iter().filter_map(|record| record.metrics.get(name).copied()).collect::<Vec<f64>>();
    let names: std::collections::BTreeSet<&String> = records.iter().flat_map(|record| record.metrics.keys()).collect();
    let share_of_best = primary.zip(best).and_then(|(primary, best)| {
        let own = values(primary.name);
        if primary.higher_is_better { statistics::ratio(&own, best) } else { statistics::ratio(best, &own) }
    });
    let remark = failure.map(|failure| format!("failed in some rounds: {}", failure.reason)).or_else(|| {
        records.iter().find_map(|record| {
            record.remark.as_ref().map(|remark| {
                format!(
                    "{:.3} % right answers: {remark}",
                    record.metrics.get("success_percent").copied().unwrap_or(0.0)
                )
            })
        })
    });
    Measured {
        estimates: names
            .into_iter()
            .filter_map(|name| Some((name.clone(), statistics::estimate(&values(name))?)))
            .collect(),
        share_of_best,
        latency: join(records),
        remark,
        generator_saturated: records.iter().any(|record| record.generator_saturated),
        scaled: records.iter().find_map(|record| record.scaled),
    }
}

/// Merges the distributions of all rounds.
fn join(records: &[&Record]) -> Option<Latency> {
    let mut buckets: BTreeMap<u64, u64> = BTreeMap::new();
    let all: Vec<&Latency> = records.iter().filter_map(|record| record.latency.as_ref()).collect();
    for (end_ms, count) in all.iter().flat_map(|latency| &latency.buckets) {
        *buckets.entry((end_ms * 1e6) as u64).or_default() += count;
    }
    let total: u64 = buckets.values().sum();
    if total == 0 {
        return None;
    }
    let buckets: Vec<(f64, u64)> = buckets.into_iter().map(|(end_ns, count)| (end_ns as f64 / 1e6, count)).collect();
    let at = |quantile: f64| {
        let mut left = (quantile * total as f64).ceil() as u64;
        buckets
            .iter()
            .find(|(_, count)| {
                let found = left <= *count;
                left = left.saturating_sub(*count);
                found
            })
            .map_or(0.0, |(end_ms, _)| *end_ms)
    };
    Some(Latency {
        mean_ms: all.iter().map(|latency| latency.mean_ms).sum::<f64>() / all.len() as f64,
        min_ms: all.iter().map(|latency| latency.min_ms).fold(f64::INFINITY, f64::min),
        max_ms: all.iter().map(|latency| latency.max_ms).fold(0.0, f64::max),
        p50_ms: at(0.5),
        p75_ms: at(0.75),
        p90_ms: at(0.9),
        p99_ms: at(0.99),
        p999_ms: at(0.999),
        buckets,
    })
}

/// Whether the case is an open loop, in which every program that keeps up has the same rate.
pub fn is_open_loop(experiment: &Experiment, case: &str) -> bool {
    experiment.case(case).is_some_and(|case: &Case| case.per_second.is_some())
}
