//! Between the tree of the resolution and the neutral graph of lockfiles. This is the only place that knows both.

use crate::error::Error;
use crate::manifest::{Dependencies, Manifest};
use crate::tree::{EdgeKind, NewNode, NodeId, OverrideSet, Tree};
use brio_lockfile::{
    Dependency, DependencyKind, Graph, Importer, Metadata, Package, PackageId, Resolution, Value as LockValue,
};
use rustc_hash::FxHashMap;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

impl From<brio_lockfile::Error> for Error {
    fn from(error: brio_lockfile::Error) -> Self {
        let place = match (&error.path, &error.position) {
            (Some(path), Some(position)) => format!("{}:{}:{}: ", path.display(), position.line, position.column),
            (Some(path), None) => format!("{}: ", path.display()),
            _ => String::new(),
        };
        let usual = match &error.position {
            Some(_) => "restore the lockfile from version control; without it, versions are chosen anew",
            None => "",
        };
        let hint = error.hint.unwrap_or_else(|| usual.to_string());
        Error::new("ELOCK", format!("{place}{}", error.message)).with_hint(hint)
    }
}

/// What the tree of `root` says, as a lockfile says it.
pub fn graph_of(tree: &Tree, root: NodeId) -> Graph {
    let project = tree.node(root).path.clone();
    let mut graph = Graph::default();
    let mut ids: FxHashMap<NodeId, PackageId> = FxHashMap::default();
    let mut tops = vec![root];
    let nodes = tree.all(root);
    for node in &nodes {
        if tree.node(*node).parent.is_none() {
            continue;
        }
        let package = package_of(tree, *node, &project);
        let id = graph.add(package);
        graph.placements.insert(relative(&project, &tree.path(*node)), id);
        ids.insert(*node, id);
        let target = tree.target(*node);
        if tree.is_top(target) && !tops.contains(&target) {
            tops.push(target);
        }
    }
    for node in &nodes {
        if tree.node(*node).parent.is_none() && !tops.contains(node) {
            tops.push(*node);
        }
    }
    for node in &nodes {
        if let Some(id) = ids.get(node)
            && tree.node(*node).target.is_none()
        {
            let dependencies = dependencies_of(tree, *node, &ids);
            note_overridden(&mut graph, tree, *node, *id);
            if let Some(package) = graph.packages.get_mut(id) {
                package.dependencies = dependencies;
            }
        }
    }
    for top in tops {
        let path = relative(&project, &tree.node(top).path);
        let folder = if path.is_empty() { ".".to_string() } else { path };
        graph.importers.insert(folder, importer_of(tree, top, &ids));
    }
    mark_bundled(&mut graph, &tree.node(root).manifest.bundled);
    graph
}

fn note_overridden(graph: &mut Graph, tree: &Tree, node: NodeId, id: PackageId) {
    for edge in tree.edges_out(node) {
        let edge = tree.edge(edge);
        if let Ok(spec) = edge.spec.as_ref()
            && edge.overrides.is_some()
            && *spec.raw != *edge.raw
        {
            graph.overridden.insert((id, edge.name.to_string()), spec.raw.clone());
        }
    }
}

/// Marks what the project bundles when it is published: the packages of these names and what they lead to.
fn mark_bundled(graph: &mut Graph, names: &[String]) {
    let at_top = |name: &String| graph.placements.get(&format!("node_modules/{name}")).copied();
    let mut open: Vec<PackageId> = names.iter().filter_map(at_top).collect();
    while let Some(id) = open.pop() {
        if let Some(package) = graph.packages.get_mut(&id).filter(|package| !package.metadata.in_bundle) {
            package.metadata.in_bundle = true;
            open.extend(package.dependencies.iter().filter_map(|one| one.target));
        }
    }
}

