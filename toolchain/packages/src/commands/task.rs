//! `brio task`: tasks of `deno.json`, as `deno task` runs them.

use super::scripts::code_of;
use super::usage;
use crate::deno_tasks::{Options, Plan, Scope, config_of};
use crate::error::{Error, Result};
use crate::run::many::{Manner, run_many};
use crate::workspace::matches_name;
use brio_resolver::deno;
use std::path::{Path, PathBuf};

/// The exit code when a task does not exist.
const NOT_FOUND: i32 = 1;

/// What `brio help task` shows.
pub const TASK_HELP: &str = "\
Usage: brio task [FLAGS] [NAME [ARGUMENTS]]

Runs a task of deno.json with what it depends on, or a script of package.json. Without a name it lists them.
The name may be a pattern such as `build:*`. `deno` in a task is Brio.

Flags:
      --cwd FOLDER            run in another folder
  -c, --config FILE           another deno.json
  -r, --recursive             in all packages of the workspace
      --members               the same, but not in its root
  -f, --filter PATTERN        in the packages whose name fits
      --eval                  NAME is a command
      --if-present            succeed when the task does not exist
      --no-prefix             no names before the lines of tasks that run at the same time
  -j, --jobs COUNT            how many run at the same time (DENO_JOBS, else the number of processors)
      --env-file[=FILE]       variables of a file, without a value of .env
  -q, --quiet                 do not print the commands
";

/// What the flags say.
#[derive(Debug, Default)]
struct Flags {
    folder: Option<String>,
    config: Option<String>,
    filters: Vec<String>,
    is_recursive: bool,
    without_root: bool,
    is_command: bool,
    if_present: bool,
    is_help: bool,
    count_max: Option<usize>,
    env_files: Vec<String>,
    options: Options,
    /// The name, and what follows it.
    words: Vec<String>,
}

/// Runs the task that the arguments name. Returns its exit code; None where no `deno.json` is.
pub fn run_task(arguments: &[String]) -> Option<i32> {
    let flags = match read(arguments) {
        Ok(flags) => flags,
        Err(error) => return Some(code_of(Err(error))),
    };
    if flags.is_help {
        print!("{TASK_HELP}");
        return Some(0);
    }
    let start = std::env::current_dir().ok()?;
    let folder = flags.folder.as_ref().map_or_else(|| start.clone(), |folder| start.join(folder));
    let config = match &flags.config {
        Some(file) => start.join(file),
        None => match config_of(&folder) {
            Some(config) => config,
            None if flags.is_command => folder.join("deno.json"),
            None => return None,
        },
    };
    Some(code_of(run(flags, &config, &folder, &start)))
}

/// Runs the task of a name, when `deno.json` has it.
pub(super) fn run_named(words: &[String], start: &Path) -> Option<i32> {
    let config = config_of(start)?;
    let scope = Scope::read(&config).ok()?;
    if scope.named(&words[0]).is_empty() {
        return None;
    }
    let flags = Flags { words: words.to_vec(), ..Flags::default() };
    Some(code_of(run(flags, &config, start, start)))
}

/// Prints the tasks at a folder. Returns the exit code; None where no `deno.json` is.
pub(super) fn list(start: &Path) -> Option<i32> {
    let scope = Scope::read(&config_of(start)?);
    Some(code_of(scope.map(|scope| {
        print!("{}", scope.list());
        0
    })))
}

fn read(arguments: &[String]) -> Result<Flags> {
    let mut flags = Flags::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.as_slice().first().filter(|argument| argument.starts_with('-')) {
        rest.next();
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (argument.as_str(), None),
        };
        let mut value = || {
            inline.clone().or_else(|| rest.next().cloned()).ok_or_else(|| usage(&format!("{name} requires a value")))
        };
        match name {
            "--" => break,
            "--cwd" => flags.folder = Some(value()?),
            "-c" | "--config" => flags.config = Some(value()?),
            "-f" | "--filter" => flags.filters.push(value()?),
            "-r" | "--recursive" => flags.is_recursive = true,
            "--members" => (flags.is_recursive, flags.without_root) = (true, true),
            "--eval" => flags.is_command = true,
            "--if-present" => flags.if_present = true,
            "--no-prefix" => flags.options.is_unlabelled = true,
            "-j" | "--jobs" => flags.count_max = Some(count(&value()?)?),
            "--env-file" => flags.env_files.push(inline.unwrap_or_else(|| ".env".to_string())),
            "-q" | "--quiet" => flags.options.is_quiet = true,
            "-h" | "--help" => flags.is_help = true,
            "-L" | "--log-level" => flags.options.is_quiet |= value()? == "error",
            // About packages and their lockfile, which the programs in a task read themselves.
            "--no-lock" | "--frozen" | "--frozen-lockfile" | "--node-modules-dir" => {}
            "--lock" => drop(value()?),
            _ => return Err(usage(&format!("unknown flag {argument}")).with_hint("`brio help task` lists the flags")),
        }
    }
    flags.words = rest.cloned().collect();
    Ok(flags)
}

