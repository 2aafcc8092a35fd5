//! Places packages in `node_modules` folders, as npm does: as high as possible, below what would hide them.

mod peers;

use crate::model::{Dependency, Graph, Package, PackageId, Resolution};
use std::collections::{HashMap, VecDeque};

/// Adds placements until each dependency with a target finds it from every place of the package that has it. What is
/// placed stays. Returns how many were added.
///
/// A dependency finds the package in the nearest `node_modules` of the folder and those above it. A package is placed
/// in the highest of them in which its name is free, unless that would hide another package from one that uses it.
pub fn place(graph: &mut Graph) -> usize {
    place_with(graph, Peers::AsTheyAre)
}

/// The same for yarn 2 and later, in whose lockfile peers have no targets: the peers of a package are what its dependent
/// has. Where dependents differ, the package has several places.
pub fn place_beside_peers(graph: &mut Graph) -> usize {
    place_with(graph, Peers::OfTheDependent)
}

/// The same for yarn 1, which places a package no higher than what is found under the names of its peers. One that is
/// found already stays the only one.
pub fn place_below_peers(graph: &mut Graph) -> usize {
    place_with(graph, Peers::WhereFound)
}

/// What the peers of a package lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Peers {
    /// To the targets that the graph says.
    AsTheyAre,
    /// To what the package that depends on it has under that name.
    OfTheDependent,
    /// To what its dependent finds when the package is placed.
    WhereFound,
}

/// A place whose dependencies are to be placed.
struct Open {
    folder: String,
    /// Name and package; none for an importer.
    own: Option<(String, PackageId)>,
    dependencies: Vec<Dependency>,
}

/// A package that another one has to find.
struct Beside {
    name: String,
    id: PackageId,
    /// Whether the dependent finds it already. Of packages that are peers of each other one is placed first.
    is_placed: bool,
}

fn place_with(graph: &mut Graph, peers: Peers) -> usize {
    let mut placer = Placer::new(graph);
    let before = placer.places.len();
    let mut open: VecDeque<Open> = VecDeque::new();
    for (folder, importer) in &graph.importers {
        let folder = if folder == "." { String::new() } else { folder.clone() };
        open.push_back(Open { folder, own: None, dependencies: importer.dependencies.clone() });
    }
    for (path, id) in &graph.placements {
        if let Some(package) = graph.packages.get(id) {
            let own = Some((package.name.clone(), *id));
            open.push_back(Open { folder: path.clone(), own, dependencies: package.dependencies.clone() });
        }
    }
    while let Some(mut dependent) = open.pop_front() {
        dependent.dependencies.sort_by(|left, right| left.name.cmp(&right.name));
        if peers != Peers::AsTheyAre {
            peers::providers_first(graph, &mut dependent.dependencies);
        }
        for dependency in &dependent.dependencies {
            let Some(target) = dependency.target.filter(|target| graph.packages.contains_key(target)) else { continue };
            let package = &graph.packages[&target];
            let dependencies = match peers {
                Peers::OfTheDependent => peers::provided(package, &dependent),
                Peers::AsTheyAre | Peers::WhereFound => package.dependencies.clone(),
            };
            let beside = match peers {
                Peers::AsTheyAre => peers::of_instance(package),
                Peers::OfTheDependent => peers::with_targets(&dependencies),
                Peers::WhereFound => placer.found_peers(&dependent.folder, package),
            };
            let beside = placer.beside(&dependent.folder, beside);
            let found = placer.find(&dependent.folder, &dependency.name);
            if found.is_some_and(|(above, found)| {
                let has_peers =
                    || peers == Peers::WhereFound || placer.finds_all(&child(&above, &dependency.name), &beside);
                found == target && has_peers()
            }) {
                continue;
            }
            let path = placer.add(&dependent.folder, &dependency.name, target, &beside);
            if !matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. }) {
                placer.note_users(&path, &dependencies);
                open.push_back(Open { folder: path, own: Some((dependency.name.clone(), target)), dependencies });
            }
        }
    }
    let added = placer.places.len() - before;
    graph.placements = placer.places.into_iter().collect();
    added
}

struct Placer {
    places: HashMap<String, PackageId>,
    /// The folders of the packages and importers that depend on a name, and the package that each means.
    users: HashMap<String, Vec<(String, PackageId)>>,
}

