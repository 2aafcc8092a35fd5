//! From the syntax tree to the graph.

use super::{members_of, names_of, placement_of};
use crate::error::{Error, ErrorKind};
use crate::model::{
    CatalogEntry, Dependency, DependencyKind, Graph, Importer, Metadata, Package, PackageId, Patch, Resolution,
};
use crate::tree::{Data, Node};
use crate::value::Value;
use std::collections::HashMap;

const VERSION_MAX: u64 = 3;

/// The members of the top level that the graph has elsewhere.
pub const INTERPRETED: [&str; 7] =
    ["workspaces", "trustedDependencies", "patchedDependencies", "overrides", "catalog", "catalogs", "packages"];

/// Reads the graph.
///
/// # Errors
/// [`ErrorKind::Version`], [`ErrorKind::Invalid`], with the position.
pub fn read(document: &Node, text: &str) -> Result<Graph, Error> {
    check_version(document, text)?;
    let mut graph = Graph::default();
    read_settings(document, &mut graph);
    for member in document.get("workspaces").map(Node::members).unwrap_or_default() {
        let folder = if member.name.is_empty() { "." } else { &member.name };
        graph.importers.insert(folder.to_string(), read_importer(&member.value));
    }
    let mut keys = HashMap::new();
    for member in document.get("packages").map(Node::members).unwrap_or_default() {
        let Some(package) = read_package(&member.name, &member.value) else {
            let message = format!("\"{}\" is not a package", member.name);
            return Err(Error::at(ErrorKind::Invalid, message, text, member.value.offset));
        };
        keys.insert(member.name.clone(), graph.add(package));
    }
    let members = members_of(&graph);
    for (key, id) in &keys {
        graph.placements.insert(placement_of(key, &members), *id);
    }
    resolve_edges(&mut graph, &keys);
    Ok(graph)
}

fn check_version(document: &Node, text: &str) -> Result<(), Error> {
    let Some(version) = document.get("lockfileVersion") else {
        return Err(Error::at(ErrorKind::Invalid, "the member \"lockfileVersion\" is missing", text, document.offset));
    };
    match version.as_scalar().and_then(|number| number.parse::<u64>().ok()) {
        Some(number) if number <= VERSION_MAX => Ok(()),
        Some(number) => Err(Error::at(
            ErrorKind::Version,
            format!("lockfileVersion {number} is newer than those that are known (0 to {VERSION_MAX})"),
            text,
            version.offset,
        )
        .with_hint("use the Bun that wrote it, or a newer Brio")),
        None => Err(Error::at(ErrorKind::Invalid, "lockfileVersion is not a version", text, version.offset)),
    }
}

fn read_settings(document: &Node, graph: &mut Graph) {
    let settings = &mut graph.settings;
    let strings = |name: &str| document.get(name).map(Node::string_members).unwrap_or_default();
    // Rules for dependencies of one package are objects: they stay in the file as they are.
    settings.overrides = strings("overrides");
    for (selector, path) in strings("patchedDependencies") {
        settings.patches.push((selector, Patch { path: Some(path), hash: None }));
    }
    settings.trusted = document.get("trustedDependencies").map(Node::strings).unwrap_or_default();
    let entries = |node: &Node| -> Vec<CatalogEntry> {
        let entry = |(name, specifier)| CatalogEntry { name, specifier, version: None };
        node.string_members().into_iter().map(entry).collect()
    };
    if let Some(catalog) = document.get("catalog") {
        settings.catalogs.insert("default".to_string(), entries(catalog));
    }
    for catalog in document.get("catalogs").map(Node::members).unwrap_or_default() {
        settings.catalogs.insert(catalog.name.clone(), entries(&catalog.value));
    }
    settings.other = document
        .members()
        .iter()
        .filter(|member| !INTERPRETED.contains(&member.name.as_str()))
        .map(|member| (member.name.clone(), member.value.to_value()))
        .collect();
}

fn read_importer(entry: &Node) -> Importer {
    let string = |name: &str| entry.get(name).and_then(Node::as_str).map(str::to_string);
    Importer {
        name: string("name"),
        folder_name: None,
        version: string("version"),
        dependencies: read_dependencies(Some(entry)),
        metadata: Metadata { bin: entry.get("bin").map(Node::to_value), ..Metadata::default() },
        workspaces: None,
    }
}

