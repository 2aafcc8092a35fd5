//! From the graph to the syntax tree, changing what changed.

use super::{compare_members, name_of_folder};
use crate::collation::compare_english;
use crate::error::{Error, ErrorKind};
use crate::flags::{self, FlagSet};
use crate::model::{Dependency, DependencyKind, Flags, Graph, Importer, Metadata, Package, Resolution};
use crate::tree::{Data, Member, Members, Node};
use crate::value::Value;
use std::collections::HashMap;

/// What this file writes in an entry; other members stay.
const KNOWN: [&str; 29] = [
    "name",
    "version",
    "resolved",
    "integrity",
    "link",
    "dependencies",
    "peerDependencies",
    "peerDependenciesMeta",
    "optionalDependencies",
    "devDependencies",
    "bundleDependencies",
    "funding",
    "engines",
    "os",
    "cpu",
    "libc",
    "license",
    "hasShrinkwrap",
    "hasInstallScript",
    "bin",
    "deprecated",
    "workspaces",
    "inBundle",
    "extraneous",
    "peer",
    "dev",
    "optional",
    "devOptional",
    "requires",
];

/// What `document`, which says `old`, has to be to say `new`. Entries that stay are only their place in the text: a
/// lockfile has thousands, and most of them stay.
///
/// # Errors
/// [`ErrorKind::Graph`].
pub fn changed(document: &Node, old: &Graph, new: &Graph) -> Result<Node, Error> {
    check(new)?;
    let flags = Change::new(old, new);
    let version = document.get("lockfileVersion").and_then(Node::as_scalar).unwrap_or("3").to_string();
    let mut top = Members::default();
    let (before_root, after_root) = (old.importers.get("."), new.importers.get("."));
    for (name, of) in [
        ("name", (|root| root.name.clone()) as fn(&Importer) -> Option<String>),
        ("version", |root| root.version.clone()),
    ] {
        let (before, after) = (before_root.and_then(of), after_root.and_then(of));
        // What the file says stays, even where it differs from the root's entry, until the root changes.
        let said = document.get(name).and_then(Node::as_str).map(str::to_string);
        let folder = after_root.and_then(|root| root.folder_name.clone()).filter(|_| name == "name");
        let is_kept = before_root.is_some() && before == after;
        if let Some(value) = if is_kept { said } else { after.or(folder) } {
            top.set_string(name, &value);
        }
    }
    top.set("lockfileVersion", Node::new(Data::Number(version.clone())));
    top.set("requires", Node::new(Data::Bool(true)));
    top.set("packages", changed_packages(document.get("packages"), &flags));
    if version == "2" {
        let mut legacy = super::legacy::tree(new, &flags.new_flags);
        if let Some(before) = document.get("dependencies") {
            let mut kept = before.clone();
            kept.update(legacy);
            legacy = kept;
        }
        if !legacy.members().is_empty() {
            top.set("dependencies", legacy);
        }
    }
    let mut result = document.outline(|name| name == "packages");
    replace(&mut result, top, &["name", "version", "lockfileVersion", "requires", "packages", "dependencies"]);
    Ok(result)
}

struct Change<'a> {
    old: &'a Graph,
    new: &'a Graph,
    old_flags: FlagSet,
    /// To write.
    new_flags: FlagSet,
}

impl<'a> Change<'a> {
    fn new(old: &'a Graph, new: &'a Graph) -> Change<'a> {
        let old_flags = flags::of_lockfile(old);
        let mut new_flags = flags::of_lockfile(new);
        for (path, id) in &new.placements {
            let Some(old_id) = old.placements.get(path) else { continue };
            // What npm wrote stays where the way a package is reached did not change.
            if old_flags.packages.get(old_id) == new_flags.packages.get(id)
                && let Some(package) = old.packages.get(old_id)
            {
                new_flags.packages.insert(*id, package.flags);
            }
        }
        Change { old, new, old_flags, new_flags }
    }
}

fn check(graph: &Graph) -> Result<(), Error> {
    for id in graph.placements.values() {
        if !graph.packages.contains_key(id) {
            return Err(Error::new(
                ErrorKind::Graph,
                format!("a placement names package {}, which is not there", id.0),
            ));
        }
    }
    let placed: std::collections::BTreeSet<_> = graph.placements.values().collect();
    match graph.packages.iter().find(|(id, _)| !placed.contains(id)) {
        Some((_, package)) => Err(Error::new(
            ErrorKind::Graph,
            format!("{}@{} has no placement, which package-lock.json needs", package.name, package.version),
        )),
        None => Ok(()),
    }
}

