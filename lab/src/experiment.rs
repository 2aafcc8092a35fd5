//! An experiment as declared in `experiment.toml`: its question, the programs, the cases, and the results and claims of
//! the paper. `check` validates the file, `catalogue` finds the files.

pub mod catalogue;
mod check;
mod metrics;

pub use check::read;
pub use metrics::{METRICS, Metric, metric};

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use toml::Spanned;

/// The kind of program that is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A server under load.
    Server,
    /// A program that runs to its end.
    Process,
    /// A migration: steps, and whether each succeeds.
    Steps,
}

/// One `experiment.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    pub name: Spanned<String>,
    pub title: String,
    pub kind: Kind,
    /// The question of the experiment, in a sentence.
    pub question: String,
    pub source: Source,
    #[serde(default)]
    pub settings: Settings,
    #[serde(default, rename = "case")]
    pub cases: Vec<Case>,
    #[serde(default, rename = "program")]
    pub programs: Vec<Program>,
    #[serde(default, rename = "data")]
    pub data: Vec<DataFile>,
    #[serde(default, rename = "step")]
    pub steps: Vec<Step>,
    #[serde(default)]
    pub published: Vec<Published>,
    #[serde(default, rename = "claim")]
    pub claims: Vec<Claim>,
    /// Differences to the paper that a reader has to know.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The folder of the file.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// Where it was published.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub paper: String,
    pub authors: String,
    pub year: u32,
    /// Section, table, figure.
    pub place: String,
    /// How the paper measured.
    #[serde(default)]
    pub method: String,
}

/// How the lab measures.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The metric that ranks the programs.
    pub primary: Spanned<String>,
    pub rounds_min: u32,
    pub rounds_max: u32,
    /// Half the width of the interval of the ratio to the best, relative to the ratio, at which a case is finished.
    pub precision: f64,
    pub seconds: f64,
    pub warm_up_seconds: f64,
    /// How long a server idles before its memory is read again.
    pub idle_seconds: f64,
    /// Servers may use the generator's core as well.
    pub all_cores: bool,
    /// A process that runs longer is killed.
    pub limit_seconds: f64,
    /// A server must listen within this.
    pub start_seconds: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            primary: Spanned::new(0..0, String::new()),
            rounds_min: 3,
            rounds_max: 12,
            precision: 0.03,
            seconds: 5.0,
            warm_up_seconds: 1.5,
            idle_seconds: 30.0,
            all_cores: false,
            limit_seconds: 60.0,
            start_seconds: 15.0,
        }
    }
}

/// One column of the experiment: a level of load, or an argument.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: Spanned<String>,
    /// Cases of one group are measured one after another on one running server.
    #[serde(default)]
    pub group: Option<String>,
    /// Its position on the axis of a chart.
    #[serde(default)]
    pub x: Option<f64>,
    #[serde(default)]
    pub connections: Option<Spanned<u32>>,
    /// The paths to request, alternately.
    #[serde(default)]
    pub paths: Vec<String>,
    #[serde(default)]
    pub method: Option<String>,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    #[serde(default)]
    pub body: Option<String>,
    /// A number of requests instead of a duration.
    #[serde(default)]
    pub requests: Option<u64>,
    /// An open loop at this rate instead of a closed one.
    #[serde(default)]
    pub per_second: Option<f64>,
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The expected body of the response, or output of the process.
    #[serde(default)]
    pub expect: Option<String>,
    /// The expected body of the response is this file.
    #[serde(default)]
    pub expect_file: Option<String>,
    /// The body of the response must contain this.
    #[serde(default)]
    pub expect_part: Option<String>,
    /// The body of the response must have this many bytes.
    #[serde(default)]
    pub expect_bytes: Option<u64>,
    /// The approximate run time of the process, for plans.
    #[serde(default)]
    pub estimate_seconds: Option<f64>,
}

/// One row: a program, written for a runtime, and the runtime.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    pub name: Spanned<String>,
    pub rival: Spanned<String>,
    /// For the report; defaults to the rival's title.
    #[serde(default)]
    pub label: Option<String>,
    /// Relative to `programs/`.
    pub file: Spanned<String>,
    #[serde(default)]
    pub arguments: Vec<String>,
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Overrides the case's `expect`.
    #[serde(default)]
    pub expect: Option<String>,
    /// The command line instead of the rival's, with the same placeholders.
    #[serde(default)]
    pub command: Vec<String>,
    /// A command that builds the file, run in `programs/` before the first round. `{binary:NAME}` is the binary of a
    /// rival.
    #[serde(default)]
    pub build: Vec<String>,
    /// The file that the program writes, relative to `programs/`: its size is measured, and it is removed before each
    /// run.
    #[serde(default)]
    pub output: Option<String>,
}

/// A file that is generated before the first round.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataFile {
    /// Relative to the experiment's folder.
    pub file: String,
    pub bytes: u64,
}

/// One step of a migration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub name: Spanned<String>,
    /// What the paper reports about it.
    #[serde(default)]
    pub published: String,
    /// The command for each program; `{binary}` is the runtime.
    #[serde(default)]
    pub commands: BTreeMap<String, Vec<String>>,
    /// Files that have to be edited before the step, for each program.
    #[serde(default)]
    pub edits: BTreeMap<String, Vec<String>>,
    /// What the step's output must contain.
    #[serde(default)]
    pub expect: Option<String>,
}

/// Figures of the paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    pub metric: Spanned<String>,
    pub case: Spanned<String>,
    pub place: String,
    /// By the name of the program here.
    pub values: BTreeMap<String, f64>,
}

/// A claim of the paper that can be tested: the ratio of two programs is at least or at most a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub says: Spanned<String>,
    pub metric: Spanned<String>,
    pub case: Spanned<String>,
    pub left: Spanned<String>,
    pub right: Spanned<String>,
    #[serde(default)]
    pub at_least: Option<f64>,
    #[serde(default)]
    pub at_most: Option<f64>,
    /// The ratio in the paper.
    #[serde(default)]
    pub published: Option<f64>,
}

impl Experiment {
    pub fn id(&self) -> &str {
        self.name.as_ref()
    }

    pub fn case(&self, name: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id() == name)
    }

    /// The cases by group, in the order of the file.
    pub fn groups(&self) -> Vec<Vec<&Case>> {
        let mut groups: Vec<Vec<&Case>> = Vec::new();
        for case in &self.cases {
            let known = groups.iter_mut().find(|group| case.group.is_some() && group[0].group == case.group);
            match known {
                Some(group) => group.push(case),
                None => groups.push(vec![case]),
            }
        }
        groups
    }
}

impl Program {
    pub fn id(&self) -> &str {
        self.name.as_ref()
    }

    /// The rivals that run it and build it.
    pub fn rivals(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.rival.as_ref().as_str()).chain(self.build.iter().filter_map(|word| builder(word)))
    }
}

/// The rival whose binary a word of a build command stands for: `{binary:NAME}`.
pub fn builder(word: &str) -> Option<&str> {
    word.strip_prefix("{binary:")?.strip_suffix('}')
}

impl Case {
    pub fn id(&self) -> &str {
        self.name.as_ref()
    }
}
