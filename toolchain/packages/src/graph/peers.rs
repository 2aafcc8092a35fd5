//! pnpm's instances: one package is installed several times when its peers differ, and the lockfile has one entry for each.
//! Here instances are collapsed to packages before the resolution, and made again from the packages afterwards, for the
//! importers in which something changed.
//!
//! A package's peers come from the nearest package above that has a dependency of that name, or from the importer; what
//! is found nowhere is installed beside the importer's dependencies (`autoInstallPeers`) without being listed there.

mod circles;
mod spelling;

use super::resolver::Resolver;
use crate::error::Result;
use brio_lockfile::{Dependency, DependencyKind, Graph, Package, PackageId, PeerContext, Resolution};
use circles::Circles;
use rustc_hash::{FxHashMap, FxHashSet};
use spelling::Spelling;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The graph with one package for all its instances.
pub struct Collapsed {
    pub graph: Graph,
}

/// Collapses the instances.
pub fn collapsed(old: &Graph) -> Collapsed {
    let mut first: FxHashMap<String, PackageId> = FxHashMap::default();
    let mut base_of: FxHashMap<PackageId, PackageId> = FxHashMap::default();
    for (id, package) in &old.packages {
        let base = match &package.key {
            Some(key) => *first.entry(split_key(key).0.to_string()).or_insert(*id),
            None => *id,
        };
        base_of.insert(*id, base);
    }
    let mut graph = old.clone();
    graph.packages.retain(|id, _| base_of.get(id) == Some(id));
    let mapped = |target: &mut Option<PackageId>| *target = target.and_then(|id| base_of.get(&id).copied());
    for package in graph.packages.values_mut() {
        package.peers.clear();
        package.transitive_peers.clear();
        for one in &mut package.dependencies {
            if one.kind.is_peer() {
                one.target = None;
            } else {
                mapped(&mut one.target);
            }
        }
    }
    graph.importers.values_mut().flat_map(|one| &mut one.dependencies).for_each(|one| mapped(&mut one.target));
    Collapsed { graph }
}

/// Makes the instances for the packages that `resolver` has, where something changed; the rest stays as it was.
pub fn expand(resolver: &mut Resolver<'_>, old: &Graph, base: &Graph) -> Result<Graph> {
    let changed_below = resolver.graph.packages.iter().any(|(id, package)| {
        base.packages.get(id).is_some_and(|before| targets(&before.dependencies) != targets(&package.dependencies))
    });
    let changed: Vec<String> = resolver
        .graph
        .importers
        .iter()
        .filter(|(folder, importer)| {
            changed_below
                || base.importers.get(*folder).is_none_or(|before| before.dependencies != importer.dependencies)
        })
        .map(|(folder, _)| folder.clone())
        .collect();
    let mut scopes: BTreeMap<String, BTreeMap<String, PackageId>> = BTreeMap::new();
    for folder in &changed {
        let hidden = hidden_peers(resolver, folder, old)?;
        scopes.insert(folder.clone(), hidden);
    }
    let graph = &resolver.graph;
    let mut engine = Engine::new(graph);
    let mut result = Writer::new(old, graph);
    let scopes: BTreeMap<&String, Rc<Scope>> =
        scopes.iter().map(|(folder, hidden)| (folder, scope_of(graph, folder, hidden))).collect();
    let staying = circles::staying(old, &|folder| scopes.keys().any(|changed| *changed == folder));
    if !engine.spelling.is_plain {
        engine.find_shared_keys(&scopes.values().cloned().collect::<Vec<_>>(), &staying);
    }
    for folder in graph.importers.keys() {
        let Some(scope) = scopes.get(folder) else { continue };
        let mut importer = graph.importers[folder].clone();
        for one in importer.dependencies.iter_mut().filter(|one| one.target.is_some()) {
            one.target = Some(result.id_of(&mut engine, scope, &one.name)?);
        }
        result.graph.importers.insert(folder.clone(), importer);
    }
    let mut result = result.graph;
    result.importers.retain(|folder, _| graph.importers.contains_key(folder));
    result.settings = graph.settings.clone();
    Ok(result)
}

