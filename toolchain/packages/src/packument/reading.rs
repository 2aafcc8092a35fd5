//! Reading a registry's record: in one step, or as a stream when it is long.

use super::split::Splitter;
use super::{Body, Entry, Packument};
use crate::error::{Error, Result};
use crate::semver::Version;
use brio_record_reader::{Record, reduce};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::BufRead;
use std::sync::Mutex;

/// How long a time of publication matters: a minimum age is at most this.
const RECENT_MS: i64 = 30 * 24 * 3600 * 1000;

/// What every record is, to say what is wrong with one that is not.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Expected {
    #[serde(default, rename = "dist-tags")]
    _tags: IndexMap<String, String>,
    #[serde(default)]
    _versions: IndexMap<String, IgnoredAny>,
    #[serde(default)]
    _time: IgnoredAny,
    #[serde(default)]
    _modified: Option<String>,
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
        if let Some(record) = of_known_form(name, bytes, now_ms) {
            return Ok(record);
        }
        serde_json::from_slice::<Expected>(bytes).map_err(|error| Error::of_json(&error, &what(name)))?;
        Self::of_stream(name, &mut &*bytes, now_ms)
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

/// Reads a record in one pass. None: something in it is not what registries send.
fn of_known_form(name: &str, bytes: &[u8], now_ms: i64) -> Option<Packument> {
    let mut versions = Vec::new();
    let mut accepts = |text| Version::parse(text).map(|version| versions.push(version)).is_some();
    let record = Record::read(bytes, &mut accepts).ok()?;
    let mut builder = Builder::new(name, now_ms);
    builder.tags = record.tags.map_or_else(|| Ok(IndexMap::new()), serde_json::from_str).ok()?;
    builder.modified = record.modified.map_or(Ok(None), serde_json::from_str).ok()?;
    if let Some(times) = record.time {
        builder.add_times(times.as_bytes());
    }
    let entry = |(one, version): (brio_record_reader::Version<'_>, Version)| Entry {
        text: one.version.to_string(),
        version,
        start: one.body.start,
        end: one.body.end,
    };
    builder.versions = record.versions.into_iter().zip(versions).map(entry).collect();
    builder.body = record.bodies;
    builder.body.shrink_to_fit();
    Some(builder.finish())
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
        let start = self.body.len();
        if reduce(json, &mut self.body) {
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
