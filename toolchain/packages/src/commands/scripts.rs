//! `brio run SCRIPT`: scripts of `package.json`, in one package or in several of a workspace.

use crate::error::{Error, Result};
use crate::foreign_flags::{self, Meaning};
use crate::install::project_folder;
use crate::manifest::Manifest;
use crate::project::Project;
use crate::run::many::{Manner, Task, run_many};
use crate::workspace::{Member, Workspace, filter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many scripts run at a time when nothing says otherwise.
const COUNT_MAX: usize = 4;

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

/// What is said before the script's name.
#[derive(Clone, Debug, Default)]
struct RunFlags {
    if_present: bool,
    is_silent: bool,
    /// All members.
    is_recursive: bool,
    /// As npm: one member after another, with the terminal.
    is_npm: bool,
    filters: Vec<String>,
    with_root: bool,
    is_parallel: bool,
    is_sequential: bool,
    continues: bool,
    count_max: Option<usize>,
    /// Only the script itself, as npm's `--ignore-scripts`.
    without_stages: bool,
    /// The folder to start in.
    folder: Option<String>,
}

impl RunFlags {
    fn is_of_several(&self) -> bool {
        self.is_recursive || !self.filters.is_empty() || self.is_parallel || self.is_sequential
    }

    /// Reads the flags at the start. Returns them and how many arguments they are; None for a flag that scripts do not have.
    fn read(arguments: &[String]) -> Option<(Self, usize)> {
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
        return list(&start_folder).map(Err);
    }
    let name = words[0].clone();
    if words.get(1).is_some_and(|next| next == "--if-present") {
        flags.if_present = true;
        words.remove(1);
    }
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
    match project {
        Some(_) if has_script => Some(Ok(ScriptRequest { flags, words, start_folder })),
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
    match run(request) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("brio: {error}");
            if error.code == "EUSAGE" { super::USAGE_ERROR } else { 1 }
        }
    }
}

fn run(request: &ScriptRequest) -> Result<i32> {
    let flags = &request.flags;
    let members = chosen(request)?;
    let tasks = tasks(request, &members);
    if tasks.is_empty() {
        if flags.if_present {
            return Ok(0);
        }
        let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
        let message = match names.as_slice() {
            [] => "no package of the workspace fits the filter".to_string(),
            names => format!("no script \"{}\" in {}", request.words[0], names.join(", ")),
        };
        return Err(Error::new("ENOSCRIPT", message).with_hint("`--if-present` accepts that"));
    }
    let is_npm = flags.is_npm && !flags.is_parallel;
    let manner = Manner {
        count_max: match (flags.is_sequential || is_npm, flags.is_parallel) {
            (true, _) => 1,
            (_, true) => tasks.len(),
            _ => flags.count_max.unwrap_or(COUNT_MAX),
        },
        continues: flags.continues,
        is_plain: tasks.len() == 1 || is_npm,
    };
    run_many(&tasks, manner, &request.start_folder)
}

/// The packages whose scripts are meant.
fn chosen(request: &ScriptRequest) -> Result<Vec<Member>> {
    let flags = &request.flags;
    let own = || -> Result<Member> {
        let project = Project::read(&Project::find(&request.start_folder))?;
        Ok(member_of(&project))
    };
    if !flags.is_recursive && flags.filters.is_empty() {
        return Ok(vec![own()?]);
    }
    let root = Project::read(&project_folder(&request.start_folder, false))?;
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
    let indexes = filter::select(&all, &filters, &root.folder, &request.start_folder)?;
    Ok(indexes.into_iter().map(|index| all[index].clone()).collect())
}

fn member_of(project: &Project) -> Member {
    let manifest = project.manifest();
    let folder_name = project.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = if manifest.name.is_empty() { folder_name } else { manifest.name.clone() };
    Member { name, folder: project.folder.clone(), manifest }
}

/// What runs: the scripts that the words name, in each of the packages. With `--parallel` or `--sequential` several words
/// may name scripts, also as patterns (`build:*`).
fn tasks(request: &ScriptRequest, members: &[Member]) -> Vec<Task> {
    let flags = &request.flags;
    let takes_several = flags.is_parallel || flags.is_sequential;
    let names_script =
        |word: &String| members.iter().any(|member| !scripts_named(&member.manifest, word, takes_several).is_empty());
    let count = match takes_several {
        true => request.words.iter().take_while(|word| names_script(word)).count().max(1),
        false => 1,
    };
    let (names, arguments) = request.words.split_at(count);
    let edges = filter::dependencies(members);
    let is_ordered = !flags.is_parallel;
    let mut tasks: Vec<(usize, Task)> = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let Ok(project) = Project::read(&member.folder) else { continue };
        for name in names.iter().flat_map(|word| scripts_named(&member.manifest, word, takes_several)) {
            let label = match (members.len(), names.len()) {
                (1, _) => name.clone(),
                _ => format!("{} {name}", member.name),
            };
            let task = Task {
                project: project.clone(),
                label,
                stages: stages(&member.manifest, &name, flags.without_stages),
                name,
                arguments: arguments.to_vec(),
                after: Vec::new(),
            };
            tasks.push((index, task));
        }
    }
    let owners: Vec<usize> = tasks.iter().map(|(owner, _)| *owner).collect();
    for (index, (owner, task)) in tasks.iter_mut().enumerate() {
        if is_ordered {
            let is_before = |other: &usize| {
                *other != index
                    && (edges[*owner].contains(&owners[*other]) || owners[*other] == *owner && *other < index)
            };
            task.after = (0..owners.len()).filter(is_before).collect();
        }
    }
    tasks.into_iter().map(|(_, task)| task).collect()
}

fn scripts_named(manifest: &Arc<Manifest>, word: &str, is_pattern: bool) -> Vec<String> {
    if manifest.scripts.contains_key(word) {
        return vec![word.to_string()];
    }
    if !is_pattern || !word.contains('*') {
        return Vec::new();
    }
    manifest.scripts.keys().filter(|name| crate::workspace::matches_name(word, name)).cloned().collect()
}

fn stages(manifest: &Manifest, name: &str, is_alone: bool) -> Vec<(String, String)> {
    [format!("pre{name}"), name.to_string(), format!("post{name}")]
        .into_iter()
        .filter(|stage| !is_alone || stage == name)
        .filter_map(|stage| Some((stage.clone(), manifest.scripts.get(&stage)?.clone())))
        .collect()
}