fn targets(dependencies: &[Dependency]) -> Vec<(&str, Option<PackageId>)> {
    let own = dependencies.iter().filter(|one| !one.kind.is_peer());
    own.map(|one| (one.name.as_str(), one.target)).collect()
}

fn scope_of(graph: &Graph, folder: &str, hidden: &BTreeMap<String, PackageId>) -> Rc<Scope> {
    let mut children = hidden.clone();
    let own = graph.importers.get(folder).into_iter().flat_map(|importer| &importer.dependencies);
    children.extend(own.filter_map(|one| Some((one.name.clone(), one.target?))));
    Rc::new(Scope { parent: None, children, outcomes: RefCell::default(), circles: OnceCell::new() })
}

/// The peers that no package provides and that are installed beside the dependencies of an importer.
fn hidden_peers(resolver: &mut Resolver<'_>, folder: &str, old: &Graph) -> Result<BTreeMap<String, PackageId>> {
    let habits = Habits::of(old, folder, resolver.provides_optional_peers());
    let mut hidden: BTreeMap<String, PackageId> = BTreeMap::new();
    if !resolver.installs_peers() {
        return Ok(hidden);
    }
    let mut given_up: BTreeSet<String> = BTreeSet::new();
    loop {
        let missing = {
            let mut engine = Engine::new(&resolver.graph);
            let scope = scope_of(&resolver.graph, folder, &hidden);
            let names: Vec<String> = scope.children.keys().cloned().collect();
            let mut missing: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
            for name in names {
                for (peer, ranges) in &engine.outcome(&scope, &name).missing {
                    missing.entry(peer.clone()).or_default().extend(ranges.iter().cloned());
                }
            }
            missing
        };
        let mut has_new = false;
        for (name, ranges) in missing {
            if given_up.contains(&name) || hidden.contains_key(&name) {
                continue;
            }
            match provider(resolver, folder, &habits, (&name, &ranges))? {
                Some(id) => {
                    hidden.insert(name, id);
                    has_new = true;
                }
                None => {
                    given_up.insert(name);
                }
            }
        }
        resolver.run()?;
        if !has_new {
            return Ok(hidden);
        }
    }
}

/// What the lockfile says of optional peers below an importer. pnpm 10 leaves those that no dependency provides, newer ones
/// provide a version that is somewhere in the graph: what is there stays as it is.
struct Habits {
    provided: BTreeSet<String>,
    missing: BTreeSet<String>,
    usual: bool,
}

impl Habits {
    fn of(old: &Graph, folder: &str, usual: bool) -> Self {
        let (mut provided, mut missing) = (BTreeSet::new(), BTreeSet::new());
        let own = old.importers.get(folder).into_iter().flat_map(|importer| &importer.dependencies);
        let mut open: Vec<PackageId> = own.filter_map(|one| one.target).collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            let Some(package) = old.packages.get(&id).filter(|_| seen.insert(id)) else { continue };
            provided.extend(package.peers.iter().map(|peer| peer.name.clone()));
            // Not `transitivePeerDependencies`: pnpm 12 lists there what it provided, too.
            let own = package.dependencies.iter().filter(|one| one.kind == DependencyKind::OptionalPeer);
            missing.extend(own.filter(|one| one.target.is_none()).map(|one| one.name.clone()));
            open.extend(package.dependencies.iter().filter_map(|one| one.target));
        }
        Self { provided, missing, usual }
    }

    fn provides(&self, name: &str) -> bool {
        !self.missing.contains(name) && (self.provided.contains(name) || self.usual)
    }
}

