//! PostgreSQL for tests and measurements: a server of its own on a free port, with fresh data.

use super::server::{self, Server, text};
use crate::suites::http_client::free_port;
use crate::system_packages::{find_program, install};
use rustix::process::Signal;
use std::fs;
use std::path::Path;

/// The user name of the programs on all servers.
pub const USER: &str = "brio";
pub const PASSWORD: &str = "a-secret-of-tests";

/// The running server; it is stopped when the value is dropped.
pub struct Postgres {
    pub port: u16,
    server: Server,
}

impl Postgres {
    /// The Debian package, when it is not installed.
    pub fn missing_package() -> Option<&'static str> {
        find("postgres").is_none().then_some("postgresql")
    }

    /// Initializes the data in `folder`, with a database for each name, and starts the server. `tls` contains
    /// `server.pem` and `server.key`. Installs the package when it is missing.
    pub fn start(folder: &Path, tls: &Path, databases: &[String]) -> Result<Postgres, String> {
        if let Some(package) = Postgres::missing_package() {
            install(&[package])?;
        }
        let need = |name: &str| find(name).ok_or_else(|| format!("{name} is missing, though its package is installed"));
        let (postgres, initdb, port) = (need("postgres")?, need("initdb")?, free_port()?);
        let (certificate, key) = server::copy_tls(folder, tls)?;
        let (data, password) = (text(&folder.join("data")), text(&folder.join("password")));
        server::write_file(Path::new(&password), PASSWORD.as_bytes())?;
        server::prepare(
            &[
                &initdb,
                "-D",
                &data,
                "-U",
                USER,
                "--auth=scram-sha-256",
                "--pwfile",
                &password,
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync",
            ],
            "",
        )?;
        // Before clients can connect: the server itself reads statements, one per line.
        let statements: String = databases.iter().map(|name| format!("create database {name}\n")).collect();
        server::prepare(&[&postgres, "--single", "-F", "-D", &data, "postgres"], &statements)?;
        let settings = [
            format!("port={port}"),
            "listen_addresses=127.0.0.1".to_string(),
            format!("unix_socket_directories={}", folder.display()),
            "fsync=off".to_string(),
            "ssl=on".to_string(),
            format!("ssl_cert_file={certificate}"),
            format!("ssl_key_file={key}"),
            "timezone=UTC".to_string(),
        ];
        let mut words = vec![postgres.as_str(), "-D", &data];
        words.extend(settings.iter().flat_map(|setting| ["-c", setting.as_str()]));
        let log = folder.join("output.log");
        let mut running = Server::start(&words, &log, Signal::INT)?;
        // It accepts connections some time before it serves clients; the eighth line of this file shows when.
        let state = Path::new(&data).join("postmaster.pid");
        running.wait("PostgreSQL", &log, || {
            fs::read_to_string(&state).is_ok_and(|text| text.lines().nth(7).is_some_and(|line| line.trim() == "ready"))
        })?;
        Ok(Postgres { port, server: running })
    }

    /// The process that listens, and forks one for each connection.
    pub fn process_id(&self) -> u32 {
        self.server.process_id()
    }
}

/// Debian installs several versions side by side, outside of PATH; the newest one is used.
fn find(name: &str) -> Option<String> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = versions.filter_map(|entry| {
        Some((entry.file_name().to_str()?.parse::<u32>().ok()?, entry.path().join("bin").join(name)))
    });
    found.filter(|(_, path)| path.is_file()).max().map(|(_, path)| text(&path)).or_else(|| find_program(name))
}
