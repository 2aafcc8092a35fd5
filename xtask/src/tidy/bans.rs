//! Banned strings, each with its replacement.

use super::lexer::{Language, code_only, language};
use super::tree::{SourceFile, Tree};

/// Where a ban applies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Rust code outside of tests.
    Rust,
    /// Code of builtins.
    Builtins,
    /// The complete text of every file, including comments.
    Text,
}

/// A string that must not appear, and what to write instead. The strings are split so that this file does not contain
/// them.
const BANS: &[(&str, Place, &str)] = &[
    (".unwrap()", Place::Rust, "use `?`, or `expect(\"why it cannot fail\")`"),
    ("dbg!(", Place::Rust, "remove it, or write a log line that stays useful"),
    ("todo!(", Place::Rust, "return an error that names what is missing"),
    ("unimplemented!(", Place::Rust, "return an error that names what is missing"),
    ("debugger", Place::Builtins, "remove it"),
    (concat!("FIX", "ME"), Place::Text, "open an issue and write TODO(#number)"),
    (concat!("/wo", "rk/"), Place::Text, "name no path of a machine; use a relative path or an environment variable"),
    (concat!("/ro", "ot/"), Place::Text, "name no path of a machine; use a relative path or $HOME"),
    (concat!("/Use", "rs/"), Place::Text, "name no path of a machine; use a relative path or $HOME"),
];

const FILE_NAMES: &[&str] = &["utils", "helpers", "misc", "common", "manager"];

pub fn check(tree: &Tree) -> Vec<String> {
    let mut problems = Vec::new();
    for file in tree.files.iter().filter(|file| !file.is_generated()) {
        problems.extend(bad_name(&file.path));
        problems.extend(banned_texts(file));
        problems.extend(todos(file));
    }
    problems
}

fn bad_name(path: &str) -> Option<String> {
    // Programs may load these by Node's own names.
    if ["builtins/node/_", "builtins/internal/node/_"].iter().any(|start| path.starts_with(start)) {
        return None;
    }
    let is_bad = |part: &str| {
        let stem = part.split('.').next().unwrap_or(part);
        FILE_NAMES.iter().any(|name| stem == *name || stem.ends_with(&format!("_{name}")))
    };
    path.split('/')
        .any(is_bad)
        .then(|| format!("{path}: a name that says nothing ({}); call it after its subject", FILE_NAMES.join(", ")))
}

fn banned_texts(file: &SourceFile) -> Vec<String> {
    let code = language(&file.path).map(|language| (language, code_only(&file.text, language)));
    let mut problems = Vec::new();
    for (banned, place, instead) in BANS {
        let text = match (place, &code) {
            (Place::Rust, Some((Language::Rust, code))) if !file.is_test() => without_test_modules(code),
            (Place::Builtins, Some((Language::TypeScript, code)))
                if file.path.starts_with("builtins/") && !file.is_test() =>
            {
                code
            }
            // Tests and the programs of the papers may contain sample paths of any system.
            (Place::Text, _) if !file.is_test() || banned.starts_with('F') => &file.text,
            _ => continue,
        };
        problems.extend(
            text.lines()
                .enumerate()
                .filter(|(_, line)| contains_word(line, banned))
                .map(|(index, _)| format!("{}:{}: {banned} is not used here: {instead}", file.path, index + 1)),
        );
    }
    problems
}

/// The code before `#[cfg(test)] mod tests {`, which ends a file by convention.
fn without_test_modules(code: &str) -> &str {
    code.match_indices("#[cfg(test)]")
        .find(|(position, _)| {
            code[*position..].trim_start_matches("#[cfg(test)]").trim_start().starts_with("mod tests {")
        })
        .map_or(code, |(position, _)| &code[..position])
}

/// Whether the string occurs in the line, not as a part of a longer word or path.
fn contains_word(line: &str, banned: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_' || character == '.';
    let begins_inside = banned.starts_with(|character: char| character.is_alphabetic() || character == '/');
    let ends_inside = banned.ends_with(|character: char| character.is_alphabetic());
    line.match_indices(banned).any(|(position, _)| {
        let joins_before = begins_inside && line[..position].chars().next_back().is_some_and(is_word);
        let joins_after = ends_inside && line[position + banned.len()..].chars().next().is_some_and(is_word);
        !joins_before && !joins_after
    })
}

/// A TODO names its issue: `TODO(#12): …`.
fn todos(file: &SourceFile) -> Vec<String> {
    if language(&file.path).is_none() {
        return Vec::new();
    }
    let mark = concat!("TO", "DO");
    let has_number = |rest: &str| {
        rest.strip_prefix("(#")
            .and_then(|rest| rest.split_once(')'))
            .is_some_and(|(number, _)| !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit()))
    };
    let is_bad = |line: &str| {
        line.match_indices(mark).any(|(position, _)| {
            let is_comment = line[..position].contains("//") || line.trim_start().starts_with('*');
            is_comment && contains_word(line, mark) && !has_number(&line[position + mark.len()..])
        })
    };
    // This file has to mention the mark.
    let lines = file.text.lines().enumerate().filter(|(_, line)| is_bad(line) && !file.path.ends_with("tidy/bans.rs"));
    lines
        .map(|(index, _)| {
            format!("{}:{}: a {mark} without a number: open an issue and write {mark}(#number)", file.path, index + 1)
        })
        .collect()
}

#[cfg(test)]
#[path = "bans_tests.rs"]
mod tests;
