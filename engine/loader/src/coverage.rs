//! The counters of instrumented files, in memory that outlives the realms which count in it: the results include realms
//! that were terminated, and no realm has to report.
//!
//! A realm counts in counters of its own, so that no increment is lost; when it has ended, they are added to the sums
//! of the file and reused.

use crate::lock;
use brio_transform::Coverage;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// The counters of a file in one realm.
pub type Counters = &'static [AtomicU32];

/// The instrumented files of this process.
#[derive(Debug, Default)]
pub struct CoverageRegistry {
    /// The folder whose files are counted; unset: none are.
    folder: OnceLock<PathBuf>,
    files: Mutex<HashMap<String, Counted>>,
}

#[derive(Debug)]
struct Counted {
    file: String,
    /// JSON (`brio_transform`, `coverage/map.rs`).
    map: String,
    counter_count: usize,
    /// Of the realms that ended.
    sums: Vec<u64>,
    in_use: Vec<Counters>,
    free: Vec<Counters>,
}

impl CoverageRegistry {
    /// Counts the files in `folder` that are loaded from now on, except those of packages. A second call has no effect.
    pub fn enable(&self, folder: &Path) {
        // The first folder stays.
        let _ = self.folder.set(folder.to_path_buf());
    }

    /// Whether a file is counted.
    pub fn counts(&self, file_name: &str) -> bool {
        self.folder.get().is_some_and(|folder| {
            let path = Path::new(file_name);
            path.starts_with(folder) && !path.components().any(|part| part.as_os_str() == "node_modules")
        })
    }

    pub(crate) fn add(&self, coverage: &Coverage, file_name: &str) {
        lock(&self.files).entry(coverage.id.clone()).or_insert_with(|| Counted {
            file: file_name.to_owned(),
            map: coverage.map.clone(),
            counter_count: coverage.counter_count as usize,
            sums: vec![0; coverage.counter_count as usize],
            in_use: Vec::new(),
            free: Vec::new(),
        });
    }

    fn take(&self, id: &str) -> Option<Counters> {
        let mut files = lock(&self.files);
        let counted = files.get_mut(id)?;
        let counters = counted.free.pop().unwrap_or_else(|| zeros(counted.counter_count));
        counted.in_use.push(counters);
        Some(counters)
    }

    /// Adds counters that nothing increments any more to the sums.
    fn give_back(&self, id: &str, counters: Counters) {
        let mut files = lock(&self.files);
        let Some(counted) = files.get_mut(id) else { return };
        counted.in_use.retain(|one| !std::ptr::eq(*one, counters));
        for (sum, counter) in counted.sums.iter_mut().zip(counters) {
            *sum += u64::from(counter.swap(0, Ordering::Relaxed));
        }
        counted.free.push(counters);
    }

    /// The counts of all files so far, as a JSON array of `{ file, map, counts }`. `resets`: the counters start again at 0.
    pub fn results(&self, resets: bool) -> String {
        let mut files = lock(&self.files);
        let mut results: Vec<(String, String)> = Vec::with_capacity(files.len());
        for counted in files.values_mut() {
            let mut counts = counted.sums.clone();
            for counters in &counted.in_use {
                for (count, counter) in counts.iter_mut().zip(*counters) {
                    let value =
                        if resets { counter.swap(0, Ordering::Relaxed) } else { counter.load(Ordering::Relaxed) };
                    *count += u64::from(value);
                }
            }
            if resets {
                counted.sums.fill(0);
            }
            let mut text = String::with_capacity(counts.len() * 2);
            for count in counts {
                // Writing to a string does not fail.
                let _ = write!(text, "{}{count}", if text.is_empty() { "" } else { "," });
            }
            let file = serde_json::Value::from(counted.file.as_str());
            results.push((
                counted.file.clone(),
                format!("{{\"file\":{file},\"map\":{},\"counts\":[{text}]}}", counted.map),
            ));
        }
        results.sort();
        let list: Vec<String> = results.into_iter().map(|(_, result)| result).collect();
        format!("[{}]", list.join(","))
    }
}

fn zeros(count: usize) -> Counters {
    Box::leak((0..count).map(|_| AtomicU32::new(0)).collect())
}

/// The counters that one realm uses. They are given back when the realm, which owns this, has ended.
#[derive(Default)]
pub struct RealmCounters {
    taken: RefCell<Vec<(Arc<crate::Loader>, String, Counters)>>,
}

impl RealmCounters {
    /// Counters for a file of `loader` with that [`Coverage::id`], all 0. None for an unknown one.
    pub fn take(&self, loader: &Arc<crate::Loader>, id: &str) -> Option<Counters> {
        let counters = loader.coverage.take(id)?;
        self.taken.borrow_mut().push((loader.clone(), id.to_owned(), counters));
        Some(counters)
    }
}

impl Drop for RealmCounters {
    fn drop(&mut self) {
        for (loader, id, counters) in self.taken.take() {
            loader.coverage.give_back(&id, counters);
        }
    }
}

/// The form of the disk cache: a line each, the map last.
pub(crate) fn to_text(coverage: &Coverage) -> String {
    let Coverage { id, variable, counter_count, map } = coverage;
    format!("{id}\n{variable}\n{counter_count}\n{map}")
}

pub(crate) fn from_text(bytes: &[u8]) -> Option<Coverage> {
    let mut lines = std::str::from_utf8(bytes).ok()?.splitn(4, '\n');
    Some(Coverage {
        id: lines.next()?.to_owned(),
        variable: lines.next()?.to_owned(),
        counter_count: lines.next()?.parse().ok()?,
        map: lines.next()?.to_owned(),
    })
}

#[cfg(test)]
#[path = "coverage_tests.rs"]
mod tests;
