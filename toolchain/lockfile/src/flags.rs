//! How packages are reachable: npm's `dev`, `optional`, `devOptional`, `peer` and `extraneous`.
//!
//! All flags are set at first. They are taken from what the root reaches, edge by edge: a package keeps `dev` only if
//! every way to it leads over a development dependency; the others are analogous.

use crate::model::{Dependency, DependencyKind, Flags, Graph, Package, PackageId, Resolution};
use crate::value::Value;
use std::collections::BTreeMap;

/// The flags of everything in a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlagSet {
    pub packages: BTreeMap<PackageId, Flags>,
    /// By the importer's folder. Those of the root are all unset.
    pub importers: BTreeMap<String, Flags>,
}

const ALL: Flags = Flags { dev: true, optional: true, dev_optional: true, peer: true, extraneous: true };
const NONE: Flags = Flags { dev: false, optional: false, dev_optional: false, peer: false, extraneous: false };

/// Computes the flags of a graph of npm's: its `workspaces` say which importers are members.
pub fn of_lockfile(graph: &Graph) -> FlagSet {
    // `["packages/*"]`, or `{"packages": ["packages/*"]}`.
    let workspaces = graph.importers.get(".").and_then(|root| root.workspaces.as_ref());
    let list = workspaces.map(|value| value.get("packages").unwrap_or(value));
    let patterns: Vec<&str> = list.map(Value::elements).unwrap_or_default().iter().filter_map(Value::as_str).collect();
    compute(graph, &|folder| is_member(&patterns, folder))
}

#[derive(Clone, PartialEq, Eq)]
enum Place {
    Package(PackageId),
    Importer(String),
}

/// Computes the flags. `is_member` says whether the root's `workspaces` include an importer: those are reachable
/// without a dependency.
pub fn compute(graph: &Graph, is_member: &dyn Fn(&str) -> bool) -> FlagSet {
    let mut flags = FlagSet {
        packages: BTreeMap::new(),
        importers: graph.importers.keys().map(|folder| (folder.clone(), ALL)).collect(),
    };
    let mut packages = by_number(graph);
    flags.importers.insert(".".to_string(), NONE);
    let mut open = vec![Place::Importer(".".to_string())];
    for (folder, member) in flags.importers.iter_mut().filter(|(folder, _)| *folder != "." && is_member(folder)) {
        *member = NONE;
        open.push(Place::Importer(folder.clone()));
    }
    for (package, own) in packages.iter_mut().flatten() {
        if matches!(&package.resolution, Resolution::Workspace { path } if path != "." && is_member(path)) {
            *own = NONE;
        }
    }
    while let Some(place) = open.pop() {
        let (from, dependencies) = match &place {
            Place::Importer(folder) => {
                (flags.importers[folder], graph.importers.get(folder).map(|importer| &importer.dependencies))
            }
            Place::Package(id) => {
                let Some(Some((package, from))) = packages.get(id.0 as usize).copied() else { continue };
                follow_link(&package.resolution, from, &mut flags, &mut open);
                (from, Some(&package.dependencies))
            }
        };
        for dependency in dependencies.map(|all| effective(all)).unwrap_or_default() {
            let Some(id) = dependency.target else { continue };
            let Some(Some((_, to))) = packages.get_mut(id.0 as usize) else { continue };
            if unset(to, from, dependency.kind) {
                open.push(Place::Package(id));
            }
        }
    }
    packages.iter_mut().flatten().map(|(_, own)| own).chain(flags.importers.values_mut()).for_each(settle);
    let numbered = (0..).map(PackageId).zip(packages);
    flags.packages = numbered.filter_map(|(id, package)| Some((id, package?.1))).collect();
    flags
}

/// The packages by the numbers of their ids: each is looked for as often as something depends on it.
fn by_number(graph: &Graph) -> Vec<Option<(&Package, Flags)>> {
    let count = graph.packages.last_key_value().map_or(0, |(last, _)| last.0 as usize + 1);
    let mut packages = vec![None; count];
    for (id, package) in &graph.packages {
        packages[id.0 as usize] = Some((package, ALL));
    }
    packages
}

/// Of several dependencies with one name the last counts. Those of one kind have different names.
fn effective(dependencies: &[Dependency]) -> Vec<&Dependency> {
    if dependencies.windows(2).all(|pair| pair[0].kind == pair[1].kind) {
        return dependencies.iter().collect();
    }
    let mut last: BTreeMap<&str, &Dependency> = BTreeMap::new();
    for dependency in dependencies {
        last.insert(&dependency.name, dependency);
    }
    last.into_values().collect()
}

fn follow_link(resolution: &Resolution, from: Flags, flags: &mut FlagSet, open: &mut Vec<Place>) {
    let Resolution::Workspace { path } = resolution else { return };
    let Some(to) = flags.importers.get_mut(path) else { return };
    let before = *to;
    to.dev &= from.dev;
    to.optional &= from.optional;
    to.dev_optional &= from.dev_optional;
    to.peer &= from.peer;
    to.extraneous &= from.extraneous;
    if *to != before {
        open.push(Place::Importer(path.clone()));
    }
}

/// Takes from `to` what an edge from a node with `from` rules out. Returns whether something changed.
fn unset(to: &mut Flags, from: Flags, kind: DependencyKind) -> bool {
    let before = *to;
    let dev = kind == DependencyKind::Development;
    let optional = kind.may_be_missing();
    to.extraneous &= from.extraneous || kind == DependencyKind::OptionalPeer;
    to.dev &= from.dev || dev;
    to.optional &= from.optional || optional;
    to.dev_optional &= from.dev_optional || from.dev || from.optional || dev || optional;
    to.peer &= from.peer || kind.is_peer();
    *to != before
}

/// What npm writes: `devOptional` only beside neither `dev` nor `optional`, nothing else beside `extraneous`.
fn settle(flags: &mut Flags) {
    flags.dev_optional &= !flags.dev && !flags.optional;
    if flags.extraneous {
        *flags = Flags { extraneous: true, ..NONE };
    }
}

/// True if the root's `workspaces` include a folder.
fn is_member(patterns: &[&str], folder: &str) -> bool {
    let mut member = false;
    for pattern in patterns {
        let (negated, pattern) = pattern.strip_prefix('!').map_or((false, *pattern), |pattern| (true, pattern));
        let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
        let parts: Vec<&str> = pattern.split('/').collect();
        if matches(&parts, &folder.split('/').collect::<Vec<_>>()) {
            member = !negated;
        }
    }
    member
}

/// Matches path parts with a glob: `**` is any number of parts, `*` any characters within one, `{a,b}` either.
fn matches(pattern: &[&str], parts: &[&str]) -> bool {
    match (pattern.split_first(), parts.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => {
            matches(rest, parts) || parts.split_first().is_some_and(|(_, tail)| matches(pattern, tail))
        }
        (Some((first, rest)), Some((part, tail))) => matches_part(first, part) && matches(rest, tail),
        _ => false,
    }
}

fn matches_part(pattern: &str, part: &str) -> bool {
    if let Some((before, rest)) = pattern.split_once('{')
        && let Some((choices, after)) = rest.split_once('}')
    {
        return choices.split(',').any(|choice| matches_part(&format!("{before}{choice}{after}"), part));
    }
    match pattern.split_once('*') {
        None => pattern == part,
        Some((before, after)) => part.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(index, _)| index)
                .chain([rest.len()])
                .any(|index| matches_part(after, &rest[index..]))
        }),
    }
}
