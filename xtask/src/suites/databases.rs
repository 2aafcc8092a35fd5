//! `tests/databases/programs/*`: programs that use databases through npm packages, against servers that this suite
//! installs, starts and stops. The output of a program must be that of Node.js, stored in `tests/databases/expected/`;
//! `--update` runs the programs with Node.js and writes it.

mod applications;
mod ferretdb;
pub mod postgres;
mod server;
mod servers;

use super::Options;
use super::http_client::free_port;
use super::packages;
use super::parallel;
use super::temporary_folder::{TemporaryFolder, copy_folder};
use super::wildcard;
use crate::bench::peers;
use crate::process;
use crate::report::Tally;
use crate::workspace::Workspace;
use postgres::{PASSWORD, USER};
use servers::Servers;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const FOLDER: &str = "tests/databases";
const LIMIT: Duration = Duration::from_secs(60);

/// One program, with its environment.
struct Job {
    /// Its name in failure messages.
    name: String,
    file: PathBuf,
    /// The name of its own database in PostgreSQL and MariaDB.
    database: String,
    /// The number of its own database in Redis.
    number: usize,
}

/// The state that all programs of a run share.
struct Setting<'a> {
    workspace: &'a Workspace,
    /// The copy of the programs that runs, with `node_modules` beside them.
    programs: PathBuf,
    servers: Servers,
    /// A port without a listener.
    refused_port: u16,
    /// The command line of Node.js, when its output is being recorded.
    node: Option<Vec<String>>,
    /// The packages that Node.js needs for TypeScript with decorators.
    compiler: Option<PathBuf>,
}

/// Runs the programs whose path matches the filter.
pub fn run(workspace: &Workspace, options: &Options) -> Result<Tally, String> {
    let folder = workspace.root.join(FOLDER);
    let mut tally = Tally::default();
    let jobs = find_jobs(workspace, options);
    let applications = applications::find_jobs(options, is_node(workspace));
    if jobs.is_empty() && applications.is_empty() {
        return Ok(tally);
    }
    let modules = packages::install(&folder)?;
    let temporary_folder = TemporaryFolder::new()?;
    let programs = temporary_folder.path.join("programs");
    fs::create_dir_all(&programs).map_err(|error| error.to_string())?;
    copy_folder(&folder.join("programs"), &programs)?;
    symlink(&modules, programs.join("node_modules")).map_err(|error| format!("cannot link the packages: {error}"))?;
    let databases: Vec<String> = jobs
        .iter()
        .map(|job| job.database.clone())
        .chain(applications.iter().map(applications::Job::database))
        .collect();
    let setting = Setting {
        workspace,
        programs,
        servers: Servers::start(&temporary_folder.path, &folder.join("tls"), &databases)?,
        refused_port: free_port()?,
        node: if options.update { Some(peers::command("node")?) } else { None },
        compiler: if options.update || is_node(workspace) {
            Some(packages::install(&folder.join("node_compiler"))?)
        } else {
            None
        },
    };
    parallel::for_each(
        &jobs,
        |job| run_program(&setting, job),
        |job, outcome| {
            let expected = folder.join("expected").join(format!("{}.txt", job.database));
            let judged = outcome.and_then(|actual| judge(&expected, &actual, options.update));
            options.expected.count(&mut tally, &job.name, judged);
        },
    );
    if !applications.is_empty() {
        applications::run(&setting, &applications, options, &mut tally)?;
    }
    options.finish_suite(&mut tally, FOLDER);
    Ok(tally)
}

impl Setting<'_> {
    /// The addresses of the servers, and the database that a program has for itself.
    fn add_environment(&self, command: &mut Command, database: &str) {
        let servers = &self.servers;
        let ports = [
            ("PGPORT", servers.postgres.port),
            ("MARIADB_PORT", servers.mariadb_port),
            ("REDIS_PORT", servers.redis_port),
            ("REDIS_TLS_PORT", servers.redis_tls_port),
            ("REFUSED_PORT", self.refused_port),
        ];
        for (variable, port) in ports {
            command.env(variable, port.to_string());
        }
        command.env("PGHOST", "127.0.0.1").env("PGUSER", USER).env("PGPASSWORD", PASSWORD).env("PGDATABASE", database);
    }
}

