//! The event loop of the network thread.

use super::connection::Link;
use super::exchange::Outcome;
use super::{Address, Proxy, REDIRECT_COUNT_MAX, Response, Settings, Task};
use crate::error::Error;
use brio_http_client::{Address as SocketAddress, ClientError, Connector, Protocol, TlsOptions, TlsSettings, resolve};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// Connections to one origin that supports HTTP/2.
const HTTP2_CONNECTION_COUNT_MAX: usize = 3;
/// How long the loop sleeps before it looks for connections on which nothing happens.
const SLEEP_DURATION_MAX: Duration = Duration::from_secs(5);

/// What to do when a proxy requires credentials.
pub const PROXY_HINT: &str =
    "set the user and the password in the address of the proxy: http://USER:PASSWORD@HOST:PORT/";

pub struct EventLoop {
    settings: Settings,
    /// By the host whose certificate of the client is used; None: the usual one.
    tls: HashMap<Option<String>, TlsSettings>,
    tasks: Receiver<Task>,
    wake: Arc<OwnedFd>,
    waiting: VecDeque<Task>,
    delayed: Vec<(Instant, Task)>,
    links: Vec<Link>,
    resolved: HashMap<(String, u16), Vec<SocketAddr>>,
}

impl EventLoop {
    pub fn new(settings: Settings, tasks: Receiver<Task>, wake: Arc<OwnedFd>) -> Self {
        Self {
            settings,
            tls: HashMap::new(),
            tasks,
            wake,
            waiting: VecDeque::new(),
            delayed: Vec::new(),
            links: Vec::new(),
            resolved: HashMap::new(),
        }
    }

    /// Runs until the sender is gone and everything was answered.
    pub fn run(mut self) {
        let mut outcomes = Vec::new();
        loop {
            let is_over = self.take_tasks();
            self.start_waiting(&mut outcomes);
            self.settle(&mut outcomes);
            if is_over && self.waiting.is_empty() && self.delayed.is_empty() && !self.links.iter().any(Link::is_busy) {
                return;
            }
            self.wait(&mut outcomes);
            self.settle(&mut outcomes);
        }
    }

    fn take_tasks(&mut self) -> bool {
        let mut counter = [0; 8];
        // An empty counter is no error.
        let _ = rustix::io::read(&*self.wake, &mut counter);
        let now = Instant::now();
        let mut index = 0;
        while index < self.delayed.len() {
            if self.delayed[index].0 <= now {
                let (_, task) = self.delayed.swap_remove(index);
                self.waiting.push_back(task);
            } else {
                index += 1;
            }
        }
        loop {
            match self.tasks.try_recv() {
                Ok(task) => self.waiting.push_back(task),
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => return true,
            }
        }
    }

    /// Gives waiting requests to connections; opens connections.
    fn start_waiting(&mut self, outcomes: &mut Vec<Outcome>) {
        let mut still_waiting = VecDeque::new();
        while let Some(task) = self.waiting.pop_front() {
            let origin = &task.request.address;
            let free = self.links.iter().position(|link| link.origin.has_origin_of(origin) && link.has_capacity());
            match free {
                Some(index) => self.links[index].begin(task, outcomes),
                None if self.may_open(origin) => match self.open(origin.clone()) {
                    Ok(()) => still_waiting.push_back(task),
                    Err(error) => outcomes.push(Outcome::Failed(task, error)),
                },
                None => still_waiting.push_back(task),
            }
        }
        self.waiting = still_waiting;
        for link in &mut self.links {
            if let Err(error) = link.flush() {
                link.fail(&error, outcomes);
            }
        }
    }

    fn may_open(&self, origin: &Address) -> bool {
        let same = || self.links.iter().filter(|link| link.origin.has_origin_of(origin));
        if same().any(Link::is_http2) {
            return same().count() < HTTP2_CONNECTION_COUNT_MAX && !same().any(Link::is_opening);
        }
        // The first connection shows which protocol the server uses.
        let is_unknown = same().all(Link::is_opening);
        if origin.is_secure && is_unknown && same().count() > 0 {
            return false;
        }
        let wanted = self.waiting.len() + 1;
        same().filter(|link| link.is_opening()).count() < wanted
            && same().count() < self.settings.connection_count_max.max(1)
    }

