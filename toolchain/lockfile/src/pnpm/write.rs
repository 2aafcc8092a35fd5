//! From the graph to the syntax tree, changing what changed.

use super::path;
use super::read::{INTERPRETED, KINDS};
use crate::error::{Error, ErrorKind};
use crate::flags;
use crate::model::{Dependency, DependencyKind, Graph, Importer, Package, PackageId, Resolution};
use crate::relative;
use crate::tree::{Data, Member, Members, Node};
use crate::value::Value;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The order of the members of packages and snapshots; others follow by name.
const ENTRY_ORDER: [&str; 20] = [
    "resolution",
    "id",
    "name",
    "version",
    "engines",
    "cpu",
    "os",
    "libc",
    "deprecated",
    "hasBin",
    "prepare",
    "requiresBuild",
    "bundleDependencies",
    "peerDependencies",
    "peerDependenciesMeta",
    "dependencies",
    "optionalDependencies",
    "transitivePeerDependencies",
    "dev",
    "optional",
];

/// The order of the members of the top level; others follow by name.
const TOP_ORDER: [&str; 9] = [
    "lockfileVersion",
    "settings",
    "catalogs",
    "overrides",
    "packageExtensionsChecksum",
    "pnpmfileChecksum",
    "patchedDependencies",
    "importers",
    "packages",
];

/// What this file writes in a package's entry; other members stay.
const PACKAGE_MEMBERS: [&str; 12] = [
    "resolution",
    "name",
    "version",
    "engines",
    "cpu",
    "os",
    "libc",
    "deprecated",
    "hasBin",
    "peerDependencies",
    "peerDependenciesMeta",
    "bundledDependencies",
];
const SNAPSHOT_MEMBERS: [&str; 4] = ["dependencies", "optionalDependencies", "transitivePeerDependencies", "optional"];
const IMPORTER_MEMBERS: [&str; 3] = ["dependencies", "devDependencies", "optionalDependencies"];

/// pnpm replaces a longer suffix of peers by a hash.
const SUFFIX_LENGTH_MAX: usize = 1000;

/// Changes `document` from saying `old` to saying `new`.
///
/// # Errors
/// [`ErrorKind::Graph`].
pub fn write(document: &mut Node, old: &Graph, new: &Graph) -> Result<(), Error> {
    let writer = Writer { new, keys: keys_of(new)? };
    let old_writer = Writer { new: old, keys: keys_of(old)? };
    let mut top = Members::default();
    write_settings(&mut top, document, old, new);
    let mut importers = document.get("importers").cloned().unwrap_or_else(Node::object);
    let entries = new.importers.iter().map(|(folder, importer)| {
        let entry = writer.importer(folder, importer)?;
        let before = importers.get(folder);
        if let (Some(kept), Some(old)) = (before.filter(|node| node.span.is_some()), old.importers.get(folder))
            && old_writer.importer(folder, old)?.says(&entry)
        {
            return Ok((folder.clone(), kept.clone()));
        }
        Ok((folder.clone(), merge(before, entry, &IMPORTER_MEMBERS, &TOP_ORDER)))
    });
    let entries = entries.collect::<Result<Vec<_>, Error>>()?;
    importers.update_members(entries, by_name);
    top.set("importers", importers);
    if !writer.keys.is_empty() {
        let mut packages = document.get("packages").cloned().unwrap_or_else(Node::object);
        let entries = writer.packages(&packages, old);
        packages.update_members(entries, by_name);
        let mut snapshots = document.get("snapshots").cloned().unwrap_or_else(Node::object);
        let entries = writer.snapshots(&snapshots, old)?;
        snapshots.update_members(entries, by_name);
        top.set("packages", packages);
        top.set("snapshots", snapshots);
    }
    let mut known: Vec<&str> = INTERPRETED.to_vec();
    known.extend(new.settings.other.iter().chain(&old.settings.other).map(|(name, _)| name.as_str()));
    *document = merge(Some(document), top, &known, &TOP_ORDER);
    Ok(())
}

