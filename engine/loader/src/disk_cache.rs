//! Transformed sources of earlier runs, by a digest of everything that they depend on. Processes share the folder
//! without locks: an entry is written beside its place and renamed, and one that is damaged is a miss. A failure here
//! is never an error; `docs/decisions/0008-transform-cache.md` has the measurements.

use crate::compiled::Compiled;
use crate::files;
use brio_transform::{Options, cache_key};
use std::env;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, SystemTime};

/// Smaller sources are transformed faster than their entry is opened and read.
const SOURCE_BYTES_MIN: usize = 4 << 10;
/// Below the folder of the sources.
const BYTECODE_FOLDER: &str = "bytecode";
/// Larger entries are not written.
const ENTRY_BYTES_MAX: usize = 32 << 20;
/// Pruning leaves at most this much.
const FOLDER_BYTES_MAX: u64 = 256 << 20;
/// One of so many writes prunes the folder.
const WRITES_PER_PRUNING: u128 = 128;
/// After this time the modification time of an entry in use is renewed, so that pruning removes the others.
const REFRESH_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// The cache; without a folder it is off.
#[derive(Debug, Default)]
pub(crate) struct DiskCache {
    choice: RwLock<Choice>,
}

/// Where the cache is, and how its folder was chosen.
#[derive(Clone, Debug, Default)]
struct Choice {
    folder: Option<PathBuf>,
    /// The program or NODE_COMPILE_CACHE named the folder: then small files are cached too.
    is_named: bool,
    /// Entries are found again when the files have moved.
    is_portable: bool,
}

impl DiskCache {
    /// The folder that NODE_COMPILE_CACHE names; else `$XDG_CACHE_HOME/brio/transform`, or the same in `~/.cache`. Off when
    /// none is there, or when NODE_DISABLE_COMPILE_CACHE is 1.
    pub fn of_user() -> Self {
        let cache = Self::of_user_unnamed();
        if env::var_os("NODE_DISABLE_COMPILE_CACHE").is_some_and(|value| value == "1") {
            return cache;
        }
        if let Some(named) = env::var_os("NODE_COMPILE_CACHE").filter(|named| !named.is_empty()) {
            // If a folder cannot be made, the user's own is used.
            let _ = cache
                .name(Path::new(&named), env::var_os("NODE_COMPILE_CACHE_PORTABLE").is_some_and(|value| value == "1"));
        }
        cache
    }

    /// As [`Self::of_user`], without the folder that NODE_COMPILE_CACHE names.
    pub fn of_user_unnamed() -> Self {
        let cache = Self::default();
        if env::var_os("NODE_DISABLE_COMPILE_CACHE").is_none_or(|value| value != "1") {
            let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
            let caches = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
            cache.set(Choice { folder: caches.map(|caches| caches.join("brio/transform")), ..Choice::default() });
        }
        cache
    }

    /// A cache in `folder`.
    #[cfg(test)]
    pub fn at(folder: &Path) -> Self {
        let cache = Self::default();
        cache.set(Choice { folder: Some(folder.to_path_buf()), ..Choice::default() });
        cache
    }

    /// Moves the cache into a folder below `directory`, which is made. Returns that folder.
    ///
    /// # Errors
    /// The system's, when it cannot be made.
    pub fn name(&self, directory: &Path, is_portable: bool) -> io::Result<PathBuf> {
        let absolute = std::path::absolute(directory)?;
        // Users who share the folder do not share entries.
        let user = fs::metadata("/proc/self").map(|metadata| metadata.uid()).unwrap_or_default();
        let folder = absolute.join(format!("brio-{}-{}-{user}", env!("CARGO_PKG_VERSION"), env::consts::ARCH));
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        self.set(Choice { folder: Some(folder.clone()), is_named: true, is_portable });
        Ok(folder)
    }

    /// The folder that the program or NODE_COMPILE_CACHE named.
    pub fn named(&self) -> Option<PathBuf> {
        let choice = self.choice();
        choice.folder.filter(|_| choice.is_named)
    }

    fn choice(&self) -> Choice {
        self.choice.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, choice: Choice) {
        *self.choice.write().unwrap_or_else(PoisonError::into_inner) = choice;
    }

