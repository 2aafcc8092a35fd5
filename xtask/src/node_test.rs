//! `./x node-test [PATTERN]`: Node's own test files, each as its own process in a fresh folder. The names of the files
//! are in tests/node_compat/list.txt; the files are downloaded manually and never committed.

mod addons;

use crate::build;
use crate::process::{self, Outcome};
use crate::score_file::{ScoreFile, Update};
use crate::suites::parallel;
use crate::suites::temporary_folder::TemporaryFolder;
use crate::workspace::{Workspace, cache_folder};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIST: &str = "tests/node_compat/list.txt";
/// Further files, which are run only to see their failures: they have no score.
const MORE: &str = "tests/node_compat/more.txt";
const SCORE: ScoreFile = ScoreFile { path: "tests/node_compat/score.snap", levels: 3 };
const LIMIT: Duration = Duration::from_secs(15);
const FAILURES_SHOWN_MAX: usize = 20;

/// Programs that must fail. A binary that passes one of them would pass anything.
const CANARIES: &[(&str, &str)] = &[
    ("throw.js", "throw new Error('x');"),
    ("throw_later.js", "setTimeout(() => { throw new Error('x'); }, 5);"),
    ("reject.js", "Promise.reject(new Error('x')); setTimeout(() => {}, 20);"),
    ("must_call.js", "require('../common').mustCall(() => {});"),
    ("assert_at_exit.js", "process.on('exit', () => { require('assert').strictEqual(1, 2); });"),
    ("top_level_await.mjs", "await new Promise((resolve) => setTimeout(resolve, 5)); throw new Error('x');"),
    ("deep_equal.js", "require('assert').deepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: '2' }] });"),
    ("no_test_ran.js", "require('node:test'); // nothing is tested"),
];

/// `./x node-test [PATTERN]… [--update | --more]`. A pattern is a part of a file's name, such as `fs-read`.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let (update, is_more) = (has("--update"), has("--more"));
    let patterns: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    if update && !patterns.is_empty() {
        return Err("--update writes the score of all files, so it goes without a pattern".to_string());
    }
    let suite = find_suite()?;
    build::build_if_stale(workspace, true)?;
    check_canaries(workspace, &suite)?;
    if update && is_more {
        return Err("the score of --more is not kept".to_string());
    }
    let name = if is_more { MORE } else { LIST };
    let list = fs::read_to_string(workspace.root.join(name)).map_err(|error| format!("{name}: {error}"))?;
    let wanted = |name: &&str| {
        !name.starts_with('#')
            && !name.is_empty()
            && (patterns.is_empty() || patterns.iter().any(|pattern| name.contains(pattern.as_str())))
    };
    let tests: Vec<&str> = list.lines().filter(wanted).collect();
    if tests.is_empty() {
        return Err(format!("no name in {name} contains {patterns:?}"));
    }
    addons::build(workspace, &suite, &tests)?;
    let (mut score, mut shown) = (SCORE.start(), 0);
    let mut record = |test: &str, verdict: Result<(), String>| {
        score.count(&format!("{}/{test}", subject(test)), verdict.is_ok());
        if let Err(reason) = verdict {
            shown += 1;
            let details = if shown <= FAILURES_SHOWN_MAX || tests.len() < 50 {
                format!("\n    {}", reason.lines().take(12).collect::<Vec<_>>().join("\n    "))
            } else {
                String::new()
            };
            println!("FAILED {test}{details}");
        }
    };
    // The files in `sequential` share ports and other resources.
    let (alone, together): (Vec<&str>, Vec<&str>) = tests.iter().partition(|test| test.contains("sequential/"));
    let run_one = |test: &str| run_file(workspace, &suite, &suite.join("test").join(test));
    parallel::for_each(&together, |test| run_one(test), |test, verdict| record(test, verdict));
    alone.iter().for_each(|test| record(test, run_one(test)));
    if is_more {
        let (passed, total) = score.sum();
        println!("{passed} of {total} passed");
        return Ok(0);
    }
    SCORE.finish(workspace, &score, if update { Update::All } else { Update::No })
}

