//! Building the tree: takes folder by folder, from the project downwards, resolves what is missing or wrong, and places it.

use super::can_place::Placement;
use super::place::{PlaceOptions, Placed, Request, place};
use super::queue::Queue;
use super::{EdgeId, EdgeKind, NewNode, NodeId, Tree};
use crate::error::{Error, Result};
use crate::manifest::Manifest;
use crate::spec::{Source, Spec};
use brio_lockfile::collation::compare_english;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A manifest with where its package is.
#[derive(Clone, Debug)]
pub struct Found {
    pub manifest: Arc<Manifest>,
    pub resolved: String,
    pub integrity: String,
}

/// Where manifests come from.
pub trait Sources {
    /// The manifest for a spec that is no folder.
    ///
    /// # Errors
    /// Those of registries, tarballs and git.
    fn find(&self, spec: &Spec) -> Result<Found>;

    /// The manifest of a folder.
    ///
    /// # Errors
    /// When it has none, or a broken one.
    fn folder(&self, path: &Path) -> Result<Arc<Manifest>>;

    /// The packages that a tarball brings: paths such as `node_modules/a/node_modules/b`, parents first.
    ///
    /// # Errors
    /// Those of tarballs.
    fn bundle(&self, found: &Found) -> Result<Vec<(String, Arc<Manifest>)>>;
}

/// Settings.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    pub place: PlaceOptions,
    /// Dependencies of the project that are resolved anew, whatever is there.
    pub explicit: Vec<Arc<str>>,
    /// The folder whose dependencies those are.
    pub explicit_folder: std::path::PathBuf,
    /// What packages of the lockfile lead to may not fit them: it is the union of two lockfiles.
    pub checks_all: bool,
}

/// A peer that does not get what it requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The package that requests it.
    pub from: String,
    pub name: String,
    pub wanted: String,
    /// The version that it gets.
    pub found: String,
}

/// Builds a tree.
pub struct Builder<'s> {
    pub tree: Tree,
    pub root: NodeId,
    options: BuildOptions,
    sources: &'s dyn Sources,
    queue: Queue,
    seen: FxHashSet<NodeId>,
    virtual_roots: FxHashMap<NodeId, NodeId>,
    peer_source: FxHashMap<NodeId, NodeId>,
    found: FxHashMap<(String, String), Result<Found>>,
    folders: FxHashMap<PathBuf, NodeId>,
    failures: Vec<NodeId>,
    links: Vec<NodeId>,
    warnings: Vec<EdgeId>,
}

impl<'s> Builder<'s> {
    /// Takes a tree that has the project as `root`, and whatever a lockfile says below it.
    pub fn new(tree: Tree, root: NodeId, options: BuildOptions, sources: &'s dyn Sources) -> Self {
        let mut builder = Self {
            tree,
            root,
            options,
            sources,
            queue: Queue::default(),
            seen: FxHashSet::default(),
            virtual_roots: FxHashMap::default(),
            peer_source: FxHashMap::default(),
            found: FxHashMap::default(),
            folders: FxHashMap::default(),
            failures: Vec::new(),
            links: Vec::new(),
            warnings: Vec::new(),
        };
        for node in builder.tree.all(root) {
            if builder.tree.node(node).parent.is_none() {
                let path = builder.tree.node(node).path.clone();
                builder.folders.insert(path, node);
            } else if builder.tree.node(node).target.is_some() {
                builder.links.push(node);
            }
        }
        builder
    }

    /// Builds the tree. Returns the conflicts that were accepted.
    ///
    /// # Errors
    /// `ERESOLVE`, and those of the sources for what is not optional.
    pub fn build(&mut self) -> Result<Vec<Conflict>> {
        self.push(self.root);
        if self.options.checks_all {
            self.tree.all(self.root).into_iter().for_each(|node| self.push(node));
        }
        self.push_dependents_of_updated();
        loop {
            while let Some(node) = self.queue.pop() {
                self.step(node)?;
            }
            if !self.follow_links() {
                break;
            }
        }
        self.prune_failures()?;
        Ok(self.conflicts())
    }