    fn open(&mut self, address: Address) -> Result<(), ClientError> {
        let proxy = self.settings.proxies.of(&address).cloned();
        let first = proxy.as_ref().map_or(&address, |proxy| &proxy.address);
        let key = (first.host.clone(), first.port);
        if !self.resolved.contains_key(&key) {
            let found = resolve(&first.host, first.port)?;
            self.resolved.insert(key.clone(), found);
        }
        let addresses = self.resolved[&key].iter().copied().map(SocketAddress::Inet).collect();
        // Reading the system's certificates takes longer than everything else that a short command does.
        let host = self.settings.identities.host_for(&address).map(str::to_string);
        if !self.tls.contains_key(&host) && (address.is_secure || first.is_secure) {
            let identity = self.settings.identities.of(host.as_deref());
            let settings = TlsSettings::new(TlsOptions {
                roots: self.settings.roots.clone(),
                is_trusting: self.settings.is_trusting,
                certificate: identity.certificate.clone(),
                key: identity.key.clone(),
                protocols: vec![Protocol::Http2, Protocol::Http1],
                ..TlsOptions::default()
            })?;
            self.tls.insert(host, settings);
        }
        self.links.push(Link::new(address, proxy, Connector::new(addresses, None))?);
        Ok(())
    }

    fn wait(&mut self, outcomes: &mut Vec<Outcome>) {
        let mut indexes = Vec::new();
        let wake = Arc::clone(&self.wake);
        let mut polled = vec![PollFd::new(&*wake, PollFlags::IN)];
        for (index, link) in self.links.iter().enumerate() {
            let interest =
                link.interest().and_then(|(number, events)| Some((brio_descriptor::borrow(number).ok()?, events)));
            if let Some((descriptor, events)) = interest {
                indexes.push(index);
                polled.push(PollFd::from_borrowed_fd(descriptor, events));
            }
        }
        let now = Instant::now();
        let next = self.delayed.iter().map(|(due, _)| due.saturating_duration_since(now)).min();
        let idle_timeout = self.settings.patience.idle_timeout;
        let sleep = SLEEP_DURATION_MAX.min(idle_timeout / 4).max(Duration::from_millis(1));
        let longest = next.unwrap_or(sleep).min(sleep);
        let timeout = Timespec { tv_sec: longest.as_secs() as i64, tv_nsec: i64::from(longest.subsec_nanos()) };
        // An interrupted poll is repeated by the loop.
        let _ = poll(&mut polled, Some(&timeout));
        let ready: Vec<bool> = polled[1..].iter().map(|entry| !entry.revents().is_empty()).collect();
        drop(polled);
        let now = Instant::now();
        for (index, is_ready) in indexes.into_iter().zip(ready) {
            let link = &mut self.links[index];
            if is_ready {
                let host = self.settings.identities.host_for(&link.origin).map(str::to_string);
                if let Err(error) = link.advance(self.tls.get(&host), outcomes) {
                    self.fail_link(index, &error, outcomes);
                }
            }
            let link = &self.links[index];
            if link.is_busy() && link.idle_duration(now) > idle_timeout {
                let error = ClientError::protocol("ETIMEDOUT", "the server does not answer");
                self.fail_link(index, &error, outcomes);
            }
        }
        self.links.retain(|link| !link.is_closed());
    }

    fn fail_link(&mut self, index: usize, error: &ClientError, outcomes: &mut Vec<Outcome>) {
        let link = &mut self.links[index];
        let (was_opening, origin) = (link.is_opening(), link.origin.clone());
        link.fail(error, outcomes);
        if !was_opening {
            return;
        }
        // No other connection is being opened for what waits here.
        let is_other = self.links.iter().any(|link| !link.is_closed() && link.origin.has_origin_of(&origin));
        if !is_other {
            let (lost, rest) = std::mem::take(&mut self.waiting)
                .into_iter()
                .partition(|task| task.request.address.has_origin_of(&origin));
            self.waiting = rest;
            outcomes.extend(Vec::from(lost).into_iter().map(|task| Outcome::Failed(task, error.clone())));
        }
    }

