//! What an installation saves: `package.json` and the lockfile.

use super::Context;
use super::known_requests;
use super::saved_range::{Rule, range_to_save};
use crate::error::{Error, Result};
use crate::files;
use crate::layout::Place;
use crate::lock;
use crate::semver::Version;
use crate::spec::{Source, Spec};
use crate::tree::{NodeId, Sources, Tree};
use crate::workspace::catalog_files::Entry;
use crate::workspace::catalog_text;
use brio_lockfile::{Format, Graph, Lockfile, Resolution};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Reads the arguments of `add`; a name that only the package itself has is read from it.
pub fn read_arguments(context: &mut Context) -> Result<Vec<Spec>> {
    let folder = context.edited().folder.clone();
    let mut specs = Vec::new();
    for argument in context.options.add.clone() {
        if let Some(spec) = super::adding_members::spec_of(context, &argument)? {
            specs.push(spec);
            continue;
        }
        let mut spec = super::resolve::argument(&argument, &folder)?;
        if let Some(known) = known_requests::of(context, &spec)? {
            if known.is_kept {
                context.kept.push(known.spec.name.clone());
            }
            spec = known.spec;
        }
        if spec.name.is_empty() {
            let manifest = match &spec.source {
                Source::Folder(path) => context.sources.folder(path)?,
                _ => context.sources.find(&spec)?.manifest,
            };
            if manifest.name.is_empty() {
                let error = Error::new("ENONAME", format!("the package of {argument} has no name"));
                return Err(error.with_hint("name it yourself: `brio add NAME@ADDRESS`"));
            }
            spec.name = manifest.name.clone();
        }
        if let Source::Folder(path) | Source::File(path) = &spec.source {
            spec.raw = format!("file:{}", lock::relative(&folder, path));
        }
        specs.push(spec);
    }
    Ok(specs)
}

/// Puts a dependency into the manifest, as it was requested.
pub fn add_to_manifest(context: &mut Context, spec: &Spec) {
    let list = list_for(context, &spec.name);
    let raw = if spec.raw.is_empty() { "latest" } else { &spec.raw };
    context.edit(|project| project.set_dependency(list, &spec.name, raw));
}

fn list_for(context: &Context, name: &str) -> &'static str {
    context.options.save_to.or_else(|| context.edited().list_of(name)).unwrap_or("dependencies")
}

/// Replaces what was requested by the range of what was found, as npm saves it. `version_of`: the version of a name.
/// Returns `name@version` of all.
pub fn save_versions(
    context: &mut Context,
    added: &[Spec],
    version_of: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let mut saved = Vec::new();
    for spec in added {
        let Some(version) = version_of(&spec.name) else { continue };
        let named = format!("{}@{version}", spec.name);
        // `a a@2` names one twice.
        if !saved.contains(&named) {
            saved.push(named);
        }
        if !spec.is_of_registry() || context.kept.contains(&spec.name) {
            continue;
        }
        let operator = context.options.operators.iter().find(|(name, _)| *name == spec.name);
        let usual = || context.session.config.get("save-prefix").unwrap_or("^");
        let prefix = operator.map_or_else(usual, |(_, operator)| operator);
        let rule = Rule { format: context.format, prefix, is_exact: context.options.is_exact };
        let range = match operator {
            // An update: what stands before the version stays.
            Some((_, operator)) if !context.options.is_exact && Version::parse(&version).is_some() => {
                format!("{operator}{version}")
            }
            _ => range_to_save(&rule, spec, &version),
        };
        let text = match &spec.source {
            Source::Alias(target) => format!("npm:{}@{range}", target.name),
            _ => range,
        };
        let catalog = catalog_to_save(context).filter(|_| operator.is_none()).map(str::to_string);
        let text = match catalog {
            Some(catalog) => add_to_catalog(context, catalog, &spec.name, text),
            None => text,
        };
        let list = list_for(context, &spec.name);
        context.edit(|project| project.set_dependency(list, &spec.name, &text));
    }
    saved
}

/// The catalog that `add` saves to in projects of pnpm: the one that a flag names, or the one without a name when
/// `catalogMode` is `prefer` or `strict`.
pub fn catalog_to_save(context: &Context) -> Option<&str> {
    let is_usual = matches!(context.session.config.get("catalog-mode"), Some("prefer" | "strict"));
    let named = context.options.save_catalog.as_deref().or(is_usual.then_some("default"));
    named.filter(|_| context.format == Format::Pnpm)
}

/// What `package.json` says for an entry of a catalog.
pub fn catalog_request(catalog: &str) -> String {
    if catalog == "default" { "catalog:".to_string() } else { format!("catalog:{catalog}") }
}

