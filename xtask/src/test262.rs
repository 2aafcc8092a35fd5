//! `./x test262 [PATTERN]`: the conformance tests of ECMAScript, each as its own process. The tests are downloaded
//! manually and never committed; tests/test262/host.cjs runs one inside the binary.

mod engine;
mod metadata;
mod run_one;

use crate::build;
use crate::score::Score;
use crate::score_file::{self, ScoreFile, Update};
use crate::suites::parallel;
use crate::workspace::{Workspace, cache_folder};
use run_one::{Host, Verdict};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, Item};

/// Folders in which every test runs.
const SCORE: ScoreFile = ScoreFile { path: "tests/test262/score.snap", levels: 3 };
/// A tenth of all tests.
const SAMPLE: ScoreFile = ScoreFile { path: "tests/test262/sample.snap", levels: 2 };
const SAMPLE_SHARE: u64 = 10;
const SKIP: &str = "tests/test262/skip.toml";
/// Failures are printed with their reason up to this many.
const FAILURES_SHOWN_MAX: usize = 40;

/// `./x test262 [PATTERN]… [--sample] [--engine JSC] [--update]`. A pattern is a path below `test/`: a folder or a
/// file. With `--engine` the tests run in the engine's shell, and the tests that it passes and Brio is known to fail
/// are printed.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let options = read_options(arguments)?;
    let folder = find_tests()?;
    if options.engine.is_none() && !workspace.binary_is_foreign() {
        build::build_if_stale(workspace, true)?;
    }
    let skipped_features = read_skip(workspace)?;
    let host = Host::new(workspace, &folder, options.engine.as_deref())?;
    let tests = find(&folder.join("test"), &options)?;
    let file = if options.is_sample { SAMPLE } else { SCORE };
    let (mut score, mut skipped, mut shown) = (file.start(), 0, 0);
    parallel::for_each(
        &tests,
        |test| host.run(test, &skipped_features),
        |test, verdict| match verdict {
            Ok(Verdict::Skipped) => skipped += 1,
            Ok(Verdict::Passed) => score.count(test, true),
            Ok(Verdict::Failed(reason)) | Err(reason) => {
                score.count(test, false);
                shown += 1;
                // For an engine that we cannot change, only the list of names matters.
                if shown <= FAILURES_SHOWN_MAX && options.engine.is_none() {
                    println!("FAILED {test}\n    {}", reason.lines().take(4).collect::<Vec<_>>().join("\n    "));
                }
            }
        },
    );
    println!("{skipped} skipped");
    if options.engine.is_some() {
        return Ok(compare_with_engine(&file.read(workspace), &score, &tests));
    }
    file.finish(workspace, &score, options.update)
}

/// Prints the score of the engine's shell and its difference to the committed one. Returns the exit code: 1 when the
/// engine passes more.
fn compare_with_engine(committed: &Score, engine: &Score, tests: &[String]) -> i32 {
    score_file::print(engine);
    let ours: Vec<&String> = tests.iter().filter(|test| committed.fails(test) && !engine.fails(test)).collect();
    let gained = tests.iter().filter(|test| !committed.fails(test) && engine.fails(test)).count();
    ours.iter().for_each(|test| println!("only the engine passes: {test}"));
    println!(
        "according to the committed score Brio fails {} that the engine passes, and passes {gained} that it fails",
        ours.len()
    );
    i32::from(!ours.is_empty())
}

struct Options {
    patterns: Vec<String>,
    update: Update,
    /// Run only the tests of the sample.
    is_sample: bool,
    /// The shell of an engine, to run the tests in instead of Brio.
    engine: Option<PathBuf>,
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { patterns: Vec::new(), update: Update::No, is_sample: false, engine: None };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--update" => options.update = Update::Folders,
            "--sample" => options.is_sample = true,
            "--engine" => options.engine = Some(rest.next().ok_or("--engine needs the path of a jsc")?.into()),
            pattern if !pattern.starts_with('-') => {
                options.patterns.push(pattern.trim_start_matches("test/").trim_end_matches('/').to_string())
            }
            other => {
                return Err(format!("\"{other}\" is not an option; the options are --sample, --engine JSC, --update"));
            }
        }
    }
    if options.update != Update::No && options.engine.is_some() {
        return Err("--update writes what Brio passes, so it cannot be combined with --engine".to_string());
    }
    if options.update != Update::No && options.is_sample {
        if !options.patterns.is_empty() {
            return Err("--update writes the score of the complete sample, so it accepts no pattern".to_string());
        }
        options.update = Update::All;
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
    Err(format!(
        "the tests are not at {0}; fetch them with\n    git clone --depth 1 https://github.com/tc39/test262 {0}\nor set BRIO_TEST262 to their folder",
        folder.display()
    ))
}

fn read_skip(workspace: &Workspace) -> Result<BTreeSet<String>, String> {
    let text = fs::read_to_string(workspace.root.join(SKIP)).map_err(|error| format!("{SKIP}: {error}"))?;
    let document: DocumentMut = text.parse().map_err(|error| format!("{SKIP}: {error}"))?;
    let features =
        document.get("features").and_then(Item::as_table).ok_or_else(|| format!("{SKIP} has no [features]"))?;
    Ok(features.iter().map(|(name, _)| name.to_string()).collect())
}

/// The tests that match a pattern, relative to `test/`, sorted. Fixtures and staging are not tests of the standard.
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
            return Err(format!("there is no test at test/{pattern}"));
        }
    }
    Ok(found.into_iter().filter(|test| !options.is_sample || is_in_sample(test)).collect())
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

/// Whether a test belongs to the sample. Its name alone decides, so that new tests do not change the sample.
fn is_in_sample(test: &str) -> bool {
    // FNV-1a
    let hash = test
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    // The low bits of this hash are less uniform.
    (hash >> 32).is_multiple_of(SAMPLE_SHARE)
}

#[cfg(test)]
mod tests {
    use super::is_in_sample;

    #[test]
    fn the_sample_is_a_tenth_and_depends_on_names_alone() {
        let names: Vec<String> =
            (0..10_000).map(|number| format!("built-ins/Array/prototype/map/15.4.4.19-{number}.js")).collect();
        let count = names.iter().filter(|name| is_in_sample(name)).count();
        assert!((900..1_100).contains(&count), "{count}");
        assert!(names.iter().rev().filter(|name| is_in_sample(name)).count() == count);
    }
}
