//! Waiting for a child on this thread. Its pipes are served at the same time, so that neither side can block the other.

use crate::generated::child_process_ops::SpawnLimits;
use crate::launch::make_nonblocking;
use brio_spawn::{Ended, Usage, reap};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, Shutdown, recv, send, shutdown};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, test_kill_process};
use std::time::{Duration, Instant};

const READ_BYTES: usize = 64 * 1024;
/// How often to poll for the exit of a child when the system cannot report it.
const LOOK_INTERVAL: Duration = Duration::from_millis(5);

/// Another part of the process reaped the child: its exit status is lost.
fn lost() -> Ended {
    Ended { code: -1, signal: 0, usage: Usage::default() }
}

/// One pipe of a child in a synchronous wait.
pub(crate) struct Pipe {
    /// None when both directions are done.
    socket: Option<OwnedFd>,
    input: Vec<u8>,
    written_bytes: usize,
    is_input_open: bool,
    output: Vec<u8>,
    /// The error of writing when the child stopped reading too early.
    failure: Option<Errno>,
}

/// The result of a synchronous wait.
pub(crate) struct WaitResult {
    pub status: Ended,
    /// Negative, or 0: ETIMEDOUT, ENOBUFS, or the error of sending the signal.
    pub errno: i32,
    pub outputs: Vec<Option<Vec<u8>>>,
}

impl Pipe {
    pub fn new(socket: OwnedFd, input: Vec<u8>) -> Self {
        Self { socket: Some(socket), input, written_bytes: 0, is_input_open: true, output: Vec::new(), failure: None }
    }

    fn interest(&self) -> PollFlags {
        if self.is_input_open { PollFlags::IN | PollFlags::OUT } else { PollFlags::IN }
    }

    /// Writes what the socket accepts, and shuts the direction down when everything is written.
    fn write(&mut self) {
        let Some(socket) = &self.socket else { return };
        while self.written_bytes < self.input.len() {
            match send(socket, &self.input[self.written_bytes..], SendFlags::NOSIGNAL) {
                Ok(count) => self.written_bytes += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(error) => {
                    self.failure = Some(error);
                    break;
                }
            }
        }
        self.is_input_open = false;
        // The peer may have closed already.
        let _ = shutdown(socket, Shutdown::Write);
    }

    /// Reads what is available; closes the pipe at its end.
    fn read(&mut self) {
        let Some(socket) = &self.socket else { return };
        let length = self.output.len();
        self.output.resize(length + READ_BYTES, 0);
        let (count, is_over) = match recv(socket, &mut self.output[length..], RecvFlags::empty()) {
            Ok((0, _)) => (0, true),
            Ok((count, _)) => (count, false),
            Err(Errno::INTR | Errno::AGAIN) => (0, false),
            Err(_) => (0, true),
        };
        self.output.truncate(length + count);
        if is_over {
            self.socket = None;
        }
    }
}

/// Serves the pipes of child `pid` until all are closed and it has exited.
pub(crate) fn run(pid: u32, pipes: Vec<Option<Pipe>>, limits: &SpawnLimits) -> Result<WaitResult, Errno> {
    let started = Instant::now();
    let mut pipes = pipes;
    for pipe in pipes.iter_mut().flatten() {
        if let Some(socket) = &pipe.socket {
            make_nonblocking(socket)?;
        }
        pipe.write();
    }
    let descriptor = Pid::from_raw(pid as i32).and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
    let mut status = None;
    let mut errno = 0;
    let mut is_killed = false;
    while status.is_none() || pipes.iter().flatten().any(|pipe| pipe.socket.is_some()) {
        let rest = time_left(started, limits, is_killed);
        if rest == Some(Duration::ZERO) {
            errno = -Errno::TIMEDOUT.raw_os_error();
            kill_for_good(pid, status, limits.kill_signal, &mut pipes, &mut errno);
            is_killed = true;
            continue;
        }
        serve(&mut pipes, descriptor.as_ref().filter(|_| status.is_none()), status.is_none(), rest)?;
        if status.is_none() {
            status = look(pid);
        }
        let total: usize = pipes.iter().flatten().map(|pipe| pipe.output.len()).sum();
        if limits.max_bytes > 0.0 && total as f64 > limits.max_bytes && !is_killed {
            errno = -Errno::NOBUFS.raw_os_error();
            kill_for_good(pid, status, limits.kill_signal, &mut pipes, &mut errno);
            is_killed = true;
        }
    }
    if errno == 0 {
        errno = pipes.iter().flatten().find_map(|pipe| pipe.failure).map_or(0, |error| -error.raw_os_error());
    }
    let outputs = pipes.into_iter().map(|pipe| pipe.map(|pipe| pipe.output)).collect();
    Ok(WaitResult { status: status.unwrap_or_else(lost), errno, outputs })
}

