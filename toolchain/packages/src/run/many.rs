//! Running the scripts of several packages: at the same time or one after another, each line of output with the name of
//! the package before it.

use super::{Outcome, Script, code_of, prepare, process_tree, waiting};
use crate::error::{Error, Result};
use crate::project::Project;
use rustix::process::Signal;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How long those that are stopped may take, before they are killed.
const GRACE_DURATION: Duration = Duration::from_secs(4);
/// How long a pipe may be open after its task has ended: a process that left the task's tree can have it.
const PIPE_DURATION: Duration = Duration::from_secs(1);
const POLL_DURATION: Duration = Duration::from_millis(50);

/// What runs in one package.
pub struct Task {
    pub project: Project,
    /// The prefix of its lines.
    pub label: String,
    /// Names and commands, one after another: `pre`, the script, `post`.
    pub stages: Vec<(String, String)>,
    /// Added to the command of the script called `name`.
    pub name: String,
    pub arguments: Vec<String>,
    /// The indexes of the tasks that must have succeeded before.
    pub after: Vec<usize>,
    /// As a task of Deno's.
    pub of_deno: Option<DenoTask>,
}

/// What differs in a task of Deno's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenoTask {
    /// What stands behind its name when it starts: the member of the workspace that it is of.
    pub owner: Option<String>,
    /// It never runs beside another one, so it has the terminal.
    pub is_alone: bool,
    /// Neither names nor commands are printed.
    pub is_quiet: bool,
    /// Its lines have no prefix.
    pub is_unlabelled: bool,
    /// Variables that its environment has besides.
    pub variables: Vec<(String, String)>,
}

/// How they run.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How many run at a time.
    pub count_max: usize,
    /// After a failure the others run to their end, and those that wait are started.
    pub continues: bool,
    /// Output is passed through as it is: only sensible with one at a time.
    pub is_plain: bool,
}

enum Event {
    Line(usize, bool, Vec<u8>),
    /// A task's pipe has ended.
    Closed(usize),
    /// This process received a signal that requests its end.
    Signal(Signal),
}

enum State {
    Waiting,
    Running(Running),
    Done,
    /// Not started, because something before it failed.
    Dropped,
}

struct Running {
    child: Child,
    stage: usize,
    open_pipes: usize,
}

/// Runs the tasks. Returns the exit code: that of the first task that failed.
///
/// # Errors
/// When the shell cannot be started.
pub fn run_many(tasks: &[Task], manner: Manner, start_folder: &Path) -> Result<i32> {
    if manner.is_plain {
        return run_plain(tasks, manner, start_folder);
    }
    let (sender, receiver) = channel();
    let mut all = Many {
        tasks,
        manner,
        start_folder,
        states: tasks.iter().map(|_| State::Waiting).collect(),
        sender,
        first_failure: 0,
        stopped: None,
        is_signalled: false,
        width: tasks.iter().map(|task| task.label.chars().count()).max().unwrap_or(0),
        has_colors: std::io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };
    all.watch_signals()?;
    all.run(&receiver)
}

struct Stop {
    at: Instant,
    has_killed: bool,
}

struct Many<'a> {
    tasks: &'a [Task],
    manner: Manner,
    start_folder: &'a Path,
    states: Vec<State>,
    sender: Sender<Event>,
    first_failure: i32,
    /// When the others were stopped, because one failed.
    stopped: Option<Stop>,
    /// This process received a signal, so nothing more is started.
    is_signalled: bool,
    width: usize,
    has_colors: bool,
}

