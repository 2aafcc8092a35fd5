//! The records of packages, from the cache or from their registry. Records are requested ahead: as soon as one arrives,
//! those of its probable dependencies are requested too, so that the resolution rarely waits.

use crate::error::{Error, Result};
use crate::manifest::Manifest;
use crate::network::{Address, Method, Request, Response};
use crate::packument::Packument;
use crate::session::{Reach, Session};
use crate::spec::Spec;
use crate::time::now_ms;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};

/// A larger record is refused.
const RECORD_BYTES_MAX: usize = 256 * 1024 * 1024;
/// How long a record is used without asking, when the registry does not say.
const FRESH_SECONDS: i64 = 300;

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
}

/// How much has been requested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub requested: usize,
    pub arrived: usize,
}

/// The header of a cached record.
#[derive(Deserialize, Serialize, Default)]
#[serde(default)]
struct CacheHeader {
    etag: String,
    fetched_ms: i64,
    fresh_seconds: i64,
    is_full: bool,
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
        let session = &self.0.session;
        let file = self.cache_file(&name);
        let cached = read_cache(&file);
        let limit = session.pick.published_before_ms;
        let is_usable = |header: &CacheHeader, record: &Packument| {
            let age_ms = now_ms() - header.fetched_ms;
            let is_fresh = session.reach != Reach::Online || (0..header.fresh_seconds * 1000).contains(&age_ms);
            is_fresh && (header.is_full || !needs_times(record, limit) || session.reach == Reach::Offline)
        };
        let etag = match cached {
            Some((header, record)) if is_usable(&header, &record) => return self.settle(&name, Ok(record)),
            Some((header, record)) => Some((header, record)),
            None => None,
        };
        if session.reach == Reach::Offline {
            let error = Error::new("ENOTCACHED", format!("the record of {name} is not in the cache"))
                .with_hint("run the command once without `--offline`");
            return self.settle(&name, Err(error));
        }
        self.fetch(name, etag, false);
    }

    fn fetch(&self, name: String, cached: Option<(CacheHeader, Packument)>, is_full: bool) {
        let request = match self.request_of(&name, cached.as_ref().map(|(header, _)| header), is_full) {
            Ok(request) => request,
            Err(error) => return self.settle(&name, Err(error)),
        };
        let network = match self.0.session.network() {
            Ok(network) => network,
            Err(error) => return self.settle(&name, Err(error)),
        };
        let (registry, address) = (self.clone(), request.address.clone());
        network.send(request, move |outcome| {
            let inner = Arc::clone(&registry.0);
            inner.session.pool.run_soon(move || registry.receive(name, &address, outcome, cached, is_full));
        });
    }

    fn receive(
        &self,
        name: String,
        address: &Address,
        outcome: Result<Response>,
        cached: Option<(CacheHeader, Packument)>,
        is_full: bool,
    ) {
        let response = match outcome {
            Ok(response) => response,
            Err(error) => return self.settle(&name, Err(error.while_doing(format!("the record of {name}")))),
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
            write_cache(&self.cache_file(&name), &header, &record);
            return self.settle(&name, Ok(record));
        }
        let record = check_status(&name, address, &response)
            .and_then(|()| decoded(&response))
            .and_then(|body| Packument::of_response(&name, &body, header.fetched_ms));
        match record {
            Ok(record) if !is_full && needs_times(&record, self.0.session.pick.published_before_ms) => {
                self.fetch(name, None, true);
            }
            Ok(mut record) => {
                header.is_full |= record.has_times();
                let file = self.cache_file(&name);
                if write_cache(&file, &header, &record) {
                    record.leave_in(&file);
                }
                self.settle(&name, Ok(record));
            }
            Err(error) => self.settle(&name, Err(error)),
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
    format!("brio/{} {} {}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH)
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

/// The body without its content encoding.
pub fn decoded(response: &Response) -> Result<Vec<u8>> {
    match response.header("content-encoding") {
        Some("gzip" | "x-gzip") => crate::tarball::inflate(&response.body, RECORD_BYTES_MAX),
        None | Some("" | "identity") => Ok(response.body.clone()),
        Some(other) => Err(Error::new("EENCODING", format!("the registry uses the unknown content encoding {other}"))),
    }
}

/// The error for a status that is not a success.
///
/// # Errors
/// `E401`, `E403`, `E404`, `E429`, `ENOTSUPPORTED`, `E4XX` and `E5XX`.
pub fn check_status(name: &str, address: &Address, response: &Response) -> Result<()> {
    let host = address.authority();
    let login = format!("set `//{host}/:_authToken=…` in the .npmrc of your home folder");
    let (code, message, hint) = match response.status {
        200..=299 => return Ok(()),
        401 => ("E401", format!("{host} refuses {name} without valid credentials"), login),
        403 => ("E403", format!("{host} forbids {name} with these credentials"), login),
        404 => {
            let hint = "check its name; a private package needs its registry and a token in .npmrc".to_string();
            ("E404", format!("{name} is not in the registry {host}"), hint)
        }
        429 => ("E429", format!("{host} receives too many requests"), "try again later".to_string()),
        // A mirror may have the packages and nothing else.
        405 | 501 => ("ENOTSUPPORTED", format!("{host} does not offer {name}"), "use another `--registry`".to_string()),
        status @ 300..=499 => ("E4XX", format!("{host} answers status {status} for {name}"), String::new()),
        status => ("E5XX", format!("{host} answers status {status} for {name}"), "try again later".to_string()),
    };
    Err(Error::new(code, message).with_hint(hint))
}

fn read_cache(file: &Path) -> Option<(CacheHeader, Packument)> {
    let bytes = std::fs::read(file).ok()?;
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let header = serde_json::from_slice(&bytes[..end]).ok()?;
    let mut record = Packument::of_bytes(&bytes[end + 1..])?;
    record.leave_in(file);
    Some((header, record))
}

/// Returns whether it was written. Without the cached record the next command fetches it again, so failures are no errors.
fn write_cache(file: &Path, header: &CacheHeader, record: &Packument) -> bool {
    let mut bytes = serde_json::to_vec(header).unwrap_or_default();
    bytes.push(b'\n');
    bytes.extend(record.to_bytes());
    crate::files::replace(file, &bytes).is_ok()
}
