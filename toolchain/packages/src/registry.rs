//! The records of packages, from the cache or from their registry. Records are requested ahead: as soon as one arrives,
//! those of its probable dependencies are requested too, so that the resolution rarely waits.

mod cache;

use self::cache::CacheHeader;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::NODE_VERSION;
use crate::manifest::Manifest;
use crate::network::{Address, Method, PROXY_HINT, Request, Response};
use crate::packument::Packument;
use crate::session::{Reach, Session};
use crate::spec::Spec;
use crate::time::now_ms;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};

/// A larger record is refused.
const RECORD_BYTES_MAX: usize = 256 * 1024 * 1024;
/// More packages than any project has: a registry could invent a further one for each.
const RECORD_COUNT_MAX: usize = 100_000;
/// How long a record is used without asking, when the registry does not say.
const FRESH_SECONDS: i64 = 300;
/// A longer record that is in a file is read as a stream.
const STREAMED_BYTES_MIN: usize = 2 * 1024 * 1024;
/// Records that are fetched, or were and are being read, at a time.
const FETCH_COUNT_MAX: usize = 64;

enum Slot {
    /// What was requested of the record before it arrived.
    Pending(Vec<Spec>),
    Ready(Arc<Packument>),
    Failed(Error),
}

type PickHook = Box<dyn Fn(&Arc<Manifest>) + Send + Sync>;

struct Inner {
    session: Arc<Session>,
    records: Mutex<FxHashMap<String, Slot>>,
    arrived: Condvar,
    expanded: Mutex<FxHashSet<(String, String)>>,
    on_pick: OnceLock<PickHook>,
    counts: Mutex<Counts>,
    line: Mutex<Line>,
}

/// What is to be fetched.
#[derive(Default)]
struct Line {
    waiting: VecDeque<Fetch>,
    active_count: usize,
}

/// A record that is to be fetched.
struct Fetch {
    name: String,
    /// The outdated one of the cache.
    cached: Option<(CacheHeader, Packument)>,
    /// With the times of publication.
    is_full: bool,
}

/// How much has been requested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub requested: usize,
    pub arrived: usize,
}

/// Access to registries.
#[derive(Clone)]
pub struct Registry(Arc<Inner>);

impl Registry {
    /// Makes one without records.
    pub fn new(session: Arc<Session>) -> Self {
        Self(Arc::new(Inner {
            session,
            records: Mutex::default(),
            arrived: Condvar::new(),
            expanded: Mutex::default(),
            on_pick: OnceLock::new(),
            counts: Mutex::default(),
            line: Mutex::default(),
        }))
    }

    /// Sets what is called, on any thread, for every manifest that the resolution will probably choose.
    pub fn on_pick(&self, hook: impl Fn(&Arc<Manifest>) + Send + Sync + 'static) {
        // A second hook has no meaning; the first one stays.
        let _ = self.0.on_pick.set(Box::new(hook));
    }

    /// How much has been requested, for the progress line.
    pub fn counts(&self) -> Counts {
        *lock(&self.0.counts)
    }

    /// Requests the record of a dependency, and then those of its own dependencies.
    pub fn prefetch(&self, spec: &Spec) {
        let target = spec.target();
        if !target.is_of_registry() {
            return;
        }
        let key = (target.name.clone(), target.raw.clone());
        if !lock(&self.0.expanded).insert(key) {
            return;
        }
        self.request(&target.name, Some(target.clone()));
    }

    /// Requests the record of a package, without waiting.
    pub fn request_record(&self, name: &str) {
        self.request(name, None);
    }