/// `peer`: its name, and its ranges with whether they are optional.
fn provider(
    resolver: &mut Resolver<'_>,
    folder: &str,
    habits: &Habits,
    (name, ranges): (&str, &[(String, bool)]),
) -> Result<Option<PackageId>> {
    let root = resolver.graph.importers.get(".");
    let of_root = root.and_then(|root| root.dependencies.iter().find(|one| one.name == name)?.target);
    if of_root.is_some() {
        return Ok(of_root);
    }
    let mut all: Vec<&str> = ranges.iter().map(|(range, _)| range.as_str()).filter(|range| *range != "*").collect();
    all.sort_unstable();
    all.dedup();
    let known = resolver.newest_known(name, &all);
    if ranges.iter().all(|(_, is_optional)| *is_optional) {
        return Ok(known.filter(|_| habits.provides(name)));
    }
    if known.is_some() {
        return Ok(known);
    }
    // Ranges that are joined are met together.
    let joined = if all.is_empty() || all.iter().any(|range| range.contains("||")) && all.len() > 1 {
        all.first().copied().unwrap_or("*").to_string()
    } else {
        all.join(" ")
    };
    match resolver.find(name, &joined, folder) {
        Ok(id) => Ok(Some(id)),
        // Peers that contradict each other are not installed.
        Err(error) if error.code == "ETARGET" => Ok(None),
        Err(error) => Err(error),
    }
}

/// The key without the peers, and the peers.
fn split_key(key: &str) -> (&str, &str) {
    let start = key.find('(').unwrap_or(key.len());
    let is_patch = key[start..].starts_with("(patch_hash=");
    let start = match is_patch {
        true => key[start..].find(')').map_or(key.len(), |end| start + end + 1),
        false => start,
    };
    key.split_at(start)
}

/// A folder of packages that see each other, and what is above.
struct Scope {
    parent: Option<Rc<Scope>>,
    children: BTreeMap<String, PackageId>,
    outcomes: RefCell<FxHashMap<String, Rc<Outcome>>>,
    circles: OnceCell<Circles>,
}

/// A package, and what the names that it needs from above lead to: the same instance everywhere.
type InstanceKey = (PackageId, Vec<(String, Place)>);
/// A name in a scope; scopes are distinguished by where they are in memory.
type Place = (usize, String);

/// An instance, and what it draws from above.
#[derive(Clone, Default)]
struct Outcome {
    /// Its key without the peers.
    base: String,
    external: BTreeMap<String, Provider>,
    missing: BTreeMap<String, Vec<(String, bool)>>,
    transitive: BTreeSet<String>,
    own_peers: BTreeMap<String, Provider>,
    /// Where its dependencies are resolved.
    below: Option<Rc<Scope>>,
    /// The instance is one of those above it: a circle of dependencies.
    is_above: Option<InstanceKey>,
    key: RefCell<Option<String>>,
}

#[derive(Clone)]
struct Provider {
    scope: Rc<Scope>,
    name: String,
}

struct Engine<'a> {
    graph: &'a Graph,
    /// The names that a package or one below it needs from above.
    wanted: FxHashMap<PackageId, BTreeSet<String>>,
    done: FxHashMap<InstanceKey, Rc<Outcome>>,
    in_progress: FxHashSet<InstanceKey>,
    /// Keys that several instances would have, if those in circles were spelled by name and version only.
    shared: FxHashSet<String>,
    spelling: Spelling,
}

impl<'a> Engine<'a> {
    fn new(graph: &'a Graph) -> Self {
        let (done, in_progress, shared) = (FxHashMap::default(), FxHashSet::default(), FxHashSet::default());
        Self { graph, wanted: wanted(graph), done, in_progress, shared, spelling: Spelling::of(graph) }
    }

    /// The instance of a name in a scope.
    fn outcome(&mut self, scope: &Rc<Scope>, name: &str) -> Rc<Outcome> {
        if let Some(known) = scope.outcomes.borrow().get(name) {
            return Rc::clone(known);
        }
        let outcome = self.resolve(scope.children[name], scope);
        scope.outcomes.borrow_mut().insert(name.to_string(), Rc::clone(&outcome));
        outcome
    }

