//! Making edges, finding what they lead to, and whether that is what they request.

use super::{Edge, EdgeId, EdgeKind, NodeId, Tree};
use crate::spec::{Source, Spec};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

impl Tree {
    /// Makes the edges that the manifest of a node says.
    pub fn load_edges(&mut self, node: NodeId, with_peers: bool) {
        let manifest = Arc::clone(&self.nodes[node].manifest);
        if with_peers {
            for (name, raw) in &manifest.peers {
                if !manifest.optional_peers.contains(name) {
                    self.add_edge(node, name, raw, EdgeKind::Peer);
                }
            }
            for (name, raw) in &manifest.peers {
                if manifest.optional_peers.contains(name) {
                    self.add_edge(node, name, raw, EdgeKind::OptionalPeer);
                }
            }
        }
        for (name, raw) in &manifest.dependencies {
            self.add_edge(node, name, raw, EdgeKind::Production);
        }
        for (name, raw) in &manifest.optional {
            self.add_edge(node, name, raw, EdgeKind::Optional);
        }
        // Development dependencies are those of the user's own folders.
        let is_source_top = self.nodes[node].source.is_none_or(|source| self.is_top(source));
        let has_path = !self.nodes[node].path.as_os_str().is_empty();
        if self.is_top(node) && has_path && is_source_top {
            for (name, raw) in &manifest.development {
                self.add_edge(node, name, raw, EdgeKind::Development);
            }
        }
    }

    /// Makes an edge; one of that name that is there is replaced, but for one to a member of the workspace.
    pub fn add_edge(&mut self, from: NodeId, name: &Arc<str>, raw: &Arc<str>, kind: EdgeKind) {
        if let Some(old) = self.nodes[from].edges_out.get(name).copied() {
            if self.edges[old].kind == EdgeKind::Workspace {
                return;
            }
            self.detach_edge(old);
        }
        let id = self.edges.len();
        let spec = self.spec(from, name, raw);
        self.edges.push(Edge {
            from,
            name: Arc::clone(name),
            raw: Arc::clone(raw),
            spec,
            kind,
            to: None,
            is_conflicted: false,
            overrides: None,
            is_detached: false,
        });
        self.nodes[from].edges_out.insert(Arc::clone(name), id);
        self.apply_overrides(id);
        self.reload(id);
    }

    fn detach_edge(&mut self, id: EdgeId) {
        let edge = &mut self.edges[id];
        edge.is_detached = true;
        let (from, name) = (edge.from, Arc::clone(&edge.name));
        if let Some(to) = edge.to.take() {
            self.nodes[to].edges_in.shift_remove(&id);
        }
        self.nodes[from].edges_out.shift_remove(&name);
    }

    /// Reads a spec, relative to the folder that says it.
    pub(super) fn spec(
        &mut self,
        from: NodeId,
        name: &Arc<str>,
        raw: &Arc<str>,
    ) -> Rc<Result<Spec, crate::error::Error>> {
        // Only specs with paths depend on the folder.
        let depends = raw.starts_with(['.', '/', '~']) || raw.contains(':') || raw.contains('/');
        let folder = if depends { self.path(self.nodes[from].source.unwrap_or(from)) } else { Default::default() };
        let key = (Arc::clone(name), Arc::clone(raw), folder);
        if let Some(known) = self.specs.get(&key) {
            return Rc::clone(known);
        }
        let parsed = Rc::new(self.parse_spec(name, raw, &key.2));
        self.specs.insert(key, Rc::clone(&parsed));
        parsed
    }

    /// As [`Spec::parse`], with the protocols of workspaces.
    fn parse_spec(&self, name: &str, raw: &str, folder: &Path) -> Result<Spec, crate::error::Error> {
        if let Some(rest) = raw.strip_prefix("workspace:") {
            let is_path = rest.starts_with(['.', '/']);
            let (member, _) = rest.rsplit_once('@').filter(|(member, _)| !member.is_empty()).unwrap_or((name, rest));
            let path =
                if is_path { Some(crate::spec::absolute(folder, rest)) } else { self.members.get(member).cloned() };
            if let Some(path) = path {
                return Ok(Spec { name: name.to_string(), raw: raw.to_string(), source: Source::Folder(path) });
            }
        }
        let catalog = crate::workspace::catalog_name(raw).and_then(|catalog| self.catalogs.get(catalog));
        if let Some(said) = catalog.and_then(|catalog| catalog.get(name)) {
            return Spec::parse(name, said, folder).map(|spec| Spec { raw: said.clone(), ..spec });
        }
        Spec::parse(name, raw, folder)
    }