/// Adds an entry to a catalog, unless it has another one for the package: then the package keeps its own range. Returns
/// what `package.json` is to say.
fn add_to_catalog(context: &mut Context, catalog: String, name: &str, range: String) -> String {
    let request = catalog_request(&catalog);
    if context.workspace.of_catalog(name, &request).is_some_and(|entry| entry != range) {
        return range;
    }
    context.workspace.catalogs.push((catalog.clone(), vec![(name.to_string(), range.clone())]));
    context.catalog_entries.push(Entry { catalog, name: name.to_string(), value: range });
    request
}

/// The version that a name has below a folder of the tree.
pub fn version_in_tree(context: &Context, tree: &Tree, root: NodeId, name: &str) -> Option<String> {
    let folder = &context.edited().folder;
    let from = tree.all(root).into_iter().find(|node| tree.is_top(*node) && tree.node(*node).path == *folder);
    let node = tree.resolve(from.unwrap_or(root), name)?;
    Some(tree.node(node).manifest.version.clone())
}

/// The project's entry of the graph says what `package.json` says now.
pub fn correct_specifiers(context: &Context, graph: &mut Graph) {
    let manifest = context.edited().manifest();
    let Some(root) = graph.importers.get_mut(&context.edited_folder()) else { return };
    for dependency in &mut root.dependencies {
        // A name may be in two lists: what development uses of a peer.
        let mut lists = [&manifest.dependencies, &manifest.optional, &manifest.development, &manifest.peers];
        if dependency.kind.is_peer() {
            lists.reverse();
        }
        if let Some(spec) = lists.into_iter().find_map(|list| list.get(dependency.name.as_str())) {
            dependency.specifier = spec.to_string();
        }
    }
}

/// Adds what only the packages themselves say (abbreviated records have no licenses).
pub fn completed(context: &Context, mut graph: Graph, places: &BTreeMap<String, Place>) -> Graph {
    let known = context.lockfile.as_ref().map(|lockfile| &lockfile.graph().placements);
    for (path, place) in places {
        let Some(package) = graph.packages.get_mut(&place.id) else { continue };
        let is_new = known.is_none_or(|known| !known.contains_key(path));
        if !is_new || package.metadata.license.is_some() {
            continue;
        }
        let Some(wanted) = &place.wanted else { continue };
        let Ok(stored) = context.sources.store.wait(wanted) else { continue };
        let manifest = stored.manifest();
        let text = manifest.license.as_str().map(brio_lockfile::Value::string);
        package.metadata.license = text;
        if package.metadata.funding.is_none() {
            package.metadata.funding = lock::lock_value_of(&manifest.funding);
        }
        if let Resolution::Registry { integrity: integrity @ None, .. } = &mut package.resolution {
            *integrity = Some(stored.integrity.clone());
        }
    }
    graph
}

/// Writes `package.json` and the lockfile, as far as they changed. Returns whether the lockfile did.
pub fn save(context: &Context, graph: &Graph) -> Result<bool> {
    if context.options.without_saving || context.options.is_frozen {
        return Ok(false);
    }
    if context.options.without_lockfile {
        save_catalogs(context)?;
        return context.edited().save().map(|()| false);
    }
    let format = context.format;
    let new;
    let lockfile = match &context.lockfile {
        Some(lockfile) => lockfile,
        None => {
            new = Lockfile::new(format);
            &new
        }
    };
    let path = context.project.folder.join(format.file_name());
    let path = lockfile.path().map_or(path, std::path::Path::to_path_buf);
    let is_npm = matches!(format, Format::Npm | Format::NpmShrinkwrap);
    let graph = match is_npm && context.session.config.is_set("omit-lockfile-registry-resolved") {
        true => Cow::Owned(without_addresses(graph)),
        false => Cow::Borrowed(graph),
    };
    // When the lockfile refuses the change, package.json stays as it was.
    let text = lockfile.write(&graph)?;
    save_catalogs(context)?;
    context.edited().save()?;
    if std::fs::read_to_string(&path).is_ok_and(|before| before == text) {
        return Ok(false);
    }
    files::replace(&path, text.as_bytes()).map(|()| true)
}

/// Writes the new entries of catalogs into `pnpm-workspace.yaml`.
fn save_catalogs(context: &Context) -> Result<()> {
    if context.catalog_entries.is_empty() {
        return Ok(());
    }
    let path = context.project.folder.join("pnpm-workspace.yaml");
    let before = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Error::of_file(&error, "read", &path));
        }
        text => text.unwrap_or_default(),
    };
    files::replace(&path, catalog_text::with_entries(before, &context.catalog_entries).as_bytes())
}

/// The graph without the addresses of registries' tarballs, for lockfiles that several registries can serve.
fn without_addresses(graph: &Graph) -> Graph {
    let mut graph = graph.clone();
    for package in graph.packages.values_mut() {
        if let Resolution::Registry { tarball, .. } = &mut package.resolution {
            *tarball = None;
        }
    }
    graph
}