fn package_of(tree: &Tree, node: NodeId, project: &Path) -> Package {
    let found = tree.node(node);
    let manifest = &found.manifest;
    let integrity = (!found.integrity.is_empty()).then(|| found.integrity.clone());
    let resolution = if let Some(target) = found.target {
        let path = relative(project, &tree.path(target));
        if tree.is_top(target) {
            Resolution::Workspace { path: if path.is_empty() { ".".to_string() } else { path } }
        } else {
            Resolution::Link { path }
        }
    } else if found.is_bundled {
        Resolution::Unrecorded
    } else if let Some(path) = found.resolved.strip_prefix("file:") {
        Resolution::LocalTarball { path: relative(project, Path::new(path)), integrity }
    } else if let Some((address, commit)) =
        found.resolved.split_once('#').filter(|_| found.resolved.starts_with("git+"))
    {
        Resolution::Git { repository: address.to_string(), commit: commit.to_string(), path: None, integrity }
    } else {
        let tarball = (!found.resolved.is_empty()).then(|| found.resolved.clone());
        Resolution::Registry { tarball, integrity }
    };
    let name = if manifest.name.is_empty() { found.name.to_string() } else { manifest.name.clone() };
    let mut metadata = metadata_of(manifest);
    metadata.in_bundle = found.is_bundled;
    let workspaces = lock_value_of(&manifest.workspaces);
    Package { name, version: manifest.version.clone(), resolution, metadata, workspaces, ..Package::default() }
}

fn importer_of(tree: &Tree, node: NodeId, ids: &FxHashMap<NodeId, PackageId>) -> Importer {
    let found = tree.node(node);
    let manifest = &found.manifest;
    let named = |text: &str| (!text.is_empty()).then(|| text.to_string());
    let folder = found.path.file_name().map(|name| name.to_string_lossy().into_owned());
    // As npm: the entry of a project without a name has none.
    Importer {
        name: named(&manifest.name).or(folder.clone().filter(|_| !found.is_project)),
        folder_name: folder,
        version: named(&manifest.version),
        dependencies: dependencies_of(tree, node, ids),
        metadata: metadata_of(manifest),
        workspaces: (!manifest.workspaces.is_null()).then(|| lock_value(&manifest.workspaces)),
    }
}

/// All dependencies that the manifest says, with where the edges lead.
fn dependencies_of(tree: &Tree, node: NodeId, ids: &FxHashMap<NodeId, PackageId>) -> Vec<Dependency> {
    let found = tree.node(node);
    let manifest = &found.manifest;
    let mut all = Vec::new();
    let lists: [(&Dependencies, DependencyKind); 4] = [
        (&manifest.peers, DependencyKind::Peer),
        (&manifest.dependencies, DependencyKind::Production),
        (&manifest.optional, DependencyKind::Optional),
        (&manifest.development, DependencyKind::Development),
    ];
    // An optional peer that only the metadata names. First: of several with one name the last counts.
    for name in manifest.optional_peers.iter().filter(|name| !manifest.peers.contains_key(*name)) {
        all.push(Dependency {
            name: name.to_string(),
            specifier: String::new(),
            kind: DependencyKind::OptionalPeer,
            target: None,
        });
    }
    let is_top = tree.is_top(node);
    for (list, kind) in lists {
        if kind == DependencyKind::Development && !is_top {
            continue;
        }
        for (name, spec) in list {
            let is_optional = kind == DependencyKind::Peer && manifest.optional_peers.contains(name);
            let edge = found.edges_out.get(name).map(|edge| tree.edge(*edge));
            all.push(Dependency {
                name: name.to_string(),
                specifier: spec.to_string(),
                kind: if is_optional { DependencyKind::OptionalPeer } else { kind },
                target: edge.and_then(|edge| edge.to).and_then(|to| ids.get(&to).copied()),
            });
        }
    }
    all
}