    /// What is updated may be anywhere: what depends on it is looked at.
    fn push_dependents_of_updated(&mut self) {
        for node in self.tree.all(self.root) {
            let is_meant = !self.tree.is_top(node)
                && !self.tree.node(node).is_bundled
                && self.options.place.updates.means_node(&self.tree, node);
            if is_meant {
                self.tree.edges_in(node).into_iter().for_each(|edge| self.push(self.tree.edge(edge).from));
            }
        }
    }

    fn push(&mut self, node: NodeId) {
        let tree = &self.tree;
        self.queue.push(node, || (tree.depth(node), tree.path(node).to_string_lossy().into_owned()));
    }

    fn step(&mut self, node: NodeId) -> Result<()> {
        if self.seen.contains(&node) || self.tree.root(node) != self.root {
            return Ok(());
        }
        self.seen.insert(node);
        self.open_bundle(node)?;
        let peer_source = self.peer_source.get(&node).copied().unwrap_or(node);
        let mut tasks = Vec::new();
        for edge in self.problem_edges(node) {
            if self.tree.edge(edge).is_conflicted {
                continue;
            }
            let is_peer = self.tree.edge(edge).is_peer();
            let source = if is_peer { peer_source } else { node };
            let virtual_root = self.virtual_root(source, true);
            let dep = match self.virtual_dep(virtual_root, edge).or_else(|| self.hoistable(edge)) {
                Some(dep) => dep,
                None => {
                    let mut required = FxHashSet::from_iter([node]);
                    self.node_from_edge(edge, is_peer.then_some(virtual_root), None, &mut required)?
                }
            };
            tasks.push((edge, dep));
        }
        tasks.sort_by(|left, right| compare_english(&self.tree.edge(left.0).name, &self.tree.edge(right.0).name));
        for (edge, dep) in tasks {
            let is_explicit = self.is_explicit(edge);
            let mut placed = Vec::new();
            let request = Request { dep, edge, is_explicit, above: None };
            place(&mut self.tree, &self.options.place, request, &mut placed, &mut self.warnings)?;
            for one in placed {
                self.note(one);
            }
        }
        for edge in self.tree.edges_out(node) {
            if let Some(to) = self.tree.edge(edge).to.filter(|to| self.tree.node(*to).target.is_some())
                && !self.links.contains(&to)
            {
                self.links.push(to);
            }
        }
        Ok(())
    }

    /// Queues what has to be looked at after a package was placed.
    fn note(&mut self, placed: Placed) {
        if self.tree.node(placed.node).failure.is_some() {
            self.failures.push(placed.node);
        }
        for edge in self.tree.edges_in(placed.node) {
            if edge == placed.edge || self.tree.is_valid(edge) || self.tree.edge(edge).is_conflicted {
                continue;
            }
            let from = self.tree.edge(edge).from;
            if matches!(placed.state, Placement::Replace | Placement::Free) {
                self.seen.remove(&from);
                self.push(from);
            }
        }
        self.push(placed.node);
        for node in placed.reevaluate {
            self.seen.remove(&node);
            self.push(node);
        }
    }

    fn is_explicit(&self, edge: EdgeId) -> bool {
        let edge = self.tree.edge(edge);
        self.options.explicit.contains(&edge.name) && self.is_explicit_folder(edge.from)
    }

    fn is_explicit_folder(&self, node: NodeId) -> bool {
        node == self.root && self.options.explicit_folder.as_os_str().is_empty()
            || self.tree.is_top(node)
                && self.tree.root(node) == self.root
                && self.tree.node(node).path == self.options.explicit_folder
    }

    fn problem_edges(&self, node: NodeId) -> Vec<EdgeId> {
        let tree = &self.tree;
        let is_mine = tree.node(node).is_project || tree.node(node).is_workspace;
        let bundled = &tree.node(node).manifest.bundled;
        let is_problem = |id: &EdgeId| {
            let edge = tree.edge(*id);
            if !is_mine && bundled.iter().any(|name| **name == *edge.name) {
                return false;
            }
            match edge.to {
                Some(to) if self.failures.contains(&to) => false,
                None => edge.kind != EdgeKind::OptionalPeer || self.is_explicit(*id),
                Some(_) if !tree.is_valid(*id) => true,
                Some(to) if tree.node(to).target.is_some_and(|target| tree.node(target).is_workspace) => false,
                Some(_) => self.options.place.updates.means(tree, *id) || self.is_explicit(*id),
            }
        };
        tree.edges_out(node).into_iter().filter(is_problem).collect()
    }

