//! The user's `package.json`: reading it, and changing it without changing how it is written.

use crate::error::{Error, Result};
use crate::files;
use crate::manifest::Manifest;
use brio_lockfile::collation::compare_english;
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder with a `package.json`.
#[derive(Clone, Debug)]
pub struct Project {
    pub folder: PathBuf,
    pub json: Map<String, Value>,
    text: String,
}

impl Project {
    /// Reads the `package.json` of a folder.
    ///
    /// # Errors
    /// `ENOPACKAGE` without one, `EJSONPARSE` with line and column.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join("package.json");
        let text = std::fs::read_to_string(&path).map_err(|error| {
            if error.kind() == std::io::ErrorKind::NotFound {
                Error::new("ENOPACKAGE", format!("there is no package.json in {}", folder.display()))
                    .with_hint("`brio init` makes one")
            } else {
                Error::of_file(&error, "read", &path)
            }
        })?;
        let plain = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let json: Value = serde_json::from_str(plain).map_err(|error| {
            let hint = match plain.lines().any(|line| line.starts_with("<<<<<<< ")) {
                true => "it has git's conflict markers: choose one of the sides, then run the command again",
                false => "",
            };
            Error::of_json(&error, &path.display().to_string()).with_hint(hint)
        })?;
        match json {
            Value::Object(json) => Ok(Self { folder: folder.to_path_buf(), json, text }),
            _ => Err(Error::new("EJSONPARSE", format!("{}: it is not an object", path.display()))),
        }
    }

    /// Checks that the lists of dependencies are what they must be, so that a mistake in one does not remove packages.
    ///
    /// # Errors
    /// `EINVALIDMANIFEST` for the first that is not an object of strings.
    pub fn check_lists(&self) -> Result<()> {
        let path = self.folder.join("package.json");
        let wrong = |what: String| {
            Error::new("EINVALIDMANIFEST", format!("{}: {what}", path.display()))
                .with_hint("dependencies are written as { \"name\": \"version\" }")
        };
        for list in ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] {
            match self.json.get(list) {
                None | Some(Value::Null) => {}
                Some(Value::Object(entries)) => {
                    if let Some((name, _)) = entries.iter().find(|(_, spec)| !spec.is_string()) {
                        return Err(wrong(format!("{name:?} in {list:?} is not a string")));
                    }
                }
                Some(_) => return Err(wrong(format!("{list:?} is not an object"))),
            }
        }
        Ok(())
    }

    /// Makes an empty one that is not yet on disk.
    pub fn empty(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), json: Map::new(), text: "{}\n".to_string() }
    }

    /// The nearest folder from `start` upwards that has a `package.json` or a `node_modules`, or that a flag names; `start`
    /// when none has.
    pub fn find(start: &Path) -> PathBuf {
        let found = start.ancestors().find(|folder| {
            folder.join("package.json").is_file()
                || crate::config::is_named_as_project(folder)
                || (folder.join("node_modules").is_dir() && !folder.ends_with("node_modules"))
        });
        found.unwrap_or(start).to_path_buf()
    }

    /// The manifest.
    pub fn manifest(&self) -> Arc<Manifest> {
        Arc::new(Manifest::of_json(&Value::Object(self.json.clone())))
    }

    /// Sets a dependency in a list (`dependencies`, …), which is then sorted; it is removed from the other lists.
    pub fn set_dependency(&mut self, list: &str, name: &str, spec: &str) {
        for other in ["dependencies", "devDependencies", "optionalDependencies"] {
            if other != list {
                self.remove_from(other, name);
            }
        }
        let entry = self.json.entry(list).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(object) = entry {
            object.insert(name.to_string(), Value::String(spec.to_string()));
            let mut members: Vec<(String, Value)> = std::mem::take(object).into_iter().collect();
            members.sort_by(|left, right| compare_english(&left.0, &right.0));
            *object = members.into_iter().collect();
        }
    }

    /// Removes a dependency from all lists. False when none has it.
    pub fn remove_dependency(&mut self, name: &str) -> bool {
        let mut was_there = false;
        for list in ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] {
            was_there |= self.remove_from(list, name);
        }
        was_there
    }

    /// The list that has a dependency.
    pub fn list_of(&self, name: &str) -> Option<&'static str> {
        ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]
            .into_iter()
            .find(|list| self.json.get(*list).and_then(|list| list.get(name)).is_some())
    }

    fn remove_from(&mut self, list: &str, name: &str) -> bool {
        let Some(Value::Object(object)) = self.json.get_mut(list) else { return false };
        let was_there = object.shift_remove(name).is_some();
        if object.is_empty() && was_there {
            self.json.shift_remove(list);
        }
        was_there
    }

    /// The file's new text: with the indentation, the line ends and the last line end that it had.
    pub fn to_text(&self) -> String {
        json_text(&self.json, &self.text)
    }

    /// Whether it is something else than what was read.
    pub fn has_changed(&self) -> bool {
        let before: Option<Value> = serde_json::from_str(self.text.trim_start_matches('\u{feff}')).ok();
        before.as_ref().and_then(Value::as_object) != Some(&self.json)
    }

    /// Writes the file, if anything changed.
    ///
    /// # Errors
    /// The system's.
    pub fn save(&self) -> Result<()> {
        let path = self.folder.join("package.json");
        if !self.has_changed() && path.is_file() {
            return Ok(());
        }
        files::replace(&path, self.to_text().as_bytes())
    }
}

/// JSON with the indentation, the line ends and the last line end of the text that it was.
pub fn json_text(json: &impl Serialize, before: &str) -> String {
    let indent: String = before
        .lines()
        .skip(1)
        .find(|line| !line.trim().is_empty())
        .map(|line| line.chars().take_while(|character| character.is_whitespace()).collect())
        .unwrap_or_default();
    let indent = if indent.is_empty() { "  ".to_string() } else { indent };
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(indent.as_bytes());
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    // Writing to memory does not fail.
    let _ = json.serialize(&mut serializer);
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    if before.ends_with('\n') {
        text.push('\n');
    }
    if before.contains("\r\n") { text.replace('\n', "\r\n") } else { text }
}

#[cfg(test)]
#[path = "project_tests.rs"]
mod tests;
