//! Placing a package in the real tree: as high as it can go, with its peers beside it or above it.

use super::can_place::{Placement, Question, Verdict, can_place};
use super::{EdgeId, NewNode, NodeId, Tree};
use crate::error::{Error, Result};
use brio_lockfile::collation::compare_english;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// What is placed, and for whom.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub dep: NodeId,
    pub edge: EdgeId,
    pub is_explicit: bool,
    /// The request whose package brings this one as a peer.
    pub above: Option<&'a Above<'a>>,
}

/// The state of a request that its peers need.
pub struct Above<'a> {
    request: Request<'a>,
    start: NodeId,
    verdict: Verdict,
}

/// Settings.
#[derive(Clone, Debug, Default)]
pub struct PlaceOptions {
    pub force: bool,
    pub prefers_dedupe: bool,
    pub strict_peers: bool,
    pub with_peers: bool,
    pub updates: Updates,
}

/// What is resolved anew although it fits.
#[derive(Clone, Debug, Default)]
pub struct Updates {
    pub names: Vec<Arc<str>>,
    /// Only these versions of them, by name and version; empty: all.
    pub versions: Vec<(String, String)>,
}

impl Updates {
    /// Whether the package that a dependency leads to is meant.
    pub fn means(&self, tree: &Tree, edge: EdgeId) -> bool {
        let edge = tree.edge(edge);
        match edge.to.filter(|_| !self.versions.is_empty()) {
            Some(to) => self.means_version_of(tree, to),
            None => self.names.contains(&edge.name),
        }
    }

    /// Whether a package in the tree is meant.
    pub fn means_node(&self, tree: &Tree, node: NodeId) -> bool {
        match self.versions.is_empty() {
            true => self.names.contains(&tree.node(node).name),
            false => self.means_version_of(tree, node),
        }
    }

    fn means_version_of(&self, tree: &Tree, node: NodeId) -> bool {
        let manifest = &tree.node(node).manifest;
        self.versions.iter().any(|(name, version)| *name == manifest.name && *version == manifest.version)
    }
}

/// A package that was placed.
pub struct Placed {
    pub node: NodeId,
    pub edge: EdgeId,
    pub state: Placement,
    /// Nodes whose dependencies have to be looked at again.
    pub reevaluate: Vec<NodeId>,
}

/// A conflict of peers that was accepted: an edge that does not get what it requests.
pub type Warnings = Vec<EdgeId>;

/// Places a package and its peers. What was placed is appended, a package before its peers.
///
/// # Errors
/// `ERESOLVE` when a conflict concerns the user's own dependencies.
pub fn place(
    tree: &mut Tree,
    options: &PlaceOptions,
    request: Request<'_>,
    placed: &mut Vec<Placed>,
    warnings: &mut Warnings,
) -> Result<()> {
    let edge = tree.edge(request.edge);
    let is_fine = edge.to.is_some()
        && tree.is_valid(request.edge)
        && !request.is_explicit
        && !options.updates.means(tree, request.edge);
    if is_fine {
        return Ok(());
    }
    let name = Arc::clone(&edge.name);
    let from = request.above.map_or(edge.from, |above| above.start);
    let start = tree.deepest_target(from, &name);
    let (found, alone) = search(tree, options, request, start);
    let verdict = match (found, alone) {
        (Some(found), _) => found,
        (None, _) if !options.force && (is_mine(tree, request) || options.strict_peers) => {
            return Err(conflict_error(tree, request));
        }
        (None, Some(alone)) => alone,
        (None, None) => {
            warn(tree, request.edge, warnings);
            return Ok(());
        }
    };
    let state = if verdict.state == Placement::Conflict { verdict.own_state } else { verdict.state };
    let target = verdict.target;
    if state == Placement::Keep {
        if tree.edge(request.edge).is_peer() && !tree.is_valid(request.edge) {
            warn(tree, request.edge, warnings);
        }
        prune_dedupable(tree, options, request.is_explicit, target, true);
        return Ok(());
    }
    if let Some(node) = link_to_ancestor(tree, request.dep, target) {
        placed.push(Placed { node, edge: request.edge, state: verdict.own_state, reevaluate: Vec::new() });
        return Ok(());
    }
    let node = copy(tree, request.dep, options.with_peers);
    let old = tree.node(target).children.get(&name).copied();
    let mut reevaluate = Vec::new();
    match old {
        Some(old) => replace_old(tree, node, old, target, &mut reevaluate, warnings),
        None => tree.attach(node, target),
    }
    placed.push(Placed { node, edge: request.edge, state: verdict.own_state, reevaluate });
    if tree.edge(request.edge).is_peer() && !tree.satisfies(node, request.edge) {
        warn(tree, request.edge, warnings);
    }
    prune_duplicates(tree, options, request, node, target);
    let above = Above { request, start, verdict };
    place_peers(tree, options, &above, node, placed, warnings)
}

