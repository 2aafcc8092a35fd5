//! `brio unpublish`: takes a version, or with `--force` a package, out of a registry.

use super::client::{Client, escaped};
use super::view::text;
use super::{named, note, own_name};
use crate::commands::{current_folder, usage};
use crate::error::{Error, Result};
use crate::network::{Address, Method};
use crate::project::Project;
use crate::semver::Version;
use brio_command_flags::Arguments;
use serde_json::Value;

/// Runs the command.
pub fn run_unpublish(arguments: &Arguments) -> Result<i32> {
    let is_forced = arguments.has("--force");
    let (name, version) = match arguments.words.first() {
        Some(word) => {
            let spec = named(word)?;
            (spec.name, Some(spec.raw).filter(|raw| !raw.is_empty()))
        }
        None => {
            let project = Project::read(&Project::find(&current_folder()?))?;
            (own_name()?, Some(project.manifest().version.clone()).filter(|version| !version.is_empty()))
        }
    };
    if version.as_ref().is_some_and(|version| Version::parse(version).is_none()) {
        return Err(usage("unpublish takes one exact version: PACKAGE@VERSION"));
    }
    if version.is_none() && !is_forced {
        return Err(Error::new("EUSAGE", format!("this would remove all versions of {name}"))
            .with_hint("name a version, or add `--force`"));
    }
    let client = Client::open(arguments, &name)?;
    let record = client.record_to_change(&name)?;
    let count = record.get("versions").and_then(Value::as_object).map_or(0, serde_json::Map::len);
    let what = version.as_ref().map_or(name.clone(), |version| format!("{name}@{version}"));
    let is_last = match &version {
        Some(version) if record.get("versions").and_then(|all| all.get(version)).is_none() => {
            return Err(Error::new("ETARGET", format!("the registry does not have {what}")));
        }
        Some(_) if count == 1 && !is_forced => {
            return Err(Error::new("EUSAGE", format!("{what} is the only version: the package would be removed"))
                .with_hint("add `--force` to remove the package, or `brio deprecate` it"));
        }
        Some(_) => count == 1,
        None => true,
    };
    if arguments.has("--dry-run") {
        note(arguments, &format!("would remove {what}"));
        return Ok(0);
    }
    match version.filter(|_| !is_last) {
        Some(version) => remove_version(&client, &name, &version, record)?,
        None => {
            let path = format!("{}/-rev/{}", escaped(&name), text(&record, "_rev"));
            client.change(Method::Delete, &path, None, &what)?;
        }
    }
    note(arguments, &format!("- {what}"));
    Ok(0)
}

fn remove_version(client: &Client, name: &str, version: &str, mut record: Value) -> Result<()> {
    let what = format!("{name}@{version}");
    let removed = record.get_mut("versions").and_then(Value::as_object_mut).and_then(|all| all.remove(version));
    let newest = newest_of(&record);
    if let Some(tags) = record.get_mut("dist-tags").and_then(Value::as_object_mut) {
        let was_latest = tags.get("latest").and_then(Value::as_str) == Some(version);
        tags.retain(|_, tagged| tagged.as_str() != Some(version));
        if let Some(newest) = newest.filter(|_| was_latest) {
            tags.insert("latest".to_string(), Value::String(newest));
        }
    }
    if let Some(record) = record.as_object_mut() {
        record.remove("_revisions");
        record.remove("_attachments");
    }
    let path = format!("{}/-rev/{}", escaped(name), text(&record, "_rev"));
    client.change(Method::Put, &path, Some(&record), &what)?;
    // The change has another revision, which the tarball is removed with.
    let revision = text(&client.record_to_change(name)?, "_rev").to_string();
    let tarball = removed.as_ref().and_then(|removed| removed.get("dist")).map(|dist| text(dist, "tarball"));
    let address = Address::parse(tarball.unwrap_or_default())?;
    let base = Address::parse(&client.registry)?;
    let path = address.path.strip_prefix(base.path.as_str()).unwrap_or(&address.path).trim_start_matches('/');
    client.change(Method::Delete, &format!("{path}/-rev/{revision}"), None, &what).map(drop)
}

/// The highest version that is left, a stable one before a pre-release.
fn newest_of(record: &Value) -> Option<String> {
    let all = record.get("versions").and_then(Value::as_object)?;
    let versions = all.keys().filter_map(|text| Some((Version::parse(text)?, text)));
    versions
        .max_by(|left, right| {
            let key = |version: &Version| (!version.is_prerelease(), version.clone());
            key(&left.0).cmp(&key(&right.0))
        })
        .map(|(_, text)| text.clone())
}
