//! Reading a registry's record: in one step, or as a stream when it is long.

use super::split::Splitter;
use super::{Body, Entry, Packument};
use crate::error::{Error, Result};
use crate::semver::Version;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::BufRead;
use std::sync::Mutex;

/// How long a time of publication matters: a minimum age is at most this.
const RECENT_MS: i64 = 30 * 24 * 3600 * 1000;

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
    workspaces: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    dist: Option<&'a RawValue>,
    #[serde(rename = "_hasShrinkwrap", skip_serializing_if = "Option::is_none")]
    has_shrinkwrap: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    has_install_script: Option<bool>,
    #[serde(borrow, skip_serializing)]
    scripts: Option<&'a RawValue>,
}

/// A record while it is being read.
struct Builder<'n> {
    name: &'n str,
    now_ms: i64,
    tags: IndexMap<String, String>,
    times: FxHashMap<String, i64>,
    modified: Option<String>,
    versions: Vec<Entry>,
    body: Vec<u8>,
}

impl Packument {
    /// Reads a registry's record.
    ///
    /// # Errors
    /// `EJSONPARSE`, with the line and the column.
    pub fn of_response(name: &str, bytes: &[u8], now_ms: i64) -> Result<Self> {
        let full: Full<'_> = serde_json::from_slice(bytes).map_err(|error| Error::of_json(&error, &what(name)))?;
        let mut builder = Builder::new(name, now_ms);
        builder.body.reserve(bytes.len() / 4);
        for (text, raw) in &full.versions {
            builder.add(text, raw.get().as_bytes());
        }
        builder.tags = full.tags;
        builder.modified = full.modified;
        if let Some(raw) = full.time {
            builder.add_times(raw.get().as_bytes());
        }
        Ok(builder.finish())
    }

    /// Reads a registry's record as a stream.
    ///
    /// # Errors
    /// `EJSONPARSE`, with the position, and those of the reader.
    pub fn of_stream(name: &str, reader: &mut dyn BufRead, now_ms: i64) -> Result<Self> {
        let mut splitter = Splitter::new(reader, what(name));
        let mut builder = Builder::new(name, now_ms);
        let mut value = Vec::new();
        splitter.object(&mut |splitter, key| match key {
            "versions" => splitter.object(&mut |splitter, version| {
                splitter.value(&mut value)?;
                builder.add(version, &value);
                Ok(())
            }),
            "dist-tags" | "time" | "modified" => {
                splitter.value(&mut value)?;
                let invalid = |error: serde_json::Error| Error::of_json(&error, &format!("{key} of {}", what(name)));
                match key {
                    "dist-tags" => builder.tags = serde_json::from_slice(&value).map_err(invalid)?,
                    "modified" => builder.modified = serde_json::from_slice(&value).map_err(invalid)?,
                    _ => builder.add_times(&value),
                }
                Ok(())
            }
            _ => splitter.skip(),
        })?;
        splitter.finish()?;
        builder.body.shrink_to_fit();
        Ok(builder.finish())
    }
}

fn what(name: &str) -> String {
    format!("the registry's record of {name}")
}

impl<'n> Builder<'n> {
    fn new(name: &'n str, now_ms: i64) -> Self {
        Self {
            name,
            now_ms,
            tags: IndexMap::new(),
            times: FxHashMap::default(),
            modified: None,
            versions: Vec::new(),
            body: Vec::new(),
        }
    }

    /// Adds a version; one that cannot be read is left out.
    fn add(&mut self, text: &str, json: &[u8]) {
        let Some(version) = Version::parse(text) else { return };
        let Ok(mut reduced) = serde_json::from_slice::<Reduced<'_>>(json) else { return };
        if reduced.has_install_script.is_none() && reduced.scripts.is_some_and(names_install_script) {
            reduced.has_install_script = Some(true);
        }
        let start = self.body.len();
        // Writing to memory does not fail.
        if serde_json::to_writer(&mut self.body, &reduced).is_ok() {
            self.versions.push(Entry { text: text.to_string(), version, start, end: self.body.len() });
        }
    }

    fn add_times(&mut self, json: &[u8]) {
        let times: IndexMap<String, serde_json::Value> = serde_json::from_slice(json).unwrap_or_default();
        if self.modified.is_none() {
            self.modified = times.get("modified").and_then(|text| text.as_str()).map(str::to_string);
        }
        let since = self.now_ms - RECENT_MS;
        self.times = times
            .iter()
            .filter_map(|(version, time)| Some((version.clone(), crate::time::parse_ms(time.as_str()?)?)))
            .filter(|(_, time)| *time > since)
            .collect();
    }

    fn finish(self) -> Packument {
        Packument {
            name: self.name.to_string(),
            tags: self.tags.into_iter().collect(),
            versions: self.versions,
            times: self.times,
            modified_ms: self.modified.and_then(|text| crate::time::parse_ms(&text)),
            body: Body::Memory(self.body),
            parsed: Mutex::default(),
        }
    }
}

fn names_install_script(scripts: &RawValue) -> bool {
    let Ok(scripts) = serde_json::from_str::<IndexMap<Cow<'_, str>, &RawValue>>(scripts.get()) else { return false };
    ["preinstall", "install", "postinstall"].iter().any(|name| scripts.contains_key(*name))
}
