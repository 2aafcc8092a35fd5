//! The tree `dependencies` of version 2, which npm 6 reads: what is in each folder's `node_modules`.

use super::write::{resolved, sort, sorted};
use crate::flags::FlagSet;
use crate::model::{DependencyKind, Graph, Package, PackageId, Resolution};
use crate::tree::{Members, Node};
use crate::value::Value;
use std::collections::BTreeMap;

/// The tree of the root.
pub fn tree(graph: &Graph, flags: &FlagSet) -> Node {
    let mut children: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in graph.placements.keys() {
        let index = path.rfind("node_modules/").unwrap_or(0);
        children.entry(path[..index].trim_end_matches('/')).or_default().push(path);
    }
    let mut node = folder(graph, flags, &children, "", &mut vec![""]);
    sort(&mut node);
    node
}

/// What is in the `node_modules` of the folder `path`. `above` are the folders on the way, so that links in a circle
/// end.
fn folder<'a>(
    graph: &'a Graph,
    flags: &FlagSet,
    children: &BTreeMap<&'a str, Vec<&'a str>>,
    path: &'a str,
    above: &mut Vec<&'a str>,
) -> Node {
    let mut members = Members::default();
    for child in children.get(path).into_iter().flatten() {
        let Some((id, package)) = graph.placements.get(*child).and_then(|id| Some((id, graph.packages.get(id)?)))
        else {
            continue;
        };
        let real = match &package.resolution {
            Resolution::Workspace { path } if path == "." => "",
            Resolution::Workspace { path } | Resolution::Link { path } => path,
            _ => child,
        };
        if above.contains(&real) {
            continue;
        }
        let name = &child[child.rfind("node_modules/").map_or(0, |index| index + "node_modules/".len())..];
        let mut entry =
            entry(graph, name, child, (*id, package), flags.packages.get(id).copied().unwrap_or(package.flags));
        above.push(real);
        let below = folder(graph, flags, children, real, above);
        above.pop();
        if !below.members().is_empty() {
            entry.set("dependencies", below);
        }
        members.set(name, entry.node());
    }
    members.node()
}

fn entry(
    graph: &Graph,
    name: &str,
    path: &str,
    (id, package): (PackageId, &Package),
    flags: crate::model::Flags,
) -> Members {
    let mut entry = Members::default();
    let specifier = request(graph, path, name);
    let is_link = matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. });
    match &package.resolution {
        Resolution::Workspace { path } | Resolution::Link { path } => {
            entry.set_string("version", &format!("file:{}", if path == "." { "" } else { path }));
        }
        Resolution::Folder { path } | Resolution::LocalTarball { path, .. } => {
            entry.set_string("version", &format!("file:{path}"));
        }
        Resolution::Tarball { url, .. } => entry.set_string("version", url),
        Resolution::Git { .. } => {
            entry.set_string("version", &resolved(package).unwrap_or_default());
            if let Some(specifier) = specifier {
                entry.set_string("from", &format!("{name}@{specifier}"));
            }
        }
        _ if package.name != name => {
            entry.set_string("version", &format!("npm:{}@{}", package.name, package.version));
        }
        _ => entry.set_string("version", &package.version),
    }
    // Only what a dependency bundles, not what the root bundles.
    entry.set_true("bundled", package.metadata.in_bundle && path.matches("node_modules/").count() > 1);
    if let Resolution::Registry { tarball: Some(tarball), .. } = &package.resolution {
        entry.set_string("resolved", tarball);
    }
    if let Some(integrity) = package.resolution.integrity() {
        entry.set_string("integrity", integrity);
    }
    entry.set_true("extraneous", flags.extraneous);
    if !is_link {
        entry.set_true("peer", flags.peer);
        entry.set_true("devOptional", flags.dev_optional);
        entry.set_true("dev", flags.dev);
        entry.set_true("optional", flags.optional);
    }
    let own = match &package.resolution {
        Resolution::Workspace { path } => graph.importers.get(path).map(|importer| &importer.dependencies),
        _ => Some(&package.dependencies),
    };
    let mut requires: BTreeMap<String, Value> = BTreeMap::new();
    let own = own.map(Vec::as_slice).unwrap_or_default();
    for one in own {
        let overridden = graph.overridden.get(&(id, one.name.clone()));
        requires.insert(one.name.clone(), Value::string(overridden.unwrap_or(&one.specifier)));
    }
    // Of several dependencies with one name the last counts; peers are left out.
    for (index, one) in own.iter().enumerate().filter(|(_, one)| one.kind.is_peer()) {
        if !own[index + 1..].iter().any(|later| later.name == one.name && !later.kind.is_peer()) {
            requires.remove(&one.name);
        }
    }
    // A peer that only `peerDependenciesMeta` names is no edge.
    if own.iter().any(|one| one.kind != DependencyKind::OptionalPeer || !one.specifier.is_empty()) {
        entry.set("requires", sorted(&Value::Object(requires.into_iter().collect())));
    }
    entry
}

/// The specifier of a dependency that leads to this package.
fn request<'a>(graph: &'a Graph, path: &str, name: &str) -> Option<&'a str> {
    let id = graph.placements.get(path)?;
    let importers = graph.importers.values().flat_map(|importer| &importer.dependencies);
    let packages = graph.packages.values().flat_map(|package| &package.dependencies);
    importers
        .chain(packages)
        .filter(|one| one.kind != DependencyKind::OptionalPeer)
        .find(|one| one.target == Some(*id) && one.name == name)
        .map(|one| one.specifier.as_str())
}
