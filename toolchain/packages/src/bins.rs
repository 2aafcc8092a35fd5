//! The commands of packages: links in `node_modules/.bin`.

use crate::error::{Error, Result};
use crate::layout::Place;
use crate::lock::commands_of;
use brio_lockfile::{Graph, Resolution};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// Makes the links that are missing or wrong, and removes those that lead nowhere.
///
/// # Errors
/// The system's.
pub fn link(project: &Path, graph: &Graph, places: &BTreeMap<String, Place>) -> Result<()> {
    let direct: Vec<&str> = graph
        .importers
        .get(".")
        .map(|root| root.dependencies.iter().map(|dependency| dependency.name.as_str()).collect())
        .unwrap_or_default();
    let mut wanted: BTreeMap<PathBuf, FxHashMap<String, (bool, PathBuf)>> = BTreeMap::new();
    for (path, place) in places {
        let Some(package) = graph.packages.get(&place.id) else { continue };
        let Some((above, name)) = path.rsplit_once("node_modules/") else { continue };
        let is_folder = matches!(
            package.resolution,
            Resolution::Workspace { .. } | Resolution::Link { .. } | Resolution::Folder { .. }
        );
        let commands = match &place.link {
            Some(target) if is_folder => commands_of_folder(&crate::spec::absolute(project, target))?,
            _ if package.metadata.bin.is_none() => continue,
            _ => commands_of(package),
        };
        let folder = project.join(above).join("node_modules/.bin");
        let is_direct = direct.contains(&name);
        for (command, file) in commands {
            let links = wanted.entry(folder.clone()).or_default();
            let target = Path::new("..").join(name).join(&file);
            match links.get(&command) {
                // The project's own dependencies come first.
                Some((true, _)) => {}
                Some((false, _)) if !is_direct => {}
                _ => {
                    links.insert(command, (is_direct, target));
                }
            }
        }
    }
    let is_link = |folder: &PathBuf| fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_symlink());
    for folder in wanted.keys().chain([&project.join("node_modules/.bin")]).filter(|folder| is_link(folder)) {
        crate::files::remove(folder)?;
    }
    for (folder, links) in &wanted {
        fs::create_dir_all(folder).map_err(|error| Error::of_file(&error, "make", folder))?;
        for (command, (_, target)) in links {
            let link = folder.join(command);
            if fs::read_link(&link).is_ok_and(|found| found == *target) {
                continue;
            }
            crate::files::remove(&link)?;
            symlink(target, &link).map_err(|error| Error::of_file(&error, "link", &link))?;
        }
    }
    remove_stale(&project.join("node_modules/.bin"), wanted.get(&project.join("node_modules/.bin")))
}

/// The commands of a folder of the user's, whose files are made executable, as npm does.
fn commands_of_folder(folder: &Path) -> Result<Vec<(String, String)>> {
    use std::os::unix::fs::PermissionsExt;
    let Ok(project) = crate::project::Project::read(folder) else { return Ok(Vec::new()) };
    let commands = project.manifest().commands.clone();
    for (_, file) in &commands {
        let path = folder.join(file);
        // What is built later does not exist yet.
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        let mode = metadata.permissions().mode();
        if metadata.is_file() && mode & 0o100 == 0 {
            let wanted = fs::Permissions::from_mode(mode | (mode & 0o444) >> 2);
            fs::set_permissions(&path, wanted).map_err(|error| Error::of_file(&error, "change", &path))?;
        }
    }
    Ok(commands)
}

fn remove_stale(folder: &Path, wanted: Option<&FxHashMap<String, (bool, PathBuf)>>) -> Result<()> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !wanted.is_some_and(|wanted| wanted.contains_key(&name)) && !entry.path().exists() {
            crate::files::remove(&entry.path())?;
        }
    }
    Ok(())
}