    /// Makes an edge lead to what Node.js would find.
    pub fn reload(&mut self, id: EdgeId) {
        let edge = &self.edges[id];
        if edge.is_detached {
            return;
        }
        let found = self.resolve(edge.from, &edge.name);
        if found == edge.to {
            return;
        }
        if let Some(old) = edge.to {
            self.nodes[old].edges_in.shift_remove(&id);
        }
        self.edges[id].to = found;
        if let Some(new) = found {
            self.nodes[new].edges_in.insert(id);
            self.inherit_overrides(id, new);
        }
    }

    /// Whether an edge leads to what it requests; an optional one may lead nowhere.
    pub fn is_valid(&self, id: EdgeId) -> bool {
        let edge = &self.edges[id];
        if edge.is_detached {
            return false;
        }
        match edge.to {
            None => edge.is_optional(),
            Some(to) => !self.is_local_peer(edge, to) && self.satisfies(to, id),
        }
    }

    /// A peer must not be below the package that requests it.
    fn is_local_peer(&self, edge: &Edge, to: NodeId) -> bool {
        edge.is_peer() && self.nodes[to].parent == Some(edge.from) && !self.is_top(edge.from)
    }

    /// Whether a node is what an edge requests.
    pub fn satisfies(&self, node: NodeId, id: EdgeId) -> bool {
        let edge = &self.edges[id];
        if self.nodes[node].name != edge.name || edge.is_detached {
            return false;
        }
        if edge.kind == EdgeKind::Workspace {
            return self.nodes[node].target.is_some_and(|target| self.nodes[target].is_workspace);
        }
        match &*edge.spec {
            Ok(spec) => self.is_what(node, spec),
            Err(_) => false,
        }
    }

    fn is_what(&self, node: NodeId, spec: &Spec) -> bool {
        let package = &self.nodes[node];
        match &spec.source {
            Source::Range(range) if range.is_any() => true,
            Source::Range(range) => package.version.as_ref().is_some_and(|version| range.contains(version)),
            Source::Version(version) => package.version.as_ref() == Some(version),
            Source::Alias(target) => self.is_what(node, target),
            Source::Tag(_) => is_address(&package.resolved),
            Source::Remote(address) => package.resolved == *address,
            Source::File(path) => package.resolved.strip_prefix("file:").map(Path::new) == Some(path.as_path()),
            Source::Folder(path) => package.target.is_some_and(|target| self.nodes[target].path == *path),
            Source::Git(repository) => {
                let Some((address, commit)) = package.resolved.rsplit_once('#') else { return false };
                let is_commit = repository.committish.len() == 40;
                crate::git::is_same_repository(address, repository)
                    && (!is_commit || commit == repository.committish)
                    && match (&repository.range, &package.version) {
                        (Some(range), Some(version)) => {
                            crate::semver::Range::parse(range).is_some_and(|range| range.contains(version))
                        }
                        _ => true,
                    }
            }
        }
    }

    /// Whether both are the same package.
    pub fn matches(&self, left: NodeId, right: NodeId) -> bool {
        if left == right {
            return true;
        }
        let (one, other) = (&self.nodes[left], &self.nodes[right]);
        if one.name != other.name || one.target.is_some() != other.target.is_some() {
            return false;
        }
        if one.target.is_some() {
            return one.target == other.target;
        }
        if !one.integrity.is_empty() && !other.integrity.is_empty() {
            return one.integrity == other.integrity;
        }
        if !one.resolved.is_empty() && !other.resolved.is_empty() {
            return one.resolved == other.resolved;
        }
        !one.manifest.name.is_empty()
            && one.manifest.name == other.manifest.name
            && !one.manifest.version.is_empty()
            && one.manifest.version == other.manifest.version
    }

    /// The order of two versions; None when one is missing.
    pub fn compare_versions(&self, left: NodeId, right: NodeId) -> Option<std::cmp::Ordering> {
        Some(self.nodes[left].version.as_ref()?.cmp(self.nodes[right].version.as_ref()?))
    }
}

fn is_address(resolved: &str) -> bool {
    resolved.starts_with("https://") || resolved.starts_with("http://")
}
