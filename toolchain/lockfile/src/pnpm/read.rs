//! From the syntax tree to the graph.

use super::path::{self, DependencyPath};
use crate::error::{Error, ErrorKind};
use crate::model::{
    CatalogEntry, Dependency, DependencyKind, Flags, Graph, Importer, Metadata, Package, PackageId, Patch, PeerContext,
    Resolution,
};
use crate::relative;
use crate::tree::Node;
use crate::value::Value;
use std::collections::HashMap;

/// The members of the top level that the graph has elsewhere.
pub const INTERPRETED: [&str; 6] =
    ["overrides", "catalogs", "patchedDependencies", "importers", "packages", "snapshots"];

/// Reads the graph.
///
/// # Errors
/// [`ErrorKind::Version`], [`ErrorKind::Invalid`], with the position.
pub fn read(document: &Node, text: &str) -> Result<Graph, Error> {
    if document.members().is_empty() {
        return Ok(Graph::default());
    }
    check_version(document, text)?;
    let mut graph = Graph::default();
    read_settings(document, &mut graph);
    let ids = read_snapshots(document, text, &mut graph)?;
    let mut links = HashMap::new();
    let folders: Vec<String> = match document.get("importers") {
        Some(importers) => importers.members().iter().map(|member| member.name.clone()).collect(),
        None => Vec::new(),
    };
    for folder in &folders {
        graph.importers.insert(folder.clone(), Importer::default());
    }
    let mut resolver = Resolver { ids: &ids, links: &mut links, text };
    for member in document.get("importers").map(Node::members).unwrap_or_default() {
        let dependencies = read_importer(&member.value, &member.name, &mut graph, &mut resolver)?;
        graph.importers.insert(member.name.clone(), Importer { dependencies, ..Importer::default() });
    }
    let packages = entries_of(document);
    for member in document.get("snapshots").map(Node::members).unwrap_or_default() {
        read_snapshot_edges(&packages, &member.name, &member.value, &mut graph, &mut resolver)?;
    }
    Ok(graph)
}

fn check_version(document: &Node, text: &str) -> Result<(), Error> {
    let Some(version) = document.get("lockfileVersion") else {
        return Err(Error::at(ErrorKind::Invalid, "the member \"lockfileVersion\" is missing", text, document.offset));
    };
    let said = version.as_scalar().unwrap_or_default();
    match said.split('.').next().and_then(|major| major.parse::<u64>().ok()) {
        Some(9) => Ok(()),
        Some(major) if major > 9 => Err(Error::at(
            ErrorKind::Version,
            format!("lockfileVersion {said} is newer than the one that is known (9.0)"),
            text,
            version.offset,
        )
        .with_hint("use the pnpm that wrote it, or a newer Brio")),
        Some(_) => Err(Error::at(
            ErrorKind::Version,
            format!("lockfileVersion {said} is older than the one that is read (9.0)"),
            text,
            version.offset,
        )
        .with_hint("`pnpm install --lockfile-only` of pnpm 9 or newer converts it")),
        None => Err(Error::at(ErrorKind::Invalid, "lockfileVersion is not a version", text, version.offset)),
    }
}

fn read_settings(document: &Node, graph: &mut Graph) {
    if let Some(overrides) = document.get("overrides") {
        graph.settings.overrides = overrides.string_members();
    }
    for catalog in document.get("catalogs").map(Node::members).unwrap_or_default() {
        let string = |node: &Node, name: &str| node.get(name).and_then(Node::as_scalar).map(str::to_string);
        let entries = catalog.value.members().iter().map(|member| CatalogEntry {
            name: member.name.clone(),
            specifier: string(&member.value, "specifier").unwrap_or_default(),
            version: string(&member.value, "version"),
        });
        graph.settings.catalogs.insert(catalog.name.clone(), entries.collect());
    }
    for patch in document.get("patchedDependencies").map(Node::members).unwrap_or_default() {
        let string = |name: &str| patch.value.get(name).and_then(Node::as_scalar).map(str::to_string);
        let hash = patch.value.as_scalar().map(str::to_string).or_else(|| string("hash"));
        graph.settings.patches.push((patch.name.clone(), Patch { path: string("path"), hash }));
    }
    graph.settings.other = document
        .members()
        .iter()
        .filter(|member| !INTERPRETED.contains(&member.name.as_str()))
        .map(|member| (member.name.clone(), member.value.to_value()))
        .collect();
}

