//! The applications of the published comparisons, which the lab moves between runtimes: each is started by its own
//! `check` program, which sends every request and prints the replies. Brio runs them compiled by `tsc`, straight from their
//! source, and bundled and minified without any package beside them; the output must be that of Node.js on the compiled one.

use super::ferretdb::FerretDb;
use super::{Options, Setting, is_node, judge, run_command};
use crate::report::Tally;
use crate::suites::packages;
use crate::suites::parallel;
use crate::suites::temporary_folder::{TemporaryFolder, copy_folder};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "tests/databases/applications";

/// An application and the program that checks it.
struct Application {
    name: &'static str,
    /// Its sources.
    folder: &'static str,
    /// The folder of `package.json` and its lock file, when they are not beside the sources.
    packages: Option<&'static str>,
    /// Starts the file that is its argument, and sends the requests.
    check: &'static str,
    /// The files that start the application; Node.js runs the last one.
    entries: &'static [&'static str],
    needs_mongodb: bool,
}

const EXPRESS: &str = "lab/experiments/2023_lichter_express_migration/programs/app";
const NEST: &str = "lab/experiments/2023_lichter_nest_migration/programs/app";
const ALL_FORMS: &[&str] = &["src/index.ts", BUNDLE, "dist/index.js"];
/// What `brio build` makes of the source.
const BUNDLE: &str = "bundle/index.mjs";

const APPLICATIONS: &[Application] = &[
    Application {
        name: "lichter_express",
        folder: EXPRESS,
        packages: None,
        check: "check.ts",
        entries: ALL_FORMS,
        needs_mongodb: true,
    },
    Application {
        name: "lichter_nest",
        folder: NEST,
        packages: None,
        check: "check.ts",
        entries: ALL_FORMS,
        needs_mongodb: false,
    },
    Application {
        name: "lichter_nest_previous",
        folder: NEST,
        packages: Some("tests/databases/applications/nest_previous"),
        check: "check.ts",
        entries: ALL_FORMS,
        needs_mongodb: false,
    },
    Application {
        name: "milet_sqlite3",
        folder: "lab/experiments/2024_milet_express_sqlite3/programs",
        packages: None,
        check: "check.cjs",
        entries: &["server.cjs"],
        needs_mongodb: false,
    },
    Application {
        name: "milet_node_sqlite",
        folder: "lab/experiments/2024_milet_express/programs",
        packages: None,
        check: "check.cjs",
        entries: &["server_node.cjs"],
        needs_mongodb: false,
    },
];

/// One application, started from one of its files.
pub struct Job {
    application: &'static Application,
    entry: &'static str,
    name: String,
}

impl Job {
    /// The name of its own database.
    pub fn database(&self) -> String {
        let form = self.entry.split(['/', '.']).next().unwrap_or_default();
        format!("{}_{form}", self.application.name)
    }
}

/// The jobs that the filter selects. Node.js records, and is tested with, the last file only.
pub fn find_jobs(options: &Options, is_node: bool) -> Vec<Job> {
    let mut jobs = Vec::new();
    for application in APPLICATIONS {
        let first = if options.update || is_node { application.entries.len() - 1 } else { 0 };
        for &entry in &application.entries[first..] {
            let name = format!("{FOLDER}/{} ({entry})", application.name);
            if options.wants(&name) {
                jobs.push(Job { application, entry, name });
            }
        }
    }
    jobs
}

/// Runs the jobs.
pub fn run(setting: &Setting<'_>, jobs: &[Job], options: &Options, tally: &mut Tally) -> Result<(), String> {
    let temporary_folder = TemporaryFolder::new()?;
    let mongodb = match jobs.iter().any(|job| job.application.needs_mongodb) {
        true => Some(FerretDb::start(&temporary_folder.path.join("ferretdb"))?),
        false => None,
    };
    // One after another: the packages of several jobs are the same.
    let is_installed = |job: &&Job| match packages::install(&packages_folder(setting, job)) {
        Ok(_) => true,
        Err(message) => {
            tally.fail(&job.name, &message);
            false
        }
    };
    let ready: Vec<&Job> = jobs.iter().filter(is_installed).collect();
    parallel::for_each(
        &ready,
        |job| run_job(setting, job, mongodb.as_ref()),
        |job, outcome| {
            let expected = setting.workspace.root.join(FOLDER).join(format!("{}.txt", job.application.name));
            let judged = outcome.and_then(|actual| judge(&expected, &actual, options.update));
            options.expected.count(tally, &job.name, judged);
        },
    );
    Ok(())
}

fn packages_folder(setting: &Setting<'_>, job: &Job) -> PathBuf {
    setting.workspace.root.join(job.application.packages.unwrap_or(job.application.folder))
}

fn run_job(setting: &Setting<'_>, job: &Job, mongodb: Option<&FerretDb>) -> Result<String, String> {
    let application = job.application;
    let packages_folder = packages_folder(setting, job);
    let modules = packages::install(&packages_folder)?;
    let temporary_folder = TemporaryFolder::new()?;
    let folder = temporary_folder.path.join("app");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    copy_folder(&setting.workspace.root.join(application.folder), &folder)?;
    fs::copy(packages_folder.join("package.json"), folder.join("package.json")).map_err(|error| error.to_string())?;
    symlink(&modules, folder.join("node_modules")).map_err(|error| format!("cannot link the packages: {error}"))?;
    if job.entry == BUNDLE {
        let mut build = start(setting, &folder);
        build.args(["build", "src/index.ts", "--outdir", "bundle", "--out-extension", ".js=.mjs", "--target", "node"]);
        run_command(build.args(["--minify", "--keep-names", "--quiet"]))?;
        fs::remove_file(folder.join("node_modules")).map_err(|error| error.to_string())?;
    }
    if job.entry.starts_with("dist/") {
        let mut compile = start(setting, &folder);
        run_command(compile.arg("node_modules/typescript/bin/tsc").args(["-p", "."]))?;
    }
    let mut check = start(setting, &folder);
    check.arg(application.check).arg(job.entry);
    setting.add_environment(&mut check, &job.database());
    if let Some(mongodb) = mongodb {
        check.env("MONGODB_URL", mongodb.url(&job.database()));
    }
    run_command(&mut check)
}

/// The tested runtime, or Node.js, in the folder of the application.
fn start(setting: &Setting<'_>, folder: &Path) -> Command {
    let mut command = match &setting.node {
        Some(words) => Command::new(&words[0]),
        None => setting.workspace.brio(),
    };
    command.current_dir(folder).env("NO_COLOR", "1").env("TZ", "Europe/Berlin").env_remove("PORT");
    if setting.node.is_some() || is_node(setting.workspace) {
        command.env("NODE_NO_WARNINGS", "1");
    }
    command
}

#[cfg(test)]
mod tests {
    use super::APPLICATIONS;
    use std::path::Path;

    #[test]
    fn the_applications_are_where_the_table_says() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in the repository");
        for application in APPLICATIONS {
            let folder = root.join(application.folder);
            assert!(folder.join(application.check).is_file(), "{}", application.name);
            let packages = root.join(application.packages.unwrap_or(application.folder));
            assert!(packages.join("package-lock.json").is_file(), "{}", application.name);
        }
    }
}
