//! `brio run SCRIPT`: scripts of `package.json`, in one package or in several of a workspace.

use crate::error::{Error, Result};
use crate::foreign_flags::{self, Meaning};
use crate::install::project_folder;
use crate::manifest::Manifest;
use crate::project::Project;
use crate::run::many::{Manner, Task, run_many};
use crate::workspace::{Member, Workspace, filter};
use regex::Regex;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many scripts run at a time when nothing says otherwise.
const COUNT_MAX: usize = 4;
/// The message when a filter leaves nothing.
pub(super) const NO_MEMBER: &str = "no package of the workspace fits the filter";

/// The flags before a script's name, and what they do.
pub const SCRIPT_FLAGS: &[(&str, &str)] = &[
    ("-r, --recursive", "in all packages of the workspace, dependencies first"),
    ("-F, --filter PATTERN", "in those of a name (`@scope/*`), a `./folder`, `name...` with its dependencies"),
    ("-w, --workspace NAME", "as npm: in one package, with the terminal"),
    ("    --workspaces", "as npm: in all packages, one after another"),
    ("    --include-workspace-root", "in the root of the workspace too"),
    ("    --parallel", "all at the same time; several names and patterns (`build:*`) may follow"),
    ("    --sequential", "one after another; several names may follow"),
    ("    --concurrency COUNT", "how many run at a time (4)"),
    ("    --no-bail", "let the others run when one fails"),
    ("    --if-present", "succeed when the script does not exist"),
];

/// A script that was requested.
pub struct ScriptRequest {
    flags: RunFlags,
    /// The name, and what follows it.
    words: Vec<String>,
    start_folder: PathBuf,
}

/// What is said before the name of a script, or before the command of `brio exec`.
#[derive(Clone, Debug, Default)]
pub(super) struct RunFlags {
    if_present: bool,
    is_silent: bool,
    /// All members.
    is_recursive: bool,
    /// As npm: one member after another, with the terminal.
    is_npm: bool,
    filters: Vec<String>,
    with_root: bool,
    pub(super) is_parallel: bool,
    is_sequential: bool,
    continues: bool,
    count_max: Option<usize>,
    /// Only the script itself, as npm's `--ignore-scripts`.
    without_stages: bool,
    /// The folder to start in.
    pub(super) folder: Option<String>,
}

impl RunFlags {
    pub(super) fn is_of_several(&self) -> bool {
        self.is_recursive || !self.filters.is_empty() || self.is_parallel || self.is_sequential
    }

    /// Takes npm's flags about the workspace that follow the name of a script: `build -w NAME`, where a member has the name,
    /// and `build --workspaces`. Others, and those behind `--`, are the script's.
    fn take_behind_name(&mut self, words: &mut Vec<String>, start_folder: &Path) {
        const NAMES: [&str; 6] = ["-w", "--workspace", "-ws", "--ws", "--workspaces", "--include-workspace-root"];
        let name_of = |word: &String| word.split('=').next().unwrap_or_default().to_string();
        if !words.iter().skip(1).any(|word| NAMES.contains(&name_of(word).as_str())) {
            return;
        }
        let Ok(root) = Project::read(&project_folder(start_folder, false)) else { return };
        let members = Workspace::read(&root).map(|workspace| workspace.members).unwrap_or_default();
        let is_member = |text: &str| {
            let path = crate::spec::absolute(&root.folder, text);
            members.iter().any(|member| member.name == *text || member.folder == path)
        };
        let mut index = 1;
        while let Some(word) = words.get(index).filter(|word| *word != "--" && !members.is_empty()) {
            let inline = word.split_once('=').map(|(_, value)| value.to_string());
            let count = match (name_of(word).as_str(), inline.as_ref().or(words.get(index + 1))) {
                ("-ws" | "--ws" | "--workspaces", _) => {
                    (self.is_recursive, self.is_npm) = (true, true);
                    1
                }
                ("--include-workspace-root", _) => {
                    self.with_root = true;
                    1
                }
                ("--if-present", _) => {
                    self.if_present = true;
                    1
                }
                ("-w" | "--workspace", Some(value)) if is_member(value) => {
                    self.filters.push(value.clone());
                    self.is_npm = true;
                    if inline.is_some() { 1 } else { 2 }
                }
                _ => {
                    index += 1;
                    continue;
                }
            };
            words.drain(index..index + count);
        }
    }