/// The entries of `packages` by their keys.
fn entries_of(document: &Node) -> HashMap<&str, &Node> {
    let entries = document.get("packages").map(Node::members).unwrap_or_default();
    entries.iter().map(|member| (member.name.as_str(), &member.value)).collect()
}

/// One package for each snapshot, without its edges.
fn read_snapshots(document: &Node, text: &str, graph: &mut Graph) -> Result<HashMap<String, PackageId>, Error> {
    let packages = entries_of(document);
    let mut ids = HashMap::new();
    for member in document.get("snapshots").map(Node::members).unwrap_or_default() {
        let Some(parts) = path::parse(&member.name) else {
            let message = format!("\"{}\" is not a dependency path (name@version)", member.name);
            return Err(Error::at(ErrorKind::Invalid, message, text, member.value.offset));
        };
        let Some(entry) = packages.get(parts.base) else {
            let message = format!("\"{}\" is in \"snapshots\" but not in \"packages\"", parts.base);
            return Err(Error::at(ErrorKind::Invalid, message, text, member.value.offset));
        };
        let id = graph.add(read_package(&member.name, parts, entry, &member.value));
        ids.insert(member.name.clone(), id);
    }
    for package in graph.packages.values_mut() {
        for peer in &mut package.peers {
            peer.target = ids.get(&peer.spelled).copied();
        }
    }
    Ok(ids)
}

fn read_package(key: &str, parts: DependencyPath<'_>, entry: &Node, snapshot: &Node) -> Package {
    let string = |name: &str| entry.get(name).and_then(Node::as_scalar).map(str::to_string);
    let is_address = parts.version.contains(':') || parts.version.contains('/');
    let version = string("version").unwrap_or(if is_address { String::new() } else { parts.version.to_string() });
    let list = |name: &str| match entry.get(name) {
        Some(node) if node.as_str().is_some() => node.as_str().map(str::to_string).into_iter().collect(),
        Some(node) => node.strings(),
        None => Vec::new(),
    };
    let peers = path::groups(parts.peers).into_iter().map(|group| PeerContext {
        name: path::parse(group).map_or(group, |peer| peer.name).to_string(),
        target: None,
        spelled: group.to_string(),
    });
    Package {
        name: string("name").unwrap_or_else(|| parts.name.to_string()),
        version,
        resolution: read_resolution(entry.get("resolution"), parts),
        metadata: Metadata {
            os: list("os"),
            cpu: list("cpu"),
            libc: list("libc"),
            engines: entry.get("engines").map(Node::to_value),
            bin: entry.get("hasBin").filter(|has| has.is_true()).map(|_| Value::Bool(true)),
            deprecated: string("deprecated"),
            has_install_script: entry.get("requiresBuild").is_some_and(Node::is_true),
            bundled: entry.get("bundledDependencies").or(entry.get("bundleDependencies")).map(Node::to_value),
            ..Metadata::default()
        },
        flags: Flags { optional: snapshot.get("optional").is_some_and(Node::is_true), ..Flags::default() },
        peers: peers.collect(),
        transitive_peers: snapshot.get("transitivePeerDependencies").map(Node::strings).unwrap_or_default(),
        key: Some(key.to_string()),
        ..Package::default()
    }
}

fn read_resolution(node: Option<&Node>, parts: DependencyPath<'_>) -> Resolution {
    let Some(node) = node else { return Resolution::Unrecorded };
    let string = |name: &str| node.get(name).and_then(Node::as_scalar).map(str::to_string);
    let known = |names: &[&str]| node.members().iter().all(|member| names.contains(&member.name.as_str()));
    match node.get("type").and_then(Node::as_str) {
        None if known(&["integrity", "tarball"]) => {
            let (tarball, integrity) = (string("tarball"), string("integrity"));
            match tarball {
                Some(url) if parts.version.starts_with("file:") => {
                    Resolution::LocalTarball { path: url.strip_prefix("file:").unwrap_or(&url).to_string(), integrity }
                }
                Some(url) if parts.version.contains("://") => Resolution::Tarball { url, integrity },
                tarball => Resolution::Registry { tarball, integrity },
            }
        }
        Some("directory") if known(&["type", "directory"]) => {
            Resolution::Folder { path: string("directory").unwrap_or_default() }
        }
        Some("git") if known(&["type", "repo", "commit", "path", "integrity"]) => Resolution::Git {
            repository: string("repo").unwrap_or_default(),
            commit: string("commit").unwrap_or_default(),
            path: string("path"),
            integrity: string("integrity"),
        },
        _ => Resolution::Other { value: node.to_value() },
    }
}

