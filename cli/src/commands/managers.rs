//! Called by the name of another package manager, `brio` does what that manager would do. Scripts of `package.json` find it
//! under these names when the manager itself is not installed (`brio_packages::run`), so `yarn build` in a script works.
//!
//! Only what scripts use is translated: running scripts and commands, and installing. Start reading at [`read`].

mod absent;
mod command_first;
mod command_of_home;
mod deno;
mod foreach;
mod versions;

pub use command_first::with_command_first;
pub use command_of_home::command_of_home;

use super::{packages, run};
use brio_packages::install::project_folder;
use brio_packages::project::Project;
use brio_packages::run::{MANAGERS, quoted};
use brio_packages::workspace::Workspace;
use std::path::{Path, PathBuf};

/// The commands of npm that run a script.
const SCRIPT_COMMANDS_OF_NPM: [&str; 8] = ["run", "run-script", "test", "t", "tst", "start", "stop", "restart"];
/// The flags of npm that choose members of the workspace.
const MEMBER_FLAGS_OF_NPM: [&str; 7] =
    ["-w", "--workspace", "-ws", "--ws", "--workspaces", "-iwr", "--include-workspace-root"];
/// Flags of npm, pnpm and yarn that have a value, and that change nothing here.
const VALUED_FLAGS: [&str; 14] = [
    "--cache",
    "--cache-folder",
    "--loglevel",
    "--modules-folder",
    "--mutex",
    "--network-timeout",
    "--node-options",
    "--registry",
    "--reporter",
    "--resume-from",
    "--script-shell",
    "--store-dir",
    "--tag",
    "--userconfig",
];

/// The manager that the program was called as: the name of its link. None for any other name.
pub fn called_as(program: &str) -> Option<&'static str> {
    let name = Path::new(program).file_name()?;
    MANAGERS.iter().find(|manager| name == **manager).copied()
}

/// Whether the program was called as `node`, which it is in scripts.
pub fn is_node(program: &str) -> bool {
    Path::new(program).file_name().is_some_and(|name| name == "node")
}

/// Whether scripts ask for the version of `node`, which is the running program there. They compare it.
pub fn requests_version_of_node(program: &str, arguments: &[String]) -> bool {
    is_node(program) && matches!(arguments, [flag] if flag == "-v" || flag == "--version")
}

/// Reads what a manager was called with, up to the command.
///
/// # Errors
/// A sentence for the user, when a flag lacks its value.
pub fn read(manager: &str, arguments: &[String]) -> Result<Request, String> {
    let mut request = Request { manager: manager.to_string(), ..Request::default() };
    if matches!(manager, "npx" | "pnpx" | "bunx" | "deno") {
        request.rest = arguments.to_vec();
        return Ok(request);
    }
    let count = request.take_flags(arguments)?;
    request.rest = arguments[count..].to_vec();
    if manager == "npm" {
        request.take_flags_of_npm()?;
    }
    if let ("yarn", [first, member, ..]) = (manager, request.rest.as_slice())
        && first == "workspace"
    {
        request.member = Some(member.clone());
        request.rest.drain(..2);
    }
    Ok(request)
}

/// The arguments of `brio x` for a program of Deno that is a package: `name@version`, or with a command behind it
/// (`name@version/command`).
pub fn execution(package: &str, arguments: &[String]) -> Vec<String> {
    let package = package.trim_start_matches('/');
    // The slash of a scope is not the one before a command.
    let name_end = if package.starts_with('@') { package.find('/').map_or(0, |at| at + 1) } else { 0 };
    let mut words: Vec<String> = match package[name_end..].find('/').map(|at| at + name_end) {
        Some(slash) => words(&["--package", &package[..slash], &package[slash + 1..]]),
        None => words(&[package]),
    };
    words.extend_from_slice(arguments);
    words
}

/// Whether the project of the current folder has a script.
pub fn has_script(name: &str) -> bool {
    let Ok(folder) = std::env::current_dir() else { return false };
    Project::read(&Project::find(&folder)).is_ok_and(|project| project.manifest().scripts.contains_key(name))
}

/// What a manager was called with.
#[derive(Debug, Default, PartialEq)]
pub struct Request {
    manager: String,
    /// The folder to go to first.
    folder: Option<String>,
    /// Go to the root of the workspace first.
    from_root: bool,
    /// The member of the workspace to go to first.
    member: Option<String>,
    /// Flags that choose packages and say how their scripts run.
    script_flags: Vec<String>,
    /// The command and what follows it.
    rest: Vec<String>,
}

