//! The members of a workspace: npm's and yarn's `workspaces`, pnpm's `pnpm-workspace.yaml`.

pub mod catalog_files;
pub mod catalog_text;
pub mod filter;
pub mod yaml_text;

use crate::error::{Error, Result};
use crate::manifest::Manifest;
use crate::project::Project;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A member.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    pub folder: PathBuf,
    pub manifest: Arc<Manifest>,
}

/// What the files of the root say about the workspace.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub members: Vec<Member>,
    /// By name, then package and range.
    pub catalogs: Vec<(String, Vec<(String, String)>)>,
}

impl Workspace {
    /// Finds the members of the workspace of a project.
    ///
    /// # Errors
    /// Two members of one name, a broken `package.json`.
    pub fn read(project: &Project) -> Result<Self> {
        let said = project.json.get("workspaces").cloned().unwrap_or_default();
        let list = said.get("packages").unwrap_or(&said);
        let mut patterns: Vec<String> =
            list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect();
        let mut catalogs = Vec::new();
        let mut allows_equal_names = false;
        for source in [&said, &Value::Object(project.json.clone())] {
            read_catalogs(source, &mut catalogs);
        }
        if let Ok(text) = std::fs::read_to_string(project.folder.join("pnpm-workspace.yaml")) {
            let yaml = YamlSubset::parse(&text);
            patterns.extend(yaml.list("packages"));
            allows_equal_names = true;
            read_catalogs_of_yaml(&yaml, &mut catalogs);
        }
        if let Ok(text) = std::fs::read_to_string(project.folder.join(".yarnrc.yml")) {
            read_catalogs_of_yaml(&YamlSubset::parse(&text), &mut catalogs);
        }
        let mut members: Vec<Member> = Vec::new();
        for folder in expand(&project.folder, &patterns) {
            let member = Project::read(&folder)?;
            member.check_lists()?;
            let manifest = member.manifest();
            let folder_name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let name = if manifest.name.is_empty() { folder_name } else { manifest.name.clone() };
            if let Some(other) = members.iter().find(|other| other.name == name && !allows_equal_names) {
                let text = format!(
                    "two members of the workspace are called {name}: {} and {}",
                    other.folder.display(),
                    folder.display()
                );
                return Err(Error::new("EDUPLICATEWORKSPACE", text));
            }
            members.push(Member { name, folder, manifest });
        }
        Ok(Self { members, catalogs })
    }

    /// The entry of the catalog that `catalog:` or `catalog:NAME` means for a package. None for other requests, and for a
    /// package that the catalog does not have.
    pub fn of_catalog(&self, name: &str, raw: &str) -> Option<&str> {
        let catalog = catalog_name(raw)?;
        let entries = self.catalogs.iter().filter(|(known, _)| known == catalog).flat_map(|(_, entries)| entries);
        entries.into_iter().find(|(known, _)| known == name).map(|(_, spec)| spec.as_str())
    }

    /// The root of the workspace that a folder is a member of.
    pub fn root_of(folder: &Path) -> Option<PathBuf> {
        folder.ancestors().skip(1).find_map(|above| {
            let is_candidate = above.join("package.json").is_file();
            let project = is_candidate.then(|| Project::read(above).ok()).flatten()?;
            let has_members = project.json.contains_key("workspaces") || above.join("pnpm-workspace.yaml").is_file();
            let workspace = has_members.then(|| Self::read(&project).ok()).flatten()?;
            workspace.members.iter().any(|member| member.folder == folder).then(|| above.to_path_buf())
        })
    }
}

/// The catalog that a request names: `catalog:` alone means the one called `default`.
pub fn catalog_name(raw: &str) -> Option<&str> {
    let name = raw.strip_prefix("catalog:")?.trim();
    Some(if name.is_empty() { "default" } else { name })
}

fn read_catalogs_of_yaml(yaml: &YamlSubset, catalogs: &mut Vec<(String, Vec<(String, String)>)>) {
    if let Some(entries) = yaml.map("catalog") {
        catalogs.push(("default".to_string(), entries));
    }
    catalogs.extend(yaml.maps("catalogs"));
}

