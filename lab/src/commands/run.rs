//! `brio lab run`: measures experiments and writes the report.

use crate::arguments::{Arguments, Known};
use crate::experiment::{Experiment, catalogue};
use crate::report;
use crate::rivals::{self, Found, Rival, install};
use crate::runner::environment;
use crate::runner::plan::{self, Wishes};
use crate::runner::progress::clock;
use crate::runner::rounds::{Options, Run};
use crate::runner::store::Store;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const KNOWN: Known = Known {
    with_value: &["--budget", "--rounds", "--seconds", "--warm-up", "--idle", "--runtime", "--out", "--seed"],
    without_value: &["--all", "--fresh", "--plan"],
};

const BUDGET_OF_ALL: Duration = Duration::from_secs(55 * 60);

pub fn run(arguments: &[String], whole: &[String], stop: &Arc<AtomicBool>) -> Result<i32, String> {
    let arguments = Arguments::read(arguments, &KNOWN)?;
    if arguments.names.is_empty() && !arguments.has("--all") {
        return Err("which experiment? `brio lab list` shows them, and --all means all".to_string());
    }
    let home = catalogue::home().ok_or("there is no folder lab/experiments here or above")?;
    let adapters = rivals::adapters(Some(&home))?;
    let experiments = catalogue::choose(catalogue::all(&home, &rivals::names(&adapters))?, &arguments.names)?;
    if arguments.has("--plan") {
        return show_plan(&experiments, &arguments);
    }
    let folder =
        arguments.value("--out").map_or_else(|| home.join("results").join(environment::folder_name()), PathBuf::from);
    measure(&experiments, &adapters, &arguments, folder, whole, stop)
}

/// Measures, and writes the report of everything in the folder. Also for `compare`.
pub fn measure(
    experiments: &[Experiment],
    adapters: &[Rival],
    arguments: &Arguments,
    folder: PathBuf,
    whole: &[String],
    stop: &Arc<AtomicBool>,
) -> Result<i32, String> {
    let folder = if arguments.has("--fresh") { unused(folder) } else { folder };
    let store = Store::open(folder)?;
    let cache = install::cache()?;
    let given = given_paths(arguments, adapters)?;
    let found = find_rivals(experiments, adapters, &given, &cache);
    begin(&store, &found, whole)?;
    let options = Options {
        budget: budget(arguments)?,
        rounds: arguments.number("--rounds")?.map(|rounds| rounds as u32),
        wishes: wishes(arguments)?,
        seed: arguments.number("--seed")?.unwrap_or(1.0) as u64,
    };
    let ended = Run { experiments, found: &found, store: &store, cache: &cache, options: &options, stop }.go()?;
    report::write(&store, experiments)?;
    let shown = store.folder.join("report.html");
    if ended {
        eprintln!("lab: the report is {}", shown.display());
        return Ok(0);
    }
    eprintln!("lab: stopped; run the same command to resume. The report so far: {}", shown.display());
    Ok(130)
}

/// `--budget TIME`, `--budget none`; the default is below an hour for everything.
fn budget(arguments: &Arguments) -> Result<Option<Duration>, String> {
    match arguments.value("--budget") {
        Some("none") => Ok(None),
        None if arguments.has("--all") => Ok(Some(BUDGET_OF_ALL)),
        _ => arguments.time("--budget"),
    }
}

fn wishes(arguments: &Arguments) -> Result<Wishes, String> {
    Ok(Wishes {
        seconds: seconds(arguments, "--seconds")?,
        warm_up_seconds: seconds(arguments, "--warm-up")?,
        idle_seconds: seconds(arguments, "--idle")?,
    })
}