fn changed_packages(before: Option<&Node>, change: &Change<'_>) -> Node {
    let members = before.map(Node::members).unwrap_or_default();
    let places: HashMap<&str, &Node> = members.iter().map(|member| (member.name.as_str(), &member.value)).collect();
    let mut entries: Vec<(String, Node)> = Vec::with_capacity(change.new.placements.len());
    for (folder, importer) in &change.new.importers {
        let path = if folder == "." { "" } else { folder };
        let found = places.get(path).copied();
        let kept = found.filter(|node| {
            node.span.is_some()
                && change.old.importers.get(folder).is_some_and(|old| same_importer(old, importer))
                && change.old_flags.importers.get(folder) == change.new_flags.importers.get(folder)
        });
        let entry = kept.map(Node::place).unwrap_or_else(|| {
            let entry = importer_entry(path, importer, change.new_flags.importers.get(folder).copied());
            merge_entry(found, importer.name.as_deref(), entry, &KNOWN)
        });
        entries.push((path.to_string(), entry));
    }
    for (path, id) in &change.new.placements {
        let Some(package) = change.new.packages.get(id) else { continue };
        let found = places.get(path.as_str()).copied();
        let old = change.old.placements.get(path).and_then(|id| change.old.packages.get(id));
        let flags = change.new_flags.packages.get(id).copied().unwrap_or_default();
        let kept = found.filter(|node| {
            node.span.is_some() && old.is_some_and(|old| same_package(old, package) && old.flags == flags)
        });
        let entry = kept
            .map(Node::place)
            .unwrap_or_else(|| merge_entry(found, Some(&package.name), package_entry(path, package, flags), &KNOWN));
        entries.push((path.clone(), entry));
    }
    let mut packages = before.map_or_else(Node::object, |before| before.outline(|_| true));
    packages.update_members(entries, |left, right| compare_english(&left.name, &right.name));
    packages
}

fn same_importer(left: &Importer, right: &Importer) -> bool {
    left.name == right.name
        && left.version == right.version
        && left.metadata == right.metadata
        && left.workspaces == right.workspaces
        && same_dependencies(&left.dependencies, &right.dependencies)
}

fn same_package(left: &Package, right: &Package) -> bool {
    left.name == right.name
        && left.version == right.version
        && left.resolution == right.resolution
        && left.metadata == right.metadata
        && left.workspaces == right.workspaces
        && same_dependencies(&left.dependencies, &right.dependencies)
}

/// Where the edges lead follows from the placements, so only what the manifest says is compared.
fn same_dependencies(left: &[Dependency], right: &[Dependency]) -> bool {
    fn keys(all: &[Dependency]) -> Vec<(DependencyKind, &str, &str)> {
        let mut keys: Vec<_> = all.iter().map(|one| (one.kind, one.name.as_str(), one.specifier.as_str())).collect();
        keys.sort_unstable();
        keys
    }
    left.len() == right.len() && keys(left) == keys(right)
}

/// The new entry, with the members of the old one that this file does not write; unchanged members stay as they were.
fn merge_entry(old: Option<&Node>, name: Option<&str>, mut entry: Members, known: &[&str]) -> Node {
    let mut node = old.cloned().unwrap_or_else(Node::object);
    // A name that npm would leave out stays if it is still right.
    let said = node.get("name").and_then(Node::as_str);
    if said.is_some() && said == name && !entry.0.iter().any(|member| member.name == "name") {
        entry.set_string("name", name.unwrap_or_default());
    }
    replace(&mut node, entry, known);
    node
}

/// Replaces the members with `known` names by `new`, and sorts as npm does what is new.
fn replace(node: &mut Node, mut new: Members, known: &[&str]) {
    for member in node.members() {
        if !known.contains(&member.name.as_str()) {
            new.0.push(member.clone());
        }
    }
    let compare = |left: &Member, right: &Member| {
        compare_members((&left.name, left.value.is_object()), (&right.name, right.value.is_object()))
    };
    new.0.sort_by(compare);
    node.update_members(new.0.into_iter().map(|member| (member.name, member.value)).collect(), compare);
}

fn importer_entry(path: &str, importer: &Importer, flags: Option<Flags>) -> Members {
    let mut entry = Members::default();
    if let Some(name) = importer.name.as_ref().filter(|name| path.is_empty() || name.as_str() != name_of_folder(path)) {
        entry.set_string("name", name);
    }
    importer.version.iter().for_each(|version| entry.set_string("version", version));
    add_metadata(&mut entry, &importer.metadata);
    add_dependencies(&mut entry, &importer.dependencies);
    entry.set_value("workspaces", importer.workspaces.as_ref());
    add_flags(&mut entry, flags.unwrap_or_default());
    entry
}

