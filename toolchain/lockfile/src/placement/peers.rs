//! What the peers of a package are, by the package that depends on it.

use super::Open;
use crate::model::{Dependency, Graph, Package, PackageId};

/// The dependencies of a package below a dependent: a peer is what the dependent has under that name, or the dependent
/// itself. A name that is a dependency and a peer is the package's own only when the dependent has none.
pub fn provided(package: &Package, dependent: &Open) -> Vec<Dependency> {
    let mut dependencies = package.dependencies.clone();
    for one in dependencies.iter_mut().filter(|one| one.kind.is_peer()) {
        one.target = target_in(dependent, &one.name);
    }
    let is_provided = |name: &str| {
        package.dependencies.iter().any(|one| one.name == name && one.kind.is_peer())
            && target_in(dependent, name).is_some()
    };
    dependencies.retain(|one| one.kind.is_peer() || !is_provided(&one.name));
    dependencies
}

/// The peers that an instance of pnpm's lockfile is for, by its key.
pub fn of_instance(package: &Package) -> Vec<(String, PackageId)> {
    package.peers.iter().filter_map(|peer| Some((peer.name.clone(), peer.target?))).collect()
}

/// The peers among dependencies, where something provides them.
pub fn with_targets(dependencies: &[Dependency]) -> Vec<(String, PackageId)> {
    let peers = dependencies.iter().filter(|one| one.kind.is_peer());
    peers.filter_map(|peer| Some((peer.name.clone(), peer.target?))).collect()
}

fn target_in(dependent: &Open, name: &str) -> Option<PackageId> {
    let of_list = dependent.dependencies.iter().filter(|one| one.name == name).find_map(|one| one.target);
    of_list.or_else(|| dependent.own.as_ref().filter(|(own, _)| own == name).map(|(_, id)| *id))
}

/// Moves packages behind those of the same dependent that are their peers, so that these are placed first. Of packages
/// that are peers of each other the first one stays first.
pub fn providers_first(graph: &Graph, dependencies: &mut Vec<Dependency>) {
    let peers_of = |one: &Dependency| -> Vec<&str> {
        let package = one.target.and_then(|target| graph.packages.get(&target));
        let all = package.map(|package| package.dependencies.as_slice()).unwrap_or_default();
        all.iter().filter(|one| one.kind.is_peer()).map(|one| one.name.as_str()).collect()
    };
    let mut waiting: Vec<(Dependency, Vec<&str>)> = dependencies
        .drain(..)
        .map(|one| {
            let peers = peers_of(&one);
            (one, peers)
        })
        .collect();
    while !waiting.is_empty() {
        let names: Vec<String> = waiting.iter().map(|(one, _)| one.name.clone()).collect();
        let is_ready =
            |own: &str, peers: &[&str]| !peers.iter().any(|peer| *peer != own && names.iter().any(|name| name == peer));
        let (mut ready, mut rest): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|(one, peers)| is_ready(&one.name, peers));
        if ready.is_empty() {
            ready.push(rest.remove(0));
        }
        dependencies.extend(ready.into_iter().map(|(one, _)| one));
        waiting = rest;
    }
}
