//! From manifests and lockfile to the graph that is installed.

use super::Context;
use crate::error::{Error, Result};
use crate::lock;
use crate::manifest::Manifest;
use crate::spec::Spec;
use crate::tree::{
    BuildOptions, Builder, Conflict, EdgeKind, NewNode, NodeId, OverrideSet, PlaceOptions, Tree, Updates,
};
use brio_lockfile::{DependencyKind, Graph, Importer, PackageId};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::Arc;

/// The graph of the lockfile, which must be there and fit the manifests.
pub fn frozen(context: &mut Context) -> Result<Graph> {
    if context.old_lock.is_some() {
        return frozen_old(context);
    }
    let Some(lockfile) = &context.lockfile else {
        let message = format!("there is no lockfile in {}", context.project.folder.display());
        return Err(Error::new("ENOLOCK", message).with_hint("`brio install` makes one"));
    };
    if !super::is_of_npm(lockfile) {
        return super::foreign::resolve(context).map(|(graph, _)| graph);
    }
    let graph = lockfile.graph().clone();
    match difference(context, &graph) {
        None => Ok(graph),
        Some(what) => Err(Error::new("EFROZEN", format!("the lockfile does not fit package.json: {what}"))
            .with_hint("`brio install` brings it up to date")),
    }
}

/// The same for a lockfile of npm 6, which does not say what the project requests: its versions must fit that.
fn frozen_old(context: &mut Context) -> Result<Graph> {
    let (tree, root) = start_tree(context)?;
    let tops = tree.all(root).into_iter().filter(|node| tree.is_top(*node));
    for edge in tops.flat_map(|node| tree.edges_out(node)) {
        let one = tree.edge(edge);
        let is_missing = one.to.is_none() && !one.is_optional() && one.kind != EdgeKind::Workspace;
        if is_missing || one.to.is_some() && !tree.is_valid(edge) {
            let message = format!("the lockfile does not fit package.json: {}@{} is not in it", one.name, one.raw);
            return Err(Error::new("EFROZEN", message).with_hint("`brio install` brings it up to date"));
        }
    }
    resolve(context).map(|(graph, ..)| graph)
}

/// The first thing in which the manifests and the lockfile differ.
fn difference(context: &Context, graph: &Graph) -> Option<String> {
    let manifest = context.project.manifest();
    let Some(root) = graph.importers.get(".") else { return Some("it has no entry of the project".to_string()) };
    if let Some(found) = importer_difference(&manifest, root, graph, context.options.legacy_peers) {
        return Some(found);
    }
    for member in &context.workspace.members {
        let folder = lock::relative(&context.project.folder, &member.folder);
        let Some(importer) = graph.importers.get(&folder) else { return Some(format!("{folder} is missing")) };
        if let Some(found) = importer_difference(&member.manifest, importer, graph, context.options.legacy_peers) {
            return Some(format!("{found} (in {folder})"));
        }
    }
    None
}

fn importer_difference(manifest: &Manifest, importer: &Importer, graph: &Graph, legacy_peers: bool) -> Option<String> {
    let lists = [
        (&manifest.dependencies, DependencyKind::Production),
        (&manifest.optional, DependencyKind::Optional),
        (&manifest.development, DependencyKind::Development),
        (&manifest.peers, DependencyKind::Peer),
    ];
    let mut count = 0;
    for (list, kind) in lists {
        for (name, spec) in list {
            count += 1;
            let same_kind = |found: DependencyKind| found == kind || kind.is_peer() && found.is_peer();
            let found = importer.dependencies.iter().find(|one| one.name == **name && same_kind(one.kind));
            match found {
                None => return Some(format!("{name}@{spec} is missing")),
                Some(one) if one.specifier != **spec => {
                    return Some(format!("it has {name}@{} instead of {spec}", one.specifier));
                }
                Some(one) => {
                    let may_be_missing = one.kind.may_be_missing() || kind.is_peer() && legacy_peers;
                    if !may_be_missing && !one.target.is_some_and(|id| graph.packages.contains_key(&id)) {
                        return Some(format!("the package of {name} is missing"));
                    }
                }
            }
        }
    }
    let named = importer.dependencies.iter().filter(|one| !one.specifier.is_empty());
    let extra = named.clone().count() > count;
    extra.then(|| "it has dependencies that package.json does not have".to_string())
}

