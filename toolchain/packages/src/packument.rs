//! The record of a package in a registry: its versions and tags. Only the fields that installing needs are retained, so
//! that the record of a package with thousands of versions stays small on disk and in memory.

use crate::error::{Error, Result};
use crate::manifest::Manifest;
use crate::semver::{Range, Version, satisfies};
use crate::spec::{Source, Spec};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Bodies of this length are left in the cache's file.
const LONG_BYTES: usize = 32 * 1024;
/// So many files are held open for that.
const OPEN_COUNT_MAX: usize = 256;

/// How a version is chosen.
#[derive(Clone, Debug, Default)]
pub struct PickOptions {
    /// The version of Node.js that `engines` must accept.
    pub node_version: String,
    /// Versions that were published later are not taken: milliseconds since 1970.
    pub published_before_ms: Option<i64>,
}

/// A record.
#[derive(Debug)]
pub struct Packument {
    pub name: String,
    tags: Vec<(String, String)>,
    versions: Vec<Entry>,
    /// Times of publication of the newest versions.
    times: FxHashMap<String, i64>,
    /// When the record last changed, in milliseconds since 1970.
    pub modified_ms: Option<i64>,
    body: Body,
    parsed: Mutex<FxHashMap<usize, Arc<Manifest>>>,
}

/// Where the bodies of the versions are.
#[derive(Debug)]
enum Body {
    Memory(Vec<u8>),
    /// A file that has them from this offset on.
    File(File, u64),
}

#[derive(Debug)]
struct Entry {
    text: String,
    version: Version,
    start: usize,
    end: usize,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Full<'a> {
    #[serde(default, rename = "dist-tags")]
    tags: IndexMap<String, String>,
    #[serde(default, borrow)]
    versions: IndexMap<Cow<'a, str>, &'a RawValue>,
    #[serde(default, borrow)]
    time: Option<&'a RawValue>,
    #[serde(default)]
    modified: Option<String>,
}

/// The fields of a version that are retained.
#[derive(Deserialize, Serialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Reduced<'a> {
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    name: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    version: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    dependencies: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    optional_dependencies: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    peer_dependencies: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    peer_dependencies_meta: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    bundle_dependencies: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    bundled_dependencies: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    bin: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    os: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    cpu: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    libc: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    engines: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    deprecated: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    license: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    funding: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    dist: Option<&'a RawValue>,
    #[serde(rename = "_hasShrinkwrap", skip_serializing_if = "Option::is_none")]
    has_shrinkwrap: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    has_install_script: Option<bool>,
    #[serde(borrow, skip_serializing)]
    scripts: Option<&'a RawValue>,
}

/// The index of a stored record; the bodies of the versions follow it.
#[derive(Deserialize, Serialize)]
struct Index {
    name: String,
    tags: Vec<(String, String)>,
    versions: Vec<(String, usize, usize)>,
    times: Vec<(String, i64)>,
    modified: Option<i64>,
}

/// How long a time of publication matters: a minimum age is at most this.
const RECENT_MS: i64 = 30 * 24 * 3600 * 1000;

impl Packument {
    /// Reads a registry's record.
    ///
    /// # Errors
    /// `EJSONPARSE`, with the line and the column.
    pub fn of_response(name: &str, bytes: &[u8], now_ms: i64) -> Result<Self> {
        let full: Full<'_> = serde_json::from_slice(bytes)
            .map_err(|error| Error::of_json(&error, &format!("the registry's record of {name}")))?;
        let mut body = Vec::with_capacity(bytes.len() / 4);
        let mut versions = Vec::with_capacity(full.versions.len());
        for (text, raw) in &full.versions {
            let Some(version) = Version::parse(text) else { continue };
            let Ok(mut reduced) = serde_json::from_str::<Reduced<'_>>(raw.get()) else { continue };
            if reduced.has_install_script.is_none() && reduced.scripts.is_some_and(names_install_script) {
                reduced.has_install_script = Some(true);
            }
            let start = body.len();
            // Writing to memory does not fail.
            if serde_json::to_writer(&mut body, &reduced).is_ok() {
                versions.push(Entry { text: text.to_string(), version, start, end: body.len() });
            }
        }
        let times: IndexMap<String, serde_json::Value> =
            full.time.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        let modified = full.modified.or_else(|| times.get("modified")?.as_str().map(str::to_string));
        let times = times
            .iter()
            .filter_map(|(version, time)| Some((version.clone(), crate::time::parse_ms(time.as_str()?)?)))
            .filter(|(_, time)| *time > now_ms - RECENT_MS)
            .collect();
        Ok(Self {
            name: name.to_string(),
            tags: full.tags.into_iter().collect(),
            versions,
            times,
            modified_ms: modified.and_then(|text| crate::time::parse_ms(&text)),
            body: Body::Memory(body),
            parsed: Mutex::default(),
        })
    }

