//! One thread of the generator: a poller and its share of the connections.

use super::connection::{Connection, Failure, State};
use super::outcome::Outcome;
use super::schedule::Schedule;
use super::{Extent, Pace, Shared, seconds};
use mio::unix::SourceFd;
use mio::{Events, Interest, Poll, Token};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::time::{
    ClockId, Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec, clock_gettime, timerfd_create,
    timerfd_settime,
};
use std::collections::VecDeque;
use std::sync::Barrier;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const TIMER: Token = Token(usize::MAX);
const READ_BYTES: usize = 128 * 1024;
/// How many connections are opened at once, so that the server's accept queue does not overflow.
const CONNECTING_MAX: usize = 64;
/// How long connecting may take before the load starts with the established connections.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// How long the open loop waits for responses after its end.
const DRAIN_LIMIT: Duration = Duration::from_secs(2);
const HOUSEKEEPING: Duration = Duration::from_millis(20);

/// The index of the thread and the number of threads.
#[derive(Clone, Copy)]
pub struct Share {
    pub index: u32,
    pub of: u32,
}

struct Worker<'a> {
    shared: &'a Shared<'a>,
    poll: Poll,
    timer: OwnedFd,
    connections: Vec<Connection>,
    /// Connections without a request.
    idle: VecDeque<usize>,
    schedule: Option<Schedule>,
    outcome: Outcome,
    start: Instant,
    is_over: bool,
    buffer: Vec<u8>,
}

/// Runs this thread's share. All threads start at the barrier, when their connections are established.
pub fn run(shared: &Shared<'_>, share: Share, barrier: &Barrier) -> Result<Outcome, String> {
    crate::cores::pin_thread(
        &shared
            .load
            .cores
            .get(share.index as usize % shared.load.cores.len().max(1))
            .copied()
            .into_iter()
            .collect::<Vec<_>>(),
    );
    let prepared = prepare(shared, share);
    barrier.wait();
    let mut worker = prepared?;
    worker.start = Instant::now();
    let cpu_before = thread_cpu_seconds();
    if let Pace::Open { per_second } = shared.load.pace {
        let rate = per_second / f64::from(share.of);
        let count = match shared.load.extent {
            Extent::Time(time) => (rate * time.as_secs_f64()).round() as u64,
            Extent::Requests(count) => {
                count / u64::from(share.of) + u64::from(u64::from(share.index) < count % u64::from(share.of))
            }
        };
        worker.schedule = Some(Schedule::new(worker.start, rate, f64::from(share.index) / f64::from(share.of), count));
    }
    worker.go().map_err(|error| format!("the load generator's poller: {error}"))?;
    let end = Instant::now();
    worker.outcome.seconds = seconds(worker.start, end);
    worker.outcome.generator_busy = (thread_cpu_seconds() - cpu_before) / worker.outcome.seconds.max(1e-9);
    Ok(worker.outcome)
}

fn prepare<'a>(shared: &'a Shared<'a>, share: Share) -> Result<Worker<'a>, String> {
    let explain = |error: std::io::Error| format!("cannot start the load generator: {error}");
    let poll = Poll::new().map_err(explain)?;
    let timer = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC)
        .map_err(|error| explain(error.into()))?;
    poll.registry().register(&mut SourceFd(&timer.as_raw_fd()), TIMER, Interest::READABLE).map_err(explain)?;
    let count = shared.load.connections / share.of + u32::from(share.index < shared.load.connections % share.of);
    let now = Instant::now();
    let connections = (0..count as usize).map(|index| Connection::new(index % shared.wires.len(), now)).collect();
    let mut worker = Worker {
        shared,
        poll,
        timer,
        connections,
        idle: VecDeque::new(),
        schedule: None,
        outcome: Outcome::default(),
        start: now,
        is_over: false,
        buffer: vec![0; READ_BYTES],
    };
    worker.connect_all(now + CONNECT_LIMIT).map_err(explain)?;
    Ok(worker)
}

