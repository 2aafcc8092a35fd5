//! What `node_modules` has, without a lockfile: which packages the manifests lead to by Node's rules, and the removal of the
//! others.

use crate::error::Result;
use crate::files;
use crate::layout::{Done, LISTS_OF_OTHERS, Omit, names};
use crate::manifest::Manifest;
use crate::project::Project;
use crate::workspace::Workspace;
use rustc_hash::FxHashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders in `node_modules` in which isolated layouts have their packages.
const ISOLATED: [&str; 3] = [".pnpm", ".bun", ".store"];

/// Removes the packages that neither the project nor a member of its workspace leads to.
///
/// # Errors
/// Those of the manifests of the user, and the system's.
pub fn prune(project: &Project, omit: Omit, is_dry: bool) -> Result<Done> {
    project.check_lists()?;
    let members = Workspace::read(project)?.members;
    let mut own: Vec<PathBuf> = vec![real(&project.folder)];
    own.extend(members.iter().map(|member| real(&member.folder)));
    let mut found = Found::new(own.clone());
    for member in &members {
        found.follow(&member.name, &own[0]);
    }
    found.walk(omit);
    let mut superfluous = Superfluous::default();
    for folder in &own {
        superfluous.collect(&folder.join("node_modules"), &found);
    }
    superfluous.collect_isolated(&own[0].join("node_modules"), &found);
    let mut done = Done { total: found.reached.len() - own.len(), ..Done::default() };
    for path in &superfluous.packages {
        done.removed.push(label(path));
    }
    if is_dry || superfluous.paths.is_empty() {
        return Ok(done);
    }
    // The lists would not be true any more, also after an interruption.
    let top = own[0].join("node_modules");
    for name in LISTS_OF_OTHERS.iter().chain([&".brio-install"]) {
        files::remove(&top.join(name))?;
    }
    for path in &superfluous.paths {
        files::remove(path)?;
    }
    for folder in &superfluous.folders {
        tidy(folder)?;
    }
    Ok(done)
}

fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn label(folder: &Path) -> String {
    let manifest = Project::read(folder).map(|project| project.manifest()).unwrap_or_default();
    let name = || folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = if manifest.name.is_empty() { name() } else { manifest.name.clone() };
    if manifest.version.is_empty() { name } else { format!("{name}@{}", manifest.version) }
}

/// What the user's folders lead to.
struct Found {
    /// The folders of the user, whose development dependencies count.
    own: FxHashSet<PathBuf>,
    open: Vec<PathBuf>,
    /// The folders of packages, without links on the way.
    reached: FxHashSet<PathBuf>,
    /// The places where they were found, which may be links.
    places: FxHashSet<PathBuf>,
    /// Packages that bring others with them.
    with_bundles: FxHashSet<PathBuf>,
}

impl Found {
    fn new(own: Vec<PathBuf>) -> Self {
        Self {
            own: own.iter().cloned().collect(),
            reached: own.iter().cloned().collect(),
            open: own,
            places: FxHashSet::default(),
            with_bundles: FxHashSet::default(),
        }
    }

    fn walk(&mut self, omit: Omit) {
        while let Some(folder) = self.open.pop() {
            let Ok(project) = Project::read(&folder) else { continue };
            let manifest = project.manifest();
            let is_own = self.own.contains(&folder);
            if !is_own && !manifest.bundled.is_empty() {
                self.with_bundles.insert(folder.clone());
            }
            for name in wanted(&manifest, is_own, omit) {
                self.follow(&name, &folder);
            }
        }
    }

    /// Finds a package as Node does, in the `node_modules` of a folder and of those above it.
    fn follow(&mut self, name: &str, from: &Path) {
        let above = from.ancestors().filter(|folder| !folder.ends_with("node_modules"));
        let place = above.map(|folder| folder.join("node_modules").join(name)).find(|place| place.exists());
        let Some(place) = place else { return };
        let folder = real(&place);
        if self.reached.insert(folder.clone()) {
            // The target of a link outside of all `node_modules` is the user's own.
            if !folder.components().any(|part| part.as_os_str() == "node_modules") {
                self.own.insert(folder.clone());
            }
            self.open.push(folder);
        }
        self.places.insert(place);
    }
}

