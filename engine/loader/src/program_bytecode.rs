//! Bytecode of programs' files, beside the transformed sources: what the engine compiled in the first run of a file is
//! available in the next ones (`docs/decisions/0041-program-bytecode.md`). The caller that evaluates the sources passes
//! the bytes; this module does not use the engine.

use crate::disk_cache::DiskCache;
use crate::lock;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Smaller sources are compiled faster than their entry is opened and read.
const TEXT_BYTES_MIN: usize = 1 << 10;
const MAGIC: &[u8; 8] = b"brioBC\x03\n";
/// What follows the bytecode: the hash of the source, the key, a checksum of everything before it, the magic number.
const TRAILER_BYTES: usize = 4 + 16 + 8 + MAGIC.len();

/// The source of a module, and how it is evaluated.
#[derive(Debug)]
pub enum ModuleText {
    /// Without bytecode.
    Plain(String),
    /// With bytecode of an earlier run, and the engine's hash of the source then.
    Stored { text: String, bytes: Vec<u8>, text_hash: u32 },
    /// Its bytecode is requested: [`crate::Loader::store_bytecode`] accepts it under this number.
    Wanted { text: String, number: usize },
}

/// The bytecode of this process's files.
#[derive(Debug, Default)]
pub(crate) struct ProgramBytecode {
    /// The version of the engine whose bytecode may be used. Without it there is none.
    engine_version: OnceLock<u32>,
    /// Whether files are compiled from their sources all the same.
    is_refused: AtomicBool,
    /// The sources that were returned, which stay in memory. Each is returned once: the second evaluation finds what
    /// the first one compiled, and a program that loads its files again and again retains one source of each.
    known: Mutex<HashSet<u128>>,
    /// The keys of requested bytecode, by number.
    wanted: Mutex<Vec<u128>>,
}

impl ProgramBytecode {
    /// Switches it on, for an engine of that version.
    pub fn enable(&self, engine_version: u32) {
        // The first one counts: there is one engine in a process.
        let _ = self.engine_version.set(engine_version);
    }

    /// Switches it off for the files that follow.
    pub fn refuse(&self) {
        self.is_refused.store(true, Ordering::Relaxed);
    }

    /// How to evaluate the source of a file.
    pub fn of(&self, text: String, cache: &DiskCache) -> ModuleText {
        let Some(&version) = self.engine_version.get() else { return ModuleText::Plain(text) };
        if text.len() < TEXT_BYTES_MIN || !cache.is_on() || self.is_refused.load(Ordering::Relaxed) {
            return ModuleText::Plain(text);
        }
        let key = key_of(&text, version);
        if !lock(&self.known).insert(key) {
            return ModuleText::Plain(text);
        }
        if let Some((bytes, text_hash)) = cache.read_bytecode(key).and_then(|entry| bytecode_of(entry, key)) {
            return ModuleText::Stored { text, bytes, text_hash };
        }
        let mut wanted = lock(&self.wanted);
        wanted.push(key);
        ModuleText::Wanted { text, number: wanted.len() - 1 }
    }

    /// Stores the bytecode of the source with that number. Returns whether that worked.
    pub fn store(&self, number: usize, bytes: &[u8], text_hash: u32, cache: &DiskCache) -> bool {
        let Some(key) = lock(&self.wanted).get(number).copied() else { return false };
        let mut entry = Vec::with_capacity(bytes.len() + TRAILER_BYTES);
        entry.extend_from_slice(bytes);
        entry.extend_from_slice(&text_hash.to_le_bytes());
        entry.extend_from_slice(&key.to_le_bytes());
        entry.extend_from_slice(&xxh3_64(&entry).to_le_bytes());
        entry.extend_from_slice(MAGIC);
        cache.write_bytecode(key, &entry)
    }
}

fn key_of(text: &str, engine_version: u32) -> u128 {
    let mut digest = Xxh3::new();
    digest.update(MAGIC);
    digest.update(&engine_version.to_le_bytes());
    digest.update(text.as_bytes());
    digest.digest128()
}

/// The bytecode in an entry, and the hash of its source. None when it is damaged, of another layout or for another key.
fn bytecode_of(mut entry: Vec<u8>, key: u128) -> Option<(Vec<u8>, u32)> {
    let (rest, magic) = entry.split_last_chunk::<{ MAGIC.len() }>()?;
    let (checked, checksum) = rest.split_last_chunk()?;
    let (rest, its_key) = checked.split_last_chunk()?;
    let (bytes, text_hash) = rest.split_last_chunk()?;
    if magic != MAGIC
        || u128::from_le_bytes(*its_key) != key
        || u64::from_le_bytes(*checksum) != xxh3_64(checked)
        || bytes.is_empty()
    {
        return None;
    }
    let (length, text_hash) = (bytes.len(), u32::from_le_bytes(*text_hash));
    entry.truncate(length);
    Some((entry, text_hash))
}

#[cfg(test)]
#[path = "program_bytecode_tests.rs"]
mod tests;