impl Worker<'_> {
    /// Opens the connections in batches, and waits for them.
    fn connect_all(&mut self, deadline: Instant) -> std::io::Result<()> {
        let mut events = Events::with_capacity(1024);
        let mut next = 0;
        loop {
            let connecting = self.connections.iter().filter(|connection| connection.state == State::Connecting).count();
            if (next == self.connections.len() && connecting == 0)
                || Instant::now() > deadline
                || self.shared.stop.load(Ordering::Relaxed)
            {
                return Ok(());
            }
            let end = self.connections.len().min(next + CONNECTING_MAX - connecting.min(CONNECTING_MAX));
            for index in next..end {
                self.open(index);
            }
            next = end;
            self.poll.poll(&mut events, Some(HOUSEKEEPING)).or_else(ignore_interrupt)?;
            for event in &events {
                let index = event.token().0;
                if event.token() != TIMER && self.connections[index].state == State::Connecting {
                    self.finish_connecting(index);
                }
            }
        }
    }

    fn go(&mut self) -> std::io::Result<()> {
        let end = match self.shared.load.extent {
            Extent::Time(time) => Some(self.start + time),
            Extent::Requests(_) => None,
        };
        let mut events = Events::with_capacity(1024);
        let mut next_housekeeping = self.start + HOUSEKEEPING;
        for index in 0..self.connections.len() {
            if self.connections[index].state == State::Idle {
                self.idle.push_back(index);
            }
        }
        loop {
            let now = Instant::now();
            if end.is_some_and(|end| now >= end) || self.shared.stop.load(Ordering::Relaxed) {
                self.is_over = true;
            }
            if self.is_over && !self.must_drain(end, now) {
                break;
            }
            if now >= next_housekeeping {
                self.look_after(now);
                next_housekeeping = now + HOUSEKEEPING;
            }
            if self.has_nothing_left() {
                break;
            }
            if self.schedule.is_some() {
                self.send_due(now)?;
            } else {
                self.send_all();
            }
            let wait = next_housekeeping
                .min(end.filter(|_| !self.is_over).unwrap_or(next_housekeeping))
                .saturating_duration_since(now);
            self.poll.poll(&mut events, Some(wait)).or_else(ignore_interrupt)?;
            for event in &events {
                if event.token() != TIMER {
                    self.ready(event.token().0);
                }
            }
        }
        self.count_unanswered(Instant::now());
        Ok(())
    }

    /// Whether the open loop still waits for requests that were due before its end.
    fn must_drain(&self, end: Option<Instant>, now: Instant) -> bool {
        let is_open = self.schedule.is_some() && !self.shared.stop.load(Ordering::Relaxed);
        let waits = self.connections.iter().any(|connection| connection.state == State::Busy)
            || self.schedule.as_ref().is_some_and(|schedule| schedule.next().is_some());
        is_open && waits && end.is_none_or(|end| now < end + DRAIN_LIMIT)
    }

    /// With a fixed number of requests: whether all were sent and have a response.
    fn has_nothing_left(&self) -> bool {
        let none_to_send = match &self.schedule {
            Some(schedule) => schedule.next().is_none(),
            None => self.shared.tickets.load(Ordering::Relaxed) == 0,
        };
        none_to_send
            && matches!(self.shared.load.extent, Extent::Requests(_))
            && self.connections.iter().all(|connection| connection.state != State::Busy)
    }

    /// Closed loop: sends on every connection with a response. All responses of a turn are read before, so that the
    /// server receives requests in bursts, as from many clients, and not one at a time.
    fn send_all(&mut self) {
        while let Some(index) = self.idle.pop_front() {
            if self.connections[index].state == State::Idle && !self.is_over && self.take_ticket() {
                let now = Instant::now();
                self.send(index, now, now);
            }
        }
    }

    fn take_ticket(&self) -> bool {
        if matches!(self.shared.load.extent, Extent::Time(_)) {
            return true;
        }
        self.shared.tickets.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    fn send(&mut self, index: usize, counts_from: Instant, now: Instant) {
        if let Err(failure) = self.connections[index].send(self.shared, counts_from, now) {
            self.failed(index, &failure);
        }
    }

    /// Open loop: sends due requests on free connections and sets the timer for the next.
    fn send_due(&mut self, now: Instant) -> std::io::Result<()> {
        while let Some(schedule) = &mut self.schedule {
            while self.idle.front().is_some_and(|index| self.connections[*index].state != State::Idle) {
                self.idle.pop_front();
            }
            let Some(index) = self.idle.front().copied() else { return Ok(()) };
            let Some(due) = schedule.take(now) else { break };
            self.idle.pop_front();
            let free_since = self.connections[index].since.max(due);
            self.outcome.late_ms_max = self.outcome.late_ms_max.max(seconds(free_since, now) * 1e3);
            self.send(index, due, now);
        }
        let Some(next) = self.schedule.as_ref().and_then(Schedule::next) else { return Ok(()) };
        let wait = next.saturating_duration_since(now).max(Duration::from_nanos(1));
        let value = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
        let once = Itimerspec { it_interval: Timespec { tv_sec: 0, tv_nsec: 0 }, it_value: value };
        timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &once)?;
        Ok(())
    }

    fn ready(&mut self, index: usize) {
        match self.connections[index].state {
            State::Closed => {}
            State::Connecting => {
                if self.finish_connecting(index) {
                    self.idle.push_back(index);
                }
            }
            State::Idle | State::Busy => self.transfer(index),
        }
    }

    /// Writes the rest of the request and reads the response.
    fn transfer(&mut self, index: usize) {
        let connection = &mut self.connections[index];
        if connection.has_unsent(self.shared)
            && let Err(failure) = connection.write(self.shared)
        {
            return self.failed(index, &failure);
        }
        let (request, counts_from) = (connection.request, connection.counts_from);
        match connection.read(self.shared, &mut self.buffer, &mut self.outcome.received_bytes) {
            Ok(None) => {
                if self.connections[index].state == State::Closed {
                    self.open(index);
                }
            }
            Ok(Some(answer)) => {
                let now = Instant::now();
                let expected = self.shared.load.requests[request].status;
                if answer.status != expected {
                    self.outcome.wrong_status += 1;
                    self.outcome
                        .note(|| format!("the server answered with status {} instead of {expected}", answer.status));
                } else if answer.body_is_right {
                    self.outcome.right += 1;
                } else {
                    self.outcome.wrong_body += 1;
                    self.outcome.note(|| {
                        format!("the body of {} is not the expected one", self.shared.load.requests[request].path)
                    });
                }
                *self.outcome.by_status.entry(answer.status).or_default() += 1;
                self.outcome.record((now - counts_from).as_nanos() as u64, (now - self.start).as_millis() as u64);
                if answer.keeps_open {
                    self.connections[index].since = now;
                    self.idle.push_back(index);
                } else {
                    self.open(index);
                }
            }
            Err(failure) => self.failed(index, &failure),
        }
    }

    fn open(&mut self, index: usize) {
        if let Err(failure) =
            self.connections[index].open(self.shared, self.poll.registry(), Token(index), Instant::now())
        {
            self.count(&failure);
            self.connections[index].close();
        }
    }

    /// Returns whether the connection is established.
    fn finish_connecting(&mut self, index: usize) -> bool {
        match self.connections[index].try_connected() {
            Ok(connected) => connected,
            Err(failure) => {
                self.count(&failure);
                self.connections[index].close();
                self.connections[index].since = Instant::now();
                false
            }
        }
    }

    /// Records a failure and connects again; a refused connection is tried again at the next housekeeping.
    fn failed(&mut self, index: usize, failure: &Failure) {
        self.count(failure);
        self.connections[index].close();
        if !matches!(failure, Failure::Connect(_)) && !self.is_over {
            self.open(index);
        }
    }

    fn count(&mut self, failure: &Failure) {
        let (counter, text) = match failure {
            Failure::Connect(text) => (&mut self.outcome.connect_errors, text),
            Failure::Reset(text) => (&mut self.outcome.resets, text),
            Failure::NotHttp(text) => (&mut self.outcome.not_http, text),
        };
        *counter += 1;
        self.outcome.note(|| text.clone());
    }

    /// Ends requests that take too long, and reconnects refused connections.
    fn look_after(&mut self, now: Instant) {
        for index in 0..self.connections.len() {
            let connection = &mut self.connections[index];
            let is_late = now.saturating_duration_since(connection.since) > self.shared.load.timeout;
            match connection.state {
                State::Busy | State::Connecting if is_late => {
                    connection.close();
                    self.outcome.time_outs += 1;
                    self.outcome.note(|| "a request timed out".to_string());
                    self.open(index);
                }
                State::Closed if !self.is_over => self.open(index),
                _ => {}
            }
        }
    }

    /// Open loop: a request that was due and has no response has waited at least until now.
    fn count_unanswered(&mut self, now: Instant) {
        let Some(mut schedule) = self.schedule.take() else { return };
        let at_ms = (now - self.start).as_millis() as u64;
        let waiting: Vec<Instant> = self
            .connections
            .iter()
            .filter(|connection| connection.state == State::Busy)
            .map(|connection| connection.counts_from)
            .collect();
        for due in waiting.into_iter().chain(std::iter::from_fn(|| schedule.take(now))) {
            self.outcome.unanswered += 1;
            self.outcome.record((now - due).as_nanos() as u64, at_ms);
        }
    }
}

fn ignore_interrupt(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::Interrupted { Ok(()) } else { Err(error) }
}

fn thread_cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