    /// Reads the flags at the start. Returns them and how many arguments they are; None for a flag that scripts do not have.
    pub(super) fn read(arguments: &[String]) -> Option<(Self, usize)> {
        let mut flags = Self::default();
        let mut index = 0;
        while let Some(argument) = arguments.get(index).filter(|argument| argument.starts_with('-')) {
            let (name, inline) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (argument.as_str(), None),
            };
            let next = arguments.get(index + 1);
            let mut value = || {
                inline.clone().or_else(|| {
                    index += 1;
                    arguments.get(index).cloned()
                })
            };
            match name {
                "--if-present" => flags.if_present = true,
                "--silent" | "-s" | "--quiet" | "-q" => flags.is_silent = true,
                "-r" | "--recursive" => flags.is_recursive = true,
                "--workspaces" | "-ws" | "--ws" => (flags.is_recursive, flags.is_npm) = (true, true),
                "--workspace-root" => flags.folder = Some(root_of_workspace()?),
                "-w" if inline.is_none() && foreign_flags::is_root_of_pnpm(next) => {
                    flags.folder = Some(root_of_workspace()?);
                }
                "--workspace" | "-w" => {
                    flags.filters.push(value()?);
                    flags.is_npm = true;
                }
                "--filter" | "-F" => flags.filters.push(value()?),
                "--include-workspace-root" => flags.with_root = true,
                "--parallel" => flags.is_parallel = true,
                "--sequential" => flags.is_sequential = true,
                "--no-bail" | "--no-exit-on-error" => flags.continues = true,
                "--workspace-concurrency" | "--concurrency" => flags.count_max = Some(value()?.parse().ok()?),
                "--ignore-scripts" => flags.without_stages = true,
                "--stream" | "--bun" | "-b" | "--no-sort" => {}
                "--shell" | "--elide-lines" => drop(value()?),
                "--" => {
                    index += 1;
                    break;
                }
                other => match foreign_flags::meaning(other)? {
                    Meaning::Nothing => {}
                    Meaning::Folder => flags.folder = Some(value()?),
                    Meaning::Unused => drop(value()?),
                    Meaning::ByValue(_) if other == "--reporter" => flags.is_silent |= value()? == "silent",
                    _ => return None,
                },
            }
            index += 1;
        }
        Some((flags, index))
    }
}

/// Whether the project of the current folder, or a member of its workspace, has a script.
pub fn is_script_of_workspace(name: &str) -> bool {
    let Ok(folder) = std::env::current_dir() else { return false };
    let Ok(root) = Project::read(&project_folder(&folder, false)) else { return false };
    let members = Workspace::read(&root).map(|workspace| workspace.members).unwrap_or_default();
    let manifests = members.iter().map(|member| Arc::clone(&member.manifest)).chain([root.manifest()]);
    manifests.into_iter().any(|manifest| manifest.scripts.contains_key(name))
}

