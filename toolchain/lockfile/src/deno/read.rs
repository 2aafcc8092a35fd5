//! From the syntax tree to the graph.

use super::name_of;
use crate::error::{Error, ErrorKind};
use crate::model::{
    Dependency, DependencyKind, Graph, Importer, Metadata, Package, PackageId, PeerContext, RemoteModules, Resolution,
};
use crate::relative;
use crate::tree::Node;
use crate::value::Value;
use std::collections::HashMap;

/// The members of the top level that the graph has elsewhere.
pub const INTERPRETED: [&str; 6] = ["specifiers", "jsr", "npm", "redirects", "remote", "workspace"];

/// Reads the graph.
///
/// # Errors
/// [`ErrorKind::Version`], [`ErrorKind::Invalid`], with the position.
pub fn read(document: &Node, text: &str) -> Result<Graph, Error> {
    check_version(document, text)?;
    let mut graph = Graph::default();
    let mut index = Index::default();
    for (protocol, make) in [("jsr", read_jsr as fn(&str, &Node) -> Package), ("npm", read_npm)] {
        for member in document.get(protocol).map(Node::members).unwrap_or_default() {
            let id = graph.add(make(&member.name, &member.value));
            index.by_key.insert(format!("{protocol}:{}", member.name), id);
            let named = index.by_name.entry(format!("{protocol}:{}", name_of(&member.name))).or_insert(Some(id));
            if *named != Some(id) {
                *named = None;
            }
        }
    }
    for member in document.get("specifiers").map(Node::members).unwrap_or_default() {
        let protocol = member.name.split(':').next().unwrap_or_default();
        let name = name_of(member.name.get(protocol.len() + 1..).unwrap_or_default());
        let version = member.value.as_scalar().unwrap_or_default();
        let Some(id) = index.by_key.get(&format!("{protocol}:{name}@{version}")).copied() else {
            let message = format!("\"{}\" leads to \"{name}@{version}\", which is not there", member.name);
            return Err(Error::at(ErrorKind::Invalid, message, text, member.value.offset));
        };
        graph.requests.insert(member.name.clone(), id);
    }
    read_edges(document, &mut graph, &index);
    read_workspace(document, &mut graph);
    let pairs = |name: &str| document.get(name).map(Node::string_members).unwrap_or_default();
    graph.remote = RemoteModules { redirects: pairs("redirects"), hashes: pairs("remote") };
    graph.settings.other = document
        .members()
        .iter()
        .filter(|member| !INTERPRETED.contains(&member.name.as_str()))
        .map(|member| (member.name.clone(), member.value.to_value()))
        .collect();
    Ok(graph)
}

fn check_version(document: &Node, text: &str) -> Result<(), Error> {
    let Some(version) = document.get("version") else {
        return Err(Error::at(ErrorKind::Invalid, "the member \"version\" is missing", text, document.offset));
    };
    match version.as_scalar().and_then(|number| number.parse::<u64>().ok()) {
        Some(4 | 5) => Ok(()),
        Some(number) if number > 5 => Err(Error::at(
            ErrorKind::Version,
            format!("version {number} of deno.lock is newer than those that are known (4 and 5)"),
            text,
            version.offset,
        )
        .with_hint("use the Deno that wrote it, or a newer Brio")),
        Some(number) => Err(Error::at(
            ErrorKind::Version,
            format!("version {number} of deno.lock is older than those that are read (4 and 5)"),
            text,
            version.offset,
        )
        .with_hint("`deno install` of Deno 2 converts it")),
        None => Err(Error::at(ErrorKind::Invalid, "version is not a version", text, version.offset)),
    }
}

/// Packages by `npm:name@version`, and by `npm:name` where there is one only.
#[derive(Default)]
struct Index {
    by_key: HashMap<String, PackageId>,
    by_name: HashMap<String, Option<PackageId>>,
}

fn read_jsr(key: &str, entry: &Node) -> Package {
    let name = name_of(key);
    Package {
        name: name.to_string(),
        version: key.get(name.len() + 1..).unwrap_or_default().to_string(),
        resolution: Resolution::Jsr { integrity: entry.get("integrity").and_then(Node::as_str).map(str::to_string) },
        key: Some(key.to_string()),
        ..Package::default()
    }
}

