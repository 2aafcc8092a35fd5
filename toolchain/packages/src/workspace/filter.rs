//! Which members of a workspace a command is for: pnpm's `--filter` patterns (name, `@scope/*`, `./folder`, `{folder}`,
//! `name...` with its dependencies, `...name` with its dependents, `^` without the package itself, `[commit]` for what
//! changed since, `!` to exclude), which Bun and Turborepo share in part.

use super::{Member, matches_name, matches_path};
use crate::error::{Error, Result};
use crate::lock::relative;
use std::path::Path;
use std::process::Command;

/// A pattern, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pattern {
    excludes: bool,
    name: String,
    folder: Option<String>,
    since: Option<String>,
    with_dependencies: bool,
    with_dependents: bool,
    /// The packages that the pattern names themselves are left out.
    without_self: bool,
}

/// The indexes of the members that the patterns select, in the order of the members. `start` is the folder that relative
/// paths are of.
///
/// # Errors
/// `EUSAGE` for a malformed pattern, `EGIT` when git does not know the commit.
pub fn select(members: &[Member], patterns: &[String], root: &Path, start: &Path) -> Result<Vec<usize>> {
    let edges = dependencies(members);
    let patterns = patterns.iter().map(|text| parse(text)).collect::<Result<Vec<Pattern>>>()?;
    let mut is_selected = vec![patterns.iter().all(|pattern| pattern.excludes); members.len()];
    for pattern in &patterns {
        for index in matching(members, pattern, &edges, root, start)? {
            is_selected[index] = !pattern.excludes;
        }
    }
    Ok((0..members.len()).filter(|index| is_selected[*index]).collect())
}

/// Whether a word is a pattern, and not only a name.
#[must_use]
pub fn is_pattern(text: &str) -> bool {
    text.contains(['*', '^', '{', '[', '!']) || text.contains("...") || text.starts_with("./")
}

/// For each member, the indexes of the members that it depends on.
pub fn dependencies(members: &[Member]) -> Vec<Vec<usize>> {
    let index_of = |name: &str| members.iter().position(|member| member.name == name);
    let of = |member: &Member| {
        let manifest = &member.manifest;
        let lists = [&manifest.dependencies, &manifest.development, &manifest.optional, &manifest.peers];
        let names = lists.into_iter().flat_map(|list| list.keys());
        let mut found: Vec<usize> = names.filter_map(|name| index_of(name)).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    members.iter().map(of).collect()
}

fn parse(text: &str) -> Result<Pattern> {
    let malformed = || Error::new("EUSAGE", format!("malformed filter \"{text}\""));
    let mut pattern = Pattern::default();
    let mut rest = text;
    if let Some(inner) = rest.strip_prefix('!') {
        pattern.excludes = true;
        rest = inner;
    }
    if let Some(inner) = rest.strip_suffix("...") {
        pattern.with_dependencies = true;
        rest = inner;
        if let Some(inner) = rest.strip_suffix('^') {
            pattern.without_self = true;
            rest = inner;
        }
    }
    if let Some(inner) = rest.strip_prefix("...") {
        pattern.with_dependents = true;
        rest = inner;
        if let Some(inner) = rest.strip_prefix('^') {
            pattern.without_self = true;
            rest = inner;
        }
    }
    if let Some(inner) = rest.strip_suffix(']') {
        let (before, since) = inner.rsplit_once('[').ok_or_else(malformed)?;
        pattern.since = Some(since.to_string());
        rest = before;
    }
    if let Some(inner) = rest.strip_suffix('}') {
        let (before, folder) = inner.rsplit_once('{').ok_or_else(malformed)?;
        pattern.folder = Some(folder.to_string());
        rest = before;
    }
    if rest.starts_with('.') || rest.starts_with('/') {
        pattern.folder = Some(rest.to_string());
        rest = "";
    }
    if rest.is_empty() && pattern.folder.is_none() && pattern.since.is_none() {
        return Err(malformed().with_hint("a name, `./folder` or `[commit]`; `name...` adds its dependencies"));
    }
    pattern.name = rest.to_string();
    Ok(pattern)
}

fn matching(
    members: &[Member],
    pattern: &Pattern,
    edges: &[Vec<usize>],
    root: &Path,
    start: &Path,
) -> Result<Vec<usize>> {
    let changed = pattern.since.as_deref().map(|since| changed_files(root, since)).transpose()?;
    let is_meant = |member: &Member| {
        (pattern.name.is_empty() || fits_name(&pattern.name, &member.name))
            && pattern.folder.as_deref().is_none_or(|folder| is_in_folder(&member.folder, folder, start))
            && changed.as_ref().is_none_or(|files| {
                let prefix = format!("{}/", relative(root, &member.folder));
                files.iter().any(|file| file.starts_with(&prefix))
            })
    };
    let meant: Vec<usize> = (0..members.len()).filter(|index| is_meant(&members[*index])).collect();
    let mut found = if pattern.without_self { Vec::new() } else { meant.clone() };
    if pattern.with_dependencies {
        found.extend(reached(&meant, |index| edges[index].clone()));
    }
    if pattern.with_dependents {
        let above = |index: usize| (0..edges.len()).filter(|from| edges[*from].contains(&index)).collect();
        found.extend(reached(&meant, above));
    }
    if pattern.without_self {
        found.retain(|index| !meant.contains(index));
    }
    Ok(found)
}

/// What can be reached, without the start.
fn reached(start: &[usize], next: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut open = start.to_vec();
    let mut seen: Vec<usize> = Vec::new();
    while let Some(index) = open.pop() {
        for found in next(index) {
            if !seen.contains(&found) {
                seen.push(found);
                open.push(found);
            }
        }
    }
    seen
}

/// A name with `*`; without a scope it also means the only package of that name in any scope.
fn fits_name(pattern: &str, name: &str) -> bool {
    let bare = name.rsplit('/').next().unwrap_or(name);
    pattern == "*" || matches_name(pattern, name) || !pattern.starts_with('@') && matches_name(pattern, bare)
}

fn is_in_folder(folder: &Path, pattern: &str, start: &Path) -> bool {
    let wanted = crate::spec::absolute(start, pattern.trim_end_matches('/'));
    let (wanted, folder) = (wanted.to_string_lossy(), folder.to_string_lossy());
    let parts: Vec<&str> = wanted.split('/').collect();
    let names: Vec<&str> = folder.split('/').collect();
    matches_path(&parts, &names)
}

/// The files that changed since a commit, relative to `root`.
fn changed_files(root: &Path, since: &str) -> Result<Vec<String>> {
    if since.starts_with('-') {
        return Err(Error::new("EUSAGE", format!("\"{since}\" is no commit")));
    }
    let run = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(root).output();
        let output = output.map_err(|error| Error::new("EGIT", format!("git cannot be started: {error}")))?;
        if !output.status.success() {
            let reason = String::from_utf8_lossy(&output.stderr).trim().to_string();
            return Err(Error::new("EGIT", format!("git does not say what changed since {since}: {reason}")));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.split('\0').filter(|line| !line.is_empty()).map(str::to_string).collect::<Vec<String>>())
    };
    let mut files = run(&["diff", "--name-only", "--relative", "-z", since, "--", "."])?;
    files.extend(run(&["ls-files", "--others", "--exclude-standard", "-z"])?);
    Ok(files)
}

#[cfg(test)]
#[path = "filter_tests.rs"]
mod tests;
