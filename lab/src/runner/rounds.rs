//! The loop over experiments, rounds and programs. Each round measures every program once, in random order, so that
//! changes of the machine affect all of them.

use super::plan::{self, Extents, Need, Wishes};
use super::progress::Progress;
use super::record::Record;
use super::store::Store;
use super::{Bench, environment, process_cell, server_cell, steps_cell, working_copy};
use crate::cores::{self, Division};
use crate::experiment::{Case, Experiment, Kind, Program, metric};
use crate::meter::noise;
use crate::random::Random;
use crate::rivals::Found;
use crate::statistics;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A program that has failed this often is not tried again, even if it succeeded at times.
const FAILURES_MAX: usize = 2;

/// An experiment without its minimum number of rounds may exceed its share by this factor.
const OVERDRAFT: f64 = 1.15;

/// The options of the command line.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// For everything, including installing and building.
    pub budget: Option<Duration>,
    pub rounds: Option<u32>,
    pub wishes: Wishes,
    pub seed: u64,
}

pub struct Run<'a> {
    pub experiments: &'a [Experiment],
    pub found: &'a BTreeMap<String, Result<Found, String>>,
    pub store: &'a Store,
    pub cache: &'a Path,
    pub options: &'a Options,
    pub stop: &'a Arc<AtomicBool>,
}

/// One experiment with its available programs.
struct Prepared<'a> {
    experiment: &'a Experiment,
    folder: PathBuf,
    /// The programs that can run, with their runtimes.
    ready: Vec<(&'a Program, &'a Found)>,
}

/// One round.
struct Order<'a> {
    cores: &'a Division,
    extents: &'a Extents,
    round: u32,
    /// Pairs of program and case.
    open: &'a BTreeSet<(String, String)>,
    /// When the complete run started, for its budget.
    run_began: Instant,
}

