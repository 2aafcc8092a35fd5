//! From the syntax tree to the graph.

use super::{is_placement, name_of_folder};
use crate::error::{Error, ErrorKind};
use crate::model::{Dependency, DependencyKind, Flags, Graph, Importer, Metadata, Package, PackageId, Resolution};
use crate::tree::Node;
use std::collections::HashMap;

const VERSIONS: std::ops::RangeInclusive<u64> = 2..=3;

/// Reads the graph.
///
/// # Errors
/// [`ErrorKind::Version`], [`ErrorKind::Invalid`], with the position.
pub fn read(document: &Node, text: &str) -> Result<Graph, Error> {
    check_version(document, text)?;
    let Some(packages) = document.get("packages").filter(|packages| packages.is_object()) else {
        return Err(Error::at(ErrorKind::Invalid, "the member \"packages\" is missing", text, document.offset));
    };
    let mut graph = Graph::default();
    for member in packages.members() {
        let (path, entry) = (member.name.as_str(), &member.value);
        if !entry.is_object() {
            return Err(Error::at(ErrorKind::Invalid, format!("\"{path}\" is not an object"), text, entry.offset));
        }
        if is_placement(path) {
            let id = graph.add(read_package(path, entry));
            graph.placements.insert(path.to_string(), id);
        } else {
            let folder = if path.is_empty() { "." } else { path };
            graph.importers.insert(folder.to_string(), read_importer(path, entry));
        }
    }
    link_workspaces(&mut graph);
    resolve_edges(&mut graph);
    tell_tarballs_apart(&mut graph);
    Ok(graph)
}

fn check_version(document: &Node, text: &str) -> Result<(), Error> {
    let Some(version) = document.get("lockfileVersion") else {
        return Err(Error::at(ErrorKind::Invalid, "the member \"lockfileVersion\" is missing", text, document.offset));
    };
    match version.as_scalar().and_then(|number| number.parse::<u64>().ok()) {
        Some(number) if VERSIONS.contains(&number) => Ok(()),
        Some(number) if number > *VERSIONS.end() => Err(Error::at(
            ErrorKind::Version,
            format!("lockfileVersion {number} is newer than those that are known (2 and 3)"),
            text,
            version.offset,
        )
        .with_hint("use the npm that wrote it, or a newer Brio")),
        Some(1) => {
            Err(Error::at(ErrorKind::Version, "lockfileVersion 1 (npm 6 and older) is not read", text, version.offset)
                .with_hint("`brio install --lockfile-only` converts it"))
        }
        _ => Err(Error::at(ErrorKind::Invalid, "lockfileVersion is not a version", text, version.offset)),
    }
}

fn read_importer(path: &str, entry: &Node) -> Importer {
    let string = |name: &str| entry.get(name).and_then(Node::as_str).map(str::to_string);
    let derived = (!path.is_empty()).then(|| name_of_folder(path).to_string());
    Importer {
        name: string("name").or(derived),
        folder_name: None,
        version: string("version"),
        dependencies: read_dependencies(entry),
        metadata: read_metadata(entry),
        workspaces: entry.get("workspaces").map(Node::to_value),
    }
}

fn read_package(path: &str, entry: &Node) -> Package {
    let string = |name: &str| entry.get(name).and_then(Node::as_str).map(str::to_string);
    let is = |name: &str| entry.get(name).is_some_and(Node::is_true);
    let folder = &path[path.rfind("node_modules/").map_or(0, |index| index + "node_modules/".len())..];
    Package {
        name: string("name").unwrap_or_else(|| folder.to_string()),
        version: string("version").unwrap_or_default(),
        resolution: read_resolution(entry),
        dependencies: read_dependencies(entry),
        metadata: read_metadata(entry),
        workspaces: entry.get("workspaces").map(Node::to_value),
        flags: Flags {
            dev: is("dev"),
            optional: is("optional"),
            dev_optional: is("devOptional"),
            peer: is("peer"),
            extraneous: is("extraneous"),
        },
        key: Some(path.to_string()),
        ..Package::default()
    }
}

fn read_resolution(entry: &Node) -> Resolution {
    let resolved = entry.get("resolved").and_then(Node::as_str);
    let integrity = entry.get("integrity").and_then(Node::as_str).map(str::to_string);
    if entry.get("link").is_some_and(Node::is_true) {
        return Resolution::Link { path: resolved.unwrap_or_default().to_string() };
    }
    let Some(resolved) = resolved else {
        // What the project itself bundles comes from the registry, and what a tarball brings along has no hash.
        let bundled = entry.get("inBundle").is_some_and(Node::is_true) && integrity.is_none();
        return if bundled { Resolution::Unrecorded } else { Resolution::Registry { tarball: None, integrity } };
    };
    if let Some(path) = resolved.strip_prefix("file:") {
        let path = path.to_string();
        let archive = [".tgz", ".tar.gz", ".tar"].iter().any(|end| path.ends_with(end)) || integrity.is_some();
        return if archive { Resolution::LocalTarball { path, integrity } } else { Resolution::Folder { path } };
    }
    let is_git = resolved.starts_with("git+") || resolved.starts_with("git:") || resolved.starts_with("git@");
    if let Some((repository, commit)) = resolved.rsplit_once('#').filter(|_| is_git) {
        return Resolution::Git {
            repository: repository.to_string(),
            commit: commit.to_string(),
            path: None,
            integrity,
        };
    }
    Resolution::Registry { tarball: Some(resolved.to_string()), integrity }
}