impl Request {
    /// Goes to the folder that the flags name. It comes before [`Request::arguments`], which looks for scripts there.
    ///
    /// # Errors
    /// A sentence for the user, when the folder cannot be entered.
    pub fn enter(&self) -> Result<(), String> {
        let current = std::env::current_dir().map_err(|error| format!("the current folder does not exist: {error}"))?;
        let mut folder = self.folder.as_ref().map_or(current.clone(), |folder| current.join(folder));
        if self.from_root {
            folder = project_folder(&folder, false);
        }
        if let Some(member) = &self.member {
            folder = folder_of_member(&folder, member)
                .ok_or_else(|| format!("{}: the workspace has no package {member}", self.manager))?;
        }
        if folder == current {
            return Ok(());
        }
        std::env::set_current_dir(&folder).map_err(|error| format!("cannot enter {}: {error}", folder.display()))
    }

    /// The version to print, when that is what was requested.
    pub fn version(&self) -> Option<String> {
        let is_requested = matches!(self.manager.as_str(), "npm" | "pnpm" | "yarn")
            && self.rest.first().is_some_and(|first| first == "-v" || first == "--version");
        is_requested.then(|| versions::of(&self.manager))
    }

    /// What was requested as arguments of `brio`. `has_script`: whether the project at hand has a script.
    ///
    /// # Errors
    /// A sentence for the user, for a command of the manager that Brio does not have.
    pub fn arguments(&self, has_script: &dyn Fn(&str) -> bool) -> Result<Vec<String>, String> {
        match self.manager.as_str() {
            "npx" | "pnpx" | "bunx" => Ok(executing(&self.rest)),
            "deno" => Ok(deno::arguments(&self.rest)),
            "bun" => Ok(of_bun(&self.rest, &self.script_flags, has_script)),
            manager => of_others(manager, &self.rest, &self.script_flags, has_script),
        }
    }

    /// Reads the flags at the start. Returns how many arguments they are.
    fn take_flags(&mut self, arguments: &[String]) -> Result<usize, String> {
        // Other flags of Bun before the command may be those of a program.
        let is_read = |argument: &str, manager: &str| match manager {
            "bun" => ["--cwd", "--filter", "-F"].contains(&argument.split('=').next().unwrap_or_default()),
            _ => argument.starts_with('-') && argument != "--",
        };
        let mut index = 0;
        while let Some(argument) = arguments.get(index).filter(|argument| is_read(argument, &self.manager)) {
            if matches!(argument.as_str(), "-v" | "--version" | "-h" | "--help") {
                break;
            }
            index += self.take_flag(argument, arguments.get(index + 1))?;
        }
        Ok(index)
    }

    /// Reads a flag. Returns how many arguments it is: one, or two with its value.
    fn take_flag(&mut self, argument: &str, next: Option<&String>) -> Result<usize, String> {
        let (name, inline) = argument.split_once('=').map_or((argument, None), |(name, value)| (name, Some(value)));
        let mut count = 1;
        let manager = self.manager.clone();
        let mut value = || {
            let found = inline.map(str::to_string).or_else(|| {
                count = 2;
                next.cloned()
            });
            found.ok_or_else(|| format!("{manager}: {name} requires a value"))
        };
        match (manager.as_str(), name) {
            ("pnpm", "-w" | "--workspace-root") => self.from_root = true,
            ("pnpm", "-C" | "--dir") | ("npm", "--prefix" | "-C") | ("yarn" | "bun", "--cwd") => {
                self.folder = Some(value()?)
            }
            ("pnpm" | "bun", "-F" | "--filter" | "--filter-prod") => {
                let value = value()?;
                self.script_flags.extend(["--filter".to_string(), value]);
            }
            ("npm", "-w" | "--workspace") => {
                let value = value()?;
                self.script_flags.extend(["--workspace".to_string(), value]);
            }
            ("npm", "--workspaces" | "-ws" | "--ws") => self.script_flags.push("--workspaces".to_string()),
            ("npm", "--include-workspace-root" | "-iwr") => {
                self.script_flags.push("--include-workspace-root".to_string());
            }
            ("pnpm", "-r" | "--recursive" | "--parallel" | "--sequential" | "--no-bail" | "--if-present")
            | ("npm", "--if-present" | "--ignore-scripts") => self.script_flags.push(name.to_string()),
            ("pnpm", "--workspace-concurrency") => {
                let value = value()?;
                self.script_flags.extend(["--concurrency".to_string(), value]);
            }
            _ if VALUED_FLAGS.contains(&name) => drop(value()?),
            // What only changes what is printed.
            _ => {}
        }
        Ok(count)
    }

