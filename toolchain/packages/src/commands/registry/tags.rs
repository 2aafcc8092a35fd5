//! `brio dist-tag`: the tags of a package.

use super::client::{Client, escaped};
use super::{named, note, own_name, word};
use crate::commands::usage;
use crate::error::{Error, Result};
use crate::network::Method;
use brio_command_flags::Arguments;
use serde_json::{Map, Value};

/// `ls [PACKAGE]`, `add PACKAGE@VERSION [TAG]`, `rm PACKAGE TAG`.
pub fn run_dist_tag(arguments: &Arguments) -> Result<i32> {
    match arguments.words.first().map(String::as_str) {
        None => list(arguments, &own_name()?),
        Some("ls" | "list" | "l" | "sl") => match arguments.words.get(1) {
            Some(name) => list(arguments, name),
            None => list(arguments, &own_name()?),
        },
        Some("add" | "a" | "set" | "s") => add(arguments),
        Some("rm" | "r" | "del" | "d" | "remove") => remove(arguments),
        Some(name) if arguments.words.len() == 1 => list(arguments, name),
        Some(other) => Err(usage(&format!("dist-tag takes ls, add or rm, not \"{other}\""))),
    }
}

fn tags(client: &Client, name: &str) -> Result<Map<String, Value>> {
    let path = format!("-/package/{}/dist-tags", escaped(name));
    let mut tags = client.send(Method::Get, &path, None, name)?.as_object().cloned().unwrap_or_default();
    tags.remove("_etag");
    if tags.is_empty() {
        return Err(Error::new("ENOTAGS", format!("{name} has no tags")));
    }
    Ok(tags)
}

fn list(arguments: &Arguments, word: &str) -> Result<i32> {
    let name = named(word)?.name;
    let tags = tags(&Client::open(arguments, &name)?, &name)?;
    if arguments.has("--json") {
        println!("{:#}", Value::Object(tags));
        return Ok(0);
    }
    let mut lines: Vec<String> =
        tags.iter().map(|(tag, version)| format!("{tag}: {}", version.as_str().unwrap_or_default())).collect();
    lines.sort();
    lines.iter().for_each(|line| say!("{line}"));
    Ok(0)
}

fn add(arguments: &Arguments) -> Result<i32> {
    let spec = named(word(arguments, 1, "dist-tag add requires PACKAGE@VERSION")?)?;
    if spec.raw.is_empty() {
        return Err(usage("dist-tag add requires the version: PACKAGE@VERSION"));
    }
    let client = Client::open(arguments, &spec.name)?;
    let tag = arguments.words.get(2).map(String::as_str).or(arguments.value("--tag")).unwrap_or("latest");
    // It could not be distinguished from a range.
    if crate::semver::Range::parse(tag).is_some() {
        return Err(Error::new("EINVALIDTAGNAME", format!("the tag \"{tag}\" is a range of versions")));
    }
    let (name, version) = (&spec.name, &spec.raw);
    let known = tags(&client, name).unwrap_or_default();
    if known.get(tag).and_then(Value::as_str) == Some(version) {
        note(arguments, &format!("{tag} is {name}@{version} already"));
        return Ok(0);
    }
    let path = format!("-/package/{}/dist-tags/{}", escaped(name), escaped(tag));
    let body = Value::String(version.clone());
    client.change(Method::Put, &path, Some(&body), &format!("the tag {tag} of {name}@{version}"))?;
    note(arguments, &format!("+{tag}: {name}@{version}"));
    Ok(0)
}

fn remove(arguments: &Arguments) -> Result<i32> {
    let name = named(word(arguments, 1, "dist-tag rm requires a package and a tag")?)?.name;
    let tag = word(arguments, 2, "dist-tag rm requires the tag to remove")?;
    let client = Client::open(arguments, &name)?;
    let known = tags(&client, &name)?;
    let Some(version) = known.get(tag).and_then(Value::as_str) else {
        let names: Vec<&str> = known.keys().map(String::as_str).collect();
        return Err(Error::new("ENOTAG", format!("{name} has no tag {tag}"))
            .with_hint(format!("its tags are {}", names.join(", "))));
    };
    let path = format!("-/package/{}/dist-tags/{}", escaped(&name), escaped(tag));
    client.change(Method::Delete, &path, None, &format!("the tag {tag} of {name}"))?;
    note(arguments, &format!("-{tag}: {name}@{version}"));
    Ok(0)
}