impl Many<'_> {
    fn run(&mut self, receiver: &Receiver<Event>) -> Result<i32> {
        loop {
            self.start_ready()?;
            if !self.states.iter().any(|state| matches!(state, State::Running(_))) {
                return Ok(self.first_failure);
            }
            let received = match self.stopped {
                Some(_) => receiver.recv_timeout(POLL_DURATION),
                None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match received {
                Ok(Event::Line(index, is_error, line)) => self.print(index, is_error, &line),
                Ok(Event::Closed(index)) => self.close(index)?,
                Ok(Event::Signal(signal)) => self.pass_on(signal),
                Err(RecvTimeoutError::Timeout) => self.end_stopped(),
                // A sender is part of this.
                Err(RecvTimeoutError::Disconnected) => return Ok(self.first_failure),
            }
        }
    }

    /// Starts what may start. A circle of packages is broken at its first member.
    fn start_ready(&mut self) -> Result<()> {
        loop {
            let running = self.states.iter().filter(|state| matches!(state, State::Running(_))).count();
            if running >= self.manner.count_max.max(1) {
                return Ok(());
            }
            let waits = |index: &usize| matches!(self.states[*index], State::Waiting);
            let is_ready = |index: &usize| {
                waits(index)
                    && self.tasks[*index].after.iter().all(|before| matches!(self.states[*before], State::Done))
            };
            let all = 0..self.tasks.len();
            let ready = all.clone().find(is_ready).or_else(|| all.clone().find(|index| running == 0 && waits(index)));
            let Some(index) = ready else { return Ok(()) };
            if self.is_signalled || (self.first_failure != 0 && !self.manner.continues) {
                self.states[index] = State::Dropped;
                continue;
            }
            let task = &self.tasks[index];
            if task.stages.is_empty() || task.of_deno.as_ref().is_some_and(|deno| deno.is_alone) {
                self.first_failure = run_stages(task, self.start_folder)?.code;
                self.states[index] = State::Done;
                continue;
            }
            let running = self.start(index, 0)?;
            self.states[index] = State::Running(running);
        }
    }

    fn start(&self, index: usize, stage: usize) -> Result<Running> {
        let task = &self.tasks[index];
        let (name, command) = &task.stages[stage];
        let arguments: &[String] = if *name == task.name { &task.arguments } else { &[] };
        announce(task, name, Some(command), arguments);
        let script = Script {
            manifest: &task.project,
            stage: name,
            command,
            arguments,
            start_folder: self.start_folder,
            is_captured: true,
            tools: None,
            of_deno: task.of_deno.as_ref().map(|deno| deno.variables.as_slice()),
        };
        let mut command = prepare(&script)?;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(super::no_shell)?;
        let mut open_pipes = 0;
        if let Some(pipe) = child.stdout.take() {
            self.read(index, false, pipe)?;
            open_pipes += 1;
        }
        if let Some(pipe) = child.stderr.take() {
            self.read(index, true, pipe)?;
            open_pipes += 1;
        }
        Ok(Running { child, stage, open_pipes })
    }

    fn read(&self, index: usize, is_error: bool, pipe: impl Read + Send + 'static) -> Result<()> {
        let sender = self.sender.clone();
        let work = move || {
            let mut reader = BufReader::new(pipe);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
                // The receiver lives as long as a task runs.
                let _ = sender.send(Event::Line(index, is_error, std::mem::take(&mut line)));
            }
            let _ = sender.send(Event::Closed(index));
        };
        let thread = std::thread::Builder::new().name("output".to_string()).spawn(work);
        thread.map(|_| ()).map_err(|error| Error::new("ETHREAD", format!("cannot read the output: {error}")))
    }

    fn print(&self, index: usize, is_error: bool, line: &[u8]) {
        let mut bytes = self.prefix(index).into_bytes();
        bytes.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
        bytes.push(b'\n');
        // A closed pipe ends the reader's interest, not the scripts.
        let _ = if is_error { std::io::stderr().write_all(&bytes) } else { std::io::stdout().write_all(&bytes) };
    }

    /// What precedes each line of a task: its label and a bar, or as in Deno the label in brackets.
    fn prefix(&self, index: usize) -> String {
        const COLORS: [&str; 6] = ["36", "35", "33", "34", "32", "31"];
        let Task { label, of_deno, .. } = &self.tasks[index];
        let blanks = " ".repeat(self.width - label.chars().count());
        let colored = |text: &str| match self.has_colors {
            true => format!("\x1b[{}m{text}\x1b[0m", COLORS[index % COLORS.len()]),
            false => text.to_string(),
        };
        match of_deno {
            Some(deno) if deno.is_unlabelled => String::new(),
            Some(_) => format!("{blanks}{} ", colored(&format!("[{label}]"))),
            None => format!("{}{blanks} | ", colored(label)),
        }
    }

    /// A pipe has ended; with the last one the stage is over.
    fn close(&mut self, index: usize) -> Result<()> {
        let State::Running(running) = &mut self.states[index] else { return Ok(()) };
        running.open_pipes -= 1;
        if running.open_pipes > 0 {
            return Ok(());
        }
        let status = running.child.wait().map_err(|error| Error::new("ESHELL", format!("cannot wait: {error}")))?;
        let (code, next) = (code_of(status), running.stage + 1);
        if code == 0 && !self.is_signalled && next < self.tasks[index].stages.len() {
            let running = self.start(index, next)?;
            self.states[index] = State::Running(running);
            return Ok(());
        }
        self.states[index] = State::Done;
        if code != 0 {
            if self.tasks[index].of_deno.is_none() {
                self.print(index, true, format!("failed with code {code}").as_bytes());
            }
            let is_first = self.first_failure == 0;
            if is_first {
                self.first_failure = code;
            }
            if is_first && !self.manner.continues {
                self.stop();
            }
        }
        Ok(())
    }

    /// Receives signals as events, until this process ends.
    fn watch_signals(&self) -> Result<()> {
        let failed = |error| Error::new("ETHREAD", format!("cannot listen to signals: {error}"));
        let reader = waiting::reader_of(&waiting::ENDING).map_err(failed)?;
        let sender = self.sender.clone();
        let work = move || {
            while waiting::wait_for_signal(&reader, None).is_ok() {
                while let Some(signal) = reader.next().and_then(waiting::ending) {
                    // Without a receiver all have ended.
                    let _ = sender.send(Event::Signal(signal));
                }
            }
        };
        std::thread::Builder::new().name("signals".to_string()).spawn(work).map(|_| ()).map_err(failed)
    }

    /// The tasks end as this process was asked to; those that wait are not started.
    fn pass_on(&mut self, signal: Signal) {
        self.is_signalled = true;
        if self.first_failure == 0 {
            self.first_failure = 128 + signal.as_raw();
        }
        if !waiting::is_sent_by_terminal(signal) {
            self.signal(signal);
        }
    }

    fn stop(&mut self) {
        self.signal(Signal::TERM);
        self.stopped = Some(Stop { at: Instant::now(), has_killed: false });
    }

    fn signal(&self, signal: Signal) {
        for state in &self.states {
            if let State::Running(running) = state {
                process_tree::signal(running.child.id(), signal);
            }
        }
    }

    /// Kills what does not end after it was stopped, and gives up pipes whose task has ended.
    fn end_stopped(&mut self) {
        let Some(stop) = &mut self.stopped else { return };
        let duration = stop.at.elapsed();
        if duration > GRACE_DURATION && !std::mem::replace(&mut stop.has_killed, true) {
            self.signal(Signal::KILL);
        }
        for state in &mut self.states {
            if let State::Running(running) = state
                && duration > PIPE_DURATION
                && !matches!(running.child.try_wait(), Ok(None))
            {
                *state = State::Done;
            }
        }
    }
}

