//! From the graph to the syntax tree, changing what changed.

use super::read::{INTERPRETED, KINDS};
use super::{compare_keys, key_of, members_of};
use crate::error::{Error, ErrorKind};
use crate::model::{Dependency, DependencyKind, Graph, Importer, Package, Resolution};
use crate::tree::{Data, Member, Members, Node};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The order of the members of the top level; others follow.
const TOP_ORDER: [&str; 9] = [
    "lockfileVersion",
    "configVersion",
    "workspaces",
    "trustedDependencies",
    "patchedDependencies",
    "overrides",
    "catalog",
    "catalogs",
    "packages",
];

/// The order of the members of a package's information. `binDir` and others that this file does not write stay.
const INFO_ORDER: [&str; 10] = [
    "dependencies",
    "devDependencies",
    "optionalDependencies",
    "peerDependencies",
    "optionalPeers",
    "bundled",
    "os",
    "cpu",
    "libc",
    "bin",
];

/// The order of the members of an importer.
const IMPORTER_ORDER: [&str; 9] = [
    "name",
    "version",
    "bin",
    "binDir",
    "dependencies",
    "devDependencies",
    "optionalDependencies",
    "peerDependencies",
    "optionalPeers",
];

/// A package of the default registry has an empty string for its address.
const DEFAULT_REGISTRY: &str = "https://registry.npmjs.org/";

/// Changes `document` from saying `old` to saying `new`.
///
/// # Errors
/// [`ErrorKind::Graph`].
pub fn write(document: &mut Node, old: &Graph, new: &Graph) -> Result<(), Error> {
    let mut top = Members::default();
    if new.settings.other.is_empty() && document.members().is_empty() {
        top.set("lockfileVersion", Node::new(Data::Number("1".to_string())));
        top.set("configVersion", Node::new(Data::Number("1".to_string())));
    }
    for (name, value) in &new.settings.other {
        top.set(name, Node::from_value(value));
    }
    top.set("workspaces", write_importers(document.get("workspaces"), old, new));
    write_settings(&mut top, document, old, new);
    top.set("packages", write_packages(document.get("packages"), old, new)?);
    let mut known: Vec<&str> = INTERPRETED.to_vec();
    known.extend(new.settings.other.iter().chain(&old.settings.other).map(|(name, _)| name.as_str()));
    *document = merge(Some(document), top, &known, &TOP_ORDER);
    Ok(())
}

fn write_settings(top: &mut Members, document: &Node, old: &Graph, new: &Graph) {
    let (before, after) = (&old.settings, &new.settings);
    let mut set = |name: &str, same: bool, value: Value| match document.get(name) {
        Some(node) if same => top.set(name, node.clone()),
        _ if value.is_empty() => {}
        _ => top.set(name, Node::from_value(&value)),
    };
    let map = |entries: Vec<(String, String)>| {
        Value::Object(entries.into_iter().map(|(name, value)| (name, Value::String(value))).collect())
    };
    set("trustedDependencies", before.trusted == after.trusted, Value::strings(&after.trusted));
    let patches = after.patches.iter().map(|(name, patch)| (name.clone(), patch.path.clone().unwrap_or_default()));
    set("patchedDependencies", before.patches == after.patches, map(patches.collect()));
    let mut overrides = after.overrides.clone();
    overrides.sort();
    set("overrides", before.overrides == after.overrides, map(overrides));
    let catalog = |name: &str| {
        let entries = after.catalogs.get(name).into_iter().flatten();
        let entries: BTreeMap<String, String> =
            entries.map(|entry| (entry.name.clone(), entry.specifier.clone())).collect();
        map(entries.into_iter().collect())
    };
    let same = before.catalogs == after.catalogs;
    set("catalog", same, catalog("default"));
    let named = after.catalogs.keys().filter(|name| *name != "default");
    set("catalogs", same, Value::Object(named.map(|name| (name.clone(), catalog(name))).collect()));
}

