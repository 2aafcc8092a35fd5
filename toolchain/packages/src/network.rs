//! Requests to registries: one thread with an event loop that carries many requests at a time, over HTTP/2 where the
//! server supports it, otherwise over several HTTP/1.1 connections that are kept alive.
//!
//! It follows redirects (credentials stay with their host), and retries what can be retried, from where it broke off when the
//! server can. What a response means is
//! left to `registry` and `store`. Start reading at [`Network::send`].

mod address;
mod body;
mod connection;
mod event_loop;
mod exchange;
mod identity;
mod patience;
mod proxy;

pub use address::Address;
pub use event_loop::PROXY_HINT;
pub use identity::Identities;
pub use patience::Patience;
pub use proxy::{Proxies, Proxy};

use crate::content::Content;
use crate::error::{Error, Result};
use rustix::event::{EventfdFlags, eventfd};
use rustix::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

/// How many redirects a request follows.
pub const REDIRECT_COUNT_MAX: u32 = 10;

/// Settings of all connections.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// PEM of the only roots to trust; empty: the system's.
    pub roots: Vec<u8>,
    /// Certificates are not checked (`strict-ssl=false`).
    pub is_trusting: bool,
    /// Requests that one origin carries at a time over HTTP/1.1.
    pub connection_count_max: usize,
    pub proxies: Proxies,
    pub identities: Identities,
    pub patience: Patience,
}

/// The methods that registries are used with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    #[default]
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    /// Its name in a request.
    pub fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
            Method::Delete => "DELETE",
        }
    }
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    pub address: Address,
    pub method: Method,
    pub body: Option<Vec<u8>>,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// Sent to the host of the request only, never to where it is redirected.
    pub authorization: Option<String>,
    /// A longer response is refused.
    pub response_bytes_max: usize,
    /// A long response is received into a file without a name in this folder.
    pub spill_folder: Option<PathBuf>,
}

/// A response.
#[derive(Debug, Default)]
pub struct Response {
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    pub body: Content,
    /// Where the last redirect led to; the address of the request without any.
    pub address: String,
}

impl Response {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

type Done = Box<dyn FnOnce(Result<Response>) + Send>;

/// A request in progress.
struct Task {
    request: Request,
    done: Done,
    attempt_count: u32,
    redirect_count: u32,
    /// What an attempt received before its connection failed.
    partial: Option<Partial>,
}

impl Task {
    fn new(request: Request, done: Done, redirect_count: u32) -> Self {
        Self { request, done, attempt_count: 0, redirect_count, partial: None }
    }
}

/// The beginning of a body, which the next attempt continues (RFC 9110 §14).
struct Partial {
    body: body::Body,
    /// The `etag` or `last-modified` that the rest must have.
    validator: String,
}

/// The network thread.
pub struct Network {
    sender: Sender<Task>,
    wake: Arc<OwnedFd>,
}

impl Network {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system has no more threads or descriptors.
    pub fn start(settings: Settings) -> Result<Self> {
        let failed = |error: std::io::Error| Error::new("ENETWORK", format!("cannot start the network: {error}"));
        let wake = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).map_err(|error| failed(error.into()))?;
        let wake = Arc::new(wake);
        let (sender, receiver) = channel();
        let woken = Arc::clone(&wake);
        std::thread::Builder::new()
            .name("network".to_string())
            .spawn(move || event_loop::EventLoop::new(settings, receiver, woken).run())
            .map_err(failed)?;
        Ok(Self { sender, wake })
    }

    /// Starts a request. `done` is called on the network thread, so it must only pass the response on.
    pub fn send(&self, request: Request, done: impl FnOnce(Result<Response>) + Send + 'static) {
        self.start_task(Task::new(request, Box::new(done), 0));
    }

    fn start_task(&self, task: Task) {
        if let Err(refused) = self.sender.send(task) {
            let task = refused.0;
            (task.done)(Err(Error::new("ENETWORK", "the network thread has ended")));
            return;
        }
        // A full counter means that the thread is awake already.
        let _ = rustix::io::write(&*self.wake, &1u64.to_ne_bytes());
    }

    /// As [`Network::send`], and waits for the response.
    ///
    /// # Errors
    /// Without a response: `ENETWORK`, `ETIMEDOUT`, `ECERT`, `ETOOLARGE`.
    pub fn fetch(&self, request: Request) -> Result<Response> {
        self.wait_for(request, 0)
    }

    /// As [`Network::fetch`], and returns a redirect as the response.
    ///
    /// # Errors
    /// As for [`Network::fetch`].
    pub fn fetch_once(&self, request: Request) -> Result<Response> {
        self.wait_for(request, REDIRECT_COUNT_MAX)
    }

    fn wait_for(&self, request: Request, redirect_count: u32) -> Result<Response> {
        let (sender, receiver) = channel();
        let done = move |outcome| {
            // The receiver waits until it is called.
            let _ = sender.send(outcome);
        };
        self.start_task(Task::new(request, Box::new(done), redirect_count));
        receiver.recv().unwrap_or_else(|_| Err(Error::new("ENETWORK", "the network thread has ended")))
    }
}
