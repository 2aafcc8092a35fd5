//! The store: unpacked packages in the user's cache, shared by all projects. A package is addressed by the hash of its
//! tarball, which is checked before anything is unpacked; its files are linked into projects and are not writable.
//!
//! A package is unpacked under a temporary name and then renamed, so what is in the store is always complete. Start reading
//! at [`Store::request`].

mod of_git;
pub mod seal;
mod unpack;

use crate::content::Content;
use crate::error::{Error, Result};
use crate::files;
use crate::integrity;
use crate::manifest::Manifest;
use crate::network::{Address, Method, Request, Response};
use crate::registry::{check_status, user_agent};
use crate::session::{Reach, Session};
use rustc_hash::FxHashMap;
use seal::Key;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};

/// A larger tarball is refused.
const TARBALL_BYTES_MAX: usize = 512 * 1024 * 1024;
/// Downloads at a time.
const DOWNLOAD_COUNT_MAX: usize = 64;
/// While so many bytes wait to be unpacked, no further download begins: the network may be faster than the disk.
const PENDING_BYTES_MAX: usize = 64 * 1024 * 1024;
/// The same for those of them that are in memory.
const PENDING_MEMORY_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Changes with the layout of the store.
const VERSION: &str = "v1";

/// A package that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// For messages: `name@version`.
    pub what: String,
    /// The address of the tarball, or `file:` and a path.
    pub address: String,
    /// Empty when nothing is known of the content.
    pub integrity: String,
}

/// A package in the store.
#[derive(Debug)]
pub struct Stored {
    /// The folder with its files.
    pub folder: PathBuf,
    pub integrity: String,
    /// The first line of its index. Only a few packages' manifests are read.
    header: Box<str>,
    pub files: Listing,
}

impl Stored {
    /// Its `package.json`, without what installing does not need.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        let json = serde_json::from_str::<Index>(&self.header).map(|index| index.manifest);
        Manifest::of_json(&json.unwrap_or_default())
    }

    /// The seal of its files; empty when an older version unpacked it.
    #[must_use]
    pub fn seal(&self) -> String {
        serde_json::from_str::<Index>(&self.header).map(|index| index.seal).unwrap_or_default()
    }
}

/// The files of a package, as its index lists them: one string, since an installation has some 100,000 files.
#[derive(Debug)]
pub struct Listing(String);

impl Listing {
    /// Relative paths, sorted; true: executable.
    pub fn iter(&self) -> impl Iterator<Item = (&str, bool)> {
        self.0.lines().filter_map(|line| Some((line.get(2..)?, line.starts_with('x'))))
    }
}

/// What of it is always read.
#[derive(Deserialize)]
struct Origin {
    integrity: String,
}

#[derive(Deserialize, Serialize)]
struct Index {
    integrity: String,
    /// Empty in what older versions unpacked.
    #[serde(default)]
    seal: String,
    manifest: Value,
}

enum Slot {
    Pending,
    Ready(Arc<Stored>),
    Failed(Error),
}

struct Inner {
    session: Arc<Session>,
    slots: Mutex<FxHashMap<Wanted, Slot>>,
    arrived: Condvar,
    counts: Mutex<Counts>,
    line: Mutex<Line>,
    key: OnceLock<Key>,
}

/// What is to be downloaded.
#[derive(Default)]
struct Line {
    waiting: VecDeque<Wanted>,
    active_count: usize,
    /// What was received and is not unpacked yet.
    pending: Pending,
}

#[derive(Clone, Copy, Debug, Default)]
struct Pending {
    bytes: usize,
    memory_bytes: usize,
}

impl Pending {
    fn of(outcome: &Result<Response>) -> Self {
        let body = outcome.as_ref().map(|response| &response.body);
        Self { bytes: body.map_or(0, Content::len), memory_bytes: body.map_or(0, Content::memory_bytes) }
    }

    fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.memory_bytes += other.memory_bytes;
    }

    fn remove(&mut self, other: Self) {
        self.bytes -= other.bytes;
        self.memory_bytes -= other.memory_bytes;
    }

    fn is_much(&self) -> bool {
        self.bytes >= PENDING_BYTES_MAX || self.memory_bytes >= PENDING_MEMORY_BYTES_MAX
    }
}

/// How much has been requested.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub requested: usize,
    pub arrived: usize,
    pub downloaded: usize,
    pub downloaded_bytes: usize,
}

/// The store.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

