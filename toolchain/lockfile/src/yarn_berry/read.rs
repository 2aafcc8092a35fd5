//! From the syntax tree to the graph.

use super::{request, requests_of};
use crate::error::{Error, ErrorKind};
use crate::model::{Dependency, DependencyKind, Graph, Importer, Metadata, Package, PackageId, Resolution};
use crate::relative;
use crate::tree::Node;
use crate::value::Value;
use crate::yarn_classic::name_of;
use std::collections::{BTreeMap, HashMap};

const VERSIONS: std::ops::RangeInclusive<u64> = 4..=10;

/// Reads the graph.
///
/// # Errors
/// [`ErrorKind::Version`], [`ErrorKind::Invalid`], with the position.
pub fn read(document: &Node, text: &str) -> Result<Graph, Error> {
    check_version(document, text)?;
    let mut graph = Graph::default();
    for member in document.members() {
        let entry = &member.value;
        if member.name == "__metadata" {
            graph.settings.other.push((member.name.clone(), entry.to_value()));
            continue;
        }
        let Some(resolution) = entry.get("resolution").and_then(Node::as_scalar) else {
            let message = format!("\"{}\" has no resolution", member.name);
            return Err(Error::at(ErrorKind::Invalid, message, text, entry.offset));
        };
        let package = read_package(&member.name, resolution, entry);
        if let Resolution::Workspace { path } = &package.resolution {
            let importer = Importer {
                name: Some(package.name.clone()),
                folder_name: None,
                version: Some(package.version.clone()),
                dependencies: read_dependencies(entry),
                metadata: package.metadata.clone(),
                workspaces: None,
            };
            graph.importers.insert(path.clone(), importer);
        }
        let id = graph.add(package);
        for request in requests_of(&member.name) {
            graph.requests.insert(request.to_string(), id);
        }
    }
    let requests = graph.requests.clone();
    let only = only_by_name(&requests);
    let importers = graph.importers.values_mut().flat_map(|importer| &mut importer.dependencies);
    let packages = graph.packages.values_mut().flat_map(|package| &mut package.dependencies);
    for dependency in importers.chain(packages).filter(|one| !one.kind.is_peer()) {
        dependency.target = requests.get(&request(&dependency.name, &dependency.specifier)).copied();
    }
    resolve_relative(&mut graph);
    // `resolutions` and catalogs, which are not in the file, replace requests.
    let importers = graph.importers.values_mut().flat_map(|importer| &mut importer.dependencies);
    let packages = graph.packages.values_mut().flat_map(|package| &mut package.dependencies);
    for dependency in importers.chain(packages).filter(|one| !one.kind.is_peer() && one.target.is_none()) {
        dependency.target = only.get(dependency.name.as_str()).copied().flatten();
    }
    Ok(graph)
}

/// The package of each name under which there is one only. What a patch stands for is left out beside the patch.
fn only_by_name(requests: &BTreeMap<String, PackageId>) -> HashMap<&str, Option<PackageId>> {
    let mut only: HashMap<&str, Option<PackageId>> = HashMap::new();
    for (request, id) in requests {
        let found = only.entry(name_of(request)).or_insert(Some(*id));
        if *found != Some(*id) {
            *found = None;
        }
    }
    only
}

fn check_version(document: &Node, text: &str) -> Result<(), Error> {
    let Some(metadata) = document.get("__metadata") else {
        return Err(Error::at(ErrorKind::Invalid, "the member \"__metadata\" is missing", text, document.offset));
    };
    let version = metadata.get("version");
    let number = version.and_then(Node::as_scalar).and_then(|number| number.parse::<u64>().ok());
    let offset = version.map_or(metadata.offset, |version| version.offset);
    match number {
        Some(number) if VERSIONS.contains(&number) => Ok(()),
        Some(number) => {
            let than = if number > *VERSIONS.end() { "newer" } else { "older" };
            let message = format!(
                "version {number} of yarn.lock is {than} than those that are known ({} to {})",
                VERSIONS.start(),
                VERSIONS.end()
            );
            Err(Error::at(ErrorKind::Version, message, text, offset).with_hint("use the yarn that wrote it"))
        }
        None => Err(Error::at(ErrorKind::Invalid, "__metadata has no version", text, offset)),
    }
}

fn read_package(key: &str, resolution: &str, entry: &Node) -> Package {
    let name = name_of(resolution);
    let reference = resolution.get(name.len() + 1..).unwrap_or_default();
    let string = |name: &str| entry.get(name).and_then(Node::as_scalar).map(str::to_string);
    let resolution = read_resolution(reference);
    let dependencies = match resolution {
        Resolution::Workspace { .. } => Vec::new(),
        _ => read_dependencies(entry),
    };
    Package {
        name: name.to_string(),
        version: string("version").unwrap_or_default(),
        resolution,
        dependencies,
        metadata: read_metadata(entry),
        archive_checksum: string("checksum"),
        key: Some(key.to_string()),
        ..Package::default()
    }
}