fn read_package(key: &str, entry: &Node) -> Option<Package> {
    let Data::Array(elements) = &entry.data else { return None };
    let spelled = elements.first()?.as_str()?;
    let at = spelled.get(1..)?.find('@')? + 1;
    let (name, rest) = (&spelled[..at], &spelled[at + 1..]);
    let info = elements.iter().find(|element| element.is_object());
    let strings: Vec<&str> = elements[1..].iter().filter_map(Node::as_str).collect();
    let integrity = strings.iter().rev().find(|one| one.starts_with("sha")).map(|one| one.to_string());
    let resolution = read_resolution(rest, elements.get(1).and_then(Node::as_str), integrity);
    let version = match resolution {
        Resolution::Registry { .. } => rest.to_string(),
        _ => String::new(),
    };
    Some(Package {
        name: name.to_string(),
        version,
        resolution,
        dependencies: read_dependencies(info),
        metadata: info.map(read_metadata).unwrap_or_default(),
        key: Some(key.to_string()),
        ..Package::default()
    })
}

fn read_resolution(rest: &str, registry: Option<&str>, integrity: Option<String>) -> Resolution {
    let is_archive = [".tgz", ".tar.gz", ".tar"].iter().any(|end| rest.ends_with(end));
    let git = |repository: &str| {
        let (repository, commit) = repository.rsplit_once('#').unwrap_or((repository, ""));
        Resolution::Git {
            repository: repository.to_string(),
            commit: commit.to_string(),
            path: None,
            integrity: integrity.clone(),
        }
    };
    match rest.split_once(':') {
        Some(("root", _)) => Resolution::Workspace { path: ".".to_string() },
        Some(("workspace", path)) => Resolution::Workspace { path: path.to_string() },
        Some(("link", path)) => Resolution::Link { path: path.to_string() },
        Some(("file", path)) if !is_archive => Resolution::Folder { path: path.to_string() },
        Some(("http" | "https", _)) => Resolution::Tarball { url: rest.to_string(), integrity },
        Some((scheme, _)) if scheme.starts_with("git") || scheme == "ssh" => git(rest),
        _ if is_archive => Resolution::LocalTarball { path: rest.to_string(), integrity },
        _ => Resolution::Registry { tarball: registry.filter(|url| !url.is_empty()).map(str::to_string), integrity },
    }
}

/// The members that have dependencies.
pub const KINDS: [(&str, DependencyKind); 4] = [
    ("dependencies", DependencyKind::Production),
    ("devDependencies", DependencyKind::Development),
    ("optionalDependencies", DependencyKind::Optional),
    ("peerDependencies", DependencyKind::Peer),
];

fn read_dependencies(entry: Option<&Node>) -> Vec<Dependency> {
    let Some(entry) = entry else { return Vec::new() };
    let optional_peers = entry.get("optionalPeers").map(Node::strings).unwrap_or_default();
    let mut dependencies = Vec::new();
    for (member, kind) in KINDS {
        for (name, specifier) in entry.get(member).map(Node::string_members).unwrap_or_default() {
            let optional = kind == DependencyKind::Peer && optional_peers.contains(&name);
            let kind = if optional { DependencyKind::OptionalPeer } else { kind };
            dependencies.push(Dependency { name, specifier, kind, target: None });
        }
    }
    dependencies
}

fn read_metadata(info: &Node) -> Metadata {
    let list = |name: &str| match info.get(name) {
        Some(node) if node.as_str().is_some() => node.as_str().map(str::to_string).into_iter().collect(),
        Some(node) => node.strings(),
        None => Vec::new(),
    };
    Metadata {
        os: list("os"),
        cpu: list("cpu"),
        libc: list("libc"),
        bin: info.get("bin").map(Node::to_value).or_else(|| info.get("binDir").map(|_| Value::Bool(true))),
        in_bundle: info.get("bundled").is_some_and(Node::is_true),
        ..Metadata::default()
    }
}

fn resolve_edges(graph: &mut Graph, keys: &HashMap<String, PackageId>) {
    for (key, id) in keys {
        let names = names_of(key);
        let Some(package) = graph.packages.get_mut(id) else { continue };
        for dependency in &mut package.dependencies {
            dependency.target = find(keys, &names, &dependency.name);
        }
    }
    for (folder, importer) in &mut graph.importers {
        let own: Vec<&str> = if folder == "." { Vec::new() } else { importer.name.as_deref().into_iter().collect() };
        for dependency in &mut importer.dependencies {
            dependency.target = find(keys, &own, &dependency.name);
        }
    }
}

/// The package that `name` means below these names: in the `node_modules` of the last, then of those above it.
fn find(keys: &HashMap<String, PackageId>, above: &[&str], name: &str) -> Option<PackageId> {
    (0..=above.len()).rev().find_map(|count| {
        let mut key = above[..count].join("/");
        if count > 0 {
            key.push('/');
        }
        key.push_str(name);
        keys.get(&key).copied()
    })
}
