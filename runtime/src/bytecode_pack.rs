//! Bytecode of many scripts at the end of the executable, each compressed by itself and read when it is used; then the place and the
//! lengths of each by its number; and a trailer that says for whom they are.

use brio_realm::jsc::bytecode::{BytecodeSource, engine_version};
use lz4_flex::block;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

const MAGIC: &[u8; 8] = b"BrioByte";
/// Magic, engine version, count of scripts, identity of the texts, length of the pack.
const TRAILER_BYTES: usize = 8 + 4 + 4 + 8 + 8;

/// Where a script's bytecode lies.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// From the start of the pack.
    offset: u32,
    compressed_bytes: u32,
    bytes: u32,
}

const ENTRY_BYTES: usize = 3 * size_of::<u32>();

impl Entry {
    fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        for (place, word) in bytes.chunks_exact_mut(size_of::<u32>()).zip([self.offset, self.compressed_bytes, self.bytes]) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let word = |index: usize| Some(u32::from_le_bytes(bytes.get(index * size_of::<u32>()..)?.first_chunk().copied()?));
        Some(Self { offset: word(0)?, compressed_bytes: word(1)?, bytes: word(2)? })
    }
}

/// The bytecode in this executable.
pub struct Pack {
    file: File,
    /// Where the pack begins in it.
    start: u64,
    entries: Vec<u8>,
}

impl Pack {
    /// The pack of the running executable. None when it has none that is for this engine and these `count` scripts with their `identity`.
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
        Some(Self { file, start: end.checked_sub(length)?, entries: tail })
    }

    fn entry(&self, number: usize) -> Option<Entry> {
        Entry::from_bytes(self.entries.get(number * ENTRY_BYTES..)?)
    }
}

impl BytecodeSource for Pack {
    fn length(&self, number: usize) -> usize {
        self.entry(number).map_or(0, |entry| entry.bytes as usize)
    }

    fn read(&self, number: usize, bytes: &mut [u8]) -> bool {
        let Some(entry) = self.entry(number) else { return false };
        let mut compressed = vec![0; entry.compressed_bytes as usize];
        self.file.read_exact_at(&mut compressed, self.start + u64::from(entry.offset)).is_ok() && block::decompress_into(&compressed, bytes).is_ok_and(|length| length == bytes.len())
    }
}

/// A pack of these scripts, to be put at the end of an executable.
///
/// # Errors
/// `InvalidInput` for a pack that is too large, or when there is no engine that makes bytecode.
pub fn make(count: usize, identity: u64, scripts: &[(usize, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let word = |length: usize| u32::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
    let version = engine_version().ok_or(io::ErrorKind::InvalidInput)?;
    let mut pack = Vec::new();
    let mut entries = vec![Entry::default(); count];
    for (number, bytes) in scripts {
        let compressed = block::compress(bytes);
        entries[*number] = Entry { offset: word(pack.len())?, compressed_bytes: word(compressed.len())?, bytes: word(bytes.len())? };
        pack.extend_from_slice(&compressed);
    }
    pack.extend(entries.into_iter().flat_map(Entry::to_bytes));
    let length = (pack.len() + TRAILER_BYTES) as u64;
    pack.extend_from_slice(&make_trailer(version, word(count)?, identity, length));
    Ok(pack)
}

/// The scripts of a pack that `make` made, with their numbers. None when it is for another engine or other texts.
pub fn read(count: usize, identity: u64, pack: &[u8]) -> Option<Vec<(usize, Vec<u8>)>> {
    let entries_end = pack.len().checked_sub(TRAILER_BYTES)?;
    if pack[entries_end..] != make_trailer(engine_version()?, u32::try_from(count).ok()?, identity, pack.len() as u64) {
        return None;
    }
    let entries = pack.get(entries_end.checked_sub(count * ENTRY_BYTES)?..entries_end)?;
    let scripts = entries.chunks_exact(ENTRY_BYTES).enumerate().filter_map(|(number, entry)| {
        let entry = Entry::from_bytes(entry).filter(|entry| entry.bytes > 0)?;
        let compressed = pack.get(entry.offset as usize..)?.get(..entry.compressed_bytes as usize)?;
        Some((number, block::decompress(compressed, entry.bytes as usize).ok()?))
    });
    Some(scripts.collect())
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