fn read_resolution(whole: &str) -> Resolution {
    let (reference, parameters) = whole.split_once("::").unwrap_or((whole, ""));
    let parameter = |name: &str| {
        parameters.split('&').find_map(|one| one.strip_prefix(name)?.strip_prefix('=')).map(percent_decode)
    };
    // Paths are relative to the package that requests them.
    let folder = parameter("locator")
        .and_then(|locator| locator.split_once("@workspace:").map(|(_, folder)| folder.to_string()))
        .unwrap_or_default();
    match reference.split_once(':') {
        Some(("npm", _)) => Resolution::Registry { tarball: parameter("__archiveUrl"), integrity: None },
        Some(("workspace", path)) => Resolution::Workspace { path: path.to_string() },
        Some(("link" | "portal", path)) => Resolution::Link { path: relative::join(&folder, path) },
        Some(("file", path)) => {
            let path = path.split('#').next().unwrap_or(path);
            let archive = [".tgz", ".tar.gz"].iter().any(|end| path.ends_with(end));
            let path = relative::join(&folder, path);
            if archive { Resolution::LocalTarball { path, integrity: None } } else { Resolution::Folder { path } }
        }
        Some(("patch" | "exec", _)) => Resolution::Other { value: Value::string(whole) },
        _ => match reference.split_once("#commit=") {
            Some((repository, commit)) => Resolution::Git {
                repository: repository.to_string(),
                commit: commit.split('&').next().unwrap_or(commit).to_string(),
                path: None,
                integrity: None,
            },
            None if reference.starts_with("http") => {
                Resolution::Tarball { url: reference.to_string(), integrity: None }
            }
            None => Resolution::Other { value: Value::string(whole) },
        },
    }
}

fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let code = (bytes[index] == b'%').then(|| text.get(index + 1..index + 3)).flatten();
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                index += 3;
            }
            None => {
                out.push(bytes[index]);
                index += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn read_dependencies(entry: &Node) -> Vec<Dependency> {
    let members = |name: &str| entry.get(name).map(Node::string_members).unwrap_or_default();
    let is_optional = |meta: &str, name: &str| {
        entry.get(meta).and_then(|meta| meta.get(name)).and_then(|one| one.get("optional")).is_some_and(Node::is_true)
    };
    let mut dependencies = Vec::new();
    for (name, specifier) in members("dependencies") {
        let optional = is_optional("dependenciesMeta", &name);
        let kind = if optional { DependencyKind::Optional } else { DependencyKind::Production };
        dependencies.push(Dependency { name, specifier, kind, target: None });
    }
    let peers = members("peerDependencies");
    // A peer that only the metadata names has no specifier.
    let unnamed = entry.get("peerDependenciesMeta").map(Node::members).unwrap_or_default();
    for member in unnamed.iter().filter(|member| !peers.iter().any(|(name, _)| *name == member.name)) {
        let (name, kind) = (member.name.clone(), DependencyKind::OptionalPeer);
        dependencies.push(Dependency { name, specifier: String::new(), kind, target: None });
    }
    for (name, specifier) in peers {
        let optional = is_optional("peerDependenciesMeta", &name);
        let kind = if optional { DependencyKind::OptionalPeer } else { DependencyKind::Peer };
        dependencies.push(Dependency { name, specifier, kind, target: None });
    }
    dependencies
}

fn read_metadata(entry: &Node) -> Metadata {
    let conditions = entry.get("conditions").and_then(Node::as_scalar).unwrap_or_default();
    let list = |name: &str| -> Vec<String> {
        let words = conditions.split(['&', '|', '(', ')', ' ']);
        words.filter_map(|word| word.strip_prefix(name)?.strip_prefix('=')).map(str::to_string).collect()
    };
    Metadata {
        os: list("os"),
        cpu: list("cpu"),
        libc: list("libc"),
        bin: entry.get("bin").map(Node::to_value),
        ..Metadata::default()
    }
}

/// Requests of links and files have the requesting package behind `::`, so they are found by what is before it.
fn resolve_relative(graph: &mut Graph) {
    let bound: Vec<(String, String, PackageId)> = graph
        .requests
        .iter()
        .filter_map(|(request, id)| {
            let (plain, parameters) = request.split_once("::")?;
            let locator = parameters.split('&').find_map(|one| one.strip_prefix("locator="))?;
            Some((plain.to_string(), percent_decode(locator), *id))
        })
        .collect();
    if bound.is_empty() {
        return;
    }
    for (folder, importer) in &mut graph.importers {
        let own = format!("{}@workspace:{folder}", importer.name.as_deref().unwrap_or_default());
        for dependency in importer.dependencies.iter_mut().filter(|one| one.target.is_none() && !one.kind.is_peer()) {
            let plain = request(&dependency.name, &dependency.specifier);
            let found = bound.iter().find(|(request, locator, _)| *request == plain && *locator == own);
            dependency.target = found.map(|(_, _, id)| *id);
        }
    }
}
