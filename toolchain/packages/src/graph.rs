//! Resolving over the graph of a lockfile of pnpm, yarn or Bun: what the lockfile says stays, and only what the manifests
//! ask for and the lockfile does not have is resolved. Where packages are placed is decided afterwards (`layout`,
//! `isolated`); npm's own lockfiles are resolved by `tree`, whose placement is part of the resolution.
//!
//! Start reading at [`resolve`].

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
use resolver::Resolver;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What was resolved.
pub struct Resolved {
    pub graph: Graph,
    /// What the lockfile did not have: `name@spec`.
    pub changes: Vec<String>,
}

/// The graph for the manifests of the project and its members. `explicit`: names that are taken in their newest version.
///
/// # Errors
/// `EFROZEN` when the lockfile does not fit and must not change; those of the registry.
pub fn resolve(context: &Context, lockfile: &Lockfile, explicit: &[String]) -> Result<Resolved> {
    let format = lockfile.format();
    let importers = manifests(context);
    let old = with_importers(lockfile.graph().clone(), format, &importers, context);
    let is_pnpm = format == Format::Pnpm;
    let base = if is_pnpm { peers::collapsed(&old).graph } else { old.clone() };
    let mut resolver = Resolver::new(context, format, base.clone(), explicit);
    for (folder, manifest) in &importers {
        resolver.importer(folder, manifest)?;
    }
    resolver.reopen()?;
    resolver.run()?;
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
    let (mut graph, changes) = (resolver.graph, resolver.changes);
    if !changes.is_empty() || gone {
        prune(&old, &mut graph, format);
        if format == Format::Bun {
            brio_lockfile::placement::place(&mut graph);
            trim_placements(&mut graph);
        }
    }
    Ok(Resolved { graph, changes })
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

/// Removes what nothing reaches any more. What was out of reach before (patches that yarn makes itself) stays as long as a
/// package of its name does.
fn prune(old: &Graph, graph: &mut Graph, format: Format) {
    let before = reached(old);
    let now = reached(graph);
    let names: BTreeSet<&str> =
        now.iter().filter_map(|id| graph.packages.get(id)).map(|package| package.name.as_str()).collect();
    let stays = |id: PackageId, package: &Package| {
        now.contains(&id)
            || format == Format::YarnBerry
                && old.packages.contains_key(&id)
                && !before.contains(&id)
                && names.contains(package.name.as_str())
    };
    let gone: Vec<PackageId> =
        graph.packages.iter().filter(|(id, package)| !stays(**id, package)).map(|(id, _)| *id).collect();
    for id in gone {
        graph.packages.remove(&id);
    }
    graph.placements.retain(|_, id| graph.packages.contains_key(id));
    graph.requests.retain(|_, id| graph.packages.contains_key(id));
}

fn reached(graph: &Graph) -> BTreeSet<PackageId> {
    let is_member = |package: &Package| matches!(package.resolution, Resolution::Workspace { .. });
    let own = graph.importers.values().flat_map(|importer| &importer.dependencies).filter_map(|one| one.target);
    let members = graph.packages.iter().filter(|(_, package)| is_member(package)).map(|(id, _)| *id);
    let mut open: Vec<PackageId> = own.chain(members).collect();
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
