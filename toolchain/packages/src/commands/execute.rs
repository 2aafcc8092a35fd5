//! `brio x` and `brio exec`: run the command of a package, the installed one first, otherwise one that is fetched and
//! cached.

use super::installing::{options, set_registry, with_absolute_path};
use super::{current_folder, usage};
use crate::error::{Error, Result};
use crate::fetched;
use crate::flags::FLAGS;
use crate::install::Options;
use crate::project::Project;
use crate::run::{path_for, program, shell};
use crate::spec::Spec;
use brio_command_flags::{Arguments, Syntax};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A longer first line names no interpreter.
const FIRST_LINE_BYTES_MAX: u64 = 4096;

/// Runs the command; returns only when that fails.
pub fn run(arguments: &Arguments) -> Result<i32> {
    if let Some(registry) = arguments.value("--registry") {
        set_registry(registry);
    }
    if let Some(line) = arguments.value("--call") {
        return call(arguments, line);
    }
    let Some((name, rest)) = arguments.words.split_first() else {
        return Err(usage("x requires a package").with_hint("`brio help x` shows how to use it"));
    };
    let folder = current_folder()?;
    let packages: Vec<&str> = arguments.values("--package").collect();
    if packages.is_empty()
        && let Some(command) = installed(&folder, name)
    {
        return execute(&command, rest, &folder);
    }
    if arguments.has("--no-install") {
        let message = format!("{name} is not installed");
        return Err(Error::new("ENOTINSTALLED", message).with_hint("without `--no-install` it is fetched"));
    }
    let wanted: Vec<String> =
        if packages.is_empty() { vec![name.clone()] } else { packages.iter().map(|one| one.to_string()).collect() };
    let (project, saved) = fetch(arguments, &wanted)?;
    let bins = project.join("node_modules/.bin");
    let command = match packages.is_empty() {
        true => command_of(&project, &saved)?,
        false => name.clone(),
    };
    let file = bins.join(&command);
    if !file.exists() {
        let message = format!("{} has no command \"{command}\"", wanted.join(", "));
        return Err(
            Error::new("ENOCOMMAND", message).with_hint("name the package of the command: `brio x -p PACKAGE COMMAND`")
        );
    }
    execute(&file, rest, &bins)
}

/// The file of the command of a package, which is installed or fetched. `package`: `name`, `name@version`, or with a command
/// behind it (`name@version/command`), as Deno writes programs of npm.
///
/// # Errors
/// Those of the registry, `ENOCOMMAND`.
pub fn program_of_package(package: &str) -> Result<PathBuf> {
    let (package, command) = split_command(package.trim_start_matches('/'));
    let named = command.unwrap_or(package);
    if let Some(file) = installed(&current_folder()?, if package.starts_with('@') { package } else { named }) {
        return Ok(file);
    }
    let syntax = Syntax { known: None, ends_at_word: true };
    let arguments = FLAGS.parse(&["--quiet".to_string()], syntax).map_err(|error| usage(&error.message))?;
    let (project, saved) = fetch(&arguments, &[package.to_string()])?;
    let command = command.map_or_else(|| command_of(&project, &saved), |command| Ok(command.to_string()))?;
    let file = project.join("node_modules/.bin").join(&command);
    match file.exists() {
        true => Ok(file),
        false => Err(Error::new("ENOCOMMAND", format!("{package} has no command \"{command}\""))),
    }
}

/// The package with its version, and the command behind it. The slash of a scope is not the one before a command.
fn split_command(package: &str) -> (&str, Option<&str>) {
    let name_start = if package.starts_with('@') { package.find('/').map_or(0, |at| at + 1) } else { 0 };
    match package[name_start..].find('/').map(|at| at + name_start) {
        Some(slash) => (&package[..slash], Some(&package[slash + 1..])),
        None => (package, None),
    }
}

/// `brio exec`: as `brio x`, but a program of PATH comes before a package that would have to be fetched.
pub fn run_command(arguments: &Arguments) -> Result<i32> {
    let is_plain = arguments.value("--call").is_none() && arguments.value("--package").is_none();
    if let Some((name, rest)) = arguments.words.split_first().filter(|_| is_plain) {
        let folder = current_folder()?;
        let program = match installed(&folder, name) {
            Some(_) => None,
            None => in_path(name),
        };
        if let Some(program) = program {
            return execute(&program, rest, &folder);
        }
    }
    run(arguments)
}

/// The program of a name in PATH.
fn in_path(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return None;
    }
    let is_executable = |file: &PathBuf| {
        std::fs::metadata(file).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    };
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(is_executable)
}

/// Runs a command line in the shell, which finds the commands of the packages and of the project.
fn call(arguments: &Arguments, line: &str) -> Result<i32> {
    let wanted: Vec<String> = arguments.values("--package").map(str::to_string).collect();
    let near = match wanted.as_slice() {
        [] => current_folder()?,
        wanted => fetch(arguments, wanted)?.0,
    };
    replace(&mut shell::command_for(line), Path::new("sh"), &near)
}

/// `brio create NAME`: the command of the package `create-NAME`, as npm's `init NAME`. A `--` before the arguments is npm's own, as
/// in `npm create vite app -- --template vue`, and most templates are documented with it.
pub fn run_create(arguments: &Arguments) -> Result<i32> {
    if let Some(registry) = arguments.value("--registry") {
        set_registry(registry);
    }
    let Some((name, rest)) = arguments.words.split_first() else {
        return Err(usage("create requires a name").with_hint("`brio create vite` runs the package create-vite"));
    };
    let rest = without_separator(rest);
    let package = creator(name);
    let folder = current_folder()?;
    if let Some(command) = installed(&folder, &package) {
        return execute(&command, &rest, &folder);
    }
    let (project, saved) = fetch(arguments, std::slice::from_ref(&package))?;
    let bins = project.join("node_modules/.bin");
    execute(&bins.join(command_of(&project, &saved)?), &rest, &bins)
}

