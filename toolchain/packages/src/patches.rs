//! Patches of packages: the changes that a project makes to what it installs (`patchedDependencies` of pnpm and Bun,
//! `patch:` of yarn), as unified diffs in the format of git.

use crate::error::{Error, Result};
use crate::files;
use crate::project::Project;
use crate::workspace::YamlSubset;
use brio_lockfile::{Package, Resolution, Value as LockValue};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The patches of a project: `name` or `name@version`, and the file.
#[derive(Clone, Debug, Default)]
pub struct Patches {
    root: PathBuf,
    rules: Vec<(String, PathBuf)>,
}

impl Patches {
    /// Reads what `package.json` and `pnpm-workspace.yaml` say.
    pub fn read(project: &Project) -> Self {
        let mut rules = Vec::new();
        let lists = [
            project.json.get("patchedDependencies"),
            project.json.get("pnpm").and_then(|pnpm| pnpm.get("patchedDependencies")),
        ];
        for (selector, path) in lists.into_iter().flatten().filter_map(Value::as_object).flatten() {
            rules.extend(path.as_str().map(|path| (selector.clone(), project.folder.join(path))));
        }
        if let Ok(text) = std::fs::read_to_string(project.folder.join("pnpm-workspace.yaml")) {
            let entries = YamlSubset::parse(&text).map("patchedDependencies").unwrap_or_default();
            rules.extend(entries.into_iter().map(|(selector, path)| (selector, project.folder.join(path))));
        }
        Self { root: project.folder.clone(), rules }
    }

    /// All patch files that the project names.
    pub fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.rules.iter().map(|(_, path)| path)
    }

    /// What pnpm's lockfile says of them: the path and the hash of each file by its selector, sorted.
    pub fn hashes(&self) -> Vec<(String, String, String)> {
        let hash_of = |path: &Path| {
            let text = std::fs::read(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).replace("\r\n", "\n");
            crate::integrity::hex(&crate::integrity::hash("sha256", text.as_bytes()))
        };
        let entry = |(selector, path): &(String, PathBuf)| {
            (selector.clone(), crate::lock::relative(&self.root, &crate::spec::normalize(path)), hash_of(path))
        };
        let mut entries: Vec<_> = self.rules.iter().map(entry).collect();
        entries.sort();
        entries.dedup_by(|left, right| left.0 == right.0);
        entries
    }

    /// The patch files for a package.
    pub fn files_for(&self, package: &Package) -> Vec<PathBuf> {
        if let Resolution::Other { value: LockValue::String(reference) } = &package.resolution {
            return self.files_of_yarn(reference);
        }
        let exact = format!("{}@{}", package.name, package.version);
        let fits = |selector: &str| {
            selector == exact
                || selector == package.name
                || selector
                    .strip_prefix(&package.name)
                    .and_then(|rest| rest.strip_prefix('@'))
                    .is_some_and(|range| crate::semver::satisfies(&package.version, range))
        };
        let best =
            self.rules.iter().filter(|(selector, _)| fits(selector)).max_by_key(|(selector, _)| *selector == exact);
        best.map(|(_, path)| path.clone()).into_iter().collect()
    }

    /// `patch:a@npm%3A1.0.0#~/.yarn/patches/a.patch::version=1.0.0&hash=abc`: the files behind `#`, without yarn's own.
    fn files_of_yarn(&self, reference: &str) -> Vec<PathBuf> {
        let Some((_, files)) = reference.split_once('#').filter(|_| reference.starts_with("patch:")) else {
            return Vec::new();
        };
        let files = files.split("::").next().unwrap_or(files);
        let own = files.split('&').map(|one| one.trim_start_matches("optional!"));
        let paths = own.filter(|one| !one.starts_with("builtin<") && !one.starts_with('~') || one.starts_with("~/"));
        paths.map(|one| self.root.join(one.trim_start_matches("~/").trim_start_matches("./"))).collect()
    }
}

/// One file of a diff.
#[derive(Debug, Default)]
struct FileChange {
    /// None: the file is new.
    from: Option<String>,
    /// None: the file is removed.
    to: Option<String>,
    is_executable: Option<bool>,
    hunks: Vec<Hunk>,
}

#[derive(Debug, Default)]
struct Hunk {
    start: usize,
    /// The marks ` `, `-` and `+` with the lines, line ends included.
    lines: Vec<(u8, Vec<u8>)>,
}