fn search(
    tree: &Tree,
    options: &PlaceOptions,
    request: Request<'_>,
    start: NodeId,
) -> (Option<Verdict>, Option<Verdict>) {
    let (mut found, mut alone) = (None, None);
    let name = Arc::clone(&tree.edge(request.edge).name);
    for target in tree.ancestry(start) {
        let target_edge = tree.node(target).edges_out.get(&name);
        if !tree.is_top(target) && target_edge.is_some_and(|edge| tree.edge(*edge).is_peer()) {
            continue;
        }
        let verdict = can_place(
            tree,
            Question {
                dep: request.dep,
                target,
                edge: request.edge,
                prefers_dedupe: options.prefers_dedupe,
                is_explicit: request.is_explicit,
                entry: request.above.map(top_edge),
                deepest_above: request.above.map(|above| above.verdict.deepest),
                path: &[],
            },
        );
        if verdict.own_state != Placement::Conflict {
            alone = Some(verdict);
        }
        if verdict.state == Placement::Conflict {
            break;
        }
        found = Some(verdict);
        if tree.node(request.dep).failure.is_some() {
            break;
        }
    }
    (found, alone)
}

fn top_edge(above: &Above<'_>) -> EdgeId {
    above.request.above.map_or(above.request.edge, top_edge)
}

fn top_request<'a>(request: Request<'a>) -> Request<'a> {
    request.above.map_or(request, |above| top_request(above.request))
}

/// Packages that depend on each other in a circle of versions would be nested without end: a link ends it.
fn link_to_ancestor(tree: &mut Tree, dep: NodeId, target: NodeId) -> Option<NodeId> {
    let same = tree.ancestry(target).find(|above| tree.matches(*above, dep) && !tree.is_top(*above))?;
    let (name, manifest) = (Arc::clone(&tree.node(dep).name), Arc::clone(&tree.node(dep).manifest));
    let link = tree.add(NewNode { name, manifest, target: Some(same), ..NewNode::default() });
    tree.attach(link, target);
    Some(link)
}

fn copy(tree: &mut Tree, dep: NodeId, with_peers: bool) -> NodeId {
    let old = tree.node(dep);
    let new = NewNode {
        name: Arc::clone(&old.name),
        manifest: Arc::clone(&old.manifest),
        resolved: old.resolved.clone(),
        integrity: old.integrity.clone(),
        target: old.target,
        failure: old.failure.clone(),
        overrides: old.overrides.clone(),
        ..NewNode::default()
    };
    let is_link = new.target.is_some();
    let node = tree.add(new);
    if !is_link {
        tree.load_edges(node, with_peers);
    }
    node
}

