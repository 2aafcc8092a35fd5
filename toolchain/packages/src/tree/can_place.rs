//! Whether a package, with the peers that it brings, can be placed in a folder. Nothing here changes the tree.

use super::{EdgeId, NodeId, Tree};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::sync::Arc;

/// What placing means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Nothing is there, and nothing is against it.
    Free,
    /// What is there is replaced.
    Replace,
    /// What is there is good enough.
    Keep,
    Conflict,
}

/// The question.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The package, in its virtual tree.
    pub dep: NodeId,
    /// The folder.
    pub target: NodeId,
    pub edge: EdgeId,
    pub prefers_dedupe: bool,
    pub is_explicit: bool,
    /// The edge by which the group of peers is entered.
    pub entry: Option<EdgeId>,
    /// The deepest place of the package that brings this one as a peer.
    pub deepest_above: Option<NodeId>,
    pub path: &'a [NodeId],
}

/// The result.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    pub target: NodeId,
    /// For the package with its peers.
    pub state: Placement,
    /// For the package alone.
    pub own_state: Placement,
    /// The deepest place where it could be.
    pub deepest: NodeId,
}

struct Check<'t, 'q> {
    tree: &'t Tree,
    question: Question<'q>,
    current: Option<NodeId>,
    deepest: NodeId,
    own_state: Option<Placement>,
    with_peers: Option<Placement>,
    is_overridden_peer: bool,
}

/// Answers the question.
pub fn can_place(tree: &Tree, question: Question<'_>) -> Verdict {
    let edge = tree.edge(question.edge);
    let start = question.deepest_above.unwrap_or(edge.from);
    let mut question = question;
    question.prefers_dedupe |= edge.is_peer();
    let mut check = Check {
        tree,
        current: tree.node(question.target).children.get(&edge.name).copied(),
        deepest: tree.deepest_target(start, &edge.name),
        own_state: None,
        with_peers: None,
        is_overridden_peer: !tree.satisfies(question.dep, question.edge),
        question,
    };
    let state = check.run();
    Verdict { target: question.target, state, own_state: check.own_state.unwrap_or(state), deepest: check.deepest }
}

impl Check<'_, '_> {
    fn run(&mut self) -> Placement {
        let (tree, question) = (self.tree, self.question);
        let edge = tree.edge(question.edge);
        if tree.node(question.dep).failure.is_some() {
            return if self.current.is_some() { Placement::Replace } else { Placement::Free };
        }
        let target_edge = tree.node(question.target).edges_out.get(&edge.name).copied();
        if let Some(target_edge) = target_edge {
            if tree.edge(target_edge).is_peer() && !tree.is_top(question.target) {
                return Placement::Conflict;
            }
            let is_other = target_edge != question.edge && !tree.satisfies(question.dep, target_edge);
            if self.current.is_none() && is_other {
                return Placement::Conflict;
            }
        }
        match self.current {
            Some(current) => self.check_current(current),
            None => self.check_free(),
        }
    }

    fn check_current(&mut self, current: NodeId) -> Placement {
        let (tree, question) = (self.tree, self.question);
        let Question { dep, target, edge, is_explicit, prefers_dedupe, .. } = question;
        let current_satisfies = tree.satisfies(current, edge);
        if tree.matches(dep, current) && (current_satisfies || self.is_overridden_peer) {
            return if is_explicit { Placement::Replace } else { Placement::Keep };
        }
        let is_newer = matches!(tree.compare_versions(dep, current), Some(Ordering::Greater | Ordering::Equal));
        if is_newer && tree.can_replace(dep, current, &FxHashSet::default()) {
            let state = self.place_peers(Placement::Replace);
            if state != Placement::Conflict {
                return state;
            }
        }
        if current_satisfies && (!is_explicit || prefers_dedupe) {
            return Placement::Keep;
        }
        if prefers_dedupe && !is_newer && tree.can_replace(dep, current, &FxHashSet::default()) {
            let state = self.place_peers(Placement::Replace);
            if state != Placement::Conflict {
                return state;
            }
        }
        if target != self.deepest {
            return Placement::Conflict;
        }
        let is_peer = tree.edge(edge).is_peer();
        if !is_peer && target == tree.edge(edge).from {
            return self.place_peers(Placement::Replace);
        }
        if question.entry.is_none() && !is_peer {
            return Placement::Conflict;
        }
        if self.can_displace(current) { self.place_peers(Placement::Replace) } else { Placement::Conflict }
    }

