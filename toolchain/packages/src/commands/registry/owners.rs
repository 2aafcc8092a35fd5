//! `brio owner`: who may publish a package.

use super::client::{Client, escaped};
use super::view::{person, text};
use super::{named, note, own_name, word};
use crate::commands::usage;
use crate::error::{Error, Result};
use crate::network::Method;
use brio_command_flags::Arguments;
use serde_json::{Value, json};

/// `ls [PACKAGE]`, `add USER [PACKAGE]`, `rm USER [PACKAGE]`.
pub fn run_owner(arguments: &Arguments) -> Result<i32> {
    match arguments.words.first().map(String::as_str) {
        None => list(arguments, None),
        Some("ls" | "list") => list(arguments, arguments.words.get(1)),
        Some("add") => change(arguments, true),
        Some("rm" | "remove") => change(arguments, false),
        Some(other) => Err(usage(&format!("owner takes ls, add or rm, not \"{other}\""))),
    }
}

fn package(word: Option<&String>) -> Result<String> {
    word.map_or_else(own_name, |word| named(word).map(|spec| spec.name))
}

fn owners(record: &Value) -> Vec<Value> {
    record.get("maintainers").and_then(Value::as_array).cloned().unwrap_or_default()
}

fn list(arguments: &Arguments, word: Option<&String>) -> Result<i32> {
    let name = package(word)?;
    let owners = owners(&Client::open(arguments, &name)?.record(&name)?);
    if arguments.has("--json") {
        println!("{:#}", Value::Array(owners));
        return Ok(0);
    }
    if owners.is_empty() {
        note(arguments, "the registry names no owner");
    }
    owners.iter().for_each(|owner| say!("{}", person(owner)));
    Ok(0)
}

fn change(arguments: &Arguments, is_added: bool) -> Result<i32> {
    let user = word(arguments, 1, "owner requires the name of a user")?;
    let name = package(arguments.words.get(2))?;
    let client = Client::open(arguments, &name)?;
    client.authorized()?;
    let record = client.record_to_change(&name)?;
    let mut owners = owners(&record);
    let is_it = |owner: &Value| text(owner, "name") == user;
    let is_owner = owners.iter().any(is_it);
    match is_added {
        _ if is_added == is_owner => {
            let state = if is_owner { "is an owner already" } else { "is no owner" };
            note(arguments, &format!("{user} {state} of {name}"));
            return Ok(0);
        }
        true => {
            let path = format!("-/user/org.couchdb.user:{}", escaped(user));
            let found = client.send(Method::Get, &path, None, &format!("the user {user}"))?;
            owners.push(json!({"name": user, "email": text(&found, "email")}));
        }
        false if owners.len() == 1 => {
            return Err(Error::new("EOWNER", format!("{user} is the only owner of {name}"))
                .with_hint("add another one first: `brio owner add USER`"));
        }
        false => owners.retain(|owner| !is_it(owner)),
    }
    let revision = text(&record, "_rev");
    let body = json!({"_id": text(&record, "_id"), "_rev": revision, "maintainers": owners});
    let path = format!("{}/-rev/{revision}", escaped(&name));
    client.change(Method::Put, &path, Some(&body), &format!("the owners of {name}"))?;
    note(arguments, &format!("{}{user} ({name})", if is_added { "+" } else { "-" }));
    Ok(0)
}