fn package_entry(path: &str, package: &Package, flags: Flags) -> Members {
    let mut entry = Members::default();
    if let Resolution::Workspace { path: target } | Resolution::Link { path: target } = &package.resolution {
        entry.set_string("resolved", if target == "." { "" } else { target });
        entry.set_true("link", true);
        return entry;
    }
    let folder = &path[path.rfind("node_modules/").map_or(0, |index| index + "node_modules/".len())..];
    if package.name != folder {
        entry.set_string("name", &package.name);
    }
    if !package.version.is_empty() {
        entry.set_string("version", &package.version);
    }
    if let Some(resolved) = resolved(package) {
        entry.set_string("resolved", &resolved);
    }
    if let Some(integrity) = package.resolution.integrity() {
        entry.set_string("integrity", integrity);
    }
    add_metadata(&mut entry, &package.metadata);
    add_dependencies(&mut entry, &package.dependencies);
    entry.set_value("workspaces", package.workspaces.as_ref());
    add_flags(&mut entry, flags);
    entry
}

/// The member `resolved`.
pub fn resolved(package: &Package) -> Option<String> {
    match &package.resolution {
        Resolution::Registry { tarball, .. } => tarball.clone(),
        Resolution::Tarball { url, .. } => Some(url.clone()),
        Resolution::Git { repository, commit, .. } => Some(format!("{repository}#{commit}")),
        Resolution::LocalTarball { path, .. } | Resolution::Folder { path } => Some(format!("file:{path}")),
        _ => None,
    }
}

fn add_flags(entry: &mut Members, flags: Flags) {
    entry.set_true("extraneous", flags.extraneous);
    entry.set_true("peer", flags.peer);
    entry.set_true("dev", flags.dev);
    entry.set_true("optional", flags.optional);
    entry.set_true("devOptional", flags.dev_optional);
}

fn add_metadata(entry: &mut Members, metadata: &Metadata) {
    entry.set_strings("os", &metadata.os);
    entry.set_strings("cpu", &metadata.cpu);
    entry.set_strings("libc", &metadata.libc);
    entry.set_true("hasInstallScript", metadata.has_install_script);
    entry.set_true("inBundle", metadata.in_bundle);
    entry.set_true("hasShrinkwrap", metadata.has_shrinkwrap);
    if let Some(reason) = metadata.deprecated.as_ref().filter(|reason| !reason.is_empty()) {
        entry.set_string("deprecated", reason);
    }
    // Of an old license object, npm keeps the type.
    let license = metadata.license.as_ref().map(|license| license.get("type").unwrap_or(license));
    for (name, value) in [
        ("engines", metadata.engines.as_ref()),
        ("bin", metadata.bin.as_ref().filter(|bin| **bin != Value::Bool(true))),
        ("license", license),
        ("funding", metadata.funding.as_ref()),
        ("bundleDependencies", metadata.bundled.as_ref()),
    ] {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            entry.set(name, sorted(value));
        }
    }
}

fn add_dependencies(entry: &mut Members, dependencies: &[Dependency]) {
    for (member, kinds) in [
        ("dependencies", &[DependencyKind::Production][..]),
        ("devDependencies", &[DependencyKind::Development]),
        ("optionalDependencies", &[DependencyKind::Optional]),
        ("peerDependencies", &[DependencyKind::Peer, DependencyKind::OptionalPeer]),
    ] {
        let members: Vec<(String, Value)> = dependencies
            .iter()
            // A peer that only the metadata names has no specifier.
            .filter(|one| {
                kinds.contains(&one.kind) && (one.kind != DependencyKind::OptionalPeer || !one.specifier.is_empty())
            })
            .map(|one| (one.name.clone(), Value::string(&one.specifier)))
            .collect();
        if !members.is_empty() {
            entry.set(member, sorted(&Value::Object(members)));
        }
    }
    let optional: Vec<(String, Value)> = dependencies
        .iter()
        .filter(|one| one.kind == DependencyKind::OptionalPeer)
        .map(|one| (one.name.clone(), Value::Object(vec![("optional".to_string(), Value::Bool(true))])))
        .collect();
    if !optional.is_empty() {
        entry.set("peerDependenciesMeta", sorted(&Value::Object(optional)));
    }
}

/// The node of a value, with the members of all objects in npm's order.
pub fn sorted(value: &Value) -> Node {
    let mut node = Node::from_value(value);
    sort(&mut node);
    node
}

/// Sorts the members of all objects as npm does.
pub fn sort(node: &mut Node) {
    match &mut node.data {
        Data::Object(members) => {
            members.iter_mut().for_each(|member| sort(&mut member.value));
            members.sort_by(|left, right| {
                compare_members((&left.name, left.value.is_object()), (&right.name, right.value.is_object()))
            });
        }
        Data::Array(elements) => elements.iter_mut().for_each(sort),
        _ => {}
    }
}
