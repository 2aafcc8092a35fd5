//! `brio view`: what a registry says about a package, or fields of it.

use super::client::Client;
use super::fields::values_of;
use super::inspection::inspected;
use super::{named, own_name};
use crate::error::{Error, Result};
use crate::semver::Version;
use crate::spec::{Source, Spec};
use crate::time::{now_ms, parse_ms};
use brio_command_flags::Arguments;
use serde_json::{Map, Value};

/// Runs the command.
pub fn run_view(arguments: &Arguments) -> Result<i32> {
    let (first, fields) = match arguments.words.split_first() {
        Some((first, fields)) if first != "." => (first.clone(), fields),
        Some((_, fields)) => (own_name()?, fields),
        None => (own_name()?, &[][..]),
    };
    let spec = named(&first)?;
    let client = Client::open(arguments, &spec.target().name)?;
    let record = client.record(&spec.target().name)?;
    let chosen = matching(&record, spec.target())?;
    let manifests: Vec<Value> = chosen.iter().map(|version| merged(&record, version)).collect();
    match (fields.is_empty(), arguments.has("--json")) {
        (true, true) => print_json(manifests),
        (true, false) => manifests.iter().for_each(|manifest| print_page(&record, manifest)),
        (false, is_json) => print_fields(&manifests, fields, is_json),
    }
    Ok(0)
}

/// The versions that a request means.
fn matching(record: &Value, spec: &Spec) -> Result<Vec<String>> {
    let versions = sorted_versions(record);
    let tag = |name: &str| record.get("dist-tags")?.get(name)?.as_str().map(str::to_string);
    let found: Vec<String> = match &spec.source {
        Source::Tag(name) => match tag(name) {
            Some(version) => vec![version],
            None if spec.raw.is_empty() => versions.last().cloned().into_iter().collect(),
            None => Vec::new(),
        },
        Source::Version(wanted) => {
            versions.into_iter().filter(|version| Version::parse(version).as_ref() == Some(wanted)).collect()
        }
        // In the order of the registry, as npm.
        Source::Range(range) => unsorted_versions(record)
            .filter(|version| Version::parse(version).is_some_and(|version| range.contains(&version)))
            .collect(),
        _ => Vec::new(),
    };
    if found.is_empty() {
        let wanted = if spec.raw.is_empty() { "*" } else { &spec.raw };
        return Err(Error::new("E404", format!("no version of {} matches {wanted}", spec.name))
            .with_hint(format!("`brio view {} versions` lists them", spec.name)));
    }
    Ok(found)
}

fn sorted_versions(record: &Value) -> Vec<String> {
    let mut versions: Vec<String> = unsorted_versions(record).collect();
    versions.sort_by_cached_key(|text| Version::parse(text));
    versions
}

fn unsorted_versions(record: &Value) -> impl Iterator<Item = String> {
    record.get("versions").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned()
}

/// What is said of a version, over what is said of the package.
fn merged(record: &Value, version: &str) -> Value {
    let mut merged = record.as_object().cloned().unwrap_or_default();
    let versions = sorted_versions(record).into_iter().map(Value::String).collect();
    let own = record.get("versions").and_then(|all| all.get(version)).and_then(Value::as_object).cloned();
    merged.insert("versions".to_string(), Value::Array(versions));
    merged.extend(own.unwrap_or_default());
    Value::Object(merged)
}

fn print_json(mut values: Vec<Value>) {
    match values.len() {
        0 => {}
        1 => println!("{:#}", values.remove(0)),
        _ => println!("{:#}", Value::Array(values)),
    }
}

fn print_fields(manifests: &[Value], fields: &[String], is_json: bool) {
    let mut found: Vec<(String, Vec<(String, Value)>)> = Vec::new();
    for manifest in manifests {
        let values: Vec<(String, Value)> = fields.iter().flat_map(|field| values_of(manifest, field)).collect();
        if !values.is_empty() {
            found.push((format!("{}@{}", text(manifest, "name"), text(manifest, "version")), values));
        }
    }
    if is_json {
        return print_json(found.into_iter().map(|(_, values)| json_of(values)).collect());
    }
    let has_many = found.len() > 1;
    for (name, values) in &found {
        let has_labels = values.len() > 1;
        for (label, value) in values {
            let shown = match value {
                Value::String(text) if !has_many && !has_labels => text.clone(),
                other => inspected(other),
            };
            let version = if has_many { format!("{name} ") } else { String::new() };
            let label = if has_labels { format!("{label} = ") } else { String::new() };
            // As it is: programs read it.
            println!("{version}{label}{shown}");
        }
    }
}