/// `--plan`: what a run would do, and how long it would take with the minimum number of rounds.
fn show_plan(experiments: &[Experiment], arguments: &Arguments) -> Result<i32, String> {
    let wishes = wishes(arguments)?;
    let needs: Vec<plan::Need> =
        experiments.iter().map(|experiment| plan::need(experiment, experiment.programs.len(), &wishes)).collect();
    let mut left = budget(arguments)?.map(|budget| budget.as_secs_f64());
    println!(
        "{:<24} {:>8} {:>6} {:>8} {:>8} {:>8} {:>9} {:>10}",
        "experiment", "programs", "cases", "warm-up", "load", "idle", "requests", "least time"
    );
    let mut sum = 0.0;
    for (index, experiment) in experiments.iter().enumerate() {
        let share = left.map(|left| plan::share(&needs[index..], left));
        let extents = plan::extents(experiment, experiment.programs.len(), &wishes, share);
        let least = plan::run_seconds(experiment, experiment.programs.len(), &extents);
        sum += least;
        left = left.map(|left| left - share.unwrap_or(0.0));
        let cases = experiment.cases.len().max(experiment.steps.len());
        println!(
            "{:<24} {:>8} {cases:>6} {:>6.1} s {:>6.1} s {:>6.1} s {:>7.0} % {:>10}",
            experiment.id(),
            experiment.programs.len(),
            extents.warm_up.as_secs_f64(),
            extents.load.as_secs_f64(),
            extents.idle.as_secs_f64(),
            extents.request_scale * 100.0,
            clock(Duration::from_secs_f64(least))
        );
    }
    println!("{:<24} {:>68}", "", clock(Duration::from_secs_f64(sum)));
    Ok(0)
}

/// A duration that may be 0, in seconds.
fn seconds(arguments: &Arguments, flag: &str) -> Result<Option<f64>, String> {
    if arguments.value(flag) == Some("0") {
        return Ok(Some(0.0));
    }
    Ok(arguments.time(flag)?.map(|time| time.as_secs_f64()))
}

/// `--runtime NAME=PATH`.
fn given_paths(arguments: &Arguments, adapters: &[Rival]) -> Result<BTreeMap<String, PathBuf>, String> {
    arguments
        .values("--runtime")
        .into_iter()
        .map(|text| {
            let (name, path) =
                text.split_once('=').ok_or_else(|| format!("--runtime needs NAME=PATH, not \"{text}\""))?;
            if adapters.iter().any(|rival| rival.name == name) {
                Ok((name.to_string(), PathBuf::from(path)))
            } else {
                Err(format!(
                    "unknown runtime \"{name}\"; the runtimes are {}",
                    adapters.iter().map(|rival| rival.name.as_str()).collect::<Vec<_>>().join(", ")
                ))
            }
        })
        .collect()
}

fn find_rivals(
    experiments: &[Experiment],
    adapters: &[Rival],
    given: &BTreeMap<String, PathBuf>,
    cache: &Path,
) -> BTreeMap<String, Result<Found, String>> {
    let is_needed = |rival: &&Rival| {
        experiments
            .iter()
            .any(|experiment| experiment.programs.iter().any(|program| program.rivals().any(|name| name == rival.name)))
    };
    adapters
        .iter()
        .filter(is_needed)
        .map(|rival| {
            let found = rivals::find(rival, given.get(&rival.name).map(PathBuf::as_path), cache);
            match &found {
                Ok(found) => eprintln!("lab: {} ({})", found.label(), found.origin),
                Err(reason) => eprintln!("lab: {reason}"),
            }
            (rival.name.clone(), found)
        })
        .collect()
}

/// Writes the environment, or adds a session to a resumed run.
fn begin(store: &Store, found: &BTreeMap<String, Result<Found, String>>, whole: &[String]) -> Result<(), String> {
    let now = environment::record(found, whole);
    let before = store.environment();
    if before.is_null() {
        return store.set_environment(&now);
    }
    let mut merged = before.clone();
    for (name, rival) in now["rivals"].as_object().into_iter().flatten() {
        let known = &before["rivals"][name]["version"];
        if known.is_string() && rival["version"].is_string() && *known != rival["version"] {
            return Err(format!(
                "{name} was {known} when this run began and is {} now; --fresh starts a new run, --runtime {name}=PATH selects the old version",
                rival["version"]
            ));
        }
        merged["rivals"][name] = rival.clone();
    }
    let mut sessions = merged["sessions"].as_array().cloned().unwrap_or_default();
    sessions.push(serde_json::json!({ "started": now["started"], "command": now["command"], "commit": now["commit"] }));
    merged["sessions"] = sessions.into();
    store.set_environment(&merged)
}

/// The folder, or with `_2`, `_3` after its name when it already contains a run.
fn unused(folder: PathBuf) -> PathBuf {
    let named = |number: u32| {
        if number == 1 { folder.clone() } else { PathBuf::from(format!("{}_{number}", folder.display())) }
    };
    (1..).map(named).find(|folder| !folder.join("run.json").exists()).unwrap_or(folder.clone())
}
