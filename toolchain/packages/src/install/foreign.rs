//! Installing with the lockfile of another manager: resolving over its graph, laying out as that manager does, and what
//! the lockfile is to say afterwards.

use super::{Context, Linker, saving};
use crate::error::{Error, Result};
use crate::integrity::{hash, hex};
use crate::layout::{self, Place};
use crate::lock::relative;
use crate::manifest::Manifest;
use crate::patches::Patches;
use crate::workspace::YamlSubset;
use crate::{graph, isolated};
use brio_lockfile::{Dependency, DependencyKind, Format, Graph, Package, PackageId, Resolution, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Resolves, and says what is laid out and what `add` saved. What the lockfile is to say is in `context.to_save`.
pub fn resolve(context: &mut Context) -> Result<(Graph, Vec<String>)> {
    let Some(lockfile) = context.lockfile.take() else {
        return Err(Error::new("ENOLOCK", "there is no lockfile"));
    };
    let outcome = resolve_with(context, &lockfile);
    context.lockfile = Some(lockfile);
    outcome
}

fn resolve_with(context: &mut Context, lockfile: &brio_lockfile::Lockfile) -> Result<(Graph, Vec<String>)> {
    let added = saving::read_arguments(context)?;
    for name in context.options.remove.clone() {
        if !context.edit(|project| project.remove_dependency(&name)) {
            let error = Error::new("ENOTDEPENDENCY", format!("{name} is not a dependency of the project"));
            return Err(error.with_hint("`brio ls` shows the dependencies"));
        }
    }
    for one in &added {
        saving::add_to_manifest(context, one);
    }
    let explicit: Vec<String> = added.iter().map(|one| one.name.clone()).collect();
    prefetch(context, lockfile.graph());
    let mut resolved = graph::resolve(context, lockfile, &explicit)?;
    if let Some(what) = resolved.changes.first().filter(|_| context.options.is_frozen) {
        return Err(graph::frozen_error(what));
    }
    let folder = context.edited_folder();
    let saved = {
        let graph = &resolved.graph;
        let version_of = |name: &str| {
            let importer = graph.importers.get(&folder)?;
            let target = importer.dependencies.iter().find(|one| one.name == name)?.target?;
            graph.packages.get(&target).map(|package| package.version.clone())
        };
        saving::save_versions(context, &added, version_of)
    };
    if !added.is_empty() {
        saving::correct_specifiers(context, &mut resolved.graph);
    }
    if lockfile.format() == Format::Pnpm && !resolved.changes.is_empty() {
        update_catalogs(context, &mut resolved.graph);
    }
    context.to_save = Some(resolved.to_save(lockfile));
    let mut graph = resolved.graph;
    graph::follow_replacements(context, &mut graph);
    if linker(context, lockfile.format(), &graph) == Linker::Hoisted {
        hoist(context, lockfile.format(), &mut graph);
    }
    fill(context, &mut graph)?;
    if lockfile.format() == Format::YarnClassic && linker(context, lockfile.format(), &graph) == Linker::Hoisted {
        // Its lockfile does not say which peers there are: they are known now.
        hoist(context, lockfile.format(), &mut graph);
    }
    Ok((graph, saved))
}

/// The records of what the manifests request and the lockfile does not have, ahead of the resolution.
fn prefetch(context: &Context, graph: &Graph) {
    let root = context.project.manifest();
    let members = context.workspace.members.iter().map(|member| &member.manifest);
    for manifest in std::iter::once(&root).chain(members) {
        let lists = [&manifest.dependencies, &manifest.optional, &manifest.development];
        for (name, raw) in lists.into_iter().flatten() {
            let is_there = graph.packages.values().any(|package| *package.name == **name);
            if let (false, Ok(spec)) = (is_there, crate::spec::Spec::parse(name, raw, &context.project.folder)) {
                context.sources.registry.prefetch(&spec);
            }
        }
    }
}

/// pnpm repeats the catalogs' entries that are used.
fn update_catalogs(context: &Context, graph: &mut Graph) {
    let mut used: Vec<(String, brio_lockfile::CatalogEntry)> = Vec::new();
    for one in graph.importers.values().flat_map(|importer| &importer.dependencies) {
        let Some(catalog) = crate::workspace::catalog_name(&one.specifier) else { continue };
        let Some(specifier) = context.workspace.of_catalog(&one.name, &one.specifier) else { continue };
        let version = one.target.and_then(|id| graph.packages.get(&id)).map(|package| package.version.clone());
        let entry = brio_lockfile::CatalogEntry { name: one.name.clone(), specifier: specifier.to_string(), version };
        if !used.iter().any(|(name, known)| name == catalog && known.name == entry.name) {
            used.push((catalog.to_string(), entry));
        }
    }
    let mut catalogs: BTreeMap<String, Vec<brio_lockfile::CatalogEntry>> = BTreeMap::new();
    for (catalog, entry) in used {
        catalogs.entry(catalog).or_default().push(entry);
    }
    for entries in catalogs.values_mut() {
        entries.sort_by(|left, right| left.name.cmp(&right.name));
    }
    graph.settings.catalogs = catalogs;
}

/// Places packages as high as possible. All members are linked at the top, but in pnpm's projects.
fn hoist(context: &Context, format: Format, graph: &mut Graph) {
    if format == Format::Bun {
        brio_lockfile::placement::place(graph);
        return;
    }
    graph.placements.clear();
    if format != Format::Pnpm {
        for member in &context.workspace.members {
            let folder = relative(&context.project.folder, &member.folder);
            let is_it =
                |package: &Package| matches!(&package.resolution, Resolution::Workspace { path } if *path == folder);
            let known = graph.packages.iter().find(|(_, package)| is_it(package)).map(|(id, _)| *id);
            let id = known.unwrap_or_else(|| {
                let resolution = Resolution::Workspace { path: folder.clone() };
                graph.add(Package { name: member.name.clone(), resolution, ..Package::default() })
            });
            graph.placements.insert(format!("node_modules/{}", member.name), id);
        }
    }
    graph::place(format, graph);
}

/// Reads systems, commands and scripts from the packages themselves.
fn fill(context: &Context, graph: &mut Graph) -> Result<()> {
    if context.options.only_lockfile {
        return Ok(());
    }
    let places = places(context, graph)?;
    let store = &context.sources.store;
    places.values().filter_map(|place| place.wanted.as_ref()).for_each(|wanted| store.request(wanted));
    let mut filled: rustc_hash::FxHashSet<PackageId> = rustc_hash::FxHashSet::default();
    for place in places.values() {
        let Some(wanted) = place.wanted.as_ref().filter(|_| filled.insert(place.id)) else { continue };
        let is_optional = || {
            graph.packages.values().any(|package| {
                let edges = package.dependencies.iter();
                edges.filter(|one| one.target == Some(place.id)).any(|one| one.kind.may_be_missing())
            })
        };
        let stored = match store.wait(wanted) {
            Ok(stored) => stored,
            Err(error) if error.code == "E404" && is_optional() => continue,
            Err(error) => return Err(error),
        };
        let manifest = stored.manifest();
        let Some(package) = graph.packages.get_mut(&place.id) else { continue };
        if context.format == Format::YarnClassic {
            add_peers(package, &manifest);
        }
        let metadata = &mut package.metadata;
        metadata.os = manifest.os.clone();
        metadata.cpu = manifest.cpu.clone();
        metadata.libc = manifest.libc.clone();
        metadata.has_install_script |= manifest.has_install_script;
        if !manifest.commands.is_empty() {
            let commands = manifest.commands.iter().map(|(name, path)| (name.as_str(), path.as_str()));
            metadata.bin = Some(Value::map(commands));
        }
    }
    Ok(())
}

fn add_peers(package: &mut Package, manifest: &Manifest) {
    for (name, specifier) in &manifest.peers {
        if package.dependencies.iter().all(|one| *one.name != **name) {
            let (name, specifier) = (name.to_string(), specifier.to_string());
            package.dependencies.push(Dependency { name, specifier, kind: DependencyKind::Peer, target: None });
        }
    }
}

/// Where everything is laid out, hoisted or isolated.
///
/// # Errors
/// `EUNSAFEPATH` for an invalid place, `ELOCK` for an entry that names no version.
pub fn places(context: &Context, graph: &Graph) -> Result<BTreeMap<String, Place>> {
    let (root, omit, session) = (&context.project.folder, context.options.omit, &context.session);
    let mut places = match linker(context, context.format, graph) {
        Linker::Hoisted => layout::places(graph, root, omit, session),
        Linker::Isolated => isolated::places(graph, root, omit, session, &public_patterns(context)),
    };
    let members: Vec<PathBuf> = context.workspace.members.iter().map(|member| member.folder.clone()).collect();
    for (path, place) in places.iter().filter(|(_, place)| place.wanted.is_some()) {
        let nameless = |package: &&Package| {
            package.version.is_empty() && matches!(package.resolution, Resolution::Registry { tarball: None, .. })
        };
        if graph.packages.get(&place.id).filter(nameless).is_some() {
            let error = Error::new("ELOCK", format!("the entry {path} of the lockfile has no version"));
            return Err(error.with_hint("remove the entry, and run `brio install`"));
        }
    }
    layout::bounds::keep_inside(&mut places, root, &members)?;
    // Another patch is another content.
    let patches = Patches::read(&context.project);
    for place in places.values_mut().filter(|place| place.wanted.is_some()) {
        let Some(package) = graph.packages.get(&place.id) else { continue };
        for file in patches.files_for(package) {
            let digest = hex(&hash("sha256", &std::fs::read(&file).unwrap_or_default()));
            place.content.push_str(&format!(" patch:{}", &digest[..16]));
            place.patches.push(file);
        }
    }
    Ok(places)
}

/// How packages are laid out: what a flag or a configuration file says, else as the lockfile's manager does.
fn linker(context: &Context, format: Format, graph: &Graph) -> Linker {
    if let Some(linker) = context.options.linker {
        return linker;
    }
    let config = &context.session.config;
    let said = config.get("node-linker").or_else(|| config.get("linker")).map(str::to_string);
    let read = |name: &str| std::fs::read_to_string(context.project.folder.join(name)).unwrap_or_default();
    match format {
        Format::Pnpm => {
            let said = said.or_else(|| YamlSubset::parse(&read("pnpm-workspace.yaml")).word("nodeLinker"));
            if said.as_deref() == Some("hoisted") { Linker::Hoisted } else { Linker::Isolated }
        }
        Format::YarnBerry => {
            let said = YamlSubset::parse(&read(".yarnrc.yml")).word("nodeLinker");
            if said.as_deref() == Some("pnpm") { Linker::Isolated } else { Linker::Hoisted }
        }
        Format::Bun => {
            let config_version = graph.settings.other.iter().find(|(name, _)| name == "configVersion");
            let is_new = config_version.is_some_and(|(_, value)| matches!(value, Value::Number(one) if one != "0"));
            match said.as_deref() {
                Some("isolated") => Linker::Isolated,
                Some(_) => Linker::Hoisted,
                None if is_new && graph.importers.len() > 1 => Linker::Isolated,
                None => Linker::Hoisted,
            }
        }
        _ if config.get("install-strategy") == Some("linked") => Linker::Isolated,
        _ => Linker::Hoisted,
    }
}

/// Names that pnpm also links at the top (`public-hoist-pattern`, `shamefully-hoist`).
fn public_patterns(context: &Context) -> Vec<String> {
    let config = &context.session.config;
    let yaml = std::fs::read_to_string(context.project.folder.join("pnpm-workspace.yaml")).unwrap_or_default();
    let yaml = YamlSubset::parse(&yaml);
    if config.is_set("shamefully-hoist") || yaml.word("shamefullyHoist").as_deref() == Some("true") {
        return vec!["*".to_string()];
    }
    let of_config = config.get("public-hoist-pattern").unwrap_or_default().split(' ').map(str::to_string);
    of_config.filter(|pattern| !pattern.is_empty()).chain(yaml.list("publicHoistPattern")).collect()
}