fn write_settings(top: &mut Members, document: &Node, old: &Graph, new: &Graph) {
    let says_version = new.settings.other.iter().any(|(name, _)| name == "lockfileVersion");
    if !says_version && document.members().is_empty() {
        top.set_string("lockfileVersion", "9.0");
        let settings = [("autoInstallPeers", Value::Bool(true)), ("excludeLinksFromLockfile", Value::Bool(false))];
        let settings = settings.map(|(name, value)| (name.to_string(), value)).to_vec();
        top.set("settings", Node::from_value(&Value::Object(settings)));
    }
    for (name, value) in &new.settings.other {
        top.set(name, Node::from_value(value));
    }
    let keep = |name: &str, same: bool| document.get(name).filter(|_| same).cloned();
    let string = |value: &str| Value::string(value);
    let overrides = || {
        Node::from_value(&Value::Object(
            new.settings.overrides.iter().map(|(name, value)| (name.clone(), string(value))).collect(),
        ))
    };
    if !new.settings.overrides.is_empty() {
        top.set(
            "overrides",
            keep("overrides", new.settings.overrides == old.settings.overrides).unwrap_or_else(overrides),
        );
    }
    if !new.settings.catalogs.is_empty() {
        let same = new.settings.catalogs == old.settings.catalogs;
        top.set("catalogs", keep("catalogs", same).unwrap_or_else(|| catalogs(new)));
    }
    if !new.settings.patches.is_empty() {
        let same = new.settings.patches == old.settings.patches;
        top.set("patchedDependencies", keep("patchedDependencies", same).unwrap_or_else(|| patches(new)));
    }
}

fn catalogs(graph: &Graph) -> Node {
    let catalogs = graph.settings.catalogs.iter().map(|(name, entries)| {
        let entries: BTreeMap<&str, Node> = entries
            .iter()
            .map(|entry| {
                let mut members = Members::default();
                members.set_string("specifier", &entry.specifier);
                members.set_string("version", entry.version.as_deref().unwrap_or_default());
                (entry.name.as_str(), members.node())
            })
            .collect();
        (name.clone(), sorted_object(entries.into_iter().map(|(name, node)| (name.to_string(), node)).collect()))
    });
    sorted_object(catalogs.collect())
}

fn patches(graph: &Graph) -> Node {
    let patches = graph.settings.patches.iter().map(|(selector, patch)| {
        let hash = patch.hash.as_deref().unwrap_or_default();
        let node = match &patch.path {
            None => Node::string(hash),
            Some(path) => Node::from_value(&Value::map([("hash", hash), ("path", path.as_str())])),
        };
        (selector.clone(), node)
    });
    sorted_object(patches.collect())
}

fn sorted_object(mut entries: Vec<(String, Node)>) -> Node {
    entries.sort_by(|left, right| left.0.cmp(&right.0));
    let members = entries.into_iter().map(|(name, value)| Member { name, name_span: None, value });
    Node::new(Data::Object(members.collect()))
}

/// The new members and those of the old node that are not `known`, in the format's order.
fn merge(old: Option<&Node>, mut new: Members, known: &[&str], order: &[&str]) -> Node {
    let mut node = old.cloned().unwrap_or_else(Node::object);
    new.0.extend(node.members().iter().filter(|member| !known.contains(&member.name.as_str())).cloned());
    let rank = |name: &str| order.iter().position(|first| *first == name).unwrap_or(order.len());
    let mut entries: Vec<(String, Node)> = new.0.into_iter().map(|member| (member.name, member.value)).collect();
    entries.sort_by(|left, right| rank(&left.0).cmp(&rank(&right.0)).then_with(|| left.0.cmp(&right.0)));
    node.update_members(entries, |left, right| {
        rank(&left.name).cmp(&rank(&right.name)).then_with(|| left.name.cmp(&right.name))
    });
    node
}

fn by_name(left: &Member, right: &Member) -> Ordering {
    left.name.cmp(&right.name)
}

