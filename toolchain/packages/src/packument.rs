//! The record of a package in a registry: its versions and tags. Only the fields that installing needs are retained, so
//! that the record of a package with thousands of versions stays small on disk and in memory.

mod cached;
mod reading;
mod split;

use crate::error::{Error, Result};
use crate::manifest::Manifest;
use crate::semver::{Range, Version, satisfies};
use crate::spec::{Source, Spec};
use rustc_hash::FxHashMap;
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};

/// An error lists at most so many tags.
const NAMED_TAG_COUNT: usize = 12;

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

impl Default for Body {
    fn default() -> Self {
        Self::Memory(Vec::new())
    }
}

#[derive(Debug)]
struct Entry {
    text: String,
    version: Version,
    start: usize,
    end: usize,
}

impl Packument {
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
        let newest = self.newest(5).join(", ");
        let named = self.tags.iter().take(NAMED_TAG_COUNT).map(|(tag, version)| format!("{tag} ({version})"));
        let tags = || named.collect::<Vec<_>>().join(", ");
        let hint = match self.tag("latest") {
            _ if newest.is_empty() => "the registry has no version of it".to_string(),
            _ if matches!(spec.source, Source::Tag(_)) && !self.tags.is_empty() => format!("its tags are {}", tags()),
            Some(latest) => format!("the latest version is {latest}; the newest are {newest}"),
            None => format!("the newest versions are {newest}"),
        };
        Error::new("ETARGET", message).with_hint(hint)
    }

    /// The newest versions, pre-releases only when there is nothing else.
    fn newest(&self, count: usize) -> Vec<String> {
        let mut versions: Vec<&Version> = self.versions.iter().map(|entry| &entry.version).collect();
        versions.sort();
        let has_stable = versions.iter().any(|version| !version.is_prerelease());
        versions.retain(|version| !(has_stable && version.is_prerelease()));
        versions.iter().rev().take(count).map(|version| version.to_string()).collect()
    }
}

#[cfg(test)]
#[path = "packument_tests.rs"]
mod tests;