/// One after another, with the terminal as it is.
fn run_plain(tasks: &[Task], manner: Manner, start_folder: &Path) -> Result<i32> {
    let mut first_failure = 0;
    for index in in_order(tasks) {
        let outcome = run_stages(&tasks[index], start_folder)?;
        if outcome.code != 0 && first_failure == 0 {
            first_failure = outcome.code;
        }
        if outcome.signal.is_some() || (first_failure != 0 && !manner.continues) {
            break;
        }
    }
    Ok(first_failure)
}

/// Prints what a task of Deno's is about to run.
fn announce(task: &Task, stage: &str, command: Option<&str>, arguments: &[String]) {
    let Some(deno) = task.of_deno.as_ref().filter(|deno| !deno.is_quiet) else { return };
    let has_colors =
        std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let colored = |code: &str, text: &str| match has_colors {
        true => format!("\x1b[{code}m{text}\x1b[0m"),
        false => text.to_string(),
    };
    let owner = deno.owner.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let mut line = command.unwrap_or("(no command)").to_string();
    for argument in arguments {
        line.push_str(&format!(" '{}'", argument.replace('\'', "'\\''")));
    }
    eprintln!("{} {}{owner} {line}", colored("32", "Task"), colored("36", stage));
}

fn run_stages(task: &Task, start_folder: &Path) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    if task.stages.is_empty() {
        announce(task, &task.name, None, &[]);
    }
    for (stage, command) in &task.stages {
        let arguments: &[String] = if *stage == task.name { &task.arguments } else { &[] };
        announce(task, stage, Some(command), arguments);
        let manifest = &task.project;
        outcome = super::run_script(&Script {
            manifest,
            stage,
            command,
            arguments,
            start_folder,
            is_captured: false,
            tools: None,
            of_deno: task.of_deno.as_ref().map(|deno| deno.variables.as_slice()),
        })?;
        if outcome.code != 0 || outcome.signal.is_some() {
            break;
        }
    }
    Ok(outcome)
}

/// The indexes such that what a task waits for is before it, as far as there is no circle.
fn in_order(tasks: &[Task]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    while order.len() < tasks.len() {
        let mut waiting = (0..tasks.len()).filter(|index| !order.contains(index));
        let ready = waiting.clone().find(|index| tasks[*index].after.iter().all(|before| order.contains(before)));
        match ready.or_else(|| waiting.next()) {
            Some(index) => order.push(index),
            None => break,
        }
    }
    order
}
