//! The tree of folders that the resolution builds: a node is a package at a place, an edge a dependency. An edge leads to
//! the node that Node.js would find from the edge's node, and is corrected whenever a node moves.
//!
//! The rules are those of npm 11 (`@npmcli/arborist`), so that a tree built here is laid out as npm lays it out. Beside the
//! real tree there are *virtual roots*, in which the peer dependencies of a package are collected before it is placed.
//! Start reading at [`Tree`], then `build`.

mod build;
mod can_place;
mod edges;
mod overrides;
mod peer_sets;
mod place;
mod queue;
mod sets;

pub use build::{BuildOptions, Builder, Conflict, Found, Sources};
pub use overrides::OverrideSet;
pub use place::{PlaceOptions, Updates};

use crate::error::Error;
use crate::manifest::Manifest;
use crate::semver::Version;
use crate::spec::Spec;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// Names a node. It stays valid when the node leaves its tree.
pub type NodeId = usize;
/// Names an edge.
pub type EdgeId = usize;

type Map<V> = IndexMap<Arc<str>, V, FxBuildHasher>;
type Set = IndexSet<usize, FxBuildHasher>;

/// Why an edge is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    Production,
    Development,
    Optional,
    Peer,
    OptionalPeer,
    Workspace,
}

/// A dependency of a node.
#[derive(Debug)]
pub struct Edge {
    pub from: NodeId,
    pub name: Arc<str>,
    /// What the manifest says.
    pub raw: Arc<str>,
    /// What the manifest or an override says, read. An error is reported when the edge is resolved.
    pub spec: Rc<Result<Spec, Error>>,
    pub kind: EdgeKind,
    pub to: Option<NodeId>,
    /// A conflict of peers that was accepted.
    pub is_conflicted: bool,
    pub overrides: Option<Rc<OverrideSet>>,
    is_detached: bool,
}

impl Edge {
    pub fn is_peer(&self) -> bool {
        matches!(self.kind, EdgeKind::Peer | EdgeKind::OptionalPeer)
    }

    pub fn is_optional(&self) -> bool {
        matches!(self.kind, EdgeKind::Optional | EdgeKind::OptionalPeer)
    }
}

/// A package at a place.
#[derive(Debug)]
pub struct Node {
    /// The name of its folder.
    pub name: Arc<str>,
    pub manifest: Arc<Manifest>,
    version: Option<Version>,
    /// The address of the tarball, or `file:` and an absolute path, or `git+` and an address; empty for links and folders.
    pub resolved: String,
    pub integrity: String,
    pub parent: Option<NodeId>,
    pub children: Map<NodeId>,
    pub edges_out: Map<EdgeId>,
    pub edges_in: Set,
    root: NodeId,
    /// The folder that a link leads to.
    pub target: Option<NodeId>,
    /// The nearest folder of the project above a folder that is not under `node_modules`.
    pub folder_parent: Option<NodeId>,
    pub folder_children: Vec<NodeId>,
    /// The path of a node without a parent, and of a link's target.
    pub path: PathBuf,
    /// For a virtual root: the node it represents.
    pub source: Option<NodeId>,
    pub is_project: bool,
    pub is_workspace: bool,
    /// It came with the tarball of a node above it.
    pub is_bundled: bool,
    /// Why there is no manifest.
    pub failure: Option<Error>,
    pub overrides: Option<Rc<OverrideSet>>,
}

/// What a new node is made of.
#[derive(Clone, Debug, Default)]
pub struct NewNode {
    pub name: Arc<str>,
    pub manifest: Arc<Manifest>,
    pub resolved: String,
    pub integrity: String,
    pub target: Option<NodeId>,
    pub path: PathBuf,
    pub source: Option<NodeId>,
    pub is_bundled: bool,
    pub failure: Option<Error>,
    pub overrides: Option<Rc<OverrideSet>>,
}

/// A dependency's name, what is requested, and the folder that relative paths start from.
type SpecKey = (Arc<str>, Arc<str>, PathBuf);

