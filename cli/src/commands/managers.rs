//! Called by the name of another package manager, `brio` does what that manager would do. Scripts of `package.json` find it
//! under these names when the manager itself is not installed (`brio_packages::run`), so `yarn build` in a script works.
//!
//! Only what scripts use is translated: running scripts and commands, and installing. Start reading at [`translate`].

use super::packages;
use brio_packages::project::Project;
use brio_packages::run::{MANAGERS, quoted};
use std::path::Path;

/// The manager that the program was called as: the name of its link. None for any other name.
pub fn called_as(program: &str) -> Option<&'static str> {
    let name = Path::new(program).file_name()?;
    MANAGERS.iter().find(|manager| name == **manager).copied()
}

/// What the arguments of a manager are as arguments of `brio`. `has_script`: whether the project at hand has a script.
///
/// # Errors
/// A sentence for the user, when a flag lacks its value.
pub fn translate(manager: &str, arguments: &[String], has_script: &dyn Fn(&str) -> bool) -> Result<Translated, String> {
    let mut translated = Translated::default();
    let rest = translated.take_leading_flags(manager, arguments)?;
    translated.arguments.extend(match manager {
        "npx" | "pnpx" | "bunx" => executing(arguments),
        "bun" => of_bun(rest, &std::mem::take(&mut translated.script_flags), has_script),
        _ => of_others(manager, rest, &std::mem::take(&mut translated.script_flags), has_script),
    });
    Ok(translated)
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

/// The arguments with the flags of packages behind the command, where they are before it as pnpm, npm and Bun write them:
/// `--filter NAME run SCRIPT`. None when they begin with something else, or no command follows.
pub fn with_command_first(arguments: &[String]) -> Option<Vec<String>> {
    let is_command = |word: &&String| *word == "run" || packages::find(word).is_some();
    let mut flags = Vec::new();
    let mut index = 0;
    while let Some(argument) = arguments.get(index).filter(|argument| argument.starts_with('-')) {
        let (name, inline) = argument.split_once('=').unwrap_or((argument.as_str(), ""));
        let count = match name {
            // pnpm's switch has no value, npm's `-w NAME` has one.
            "-w" if arguments.get(index + 1).as_ref().is_some_and(is_command) => {
                flags.push("--workspace-root".to_string());
                index += 1;
                continue;
            }
            "-w" => 2,
            "--workspace-root" => 1,
            "--silent" | "--if-present" | "--no-bail" | "--recursive" | "--parallel" | "--workspaces" => 1,
            "--filter" | "-F" | "--workspace" | "--prefix" | "--cwd" | "--dir" | "-C" if inline.is_empty() => 2,
            "--filter" | "-F" | "--workspace" | "--prefix" | "--cwd" | "--dir" | "-C" => 1,
            _ => return None,
        };
        flags.extend(arguments[index..].iter().take(count).cloned());
        index += count;
    }
    let command = arguments.get(index).filter(|word| index > 0 && is_command(word))?;
    Some([std::slice::from_ref(command), &flags, &arguments[index + 1..]].concat())
}

/// Whether the project of the current folder has a script.
pub fn has_script(name: &str) -> bool {
    let Ok(folder) = std::env::current_dir() else { return false };
    Project::read(&Project::find(&folder)).is_ok_and(|project| project.manifest().scripts.contains_key(name))
}

/// Goes to the folder that a manager's flags name.
///
/// # Errors
/// A sentence for the user, when the folder cannot be entered.
pub fn enter(translated: &Translated) -> Result<(), String> {
    let current = std::env::current_dir().map_err(|error| format!("the current folder does not exist: {error}"))?;
    let mut folder = translated.folder.as_ref().map_or(current.clone(), |folder| current.join(folder));
    if translated.from_root {
        folder = brio_packages::install::project_folder(&folder, false);
    }
    if folder == current {
        return Ok(());
    }
    std::env::set_current_dir(&folder).map_err(|error| format!("cannot enter {}: {error}", folder.display()))
}

/// The arguments of `brio`.
#[derive(Debug, Default, PartialEq)]
pub struct Translated {
    pub arguments: Vec<String>,
    /// The folder to go to first.
    pub folder: Option<String>,
    /// Go to the root of the workspace first.
    pub from_root: bool,
    /// Flags before the command, which belong to the script that is run.
    script_flags: Vec<String>,
}

impl Translated {
    /// Reads the flags before the command. Returns what follows them.
    fn take_leading_flags<'a>(&mut self, manager: &str, arguments: &'a [String]) -> Result<&'a [String], String> {
        // Other flags of Bun before the command may be those of a program.
        let is_read = |argument: &&String| match manager {
            "bun" => ["--cwd", "--filter", "-F"].contains(&argument.split('=').next().unwrap_or_default()),
            manager => matches!(manager, "npm" | "pnpm" | "yarn") && argument.starts_with('-'),
        };
        let mut index = 0;
        while let Some(argument) = arguments.get(index).filter(is_read) {
            let (name, inline) =
                argument.split_once('=').map_or((argument.as_str(), None), |(name, value)| (name, Some(value)));
            let mut value = || match inline {
                Some(value) => Ok(value.to_string()),
                None => {
                    index += 1;
                    arguments.get(index).cloned().ok_or_else(|| format!("{manager}: {name} requires a value"))
                }
            };
            match (manager, name) {
                (_, "-v" | "--version" | "-h" | "--help") => break,
                ("pnpm", "-w" | "--workspace-root") => self.from_root = true,
                ("pnpm", "-C" | "--dir") | ("npm", "--prefix" | "-C") | ("yarn" | "bun", "--cwd") => {
                    self.folder = Some(value()?)
                }
                ("pnpm" | "bun", "-F" | "--filter") | ("npm", "-w" | "--workspace") => {
                    let flag = if manager == "npm" { "--workspace" } else { "--filter" };
                    let value = value()?;
                    self.script_flags.extend([flag.to_string(), value]);
                }
                ("pnpm", "-r" | "--recursive" | "--parallel" | "--sequential" | "--no-bail" | "--if-present")
                | ("npm", "--workspaces" | "-ws" | "--if-present" | "--include-workspace-root") => {
                    self.script_flags.push(name.to_string());
                }
                ("pnpm", "--workspace-concurrency") => {
                    let value = value()?;
                    self.script_flags.extend(["--concurrency".to_string(), value]);
                }
                // What only changes what is printed.
                _ => {}
            }
            index += 1;
        }
        Ok(arguments.get(index..).unwrap_or_default())
    }
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
    let program = |arguments: &[String]| [words(&["--as", "bun"]), arguments.to_vec()].concat();
    let Some((first, rest)) = arguments.split_first() else { return words(&["help"]) };
    match first.as_str() {
        "--version" | "-v" => program(&words(&["-p", "Bun.version"])),
        "run" => {
            let rest = without(rest, "--bun");
            match rest.first() {
                Some(name) if !name.starts_with('-') && !has_script(name) => match Path::new(name).is_file() {
                    true => program(&rest),
                    false => with("x", &rest),
                },
                _ => with("run", &rest),
            }
        }
        "a" => with("add", rest),
        "rm" => with("remove", rest),
        "pm" if rest.first().is_some_and(|second| second == "ls") => with("ls", &rest[1..]),
        "x" => executing(rest),
        "test" | "build" => arguments.to_vec(),
        name if packages::find(name).is_some() => arguments.to_vec(),
        "--bun" => of_bun(rest, flags, has_script),
        name if has_script(name) && !Path::new(name).is_file() => with("run", arguments),
        _ => program(arguments),
    }
}

