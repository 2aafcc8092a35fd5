//! Changing `pnpm-workspace.yaml` in its text, because it may have comments: an entry of a map at the top or of one in
//! it, an item of a list at the top.

use super::unquoted;
use std::ops::Range;

/// Sets an entry of a map at the top of the text; adds the map when there is none.
pub fn set_entry(text: &str, map: &str, name: &str, value: &str) -> String {
    let entry = |indent: &str| format!("{indent}{}: {}", quoted(name), quoted(value));
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let Some(start) = top(&lines, map) else {
        return appended(lines, map, entry("  "));
    };
    let end = end_of_block(&lines, start);
    let is_it = |line: &String| key_of(line).is_some_and(|found| found == name);
    match lines[start + 1..end].iter().position(is_it) {
        Some(at) => {
            let at = start + 1 + at;
            lines[at] = entry(&indent_of(&lines[at]));
        }
        None => {
            // An empty map may be spelled `{}`.
            lines[start] = format!("{map}:");
            let indent = lines[start + 1..end].first().map_or("  ".to_string(), |line| indent_of(line));
            lines.insert(end, entry(&indent));
        }
    }
    joined(&lines)
}

/// Replaces an entry of a map at the top of the text. Returns None if the entry is missing.
pub fn replace_entry(text: &str, map: &str, name: &str, value: &str) -> Option<String> {
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    let start = top(&lines, map)?;
    let end = end_of_block(&lines, start);
    replace_within(lines, start + 1..end, name, value)
}

/// Replaces an entry of a map within a map at the top of the text, by the names of both. None when it is not there.
pub fn replace_nested_entry(text: &str, (outer, inner): (&str, &str), name: &str, value: &str) -> Option<String> {
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    let start = top(&lines, outer)?;
    let end = end_of_block(&lines, start);
    let start = (start + 1..end).find(|at| key_of(&lines[*at]).is_some_and(|key| key == inner))?;
    let depth = indent_of(&lines[start]).len();
    let is_inside = |line: &&String| line.trim().is_empty() || indent_of(line).len() > depth;
    let count = lines[start + 1..end].iter().take_while(is_inside).count();
    replace_within(lines, start + 1..start + 1 + count, name, value)
}

/// Sets an entry of a map within a map at the top of the text; adds the maps that are missing.
pub fn set_nested_entry(text: &str, (outer, inner): (&str, &str), name: &str, value: &str) -> String {
    if let Some(replaced) = replace_nested_entry(text, (outer, inner), name, value) {
        return replaced;
    }
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let entry = |indent: &str| format!("{indent}{}: {}", quoted(name), quoted(value));
    let Some(start) = top(&lines, outer) else {
        return appended(lines, outer, format!("  {}:\n{}", quoted(inner), entry("    ")));
    };
    let end = end_of_block(&lines, start);
    let found = (start + 1..end).find(|at| key_of(&lines[*at]).is_some_and(|key| key == inner));
    let Some(found) = found else {
        // An empty map may be spelled `{}`.
        lines[start] = format!("{outer}:");
        let indent = lines[start + 1..end].first().map_or("  ".to_string(), |line| indent_of(line));
        let added = [format!("{indent}{}:", quoted(inner)), entry(&indent.repeat(2))];
        lines.splice(end..end, added);
        return joined(&lines);
    };
    let indent = indent_of(&lines[found]).repeat(2);
    lines.insert(found + 1, entry(&indent));
    joined(&lines)
}

fn replace_within(mut lines: Vec<String>, mut range: Range<usize>, name: &str, value: &str) -> Option<String> {
    let at = range.find(|at| key_of(&lines[*at]).is_some_and(|key| key == name))?;
    let comment = lines[at].find(" #").map(|start| lines[at][start..].to_string()).unwrap_or_default();
    lines[at] = format!("{}{}: {}{comment}", indent_of(&lines[at]), quoted(name), quoted(value));
    Some(joined(&lines))
}

/// The name of the entry in a line.
fn key_of(line: &str) -> Option<String> {
    let bare = line.trim();
    let found = bare.split_once(": ").or_else(|| bare.split_once(':')).filter(|_| !bare.starts_with('#'));
    found.map(|(name, _)| unquoted(name))
}

/// Adds an item to a list at the top of the text; adds the list when there is none.
pub fn add_item(text: &str, list: &str, item: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let Some(start) = top(&lines, list) else {
        return appended(lines, list, format!("  - {}", quoted(item)));
    };
    if let Some((before, after)) = lines[start].split_once('[') {
        let items = after.split(']').next().unwrap_or_default().trim();
        let separator = if items.is_empty() { "" } else { ", " };
        lines[start] = format!("{before}[{items}{separator}{}]", quoted(item));
        return joined(&lines);
    }
    let end = end_of_block(&lines, start);
    let indent = lines[start + 1..end].first().map_or("  ".to_string(), |line| indent_of(line));
    lines.insert(end, format!("{indent}- {}", quoted(item)));
    joined(&lines)
}

fn top(lines: &[String], key: &str) -> Option<usize> {
    lines.iter().position(|line| {
        !line.starts_with([' ', '\t', '#', '-']) && line.split_once(':').is_some_and(|(name, _)| unquoted(name) == key)
    })
}

/// Behind the last line that belongs to the key of a line.
fn end_of_block(lines: &[String], start: usize) -> usize {
    let belongs = |line: &String| line.starts_with([' ', '\t', '-']) && !line.trim().is_empty();
    let is_passed = |line: &&String| belongs(line) || line.trim().is_empty() || line.starts_with('#');
    let count = lines[start + 1..].iter().take_while(is_passed).count();
    (start + 1..start + 1 + count).rev().find(|at| belongs(&lines[*at])).map_or(start + 1, |at| at + 1)
}

fn indent_of(line: &str) -> String {
    line[..line.len() - line.trim_start().len()].to_string()
}

/// As pnpm quotes: a word that YAML would read as something else.
fn quoted(text: &str) -> String {
    let is_start = |first: char| first.is_alphanumeric() || "^~".contains(first) && text.len() > 1;
    let is_plain = text.chars().next().is_some_and(is_start) && !text.contains([':', '#', '\'', '"', ',']);
    if is_plain { text.to_string() } else { format!("'{}'", text.replace('\'', "''")) }
}

fn appended(mut lines: Vec<String>, key: &str, entry: String) -> String {
    if lines.last().is_some_and(|last| !last.is_empty()) {
        lines.push(String::new());
    }
    lines.push(format!("{key}:"));
    lines.push(entry);
    joined(&lines)
}

fn joined(lines: &[String]) -> String {
    format!("{}\n", lines.join("\n"))
}

#[cfg(test)]
#[path = "yaml_text_tests.rs"]
mod tests;
