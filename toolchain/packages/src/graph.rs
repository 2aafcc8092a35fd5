//! Resolving over the graph of a lockfile of pnpm, yarn or Bun: what the lockfile says stays, and only what the manifests
//! request and the lockfile does not have is resolved. Where packages are placed is decided afterwards (`layout`,
//! `isolated`); npm's own lockfiles are resolved by `tree`, whose placement is part of the resolution.
//!
//! Start reading at [`resolve`].

mod extensions;
mod manifest_entries;
mod patched;
mod peers;
mod replacements;
mod resolver;

pub use replacements::Replacements;

use crate::error::{Error, Result};
use crate::install::Context;
use crate::lock::relative;
use crate::manifest::Manifest;
use crate::project::Project;
use crate::workspace::Workspace;
use brio_lockfile::{Dependency, DependencyKind, Format, Graph, Importer, Lockfile, Package, PackageId, Resolution};
use extensions::{Extended, Extensions};
use resolver::Resolver;
pub use resolver::plain as plain_specifier;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What was resolved.
pub struct Resolved {
    pub graph: Graph,
    /// What the lockfile did not have: `name@spec`.
    pub changes: Vec<String>,
    /// Whether the lockfile has to say something else.
    pub has_changed: bool,
    /// What rules added to packages, and their manifests do not have.
    extended: Vec<Extended>,
}

impl Resolved {
    /// What the lockfile is to say.
    pub fn to_save(&self, lockfile: &Lockfile) -> Graph {
        if !self.has_changed {
            return lockfile.graph().clone();
        }
        let mut graph = self.graph.clone();
        if lockfile.format() == Format::YarnBerry {
            extensions::take_out(&mut graph, &self.extended);
        }
        graph
    }
}

/// The graph for the manifests of the project and its members. `explicit`: names that are taken in their newest version.
///
/// # Errors
/// `EFROZEN` when the lockfile does not fit and must not change; those of the registry.
pub fn resolve(context: &Context, lockfile: &Lockfile, explicit: &[String]) -> Result<Resolved> {
    let format = lockfile.format();
    let importers = manifests(context);
    let mut old = with_importers(lockfile.graph().clone(), format, &importers, context);
    let extensions = Extensions::read(context);
    let extended = if format == Format::YarnBerry { extensions.extend_all(&mut old) } else { Vec::new() };
    let is_pnpm = format == Format::Pnpm;
    let base = if is_pnpm { peers::collapsed(&old).graph } else { old.clone() };
    let mut resolver = Resolver::new(context, format, base.clone(), explicit);
    (resolver.extensions, resolver.extended) = (extensions, extended);
    resolver.compare_rules()?;
    if is_pnpm {
        extensions::checksum::compare(&mut resolver)?;
    }
    for (folder, manifest) in &importers {
        resolver.importer(folder, manifest)?;
    }
    resolver.reopen()?;
    if format == Format::Bun && lockfile.was_merged() {
        resolver.reopen_merged();
    }
    resolver.run()?;
    if context.options.dedupes {
        resolver.dedupe()?;
    }
    let known: Vec<&String> = importers.iter().map(|(folder, _)| folder).collect();
    let gone = remove_stale_importers(&mut resolver.graph, &known);
    if is_pnpm && !resolver.changes.is_empty() {
        if context.options.is_frozen {
            return Err(frozen_error(&resolver.changes[0]));
        }
        let expanded = peers::expand(&mut resolver, &old, &base)?;
        resolver.graph = expanded;
    } else if is_pnpm {
        resolver.graph = old.clone();
        remove_stale_importers(&mut resolver.graph, &known);
    }
    let (mut graph, changes, extended) = (resolver.graph, resolver.changes, resolver.extended);
    let is_patched_anew = is_pnpm && patched::update(context, &mut graph)?;
    let has_changed = !changes.is_empty() || gone || is_patched_anew;
    if has_changed {
        if format == Format::Bun {
            // What an optional peer found does not follow it.
            let all = graph.packages.values_mut().flat_map(|package| &mut package.dependencies);
            all.filter(|one| one.kind == DependencyKind::OptionalPeer).for_each(|one| one.target = None);
        }
        prune(&old, &mut graph, format);
        if format == Format::Bun {
            brio_lockfile::placement::place(&mut graph);
            trim_placements(&mut graph);
        }
        if format == Format::YarnClassic {
            keep_replacing_requests(context, &old, &mut graph);
        }
    }
    Ok(Resolved { graph, changes, has_changed, extended })
}

/// yarn 1 lists what `resolutions` name as requests, which no dependency makes: only those are left among the requests
/// that the graph adds to those of its edges.
fn keep_replacing_requests(context: &Context, old: &Graph, graph: &mut Graph) {
    let replacements = Replacements::read(context);
    let reached = reached(graph, &BTreeSet::new());
    graph.requests = old
        .requests
        .iter()
        .filter(|(_, id)| graph.packages.contains_key(*id))
        .filter(|(request, id)| replacements.makes(request) || !reached.contains(*id))
        .map(|(request, id)| (request.clone(), *id))
        .collect();
}

