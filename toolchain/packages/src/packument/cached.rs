//! The form of records in the cache: a line of the caller, a line with the index, then the bodies of the versions.

use super::{Body, Entry, Packument};
use crate::semver::Version;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bodies of this length are left in the cache's file.
const LONG_BYTES: usize = 16 * 1024;
/// So many files are kept open for that, when the system allows twice as many.
const OPEN_COUNT_MAX: usize = 2048;

/// The index of a stored record; the bodies of the versions follow it.
#[derive(Deserialize, Serialize)]
struct Index {
    name: String,
    tags: Vec<(String, String)>,
    versions: Vec<(String, usize, usize)>,
    times: Vec<(String, i64)>,
    modified: Option<i64>,
}

impl Packument {
    /// Writes the record, for [`Packument::of_reader`].
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_to(&self, output: &mut dyn Write) -> std::io::Result<()> {
        let index = Index {
            name: self.name.clone(),
            tags: self.tags.clone(),
            versions: self.versions.iter().map(|entry| (entry.text.clone(), entry.start, entry.end)).collect(),
            times: self.times.iter().map(|(version, time)| (version.clone(), *time)).collect(),
            modified: self.modified_ms,
        };
        serde_json::to_writer(&mut *output, &index)?;
        output.write_all(b"\n")?;
        match &self.body {
            Body::Memory(body) => output.write_all(body),
            Body::File(..) => {
                self.versions.iter().try_for_each(|entry| output.write_all(&self.read(entry.start, entry.end)))
            }
        }
    }

    /// Reads what [`Packument::write_to`] wrote. None when it is damaged.
    pub fn of_reader(reader: &mut dyn BufRead) -> Option<Self> {
        let (mut record, length, _) = read_index(reader)?;
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        record.body = Body::Memory(body);
        Some(record)
    }

    /// Reads a file of the cache: its first line, and the record. Long bodies are left in the file. None when it is
    /// damaged.
    pub fn of_file(file: File) -> Option<(Vec<u8>, Self)> {
        let mut reader = BufReader::with_capacity(LONG_BYTES, file);
        let mut first = Vec::new();
        reader.read_until(b'\n', &mut first).ok()?;
        let (mut record, length, index_bytes) = read_index(&mut reader)?;
        let offset = (first.len() + index_bytes) as u64;
        if length >= LONG_BYTES && may_stay_open() {
            let file = reader.into_inner();
            if file.metadata().ok()?.len() < offset + length as u64 {
                return None;
            }
            record.body = Body::File(file, offset);
        } else {
            let mut body = vec![0; length];
            reader.read_exact(&mut body).ok()?;
            record.body = Body::Memory(body);
        }
        Some((first, record))
    }

    /// Leaves the bodies of the versions in a file that ends with what [`Packument::write_to`] wrote, when they are long
    /// and few files are open for that: they are read from there, one by one, when they are needed.
    pub fn leave_in(&mut self, file: &Path) {
        let Body::Memory(body) = &self.body else { return };
        if body.len() < LONG_BYTES || !may_stay_open() {
            return;
        }
        let Ok(file) = File::open(file) else { return };
        let Some(offset) = file.metadata().ok().and_then(|metadata| metadata.len().checked_sub(body.len() as u64))
        else {
            return;
        };
        // Another process may have replaced the file by a newer record.
        let mut first = vec![0; body.len().min(4096)];
        let is_same = file.read_exact_at(&mut first, offset).is_ok() && body.starts_with(&first);
        if is_same {
            self.body = Body::File(file, offset);
        }
    }

    /// The bodies between two positions.
    pub(super) fn read(&self, start: usize, end: usize) -> Cow<'_, [u8]> {
        match &self.body {
            Body::Memory(body) => Cow::Borrowed(&body[start..end]),
            Body::File(file, offset) => {
                let mut bytes = vec![0; end - start];
                // A disk that cannot be read leaves a version without fields, whose tarball is then refused.
                let outcome = file.read_exact_at(&mut bytes, offset + start as u64);
                Cow::Owned(if outcome.is_ok() { bytes } else { Vec::new() })
            }
        }
    }
}

/// Whether one more file may be kept open; counts it.
fn may_stay_open() -> bool {
    static OPEN_COUNT: AtomicUsize = AtomicUsize::new(0);
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX);
    let limit = OPEN_COUNT_MAX.min((limit / 2) as usize);
    OPEN_COUNT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| (count < limit).then_some(count + 1)).is_ok()
}

/// The record without its bodies, their length, and that of the index.
fn read_index(reader: &mut dyn BufRead) -> Option<(Packument, usize, usize)> {
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line).ok()?;
    let index: Index = serde_json::from_slice(&line).ok()?;
    let mut length = 0;
    let versions = index
        .versions
        .into_iter()
        .map(|(text, start, end)| {
            let version = Version::parse(&text)?;
            // The bodies follow each other.
            let is_next = start == length && start <= end;
            length = end;
            is_next.then_some(Entry { text, version, start, end })
        })
        .collect::<Option<Vec<_>>>()?;
    let record = Packument {
        name: index.name,
        tags: index.tags,
        versions,
        times: index.times.into_iter().collect(),
        modified_ms: index.modified,
        body: Body::default(),
        parsed: Mutex::default(),
    };
    Some((record, length, line.len()))
}
