//! `./x package-test [PATTERN]`: the packages' own tests, each file as its own process. A folder of
//! `tests/package_tests/` names a package and the requirements of its tests; the score of all is committed beside them.

mod suite;

use crate::build;
use crate::process::{self, Outcome};
use crate::score_file::{ScoreFile, Update};
use crate::suites::packages;
use crate::suites::parallel;
use crate::suites::temporary_folder::{TemporaryFolder, copy_folder};
use crate::workspace::{Workspace, cache_folder};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use suite::Suite;

const FOLDER: &str = "tests/package_tests";
const SCORE: ScoreFile = ScoreFile { path: "tests/package_tests/score.snap", levels: 3 };
const LIMIT: Duration = Duration::from_secs(120);

/// One test file.
struct TestFile<'a> {
    /// `fastify/hooks.test.js`.
    name: String,
    file: PathBuf,
    /// Its working directory: the folder of the package.
    package: PathBuf,
    /// The arguments before it, as in [`Suite::runner`].
    runner: Vec<String>,
    suite: &'a Suite,
}

/// `./x package-test [PATTERN]… [--update]`. A pattern is a package, or a prefix of `package/file`; only whole packages
/// can be updated. A package whose repository is missing is skipped and makes the run fail at its end.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let update = arguments.iter().any(|argument| argument == "--update");
    let patterns: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let suites = suite::read_all(&workspace.root.join(FOLDER))?;
    if update && patterns.iter().any(|pattern| suites.iter().all(|suite| suite.name != **pattern)) {
        return Err("--update writes the score of whole packages, so each pattern must name one".to_string());
    }
    if !workspace.binary_is_foreign() {
        build::build_if_stale(workspace, true)?;
    }
    let temporary_folder = TemporaryFolder::new()?;
    let mut files = Vec::new();
    let mut missing = 0;
    for suite in suites
        .iter()
        .filter(|suite| patterns.is_empty() || patterns.iter().any(|pattern| package_of(pattern) == suite.name))
    {
        match test_files(workspace, suite, &temporary_folder.path) {
            Ok(found) => files.extend(found),
            Err(message) => {
                missing += 1;
                eprintln!("x: {message}");
            }
        }
    }
    files.retain(|test| {
        patterns.is_empty()
            || patterns.iter().any(|pattern| {
                *pattern == test.suite.name.as_str()
                    || (pattern.contains('/') && test.name.starts_with(pattern.as_str()))
            })
    });
    if files.is_empty() {
        return Err(format!(
            "there is no test file for {patterns:?}: a pattern is a package, or the beginning of package/file"
        ));
    }
    files.sort_by(|left, right| left.name.cmp(&right.name));
    let mut score = SCORE.start();
    let (serial, parallel): (Vec<TestFile<'_>>, Vec<TestFile<'_>>) =
        files.into_iter().partition(|test| test.suite.is_serial);
    let mut count = |test: &TestFile<'_>, verdict: Result<(), String>| {
        score.count(&test.name, verdict.is_ok());
        if let Err(reason) = verdict {
            println!("FAILED {}\n    {}", test.name, reason.lines().take(30).collect::<Vec<_>>().join("\n    "));
        }
    };
    parallel::for_each(&parallel, |test| run_file(workspace, test), &mut count);
    for test in &serial {
        count(test, run_file(workspace, test));
    }
    let code = SCORE.finish(workspace, &score, if update { Update::Folders } else { Update::No })?;
    Ok(if missing > 0 { 1 } else { code })
}

/// The package of a pattern or of the name of a test file.
fn package_of(name: &str) -> &str {
    name.split_once('/').map_or(name, |(package, _)| package)
}

/// Installs what the tests of a package require and finds its test files.
fn test_files<'a>(
    workspace: &Workspace,
    suite: &'a Suite,
    temporary_folder: &Path,
) -> Result<Vec<TestFile<'a>>, String> {
    let packages = packages::install(&workspace.root.join(FOLDER).join(&suite.name))?;
    let folder = match &suite.repository {
        None => packages.join(&suite.name),
        Some((repository, version)) => copy_of(suite, repository, version, &packages, temporary_folder)?,
    };
    let runner: Vec<String> = suite
        .runner
        .iter()
        .enumerate()
        .map(|(index, word)| {
            if index == 0 && !word.starts_with('-') {
                packages.join(word).to_string_lossy().into_owned()
            } else {
                word.clone()
            }
        })
        .collect();
    let mut names = Vec::new();
    find(&folder.join(&suite.folder), "", &mut names);
    names.retain(|name| {
        name.ends_with(&suite.suffix) && !suite.left_out.iter().any(|(prefix, _)| name.starts_with(prefix))
    });
    let test = |name: String| TestFile {
        file: folder.join(&suite.folder).join(&name),
        // The score is counted by folder; a nested file has its folders in its name.
        name: format!("{}/{}", suite.name, name.replace('/', ".")),
        package: folder.clone(),
        runner: runner.clone(),
        suite,
    };
    Ok(names.into_iter().map(test).collect())
}