    /// Passes responses on, follows redirects, and retries.
    fn settle(&mut self, outcomes: &mut Vec<Outcome>) {
        for outcome in outcomes.drain(..) {
            match outcome {
                Outcome::Complete(task, response) => self.complete(task, response),
                Outcome::Refused(task, error) => (task.done)(Err(error)),
                Outcome::Failed(task, error) => match self.delay(&task, None).filter(|_| is_temporary(&error)) {
                    Some(delay) => self.retry(task, delay),
                    None => {
                        let address = &task.request.address;
                        let error = error_of(address, self.settings.proxies.of(address), &error);
                        (task.done)(Err(error));
                    }
                },
            }
        }
    }

    fn complete(&mut self, mut task: Task, response: Response) {
        match response.status {
            301 | 302 | 303 | 307 | 308 if task.redirect_count < REDIRECT_COUNT_MAX => {
                let location = response.header("location").unwrap_or_default();
                match task.request.address.join(location) {
                    Ok(target) => {
                        task.redirect_count += 1;
                        if !target.has_origin_of(&task.request.address) {
                            task.request.authorization = None;
                        }
                        task.partial = None;
                        task.request.address = target;
                        self.waiting.push_back(task);
                    }
                    Err(error) => (task.done)(Err(error.while_doing(format!("redirect of {}", task.request.address)))),
                }
            }
            // What was received is not the beginning of what the server has now.
            206 | 416 if task.partial.take().is_some() => match self.delay(&task, None) {
                Some(delay) => self.retry(task, delay),
                None => (task.done)(Ok(response)),
            },
            429 | 500..=599 => match self.delay(&task, response.header("retry-after")) {
                Some(delay) => self.retry(task, delay),
                None => (task.done)(Ok(response)),
            },
            _ => {
                let address = task.request.address.to_string();
                (task.done)(Ok(Response { address, ..response }));
            }
        }
    }

    fn delay(&self, task: &Task, retry_after: Option<&str>) -> Option<Duration> {
        self.settings.patience.delay(task.attempt_count, retry_after)
    }

    fn retry(&mut self, mut task: Task, delay: Duration) {
        task.attempt_count += 1;
        self.delayed.push((Instant::now() + delay, task));
    }
}

/// Whether another attempt can succeed.
fn is_temporary(error: &ClientError) -> bool {
    match error {
        ClientError::System { syscall, .. } => *syscall != "connect",
        ClientError::Lookup { code, .. } => *code == "EAI_AGAIN",
        ClientError::All(_) => false,
        ClientError::Protocol { code, .. } => {
            code.starts_with("UND_ERR") || code == "ETIMEDOUT" || code == "ECONNRESET"
        }
    }
}

fn error_of(address: &Address, proxy: Option<&Proxy>, error: &ClientError) -> Error {
    let way = proxy.map_or_else(String::new, |proxy| format!(" through the proxy {}", proxy.address.authority()));
    let offline = "check the network, `registry` in .npmrc and a proxy; `--offline` installs what is in the store";
    match error {
        ClientError::Lookup { code, host } => {
            Error::new(code, format!("the name {host} cannot be resolved")).with_hint(offline)
        }
        ClientError::System { errno, syscall, .. } => {
            let reason = std::io::Error::from_raw_os_error(*errno).to_string();
            let reason = reason.split(" (os error").next().unwrap_or(&reason).to_ascii_lowercase();
            Error::new("ENETWORK", format!("{address}{way}: {syscall}: {reason}")).with_hint(offline)
        }
        ClientError::All(errors) => match errors.first() {
            Some(first) => error_of(address, proxy, first),
            None => Error::new("ENETWORK", format!("{address}{way}: no connection")).with_hint(offline),
        },
        ClientError::Protocol { code, message } if code == "ETIMEDOUT" => {
            Error::new("ETIMEDOUT", format!("{address}{way}: {message}")).with_hint(offline)
        }
        ClientError::Protocol { code, .. } if code.contains("CERTIFICATE_REQUIRED") => {
            let host = address.authority();
            let message = format!("{address}{way}: the server requires a certificate of the client");
            let hint = format!("set `//{host}/:certfile` and `//{host}/:keyfile` in .npmrc");
            Error::new("ENETWORK", message).with_hint(hint)
        }
        ClientError::Protocol { message, .. } => {
            let hint = match address.is_secure {
                true if message.ends_with("status 407") => PROXY_HINT,
                true => "for a certificate of your own set `cafile` in .npmrc",
                false => "",
            };
            Error::new("ENETWORK", format!("{address}{way}: {message}")).with_hint(hint)
        }
    }
}