fn metadata_of(manifest: &Manifest) -> Metadata {
    let value = |value: &Value| (!value.is_null()).then(|| lock_value(value));
    let bin: Vec<(&str, &str)> = manifest.commands.iter().map(|(name, path)| (name.as_str(), path.as_str())).collect();
    Metadata {
        os: manifest.os.clone(),
        cpu: manifest.cpu.clone(),
        libc: manifest.libc.clone(),
        engines: value(&manifest.engines),
        bin: (!bin.is_empty()).then(|| LockValue::map(bin)),
        deprecated: manifest.deprecated.clone(),
        has_install_script: manifest.has_install_script,
        license: value(&manifest.license),
        funding: value(&manifest.funding),
        bundled: (!manifest.bundled.is_empty()).then(|| LockValue::strings(&manifest.bundled)),
        in_bundle: false,
        has_shrinkwrap: manifest.has_shrinkwrap,
    }
}

/// The tree that a lockfile of a hoisted layout says, below a project that may have changed since.
pub fn tree_of(
    graph: &Graph,
    project: &Path,
    manifest: Arc<Manifest>,
    folder_manifest: &dyn Fn(&Path) -> Option<Arc<Manifest>>,
    overrides: Option<Rc<OverrideSet>>,
) -> (Tree, NodeId) {
    let mut tree = Tree::default();
    let name = project.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let new = NewNode { name: Arc::from(name), manifest, path: project.to_path_buf(), overrides, ..NewNode::default() };
    let root = tree.add(new);
    tree.nodes[root].is_project = true;
    let mut places: FxHashMap<String, NodeId> = FxHashMap::from_iter([(String::new(), root)]);
    let mut links = Vec::new();
    for folder in graph.importers.keys().filter(|folder| *folder != ".") {
        let path = crate::spec::absolute(project, folder);
        let Some(manifest) = folder_manifest(&path) else { continue };
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let node = tree.add(NewNode { name: Arc::from(name), manifest, path: path.clone(), ..NewNode::default() });
        if path.starts_with(project) {
            tree.attach_folder(node, root);
        }
        places.insert(folder.clone(), node);
    }
    for (path, id) in &graph.placements {
        let Some(package) = graph.packages.get(id) else { continue };
        let Some((above, name)) = path.rsplit_once("node_modules/") else { continue };
        let Some(parent) = places.get(above.trim_end_matches('/')).copied() else { continue };
        let target = match &package.resolution {
            Resolution::Workspace { path } | Resolution::Link { path } => {
                let folder = if path == "." { "" } else { path.as_str() };
                links.push((folder.to_string(), tree.nodes.len()));
                places.get(folder).copied()
            }
            _ => None,
        };
        let (resolved, integrity) = origin(&package.resolution, project);
        let manifest = match target {
            Some(target) => Arc::clone(&tree.node(target).manifest),
            None => Arc::new(manifest_of(package)),
        };
        let is_bundled = package.is_inside_another();
        let new =
            NewNode { name: Arc::from(name), manifest, resolved, integrity, target, is_bundled, ..NewNode::default() };
        let node = tree.add(new);
        tree.attach_new(node, parent);
        places.insert(path.clone(), node);
    }
    // A link may lead to a package that follows it.
    for (folder, node) in links {
        if tree.node(node).target.is_none() {
            tree.nodes[node].target = places.get(&folder).copied();
        }
    }
    (tree, root)
}

/// Where a package's files are from: the address or the path, and the integrity.
pub fn origin(resolution: &Resolution, project: &Path) -> (String, String) {
    let integrity = resolution.integrity().unwrap_or_default().to_string();
    let resolved = match resolution {
        Resolution::Registry { tarball, .. } => tarball.clone().unwrap_or_default(),
        Resolution::Tarball { url, .. } => url.clone(),
        Resolution::LocalTarball { path, .. } => format!("file:{}", crate::spec::absolute(project, path).display()),
        Resolution::Git { repository, commit, .. } => format!("{repository}#{commit}"),
        _ => String::new(),
    };
    (resolved, integrity)
}

