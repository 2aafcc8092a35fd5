//! A pack with the bytecode of many scripts at the end of the executable: that of frequent scripts uncompressed, all
//! others compressed separately with the first of these as their dictionary; then a table with the position and the lengths of each by number; then a trailer that
//! identifies the engine and the sources. A script is read when it is used.

use brio_realm::jsc::bytecode::{BytecodeSource, engine_version};
use brio_realm::jsc::bytecode_collect::CompiledScript;
use brio_realm::jsc::file_area::FileArea;
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::{Mutex, OnceLock, PoisonError};
use zstd_safe::{CCtx, CDict, DCtx};

const MAGIC: &[u8; 8] = b"BrioByt3";
/// Magic, engine version, count of scripts, identity of the sources, length of the pack.
const TRAILER_BYTES: usize = 8 + 4 + 4 + 8 + 8;
/// High, because the builtins are compressed once and decompressed at each start.
const COMPRESSION_LEVEL: i32 = 19;
/// For an executable, which is made more often.
const REPACK_LEVEL: i32 = 12;

/// More than any script has.
const SCRIPT_BYTES_MAX: u32 = 64 << 20;

/// The largest dictionary: all of the uncompressed bytecode would save twice as much, but each executable has this part.
const DICTIONARY_BYTES_MAX: usize = 1 << 20;

/// The position of a script's bytecode.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// From the start of the pack.
    offset: u32,
    /// Equal to `bytes` when it is not compressed.
    stored_bytes: u32,
    bytes: u32,
    text_hash: u32,
}

/// Of uncompressed bytecode, and of the complete pack: the engine reads it in place, in the file's pages.
const ALIGNMENT: usize = 16;
const ENTRY_BYTES: usize = 4 * size_of::<u32>();

impl Entry {
    fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        for (place, word) in
            bytes.chunks_exact_mut(size_of::<u32>()).zip([self.offset, self.stored_bytes, self.bytes, self.text_hash])
        {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn is_frequent(self) -> bool {
        self.bytes > 0 && self.stored_bytes == self.bytes
    }

    fn end(self) -> usize {
        self.offset as usize + self.stored_bytes as usize
    }

    /// Whether it is in the part of the pack that is the dictionary.
    fn is_in_dictionary(self) -> bool {
        self.is_frequent() && self.end() <= DICTIONARY_BYTES_MAX
    }

    /// Whether it is in the first bytes of a pack.
    fn is_within(self, scripts_bytes: u64) -> bool {
        u64::from(self.offset) + u64::from(self.stored_bytes) <= scripts_bytes && self.bytes <= SCRIPT_BYTES_MAX
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let word =
            |index: usize| Some(u32::from_le_bytes(bytes.get(index * size_of::<u32>()..)?.first_chunk().copied()?));
        Some(Self { offset: word(0)?, stored_bytes: word(1)?, bytes: word(2)?, text_hash: word(3)? })
    }
}

/// The length of the dictionary, which is the start of the pack.
fn dictionary_length(entries: impl Iterator<Item = Entry>) -> usize {
    entries.filter(|entry| entry.is_in_dictionary()).map(Entry::end).max().unwrap_or_default()
}

/// The bytecode pack of this executable.
pub struct Pack {
    file: File,
    /// The offset of the pack in it.
    start: u64,
    entries: Vec<u8>,
    /// The memory mapping of the uncompressed part; None inside when mapping failed.
    area: OnceLock<Option<FileArea>>,
    /// Created when the first script is decompressed, with the length of the dictionary.
    decompressor: Mutex<Option<(DCtx<'static>, usize)>>,
}

impl Pack {
    /// The pack of the running executable. None without one for this engine and these `count` scripts with their
    /// `identity`.
    pub fn open(count: usize, identity: u64) -> Option<Self> {
        let version = engine_version()?;
        let file = File::open("/proc/self/exe").ok()?;
        let end = file.metadata().ok()?.len();
        let mut tail = vec![0; count * ENTRY_BYTES + TRAILER_BYTES];
        let tail_start = end.checked_sub(tail.len() as u64)?;
        file.read_exact_at(&mut tail, tail_start).ok()?;
        let trailer = tail.split_off(count * ENTRY_BYTES);
        let length = u64::from_le_bytes(trailer.last_chunk().copied()?);
        if trailer != make_trailer(version, u32::try_from(count).ok()?, identity, length) {
            return None;
        }
        // The engine would read a damaged table's entries in place, beyond the end of the file.
        let scripts_bytes = length.checked_sub(tail.len() as u64 + TRAILER_BYTES as u64)?;
        if !tail.chunks_exact(ENTRY_BYTES).filter_map(Entry::from_bytes).all(|entry| entry.is_within(scripts_bytes)) {
            return None;
        }
        Some(Self {
            file,
            start: end.checked_sub(length)?,
            entries: tail,
            area: OnceLock::new(),
            decompressor: Mutex::default(),
        })
    }