    /// npm reads its flags up to `--` wherever they are, and those that it does not know are not the script's.
    fn take_flags_of_npm(&mut self) -> Result<(), String> {
        let rest = std::mem::take(&mut self.rest);
        let Some((command, words)) = rest.split_first() else { return Ok(()) };
        self.rest.push(command.clone());
        let is_execution = matches!(command.as_str(), "exec" | "x");
        let is_script = SCRIPT_COMMANDS_OF_NPM.contains(&command.as_str());
        let mut index = 0;
        while let Some(word) = words.get(index).filter(|word| *word != "--" && (is_script || is_execution)) {
            let chooses_packages = MEMBER_FLAGS_OF_NPM.contains(&word.split('=').next().unwrap_or_default());
            match word.starts_with('-') && *word != "-" {
                true if is_script || chooses_packages => index += self.take_flag(word, words.get(index + 1))?,
                // `-c COMMAND` and `-p PACKAGE` are the command's own.
                true => {
                    let count = if ["-c", "--call", "-p", "--package"].contains(&word.as_str()) { 2 } else { 1 };
                    self.rest.extend(words[index..].iter().take(count).cloned());
                    index += count;
                }
                // What follows belongs to the program.
                false if is_execution => break,
                false => {
                    self.rest.push(word.clone());
                    index += 1;
                }
            }
        }
        self.rest.extend(words[index.min(words.len())..].iter().cloned());
        Ok(())
    }
}

/// The folder of a member of the workspace that a folder is in.
fn folder_of_member(folder: &Path, name: &str) -> Option<PathBuf> {
    let root = Project::read(&project_folder(folder, false)).ok()?;
    let members = Workspace::read(&root).ok()?.members;
    members.into_iter().find(|member| member.name == name).map(|member| member.folder)
}

/// `brio x`, without the flags that say that it may fetch.
fn executing(arguments: &[String]) -> Vec<String> {
    const WITHOUT_MEANING: [&str; 6] = ["-y", "--yes", "--bun", "--no-install", "--no", "--silent"];
    let count = arguments.iter().take_while(|one| WITHOUT_MEANING.contains(&one.as_str()) || *one == "--").count();
    with("x", &arguments[count..])
}

/// As pnpm and yarn, which run any program: `brio x` would look for a package of its name.
fn calling(arguments: &[String]) -> Vec<String> {
    let rest = arguments.strip_prefix(&["--".to_string()]).unwrap_or(arguments);
    let line: Vec<String> = rest.iter().map(|argument| quoted(argument)).collect();
    words(&["x", "--call", &line.join(" ")])
}

/// Bun's commands have the names of ours; programs are those of Bun. `flags`: those of scripts, which were given before the
/// command.
fn of_bun(arguments: &[String], flags: &[String], has_script: &dyn Fn(&str) -> bool) -> Vec<String> {
    if !flags.is_empty() {
        let own = arguments.strip_prefix(&["run".to_string()]).unwrap_or(arguments);
        return [words(&["run"]), flags.to_vec(), own.to_vec()].concat();
    }
    // Flags that are not valid are reported by the program's own start.
    let given = run::bun_options().unwrap_or_default();
    let program = |arguments: &[String]| [words(&["--as", "bun"]), given.clone(), arguments.to_vec()].concat();
    let Some((first, rest)) = arguments.split_first() else { return words(&["help"]) };
    match first.as_str() {
        "--version" | "-v" => program(&words(&["-p", "Bun.version"])),
        "run" => {
            let rest = without(rest, "--bun");
            match rest.first() {
                Some(name) if !name.starts_with('-') && !has_script(name) => match Path::new(name).is_file() {
                    true => program(&rest),
                    // Never a package of the registry: a misspelled script would run a stranger's program.
                    false => calling(&rest),
                },
                _ => with("run", &rest),
            }
        }
        "a" => with("add", rest),
        "rm" => with("remove", rest),
        "pm" if rest.first().is_some_and(|second| second == "ls") => with("ls", &rest[1..]),
        "x" => executing(rest),
        "build" => [words(&["build", "--as", "bun"]), rest.to_vec()].concat(),
        // Files that do not say whose they are are Bun's.
        "test" => [words(&["test", "--as", "bun"]), rest.to_vec()].concat(),
        name if packages::find(name).is_some() => arguments.to_vec(),
        "--bun" => of_bun(rest, flags, has_script),
        name if has_script(name) && !Path::new(name).is_file() => with("run", arguments),
        _ => program(arguments),
    }
}

