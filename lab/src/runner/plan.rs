//! Durations: the extents of loads, the time of a round, and how a budget is divided.

use crate::experiment::{Case, Experiment, Kind};
use std::time::Duration;

/// A server's start, its probes and its end.
const START_SECONDS: f64 = 1.0;
/// Only for plans: the servers' requests per second, in the harmonic mean over the programs of kalman-http, minus a
/// fifth as reserve.
const REQUESTS_PER_SECOND: f64 = 110_000.0;
const PROCESS_SECONDS: f64 = 0.5;
/// Loads are not shortened below this.
const LOAD_SECONDS_MIN: f64 = 0.8;
const IDLE_SECONDS_MIN: f64 = 3.0;
/// Idling is shortened only when the factor of loads is smaller than this.
const IDLE_WHOLE_FROM: f64 = 0.5;
const STEP_SECONDS: f64 = 0.2;
const REQUEST_SCALE_MIN: f64 = 0.02;
/// A quick process is run several times per round, up to this time and number.
const RUNS_SECONDS: f64 = 0.4;
const RUNS_MAX: f64 = 5.0;
/// A published number of requests is sent completely unless the factor of loads is smaller than this.
const REQUESTS_WHOLE_FROM: f64 = 0.65;
const WARM_UP_SECONDS_MAX: f64 = 2.0;

/// The durations of the parts of a measurement.
#[derive(Clone, Debug, PartialEq)]
pub struct Extents {
    pub warm_up: Duration,
    pub load: Duration,
    pub idle: Duration,
    /// The share of a fixed number of requests that is sent.
    pub request_scale: f64,
}

/// The extents given on the command line.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    pub seconds: Option<f64>,
    pub warm_up_seconds: Option<f64>,
    pub idle_seconds: Option<f64>,
}

/// The extents that fit into `share` seconds with the minimum number of rounds; those of the file when there is no
/// limit.
pub fn extents(experiment: &Experiment, programs: usize, wishes: &Wishes, share: Option<f64>) -> Extents {
    let full = scaled(experiment, wishes, 1.0);
    let Some(share) = share else { return full };
    let needs = |extents: &Extents| run_seconds(experiment, programs, extents);
    let mut factor = 1.0;
    let mut found = full;
    // The factor is found by trial, in steps of 5 %, which is precise enough.
    while needs(&found) > share && factor > 0.02 {
        factor *= 0.95;
        found = scaled(experiment, wishes, factor);
    }
    found
}

fn scaled(experiment: &Experiment, wishes: &Wishes, factor: f64) -> Extents {
    let settings = &experiment.settings;
    let time = |wish: Option<f64>, full: f64, least: f64| {
        Duration::from_secs_f64(wish.unwrap_or((full * factor).max(least.min(full))))
    };
    let load = time(wishes.seconds, settings.seconds, LOAD_SECONDS_MIN);
    let request_scale = wishes.seconds.map_or(factor / REQUESTS_WHOLE_FROM, |seconds| seconds / 20.0);
    Extents {
        warm_up: time(wishes.warm_up_seconds, settings.warm_up_seconds, 0.5),
        load,
        idle: Duration::from_secs_f64(
            wishes.idle_seconds.unwrap_or_else(|| idle_seconds(settings.idle_seconds, factor)),
        ),
        request_scale: request_scale.clamp(REQUEST_SCALE_MIN, 1.0),
    }
}

/// The idle time for this factor of loads. It stays complete until loads are halved, because published figures name it;
/// then it shrinks faster than they do.
fn idle_seconds(full: f64, factor: f64) -> f64 {
    (full * (factor / IDLE_WHOLE_FROM).powi(2).min(1.0)).max(IDLE_SECONDS_MIN.min(full))
}

/// The minimum time of an experiment, and how much more it can use, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Need {
    pub least: f64,
    pub more: f64,
}

