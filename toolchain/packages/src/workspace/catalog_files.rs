//! Changing the entries of catalogs in the files that have them: `pnpm-workspace.yaml`, `.yarnrc.yml`, `package.json`.

use super::yaml_text::{replace_entry, replace_nested_entry};
use crate::error::{Error, Result};
use crate::files;
use crate::project::Project;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// What an entry is to say.
pub struct Entry {
    /// `default` for the one without a name.
    pub catalog: String,
    pub name: String,
    pub value: String,
}

/// A file with its text before and after.
pub struct Change {
    path: PathBuf,
    before: String,
    after: String,
}

/// The files of a workspace's root in which entries change.
///
/// # Errors
/// `ECATALOG` for an entry that no file has, and the system's.
pub fn changes(root: &Path, entries: &[Entry]) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for name in ["pnpm-workspace.yaml", ".yarnrc.yml"] {
        let path = root.join(name);
        if let Ok(before) = std::fs::read_to_string(&path) {
            changes.push(Change { path, after: before.clone(), before });
        }
    }
    let mut manifest = Project::read(root)?;
    let mut is_manifest_changed = false;
    for entry in entries {
        let replaced = changes.iter_mut().find_map(|change| {
            change.after = in_yaml(&change.after, entry)?;
            Some(())
        });
        if replaced.is_some() {
            continue;
        }
        if !in_manifest(&mut manifest.json, entry) {
            let message = format!("no catalog of the workspace has {} (catalog:{})", entry.name, entry.catalog);
            return Err(Error::new("ECATALOG", message));
        }
        is_manifest_changed = true;
    }
    changes.retain(|change| change.before != change.after);
    if is_manifest_changed {
        let path = root.join("package.json");
        let before = std::fs::read_to_string(&path).map_err(|error| Error::of_file(&error, "read", &path))?;
        changes.push(Change { path, before, after: manifest.to_text() });
    }
    Ok(changes)
}

/// Writes the new texts.
///
/// # Errors
/// The system's.
pub fn write(changes: &[Change]) -> Result<()> {
    changes.iter().try_for_each(|change| files::replace(&change.path, change.after.as_bytes()))
}

/// Writes what was there before.
///
/// # Errors
/// The system's.
pub fn restore(changes: &[Change]) -> Result<()> {
    changes.iter().try_for_each(|change| files::replace(&change.path, change.before.as_bytes()))
}

fn in_yaml(text: &str, entry: &Entry) -> Option<String> {
    let Entry { catalog, name, value } = entry;
    let of_default = || (catalog == "default").then(|| replace_entry(text, "catalog", name, value)).flatten();
    of_default().or_else(|| replace_nested_entry(text, ("catalogs", catalog), name, value))
}

/// Bun and yarn also have catalogs in `package.json`, there or in its `workspaces`.
fn in_manifest(json: &mut Map<String, Value>, entry: &Entry) -> bool {
    let of_workspaces = json.get_mut("workspaces").and_then(Value::as_object_mut);
    of_workspaces.is_some_and(|object| in_object(object, entry)) || in_object(json, entry)
}

fn in_object(object: &mut Map<String, Value>, entry: &Entry) -> bool {
    let found = match entry.catalog == "default" && object.contains_key("catalog") {
        true => object.get_mut("catalog"),
        false => object.get_mut("catalogs").and_then(|catalogs| catalogs.get_mut(&entry.catalog)),
    };
    let place = found.and_then(|catalog| catalog.get_mut(&entry.name));
    place.map(|place| *place = Value::String(entry.value.clone())).is_some()
}
