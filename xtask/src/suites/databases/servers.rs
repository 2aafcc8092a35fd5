//! The three servers of the programs: PostgreSQL, MariaDB and Redis, one of each for all programs, on free ports of the
//! loopback address, with their data in a folder that is removed after the run.

use super::postgres::{PASSWORD, Postgres, USER};
use super::server::{self, Server, text};
use crate::suites::http_client::free_port;
use crate::system_packages::{find_program, install};
use rustix::process::Signal;
use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::thread;

/// How many numbered databases Redis has; each program has its own.
const REDIS_DATABASES: usize = 64;

/// The running servers and where they listen.
pub struct Servers {
    pub postgres: Postgres,
    pub mariadb_port: u16,
    pub redis_port: u16,
    pub redis_tls_port: u16,
    _running: [Server; 2],
}

impl Servers {
    /// Installs missing packages, initializes the data below `folder` with one database per name, and starts all
    /// servers. `tls` contains `server.pem` and `server.key`.
    pub fn start(folder: &Path, tls: &Path, databases: &[String]) -> Result<Servers, String> {
        if databases.len() > REDIS_DATABASES {
            return Err(format!("there are more than {REDIS_DATABASES} programs: raise REDIS_DATABASES"));
        }
        install_missing()?;
        let (mariadb_port, redis_port, redis_tls_port) = (free_port()?, free_port()?, free_port()?);
        // Initializing takes most of the time, so both are done in parallel.
        let (postgres, mariadb, redis) = thread::scope(|scope| {
            let postgres = scope.spawn(|| Postgres::start(&folder.join("postgres"), tls, databases));
            let mariadb = scope.spawn(|| start_mariadb(&folder.join("mariadb"), tls, mariadb_port, databases));
            let redis = start_redis(&folder.join("redis"), tls, redis_port, redis_tls_port);
            (postgres.join(), mariadb.join(), redis)
        });
        let crashed = |_| "a thread that starts a server panicked".to_string();
        let running = [mariadb.map_err(crashed)??, redis?];
        Ok(Servers {
            postgres: postgres.map_err(crashed)??,
            mariadb_port,
            redis_port,
            redis_tls_port,
            _running: running,
        })
    }
}

/// The packages of missing servers. MariaDB's `core` is the server without a system service; the script that
/// initializes its data needs a program of the other package.
fn install_missing() -> Result<(), String> {
    let other = |program: &str, package: &'static str| find_program(program).is_none().then_some(package);
    let missing: Vec<&str> = [
        Postgres::missing_package(),
        other("mariadbd", "mariadb-server-core"),
        other("my_print_defaults", "mariadb-client-core"),
        other("redis-server", "redis-server"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

fn need(program: &str) -> Result<String, String> {
    find_program(program).ok_or_else(|| format!("{program} is missing, though its package is installed"))
}

fn start_mariadb(folder: &Path, tls: &Path, port: u16, databases: &[String]) -> Result<Server, String> {
    let (certificate, key) = server::copy_tls(folder, tls)?;
    let data = text(&folder.join("data"));
    server::prepare(
        &[
            &need("mariadb-install-db")?,
            "--no-defaults",
            &format!("--datadir={data}"),
            "--auth-root-authentication-method=normal",
            "--skip-test-db",
            "--skip-name-resolve",
        ],
        "",
    )?;
    let first = folder.join("first.sql");
    let mut statements = format!(
        "create user {USER}@'127.0.0.1' identified by '{PASSWORD}';\ngrant all on *.* to {USER}@'127.0.0.1';\n"
    );
    statements.extend(databases.iter().map(|name| format!("create database {name} character set utf8mb4;\n")));
    server::write_file(&first, statements.as_bytes())?;
    let options = [
        format!("--datadir={data}"),
        format!("--port={port}"),
        "--bind-address=127.0.0.1".to_string(),
        format!("--socket={}", folder.join("s").display()),
        format!("--pid-file={}", folder.join("pid").display()),
        format!("--init-file={}", first.display()),
        format!("--ssl-cert={certificate}"),
        format!("--ssl-key={key}"),
        "--skip-name-resolve".to_string(),
        "--default-time-zone=+00:00".to_string(),
        "--innodb-flush-log-at-trx-commit=0".to_string(),
        "--innodb-buffer-pool-size=32M".to_string(),
        "--max-allowed-packet=64M".to_string(),
        "--local-infile=1".to_string(),
    ];
    let program = need("mariadbd")?;
    let mut words = vec![program.as_str(), "--no-defaults"];
    words.extend(options.iter().map(String::as_str));
    let log = folder.join("output.log");
    let mut running = Server::start(&words, &log, Signal::TERM)?;
    running.wait("MariaDB", &log, || {
        answers(port) && fs::read_to_string(&log).is_ok_and(|text| text.contains("ready for connections"))
    })?;
    Ok(running)
}

fn start_redis(folder: &Path, tls: &Path, port: u16, tls_port: u16) -> Result<Server, String> {
    let (certificate, key) = server::copy_tls(folder, tls)?;
    let log = folder.join("output.log");
    let (program, port_text, tls_port_text, databases, directory, password) = (
        need("redis-server")?,
        port.to_string(),
        tls_port.to_string(),
        REDIS_DATABASES.to_string(),
        text(folder),
        format!(">{PASSWORD}"),
    );
    let words = [
        &program,
        "--port",
        &port_text,
        "--tls-port",
        &tls_port_text,
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--databases",
        &databases,
        "--dir",
        &directory,
        "--tls-cert-file",
        &certificate,
        "--tls-key-file",
        &key,
        "--tls-ca-cert-file",
        &certificate,
        "--tls-auth-clients",
        "no",
        "--user",
        USER,
        "on",
        &password,
        "~*",
        "&*",
        "+@all",
    ];
    let mut running = Server::start(&words, &log, Signal::TERM)?;
    running.wait("Redis", &log, || answers(port))?;
    Ok(running)
}

fn answers(port: u16) -> bool {
    TcpStream::connect(("127.0.0.1", port)).is_ok()
}