/// All nodes and edges.
#[derive(Debug, Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    by_name: Map<Vec<NodeId>>,
    /// The members of the workspace: name and folder.
    pub members: FxHashMap<String, PathBuf>,
    /// Catalogs of the workspace: by name (`default` for the unnamed one), then by package.
    pub catalogs: FxHashMap<String, FxHashMap<String, String>>,
    specs: IndexMap<SpecKey, Rc<Result<Spec, Error>>, FxBuildHasher>,
}

impl Tree {
    /// Makes a node that belongs to no tree yet: it is its own root.
    pub fn add(&mut self, new: NewNode) -> NodeId {
        let id = self.nodes.len();
        let version = Version::parse(&new.manifest.version);
        self.by_name.entry(Arc::clone(&new.name)).or_default().push(id);
        self.nodes.push(Node {
            name: new.name,
            manifest: new.manifest,
            version,
            resolved: new.resolved,
            integrity: new.integrity,
            parent: None,
            children: Map::default(),
            edges_out: Map::default(),
            edges_in: Set::default(),
            root: id,
            target: new.target,
            folder_parent: None,
            folder_children: Vec::new(),
            path: new.path,
            source: new.source,
            is_project: false,
            is_workspace: false,
            is_bundled: new.is_bundled,
            failure: new.failure,
            overrides: new.overrides,
        });
        id
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id]
    }

    /// The edges of a node.
    pub fn edges_out(&self, node: NodeId) -> Vec<EdgeId> {
        self.nodes[node].edges_out.values().copied().collect()
    }

    /// The edges that lead to a node.
    pub fn edges_in(&self, node: NodeId) -> Vec<EdgeId> {
        self.nodes[node].edges_in.iter().copied().collect()
    }

    /// The node itself, or what its link leads to.
    pub fn target(&self, node: NodeId) -> NodeId {
        self.nodes[node].target.unwrap_or(node)
    }

    pub fn root(&self, node: NodeId) -> NodeId {
        self.nodes[node].root
    }

    /// Whether no node is above it in a `node_modules`.
    pub fn is_top(&self, node: NodeId) -> bool {
        self.nodes[node].parent.is_none()
    }

    /// As npm's `isProjectRoot`: a root of any tree, also of a virtual one.
    pub fn is_root(&self, node: NodeId) -> bool {
        self.nodes[node].root == node
    }

    /// The project or a member of its workspace.
    pub fn is_mine(&self, node: NodeId) -> bool {
        self.is_root(node) || self.nodes[node].is_workspace
    }

    /// Where Node.js continues to look: the folder above.
    pub fn above(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].parent.or(self.nodes[node].folder_parent)
    }

    /// The node and those above it.
    pub fn ancestry(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |node| self.above(*node))
    }

    pub fn is_descendant(&self, node: NodeId, of: NodeId) -> bool {
        self.ancestry(node).any(|above| above == of)
    }

    /// The node that Node.js finds by that name from the folder of `node`.
    pub fn resolve(&self, node: NodeId, name: &str) -> Option<NodeId> {
        self.ancestry(node).find_map(|above| self.nodes[above].children.get(name).copied())
    }

    /// The nodes of that name in the tree of `root`, oldest first.
    pub fn named(&self, root: NodeId, name: &str) -> Vec<NodeId> {
        let all = self.by_name.get(name).map(Vec::as_slice).unwrap_or_default();
        all.iter().copied().filter(|node| self.nodes[*node].root == root).collect()
    }

    /// The nodes of the tree of `root`, oldest first.
    pub fn all(&self, root: NodeId) -> Vec<NodeId> {
        (0..self.nodes.len()).filter(|node| self.nodes[*node].root == root).collect()
    }

    /// How many `node_modules` folders are above it.
    pub fn depth(&self, node: NodeId) -> usize {
        std::iter::successors(self.nodes[node].parent, |node| self.nodes[*node].parent).count()
    }

    /// The absolute path of the node's folder.
    pub fn path(&self, node: NodeId) -> PathBuf {
        match self.nodes[node].parent {
            Some(parent) => self.path(parent).join("node_modules").join(&*self.nodes[node].name),
            None => self.nodes[node].path.clone(),
        }
    }

    /// Puts a node, with all that is below it, under `node_modules` of `parent`. What is there by that name leaves the tree.
    pub fn attach(&mut self, node: NodeId, parent: NodeId) {
        let parent = self.target(parent);
        if self.nodes[node].parent == Some(parent) || node == parent {
            return;
        }
        let name = Arc::clone(&self.nodes[node].name);
        if self.nodes[node].parent.is_some() {
            self.unhook(node);
        }
        if let Some(old) = self.nodes[parent].children.get(&name).copied() {
            self.detach(old);
        }
        self.nodes[parent].children.insert(Arc::clone(&name), node);
        self.nodes[node].parent = Some(parent);
        let root = self.nodes[parent].root;
        self.set_root(node, root);
        self.reload_named(parent, &name);
        self.reload_below(node);
    }

    /// As [`Tree::attach`] for a new node of a tree without edges, where nothing has to be corrected.
    pub fn attach_new(&mut self, node: NodeId, parent: NodeId) {
        let parent = self.target(parent);
        let name = Arc::clone(&self.nodes[node].name);
        if node == parent || self.nodes[parent].children.contains_key(&name) {
            return self.attach(node, parent);
        }
        self.nodes[parent].children.insert(name, node);
        self.nodes[node].parent = Some(parent);
        self.nodes[node].root = self.nodes[parent].root;
    }

    /// Puts a folder of the project, which is not under `node_modules`, into the tree.
    pub fn attach_folder(&mut self, node: NodeId, parent: NodeId) {
        self.nodes[parent].folder_children.push(node);
        self.nodes[node].folder_parent = Some(parent);
        let root = self.nodes[parent].root;
        self.set_root(node, root);
        self.reload_below(node);
    }

    /// Takes a node, with all that is below it, out of its tree.
    pub fn detach(&mut self, node: NodeId) {
        if self.nodes[node].root == node {
            return;
        }
        let parent = self.nodes[node].parent;
        if let Some(above) = self.nodes[node].folder_parent.take() {
            self.nodes[above].folder_children.retain(|child| *child != node);
        }
        self.unhook(node);
        self.set_root(node, node);
        if let Some(parent) = parent {
            let name = Arc::clone(&self.nodes[node].name);
            self.reload_named(parent, &name);
        }
        for below in self.subtree(node) {
            for edge in self.edges_in(below) {
                self.reload(edge);
            }
        }
        self.reload_below(node);
    }

    /// Puts `new` into the place of `old`, with what is below `old`.
    pub fn replace(&mut self, new: NodeId, old: NodeId) {
        let Some(parent) = self.nodes[old].parent else { return };
        let children: Vec<NodeId> = self.nodes[old].children.values().copied().collect();
        self.attach(new, parent);
        for child in children {
            self.attach(child, new);
        }
    }

    fn unhook(&mut self, node: NodeId) {
        if let Some(parent) = self.nodes[node].parent.take() {
            let name = Arc::clone(&self.nodes[node].name);
            if self.nodes[parent].children.get(&name) == Some(&node) {
                self.nodes[parent].children.shift_remove(&name);
            }
        }
    }

    fn subtree(&self, node: NodeId) -> Vec<NodeId> {
        let mut all = vec![node];
        let mut index = 0;
        while let Some(current) = all.get(index).copied() {
            all.extend(self.nodes[current].children.values());
            all.extend(&self.nodes[current].folder_children);
            index += 1;
        }
        all
    }

    fn set_root(&mut self, node: NodeId, root: NodeId) {
        for below in self.subtree(node) {
            self.nodes[below].root = root;
        }
    }

    /// Corrects the edges of that name from `parent` and all that is below it.
    fn reload_named(&mut self, parent: NodeId, name: &str) {
        for below in self.subtree(parent) {
            if let Some(edge) = self.nodes[below].edges_out.get(name).copied() {
                self.reload(edge);
            }
        }
    }

    fn reload_below(&mut self, node: NodeId) {
        for below in self.subtree(node) {
            for edge in self.edges_out(below) {
                self.reload(edge);
            }
        }
    }
}