    /// The key of a source; None when it is not worth an entry.
    pub fn key(&self, source: &str, options: &Options) -> Option<u128> {
        let choice = self.choice();
        if choice.folder.is_none() || (source.len() < SOURCE_BYTES_MIN && !choice.is_named) {
            return None;
        }
        // Counters belong to a file.
        if !choice.is_portable || options.coverage {
            return Some(cache_key(source, options));
        }
        let file_name = Path::new(&options.file_name)
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        Some(cache_key(source, &Options { file_name, ..options.clone() }))
    }

    /// Whether entries are found again when their files have moved.
    pub fn is_portable(&self) -> bool {
        self.choice().is_portable
    }

    /// Whether there is a folder.
    pub fn is_on(&self) -> bool {
        self.choice().folder.is_some()
    }

    /// The entry of a key.
    pub fn get(&self, key: u128) -> Option<Compiled> {
        Compiled::from_bytes(&read(&place(&self.choice().folder?, key))?, key)
    }

    /// Stores an entry. Returns whether that worked.
    pub fn put(&self, key: u128, compiled: &Compiled) -> bool {
        self.choice().folder.is_some_and(|folder| write(&folder, key, &compiled.to_bytes(key)))
    }

    /// The bytecode under a key, as it was written.
    pub fn read_bytecode(&self, key: u128) -> Option<Vec<u8>> {
        read(&place(&self.choice().folder?.join(BYTECODE_FOLDER), key))
    }

    /// Stores bytecode. Returns whether that worked.
    pub fn write_bytecode(&self, key: u128, bytes: &[u8]) -> bool {
        self.choice().folder.is_some_and(|folder| write(&folder.join(BYTECODE_FOLDER), key, bytes))
    }
}

fn place(folder: &Path, key: u128) -> PathBuf {
    let name = format!("{key:032x}");
    folder.join(&name[..2]).join(&name[2..])
}

fn read(place: &Path) -> Option<Vec<u8>> {
    let file = File::open(place).ok()?;
    let metadata = file.metadata().ok()?;
    if metadata.len() > ENTRY_BYTES_MAX as u64 {
        return None;
    }
    let bytes = files::read_open(&file, &metadata).ok()?;
    let age = metadata.modified().ok().and_then(|time| SystemTime::now().duration_since(time).ok());
    if age.is_some_and(|age| age > REFRESH_AFTER) {
        // Without effect when the file is not ours; then it is merely pruned earlier.
        let _ = file.set_modified(SystemTime::now());
    }
    Some(bytes)
}

/// Writes an entry, and sometimes prunes the folder.
fn write(folder: &Path, key: u128, bytes: &[u8]) -> bool {
    let is_written = bytes.len() <= ENTRY_BYTES_MAX && write_atomically(&place(folder, key), bytes);
    if is_written && key.is_multiple_of(WRITES_PER_PRUNING) {
        prune(folder, FOLDER_BYTES_MAX);
    }
    is_written
}

fn write_atomically(place: &Path, bytes: &[u8]) -> bool {
    let Some(folder) = place.parent() else { return false };
    static WRITES: AtomicU32 = AtomicU32::new(0);
    let scratch =
        place.with_extension(format!("{}.{}.part", std::process::id(), WRITES.fetch_add(1, Ordering::Relaxed)));
    let open = || OpenOptions::new().write(true).create_new(true).mode(0o600).open(&scratch);
    let opened = open().or_else(|_| {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        // A process of the same number may have ended here.
        let _ = fs::remove_file(&scratch);
        open()
    });
    let Ok(mut file) = opened else { return false };
    let is_done = file.write_all(bytes).is_ok() && fs::rename(&scratch, place).is_ok();
    if !is_done {
        let _ = fs::remove_file(&scratch);
    }
    is_done
}

/// Removes the entries that were not used for the longest time until at most `bytes_max` are left.
fn prune(folder: &Path, bytes_max: u64) {
    let shards = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = shards.flat_map(|shard| fs::read_dir(shard.path()).into_iter().flatten().flatten());
    let mut entries: Vec<_> = files
        .filter_map(|file| {
            let metadata = file.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((metadata.mtime(), metadata.len(), file.path()))
        })
        .collect();
    entries.sort_unstable_by_key(|(time, ..)| std::cmp::Reverse(*time));
    let mut sum = 0;
    for (_, bytes, path) in entries {
        sum += bytes;
        if sum > bytes_max {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
#[path = "disk_cache_tests.rs"]
mod tests;