    /// The record of a package; waits until it is there.
    ///
    /// # Errors
    /// `E404`, `E401`, `ENOTCACHED` with `--offline`, those of the network, and `EJSONPARSE`.
    pub fn record(&self, name: &str) -> Result<Arc<Packument>> {
        self.request(name, None);
        let mut records = lock(&self.0.records);
        loop {
            match records.get(name) {
                Some(Slot::Ready(record)) => return Ok(Arc::clone(record)),
                Some(Slot::Failed(error)) => return Err(error.clone()),
                _ => records = self.0.arrived.wait(records).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// The record of a package, if it was requested before and is there.
    pub fn known_record(&self, name: &str) -> Option<Arc<Packument>> {
        match lock(&self.0.records).get(name) {
            Some(Slot::Ready(record)) => Some(Arc::clone(record)),
            _ => None,
        }
    }

    /// Chooses the manifest for a spec of the registry.
    ///
    /// # Errors
    /// As [`Registry::record`], and `ETARGET`.
    pub fn manifest(&self, spec: &Spec) -> Result<Arc<Manifest>> {
        let target = spec.target();
        self.record(&target.name)?.pick(target, &self.0.session.pick)
    }

    fn request(&self, name: &str, wanted: Option<Spec>) {
        let ready = {
            let mut records = lock(&self.0.records);
            match records.get_mut(name) {
                Some(Slot::Ready(record)) => Some(Arc::clone(record)),
                Some(Slot::Pending(list)) => {
                    list.extend(wanted);
                    return;
                }
                Some(Slot::Failed(_)) => return,
                None => {
                    records.insert(name.to_string(), Slot::Pending(wanted.into_iter().collect()));
                    lock(&self.0.counts).requested += 1;
                    let (registry, name) = (self.clone(), name.to_string());
                    self.0.session.pool.run_soon(move || registry.load(name));
                    return;
                }
            }
        };
        if let (Some(record), Some(wanted)) = (ready, wanted) {
            self.expand(&record, &wanted);
        }
    }

    /// Requests what the version that will probably be chosen depends on.
    fn expand(&self, record: &Packument, wanted: &Spec) {
        let Ok(manifest) = record.pick(wanted, &self.0.session.pick) else { return };
        if !manifest.supports(&self.0.session.system) {
            return;
        }
        if !lock(&self.0.expanded).insert((format!("{}@", manifest.name), manifest.version.clone())) {
            return;
        }
        if let Some(hook) = self.0.on_pick.get() {
            hook(&manifest);
        }
        for (name, raw) in manifest.dependencies.iter().chain(&manifest.optional) {
            if manifest.bundled.iter().any(|bundled| **bundled == **name) {
                continue;
            }
            if let Ok(spec) = Spec::parse(name, raw, Path::new("/")) {
                self.prefetch(&spec);
            }
        }
        for (name, raw) in &manifest.peers {
            if let Ok(spec) = Spec::parse(name, raw, Path::new("/")).as_ref().map(Spec::target)
                && spec.is_of_registry()
            {
                self.request(&spec.name, None);
            }
        }
    }

    fn load(&self, name: String) {
        if self.counts().requested > RECORD_COUNT_MAX {
            let message = format!("more than {RECORD_COUNT_MAX} packages are required, the last one is {name}");
            let error = Error::new("ETOOLARGE", message).with_hint("a registry that invents packages has no last one");
            return self.settle(&name, Err(error));
        }
        let session = &self.0.session;
        let file = self.cache_file(&name);
        let cached = cache::read(&file);
        let limit = session.pick.published_before_ms;
        let is_usable = |header: &CacheHeader, record: &Packument| {
            let age_ms = now_ms() - header.fetched_ms;
            let is_fresh = session.reach != Reach::Online || (0..header.fresh_seconds * 1000).contains(&age_ms);
            is_fresh && (header.is_full || !needs_times(record, limit) || session.reach == Reach::Offline)
        };
        let cached = match cached {
            Some((header, record)) if is_usable(&header, &record) => return self.settle(&name, Ok(record)),
            other => other,
        };
        if session.reach == Reach::Offline {
            let error = Error::new("ENOTCACHED", format!("the record of {name} is not in the cache"))
                .with_hint("run the command once without `--offline`");
            return self.settle(&name, Err(error));
        }
        lock(&self.0.line).waiting.push_back(Fetch { name, cached, is_full: false });
        self.start_fetches();
    }

    /// Begins fetches as long as there is capacity.
    fn start_fetches(&self) {
        loop {
            let mut line = lock(&self.0.line);
            let is_full = line.active_count >= FETCH_COUNT_MAX;
            let Some(fetch) = (if is_full { None } else { line.waiting.pop_front() }) else { return };
            line.active_count += 1;
            drop(line);
            self.fetch(fetch);
        }
    }

    /// Ends a fetch with its outcome.
    fn end(&self, name: &str, outcome: Result<Packument>) {
        self.settle(name, outcome);
        lock(&self.0.line).active_count -= 1;
        self.start_fetches();
    }

    fn fetch(&self, fetch: Fetch) {
        let header = fetch.cached.as_ref().map(|(header, _)| header);
        let prepared = self
            .request_of(&fetch.name, header, fetch.is_full)
            .and_then(|request| Ok((request, self.0.session.network()?)));
        let (request, network) = match prepared {
            Ok(prepared) => prepared,
            // Not from here: this may be in the middle of `start_fetches`.
            Err(error) => {
                let registry = self.clone();
                return self.0.session.pool.run_soon(move || registry.end(&fetch.name, Err(error)));
            }
        };
        let (registry, address) = (self.clone(), request.address.clone());
        network.send(request, move |outcome| {
            let inner = Arc::clone(&registry.0);
            inner.session.pool.run_soon(move || registry.receive(fetch, &address, outcome));
        });
    }

    fn receive(&self, fetch: Fetch, address: &Address, outcome: Result<Response>) {
        let Fetch { name, cached, is_full } = fetch;
        let response = match outcome {
            Ok(response) => response,
            Err(error) => return self.end(&name, Err(error.while_doing(format!("the record of {name}")))),
        };
        let mut header = CacheHeader {
            etag: response.header("etag").unwrap_or_default().to_string(),
            fetched_ms: now_ms(),
            fresh_seconds: fresh_seconds(response.header("cache-control")),
            is_full,
        };
        if let (304, Some((old, record))) = (response.status, cached) {
            header.etag = old.etag;
            header.is_full = old.is_full;
            cache::write(&self.cache_file(&name), &header, &record);
            return self.end(&name, Ok(record));
        }
        let record = check_status(&self.0.session.config, &name, address, &response).and_then(|()| {
            let is_page = response.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
            let explain = |error: Error| match is_page && error.code == "EJSONPARSE" {
                true => error.with_hint("it is a page: a proxy or a login may answer instead of the registry"),
                false => error,
            };
            read(&name, &response, header.fetched_ms).map_err(explain)
        });
        match record {
            Ok(record) if !is_full && needs_times(&record, self.0.session.pick.published_before_ms) => {
                self.fetch(Fetch { name, cached: None, is_full: true });
            }
            Ok(mut record) => {
                header.is_full |= record.has_times();
                let file = self.cache_file(&name);
                if cache::write(&file, &header, &record) {
                    record.leave_in(&file);
                }
                self.end(&name, Ok(record));
            }
            Err(error) => self.end(&name, Err(error)),
        }
    }

    fn settle(&self, name: &str, outcome: Result<Packument>) {
        let outcome = outcome.map(Arc::new);
        let slot = match &outcome {
            Ok(record) => Slot::Ready(Arc::clone(record)),
            Err(error) => Slot::Failed(error.clone()),
        };
        lock(&self.0.counts).arrived += 1;
        let before = lock(&self.0.records).insert(name.to_string(), slot);
        self.0.arrived.notify_all();
        if let (Ok(record), Some(Slot::Pending(wanted))) = (outcome, before) {
            for spec in wanted {
                self.expand(&record, &spec);
            }
        }
    }

    fn request_of(&self, name: &str, cached: Option<&CacheHeader>, is_full: bool) -> Result<Request> {
        let config = &self.0.session.config;
        let base = config.registry_of(name);
        let address = Address::parse(&format!("{base}{}", name.replace('/', "%2f")))
            .map_err(|error| error.while_doing(format!("the registry of {name}")))?;
        let accept = if is_full {
            "application/json"
        } else {
            "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*"
        };
        let mut headers = vec![
            ("accept".to_string(), accept.to_string()),
            ("accept-encoding".to_string(), "gzip".to_string()),
            ("user-agent".to_string(), user_agent()),
        ];
        if let Some(header) = cached.filter(|header| !header.etag.is_empty()) {
            headers.push(("if-none-match".to_string(), header.etag.clone()));
        }
        let authorization = config.authorization_for(&address);
        Ok(Request {
            address,
            method: Method::Get,
            body: None,
            headers,
            authorization,
            response_bytes_max: RECORD_BYTES_MAX,
            spill_folder: Some(self.0.session.folder.join("v1/tmp")),
        })
    }

    fn cache_file(&self, name: &str) -> PathBuf {
        let registry = self.0.session.config.registry_of(name);
        let place: String = registry
            .chars()
            .map(
                |character| if character.is_ascii_alphanumeric() || ".-".contains(character) { character } else { '_' },
            )
            .collect();
        self.0.session.folder.join("records").join(place).join(name.replace('/', "%2f"))
    }
}

/// How Brio names itself to registries.
pub fn user_agent() -> String {
    // The form that programs read which manager started them from.
    let cpu = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("brio/{} npm/? node/v{NODE_VERSION} {} {cpu}", env!("CARGO_PKG_VERSION"), std::env::consts::OS)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a version of the record may be too young, and the record does not say which.
fn needs_times(record: &Packument, published_before_ms: Option<i64>) -> bool {
    let Some(limit) = published_before_ms else { return false };
    !record.has_times() && record.modified_ms.is_some_and(|modified| modified > limit)
}

fn fresh_seconds(cache_control: Option<&str>) -> i64 {
    let text = cache_control.unwrap_or_default();
    if text.contains("no-cache") || text.contains("no-store") {
        return 0;
    }
    text.split(',').find_map(|part| part.trim().strip_prefix("max-age=")?.parse().ok()).unwrap_or(FRESH_SECONDS)
}

/// Reads the record in a response.
fn read(name: &str, response: &Response, now_ms: i64) -> Result<Packument> {
    let body = &response.body;
    let encoding = response.header("content-encoding");
    match encoding {
        Some("gzip" | "x-gzip") if crate::tarball::is_gzip(body)? => match crate::tarball::Whole::inflate(body)? {
            Some(whole) => Packument::of_response(name, whole.bytes(), now_ms),
            None => {
                let mut reader = crate::tarball::Inflater::new(body.reader(), RECORD_BYTES_MAX)?;
                Packument::of_stream(name, &mut reader, now_ms)
            }
        },
        None | Some("" | "identity") if body.len() > body.memory_bytes().max(STREAMED_BYTES_MIN) => {
            Packument::of_stream(name, &mut body.reader(), now_ms)
        }
        _ => decoded(response).and_then(|bytes| Packument::of_response(name, &bytes, now_ms)),
    }
}

/// The body without its content encoding.
pub fn decoded(response: &Response) -> Result<Cow<'_, [u8]>> {
    let body =
        response.body.to_memory().map_err(|error| Error::new("EIO", format!("cannot read the response: {error}")))?;
    match response.header("content-encoding") {
        Some("gzip" | "x-gzip") => crate::tarball::inflate(&body, RECORD_BYTES_MAX).map(Cow::Owned),
        None | Some("" | "identity") => Ok(body),
        Some(other) => Err(Error::new("EENCODING", format!("the registry uses the unknown content encoding {other}"))),
    }
}

/// The error for a status that is not a success.
///
/// # Errors
/// `E401`, `E403`, `E404`, `E407`, `E429`, `ENOTSUPPORTED`, `E4XX` and `E5XX`.
pub fn check_status(config: &Config, name: &str, address: &Address, response: &Response) -> Result<()> {
    let host = address.authority();
    let login = match config.unset_variable_for(address) {
        Some(variable) => format!("the variable {variable}, which the credentials for it name, is not set"),
        None => format!("set `//{host}/:_authToken=…` in the .npmrc of your home folder"),
    };
    let (code, message, hint) = match response.status {
        200..=299 => return Ok(()),
        401 => ("E401", format!("{host} refuses {name} without valid credentials"), login),
        403 => ("E403", format!("{host} forbids {name} with these credentials"), login),
        404 => {
            let hint = "check its name; a private package needs its registry and a token in .npmrc".to_string();
            ("E404", format!("{name} is not in the registry {host}"), hint)
        }
        429 => (
            "E429",
            format!("{host} receives too many requests, and does not send {name}"),
            "try again later".to_string(),
        ),
        // A mirror may have the packages and nothing else.
        405 | 501 => ("ENOTSUPPORTED", format!("{host} does not offer {name}"), "use another `--registry`".to_string()),
        407 => ("E407", format!("the proxy on the way to {host} requires credentials"), PROXY_HINT.to_string()),
        status @ 300..=499 => ("E4XX", format!("{host} answers status {status} for {name}"), String::new()),
        status => ("E5XX", format!("{host} answers status {status} for {name}"), "try again later".to_string()),
    };
    Err(Error::new(code, message).with_hint(hint))
}