/// Finds the package that a reference means.
struct Resolver<'a> {
    ids: &'a HashMap<String, PackageId>,
    /// By folder: links have no entry in the file.
    links: &'a mut HashMap<(String, String), PackageId>,
    text: &'a str,
}

impl Resolver<'_> {
    /// `folder` is what a `link:` is relative to.
    fn resolve(&mut self, name: &str, reference: &Node, folder: &str, graph: &mut Graph) -> Result<PackageId, Error> {
        let spelled = reference.as_scalar().unwrap_or_default();
        if let Some(target) = spelled.strip_prefix("link:") {
            return Ok(self.link(name, &relative::join(folder, target), graph));
        }
        let path = path::of_reference(spelled, name).unwrap_or_default();
        self.ids.get(&path).copied().ok_or_else(|| {
            let message = format!("\"{path}\" is a dependency but not in \"snapshots\"");
            Error::at(ErrorKind::Invalid, message, self.text, reference.offset)
        })
    }

    fn link(&mut self, name: &str, folder: &str, graph: &mut Graph) -> PackageId {
        let key = (name.to_string(), folder.to_string());
        if let Some(id) = self.links.get(&key) {
            return *id;
        }
        let path = folder.to_string();
        let resolution = match graph.importers.contains_key(folder) {
            true => Resolution::Workspace { path },
            false => Resolution::Link { path },
        };
        let id = graph.add(Package { name: name.to_string(), resolution, ..Package::default() });
        self.links.insert(key, id);
        id
    }
}

/// The members of an importer that have dependencies.
pub const KINDS: [(&str, DependencyKind); 3] = [
    ("dependencies", DependencyKind::Production),
    ("devDependencies", DependencyKind::Development),
    ("optionalDependencies", DependencyKind::Optional),
];

fn read_importer(
    entry: &Node,
    folder: &str,
    graph: &mut Graph,
    resolver: &mut Resolver<'_>,
) -> Result<Vec<Dependency>, Error> {
    let mut dependencies = Vec::new();
    for (member, kind) in KINDS {
        for one in entry.get(member).map(Node::members).unwrap_or_default() {
            let specifier = one.value.get("specifier").and_then(Node::as_scalar).unwrap_or_default().to_string();
            let Some(version) = one.value.get("version") else {
                let message = format!("the dependency \"{}\" has no version", one.name);
                return Err(Error::at(ErrorKind::Invalid, message, resolver.text, one.value.offset));
            };
            let target = Some(resolver.resolve(&one.name, version, folder, graph)?);
            dependencies.push(Dependency { name: one.name.clone(), specifier, kind, target });
        }
    }
    Ok(dependencies)
}

fn read_snapshot_edges(
    packages: &HashMap<&str, &Node>,
    key: &str,
    snapshot: &Node,
    graph: &mut Graph,
    resolver: &mut Resolver<'_>,
) -> Result<(), Error> {
    let entry = path::parse(key).and_then(|parts| packages.get(parts.base).copied());
    let mut dependencies = Vec::new();
    let meta = entry.and_then(|entry| entry.get("peerDependenciesMeta"));
    let is_optional = |name: &str| {
        meta.and_then(|meta| meta.get(name)).and_then(|one| one.get("optional")).is_some_and(Node::is_true)
    };
    let peers = entry.and_then(|entry| entry.get("peerDependencies")).map(Node::string_members).unwrap_or_default();
    for (name, specifier) in peers {
        let kind = if is_optional(&name) { DependencyKind::OptionalPeer } else { DependencyKind::Peer };
        dependencies.push(Dependency { name, specifier, kind, target: None });
    }
    for (member, kind) in &KINDS {
        for one in snapshot.get(member).map(Node::members).unwrap_or_default() {
            let target = Some(resolver.resolve(&one.name, &one.value, ".", graph)?);
            match dependencies.iter_mut().find(|peer| peer.name == one.name) {
                Some(peer) => peer.target = target,
                None => dependencies.push(Dependency {
                    name: one.name.clone(),
                    specifier: String::new(),
                    kind: *kind,
                    target,
                }),
            }
        }
    }
    if let Some(package) = resolver.ids.get(key).and_then(|id| graph.packages.get_mut(id)) {
        package.dependencies = dependencies;
    }
    Ok(())
}
