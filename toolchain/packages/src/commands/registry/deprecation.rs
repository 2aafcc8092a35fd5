//! `brio deprecate`: a message for those who install some versions of a package.

use super::client::{Client, escaped};
use super::{named, note, word};
use crate::commands::usage;
use crate::error::{Error, Result};
use crate::network::Method;
use crate::semver::satisfies;
use brio_command_flags::Arguments;
use serde_json::Value;

/// `brio deprecate PACKAGE[@RANGE] MESSAGE`.
pub fn run_deprecate(arguments: &Arguments) -> Result<i32> {
    let missing = "deprecate requires a message; an empty one ends the deprecation";
    let message = word(arguments, 1, missing)?.to_string();
    run(arguments, &message)
}

/// `brio undeprecate PACKAGE[@RANGE]`.
pub fn run_undeprecate(arguments: &Arguments) -> Result<i32> {
    run(arguments, "")
}

fn run(arguments: &Arguments, message: &str) -> Result<i32> {
    let spec = named(word(arguments, 0, "name the package, and the range of versions if not all are meant")?)?;
    let range = if spec.raw.is_empty() { "*" } else { &spec.raw };
    if crate::semver::Range::parse(range).is_none() {
        return Err(usage(&format!("\"{range}\" is not a range of versions")));
    }
    let client = Client::open(arguments, &spec.name)?;
    let mut record = client.record_to_change(&spec.name)?;
    let mut found = Vec::new();
    for (version, said) in record.get_mut("versions").and_then(Value::as_object_mut).into_iter().flatten() {
        if let (true, Value::Object(said)) = (range == "*" || satisfies(version, range), said) {
            said.insert("deprecated".to_string(), Value::String(message.to_string()));
            found.push(version.clone());
        }
    }
    if found.is_empty() {
        return Err(Error::new("ETARGET", format!("no version of {} matches {range}", spec.name))
            .with_hint(format!("`brio view {} versions` lists them", spec.name)));
    }
    let verb = if message.is_empty() { "no longer deprecated" } else { "deprecated" };
    let line =
        format!("{verb}: {}", found.iter().map(|one| format!("{}@{one}", spec.name)).collect::<Vec<_>>().join(", "));
    if arguments.has("--dry-run") {
        note(arguments, &format!("would be {line}"));
        return Ok(0);
    }
    client.change(Method::Put, &escaped(&spec.name), Some(&record), &format!("the deprecation of {}", spec.name))?;
    note(arguments, &line);
    Ok(0)
}