/// A copy of the package in its repository, which was cloned manually into the user's cache, with the packages that its
/// tests require. It is in a temporary folder: file servers refuse paths below a hidden folder, which the cache may be.
fn copy_of(
    suite: &Suite,
    repository: &str,
    version: &str,
    packages: &Path,
    temporary_folder: &Path,
) -> Result<PathBuf, String> {
    let clone = cache_folder()?.join("test_packages").join(format!("{}-{version}", suite.name));
    let source = clone.join(&suite.subfolder);
    if !source.join(&suite.folder).is_dir() {
        return Err(format!(
            "the tests of {} are not at {2}; fetch them with\n    git clone --depth 1 --branch {version} {repository} {1}",
            suite.name,
            clone.display(),
            source.display()
        ));
    }
    let folder = temporary_folder.join(&suite.name);
    let explain = |error: std::io::Error| format!("cannot prepare {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(explain)?;
    copy_folder(&source, &folder)?;
    symlink(packages, folder.join("node_modules")).map_err(explain)?;
    for part in &suite.published {
        fs::create_dir_all(folder.join(part)).map_err(explain)?;
        copy_folder(&packages.join(&suite.name).join(part), &folder.join(part))?;
    }
    let Some((program, arguments)) = suite.prepare.split_first() else { return Ok(folder) };
    let outcome = process::run(Command::new(program).args(arguments).current_dir(&folder), b"", LIMIT)?;
    if outcome.timed_out || outcome.code() != 0 {
        return Err(format!(
            "{} of {} failed\n{}{}",
            suite.prepare.join(" "),
            suite.name,
            outcome.stdout,
            outcome.stderr
        ));
    }
    Ok(folder)
}

/// The files below a folder, relative to it.
fn find(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            find(&entry.path(), &format!("{name}/"), found);
        } else {
            found.push(name);
        }
    }
}

fn run_file(workspace: &Workspace, test: &TestFile<'_>) -> Result<(), String> {
    let mut command = workspace.brio();
    command
        .args(&test.runner)
        .arg(&test.file)
        .current_dir(&test.package)
        .env("NO_COLOR", "1")
        .env("TZ", "UTC")
        .env_remove("NODE_ENV");
    command.envs(test.suite.environment.iter().map(|(name, value)| (name, value)));
    judge(&process::run(&mut command, b"", LIMIT)?)
}

/// A file passes when it exits by itself with code 0 and reports a passed test.
fn judge(outcome: &Outcome) -> Result<(), String> {
    let output = format!("{}{}", outcome.stdout, outcome.stderr);
    if outcome.timed_out {
        return Err(format!("stopped after {} seconds\n{}", LIMIT.as_secs(), failures(&output)));
    }
    if outcome.code() != 0 {
        return Err(format!("exit code {}\n{}", outcome.code(), failures(&output)));
    }
    if !output.lines().any(shows_a_pass) { Err(format!("no test passed\n{}", failures(&output))) } else { Ok(()) }
}

/// `ℹ pass 3` or `# pass 3` of node:test, `3 passing (5ms)` of mocha; with a number other than 0.
fn shows_a_pass(line: &str) -> bool {
    let line = line.trim_start_matches(['#', 'ℹ', ' ']);
    let count = line.strip_prefix("pass ").or_else(|| line.split_once(" passing").map(|(count, _)| count));
    count.is_some_and(|count| count.trim().parse::<u32>().is_ok_and(|count| count > 0))
}

/// The output about failing tests, without the passed ones.
fn failures(output: &str) -> String {
    let start = output.find("✖ failing tests").or_else(|| output.find("not ok ")).unwrap_or(0);
    output[start..].to_string()
}

#[cfg(test)]
mod tests {
    use super::judge;
    use crate::process;
    use std::process::Command;
    use std::time::Duration;

    fn of(script: &str) -> Result<(), String> {
        judge(&process::run(Command::new("sh").args(["-c", script]), b"", Duration::from_secs(10)).expect("sh runs"))
    }

    #[test]
    fn a_file_passes_when_a_test_passed_and_the_code_is_zero() {
        assert_eq!(of("echo 'ℹ pass 3'"), Ok(()));
        assert_eq!(of("echo '# pass 1'"), Ok(()));
        assert_eq!(of("echo '  12 passing (4ms)'"), Ok(()));
        assert!(of("echo '  0 passing (4ms)'").is_err());
        assert!(of("echo 'ℹ pass 0'").is_err());
        assert!(of("true").is_err());
        assert!(of("echo '# pass 3'; exit 1").is_err());
    }
}