/// Applies a patch to the files in a folder.
///
/// # Errors
/// `EPATCH` when it does not fit or a path leaves the folder; nothing is written then.
pub fn apply(folder: &Path, patch: &[u8], what: &str) -> Result<()> {
    let changes =
        parse(patch).map_err(|reason| Error::new("EPATCH", format!("the patch of {what} is broken: {reason}")))?;
    let mut results: Vec<(PathBuf, Option<Vec<u8>>, Option<bool>)> = Vec::new();
    for change in &changes {
        let path_of = |path: &str| {
            let is_inside = !path.is_empty() && !path.starts_with('/') && path.split('/').all(|part| part != "..");
            let refuse = || Error::new("EPATCH", format!("the patch of {what} leaves the package: {path}"));
            if is_inside { Ok(folder.join(path)) } else { Err(refuse()) }
        };
        let before = match &change.from {
            Some(path) => {
                std::fs::read(path_of(path)?).map_err(|error| Error::of_file(&error, "patch", &folder.join(path)))?
            }
            None => Vec::new(),
        };
        let after = apply_hunks(&before, &change.hunks).ok_or_else(|| {
            let path = change.to.as_ref().or(change.from.as_ref()).cloned().unwrap_or_default();
            Error::new("EPATCH", format!("the patch of {what} does not fit {path}"))
                .with_hint("make it anew with `brio patch`, or remove it from \"patchedDependencies\"")
        })?;
        if let (Some(from), to) = (&change.from, &change.to)
            && to.as_ref() != Some(from)
        {
            results.push((path_of(from)?, None, None));
        }
        if let Some(to) = &change.to {
            results.push((path_of(to)?, Some(after), change.is_executable));
        }
    }
    for (path, content, is_executable) in results {
        match content {
            Some(bytes) => {
                files::replace(&path, &bytes)?;
                if let Some(is_executable) = is_executable {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = if is_executable { 0o755 } else { 0o644 };
                    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode))
                        .map_err(|error| Error::of_file(&error, "patch", &path))?;
                }
            }
            None => files::remove(&path)?,
        }
    }
    Ok(())
}

fn parse(patch: &[u8]) -> std::result::Result<Vec<FileChange>, String> {
    let mut changes: Vec<FileChange> = Vec::new();
    // Lines of the hunk that are still to come: old and new ones.
    let (mut old_left, mut new_left) = (0usize, 0usize);
    for line in patch.split_inclusive(|byte| *byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let text = text.trim_end_matches(['\n', '\r']);
        if old_left > 0 || new_left > 0 {
            let hunk = changes.last_mut().and_then(|change| change.hunks.last_mut()).ok_or("a hunk without a file")?;
            let mark = match line.first() {
                Some(mark @ (b' ' | b'-' | b'+')) => *mark,
                // Some editors remove the blank of an empty line.
                Some(b'\n' | b'\r') => b' ',
                Some(b'\\') => {
                    without_line_end(hunk);
                    continue;
                }
                _ => return Err(format!("a line of a hunk begins with {:?}", text.chars().next())),
            };
            let content = if matches!(line.first(), Some(b'\n' | b'\r')) { line } else { &line[1..] };
            hunk.lines.push((mark, content.to_vec()));
            if mark != b'+' {
                old_left = old_left.checked_sub(1).ok_or("a hunk is longer than it says")?;
            }
            if mark != b'-' {
                new_left = new_left.checked_sub(1).ok_or("a hunk is longer than it says")?;
            }
            continue;
        }
        if let Some(paths) = text.strip_prefix("diff --git ") {
            let (from, to) = split_paths(paths).ok_or("the paths of a file cannot be read")?;
            changes.push(FileChange { from: Some(from), to: Some(to), ..FileChange::default() });
        } else if text.starts_with('\\') {
            if let Some(hunk) = changes.last_mut().and_then(|change| change.hunks.last_mut()) {
                without_line_end(hunk);
            }
        } else if let Some(header) = text.strip_prefix("@@ ") {
            let (start, old, new) = ranges(header).ok_or("the numbers of a hunk cannot be read")?;
            (old_left, new_left) = (old, new);
            let change = changes.last_mut().ok_or("a hunk without a file")?;
            change.hunks.push(Hunk { start, lines: Vec::new() });
        } else {
            read_header(text, &mut changes);
        }
    }
    if old_left > 0 || new_left > 0 {
        return Err("the last hunk is cut off".to_string());
    }
    Ok(changes)
}