/// The manifest as far as the lockfile repeats it.
pub fn manifest_of(package: &Package) -> Manifest {
    let metadata = &package.metadata;
    let json = |value: &Option<LockValue>| value.as_ref().map(json_value).unwrap_or_default();
    let mut manifest = Manifest {
        name: package.name.clone(),
        version: package.version.clone(),
        os: metadata.os.clone(),
        cpu: metadata.cpu.clone(),
        libc: metadata.libc.clone(),
        deprecated: metadata.deprecated.clone(),
        has_install_script: metadata.has_install_script,
        has_shrinkwrap: metadata.has_shrinkwrap,
        engines: json(&metadata.engines),
        license: json(&metadata.license),
        funding: json(&metadata.funding),
        workspaces: json(&package.workspaces),
        ..Manifest::default()
    };
    for dependency in &package.dependencies {
        let (name, spec): (Arc<str>, Arc<str>) =
            (Arc::from(dependency.name.as_str()), Arc::from(dependency.specifier.as_str()));
        match dependency.kind {
            DependencyKind::Production => manifest.dependencies.insert(name, spec),
            DependencyKind::Optional => manifest.optional.insert(name, spec),
            DependencyKind::Development => manifest.development.insert(name, spec),
            DependencyKind::Peer => manifest.peers.insert(name, spec),
            DependencyKind::OptionalPeer => {
                manifest.optional_peers.push(Arc::clone(&name));
                if spec.is_empty() { None } else { manifest.peers.insert(name, spec) }
            }
        };
    }
    manifest.commands = commands_of(package);
    manifest.bundled = match json(&metadata.bundled) {
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        Value::Bool(true) => manifest.dependencies.keys().map(|name| name.to_string()).collect(),
        _ => Vec::new(),
    };
    manifest
}

/// The commands that the lockfile names.
pub fn commands_of(package: &Package) -> Vec<(String, String)> {
    let Some(bin) = package.metadata.bin.as_ref().map(json_value) else { return Vec::new() };
    Manifest::of_json(&serde_json::json!({"name": package.name, "bin": bin})).commands
}

/// A value for a lockfile; None for nothing.
pub fn lock_value_of(value: &Value) -> Option<LockValue> {
    (!value.is_null()).then(|| lock_value(value))
}

/// The kind of an edge, in the terms of lockfiles.
pub fn kind_of(kind: EdgeKind) -> DependencyKind {
    match kind {
        EdgeKind::Production | EdgeKind::Workspace => DependencyKind::Production,
        EdgeKind::Development => DependencyKind::Development,
        EdgeKind::Optional => DependencyKind::Optional,
        EdgeKind::Peer => DependencyKind::Peer,
        EdgeKind::OptionalPeer => DependencyKind::OptionalPeer,
    }
}

fn lock_value(value: &Value) -> LockValue {
    match value {
        Value::Null => LockValue::Null,
        Value::Bool(value) => LockValue::Bool(*value),
        Value::Number(number) => LockValue::Number(number.to_string()),
        Value::String(text) => LockValue::String(text.clone()),
        Value::Array(list) => LockValue::Array(list.iter().map(lock_value).collect()),
        Value::Object(object) => {
            LockValue::Object(object.iter().map(|(name, value)| (name.clone(), lock_value(value))).collect())
        }
    }
}

fn json_value(value: &LockValue) -> Value {
    match value {
        LockValue::Null => Value::Null,
        LockValue::Bool(value) => Value::Bool(*value),
        LockValue::Number(text) => serde_json::from_str(text).unwrap_or_default(),
        LockValue::String(text) => Value::String(text.clone()),
        LockValue::Array(list) => Value::Array(list.iter().map(json_value).collect()),
        LockValue::Object(members) => {
            Value::Object(members.iter().map(|(name, value)| (name.clone(), json_value(value))).collect())
        }
    }
}

/// The path from the project to a folder, with `/`.
pub fn relative(project: &Path, path: &Path) -> String {
    if let Ok(inside) = path.strip_prefix(project) {
        return inside.to_string_lossy().into_owned();
    }
    let (from, to): (Vec<_>, Vec<_>) = (project.components().collect(), path.components().collect());
    let shared = from.iter().zip(&to).take_while(|(left, right)| left == right).count();
    let mut way = PathBuf::new();
    for _ in shared..from.len() {
        way.push("..");
    }
    for part in &to[shared..] {
        way.push(part);
    }
    way.to_string_lossy().into_owned()
}