/// The dependency path of each package that has one: links have none.
fn keys_of(graph: &Graph) -> Result<BTreeMap<PackageId, String>, Error> {
    let mut keys = BTreeMap::new();
    for (id, package) in &graph.packages {
        if let Some(base) = base_of(package) {
            let key = match &package.key {
                Some(key) => key.clone(),
                None => {
                    format!("{base}{}{}", patch_suffix(graph, package), peer_suffix(graph, package, &mut Vec::new())?)
                }
            };
            keys.insert(*id, key);
        }
    }
    Ok(keys)
}

/// The key in `packages`.
fn base_of(package: &Package) -> Option<String> {
    if let Some(parts) = package.key.as_deref().and_then(path::parse) {
        return Some(parts.base.to_string());
    }
    let version = match &package.resolution {
        Resolution::Link { .. } | Resolution::Workspace { .. } => return None,
        Resolution::Tarball { url, .. } => url.clone(),
        Resolution::LocalTarball { path, .. } | Resolution::Folder { path } => format!("file:{path}"),
        Resolution::Git { repository, commit, path, .. } => {
            let folder = path.as_ref().map(|path| format!("&path:{path}")).unwrap_or_default();
            format!("{repository}#{commit}{folder}")
        }
        _ => package.version.clone(),
    };
    Some(format!("{}@{version}", package.name))
}

fn patch_suffix(graph: &Graph, package: &Package) -> String {
    let exact = format!("{}@{}", package.name, package.version);
    let patch = graph.settings.patches.iter().find(|(selector, _)| *selector == exact || *selector == package.name);
    let hash = patch.and_then(|(_, patch)| patch.hash.as_deref());
    hash.map(|hash| format!("(patch_hash={hash})")).unwrap_or_default()
}

/// `(react@19.1.0)(…)`, sorted; a peer's own suffix is within its brackets. `above` ends circles.
fn peer_suffix<'a>(graph: &'a Graph, package: &'a Package, above: &mut Vec<&'a str>) -> Result<String, Error> {
    let mut groups = Vec::new();
    for peer in &package.peers {
        let target = peer.target.and_then(|id| graph.packages.get(&id));
        groups.push(match target {
            _ if !peer.spelled.is_empty() => peer.spelled.clone(),
            Some(target) if target.key.is_some() => target.key.clone().unwrap_or_default(),
            Some(target) => {
                let base = base_of(target).unwrap_or_else(|| format!("{}@{}", target.name, target.version));
                if above.contains(&target.name.as_str()) {
                    base
                } else {
                    above.push(&package.name);
                    let suffix = peer_suffix(graph, target, above)?;
                    above.pop();
                    format!("{base}{suffix}")
                }
            }
            None => continue,
        });
    }
    groups.sort();
    let suffix: String = groups.iter().map(|group| format!("({group})")).collect();
    if suffix.len() > SUFFIX_LENGTH_MAX {
        let message = format!("the peers of {}@{} are too many for a new key", package.name, package.version);
        return Err(Error::new(ErrorKind::Graph, message));
    }
    Ok(suffix)
}

struct Writer<'a> {
    new: &'a Graph,
    keys: BTreeMap<PackageId, String>,
}

