//! Waiting for the shell of a script. Signals that would end this process meanwhile are passed on to what the script
//! started, since the shell passes none on; this process ends when the script has.

use super::process_tree;
use brio_reactor::SignalReader;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Signal, getpgrp};
use std::io;
use std::process::{Child, ExitStatus};
use std::time::Duration;

/// Signals that request the end of a process.
pub(super) const ENDING: [Signal; 3] = [Signal::HUP, Signal::INT, Signal::TERM];
/// How long a shell may run after the programs that were signalled have ended.
const SHELL_DURATION: Duration = Duration::from_millis(200);

/// How a script ended.
pub(super) struct Ended {
    pub status: ExitStatus,
    /// The signal that this process received meanwhile.
    pub signal: Option<Signal>,
}

/// Waits for the end of a script's shell.
pub(super) fn wait(shell: &mut Child) -> io::Result<Ended> {
    let reader = reader_of(&[ENDING.as_slice(), &[Signal::CHILD]].concat())?;
    let mut passed: Option<Passed> = None;
    loop {
        // A child that ended before the reader was there has sent its signal already.
        if let Some(status) = shell.try_wait()? {
            return Ok(Ended { status, signal: passed.map(|passed| passed.signal) });
        }
        let has_time = wait_for_signal(&reader, passed.is_some().then_some(SHELL_DURATION))?;
        if let (Some(passed), false) = (&mut passed, has_time) {
            passed.end_idle_shell(shell.id());
        }
        while let Some(number) = reader.next() {
            if let Some(signal) = ending(number) {
                passed = Some(Passed::pass(shell.id(), signal));
            }
        }
    }
}

/// Listens to signals.
pub(super) fn reader_of(signals: &[Signal]) -> io::Result<SignalReader> {
    SignalReader::new(&signals.iter().map(|signal| signal.as_raw()).collect::<Vec<i32>>())
}

/// The signal of a number, if it is one that requests the end.
pub(super) fn ending(number: i32) -> Option<Signal> {
    ENDING.into_iter().find(|signal| signal.as_raw() == number)
}

/// A signal that was passed on.
struct Passed {
    signal: Signal,
    /// The processes that received it from this one; none once the shell has.
    receivers: Vec<u32>,
}

impl Passed {
    /// Passes a signal on to what the shell started, whose end the shell sees; to the shell itself when it runs nothing.
    fn pass(shell: u32, signal: Signal) -> Self {
        let mut receivers = Vec::new();
        if !is_sent_by_terminal(signal) {
            receivers = process_tree::of(shell);
            if receivers.len() > 1 {
                receivers.remove(0);
            }
            process_tree::signal_all(&receivers, signal);
        }
        Self { signal, receivers }
    }

    /// Ends a shell that continues with its next command, once.
    fn end_idle_shell(&mut self, shell: u32) {
        let tree = process_tree::of(shell);
        if !self.receivers.is_empty() && !tree.iter().any(|process| self.receivers.contains(process)) {
            process_tree::signal_all(&tree, self.signal);
            self.receivers.clear();
        }
    }
}

/// Waits until a signal can be read. False: none arrived in time.
pub(super) fn wait_for_signal(reader: &SignalReader, limit: Option<Duration>) -> io::Result<bool> {
    let mut polled: Vec<PollFd<'_>> =
        reader.descriptors().map(|descriptor| PollFd::from_borrowed_fd(descriptor, PollFlags::IN)).collect();
    let limit = limit.map(|limit| Timespec { tv_sec: 0, tv_nsec: limit.subsec_nanos().into() });
    match poll(&mut polled, limit.as_ref()) {
        Ok(count) => Ok(count > 0),
        // A signal arrived: its byte is there.
        Err(Errno::INTR) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// Whether the script has the signal already: a terminal sends its own to all processes in the foreground.
pub(super) fn is_sent_by_terminal(signal: Signal) -> bool {
    signal == Signal::INT && rustix::termios::tcgetpgrp(io::stderr()).is_ok_and(|group| group == getpgrp())
}

#[cfg(test)]
#[path = "waiting_tests.rs"]
mod tests;
