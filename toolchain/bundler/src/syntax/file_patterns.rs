//! Patterns of files, as shells and bundlers have them: which names fit, and which files there are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A pattern with more alternatives is not expanded further.
const ALTERNATIVES_MAX: usize = 64;
/// The folder of packages, which patterns only mean when they name it.
pub(super) const PACKAGES: &str = "node_modules";

/// What a search finds besides what the pattern says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    /// Whether wildcards also stand for hidden names and for [`PACKAGES`].
    pub(super) is_exhaustive: bool,
    pub(super) ignores_case: bool,
}

/// What signs before parentheses are, as in `*(a|b)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signs {
    /// How often the group occurs.
    Count,
    /// Themselves.
    Stay,
}

/// The patterns that one with `{a,b}`, `{1..3}` or `(a|b)` means, also with nested groups.
pub(super) fn alternatives(pattern: &str, signs: Signs) -> Vec<String> {
    let mut waiting = vec![pattern.to_owned()];
    let mut complete = Vec::new();
    while let Some(one) = waiting.pop() {
        match first_group(&one, signs) {
            Some((before, group, after)) if waiting.len() + complete.len() < ALTERNATIVES_MAX => {
                waiting.extend(group.iter().map(|option| format!("{before}{option}{after}")));
            }
            _ => complete.push(one),
        }
    }
    complete
}

/// What stands before the first group of alternatives, the alternatives, and what follows.
fn first_group(pattern: &str, signs: Signs) -> Option<(&str, Vec<String>, &str)> {
    let mut searched = 0;
    loop {
        let start = searched + unescaped(&pattern[searched..], |character| "{(".contains(character))?;
        let (open, close, separator) =
            if pattern[start..].starts_with('{') { ('{', '}', ',') } else { ('(', ')', '|') };
        let end = start + closing(&pattern[start..], open, close)?;
        let inner = &pattern[start + 1..end];
        let mut options: Vec<String> = split_outside(inner, separator).into_iter().map(str::to_owned).collect();
        if open == '{' && options.len() == 1 {
            let Some(range) = range(inner) else {
                // Braces around one name are part of the name.
                searched = start + 1;
                continue;
            };
            options = range;
        }
        let before = &pattern[..start];
        let sign = before.chars().last().filter(|sign| open == '(' && signs == Signs::Count && "@+?*!".contains(*sign));
        if matches!(sign, Some('?' | '*')) {
            options.push(String::new());
        }
        return Some((&before[..before.len() - sign.map_or(0, char::len_utf8)], options, &pattern[end + 1..]));
    }
}

/// Where the first character is that is wanted and neither escaped nor in brackets.
fn unescaped(text: &str, is_wanted: impl Fn(char) -> bool) -> Option<usize> {
    let mut is_escaped = false;
    let mut is_in_set = false;
    for (index, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_in_set = true,
            ']' => is_in_set = false,
            _ if !is_in_set && is_wanted(character) => return Some(index),
            _ => {}
        }
    }
    None
}

/// Where the group ends that a text begins with.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_u32;
    let mut searched = 0;
    loop {
        let index = searched + unescaped(&text[searched..], |character| character == open || character == close)?;
        match text[index..].starts_with(open) {
            true => depth += 1,
            false => depth -= 1,
        }
        if depth == 0 {
            return Some(index);
        }
        searched = index + 1;
    }
}

/// The parts of a text between separators that are in no inner group.
fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut searched) = (0_u32, 0, 0);
    let is_sign = |character: char| "{}()".contains(character) || character == separator;
    while let Some(found) = unescaped(&text[searched..], is_sign) {
        let index = searched + found;
        match &text[index..=index] {
            "{" | "(" => depth += 1,
            "}" | ")" => depth = depth.saturating_sub(1),
            _ if depth == 0 => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
        searched = index + 1;
    }
    parts.push(&text[start..]);
    parts
}

/// The names that `1..3` or `a..c` means.
fn range(text: &str) -> Option<Vec<String>> {
    let (first, last) = text.split_once("..")?;
    if let (Ok(first), Ok(last)) = (first.parse::<i32>(), last.parse::<i32>()) {
        let numbers = first.min(last)..=first.max(last);
        return Some(numbers.take(ALTERNATIVES_MAX).map(|number| number.to_string()).collect());
    }
    let letter = |text: &str| text.parse::<char>().ok().filter(char::is_ascii_alphabetic);
    let (first, last) = (letter(first)?, letter(last)?);
    Some((first.min(last)..=first.max(last)).map(String::from).collect())
}

