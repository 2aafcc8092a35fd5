//! FerretDB, a server with MongoDB's protocol over SQLite: built once by Go from its module, since no package of Debian
//! contains such a server.

use super::server::{self, Server, text};
use crate::suites::http_client::free_port;
use crate::suites::temporary_folder::{TemporaryFolder, copy_folder};
use crate::system_packages;
use crate::system_packages::find_program;
use crate::workspace::cache_folder;
use rustix::process::Signal;
use serde_json::Value;
use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The last version that stores its data in SQLite.
const VERSION: &str = "v1.24.2";
const MODULE: &str = "github.com/FerretDB/FerretDB";

/// The running server; it is stopped when the value is dropped.
pub struct FerretDb {
    port: u16,
    _server: Server,
}

impl FerretDb {
    /// Builds the server when that has not happened yet, and starts it with its data in `folder`.
    pub fn start(folder: &Path) -> Result<FerretDb, String> {
        let (built, port) = (build()?, free_port()?);
        server::make_folder(folder)?;
        // The server's user may not look into the cache.
        let copy = folder.join("ferretdb");
        fs::copy(&built, &copy).map_err(|error| format!("cannot copy {}: {error}", built.display()))?;
        let program = text(&copy);
        let options = [
            "--handler=sqlite".to_string(),
            format!("--sqlite-url=file:{}/", folder.display()),
            format!("--listen-addr=127.0.0.1:{port}"),
            format!("--state-dir={}", folder.display()),
            "--telemetry=disable".to_string(),
            "--debug-addr=-".to_string(),
            "--log-level=warn".to_string(),
        ];
        let words: Vec<&str> = std::iter::once(program.as_str()).chain(options.iter().map(String::as_str)).collect();
        let log = folder.join("output.log");
        let mut running = Server::start(&words, &log, Signal::TERM)?;
        running.wait("FerretDB", &log, || TcpStream::connect(("127.0.0.1", port)).is_ok())?;
        Ok(FerretDb { port, _server: running })
    }

    /// The address of a database, for clients.
    pub fn url(&self, database: &str) -> String {
        format!("mongodb://127.0.0.1:{}/{database}", self.port)
    }
}

/// Go on the PATH, or where its own archive installs it.
fn find_go() -> Option<String> {
    const OF_ARCHIVE: &str = "/usr/local/go/bin/go";
    find_program("go").or_else(|| Path::new(OF_ARCHIVE).is_file().then(|| OF_ARCHIVE.to_string()))
}

/// Builds the program into the user's cache, once per version, from a copy of its module: it exits when it does not
/// find the version in a file that only its repository has.
fn build() -> Result<PathBuf, String> {
    let folder = cache_folder()?.join(format!("ferretdb-{VERSION}"));
    let program = folder.join("ferretdb");
    if program.is_file() {
        return Ok(program);
    }
    if find_go().is_none() {
        system_packages::install(&["golang-go"])?;
    }
    let go = find_go().ok_or("Go, of the package golang-go, is needed to build FerretDB and was not found")?;
    eprintln!("x: building FerretDB {VERSION} with Go (once; it takes some minutes)");
    let temporary_folder = TemporaryFolder::new()?;
    let source = &temporary_folder.path;
    let module = run_go(&go, source, &["mod", "download", "-json", &format!("{MODULE}@{VERSION}")])?;
    let module: Value = serde_json::from_str(&module).map_err(|error| format!("go mod download: {error}"))?;
    copy_folder(Path::new(module["Dir"].as_str().unwrap_or_default()), source)?;
    fs::write(source.join("build/version/version.txt"), VERSION).map_err(|error| error.to_string())?;
    // Built aside and then renamed: an interrupted build never looks complete.
    let built = source.join("ferretdb.built");
    run_go(&go, source, &["build", "-o", &text(&built), "./cmd/ferretdb"])?;
    let explain = |error: std::io::Error| format!("cannot store FerretDB in {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(explain)?;
    let aside = folder.join(format!("ferretdb-{}", std::process::id()));
    fs::copy(&built, &aside).map_err(explain)?;
    fs::rename(&aside, &program).map_err(explain)?;
    Ok(program)
}

/// Runs Go in the folder; returns what it printed.
fn run_go(go: &str, folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(go)
        .args(arguments)
        .current_dir(folder)
        .env("CGO_ENABLED", "0")
        .env("GOFLAGS", "")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start {go}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("go: downloading")).take(6).collect();
    Err(format!("go {} failed:\n{}", arguments.join(" "), lines.join("\n")))
}