/// Whether the tests run Node.js instead of Brio.
fn is_node(workspace: &Workspace) -> bool {
    Path::new(workspace.brio().get_program()).file_name().is_some_and(|name| name == "node")
}

/// Each file at the top of the folder of programs is a program; shared files are in subfolders.
fn find_jobs(workspace: &Workspace, options: &Options) -> Vec<Job> {
    let folder = workspace.root.join(FOLDER).join("programs");
    let is_program = |file: &PathBuf| {
        file.parent() == Some(folder.as_path()) && file.extension().is_some_and(|extension| extension != "json")
    };
    let mut jobs = Vec::new();
    for file in workspace.files(&format!("{FOLDER}/programs"), "").into_iter().filter(is_program) {
        let name = workspace.relative(&file);
        let database = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if options.wants(&name) {
            jobs.push(Job { name, number: jobs.len(), file, database });
        }
    }
    jobs
}

fn run_program(setting: &Setting<'_>, job: &Job) -> Result<String, String> {
    let folder = setting.workspace.root.join(FOLDER);
    let mut command = match &setting.node {
        Some(words) => Command::new(&words[0]),
        None => setting.workspace.brio(),
    };
    let name = job.file.file_name().ok_or("a program has a name")?;
    command
        .arg(setting.programs.join(name))
        .current_dir(&setting.programs)
        .env("NO_COLOR", "1")
        .env("TZ", "Europe/Berlin");
    if let Some(compiler) = &setting.compiler {
        command
            .env("NODE_OPTIONS", format!("--require={}", folder.join("node_compiler/transpile.cjs").display()))
            .env("COMPILER", compiler);
    }
    setting.add_environment(&mut command, &job.database);
    command
        .env("DATABASE", &job.database)
        .env("REDIS_DATABASE", job.number.to_string())
        .env("TLS_AUTHORITY", folder.join("tls/authority.pem"));
    run_command(&mut command)
}

/// Runs a program to its end; returns what it printed.
fn run_command(command: &mut Command) -> Result<String, String> {
    let outcome = process::run(command, b"", LIMIT)?;
    if outcome.timed_out {
        return Err(format!("stopped after {} seconds\n{}{}", LIMIT.as_secs(), outcome.stdout, outcome.stderr));
    }
    if outcome.code() != 0 {
        return Err(format!("exit code {}\n{}{}", outcome.code(), outcome.stdout, outcome.stderr));
    }
    Ok(outcome.stdout)
}

fn judge(file: &Path, actual: &str, update: bool) -> Result<(), String> {
    if update {
        return fs::write(file, actual).map_err(|error| format!("{}: {error}", file.display()));
    }
    let expected = fs::read_to_string(file).map_err(|error| {
        format!("{}: {error}; ./x test --only databases --update writes what Node.js prints", file.display())
    })?;
    if wildcard::matches(&expected, actual) { Ok(()) } else { Err(difference(&expected, actual)) }
}

/// The first differing lines, with the preceding one: the complete output is long.
fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let same = expected.iter().zip(&actual).take_while(|(expected, actual)| expected == actual).count();
    let part = |lines: &[&str]| lines[same.saturating_sub(1).min(lines.len())..(same + 8).min(lines.len())].join("\n");
    wildcard::explain(&format!("line {} of the output", same + 1), &part(&expected), &part(&actual))
}

#[cfg(test)]
mod tests {
    use super::{difference, judge};
    use crate::suites::temporary_folder::TemporaryFolder;

    #[test]
    fn only_what_node_printed_passes() {
        let temporary_folder = TemporaryFolder::new().expect("a folder");
        let file = temporary_folder.path.join("x.txt");
        assert!(judge(&file, "a\n", false).is_err(), "nothing was recorded");
        assert_eq!(judge(&file, "a\nb\n", true), Ok(()));
        assert_eq!(judge(&file, "a\nb\n", false), Ok(()));
        assert!(judge(&file, "a\n", false).is_err());
    }

    #[test]
    fn a_difference_shows_where_it_begins() {
        let text = difference("1\n2\n3\n4", "1\n2\nx\n4");
        assert!(text.contains("line 3") && text.contains("2\nx") && !text.contains("1\n"), "{text}");
        assert!(difference("1\n2", "1").contains("line 2"));
    }
}