/// The arguments without the first `--`.
fn without_separator(arguments: &[String]) -> Vec<String> {
    match arguments.iter().position(|argument| argument == "--") {
        Some(index) => [&arguments[..index], &arguments[index + 1..]].concat(),
        None => arguments.to_vec(),
    }
}

/// The package that creates: `vite@5` is `create-vite@5`, `@s` is `@s/create`, `@s/a` is `@s/create-a`.
fn creator(name: &str) -> String {
    let at = name.get(1..).and_then(|rest| rest.find('@')).map(|at| at + 1);
    let (bare, version) = name.split_at(at.unwrap_or(name.len()));
    match bare.split_once('/') {
        Some((scope, bare)) if scope.starts_with('@') => {
            let bare = if bare.starts_with("create-") || bare == "create" {
                bare.to_string()
            } else {
                format!("create-{bare}")
            };
            format!("{scope}/{bare}{version}")
        }
        _ if bare.starts_with('@') => format!("{bare}/create{version}"),
        _ if bare.starts_with("create-") => name.to_string(),
        _ => format!("create-{bare}{version}"),
    }
}

/// The command in the nearest `node_modules/.bin`.
fn installed(folder: &Path, name: &str) -> Option<PathBuf> {
    let bare = name.rsplit('/').next().unwrap_or(name);
    let is_scoped = name.starts_with('@');
    folder.ancestors().find_map(|above| {
        let bins = above.join("node_modules/.bin");
        let package = above.join("node_modules").join(name);
        if is_scoped && !package.exists() {
            return None;
        }
        let named = Some(bins.join(bare)).filter(|file| file.is_file());
        // A package whose command has another name, such as `tsc` of typescript.
        named.or_else(|| Some(bins.join(command_of(above, name).ok()?)).filter(|file| file.is_file()))
    })
}

/// Installs packages into a folder of the cache. Returns the folder and the name of the first one.
fn fetch(arguments: &Arguments, wanted: &[String]) -> Result<(PathBuf, String)> {
    let folder = current_folder()?;
    // The project that they are installed into is in the cache.
    let wanted: Vec<String> = wanted.iter().map(|one| with_absolute_path(one, &folder)).collect();
    let specs = wanted.iter().map(|one| Spec::of_argument(one, &folder)).collect::<Result<Vec<Spec>>>()?;
    let options = Options { is_quiet: arguments.has("--quiet"), ..options(arguments)? };
    let project = fetched::fetch(&folder, &wanted, options)?;
    let manifest = Project::read(&project)?.manifest();
    let named = specs.iter().find(|spec| !spec.name.is_empty()).map(|spec| spec.name.clone());
    let name = named.or_else(|| manifest.dependencies.keys().next().map(|name| name.to_string()));
    name.map(|name| (project, name)).ok_or_else(|| Error::new("ENOCOMMAND", "nothing was installed"))
}

/// The command of a package: the only one, or the one of its own name.
fn command_of(project: &Path, package: &str) -> Result<String> {
    let manifest = Project::read(&project.join("node_modules").join(package))?.manifest();
    let base = manifest.name.rsplit('/').next().unwrap_or_default();
    let own = manifest.commands.iter().find(|(name, _)| name == base);
    match (own, manifest.commands.as_slice()) {
        (Some((name, _)), _) | (None, [(name, _)]) => Ok(name.clone()),
        (None, []) => Err(Error::new("ENOCOMMAND", format!("{package} has no commands"))),
        (None, several) => {
            let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
            let message = format!("{package} has several commands: {}", names.join(", "));
            Err(Error::new("ENOCOMMAND", message).with_hint(format!("say which: `brio x -p {package} {}`", names[0])))
        }
    }
}

/// Replaces this process by the command. A program for Node.js is run by Brio without looking for `node`.
fn execute(file: &Path, arguments: &[String], near: &Path) -> Result<i32> {
    let mut first = String::new();
    if let Ok(open) = std::fs::File::open(file) {
        // A binary file has no first line.
        let _ = BufReader::new(open.take(FIRST_LINE_BYTES_MAX)).read_line(&mut first);
    }
    // The link in `.bin` has no extension.
    let real = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let is_script = first.starts_with("#!") && first.contains("node")
        || !first.starts_with("#!")
            && real.extension().is_some_and(|end| ["js", "mjs", "cjs", "ts", "mts"].iter().any(|known| end == *known));
    let mut command = if is_script { Command::new(program()) } else { Command::new(file) };
    if is_script {
        command.arg(file);
    }
    replace(command.args(arguments), file, near)
}

/// Replaces this process by a command that finds the commands near a folder, and in variables what npm's `exec` says.
fn replace(command: &mut Command, file: &Path, near: &Path) -> Result<i32> {
    command
        .env("PATH", path_for(near)?)
        .env("INIT_CWD", current_folder()?)
        .env("npm_command", "exec")
        .env("npm_lifecycle_event", "npx")
        .env("npm_execpath", program())
        .env("npm_config_user_agent", crate::registry::user_agent());
    Err(Error::of_file(&command.exec(), "run", file))
}