    /// As [`Engine::outcome`], after everything above is resolved.
    fn settled(&mut self, scope: &Rc<Scope>, name: &str) -> Rc<Outcome> {
        let outcome = self.outcome(scope, name);
        match outcome.is_above.as_ref().and_then(|above| self.done.get(above)) {
            Some(above) => Rc::clone(above),
            None => outcome,
        }
    }

    /// The dependency path of a name in a scope: its package with its peers.
    fn key(&mut self, scope: &Rc<Scope>, name: &str) -> String {
        let outcome = self.settled(scope, name);
        if let Some(key) = outcome.key.borrow().as_ref() {
            return key.clone();
        }
        let mut spelled: Vec<String> = outcome.external.values().map(|provider| self.spelled(provider)).collect();
        let mut key = format!("{}{}", outcome.base, self.spelling.suffix(spelled.clone()));
        if self.shared.contains(&key) {
            let more = self.peers_of_circles(&outcome);
            spelled.extend(more.values().map(|provider| self.spelled(provider)));
            key = format!("{}{}", outcome.base, self.spelling.suffix(spelled));
        }
        outcome.key.replace(Some(key.clone()));
        key
    }

    /// What an instance is called where it is a peer.
    fn spelled(&mut self, provider: &Provider) -> String {
        if self.spelling.is_plain && !self.is_folder(provider) {
            return self.plain_key(provider);
        }
        match self.circle_of(&provider.scope, &provider.name) {
            Some(_) => self.plain_key(provider),
            None => self.key(&provider.scope, &provider.name),
        }
    }