/// A single value stands for itself.
fn json_of(mut values: Vec<(String, Value)>) -> Value {
    match values.len() {
        1 => values.remove(0).1,
        _ => Value::Object(values.into_iter().collect()),
    }
}

/// A version as a person reads it.
fn print_page(record: &Value, manifest: &Value) {
    let named = |name: &str| text(manifest, name);
    let count = |name: &str| manifest.get(name).and_then(Value::as_object).map_or(0, Map::len);
    let license = match manifest.get("license") {
        Some(Value::String(license)) => license.clone(),
        Some(other) => text(other, "type").to_string(),
        None => "no license".to_string(),
    };
    let versions = sorted_versions(record).len();
    println!();
    say!("{}@{} | {license} | deps: {} | versions: {versions}", named("name"), named("version"), count("dependencies"));
    for line in [named("description"), named("homepage")].into_iter().filter(|line| !line.is_empty()) {
        say!("{line}");
    }
    if let Some(reason) = manifest.get("deprecated").and_then(Value::as_str) {
        say!("\nDEPRECATED: {reason}");
    }
    let list = |name: &str| strings(manifest.get(name)).join(", ");
    let commands = manifest.get("bin").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let commands = commands.cloned().collect::<Vec<_>>().join(", ");
    for (label, line) in [("keywords", list("keywords")), ("bin", commands)] {
        if !line.is_empty() {
            say!("\n{label}: {line}");
        }
    }
    if let Some(dist) = manifest.get("dist") {
        println!("\ndist");
        for name in ["tarball", "shasum", "integrity"] {
            let value = text(dist, name);
            if !value.is_empty() {
                say!(".{name}: {value}");
            }
        }
        if let Some(bytes) = dist.get("unpackedSize").and_then(Value::as_u64) {
            say!(".unpackedSize: {:.1} kB", bytes as f64 / 1e3);
        }
    }
    for name in ["dependencies", "peerDependencies", "dist-tags"] {
        let entries = manifest.get(name).and_then(Value::as_object).into_iter().flatten();
        let lines: Vec<String> =
            entries.map(|(key, value)| format!("{key}: {}", value.as_str().unwrap_or_default())).collect();
        if !lines.is_empty() {
            say!("\n{name}:\n{}", lines.join("\n"));
        }
    }
    print_people(manifest);
}

fn print_people(manifest: &Value) {
    let maintainers: Vec<String> =
        manifest.get("maintainers").and_then(Value::as_array).into_iter().flatten().map(person).collect();
    if !maintainers.is_empty() {
        say!("\nmaintainers:\n- {}", maintainers.join("\n- "));
    }
    let published = manifest.get("time").map(|times| text(times, text(manifest, "version"))).unwrap_or_default();
    if let Some(time) = parse_ms(published) {
        let who = manifest.get("_npmUser").map(person).filter(|who| !who.is_empty());
        let who = who.map(|who| format!(" by {who}")).unwrap_or_default();
        say!("\npublished {}{who}", age(now_ms() - time));
    }
}

/// A person, as records name them: an object or a string.
pub fn person(value: &Value) -> String {
    match (value.as_str(), text(value, "name"), text(value, "email")) {
        (Some(written), ..) => written.to_string(),
        (None, name, "") => name.to_string(),
        (None, name, email) => format!("{name} <{email}>"),
    }
}

/// The strings of a list, or the one that stands alone.
pub fn strings(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        _ => Vec::new(),
    }
}

/// How long ago something was, in the largest unit that fits.
fn age(milliseconds: i64) -> String {
    const UNITS: [(&str, i64); 5] =
        [("year", 31_536_000), ("month", 2_592_000), ("day", 86_400), ("hour", 3_600), ("minute", 60)];
    let seconds = milliseconds / 1_000;
    match UNITS.into_iter().find(|(_, length)| seconds >= *length) {
        Some((unit, length)) if seconds / length == 1 => format!("1 {unit} ago"),
        Some((unit, length)) => format!("{} {unit}s ago", seconds / length),
        None => "just now".to_string(),
    }
}

/// A field that is a string; empty for any other.
pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}
