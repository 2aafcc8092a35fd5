//! `./x bench`: measures Brio, Bun, Deno and Node in one run and prints the table of figures. Rounds are interleaved
//! (every runtime once per round), and medians are compared, because machines are noisy.

mod cores;
mod everyday;
mod experiments;
mod machine;
pub mod peers;
mod process_cost;
mod process_tree;
mod programs;
mod server_cost;
mod services;
mod table;

use crate::workspace::{EngineKind, Workspace};
use experiments::{BINARY_MEGABYTES_MAX, EXPERIMENTS, Experiment, Kind, Metric, Runtime};
use peers::Runtimes;
use server_cost::Load;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use table::Row;

/// One round of one runtime.
pub type Measurement = BTreeMap<Metric, f64>;
/// All rounds of everything.
pub type Samples = BTreeMap<(&'static str, Runtime), Vec<Measurement>>;

pub const MEGABYTE: f64 = 1024.0 * 1024.0;

struct Options {
    names: Vec<String>,
    rounds: u32,
    seconds: u32,
    save: bool,
    engine: EngineKind,
}

/// `./x bench [NAMES] [--rounds N] [--seconds N] [--engine ENGINE] [--no-save]`. A name is a prefix of an experiment's
/// name; `sweep`, `jobs` and `tools` are tables of their own, whose names follow.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let options = read_options(arguments)?;
    let workspace = &workspace.with_engine(options.engine);
    match options.names.first().map(String::as_str) {
        Some("sweep") => return everyday::sweep(workspace, options.rounds, &options.names[1..], options.save),
        Some("jobs") => return everyday::jobs(workspace, options.rounds, &options.names[1..], options.save),
        Some("tools") => return everyday::tools(workspace, options.rounds, &options.names[1..], options.save),
        _ => {}
    }
    let chosen: Vec<&Experiment> = EXPERIMENTS
        .iter()
        .filter(|experiment| {
            options.names.is_empty() || options.names.iter().any(|name| experiment.name.starts_with(name.as_str()))
        })
        .collect();
    if chosen.is_empty() {
        let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        return Err(format!("no experiment has this prefix; the experiments are {}", names.join(", ")));
    }
    let runtimes = Runtimes::find(workspace)?;
    let programs = programs::prepare(workspace, &chosen)?;
    let mut samples = Samples::new();
    for experiment in &chosen {
        measure(workspace, experiment, &runtimes, &programs.path.join("programs"), &options, &mut samples)?;
    }
    let mut rows: Vec<Row> = chosen.iter().flat_map(|experiment| table::rows(experiment, &samples)).collect();
    rows.extend(binary_size(workspace).filter(|_| options.names.is_empty()));
    table::print(&rows);
    if options.save {
        let file = machine::save(workspace, &runtimes.versions(), &samples, &rows, options.rounds)?;
        println!("\nraw results: {file}");
    }
    Ok(i32::from(rows.iter().any(|row| row.holds == Some(false))))
}

/// All rounds of one experiment. A runtime that fails is reported and has fewer rounds.
fn measure(
    workspace: &Workspace,
    experiment: &Experiment,
    runtimes: &Runtimes,
    programs: &Path,
    options: &Options,
    samples: &mut Samples,
) -> Result<(), String> {
    eprint!("{:<14}", experiment.name);
    let service = match &experiment.kind {
        Kind::Client { service } => Some(services::start(workspace, *service, programs)?),
        _ => None,
    };
    let variables = service.as_ref().map_or(&[][..], |service| &service.variables);
    // The first run of a program fills caches (the disk's, a runtime's own), so it is not counted.
    let is_process = matches!(experiment.kind, Kind::Process { .. } | Kind::Client { .. });
    let (rounds, warm_up) = if is_process { (options.rounds * 3, 1) } else { (options.rounds, 0) };
    for round in 0..rounds + warm_up {
        for (runtime, program) in experiment.programs {
            let Some(command) = runtimes.command(*runtime) else { continue };
            match measure_once(experiment, command, &programs.join(program), options, variables) {
                Ok(measurement) if round >= warm_up => {
                    samples.entry((experiment.name, *runtime)).or_default().push(measurement)
                }
                Ok(_) => {}
                Err(message) => eprintln!("\n{} with {program}: {message}", runtime.name()),
            }
        }
        eprint!(".");
    }
    eprintln!();
    for (runtime, _) in experiment.programs {
        let Some(rounds) = samples.get(&(experiment.name, *runtime)) else { continue };
        let values = rounds[0]
            .keys()
            .filter_map(|metric| Some(format!("{} {:.2}", metric.label(), table::median(rounds, *metric)?)));
        eprintln!("  {:<5} {}", runtime.name(), values.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

fn measure_once(
    experiment: &Experiment,
    command: &[String],
    program: &Path,
    options: &Options,
    variables: &[(&str, String)],
) -> Result<Measurement, String> {
    match &experiment.kind {
        Kind::Server { connections, path } => {
            server_cost::measure(command, program, &Load { connections: *connections, path, seconds: options.seconds })
        }
        Kind::Memory { requests, more, path } => server_cost::measure_memory(command, program, path, *requests, *more),
        Kind::Process { arguments } => {
            process_cost::measure(Command::new(&command[0]), &command[1..], program, arguments, &[])
        }
        Kind::Client { .. } => {
            process_cost::measure(cores::on(cores::MEASURED, &command[0]), &command[1..], program, &[], variables)
        }
    }
}

fn binary_size(workspace: &Workspace) -> Option<Row> {
    let megabytes = fs::metadata(workspace.binary()).ok()?.len() as f64 / MEGABYTE;
    let row = Row {
        experiment: "binary".to_string(),
        metric: "size MB",
        brio: Some(megabytes),
        peer: String::new(),
        peer_value: None,
        ratio: None,
        allowed: format!("{BINARY_MEGABYTES_MAX}"),
        holds: Some(megabytes <= BINARY_MEGABYTES_MAX),
    };
    Some(row)
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { names: Vec::new(), rounds: 3, seconds: 3, save: true, engine: EngineKind::default() };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut number = || {
            rest.next()
                .and_then(|value| value.parse().ok())
                .filter(|number| *number > 0)
                .ok_or_else(|| format!("{argument} needs a number above 0"))
        };
        match argument.as_str() {
            "--rounds" => options.rounds = number()?,
            "--seconds" => options.seconds = number()?,
            "--no-save" => options.save = false,
            "--engine" => {
                let name = rest.next().ok_or("--engine needs a value: system or static")?;
                options.engine = EngineKind::parse(name)?;
            }
            name if !name.starts_with('-') => options.names.push(name.to_string()),
            other => {
                return Err(format!(
                    "\"{other}\" is not an option; the options are --rounds N, --seconds N, --engine ENGINE, --no-save"
                ));
            }
        }
    }
    Ok(options)
}