fn count(text: &str) -> Result<usize> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| usage(&format!("invalid value '{text}' for --jobs")))
}

fn run(mut flags: Flags, config: &Path, folder: &Path, start: &Path) -> Result<i32> {
    if flags.is_command && flags.words.is_empty() {
        return Err(usage("--eval requires a command"));
    }
    flags.options.variables = variables(&flags.env_files, start)?;
    flags.options.arguments = flags.words.get(1..).unwrap_or_default().to_vec();
    let mut plan = Plan::default();
    if flags.is_command {
        plan.add_command(folder, &flags.words[0]);
    } else if let Some(code) = fill(&mut plan, &flags, config)? {
        return Ok(code);
    }
    let tasks = plan.tasks(&flags.options)?;
    let manner = Manner { count_max: jobs(&flags)?, continues: false, is_plain: false };
    run_many(&tasks, manner, start)
}

/// Fills the plan with what the words name. The exit code when there is nothing to run.
fn fill(plan: &mut Plan, flags: &Flags, config: &Path) -> Result<Option<i32>> {
    let scope = Scope::read(config)?;
    let Some(name) = flags.words.first() else {
        print!("{}", scope.list());
        return Ok(Some(0));
    };
    if flags.is_recursive || !flags.filters.is_empty() {
        return fill_from_workspace(plan, flags, config, name);
    }
    let names = scope.named(name);
    if names.is_empty() && flags.if_present {
        return Ok(Some(0));
    }
    // The name itself, so that the message has it.
    let wanted = if names.is_empty() { vec![name.clone()] } else { names };
    for name in wanted {
        match plan.add(&scope, &name) {
            Err(error) if error.code == "ENOTASK" => {
                eprint!("Task not found: {}\n{}", error.message, scope.list());
                return Ok(Some(NOT_FOUND));
            }
            other => {
                if let Some(code) = ended(other)? {
                    return Ok(Some(code));
                }
            }
        }
    }
    Ok(None)
}

/// The same, in the packages of the workspace.
fn fill_from_workspace(plan: &mut Plan, flags: &Flags, config: &Path, name: &str) -> Result<Option<i32>> {
    let scopes = Scope::of_workspace(config)?;
    let own = config.parent().unwrap_or(Path::new("/"));
    let root: PathBuf = deno::workspace_of(own).unwrap_or_else(|| own.to_path_buf());
    let is_selected = |scope: &&Scope| {
        let is_root = scope.sources.iter().any(|source| source.folder == root);
        let fits = |filter: &String| scope.owner.as_ref().is_some_and(|owner| matches_name(filter, owner));
        !(is_root && flags.without_root) && (flags.filters.is_empty() || flags.filters.iter().any(fits))
    };
    let selected: Vec<&Scope> = scopes.iter().filter(is_selected).collect();
    let is_found = selected.iter().any(|scope| !scope.named(name).is_empty());
    if !is_found {
        eprintln!("No matching task or script '{name}' found in selected packages.");
        return Ok(Some(0));
    }
    for scope in selected {
        for name in scope.named(name) {
            if let Some(code) = ended(plan.add(scope, &name))? {
                return Ok(Some(code));
            }
        }
    }
    Ok(None)
}

/// A circle is reported as Deno does, without more about it.
fn ended(outcome: Result<()>) -> Result<Option<i32>> {
    match outcome {
        Err(error) if error.code == "ETASKCYCLE" => {
            eprintln!("{}", error.message);
            Ok(Some(NOT_FOUND))
        }
        Err(error) if error.code == "ENOTASK" => {
            Err(Error::new("ENOTASK", format!("Task not found: {}", error.message)))
        }
        other => other.map(|()| None),
    }
}

fn jobs(flags: &Flags) -> Result<usize> {
    let of_environment = || std::env::var("DENO_JOBS").ok()?.parse().ok().filter(|count| *count > 0);
    let of_machine = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(flags.count_max.or_else(of_environment).unwrap_or_else(of_machine))
}

fn variables(files: &[String], start: &Path) -> Result<Vec<(String, String)>> {
    let mut found: Vec<(String, String)> = Vec::new();
    for file in files {
        let path = start.join(file);
        let text = std::fs::read_to_string(&path).map_err(|error| Error::of_file(&error, "read", &path))?;
        for (name, value) in brio_env_file::parse(&text) {
            if !found.iter().any(|(known, _)| *known == name) {
                found.push((name, value));
            }
        }
    }
    Ok(found)
}
