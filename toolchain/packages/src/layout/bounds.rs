//! What an installation may write to: `node_modules` folders of the project and its members, and nothing behind a link.
//! Lockfiles, members' names and folders that came with a repository are not trusted to say anything else.

use super::Place;
use crate::error::{Error, Result};
use crate::files;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'p> {
    /// In `node_modules` of this folder of the project; empty for the project itself.
    Below(&'p str),
    /// In `node_modules` of a folder that is not in the project.
    Outside(&'p str),
    /// Not a place that a package can have.
    Invalid,
}

/// Keeps the places that may be written to: those outside of the project only in `members`, and none below a link.
///
/// # Errors
/// `EUNSAFEPATH` for an invalid path.
pub fn keep_inside(places: &mut BTreeMap<String, Place>, project: &Path, members: &[PathBuf]) -> Result<()> {
    let real_project = fs::canonicalize(project).unwrap_or_else(|_| project.to_path_buf());
    let mut known: FxHashMap<String, bool> = FxHashMap::default();
    let mut left_out: Vec<String> = Vec::new();
    for path in places.keys() {
        let (folder, is_member) = match kind_of(path) {
            Kind::Invalid => return Err(refused(path)),
            Kind::Outside(folder) => (folder, members.contains(&crate::spec::absolute(project, folder))),
            Kind::Below(folder) => (folder, true),
        };
        let is_open = folder.is_empty()
            || *known.entry(folder.to_string()).or_insert_with(|| {
                // A folder that is a link belongs to another project.
                let real = fs::canonicalize(project.join(folder)).ok();
                is_member && real.is_none_or(|real| real == crate::spec::absolute(&real_project, folder))
            });
        if !is_open || is_below_link(path, places) {
            left_out.push(path.clone());
        }
    }
    left_out.iter().for_each(|path| drop(places.remove(path)));
    Ok(())
}

/// Whether a path can be one of a package inside of the project.
pub fn is_inside(path: &str) -> bool {
    matches!(kind_of(path), Kind::Below(_))
}

fn refused(path: &str) -> Error {
    Error::new("EUNSAFEPATH", format!("a package would be at {path:?}, which is not a place in node_modules"))
        .with_hint("the lockfile, or the name of a member of the workspace, was changed by hand; nothing was installed")
}

fn is_below_link(path: &str, places: &BTreeMap<String, Place>) -> bool {
    let mut above = path;
    while let Some((parent, _)) = above.rsplit_once("/node_modules/") {
        if places.get(parent).is_some_and(|place| place.link.is_some()) {
            return true;
        }
        above = parent;
    }
    false
}

fn kind_of(path: &str) -> Kind<'_> {
    let start = match path.strip_prefix("node_modules/") {
        Some(_) => 0,
        None => match path.find("/node_modules/") {
            Some(at) => at + 1,
            None => return Kind::Invalid,
        },
    };
    if !is_path_of_packages(&path[start..]) {
        return Kind::Invalid;
    }
    let folder = &path[..start.saturating_sub(1)];
    if start > 0 && (folder.is_empty() || folder.starts_with('/')) {
        return Kind::Invalid;
    }
    let mut names = folder.split('/').filter(|_| !folder.is_empty()).skip_while(|name| *name == "..").peekable();
    let is_outside = folder == ".." || folder.starts_with("../");
    if names.any(|name| matches!(name, "" | "." | "..") || !is_plain(name)) {
        return Kind::Invalid;
    }
    if is_outside { Kind::Outside(folder) } else { Kind::Below(folder) }
}

/// `node_modules/NAME`, again and again; and in the isolated layout `node_modules/.pnpm/FOLDER/node_modules/NAME`.
fn is_path_of_packages(path: &str) -> bool {
    let mut names = path.split('/').peekable();
    let mut is_first = true;
    while let Some(folder) = names.next() {
        if folder != "node_modules" {
            return false;
        }
        if is_first && names.next_if_eq(&".pnpm").is_some() {
            is_first = false;
            if names.peek() != Some(&"node_modules") && !names.next().is_some_and(is_plain_name) {
                return false;
            }
            continue;
        }
        is_first = false;
        let Some(name) = names.next() else { return false };
        let is_good = is_plain_name(name)
            && (!name.starts_with('@') || name.len() > 1 && names.next().is_some_and(is_plain_name));
        if !is_good {
            return false;
        }
    }
    !path.ends_with("/.pnpm")
}

fn is_plain_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.eq_ignore_ascii_case("node_modules") && is_plain(name)
}

fn is_plain(name: &str) -> bool {
    !name.contains('\\') && !name.chars().any(char::is_control)
}

/// Removes links from the way to folders of packages, so that what is written there stays in the project. As npm, a
/// `node_modules` that is a link becomes a folder.
#[derive(Default)]
pub struct Ways {
    /// Paths that are no links, or are not there.
    known: FxHashSet<String>,
}

impl Ways {
    /// Whether a folder, relative to the project, can be written to. What is behind a link that belongs to the layout
    /// cannot.
    ///
    /// # Errors
    /// The system's.
    pub fn clear(&mut self, project: &Path, folder: &str, places: &BTreeMap<String, Place>) -> Result<bool> {
        let mut end =
            if folder.starts_with("node_modules") { 0 } else { folder.find("/node_modules").unwrap_or(0) + 1 };
        while end < folder.len() {
            end = folder[end..].find('/').map_or(folder.len(), |at| end + at);
            let path = &folder[..end];
            end += 1;
            if self.known.contains(path) {
                continue;
            }
            if places.get(path).is_some_and(|place| place.link.is_some()) {
                return Ok(false);
            }
            let full = project.join(path);
            if fs::symlink_metadata(&full).is_ok_and(|metadata| !metadata.is_dir()) {
                files::remove(&full)?;
            }
            self.known.insert(path.to_string());
        }
        Ok(true)
    }
}

#[cfg(test)]
#[path = "bounds_tests.rs"]
mod tests;