    fn virtual_dep(&self, virtual_root: NodeId, edge: EdgeId) -> Option<NodeId> {
        let name = &self.tree.edge(edge).name;
        let virtual_edge = *self.tree.node(virtual_root).edges_out.get(name)?;
        let dep = self.tree.edge(virtual_edge).to.filter(|_| self.tree.is_valid(virtual_edge))?;
        self.tree.satisfies(dep, edge).then_some(dep)
    }

    /// For an optional peer that gets something wrong: a node anywhere in the tree that would do.
    fn hoistable(&self, id: EdgeId) -> Option<NodeId> {
        let edge = self.tree.edge(id);
        let is_updated = self.options.place.updates.means(&self.tree, id) || self.is_explicit(id);
        if edge.kind != EdgeKind::OptionalPeer || is_updated {
            return None;
        }
        let start = self.tree.above(edge.from).unwrap_or(edge.from);
        let mut queue: Vec<NodeId> = self.tree.node(start).children.values().copied().collect();
        let mut index = 0;
        while let Some(node) = queue.get(index).copied() {
            index += 1;
            if self.tree.node(node).name == edge.name
                && !self.tree.node(node).is_bundled
                && self.tree.satisfies(node, id)
            {
                return Some(node);
            }
            queue.extend(self.tree.node(node).children.values());
        }
        None
    }

    fn virtual_root(&mut self, node: NodeId, reuses: bool) -> NodeId {
        if let Some(known) = self.virtual_roots.get(&node).copied().filter(|_| reuses) {
            return known;
        }
        let source = self.tree.node(node);
        let new = NewNode {
            name: Arc::clone(&source.name),
            manifest: Arc::clone(&source.manifest),
            path: self.tree.path(node),
            source: Some(node),
            overrides: source.overrides.clone(),
            ..NewNode::default()
        };
        let made = self.tree.add(new);
        self.tree.load_edges(made, self.options.place.with_peers);
        self.virtual_roots.insert(node, made);
        made
    }

    fn node_from_edge(
        &mut self,
        edge: EdgeId,
        parent: Option<NodeId>,
        second: Option<EdgeId>,
        required: &mut FxHashSet<NodeId>,
    ) -> Result<NodeId> {
        let from = self.tree.edge(edge).from;
        let parent = parent.unwrap_or_else(|| self.virtual_root(from, false));
        let first = self.node_from_spec(edge, parent);
        let other =
            second.filter(|second| !self.tree.is_valid(*second)).map(|second| self.node_from_spec(second, parent));
        let node = match other {
            Some(other) if self.tree.is_valid(edge) => other,
            _ => first,
        };
        self.tree.attach(node, parent);
        let is_required = |edge: EdgeId| {
            required.contains(&self.tree.edge(edge).from) && self.tree.edge(edge).kind != EdgeKind::OptionalPeer
        };
        if is_required(edge) || second.is_some_and(is_required) {
            required.insert(node);
        }
        let source = self.tree.node(parent).source.unwrap_or(parent);
        self.peer_source.insert(node, source);
        self.load_peers(node, required)?;
        Ok(node)
    }

    fn node_from_spec(&mut self, edge: EdgeId, parent: NodeId) -> NodeId {
        let name = Arc::clone(&self.tree.edge(edge).name);
        let spec = self.tree.edge(edge).spec.as_ref().clone();
        let new = match spec.and_then(|spec| self.lookup(&spec)) {
            Ok(new) => NewNode { name, ..new },
            Err(error) => {
                let by = self.tree.describe(self.tree.edge(edge).from);
                let message = format!("{} (required by {by})", error.message);
                NewNode { name, failure: Some(Error { message, ..error }), ..NewNode::default() }
            }
        };
        let is_link = new.target.is_some();
        let node = self.tree.add(new);
        self.tree.attach(node, parent);
        if !is_link {
            self.tree.load_edges(node, self.options.place.with_peers);
        }
        node
    }

