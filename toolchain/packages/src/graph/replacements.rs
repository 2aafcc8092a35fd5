//! Rules that replace what dependencies request: `overrides` of pnpm and Bun, `resolutions` of yarn. A key is a name, a
//! name with versions, and before it the package that has the dependency: `a>b@1` (pnpm), `a/b`, `**/b` (yarn).

use crate::install::Context;
use crate::semver::{Range, Version};
use crate::workspace::YamlSubset;
use brio_lockfile::Format;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq)]
struct Rule {
    /// The package that has the dependency; None: any.
    parent: Option<(String, Option<String>)>,
    name: String,
    range: Option<String>,
    value: String,
}

/// All rules of a project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replacements {
    rules: Vec<Rule>,
    /// The rules as the manager's lockfile repeats them: selector and specifier.
    pub entries: Vec<(String, String)>,
}

impl Replacements {
    /// Reads what `package.json` and `pnpm-workspace.yaml` of the project say to the manager of its lockfile.
    pub fn read(context: &Context) -> Self {
        let json = &context.project.json;
        let of_pnpm = json.get("pnpm").and_then(|pnpm| pnpm.get("overrides"));
        let (resolutions, overrides) = (json.get("resolutions"), json.get("overrides"));
        let sources = match context.format {
            Format::Pnpm => [resolutions, of_pnpm],
            Format::Bun => [overrides.or(resolutions), None],
            _ => [resolutions, None],
        };
        let mut entries: Vec<(String, String)> = Vec::new();
        for (key, value) in sources.into_iter().flatten().filter_map(Value::as_object).flatten() {
            let text = value.as_str().or_else(|| value.get(".").and_then(Value::as_str));
            entries.extend(text.map(|text| (key.clone(), text.to_string())));
        }
        if context.format == Format::Pnpm
            && let Ok(text) = std::fs::read_to_string(context.project.folder.join("pnpm-workspace.yaml"))
        {
            entries.extend(YamlSubset::parse(&text).map("overrides").unwrap_or_default());
        }
        let manifest = context.project.manifest();
        for (_, value) in &mut entries {
            if let Some(name) = value.strip_prefix('$') {
                let lists = [&manifest.dependencies, &manifest.development, &manifest.optional];
                if let Some(spec) = lists.into_iter().find_map(|list| list.get(name)) {
                    *value = spec.to_string();
                }
            }
        }
        // A later source counts for a selector that an earlier one has, too.
        let mut known: Vec<(String, String)> = Vec::new();
        for (key, value) in entries {
            match known.iter_mut().find(|(other, _)| *other == key) {
                Some(entry) => entry.1 = value,
                None => known.push((key, value)),
            }
        }
        // pnpm's lockfile has what the catalog says, for the rules and for the dependencies that they replace.
        if context.format == Format::Pnpm {
            for (key, value) in &mut known {
                let name = parse(key, value).map(|rule| rule.name).unwrap_or_default();
                if let Some(entry) = context.workspace.of_catalog(&name, value) {
                    *value = entry.to_string();
                }
            }
        }
        let mut read = Self::of(known);
        if context.format == Format::Bun {
            // A rule that is an object stays in the file as it is.
            let is_string = |key: &str| overrides.or(resolutions).is_some_and(|all| all[key].is_string());
            read.entries.retain(|(key, _)| is_string(key));
        }
        read
    }

    /// The rules for selectors and specifiers.
    pub fn of(entries: Vec<(String, String)>) -> Self {
        Self { rules: entries.iter().filter_map(|(key, value)| parse(key, value)).collect(), entries }
    }

    /// The names of packages for which other rules count than `before`.
    pub fn changed_names(&self, before: &[(String, String)]) -> Vec<String> {
        let of = |entries: &[(String, String)], others: &[(String, String)]| {
            let changed = entries.iter().filter(|entry| !others.contains(entry));
            changed.filter_map(|(key, value)| parse(key, value)).map(|rule| rule.name).collect::<Vec<_>>()
        };
        let mut names = of(&self.entries, before);
        names.extend(of(before, &self.entries));
        names
    }

    /// Whether a rule makes a request: `name@value`.
    pub fn makes(&self, request: &str) -> bool {
        let makes = |rule: &Rule| {
            request.strip_prefix(&rule.name).and_then(|rest| rest.strip_prefix('@')) == Some(rule.value.as_str())
        };
        self.rules.iter().any(makes)
    }

    /// What a dependency requests instead. `parent`: name and version of the package that has it; None for the project.
    pub fn find(&self, parent: Option<(&str, &str)>, name: &str, spec: &str) -> Option<String> {
        let fits_parent = |rule: &Rule| match (&rule.parent, parent) {
            (None, _) => true,
            (Some((wanted, range)), Some((name, version))) => {
                wanted == name && range.as_deref().is_none_or(|range| crate::semver::satisfies(version, range))
            }
            (Some(_), None) => false,
        };
        let fits_range = |rule: &Rule| match &rule.range {
            None => true,
            Some(range) if range == spec => true,
            Some(range) => match (Range::parse(spec), Range::parse(range)) {
                (Some(spec), Some(range)) => spec.intersects(&range),
                _ => false,
            },
        };
        let fitting = self.rules.iter().filter(|rule| rule.name == name && fits_parent(rule) && fits_range(rule));
        // The most particular rule wins.
        let best = fitting.max_by_key(|rule| (rule.parent.is_some(), rule.range.is_some()))?;
        (best.value != spec).then(|| best.value.clone())
    }
}

fn parse(key: &str, value: &str) -> Option<Rule> {
    let parts: Vec<&str> = match key.contains('>') && !key.contains("@>") && !key.contains("@<") {
        true => key.split('>').map(str::trim).collect(),
        false => path_parts(key),
    };
    let (name, range) = name_and_range(parts.last()?);
    let parent = parts.len().checked_sub(2).map(|index| name_and_range(parts[index])).filter(|(name, _)| name != "**");
    Some(Rule { parent, name, range, value: value.to_string() })
}

/// `a/@s/b` to `a` and `@s/b`.
fn path_parts(key: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut index) = (0, 0);
    while let Some(slash) = key[index..].find('/').map(|at| at + index) {
        let is_scope = key[start..slash].starts_with('@') && !key[start..slash].contains('/');
        // A range may hold an address.
        if key[start..slash].get(1..).is_some_and(|rest| rest.contains('@')) && !is_scope {
            break;
        }
        if !is_scope {
            parts.push(&key[start..slash]);
            start = slash + 1;
        }
        index = slash + 1;
    }
    parts.push(&key[start..]);
    parts
}

fn name_and_range(text: &str) -> (String, Option<String>) {
    match text.get(1..).and_then(|rest| rest.find('@')) {
        Some(at) => {
            let range = text[at + 2..].trim_start_matches("npm:");
            (text[..=at].to_string(), Some(range.to_string()).filter(|range| !range.is_empty()))
        }
        None => (text.to_string(), None),
    }
}

/// Whether a version is one that a range accepts; false when either cannot be read.
pub fn accepts(range: &str, version: &str) -> bool {
    match (Range::parse(range), Version::parse(version)) {
        (Some(range), Some(version)) => range.is_any() || range.contains(&version),
        _ => false,
    }
}

#[cfg(test)]
#[path = "replacements_tests.rs"]
mod tests;