/// The new members and those of the old node that are not `known`, in the format's order.
fn merge(old: Option<&Node>, mut new: Members, known: &[&str], order: &[&str]) -> Node {
    let mut node = old.cloned().unwrap_or_else(Node::object);
    new.0.extend(node.members().iter().filter(|member| !known.contains(&member.name.as_str())).cloned());
    let rank = |member: &Member| order.iter().position(|name| *name == member.name).unwrap_or(order.len());
    new.0.sort_by_key(rank);
    let entries = new.0.into_iter().map(|member| (member.name, member.value)).collect();
    node.update_members(entries, |left, right| rank(left).cmp(&rank(right)));
    node
}

fn write_importers(before: Option<&Node>, old: &Graph, new: &Graph) -> Node {
    let mut node = before.cloned().unwrap_or_else(Node::object);
    let entries = new.importers.iter().map(|(folder, importer)| {
        let key = if folder == "." { "" } else { folder };
        let was = before.and_then(|before| before.get(key));
        let same = old.importers.get(folder).is_some_and(|old| same_importer(old, importer));
        let entry = match was.filter(|was| same && was.span.is_some()) {
            Some(was) => was.clone(),
            None => {
                let known = ["name", "version", "bin", "optionalPeers"].into_iter().chain(KINDS.map(|(name, _)| name));
                merge(was, importer_entry(importer, folder == "."), &known.collect::<Vec<_>>(), &IMPORTER_ORDER)
            }
        };
        (key.to_string(), entry)
    });
    let entries = entries.collect();
    node.update_members(entries, |left, right| left.name.cmp(&right.name));
    node
}

fn same_importer(left: &Importer, right: &Importer) -> bool {
    left.name == right.name
        && left.version == right.version
        && left.metadata == right.metadata
        && requests(&left.dependencies) == requests(&right.dependencies)
}

/// What the manifest says: where the edges lead follows from the placements.
fn requests(dependencies: &[Dependency]) -> BTreeSet<(DependencyKind, &str, &str)> {
    dependencies.iter().map(|one| (one.kind, one.name.as_str(), one.specifier.as_str())).collect()
}

fn importer_entry(importer: &Importer, is_root: bool) -> Members {
    let mut entry = Members::default();
    importer.name.iter().for_each(|name| entry.set_string("name", name));
    if !is_root {
        importer.version.iter().for_each(|version| entry.set_string("version", version));
        entry.set_value("bin", importer.metadata.bin.as_ref());
    }
    add_dependencies(&mut entry, &importer.dependencies);
    entry
}

fn add_dependencies(entry: &mut Members, dependencies: &[Dependency]) {
    for (member, kind) in KINDS {
        let matches = |one: &&Dependency| {
            one.kind == kind || (kind == DependencyKind::Peer && one.kind == DependencyKind::OptionalPeer)
        };
        let all: BTreeMap<&str, &str> =
            dependencies.iter().filter(matches).map(|one| (one.name.as_str(), one.specifier.as_str())).collect();
        if !all.is_empty() {
            entry.set(member, Node::from_value(&Value::map(all)));
        }
    }
    let optional = dependencies.iter().filter(|one| one.kind == DependencyKind::OptionalPeer);
    let optional: BTreeSet<String> = optional.map(|one| one.name.clone()).collect();
    entry.set_strings("optionalPeers", &optional.into_iter().collect::<Vec<_>>());
}

fn write_packages(before: Option<&Node>, old: &Graph, new: &Graph) -> Result<Node, Error> {
    let folders: HashMap<String, String> = members_of(new).into_iter().map(|(name, folder)| (folder, name)).collect();
    let old_folders: HashMap<String, String> =
        members_of(old).into_iter().map(|(name, folder)| (folder, name)).collect();
    let was: HashMap<String, &Package> = old
        .placements
        .iter()
        .filter_map(|(path, id)| Some((key_of(path, &old_folders), old.packages.get(id)?)))
        .collect();
    let places: HashMap<&str, &Node> = before
        .map(Node::members)
        .unwrap_or_default()
        .iter()
        .map(|member| (member.name.as_str(), &member.value))
        .collect();
    let placed: BTreeSet<_> = new.placements.values().collect();
    if let Some((_, package)) = new.packages.iter().find(|(id, _)| !placed.contains(id)) {
        let message = format!("{}@{} has no placement, which bun.lock needs", package.name, package.version);
        return Err(Error::new(ErrorKind::Graph, message));
    }
    let mut entries = Vec::new();
    for (path, id) in &new.placements {
        let Some(package) = new.packages.get(id) else {
            let message = format!("a placement names package {}, which is not there", id.0);
            return Err(Error::new(ErrorKind::Graph, message));
        };
        let key = key_of(path, &folders);
        let same = was.get(&key).is_some_and(|old| same_package(old, package));
        let node = places.get(key.as_str()).copied();
        let entry = match node.filter(|node| same && node.span.is_some()) {
            Some(node) => node.clone(),
            None => package_entry(package, node),
        };
        entries.push((key, entry));
    }
    entries.sort_by(|left, right| compare_keys(&left.0, &right.0));
    let mut node = before.cloned().unwrap_or_else(Node::object);
    node.update_members(entries, |left, right| compare_keys(&left.name, &right.name));
    Ok(node)
}