/// Removes the entries of folders that are members no more. Returns whether there were some.
fn remove_stale_importers(graph: &mut Graph, known: &[&String]) -> bool {
    // Folders that only packages link to have no manifest among the members.
    let is_stale = |folder: &&String| !known.contains(folder) && !is_linked(graph, folder);
    let gone: Vec<String> = graph.importers.keys().filter(is_stale).cloned().collect();
    for folder in &gone {
        graph.importers.remove(folder);
        let is_it = |package: &Package| matches!(&package.resolution, Resolution::Workspace { path } if path == folder);
        graph.packages.retain(|_, package| !is_it(package));
    }
    !gone.is_empty()
}

/// Leads dependencies that `resolutions` of yarn replace to what the file has for the replacement: only for laying out,
/// since the file does not say it.
pub fn follow_replacements(context: &Context, graph: &mut Graph) {
    let replacements = Replacements::read(context);
    let requests = graph.requests.clone();
    let find = |parent: Option<(&str, &str)>, one: &Dependency| -> Option<PackageId> {
        let value = replacements.find(parent, &one.name, &one.specifier)?;
        let plain = format!("{}@{value}", one.name);
        requests.get(&plain).or_else(|| requests.get(&format!("{}@npm:{value}", one.name))).copied()
    };
    let is_dangling = |one: &Dependency| one.target.is_none() && !one.kind.is_peer();
    for importer in graph.importers.values_mut() {
        for one in importer.dependencies.iter_mut().filter(|one| is_dangling(one)) {
            one.target = find(None, one);
        }
    }
    for package in graph.packages.values_mut() {
        let parent = (package.name.as_str(), package.version.as_str());
        for one in package.dependencies.iter_mut().filter(|one| is_dangling(one)) {
            one.target = find(Some(parent), one);
        }
    }
}

/// Places packages in the hoisted layout, as the manager of the lockfile means their peers.
pub fn place(format: Format, graph: &mut Graph) {
    match format {
        Format::YarnBerry => brio_lockfile::placement::place_beside_peers(graph),
        Format::YarnClassic => brio_lockfile::placement::place_below_peers(graph),
        _ => brio_lockfile::placement::place(graph),
    };
}

/// The error of a frozen installation for what a lockfile lacks.
pub fn frozen_error(what: &str) -> Error {
    Error::new("EFROZEN", format!("the lockfile does not fit package.json: {what} is missing"))
        .with_hint("`brio install` brings it up to date")
}

fn is_linked(graph: &Graph, folder: &str) -> bool {
    let importers = graph.importers.values().flat_map(|importer| &importer.dependencies);
    let packages = graph.packages.values().flat_map(|package| &package.dependencies);
    importers.chain(packages).filter_map(|one| graph.packages.get(&one.target?)).any(
        |package| matches!(&package.resolution, Resolution::Workspace { path } | Resolution::Link { path } if path == folder),
    )
}

/// The folders with manifests of the user, the root first.
fn manifests(context: &Context) -> Vec<(String, Arc<Manifest>)> {
    let root = (".".to_string(), context.project.manifest());
    let members = context.workspace.members.iter().map(|member| {
        let folder = relative(&context.project.folder, &member.folder);
        (folder, Arc::clone(&member.manifest))
    });
    std::iter::once(root).chain(members).collect()
}

/// yarn 1 does not write what the manifests say: the importers are made from them.
fn with_importers(mut graph: Graph, format: Format, importers: &[(String, Arc<Manifest>)], context: &Context) -> Graph {
    if format.has_importers() {
        return graph;
    }
    let replacements = Replacements::read(context);
    for (folder, manifest) in importers {
        let mut importer = importer_of(manifest);
        for one in &mut importer.dependencies {
            let replaced = replacements.find(None, &one.name, &one.specifier);
            let specifier = replaced.as_deref().unwrap_or(&one.specifier);
            one.target = graph.resolve_request(&one.name, specifier);
        }
        importer.dependencies.retain(|one| one.target.is_some());
        graph.set_importer(folder, importer);
    }
    graph
}

/// Gives a graph of yarn 1 the importers of a project and its members.
///
/// # Errors
/// Those of the workspace.
pub fn add_importers(graph: &mut Graph, project: &Project) -> Result<()> {
    graph.set_importer(".", importer_of(&project.manifest()));
    for member in Workspace::read(project)?.members {
        graph.set_importer(&relative(&project.folder, &member.folder), importer_of(&member.manifest));
    }
    Ok(())
}

fn importer_of(manifest: &Manifest) -> Importer {
    let lists = [
        (&manifest.dependencies, DependencyKind::Production),
        (&manifest.optional, DependencyKind::Optional),
        (&manifest.development, DependencyKind::Development),
    ];
    let dependencies = lists
        .into_iter()
        .flat_map(|(list, kind)| list.iter().map(move |(name, spec)| (name, spec, kind)))
        .map(|(name, spec, kind)| Dependency {
            name: name.to_string(),
            specifier: spec.to_string(),
            kind,
            target: None,
        })
        .collect();
    let named = |text: &str| (!text.is_empty()).then(|| text.to_string());
    Importer { name: named(&manifest.name), version: named(&manifest.version), dependencies, ..Importer::default() }
}