impl Placer {
    fn new(graph: &Graph) -> Placer {
        let places = graph.placements.iter().map(|(path, id)| (path.clone(), *id)).collect();
        let mut placer = Placer { places, users: HashMap::new() };
        for (folder, importer) in &graph.importers {
            placer.note_users(if folder == "." { "" } else { folder }, &importer.dependencies);
        }
        for (path, id) in &graph.placements {
            if let Some(package) = graph.packages.get(id) {
                placer.note_users(path, &package.dependencies);
            }
        }
        placer
    }

    fn note_users(&mut self, folder: &str, dependencies: &[Dependency]) {
        for dependency in dependencies {
            if let Some(target) = dependency.target {
                self.users.entry(dependency.name.clone()).or_default().push((folder.to_string(), target));
            }
        }
    }

    /// The package that `name` means in a folder, and the folder whose `node_modules` it is in.
    fn find(&self, folder: &str, name: &str) -> Option<(String, PackageId)> {
        folders_above(folder)
            .into_iter()
            .find_map(|above| self.places.get(&child(above, name)).map(|id| (above.to_string(), *id)))
    }

    /// What is found from a folder under the names of a package's peers.
    fn found_peers(&self, folder: &str, package: &Package) -> Vec<(String, PackageId)> {
        let names = package.dependencies.iter().filter(|one| one.kind.is_peer()).map(|one| &one.name);
        names.filter_map(|name| Some((name.clone(), self.find(folder, name)?.1))).collect()
    }

    /// The peers of a package for a dependent in a folder.
    fn beside(&self, folder: &str, peers: Vec<(String, PackageId)>) -> Vec<Beside> {
        let is_placed = |name: &str, id| self.find(folder, name).is_some_and(|(_, found)| found == id);
        peers.into_iter().map(|(name, id)| Beside { is_placed: is_placed(&name, id), name, id }).collect()
    }

    fn finds_all(&self, folder: &str, packages: &[Beside]) -> bool {
        packages.iter().all(|one| match self.find(folder, &one.name) {
            Some((_, found)) => found == one.id,
            None => !one.is_placed,
        })
    }

    /// Places a package for a dependency of `folder`, where it finds the packages `beside` it, and returns where.
    fn add(&mut self, folder: &str, name: &str, target: PackageId, beside: &[Beside]) -> String {
        let above = folders_above(folder);
        // Below the package of the same name that is found now.
        let hidden_from = above.iter().position(|above| self.places.contains_key(&child(above, name)));
        let candidates = &above[..hidden_from.unwrap_or(above.len())];
        let fits =
            |candidate: &str| !self.hides(candidate, name, target) && self.finds_all(&child(candidate, name), beside);
        let free = candidates.iter().rev().find(|candidate| fits(candidate));
        let path = child(free.or(candidates.first()).copied().unwrap_or(folder), name);
        self.places.insert(path.clone(), target);
        path
    }

    /// True if a package in the folder's `node_modules` would hide another from those that use it.
    fn hides(&self, folder: &str, name: &str, target: PackageId) -> bool {
        let below = |user: &str| {
            folder.is_empty() || user == folder || user.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        let others = self.users.get(name).into_iter().flatten().filter(|(user, means)| *means != target && below(user));
        others.into_iter().any(|(user, means)| {
            self.find(user, name).is_some_and(|(found_in, found)| found == *means && found_in.len() < folder.len())
        })
    }
}

fn child(folder: &str, name: &str) -> String {
    if folder.is_empty() { format!("node_modules/{name}") } else { format!("{folder}/node_modules/{name}") }
}

/// The folder itself and those above it that may have a `node_modules`: packages' folders and importers', to the root.
fn folders_above(folder: &str) -> Vec<&str> {
    let mut folders = vec![folder];
    let mut rest = folder;
    while let Some(index) = rest.rfind("node_modules/") {
        rest = rest[..index].trim_end_matches('/');
        folders.push(rest);
    }
    if !rest.is_empty() {
        // A member of the workspace; folders outside of it have no root above them.
        if !rest.starts_with("..") {
            folders.push("");
        }
    }
    folders
}