/// BRIO_NODE_TESTS, or `node_test` in the cache folder: the folder that holds Node's `test/`.
fn find_suite() -> Result<PathBuf, String> {
    let folder = match std::env::var_os("BRIO_NODE_TESTS") {
        Some(folder) => PathBuf::from(folder),
        None => cache_folder()?.join("node_test"),
    };
    if folder.join("test/common/index.js").exists() {
        let is_in_package = ADDED_FILES.iter().any(|name| folder.join(name).exists());
        return if is_in_package { without_package(&folder) } else { Ok(folder) };
    }
    Err(format!(
        "Node's tests are not at {0}; fetch them with\n    git clone --depth 1 https://github.com/denoland/node_test {0}\nor say with BRIO_NODE_TESTS where they are",
        folder.display()
    ))
}

/// Files that the repository of the tests has beside Node's folder. With the package.json every `.js` file would be
/// CommonJS, whatever it contains; the deno.json would make the tests programs of Deno.
const ADDED_FILES: [&str; 2] = ["package.json", "deno.json"];

/// A copy of the suite, by hard links, without the files that were added above Node's folder.
fn without_package(suite: &Path) -> Result<PathBuf, String> {
    let bare = cache_folder()?.join("node_test_bare");
    let mark = bare.join("source.txt");
    let source = suite.display().to_string();
    if fs::read_to_string(&mark).is_ok_and(|made_from| made_from == source) {
        return Ok(bare);
    }
    let _ = fs::remove_dir_all(&bare);
    fs::create_dir_all(&bare).map_err(|error| format!("{}: {error}", bare.display()))?;
    // Links where the file system allows them, else a copy.
    let copied = ["-al", "-a"].iter().any(|how| {
        Command::new("cp").arg(how).arg(suite.join("test")).arg(&bare).status().is_ok_and(|status| status.success())
    });
    if !copied {
        return Err(format!("cannot copy {source}/test to {}", bare.display()));
    }
    fs::write(&mark, source).map_err(|error| format!("{}: {error}", mark.display()))?;
    Ok(bare)
}

fn check_canaries(workspace: &Workspace, suite: &Path) -> Result<(), String> {
    let temporary_folder = TemporaryFolder::new()?;
    // They require ../common, so they are placed where the tests are.
    let folder = temporary_folder.path.join("test/canary");
    let linked = fs::create_dir_all(&folder).and_then(|()| {
        std::os::unix::fs::symlink(suite.join("test/common"), temporary_folder.path.join("test/common"))
    });
    linked.map_err(|error| format!("cannot prepare the canaries: {error}"))?;
    for (name, text) in CANARIES {
        let file = folder.join(name);
        fs::write(&file, text).map_err(|error| error.to_string())?;
        if run_file(workspace, suite, &file).is_ok() {
            return Err(format!(
                "the canary {name} passed, though it must fail: no result of this binary can be trusted"
            ));
        }
    }
    Ok(())
}