    fn lookup(&mut self, spec: &Spec) -> Result<NewNode> {
        if let Source::Folder(path) = &spec.source {
            let target = self.folder(path)?;
            let manifest = Arc::clone(&self.tree.node(target).manifest);
            return Ok(NewNode { manifest, target: Some(target), ..NewNode::default() });
        }
        let key = (spec.name.clone(), spec.raw.clone());
        if !self.found.contains_key(&key) {
            let found = self.sources.find(spec);
            self.found.insert(key.clone(), found);
        }
        let found = self.found[&key].clone()?;
        Ok(NewNode {
            manifest: found.manifest,
            resolved: found.resolved,
            integrity: found.integrity,
            ..NewNode::default()
        })
    }

    /// The node of a folder that is linked; a folder within the project belongs to its tree.
    fn folder(&mut self, path: &Path) -> Result<NodeId> {
        if let Some(known) = self.folders.get(path) {
            return Ok(*known);
        }
        let manifest = self.sources.folder(path)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let new = NewNode { name: Arc::from(name), manifest, path: path.to_path_buf(), ..NewNode::default() };
        let node = self.tree.add(new);
        let project = self.tree.node(self.root).path.clone();
        if path.starts_with(&project) {
            let above = self
                .folders
                .iter()
                .filter(|(known, _)| path.starts_with(known))
                .max_by_key(|(known, _)| known.components().count())
                .map_or(self.root, |(_, node)| *node);
            self.tree.attach_folder(node, above);
        }
        self.tree.load_edges(node, self.options.place.with_peers);
        self.folders.insert(path.to_path_buf(), node);
        Ok(node)
    }

    /// Collects the peers of a package in its virtual tree, optional ones too: they are not installed for this package, but
    /// what is placed beside it must not contradict them.
    fn load_peers(&mut self, node: NodeId, required: &mut FxHashSet<NodeId>) -> Result<()> {
        let tree = &self.tree;
        let mut edges: Vec<EdgeId> = tree
            .edges_out(node)
            .into_iter()
            .filter(|edge| tree.edge(*edge).is_peer() && !(tree.is_valid(*edge) && tree.edge(*edge).to.is_some()))
            .collect();
        edges.sort_by(|left, right| compare_english(&tree.edge(*left).name, &tree.edge(*right).name));
        for edge in edges {
            let Some(parent) = self.tree.node(node).parent else { break };
            if self.tree.edge(edge).to.is_some() && self.tree.is_valid(edge) {
                continue;
            }
            let name = Arc::clone(&self.tree.edge(edge).name);
            let parent_edge = self.tree.node(parent).edges_out.get(&name).copied();
            let source = self.tree.node(parent).source.unwrap_or(parent);
            let is_mine = self.tree.node(source).is_project || self.tree.node(source).is_workspace;
            let accepts = self.options.place.force || !is_mine && !self.options.place.strict_peers;
            if self.tree.edge(edge).to.is_none() {
                let Some(parent_edge) = parent_edge else {
                    self.node_from_edge(edge, Some(parent), None, required)?;
                    continue;
                };
                let dep = self.node_from_edge(parent_edge, Some(parent), Some(edge), required)?;
                if self.tree.is_valid(edge) {
                    continue;
                }
                if accepts || !required.contains(&dep) {
                    self.tree.edges[edge].is_conflicted = true;
                    continue;
                }
                if self.tree.node(node).parent.is_none() {
                    break;
                }
                return Err(self.peer_error(edge));
            }
            let Some(current) = self.tree.edge(edge).to else { continue };
            let dep = self.node_from_edge(edge, None, None, required)?;
            if self.tree.can_replace(dep, current, &FxHashSet::default()) {
                self.node_from_edge(edge, Some(parent), None, required)?;
                continue;
            }
            if accepts || !required.contains(&self.tree.edge(edge).from) {
                continue;
            }
            return Err(self.peer_error(edge));
        }
        Ok(())
    }