/// None: no limit.
fn time_left(started: Instant, limits: &SpawnLimits, is_killed: bool) -> Option<Duration> {
    if limits.timeout_ms <= 0.0 || is_killed {
        return None;
    }
    let limit = Duration::try_from_secs_f64(limits.timeout_ms / 1000.0).ok()?;
    Some(limit.saturating_sub(started.elapsed()))
}

/// Sends the signal and closes the pipes: other processes that hold them are not waited for.
fn kill_for_good(pid: u32, status: Option<Ended>, signal: i32, pipes: &mut [Option<Pipe>], errno: &mut i32) {
    if status.is_none() {
        match kill(pid, signal) {
            Ok(()) | Err(Errno::SRCH) => {}
            Err(error) => {
                *errno = -error.raw_os_error();
                // It ran as this user when it was started, so this can fail only when it has exited.
                let _ = kill(pid, Signal::KILL.as_raw());
            }
        }
    }
    pipes.iter_mut().flatten().for_each(|pipe| pipe.socket = None);
}

/// Waits for one event and handles it.
fn serve(
    pipes: &mut [Option<Pipe>],
    process: Option<&OwnedFd>,
    is_running: bool,
    rest: Option<Duration>,
) -> Result<(), Errno> {
    let open: Vec<usize> =
        (0..pipes.len()).filter(|&index| pipes[index].as_ref().is_some_and(|pipe| pipe.socket.is_some())).collect();
    let events: Vec<PollFlags> = {
        let sources = open.iter().filter_map(|&index| pipes[index].as_ref());
        let mut polled: Vec<PollFd<'_>> =
            sources.filter_map(|pipe| Some(watched(pipe.socket.as_ref()?.as_fd(), pipe.interest()))).collect();
        polled.extend(process.map(|process| watched(process.as_fd(), PollFlags::IN)));
        let wait = if is_running && process.is_none() {
            Some(rest.map_or(LOOK_INTERVAL, |rest| rest.min(LOOK_INTERVAL)))
        } else {
            rest
        };
        let wait = wait.map(|wait| Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) });
        match poll(&mut polled, wait.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
        polled.iter().map(PollFd::revents).collect()
    };
    for (&index, events) in open.iter().zip(events) {
        let Some(pipe) = pipes[index].as_mut() else { continue };
        if events.intersects(PollFlags::OUT | PollFlags::ERR) && pipe.is_input_open {
            pipe.write();
        }
        if events.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) {
            pipe.read();
        }
    }
    Ok(())
}

fn watched(descriptor: BorrowedFd<'_>, interest: PollFlags) -> PollFd<'_> {
    PollFd::from_borrowed_fd(descriptor, interest)
}

/// The exit status of child `pid`, if it has exited; reaps it.
pub(crate) fn look(pid: u32) -> Option<Ended> {
    reap(pid, false).unwrap_or_else(|_| Some(lost()))
}

/// Waits for the exit of child `pid`.
pub(crate) fn wait_for(pid: u32) -> Ended {
    reap(pid, true).ok().flatten().unwrap_or_else(lost)
}

/// Sends signal `number`; 0 only checks that the process exists.
pub(crate) fn kill(pid: u32, number: i32) -> Result<(), Errno> {
    let pid = Pid::from_raw(pid as i32).ok_or(Errno::SRCH)?;
    if number == 0 {
        return test_kill_process(pid);
    }
    kill_process(pid, Signal::from_named_raw(number).ok_or(Errno::INVAL)?)
}