/// Runs one file. The error is the reason why it did not pass.
fn run_file(workspace: &Workspace, suite: &Path, file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let temporary_folder = TemporaryFolder::new()?;
    let temporary = temporary_folder.path.join("tmp");
    let prepared = fs::create_dir_all(&temporary)
        .and_then(|()| std::os::unix::fs::symlink(suite.join("test"), temporary_folder.path.join("test")));
    prepared.map_err(|error| format!("cannot prepare a folder: {error}"))?;
    let mut command = workspace.brio();
    command.args(words_after(&text, "// Flags:"));
    // The suite's `common` reads `localStorage`, which without a file for it prints a warning that many tests do not
    // expect: they fail in Node in the same way.
    if !text.contains("localstorage-file") {
        command.arg(format!("--localstorage-file={}", temporary_folder.path.join("localstorage").display()));
    }
    command.arg(file).current_dir(&temporary_folder.path);
    command
        .env("NODE_TEST_DIR", &temporary)
        .env("TEST_SERIAL_ID", "0")
        .env("TEST_THREAD_ID", "0")
        .env("NODE_SKIP_FLAG_CHECK", "1")
        .env("NODE_TEST_KNOWN_GLOBALS", "0");
    command.envs(words_after(&text, "// Env:").into_iter().filter_map(|word| word.split_once('=')));
    if !file.to_string_lossy().contains("/sequential/") {
        command.env("TEST_PARALLEL", "1");
    }
    let outcome = process::run(&mut command, b"", LIMIT)?;
    judge(&outcome, text.contains("node:test'") || text.contains("node:test\""))
}

/// The words of the first line with this prefix: `// Flags: …` has options, `// Env: …` variables.
fn words_after<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
    text.lines()
        .find_map(|line| line.strip_prefix(beginning))
        .map(|words| words.split_whitespace().collect())
        .unwrap_or_default()
}

/// A skip does not count as a pass, and a file of node:test must report a passed test.
fn judge(outcome: &Outcome, uses_node_test: bool) -> Result<(), String> {
    let output = format!("{}{}", outcome.stdout, outcome.stderr);
    if outcome.timed_out {
        return Err(format!("stopped after {} seconds\n{output}", LIMIT.as_secs()));
    }
    if outcome.code() != 0 {
        return Err(format!("exit code {}\n{output}", outcome.code()));
    }
    if output.lines().any(|line| line.starts_with("1..0 # Skipped")) {
        return Err(format!("skipped: {}", output.trim()));
    }
    let is_evidence = |line: &str| {
        line.split_once("pass ").is_some_and(|(before, count)| {
            before.trim_start_matches(['#', 'ℹ', ' ']).is_empty()
                && count.trim().parse().is_ok_and(|count: u32| count > 0)
        })
    };
    if uses_node_test && !output.lines().any(is_evidence) {
        return Err("it uses node:test, but no test passed".to_string());
    }
    Ok(())
}

/// The subject of a file: the first word of its name; the folder of a test of addons.
fn subject(test: &str) -> &str {
    if addons::needs_addon(test) {
        return test.rsplit('/').nth(1).unwrap_or(test);
    }
    let name = test.rsplit('/').next().unwrap_or(test).trim_start_matches("test-");
    name.split(['-', '.']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{judge, subject, words_after};
    use crate::process;
    use std::process::Command;
    use std::time::Duration;

    fn judged(script: &str, uses_node_test: bool) -> Result<(), String> {
        let outcome =
            process::run(Command::new("sh").args(["-c", script]), b"", Duration::from_millis(500)).expect("sh starts");
        judge(&outcome, uses_node_test)
    }

    #[test]
    fn flags_and_subjects_are_read() {
        let text = "// Copyright\n// Flags: --expose-gc --no-warnings\n// Env: A=1 B=2\n";
        assert_eq!(words_after(text, "// Flags:"), ["--expose-gc", "--no-warnings"]);
        assert_eq!(words_after(text, "// Env:"), ["A=1", "B=2"]);
        assert_eq!((subject("parallel/test-fs-read.js"), subject("sequential/test-util.mjs")), ("fs", "util"));
    }

    #[test]
    fn only_a_real_pass_passes() {
        assert_eq!(judged("true", false), Ok(()));
        assert_eq!(judged("echo 'ℹ pass 2'", true), Ok(()));
        for (script, uses_node_test) in [
            ("exit 1", false),
            ("sleep 9", false),
            ("echo '1..0 # Skipped: no'", false),
            ("true", true),
            ("echo '# pass 0'", true),
        ] {
            assert!(judged(script, uses_node_test).is_err(), "{script}");
        }
    }
}