fn read_header(text: &str, changes: &mut Vec<FileChange>) {
    if let Some(path) = text.strip_prefix("--- ") {
        // A diff without git's own lines.
        let is_new_file = changes.last().is_none_or(|change| !change.hunks.is_empty());
        if is_new_file {
            changes.push(FileChange::default());
        }
        if let Some(change) = changes.last_mut() {
            change.from = path_after(path, "a/");
        }
        return;
    }
    let Some(change) = changes.last_mut() else { return };
    if let Some(path) = text.strip_prefix("+++ ") {
        change.to = path_after(path, "b/");
    } else if let Some(mode) = text.strip_prefix("new file mode ") {
        change.from = None;
        change.is_executable = Some(mode.ends_with("755"));
    } else if text.starts_with("deleted file mode ") {
        change.to = None;
    } else if let Some(mode) = text.strip_prefix("new mode ") {
        change.is_executable = Some(mode.ends_with("755"));
    } else if let Some(path) = text.strip_prefix("rename from ") {
        change.from = Some(path.to_string());
    } else if let Some(path) = text.strip_prefix("rename to ") {
        change.to = Some(path.to_string());
    }
}

fn without_line_end(hunk: &mut Hunk) {
    if let Some((_, line)) = hunk.lines.last_mut() {
        while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            line.pop();
        }
    }
}

/// `a/x b/x`: both have the same length but for renames, which other lines name.
fn split_paths(text: &str) -> Option<(String, String)> {
    let middle = text
        .match_indices(" b/")
        .map(|(at, _)| at)
        .find(|at| text.get(2..*at).is_some_and(|from| text.get(at + 3..) == Some(from)));
    let at = middle.or_else(|| text.find(" b/"))?;
    Some((text.get(..at)?.strip_prefix("a/")?.to_string(), text.get(at + 3..)?.to_string()))
}

fn path_after(text: &str, prefix: &str) -> Option<String> {
    let path = text.split('\t').next().unwrap_or(text).trim_matches('"');
    (path != "/dev/null").then(|| path.strip_prefix(prefix).unwrap_or(path).to_string())
}

/// `-1,2 +3,4 @@ …`: where the old lines start, and how many old and new ones there are.
fn ranges(header: &str) -> Option<(usize, usize, usize)> {
    let mut words = header.split(' ');
    let range = |text: &str| -> Option<(usize, usize)> {
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((start.parse().ok()?, count.parse().ok()?))
    };
    let (start, old) = range(words.next()?.strip_prefix('-')?)?;
    let (_, new) = range(words.next()?.strip_prefix('+')?)?;
    Some((start, old, new))
}

fn apply_hunks(before: &[u8], hunks: &[Hunk]) -> Option<Vec<u8>> {
    let lines: Vec<&[u8]> = before.split_inclusive(|byte| *byte == b'\n').collect();
    let mut after: Vec<u8> = Vec::with_capacity(before.len());
    let mut next = 0;
    for hunk in hunks {
        let old: Vec<&[u8]> =
            hunk.lines.iter().filter(|(mark, _)| *mark != b'+').map(|(_, line)| line.as_slice()).collect();
        let at = find(&lines, &old, hunk.start.saturating_sub(1), next)?;
        lines[next..at].iter().for_each(|line| after.extend_from_slice(line));
        for (_, line) in hunk.lines.iter().filter(|(mark, _)| *mark != b'-') {
            after.extend_from_slice(line);
        }
        next = at + old.len();
    }
    lines[next..].iter().for_each(|line| after.extend_from_slice(line));
    Some(after)
}

/// Where the lines are: at the place that the hunk says, else at the nearest one.
fn find(lines: &[&[u8]], wanted: &[&[u8]], expected: usize, from: usize) -> Option<usize> {
    let last = lines.len().checked_sub(wanted.len())?;
    let same = |left: &[u8], right: &[u8]| left.trim_ascii_end() == right.trim_ascii_end();
    let fits =
        |at: usize| at >= from && at <= last && wanted.iter().zip(&lines[at..]).all(|(left, right)| same(left, right));
    if wanted.is_empty() {
        return Some(expected.min(lines.len()).max(from));
    }
    (0..=lines.len()).find_map(|distance| {
        [expected.checked_sub(distance), expected.checked_add(distance)].into_iter().flatten().find(|at| fits(*at))
    })
}

#[cfg(test)]
#[path = "patches_tests.rs"]
mod tests;
