//! `./x package-test [PATTERN]`: the tests that packages bring themselves, each file as its own process. A folder of
//! `tests/package_tests/` names a package and what its tests need; the score of all is committed beside them.

use crate::build;
use crate::process::{self, Outcome};
use crate::suites::packages;
use crate::suites::parallel;
use crate::test262::score::Score;
use crate::workspace::{Workspace, cache_folder};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const FOLDER: &str = "tests/package_tests";
const SCORE: &str = "tests/package_tests/score.snap";
const LIMIT: Duration = Duration::from_secs(60);

/// A package and how its tests are run.
struct Package {
    /// Of the package, and of the folder that says what its tests need.
    name: &'static str,
    /// The repository and the version, for a package that is published without its tests.
    repository: Option<(&'static str, &'static str)>,
    /// Words before the file: a program of the packages, and its arguments. None when each file runs by itself.
    runner: &'static [&'static str],
    /// The end of a test file's name.
    suffix: &'static str,
    /// Folders of the tests that do not run, each for the reason beside it.
    left_out: &'static [&'static str],
}

const PACKAGES: &[Package] = &[
    Package {
        name: "express",
        repository: Some(("https://github.com/expressjs/express", "v5.2.1")),
        runner: &["mocha/bin/mocha.js", "--require", "test/support/env", "--reporter", "dot", "--check-leaks"],
        suffix: ".js",
        // Not tests, but what the tests use.
        left_out: &["support/", "fixtures/"],
    },
    Package {
        name: "fastify",
        repository: None,
        runner: &[],
        suffix: ".test.js",
        // The bundlers bring packages of their own, and what is tested there is the bundler.
        left_out: &["bundler/"],
    },
];

/// One test file.
struct TestFile {
    /// `fastify/hooks.test.js`.
    name: String,
    file: PathBuf,
    /// Where it runs: the folder of the package.
    package: PathBuf,
    /// What comes before it, as in [`Package::runner`].
    runner: Vec<String>,
}

/// `./x package-test [PATTERN]… [--update]`. A pattern is `package`, or the
/// beginning of `package/file`.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let update = arguments.iter().any(|argument| argument == "--update");
    let patterns: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    if update && !patterns.is_empty() {
        return Err("--update writes the score of all files, so it goes without a pattern".to_string());
    }
    if !workspace.binary_is_foreign() {
        build::build_if_stale(workspace, true)?;
    }
    let mut files = Vec::new();
    for package in PACKAGES.iter().filter(|package| patterns.is_empty() || patterns.iter().any(|pattern| pattern.starts_with(package.name))) {
        files.extend(test_files(workspace, package)?);
    }
    files.retain(|test| patterns.is_empty() || patterns.iter().any(|pattern| test.name.starts_with(pattern.as_str())));
    if files.is_empty() {
        return Err(format!("the name of no test file begins with {patterns:?}"));
    }
    files.sort_by(|left, right| left.name.cmp(&right.name));
    let (mut score, mut ran) = (Score::default(), BTreeSet::new());
    parallel::for_each(&files, |test| run_file(workspace, test), |test, verdict| {
        ran.insert(test.name.clone());
        score.count(&test.name, verdict.is_ok());
        if let Err(reason) = verdict {
            println!("FAILED {}\n    {}", test.name, reason.lines().take(30).collect::<Vec<_>>().join("\n    "));
        }
    });
    finish(workspace, &score, &ran, update)
}

fn finish(workspace: &Workspace, score: &Score, ran: &BTreeSet<String>, update: bool) -> Result<i32, String> {
    let (passed, total) = score.sum();
    println!("\n{passed} files passed, {} failed", total - passed);
    let path = workspace.root.join(SCORE);
    if update {
        fs::write(&path, score.write()).map_err(|error| format!("{SCORE}: {error}"))?;
        println!("{SCORE} updated");
        return Ok(0);
    }
    let committed = Score::read(&fs::read_to_string(&path).unwrap_or_default());
    let (worse, better) = score.changes(&committed, ran);
    worse.iter().for_each(|test| println!("fails now:  {test}"));
    better.iter().for_each(|test| println!("passes now: {test}"));
    Ok(i32::from(!worse.is_empty() || !better.is_empty()))
}

/// Installs what the tests of a package need and finds its test files.
fn test_files(workspace: &Workspace, package: &Package) -> Result<Vec<TestFile>, String> {
    let packages = packages::install(&workspace.root.join(FOLDER).join(package.name))?;
    let folder = match package.repository {
        None => packages.join(package.name),
        Some((repository, version)) => clone_of(package.name, repository, version, &packages)?,
    };
    let runner: Vec<String> = package.runner.iter().enumerate().map(|(index, word)| if index == 0 { packages.join(word).to_string_lossy().into_owned() } else { word.to_string() }).collect();
    let mut names = Vec::new();
    find(&folder.join("test"), "", &mut names);
    names.retain(|name| name.ends_with(package.suffix) && !package.left_out.iter().any(|prefix| name.starts_with(prefix)));
    let test = |name: String| TestFile {
        file: folder.join("test").join(&name),
        // The score counts by folder; a file further down keeps its folders in its name.
        name: format!("{}/{}", package.name, name.replace('/', ".")),
        package: folder.clone(),
        runner: runner.clone(),
    };
    Ok(names.into_iter().map(test).collect())
}

/// The repository in the user's cache, which is cloned by hand, with the packages that its tests need.
fn clone_of(name: &str, repository: &str, version: &str, packages: &Path) -> Result<PathBuf, String> {
    let folder = cache_folder()?.join("test_packages").join(format!("{name}-{version}"));
    if !folder.join("test").is_dir() {
        return Err(format!("the tests of {name} are not at {0}; fetch them with\n    git clone --depth 1 --branch {version} {repository} {0}", folder.display()));
    }
    let link = folder.join("node_modules");
    // The clone outlives a change of the packages.
    if link.is_symlink() && fs::read_link(&link).is_ok_and(|target| target != packages) {
        fs::remove_file(&link).map_err(|error| format!("cannot renew {}: {error}", link.display()))?;
    }
    if !link.exists() {
        std::os::unix::fs::symlink(packages, &link).map_err(|error| format!("cannot make {}: {error}", link.display()))?;
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

fn run_file(workspace: &Workspace, test: &TestFile) -> Result<(), String> {
    let mut command = workspace.brio();
    command.args(&test.runner).arg(&test.file).current_dir(&test.package).env("NO_COLOR", "1").env("TZ", "UTC").env_remove("NODE_ENV");
    judge(&process::run(&mut command, b"", LIMIT)?)
}

/// A file passes when it ends by itself with code 0 and reports that something passed.
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

/// `ℹ pass 3` or `# pass 3` of node:test, `3 passing (5ms)` of mocha; with another number than 0.
fn shows_a_pass(line: &str) -> bool {
    let line = line.trim_start_matches(['#', 'ℹ', ' ']);
    let count = line.strip_prefix("pass ").or_else(|| line.split_once(" passing").map(|(count, _)| count));
    count.is_some_and(|count| count.trim().parse::<u32>().is_ok_and(|count| count > 0))
}

/// What is said about failing tests, without the ones that passed.
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
