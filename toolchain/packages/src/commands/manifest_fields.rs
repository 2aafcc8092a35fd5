//! `brio pkg`: reads and changes fields of `package.json`, as `npm pkg` does.

use super::{current_folder, usage};
use crate::error::Result;
use crate::project::Project;
use brio_command_flags::Arguments;
use serde_json::{Map, Value};

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let mut project = Project::read(&Project::find(&current_folder()?))?;
    let (action, rest) = match arguments.words.split_first() {
        Some((action, rest)) => (action.as_str(), rest),
        None => ("", &[] as &[String]),
    };
    match action {
        "get" => print(&project, rest)?,
        "set" if !rest.is_empty() => {
            let is_json = arguments.has("--json");
            rest.iter().try_for_each(|assignment| set(&mut project, assignment, is_json))?;
            project.save()?;
        }
        "delete" if !rest.is_empty() => {
            for path in rest {
                let steps = parse(path)?;
                if let Some(Value::Object(json)) = without(Value::Object(project.json.clone()), &steps) {
                    project.json = json;
                }
            }
            project.save()?;
        }
        _ => return Err(usage("pkg takes get, set or delete").with_hint("`brio help pkg` shows how to use it")),
    }
    Ok(0)
}

/// One step of a path such as `contributors[0].name`.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Name(String),
    Index(usize),
    /// `[]`: behind the last one.
    End,
}

fn print(project: &Project, paths: &[String]) -> Result<()> {
    let json = Value::Object(project.json.clone());
    if paths.is_empty() {
        println!("{json:#}");
        return Ok(());
    }
    let mut found = Map::new();
    for path in paths {
        if let Some(value) = value_at(&json, &parse(path)?) {
            found.insert(path.clone(), value.clone());
        }
    }
    match (paths, found.values().next()) {
        ([_], Some(only)) => println!("{only:#}"),
        _ => println!("{:#}", Value::Object(found)),
    }
    Ok(())
}

fn set(project: &mut Project, assignment: &str, is_json: bool) -> Result<()> {
    let (path, text) =
        assignment.split_once('=').ok_or_else(|| usage(&format!("pkg set takes KEY=VALUE, not \"{assignment}\"")))?;
    let value = match is_json {
        true => serde_json::from_str(text).map_err(|error| crate::error::Error::of_json(&error, path))?,
        false => Value::String(text.to_string()),
    };
    let mut json = Value::Object(std::mem::take(&mut project.json));
    put(&mut json, &parse(path)?, value);
    if let Value::Object(json) = json {
        project.json = json;
    }
    Ok(())
}

fn parse(path: &str) -> Result<Vec<Step>> {
    let malformed = || usage(&format!("malformed key \"{path}\"")).with_hint("such as `scripts.test`, `files[0]`");
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (inside, after) = inner.split_once(']').ok_or_else(malformed)?;
            steps.push(match inside.parse() {
                Ok(index) => Step::Index(index),
                Err(_) if inside.is_empty() => Step::End,
                // `exports[./a.js]`: a name with dots.
                Err(_) => Step::Name(inside.trim_matches(['"', '\'']).to_string()),
            });
            rest = after.strip_prefix('.').unwrap_or(after);
            continue;
        }
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        if end == 0 {
            return Err(malformed());
        }
        steps.push(Step::Name(rest[..end].to_string()));
        rest = rest[end..].strip_prefix('.').unwrap_or(&rest[end..]);
    }
    if steps.is_empty() { Err(malformed()) } else { Ok(steps) }
}

fn value_at<'a>(json: &'a Value, steps: &[Step]) -> Option<&'a Value> {
    steps.iter().try_fold(json, |json, step| match step {
        Step::Name(name) => json.get(name),
        Step::Index(index) => json.get(*index),
        Step::End => None,
    })
}

/// Sets a value; what is on the way to it and cannot hold it is replaced.
fn put(json: &mut Value, steps: &[Step], value: Value) {
    let Some((step, rest)) = steps.split_first() else {
        *json = value;
        return;
    };
    match step {
        Step::Name(name) => {
            if !json.is_object() {
                *json = Value::Object(Map::new());
            }
            if let Value::Object(object) = json {
                put(object.entry(name.clone()).or_insert(Value::Null), rest, value);
            }
        }
        Step::Index(_) | Step::End => {
            if !json.is_array() {
                *json = Value::Array(Vec::new());
            }
            let Value::Array(list) = json else { return };
            let index = if let Step::Index(index) = step { (*index).min(list.len()) } else { list.len() };
            if index == list.len() {
                list.push(Value::Null);
            }
            put(&mut list[index], rest, value);
        }
    }
}

/// The value without what the path names; None when it is that itself.
fn without(mut json: Value, steps: &[Step]) -> Option<Value> {
    let (step, rest) = steps.split_first()?;
    match (step, &mut json) {
        (Step::Name(name), Value::Object(object)) => {
            if let Some(inner) = object.get_mut(name) {
                match without(inner.take(), rest) {
                    Some(left) => *inner = left,
                    None => drop(object.shift_remove(name)),
                }
            }
        }
        (Step::Index(index), Value::Array(list)) if *index < list.len() => {
            let inner = list[*index].take();
            match without(inner, rest) {
                Some(left) => list[*index] = left,
                None => drop(list.remove(*index)),
            }
        }
        _ => {}
    }
    Some(json)
}

#[cfg(test)]
#[path = "manifest_fields_tests.rs"]
mod tests;