/// In the order in which npm adds the edges: of several with one name the last counts.
fn read_dependencies(entry: &Node) -> Vec<Dependency> {
    let mut dependencies = Vec::new();
    let mut add = |name: String, specifier: String, kind: DependencyKind| {
        dependencies.push(Dependency { name, specifier, kind, target: None });
    };
    let members = |name: &str| entry.get(name).map(Node::string_members).unwrap_or_default();
    let peers = members("peerDependencies");
    let meta = entry.get("peerDependenciesMeta");
    let is_optional = |name: &str| {
        meta.and_then(|meta| meta.get(name)).and_then(|one| one.get("optional")).is_some_and(Node::is_true)
    };
    // A peer that only the metadata names has no specifier.
    let unnamed = meta.map(Node::members).unwrap_or_default().iter().map(|member| member.name.clone());
    for name in unnamed.filter(|name| is_optional(name) && !peers.iter().any(|(peer, _)| peer == name)) {
        add(name, String::new(), DependencyKind::OptionalPeer);
    }
    for (name, specifier) in peers {
        let kind = if is_optional(&name) { DependencyKind::OptionalPeer } else { DependencyKind::Peer };
        add(name, specifier, kind);
    }
    for (member, kind) in [
        ("dependencies", DependencyKind::Production),
        ("optionalDependencies", DependencyKind::Optional),
        ("devDependencies", DependencyKind::Development),
    ] {
        members(member).into_iter().for_each(|(name, specifier)| add(name, specifier, kind));
    }
    dependencies
}

fn read_metadata(entry: &Node) -> Metadata {
    let is = |name: &str| entry.get(name).is_some_and(Node::is_true);
    let value = |name: &str| entry.get(name).map(Node::to_value);
    let list = |name: &str| match entry.get(name) {
        Some(node) if node.as_str().is_some() => node.as_str().map(str::to_string).into_iter().collect(),
        Some(node) => node.strings(),
        None => Vec::new(),
    };
    Metadata {
        os: list("os"),
        cpu: list("cpu"),
        libc: list("libc"),
        engines: value("engines"),
        bin: value("bin"),
        deprecated: entry.get("deprecated").and_then(Node::as_str).map(str::to_string),
        has_install_script: is("hasInstallScript"),
        license: value("license"),
        funding: value("funding"),
        bundled: value("bundleDependencies"),
        in_bundle: is("inBundle"),
        has_shrinkwrap: is("hasShrinkwrap"),
    }
}

/// Links to folders that have an entry of their own are importers.
fn link_workspaces(graph: &mut Graph) {
    for package in graph.packages.values_mut() {
        let Resolution::Link { path } = &package.resolution else { continue };
        let folder = if path.is_empty() { "." } else { path.as_str() };
        let Some(importer) = graph.importers.get(folder) else { continue };
        package.version = importer.version.clone().unwrap_or_default();
        if let Some(name) = &importer.name {
            package.name = name.clone();
        }
        package.resolution = Resolution::Workspace { path: folder.to_string() };
    }
}

/// Finds the package of each edge as Node.js does: in the `node_modules` of the folder, then of those above it.
fn resolve_edges(graph: &mut Graph) {
    let places: HashMap<String, PackageId> = graph.placements.iter().map(|(path, id)| (path.clone(), *id)).collect();
    let mut candidate = String::new();
    for (path, id) in &graph.placements {
        let Some(package) = graph.packages.get_mut(id) else { continue };
        // A peer that only `peerDependenciesMeta` names is no edge.
        let named = |one: &&mut Dependency| one.kind != DependencyKind::OptionalPeer || !one.specifier.is_empty();
        for dependency in package.dependencies.iter_mut().filter(named) {
            dependency.target = find(&places, path, &dependency.name, &mut candidate);
        }
    }
    for (folder, importer) in &mut graph.importers {
        let path = if folder == "." { "" } else { folder };
        for dependency in &mut importer.dependencies {
            dependency.target = find(&places, path, &dependency.name, &mut candidate);
        }
    }
}

/// The package that `name` means in the folder `path`.
fn find(places: &HashMap<String, PackageId>, path: &str, name: &str, candidate: &mut String) -> Option<PackageId> {
    let mut folder = path;
    loop {
        candidate.clear();
        if !folder.is_empty() {
            candidate.push_str(folder);
            candidate.push('/');
        }
        candidate.push_str("node_modules/");
        candidate.push_str(name);
        if let Some(id) = places.get(candidate.as_str()) {
            return Some(*id);
        }
        if folder.is_empty() {
            return None;
        }
        folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
        folder = folder.strip_suffix("node_modules").map_or(folder, |parent| parent.trim_end_matches('/'));
    }
}

/// An address that is not in the form of a registry's is a registry's all the same, if no dependency names the address.
fn tell_tarballs_apart(graph: &mut Graph) {
    let by_address: Vec<PackageId> = graph
        .importers
        .values()
        .flat_map(|importer| &importer.dependencies)
        .chain(graph.packages.values().flat_map(|package| &package.dependencies))
        .filter(|dependency| dependency.specifier.starts_with("http:") || dependency.specifier.starts_with("https:"))
        .filter_map(|dependency| dependency.target)
        .collect();
    for id in by_address {
        let Some(package) = graph.packages.get_mut(&id) else { continue };
        if let Resolution::Registry { tarball: Some(url), integrity } = &package.resolution {
            package.resolution = Resolution::Tarball { url: url.clone(), integrity: integrity.clone() };
        }
    }
}