/// npm, pnpm and yarn. `flags`: those of scripts, which were given before the command.
fn of_others(manager: &str, arguments: &[String], flags: &[String], has_script: &dyn Fn(&str) -> bool) -> Vec<String> {
    let run = |words: &[String]| [vec!["run".to_string()], flags.to_vec(), words.to_vec()].concat();
    let Some((first, rest)) = arguments.split_first() else {
        return words(&[if manager == "yarn" { "install" } else { "help" }]);
    };
    // yarn and pnpm also run commands of packages by their names alone.
    let script_or_command = |words: &[String]| {
        let name = words.first().map(String::as_str).unwrap_or_default();
        if let Some(pattern) = name.strip_prefix('/').and_then(|name| name.strip_suffix('/')) {
            return [words_of_pattern(pattern), words[1..].to_vec()].concat();
        }
        let is_command =
            manager != "npm" && flags.is_empty() && !name.is_empty() && !name.starts_with('-') && !has_script(name);
        if is_command { with("x", words) } else { run(words) }
    };
    let second = rest.first().map(String::as_str).unwrap_or_default();
    match (manager, first.as_str()) {
        (_, "-v" | "--version" | "-h" | "--help") => arguments.to_vec(),
        (_, "run" | "run-script") => script_or_command(rest),
        (_, "test" | "start" | "stop" | "restart") => run(arguments),
        ("npm" | "pnpm", "t" | "tst") => run(&with("test", rest)),
        ("pnpm" | "yarn", "exec") if !second.is_empty() && (second == "--" || !second.starts_with('-')) => {
            calling(rest)
        }
        (_, "exec" | "dlx") => executing(rest),
        ("yarn", "node") => rest.to_vec(),
        ("yarn", "workspace") => {
            let own = rest.get(1..).unwrap_or_default();
            let own = own.strip_prefix(&["run".to_string()]).unwrap_or(own);
            [words(&["run", "--workspace", second]), own.to_vec()].concat()
        }
        ("yarn", "workspaces") => {
            let own = rest.iter().position(|word| word == "run").map_or(&[] as &[String], |index| &rest[index + 1..]);
            let way = if second == "run" { "--workspaces" } else { "--recursive" };
            [words(&["run", way]), own.to_vec()].concat()
        }
        (_, name) if packages::find(name).is_some() => arguments.to_vec(),
        _ => script_or_command(arguments),
    }
}

/// pnpm's `run /^test:.*/`: all scripts of which the pattern is a part.
fn words_of_pattern(pattern: &str) -> Vec<String> {
    let is_start = pattern.starts_with('^');
    let bare = pattern.trim_start_matches('^').trim_end_matches('$').trim_end_matches(".*");
    let before = if is_start { "" } else { "*" };
    let after = if pattern.ends_with('$') && !pattern.ends_with(".*$") { "" } else { "*" };
    words(&["run", "--parallel", &format!("{before}{bare}{after}")])
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
