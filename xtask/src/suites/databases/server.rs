//! One database server of a test: its folder, its process, and how it is stopped. `servers` defines which servers there
//! are.

use crate::process;
use crate::system_packages::is_root;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Debian's `nobody` and `nogroup`. PostgreSQL and MariaDB refuse to run as root, and Redis does not need it.
const NOBODY: u32 = 65_534;
const PREPARE_LIMIT: Duration = Duration::from_secs(60);
const STOP_LIMIT: Duration = Duration::from_secs(5);

/// A server that is stopped when the value is dropped.
pub struct Server {
    child: Child,
    stop: Signal,
}

impl Server {
    /// Starts `words` as an unprivileged user; its output goes to `log`. `stop` is the signal that ends it cleanly.
    pub fn start(words: &[&str], log: &Path, stop: Signal) -> Result<Server, String> {
        let explain = |error: std::io::Error| format!("cannot start {}: {error}", words[0]);
        let output = fs::File::create(log).map_err(explain)?;
        let errors = output.try_clone().map_err(explain)?;
        let mut command = unprivileged(words);
        command.stdin(Stdio::null()).stdout(output).stderr(errors).process_group(0);
        Ok(Server { child: command.spawn().map_err(explain)?, stop })
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    pub fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until `is_ready`; fails when the server exits or the time is over, with the end of its log.
    pub fn wait(&mut self, name: &str, log: &Path, mut is_ready: impl FnMut() -> bool) -> Result<(), String> {
        let deadline = Instant::now() + PREPARE_LIMIT;
        while !is_ready() {
            if !self.is_alive() || Instant::now() > deadline {
                let text = fs::read_to_string(log).unwrap_or_default();
                let lines: Vec<&str> = text.lines().collect();
                return Err(format!("{name} did not start:\n{}", lines[lines.len().saturating_sub(15)..].join("\n")));
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ended cleanly first: a killed PostgreSQL would leave its shared memory behind.
        if let Some(id) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            // It may have exited already.
            let _ = kill_process(id, self.stop);
        }
        let deadline = Instant::now() + STOP_LIMIT;
        while self.is_alive() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        process::kill_group(&self.child);
        // Its status no longer matters.
        let _ = self.child.wait();
    }
}

/// Creates a folder that only the server's user can access.
pub fn make_folder(path: &Path) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("cannot make {}: {error}", path.display());
    fs::create_dir_all(path).map_err(explain)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(explain)?;
    give(path).map_err(explain)
}

/// Writes a file that only the server's user can access.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
    fs::write(path, content).map_err(explain)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(explain)?;
    give(path).map_err(explain)
}

/// Runs a helper program of a server to its end as its user, with `input`.
pub fn prepare(words: &[&str], input: &str) -> Result<(), String> {
    let outcome = process::run(&mut unprivileged(words), input.as_bytes(), PREPARE_LIMIT)?;
    if outcome.code() == 0 && !outcome.timed_out {
        return Ok(());
    }
    Err(format!("{} failed with code {}\n{}{}", words[0], outcome.code(), outcome.stdout, outcome.stderr))
}

fn give(path: &Path) -> std::io::Result<()> {
    if is_root() { chown(path, Some(NOBODY), Some(NOBODY)) } else { Ok(()) }
}

fn unprivileged(words: &[&str]) -> Command {
    let mut command = Command::new(if is_root() { "setpriv" } else { words[0] });
    if is_root() {
        command
            .args([format!("--reuid={NOBODY}"), format!("--regid={NOBODY}")])
            .args(["--clear-groups", "--"])
            .arg(words[0]);
    }
    // The server's home is not that of root, and messages are compared in English.
    command.args(&words[1..]).env("HOME", "/").env("LC_ALL", "C").current_dir("/");
    command
}

/// Copies certificate and key for a server, since it accepts no key that another user owns. Creates the folder and
/// returns the paths of both.
pub fn copy_tls(folder: &Path, tls: &Path) -> Result<(String, String), String> {
    make_folder(folder)?;
    let copy = |name: &str| -> Result<String, String> {
        let content = fs::read(tls.join(name)).map_err(|error| format!("{}: {error}", tls.join(name).display()))?;
        let target = folder.join(name);
        write_file(&target, &content)?;
        Ok(text(&target))
    };
    Ok((copy("server.pem")?, copy("server.key")?))
}

/// The path as an argument.
pub fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