fn replace_old(
    tree: &mut Tree,
    node: NodeId,
    old: NodeId,
    target: NodeId,
    reevaluate: &mut Vec<NodeId>,
    warnings: &mut Warnings,
) {
    let mut old_deps = Vec::new();
    for edge in tree.edges_out(old) {
        let (name, to) = (Arc::clone(&tree.edge(edge).name), tree.edge(edge).to);
        if let (false, Some(to)) = (tree.node(node).edges_out.contains_key(&name), to) {
            old_deps.extend(tree.gather([to], |tree, edge| tree.edge(edge).to != Some(to)));
        }
    }
    let mut pruned = Vec::new();
    for edge in tree.edges_in(old) {
        let from = tree.edge(edge).from;
        let is_kept = tree.satisfies(node, edge)
            || !tree.edge(edge).is_peer()
            || tree.node(from).parent != Some(target)
            || tree.edge(edge).is_conflicted;
        if is_kept {
            continue;
        }
        for (entry, _) in tree.peer_entries(from) {
            let Some(entry_node) = tree.edge(entry).to else { continue };
            let deepest = tree.deepest_target(entry_node, "");
            if deepest != target && !tree.is_mine(tree.edge(entry).from) {
                pruned.extend(tree.gather([entry_node], |tree, edge| {
                    tree.edge(edge).to != Some(entry_node) && !tree.edge(edge).is_conflicted
                }));
            } else {
                warn(tree, edge, warnings);
            }
        }
    }
    tree.replace(node, old);
    prune_for_replacement(tree, node, old_deps);
    for dep in pruned {
        for edge in tree.edges_in(dep) {
            reevaluate.push(tree.edge(edge).from);
        }
        tree.detach(dep);
    }
}

fn prune_for_replacement(tree: &mut Tree, node: NodeId, old_deps: Vec<NodeId>) {
    let mut invalid: Vec<NodeId> = tree
        .edges_out(node)
        .into_iter()
        .filter(|edge| !tree.is_valid(*edge))
        .filter_map(|edge| tree.edge(edge).to)
        .collect();
    for dep in old_deps {
        invalid.extend(tree.gather([dep], |tree, edge| tree.edge(edge).to != Some(dep) && tree.is_valid(edge)));
    }
    let gone = tree.gather(invalid, |tree, edge| {
        tree.edge(edge).from != node && tree.edge(edge).to != Some(node) && tree.is_valid(edge)
    });
    for dep in gone {
        tree.detach(dep);
    }
}

fn prune_duplicates(tree: &mut Tree, options: &PlaceOptions, request: Request<'_>, node: NodeId, target: NodeId) {
    if let Some(to) = tree.edge(request.edge).to.filter(|to| *to != node && tree.is_valid(request.edge)) {
        prune_dedupable(tree, options, request.is_explicit, to, false);
    }
    let root = tree.root(target);
    let name = Arc::clone(&tree.node(node).name);
    for same in tree.named(root, &name) {
        if tree.root(same) != root || !tree.is_descendant(same, target) || tree.is_top(same) {
            continue;
        }
        prune_dedupable(tree, options, request.is_explicit, same, false);
        if tree.root(same) == root {
            let children: Vec<NodeId> = tree.node(same).children.values().copied().collect();
            for child in children {
                prune_dedupable(tree, options, request.is_explicit, child, false);
            }
        }
    }
}

fn prune_dedupable(tree: &mut Tree, options: &PlaceOptions, is_explicit: bool, node: NodeId, descends: bool) {
    if tree.can_dedupe(node, options.prefers_dedupe, is_explicit) {
        let gone = tree.gather([node], |tree, edge| tree.edge(edge).to != Some(node) && tree.is_valid(edge));
        for dep in gone {
            tree.detach(dep);
        }
        return;
    }
    if !descends {
        return;
    }
    let mut children: Vec<NodeId> = tree.node(node).children.values().copied().collect();
    children.sort_by(|left, right| compare_english(&tree.node(*left).name, &tree.node(*right).name));
    let mut folders = tree.node(node).folder_children.clone();
    folders.sort_by(|left, right| {
        compare_english(&tree.node(*left).path.to_string_lossy(), &tree.node(*right).path.to_string_lossy())
    });
    for folder in folders {
        let mut below: Vec<NodeId> = tree.node(folder).children.values().copied().collect();
        below.sort_by(|left, right| compare_english(&tree.node(*left).name, &tree.node(*right).name));
        children.extend(below);
    }
    let root = tree.root(node);
    for child in children {
        if tree.root(child) == root {
            prune_dedupable(tree, options, is_explicit, child, true);
        }
    }
}