    /// Whether all groups of peers around `current` can be replaced or can go deeper.
    fn can_displace(&self, current: NodeId) -> bool {
        let (tree, question) = (self.tree, self.question);
        let mut can_replace = true;
        for (entry, peers) in tree.peer_entries(current) {
            if entry == question.edge || Some(entry) == question.entry {
                continue;
            }
            let Some(entry_node) = tree.edge(entry).to else { continue };
            let replacement = self.offered(&tree.node(entry_node).name);
            if let Some(replacement) = replacement {
                let offered: FxHashSet<Arc<str>> = tree
                    .node(question.dep)
                    .parent
                    .map(|parent| tree.node(parent).children.keys().cloned().collect())
                    .unwrap_or_default();
                if tree.can_replace(replacement, entry_node, &offered) {
                    continue;
                }
            } else if self.can_clobber(entry_node) {
                continue;
            }
            for peer in peers {
                let deep = tree.deepest_target(tree.edge(entry).from, &tree.node(peer).name);
                if deep == question.target || tree.is_descendant(question.target, deep) {
                    can_replace = false;
                    break;
                }
            }
        }
        can_replace
    }

    /// The node of that name in the group that is being placed.
    fn offered(&self, name: &str) -> Option<NodeId> {
        let parent = self.tree.node(self.question.dep).parent?;
        self.tree.node(parent).children.get(name).copied()
    }

    fn can_clobber(&self, entry: NodeId) -> bool {
        let tree = self.tree;
        let mut walk = vec![entry];
        let mut index = 0;
        while let Some(peer) = walk.get(index).copied() {
            index += 1;
            for edge in tree.node(peer).edges_out.values().copied() {
                if !tree.edge(edge).is_peer() || !tree.is_valid(edge) {
                    continue;
                }
                match (self.offered(&tree.edge(edge).name), tree.edge(edge).to) {
                    (Some(offered), _) if !tree.satisfies(offered, edge) => return false,
                    (None, Some(to)) if !walk.contains(&to) => walk.push(to),
                    _ => {}
                }
            }
        }
        true
    }

    fn check_free(&mut self) -> Placement {
        let (tree, question) = (self.tree, self.question);
        let edge = tree.edge(question.edge);
        let entry = question.entry.unwrap_or(question.edge);
        // What the folders below find now must stay as good as it is.
        if question.target != tree.edge(entry).from
            && let Some(current) = tree.resolve(question.target, &edge.name)
        {
            let is_disturbed = tree.node(current).edges_in.iter().any(|incoming| {
                tree.is_descendant(tree.edge(*incoming).from, question.target)
                    && tree.is_valid(*incoming)
                    && !tree.satisfies(question.dep, *incoming)
            });
            if is_disturbed {
                return Placement::Conflict;
            }
        }
        self.place_peers(Placement::Free)
    }

    fn place_peers(&mut self, state: Placement) -> Placement {
        self.own_state = Some(state);
        if let Some(known) = self.with_peers {
            return known;
        }
        let (tree, question) = (self.tree, self.question);
        let mut path = question.path.to_vec();
        path.push(question.dep);
        let mut is_conflict = false;
        for edge in tree.node(question.dep).edges_out.values().copied() {
            let peer_edge = tree.edge(edge);
            let Some(peer) = peer_edge.to.filter(|peer| peer_edge.is_peer() && !path.contains(peer)) else { continue };
            let verdict = can_place(
                tree,
                Question {
                    dep: peer,
                    target: tree.deepest_target(question.target, &tree.node(peer).name),
                    edge,
                    prefers_dedupe: true,
                    is_explicit: false,
                    entry: Some(question.entry.unwrap_or(question.edge)),
                    deepest_above: Some(self.deepest),
                    path: &path,
                },
            );
            is_conflict |= verdict.state == Placement::Conflict;
        }
        let state = if is_conflict { Placement::Conflict } else { state };
        self.with_peers = Some(state);
        state
    }
}
