//! Circles of peers: packages beside each other that are peers of each other (vitest and its `@vitest/ui`).
//!
//! As pnpm, a package in a circle is spelled by name and version where it is a peer. Two instances that differ only in what
//! others of the circle have get one key then; these keys name those peers, too.

use super::{Engine, Outcome, Provider, Scope};
use brio_lockfile::Graph;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The names of a scope that are in a circle, with all names of it.
pub type Circles = BTreeMap<String, Rc<BTreeSet<String>>>;

impl Engine<'_> {
    /// The circle that a name of a scope is in.
    pub fn circle_of(&mut self, scope: &Rc<Scope>, name: &str) -> Option<Rc<BTreeSet<String>>> {
        if scope.circles.get().is_none() {
            let edges = self.edges_beside(scope);
            // It is set once: finding the edges does not ask for circles.
            let _ = scope.circles.set(circles(&edges));
        }
        scope.circles.get()?.get(name).cloned()
    }

    /// The names that a package of a scope gets from the same scope.
    fn edges_beside(&mut self, scope: &Rc<Scope>) -> BTreeMap<String, Vec<String>> {
        let names: Vec<String> = scope.children.keys().cloned().collect();
        let mut edges = BTreeMap::new();
        for name in names {
            let outcome = self.settled(scope, &name);
            let beside = outcome.external.values().filter(|provider| Rc::ptr_eq(&provider.scope, scope));
            edges.insert(name, beside.map(|provider| provider.name.clone()).collect());
        }
        edges
    }

    /// A package of a circle, as those that have it as a peer spell it.
    pub fn plain_key(&self, provider: &Provider) -> String {
        let package = &self.graph.packages[&provider.scope.children[&provider.name]];
        format!("{}@{}", package.name, package.version)
    }

    /// The peers of the others in the circles that an instance has peers of, which are in no such circle.
    pub fn peers_of_circles(&mut self, outcome: &Outcome) -> BTreeMap<String, Provider> {
        let mut found = BTreeMap::new();
        for provider in outcome.external.values() {
            let Some(circle) = self.circle_of(&provider.scope, &provider.name) else { continue };
            for member in circle.iter() {
                let beside = self.settled(&provider.scope, member);
                let others = beside.external.iter().filter(|(name, _)| !circle.contains(*name));
                found.extend(others.map(|(name, other)| (name.clone(), other.clone())));
            }
        }
        found.retain(|name, _| !outcome.external.contains_key(name));
        found
    }

    /// Whether several instances would have the key of this one.
    pub fn is_shared(&mut self, outcome: &Outcome) -> bool {
        let spelled = outcome.external.values().map(|provider| self.spelled(provider)).collect();
        self.shared.contains(&format!("{}{}", outcome.base, self.spelling.suffix(spelled)))
    }

    /// Finds the keys that instances below these scopes, and those that stay in the lockfile, do not have alone.
    pub fn find_shared_keys(&mut self, scopes: &[Rc<Scope>], staying: &FxHashMap<String, BTreeSet<String>>) {
        let mut spelled: FxHashMap<String, BTreeSet<String>> = FxHashMap::default();
        let mut open: Vec<Rc<Scope>> = scopes.to_vec();
        let mut seen: FxHashSet<*const Outcome> = FxHashSet::default();
        while let Some(scope) = open.pop() {
            let names: Vec<String> = scope.children.keys().cloned().collect();
            for name in names {
                let outcome = self.settled(&scope, &name);
                if !seen.insert(Rc::as_ptr(&outcome)) {
                    continue;
                }
                open.extend(outcome.below.clone());
                let more = self.peers_of_circles(&outcome);
                if !more.is_empty() {
                    let key = self.key(&scope, &name);
                    let peers: BTreeSet<String> = more.values().map(|one| self.key(&one.scope, &one.name)).collect();
                    let stays = staying.get(&key).filter(|beside| !peers.is_subset(beside));
                    let of_key = spelled.entry(key.clone()).or_default();
                    of_key.insert(peers.into_iter().collect::<Vec<_>>().join(")("));
                    if of_key.len() > 1 || stays.is_some() {
                        self.shared.insert(key);
                    }
                }
            }
        }
        self.forget_keys(scopes);
    }

    /// Keys are computed anew once it is known which are shared.
    fn forget_keys(&mut self, scopes: &[Rc<Scope>]) {
        if self.shared.is_empty() {
            return;
        }
        let mut open: Vec<Rc<Scope>> = scopes.to_vec();
        let mut seen: FxHashSet<*const Outcome> = FxHashSet::default();
        while let Some(scope) = open.pop() {
            let names: Vec<String> = scope.children.keys().cloned().collect();
            for name in names {
                let outcome = self.settled(&scope, &name);
                if seen.insert(Rc::as_ptr(&outcome)) {
                    outcome.key.replace(None);
                    open.extend(outcome.below.clone());
                }
            }
        }
    }
}

/// The names that lead to themselves, with those that lead there and back.
fn circles(edges: &BTreeMap<String, Vec<String>>) -> Circles {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        edges.keys().map(|name| (name.as_str(), reached_from(edges, name))).collect();
    let leads = |from: &str, to: &str| reached.get(from).is_some_and(|names| names.contains(to));
    let in_circle = reached.keys().filter(|name| leads(name, name));
    in_circle
        .map(|name| {
            let both = reached[name].iter().filter(|other| leads(other, name)).map(|other| (*other).to_string());
            ((*name).to_string(), Rc::new(both.collect()))
        })
        .collect()
}

fn reached_from<'e>(edges: &'e BTreeMap<String, Vec<String>>, name: &str) -> BTreeSet<&'e str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = edges.get(name).into_iter().flatten().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(edges.get(next).into_iter().flatten().map(String::as_str));
        }
    }
    found
}

/// By key, the peers of what the importers that do not change lead to, with those of the peers: what a key stands for.
pub fn staying(old: &Graph, is_changed: &dyn Fn(&str) -> bool) -> FxHashMap<String, BTreeSet<String>> {
    let unchanged = old.importers.iter().filter(|(folder, _)| !is_changed(folder));
    let own = unchanged.flat_map(|(_, importer)| &importer.dependencies);
    let mut open: Vec<_> = own.filter_map(|one| one.target).collect();
    let mut found = FxHashMap::default();
    let mut seen = FxHashSet::default();
    while let Some(id) = open.pop() {
        let Some(package) = old.packages.get(&id).filter(|_| seen.insert(id)) else { continue };
        open.extend(package.dependencies.iter().filter_map(|one| one.target));
        let peers = package.dependencies.iter().filter(|one| one.kind.is_peer()).filter_map(|one| one.target);
        let beside = peers.filter_map(|id| old.packages.get(&id)).flat_map(|package| &package.dependencies);
        let keys =
            beside.filter(|one| one.kind.is_peer()).filter_map(|one| old.packages.get(&one.target?)?.key.clone());
        if let Some(key) = &package.key {
            found.insert(key.clone(), keys.collect());
        }
    }
    found
}