    fn peer_error(&self, edge: EdgeId) -> Error {
        let edge = self.tree.edge(edge);
        let found = edge.to.map_or("nothing".to_string(), |to| self.tree.describe(to));
        let message = format!(
            "the dependencies contradict each other: {} asks for the peer {}@{}, but the project gets {found}",
            self.tree.describe(edge.from),
            edge.name,
            edge.raw
        );
        Error::new("ERESOLVE", message).with_hint(
            "change one of the ranges, or accept the conflict with `--force`, or ignore peers with `--legacy-peer-deps`",
        )
    }

    /// Adds what the tarball of a package brings along.
    fn open_bundle(&mut self, node: NodeId) -> Result<()> {
        let package = self.tree.node(node);
        let is_own = package.parent.is_none() || package.target.is_some() || package.is_bundled;
        if is_own || package.manifest.bundled.is_empty() || package.resolved.is_empty() {
            return Ok(());
        }
        if package.children.values().any(|child| self.tree.node(*child).is_bundled) {
            return Ok(());
        }
        let found = Found {
            manifest: Arc::clone(&package.manifest),
            resolved: package.resolved.clone(),
            integrity: package.integrity.clone(),
        };
        let mut places: FxHashMap<String, NodeId> = FxHashMap::from_iter([(String::new(), node)]);
        for (path, manifest) in self.sources.bundle(&found)? {
            let (above, name) = match path.rsplit_once("node_modules/") {
                Some((above, name)) => (above.trim_end_matches('/').to_string(), name.to_string()),
                None => continue,
            };
            let Some(parent) = places.get(&above).copied() else { continue };
            let new = NewNode { name: Arc::from(name), manifest, is_bundled: true, ..NewNode::default() };
            let made = self.tree.add(new);
            self.tree.attach(made, parent);
            self.tree.load_edges(made, self.options.place.with_peers);
            places.insert(path, made);
            self.push(made);
        }
        Ok(())
    }

    /// Queues the folders of the project that links lead to.
    fn follow_links(&mut self) -> bool {
        let links = std::mem::take(&mut self.links);
        for link in links {
            let target = self.tree.target(link);
            let is_ours = self.tree.root(link) == self.root && self.tree.root(target) == self.root;
            if is_ours && !self.seen.contains(&target) {
                self.push(target);
            }
        }
        !self.queue.is_empty()
    }

    /// What could not be found is left out with what needs it, as far as that is optional.
    fn prune_failures(&mut self) -> Result<()> {
        let failures: Vec<NodeId> =
            self.failures.iter().copied().filter(|node| self.tree.root(*node) == self.root).collect();
        for node in failures {
            let error = self.tree.node(node).failure.clone();
            let set = self.optional_set(node);
            match (set, error) {
                (Some(set), _) => set.into_iter().for_each(|node| self.tree.detach(node)),
                (None, Some(error)) => return Err(error),
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// The nodes that are useless without `node`; None when the project itself is one of them.
    fn optional_set(&self, node: NodeId) -> Option<Vec<NodeId>> {
        let mut set = vec![node];
        let mut index = 0;
        while let Some(current) = set.get(index).copied() {
            index += 1;
            for edge in self.tree.edges_in(current) {
                let edge = self.tree.edge(edge);
                if !edge.is_optional() && self.tree.root(edge.from) == self.root {
                    if self.tree.is_top(edge.from) {
                        return None;
                    }
                    if !set.contains(&edge.from) {
                        set.push(edge.from);
                    }
                }
            }
        }
        let inside: FxHashSet<NodeId> = set.iter().copied().collect();
        Some(self.tree.gather(set, |tree, edge| !tree.edge(edge).to.is_some_and(|to| inside.contains(&to))))
    }

    fn conflicts(&self) -> Vec<Conflict> {
        let mut found: Vec<Conflict> = Vec::new();
        for edge in self.warnings.iter().map(|edge| self.tree.edge(*edge)) {
            if self.tree.root(edge.from) != self.root {
                continue;
            }
            let conflict = Conflict {
                from: self.tree.describe(edge.from),
                name: edge.name.to_string(),
                wanted: edge.raw.to_string(),
                found: edge.to.map_or(String::new(), |to| self.tree.node(to).manifest.version.clone()),
            };
            if !found.contains(&conflict) {
                found.push(conflict);
            }
        }
        found
    }
}