    fn entry(&self, number: usize) -> Option<Entry> {
        Entry::from_bytes(self.entries.get(number * ENTRY_BYTES..)?)
    }

    fn all_entries(&self) -> impl Iterator<Item = Entry> {
        self.entries.chunks_exact(ENTRY_BYTES).filter_map(Entry::from_bytes)
    }

    /// The uncompressed part is first in the pack.
    fn area(&self) -> Option<&FileArea> {
        let make = || {
            let end = self.all_entries().filter(|entry| entry.is_frequent()).map(Entry::end).max()?;
            FileArea::new(&self.file, self.start, end).ok()
        };
        self.area.get_or_init(make).as_ref()
    }

    /// Releases the pages that were read of the pack. Nothing is lost when the system refuses that.
    pub fn give_memory_back(&self) {
        if let Some(Some(area)) = self.area.get() {
            let _ = area.give_back();
        }
    }

    fn decompress(&self, compressed: &[u8], bytes: &mut [u8]) -> bool {
        let mut decompressor = self.decompressor.lock().unwrap_or_else(PoisonError::into_inner);
        let (context, length) =
            decompressor.get_or_insert_with(|| (DCtx::create(), dictionary_length(self.all_entries())));
        let dictionary = match *length {
            0 => Some(&[][..]),
            length => self.area().and_then(|area| area.first_bytes(length)),
        };
        let Some(dictionary) = dictionary else { return false };
        context.decompress_using_dict(bytes, compressed, dictionary).is_ok_and(|length| length == bytes.len())
    }
}

impl BytecodeSource for Pack {
    fn length(&self, number: usize) -> usize {
        self.entry(number).map_or(0, |entry| entry.bytes as usize)
    }

    fn lasting(&'static self, number: usize) -> Option<&'static [u8]> {
        let entry = self.entry(number).filter(|entry| entry.is_frequent())?;
        self.area()?.bytes(entry.offset as usize, entry.bytes as usize)
    }

    fn read(&self, number: usize, bytes: &mut [u8]) -> bool {
        let Some(entry) = self.entry(number) else { return false };
        let place = self.start + u64::from(entry.offset);
        if entry.is_frequent() {
            return self.file.read_exact_at(bytes, place).is_ok();
        }
        let mut compressed = vec![0; entry.stored_bytes as usize];
        self.file.read_exact_at(&mut compressed, place).is_ok() && self.decompress(&compressed, bytes)
    }

    fn text_hash(&self, number: usize) -> u32 {
        self.entry(number).map_or(0, |entry| entry.text_hash)
    }
}

/// The contents of a pack: the bytecode of scripts, and which of them most programs use.
#[derive(Default)]
pub struct Scripts {
    pub all: Vec<CompiledScript>,
    pub frequent: BTreeSet<usize>,
}

impl Scripts {
    /// For each script the larger of this and that of `others`, in the order of `others`.
    pub fn merge(self, mut others: Scripts) -> Scripts {
        others.frequent.extend(self.frequent);
        for script in self.all {
            match others.all.iter_mut().find(|known| known.id == script.id) {
                Some(known) if known.bytes.len() < script.bytes.len() => *known = script,
                Some(_) => {}
                None => others.all.push(script),
            }
        }
        others
    }

