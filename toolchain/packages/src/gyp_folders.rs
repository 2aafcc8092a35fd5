//! Folders outside of a package that gyp writes to as it builds the package.
//!
//! gyp puts what belongs to a target of another folder to the path of that folder, seen from the package, below `build/`.
//! The targets of node-addon-api are such; from a package with a scope their path begins with `../../`, so that
//! `build/../../node-addon-api` is a folder beside the package.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// Where gyp's makefiles, object files and lists of dependencies are.
const OUTPUTS: [&str; 3] = ["build", "build/Release/obj.target", "build/Release/.deps/Release/obj.target"];

/// The folders, which exist as long as this value does; those that were there before stay.
pub struct GypFolders(Vec<Folder>);

struct Folder {
    path: PathBuf,
    is_new: bool,
}

impl GypFolders {
    /// Makes the folders outside of `package` that building it needs, in `node_modules` of the project.
    pub fn make(package: &Path, project: &Path) -> Self {
        let make = |path: PathBuf| {
            let is_new = std::fs::create_dir(&path).is_ok();
            let is_usable = is_new || (is_folder(&path) && !path.join("package.json").exists());
            is_usable.then_some(Folder { path, is_new })
        };
        let is_in_project =
            |path: &PathBuf| project.canonicalize().is_ok_and(|project| path.starts_with(project.join("node_modules")));
        Self(outputs_beside(package).into_iter().filter(is_in_project).filter_map(make).collect())
    }

    /// Their paths.
    pub fn iter(&self) -> impl Iterator<Item = PathBuf> {
        self.0.iter().map(|folder| folder.path.clone())
    }
}

impl Drop for GypFolders {
    fn drop(&mut self) {
        for folder in self.0.iter().filter(|folder| folder.is_new) {
            // What the package needs was linked from it.
            let _ = std::fs::remove_dir_all(&folder.path);
        }
    }
}

/// Not a link, which could lead anywhere.
fn is_folder(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Where gyp writes outside of a package, for each of its dependencies that has targets.
fn outputs_beside(package: &Path) -> Vec<PathBuf> {
    let Ok(package) = package.canonicalize() else { return Vec::new() };
    if !package.join("binding.gyp").is_file() {
        return Vec::new();
    }
    let dependencies = dependencies_with_targets(&package);
    let places = dependencies.iter().flat_map(|dependency| {
        let path = relative(&package, dependency);
        OUTPUTS.map(|output| normal(&package.join(output).join(&path)))
    });
    let mut outside: Vec<PathBuf> = places.filter(|place| !place.starts_with(&package)).collect();
    outside.sort();
    outside.dedup();
    outside
}

/// The folders of dependencies that have a file for gyp.
fn dependencies_with_targets(package: &Path) -> Vec<PathBuf> {
    let manifest = std::fs::read(package.join("package.json")).unwrap_or_default();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap_or_default();
    let lists = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
    let names = lists.iter().filter_map(|list| manifest.get(list)?.as_object()).flat_map(|list| list.keys());
    let find = |name: &String| {
        let is_name = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        let mut places = package.ancestors().map(|above| above.join("node_modules").join(name));
        places.find(|place| is_name && place.is_dir())?.canonicalize().ok()
    };
    names.filter_map(find).filter(|folder| has_gyp_file(folder)).collect()
}

fn has_gyp_file(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| path.extension() == Some(OsStr::new("gyp")))
}

/// The path of `to` seen from `from`, both absolute.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let common = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect()
}

/// A path without `..`, as it is where no part is a link.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts
}

#[cfg(test)]
#[path = "gyp_folders_tests.rs"]
mod tests;
