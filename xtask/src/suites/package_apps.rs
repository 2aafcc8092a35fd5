//! `tests/apps/packages/<group>/`: programs that use packages from npm. Each file at the top of a group is a program;
//! it exits by itself and prints its results. Its expected output is in `<program>.out`, which `--update` writes with
//! the program's home: Bun for `*.bun.ts`, Deno for `*.deno.ts`, Node.js for all others.

use super::Options;
use super::packages;
use super::parallel;
use super::temporary_folder::{TemporaryFolder, copy_folder};
use super::wildcard;
use crate::bench::peers;
use crate::process::{self, Outcome};
use crate::report::Tally;
use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const FOLDER: &str = "tests/apps/packages";
/// Files that the programs of all groups share; they are copied beside them.
const SHARED: &str = "tests/apps/packages/shared";
const RUN_LIMIT: Duration = Duration::from_secs(60);
const KINDS: &[&str] = &["js", "cjs", "mjs", "ts", "cts", "mts", "tsx"];

/// One program of a group.
struct Program {
    /// Relative to the root, for messages and filters.
    name: String,
    file: PathBuf,
    group: PathBuf,
}

impl Program {
    fn expected(&self) -> PathBuf {
        PathBuf::from(format!("{}.out", self.file.display()))
    }

    /// The runtime that defines the expected output.
    fn home(&self) -> &'static str {
        match &self.name {
            name if name.contains(".bun.") => "bun",
            name if name.contains(".deno.") => "deno",
            _ => "node",
        }
    }
}

/// Runs the programs whose path matches the filter, or rewrites their expected output.
pub fn run(workspace: &Workspace, options: &Options, tally: &mut Tally) -> Result<(), String> {
    let programs: Vec<Program> =
        programs(workspace).into_iter().filter(|program| options.wants(&program.name)).collect();
    let mut installed: BTreeMap<&Path, Result<PathBuf, String>> = BTreeMap::new();
    for program in &programs {
        installed.entry(&program.group).or_insert_with(|| packages::install(&program.group));
    }
    for (group, _) in installed.iter().filter(|(_, packages)| packages.is_err()) {
        let message = installed[group].as_ref().err().map_or("", String::as_str);
        tally.fail(
            &workspace.relative(group),
            &format!("its packages are missing, so none of its programs ran\n{message}"),
        );
    }
    let ready: Vec<(&Program, &PathBuf)> = programs
        .iter()
        .filter_map(|program| Some((program, installed[program.group.as_path()].as_ref().ok()?)))
        .collect();
    if options.update {
        return update(workspace, &ready);
    }
    let check = |(program, packages): &(&Program, &PathBuf)| check(workspace, program, packages);
    let unstable = parallel::for_each_with_second_attempt(
        &ready,
        check,
        |(program, _), outcome| Some((program.name.clone(), outcome.as_ref().err()?.clone())),
        |(program, _), outcome| options.expected.count(tally, &program.name, outcome),
    );
    tally.unstable += unstable;
    Ok(())
}

/// Every program of every group.
fn programs(workspace: &Workspace) -> Vec<Program> {
    let mut programs = Vec::new();
    for manifest in workspace.files(FOLDER, "package.json") {
        let group = manifest.parent().expect("a file lies in a folder").to_path_buf();
        // A nested manifest belongs to a dependency of a program.
        if group.parent() != Some(&workspace.root.join(FOLDER)) {
            continue;
        }
        for file in workspace.files(&workspace.relative(&group), "") {
            let is_program = file.extension().is_some_and(|extension| KINDS.iter().any(|kind| extension == *kind));
            if is_program && file.parent() == Some(group.as_path()) && !file.to_string_lossy().ends_with(".d.ts") {
                programs.push(Program { name: workspace.relative(&file), file, group: group.clone() });
            }
        }
    }
    programs
}

fn check(workspace: &Workspace, program: &Program, packages: &Path) -> Result<(), String> {
    let expected = fs::read_to_string(program.expected())
        .map_err(|_| "its expected output is missing: run ./x test --only apps --update".to_string())?;
    let outcome = start(workspace, program, packages, workspace.brio())?;
    judge(&expected, &outcome)
}

/// The program must exit by itself, with code 0, and print the expected output.
fn judge(expected: &str, outcome: &Outcome) -> Result<(), String> {
    if outcome.timed_out {
        return Err(format!("stopped after {} seconds\n{}{}", RUN_LIMIT.as_secs(), outcome.stdout, outcome.stderr));
    }
    if outcome.code() != 0 {
        return Err(format!(
            "exit code {}\n{}{}",
            outcome.code(),
            outcome.stderr,
            difference(expected, &outcome.stdout)
        ));
    }
    if wildcard::matches(expected, &outcome.stdout) {
        Ok(())
    } else {
        Err(difference(expected, &outcome.stdout) + &outcome.stderr)
    }
}

/// The lines around the first difference: the outputs are long, and what follows a difference mostly differs too.
fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let first = expected.iter().zip(&actual).take_while(|(left, right)| wildcard::matches(left, right)).count();
    let part = |lines: &[&str]| {
        lines.iter().skip(first.saturating_sub(8)).take(20).map(|line| line.to_string() + "\n").collect::<String>()
    };
    format!("differs from line {}\n--- expected\n{}--- actual\n{}---\n", first + 1, part(&expected), part(&actual))
}

fn start(workspace: &Workspace, program: &Program, packages: &Path, mut command: Command) -> Result<Outcome, String> {
    let temporary_folder = TemporaryFolder::new()?;
    let folder = temporary_folder.path.join("app");
    let explain = |error: std::io::Error| format!("cannot prepare {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(explain)?;
    copy_folder(&program.group, &folder)?;
    fs::create_dir_all(temporary_folder.path.join("shared")).map_err(explain)?;
    copy_folder(&workspace.root.join(SHARED), &temporary_folder.path.join("shared"))?;
    std::os::unix::fs::symlink(packages, folder.join("node_modules")).map_err(explain)?;
    command.arg(folder.join(program.file.file_name().expect("a program has a name"))).current_dir(&folder);
    // The user's settings must not affect the output.
    command
        .env("NO_COLOR", "1")
        .env("TZ", "UTC")
        .env("LANG", "C.UTF-8")
        .env("HOME", &temporary_folder.path)
        .env("DO_NOT_TRACK", "1");
    for variable in [
        "NODE_ENV",
        "CI",
        "FORCE_COLOR",
        "DEBUG",
        "PORT",
        "http_proxy",
        "https_proxy",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "no_proxy",
        "NO_PROXY",
    ] {
        command.env_remove(variable);
    }
    process::run(&mut command, b"", RUN_LIMIT)
}

/// Writes the expected output with the programs' own runtimes.
fn update(workspace: &Workspace, programs: &[(&Program, &PathBuf)]) -> Result<(), String> {
    for (program, packages) in programs {
        let words = peers::command(program.home())?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        let outcome = start(workspace, program, packages, command)?;
        if outcome.timed_out || outcome.code() != 0 {
            return Err(format!(
                "{} fails on its own runtime, {}\n{}{}",
                program.name,
                program.home(),
                outcome.stdout,
                outcome.stderr
            ));
        }
        fs::write(program.expected(), outcome.stdout)
            .map_err(|error| format!("cannot write {}: {error}", program.expected().display()))?;
        println!("{} updated by {}", program.name, program.home());
    }
    Ok(())
}

#[cfg(test)]
#[path = "package_apps_tests.rs"]
mod tests;