    /// Whether a peer is a folder of the user, which is spelled by its path.
    fn is_folder(&self, provider: &Provider) -> bool {
        let package = &self.graph.packages[&provider.scope.children[&provider.name]];
        matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. })
    }

    fn provider(&self, scope: &Rc<Scope>, name: &str) -> Option<Provider> {
        let mut current = Some(scope);
        while let Some(found) = current {
            if found.children.contains_key(name) {
                return Some(Provider { scope: Rc::clone(found), name: name.to_string() });
            }
            current = found.parent.as_ref();
        }
        None
    }

    fn base_key(&self, id: PackageId) -> String {
        let package = &self.graph.packages[&id];
        match (&package.resolution, &package.key) {
            (_, Some(key)) => split_key(key).0.to_string(),
            (Resolution::Workspace { path } | Resolution::Link { path }, _) => {
                format!("{}@{}", package.name, path.replace('/', "+"))
            }
            (Resolution::Tarball { url, .. }, _) => format!("{}@{url}", package.name),
            (Resolution::LocalTarball { path, .. } | Resolution::Folder { path }, _) => {
                format!("{}@file:{path}", package.name)
            }
            (Resolution::Git { repository, commit, .. }, _) => format!("{}@{repository}#{commit}", package.name),
            _ => format!("{}@{}{}", package.name, package.version, self.patch_of(package)),
        }
    }

    fn patch_of(&self, package: &Package) -> String {
        let exact = format!("{}@{}", package.name, package.version);
        let patches = &self.graph.settings.patches;
        let found = patches.iter().find(|(selector, _)| *selector == exact || *selector == package.name);
        found.and_then(|(_, patch)| patch.hash.as_ref()).map(|hash| format!("(patch_hash={hash})")).unwrap_or_default()
    }

    fn resolve(&mut self, id: PackageId, scope: &Rc<Scope>) -> Rc<Outcome> {
        let wanted = self.wanted.get(&id).into_iter().flatten();
        let place = |name: &String| {
            let provider = self.provider(scope, name)?;
            Some((name.clone(), (Rc::as_ptr(&provider.scope) as usize, provider.name)))
        };
        let at: InstanceKey = (id, wanted.filter_map(place).collect());
        if let Some(done) = self.done.get(&at) {
            return Rc::clone(done);
        }
        if !self.in_progress.insert(at.clone()) {
            return Rc::new(Outcome { base: self.base_key(id), is_above: Some(at), ..Outcome::default() });
        }
        let outcome = Rc::new(self.instance(id, scope));
        self.in_progress.remove(&at);
        self.done.insert(at, Rc::clone(&outcome));
        outcome
    }

    fn instance(&mut self, id: PackageId, scope: &Rc<Scope>) -> Outcome {
        let graph = self.graph;
        let package = &graph.packages[&id];
        let mut outcome = Outcome { base: self.base_key(id), ..Outcome::default() };
        if matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. }) {
            return outcome;
        }
        for peer in package.dependencies.iter().filter(|one| one.kind.is_peer()) {
            match self.provider(scope, &peer.name) {
                Some(provider) => {
                    outcome.own_peers.insert(peer.name.clone(), provider.clone());
                    outcome.external.insert(peer.name.clone(), provider);
                }
                None => {
                    let is_optional = peer.kind == DependencyKind::OptionalPeer;
                    outcome.missing.entry(peer.name.clone()).or_default().push((peer.specifier.clone(), is_optional));
                }
            }
        }
        let own = package.dependencies.iter().filter(|one| !one.kind.is_peer());
        let children: BTreeMap<String, PackageId> =
            own.filter_map(|one| Some((one.name.clone(), one.target?))).collect();
        let names: Vec<String> = children.keys().cloned().collect();
        let (parent, outcomes, circles) = (Some(Rc::clone(scope)), RefCell::default(), OnceCell::new());
        let below = Rc::new(Scope { parent, children, outcomes, circles });
        for name in names {
            let child = self.outcome(&below, &name);
            for (peer, provider) in &child.external {
                if !below.children.contains_key(peer) {
                    outcome.external.entry(peer.clone()).or_insert_with(|| provider.clone());
                    outcome.transitive.insert(peer.clone());
                }
            }
            for (peer, ranges) in &child.missing {
                outcome.missing.entry(peer.clone()).or_default().extend(ranges.iter().cloned());
                outcome.transitive.insert(peer.clone());
            }
        }
        outcome.external.remove(&package.name);
        outcome.transitive.remove(&package.name);
        for peer in package.dependencies.iter().filter(|one| one.kind.is_peer()) {
            outcome.transitive.remove(&peer.name);
        }
        outcome.missing.values_mut().for_each(|ranges| {
            ranges.sort();
            ranges.dedup();
        });
        outcome.below = Some(below);
        outcome
    }
}

/// For each package the names of peers that it or one below it needs from above.
fn wanted(graph: &Graph) -> FxHashMap<PackageId, BTreeSet<String>> {
    let mut wanted: FxHashMap<PackageId, BTreeSet<String>> = FxHashMap::default();
    for (id, package) in &graph.packages {
        let peers = package.dependencies.iter().filter(|one| one.kind.is_peer()).map(|one| one.name.clone());
        wanted.insert(*id, peers.collect());
    }
    loop {
        let mut has_changed = false;
        for (id, package) in &graph.packages {
            let own: Vec<&Dependency> = package.dependencies.iter().filter(|one| !one.kind.is_peer()).collect();
            let mut added: BTreeSet<String> = BTreeSet::new();
            for below in own.iter().filter_map(|one| wanted.get(&one.target?)) {
                let names =
                    below.iter().filter(|name| **name != package.name && !own.iter().any(|one| one.name == **name));
                added.extend(names.cloned());
            }
            if let Some(known) = wanted.get_mut(id) {
                let before = known.len();
                known.extend(added);
                has_changed |= known.len() != before;
            }
        }
        if !has_changed {
            return wanted;
        }
    }
}

/// Puts instances into the old graph.
struct Writer<'a> {
    graph: Graph,
    base: &'a Graph,
    ids: FxHashMap<String, PackageId>,
    links: FxHashMap<String, PackageId>,
    written: FxHashSet<PackageId>,
}

