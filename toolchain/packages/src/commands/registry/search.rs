//! `brio search`: packages of a registry by words.

use super::client::Client;
use super::view::{strings, text};
use crate::commands::usage;
use crate::error::{Error, Result};
use crate::network::Method;
use brio_command_flags::Arguments;
use serde_json::Value;
use std::fmt::Write;

/// Runs the command.
pub fn run_search(arguments: &Arguments) -> Result<i32> {
    if arguments.words.is_empty() {
        return Err(usage("search requires words"));
    }
    let client = Client::open(arguments, "")?;
    let count = client.session.config.number("searchlimit").unwrap_or(20).clamp(1, 250);
    let path = format!("-/v1/search?text={}&size={count}", encoded(&arguments.words.join(" ")));
    let result = client.send(Method::Get, &path, None, "a search").map_err(|error| match error.code {
        "E404" => Error::new("ENOTSUPPORTED", format!("{} does not offer a search", client.registry)),
        _ => error,
    })?;
    let found: Vec<&Value> = result
        .get("objects")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|one| one.get("package"))
        .collect();
    if arguments.has("--json") {
        println!("{:#}", Value::Array(found.into_iter().cloned().collect()));
    } else if arguments.has("--parseable") {
        found.iter().for_each(|package| say!("{}", line_of(package)));
    } else if found.is_empty() {
        say!("nothing matches \"{}\"", arguments.words.join(" "));
    } else {
        found.iter().for_each(|package| print(package));
    }
    Ok(0)
}

fn maintainers(package: &Value) -> Vec<String> {
    let list = package.get("maintainers").and_then(Value::as_array).into_iter().flatten();
    list.map(|one| {
        [text(one, "username"), text(one, "name")].into_iter().find(|name| !name.is_empty()).unwrap_or_default()
    })
    .map(str::to_string)
    .collect()
}

/// The newest version; some registries say it by its tag alone.
fn version(package: &Value) -> &str {
    match (text(package, "version"), package.get("dist-tags")) {
        ("", Some(tags)) => text(tags, "latest"),
        (version, _) => version,
    }
}

fn day(package: &Value) -> &str {
    text(package, "date").split('T').next().unwrap_or_default()
}

/// One line with tabs, for programs.
fn line_of(package: &Value) -> String {
    let maintainers: Vec<String> = maintainers(package).iter().map(|name| format!("={name}")).collect();
    let keywords = strings(package.get("keywords")).join(" ");
    [
        text(package, "name"),
        text(package, "description"),
        &maintainers.join(" "),
        day(package),
        version(package),
        &keywords,
    ]
    .map(|field| field.replace('\t', " "))
    .join("\t")
}

fn print(package: &Value) {
    say!("{}@{}", text(package, "name"), version(package));
    let by = package.get("publisher").map(|publisher| text(publisher, "username")).filter(|name| !name.is_empty());
    let published = [day(package), &by.map(|name| format!("by {name}")).unwrap_or_default()].join(" ");
    let keywords = strings(package.get("keywords")).join(" ");
    for (label, line) in [
        ("", text(package, "description")),
        ("published ", published.trim()),
        ("maintainers: ", &maintainers(package).join(" ")),
        ("keywords: ", &keywords),
    ] {
        if !line.is_empty() {
            say!("  {label}{line}");
        }
    }
}

/// A value in a query.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            true => encoded.push(char::from(byte)),
            // Writing to a string does not fail.
            false => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    encoded
}