impl Run<'_> {
    /// Runs everything that is not finished yet. Returns whether it completed.
    pub fn go(&self) -> Result<bool, String> {
        let began = Instant::now();
        let prepared = self.prepare()?;
        let everything = cores::available();
        let needs: Vec<Need> =
            prepared.iter().map(|one| plan::need(one.experiment, one.ready.len(), &self.options.wishes)).collect();
        let expected = self
            .options
            .budget
            .unwrap_or(Duration::from_secs_f64(needs.iter().map(|need| need.least + need.more).sum::<f64>() * 1.5));
        let progress = Progress::new(expected.saturating_sub(began.elapsed()));
        progress.say(&format!(
            "{} experiments, {} programs",
            prepared.len(),
            prepared.iter().map(|one| one.ready.len()).sum::<usize>()
        ));
        for (index, one) in prepared.iter().enumerate() {
            let share = self
                .options
                .budget
                .map(|budget| plan::share(&needs[index..], budget.saturating_sub(began.elapsed()).as_secs_f64()));
            cores::pin_thread(&cores::divide(&everything, false).generator);
            let why = self.run_experiment(one, &everything, share, began, &progress)?;
            cores::pin_thread(&everything);
            if self.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if self.is_over(began) {
                // It and the rest stay unfinished, so that the same command resumes them.
                progress.say(&format!(
                    "the budget is used up; {} and the following experiments are not finished",
                    one.experiment.id()
                ));
                return Ok(true);
            }
            self.remember("finished", one.experiment, why.as_str().into())?;
            progress.say(&format!("{} is finished: {why}", one.experiment.id()));
        }
        Ok(true)
    }

    /// Whether the budget of the whole run is used up.
    fn is_over(&self, began: Instant) -> bool {
        self.options.budget.is_some_and(|budget| began.elapsed() >= budget)
    }

    /// Installs, copies and builds, so that none of it disturbs a measurement.
    fn prepare(&self) -> Result<Vec<Prepared<'_>>, String> {
        let finished = self.finished();
        let mut prepared = Vec::new();
        for experiment in self.experiments.iter().filter(|experiment| !finished.contains(experiment.id())) {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let folder = working_copy::prepare(experiment, self.cache);
            let mut ready = Vec::new();
            for program in &experiment.programs {
                let rival = self
                    .found
                    .get(program.rival.as_ref())
                    .map_or(Err("it was not searched for"), |found| found.as_ref().map_err(String::as_str));
                let binary_of = |name: &str| match self.found.get(name) {
                    Some(Ok(found)) => Ok(found.binary.clone()),
                    Some(Err(reason)) => Err(reason.clone()),
                    None => Err(format!("\"{name}\", which builds it, was not searched for")),
                };
                let built = folder
                    .as_ref()
                    .map_err(Clone::clone)
                    .and_then(|folder| working_copy::build(program, folder, binary_of));
                match (rival, built) {
                    (Ok(found), Ok(())) => ready.push((program, found)),
                    (Err(reason), _) => self.fail_program(experiment, program, reason)?,
                    (_, Err(reason)) => self.fail_program(experiment, program, &reason)?,
                }
            }
            prepared.push(Prepared { experiment, folder: folder.unwrap_or_default(), ready });
        }
        Ok(prepared)
    }

    /// Records one failure per case for a program that cannot run.
    fn fail_program(&self, experiment: &Experiment, program: &Program, reason: &str) -> Result<(), String> {
        eprintln!("lab: {}: {} is not measured: {reason}", experiment.id(), program.id());
        let known = self.store.records(experiment.id());
        let cases = experiment
            .cases
            .iter()
            .map(Case::id)
            .chain(experiment.steps.iter().map(|step| step.name.as_ref().as_str()));
        for case in cases {
            if known.iter().any(|record| record.program == program.id() && record.case == case) {
                continue;
            }
            let record = Record {
                experiment: experiment.id().into(),
                case: case.into(),
                program: program.id().into(),
                round: 1,
                at: environment::utc_now(),
                ..Record::default()
            };
            self.store.add(&record.failed(reason, Vec::new()))?;
        }
        Ok(())
    }

    /// Returns why it ended.
    fn run_experiment(
        &self,
        one: &Prepared<'_>,
        everything: &[usize],
        share: Option<f64>,
        run_began: Instant,
        progress: &Progress,
    ) -> Result<String, String> {
        let experiment = one.experiment;
        let began = Instant::now();
        let extents = plan::extents(experiment, one.ready.len(), &self.options.wishes, share);
        let division = cores::divide(everything, experiment.settings.all_cores);
        let (rounds_min, rounds_max) = self
            .options
            .rounds
            .map_or((experiment.settings.rounds_min, experiment.settings.rounds_max), |rounds| (rounds, rounds));
        let first = if experiment.kind == Kind::Process { 0 } else { 1 };
        let last = if experiment.kind == Kind::Steps { 1 } else { rounds_max };
        progress.say(&format!("{}: {}", experiment.id(), experiment.title));
        if experiment.kind == Kind::Server {
            let seconds = |time: Duration| time.as_secs_f64();
            self.remember("extents", experiment, serde_json::json!({ "warm_up_seconds": seconds(extents.warm_up), "seconds": seconds(extents.load), "idle_seconds": seconds(extents.idle) }))?;
        }
        for round in first..=last {
            let records = self.store.records(experiment.id());
            let open = open_cases(experiment, one, &records, round, rounds_min);
            if open.is_empty() {
                return Ok(format!("every ratio is known to ±{:.0} %", experiment.settings.precision * 100.0));
            }
            let round_began = Instant::now();
            self.run_round(
                one,
                &Order { cores: &division, extents: &extents, round, open: &open, run_began },
                progress,
            )?;
            if self.stop.load(Ordering::Relaxed) || self.is_over(run_began) {
                return Ok("it was stopped".to_string());
            }
            // Servers idle in the first round only.
            let idled = if round == 1 && experiment.kind == Kind::Server {
                extents.idle.as_secs_f64() * one.ready.len() as f64
            } else {
                0.0
            };
            let next = (round_began.elapsed().as_secs_f64() - idled).max(0.0);
            let then = began.elapsed().as_secs_f64() + next;
            // The minimum number of rounds may exceed its share.
            if share.is_some_and(|share| round > 0 && then > share * if round < rounds_min { OVERDRAFT } else { 1.0 }) {
                return Ok(format!("its time was used up after {round} rounds"));
            }
        }
        Ok(if experiment.kind == Kind::Steps {
            "every step was tried".to_string()
        } else {
            format!("it had its {last} rounds")
        })
    }

    /// One round: every open case of every program that has no record of this round yet.
    fn run_round(&self, one: &Prepared<'_>, order: &Order<'_>, progress: &Progress) -> Result<(), String> {
        let Order { cores, extents, round, open, run_began } = *order;
        let mut jobs: Vec<(usize, Vec<&Case>)> = Vec::new();
        for (index, (program, _)) in one.ready.iter().enumerate() {
            let is_open = |case: &&Case| open.contains(&(program.id().to_string(), case.id().to_string()));
            for group in one.experiment.groups().into_iter().filter(|group| round > 0 || plan::warms_up(group[0])) {
                // A group shares its server, so all of it is measured as long as one case is open.
                if group.iter().any(&is_open) {
                    jobs.push((index, group));
                }
            }
            if one.experiment.kind == Kind::Steps {
                jobs.push((index, Vec::new()));
            }
        }
        Random::named(self.options.seed ^ u64::from(round), one.experiment.id()).shuffle(&mut jobs);
        let calibration_ms = noise::calibrate();
        for (index, cases) in jobs {
            if self.is_over(run_began) {
                return Ok(());
            }
            let (program, found) = one.ready[index];
            let known = self.store.records(one.experiment.id());
            if known.iter().any(|record| {
                record.round == round
                    && record.program == program.id()
                    && (cases.is_empty() || cases.iter().any(|case| case.id() == record.case))
            }) {
                continue;
            }
            // Idle once, after the last load.
            let is_last = cases.last().map(|case| case.id()) == one.experiment.cases.last().map(Case::id);
            let extent =
                Extents { idle: if round == 1 && is_last { extents.idle } else { Duration::ZERO }, ..extents.clone() };
            let bench = Bench {
                experiment: one.experiment,
                program,
                found,
                folder: &one.folder,
                cores,
                extent: &extent,
                round,
                stop: self.stop,
            };
            let mut records = match one.experiment.kind {
                Kind::Server => server_cell::measure(&bench, &cases),
                Kind::Process => cases.iter().flat_map(|case| run_process(&bench, case)).collect(),
                Kind::Steps => steps_cell::measure(&bench),
            };
            if self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            for record in &mut records {
                record.calibration_ms = Some(calibration_ms);
                self.store.add(record)?;
            }
            let label = program.label.clone().unwrap_or_else(|| found.label());
            progress.measured(one.experiment, &label, &records);
        }
        Ok(())
    }

    fn finished(&self) -> BTreeSet<String> {
        self.store.environment()["finished"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
    }

    /// Stores a fact about an experiment in `run.json`, below `kind`.
    fn remember(&self, kind: &str, experiment: &Experiment, fact: serde_json::Value) -> Result<(), String> {
        let mut environment = self.store.environment();
        if !environment[kind].is_object() {
            environment[kind] = serde_json::json!({});
        }
        environment[kind][experiment.id()] = fact;
        self.store.set_environment(&environment)
    }
}