fn read_catalogs(source: &Value, catalogs: &mut Vec<(String, Vec<(String, String)>)>) {
    let entries = |value: &Value| -> Vec<(String, String)> {
        let object = value.as_object().into_iter().flatten();
        object.filter_map(|(name, spec)| Some((name.clone(), spec.as_str()?.to_string()))).collect()
    };
    if let Some(catalog) = source.get("catalog") {
        catalogs.push(("default".to_string(), entries(catalog)));
    }
    for (name, catalog) in source.get("catalogs").and_then(Value::as_object).into_iter().flatten() {
        catalogs.push((name.clone(), entries(catalog)));
    }
}

/// The folders with a `package.json` that the patterns name, sorted; `!` excludes.
fn expand(root: &Path, patterns: &[String]) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for pattern in patterns {
        let (excludes, pattern) = match pattern.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, pattern.as_str()),
        };
        let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        if excludes {
            found.retain(|folder| {
                let relative = folder.strip_prefix(root).unwrap_or(folder).to_string_lossy().into_owned();
                let names: Vec<&str> = relative.split('/').collect();
                !matches_path(&parts, &names)
            });
            continue;
        }
        let mut matched = Vec::new();
        walk(root, &parts, &mut matched);
        matched.sort();
        for folder in matched {
            if folder != root && !found.contains(&folder) && folder.join("package.json").is_file() {
                found.push(folder);
            }
        }
    }
    found
}

fn walk(folder: &Path, parts: &[&str], found: &mut Vec<PathBuf>) {
    let Some((first, rest)) = parts.split_first() else {
        found.push(folder.to_path_buf());
        return;
    };
    if *first == ".." {
        walk(folder.parent().unwrap_or(folder), rest, found);
        return;
    }
    if !first.contains(['*', '?', '{']) {
        let next = folder.join(first);
        if next.is_dir() {
            walk(&next, rest, found);
        }
        return;
    }
    if *first == "**" {
        walk(folder, rest, found);
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        // As in a shell, a hidden folder is meant only by a pattern that begins with a dot.
        if !is_folder || name == "node_modules" || name.starts_with('.') && !first.starts_with('.') {
            continue;
        }
        if *first == "**" {
            walk(&entry.path(), parts, found);
        } else if matches_name(first, &name) {
            walk(&entry.path(), rest, found);
        }
    }
}

/// Whether the names of a path fit the parts of a pattern, where `**` matches any number of names.
pub fn matches_path(parts: &[&str], names: &[&str]) -> bool {
    match (parts.split_first(), names.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => {
            matches_path(rest, names) || names.split_first().is_some_and(|(_, names)| matches_path(parts, names))
        }
        (Some((part, rest)), Some((name, names))) => matches_name(part, name) && matches_path(rest, names),
        _ => false,
    }
}

/// Whether a name fits a pattern with `*`, `?`, `{a,b}`, `[ab]`, `[a-z]` and `[!a]`.
pub fn matches_name(pattern: &str, name: &str) -> bool {
    if let (Some(open), Some(close)) = (pattern.find('{'), pattern.find('}'))
        && open < close
    {
        return pattern[open + 1..close]
            .split(',')
            .any(|choice| matches_name(&format!("{}{choice}{}", &pattern[..open], &pattern[close + 1..]), name));
    }
    match pattern.chars().next() {
        None => name.is_empty(),
        Some('*') => (0..=name.len())
            .filter(|index| name.is_char_boundary(*index))
            .any(|index| matches_name(&pattern[1..], &name[index..])),
        Some('[') if class_of(pattern).is_some() => {
            let (Some((class, rest)), Some(found)) = (class_of(pattern), name.chars().next()) else { return false };
            is_in_class(class, found) && matches_name(rest, &name[found.len_utf8()..])
        }
        Some(first) => match name.chars().next() {
            Some(found) if first == '?' || first == found => {
                matches_name(&pattern[first.len_utf8()..], &name[found.len_utf8()..])
            }
            _ => false,
        },
    }
}