    /// The record as bytes, for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let index = Index {
            name: self.name.clone(),
            tags: self.tags.clone(),
            versions: self.versions.iter().map(|entry| (entry.text.clone(), entry.start, entry.end)).collect(),
            times: self.times.iter().map(|(version, time)| (version.clone(), *time)).collect(),
            modified: self.modified_ms,
        };
        let mut bytes = serde_json::to_vec(&index).unwrap_or_default();
        bytes.push(b'\n');
        match &self.body {
            Body::Memory(body) => bytes.extend_from_slice(body),
            Body::File(..) => {
                let length = self.versions.iter().map(|entry| entry.end).max().unwrap_or(0);
                bytes.extend_from_slice(&self.read(0, length));
            }
        }
        bytes
    }

    /// Leaves the bodies of the versions in a file that ends with what [`Packument::to_bytes`] wrote, when they are long
    /// and few files are open for that: they are read from there, one by one, when they are needed.
    pub fn leave_in(&mut self, file: &Path) {
        static OPEN_COUNT: AtomicUsize = AtomicUsize::new(0);
        let Body::Memory(body) = &self.body else { return };
        if body.len() < LONG_BYTES || OPEN_COUNT.load(Ordering::Relaxed) >= OPEN_COUNT_MAX {
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
            OPEN_COUNT.fetch_add(1, Ordering::Relaxed);
            self.body = Body::File(file, offset);
        }
    }

    fn read(&self, start: usize, end: usize) -> Cow<'_, [u8]> {
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

    /// Reads what [`Packument::to_bytes`] wrote. None when it is damaged.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let index: Index = serde_json::from_slice(&bytes[..end]).ok()?;
        let body = bytes[end + 1..].to_vec();
        let versions = index
            .versions
            .into_iter()
            .map(|(text, start, end)| {
                let version = Version::parse(&text)?;
                (start <= end && end <= body.len()).then_some(Entry { text, version, start, end })
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Self {
            name: index.name,
            tags: index.tags,
            versions,
            times: index.times.into_iter().collect(),
            modified_ms: index.modified,
            body: Body::Memory(body),
            parsed: Mutex::default(),
        })
    }

    /// The version that a tag names.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, version)| version.as_str())
    }

    /// All versions, in the order of the registry.
    pub fn versions(&self) -> impl Iterator<Item = &str> {
        self.versions.iter().map(|entry| entry.text.as_str())
    }

    /// Whether the record knows when its new versions were published.
    pub fn has_times(&self) -> bool {
        !self.times.is_empty()
    }

    /// When a version was published, if that was lately: milliseconds since 1970.
    pub fn published_ms(&self, version: &str) -> Option<i64> {
        self.times.get(version).copied()
    }

    /// Chooses the version for a spec, by npm's rules: the version of the tag `latest` when it fits, otherwise the highest
    /// that is not deprecated and whose `engines` accept Node.js, otherwise the highest.
    ///
    /// # Errors
    /// `ETARGET` when no version fits.
    pub fn pick(&self, spec: &Spec, options: &PickOptions) -> Result<Arc<Manifest>> {
        let is_old = |entry: &Entry| match (options.published_before_ms, self.times.get(&entry.text)) {
            (Some(limit), Some(time)) => *time <= limit,
            _ => true,
        };
        let found = match &spec.source {
            Source::Version(version) => {
                self.versions.iter().position(|entry| entry.version == *version && is_old(entry))
            }
            Source::Tag(tag) => match self.tag(tag) {
                Some(text) => {
                    let tagged = self.versions.iter().position(|entry| entry.text == text);
                    match tagged.filter(|index| !is_old(&self.versions[*index])) {
                        None => tagged,
                        Some(_) => self.highest(&Range::parse(&format!("<={text}")), options, &is_old),
                    }
                }
                None => None,
            },
            Source::Range(range) => self.pick_range(range, options, &is_old),
            _ => None,
        };
        if let Some(index) = found {
            return Ok(self.manifest(index));
        }
        if options.published_before_ms.is_some() {
            let anytime = PickOptions { published_before_ms: None, ..options.clone() };
            if let Ok(young) = self.pick(spec, &anytime) {
                let message = format!(
                    "every version of {} that matches {} is too young; {} was published less than the minimum age ago",
                    self.name, spec.raw, young.version
                );
                let hint = "wait, or take it with `--min-age 0`: most malicious versions are found on their first day";
                return Err(Error::new("ETOOYOUNG", message).with_hint(hint));
            }
        }
        Err(self.no_match(spec))
    }

    fn pick_range(&self, range: &Range, options: &PickOptions, is_old: &dyn Fn(&Entry) -> bool) -> Option<usize> {
        let latest = self.tag("latest").and_then(|tag| self.versions.iter().position(|entry| entry.text == tag));
        if let Some(index) = latest {
            let entry = &self.versions[index];
            if (range.is_any() || range.contains(&entry.version)) && is_old(entry) && self.is_good(index, options) {
                return Some(index);
            }
        }
        self.highest(&Some(range.clone()), options, is_old)
    }

    fn highest(&self, range: &Option<Range>, options: &PickOptions, accepts: &dyn Fn(&Entry) -> bool) -> Option<usize> {
        let range = range.as_ref()?;
        let mut fitting: Vec<usize> = (0..self.versions.len())
            .filter(|index| range.contains(&self.versions[*index].version) && accepts(&self.versions[*index]))
            .collect();
        fitting.sort_by(|left, right| self.versions[*right].version.cmp(&self.versions[*left].version));
        let supported = |index: &usize| self.supports_node(*index, options);
        let current = |index: &usize| self.manifest(*index).deprecated.is_none();
        let first = |accepts: &dyn Fn(&usize) -> bool| fitting.iter().copied().find(|index| accepts(index));
        first(&|index| supported(index) && current(index))
            .or_else(|| first(&supported))
            .or_else(|| first(&current))
            .or_else(|| fitting.first().copied())
    }

    fn is_good(&self, index: usize, options: &PickOptions) -> bool {
        self.manifest(index).deprecated.is_none() && self.supports_node(index, options)
    }

    fn supports_node(&self, index: usize, options: &PickOptions) -> bool {
        match self.manifest(index).node_range() {
            Some(range) if !range.is_empty() && !options.node_version.is_empty() => {
                satisfies(&options.node_version, range)
            }
            _ => true,
        }
    }

    /// The manifest of an exact version.
    pub fn exact(&self, version: &str) -> Option<Arc<Manifest>> {
        self.versions.iter().position(|entry| entry.text == version).map(|index| self.manifest(index))
    }

    fn manifest(&self, index: usize) -> Arc<Manifest> {
        let mut parsed = self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = &self.versions[index];
        let parse = || {
            let bytes = self.read(entry.start, entry.end);
            let mut json: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
            // What was requested counts: another name could be that of another package, or a path.
            if let serde_json::Value::Object(object) = &mut json {
                object.insert("name".to_string(), serde_json::Value::String(self.name.clone()));
            }
            let mut manifest = Manifest::of_json(&json);
            manifest.name = self.name.clone();
            // A registry names no files of this machine.
            if !manifest.tarball.starts_with("https://") && !manifest.tarball.starts_with("http://") {
                manifest.tarball.clear();
            }
            manifest.version = entry.text.clone();
            Arc::new(manifest)
        };
        Arc::clone(parsed.entry(index).or_insert_with(parse))
    }

    fn no_match(&self, spec: &Spec) -> Error {
        let wanted = if spec.raw.is_empty() { "*" } else { &spec.raw };
        let message = format!("no version of {} matches {wanted}", self.name);
        let mut newest: Vec<&Version> = self.versions.iter().map(|entry| &entry.version).collect();
        newest.sort();
        let newest: Vec<String> = newest.iter().rev().take(5).map(|version| version.to_string()).collect();
        let hint = match self.tag("latest") {
            _ if newest.is_empty() => "the registry has no version of it".to_string(),
            Some(latest) => format!("the latest version is {latest}; the newest are {}", newest.join(", ")),
            None => format!("the newest versions are {}", newest.join(", ")),
        };
        Error::new("ETARGET", message).with_hint(hint)
    }
}

fn names_install_script(scripts: &RawValue) -> bool {
    let Ok(scripts) = serde_json::from_str::<IndexMap<Cow<'_, str>, &RawValue>>(scripts.get()) else { return false };
    ["preinstall", "install", "postinstall"].iter().any(|name| scripts.contains_key(*name))
}

#[cfg(test)]
#[path = "packument_tests.rs"]
mod tests;
