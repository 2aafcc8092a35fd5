//! The guard: a small process between the lab and each program that it starts, so that no program survives the lab.
//!
//! The lab starts `brio-lab __guard SPEC` for each program. The guard starts the program, measures it with wait4, and
//! kills it with all its descendants on request, or when its standard input closes, which happens when the lab dies for
//! any reason (SIGKILL included). It is a subreaper, so that detached descendants are reparented to it. It also makes
//! measurements more accurate: a forked child inherits its parent's peak memory, and the guard is small.

use crate::cores;
use crate::meter::process_tree;
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal, set_child_subreaper,
};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// The hidden command that makes `brio-lab` a guard.
pub const COMMAND: &str = "__guard";
/// How long a program may take to exit after SIGTERM before it is killed.
const GRACE: Duration = Duration::from_millis(1000);

/// What to start, and the files for its output.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Spec {
    pub command: Vec<String>,
    pub folder: PathBuf,
    pub environment: Vec<(String, String)>,
    /// Empty for any core.
    pub cores: Vec<usize>,
    pub stdout: PathBuf,
    pub stderr: PathBuf,
}

/// How a program exited and what it used, including descendants that it waited for, as wait4 reports it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    pub wall_seconds: f64,
    pub user_seconds: f64,
    pub system_seconds: f64,
    pub peak_rss_bytes: u64,
    pub code: Option<i32>,
    pub signal: Option<i32>,
    /// Descendants that were still running and were killed.
    pub left_over: usize,
}

impl Ended {
    /// "exited with code 1", "was killed by signal 11".
    pub fn describe(&self) -> String {
        match (self.code, self.signal) {
            (Some(code), _) => format!("exited with code {code}"),
            (None, Some(signal)) => format!("was killed by signal {signal}"),
            (None, None) => "ended".to_string(),
        }
    }
}

/// The messages of the guard to the lab, one JSON object per line.
#[derive(Debug, Serialize, Deserialize)]
enum Message {
    Started(u32),
    Failed(String),
    Ended(Ended),
}

/// A guarded program. Dropping it kills the program and its descendants.
pub struct Guarded {
    /// The process of the program itself.
    pub process: u32,
    guard: Child,
    control: Option<ChildStdin>,
    messages: Receiver<Message>,
}

impl Guarded {
    /// Starts a program. The error is a sentence.
    pub fn start(spec: &Spec) -> Result<Guarded, String> {
        let lab =
            std::env::current_exe().map_err(|error| format!("the lab cannot find its own executable: {error}"))?;
        let spec = serde_json::to_string(spec).expect("a spec is plain data");
        let mut guard = Command::new(lab);
        // A process group of its own: neither Ctrl-C in the terminal nor a signal to the lab's group ends the guard
        // early.
        guard
            .args([COMMAND, &spec])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .process_group(0);
        let mut guard = guard.spawn().map_err(|error| format!("cannot start the guard: {error}"))?;
        let control = guard.stdin.take();
        let output = guard.stdout.take().expect("it is piped");
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let Ok(message) = serde_json::from_str(&line) else { continue };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut guarded = Guarded { process: 0, guard, control, messages };
        match guarded.messages.recv_timeout(Duration::from_secs(20)) {
            Ok(Message::Started(process)) => {
                guarded.process = process;
                Ok(guarded)
            }
            Ok(Message::Failed(sentence)) => Err(sentence),
            _ => Err("the guard did not start the program".to_string()),
        }
    }

    /// How the program exited, if it did within this time.
    pub fn ended_within(&self, limit: Duration) -> Option<Ended> {
        let deadline = Instant::now() + limit;
        loop {
            match self.messages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Message::Ended(ended)) => return Some(ended),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Ends the program: with SIGTERM first, then SIGKILL.
    pub fn stop(mut self) -> Option<Ended> {
        if let Some(mut control) = self.control.take() {
            // It may have exited already.
            let _ = control.write_all(b"stop\n");
            let ended = self.ended_within(GRACE * 4);
            drop(control);
            return ended;
        }
        None
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.control = None;
        let deadline = Instant::now() + GRACE * 5;
        while Instant::now() < deadline {
            if !matches!(self.guard.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        // The guard hangs, which happens only to a stopped process.
        let _ = self.guard.kill();
        let _ = self.guard.wait();
    }
}

/// The main function of the guard process. Returns its exit code.
pub fn run(spec: &str) -> i32 {
    // A signal to "brio-lab" by name is meant for the lab: the guard runs until its input closes, and cleans up.
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        let _ = signal_hook::flag::register(signal, Arc::default());
    }
    let started = serde_json::from_str::<Spec>(spec)
        .map_err(|error| format!("the guard cannot read what to start: {error}"))
        .and_then(|spec| start(&spec));
    let child = match started {
        Ok(child) => child,
        Err(sentence) => {
            say(&Message::Failed(sentence));
            return 1;
        }
    };
    let began = Instant::now();
    let process = Pid::from_child(&child);
    say(&Message::Started(process.as_raw_nonzero().get() as u32));
    let handle = pidfd_open(process, PidfdFlags::empty());
    std::thread::spawn(move || {
        let asked = std::io::stdin().lock().read_line(&mut String::new()).is_ok_and(|size| size > 0);
        if asked && let Ok(handle) = &handle {
            // The program may have exited meanwhile; the pidfd never refers to another process.
            let _ = pidfd_send_signal(handle, Signal::TERM);
            std::thread::sleep(GRACE);
        }
        end_everything();
    });
    let Ok(used) = child.wait4() else { return 1 };
    let wall_seconds = began.elapsed().as_secs_f64();
    let left_over = end_everything();
    say(&Message::Ended(Ended {
        wall_seconds,
        user_seconds: used.rusage.utime.as_secs_f64(),
        system_seconds: used.rusage.stime.as_secs_f64(),
        peak_rss_bytes: used.rusage.maxrss,
        code: used.status.code(),
        signal: used.status.signal(),
        left_over,
    }));
    0
}

fn start(spec: &Spec) -> Result<Child, String> {
    set_child_subreaper(Some(getpid())).map_err(|error| format!("the guard cannot become a subreaper: {error}"))?;
    cores::pin_thread(&spec.cores);
    let (program, arguments) = spec.command.split_first().ok_or("there is no command to start")?;
    let file = |path: &PathBuf| File::create(path).map_err(|error| format!("cannot write {}: {error}", path.display()));
    let mut command = Command::new(program);
    command.args(arguments).current_dir(&spec.folder).envs(spec.environment.iter().cloned());
    command.stdin(Stdio::null()).stdout(file(&spec.stdout)?).stderr(file(&spec.stderr)?).process_group(0);
    command.spawn().map_err(|error| format!("cannot start {program}: {error}"))
}

/// Kills all descendants until there are none. Returns their number at first.
fn end_everything() -> usize {
    let own = getpid().as_raw_nonzero().get() as u32;
    let mut first = None;
    for _ in 0..500 {
        let below: Vec<u32> = process_tree::tree(own)
            .into_iter()
            .filter(|process| *process != own && process_tree::is_alive(*process))
            .collect();
        first.get_or_insert(below.len());
        for process in &below {
            if let Some(pid) = Pid::from_raw(*process as i32) {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        if below.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    // Reparented descendants are not waited for: the guard exits, and init reaps them.
    first.unwrap_or(0)
}

fn say(message: &Message) {
    let line = serde_json::to_string(message).expect("a message is plain data");
    // The lab may be gone; the message is lost then.
    let _ = writeln!(std::io::stdout(), "{line}");
    let _ = std::io::stdout().flush();
}