/// Removes what nothing reaches any more. What was out of reach before stays (resolutions and patches of yarn, whose edges
/// the file does not have), unless all packages of its name that were in reach are gone.
fn prune(old: &Graph, graph: &mut Graph, format: Format) {
    let none = BTreeSet::new();
    let before = reached(old, &none);
    let now = reached(graph, &none);
    let is_in = |set: &BTreeSet<PackageId>, graph: &Graph, name: &str| {
        set.iter().any(|id| graph.packages.get(id).is_some_and(|package| package.name == name))
    };
    let dangling = dangling_names(graph, &now);
    let stays = |id: &PackageId, package: &Package| match format {
        Format::YarnClassic => dangling.contains(&package.name),
        Format::YarnBerry => {
            !before.contains(id)
                && old.packages.contains_key(id)
                && (!is_in(&before, old, &package.name) || is_in(&now, graph, &package.name))
        }
        _ => false,
    };
    let kept: BTreeSet<PackageId> =
        graph.packages.iter().filter(|(id, package)| stays(id, package)).map(|(id, _)| *id).collect();
    let now = reached(graph, &kept);
    graph.packages.retain(|id, _| now.contains(id));
    graph.placements.retain(|_, id| graph.packages.contains_key(id));
    graph.requests.retain(|_, id| graph.packages.contains_key(id));
}

/// The names of dependencies whose package the file does not say: a resolution replaced them.
fn dangling_names(graph: &Graph, reached: &BTreeSet<PackageId>) -> BTreeSet<String> {
    let packages = reached.iter().filter_map(|id| graph.packages.get(id)).flat_map(|package| &package.dependencies);
    let own = graph.importers.values().flat_map(|importer| &importer.dependencies);
    let dangling = own.chain(packages).filter(|one| one.target.is_none() && !one.kind.is_peer());
    dangling.map(|one| one.name.clone()).collect()
}

/// The packages that the importers, the members and `more` lead to.
fn reached(graph: &Graph, more: &BTreeSet<PackageId>) -> BTreeSet<PackageId> {
    let is_member = |package: &Package| matches!(package.resolution, Resolution::Workspace { .. });
    let own = graph.importers.values().flat_map(|importer| &importer.dependencies).filter_map(|one| one.target);
    let members = graph.packages.iter().filter(|(_, package)| is_member(package)).map(|(id, _)| *id);
    let mut open: Vec<PackageId> = own.chain(members).chain(more.iter().copied()).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        let Some(package) = graph.packages.get(&id).filter(|_| seen.insert(id)) else { continue };
        open.extend(package.dependencies.iter().filter_map(|one| one.target));
        open.extend(package.peers.iter().filter_map(|peer| peer.target));
    }
    seen
}

/// Removes placements that no dependency finds.
fn trim_placements(graph: &mut Graph) {
    let mut used: BTreeSet<String> = BTreeSet::new();
    let mut open: Vec<(String, Vec<Dependency>)> = graph
        .importers
        .iter()
        .map(|(folder, importer)| {
            (if folder == "." { String::new() } else { folder.clone() }, importer.dependencies.clone())
        })
        .collect();
    for (path, id) in &graph.placements {
        let is_member =
            graph.packages.get(id).is_some_and(|one| matches!(one.resolution, Resolution::Workspace { .. }));
        if is_member && path.matches("node_modules/").count() == 1 {
            used.insert(path.clone());
        }
    }
    while let Some((folder, dependencies)) = open.pop() {
        for one in dependencies {
            let Some(path) = found_from(graph, &folder, &one.name) else { continue };
            if used.insert(path.clone())
                && let Some(package) = graph.packages.get(&graph.placements[&path])
            {
                open.push((path, package.dependencies.clone()));
            }
        }
    }
    // What a tarball brings along stays with it.
    graph.placements.retain(|path, id| {
        used.contains(path) || graph.packages.get(id).is_some_and(|package| package.metadata.in_bundle)
    });
    let placed: BTreeSet<PackageId> = graph.placements.values().copied().collect();
    graph.packages.retain(|id, _| placed.contains(id));
}

/// The place that a name is found at from a folder.
fn found_from(graph: &Graph, folder: &str, name: &str) -> Option<String> {
    let mut above = folder.to_string();
    loop {
        let path =
            if above.is_empty() { format!("node_modules/{name}") } else { format!("{above}/node_modules/{name}") };
        if graph.placements.contains_key(&path) {
            return Some(path);
        }
        if above.is_empty() {
            return None;
        }
        above =
            above.rfind("node_modules/").map(|at| above[..at].trim_end_matches('/').to_string()).unwrap_or_default();
    }
}