/// npm, pnpm and yarn. `flags`: those that choose packages and say how their scripts run.
fn of_others(
    manager: &str,
    arguments: &[String],
    flags: &[String],
    has_script: &dyn Fn(&str) -> bool,
) -> Result<Vec<String>, String> {
    let run = |words: &[String]| [vec!["run".to_string()], flags.to_vec(), words.to_vec()].concat();
    let Some((first, rest)) = arguments.split_first() else {
        return Ok(words(&[if manager == "yarn" { "install" } else { "help" }]));
    };
    // yarn and pnpm also run programs by their names alone. They never fetch them.
    let script_or_program = |words: &[String]| {
        let name = words.first().map(String::as_str).unwrap_or_default();
        let is_pattern = name.len() > 1 && name.starts_with('/') && name.ends_with('/');
        let is_program = manager != "npm"
            && flags.is_empty()
            && !name.is_empty()
            && !name.starts_with('-')
            && !is_pattern
            && !has_script(name);
        if is_program { calling(words) } else { run(words) }
    };
    let second = rest.first().map(String::as_str).unwrap_or_default();
    Ok(match (manager, first.as_str()) {
        (_, "-v" | "--version" | "-h" | "--help") => arguments.to_vec(),
        (_, "run" | "run-script") => script_or_program(rest),
        (_, "test" | "start" | "stop" | "restart") => run(arguments),
        ("npm" | "pnpm", "t" | "tst") => run(&with("test", rest)),
        (_, "exec") | ("npm", "x") if !flags.is_empty() => [words(&["exec"]), flags.to_vec(), rest.to_vec()].concat(),
        ("pnpm" | "yarn", "exec") if second == "--" || !second.starts_with('-') => calling(rest),
        ("pnpm", "exec") => arguments.to_vec(),
        (_, "exec" | "dlx") | ("npm", "x") => executing(rest),
        ("yarn", "node") => rest.to_vec(),
        // These have other names here, and are found by their own.
        ("pnpm", "store") | ("npm", "get" | "set") => arguments.to_vec(),
        ("yarn", "global") if !has_script("global") => arguments.to_vec(),
        ("yarn", "workspaces") => foreach::of_workspaces(rest),
        ("yarn", "npm") if second == "tag" => tagging(&rest[1..]),
        ("yarn", "tag") if !has_script("tag") => tagging(rest),
        ("yarn", "npm") if packages::find(second).is_some() => rest.to_vec(),
        (_, name) if packages::find(name).is_some() && (absent::is_shared(manager, name) || !has_script(name)) => {
            [vec![first.clone()], of_installing(flags), rest.to_vec()].concat()
        }
        (_, name) if absent::is_absent(manager, name) && !has_script(name) => {
            return Err(format!("brio has no `{manager} {name}`"));
        }
        _ => script_or_program(arguments),
    })
}

/// yarn's name of the command about tags.
fn tagging(arguments: &[String]) -> Vec<String> {
    with("dist-tag", arguments)
}

/// Those flags that choose packages: the others only say how scripts run.
fn of_installing(flags: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        match flag.as_str() {
            "--filter" | "--workspace" => found.extend([flag.clone()].into_iter().chain(rest.next().cloned())),
            "--recursive" | "-r" | "--workspaces" => found.push(flag.clone()),
            "--concurrency" => drop(rest.next()),
            _ => {}
        }
    }
    found
}

fn with(first: &str, rest: &[String]) -> Vec<String> {
    [vec![first.to_string()], rest.to_vec()].concat()
}

fn without(arguments: &[String], flag: &str) -> Vec<String> {
    arguments.iter().filter(|argument| *argument != flag).cloned().collect()
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| word.to_string()).collect()
}

#[cfg(test)]
#[path = "managers_tests.rs"]
mod tests;
