//! Sets of nodes that belong together, and the questions whether one node can stand for another.

use super::{EdgeId, NodeId, Set, Tree};
use rustc_hash::FxHashSet;

impl Tree {
    /// The nodes that only `start` needs: what its edges lead to, less what others lead to. `follows` says which edges
    /// count.
    pub fn gather(
        &self,
        start: impl IntoIterator<Item = NodeId>,
        follows: impl Fn(&Tree, EdgeId) -> bool,
    ) -> Vec<NodeId> {
        let mut found: Set = start.into_iter().collect();
        let mut index = 0;
        while let Some(node) = found.get_index(index).copied() {
            for edge in self.nodes[node].edges_out.values().copied() {
                if let Some(to) = self.edges[edge].to
                    && follows(self, edge)
                {
                    found.insert(to);
                }
            }
            index += 1;
        }
        loop {
            let removed: Vec<NodeId> = {
                let mut gone = Vec::new();
                let mut left: FxHashSet<NodeId> = found.iter().copied().collect();
                for node in &found {
                    let is_needed_elsewhere = self.nodes[*node]
                        .edges_in
                        .iter()
                        .any(|edge| !left.contains(&self.edges[*edge].from) && follows(self, *edge));
                    if is_needed_elsewhere {
                        left.remove(node);
                        gone.push(*node);
                    }
                }
                gone
            };
            if removed.is_empty() {
                return found.into_iter().collect();
            }
            for node in removed {
                found.shift_remove(&node);
            }
        }
    }

    /// Whether `new` can stand where `old` is: every edge to `old` accepts it.
    pub fn can_replace(&self, new: NodeId, old: NodeId, ignored_peers: &FxHashSet<std::sync::Arc<str>>) -> bool {
        let (one, other) = (&self.nodes[new], &self.nodes[old]);
        if one.name != other.name || one.manifest.name != other.manifest.name {
            return false;
        }
        if !other.edges_out.is_empty() && !super::overrides::are_same(&one.overrides, &other.overrides) {
            return false;
        }
        let own = self.gather([old], |tree, edge| tree.edges[edge].to != Some(old) && tree.is_valid(edge));
        other.edges_in.iter().all(|edge| {
            let from = self.edges[*edge].from;
            let is_ignored = !self.is_top(old)
                && self.nodes[from].parent == other.parent
                && self.edges[*edge].is_peer()
                && ignored_peers.contains(&self.nodes[from].name);
            is_ignored || own.contains(&from) || self.satisfies(new, *edge)
        })
    }

    /// Whether a node is superfluous, because the folders above have one that does.
    pub fn can_dedupe(&self, node: NodeId, prefers: bool, is_explicit: bool) -> bool {
        if self.nodes[node].is_bundled {
            return false;
        }
        let Some(higher) = self.above(node).and_then(|above| self.above(above)) else { return false };
        if self.nodes[node].edges_in.is_empty() {
            return true;
        }
        let Some(other) = self.resolve(higher, &self.nodes[node].name) else { return false };
        if self.matches(other, node) {
            return true;
        }
        if !self.can_replace(other, node, &FxHashSet::default()) {
            return false;
        }
        let order = self.compare_versions(other, node);
        prefers
            || order == Some(std::cmp::Ordering::Equal)
            || (order == Some(std::cmp::Ordering::Greater) && !self.is_overridden(node))
            || is_explicit
    }

    /// Takes out what a package higher up can stand for, the deepest first.
    pub fn dedupe(&mut self, root: NodeId) {
        let mut nodes = self.all(root);
        nodes.sort_by_key(|node| std::cmp::Reverse(self.depth(*node)));
        for node in nodes {
            if self.root(node) == root && !self.is_top(node) && self.can_dedupe(node, true, false) {
                self.detach(node);
            }
        }
    }

    /// The deepest place above which a dependency need not be looked for: the first folder from `start` upwards that does
    /// not itself request it as a peer.
    pub fn deepest_target(&self, start: NodeId, name: &str) -> NodeId {
        let mut last = start;
        for target in self.ancestry(start) {
            last = target;
            if self.is_root(target) || self.above(target).is_none() {
                return target;
            }
            match self.nodes[target].edges_out.get(name) {
                Some(edge) if self.edges[*edge].is_peer() => {}
                _ => return target,
            }
        }
        last
    }
}