/// Resolves what the manifests request, with what the lockfile says where that still fits. Returns the graph, the accepted
/// conflicts of peers, and what `add` saved.
pub fn resolve(context: &mut Context) -> Result<(Graph, Vec<Conflict>, Vec<String>)> {
    if context.lockfile.as_ref().is_some_and(|lockfile| !super::is_of_npm(lockfile)) {
        return super::foreign::resolve(context).map(|(graph, saved)| (graph, Vec::new(), saved));
    }
    let added = super::saving::read_arguments(context)?;
    let is_plain = added.is_empty()
        && context.options.remove.is_empty()
        && context.options.update.is_none()
        && !context.options.dedupes;
    let was_merged = context.lockfile.as_ref().is_some_and(brio_lockfile::Lockfile::was_merged);
    if let (true, Some(lockfile)) = (is_plain, &context.lockfile)
        && !context.options.force
        && !was_merged
        && difference(context, lockfile.graph()).is_none()
        && is_complete(lockfile.graph())
    {
        return Ok((lockfile.graph().clone(), Vec::new(), Vec::new()));
    }
    for name in context.options.remove.clone() {
        if !context.edit(|project| project.remove_dependency(&name)) {
            let error = Error::new("ENOTDEPENDENCY", format!("{name} is not a dependency of the project"));
            return Err(error.with_hint("`brio ls` shows the dependencies"));
        }
    }
    for one in &added {
        super::saving::add_to_manifest(context, one);
    }
    let (mut tree, root) = start_tree(context)?;
    if context.options.dedupes {
        tree.dedupe(root);
    }
    let options = build_options(context, &added, was_merged);
    prefetch(context, &tree, root);
    let progress = &context.progress;
    progress.show_resolving(&context.sources.registry);
    let mut builder = Builder::new(tree, root, options, &context.sources);
    let conflicts = builder.build()?;
    progress.clear();
    let (tree, root) = (builder.tree, builder.root);
    let versions: FxHashMap<String, String> = added
        .iter()
        .filter_map(|one| Some((one.name.clone(), super::saving::version_in_tree(context, &tree, root, &one.name)?)))
        .collect();
    let saved = super::saving::save_versions(context, &added, |name| versions.get(name).cloned());
    let mut graph = lock::graph_of(&tree, root);
    name_members(context, &mut graph);
    if !added.is_empty() {
        super::saving::correct_specifiers(context, &mut graph);
    }
    // As npm: what only optional peers lead to is removed by the next change, not by the first installation.
    if context.lockfile.is_some() || context.old_lock.is_some() {
        prune(&mut graph);
    }
    super::leave(tree);
    Ok((graph, conflicts, saved))
}

fn build_options(context: &Context, added: &[Spec], was_merged: bool) -> BuildOptions {
    let options = &context.options;
    let names = options.update.iter().flatten().map(|name| Arc::from(name.as_str())).collect();
    BuildOptions {
        place: PlaceOptions {
            force: options.force,
            prefers_dedupe: options.prefers_dedupe,
            strict_peers: options.strict_peers,
            with_peers: !options.legacy_peers,
            updates: Updates { names, versions: options.update_versions.clone() },
        },
        explicit: added.iter().map(|one| Arc::from(one.name.as_str())).collect(),
        explicit_folder: context.edited().folder.clone(),
        checks_all: was_merged,
    }
}

/// Members that only `pnpm-workspace.yaml` names are in the lockfile as if `package.json` did: it says what they are by this
/// list alone.
fn name_members(context: &Context, graph: &mut Graph) {
    let members: Vec<String> = context
        .workspace
        .members
        .iter()
        .map(|member| lock::relative(&context.project.folder, &member.folder))
        .filter(|folder| !folder.is_empty())
        .collect();
    if let Some(root) = graph.importers.get_mut(".").filter(|root| root.workspaces.is_none() && !members.is_empty()) {
        root.workspaces = Some(brio_lockfile::Value::strings(&members));
    }
}

/// Whether everything that is not optional has a package.
fn is_complete(graph: &Graph) -> bool {
    graph.packages.values().all(|package| {
        package
            .dependencies
            .iter()
            .all(|one| one.target.is_some() || one.kind.may_be_missing() || package.is_inside_another())
    })
}

