//! The nodes whose dependencies are still to be looked at.

use super::NodeId;
use brio_lockfile::collation::compare_english;
use rustc_hash::FxHashSet;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Yields the highest folder first, and of those the first by its path, as they were when the node was queued.
#[derive(Default)]
pub struct Queue {
    entries: BinaryHeap<Reverse<Entry>>,
    queued: FxHashSet<NodeId>,
}

#[derive(PartialEq, Eq)]
struct Entry {
    depth: usize,
    path: String,
    node: NodeId,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_place = self.depth.cmp(&other.depth).then_with(|| compare_english(&self.path, &other.path));
        by_place.then_with(|| self.node.cmp(&other.node))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Queue {
    /// Adds a node, unless it is there. `place`: its depth and its path.
    pub fn push(&mut self, node: NodeId, place: impl FnOnce() -> (usize, String)) {
        if self.queued.insert(node) {
            let (depth, path) = place();
            self.entries.push(Reverse(Entry { depth, path, node }));
        }
    }

    /// Whether nothing is to be looked at.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes out the next node.
    pub fn pop(&mut self) -> Option<NodeId> {
        let Reverse(entry) = self.entries.pop()?;
        self.queued.remove(&entry.node);
        Some(entry.node)
    }
}

#[cfg(test)]
#[path = "queue_tests.rs"]
mod tests;