pub fn need(experiment: &Experiment, programs: usize, wishes: &Wishes) -> Need {
    let least = run_seconds(experiment, programs, &scaled(experiment, wishes, 0.0));
    let full = run_seconds(experiment, programs, &scaled(experiment, wishes, 1.0));
    match experiment.kind {
        Kind::Server => Need { least, more: full - least },
        // The run time of a process is fixed; more time is used for more rounds.
        Kind::Process => Need { least, more: least * 0.5 },
        Kind::Steps => Need { least, more: 0.0 },
    }
}

/// The share of `left` seconds of the first of these experiments: its minimum, and its part of the remainder after all
/// minimums.
pub fn share(needs: &[Need], left: f64) -> f64 {
    let Some(first) = needs.first() else { return left };
    let (least, more) = needs.iter().fold((0.0, 0.0), |(least, more), need| (least + need.least, more + need.more));
    if left <= least || more <= 0.0 {
        return left * first.least / least.max(1e-9);
    }
    first.least + (left - least) * first.more / more
}

/// How often a process is run per round.
pub fn runs_per_round(case: &Case) -> u32 {
    (RUNS_SECONDS / case.estimate_seconds.unwrap_or(PROCESS_SECONDS)).clamp(1.0, RUNS_MAX) as u32
}

/// The time of one round, in seconds, without idling.
pub fn round_seconds(experiment: &Experiment, programs: usize, extents: &Extents) -> f64 {
    let one = match experiment.kind {
        Kind::Server => experiment
            .groups()
            .iter()
            .map(|group| START_SECONDS + group.iter().map(|case| server_seconds(case, extents)).sum::<f64>())
            .sum::<f64>(),
        Kind::Process => experiment
            .cases
            .iter()
            .map(|case| f64::from(runs_per_round(case)) * (case.estimate_seconds.unwrap_or(PROCESS_SECONDS) + 0.03))
            .sum(),
        Kind::Steps => experiment.steps.len() as f64 * STEP_SECONDS,
    };
    one * programs as f64
}

/// Whether a case of a process is run once before the measured rounds; long ones would only waste time.
pub fn warms_up(case: &Case) -> bool {
    case.estimate_seconds.unwrap_or(PROCESS_SECONDS) <= WARM_UP_SECONDS_MAX
}

/// The time of the minimum number of rounds, with idling once.
pub fn run_seconds(experiment: &Experiment, programs: usize, extents: &Extents) -> f64 {
    let idle = if experiment.kind == Kind::Server { extents.idle.as_secs_f64() * programs as f64 } else { 0.0 };
    let rounds = if experiment.kind == Kind::Steps { 1.0 } else { f64::from(experiment.settings.rounds_min) };
    let warm_up = if experiment.kind == Kind::Process {
        experiment
            .cases
            .iter()
            .filter(|case| warms_up(case))
            .map(|case| case.estimate_seconds.unwrap_or(PROCESS_SECONDS))
            .sum::<f64>()
            * programs as f64
    } else {
        0.0
    };
    idle + warm_up + rounds * round_seconds(experiment, programs, extents)
}

fn server_seconds(case: &Case, extents: &Extents) -> f64 {
    let load = case
        .requests
        .map_or(extents.load.as_secs_f64(), |requests| requests as f64 * extents.request_scale / REQUESTS_PER_SECOND);
    extents.warm_up.as_secs_f64() + load + 0.1
}

#[cfg(test)]
mod tests {
    use super::{Need, idle_seconds, share};

    #[test]
    fn idling_gives_way_only_after_loads_lost_half() {
        assert_eq!([1.0, 0.5, 0.25, 0.0].map(|factor| idle_seconds(30.0, factor)), [30.0, 30.0, 7.5, 3.0]);
        assert_eq!(idle_seconds(1.0, 0.0), 1.0);
    }

    #[test]
    fn a_budget_gives_everybody_the_least_and_divides_the_rest() {
        let needs = [Need { least: 10.0, more: 30.0 }, Need { least: 20.0, more: 10.0 }];
        assert_eq!((share(&needs, 70.0), share(&needs[1..], 30.0)), (40.0, 30.0));
        assert_eq!(share(&needs, 50.0), 25.0);
        assert_eq!(share(&needs, 15.0), 5.0);
        assert_eq!(share(&[Need { least: 5.0, more: 0.0 }], 60.0), 60.0);
    }
}
