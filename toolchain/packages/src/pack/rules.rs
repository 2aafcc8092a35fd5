//! The rules of `.npmignore` and `.gitignore`, as npm reads them: the last rule that fits a path decides, a folder that is
//! ignored is entered all the same when a negated rule can fit something below it, and case does not count.

use crate::workspace::{matches_name, matches_path};

/// The rules of one file, which are about the folder that it is in.
pub struct RuleFile {
    folder: String,
    rules: Vec<Rule>,
}

struct Rule {
    /// The names of the pattern's path.
    parts: Vec<String>,
    /// Without a slash it fits the last name of a path.
    is_name: bool,
    only_folders: bool,
    negates: bool,
}

impl RuleFile {
    /// Reads the lines of a file.
    pub fn parse(folder: &str, text: &str) -> Self {
        Self { folder: folder.to_string(), rules: text.lines().flat_map(rules_of).collect() }
    }

    /// Whether a file is in the package, as far as these rules say.
    pub fn includes(&self, path: &str) -> bool {
        self.decides(path, false)
    }

    /// Whether a folder has to be entered.
    pub fn enters(&self, path: &str) -> bool {
        self.decides(path, true)
    }

    fn decides(&self, path: &str, is_folder: bool) -> bool {
        let inside = match self.folder.as_str() {
            "" => Some(path),
            folder => path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
        };
        let Some(inside) = inside.map(str::to_lowercase) else { return true };
        let names: Vec<&str> = inside.split('/').collect();
        let mut is_included = true;
        // A rule matters only where it changes what those before it say.
        for rule in &self.rules {
            if rule.negates != is_included && rule.fits(&names, is_folder) {
                is_included = rule.negates;
            }
        }
        is_included
    }
}

impl Rule {
    fn fits(&self, names: &[&str], is_folder: bool) -> bool {
        if self.only_folders && !is_folder {
            return false;
        }
        let parts: Vec<&str> = self.parts.iter().map(String::as_str).collect();
        if self.is_name {
            return names.last().is_some_and(|name| matches_name(parts[0], name));
        }
        // A trailing `**` needs something that it is for: `lib/**` is not the file `lib`.
        let is_complete = is_folder || parts.last() != Some(&"**") || !matches_path(&parts[..parts.len() - 1], names);
        is_complete && matches_path(&parts, names) || is_folder && self.negates && may_fit_below(&parts, names)
    }
}

/// Whether a pattern can fit a path below a folder.
fn may_fit_below(parts: &[&str], names: &[&str]) -> bool {
    match (parts.split_first(), names.split_first()) {
        (_, None) | (Some((&"**", _)), _) => true,
        (Some((part, parts)), Some((name, names))) => matches_name(part, name) && may_fit_below(parts, names),
        (None, _) => false,
    }
}

/// The rules of a line: several, where braces hold a slash.
fn rules_of(line: &str) -> Vec<Rule> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Vec::new();
    }
    let (negates, pattern) = match line.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    // An escaped first character is no mark.
    let pattern = pattern.strip_prefix('\\').unwrap_or(pattern).to_lowercase();
    expanded(&pattern).iter().map(|pattern| rule(pattern, negates)).collect()
}

fn rule(pattern: &str, negates: bool) -> Rule {
    let bare = pattern.strip_suffix('/').unwrap_or(pattern);
    let parts = bare.strip_prefix('/').unwrap_or(bare).split('/').map(str::to_string).collect();
    Rule { parts, is_name: !bare.contains('/'), only_folders: bare.len() < pattern.len(), negates }
}

/// A pattern with one brace of which a choice may hold a slash (`{src,lib/a}/*`), as several patterns.
fn expanded(pattern: &str) -> Vec<String> {
    match (pattern.find('{'), pattern.find('}')) {
        (Some(open), Some(close)) if open < close && pattern[open..close].contains('/') => pattern[open + 1..close]
            .split(',')
            .flat_map(|choice| expanded(&format!("{}{choice}{}", &pattern[..open], &pattern[close + 1..])))
            .collect(),
        _ => vec![pattern.to_string()],
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