/// A quick process runs several times per round, and once to warm up.
fn run_process(bench: &Bench<'_>, case: &Case) -> Vec<Record> {
    let runs = if bench.round == 0 { 1 } else { plan::runs_per_round(case) };
    let mut records: Vec<Record> = Vec::new();
    for _ in 0..runs {
        records.push(process_cell::measure(bench, case));
        if records.last().is_some_and(|record| record.failure.is_some()) || bench.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    records
}

/// Pairs of program and case that still need rounds.
fn open_cases(
    experiment: &Experiment,
    one: &Prepared<'_>,
    records: &[Record],
    round: u32,
    rounds_min: u32,
) -> BTreeSet<(String, String)> {
    let mut open = BTreeSet::new();
    let names: Vec<&str> = if experiment.kind == Kind::Steps {
        experiment.steps.iter().map(|step| step.name.as_ref().as_str()).collect()
    } else {
        experiment.cases.iter().map(Case::id).collect()
    };
    for case in names {
        let of_case: Vec<&Record> = records.iter().filter(|record| record.case == case).collect();
        let tries = |program: &str| {
            let failures =
                of_case.iter().filter(|record| record.program == program && record.failure.is_some()).count();
            let successes =
                of_case.iter().filter(|record| record.program == program && record.failure.is_none()).count();
            failures == 0 || (successes > 0 && failures < FAILURES_MAX)
        };
        if round > rounds_min && is_sure(experiment, &of_case) {
            continue;
        }
        open.extend(
            one.ready
                .iter()
                .filter(|(program, _)| tries(program.id()))
                .map(|(program, _)| (program.id().to_string(), case.to_string())),
        );
    }
    open
}

/// Whether the ratio of every program to the best one is precise enough.
fn is_sure(experiment: &Experiment, records: &[&Record]) -> bool {
    let Some(primary) = metric(experiment.settings.primary.as_ref()) else { return true };
    let mut values: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for record in records.iter().filter(|record| record.counts()) {
        if let Some(value) = record.metrics.get(primary.name) {
            values.entry(&record.program).or_default().push(*value);
        }
    }
    let median = |rounds: &Vec<f64>| statistics::median(rounds).unwrap_or(0.0);
    let best = if primary.higher_is_better {
        values.values().max_by(|left, right| median(left).total_cmp(&median(right)))
    } else {
        values.values().min_by(|left, right| median(left).total_cmp(&median(right)))
    };
    let Some(best) = best else { return true };
    values.values().all(|rounds| {
        statistics::ratio(rounds, best).is_none_or(|ratio| ratio.relative_error() <= experiment.settings.precision)
    })
}
