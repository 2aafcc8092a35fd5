//! From the syntax tree to the graph.

use super::{SEPARATOR, name_of};
use crate::error::{Error, ErrorKind};
use crate::hex;
use crate::model::{Dependency, DependencyKind, Graph, Package, Resolution};
use crate::tree::Node;

/// Reads the graph. It has no importers.
///
/// # Errors
/// [`ErrorKind::Invalid`], with the position.
pub fn read(document: &Node, text: &str) -> Result<Graph, Error> {
    let mut graph = Graph::default();
    for member in document.members() {
        let entry = &member.value;
        if entry.get("version").and_then(Node::as_scalar).is_none() {
            let message = format!("\"{}\" has no version", member.name.replace(SEPARATOR, ", "));
            return Err(Error::at(ErrorKind::Invalid, message, text, entry.offset));
        }
        let requests: Vec<&str> = member.name.split(SEPARATOR).collect();
        let id = graph.add(read_package(&member.name, &requests, entry));
        for request in requests {
            if graph.requests.insert(request.to_string(), id).is_some() {
                let message = format!("\"{request}\" is there twice");
                return Err(Error::at(ErrorKind::Invalid, message, text, entry.offset));
            }
        }
    }
    let requests = graph.requests.clone();
    for dependency in graph.packages.values_mut().flat_map(|package| &mut package.dependencies) {
        dependency.target = requests.get(&format!("{}@{}", dependency.name, dependency.specifier)).copied();
    }
    Ok(graph)
}

fn read_package(key: &str, requests: &[&str], entry: &Node) -> Package {
    let string = |name: &str| entry.get(name).and_then(Node::as_scalar);
    let folder = name_of(requests[0]);
    let specifiers: Vec<&str> =
        requests.iter().map(|request| request[name_of(request).len()..].trim_start_matches('@')).collect();
    let alias = specifiers.iter().find_map(|specifier| specifier.strip_prefix("npm:")).map(name_of);
    let mut dependencies = Vec::new();
    for (member, kind) in
        [("dependencies", DependencyKind::Production), ("optionalDependencies", DependencyKind::Optional)]
    {
        for (name, specifier) in entry.get(member).map(Node::string_members).unwrap_or_default() {
            dependencies.push(Dependency { name, specifier, kind, target: None });
        }
    }
    Package {
        name: string("name").or(alias).unwrap_or(folder).to_string(),
        version: string("version").unwrap_or_default().to_string(),
        resolution: read_resolution(string("resolved"), string("integrity"), &specifiers),
        dependencies,
        key: Some(key.to_string()),
        ..Package::default()
    }
}

fn read_resolution(resolved: Option<&str>, integrity: Option<&str>, specifiers: &[&str]) -> Resolution {
    let has_prefix = |prefixes: &[&str]| {
        specifiers.iter().find(|specifier| prefixes.iter().any(|prefix| specifier.starts_with(prefix)))
    };
    let Some(resolved) = resolved else {
        if let Some(link) = has_prefix(&["link:"]) {
            return Resolution::Link { path: link["link:".len()..].to_string() };
        }
        return match has_prefix(&["file:", "./", "../", "/"]) {
            Some(folder) => Resolution::Folder { path: folder.trim_start_matches("file:").to_string() },
            None => Resolution::Registry { tarball: None, integrity: integrity.map(str::to_string) },
        };
    };
    let (address, fragment) = resolved.split_once('#').map_or((resolved, ""), |(address, hash)| (address, hash));
    let is_git =
        ["git+", "git:", "git@", "ssh:"].iter().any(|start| address.starts_with(start)) || address.ends_with(".git");
    if is_git && !fragment.is_empty() {
        return Resolution::Git {
            repository: address.to_string(),
            commit: fragment.to_string(),
            path: None,
            integrity: integrity.map(str::to_string),
        };
    }
    let integrity = join_integrity(integrity, fragment);
    if let Some(path) = address.strip_prefix("file:") {
        return Resolution::LocalTarball { path: path.to_string(), integrity };
    }
    let by_address = |specifier: &&str| {
        specifier.starts_with("http:")
            || specifier.starts_with("https:")
            || (specifier.contains('/') && !specifier.starts_with("npm:"))
    };
    if specifiers.iter().any(by_address) {
        return Resolution::Tarball { url: address.to_string(), integrity };
    }
    Resolution::Registry { tarball: Some(address.to_string()), integrity }
}

/// The member `integrity` and the SHA-1 behind the address.
fn join_integrity(integrity: Option<&str>, fragment: &str) -> Option<String> {
    let sha1 = (fragment.len() == 40).then(|| hex::to_base64(fragment)).flatten().map(|hash| format!("sha1-{hash}"));
    match (integrity, sha1) {
        (Some(integrity), Some(sha1)) if !integrity.split(' ').any(|hash| hash.starts_with("sha1-")) => {
            Some(format!("{integrity} {sha1}"))
        }
        (Some(integrity), _) => Some(integrity.to_string()),
        (None, sha1) => sha1,
    }
}
