//! `brio lab compare FILE`: an ad hoc experiment for a program of the user. The lab starts it once to determine whether
//! it is a server. The experiment is written to a file in the run's folder, so that the report can be written again,
//! and as a starting point for an experiment of one's own.

use super::run::measure;
use crate::arguments::{Arguments, Known};
use crate::experiment::{self, Experiment, catalogue};
use crate::guard::{Guarded, Spec};
use crate::meter::{ports, process_tree};
use crate::rivals::{self, Rival, install};
use crate::runner::environment;
use crate::runner::store::Store;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const KNOWN: Known = Known {
    with_value: &[
        "--runtimes",
        "--path",
        "--connections",
        "--rate",
        "--arguments",
        "--requests",
        "--budget",
        "--rounds",
        "--seconds",
        "--warm-up",
        "--idle",
        "--runtime",
        "--out",
        "--seed",
    ],
    without_value: &["--fresh"],
};
const DEFAULT_RUNTIMES: &str = "brio,node,bun,deno";
/// A program that runs longer than this without listening is a process.
const LISTEN_LIMIT: Duration = Duration::from_secs(5);

pub fn run(arguments: &[String], whole: &[String], stop: &Arc<AtomicBool>) -> Result<i32, String> {
    let arguments = Arguments::read(arguments, &KNOWN)?;
    let [file] = arguments.names.as_slice() else {
        return Err(
            "which program? usage: brio lab compare ./server.ts [--runtimes brio,node,bun,deno] [--path /]".to_string()
        );
    };
    let file = fs::canonicalize(file).map_err(|error| format!("{file}: {error}"))?;
    let adapters = rivals::adapters(catalogue::home().as_deref())?;
    let runtimes: Vec<&str> =
        arguments.value("--runtimes").unwrap_or(DEFAULT_RUNTIMES).split(',').map(str::trim).collect();
    if let Some(unknown) = runtimes.iter().find(|name| !adapters.iter().any(|rival| rival.name == **name)) {
        return Err(format!(
            "unknown runtime \"{unknown}\"; the runtimes are {}",
            rivals::names(&adapters).into_iter().collect::<Vec<_>>().join(", ")
        ));
    }
    let stem = file.file_stem().map_or("program".to_string(), |stem| stem.to_string_lossy().to_ascii_lowercase());
    let name: String = format!("own-{stem}")
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() { character } else { '-' })
        .collect();
    let folder = arguments.value("--out").map_or_else(
        || PathBuf::from("lab-results").join(format!("{}_{name}", environment::folder_name())),
        PathBuf::from,
    );
    let store = Store::open(folder.clone())?;
    let is_server = is_server(&file, &runtimes, &adapters, &arguments)?;
    write_experiment(&store, &name, &file, &runtimes, is_server, &arguments)?;
    let experiments = kept(&store)?;
    measure(&experiments, &adapters, &arguments, folder, whole, stop)
}

/// The experiments that `compare` has written to a run's folder.
pub fn kept(store: &Store) -> Result<Vec<Experiment>, String> {
    let file = store.folder.join("own/experiment.toml");
    if !file.exists() {
        return Ok(Vec::new());
    }
    let adapters = rivals::adapters(catalogue::home().as_deref())?;
    Ok(vec![experiment::read(&file, &rivals::names(&adapters))?])
}

/// Starts the program once, with the first available runtime, and checks whether it listens.
fn is_server(file: &Path, runtimes: &[&str], adapters: &[Rival], arguments: &Arguments) -> Result<bool, String> {
    if arguments.has("--path") || arguments.has("--connections") || arguments.has("--rate") {
        return Ok(true);
    }
    let cache = install::cache()?;
    let given = |name: &str| {
        arguments
            .values("--runtime")
            .into_iter()
            .find_map(|text| text.split_once('=').filter(|(key, _)| *key == name).map(|(_, path)| PathBuf::from(path)))
    };
    let logs = std::env::temp_dir();
    for rival in runtimes.iter().filter_map(|name| adapters.iter().find(|rival| rival.name == **name)) {
        let Ok(found) = rivals::find(rival, given(&rival.name).as_deref(), &cache) else { continue };
        let words: Vec<String> =
            arguments.value("--arguments").unwrap_or("").split_whitespace().map(str::to_string).collect();
        let log = logs.join(format!("brio_lab_{}", std::process::id()));
        let spec = Spec {
            command: found.command(&[], &file.to_string_lossy(), &words),
            folder: file.parent().unwrap_or(Path::new(".")).to_path_buf(),
            environment: Vec::new(),
            cores: Vec::new(),
            stdout: log.clone(),
            stderr: log.clone(),
        };
        let guarded = Guarded::start(&spec)?;
        let began = Instant::now();
        let mut listens = false;
        let mut ended = None;
        while began.elapsed() < LISTEN_LIMIT && !listens && ended.is_none() {
            ended = guarded.ended_within(Duration::from_millis(20));
            listens = !ports::of(&process_tree::tree(guarded.process)).is_empty();
        }
        drop(guarded);
        let _ = fs::remove_file(&log);
        // A runtime that cannot run it does not show what kind of program it is.
        if listens || ended.as_ref().is_none_or(|ended| ended.code == Some(0)) {
            return Ok(listens);
        }
    }
    Ok(false)
}

fn write_experiment(
    store: &Store,
    name: &str,
    file: &Path,
    runtimes: &[&str],
    is_server: bool,
    arguments: &Arguments,
) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("cannot write into {}: {error}", store.folder.display());
    fs::create_dir_all(store.folder.join("own/programs")).map_err(explain)?;
    let shown = file.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
    let quote = |text: &str| serde_json::Value::from(text).to_string();
    let (kind, primary) = if is_server { ("server", "requests_per_second") } else { ("process", "wall_ms") };
    let mut text = format!(
        "name = {}\ntitle = {}\nkind = \"{kind}\"\nquestion = \"Which runtime runs it best?\"\n\n[source]\npaper = \"a program of your own\"\nauthors = \"you\"\nyear = {}\nplace = {}\n\n[settings]\nprimary = \"{primary}\"\n",
        quote(name),
        quote(&shown),
        &environment::utc_now()[..4],
        quote(&shown)
    );
    if is_server {
        let connections = arguments.number("--connections")?.unwrap_or(50.0) as u32;
        text.push_str(&format!(
            "\n[[case]]\nname = \"{connections} connections\"\nconnections = {connections}\npaths = [{}]\n",
            quote(arguments.value("--path").unwrap_or("/"))
        ));
        if let Some(rate) = arguments.number("--rate")? {
            text.push_str(&format!("per_second = {rate:.1}\n"));
        }
        if let Some(requests) = arguments.number("--requests")? {
            text.push_str(&format!("requests = {requests:.0}\n"));
        }
    } else {
        text.push_str("\n[[case]]\nname = \"run\"\n");
    }
    let words: Vec<String> = arguments.value("--arguments").unwrap_or("").split_whitespace().map(quote).collect();
    text.push_str(&format!("arguments = [{}]\n", words.join(", ")));
    for runtime in runtimes {
        // The program runs in its own folder: it may need the files beside it.
        text.push_str(&format!(
            "\n[[program]]\nname = {0}\nrival = {0}\nfile = {1}\n",
            quote(runtime),
            quote(&file.to_string_lossy())
        ));
    }
    fs::write(store.folder.join("own/experiment.toml"), text).map_err(explain)
}
