//! Parses and rewrites `case.toml`: what a command-line test runs and what it expects.

use std::collections::BTreeMap;
use toml_edit::{DocumentMut, Item, Table, Value, value};

/// One `[[case]]`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// A sentence that states the behaviour.
    pub name: String,
    pub args: Vec<String>,
    pub stdin: String,
    pub env: BTreeMap<String, String>,
    /// Files that are written before the run, in addition to those of the case's folder.
    pub files: BTreeMap<String, String>,
    pub expected: Expected,
}

/// The expected results of a run; `[WILDCARD]` matches any text, `[DIR]` is the folder of the run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expected {
    pub stdout: String,
    pub stderr: String,
    pub exit: i32,
}

/// Parses a file with one or more `[[case]]`. An error message names the key.
pub fn read(text: &str) -> Result<Vec<Case>, String> {
    let document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    if let Some((key, _)) = document.iter().find(|(key, _)| *key != "case") {
        return Err(format!("\"{key}\" is not a known key; everything belongs under [[case]]"));
    }
    let cases = document.get("case").and_then(Item::as_array_of_tables).ok_or("there is no [[case]]")?;
    cases.iter().map(read_case).collect()
}

/// Writes `expected` into the case at `index` of the file's text; comments and order stay.
pub fn update(text: &str, index: usize, expected: &Expected) -> Result<String, String> {
    let mut document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let cases = document.get_mut("case").and_then(Item::as_array_of_tables_mut).ok_or("there is no [[case]]")?;
    let case = cases.get_mut(index).ok_or("there is no such case")?;
    set_text(case, "stdout", &expected.stdout);
    set_text(case, "stderr", &expected.stderr);
    if expected.exit == 0 {
        case.remove("exit");
    } else {
        case["exit"] = value(i64::from(expected.exit));
    }
    Ok(document.to_string())
}

fn read_case(table: &Table) -> Result<Case, String> {
    let mut case = Case::default();
    for (key, item) in table {
        match key {
            "name" => case.name = text(key, item)?,
            "args" => {
                case.args = item
                    .as_array()
                    .ok_or("\"args\" must be a list")?
                    .iter()
                    .map(|value| plain(key, value))
                    .collect::<Result<_, _>>()?
            }
            "stdin" => case.stdin = text(key, item)?,
            "env" => case.env = map(key, item)?,
            "files" => case.files = map(key, item)?,
            "stdout" => case.expected.stdout = text(key, item)?,
            "stderr" => case.expected.stderr = text(key, item)?,
            "exit" => {
                case.expected.exit =
                    item.as_integer().and_then(|code| i32::try_from(code).ok()).ok_or("\"exit\" must be a number")?
            }
            other => return Err(format!("\"{other}\" is not a key of a case")),
        }
    }
    if case.name.is_empty() {
        return Err("a case has no name; give it a sentence that states the behaviour".to_string());
    }
    Ok(case)
}

fn text(key: &str, item: &Item) -> Result<String, String> {
    item.as_str().map(str::to_string).ok_or_else(|| format!("\"{key}\" must be text"))
}

fn plain(key: &str, value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_string).ok_or_else(|| format!("\"{key}\" must hold text only"))
}

fn map(key: &str, item: &Item) -> Result<BTreeMap<String, String>, String> {
    let table = item.as_table_like().ok_or_else(|| format!("\"{key}\" must be a table"))?;
    table.iter().map(|(name, item)| Ok((name.to_string(), text(key, item)?))).collect()
}

/// A string of several lines becomes a multi-line literal, which is easier to review.
fn set_text(case: &mut Table, key: &str, text: &str) {
    let text = text.trim_end();
    if text.is_empty() {
        case.remove(key);
        return;
    }
    let is_literal = text.contains('\n')
        && !text.contains("'''")
        && !text.chars().any(|character| character.is_control() && character != '\n' && character != '\t');
    let written = if is_literal {
        format!("'''\n{text}\n'''").parse::<Value>().unwrap_or_else(|_| Value::from(text))
    } else {
        Value::from(text)
    };
    case[key] = Item::Value(written);
}

#[cfg(test)]
#[path = "spec_case_tests.rs"]
mod tests;