impl Writer<'_> {
    /// What a dependency's version is: the dependency path, shorter if it begins with the dependency's name.
    fn reference(&self, dependency: &Dependency, folder: &str) -> Result<Option<String>, Error> {
        let Some(id) = dependency.target else { return Ok(None) };
        let Some(package) = self.new.packages.get(&id) else {
            let message = format!("the dependency \"{}\" leads to a package that is not there", dependency.name);
            return Err(Error::new(ErrorKind::Graph, message));
        };
        if let Resolution::Link { path } | Resolution::Workspace { path } = &package.resolution {
            return Ok(Some(format!("link:{}", relative::between(folder, path))));
        }
        let key = self.keys.get(&id).cloned().unwrap_or_default();
        let short = key.strip_prefix(&dependency.name).and_then(|rest| rest.strip_prefix('@')).map(str::to_string);
        Ok(Some(short.unwrap_or(key)))
    }

    fn importer(&self, folder: &str, importer: &Importer) -> Result<Members, Error> {
        let mut entry = Members::default();
        for (member, kind) in KINDS {
            let mut dependencies = Vec::new();
            for one in importer.dependencies.iter().filter(|one| one.kind == kind) {
                let Some(version) = self.reference(one, folder)? else { continue };
                let mut members = Members::default();
                members.set_string("specifier", &one.specifier);
                members.set_string("version", &version);
                dependencies.push((one.name.clone(), members.node()));
            }
            if !dependencies.is_empty() {
                entry.set(member, sorted_object(dependencies));
            }
        }
        Ok(entry)
    }

    fn packages(&self, before: &Node, old: &Graph) -> Vec<(String, Node)> {
        let places: HashMap<&str, &Node> =
            before.members().iter().map(|member| (member.name.as_str(), &member.value)).collect();
        let by_base: HashMap<String, &Package> =
            old.packages.values().filter_map(|package| Some((base_of(package)?, package))).collect();
        let mut seen = BTreeSet::new();
        let mut entries = Vec::new();
        for id in self.keys.keys() {
            let package = &self.new.packages[id];
            let Some(base) = base_of(package).filter(|base| seen.insert(base.clone())) else { continue };
            let same = by_base.get(&base).is_some_and(|old| same_package(old, package));
            let before = places.get(base.as_str()).copied();
            let kept = before.filter(|entry| same && entry.span.is_some()).cloned();
            let entry =
                kept.unwrap_or_else(|| merge(before, package_entry(package, &base), &PACKAGE_MEMBERS, &ENTRY_ORDER));
            entries.push((base, entry));
        }
        entries
    }

    fn snapshots(&self, before: &Node, old: &Graph) -> Result<Vec<(String, Node)>, Error> {
        let (old_flags, new_flags) = (flags::compute(old, &|_| true), flags::compute(self.new, &|_| true));
        let places: HashMap<&str, &Node> =
            before.members().iter().map(|member| (member.name.as_str(), &member.value)).collect();
        let before_writer = Writer { new: old, keys: keys_of(old)? };
        let by_key: HashMap<&str, (PackageId, &Package)> =
            before_writer.keys.iter().map(|(id, key)| (key.as_str(), (*id, &old.packages[id]))).collect();
        let mut entries = Vec::new();
        for (id, key) in &self.keys {
            let package = &self.new.packages[id];
            let computed = new_flags.packages.get(id).is_some_and(|flags| flags.optional);
            let was = by_key
                .get(key.as_str())
                .filter(|(id, _)| old_flags.packages.get(id).is_some_and(|flags| flags.optional) == computed);
            // What pnpm wrote stays where the way a package is reached did not change.
            let optional = was.map_or(computed, |(_, old)| old.flags.optional);
            if let Some(kept) = places.get(key.as_str()).filter(|node| node.span.is_some())
                && let Some((_, old_package)) = was
                && before_writer.snapshot(old_package, optional)?.says(&self.snapshot(package, optional)?)
            {
                entries.push((key.clone(), (*kept).clone()));
                continue;
            }
            let entry = self.snapshot(package, optional)?;
            entries
                .push((key.clone(), merge(places.get(key.as_str()).copied(), entry, &SNAPSHOT_MEMBERS, &ENTRY_ORDER)));
        }
        Ok(entries)
    }

    fn snapshot(&self, package: &Package, optional: bool) -> Result<Members, Error> {
        let mut entry = Members::default();
        for (member, kinds) in [
            ("dependencies", [DependencyKind::Production, DependencyKind::Peer]),
            ("optionalDependencies", [DependencyKind::Optional, DependencyKind::OptionalPeer]),
        ] {
            let mut dependencies = Vec::new();
            for one in package.dependencies.iter().filter(|one| kinds.contains(&one.kind)) {
                if let Some(reference) = self.reference(one, ".")? {
                    dependencies.push((one.name.clone(), Node::string(reference)));
                }
            }
            if !dependencies.is_empty() {
                entry.set(member, sorted_object(dependencies));
            }
        }
        let mut transitive = package.transitive_peers.clone();
        transitive.sort();
        entry.set_strings("transitivePeerDependencies", &transitive);
        entry.set_true("optional", optional);
        Ok(entry)
    }
}