impl Store {
    /// Opens the store of the session.
    pub fn new(session: Arc<Session>) -> Self {
        let (slots, counts) = (Mutex::default(), Mutex::default());
        let (line, key) = (Mutex::default(), OnceLock::new());
        Self(Arc::new(Inner { session, slots, arrived: Condvar::new(), counts, line, key }))
    }

    /// How much has been requested, for the progress line.
    pub fn counts(&self) -> Counts {
        *lock(&self.0.counts)
    }

    /// Requests a package, without waiting.
    pub fn request(&self, wanted: &Wanted) {
        {
            let mut slots = lock(&self.0.slots);
            if slots.contains_key(wanted) {
                return;
            }
            slots.insert(wanted.clone(), Slot::Pending);
        }
        lock(&self.0.counts).requested += 1;
        let (store, wanted) = (self.clone(), wanted.clone());
        self.0.session.pool.run(move || store.load(wanted));
    }

    /// Waits for a package.
    ///
    /// # Errors
    /// `EINTEGRITY`, `ETARBALL`, `EUNSAFETAR`, `ENOTCACHED` with `--offline`, those of the network and of files.
    pub fn wait(&self, wanted: &Wanted) -> Result<Arc<Stored>> {
        self.request(wanted);
        let mut slots = lock(&self.0.slots);
        loop {
            match slots.get(wanted) {
                Some(Slot::Ready(stored)) => return Ok(Arc::clone(stored)),
                Some(Slot::Failed(error)) => return Err(error.clone()),
                _ => slots = self.0.arrived.wait(slots).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Whether a package is in the store already.
    pub fn contains(&self, integrity: &str) -> bool {
        self.folder_of(integrity).is_some_and(|folder| folder.join("index").is_file())
    }

    /// The folder of all packages.
    pub fn folder(&self) -> PathBuf {
        self.0.session.folder.join(VERSION)
    }

    /// The folder that a package has, or would have.
    pub fn folder_of(&self, integrity: &str) -> Option<PathBuf> {
        let name = integrity::content_name(integrity)?;
        let (algorithm, digits) = name.split_once('-')?;
        let digits = digits.get(..64).unwrap_or(digits);
        Some(self.folder().join(algorithm).join(&digits[..2]).join(&digits[2..]))
    }

    fn load(&self, wanted: Wanted) {
        if let Some(repository) = crate::git::of_locked_address(&wanted.address) {
            return self.settle(&wanted, self.of_git(&wanted, &repository));
        }
        if let Some(stored) = self.folder_of(&wanted.integrity).and_then(|folder| read(&folder)) {
            return self.settle(&wanted, Ok(stored));
        }
        if let Some(path) = wanted.address.strip_prefix("file:") {
            let path = Path::new(path);
            let outcome = fs::File::open(path)
                .and_then(Content::of_file)
                .map_err(|error| Error::of_file(&error, "read", path))
                .and_then(|content| self.unpack(&wanted, &content));
            return self.settle(&wanted, outcome);
        }
        if self.0.session.reach == Reach::Offline {
            let error = Error::new("ENOTCACHED", format!("{} is not in the store", wanted.what))
                .with_hint("run the command once without `--offline`");
            return self.settle(&wanted, Err(error));
        }
        lock(&self.0.line).waiting.push_back(wanted);
        self.start_downloads();
    }

    /// Begins downloads as long as there is capacity.
    fn start_downloads(&self) {
        loop {
            let mut line = lock(&self.0.line);
            let is_full = line.active_count >= DOWNLOAD_COUNT_MAX || line.pending.is_much();
            let Some(wanted) = (if is_full { None } else { line.waiting.pop_front() }) else { return };
            line.active_count += 1;
            drop(line);
            if let Err(failed) = self.download(wanted) {
                let (wanted, error) = *failed;
                lock(&self.0.line).active_count -= 1;
                self.settle(&wanted, Err(error));
            }
        }
    }

    /// Begins a download; returns what cannot be requested.
    fn download(&self, wanted: Wanted) -> std::result::Result<(), Box<(Wanted, Error)>> {
        let session = &self.0.session;
        let address = match Address::parse(&session.config.mirrored(&wanted.address)) {
            Ok(address) => address,
            Err(error) => {
                let error = error.while_doing(format!("the tarball of {}", wanted.what));
                return Err(Box::new((wanted, error)));
            }
        };
        let network = match session.network() {
            Ok(network) => network,
            Err(error) => return Err(Box::new((wanted, error))),
        };
        let request = Request {
            authorization: session.config.authorization_for(&address),
            address: address.clone(),
            method: Method::Get,
            body: None,
            headers: vec![("accept".to_string(), "*/*".to_string()), ("user-agent".to_string(), user_agent())],
            response_bytes_max: TARBALL_BYTES_MAX,
            spill_folder: Some(self.temporary_folder()),
        };
        let store = self.clone();
        network.send(request, move |outcome| {
            let inner = Arc::clone(&store.0);
            let pending = Pending::of(&outcome);
            {
                let mut line = lock(&inner.line);
                line.active_count -= 1;
                line.pending.add(pending);
            }
            store.start_downloads();
            inner.session.pool.run(move || {
                store.receive(&wanted, &address, outcome);
                lock(&store.0.line).pending.remove(pending);
                store.start_downloads();
            });
        });
        Ok(())
    }

    fn receive(&self, wanted: &Wanted, address: &Address, outcome: Result<Response>) {
        let what = format!("the tarball of {}", wanted.what);
        let outcome = outcome.map_err(|error| error.while_doing(what.clone())).and_then(|response| {
            check_status(&self.0.session.config, &what, address, &response)?;
            let mut counts = lock(&self.0.counts);
            counts.downloaded += 1;
            counts.downloaded_bytes += response.body.len();
            drop(counts);
            self.unpack(wanted, &response.body)
        });
        self.settle(wanted, outcome);
    }

    fn settle(&self, wanted: &Wanted, outcome: Result<Stored>) {
        let slot = match outcome {
            Ok(stored) => Slot::Ready(Arc::new(stored)),
            Err(error) => Slot::Failed(error),
        };
        lock(&self.0.counts).arrived += 1;
        lock(&self.0.slots).insert(wanted.clone(), slot);
        self.0.arrived.notify_all();
    }

    /// Checks a tarball and puts it into the store.
    fn unpack(&self, wanted: &Wanted, content: &Content) -> Result<Stored> {
        let integrity = if wanted.integrity.is_empty() {
            let computed = integrity::of_reader(&mut content.reader());
            computed.map_err(|error| Error::new("EIO", format!("{}: {error}", wanted.what)))?
        } else {
            integrity::check(&mut content.reader(), &wanted.integrity, &wanted.what)?;
            wanted.integrity.clone()
        };
        let folder = self
            .folder_of(&integrity)
            .ok_or_else(|| Error::new("EINTEGRITY", format!("{} has an unusable integrity", wanted.what)))?;
        if let Some(stored) = read(&folder) {
            return Ok(stored);
        }
        let temporary = self.temporary_folder().join(files::unique_name());
        let written = unpack::write(&temporary, content, &integrity, self.key()?, &wanted.what);
        if let Err(error) = written.and_then(|()| publish(&temporary, &folder)) {
            // What was written is of no use; `cache prune` removes what cannot be removed now.
            let _ = files::remove(&temporary);
            return Err(error);
        }
        read(&folder).ok_or_else(|| Error::new("EIO", format!("{} vanished from the store", wanted.what)))
    }

    /// The key of its seals.
    fn key(&self) -> Result<&Key> {
        if let Some(key) = self.0.key.get() {
            return Ok(key);
        }
        let opened = Key::open(&self.folder())?;
        Ok(self.0.key.get_or_init(|| opened))
    }

    fn temporary_folder(&self) -> PathBuf {
        self.folder().join("tmp")
    }
}

/// Gives a complete package its final name. Another process may have been faster.
fn publish(temporary: &Path, folder: &Path) -> Result<()> {
    let failed = |error: &std::io::Error| Error::of_file(error, "write", folder);
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).map_err(|error| failed(&error))?;
    }
    match fs::rename(temporary, folder) {
        Ok(()) => Ok(()),
        Err(_) if folder.join("index").is_file() => files::remove(temporary),
        // An earlier `cache prune` was interrupted there.
        Err(_) => {
            files::remove(folder)?;
            fs::rename(temporary, folder).map_err(|error| failed(&error))
        }
    }
}

/// Reads the index of a package; None when it is not there or incomplete.
pub fn read(folder: &Path) -> Option<Stored> {
    let mut header = fs::read_to_string(folder.join("index")).ok()?;
    let files = Listing(header.split_off(header.find('\n')? + 1));
    let Origin { integrity } = serde_json::from_str(&header).ok()?;
    Some(Stored { folder: folder.join("files"), integrity, header: header.into_boxed_str(), files })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