impl<'a> Writer<'a> {
    fn new(old: &Graph, base: &'a Graph) -> Self {
        let graph = old.clone();
        let keys = graph.packages.iter().filter_map(|(id, package)| Some((package.key.clone()?, *id)));
        let ids = keys.collect();
        let links = graph.packages.iter().filter_map(|(id, package)| match &package.resolution {
            Resolution::Workspace { path } | Resolution::Link { path } => Some((path.clone(), *id)),
            _ => None,
        });
        let links = links.collect();
        Self { graph, base, ids, links, written: FxHashSet::default() }
    }

    fn id_of(&mut self, engine: &mut Engine<'a>, scope: &Rc<Scope>, name: &str) -> Result<PackageId> {
        let base = &self.base.packages[&scope.children[name]];
        if let Resolution::Workspace { path } | Resolution::Link { path } = &base.resolution {
            if let Some(id) = self.links.get(path) {
                return Ok(*id);
            }
            let id = self.graph.add(base.clone());
            self.links.insert(path.clone(), id);
            return Ok(id);
        }
        let outcome = engine.settled(scope, name);
        let own_key = engine.key(scope, name);
        let key = self.with_more_peers(&own_key);
        let id = match self.ids.get(&key) {
            Some(id) => *id,
            None => {
                let package = Package { key: Some(key.clone()), dependencies: Vec::new(), ..base.clone() };
                let id = self.graph.add(package);
                self.ids.insert(key.clone(), id);
                id
            }
        };
        if key != own_key || !self.written.insert(id) {
            return Ok(id);
        }
        self.write(engine, id, base, &outcome)?;
        Ok(id)
    }

    fn write(&mut self, engine: &mut Engine<'a>, id: PackageId, base: &Package, outcome: &Outcome) -> Result<()> {
        let mut dependencies = Vec::new();
        for one in &base.dependencies {
            let target = if one.kind.is_peer() {
                match outcome.own_peers.get(&one.name) {
                    Some(provider) => Some(self.id_of(engine, &provider.scope, &provider.name)?),
                    None => None,
                }
            } else {
                match (&outcome.below, one.target) {
                    (Some(below), Some(_)) => Some(self.id_of(engine, below, &one.name)?),
                    _ => None,
                }
            };
            dependencies.push(Dependency { target, ..one.clone() });
        }
        let more = match engine.is_shared(outcome) {
            true => engine.peers_of_circles(outcome),
            false => BTreeMap::new(),
        };
        let peers = outcome.external.iter().chain(&more).map(|(name, provider)| PeerContext {
            name: name.clone(),
            target: None,
            spelled: engine.spelled(provider),
        });
        let peers = peers.collect();
        if let Some(package) = self.graph.packages.get_mut(&id) {
            package.dependencies = dependencies;
            package.transitive_peers = outcome.transitive.union(&more.keys().cloned().collect()).cloned().collect();
            package.peers = peers;
        }
        Ok(())
    }

    /// As pnpm's `dedupePeerDependents`: an instance that is there and has more peers is used instead of a new one.
    fn with_more_peers(&self, key: &str) -> String {
        if self.ids.contains_key(key) {
            return key.to_string();
        }
        let (base, peers) = split_key(key);
        let own = groups(peers);
        let fits = |other: &&String| {
            let (other_base, other_peers) = split_key(other);
            other_base == base && {
                let others = groups(other_peers);
                others.len() > own.len() && own.iter().all(|group| others.contains(group))
            }
        };
        let mut fitting: Vec<&String> = self.ids.keys().filter(fits).collect();
        fitting.sort();
        match fitting.as_slice() {
            [only] => (*only).clone(),
            _ => key.to_string(),
        }
    }
}

/// The groups of a suffix without their outer brackets.
fn groups(suffix: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0usize, 0);
    for (index, character) in suffix.char_indices() {
        match character {
            '(' => {
                depth += 1;
                if depth == 1 {
                    start = index + 1;
                }
            }
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push(&suffix[start..index]);
                }
            }
            _ => {}
        }
    }
    found
}