/// Finds the script that `brio run` is to start: the first word, if it does not name a file and is a script of the
/// `package.json` of the folder or of a parent. None if it is not a script; `Some(Err)` is the exit code if there is nothing to run.
pub fn script_request(arguments: &[String]) -> Option<std::result::Result<ScriptRequest, i32>> {
    let (mut flags, count) = RunFlags::read(arguments)?;
    let mut start_folder = std::env::current_dir().ok()?;
    if let Some(folder) = &flags.folder {
        start_folder.push(folder);
        // `-C` names a condition of packages for Node.js.
        if !start_folder.is_dir() {
            return None;
        }
    }
    let mut words = arguments[count..].to_vec();
    if words.is_empty() {
        return list(&start_folder).or_else(|| super::task::list(&start_folder)).map(Err);
    }
    let name = words[0].clone();
    if words.get(1).is_some_and(|next| next == "--if-present") {
        flags.if_present = true;
        words.remove(1);
    }
    flags.take_behind_name(&mut words, &start_folder);
    if let Some(index) = words.iter().position(|argument| argument == "--")
        && words[1..index].iter().all(|argument| argument.starts_with('-'))
    {
        words.remove(index);
    }
    if flags.is_of_several() {
        // `-r FILE` is also how Node.js loads a module first.
        let is_module = flags.is_recursive && arguments[0] == "-r" && start_folder.join(&name).is_file();
        return (!is_module).then_some(Ok(ScriptRequest { flags, words, start_folder }));
    }
    if start_folder.join(&name).is_file() {
        return None;
    }
    let project = Project::read(&Project::find(&start_folder)).ok();
    let has_script = project.as_ref().is_some_and(|project| project.manifest().scripts.contains_key(&name));
    if let Some(code) = project.as_ref().and_then(|project| refusal_of_glob(project, &name)) {
        return Some(Err(code));
    }
    if !has_script
        && expression_in(&name).is_none()
        && let Some(code) = super::task::run_named(&words, &start_folder)
    {
        return Some(Err(code));
    }
    match project {
        Some(_) if has_script || expression_in(&name).is_some() => {
            Some(Ok(ScriptRequest { flags, words, start_folder }))
        }
        _ if flags.if_present => Some(Err(0)),
        None if count > 0 || is_word(&name) && !has_file(&start_folder, &name) => match broken(&start_folder) {
            Some(error) => {
                eprintln!("brio: {error}");
                Some(Err(1))
            }
            None => None,
        },
        Some(project) if count > 0 || is_word(&name) && !has_file(&start_folder, &name) => {
            eprintln!("brio: {}", missing(&project, &name));
            Some(Err(1))
        }
        _ => None,
    }
}

/// A pattern with `*` names scripts only with a flag that says how they run. Prints that, and returns the exit code.
fn refusal_of_glob(project: &Project, name: &str) -> Option<i32> {
    let names_scripts = name.contains('*') && !scripts_named(&project.manifest(), name, &Naming::Glob).is_empty();
    names_scripts.then(|| {
        eprintln!("brio: the pattern \"{name}\" may name several scripts: they need --parallel or --sequential");
        super::USAGE_ERROR
    })
}

fn root_of_workspace() -> Option<String> {
    let folder = project_folder(&std::env::current_dir().ok()?, false);
    Some(folder.to_string_lossy().into_owned())
}

/// The error of a `package.json` that is there and cannot be read.
fn broken(folder: &Path) -> Option<Error> {
    let root = Project::find(folder);
    Project::read(&root).err().filter(|_| root.join("package.json").is_file())
}

fn missing(project: &Project, name: &str) -> String {
    let scripts: Vec<String> = project.manifest().scripts.keys().cloned().collect();
    let known = if scripts.is_empty() { "it has none".to_string() } else { format!("it has {}", scripts.join(", ")) };
    let file = project.folder.join("package.json");
    format!("there is neither a file nor a script \"{name}\" ({}: {known})", file.display())
}

/// `brio run` without a name: prints the scripts. Returns the exit code; None without a `package.json`.
fn list(start_folder: &Path) -> Option<i32> {
    let project = Project::read(&Project::find(start_folder)).ok()?;
    let manifest = project.manifest();
    let name = if manifest.name.is_empty() { "this project".to_string() } else { manifest.name.clone() };
    if manifest.scripts.is_empty() {
        println!(
            "{name} has no scripts\n(add them to \"scripts\" in {})",
            project.folder.join("package.json").display()
        );
        return Some(0);
    }
    println!("Scripts of {name}:\n");
    for (script, command) in &manifest.scripts {
        println!("  brio run {script}\n    {}", command.replace('\n', "\n    "));
    }
    Some(0)
}

/// Whether a file is meant whose extension is left out.
fn has_file(folder: &Path, name: &str) -> bool {
    ["js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx", "json"]
        .iter()
        .any(|end| folder.join(format!("{name}.{end}")).is_file())
        || folder.join(name).is_dir()
}

