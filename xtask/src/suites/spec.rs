//! `tests/spec/**/case.toml`: the command line. Each case runs the binary in a fresh copy of its folder and compares
//! standard output, standard error and the exit code. `--update` writes the actual results into the file instead.

use super::Options;
use super::parallel;
use super::spec_case::{self, Case, Expected};
use super::temporary_folder::{TemporaryFolder, copy_folder};
use super::wildcard;
use crate::process;
use crate::report::Tally;
use crate::workspace::Workspace;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(30);

/// One case together with where it is written.
struct Job {
    file: PathBuf,
    index: usize,
    case: Case,
}

/// Runs the cases whose path or name matches the filter.
pub fn run(workspace: &Workspace, options: &Options) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut jobs = Vec::new();
    for file in workspace.files("tests/spec", "case.toml") {
        let name = workspace.relative(&file);
        match fs::read_to_string(&file).map_err(|error| error.to_string()).and_then(|text| spec_case::read(&text)) {
            Ok(cases) => {
                jobs.extend(cases.into_iter().enumerate().map(|(index, case)| Job { file: file.clone(), index, case }))
            }
            Err(message) => tally.fail(&name, &message),
        }
    }
    jobs.retain(|job| options.wants(&format!("{}: {}", workspace.relative(&job.file), job.case.name)));
    let name = |job: &Job| format!("{}: {}", workspace.relative(&job.file), job.case.name);
    let unstable = parallel::for_each_with_second_attempt(
        &jobs,
        |job| run_case(workspace, job),
        |job, actual| {
            let judged = actual.as_ref().map_err(String::clone).and_then(|actual| judge(job, actual, false));
            Some((name(job), judged.err().filter(|_| !options.update)?))
        },
        |job, actual| {
            let name = name(job);
            // The expectation of a case that is known to fail is right: it is not replaced by the actual output.
            let update = options.update && !options.expected.contains(&name);
            options.expected.count(&mut tally, &name, actual.and_then(|actual| judge(job, &actual, update)));
        },
    );
    tally.unstable += unstable;
    options.finish_suite(&mut tally, "tests/spec/");
    Ok(tally)
}

fn run_case(workspace: &Workspace, job: &Job) -> Result<Expected, String> {
    let folder = TemporaryFolder::new()?;
    copy_folder(job.file.parent().expect("a case lies in a folder"), &folder.path)?;
    for (name, text) in &job.case.files {
        let path = folder.path.join(name);
        let written =
            fs::create_dir_all(path.parent().expect("inside the folder")).and_then(|()| fs::write(&path, text));
        written.map_err(|error| format!("cannot write {name}: {error}"))?;
    }
    let here = folder.path.to_string_lossy().into_owned();
    let mut command = workspace.brio();
    command.args(job.case.args.iter().map(|argument| argument.replace("[DIR]", &here)));
    command.current_dir(&folder.path).env("NO_COLOR", "1").env_remove("FORCE_COLOR").envs(&job.case.env);
    let outcome = process::run(&mut command, job.case.stdin.as_bytes(), LIMIT)?;
    if outcome.timed_out {
        return Err(format!("stopped after {} seconds\n{}{}", LIMIT.as_secs(), outcome.stdout, outcome.stderr));
    }
    let clean = |text: &str| text.replace(&here, "[DIR]");
    Ok(Expected { stdout: clean(&outcome.stdout), stderr: clean(&outcome.stderr), exit: outcome.code() })
}

fn judge(job: &Job, actual: &Expected, update: bool) -> Result<(), String> {
    let expected = &job.case.expected;
    let mut differences = String::new();
    for (what, expected, actual) in
        [("standard output", &expected.stdout, &actual.stdout), ("standard error", &expected.stderr, &actual.stderr)]
    {
        if !wildcard::matches(expected, actual) {
            differences += &wildcard::explain(what, expected, actual);
        }
    }
    if expected.exit != actual.exit {
        differences += &format!("exit code is {} instead of {}\n", actual.exit, expected.exit);
    }
    if differences.is_empty() {
        return Ok(());
    }
    if !update {
        return Err(differences);
    }
    // Read again: another case of the same file may have been updated before this one.
    let text = fs::read_to_string(&job.file).map_err(|error| error.to_string())?;
    let updated = spec_case::update(&text, job.index, actual)?;
    println!("updated {} ({})", job.file.display(), job.case.name);
    fs::write(&job.file, updated).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Case, Expected, Job, judge};
    use std::path::PathBuf;

    #[test]
    fn each_kind_of_difference_is_reported() {
        let expected = Expected { stdout: "a[WILDCARD]".to_string(), stderr: String::new(), exit: 0 };
        let job = Job { file: PathBuf::new(), index: 0, case: Case { expected, ..Case::default() } };
        let judged = |stdout: &str, stderr: &str, exit: i32| {
            judge(&job, &Expected { stdout: stdout.to_string(), stderr: stderr.to_string(), exit }, false)
        };
        assert_eq!(judged("abc\n", "", 0), Ok(()));
        assert!(judged("b", "", 0).expect_err("stdout differs").contains("standard output"));
        assert!(judged("a", "x", 0).expect_err("stderr differs").contains("standard error"));
        assert!(judged("a", "", 1).expect_err("the code differs").contains("exit code is 1"));
    }
}