fn place_peers(
    tree: &mut Tree,
    options: &PlaceOptions,
    above: &Above<'_>,
    node: NodeId,
    placed: &mut Vec<Placed>,
    warnings: &mut Warnings,
) -> Result<()> {
    let Some(virtual_root) = tree.node(above.request.dep).parent else { return Ok(()) };
    for edge in tree.edges_out(node) {
        let peer_edge = tree.edge(edge);
        if !peer_edge.is_peer() || peer_edge.is_conflicted || tree.is_valid(edge) && peer_edge.to.is_some() {
            continue;
        }
        // A valid edge that leads nowhere is an optional peer.
        if tree.is_valid(edge) {
            continue;
        }
        let name = Arc::clone(&peer_edge.name);
        let Some(peer) = tree.node(virtual_root).children.get(&name).copied() else { continue };
        if !tree.satisfies(peer, edge) {
            continue;
        }
        let request = Request { dep: peer, edge, is_explicit: above.request.is_explicit, above: Some(above) };
        let options = PlaceOptions { updates: Updates::default(), ..options.clone() };
        place(tree, &options, request, placed, warnings)?;
    }
    Ok(())
}

/// Whether the request is for a dependency of the user's own folders, or a peer of one.
fn is_mine(tree: &Tree, request: Request<'_>) -> bool {
    let edge = tree.edge(top_request(request).edge);
    let from = edge.from;
    if tree.is_mine(from) {
        return true;
    }
    if !edge.is_peer() {
        return false;
    }
    let mut has_peers = false;
    for incoming in tree.edges_in(from) {
        if tree.edge(incoming).is_peer() {
            has_peers = true;
        } else if tree.is_mine(tree.edge(incoming).from) {
            return true;
        }
    }
    has_peers && tree.peer_entries(from).iter().any(|(entry, _)| tree.is_mine(tree.edge(*entry).from))
}

fn warn(tree: &mut Tree, edge: EdgeId, warnings: &mut Warnings) {
    tree.edges[edge].is_conflicted = true;
    warnings.push(edge);
}

fn conflict_error(tree: &Tree, request: Request<'_>) -> Error {
    let top = top_request(request);
    let (edge, wanted) = (tree.edge(top.edge), tree.node(top.dep));
    let describe = |node: NodeId| tree.describe(node);
    let mut lines = vec![format!(
        "{} asks for {}@{}, which would be {}@{}",
        describe(edge.from),
        edge.name,
        edge.raw,
        wanted.manifest.name,
        wanted.manifest.version
    )];
    let peer = tree.edge(request.edge);
    if let Some(current) = tree.resolve(peer.from, &peer.name) {
        let others: Vec<String> = tree
            .node(current)
            .edges_in
            .iter()
            .map(|incoming| format!("{} asks for {}", describe(tree.edge(*incoming).from), tree.edge(*incoming).raw))
            .collect();
        lines.push(format!("{} is there: {}", describe(current), others.join(", ")));
    }
    let mut seen = FxHashSet::default();
    for incoming in tree.edges_in(top.dep).into_iter().chain(tree.edges_out(top.dep)) {
        let edge = tree.edge(incoming);
        if edge.is_peer() && !tree.is_valid(incoming) && seen.insert(incoming) {
            lines.push(format!("{} asks for the peer {}@{}", describe(edge.from), edge.name, edge.raw));
        }
    }
    Error::new("ERESOLVE", format!("the dependencies contradict each other: {}", lines.join("; "))).with_hint(
        "change one of the ranges, or accept the conflict with `--force`, or ignore peers with `--legacy-peer-deps`",
    )
}

impl Tree {
    /// A node for messages: `name@version`, or the project.
    pub fn describe(&self, node: NodeId) -> String {
        let found = self.node(self.node(node).source.unwrap_or(node));
        if found.is_project {
            return "the project".to_string();
        }
        format!("{}@{}", found.manifest.name, found.manifest.version)
    }
}