fn is_word(name: &str) -> bool {
    name.chars().all(|character| character.is_ascii_alphanumeric() || "-_:".contains(character))
}

/// Runs a script with what npm runs before and after it. Returns the exit code.
pub fn run_script_request(request: &ScriptRequest) -> i32 {
    code_of(run(request))
}

/// The exit code of what was run; an error is printed.
pub(super) fn code_of(outcome: Result<i32>) -> i32 {
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("brio: {error}");
            if error.code == "EUSAGE" { super::USAGE_ERROR } else { 1 }
        }
    }
}

fn run(request: &ScriptRequest) -> Result<i32> {
    let flags = &request.flags;
    let members = chosen(flags, &request.start_folder)?;
    let tasks = tasks(request, &members)?;
    if tasks.is_empty() {
        if flags.if_present {
            return Ok(0);
        }
        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        let message = match names.as_slice() {
            [] => NO_MEMBER.to_string(),
            names => format!("no script \"{}\" in {}", request.words[0], names.join(", ")),
        };
        return Err(Error::new("ENOSCRIPT", message).with_hint("`--if-present` accepts that"));
    }
    run_many(&tasks, manner(flags, tasks.len()), &request.start_folder)
}

/// How a number of tasks run.
pub(super) fn manner(flags: &RunFlags, count: usize) -> Manner {
    let is_npm = flags.is_npm && !flags.is_parallel;
    Manner {
        count_max: match (flags.is_sequential || is_npm, flags.is_parallel) {
            (true, _) => 1,
            (_, true) => count,
            _ => flags.count_max.unwrap_or(COUNT_MAX),
        },
        continues: flags.continues,
        is_plain: count == 1 || is_npm,
    }
}

/// The packages that are meant.
pub(super) fn chosen(flags: &RunFlags, start_folder: &Path) -> Result<Vec<Member>> {
    let own = || -> Result<Member> {
        let project = Project::read(&Project::find(start_folder))?;
        Ok(member_of(&project))
    };
    if !flags.is_recursive && flags.filters.is_empty() {
        return Ok(vec![own()?]);
    }
    let root = Project::read(&project_folder(start_folder, false))?;
    let mut all = Workspace::read(&root)?.members;
    // As pnpm and Bun: without a workspace the project is all that there is.
    if all.is_empty() && !flags.is_npm {
        all.push(member_of(&root));
    }
    if all.is_empty() {
        let message = format!("{} has no workspace", root.folder.join("package.json").display());
        let hint = "\"workspaces\" in package.json or `packages` in pnpm-workspace.yaml name its packages";
        return Err(Error::new("ENOWORKSPACE", message).with_hint(hint));
    }
    let of_root = member_of(&root);
    let names_root = flags.filters.iter().any(|filter| *filter == of_root.name || filter == "." || filter == "//");
    let has_root = all.iter().any(|member| member.folder == of_root.folder);
    if (flags.with_root || names_root) && !has_root {
        all.push(of_root);
    }
    // npm also takes the path of a member.
    let is_path =
        |filter: &String| flags.is_npm && !filter.starts_with(['.', '/']) && root.folder.join(filter).is_dir();
    let filters: Vec<String> = flags
        .filters
        .iter()
        .map(|filter| match (is_path(filter), filter == "//") {
            (true, _) => root.folder.join(filter).to_string_lossy().into_owned(),
            (_, true) => root.folder.to_string_lossy().into_owned(),
            _ => filter.clone(),
        })
        .collect();
    if filters.is_empty() {
        return Ok(all);
    }
    let indexes = filter::select(&all, &filters, &root.folder, start_folder)?;
    Ok(indexes.into_iter().map(|index| all[index].clone()).collect())
}

fn member_of(project: &Project) -> Member {
    let manifest = project.manifest();
    let folder_name = project.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = if manifest.name.is_empty() { folder_name } else { manifest.name.clone() };
    Member { name, folder: project.folder.clone(), manifest }
}

