//! Values in the notation of JavaScript, as npm prints them.

use serde_json::Value;

/// What is longer has a line for each part.
const LINE_WIDTH_MAX: usize = 76;

/// A value as a person reads it.
pub fn inspected(value: &Value) -> String {
    of(value, 0)
}

fn of(value: &Value, depth: usize) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(list) => enclosed(list.iter().map(|one| of(one, depth + 1)).collect(), ('[', ']'), depth),
        Value::Object(object) => {
            let parts = object.iter().map(|(key, one)| format!("{}: {}", key_of(key), of(one, depth + 1))).collect();
            enclosed(parts, ('{', '}'), depth)
        }
        other => other.to_string(),
    }
}

fn enclosed(parts: Vec<String>, (open, close): (char, char), depth: usize) -> String {
    if parts.is_empty() {
        return format!("{open}{close}");
    }
    let width: usize = parts.iter().map(|part| part.chars().count() + 2).sum();
    if depth * 2 + width <= LINE_WIDTH_MAX && !parts.iter().any(|part| part.contains('\n')) {
        return format!("{open} {} {close}", parts.join(", "));
    }
    let indent = "  ".repeat(depth + 1);
    let lines: Vec<String> = parts.iter().map(|part| format!("{indent}{part}")).collect();
    format!("{open}\n{}\n{}{close}", lines.join(",\n"), "  ".repeat(depth))
}

fn key_of(key: &str) -> String {
    let is_start = |first: char| first.is_ascii_alphabetic() || first == '_' || first == '$';
    let is_plain = key.chars().next().is_some_and(is_start)
        && key.chars().all(|character| character.is_ascii_alphanumeric() || "_$".contains(character));
    if is_plain { key.to_string() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    let quote = ['\'', '"', '`'].into_iter().find(|quote| !text.contains(*quote)).unwrap_or('\'');
    let mut found = String::from(quote);
    for character in text.chars() {
        match character {
            '\n' => found.push_str("\\n"),
            '\\' => found.push_str("\\\\"),
            character if character == quote => found.extend(['\\', character]),
            character => found.push(character),
        }
    }
    found.push(quote);
    found
}

#[cfg(test)]
#[path = "inspection_tests.rs"]
mod tests;
