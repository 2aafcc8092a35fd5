//! `./x test`: builds, then runs the suites one after another and sums them up. Each suite is a module below;
//! tests/README.md says what belongs in which.

mod app_case;
mod apps;
mod cargo_tests;
pub mod databases;
mod documents;
mod expected_failures;
pub mod http_client;
pub mod lint;
mod markdown;
mod package_apps;
pub mod packages;
pub mod parallel;
mod spec;
mod spec_case;
pub mod temporary_folder;
pub mod tools;
mod types;
mod unit;
pub mod wildcard;

use crate::report::{Summary, Tally};
use crate::workspace::{EngineKind, Workspace};
use crate::{build, codegen, tidy};
use expected_failures::ExpectedFailures;

/// The suites in the order in which they run: quick checks first, then what needs the binary.
const SUITES: &[&str] = &["tidy", "codegen", "types", "lint", "cargo", "unit", "spec", "apps", "databases", "docs"];

/// The options of `./x test`.
pub struct Options {
    /// Only tests whose path or name contains this string.
    pub filter: Option<String>,
    /// Rewrite expected output instead of comparing with it.
    pub update: bool,
    /// The tests that are known to fail.
    pub expected: ExpectedFailures,
    only: Vec<String>,
    engine: EngineKind,
}

impl Options {
    /// Whether a test with this path or name was selected.
    pub fn wants(&self, name: &str) -> bool {
        self.filter.as_deref().is_none_or(|filter| name.contains(filter))
    }

    /// Ends a suite: when all of it ran, every expected failure below its folder must have occurred.
    fn finish_suite(&self, tally: &mut Tally, folder: &str) {
        if self.filter.is_none() {
            self.expected.require_met(tally, folder);
        }
    }

    fn wants_suite(&self, name: &str) -> bool {
        // With a filter the checks of the whole tree would only be in the way.
        let is_check = matches!(name, "tidy" | "codegen" | "types" | "lint");
        if self.only.is_empty() {
            self.filter.is_none() || !is_check
        } else {
            self.only.iter().any(|only| only == name)
        }
    }
}

/// `./x test [--filter TEXT] [--only SUITE,SUITE] [--engine static] [--update]`.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let mut options = read_options(arguments)?;
    let workspace = &workspace.with_engine(options.engine);
    options.expected = ExpectedFailures::load(workspace)?;
    let mut summary = Summary::new();
    if options.only.is_empty()
        || options.only.iter().any(|only| matches!(only.as_str(), "unit" | "spec" | "apps" | "databases" | "docs"))
    {
        // A failed build is reported as a failure; the checks that need no binary still run.
        if let Err(message) = build::build_if_stale(workspace, true) {
            summary.suite("build", || Err(message));
        }
    }
    for name in SUITES.iter().filter(|name| options.wants_suite(name)) {
        summary.suite(name, || run_suite(name, workspace, &options));
    }
    Ok(summary.finish())
}

/// `./x ready`: the same as CI. It has no options, so that nothing is omitted by accident.
pub fn ready(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    if arguments.is_empty() { run(workspace, &[]) } else { Err("takes no arguments: it runs what CI runs".to_string()) }
}

fn run_suite(name: &str, workspace: &Workspace, options: &Options) -> Result<Tally, String> {
    match name {
        "tidy" => Ok(tidy::check(workspace)),
        "codegen" => {
            let mut tally = Tally::default();
            match codegen::run(&workspace.root, &["--check".to_string()]) {
                0 => tally.pass(),
                _ => tally.fail(
                    "codegen",
                    "a generated file is stale or a contract is wrong: see above, then run ./x codegen",
                ),
            }
            Ok(tally)
        }
        "types" => types::run(workspace),
        "lint" => lint::run(workspace),
        "cargo" => cargo_tests::run(workspace, options),
        "unit" => unit::run(workspace, options),
        "spec" => spec::run(workspace, options),
        "apps" => apps::run(workspace, options),
        "databases" => databases::run(workspace, options),
        "docs" => documents::run(workspace, options),
        _ => Err(format!("unknown suite \"{name}\"; the suites are {}", SUITES.join(", "))),
    }
}

fn read_options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        filter: None,
        update: false,
        expected: ExpectedFailures::default(),
        only: Vec::new(),
        engine: EngineKind::default(),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--filter" => options.filter = Some(value()?),
            "--only" => options.only = value()?.split(',').map(str::to_string).collect(),
            "--engine" => options.engine = EngineKind::parse(&value()?)?,
            "--update" => options.update = true,
            other => {
                return Err(format!(
                    "\"{other}\" is not an option; the options are --filter TEXT, --only SUITES, --engine ENGINE, --update"
                ));
            }
        }
    }
    if let Some(unknown) = options.only.iter().find(|name| !SUITES.contains(&name.as_str())) {
        return Err(format!("unknown suite \"{unknown}\"; the suites are {}", SUITES.join(", ")));
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::read_options;

    fn options(text: &str) -> Result<super::Options, String> {
        read_options(&text.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn a_filter_leaves_out_the_checks_of_the_tree_and_other_tests() {
        let options = options("--filter fs/").expect("valid");
        assert!(options.wants("tests/unit/fs/read.test.ts") && !options.wants("tests/unit/url/parse.test.ts"));
        assert!(options.wants_suite("unit") && !options.wants_suite("tidy"));
    }

    #[test]
    fn only_names_suites_and_refuses_unknown_ones() {
        assert!(!options("--only unit,spec").expect("valid").wants_suite("cargo"));
        assert!(options("--only units").err().expect("no such suite").contains("\"units\""));
        assert!(options("--fliter x").is_err() && options("--filter").is_err());
    }
}
