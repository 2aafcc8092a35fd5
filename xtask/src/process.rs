//! Runs a program with a time limit and collects its output. A program that exceeds the limit is killed with its
//! children.

use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Output of one stream beyond this is dropped: a test in an endless loop must not exhaust memory.
const OUTPUT_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// The result of a program.
pub struct Outcome {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    pub timed_out: bool,
}

impl Outcome {
    /// The exit code as a shell shows it: 128 plus the signal when a signal ended the program.
    pub fn code(&self) -> i32 {
        self.status.code().unwrap_or_else(|| 128 + self.status.signal().unwrap_or(0))
    }
}

/// Runs `command` with `stdin` as its input and kills it after `limit`.
/// Fails only when the program cannot be started.
pub fn run(command: &mut Command, stdin: &[u8], limit: Duration) -> Result<Outcome, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|error| format!("cannot start {program}: {error}"))?;
    let mut input = child.stdin.take().expect("stdin is piped");
    let bytes = stdin.to_vec();
    // A program that does not read its input causes a broken pipe, which is ignored.
    thread::spawn(move || drop(input.write_all(&bytes)));
    let stdout = read_in_background(child.stdout.take().expect("stdout is piped"));
    let stderr = read_in_background(child.stderr.take().expect("stderr is piped"));
    let (status, timed_out) = wait(&mut child, limit)?;
    // Remaining child processes hold the pipes open: they are killed with the program.
    kill_group(&child);
    Ok(Outcome { status, stdout: collect(&stdout), stderr: collect(&stderr), timed_out })
}

/// Kills a child that was started in its own process group, and the whole group.
pub fn kill_group(child: &Child) {
    let id = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        // The group no longer exists when all its members have exited.
        let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
    }
}

fn wait(child: &mut Child, limit: Duration) -> Result<(ExitStatus, bool), String> {
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(|error| format!("cannot wait for a child: {error}"))? {
            return Ok((status, false));
        }
        if Instant::now() >= deadline {
            kill_group(child);
            let status = child.wait().map_err(|error| format!("cannot wait for a child: {error}"))?;
            return Ok((status, true));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn read_in_background(stream: impl Read + Send + 'static) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.take(OUTPUT_BYTES_MAX).read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

fn collect(receiver: &mpsc::Receiver<Vec<u8>>) -> String {
    let bytes = receiver.recv_timeout(Duration::from_secs(5)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
#[path = "process_tests.rs"]
mod tests;
