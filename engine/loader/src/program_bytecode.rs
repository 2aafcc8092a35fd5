//! Bytecode of programs' files, beside the transformed texts: what the engine compiled in the first run of a file is there in the
//! next ones (`docs/decisions/0041-program-bytecode.md`). Who evaluates the texts hands the bytes over; nothing here knows the engine.

use crate::disk_cache::DiskCache;
use crate::lock;
use std::collections::HashSet;
use std::sync::{Mutex, OnceLock};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Smaller texts are compiled faster than their entry is opened and read.
const TEXT_BYTES_MIN: usize = 1 << 10;
const MAGIC: &[u8; 8] = b"brioBC\x03\n";
/// What follows the bytecode: the hash of the text, the key, a checksum of all before it, the magic.
const TRAILER_BYTES: usize = 4 + 16 + 8 + MAGIC.len();

/// The text of a module, and how it is evaluated.
#[derive(Debug)]
pub enum ModuleText {
    /// As it is.
    Plain(String),
    /// With bytecode of an earlier run, and what the engine made of the text then.
    Stored { text: String, bytes: Vec<u8>, text_hash: u32 },
    /// Its bytecode is wanted: [`crate::Loader::store_bytecode`] takes it under this number.
    Wanted { text: String, number: usize },
}

/// What is known of the bytecode of this process's files.
#[derive(Debug, Default)]
pub(crate) struct ProgramBytecode {
    /// The version of the engine whose bytecode may be used. Without it there is none.
    engine_version: OnceLock<u32>,
    /// The texts that were given out for good. Each is given out once: the second evaluation finds what the first one compiled, and
    /// a program that loads its files again and again keeps one text of each.
    known: Mutex<HashSet<u128>>,
    /// The keys of what is wanted, by number.
    wanted: Mutex<Vec<u128>>,
}

impl ProgramBytecode {
    /// Switches it on, for an engine of that version.
    pub fn enable(&self, engine_version: u32) {
        // The first one counts: there is one engine in a process.
        let _ = self.engine_version.set(engine_version);
    }

    /// How to evaluate the text of a file.
    pub fn of(&self, text: String, cache: &DiskCache) -> ModuleText {
        let Some(&version) = self.engine_version.get() else { return ModuleText::Plain(text) };
        if text.len() < TEXT_BYTES_MIN || !cache.is_on() {
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

    /// Keeps the bytecode of the text with that number. Returns whether that worked.
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

/// The bytecode in an entry, and the hash of its text. None when it is damaged, of another layout or for another key.
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