    /// Builds the pack of these scripts, to be appended to an executable.
    ///
    /// # Errors
    /// `InvalidInput` for a pack that is too large, or when no engine that creates bytecode is available.
    pub fn pack(&self, count: usize, identity: u64) -> io::Result<Vec<u8>> {
        let word = |length: usize| u32::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
        let version = engine_version().ok_or(io::ErrorKind::InvalidInput)?;
        let mut pack = Vec::new();
        let mut entries = vec![Entry::default(); count];
        let (frequent, others): (Vec<_>, Vec<_>) =
            self.all.iter().partition(|script| self.frequent.contains(&script.id));
        for script in frequent {
            let bytes = word(script.bytes.len())?;
            pack.resize(pack.len().next_multiple_of(ALIGNMENT), 0);
            entries[script.id] =
                Entry { offset: word(pack.len())?, stored_bytes: bytes, bytes, text_hash: script.text_hash };
            pack.extend_from_slice(&script.bytes);
        }
        let mut compressor = Compressor::new(&pack[..dictionary_length(entries.iter().copied())], COMPRESSION_LEVEL);
        for script in others {
            let compressed = compressor.compress(&script.bytes).ok_or(io::ErrorKind::InvalidInput)?;
            let (stored_bytes, bytes) = (word(compressed.len())?, word(script.bytes.len())?);
            entries[script.id] = Entry { offset: word(pack.len())?, stored_bytes, bytes, text_hash: script.text_hash };
            pack.extend_from_slice(&compressed);
        }
        Ok(complete(pack, entries, version, identity, word(count)?))
    }