/// The inside of the class that a pattern starts with, and what follows it. None when the bracket stands for itself.
fn class_of(pattern: &str) -> Option<(&str, &str)> {
    let inner = pattern.strip_prefix('[')?;
    // A bracket at the start is a member.
    let skipped = inner.chars().take_while(|one| *one == '!' || *one == '^').count().min(1);
    let end = inner.get(skipped + 1..)?.find(']')? + skipped + 1;
    Some((&inner[..end], &inner[end + 1..]))
}

fn is_in_class(class: &str, found: char) -> bool {
    let members = class.strip_prefix(['!', '^']);
    let characters: Vec<char> = members.unwrap_or(class).chars().collect();
    let mut index = 0;
    let mut is_member = false;
    while let Some(first) = characters.get(index) {
        match (characters.get(index + 1), characters.get(index + 2)) {
            (Some('-'), Some(last)) => {
                is_member |= (*first..=*last).contains(&found);
                index += 3;
            }
            _ => {
                is_member |= *first == found;
                index += 1;
            }
        }
    }
    is_member != members.is_some()
}

/// As much of YAML as `pnpm-workspace.yaml` uses: maps by indentation, lists of words, quotes, comments.
pub struct YamlSubset(Vec<(usize, String)>);

impl YamlSubset {
    /// Reads the lines.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().filter_map(|line| {
            let bare = match line.find(" #") {
                Some(at) => &line[..at],
                None => line,
            };
            let content = bare.trim();
            let indent = bare.len() - bare.trim_start().len();
            (!content.is_empty() && !content.starts_with('#')).then(|| (indent, content.to_string()))
        });
        Self(lines.collect())
    }

    fn below(&self, start: usize) -> impl Iterator<Item = (usize, &(usize, String))> {
        let indent = self.0[start].0;
        self.0
            .iter()
            .enumerate()
            .skip(start + 1)
            .take_while(move |(_, (depth, line))| *depth > indent || *depth == indent && line.starts_with('-'))
    }

    fn top(&self, key: &str) -> Option<usize> {
        self.0.iter().position(|(indent, line)| {
            *indent == 0 && line.split_once(':').is_some_and(|(name, _)| unquoted(name) == key)
        })
    }

    /// The words of a list at the top.
    pub fn list(&self, key: &str) -> Vec<String> {
        let Some(start) = self.top(key) else { return Vec::new() };
        let inline = self.0[start].1.split_once(':').map_or("", |(_, rest)| rest.trim());
        if let Some(inner) = inline.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return inner.split(',').map(unquoted).filter(|word| !word.is_empty()).collect();
        }
        self.below(start).filter_map(|(_, (_, line))| Some(unquoted(line.strip_prefix('-')?))).collect()
    }

    /// The word that a key at the top has.
    pub fn word(&self, key: &str) -> Option<String> {
        let (_, rest) = self.0[self.top(key)?].1.split_once(':')?;
        Some(unquoted(rest)).filter(|word| !word.is_empty())
    }

    /// The members of a map at the top.
    pub fn map(&self, key: &str) -> Option<Vec<(String, String)>> {
        let start = self.top(key)?;
        Some(self.entries(start))
    }

    /// The maps within a map at the top.
    pub fn maps(&self, key: &str) -> Vec<(String, Vec<(String, String)>)> {
        let Some(start) = self.top(key) else { return Vec::new() };
        let Some(indent) = self.below(start).next().map(|(_, (indent, _))| *indent) else { return Vec::new() };
        self.below(start)
            .filter(|(_, (depth, _))| *depth == indent)
            .filter_map(|(index, (_, line))| Some((unquoted(line.strip_suffix(':')?), self.entries(index))))
            .collect()
    }

    fn entries(&self, start: usize) -> Vec<(String, String)> {
        self.below(start)
            .filter_map(|(_, (_, line))| {
                // A scope's name is quoted and may be followed by a colon only.
                let (name, value) = line.split_once(": ").or_else(|| line.split_once(':'))?;
                Some((unquoted(name), unquoted(value)))
            })
            .collect()
    }
}

fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    inner.unwrap_or(text).to_string()
}

#[cfg(test)]
#[path = "workspace_tests.rs"]
mod tests;
