//! The services that the client experiments use: a database, or a server in a process of its own. It is the same one
//! for all runtimes, has a core of its own, and its cost is not counted.

use super::cores;
use super::experiments::Service;
use super::peers;
use crate::process;
use crate::suites::databases::postgres::{PASSWORD, Postgres, USER};
use crate::suites::http_client::{free_port, wait_for_port};
use crate::suites::temporary_folder::TemporaryFolder;
use crate::workspace::Workspace;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

const START_LIMIT: Duration = Duration::from_secs(15);
const DATABASE: &str = "bench";

/// A running service, and how a program finds it.
pub struct Running {
    /// Environment variables.
    pub variables: Vec<(&'static str, String)>,
    _process: Process,
}

/// Killed when the value is dropped.
enum Process {
    Server(Child),
    Database { _postgres: Postgres, _folder: TemporaryFolder },
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Process::Server(child) = self {
            process::kill_group(child);
            // The status of a killed server is meaningless.
            let _ = child.wait();
        }
    }
}

/// Starts the service of the experiment's programs. `programs` is the folder of the programs.
pub fn start(workspace: &Workspace, service: Service, programs: &Path) -> Result<Running, String> {
    match service {
        Service::Hello => start_hello(programs),
        Service::Postgres => start_postgres(workspace),
    }
}

fn start_hello(programs: &Path) -> Result<Running, String> {
    let port = free_port()?;
    let words = peers::command("node")?;
    let mut command = cores::on(cores::COUNTERPART, &words[0]);
    command.args(&words[1..]).arg(programs.join("packages/hello_server.cjs")).env("PORT", port.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit()).process_group(0);
    let mut child = command.spawn().map_err(|error| format!("cannot start the server of the experiment: {error}"))?;
    let ready = wait_for_port(port, START_LIMIT, || matches!(child.try_wait(), Ok(None)));
    let running = Running {
        variables: vec![("SERVICE_URL", format!("http://127.0.0.1:{port}/"))],
        _process: Process::Server(child),
    };
    ready.map(|()| running)
}

fn start_postgres(workspace: &Workspace) -> Result<Running, String> {
    let folder = TemporaryFolder::new()?;
    let postgres = Postgres::start(
        &folder.path.join("postgres"),
        &workspace.root.join("tests/databases/tls"),
        &[DATABASE.to_string()],
    )?;
    // The server's process starts the process of each connection, which so inherits its core.
    cores::keep(cores::COUNTERPART, postgres.process_id())?;
    let variables = vec![
        ("PGHOST", "127.0.0.1".to_string()),
        ("PGPORT", postgres.port.to_string()),
        ("PGUSER", USER.to_string()),
        ("PGPASSWORD", PASSWORD.to_string()),
        ("PGDATABASE", DATABASE.to_string()),
    ];
    Ok(Running { variables, _process: Process::Database { _postgres: postgres, _folder: folder } })
}