    /// The scripts of a pack, in its order. None when it is for another engine or other sources.
    pub fn unpack(count: usize, identity: u64, pack: &[u8]) -> Option<Scripts> {
        let entries_end = pack.len().checked_sub(TRAILER_BYTES)?;
        if pack[entries_end..]
            != make_trailer(engine_version()?, u32::try_from(count).ok()?, identity, pack.len() as u64)
        {
            return None;
        }
        let entries = pack.get(entries_end.checked_sub(count * ENTRY_BYTES)?..entries_end)?;
        let mut entries: Vec<_> = entries
            .chunks_exact(ENTRY_BYTES)
            .map(Entry::from_bytes)
            .enumerate()
            .filter_map(|(id, entry)| Some((id, entry?)))
            .collect();
        entries.sort_by_key(|(_, entry)| entry.offset);
        let dictionary = pack.get(..dictionary_length(entries.iter().map(|(_, entry)| *entry)))?;
        let mut decompressor = DCtx::create();
        let mut scripts = Scripts::default();
        for (id, entry) in entries.into_iter().filter(|(_, entry)| entry.bytes > 0) {
            let stored = pack.get(entry.offset as usize..)?.get(..entry.stored_bytes as usize)?;
            let bytes = if entry.is_frequent() {
                scripts.frequent.insert(id);
                stored.to_vec()
            } else {
                let mut bytes = Vec::with_capacity(entry.bytes as usize);
                decompressor.decompress_using_dict(&mut bytes, stored, dictionary).ok()?;
                bytes
            };
            scripts.all.push(CompiledScript { id, bytes, text_hash: entry.text_hash });
        }
        Some(scripts)
    }
}

/// Adds the table and the trailer to the scripts of a pack.
fn complete(mut pack: Vec<u8>, entries: Vec<Entry>, version: u32, identity: u64, count: u32) -> Vec<u8> {
    // So that the pack, whose end is fixed, starts aligned too.
    let others_length = entries.len() * ENTRY_BYTES + TRAILER_BYTES;
    pack.resize((pack.len() + others_length).next_multiple_of(ALIGNMENT) - others_length, 0);
    pack.extend(entries.into_iter().flat_map(Entry::to_bytes));
    let length = (pack.len() + TRAILER_BYTES) as u64;
    pack.extend_from_slice(&make_trailer(version, count, identity, length));
    pack
}

/// The end of an executable with a pack in which, of the uncompressed scripts, only those of `used` stay so, and without
/// those that `is_dropped` names. None when it has no pack of this engine and these scripts.
pub fn repack(
    count: usize,
    identity: u64,
    end: &[u8],
    used: &BTreeSet<usize>,
    is_dropped: impl Fn(usize) -> bool,
) -> Option<Vec<u8>> {
    let length = usize::try_from(u64::from_le_bytes(end.last_chunk().copied()?)).ok()?;
    let (before, old) = end.split_at(end.len().checked_sub(length)?);
    let entries_end = old.len().checked_sub(TRAILER_BYTES)?;
    let (version, word_count) = (engine_version()?, u32::try_from(count).ok()?);
    if old[entries_end..] != make_trailer(version, word_count, identity, length as u64) {
        return None;
    }
    let table = old.get(entries_end.checked_sub(count * ENTRY_BYTES)?..entries_end)?;
    let mut entries: Vec<Entry> = table.chunks_exact(ENTRY_BYTES).filter_map(Entry::from_bytes).collect();
    let dictionary = old.get(..dictionary_length(entries.iter().copied()))?;
    for (number, entry) in entries.iter_mut().enumerate() {
        if is_dropped(number) && !entry.is_in_dictionary() {
            *entry = Entry::default();
        }
    }
    // What others are compressed with stays at its place, which is before all others.
    let stays = |number: usize, entry: Entry| entry.is_in_dictionary() || entry.is_frequent() && used.contains(&number);
    let mut order: Vec<usize> = (0..count).filter(|number| entries[*number].bytes > 0).collect();
    order.sort_by_key(|number| (!stays(*number, entries[*number]), entries[*number].offset));
    let mut compressor = Compressor::new(dictionary, REPACK_LEVEL);
    let mut pack = Vec::new();
    for number in order {
        let entry = entries[number];
        let stored = old.get(entry.offset as usize..)?.get(..entry.stored_bytes as usize)?;
        let place = &mut entries[number];
        if stays(number, entry) {
            pack.resize(pack.len().next_multiple_of(ALIGNMENT), 0);
            place.offset = u32::try_from(pack.len()).ok()?;
            pack.extend_from_slice(stored);
            continue;
        }
        place.offset = u32::try_from(pack.len()).ok()?;
        if entry.is_frequent() {
            let compressed = compressor.compress(stored)?;
            place.stored_bytes = u32::try_from(compressed.len()).ok()?;
            pack.extend_from_slice(&compressed);
        } else {
            pack.extend_from_slice(stored);
        }
    }
    let pack = complete(pack, entries, version, identity, word_count);
    Some([before, pack.as_slice()].concat())
}

/// Compresses bytecode with the dictionary of a pack.
struct Compressor<'d> {
    context: CCtx<'d>,
    dictionary: CDict<'d>,
}

impl Compressor<'_> {
    fn new(dictionary: &[u8], level: i32) -> Self {
        Self { context: CCtx::create(), dictionary: CDict::create(dictionary, level) }
    }

    fn compress(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut compressed = Vec::with_capacity(zstd_safe::compress_bound(bytes.len()));
        self.context.compress_using_cdict(&mut compressed, bytes, &self.dictionary).ok()?;
        Some(compressed)
    }
}

fn make_trailer(version: u32, count: u32, identity: u64, length: u64) -> [u8; TRAILER_BYTES] {
    let mut trailer = [0; TRAILER_BYTES];
    trailer[..8].copy_from_slice(MAGIC);
    trailer[8..12].copy_from_slice(&version.to_le_bytes());
    trailer[12..16].copy_from_slice(&count.to_le_bytes());
    trailer[16..24].copy_from_slice(&identity.to_le_bytes());
    trailer[24..].copy_from_slice(&length.to_le_bytes());
    trailer
}