/// A key is `name@version`, and `_peer@version` for each peer, whose `/` is `+`.
fn read_npm(key: &str, entry: &Node) -> Package {
    let string = |name: &str| entry.get(name).and_then(Node::as_str).map(str::to_string);
    let is = |name: &str| entry.get(name).is_some_and(Node::is_true);
    let list = |name: &str| entry.get(name).map(Node::strings).unwrap_or_default();
    let name = name_of(key);
    let rest = key.get(name.len() + 1..).unwrap_or_default();
    let (version, peers) = rest.split_once('_').unwrap_or((rest, ""));
    let peers = peers.split('_').filter(|peer| !peer.is_empty()).map(|peer| PeerContext {
        name: name_of(peer).replace('+', "/"),
        target: None,
        spelled: peer.to_string(),
    });
    Package {
        name: name.to_string(),
        version: version.to_string(),
        resolution: Resolution::Registry { tarball: string("tarball"), integrity: string("integrity") },
        metadata: Metadata {
            os: list("os"),
            cpu: list("cpu"),
            bin: is("bin").then_some(Value::Bool(true)),
            deprecated: is("deprecated").then(String::new),
            has_install_script: is("scripts"),
            ..Metadata::default()
        },
        peers: peers.collect(),
        key: Some(key.to_string()),
        ..Package::default()
    }
}

/// The members that have dependencies.
pub const KINDS: [(&str, DependencyKind); 3] = [
    ("dependencies", DependencyKind::Production),
    ("optionalDependencies", DependencyKind::Optional),
    ("optionalPeers", DependencyKind::OptionalPeer),
];

fn read_edges(document: &Node, graph: &mut Graph, index: &Index) {
    for protocol in ["npm", "jsr"] {
        for member in document.get(protocol).map(Node::members).unwrap_or_default() {
            let mut dependencies = Vec::new();
            for (list, kind) in KINDS {
                for spelled in member.value.get(list).map(Node::strings).unwrap_or_default() {
                    dependencies.push(match protocol {
                        "npm" => npm_dependency(&spelled, kind, index),
                        _ => jsr_dependency(&spelled, kind, &graph.requests),
                    });
                }
            }
            let id = index.by_key.get(&format!("{protocol}:{}", member.name));
            if let Some(package) = id.and_then(|id| graph.packages.get_mut(id)) {
                package.dependencies = dependencies;
            }
        }
    }
}

/// `ms`, `ms@2.1.3`, `alias@npm:ms@2.1.3`.
fn npm_dependency(spelled: &str, kind: DependencyKind, index: &Index) -> Dependency {
    let name = name_of(spelled);
    let target = match spelled.get(name.len() + 1..) {
        None => index.by_name.get(&format!("npm:{name}")).copied().flatten(),
        Some(alias) if alias.starts_with("npm:") => index.by_key.get(alias).copied(),
        Some(_) => index.by_key.get(&format!("npm:{spelled}")).copied(),
    };
    Dependency { name: name.to_string(), specifier: String::new(), kind, target }
}

/// A request, without its range if there is one request of that name only.
fn jsr_dependency(
    spelled: &str,
    kind: DependencyKind,
    requests: &std::collections::BTreeMap<String, PackageId>,
) -> Dependency {
    let start = format!("{spelled}@");
    let found = requests
        .get_key_value(spelled)
        .or_else(|| requests.range(start.clone()..).next().filter(|(request, _)| request.starts_with(&start)));
    let request = found.map_or(spelled, |(request, _)| request.as_str());
    let bare = request.split_once(':').map_or(request, |(_, bare)| bare);
    Dependency {
        name: name_of(bare).to_string(),
        specifier: request.to_string(),
        kind,
        target: found.map(|(_, id)| *id),
    }
}

fn read_workspace(document: &Node, graph: &mut Graph) {
    let Some(workspace) = document.get("workspace") else { return };
    let requests = graph.requests.clone();
    let read = |node: &Node| {
        let lists = [node.get("dependencies"), node.get("packageJson").and_then(|node| node.get("dependencies"))];
        let dependencies = lists.into_iter().flatten().flat_map(Node::strings).map(|specifier| {
            let bare = specifier.split_once(':').map_or(specifier.as_str(), |(_, bare)| bare);
            let name = name_of(bare).to_string();
            let target = requests.get(&specifier).copied();
            Dependency { name, specifier, kind: DependencyKind::Production, target }
        });
        Importer { dependencies: dependencies.collect(), ..Importer::default() }
    };
    graph.importers.insert(".".to_string(), read(workspace));
    for member in workspace.get("members").map(Node::members).unwrap_or_default() {
        graph.importers.insert(relative::join("", &member.name), read(&member.value));
    }
}