/// Removes what nothing reaches any more.
fn prune(graph: &mut Graph) {
    let flags = brio_lockfile::flags::of_lockfile(graph);
    let gone: Vec<PackageId> = flags.packages.iter().filter(|(_, flags)| flags.extraneous).map(|(id, _)| *id).collect();
    for id in gone {
        // What a tarball brings along stays with it.
        if graph.packages.get(&id).is_some_and(|package| !package.is_inside_another()) {
            graph.packages.remove(&id);
        }
    }
    graph.placements.retain(|_, id| graph.packages.contains_key(id));
    let orphans: Vec<String> = graph
        .placements
        .iter()
        .filter(|(path, _)| {
            path.rsplit_once("/node_modules/")
                .is_some_and(|(above, _)| above.contains("node_modules/") && !graph.placements.contains_key(above))
        })
        .map(|(path, _)| path.clone())
        .collect();
    for path in orphans {
        if let Some(id) = graph.placements.remove(&path) {
            graph.packages.remove(&id);
        }
    }
}

/// The tree to start from: the project with its members, and what the lockfile has below.
fn start_tree(context: &Context) -> Result<(Tree, NodeId)> {
    let project = &context.project;
    let manifest = project.manifest();
    let overrides = OverrideSet::read(&manifest.overrides)?;
    let with_peers = !context.options.legacy_peers;
    let updates_all = context.options.update.as_ref().is_some_and(Vec::is_empty);
    let members: FxHashMap<_, _> =
        context.workspace.members.iter().map(|member| (member.folder.clone(), Arc::clone(&member.manifest))).collect();
    let (mut tree, root) = match context.lockfile.as_ref().filter(|_| !updates_all) {
        Some(lockfile) => {
            let manifest_of = |path: &Path| {
                let read = || crate::project::Project::read(path).ok().map(|project| project.manifest());
                members.get(path).cloned().or_else(read)
            };
            lock::tree_of(lockfile.graph(), &project.folder, manifest, &manifest_of, overrides)
        }
        None => {
            let mut tree = Tree::default();
            let name = project.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let path = project.folder.clone();
            let root = tree.add(NewNode { name: Arc::from(name), manifest, path, overrides, ..NewNode::default() });
            tree.nodes[root].is_project = true;
            if let Some(lock) = context.old_lock.as_ref().filter(|_| !updates_all) {
                lock.add_to(&mut tree, root, &context.sources)?;
            }
            (tree, root)
        }
    };
    add_members(context, &mut tree, root);
    for node in tree.all(root) {
        if tree.node(node).target.is_none() {
            tree.load_edges(node, with_peers);
        }
    }
    Ok((tree, root))
}

fn add_members(context: &Context, tree: &mut Tree, root: NodeId) {
    tree.members =
        context.workspace.members.iter().map(|member| (member.name.clone(), member.folder.clone())).collect();
    tree.catalogs = context
        .workspace
        .catalogs
        .iter()
        .map(|(name, entries)| (name.clone(), entries.iter().cloned().collect()))
        .collect();
    for member in &context.workspace.members {
        let known =
            tree.all(root).into_iter().find(|node| tree.is_top(*node) && tree.node(*node).path == member.folder);
        let node = known.unwrap_or_else(|| {
            let name = member.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let new = NewNode {
                name: Arc::from(name),
                manifest: Arc::clone(&member.manifest),
                path: member.folder.clone(),
                ..NewNode::default()
            };
            let node = tree.add(new);
            tree.attach_folder(node, root);
            node
        });
        tree.nodes[node].is_workspace = true;
    }
    for member in &context.workspace.members {
        let spec = format!("file:{}", lock::relative(&context.project.folder, &member.folder));
        tree.add_edge(root, &Arc::from(member.name.as_str()), &Arc::from(spec), EdgeKind::Workspace);
    }
}

/// Requests what will probably be needed.
fn prefetch(context: &Context, tree: &Tree, root: NodeId) {
    let registry = &context.sources.registry;
    if !context.options.only_lockfile && !context.options.is_dry {
        let store = context.sources.store.clone();
        registry.on_pick(move |manifest| store.request(&crate::sources::wanted(manifest)));
    }
    for node in tree.all(root) {
        if !tree.is_top(node) {
            continue;
        }
        for edge in tree.edges_out(node) {
            if (tree.edge(edge).to.is_none() || !tree.is_valid(edge))
                && let Ok(spec) = tree.edge(edge).spec.as_ref()
            {
                registry.prefetch(spec);
            }
        }
    }
}

/// Reads a spec of the command line.
pub fn argument(text: &str, folder: &Path) -> Result<Spec> {
    Spec::of_argument(text, folder)
}