/// Whether a path fits a pattern, by their segments.
pub(super) fn path_fits(pattern: &[&str], path: &[&str]) -> bool {
    match pattern.split_first() {
        None => path.is_empty(),
        Some((&"**", rest)) => (0..=path.len()).any(|count| path_fits(rest, &path[count..])),
        Some((first, rest)) => {
            path.split_first().is_some_and(|(name, others)| name_fits(first, name) && path_fits(rest, others))
        }
    }
}

/// Whether a name fits a pattern with `*`, `?`, `[…]` and escaped characters.
pub(super) fn name_fits(pattern: &str, name: &str) -> bool {
    let mut rest = pattern.chars();
    let Some(first) = rest.next() else { return name.is_empty() };
    let next = |name: &str| name.chars().next().map(|character| (character, character.len_utf8()));
    match first {
        '*' => {
            let rest = rest.as_str();
            name.char_indices().map(|(index, _)| index).chain([name.len()]).any(|index| name_fits(rest, &name[index..]))
        }
        '?' => next(name).is_some_and(|(_, length)| name_fits(rest.as_str(), &name[length..])),
        '[' if rest.as_str().contains(']') => {
            let (set, after) = rest.as_str().split_once(']').unwrap_or_default();
            next(name).is_some_and(|(one, length)| is_in_set(set, one) && name_fits(after, &name[length..]))
        }
        '\\' if !rest.as_str().is_empty() => {
            let literal = rest.next().unwrap_or_default();
            name.strip_prefix(literal).is_some_and(|others| name_fits(rest.as_str(), others))
        }
        character => name.strip_prefix(character).is_some_and(|others| name_fits(rest.as_str(), others)),
    }
}

/// Whether a character is one of `abc`, `a-c`, or with a sign before them none of those.
fn is_in_set(set: &str, character: char) -> bool {
    let (is_negated, set) = match set.strip_prefix(['!', '^']) {
        Some(others) => (true, others),
        None => (false, set),
    };
    let members: Vec<char> = set.chars().collect();
    let mut at = 0;
    let mut is_member = false;
    while let Some(first) = members.get(at) {
        let last = members.get(at + 2).filter(|_| members.get(at + 1) == Some(&'-'));
        is_member |= (*first..=*last.unwrap_or(first)).contains(&character);
        at += if last.is_some() { 3 } else { 1 };
    }
    is_member != is_negated
}

/// Whether a segment of a pattern stands for other names than itself.
fn has_wildcard(segment: &str) -> bool {
    segment.contains(['*', '?', '[', '\\'])
}

/// The files below a folder whose paths fit the segments of a pattern.
pub(super) fn find(folder: &Path, pattern: &[&str], search: Search, found: &mut BTreeSet<PathBuf>) {
    let Some((first, rest)) = pattern.split_first() else { return };
    let is_last = rest.is_empty();
    if *first == "**" {
        // At the end it means every file.
        let rest = if is_last { &["*"] } else { rest };
        find(folder, rest, search, found);
        for child in children(folder, "*", search).into_iter().filter(|child| child.is_dir() && !is_cycle(child)) {
            find(&child, pattern, search, found);
        }
        return;
    }
    let fitting = match has_wildcard(first) || search.ignores_case {
        true => children(folder, first, search),
        false => vec![folder.join(first)],
    };
    match is_last {
        true => found.extend(fitting.into_iter().filter(|child| child.is_file())),
        false => fitting.iter().filter(|child| child.is_dir()).for_each(|child| find(child, rest, search, found)),
    }
}

/// The entries of a folder whose names fit a segment.
fn children(folder: &Path, segment: &str, search: Search) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let lower = |text: &str| if search.ignores_case { text.to_lowercase() } else { text.to_owned() };
    let pattern = lower(segment);
    let fits = |name: &str| {
        let is_left_out =
            (name.starts_with('.') && !segment.starts_with('.')) || (name == PACKAGES && has_wildcard(segment));
        (search.is_exhaustive || !is_left_out) && name_fits(&pattern, &lower(name))
    };
    entries.flatten().filter(|entry| fits(&entry.file_name().to_string_lossy())).map(|entry| entry.path()).collect()
}

/// Whether a folder is a link to one that it is in.
fn is_cycle(folder: &Path) -> bool {
    folder.is_symlink() && folder.canonicalize().is_ok_and(|target| folder.starts_with(&target))
}

#[cfg(test)]
#[path = "file_patterns_tests.rs"]
mod tests;