fn same_package(left: &Package, right: &Package) -> bool {
    let peers = |package: &Package| -> Vec<(String, String, DependencyKind)> {
        let peers = package.dependencies.iter().filter(|one| one.kind.is_peer());
        peers.map(|one| (one.name.clone(), one.specifier.clone(), one.kind)).collect()
    };
    left.name == right.name
        && left.version == right.version
        && left.resolution == right.resolution
        && left.metadata == right.metadata
        && peers(left) == peers(right)
}

fn package_entry(package: &Package, base: &str) -> Members {
    let mut entry = Members::default();
    let parts = path::parse(base);
    entry.set("resolution", Node::from_value(&resolution(&package.resolution)));
    if parts.is_some_and(|parts| parts.name != package.name) {
        entry.set_string("name", &package.name);
    }
    if parts.is_some_and(|parts| parts.version != package.version) && !package.version.is_empty() {
        entry.set_string("version", &package.version);
    }
    let metadata = &package.metadata;
    if let Some(engines) = metadata.engines.as_ref().filter(|engines| !engines.is_empty()) {
        let mut members = engines.members().to_vec();
        members.sort_by(|left, right| left.0.cmp(&right.0));
        entry.set("engines", Node::from_value(&Value::Object(members)));
    }
    entry.set_strings("cpu", &metadata.cpu);
    entry.set_strings("os", &metadata.os);
    entry.set_strings("libc", &metadata.libc);
    if let Some(reason) = &metadata.deprecated {
        entry.set_string("deprecated", reason);
    }
    entry.set_true("hasBin", metadata.bin.as_ref().is_some_and(|bin| !bin.is_empty()));
    entry.set_value("bundledDependencies", metadata.bundled.as_ref());
    let peers = package.dependencies.iter().filter(|one| one.kind.is_peer());
    let named: Vec<(String, Node)> = peers.map(|one| (one.name.clone(), Node::string(&one.specifier))).collect();
    if !named.is_empty() {
        entry.set("peerDependencies", sorted_object(named));
    }
    let optional = package.dependencies.iter().filter(|one| one.kind == DependencyKind::OptionalPeer);
    let meta = Value::Object(vec![("optional".to_string(), Value::Bool(true))]);
    let meta: Vec<(String, Node)> = optional.map(|one| (one.name.clone(), Node::from_value(&meta))).collect();
    if !meta.is_empty() {
        entry.set("peerDependenciesMeta", sorted_object(meta));
    }
    entry
}

/// The member `resolution`, its members sorted by name.
fn resolution(resolution: &Resolution) -> Value {
    let mut members: Vec<(&str, Option<&str>)> = match resolution {
        Resolution::Registry { tarball, integrity } => {
            vec![("integrity", integrity.as_deref()), ("tarball", tarball.as_deref())]
        }
        Resolution::Tarball { url, integrity } => vec![("integrity", integrity.as_deref()), ("tarball", Some(url))],
        Resolution::LocalTarball { path, integrity } => {
            let tarball = Value::string(format!("file:{path}"));
            let mut members: Vec<(String, Value)> = Vec::new();
            if let Some(integrity) = integrity {
                members.push(("integrity".to_string(), Value::string(integrity)));
            }
            members.push(("tarball".to_string(), tarball));
            return Value::Object(members);
        }
        Resolution::Folder { path } => vec![("directory", Some(path)), ("type", Some("directory"))],
        Resolution::Git { repository, commit, path, integrity } => vec![
            ("commit", Some(commit)),
            ("integrity", integrity.as_deref()),
            ("path", path.as_deref()),
            ("repo", Some(repository)),
            ("type", Some("git")),
        ],
        Resolution::Other { value } => return value.clone(),
        _ => Vec::new(),
    };
    members.retain(|(_, value)| value.is_some());
    Value::map(members.into_iter().map(|(name, value)| (name, value.unwrap_or_default())))
}