/// The names that a manifest leads to. An optional peer alone does not keep a package, as with npm.
fn wanted(manifest: &Manifest, is_own: bool, omit: Omit) -> Vec<String> {
    let required = |name: &&std::sync::Arc<str>| !manifest.optional_peers.contains(*name);
    let mut names: Vec<String> = Vec::new();
    names.extend(manifest.dependencies.keys().map(|name| name.to_string()));
    if !omit.optional {
        names.extend(manifest.optional.keys().map(|name| name.to_string()));
    }
    if !omit.peer {
        names.extend(manifest.peers.keys().filter(required).map(|name| name.to_string()));
    }
    if is_own && !omit.dev {
        names.extend(manifest.development.keys().map(|name| name.to_string()));
    }
    names
}

/// What is to be removed.
#[derive(Default)]
struct Superfluous {
    /// Folders and links.
    paths: Vec<PathBuf>,
    /// Of these the packages that are named.
    packages: Vec<PathBuf>,
    /// The `node_modules` folders in which something may lead nowhere afterwards.
    folders: Vec<PathBuf>,
}

impl Superfluous {
    fn collect(&mut self, folder: &Path, found: &Found) {
        if fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_symlink()) {
            return;
        }
        self.folders.push(folder.to_path_buf());
        for name in names(folder) {
            let place = folder.join(&name);
            let Ok(metadata) = fs::symlink_metadata(&place) else { continue };
            let stays = match metadata.is_symlink() {
                // pnpm also links what no manifest of the user names.
                true => found.places.contains(&place) || is_isolated(&place) && found.reached.contains(&real(&place)),
                false => found.reached.contains(&place),
            };
            if !stays {
                if !is_isolated(&place) {
                    self.packages.push(place.clone());
                }
                self.paths.push(place);
            } else if !metadata.is_symlink() && !found.with_bundles.contains(&place) {
                self.collect(&place.join("node_modules"), found);
            }
        }
    }

    fn collect_isolated(&mut self, top: &Path, found: &Found) {
        for store in ISOLATED.map(|name| top.join(name)) {
            for entry in fs::read_dir(&store).into_iter().flatten().flatten() {
                let folder = entry.path().join("node_modules");
                let is_package = |place: &PathBuf| fs::symlink_metadata(place).is_ok_and(|metadata| metadata.is_dir());
                let packages: Vec<PathBuf> =
                    names(&folder).iter().map(|name| folder.join(name)).filter(is_package).collect();
                if packages.is_empty() || packages.iter().any(|place| found.reached.contains(place)) {
                    continue;
                }
                self.packages.extend(packages);
                self.paths.push(entry.path());
            }
            self.folders.push(store.join("node_modules"));
        }
    }
}

/// Whether a link leads to a package of an isolated layout.
fn is_isolated(place: &Path) -> bool {
    let Ok(target) = fs::read_link(place) else { return false };
    target.components().any(|part| ISOLATED.iter().any(|name| part.as_os_str() == *name))
}

/// Removes links of a `node_modules` folder and its commands that lead nowhere, and scopes without packages.
fn tidy(folder: &Path) -> Result<()> {
    let is_dangling = |path: &Path| fs::symlink_metadata(path).is_ok_and(|one| one.is_symlink()) && !path.exists();
    let entries = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let is_scope = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('@'));
    let scopes: Vec<PathBuf> = entries(folder).into_iter().filter(is_scope).collect();
    for inner in scopes.iter().chain([&folder.to_path_buf(), &folder.join(".bin")]) {
        for path in entries(inner).iter().filter(|path| is_dangling(path)) {
            files::remove(path)?;
        }
    }
    for scope in scopes.iter().filter(|scope| entries(scope).is_empty()) {
        files::remove(scope)?;
    }
    Ok(())
}
