//! The isolated layout, as pnpm's: each package is in a folder of its own under `node_modules/.pnpm`, with links to what
//! it depends on beside it; `node_modules` of the project and its members have links to their own dependencies only. What
//! packages use without saying so is found in `node_modules/.pnpm/node_modules`.

use crate::integrity::{hash, hex};
use crate::layout::{Omit, Place, is_left_out, only_below_left_out, place_of};
use crate::session::Session;
use crate::workspace::matches_name;
use brio_lockfile::{DependencyKind, Graph, Package, PackageId, Resolution};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

/// Where the folders of packages are.
pub const FOLDER: &str = "node_modules/.pnpm";
/// pnpm shortens longer names.
const NAME_LENGTH_MAX: usize = 120;

/// The places of the graph. `public`: patterns of names that are linked in the root's `node_modules` too.
pub fn places(
    graph: &Graph,
    project: &Path,
    omit: Omit,
    session: &Session,
    public: &[String],
) -> BTreeMap<String, Place> {
    let order = breadth_first(graph);
    let flags = crate::layout::flags(graph);
    let unused = only_below_left_out(graph, &flags, omit, session);
    let folders: FxHashMap<PackageId, String> = order
        .iter()
        .filter_map(|id| Some((*id, graph.packages.get(id)?)))
        .filter(|(id, package)| {
            let flags = flags.packages.get(id).copied().unwrap_or_default();
            let is_laid_out = !unused.contains(id) && !is_left_out(flags, package, omit, session);
            is_laid_out && !is_folder(package) && !package.is_inside_another()
        })
        .map(|(id, package)| (id, format!("{FOLDER}/{}/node_modules", folder_name(graph, package))))
        .collect();
    let mut places: BTreeMap<String, Place> = BTreeMap::new();
    let target_of = |id: PackageId| -> Option<String> {
        let package = graph.packages.get(&id)?;
        match &package.resolution {
            Resolution::Workspace { path } | Resolution::Link { path } | Resolution::Folder { path } => {
                Some(path.clone())
            }
            _ => Some(format!("{}/{}", folders.get(&id)?, package.name)),
        }
    };
    let link = |places: &mut BTreeMap<String, Place>, path: String, id: PackageId| {
        if let Some(target) = target_of(id).filter(|target| *target != path) {
            let content = format!("link:{target}");
            let place = Place { id, content, wanted: None, link: Some(target), patches: Vec::new() };
            places.entry(path).or_insert(place);
        }
    };
    for id in order.iter().filter(|id| folders.contains_key(*id)) {
        let (package, folder) = (&graph.packages[id], &folders[id]);
        places.insert(format!("{folder}/{}", package.name), place_of(*id, package, project, session));
        for one in &package.dependencies {
            if let Some(target) = one.target
                && one.name != package.name
            {
                link(&mut places, format!("{folder}/{}", one.name), target);
            }
        }
    }
    // What is left out may be there for another package; it is not linked for the project.
    let is_omitted = |kind: DependencyKind| {
        omit.dev && kind == DependencyKind::Development || omit.optional && kind == DependencyKind::Optional
    };
    for (folder, importer) in &graph.importers {
        let prefix = if folder == "." { String::new() } else { format!("{folder}/") };
        for one in importer.dependencies.iter().filter(|one| !is_omitted(one.kind)) {
            if let Some(target) = one.target {
                link(&mut places, format!("{prefix}node_modules/{}", one.name), target);
            }
        }
    }
    for id in order.iter().filter(|id| folders.contains_key(*id)) {
        let name = &graph.packages[id].name;
        if public.iter().any(|pattern| pattern == "*" || matches_name(pattern, name)) {
            link(&mut places, format!("node_modules/{name}"), *id);
        }
        link(&mut places, format!("{FOLDER}/node_modules/{name}"), *id);
    }
    places
}

/// Replaces the places of the packages that are laid out in folders of their own.
pub fn replace_places(graph: &mut Graph, project: &Path) {
    if !project.join(FOLDER).is_dir() {
        return;
    }
    let place_of =
        |package: &Package| format!("{FOLDER}/{}/node_modules/{}", folder_name(graph, package), package.name);
    let packages = graph.packages.iter().filter(|(_, package)| !is_folder(package));
    let found: FxHashMap<PackageId, String> = packages
        .map(|(id, package)| (*id, place_of(package)))
        .filter(|(_, place)| project.join(place).is_dir())
        .collect();
    graph.placements.retain(|_, id| !found.contains_key(id));
    graph.placements.extend(found.into_iter().map(|(id, place)| (place, id)));
}

fn is_folder(package: &Package) -> bool {
    matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. } | Resolution::Folder { .. })
}

/// All packages, those that the importers depend on first.
fn breadth_first(graph: &Graph) -> Vec<PackageId> {
    let own = graph.importers.values().flat_map(|importer| &importer.dependencies);
    let mut open: VecDeque<PackageId> = own.filter_map(|one| one.target).collect();
    let mut order = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(id) = open.pop_front() {
        if let Some(package) = graph.packages.get(&id).filter(|_| seen.insert(id)) {
            order.push(id);
            open.extend(package.dependencies.iter().filter_map(|one| one.target));
        }
    }
    order
}

/// The name of an instance's folder: its dependency path without what a path must not have.
fn folder_name(graph: &Graph, package: &Package) -> String {
    let is_path = |key: &&String| key.starts_with(&format!("{}@", package.name));
    let path = match package.key.as_ref().filter(is_path) {
        Some(key)
            if !package.peers.is_empty() || key.contains('(') || key[1..].contains('@') && !key.contains(", ") =>
        {
            key.clone()
        }
        _ => format!("{}@{}{}", package.name, version_of(package), suffix_of(graph, package)),
    };
    let mut name = String::new();
    for character in path.chars() {
        match character {
            '(' => name.push('_'),
            ')' => {}
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '#' => name.push('+'),
            other => name.push(other),
        }
    }
    if name.len() > NAME_LENGTH_MAX || name.chars().any(char::is_uppercase) {
        let digits = hex(&hash("sha256", path.as_bytes()));
        let mut end = name.len().min(NAME_LENGTH_MAX - 33);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        return format!("{}_{}", &name[..end], &digits[..32]);
    }
    name
}

/// What distinguishes the instances of one version where the lockfile has no keys for them: the versions of their peers.
fn suffix_of(graph: &Graph, package: &Package) -> String {
    let peers = package.dependencies.iter().filter(|one| one.kind.is_peer());
    let found = peers.filter_map(|one| graph.packages.get(&one.target?));
    let mut spelled: Vec<String> = found.map(|peer| format!("({}@{})", peer.name, version_of(peer))).collect();
    spelled.sort();
    spelled.concat()
}

fn version_of(package: &Package) -> String {
    match &package.resolution {
        Resolution::Tarball { url, .. } => url.clone(),
        Resolution::LocalTarball { path, .. } => format!("file:{path}"),
        Resolution::Git { repository, commit, .. } => format!("{repository}#{commit}"),
        Resolution::Workspace { path } | Resolution::Link { path } => path.clone(),
        _ => package.version.clone(),
    }
}
