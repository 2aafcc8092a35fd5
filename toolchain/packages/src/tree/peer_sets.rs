//! Groups of packages that are bound to each other by peer dependencies.

use super::{EdgeId, NodeId, Set, Tree};

impl Tree {
    /// The edges by which the group of peers around a node is entered, each with the nodes of the group that it brings.
    pub fn peer_entries(&self, node: NodeId) -> Vec<(EdgeId, Vec<NodeId>)> {
        let mut group: Set = [node].into_iter().collect();
        let mut index = 0;
        while let Some(current) = group.get_index(index).copied() {
            for edge in self.nodes[current].edges_out.values() {
                if let (true, true, Some(to)) =
                    (self.edges[*edge].is_peer(), self.is_valid(*edge), self.edges[*edge].to)
                {
                    group.insert(to);
                }
            }
            for edge in &self.nodes[current].edges_in {
                if self.edges[*edge].is_peer() && self.is_valid(*edge) {
                    group.insert(self.edges[*edge].from);
                }
            }
            index += 1;
        }
        let mut entries = Vec::new();
        for peer in &group {
            for edge in &self.nodes[*peer].edges_in {
                if !self.is_valid(*edge) || (self.edges[*edge].is_peer() && !self.is_top(self.edges[*edge].from)) {
                    continue;
                }
                let brought = self.peers_below(*peer);
                if brought.contains(&node) {
                    entries.push((*edge, brought.into_iter().collect()));
                }
            }
        }
        entries
    }

    fn peers_below(&self, node: NodeId) -> Set {
        let mut found: Set = [node].into_iter().collect();
        let mut index = 0;
        while let Some(current) = found.get_index(index).copied() {
            for edge in self.nodes[current].edges_out.values() {
                if let (true, true, Some(to)) =
                    (self.edges[*edge].is_peer(), self.is_valid(*edge), self.edges[*edge].to)
                {
                    found.insert(to);
                }
            }
            index += 1;
        }
        found
    }
}
