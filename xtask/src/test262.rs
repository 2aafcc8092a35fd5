//! `./x test262 [PATTERN]`: the conformance tests of ECMAScript, each as its own process. The tests are fetched by
//! hand and never committed; how one is run inside the binary is in tests/test262/host.cjs.

mod metadata;
mod run_one;
pub mod score;

use crate::build;
use crate::suites::parallel;
use crate::workspace::{Workspace, cache_folder};
use run_one::{Host, Verdict};
use score::Score;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, Item};

const SCORE: &str = "tests/test262/score.snap";
const SKIP: &str = "tests/test262/skip.toml";
/// Failures are printed with their reason up to this many.
const FAILURES_SHOWN_MAX: usize = 40;

/// `./x test262 [PATTERN]… [--update] [--every N]`. A pattern is a path below `test/`: a folder or a file.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let options = read_options(arguments)?;
    let folder = find_tests()?;
    build::build_if_stale(workspace, true)?;
    let skipped_features = read_skip(workspace)?;
    let host = Host::new(workspace, &folder)?;
    let tests = find(&folder.join("test"), &options)?;
    let (mut score, mut ran, mut skipped, mut shown) = (Score::default(), BTreeSet::new(), 0, 0);
    parallel::for_each(&tests, |test| host.run(test, &skipped_features), |test, verdict| match verdict {
        Ok(Verdict::Skipped) => skipped += 1,
        Ok(Verdict::Passed) => {
            ran.insert(test.clone());
            score.count(test, true);
        }
        Ok(Verdict::Failed(reason)) | Err(reason) => {
            ran.insert(test.clone());
            score.count(test, false);
            shown += 1;
            if shown <= FAILURES_SHOWN_MAX {
                println!("FAILED {test}\n    {}", reason.lines().take(4).collect::<Vec<_>>().join("\n    "));
            }
        }
    });
    print_score(&score, skipped);
    finish(workspace, &options, &score, &ran)
}

struct Options {
    patterns: Vec<String>,
    update: bool,
    /// Run only every so manieth test: a sample.
    every: usize,
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { patterns: Vec::new(), update: false, every: 1 };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--update" => options.update = true,
            "--every" => options.every = rest.next().and_then(|value| value.parse().ok()).filter(|every| *every > 0).ok_or("--every needs a number above 0")?,
            pattern if !pattern.starts_with('-') => options.patterns.push(pattern.trim_start_matches("test/").trim_end_matches('/').to_string()),
            other => return Err(format!("\"{other}\" is not an option; there are --update, --every N")),
        }
    }
    if options.update && options.every > 1 {
        return Err("--update needs all tests of a folder, so it does not go with --every".to_string());
    }
    Ok(options)
}

/// BRIO_TEST262, or `test262` in the cache folder.
fn find_tests() -> Result<PathBuf, String> {
    let folder = match std::env::var_os("BRIO_TEST262") {
        Some(folder) => PathBuf::from(folder),
        None => cache_folder()?.join("test262"),
    };
    if folder.join("harness/assert.js").exists() && folder.join("test").is_dir() {
        return Ok(folder);
    }
    Err(format!("the tests are not at {0}; fetch them with\n    git clone --depth 1 https://github.com/tc39/test262 {0}\nor say with BRIO_TEST262 where they are", folder.display()))
}

fn read_skip(workspace: &Workspace) -> Result<BTreeSet<String>, String> {
    let text = fs::read_to_string(workspace.root.join(SKIP)).map_err(|error| format!("{SKIP}: {error}"))?;
    let document: DocumentMut = text.parse().map_err(|error| format!("{SKIP}: {error}"))?;
    let features = document.get("features").and_then(Item::as_table).ok_or_else(|| format!("{SKIP} has no [features]"))?;
    Ok(features.iter().map(|(name, _)| name.to_string()).collect())
}

/// The tests that a pattern asks for, relative to `test/`, sorted. Fixtures and staging are no tests of the standard.
fn find(root: &Path, options: &Options) -> Result<Vec<String>, String> {
    let mut found = BTreeSet::new();
    let all = [String::new()];
    let patterns = if options.patterns.is_empty() { all.as_slice() } else { options.patterns.as_slice() };
    for pattern in patterns {
        let start = root.join(pattern);
        let before = found.len();
        if start.is_file() {
            found.insert(pattern.clone());
        } else {
            collect(&start, pattern, &mut found);
        }
        if found.len() == before {
            return Err(format!("no test lies at test/{pattern}"));
        }
    }
    Ok(found.into_iter().step_by(options.every).collect())
}

fn collect(folder: &Path, name: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let file_name = entry.file_name().to_string_lossy().into_owned();
        let path = if name.is_empty() { file_name.clone() } else { format!("{name}/{file_name}") };
        if entry.path().is_dir() {
            if path != "staging" && path != "harness" {
                collect(&entry.path(), &path, found);
            }
        } else if file_name.ends_with(".js") && !file_name.contains("_FIXTURE") {
            found.insert(path);
        }
    }
}

fn print_score(score: &Score, skipped: usize) {
    println!();
    for (folder, (passed, total)) in &score.folders {
        println!("{:>6.1} % {passed:>6}/{total:<6} {folder}", *passed as f64 * 100.0 / *total as f64);
    }
    let (passed, total) = score.sum();
    println!("\n{passed} passed, {} failed, {skipped} skipped ({:.2} %)", total - passed, passed as f64 * 100.0 / total.max(1) as f64);
}

/// Compares with the committed score, or replaces its part. A run that is worse, or better than what is written, fails.
fn finish(workspace: &Workspace, options: &Options, score: &Score, ran: &BTreeSet<String>) -> Result<i32, String> {
    let path = workspace.root.join(SCORE);
    let mut committed = Score::read(&fs::read_to_string(&path).unwrap_or_default());
    if options.update {
        committed.replace(score);
        fs::write(&path, committed.write()).map_err(|error| format!("{SCORE}: {error}"))?;
        println!("{SCORE} updated");
        return Ok(0);
    }
    let (worse, better) = score.changes(&committed, ran);
    worse.iter().for_each(|test| println!("fails now:  {test}"));
    better.iter().for_each(|test| println!("passes now: {test}"));
    if !better.is_empty() {
        println!("run ./x test262 --update with the folder to write down what passes now");
    }
    Ok(i32::from(!worse.is_empty() || !better.is_empty()))
}
