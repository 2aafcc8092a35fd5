//! The files of the repository as git lists them (including new ones that are not ignored), with their contents.

use crate::workspace::Workspace;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// A text file.
pub struct SourceFile {
    /// Relative to the root, with forward slashes.
    pub path: String,
    pub text: String,
}

impl SourceFile {
    /// Whether the file is a test: those may be long and may use `unwrap`.
    pub fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || self.path.ends_with("_tests.rs")
            || self.path.ends_with("/tests.rs")
            || self.path.ends_with(".test.ts")
            || self.path.contains("/tests/")
    }

    /// Whether the file is generated.
    pub fn is_generated(&self) -> bool {
        self.path.contains("/generated/")
    }

    pub fn has_suffix(&self, suffixes: &[&str]) -> bool {
        suffixes.iter().any(|suffix| self.path.ends_with(suffix))
    }
}

/// All text files, and the names of all files.
pub struct Tree {
    pub files: Vec<SourceFile>,
    names: BTreeSet<String>,
}

impl Tree {
    /// Reads the files that git would commit.
    pub fn read(workspace: &Workspace) -> Result<Tree, String> {
        let mut git = Command::new("git");
        git.current_dir(&workspace.root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let output = git.output().map_err(|error| format!("cannot start git: {error}"))?;
        if !output.status.success() {
            return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let mut tree = Tree { files: Vec::new(), names: BTreeSet::new() };
        for path in String::from_utf8_lossy(&output.stdout).split('\0').filter(|path| !path.is_empty()) {
            // A file that was deleted but not yet staged is still listed.
            let Ok(bytes) = fs::read(workspace.root.join(path)) else { continue };
            tree.names.insert(path.to_string());
            if let Ok(text) = String::from_utf8(bytes) {
                tree.files.push(SourceFile { path: path.to_string(), text });
            }
        }
        Ok(tree)
    }

    /// A tree of these files, for the tests of the checks.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Tree {
        let names = files.iter().map(|(path, _)| path.to_string()).collect();
        let files =
            files.iter().map(|(path, text)| SourceFile { path: path.to_string(), text: text.to_string() }).collect();
        Tree { files, names }
    }

    /// The text of one file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// The paths of all files, binary ones included.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Whether there is a file, or a folder with files, of this name.
    pub fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let inside = format!("{path}/");
        path.is_empty()
            || self.names.contains(path)
            || self.names.range(inside.clone()..).next().is_some_and(|name| name.starts_with(&inside))
    }

    /// Whether the name of a file begins so.
    pub fn has_name_that_starts_with(&self, start: &str) -> bool {
        self.names.range(start.to_string()..).next().is_some_and(|name| name.starts_with(start))
    }

    /// The non-empty folders at the root, without hidden ones.
    pub fn top_folders(&self) -> BTreeSet<&str> {
        self.names
            .iter()
            .filter_map(|name| name.split_once('/'))
            .map(|(folder, _)| folder)
            .filter(|folder| !folder.starts_with('.'))
            .collect()
    }
}

/// `to` relative to the folder of `file`, without `.` and `..`. None when it leads out of the repository.
pub fn resolve(file: &str, to: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{Tree, resolve};

    #[test]
    fn paths_are_resolved_inside_the_repository_only() {
        assert_eq!(resolve("host/fs/Cargo.toml", "../../engine/jsc").as_deref(), Some("engine/jsc"));
        assert_eq!(resolve("README.md", "./docs/a.md").as_deref(), Some("docs/a.md"));
        assert_eq!(resolve("README.md", "../other"), None);
    }

    #[test]
    fn a_folder_exists_when_something_is_in_it() {
        let tree = Tree::of(&[("docs/guide/a.md", ""), ("x", "")]);
        assert!(tree.exists("docs/guide") && tree.exists("docs/") && tree.exists("docs/guide/a.md"));
        assert!(!tree.exists("doc") && !tree.exists("docs/guide/b.md"));
        assert_eq!(tree.top_folders().into_iter().collect::<Vec<_>>(), ["docs"]);
    }
}