fn same_package(left: &Package, right: &Package) -> bool {
    left.name == right.name
        && left.version == right.version
        && left.resolution == right.resolution
        && left.metadata == right.metadata
        && requests(&left.dependencies) == requests(&right.dependencies)
}

/// `["name@version", address, information, integrity]`, and what other sources have. `old` keeps what this file does
/// not know.
fn package_entry(package: &Package, old: Option<&Node>) -> Node {
    let mut elements = Vec::new();
    let spelled = match &package.resolution {
        Resolution::Workspace { path } if path == "." => "root:".to_string(),
        Resolution::Workspace { path } => format!("workspace:{path}"),
        Resolution::Link { path } => format!("link:{path}"),
        Resolution::Folder { path } => format!("file:{path}"),
        Resolution::LocalTarball { path, .. } => path.clone(),
        Resolution::Tarball { url, .. } => url.clone(),
        Resolution::Git { repository, commit, .. } => format!("{repository}#{commit}"),
        _ => package.version.clone(),
    };
    elements.push(Node::string(format!("{}@{spelled}", package.name)));
    let same_source = old.and_then(|old| old.elements().first()).is_some_and(|first| first.says(&elements[0]));
    let old = old.filter(|_| same_source);
    if let Resolution::Registry { tarball, .. } = &package.resolution {
        let address = tarball.as_deref().filter(|url| !url.starts_with(DEFAULT_REGISTRY)).unwrap_or_default();
        elements.push(Node::string(address));
    }
    let old_info = old.and_then(|old| old.elements().iter().find(|element| element.is_object()));
    match &package.resolution {
        Resolution::Workspace { path } if path != "." => elements.extend(old_info.cloned()),
        _ => {
            let known: Vec<&str> = INFO_ORDER.to_vec();
            elements.push(merge(old_info, info(package), &known, &INFO_ORDER));
        }
    }
    if let Resolution::Git { commit, repository, .. } = &package.resolution {
        let tag = old.and_then(|old| old.elements().iter().skip(2).find(|element| element.as_str().is_some()));
        let made = match repository.strip_prefix("github:") {
            Some(path) => format!("{}-{commit}", path.replace('/', "-")),
            None => commit.clone(),
        };
        elements.push(tag.cloned().unwrap_or_else(|| Node::string(made)));
    }
    match package.resolution.integrity() {
        Some(integrity) => elements.push(Node::string(integrity)),
        None if matches!(package.resolution, Resolution::Registry { .. }) => elements.push(Node::string("")),
        None => {}
    }
    let node = Node::new(Data::Array(elements));
    match old {
        Some(old) if old.says(&node) => old.clone(),
        _ => node,
    }
}

fn info(package: &Package) -> Members {
    let mut entry = Members::default();
    add_dependencies(&mut entry, &package.dependencies);
    let metadata = &package.metadata;
    entry.set_true("bundled", metadata.in_bundle);
    for (name, values) in [("os", &metadata.os), ("cpu", &metadata.cpu), ("libc", &metadata.libc)] {
        match values.as_slice() {
            [] => {}
            [one] => entry.set_string(name, one),
            more => entry.set_strings(name, more),
        }
    }
    entry.set_value("bin", metadata.bin.as_ref().filter(|bin| **bin != Value::Bool(true) && !bin.is_empty()));
    entry
}