/// How the words name scripts.
enum Naming {
    /// The first word is a name.
    Exact,
    /// Several words are names, or patterns with `*`.
    Glob,
    /// The first word is a regular expression: it names all scripts in which it is found.
    Expression(Regex),
}

impl Naming {
    fn of(request: &ScriptRequest) -> Result<Self> {
        if let Some(expression) = expression_in(&request.words[0]) {
            let invalid = |error: regex::Error| {
                let reason = error.to_string();
                let reason = reason.lines().last().unwrap_or_default().trim_start_matches("error: ");
                Error::new("EUSAGE", format!("the regular expression {} is invalid: {reason}", request.words[0]))
            };
            return Regex::new(expression).map(Self::Expression).map_err(invalid);
        }
        let takes_several = request.flags.is_parallel || request.flags.is_sequential;
        Ok(if takes_several { Self::Glob } else { Self::Exact })
    }
}

/// The expression in pnpm's `/^build:.*/`, if the word is one.
fn expression_in(word: &str) -> Option<&str> {
    let inner = word.strip_prefix('/')?.strip_suffix('/')?;
    (!inner.is_empty() && !Path::new(word).exists()).then_some(inner)
}

/// What runs: the scripts that the words name, in each of the packages. With `--parallel` or `--sequential` several words
/// may name scripts, also as patterns (`build:*`).
fn tasks(request: &ScriptRequest, members: &[Member]) -> Result<Vec<Task>> {
    let flags = &request.flags;
    let naming = Naming::of(request)?;
    let names_script =
        |word: &String| members.iter().any(|member| !scripts_named(&member.manifest, word, &naming).is_empty());
    let count = match naming {
        Naming::Glob => request.words.iter().take_while(|word| names_script(word)).count().max(1),
        _ => 1,
    };
    let (names, arguments) = request.words.split_at(count);
    let edges = filter::dependencies(members);
    let is_ordered = !flags.is_parallel;
    // As pnpm: those of one package that an expression names run at the same time.
    let is_expression = matches!(naming, Naming::Expression(_)) && !flags.is_sequential;
    let mut tasks: Vec<(usize, Task)> = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let Ok(project) = Project::read(&member.folder) else { continue };
        for name in names.iter().flat_map(|word| scripts_named(&member.manifest, word, &naming)) {
            let label = match members.len() {
                1 => name.clone(),
                _ => format!("{} {name}", member.name),
            };
            let task = Task {
                project: project.clone(),
                label,
                stages: stages(&member.manifest, &name, flags.without_stages),
                name,
                arguments: arguments.to_vec(),
                after: Vec::new(),
                of_deno: None,
            };
            tasks.push((index, task));
        }
    }
    let owners: Vec<usize> = tasks.iter().map(|(owner, _)| *owner).collect();
    for (index, (owner, task)) in tasks.iter_mut().enumerate() {
        if is_ordered {
            let is_before = |other: &usize| {
                *other != index
                    && (edges[*owner].contains(&owners[*other])
                        || owners[*other] == *owner && *other < index && !is_expression)
            };
            task.after = (0..owners.len()).filter(is_before).collect();
        }
    }
    Ok(tasks.into_iter().map(|(_, task)| task).collect())
}

fn scripts_named(manifest: &Arc<Manifest>, word: &str, naming: &Naming) -> Vec<String> {
    if manifest.scripts.contains_key(word) {
        return vec![word.to_string()];
    }
    let is_named = |name: &&String| match naming {
        Naming::Exact => false,
        Naming::Glob => word.contains('*') && crate::workspace::matches_name(word, name),
        Naming::Expression(expression) => expression.is_match(name),
    };
    manifest.scripts.keys().filter(is_named).cloned().collect()
}

fn stages(manifest: &Manifest, name: &str, is_alone: bool) -> Vec<(String, String)> {
    [format!("pre{name}"), name.to_string(), format!("post{name}")]
        .into_iter()
        .filter(|stage| !is_alone || stage == name)
        .filter_map(|stage| Some((stage.clone(), manifest.scripts.get(&stage)?.clone())))
        .collect()
}
